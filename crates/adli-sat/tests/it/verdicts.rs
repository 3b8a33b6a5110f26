//! SAT and the exhaustive method come to the same verdicts, on the library, on lemmas that say a little too much, and on changed
//! strategies. The two share nothing but the terms and the interpreter that replays failures.
use adli_certificate::{Folder, Text, verify};
use adli_chess::Colour;
use adli_claims::{ClaimReport, Options, Report, Unwatched, Verdict};
use adli_conformance::placements;
use adli_lang::term::{Slot, StrategyId};
use adli_lang::{Program, Sources, TEXTS, check};
use adli_sat::solver::{Cadical, Limits};
use adli_sat::{Tools, pose, prove};

const KRK: &str = "krk/malikovic-janicic";

fn programs(name: &str, text: &str) -> Vec<Program> {
    let mut sources = Sources::library();
    let source = sources.add(name, text);
    let checked = check(&sources, source, &[]);
    let shown: String = checked.diagnostics.iter().map(|d| d.render(&sources)).collect();
    assert!(!checked.has_errors(), "{name}\n{shown}");
    checked.programs
}

fn library(name: &str) -> &'static str {
    TEXTS.iter().find(|(known, _)| *known == name).unwrap().1
}

fn options(claims: &[&str]) -> Options {
    Options { claims: claims.iter().map(|&claim| claim.to_owned()).collect(), ..Options::default() }
}

fn by_sat(text: &str, claims: &[&str], reduce: bool, folder: &mut Folder) -> Report {
    let mut tools = Tools { solver: &mut Cadical::new(), reduce, folder, limits: Limits::default() };
    prove("test", &programs("test", text), &options(claims), &mut tools, &Unwatched)
}

fn sat(text: &str, claims: &[&str]) -> Report {
    let place = tempfile::tempdir().unwrap();
    by_sat(text, claims, false, &mut Folder::begin(&place.path().join("certificates")).unwrap())
}

fn reduced(text: &str, claims: &[&str]) -> Report {
    let place = tempfile::tempdir().unwrap();
    by_sat(text, claims, true, &mut Folder::begin(&place.path().join("certificates")).unwrap())
}

/// Compares the methods on what SAT takes; the rest has a reason. Returns what SAT said.
fn agree(text: &str, claims: &[&str]) -> Report {
    compared(text, sat(text, claims))
}

/// The same, with smaller problems.
fn agree_reduced(text: &str, claims: &[&str]) -> Report {
    compared(text, reduced(text, claims))
}

fn compared(text: &str, report: Report) -> Report {
    let (not_run, decided): (Vec<&ClaimReport>, Vec<&ClaimReport>) =
        report.claims.iter().partition(|claim| claim.verdict == Verdict::NotRun);
    assert!(not_run.iter().all(|claim| claim.reason.is_some()), "{not_run:?}");
    if decided.is_empty() {
        return report;
    }
    let names: Vec<&str> = decided.iter().map(|claim| claim.name.as_str()).collect();
    let other = adli_exhaustive::prove("test", &programs("test", text), &options(&names), &Unwatched);
    assert_eq!(decided.len(), other.claims.len());
    for (ours, theirs) in decided.iter().zip(&other.claims) {
        // A theorem by lemmas is for SAT alone.
        if theirs.verdict == Verdict::NotRun {
            assert_eq!(
                (ours.kind, ours.verdict),
                (adli_claims::Kind::Theorem, Verdict::Proved),
                "{}",
                ours.name
            );
            continue;
        }
        assert_eq!((&ours.name, ours.verdict, ours.number), (&theirs.name, theirs.verdict, theirs.number));
        let is_lemma = ours.kind == adli_claims::Kind::Lemma;
        if ours.verdict == Verdict::Refuted && is_lemma {
            assert_eq!(ours.failures.as_ref().unwrap().shown.len(), 1, "{}", ours.name);
        }
    }
    report
}

fn claim<'r>(report: &'r Report, name: &str) -> &'r ClaimReport {
    report.claims.iter().find(|claim| claim.name == name).unwrap()
}

/// The KRK text without its lemmas, and some of one's own.
fn krk_with(lemmas: &str) -> String {
    let text = library(KRK);
    format!("{}\n{lemmas}\n", &text[..text.find("\nlemma ").unwrap()])
}

#[test]
fn the_short_lemmas_and_the_counts_come_out_as_the_text_says() {
    let names = [
        "rook_kept",
        "mate_follows",
        "always_a_move",
        "no_stalemate",
        "stuck_is_mate",
        "not_in_five",
        "never_at_100",
        "stalemates",
        "by_ready_to_mate",
        "by_squeeze",
    ];
    let report = agree(library(KRK), &names);
    assert!(report.claims.iter().all(|claim| claim.as_claimed == Some(true)), "{report:?}");
    assert_eq!(claim(&report, "never_at_100").verdict, Verdict::Refuted);
}

