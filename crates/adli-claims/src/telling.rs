//! What a report says, in sentences: the same on the command line and on a page.

use crate::extent::{Extent, Unit};
use crate::failure::Failure;
use crate::reason::Reason;
use crate::report::{ClaimReport, Kind, Quality, Verdict};
use crate::words::{counted, grouped, list, number_text};

impl Kind {
    /// What a claim of this kind is called.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Kind::Lemma => "lemma",
            Kind::Theorem => "theorem",
            Kind::Query => "query",
        }
    }
}

impl ClaimReport {
    /// The verdict, and whether it is the one that the text expects.
    #[must_use]
    pub fn headline(&self) -> String {
        let verdict = match (self.kind, self.verdict, self.number) {
            (Kind::Query, Verdict::Proved | Verdict::Refuted, Some(number)) => match self.share {
                Some(share) => {
                    let of = grouped(self.positions.unwrap_or_default());
                    format!("{:.1} % ({} of {of})", 100.0 * share, grouped(number))
                }
                None => grouped(number),
            },
            (Kind::Query, Verdict::Proved, None) => "answered".to_owned(),
            (_, Verdict::Proved, _) => "proved".to_owned(),
            (_, Verdict::Unsatisfiable, _) => {
                let by = self.said.as_ref().map_or_else(Vec::new, |said| said.by.clone());
                format!(
                    "unsatisfiable by {}",
                    if by.is_empty() { "solvers".to_owned() } else { list(&by, "and") }
                )
            }
            (_, Verdict::Refuted, _) => "refuted".to_owned(),
            (_, Verdict::Unknown, _) => "unknown".to_owned(),
            (_, Verdict::NotRun, _) => "not run".to_owned(),
            (_, Verdict::Internal, _) => "failed a check of our own".to_owned(),
        };
        let decided = self.as_claimed.is_some();
        let assumed = match self.assumes.is_empty() || !decided {
            true => String::new(),
            false => format!(
                " on condition that the other side plays the replies of {}",
                list(&quoted(&self.assumes), "and")
            ),
        };
        let verdict = match &self.vacuous {
            Some(nothing) => format!("{verdict}, but of nothing: {nothing}"),
            None => verdict,
        };
        match (&self.expected, self.as_claimed) {
            (Some(_), Some(true)) => format!("{verdict}{assumed}, as expected"),
            (Some(expected), Some(false)) => format!("{verdict}{assumed}; the text expects {expected}"),
            _ => format!("{verdict}{assumed}"),
        }
    }

    /// How much fails, of how many where that is known.
    #[must_use]
    pub fn how_much(&self, extent: &Extent) -> String {
        let failing = number_text(extent.number);
        let all = match extent.unit {
            Unit::Plays => self.plays.map(|plays| format!("in {failing} of {}", counted(plays, "play"))),
            Unit::Positions => match (self.met, self.positions) {
                (Some(met), _) => Some(format!("in {failing} of {} met in play", counted(met, "position"))),
                (None, all) => all.map(|all| format!("from {failing} of {}", counted(all, "position"))),
            },
        };
        let (word, unit) = match extent.unit {
            Unit::Plays => ("in", "play"),
            Unit::Positions => ("from", "position"),
        };
        match all.filter(|_| !extent.at_least) {
            Some(all) => all,
            None if extent.at_least => {
                format!("{word} at least {}; nobody counted how many", counted(extent.number, unit))
            }
            None => format!("{word} {}", counted(extent.number, unit)),
        }
    }
}

impl Failure {
    /// The reason; where the rules do not apply any more, how it came to that and what to write.
    #[must_use]
    pub fn what_fails(&self) -> String {
        if self.reason != Reason::HomeLeft {
            return self.reason.words().to_owned();
        }
        // The line may end with the opponent's reply to the promotion.
        let promotes = self.moves.iter().rev().take(2).any(|mv| mv.san.contains('='));
        let taken = self.moves.iter().rev().find(|mv| mv.san.contains('x'));
        let left = match (promotes, taken.map(|mv| mv.rule.is_some())) {
            (true, _) => "the pawn has promoted, the claim does not say that this is enough, and",
            (_, Some(true)) => "a man of the other side is taken, and",
            (_, Some(false)) => "a man is taken, and",
            _ => "",
        };
        let men = men_of(&self.end);
        let go_on = match men.len() {
            2 => String::new(),
            _ => "; if others go on from there, name their strategy after `then`".to_owned(),
        };
        format!("{left} the rules are not for {men}{go_on}").trim_start().to_owned()
    }

    /// The rule to blame; of a cycle all its rules.
    #[must_use]
    pub fn blamed(&self) -> String {
        let Some(last) = &self.rule else { return String::new() };
        let mut rules: Vec<String> = Vec::new();
        let round = self.cycle_from.and_then(|from| self.moves.get(from..)).unwrap_or_default();
        for rule in round.iter().filter_map(|mv| mv.rule.as_ref()) {
            let rule = format!("`{rule}`");
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        match rules.len() {
            0 | 1 => format!(", by the rule `{last}`"),
            _ => format!(", by the rules {}", list(&rules, "and")),
        }
    }
}

impl Reason {
    /// What goes wrong.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Reason::Stuck => "no rule has a move",
            Reason::Stalemate => "stalemate",
            Reason::HomeLeft => "the rules are not for the men that are left",
            Reason::Mated => "the strategy's side is mated",
            Reason::Cycle => "the play never ends",
            Reason::TooSlow => "more moves than the claim allows",
            Reason::FiftyMoves => "fifty moves without capture or pawn move",
            Reason::ValueLost => "a move gives away what the position was worth",
            Reason::NotOptimal => "a move is not a best one",
            Reason::NotSymmetric => "something else is allowed in an image of the position",
            Reason::Conclusion => "the conclusion does not hold",
            Reason::WrongAnswer => "a wrong answer",
            Reason::Unanswered => "no answer",
            Reason::Unused => "a rule gives its answer nowhere",
        }
    }
}

impl Quality {
    /// How good the strategy is.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Quality::Faulty => "the strategy may give away what a position is worth, or get stuck",
            Quality::ValuePreserving => "the strategy gives nothing away, but need not get to the end",
            Quality::Correct => "the strategy is correct, and not always as fast as possible",
            Quality::Optimal => "the strategy is correct, and as fast as possible",
        }
    }
}

/// The men of a position, White's first, such as `KRK`.
fn men_of(fen: &str) -> String {
    let placement = fen.split(' ').next().unwrap_or_default();
    let side = |of: fn(&char) -> bool| {
        let men = "KQRBNP".chars().map(|kind| {
            let count = placement.chars().filter(of).filter(|man| man.eq_ignore_ascii_case(&kind)).count();
            kind.to_string().repeat(count)
        });
        men.collect::<String>()
    };
    side(char::is_ascii_uppercase) + &side(char::is_ascii_lowercase)
}

fn quoted(names: &[String]) -> Vec<String> {
    names.iter().map(|name| format!("`{name}`")).collect()
}
