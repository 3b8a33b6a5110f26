//! Small texts with known verdicts: every kind of claim and every kind of failure.
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use adli_claims::{By, Options, Outcome, Reason, Verdict, Watch};
use adli_exhaustive::{Why, idle_rules};

use crate::common::{claim, programs, text};
use crate::common::{prove, prove_with};

const KRK: &str = "endgame KRK White K R v Black k use geometry ";

/// The failures that are shown first, one of each kind; the most frequent kind before others.
fn reasons(strategy: &str, theorem: &str) -> Vec<(Reason, Vec<String>)> {
    let report = text(&format!("{KRK} strategy s for White to win {strategy} theorem t: s {theorem}"));
    let claim = claim(&report, "t");
    assert_eq!(claim.verdict, Verdict::Refuted, "{:?}", claim.reason);
    assert_eq!(report.outcome(), Outcome::Refuted);
    let failures = claim.failures.as_ref().unwrap();
    let shown: Vec<_> = failures.shown.iter().map(|failure| (failure.reason, failure.line.clone())).collect();
    let numbers: Vec<u64> =
        shown[..failures.kinds.len()].iter().map(|(reason, _)| failures.kinds[reason]).collect();
    assert!(numbers.is_sorted_by(|one, next| one >= next), "{:?}", failures.kinds);
    shown
}

#[test]
fn failures_have_their_reasons() {
    let from = "from White to move";
    let first = |strategy: &str| reasons(strategy, &format!("reaches mate {from}"))[0].clone();
    assert_eq!(first("step m: move where mate'").0, Reason::Stuck);
    // It goes round almost everywhere; less often the rook stalemates, or is put where the king takes it.
    let any = reasons("step m: move where mate' step any: move", &format!("reaches mate {from}"));
    let mut kinds: Vec<Reason> = any[..3].iter().map(|(reason, _)| *reason).collect();
    assert_eq!(kinds[0], Reason::Cycle);
    kinds.sort_unstable();
    assert_eq!(kinds, [Reason::Stalemate, Reason::HomeLeft, Reason::Cycle]);
    let kept = "always not stalemate' step m: move where mate' step any: move K where steps(R', k') > 1 step r: move R where steps(R', k') > 1";
    let (why, line) = first(kept);
    assert_eq!(why, Reason::Cycle);
    assert_eq!(line.len(), 4);
}

#[test]
fn a_claim_that_is_too_tight_shows_its_longest_play() {
    let mut source =
        adli_lang::TEXTS.iter().find(|(name, _)| *name == "krk/malikovic-janicic").unwrap().1.to_owned();
    source.push_str("\ntheorem tight: mj reaches mate within 32 moves from White to move");
    let options = Options { claims: vec!["tight".into()], ..Options::default() };
    let report = prove("x", &programs("x", Some(&source)), &options, &adli_claims::Unwatched);
    let failures = report.claims[0].failures.as_ref().unwrap();
    assert_eq!(failures.shown[0].reason, Reason::TooSlow);
    assert_eq!(failures.shown[0].line.len(), 65, "33 own moves and 32 replies");
    assert!(failures.shown[0].moves.iter().step_by(2).all(|mv| mv.rule.is_some()));
    assert_eq!(report.claims[0].longest_moves, Some(33));
}

#[test]
fn queries_count_what_others_have_counted() {
    let report = text(&format!(
        "{KRK} query ours: count positions where White to move expect 175168
         query theirs: count positions where Black to move expect 223944
         query classes: count classes where White to move expect 21959
         query mates: count positions where mate expect 216
         query wrong: count positions where mate expect 217
         query shown: list 3 where mate
         query part: share check where Black to move"
    ));
    let verdicts: Vec<_> = report.claims.iter().map(|c| c.verdict == Verdict::Proved).collect();
    assert_eq!(verdicts, [true, true, true, true, false, true, true]);
    assert_eq!(claim(&report, "shown").listed.len(), 3);
    assert!(claim(&report, "part").number.unwrap() < 223_944);
}

#[test]
fn claims_about_values_look_into_the_tables() {
    let report = text(&format!(
        "{KRK} def mates_now = some move: mate'
         strategy s for White to win step m: move where mate' step any: move K
         lemma wins: in every position where White to move: value(White) = win and moves_to_mate <= 16
         lemma fifteen: in every position where White to move: moves_to_mate <= 15 expect refuted
         theorem kept: s keeps value from White to move expect refuted
         theorem draws: s keeps draw from White to move and mates_now
         theorem best: s is optimal from White to move and mates_now
         theorem alike: s is symmetric
         theorem soon: s reaches mate from White to move and mates_now"
    ));
    for claim in &report.claims {
        if claim.name != "draws" {
            assert_eq!(claim.as_claimed, Some(true), "{} {:?}", claim.name, claim.reason);
        }
    }
    assert_eq!(claim(&report, "soon").quality, Some(adli_claims::Quality::Optimal));
}