/// The nine lemmas, each made to say a little more.
const WEAKENED: &str = include_str!("../weakened.adv");
/// Those that hold all the same, as both methods find.
const STILL_TRUE: [&str; 5] = ["l1_two_rounds", "l2_23", "l2_safe", "l5_25", "l5_six"];

/// Compares the methods on weakened lemmas; what is refuted has a position that was replayed.
fn weakened(names: &[&str]) {
    let text = krk_with(WEAKENED);
    for claim in agree(&text, names).claims.iter().chain(&agree_reduced(&text, names).claims) {
        let wanted =
            if STILL_TRUE.contains(&claim.name.as_str()) { Verdict::Proved } else { Verdict::Refuted };
        assert_eq!(claim.verdict, wanted, "{}", claim.name);
    }
}

#[test]
fn lemmas_that_say_too_much_are_refuted_by_both_methods() {
    weakened(&["l1_guarded", "l2_two_moves", "l3_one_move", "l4_two_moves", "l5_five"]);
    weakened(&["l7_fewer_steps", "l8_always_a_reply", "l9_check_is_mate"]);
}

#[test]
#[ignore = "takes a minute; `just exhaustive` runs it"]
fn all_weakened_lemmas_are_decided_alike_by_both_methods() {
    weakened(&[]);
}

#[test]
fn the_clauses_know_the_step_of_a_position() {
    // One position at a time, so that a problem has one solution or none: what the clauses say is compared with the interpreter,
    // and not only the circuit that they are made of.
    let (mut text, mut expected) = (krk_with(""), Vec::new());
    let program = programs("test", &text).remove(0);
    let steps: Vec<&str> = program.strategies[0].steps.iter().map(|step| step.name.as_str()).collect();
    let positions = placements(&program.endgame, Colour::White, 17_771);
    for (number, state) in positions.enumerate() {
        let fen = state.position(&program.endgame);
        let choice = adli_lang::Interpreter::new(&program).choice(StrategyId(0), &state).unwrap();
        let (Ok(_), Some(choice)) = (fen, choice) else { continue };
        let at = |slot: u8| {
            let (file, rank) = state.place(Slot(slot));
            format!("{}{rank}", char::from(b'`' + file as u8))
        };
        let place = format!("White to move and K = {} and R = {} and k = {}", at(0), at(1), at(2));
        let step = steps[choice.step];
        text += &format!("lemma yes{number}: in every position where {place}: mj.step = {step}\n");
        text += &format!("lemma no{number}: in every position where {place}: mj.step /= {step}\n");
        expected.extend([Verdict::Proved, Verdict::Refuted]);
    }
    assert!(expected.len() >= 16, "too few positions to say anything");
    let verdicts: Vec<Verdict> = sat(&text, &[]).claims.iter().map(|claim| claim.verdict).collect();
    assert_eq!(verdicts, expected);
}

/// Lemmas about a strategy `S` that the library does not state, the last two of them wrong.
const LEMMAS: [(&str, &str); 5] = [
    ("all_kept", "for play p0 .. p2 of S show home at p2"),
    ("goes_on", "in every position where White to move: S.step /= none"),
    ("never_stuck", "for play p0 .. p1 of S given no_move at p1 show mate at p1"),
    ("at_once", "in every position where White to move: S.step = mate_now"),
    ("loses_one", "for play p0 .. p2 of S show not home at p2"),
];

/// Some of these are decided alike by both methods; those that are called wrong are refuted.
fn first_order_lemmas(name: &str, strategy: &str, lemmas: &[&str], wrong: &[&str]) {
    let mut text = library(name).to_owned();
    for (name, says) in LEMMAS.iter().filter(|(name, _)| lemmas.contains(name)) {
        let says = says.replace(" S", &format!(" {strategy}"));
        text += &format!("\nlemma {name}: {says}\n");
    }
    for claim in agree(&text, lemmas).claims {
        let is_wrong = wrong.contains(&claim.name.as_str());
        let wanted = if is_wrong { Verdict::Refuted } else { Verdict::Proved };
        assert_eq!(claim.verdict, wanted, "{name}: {claim:?}");
    }
}

