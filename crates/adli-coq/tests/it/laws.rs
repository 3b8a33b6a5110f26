//! The laws that a text is read with are those of `Laws.v`.
//!
//! Theorems are about `Laws.v`, claims about `laws.adv`. Here Coq compares the two: what the program has understood of `laws.adv` is printed in full, and carried out
//! beside the moves of the library, which are those of `Laws.v` by a theorem. Besides, both files have the same names in the same order.

use adli_coq::{Trouble, accept, laws};

use crate::common::{program, workshop};
use adli_claims::Unwatched;

const COMPARE: &str = include_str!("../../../../proofs/interface/laws/Compare.v");

/// Files for Coq: the laws of an endgame as printed, changed by somebody, in positions with the first man on one of these squares.
fn files(men: &str, firsts: &str, change: impl Fn(String) -> String) -> Vec<(&'static str, String)> {
    let program = program(&format!("endgame {men}\n"));
    let lemma = |side: &str| {
        format!(
            "Theorem {side}_agrees : everywhere shape_of_text (agrees rules legal_text check_text {firsts} {side}) = true.\n\
             Proof. vm_cast_no_check (eq_refl true). Qed.\n"
        )
    };
    let claim = format!(
        "From Coq Require Import List Uint63.\nFrom Adli Require Import Laws Words Legal.\nFrom Printed Require Import Compare Rules.\n\
         Import ListNotations.\nOpen Scope uint63_scope.\n{}{}",
        lemma("White"),
        lemma("Black")
    );
    vec![("Compare", COMPARE.to_owned()), ("Rules", change(laws(&program).unwrap())), ("Agree", claim)]
}

/// All kinds of men, a pawn's double step and his promotions included: 4,096 placements a square, both sides to move.
#[test]
fn coq_finds_the_laws_of_the_text_to_be_those_of_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workshop) = workshop(folder.path()) else { return };
    let ask = |men: &str, firsts: &str, change: &dyn Fn(String) -> String| {
        accept(&workshop, (&workshop.folder, None), &files(men, firsts, change), 1 << 30, &Unwatched)
    };
    // White's king in the centre, in a corner, on an edge.
    for (men, firsts) in [
        ("KPK White K P v Black k", "[28]"),
        ("KQK White K Q v Black k", "[0]"),
        ("KNK White K N v Black k", "[39]"),
    ] {
        ask(men, firsts, &|printed| printed).unwrap();
    }
    // A rule that says something else is not accepted.
    for (men, right, wrong) in [
        ("KPK White K P v Black k", "(rank P_ =? 2)", "(rank P_ =? 3)"),
        ("KPK White K P v Black k", "Bishop; Knight]", "Bishop]"),
        ("KNK White K N v Black k", "=? 3) && negb (straight", "=? 4) && negb (straight"),
    ] {
        let change = |printed: String| {
            assert!(printed.contains(right), "{printed}");
            printed.replace(right, wrong)
        };
        let changed = ask(men, "[28]", &change);
        assert!(
            matches!(&changed, Err(Trouble::Refused(file, _)) if file == "Agree.v"),
            "{wrong}: {changed:?}"
        );
    }
}

/// The same for every placement of all endgames of three men.
#[test]
#[ignore = "an hour; whoever changes the laws runs it"]
fn coq_finds_them_the_same_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workshop) = workshop(folder.path()) else { return };
    for man in ["Q", "R", "B", "N", "P"] {
        let files = files(&format!("K{man}K White K {man} v Black k"), "squares", |printed| printed);
        accept(&workshop, (&workshop.folder, None), &files, 1 << 30, &Unwatched).unwrap();
    }
}

/// Every definition of `laws.adv` is on the page `Laws.v`, with the same parameters, in the same order.
#[test]
fn laws_have_the_same_names_in_the_same_order() {
    let text = include_str!("../../../../library/laws.adv");
    let page = include_str!("../../../../proofs/Laws.v");
    let mut rest = page;
    let mut found = 0;
    for line in text.lines().filter_map(|line| line.strip_prefix("def ")) {
        let head = line.split(" =").next().unwrap();
        let (name, parameters) = head.split_once('(').unwrap_or((head, ""));
        // A set of squares, which `Laws.v` asks for one by one.
        if name == "attacks" {
            continue;
        }
        let start = format!("Definition {name} ");
        let at = rest
            .find(&start)
            .unwrap_or_else(|| panic!("`Laws.v` has no `{name}` after what stands before it"));
        rest = &rest[at + start.len()..];
        let said: Vec<&str> =
            rest.split(":=").next().unwrap().split_whitespace().filter(|&word| word != "p").collect();
        let meant: Vec<&str> = parameters
            .split([',', ')'])
            .filter_map(|part| part.split(':').next())
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect();
        assert_eq!(said, meant, "the parameters of `{name}`");
        found += 1;
    }
    assert_eq!(found, 15);
}
