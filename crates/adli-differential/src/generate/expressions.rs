//! Random expressions: numbers, squares, sets, conditions.
//!
//! What may be said depends on the positions that are spoken of. A man is named together with one of them: `K` here, `K'` after
//! the move, `K at root` where a tree began, `K at p2` in a play.

use super::Writer;
use super::given::{Function, Given};

/// What an expression may speak of.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// What follows a name: nothing, a prime, ` at root`, ` at p2`.
    pub(super) suffixes: Vec<String>,
    /// Squares that are bound.
    pub(super) locals: Vec<String>,
    /// What a definition or a piece of advice is given, besides squares.
    pub(super) given: Vec<(Given, String)>,
    /// Whether moves may be looked at (`mate`, `some move`).
    pub(super) moves: bool,
    /// Whether what a man attacks may be asked: not where he may have been captured without anybody asking.
    pub(super) attacks: bool,
    /// Whether definitions may be used.
    pub(super) definitions: bool,
}

impl Scope {
    pub(super) fn of(suffixes: &[&str]) -> Scope {
        Scope {
            suffixes: suffixes.iter().map(|&suffix| suffix.to_owned()).collect(),
            locals: Vec::new(),
            given: Vec::new(),
            moves: true,
            attacks: true,
            definitions: true,
        }
    }

    /// The same for one position, as seen from there.
    pub(super) fn bare(&self) -> Scope {
        Scope { suffixes: vec![String::new()], ..self.clone() }
    }
}

/// An expression as seen from a position.
pub(super) fn seen(expression: &str, suffix: &str) -> String {
    let simple = expression.chars().all(|c| c.is_alphanumeric() || c == '_');
    match suffix {
        "" if simple => expression.to_owned(),
        "" => format!("({expression})"),
        "'" if simple => format!("{expression}'"),
        "'" => format!("({expression})'"),
        _ if simple => format!("({expression}{suffix})"),
        _ => format!("(({expression}){suffix})"),
    }
}

impl Writer {
    pub(super) fn suffix(&mut self, scope: &Scope) -> String {
        let at = self.random.below(scope.suffixes.len());
        scope.suffixes[at].clone()
    }

    pub(super) fn man(&mut self, scope: &Scope) -> String {
        // A man who is given stands in one position, the one at hand.
        if scope.suffixes.iter().all(String::is_empty)
            && let Some(man) = self.one_given(scope, Given::Man)
        {
            return man;
        }
        let at = self.random.below(self.letters.len());
        let (letter, suffix) = (self.letters[at].clone(), self.suffix(scope));
        seen(&letter, &suffix)
    }

    pub(super) fn square_in(&mut self, scope: &Scope, depth: usize) -> String {
        match self.random.below(10) {
            0 => self.square(),
            1 if depth > 0 => {
                let (file, rank) = (self.number(scope, depth - 1), self.number(scope, depth - 1));
                format!("({file}, {rank})")
            }
            2..=4 if !scope.locals.is_empty() => {
                let at = self.random.below(scope.locals.len());
                scope.locals[at].clone()
            }
            _ => self.man(scope),
        }
    }

