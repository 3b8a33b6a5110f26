//! Random files that use others.
//!
//! A base is a file with a header, an option, definitions that look at `home`, a recogniser and a strategy. The first file has it with men of its own
//! in other letters (`where Q is P`), with fewer men, with other settings, or through a third file,
//! which may use one without a header in between.

use super::expressions::Scope;
use super::given::Function;
use super::random::Random;
use super::{FOUR, THREE, Topic, Writer};
use crate::files::joined;

/// What a base offers.
struct Base {
    file: &'static str,
    text: String,
    option: String,
    numbers: Vec<String>,
    truths: Vec<String>,
    functions: Vec<Function>,
    strategy: (String, Vec<String>),
    recogniser: String,
}

/// Two endgames, and who plays whom.
const PAIRS: [(&str, &str, &str); 18] = [
    ("KPK", "KQK", " where Q is P"),
    ("KPK", "KQK", " where Q is P"),
    ("KPK", "KRK", " where R is P"),
    ("KPK", "KBK", " where B is P"),
    ("KPK", "KNK", " where N is P"),
    ("KPK", "KPK", ""),
    ("KRK", "KRK", ""),
    ("KQK", "KQK", ""),
    ("KRKN", "KRK", ""),
    ("KBNK", "KBK", ""),
    ("KBNK", "KNK", ""),
    ("KQKR", "KQK", ""),
    ("KRKP", "KRK", ""),
    ("KPKP", "KPK", ""),
    ("KPKP", "KQK", " where Q is P"),
    ("KPKB", "KPK", ""),
    ("KPKB", "KQK", " where Q is P"),
    ("KRKP", "KRKN", " where n is p"),
];

fn endgame(name: &str) -> (&'static str, &'static str, &'static str) {
    THREE.into_iter().chain(FOUR).find(|(known, ..)| *known == name).unwrap_or(THREE[0])
}

/// A file and those it uses.
pub(super) fn files(mut random: Random) -> String {
    let (ours, theirs, men) = PAIRS[random.below(PAIRS.len())];
    let white = random.below(3) > 0;
    let aim = if random.once_in(3) { "draw" } else { "win" };
    let mut other = Writer::new(random.fork(), endgame(theirs));
    (other.aim, other.declared) = (Some(aim), 100);
    let base = other.base(white);
    let mut writer = Writer::new(random, endgame(ours));
    writer.aim = Some(aim);
    writer.choose_region();
    let mut all = vec![(base.file.to_owned(), base.text.clone())];
    let goes_on = ours != theirs && writer.random.below(3) > 0;
    writer.brings(&base, men, goes_on || ours == theirs);
    if writer.random.once_in(3) {
        all.extend(writer.middle(&base, endgame(theirs), men));
    }
    writer.definitions(Topic::Imports);
    writer.claims_with(&base, white, goes_on, ours == theirs);
    all.insert(0, (String::new(), writer.lines.join("\n") + "\n"));
    joined(&all)
}

impl Writer {
    /// A file that offers something, most of which looks at `home`, `promoted` or its option.
    fn base(mut self, white: bool) -> Base {
        self.choose_region();
        let option = self.name("option");
        self.lines.push(format!("option {option}: Int = {}", 1 + self.random.below(4)));
        // A recogniser must not ask definitions that look at moves.
        let recogniser = self.recogniser();
        self.definitions(Topic::Imports);
        let scope = Scope::of(&[""]);
        let (name, steps) = if self.random.once_in(4) {
            let (name, steps, _) = self.trying(white);
            (name, steps)
        } else {
            self.steps(white)
        };
        let step = &steps[self.random.below(steps.len())];
        let answer = self.random.one_of(&["win", "loss", "draw", "unknown"]);
        let letter = self.letters[self.random.below(self.letters.len())].clone();
        let mut truths = vec![
            "home".to_owned(),
            format!("promoted({letter})"),
            format!("home and {}", self.condition(&scope, 1)),
            format!("{recogniser}.answer = {answer}"),
            format!("{name}.step = {step}"),
            format!("{name}.step /= none"),
            format!("{} > {option}", self.number(&scope, 1)),
        ];
        let mut numbers = vec![
            format!("{option}"),
            format!("{option} + {}", self.number(&scope, 1)),
            format!("{recogniser}.rule"),
            format!("if home then {} else {option}", self.number(&scope, 1)),
        ];
        for (is_truth, bodies) in [(true, &mut truths), (false, &mut numbers)] {
            for body in std::mem::take(bodies) {
                if self.random.once_in(3) {
                    continue;
                }
                let name = self.name(if is_truth { "truth" } else { "number" });
                self.lines.push(format!("def {name} = {body}"));
                let known = if is_truth { &mut self.truths } else { &mut self.numbers };
                known.push(name);
            }
        }
        let text = self.lines.join("\n") + "\n";
        let Writer { truths, numbers, functions, .. } = self;
        Base { file: "base", text, option, numbers, truths, functions, strategy: (name, steps), recogniser }
    }

