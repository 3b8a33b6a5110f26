//! Random advice, and strategies that try it.

use super::Writer;
use super::expressions::Scope;

/// A piece of advice that has been written.
#[derive(Clone)]
pub(super) struct Hint {
    pub(super) name: String,
    /// Its trees are played to their end, so that other advice may go on after it.
    is_played_out: bool,
    /// Nothing is said of its first move, so that it may go on wherever a tree ends.
    begins_anywhere: bool,
    /// It does not say which replies it looks at, so that it can be asked against other advice.
    any_reply: bool,
    /// It says nothing of first moves and replies, and has several plies: the other side may play it.
    is_counterplan: bool,
}

impl Writer {
    /// A piece of advice; `earlier` may be asked about (`can A`).
    pub(super) fn advice(&mut self, white: bool, to_draw: bool, earlier: &[Hint]) -> Hint {
        let name = self.name("hint");
        let side = if white { "White" } else { "Black" };
        let aim = if to_draw && self.random.once_in(2) { "draw" } else { "win" };
        let plies = [1, 1, 2, 3, 3, 4][self.random.below(6)];
        let mut text = format!("advice {name} for {side} to {aim}");
        if self.random.once_in(4) {
            text += &format!("\n  when {}", self.condition(&Scope::of(&[""]), 1));
        }
        // Before a move there is a bare name; in a goal of several plies there is none.
        let moving = match plies {
            1 => Scope::of(&["'", ""]),
            _ => Scope::of(&["'", "'", "", " at root"]),
        };
        let mut clock = true;
        let first = self.random.once_in(4);
        if first {
            text += &format!("\n  move {}", self.classes(white, &moving));
        }
        if self.random.once_in(4) {
            text += &format!("\n  each move {}", self.ordered(white, &moving));
        }
        let replies = plies > 1 && self.random.once_in(5);
        if replies {
            text += &format!("\n  replies {}", self.ordered(!white, &moving));
        }
        let reach = self.random.below(4) > 0;
        let quickest = reach && self.random.once_in(2);
        if quickest {
            clock = false;
        }
        for _ in 0..usize::from(reach) * (1 + self.random.below(2)) {
            text += &format!("\n  reach{}", self.goal(plies, clock, earlier));
        }
        for _ in 0..if reach { self.random.below(2) } else { 1 + self.random.below(2) } {
            text += &format!("\n  hold{}", self.goal(plies, clock, &[]));
        }
        text += &format!("\n  within {plies} {}", if plies == 1 { "ply" } else { "plies" });
        if quickest {
            text += ", quickest";
        }
        let one_move = self.random.once_in(4);
        if one_move {
            text += " one move";
        }
        let prefers = self.random.once_in(3);
        if prefers {
            text += &format!("\n  {}", self.keys(&moving));
        }
        self.lines.push(text);
        Hint {
            name,
            is_played_out: reach && !one_move,
            begins_anywhere: !first && !prefers,
            any_reply: !replies,
            is_counterplan: !first && !replies && plies > 1,
        }
    }

    /// `A against C`, if there is such advice: often C is new.
    pub(super) fn against(&mut self, white: bool, hints: &[Hint]) -> Option<String> {
        let hint = hints.iter().find(|hint| hint.any_reply)?.clone();
        if self.random.once_in(3) {
            return Some(format!("{} against pass", hint.name));
        }
        let counterplan = self.advice(!white, true, &[]);
        counterplan.is_counterplan.then(|| format!("{} against {}", hint.name, counterplan.name))
    }