    /// A number.
    pub(super) fn number(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 {
            if let Some(number) = self.one_given(scope, Given::Number) {
                return number;
            }
            return match self.random.below(4) {
                0 => self.random.below(9).to_string(),
                1 => format!("{}.file", self.man(scope)),
                2 => format!("{}.rank", self.man(scope)),
                _ => {
                    let word = self.random.one_of(&["steps", "walk", "files", "ranks"]);
                    let (a, b) = (self.man(scope), self.man(scope));
                    format!("{word}({a}, {b})")
                }
            };
        }
        let less = depth - 1;
        match self.random.below(17) {
            0..=3 => {
                let word = self.random.one_of(&["steps", "walk", "files", "ranks"]);
                let (a, b) = (self.square_in(scope, less), self.square_in(scope, less));
                format!("{word}({a}, {b})")
            }
            4 => {
                let word = self.random.one_of(&["+", "-"]);
                format!("({} {word} {})", self.number(scope, less), self.number(scope, less))
            }
            5 => format!("{} * {}", 2 + self.random.below(2), self.number(scope, 0)),
            6 => {
                let word = self.random.one_of(&["div", "mod"]);
                format!("({}) {word} {}", self.number(scope, less), 2 + self.random.below(3))
            }
            7 => {
                let word = self.random.one_of(&["min", "max"]);
                format!("{word}({}, {})", self.number(scope, less), self.number(scope, less))
            }
            8 => format!("abs({} - {})", self.number(scope, 0), self.number(scope, 0)),
            9 => {
                let (a, b) = (self.number(scope, less), self.number(scope, less));
                format!("(if {} then {a} else {b})", self.condition(scope, less))
            }
            10 => format!("count({})", self.set(scope, less)),
            11 => {
                let word = self.random.one_of(&["beyond", "toward"]);
                format!("{word}({}, {})", self.number(scope, 0), self.number(scope, 0))
            }
            12 => {
                let (when, then) = (self.condition(scope, less), self.number(scope, less));
                format!("(case when {when}: {then} otherwise: {})", self.number(scope, less))
            }
            13 => {
                let (value, name) = (self.number(scope, less), self.local());
                let inner = format!("({name} + {})", self.number(scope, less));
                format!("(let {name} = {value} in {inner})")
            }
            14 => {
                let (set, name) = (self.small_set(scope), self.local());
                let within = with_local(scope, &name);
                let op = self.random.one_of(&["sum", "count"]);
                let inner = match op {
                    "sum" => self.number(&within, less.min(1)),
                    _ => self.condition(&within, less.min(1)),
                };
                format!("({op} {name} in {set}: {inner})")
            }
            _ => match self.definition(scope, false) {
                Some(name) => name,
                None => self.number(scope, less),
            },
        }
    }

    pub(super) fn local(&mut self) -> String {
        self.bound += 1;
        format!("v{}", self.bound)
    }

    /// A definition of the text, of numbers or of truths.
    fn definition(&mut self, scope: &Scope, truth: bool) -> Option<String> {
        if !scope.definitions {
            return None;
        }
        let functions: Vec<Function> = self.functions.iter().filter(|f| f.truth == truth).cloned().collect();
        if !functions.is_empty() && self.random.once_in(2) {
            let function = &functions[self.random.below(functions.len())];
            return Some(self.called(function, scope));
        }
        let names = if truth { &self.truths } else { &self.numbers };
        if names.is_empty() {
            return None;
        }
        let name = names[self.random.below(names.len())].clone();
        let suffix = self.suffix(scope);
        Some(seen(&name, &suffix))
    }

    fn small_set(&mut self, scope: &Scope) -> String {
        match self.random.below(4) {
            0 => "corner".to_owned(),
            1 => format!("ring({})", self.square_in(scope, 0)),
            2 => format!("jumps({})", self.square_in(scope, 0)),
            _ => self.some_squares(3),
        }
    }

