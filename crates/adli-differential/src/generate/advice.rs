//! Random advice, and strategies that try it.

use super::Writer;
use super::expressions::Scope;
use super::given::Given;

/// A piece of advice that has been written.
#[derive(Clone)]
pub(super) struct Hint {
    pub(super) name: String,
    /// Ways to ask for it; the first is the same in every position.
    asked: Vec<String>,
    /// There is something to reach, and nothing counts plies: it is known how long the quickest tree is.
    pub(super) has_length: bool,
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
        let (mut parameters, mut arguments) = (Vec::new(), Vec::new());
        let mut scope = Scope::of(&[""]);
        if self.random.once_in(self.advice_given) {
            for _ in 0..1 + self.random.below(2) {
                let sort =
                    [Given::Square, Given::Square, Given::Number, Given::Set, Given::Truth, Given::Side];
                let (sort, parameter) = (sort[self.random.below(6)], self.local());
                parameters.push(format!("{parameter}: {}", sort.word()));
                arguments.push(sort);
                if sort == Given::Square {
                    scope.locals.push(parameter);
                } else {
                    scope.given.push((sort, parameter));
                }
            }
        }
        let bound = (!parameters.is_empty() && self.random.once_in(2)).then(|| self.local());
        parameters.extend(bound.iter().map(|bound| format!("{bound}: 1 .. {plies}")));
        let listed =
            if parameters.is_empty() { String::new() } else { format!("({})", parameters.join(", ")) };
        let with = |suffixes: &[&str]| Scope {
            locals: scope.locals.clone(),
            given: scope.given.clone(),
            ..Scope::of(suffixes)
        };
        let mut text = format!("advice {name}{listed} for {side} to {aim}");
        if self.random.once_in(4) {
            text += &format!("\n  when {}", self.condition(&with(&[""]), 1));
        }
        // Before a move there is a bare name; in a goal of several plies there is none.
        let moving = match plies {
            1 => with(&["'", ""]),
            _ => with(&["'", "'", "", " at root"]),
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
            text += &format!("\n  reach{}", self.goal(plies, clock, earlier, &scope));
        }
        for _ in 0..if reach { self.random.below(2) } else { 1 + self.random.below(2) } {
            text += &format!("\n  hold{}", self.goal(plies, clock, &[], &scope));
        }
        text += &match &bound {
            Some(bound) => format!("\n  within {bound} plies"),
            None => format!("\n  within {plies} {}", if plies == 1 { "ply" } else { "plies" }),
        };
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
        let counts = text.contains("ply >=") || text.contains("left >=");
        self.lines.push(text);
        let mut asked = Vec::new();
        for constant in [true, false] {
            let mut given: Vec<String> = Vec::new();
            for &sort in &arguments {
                given.push(match (sort, constant) {
                    (Given::Square, true) => self.square(),
                    (Given::Number, true) => self.random.below(9).to_string(),
                    (Given::Set, true) => self.some_squares(3),
                    _ => self.argument(sort, &Scope::of(&[""])),
                });
            }
            given.extend(bound.iter().map(|_| (2 + self.random.below(plies - 1)).min(plies).to_string()));
            let listed = if given.is_empty() { String::new() } else { format!("({})", given.join(", ")) };
            asked.push(format!("{name}{listed}"));
        }
        Hint {
            name,
            asked,
            has_length: reach && !counts,
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
            return Some(format!("{} against pass", self.ask(&hint)));
        }
        let counterplan = self.advice(!white, true, &[]);
        let (ours, theirs) = (self.ask(&hint), self.ask(&counterplan));
        counterplan.is_counterplan.then(|| format!("{ours} against {theirs}"))
    }

    /// A piece of advice as it is asked for, in a position that bare names speak of.
    pub(super) fn ask(&mut self, hint: &Hint) -> String {
        hint.asked[self.random.below(hint.asked.len())].clone()
    }

    fn goal(&mut self, plies: usize, clock: bool, earlier: &[Hint], given: &Scope) -> String {
        let suffixes: &[&str] = match plies {
            1 => &["'", "'", ""],
            _ if self.random.once_in(3) => &["'", "'", "'", " at root", " at before"],
            _ => &["'"],
        };
        let scope = Scope { locals: given.locals.clone(), given: given.given.clone(), ..Scope::of(suffixes) };
        let turn = match (self.random.below(4), plies) {
            (0, 2..) => " after them",
            (1, _) => "",
            _ => " after us",
        };
        // Every goal looks at the position after the move.
        let man = self.random.below(self.letters.len());
        let here = Scope { suffixes: vec!["'".to_owned()], ..scope.clone() };
        let set = self.set(&here, 1);
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
            let hint = earlier[self.random.below(earlier.len())].asked[0].clone();
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
        let to_draw = self.aim.map_or_else(|| self.random.once_in(2), |aim| aim == "draw");
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
        let one = hints[self.random.below(hints.len())].clone();
        if self.random.once_in(3) {
            let (when, asked) = (self.condition(&Scope::of(&[""]), 1), self.ask(&one));
            text += &format!("\n  when {when} try {asked}");
            steps.push(one.name.clone());
        }
        if self.random.once_in(4) {
            let step = self.name("step");
            let class = self.class(white, &Scope::of(&["'", ""]));
            text += &format!("\n  step {step}: move {class}");
            steps.push(step);
        }
        let asked: Vec<String> = hints.iter().map(|hint| self.ask(hint)).collect();
        let names: Vec<String> = hints.iter().map(|hint| hint.name.clone()).collect();
        let played_out = hints.iter().find(|hint| hint.is_played_out).cloned();
        let next = hints.iter().rev().find(|hint| hint.begins_anywhere).cloned();
        if let (Some(first), Some(next), true) = (played_out, next, self.random.once_in(2)) {
            let again = if self.random.once_in(2) { ", again" } else { "" };
            let (asked, next) = (self.ask(&first), self.ask(&next));
            text += &format!("\n  try {asked} then {next}{again}");
            steps.push(first.name);
        }
        text += &format!("\n  try {}", asked.join(", "));
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