    fn goal(&mut self, plies: usize, clock: bool, earlier: &[Hint]) -> String {
        let scope = match plies {
            1 => Scope::of(&["'", "'", ""]),
            _ if self.random.once_in(3) => Scope::of(&["'", "'", "'", " at root", " at before"]),
            _ => Scope::of(&["'"]),
        };
        let turn = match (self.random.below(4), plies) {
            (0, 2..) => " after them",
            (1, _) => "",
            _ => " after us",
        };
        // Every goal looks at the position after the move.
        let man = self.random.below(self.letters.len());
        let set = self.set(&Scope::of(&["'"]), 1);
        let now = format!("{}' in {set}", self.letters[man]);
        let mut goal = match self.random.below(5) {
            0 => now,
            1 => format!("({now} or {})", self.condition(&scope, 1)),
            2 => format!("({now} implies {})", self.condition(&scope, 1)),
            3 => format!("({now} or mate')"),
            _ => format!("(not ({now}) and {})", self.condition(&scope, 1)),
        };
        if clock && self.random.once_in(6) {
            let word = self.random.one_of(&["ply", "left"]);
            goal = format!("({goal} and {word} >= 1)");
        }
        if !earlier.is_empty() && self.random.once_in(4) {
            let hint = &earlier[self.random.below(earlier.len())].name;
            goal = format!("({goal} or can {hint}')");
        }
        if self.random.once_in(6) {
            let letter = &self.letters[self.random.below(self.letters.len())];
            goal = format!("({goal} and alive({letter})')");
        }
        format!("{turn}: {goal}")
    }

    fn classes(&mut self, white: bool, scope: &Scope) -> String {
        let own = self.own(white);
        match self.random.below(3) {
            0 => format!("{} where {}", own[0], self.condition(scope, 1)),
            1 => format!("any where {} else any", self.condition(scope, 1)),
            _ => format!("{} else any", own[self.random.below(own.len())]),
        }
    }

    fn ordered(&mut self, white: bool, scope: &Scope) -> String {
        let classes = self.classes(white, scope);
        if self.random.once_in(2) { format!("{classes} by {}", self.keys(scope)) } else { classes }
    }

    /// Advice and a strategy that tries it; the answer is the names of the strategy, its steps and the advice.
    pub(super) fn trying(&mut self, white: bool) -> (String, Vec<String>, Vec<Hint>) {
        let to_draw = self.random.once_in(2);
        let mut hints: Vec<Hint> = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let hint = self.advice(white, to_draw, &hints);
            hints.push(hint);
        }
        let name = self.name("plan");
        let side = if white { "White" } else { "Black" };
        let aim = if to_draw { "draw" } else { "win" };
        let mut text = format!("strategy {name} for {side} to {aim}");
        if self.random.once_in(5) {
            text += "\n  always not stalemate'";
        }
        let mut steps = Vec::new();
        let one = &hints[self.random.below(hints.len())].name;
        if self.random.once_in(3) {
            text += &format!("\n  when {} try {one}", self.condition(&Scope::of(&[""]), 1));
            steps.push(one.clone());
        }
        if self.random.once_in(4) {
            let step = self.name("step");
            let class = self.class(white, &Scope::of(&["'", ""]));
            text += &format!("\n  step {step}: move {class}");
            steps.push(step);
        }
        let names: Vec<String> = hints.iter().map(|hint| hint.name.clone()).collect();
        let played_out = hints.iter().find(|hint| hint.is_played_out);
        let next = hints.iter().rev().find(|hint| hint.begins_anywhere);
        if let (Some(first), Some(next), true) = (played_out, next, self.random.once_in(2)) {
            let again = if self.random.once_in(2) { ", again" } else { "" };
            text += &format!("\n  try {} then {}{again}", first.name, next.name);
            steps.push(first.name.clone());
        }
        text += &format!("\n  try {}", names.join(", "));
        steps.extend(names);
        if self.random.once_in(2) {
            let step = self.name("step");
            text += &format!(
                "\n  step {step}: move {} {}",
                self.own(white).join(", "),
                self.keys(&Scope::of(&["'"]))
            );
            steps.push(step);
        }
        self.lines.push(text);
        steps.dedup();
        (name, steps, hints)
    }
}