/// Positions in which nobody wants to move, from a value after a pass. There are 80 of them in KPK, their images left out, as the tables count
/// (`adli stats KPK`) and as books say.
#[test]
fn values_after_a_pass_tell_zugzwangs() {
    let header = "endgame KPK White K P v Black k\n";
    let zugzwangs = "value(White) = draw and (value(White) after pass) = win";
    let report = text(&format!(
        "{header} query zugzwangs: count classes where White to move and {zugzwangs} expect 80
         query unguarded: count positions where Black to move and (value(Black) after pass) = draw
         query guarded: count positions where Black to move and not check and (value(Black) after pass) = draw
         query drawn: count positions where White to move and value(White) = draw"
    ));
    assert_eq!(report.claims[0].number, Some(80));
    assert_eq!(report.claims[1].verdict, Verdict::NotRun);
    let said = report.claims[1].reason.as_deref().unwrap_or_default();
    assert!(said.contains("say `not check and ..` first"), "{said}");
    assert_eq!(report.claims[2].number, report.claims[3].number);
}

#[test]
fn tables_that_are_at_hand_are_used() {
    let source = format!(
        "{KRK} lemma sixteen: in every position where White to move: moves_to_mate <= 16
         lemma fifteen: in every position where White to move: moves_to_mate <= 15 expect refuted"
    );
    let programs = programs("test", Some(&source));
    let asked = std::sync::Mutex::new(Vec::new());
    let load = |material| {
        asked.lock().unwrap().push(material);
        adli_tables::solve_all(&[material], &adli_claims::Unwatched).ok()
    };
    let report = prove_with("test", &programs, &Options::default(), &load, &adli_claims::Unwatched);
    assert_eq!(report.outcome(), Outcome::AsClaimed);
    assert_eq!(*asked.lock().unwrap(), ["KRK".parse().unwrap()], "once for both claims");
    // Tables of something else are no tables: nothing is made up.
    let wrong = |_| adli_tables::solve_all(&["KQK".parse().unwrap()], &adli_claims::Unwatched).ok();
    let report = prove_with("test", &programs, &Options::default(), &wrong, &adli_claims::Unwatched);
    assert!(report.claims.iter().all(|claim| claim.verdict == Verdict::NotRun), "{:?}", report.claims);
}

#[test]
fn rules_that_never_apply_are_found_without_a_claim() {
    let source = format!(
        "{KRK} strategy s for White to win step now: move where mate' step never: move where K' = k'
         step again: move R where mate' step far: move K where steps(K', k') > 6 step any: move step late: move K"
    );
    let idle = idle_rules(&programs("test", Some(&source))[0], &adli_claims::Unwatched);
    let found: Vec<(&str, Why)> = idle.iter().map(|idle| (idle.rule.as_str(), idle.why.clone())).collect();
    let unreached = Why::Unreached("any".into());
    assert_eq!(found, [("never", Why::NoMove), ("again", Why::Shadowed), ("late", unreached)]);
}

#[test]
fn in_a_large_endgame_only_some_positions_are_tried() {
    let source = "endgame KQKR White K Q v Black k r use geometry
        strategy s for White to win step now: move where mate' step never: move where K' = k' step any: move K
          step rest: move";
    let idle = idle_rules(&programs("test", Some(source))[0], &adli_claims::Unwatched);
    let found: Vec<&str> = idle.iter().map(|idle| idle.rule.as_str()).collect();
    assert_eq!(found, ["never"], "where the king cannot move, `rest` does");
    assert!(matches!(idle[0].why, Why::NotSeen(positions) if positions > 1_000_000), "{idle:?}");
}

#[test]
fn a_lopsided_strategy_is_not_symmetric() {
    let report = text(&format!(
        "{KRK} strategy s for White to win step m: move R where R'.file < R.file step any: move
         theorem alike: s is symmetric expect refuted"
    ));
    assert_eq!(report.outcome(), Outcome::AsClaimed);
    assert_eq!(report.claims[0].failures.as_ref().unwrap().shown[0].reason, Reason::NotSymmetric);
}