#[test]
#[ignore = "ten seconds; `just exhaustive` runs it"]
fn rules_that_look_ahead_are_decided_too() {
    let report = agree(library("kqk/adli"), &["always_a_move"]);
    assert_eq!(claim(&report, "always_a_move").verdict, Verdict::Proved);
    // It rests on diagrams, each of which has a certificate.
    let problems = &claim(&report, "always_a_move").certificate.as_ref().unwrap().problems;
    let rests_on = &claim(&report, "always_a_move").rests_on;
    assert!(rests_on.len() >= 2, "{rests_on:?}");
    for name in rests_on {
        assert!(problems.iter().any(|problem| problem.part.as_ref() == Some(name)), "{name}");
    }
    first_order_lemmas("kqk/adli", "queen", &["at_once"], &["at_once"]);
}

/// A diagram says nothing of positions that are not legal; so what is asked of it is asked of legal ones.
#[test]
fn what_looks_ahead_is_counted_at_legal_positions() {
    let text = "endgame KRK White K R v Black k use geometry def mates_1 = some move: mate'
        query mates: count positions where White to move and mates_1
        lemma near: in every position where White to move and mates_1: steps(K, k) <= 2
        lemma nearer: in every position where White to move and mates_1: steps(K, k) <= 1";
    for report in [agree(text, &[]), agree_reduced(text, &[])] {
        assert_eq!(claim(&report, "mates").number, Some(1512));
        assert_eq!(claim(&report, "near").verdict, Verdict::Proved);
        assert_eq!(claim(&report, "nearer").verdict, Verdict::Refuted);
    }
    // The measure asks whether there is no move after a pass, which is another question than whether there is none.
    let report = agree_reduced(library(KRK), &["never_at_100", "stalemates"]);
    assert_eq!(claim(&report, "stalemates").number, Some(68));
}

#[test]
#[ignore = "a minute of processor time; `just exhaustive` runs it"]
fn first_order_lemmas_of_other_strategies_are_decided_too() {
    let lemmas = LEMMAS.map(|(name, _)| name);
    for (name, kept, strategy) in [("kqk/adli", "queen_kept", "queen"), ("krk/bratko", "rook_kept", "bratko")]
    {
        for claim in agree(library(name), &[kept, "always_a_move", "stuck_is_mate"]).claims {
            assert_eq!(claim.verdict, Verdict::Proved, "{name}: {claim:?}");
        }
        first_order_lemmas(name, strategy, &lemmas[3..], &lemmas[3..]);
    }
    // Four men, of whom two may be taken.
    let knight = "endgame KRKN White K R v Black k n use geometry def mates_1 = some move: mate'
        lemma near: in every position where White to move and mates_1: steps(K, k) <= 2
        lemma nearer: in every position where White to move and mates_1: steps(K, k) <= 1";
    let verdicts: Vec<Verdict> = agree(knight, &[]).claims.iter().map(|claim| claim.verdict).collect();
    assert_eq!(verdicts, [Verdict::Proved, Verdict::Refuted]);
    // The beginner stalemates now and then.
    first_order_lemmas("kqk/beginner", "corner_him", &lemmas[..3], &["never_stuck"]);
    first_order_lemmas("krk/classes", "classes", &lemmas[..3], &[]);
}

#[test]
fn the_same_text_has_the_same_clauses() {
    let write = || {
        let program = programs("test", library(KRK)).remove(0);
        let claim = program.claims.iter().find(|claim| claim.name == "mate_follows").unwrap();
        let mut bytes = Vec::new();
        pose(&program, claim).unwrap()[0].cnf.write_dimacs(&mut bytes).unwrap();
        bytes
    };
    assert!(write() == write(), "the clauses differ from one run to the next");
}

#[test]
fn a_theorem_follows_from_its_lemmas_only_if_they_say_enough() {
    // Claims of this kind are about plays as lemmas see them, so that short lemmas will do.
    let by = |lemmas: &str, falls: &str| {
        krk_with(&format!(
            "def line = K.file
             lemma stays: for play p0 .. p2 of mj show home at p2
             lemma goes_on: in every position where White to move: mj.step /= none
             lemma well: for play p0 .. p1 of mj given no_move at p1 show mate at p1
             {lemmas}
             theorem t: mj reaches mate from White to move by line falls in 1 moves ({falls})
                 safe (stays, goes_on, well)"
        ))
    };
    let nothing = by("lemma idle: for play p0 .. p2 of mj given home at p2 show line at p2 <= 8", "idle");
    let report = sat(&nothing, &["t"]);
    let theorem = claim(&report, "t");
    assert_eq!(theorem.verdict, Verdict::Unknown);
    assert!(theorem.reason.as_ref().unwrap().contains("every play ends"), "{theorem:?}");
    let wrong =
        by("lemma falls: for play p0 .. p2 of mj given home at p2 show line at p2 < line at p0", "falls");
    let report = sat(&wrong, &["t"]);
    assert!(claim(&report, "t").reason.as_ref().unwrap().contains("`falls`, which is not proved"));
}

