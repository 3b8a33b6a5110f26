//! Random advice, and strategies that try it.

use super::Writer;
use super::expressions::Scope;

impl Writer {
    /// A piece of advice; `earlier` may be asked about (`can A`). The answer is its name.
    pub(super) fn advice(&mut self, white: bool, to_draw: bool, earlier: &[String]) -> String {
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
        if self.random.once_in(4) {
            text += &format!("\n  move {}", self.classes(white, &moving));
        }
        if self.random.once_in(4) {
            text += &format!("\n  each move {}", self.ordered(white, &moving));
        }
        if plies > 1 && self.random.once_in(5) {
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
        if self.random.once_in(4) {
            text += " one move";
        }
        if self.random.once_in(3) {
            text += &format!("\n  {}", self.keys(&moving));
        }
        self.lines.push(text);
        name
    }

    fn goal(&mut self, plies: usize, clock: bool, earlier: &[String]) -> String {
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
            let hint = &earlier[self.random.below(earlier.len())];
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
    pub(super) fn trying(&mut self, white: bool) -> (String, Vec<String>, Vec<String>) {
        let to_draw = self.random.once_in(2);
        let mut hints: Vec<String> = Vec::new();
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
        let one = &hints[self.random.below(hints.len())];
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
        text += &format!("\n  try {}", hints.join(", "));
        steps.extend(hints.iter().cloned());
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
