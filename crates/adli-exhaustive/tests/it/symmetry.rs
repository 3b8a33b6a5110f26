//! Symmetries are used only where they are there, and change no answer.
use adli_claims::{Options, Report, Unwatched, Verdict};
use adli_lang::{Claim, ClaimKind, Program, TEXTS};
use serde_json::Value;

use crate::common::prove;
use crate::common::{claim, programs};

fn proved(programs: &[Program], symmetries: bool) -> Report {
    prove("test", programs, &Options { symmetries, ..Options::default() }, &Unwatched)
}

/// Everything that is counted. Which of several images of a failure is shown is left open, and so is the time.
fn counts(report: &Report) -> Value {
    let mut report = serde_json::to_value(report).unwrap();
    for claim in report["claims"].as_array_mut().unwrap() {
        let claim = claim.as_object_mut().unwrap();
        claim.remove("symmetries");
        claim.remove("seconds");
        claim.remove("listed");
        if let Some(failures) = claim.get_mut("failures") {
            let shown = failures["shown"].as_array().unwrap();
            assert!(!shown.is_empty());
            *failures = failures["positions"].clone();
        }
    }
    report
}

/// The answers are the same with symmetries and without; the report with symmetries is handed back.
fn alike(name: &str, text: Option<&str>) -> Report {
    let mut programs = programs(name, text);
    let with = proved(&programs, true);
    // Whether a strategy is symmetric is asked of all images: no symmetry is used there in any case.
    let asks_images = |claim: &Claim| matches!(claim.says, ClaimKind::Symmetric { .. });
    programs.iter_mut().for_each(|program| program.claims.retain(|claim| !asks_images(claim)));
    let without = proved(&programs, false);
    assert!(without.claims.iter().all(|claim| claim.symmetries.is_none()));
    let mut compared = with.clone();
    compared.claims.retain(|claim| without.claims.iter().any(|other| other.name == claim.name));
    assert_eq!(counts(&compared), counts(&without), "{name}");
    with
}

#[test]
fn every_claim_of_some_texts_comes_out_the_same() {
    come_out_the_same(|name| ["krk/malikovic-janicic", "kqk/adli"].contains(&name), 8);
    // With a pawn only the files can be reflected.
    come_out_the_same(|name| name == "engine-sentences/kpk", 2);
}

#[test]
#[ignore = "minutes: every text of three men without symmetries; `just exhaustive` runs it"]
fn every_claim_about_three_men_comes_out_the_same() {
    come_out_the_same(|name| name.starts_with("krk/") || name.starts_with("kqk/"), 8);
    come_out_the_same(|name| name.starts_with("kpk/"), 2);
}

#[test]
#[ignore = "many minutes: four men without symmetries; `just exhaustive` runs it"]
fn every_claim_about_rook_against_knight_comes_out_the_same() {
    come_out_the_same(|name| name.starts_with("knkr/bratko"), 8);
}

fn come_out_the_same(wanted: impl Fn(&str) -> bool, symmetries: usize) {
    for (name, _) in TEXTS.iter().filter(|(name, _)| wanted(name)) {
        let report = alike(name, None);
        let folded = report.claims.iter().filter(|claim| claim.symmetries == Some(symmetries)).count();
        assert!(folded > 0, "{name}: the texts of the library know no left and right");
    }
}

const RULES: &str = "endgame KRK White K R v Black k use geometry
  def safe = steps(R, k) >= 2 or steps(R, K) = 1
  strategy s for White to win always not stalemate' and safe' step mate: move where mate'";

/// A rule besides mate, the symmetries of the strategy, what a claim speaks of, and its symmetries.
const LOPSIDED: [(&str, usize, &str, usize); 16] = [
    ("move where steps(K', k') <= steps(K, k)", 8, "White to move", 8),
    ("move where R'.file < R.file", 2, "White to move", 2),
    ("move where R' /= a1", 2, "White to move", 2),
    ("move where R'.file /= 1", 2, "White to move", 2),
    ("move where R'.file /= 1 and R'.rank /= 3", 1, "White to move", 1),
    ("move where R'.file not in {1, 8}", 4, "White to move", 4),
    ("move where R'.file = R'.rank or true", 8, "White to move", 8),
    ("move where R'.file /= R'.rank", 2, "White to move", 2),
    ("move R least R'.rank", 2, "White to move", 2),
    ("move R least abs(2 * R'.rank - 9)", 4, "White to move", 4),
    ("move where K' in {d4, e4, d5, e5} or R' in edge", 8, "White to move", 8),
    ("move where some s in file b: s in ring(k)", 2, "White to move", 2),
    ("move where up to symmetry (k = a1 and K.file = 3)", 8, "White to move", 8),
    ("move K where (every move: steps(k', d4) > 1)'", 2, "White to move", 2),
    ("move where steps(K', k') <= steps(K, k)", 8, "White to move and K.file < 5", 2),
    ("move where R'.file < R.file", 2, "White to move and K.rank < 5", 1),
];

