//! Random texts: well typed by construction, and the same for the same seed.

mod advice;
mod claims;
mod expressions;
mod given;
mod imports;
mod random;

pub use random::Random;

use expressions::Scope;
use given::Function;

/// What a text is mostly about. Together they are all that is compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Topic {
    /// Strategies of steps that reach something.
    Steps,
    /// Strategies that try advice.
    Trees,
    /// What a strategy keeps, and whether it is optimal.
    Values,
    /// Lemmas about single positions, and queries.
    Positions,
    /// Lemmas about plays.
    Plays,
    /// Recognisers.
    Recognisers,
    /// Files that use others: renamed men, options, strategies that hand over.
    Imports,
    /// Advice that is given something, played against other advice, or measured.
    Given,
    /// Claims about a board of another size.
    Sizes,
    /// Lemmas for every size.
    EverySize,
    /// Lemmas that the method by SAT takes.
    Lemmas,
}

impl Topic {
    /// The topics that the exhaustive method is compared on.
    pub const ALL: [Topic; 9] = [
        Topic::Imports,
        Topic::Steps,
        Topic::Trees,
        Topic::Values,
        Topic::Positions,
        Topic::Plays,
        Topic::Recognisers,
        Topic::Given,
        Topic::Sizes,
    ];
}

/// The endgames: the name, and the men of White and Black.
const THREE: [(&str, &str, &str); 5] =
    [("KQK", "KQ", "k"), ("KRK", "KR", "k"), ("KBK", "KB", "k"), ("KNK", "KN", "k"), ("KPK", "KP", "k")];
const FOUR: [(&str, &str, &str); 6] = [
    ("KRKN", "KR", "kn"),
    ("KBNK", "KBN", "k"),
    ("KPKP", "KP", "kp"),
    ("KQKR", "KQ", "kr"),
    ("KRKP", "KR", "kp"),
    ("KPKB", "KP", "kb"),
];

/// Somebody who writes a text.
pub(crate) struct Writer {
    random: Random,
    /// The letters of all men, White's first.
    letters: Vec<String>,
    white: usize,
    pawns: bool,
    lines: Vec<String>,
    /// Definitions that are numbers, and that are true or false.
    numbers: Vec<String>,
    truths: Vec<String>,
    functions: Vec<Function>,
    /// What strategies are for, if it is all the same.
    aim: Option<&'static str>,
    /// How many files and ranks the board has.
    size: usize,
    /// One piece of advice in so many is given something.
    advice_given: usize,
    bound: usize,
    declared: usize,
    /// Where claims begin and, as a rule, where plays stay: some squares for each man.
    region: Vec<Vec<String>>,
}

/// A random text about a topic, with the files that it uses ([`crate::files`]).
#[must_use]
pub fn text(topic: Topic, seed: u64) -> String {
    let mut random = Random::new(seed.wrapping_mul(16).wrapping_add(topic as u64));
    if topic == Topic::Imports {
        return imports::files(random);
    }
    let other_size = matches!(topic, Topic::Sizes | Topic::EverySize);
    let small = other_size || matches!(topic, Topic::Values | Topic::Recognisers);
    let four = !small && random.below(5) < 2;
    // Pawns have more to go wrong, and look-ahead by diagrams has none.
    let endgame = match (four, topic) {
        (true, Topic::Lemmas) => FOUR[random.below(2)],
        (true, _) => FOUR[random.below(FOUR.len())],
        (false, Topic::Lemmas | Topic::Sizes | Topic::EverySize) => THREE[random.below(4)],
        (false, _) if random.once_in(4) => THREE[4],
        (false, _) => THREE[random.below(THREE.len())],
    };
    let mut writer = Writer::new(random, endgame);
    match topic {
        Topic::Sizes => writer.size = [3, 3, 4, 4, 4, 5, 6, 9][writer.random.below(8)],
        Topic::EverySize => writer.size = 4,
        Topic::Given => writer.advice_given = 1,
        _ => {}
    }
    if topic == Topic::Sizes {
        writer.lines.insert(0, format!("-- size {}", writer.size));
    }
    writer.choose_region();
    writer.definitions(topic);
    match topic {
        Topic::Steps => writer.about_steps(),
        Topic::Trees | Topic::Given => writer.about_trees(),
        Topic::Values => writer.about_values(),
        Topic::Positions => writer.about_positions(),
        Topic::Plays => writer.about_plays(),
        Topic::Recognisers => writer.about_recognisers(),
        Topic::Lemmas => writer.about_lemmas(),
        Topic::Sizes => writer.about_sizes(),
        Topic::EverySize => writer.about_every_size(),
        Topic::Imports => {}
    }
    writer.lines.join("\n") + "\n"
}