#[test]
fn lemmas_about_nothing_are_warned_of() {
    let report = text(&format!(
        "{KRK} strategy s for White to win step any: move R
         lemma nothing: for play p0 .. p1 of s given R at p0 = K at p0 show mate at p1
         lemma nowhere: in every position where R = K: mate"
    ));
    assert!(report.claims.iter().all(|claim| claim.warnings.len() == 1));
}

/// Stops after a second.
struct Patience(Instant);

impl Watch for Patience {
    fn stopped(&self) -> Option<By> {
        (self.0.elapsed().as_secs() >= 1).then_some(By::Time)
    }
}

/// Stops at once.
struct Impatience(By);

impl Watch for Impatience {
    fn stopped(&self) -> Option<By> {
        Some(self.0)
    }
}

/// That there was no time or no memory for the tables is not the same as that there are none.
#[test]
fn tables_that_could_not_be_solved_leave_a_claim_unknown() {
    let text = "endgame KPK White K P v Black k use geometry
        recogniser r when P.rank = 7 => unknown otherwise => unknown
        theorem t: r sound from all
        query won: count positions where White to move and value(White) = win";
    let programs = programs("test", Some(text));
    let little = Options { memory: 1000, ..Options::default() };
    let stopped = |by| prove("test", &programs, &Options::default(), &Impatience(by));
    let (late, by_hand) = (stopped(By::Time), stopped(By::Hand));
    let cramped = prove("test", &programs, &little, &adli_claims::Unwatched);
    for (report, why) in [
        (late, "the time allowed was not enough"),
        (by_hand, "stopped before the end"),
        (cramped, "the memory allowed"),
    ] {
        for claim in &report.claims {
            assert_eq!(claim.verdict, Verdict::Unknown, "{}", claim.name);
            assert!(claim.reason.as_ref().unwrap().starts_with(why), "{:?}", claim.reason);
        }
        assert_eq!(report.claims.len(), 2);
    }
}

#[test]
fn what_would_run_for_hours_is_unknown_soon() {
    // Seven plies of search, and squares within squares within squares.
    for text in [
        "endgame KQKR White K Q v Black k r use geometry
         def a = some move: mate' def b = some move: (every move: a')' def c = some move: (every move: b')'
         def d = some move: (every move: c')'
         query far: count positions where d",
        "endgame KRK White K R v Black k use geometry
         def deep = count({s: some t in ring(s): some u in ring(t): some v in ring(u): steps(v, k) > steps(s, R)})
         query far: count positions where deep > 3",
    ] {
        let begun = Instant::now();
        let report = prove("x", &programs("x", Some(text)), &Options::default(), &Patience(begun));
        assert_eq!(report.claims[0].verdict, Verdict::Unknown, "{:?}", report.claims[0]);
        assert_eq!(report.outcome(), Outcome::Unknown);
        let reason = report.claims[0].reason.clone().unwrap();
        let (limit, covered) = reason.split_once("; ").unwrap();
        // Which limit comes first depends on how busy the machine is.
        let is_limit = limit == "the time allowed was not enough" || limit.starts_with("a definition takes more than");
        assert!(is_limit, "{limit}");
        assert!(covered.contains(" of ") && covered.contains("looked at"), "{covered}");
        assert!(begun.elapsed().as_secs() < 60, "the limit is a second; the machine may be busy");
    }
}