    /// A set of squares.
    pub(super) fn set(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 {
            if let Some(set) = self.one_given(scope, Given::Set) {
                return set;
            }
            return match self.random.below(9) {
                0 => "edge".to_owned(),
                1 => "corner".to_owned(),
                2 => "xcorner".to_owned(),
                3 => format!("ring({})", self.square_in(scope, 0)),
                4 => format!("jumps({})", self.square_in(scope, 0)),
                5 => format!("file {}", char::from(b'a' + self.random.below(self.size.min(8)) as u8)),
                6 => format!("rank {}", 1 + self.random.below(self.size)),
                7 if scope.attacks => format!("attacks({})", self.man(scope)),
                _ => {
                    let many = 1 + self.random.below(4);
                    self.some_squares(many)
                }
            };
        }
        let less = depth - 1;
        match self.random.below(8) {
            0 => format!("({} | {})", self.set(scope, less), self.set(scope, less)),
            1 => format!("({} & {})", self.set(scope, less), self.set(scope, less)),
            2 => format!("({} - {})", self.set(scope, less), self.set(scope, less)),
            3 => {
                let name = self.local();
                let inner = self.condition(&with_local(scope, &name), 0);
                let from = if self.random.once_in(2) {
                    format!(" in {}", self.set(scope, 0))
                } else {
                    String::new()
                };
                format!("{{{name}{from}: {inner}}}")
            }
            4 => format!("{{{}}}", self.square_in(scope, 0)),
            _ => self.set(scope, 0),
        }
    }

    /// A condition.
    pub(super) fn condition(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 {
            return self.plain_condition(scope);
        }
        let less = depth - 1;
        match self.random.below(17) {
            0..=1 => format!("({} and {})", self.condition(scope, less), self.condition(scope, less)),
            2..=3 => format!("({} or {})", self.condition(scope, less), self.condition(scope, less)),
            4 => format!("not ({})", self.condition(scope, less)),
            5 => {
                let word = self.random.one_of(&["implies", "iff"]);
                format!("({} {word} {})", self.condition(scope, less), self.condition(scope, less))
            }
            6 => {
                let (a, b, c) = (self.number(scope, 0), self.number(scope, less), self.number(scope, 0));
                format!("{a} <= {b} < {c}")
            }
            7 => {
                let (op, set, name) =
                    (self.random.one_of(&["some", "every"]), self.small_set(scope), self.local());
                let inner = self.condition(&with_local(scope, &name), less.min(1));
                format!("({op} {name} in {set}: {inner})")
            }
            8 => {
                let (op, name) = (self.random.one_of(&["some", "every"]), self.local());
                let side = self.random.one_of(&["men", "men(White)", "men(Black)"]);
                let (suffix, bare) = (self.suffix(scope), scope.bare());
                let inner = self.condition(&with_local(&bare, &name), less.min(1));
                seen(&format!("{op} {name} in {side}: {inner}"), &suffix)
            }
            9 => {
                let op = self.random.one_of(&["subset", "=", "/="]);
                format!("({}) {op} ({})", self.set(scope, less), self.set(scope, less))
            }
            10 => {
                let (suffix, bare) = (self.suffix(scope), scope.bare());
                let inner = self.condition(&bare, less);
                seen(&inner, &suffix)
            }
            11 if scope.suffixes.iter().all(String::is_empty) => {
                format!("up to symmetry ({})", self.condition(scope, less))
            }
            12 if scope.moves && scope.suffixes.iter().all(String::is_empty) => self.about_moves(scope, less),
            13..=14 => match self.definition(scope, true) {
                Some(name) => name,
                None => self.condition(scope, less),
            },
            _ => self.plain_condition(scope),
        }
    }

    /// `some move: ..` and its like, or what holds if the other side were to move.
    fn about_moves(&mut self, scope: &Scope, depth: usize) -> String {
        let of = match self.random.below(3) {
            0 => format!(" of {}", self.letters[self.random.below(self.letters.len())]),
            _ => String::new(),
        };
        let after = Scope { suffixes: vec!["'".to_owned(), "'".to_owned(), String::new()], ..scope.clone() };
        match self.random.below(4) {
            0 => format!("(some move{of}: {})", self.condition(&after, depth.min(1))),
            1 => format!("(every move{of}: {})", self.condition(&after, depth.min(1))),
            2 => format!(
                "(count move{of}: {}) > {}",
                self.condition(&after, depth.min(1)),
                self.random.below(6)
            ),
            _ => format!("({} after pass)", seen(&self.condition(&scope.bare(), depth.min(1)), "")),
        }
    }