impl Writer {
    fn new(random: Random, (name, white, black): (&str, &str, &str)) -> Writer {
        let spaced = |men: &str| men.chars().map(String::from).collect::<Vec<_>>().join(" ");
        let header = format!("endgame {name} White {} v Black {}", spaced(white), spaced(black));
        Writer {
            random,
            letters: white.chars().chain(black.chars()).map(String::from).collect(),
            white: white.len(),
            pawns: name.contains('P'),
            lines: vec![header, "use geometry".to_owned()],
            numbers: Vec::new(),
            truths: Vec::new(),
            functions: Vec::new(),
            aim: None,
            size: 8,
            advice_given: 5,
            bound: 0,
            declared: 0,
            region: Vec::new(),
        }
    }

    /// Some squares, as a text puts them in braces.
    fn some_squares(&mut self, many: usize) -> String {
        let all: Vec<String> = (0..many).map(|_| self.square()).collect();
        format!("{{{}}}", all.join(", "))
    }

    /// A square.
    fn square(&mut self) -> String {
        // Further squares have no names.
        let named = self.size.min(8);
        let (file, rank) = (self.random.below(named) as u8, self.random.below(named) + 1);
        format!("{}{rank}", char::from(b'a' + file))
    }

    fn name(&mut self, letter: &str) -> String {
        self.declared += 1;
        format!("{letter}{}", self.declared)
    }

    /// A few definitions; some are used by nobody.
    fn definitions(&mut self, topic: Topic) {
        for _ in 0..self.random.below(4) {
            let mut scope = Scope::of(&[""]);
            scope.moves = topic != Topic::Recognisers;
            if self.random.once_in(3) {
                self.function(scope.moves);
                continue;
            }
            let is_truth = self.random.once_in(2);
            let name = self.name(if is_truth { "truth" } else { "number" });
            let body = if is_truth { self.condition(&scope, 2) } else { self.number(&scope, 2) };
            self.lines.push(format!("def {name} = {body}"));
            if is_truth {
                self.truths.push(name);
            } else {
                self.numbers.push(name);
            }
        }
    }

    /// A few squares next to each other for a king, and some for every other man.
    fn choose_region(&mut self) {
        for letter in self.letters.clone() {
            let king = letter.eq_ignore_ascii_case("K");
            let (files, ranks) = match king {
                true => (2 + self.random.below(2), 2 + self.random.below(2)),
                false => (3 + self.random.below(3), 2 + self.random.below(4)),
            };
            let most = |lines: usize| (self.size.min(8) + 1).saturating_sub(lines).max(1);
            let (most_file, most_rank) = (most(files), most(ranks));
            let (file, mut rank) = (self.random.below(most_file), self.random.below(most_rank));
            // Where pawns promote there is more to see.
            rank = match (letter.as_str(), self.aim) {
                ("P", Some(_)) => 7 - ranks.min(6),
                ("p", Some(_)) => 1,
                _ => rank,
            };
            let (files, ranks) = (files.min(self.size), ranks.min(self.size));
            let squares = (0..files * ranks).map(|number| {
                let (file, rank) = (file + number % files, rank + number / files + 1);
                format!("{}{rank}", char::from(b'a' + file as u8))
            });
            let squares = squares.collect();
            self.region.push(squares);
        }
    }