/// The first line to what is wrong is too much for the plain interpreter, or the second is: whoever wants to see one failure gets
/// the same verdict as who wants to see fifty.
#[test]
fn a_verdict_does_not_depend_on_how_many_failures_are_shown() {
    for squares in ["K = b3 and R = h2 and k = b1", "K = g3 and R = a2 and k = g1"] {
        let programs = programs(
            "test",
            Some(&format!(
                "{KRK} def a = some move: R' = K' def b = some move: (every move: a')' def c = some move: (every move: b')'
                 def d = some move: (every move: c')' def e = some move: (every move: d')'
                 def f = some move: (every move: e')'
                 strategy s for White to win step never: move where k not in corner and f
                 theorem kept: s keeps draw from Black to move and {squares}"
            )),
        );
        let mut counts = Vec::new();
        for max_failures in [1, 3, 50] {
            let options = Options { max_failures, ..Options::default() };
            let report = prove("test", &programs, &options, &adli_claims::Unwatched);
            let claim = &report.claims[0];
            assert_eq!(claim.verdict, Verdict::Refuted, "{max_failures}: {:?}", claim.reason);
            let failures = claim.failures.as_ref().unwrap();
            assert_eq!(failures.shown.len(), 1, "{max_failures}");
            counts.push((claim.positions, failures.extent.number, failures.kinds.clone()));
        }
        assert!(counts.iter().all(|count| *count == counts[0] && count.1 == 2), "{counts:?}");
    }
}

#[test]
fn memory_is_limited() {
    let options = Options { memory: 1 << 20, ..Options::default() };
    let report = prove("x", &programs("krk/malikovic-janicic", None), &options, &adli_claims::Unwatched);
    assert!(report.claims.iter().any(|claim| claim.verdict == Verdict::Unknown));
    assert!(report.claims.iter().all(|claim| claim.verdict != Verdict::Internal));
}

/// A captured man keeps the kind that he had, and a text may ask for it: positions that differ in nothing else are not the
/// same.
#[test]
fn what_a_captured_man_was_makes_a_difference() {
    let report = text(
        "endgame KPK White K P v Black k
         strategy s for White to draw step push: move P
         theorem t: s reaches mate or (White to move and promoted(P) and (alive(P) or kind(P) = Q))
           from White to move and K = a1 and k = c7 and P = b7",
    );
    let t = claim(&report, "t");
    // The king takes whatever the pawn becomes, a queen, rook, bishop or knight; three of these are no queen.
    assert_eq!(t.verdict, Verdict::Refuted);
    let failures = t.failures.as_ref().unwrap();
    assert_eq!((failures.extent.number, failures.kinds.get(&Reason::HomeLeft)), (1, Some(&3)));
}

/// Stops at the n-th time it is asked, and stays stopped.
struct StopsAt(u64, AtomicU64);

impl Watch for StopsAt {
    fn stopped(&self) -> Option<By> {
        (self.1.fetch_add(1, Ordering::Relaxed) >= self.0).then_some(By::Hand)
    }
}

/// Whenever a proof is stopped, a claim has its right verdict or says that it was stopped: nothing that was left unfinished is
/// taken for an answer. The moments near the end are those in which lines are looked for and replayed.
#[test]
fn stopped_at_any_moment_it_says_so_or_is_right() {
    let rules = "strategy s for White to win always not stalemate' step m: move where mate'
           step any: move K where steps(R', k') > 1 step r: move R where steps(R', k') > 1
         advice nearer for White to win reach after them: steps(K', k') < steps(K at root, k at root) hold: alive(R)' within 4 plies
         strategy trees for White to win try nearer step rest: move";
    for claim in [
        "theorem t: s reaches mate from White to move and k in corner",
        "theorem t: s reaches mate or (k in edge) from Black to move and K in corner",
        "theorem t: s keeps value from White to move and k in corner",
        "theorem t: s is optimal from White to move and k in corner",
        "lemma t: for play p0 .. p2 of s given home throughout and (k in corner) at p0 show not check at p1",
        "lemma t: in every position where White to move and k in corner: not (some move: mate')",
        "theorem t: trees keeps value from White to move and k in corner and K in xcorner",
        "query t: longest s where White to move and k in corner and K in xcorner",
    ] {
        let programs = programs("test", Some(&format!("{KRK} {rules} {claim}")));
        let run = |at: u64| {
            let watch = StopsAt(at, AtomicU64::new(0));
            let mut report = prove("test", &programs, &Options::default(), &watch);
            (report.claims.remove(0), watch.1.into_inner())
        };
        let (whole, asked) = run(u64::MAX);
        assert_ne!(whole.verdict, Verdict::Unknown, "{claim}: {:?}", whole.reason);
        for at in (0..asked).step_by((asked as usize / 3).max(1)).chain(asked.saturating_sub(3)..asked) {
            let (found, _) = run(at);
            if found.verdict == Verdict::Unknown {
                let why = found.reason.as_ref().unwrap();
                assert!(
                    why.starts_with("stopped before the end"),
                    "{claim}, stopped at {at} of {asked}: {why}"
                );
            } else {
                assert_eq!((found.verdict, found.number), (whole.verdict, whole.number), "{claim}");
            }
        }
    }
}

/// What had been covered of one claim is not told of the next.
#[test]
fn a_claim_that_was_never_begun_covered_nothing() {
    let claim = |name: &str| format!("theorem {name}: s reaches mate from White to move");
    let text = format!("{KRK} strategy s for White to win step any: move {} {}", claim("t"), claim("u"));
    let report =
        prove("test", &programs("test", Some(&text)), &Options::default(), &StopsAt(200, AtomicU64::new(0)));
    let reasons: Vec<_> = report.claims.iter().map(|claim| claim.reason.as_deref().unwrap()).collect();
    assert!(!reasons[0].contains("nothing was covered"), "stopped too early to show anything: {reasons:?}");
    assert!(reasons[1].ends_with("nothing was covered"), "{reasons:?}");
}
