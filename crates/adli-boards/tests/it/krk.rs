//! King and rook against king, by the strategy of 2013.
use adli_claims::{ClaimReport, Verdict};

fn decided(size: u8, claims: &[&str]) -> Vec<ClaimReport> {
    crate::decided("krk/malikovic-janicic", size, claims)
}

/// Longest wins: the numbers of an exhaustive prototype, which are 11(n - 2)/2, rounded up.
#[test]
fn the_longest_win_grows_as_it_should() {
    for (size, longest) in [(6, 22), (7, 28)] {
        let report = decided(size, &["krk_by_lemmas"]).remove(0);
        assert_eq!(report.verdict, Verdict::Proved, "{size}: {:?}", report.reason);
        assert_eq!((report.longest_moves, report.size), (Some(longest), Some(u32::from(size))));
    }
}

/// The figures of `docs/every-size.md`, which a bound for every size has to respect (`adli-smt`).
#[test]
#[ignore = "takes minutes: 1.5 million positions on the board of twelve"]
fn the_longest_win_grows_so_up_to_twelve() {
    for (size, longest) in [(8, 33), (9, 39), (10, 44), (11, 50), (12, 55)] {
        let report = decided(size, &["krk_by_lemmas"]).remove(0);
        assert_eq!((report.verdict, report.longest_moves), (Verdict::Proved, Some(longest)), "{size}");
    }
}

/// On a board of eight it is a second opinion about the counts of the paper and the exhaustive method.
#[test]
#[ignore = "ten seconds; `just exhaustive` runs it"]
fn a_board_of_eight_is_chess() {
    let names = ["always_a_move", "krk", "stalemates", "by_immediate_mate", "by_ready_to_mate", "by_squeeze"];
    let more = ["by_approach_diag", "by_approach_straight", "by_keep_diag", "by_keep_straight"];
    let rest =
        ["by_rook_home", "by_rook_safe", "rook_kept", "mate_follows", "not_from_others", "no_stalemate"];
    let last = ["stuck_is_mate", "never_at_100"];
    let names: Vec<&str> = names.into_iter().chain(more).chain(rest).chain(last).collect();
    for report in decided(8, &names) {
        assert_eq!(report.as_claimed, Some(true), "{} {:?}", report.name, report.reason);
        assert_eq!(report.size, None);
        if report.name == "krk" {
            assert_eq!((report.longest_moves, report.positions), (Some(33), Some(175_168)));
        }
    }
}

/// The strategy of 2013 has no move in exactly twelve positions of a board of five; the replay shows one at its size.
#[test]
fn on_a_board_of_five_twelve_positions_have_no_move() {
    let report = decided(5, &["always_a_move"]).remove(0);
    assert_eq!(report.verdict, Verdict::Refuted, "{:?}", report.reason);
    let failures = report.failures.as_ref().unwrap();
    assert_eq!((failures.extent.number, failures.shown[0].size), (12, Some(5)));
    assert_eq!(failures.shown[0].fen.matches('/').count(), 4, "{}", failures.shown[0].fen);
}
