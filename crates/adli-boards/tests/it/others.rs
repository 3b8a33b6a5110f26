//! Bratko's strategy for the rook, and the one for the queen: the smallest boards on which they fail, and how long they take on others.
use adli_claims::{Reason, Verdict};

use crate::decided;

/// On small boards the strategies go round. How many positions that concerns, and of how many, stands in `docs/every-size.md`.
#[test]
fn on_small_boards_play_may_never_end() {
    for (text, size, failing) in
        [("krk/bratko-every-size", 4, 196), ("kqk/every-size", 4, 24), ("kqk/every-size", 5, 376)]
    {
        let report = decided(text, size, &["mates"]).remove(0);
        assert_eq!(report.verdict, Verdict::Refuted, "{text} on {size}: {:?}", report.reason);
        let failures = report.failures.as_ref().unwrap();
        assert_eq!(failures.extent.number, failing, "{text} on {size}");
        // The replay has seen the play return to where it was.
        assert_eq!(failures.shown[0].reason, Reason::Cycle);
    }
}

fn mates_within(text: &str, longest: &[(u8, u32)]) {
    for &(size, longest) in longest {
        let report = decided(text, size, &["mates"]).remove(0);
        assert_eq!(report.verdict, Verdict::Proved, "{text} on {size}: {:?}", report.reason);
        assert_eq!(report.longest_moves, Some(longest), "{text} on {size}");
    }
}

#[test]
fn on_the_next_boards_they_mate() {
    mates_within("krk/bratko-every-size", &[(3, 3), (5, 18)]);
    mates_within("kqk/every-size", &[(3, 1), (6, 12)]);
}

/// The rook and the queen are kept, there is always a step, and who has no move is mated.
fn safe(sizes: impl IntoIterator<Item = u8>) {
    for size in sizes {
        for (text, stays) in [("krk/bratko-every-size", "rook_stays"), ("kqk/every-size", "queen_stays")] {
            for report in decided(text, size, &[stays, "has_a_step", "ends_in_mate"]) {
                assert_eq!(report.verdict, Verdict::Proved, "{} on {size}: {:?}", report.name, report.reason);
            }
        }
    }
}

#[test]
fn what_makes_them_safe_holds_on_small_boards() {
    safe(3..=5);
}

/// Figures of `docs/every-size.md`.
#[test]
#[ignore = "takes minutes: a strategy that looks three moves ahead, at every position"]
fn on_larger_boards_they_mate() {
    mates_within("krk/bratko-every-size", &[(6, 23), (7, 29)]);
    mates_within("kqk/every-size", &[(7, 14), (8, 17)]);
    safe(6..=7);
}
