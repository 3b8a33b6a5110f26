//! Where claims fail, by the square of a man, against the same claims asked of one square at a time.

use adli_chess::Square;
use adli_claims::{Options, Unwatched, Verdict};
use adli_exhaustive::failing_by_square;
use adli_lang::{Program, Sources, check};

use crate::common::{claim, text};

const KRK: &str = "endgame KRK White K R v Black k use geometry
    strategy s for White to win
      step mate_now: move where mate'
      step near: move K where K'.file < K.file or steps(K', k') < steps(K, k) ";

fn program(words: &str) -> Program {
    let mut sources = Sources::library();
    let number = sources.add("mine", words);
    let mut checked = check(&sources, number, &[]);
    assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
    checked.programs.remove(0)
}

fn counted(program: &Program, letter: char) -> Option<[u64; 64]> {
    let man = program.endgame.with_letter(letter)[0];
    failing_by_square(program, &program.claims[0], man, &Options::default(), &Unwatched).unwrap()
}

#[test]
fn failures_by_square_are_those_of_the_claim_asked_of_that_square() {
    // The strategy looks to the left, so that it has not all symmetries; the lemma has.
    for (begin, says, end) in [
        ("theorem t: s reaches mate from White to move", "", ""),
        ("theorem t: s reaches mate within 1 moves from White to move and k in edge", "", ""),
        ("lemma t: in every position where Black to move", "", ": not check or k in edge"),
    ] {
        let whole = format!("{KRK} {begin}{says}{end}");
        let report = text(&whole);
        let failures = claim(&report, "t").failures.as_ref().unwrap().extent.number;
        let program = program(&whole);
        // A square on the edge and one in the middle for each, in both halves of the board.
        for (letter, places) in [('K', ["a1", "d4"]), ('R', ["h5", "c6"]), ('k', ["c8", "e3"])] {
            let squares = counted(&program, letter).unwrap();
            assert_eq!(squares.iter().sum::<u64>(), failures, "{whole}");
            for square in places {
                let there = text(&format!("{KRK} {begin} and {letter} = {square}{end}"));
                let there = claim(&there, "t");
                let found = there.failures.as_ref().map_or(0, |failures| failures.extent.number);
                assert!(found > 0 || there.verdict == Verdict::Proved, "{:?}", there.reason);
                let square: Square = square.parse().unwrap();
                assert_eq!(squares[square.index()], found, "{begin}{end}: {letter} on {square}");
            }
        }
    }
}

#[test]
fn of_other_claims_nothing_is_said() {
    for says in ["theorem t: s keeps value from White to move", "query t: count positions where mate"] {
        assert_eq!(counted(&program(&format!("{KRK} {says}")), 'k'), None, "{says}");
    }
}