#[test]
fn a_lemma_follows_from_others_only_if_they_say_enough() {
    let claims = reduced(library(KRK), &["early_only"]).claims;
    assert_eq!(claims[0].verdict, Verdict::Proved);
    assert_eq!(claims[0].rests_on, ["not_from_others", "not_four_times"]);
    assert_eq!(claims[0].certificate.as_ref().unwrap().problems[0].part.as_deref(), Some("follows"));
    // With one of the two the play may do what the other forbids.
    for half in ["not_from_others", "not_four_times"] {
        let text = library(KRK).replace("by (not_from_others, not_four_times)", &format!("by ({half})"));
        let report = reduced(&text, &["early_only"]);
        assert_eq!(claim(&report, "early_only").verdict, Verdict::Unknown, "{half}");
        let reason = claim(&report, "early_only").reason.as_ref().unwrap();
        assert!(reason.contains("do not say as much"), "{reason}");
    }
    // A lemma that is wrong shows nothing.
    let wrong = krk_with(
        "lemma never: for play p0 .. p2 of mj show mj.step at p0 /= rook_home
         lemma by_it: for play p0 .. p2 of mj show mj.step at p0 /= rook_home by (never)",
    );
    let report = reduced(&wrong, &["by_it"]);
    assert!(claim(&report, "by_it").reason.as_ref().unwrap().contains("`never`, which is not proved"));
}

#[test]
fn certificates_are_verified_and_a_changed_one_is_not() {
    let place = tempfile::tempdir().unwrap();
    let goal = place.path().join("certificates");
    let mut folder = Folder::begin(&goal).unwrap();
    let report = by_sat(library(KRK), &["rook_kept"], false, &mut folder);
    assert_eq!(claim(&report, "rook_kept").verdict, Verdict::Proved);
    folder.finish("test", Text::new(KRK, library(KRK)), Vec::new()).unwrap();
    let limits = adli_lrat::Limits::default();
    let checked = |goal: &std::path::Path| verify(goal, &limits, |_| true).unwrap().holds();
    assert!(checked(&goal));
    let cnf = goal.join("rook_kept.cnf");
    let text = std::fs::read_to_string(&cnf).unwrap();
    let last = text.trim_end().rfind('\n').unwrap() + 1;
    let flipped = if text[last..].starts_with('-') {
        text[last + 1..].to_owned()
    } else {
        format!("-{}", &text[last..])
    };
    std::fs::write(&cnf, format!("{}{flipped}", &text[..last])).unwrap();
    assert!(!checked(&goal));
}

#[test]
fn what_sat_cannot_take_is_not_run_with_the_reason() {
    for (name, names) in [
        (KRK, &["krk"][..]),
        ("krk/bratko", &["wins", "dividing"]),
        ("kqk/adli", &["wins", "alike"]),
        ("krk/bratko-al1", &["one", "dividing"]),
    ] {
        for claim in sat(library(name), names).claims {
            assert_eq!(claim.verdict, Verdict::NotRun, "{name}: {}", claim.name);
            assert!(claim.reason.is_some(), "{name}: {}", claim.name);
        }
    }
}

#[test]
#[ignore = "takes minutes; `just exhaustive` runs it"]
fn the_methods_agree_on_the_library() {
    for (name, text) in TEXTS.iter().filter(|(_, text)| text.contains("\nstrategy ")) {
        for report in [agree(text, &[]), agree_reduced(text, &[])] {
            assert!(report.claims.iter().all(|claim| claim.as_claimed != Some(false)), "{name}");
            let decided = report.claims.iter().filter(|claim| claim.verdict != Verdict::NotRun).count();
            assert!(*name != KRK || decided >= 20, "{decided}");
        }
    }
}

#[test]
#[ignore = "takes minutes; `just exhaustive` runs it"]
fn the_methods_agree_on_changed_strategies() {
    let text = library(KRK);
    let lemmas: Vec<&str> =
        ["rook_kept", "mate_follows", "always_a_move", "no_stalemate", "stuck_is_mate", "soon_over"]
            .into_iter()
            .chain(["never_at_100", "not_in_five"])
            .collect();
    for line in text.lines().filter(|line| line.starts_with("  step ")) {
        let step = line.trim().trim_start_matches("step ").split(':').next().unwrap();
        agree(&text.replace(line, &format!("  step {step}: move where 1 = 2")), &lemmas);
    }
    for (from, to) in [
        ("= 3  -- \"room", "= 2  -- \"room"),
        ("safe_at: Int = 3", "safe_at: Int = 2"),
        (" >= 2 or steps", " >= 1 or steps"),
        ("  always not stalemate'\n", ""),
    ] {
        assert!(text.contains(from), "{from}");
        agree(&text.replace(from, to), &lemmas);
    }
}
