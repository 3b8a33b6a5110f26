//! How many files use which part of the language: what no file says is compared with nothing.

use std::collections::BTreeMap;

/// What is looked for, and what it is called.
const CONSTRUCTS: [(&str, &str); 27] = [
    ("use .. where", " where Q is "),
    ("use .. with", " with option"),
    ("a file between", "use \"middle\""),
    ("a file without a header between", "use \"bare\""),
    ("the same men or fewer", "use \"base\""),
    ("hand-over (then S)", "\n  then plan"),
    ("then in keys", " then least"),
    ("then in keys (most)", " then most"),
    ("try .. then", " then hint"),
    ("then .. again", ", again"),
    ("against", " against hint"),
    ("against pass", " against pass"),
    ("each move", "each move "),
    ("replies", "\n  replies "),
    ("quickest", "quickest"),
    ("one move", " one move"),
    ("plies(A)", "plies("),
    ("tally", "tally "),
    ("a definition with parameters", "def of"),
    ("advice with parameters", ": 1 .. "),
    ("recogniser", "recogniser "),
    ("reaches", " reaches "),
    ("keeps", " keeps "),
    ("is optimal", " is optimal"),
    ("for play", "for play "),
    ("another size", "-- size "),
    ("values", "value("),
];

/// Files by what they use.
#[derive(Default)]
pub struct Coverage(BTreeMap<&'static str, u64>);

impl Coverage {
    /// Counts what a file uses.
    pub fn add(&mut self, text: &str) {
        for (name, words) in CONSTRUCTS {
            *self.0.entry(name).or_default() += u64::from(text.contains(words));
        }
    }

    /// The constructs that at most so many files use.
    pub fn rare(&self, most: u64) -> Vec<&'static str> {
        CONSTRUCTS
            .iter()
            .map(|(name, _)| *name)
            .filter(|name| self.0.get(name).is_none_or(|&n| n <= most))
            .collect()
    }
}

impl std::fmt::Display for Coverage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|(name, files)| writeln!(f, "{files:6} {name}"))
    }
}
