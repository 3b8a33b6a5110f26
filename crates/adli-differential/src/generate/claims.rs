//! Random claims.

use super::Writer;
use super::expressions::Scope;

impl Writer {
    pub(super) fn claim(&mut self, word: &str, says: &str) {
        let name = self.name("claim");
        self.lines.push(format!("{word} {name}: {says}"));
    }

    /// What is as good as mate. A captured man stands off the board here, and nobody asks.
    fn enough(&mut self) -> String {
        let mut scope = Scope::of(&[""]);
        scope.attacks = false;
        scope.definitions = false;
        let gone = self.gone();
        match self.random.below(8) {
            0 => format!(
                "(captured({}) or {gone})",
                self.letters[self.letters.len() - 1 - self.random.below(2)]
            ),
            1 if self.pawns => format!("(not home or {gone})"),
            2..=4 => format!("({} or {gone})", self.condition(&scope, 1)),
            5 if self.letters.len() == 3 => format!("({})", self.condition(&scope, 1)),
            _ => format!("({gone})"),
        }
    }

    pub(super) fn reaches(&mut self, strategy: &str, mover: Option<&str>) {
        // Without it four men are compared with best play, which takes minutes.
        let or = match self.random.once_in(6) && self.letters.len() == 3 {
            true => String::new(),
            false => format!(" or {}", self.enough()),
        };
        let within = match self.random.below(4) {
            0 => format!(" within {} moves", self.random.below(4) + 1),
            _ => String::new(),
        };
        let from = self.few_positions(mover, false);
        self.claim("theorem", &format!("{strategy} reaches mate{or}{within} from {from}"));
    }

