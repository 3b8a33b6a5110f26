//! What of other strategies of the library holds on every board: Bratko's for the rook, and the one for the queen.

use adli_claims::Verdict;
use adli_lang::Span;

use crate::programs;
use crate::verdicts::{decided, shown, told_by};

fn proved(text: &str, claims: &[&str]) {
    let report = decided(&programs(text, None), claims);
    assert_eq!(report.claims.len(), claims.len());
    for claim in &report.claims {
        assert_eq!(claim.verdict, Verdict::Proved, "{}", shown(&report));
    }
}

#[test]
fn who_mates_at_once_does_so_on_every_board() {
    proved("krk/bratko-every-size", &["mates_at_once"]);
    proved("kqk/every-size", &["mates_at_once"]);
}

/// Looking two moves ahead makes problems large: that no mate in two was missed is a part of what a squeeze supposes.
#[test]
#[ignore = "takes half a minute; `just exhaustive` runs it"]
fn what_looks_ahead_is_proved_too() {
    proved("krk/bratko-every-size", &["mate_is_next", "kept_by_squeeze"]);
}

/// The room that the queen leaves is a product of two distances.
#[test]
fn what_is_not_linear_is_refused() {
    let text = "endgame KQK White K Q v Black k
use \"kqk/adli\"
lemma kept: for play p0 .. p2 of queen given queen.step at p0 = squeeze show home at p2 for every size >= 6
";
    let report = decided(&programs("squeezed", Some(text)), &["kept"]);
    let claim = &report.claims[0];
    let reason = claim.reason.as_deref().unwrap_or_default();
    assert_eq!(claim.verdict, Verdict::NotRun, "{}", shown(&report));
    assert!(reason.contains("a product of two numbers that are not constant is not linear"), "{reason}");
}

/// A claim that is not taken says where the text goes beyond linear arithmetic, also where that is seen before anything is made.
#[test]
fn what_counts_squares_is_refused_where_it_does() {
    let text = "endgame KRK White K R v Black k
use geometry
lemma many: in every position where White to move: count(edge) >= 4 for every size >= 6
";
    let programs = programs("counted", Some(text));
    let told = |span: Span| format!("the letters {:?}", &text[span.start as usize..span.end as usize]);
    let report = told_by(&programs, &["many"], &told);
    let reason = report.claims[0].reason.as_deref().unwrap_or_default();
    assert_eq!(report.claims[0].verdict, Verdict::NotRun, "{}", shown(&report));
    assert!(
        reason.contains("squares of a board of any size cannot be counted, at the letters \"edge\""),
        "{reason}"
    );
}