    /// Where a claim begins: few enough squares for somebody who looks at every position by itself.
    fn few_positions(&mut self, mover: Option<&str>, wide: bool) -> String {
        let four = self.letters.len() > 3;
        let mut parts = Vec::new();
        parts.extend(mover.map(|side| format!("{side} to move")));
        for (number, letter) in self.letters.clone().into_iter().enumerate() {
            let many = match (letter.as_str(), four, wide) {
                ("K" | "k", true, true) => 1 + self.random.below(3),
                ("K" | "k", true, false) => 1 + self.random.below(2),
                ("K", false, true) => 1 + self.random.below(3),
                ("K" | "k", false, false) => 1 + self.random.below(3),
                (_, true, false) => 2 + self.random.below(6),
                (_, true, true) => 12,
                _ => continue,
            };
            let squares: Vec<String> = (0..many)
                .map(|_| match self.random.once_in(5) || wide {
                    true => self.square(),
                    false => self.region[number][self.random.below(self.region[number].len())].clone(),
                })
                .collect();
            parts.push(format!("{letter} in {{{}}}", squares.join(", ")));
        }
        if self.random.once_in(3) {
            let mut scope = Scope::of(&[""]);
            scope.moves = false;
            parts.push(self.condition(&scope, 1));
        }
        parts.join(" and ")
    }

    /// That somebody has left his squares: of the kings, and perhaps of the other men.
    fn gone(&mut self) -> String {
        let mut parts = Vec::new();
        for (letter, squares) in self.letters.clone().iter().zip(self.region.clone()) {
            let king = letter.eq_ignore_ascii_case("K");
            if king || self.random.once_in(2) {
                let there = if king { String::new() } else { format!("alive({letter}) and ") };
                parts.push(format!("{there}{letter} not in {{{}}}", squares.join(", ")));
            }
        }
        parts.join(" or ")
    }

    /// The men of a side.
    fn own(&self, white: bool) -> Vec<String> {
        let (first, second) = self.letters.split_at(self.white);
        if white { first.to_vec() } else { second.to_vec() }
    }

    /// `K, R where G`, or nothing that restricts.
    fn class(&mut self, white: bool, scope: &Scope) -> String {
        let own = self.own(white);
        let man = own[self.random.below(own.len())].clone();
        let who = match self.random.below(4) {
            0 | 1 => man,
            2 => own.join(", "),
            _ => String::new(),
        };
        match (self.random.below(4), who.is_empty()) {
            (0, false) => who,
            (_, false) => format!("{who} where {}", self.condition(scope, 1)),
            (0, true) => "any".to_owned(),
            (_, true) => format!("any where {}", self.condition(scope, 1)),
        }
    }

    /// A number that tells moves apart.
    fn key(&mut self, scope: &Scope) -> String {
        let men = (self.random.below(self.letters.len()), self.random.below(self.letters.len()));
        let (a, b) = (self.letters[men.0].clone(), self.letters[men.1].clone());
        let own = match self.random.below(3) {
            0 => format!("steps({a}', {b}')"),
            1 => format!("({a}'.file * 2 + {b}'.rank)"),
            _ => format!("walk({a}', {})", self.square()),
        };
        match self.random.below(4) {
            0 => format!("({own}, {})", self.number(scope, 1)),
            1 => format!("({own} - {})", self.number(scope, 1)),
            _ => own,
        }
    }

    fn keys(&mut self, scope: &Scope) -> String {
        let mut keys = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            let word = self.random.one_of(&["least", "most"]);
            keys.push(format!("{word} {}", self.key(scope)));
        }
        keys.join(" then ")
    }

    /// A strategy of steps; the answer is its name and those of its steps.
    fn steps(&mut self, white: bool) -> (String, Vec<String>) {
        let name = self.name("plan");
        let side = if white { "White" } else { "Black" };
        let aim = self.aim.unwrap_or(self.random.one_of(&["win", "draw"]));
        self.lines.push(format!("strategy {name} for {side} to {aim}"));
        let scope = Scope::of(&["'", "'", ""]);
        if self.random.once_in(4) {
            let always =
                if self.random.once_in(2) { "not stalemate'".to_owned() } else { self.condition(&scope, 1) };
            self.lines.push(format!("  always {always}"));
        }
        let mut names = Vec::new();
        for _ in 0..1 + self.random.below(4) {
            let step = self.name("step");
            let class = self.class(white, &scope);
            let keys = if self.random.once_in(2) { format!(" {}", self.keys(&scope)) } else { String::new() };
            self.lines.push(format!("  step {step}: move {class}{keys}"));
            names.push(step);
        }
        if self.random.once_in(2) {
            let step = self.name("step");
            self.lines.push(format!("  step {step}: move {}", self.own(white).join(", ")));
            names.push(step);
        }
        (name, names)
    }
}
