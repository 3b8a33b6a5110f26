//! What Coq's kernel accepts, and what it does not.

use adli_claims::{Options, Unwatched};
use adli_coq::{Figures, Helpers, Trouble, files};
use adli_exhaustive::prove;

use crate::common::{ALONE, asked, claim, left, program, workshop};

/// Malikovic and Janicic 2013 have the counts of the nine steps; 175,168 legal positions are Hurd's (2005).
const BY_STEP: [u64; 10] = [0, 1512, 648, 119_236, 12_192, 4124, 3472, 184, 33_368, 432];

fn figures(moves: u32) -> Figures {
    Figures { moves, positions: 175_168, by_step: BY_STEP.to_vec(), ..Figures::default() }
}

/// The theorem of the paper, with its own counts; and what Coq has to refuse. (That it is proved is also a test of the command.)
#[test]
#[ignore = "minutes; `just exhaustive` runs it"]
fn the_strategy_of_the_paper_mates_within_33_moves() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workshop) = workshop(folder.path()) else { return };
    let program = program("krk/malikovic-janicic");
    let claim = claim(&program, "krk");
    let left = left(&program, claim).unwrap();
    let right = files(&program, claim, &figures(33), &Helpers { left: Some(&left), ..ALONE }).unwrap();
    let rests_on = asked(&workshop, &right).unwrap();
    assert!(rests_on.starts_with("Axioms:\n") && !rests_on.contains("Printed"), "{rests_on}");
    let refused = |figures: &Figures, left: &[u32], what: &str| {
        let files = files(&program, claim, figures, &Helpers { left: Some(left), ..ALONE }).unwrap();
        let said = asked(&workshop, &files);
        assert!(matches!(&said, Err(Trouble::Refused(file, _)) if file == "Claim.v"), "{what}: {said:?}");
    };
    refused(&figures(32), &left, "one move fewer");
    let mut changed = left.clone();
    *changed.iter_mut().find(|cell| **cell > 1).unwrap() -= 1;
    refused(&figures(33), &changed, "a cell that says too little");
    changed.copy_from_slice(&left);
    *changed.iter_mut().find(|cell| **cell > 0).unwrap() = 0;
    refused(&figures(33), &changed, "a cell that says nothing");
}

/// Counts are compared: one position more of one rule is refused.
#[test]
fn a_wrong_count_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workshop) = workshop(folder.path()) else { return };
    let program = program("endgame KRK White K R v Black k\nquery mates: count positions where mate\n");
    let claim = claim(&program, "mates");
    let count = |positions| Figures { positions, ..Figures::default() };
    // 216 mates: Hurd (2005).
    asked(&workshop, &files(&program, claim, &count(216), &ALONE).unwrap()).unwrap();
    let said = asked(&workshop, &files(&program, claim, &count(217), &ALONE).unwrap());
    assert!(matches!(said, Err(Trouble::Refused(..))), "{said:?}");
}

/// A lemma that is false is not accepted, whatever anybody says.
#[test]
fn a_false_lemma_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workshop) = workshop(folder.path()) else { return };
    let text = "endgame KRK White K R v Black k\nlemma t: in every position where mate: k.file = 1\n";
    let program = program(text);
    let figures = Figures { positions: 216, ..Figures::default() };
    let said = asked(&workshop, &files(&program, claim(&program, "t"), &figures, &ALONE).unwrap());
    assert!(matches!(said, Err(Trouble::Refused(..))), "{said:?}");
}

/// With a pawn, who may promote and then be captured, and who knows up from down: what Coq counts is what the exhaustive method does. A knight never mates alone.
#[test]
#[ignore = "a minute; `just exhaustive` runs it"]
fn a_pawn_may_promote() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workshop) = workshop(folder.path()) else { return };
    let text = "endgame KPK White K P v Black k\n\
                query mates: count positions where White to move and P.rank = 7 and some move: kind(P') = R and mate'\n\
                query taken: count positions where White to move and P.rank = 7 and K.rank = 1 and some move: (some move: kind(P') = Q)'\n\
                query images: count positions where White to move and up to symmetry (P.file = 1 and P.rank = 2)\n\
                lemma knight: in every position where White to move and P.rank = 7: not (some move: kind(P') = N and mate')\n";
    let program = program(text);
    let report = prove("mine", std::slice::from_ref(&program), &Options::default(), &Unwatched);
    for (number, name) in ["mates", "taken", "images", "knight"].into_iter().enumerate() {
        let claim = claim(&program, name);
        let figures = Figures::of(&report.claims[number], claim);
        assert!(figures.positions > 0, "{name}");
        asked(&workshop, &files(&program, claim, &figures, &ALONE).unwrap()).unwrap();
        if name == "mates" {
            let wrong = Figures { positions: figures.positions + 1, ..figures };
            let said = asked(&workshop, &files(&program, claim, &wrong, &ALONE).unwrap());
            assert!(matches!(said, Err(Trouble::Refused(..))), "{said:?}");
        }
    }
}

/// Bratko's strategy in full takes at most 34 moves, the queen 17; Coq counts the positions of every rule, and finds what the exhaustive method does.
#[test]
fn bratko_and_the_queen_mate() {
    for (text, moves) in [("krk/bratko", 34), ("kqk/adli", 17)] {
        let folder = tempfile::tempdir().unwrap();
        let Some(workshop) = workshop(folder.path()) else { return };
        let program = program(text);
        let claim = claim(&program, "wins");
        let options = Options { claims: vec!["wins".into()], ..Options::default() };
        let report = prove(text, std::slice::from_ref(&program), &options, &Unwatched);
        let figures = Figures::of(&report.claims[0], claim);
        assert_eq!(figures.moves, moves);
        let left = left(&program, claim).unwrap();
        asked(&workshop, &files(&program, claim, &figures, &Helpers { left: Some(&left), ..ALONE }).unwrap())
            .unwrap();
    }
}