    pub(super) fn plain_condition(&mut self, scope: &Scope) -> String {
        if let Some(truth) = self.one_given(scope, Given::Truth) {
            return truth;
        }
        if let Some(side) = self.one_given(scope, Given::Side) {
            let (suffix, man) = (self.suffix(scope), self.letters[0].clone());
            return match self.random.below(3) {
                0 => format!("{side} = side({man})"),
                1 => seen(&format!("in_check({side})"), &suffix),
                _ => seen(&format!("to_move = {side}"), &suffix),
            };
        }
        if let Some(kind) = self.one_given(scope, Given::Kind) {
            let man = self.letters[self.random.below(self.letters.len())].clone();
            let suffix = self.suffix(scope);
            return format!("{} = {kind}", seen(&format!("kind({man})"), &suffix));
        }
        match self.random.below(20) {
            0..=4 => {
                let op = self.random.one_of(&["=", "/=", "<", "<=", ">", ">="]);
                format!("{} {op} {}", self.number(scope, 0), self.number(scope, 0))
            }
            5..=8 => {
                let op = self.random.one_of(&["in", "not in"]);
                format!("{} {op} {}", self.square_in(scope, 0), self.set(scope, 0))
            }
            9 => {
                let op = self.random.one_of(&["=", "/="]);
                format!("{} {op} {}", self.man(scope), self.square_in(scope, 1))
            }
            10..=11 => {
                let word = self.random.one_of(&["oblique", "straight", "slanted", "clear"]);
                if word == "clear" {
                    let (suffix, bare) = (self.suffix(scope), scope.bare());
                    let inner = format!("clear({}, {})", self.square_in(&bare, 0), self.square_in(&bare, 0));
                    return seen(&inner, &suffix);
                }
                format!("{word}({}, {})", self.square_in(scope, 0), self.square_in(scope, 0))
            }
            12 => {
                let (a, b, c) = (self.number(scope, 0), self.number(scope, 0), self.number(scope, 0));
                format!("inside({a}, {b}, {c})")
            }
            13 => {
                let (a, b, c) = (self.man(scope), self.square_in(scope, 0), self.square_in(scope, 0));
                format!("between({a}, {b}, {c})")
            }
            14 if scope.attacks => format!("hits({}, {})", self.man(scope), self.square_in(scope, 0)),
            15..=16 => {
                let words: &[&str] = match scope.moves {
                    true => &["check", "check", "mate", "stalemate", "no_move", "in_check(White)", "legal"],
                    false => &["check", "in_check(Black)"],
                };
                let (word, suffix) = (self.random.one_of(words), self.suffix(scope));
                seen(word, &suffix)
            }
            17 => {
                let (side, suffix) = (self.random.one_of(&["White", "Black"]), self.suffix(scope));
                seen(&format!("{side} to move"), &suffix)
            }
            18 => self.obvious(scope),
            19 if self.pawns => {
                let (op, suffix) = (self.random.one_of(&["=", "/="]), self.suffix(scope));
                seen(&format!("passing {op} nowhere"), &suffix)
            }
            _ => format!("{}.file in {{1, 4, 8}}", self.man(scope)),
        }
    }

    /// Something that is always true, or never.
    fn obvious(&mut self, scope: &Scope) -> String {
        match self.random.below(6) {
            0 => format!("{}.file >= 1", self.man(scope)),
            1 => format!("{}.rank > {}", self.man(scope), self.size),
            2 => format!("steps({}, {}) >= 0", self.man(scope), self.man(scope)),
            3 => format!("count(board) = {}", self.size * self.size),
            4 => format!("walk({0}, {1}) < steps({0}, {1})", self.man(scope), self.man(scope)),
            _ => format!("{} in board", self.man(scope)),
        }
    }
}

fn with_local(scope: &Scope, name: &str) -> Scope {
    let mut within = scope.clone();
    within.locals.push(name.to_owned());
    within
}