    /// Brings in what a base offers: in one `use`, or in two that set its option differently.
    fn brings(&mut self, base: &Base, men: &str, strategy: bool) {
        let mut lists: [Vec<String>; 2] = Default::default();
        let functions = base.functions.iter().map(|function| &function.name);
        for name in base.numbers.iter().chain(&base.truths).chain(functions) {
            lists[self.random.below(4).min(1)].push(name.clone());
        }
        self.numbers.extend(base.numbers.clone());
        self.truths.extend(base.truths.clone());
        self.functions.extend(base.functions.clone());
        lists[1].extend(strategy.then(|| base.strategy.0.clone()));
        lists[1].extend(strategy.then(|| base.recogniser.clone()));
        for (number, list) in lists.into_iter().enumerate().filter(|(_, list)| !list.is_empty()) {
            let with = match self.random.once_in(2) {
                true => format!(" with {} = {}", base.option, number + 2),
                false => String::new(),
            };
            self.lines.push(format!("use \"{}\" ({}){men}{with}", base.file, list.join(", ")));
        }
    }

    /// A file that uses the base as it stands, with another setting, and is used in its place. A file without
    /// a header may lie between the two.
    fn middle(&mut self, base: &Base, endgame: (&str, &str, &str), men: &str) -> Vec<(String, String)> {
        let mut other = Writer::new(self.random.fork(), endgame);
        (other.aim, other.declared) = (self.aim, 200);
        other.numbers.extend(base.numbers.first().cloned());
        other.truths.extend(base.truths.first().cloned());
        let listed = [other.numbers.clone(), other.truths.clone()].concat().join(", ");
        let with = match self.random.once_in(2) {
            true => format!(" with {} = {}", base.option, 5 + self.random.below(3)),
            false => String::new(),
        };
        let list = if listed.is_empty() { String::new() } else { format!(" ({listed})") };
        let uses = format!("use \"{}\"{list}{with}", base.file);
        let mut files = Vec::new();
        if other.random.once_in(2) {
            let bare = |name: &String| format!("bare_{name}");
            let known = [other.numbers.as_slice(), &other.truths].concat();
            let defs = known.iter().map(|name| format!("def {} = {name}\n", bare(name)));
            files.push(("bare".to_owned(), format!("{uses}\n{}", defs.collect::<String>())));
            other.numbers = other.numbers.iter().map(bare).collect();
            other.truths = other.truths.iter().map(bare).collect();
            other.lines.push("use \"bare\"".to_owned());
        } else {
            other.lines.push(uses);
        }
        let (number, truth) = (other.name("number"), other.name("truth"));
        let scope = Scope::of(&[""]);
        let (a, b) = (other.numbers.first().cloned(), other.truths.first().cloned());
        let (a, b) = (a.unwrap_or("size".to_owned()), b.unwrap_or("home".to_owned()));
        let (more, or) = (other.number(&scope, 0), other.condition(&scope, 1));
        other.lines.push(format!("def {number} = {a} + {more}"));
        other.lines.push(format!("def {truth} = {b} or {or}"));
        self.lines.push(format!("use \"middle\" ({number}, {truth}){men}"));
        self.numbers.push(number);
        self.truths.push(truth);
        files.push(("middle".to_owned(), other.lines.join("\n") + "\n"));
        files
    }

    fn claims_with(&mut self, base: &Base, white: bool, goes_on: bool, same_men: bool) {
        let scope = Scope::of(&[""]);
        let (plan, steps) = if self.random.once_in(4) {
            let (name, steps, _) = self.trying(white);
            (name, steps)
        } else {
            self.steps(white)
        };
        if goes_on {
            self.lines.push(format!("  then {}", base.strategy.0));
        }
        for _ in 0..2 {
            let name = match self.random.once_in(2) {
                true => self.truths[self.random.below(self.truths.len())].clone(),
                false => self.condition(&scope, 2),
            };
            let domain = self.few_positions(None, true);
            let asked = match self.random.below(4) {
                0 => name,
                1 => format!("(every move: ({name})')"),
                _ => format!("(some move: ({name})')"),
            };
            match self.random.below(3) {
                0 => self.claim("lemma", &format!("in every position where {domain}: {asked}")),
                1 => self.claim("query", &format!("tally {asked} where {domain}")),
                _ => self.claim("query", &format!("count positions where {domain} and {asked}")),
            }
        }
        let mover = self.mover(white);
        self.reaches(&plan, mover);
        match self.random.below(4) {
            0 => self.play(&plan, &steps, 3),
            1 if self.letters.len() == 3 => {
                let from = self.few_positions(mover, false);
                let says = self.random.one_of(&["keeps value", "keeps draw", "is optimal"]);
                self.claim("theorem", &format!("{plan} {says} from {from}"));
            }
            2 => {
                let domain = self.few_positions(None, false);
                let last = self.numbers[self.random.below(self.numbers.len())].clone();
                self.claim("query", &format!("tally {plan}.step where {domain} and {last} > 1"));
            }
            _ => self.reaches(&plan, mover),
        }
        if same_men {
            self.reaches(&base.strategy.0, mover);
            if self.letters.len() == 3 {
                let from = self.few_positions(None, true);
                self.claim("theorem", &format!("{} sound from {from}", base.recogniser));
            }
        }
    }
}