#[test]
fn a_lopsided_strategy_or_claim_is_turned_only_as_it_may_be() {
    // None, and a claim that knows less of all symmetries than its strategy.
    turned_only_as_it_may_be([4, 14].into_iter().map(|number| LOPSIDED[number]));
}

#[test]
#[ignore = "a minute: sixteen strategies with and without symmetries; `just exhaustive` runs it"]
fn every_lopsided_strategy_or_claim_is_turned_only_as_it_may_be() {
    turned_only_as_it_may_be(LOPSIDED.into_iter());
}

fn turned_only_as_it_may_be(texts: impl Iterator<Item = (&'static str, usize, &'static str, usize)>) {
    for (rule, of_strategy, domain, of_claim) in texts {
        let text = format!(
            "{RULES} step other: {rule}
             lemma line: for play p0 .. p2 of s given home throughout and (steps(K, k) = 2) at p0
               show check at p1 or walk(K, k) at p2 > 2
             theorem wins: s reaches mate from {domain}
             theorem alike: s is symmetric
             query longest_play: longest s where {domain}
             query by_other: count positions where {domain} and s.step = other"
        );
        let report = alike("test", Some(&text));
        let symmetries = |name| claim(&report, name).symmetries.unwrap_or(1);
        assert_eq!(symmetries("line"), of_strategy, "{rule}");
        assert_eq!(symmetries("wins"), of_claim, "{rule} from {domain}");
        assert_eq!(symmetries("by_other"), of_claim, "{rule} from {domain}");
        // All eight are used exactly where the comparison of all images, which uses none, finds no difference.
        let all_alike = claim(&report, "alike").verdict == Verdict::Proved;
        assert_eq!(all_alike, of_strategy == 8, "{rule}");
    }
}

#[test]
fn captured_men_have_no_side() {
    // Without the rook, `walk(K, r)` is asked of (0, 0), which is nearer to a1 than to h8.
    let text = |condition: &str| {
        format!(
            "endgame KQKR White K Q v Black k r use geometry
             strategy s for White to win step far: move where {condition} step any: move
             query far: count positions where White to move and k in corner and K in xcorner and s.step = far"
        )
    };
    let symmetries = |condition| alike("test", Some(&text(condition))).claims[0].symmetries;
    assert_eq!(symmetries("captured(r)' and walk(K', r') > 6"), Some(2), "only the diagonal keeps (0, 0)");
    assert_eq!(symmetries("alive(r)' and walk(K', r') > 6"), Some(8));
    assert_eq!(symmetries("captured(r)' or walk(K', r') > 6"), Some(8), "of a captured rook it is not asked");
}

/// Whether somebody has moved, or stands on the file of another, is the same in the mirror, whoever has been captured.
#[test]
fn who_has_moved_is_seen_in_the_mirror() {
    let text = "endgame KPK White K P v Black k
        advice run for White to win each move P
            reach after us: promoted(P)' hold after us: not (some move: captured(P)')' within 6 plies
        query runs: count positions where can run
        query behind: count positions where White to move and (some move: K'.file = P'.file)
        query taken: count positions where Black to move and (some move: k'.file = P'.file)";
    let report = alike("test", Some(text));
    assert!(report.claims.iter().all(|claim| claim.symmetries == Some(2)), "{:?}", report.claims);
}

#[test]
fn pawns_know_up_from_down() {
    let text = "endgame KPK White K P v Black k use geometry
        strategy s for White to win step on: move P step walk: move K least walk(K', P')
        query on_it: count positions where White to move and s.step = on
        query left: count positions where White to move and P.file < 4
        theorem pushes: s reaches mate or (captured(P) or promoted(P)) from White to move";
    let report = alike("test", Some(text));
    assert_eq!(claim(&report, "on_it").symmetries, Some(2));
    assert_eq!(claim(&report, "left").symmetries, None);
    assert_eq!(claim(&report, "pushes").symmetries, Some(2));
}
