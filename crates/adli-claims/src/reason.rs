//! What goes wrong, which reason counts where several apply, and in which order failures are shown.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No rule has a move.
    Stuck,
    /// The strategy stalemates.
    Stalemate,
    /// The rules are not for the men that are left, and what follows is not what the claim allows.
    HomeLeft,
    /// The strategy's side is mated.
    Mated,
    /// The play need not end.
    Cycle,
    /// More moves than the claim allows.
    TooSlow,
    /// More than fifty moves without capture or pawn move.
    FiftyMoves,
    /// A move gives away what the position was worth.
    ValueLost,
    /// A move is not a best one.
    NotOptimal,
    /// The strategy allows something else in an image of the position.
    NotSymmetric,
    /// A lemma's conclusion does not hold.
    Conclusion,
    /// A recogniser's answer is wrong.
    WrongAnswer,
    /// A recogniser does not know.
    Unanswered,
    /// A rule of a recogniser gives its answer nowhere.
    Unused,
}

impl Reason {
    /// The order in which reasons count. A position met in play counts for the first that applies to it, by
    /// every method.
    pub const ORDER: [Reason; 7] = [
        Reason::Mated,
        Reason::HomeLeft,
        Reason::Stalemate,
        Reason::Stuck,
        Reason::Cycle,
        Reason::TooSlow,
        Reason::FiftyMoves,
    ];

    /// The reason for which a position counts: the first that applies.
    pub fn first(applies: impl FnMut(&Reason) -> bool) -> Option<Reason> {
        Reason::ORDER.into_iter().find(applies)
    }

    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Reason::Stuck => "stuck",
            Reason::Stalemate => "stalemate",
            Reason::HomeLeft => "home_left",
            Reason::Mated => "mated",
            Reason::Cycle => "cycle",
            Reason::TooSlow => "too_slow",
            Reason::FiftyMoves => "fifty_moves",
            Reason::ValueLost => "value_lost",
            Reason::NotOptimal => "not_optimal",
            Reason::NotSymmetric => "not_symmetric",
            Reason::Conclusion => "conclusion",
            Reason::WrongAnswer => "wrong_answer",
            Reason::Unanswered => "unanswered",
            Reason::Unused => "unused",
        }
    }
}

/// Puts lines into the order in which they are shown. A line of each reason comes first, the most frequent
/// reason before the
/// others; then a line of each rule that is to blame; then second ones. Otherwise the order stays.
pub fn in_order<L, R: Ord>(
    lines: Vec<L>,
    kinds: &BTreeMap<Reason, u64>,
    of: impl Fn(&L) -> (Reason, R),
) -> Vec<L> {
    let mut shown: BTreeMap<Reason, BTreeMap<R, usize>> = BTreeMap::new();
    let mut ranked = Vec::new();
    for line in lines {
        let (reason, rule) = of(&line);
        let rules = shown.entry(reason).or_default();
        let is_first = rules.is_empty();
        let before = rules.entry(rule).or_default();
        *before += 1;
        let round = if is_first { 0 } else { *before };
        ranked.push(((round, Reverse(kinds.get(&reason).copied().unwrap_or_default())), line));
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, line)| line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_counts_for_the_first_reason() {
        let applies = [Reason::Stuck, Reason::Mated, Reason::Cycle];
        assert_eq!(Reason::first(|reason| applies.contains(reason)), Some(Reason::Mated));
        assert_eq!(Reason::first(|_| false), None);
    }

    /// The kind with most positions comes first, though it was found last; no kind or rule twice before each
    /// was there.
    #[test]
    fn frequent_reasons_come_first_and_nothing_twice_before_the_rest() {
        let kinds = BTreeMap::from([(Reason::Stuck, 344), (Reason::Cycle, 431_568)]);
        let lines = vec![
            (Reason::Stuck, "a"),
            (Reason::Stuck, "a"),
            (Reason::Stuck, "b"),
            (Reason::Cycle, "a"),
            (Reason::Cycle, "c"),
        ];
        let shown = in_order(lines, &kinds, |line| *line);
        let expected = [
            (Reason::Cycle, "a"),
            (Reason::Stuck, "a"),
            (Reason::Cycle, "c"),
            (Reason::Stuck, "b"),
            (Reason::Stuck, "a"),
        ];
        assert_eq!(shown, expected);
    }
}