    /// The strategy's side, the other, or both.
    pub(super) fn mover(&mut self, white: bool) -> Option<&'static str> {
        match (self.random.below(5), white) {
            (0, _) => None,
            (1, true) | (2.., false) => Some("Black"),
            _ => Some("White"),
        }
    }

    pub(super) fn about_steps(&mut self) {
        let white = self.random.below(3) > 0;
        let (strategy, _) = self.steps(white);
        for _ in 0..1 + self.random.below(3) {
            let mover = self.mover(white);
            self.reaches(&strategy, mover);
        }
        if self.random.once_in(3) {
            let domain = self.few_positions(None, false);
            self.claim("query", &format!("tally {strategy}.step where {domain}"));
        }
        if self.random.once_in(4) && self.letters.len() == 3 {
            let from = self.few_positions(None, false);
            self.claim("query", &format!("longest {strategy} from {from}"));
        }
    }

    pub(super) fn about_trees(&mut self) {
        let white = self.random.below(3) > 0;
        let (strategy, _, hints) = self.trying(white);
        for _ in 0..1 + self.random.below(2) {
            let mover = self.mover(white);
            self.reaches(&strategy, mover);
        }
        if self.random.once_in(3) {
            let domain = self.few_positions(None, false);
            self.claim("query", &format!("tally {strategy}.step where {domain}"));
        }
        let hint = hints[self.random.below(hints.len())].clone();
        let (domain, show) = (self.few_positions(None, false), self.condition(&Scope::of(&[""]), 1));
        let can = format!("can {} iff {show}", self.ask(&hint));
        self.claim("lemma", &format!("in every position where {domain}: {can}"));
        if let Some(hint) = hints.iter().find(|hint| hint.has_length).cloned() {
            let (domain, asked) = (self.few_positions(None, false), self.ask(&hint));
            self.claim("query", &format!("tally plies({asked}) where {domain}"));
        }
        if let Some(against) = self.against(white, &hints) {
            let domain = self.few_positions(None, false);
            self.claim("query", &format!("count positions where {domain} and can {against}"));
        }
    }

    pub(super) fn about_values(&mut self) {
        let white = self.random.once_in(2);
        let strategy = if self.random.once_in(3) { self.trying(white).0 } else { self.steps(white).0 };
        for _ in 0..1 + self.random.below(3) {
            let mover = self.mover(white);
            let from = self.few_positions(mover, false);
            let says =
                self.random.one_of(&["keeps value", "keeps draw", "is optimal", "is optimal", "is optimal"]);
            self.claim("theorem", &format!("{strategy} {says} from {from}"));
        }
        let domain = self.few_positions(None, true);
        let scope = Scope::of(&[""]);
        let value = match self.random.below(4) {
            0 => format!("moves_to_mate <= {}", self.random.below(12)),
            1 => "not check and (value(White) after pass) = draw".to_owned(),
            2 => format!("value(Black) in {{draw, win}} iff {}", self.condition(&scope, 1)),
            _ => format!("value(White) = {}", self.random.one_of(&["win", "draw", "loss"])),
        };
        match self.random.below(3) {
            0 => self.claim("lemma", &format!("in every position where {domain}: {value}")),
            1 => self.claim("query", &format!("count positions where {domain} and ({value})")),
            _ => self.claim("query", &format!("share {value} where {domain}")),
        }
    }

    pub(super) fn about_positions(&mut self) {
        let scope = Scope::of(&[""]);
        for _ in 0..2 + self.random.below(3) {
            let domain = self.few_positions(None, true);
            let asked = self.condition(&scope, 3);
            let says = match self.random.below(6) {
                5 if self.random.once_in(3) => format!("tally {asked} where {domain}"),
                5 => format!("tally {} where {domain}", self.number(&scope, 2)),
                0 => format!("count positions where {domain} and {asked}"),
                1 => format!("count classes where {domain} and {asked}"),
                2 => format!("share {asked} where {domain}"),
                _ => {
                    self.claim("lemma", &format!("in every position where {domain}: {asked}"));
                    continue;
                }
            };
            self.claim("query", &says);
        }
    }

    /// A condition about a play: every part speaks of one position, or compares two.
    fn of_play(&mut self, last: usize, depth: usize) -> String {
        let scope = Scope::of(&[""]);
        let (first, second) = (self.random.below(last + 1), self.random.below(last + 1));
        if depth > 0 && self.random.once_in(2) {
            let word = self.random.one_of(&["and", "or", "implies", "iff"]);
            let (left, right) = (self.of_play(last, depth - 1), self.of_play(last, depth - 1));
            return format!("({left} {word} {right})");
        }
        match self.random.below(6) {
            0 => {
                let (left, right) = (self.number(&scope, 1), self.number(&scope, 1));
                let op = self.random.one_of(&["=", "/=", "<", "<=", ">", ">="]);
                format!("(({left}) at p{first}) {op} (({right}) at p{second})")
            }
            1 => {
                let man = self.letters[self.random.below(self.letters.len())].clone();
                let op = self.random.one_of(&["=", "/="]);
                format!("({man} at p{first}) {op} ({man} at p{second})")
            }
            2 => {
                let man = self.letters[self.random.below(self.letters.len())].clone();
                format!("not (({man} at p{first}).rank < ({man} at p{second}).rank)")
            }
            3 => format!("({}) at {{p{first}, p{second}}}", self.condition(&scope, 1)),
            _ => format!("({}) at p{first}", self.condition(&scope, 1)),
        }
    }

    pub(super) fn play(&mut self, strategy: &str, steps: &[String], last: usize) {
        let home = if self.random.below(4) > 0 { "home throughout and " } else { "" };
        let mut given = format!("{home}({}) at p0", self.few_positions(None, false));
        if self.random.once_in(3) && !home.is_empty() {
            given += &format!(" and {}", self.of_play(last, 1));
        }
        if self.random.once_in(4) {
            let step = &steps[self.random.below(steps.len())];
            given += &format!(" and {strategy}.step at p0 {} {step}", self.random.one_of(&["=", "/="]));
        }
        let show = match self.random.below(5) {
            0 => "impossible".to_owned(),
            1 => format!("show ({}) throughout", self.condition(&Scope::of(&[""]), 1)),
            _ => format!("show {}", self.of_play(last, 2)),
        };
        self.claim("lemma", &format!("for play p0 .. p{last} of {strategy} given {given} {show}"));
    }

    pub(super) fn about_plays(&mut self) {
        let white = self.random.below(3) > 0;
        let (strategy, steps) = match self.random.once_in(4) {
            true => {
                let (strategy, steps, _) = self.trying(white);
                (strategy, steps)
            }
            false => self.steps(white),
        };
        for _ in 0..2 + self.random.below(2) {
            let last = 1 + self.random.below(3);
            self.play(&strategy, &steps, last);
        }
        if self.random.once_in(2) {
            let side = if white { "White" } else { "Black" };
            let domain = self.few_positions(Some(side), false);
            let says = match self.random.once_in(2) {
                true => format!("{strategy}.step /= none"),
                false => {
                    format!("some move: {strategy}.allows and {}", self.condition(&Scope::of(&["'"]), 0))
                }
            };
            self.claim("lemma", &format!("in every position where {domain}: {says}"));
        }
    }

    /// Lemmas of a text without advice and values.
    pub(super) fn about_lemmas(&mut self) {
        let white = self.random.below(3) > 0;
        if self.random.once_in(2) {
            let (domain, asked) = (self.few_positions(None, true), self.condition(&Scope::of(&[""]), 2));
            self.claim("lemma", &format!("in every position where {domain}: {asked}"));
            return;
        }
        let (strategy, steps) = self.steps(white);
        let last = 1 + self.random.below(2);
        self.play(&strategy, &steps, last);
    }

    /// Claims that are taken on boards of other sizes.
    pub(super) fn about_sizes(&mut self) {
        let white = self.random.below(3) > 0;
        match self.random.below(4) {
            0 => self.about_positions(),
            1 => {
                let (strategy, steps) = self.steps(white);
                let last = 1 + self.random.below(2);
                self.play(&strategy, &steps, last);
            }
            _ => {
                let (strategy, _) = self.steps(white);
                for _ in 0..2 {
                    let mover = self.mover(white);
                    let from = self.few_positions(mover, false);
                    let within = if self.random.once_in(3) { " within 2 moves" } else { "" };
                    let says = match self.random.once_in(4) {
                        true => format!("longest {strategy} from {from}"),
                        false => format!("{strategy} reaches mate{within} from {from}"),
                    };
                    let word = if says.starts_with("longest") { "query" } else { "theorem" };
                    self.claim(word, &says);
                }
            }
        }
    }

    /// Lemmas about positions of boards of every size, in words that linear arithmetic has.
    pub(super) fn about_every_size(&mut self) {
        let mut scope = Scope::of(&[""]);
        (scope.moves, scope.definitions) = (false, false);
        for _ in 0..2 {
            let (least, depth) = (3 + self.random.below(3), self.random.below(2));
            let (domain, show) = (self.condition(&scope, depth), self.condition(&scope, 1));
            let says = format!("in every position where {domain}: {show} for every size >= {least}");
            self.claim("lemma", &says);
        }
    }

    fn answer(&mut self) -> String {
        let answer = self.random.one_of(&[
            "unknown",
            "draw",
            "win",
            "loss",
            "at_least_draw",
            "at_most_draw",
            "mated",
            "mates",
            "mates_next",
        ]);
        match answer {
            "win" | "loss" | "at_least_draw" | "at_most_draw" if self.random.once_in(2) => {
                format!("{answer} for {}", self.random.one_of(&["White", "Black"]))
            }
            _ => answer.to_owned(),
        }
    }

    /// A recogniser; the answer is its name.
    pub(super) fn recogniser(&mut self) -> String {
        let name = self.name("book");
        let mut scope = Scope::of(&[""]);
        scope.moves = false;
        let mut text = format!("recogniser {name}");
        for _ in 0..1 + self.random.below(4) {
            let when = self.condition(&scope, 2);
            if self.random.once_in(4) {
                let (inner, first, second) = (self.condition(&scope, 1), self.answer(), self.answer());
                text += &format!("\n  when {when} {{ when {inner} => {first} otherwise => {second} }}");
            } else {
                text += &format!("\n  when {when} => {}", self.answer());
            }
        }
        text += &format!("\n  otherwise => {}", self.answer());
        self.lines.push(text);
        name
    }

    pub(super) fn about_recognisers(&mut self) {
        let name = self.recogniser();
        for _ in 0..1 + self.random.below(3) {
            let from = self.few_positions(None, true);
            let says = self.random.one_of(&["sound", "complete", "exact", "uses every rule"]);
            self.claim("theorem", &format!("{name} {says} from {from}"));
        }
        let domain = self.few_positions(None, true);
        let asked = match self.random.once_in(2) {
            true => format!("{name}.answer = {}", self.random.one_of(&["draw", "unknown", "win", "loss"])),
            false => format!("{name}.rule = {}", 1 + self.random.below(3)),
        };
        self.claim("query", &format!("count positions where {domain} and {asked}"));
    }
}
