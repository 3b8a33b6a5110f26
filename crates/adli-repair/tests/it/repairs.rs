use std::sync::atomic::{AtomicU32, Ordering};

use adli_claims::{By, Limit, Options, Unit, Unwatched, Verdict, Watch};
use adli_exhaustive::{Exhaustive, prove};
use adli_lang::{Sources, check};
use adli_repair::{Kind, Repair, RepairError, RepairRequest, Repaired, repair};
use adli_values::TableSource;

/// Rules 2, 4, 5 and 8 of the thesis, rule 5 as it is printed.
const RULE_FIVE: &str = include_str!("../../../../docs/repair.in/third.adv");
const HUNT: &str = include_str!("../../../../docs/repair.in/first.adv");
/// The library's strategy for the queen, without what one of its steps prefers.
const ROUND: &str = include_str!("../../../../docs/repair.in/second.adv");

fn asked(text: &str, claim: &str, edits: usize, watch: &dyn Watch) -> Result<Repaired, RepairError> {
    let mut sources = Sources::library();
    let number = sources.add("text", text);
    let request = RepairRequest { claim: claim.to_owned(), settings: Vec::new(), most: 3, edits };
    let tables = TableSource::empty();
    let method = Exhaustive::new(&tables);
    repair(&sources, number, &request, &[&method], &Options::default(), watch)
}

fn repaired(text: &str, claim: &str) -> Repaired {
    asked(text, claim, 60, &Unwatched).unwrap()
}

/// What becomes of a claim of a text, and from how many positions it fails.
fn decided(text: &str, claim: &str) -> (Verdict, u64) {
    let mut sources = Sources::library();
    let number = sources.add("text", text);
    let checked = check(&sources, number, &[]);
    assert!(!checked.has_errors(), "{text}");
    let options = Options { claims: vec![claim.to_owned()], ..Options::default() };
    let report = prove("text", &checked.programs, &options, &Unwatched);
    assert_eq!(report.claims.len(), 1);
    let failures = report.claims[0].failures.as_ref().map_or(0, |failures| failures.extent.number);
    (report.claims[0].verdict, failures)
}

/// The text with the lines of an edit in the place of those that it names, as somebody would paste them.
fn pasted(text: &str, repair: &Repair) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let begin = repair.line - 1;
    let old: Vec<&str> =
        lines.splice(begin..begin + repair.old.len(), repair.new.iter().map(|s| &**s)).collect();
    assert_eq!(old, repair.old, "{}", repair.what);
    lines.join("\n")
}

/// What is said of every edit is true of the text into which it was pasted.
fn are_as_said(text: &str, found: &Repaired) {
    assert_eq!(decided(text, &found.claim), (found.verdict, found.failures));
    for repair in &found.repairs {
        let pasted = pasted(text, repair);
        assert_eq!(decided(&pasted, &found.claim), (repair.verdict, repair.failures), "{}", repair.what);
        assert_eq!(pasted.trim_end(), repair.text.trim_end());
    }
    // Those that prove it come first, and then fewer failures before more.
    let order: Vec<_> = found.repairs.iter().map(|repair| repair.verdict != Verdict::Proved).collect();
    assert!(order.is_sorted(), "{order:?}");
}

/// The tables say that the printed push draws in two positions: the black king is in the corner, and stalemated.
#[test]
fn the_printed_rule_five_is_repaired() {
    let found = repaired(RULE_FIVE, "rule_five");
    assert_eq!((found.verdict, found.failures, found.unit), (Verdict::Refuted, 2, Unit::Positions));
    assert!(found.is_repaired());
    are_as_said(RULE_FIVE, &found);
    let best = &found.repairs[0];
    // The rule is still there, and only stalemate is no longer allowed.
    assert_eq!((best.kind, &best.of[..], best.idle.len()), (Kind::Forbid, "push", 0));
    assert!(best.new.concat().contains("hold after us: not stalemate'"), "{:?}", best.new);
    // A guard that was learnt proves it as well, and an order in which the rule has nothing to do comes after it.
    assert!(found.repairs.iter().any(|repair| repair.kind == Kind::Guard && repair.idle.is_empty()));
    let idle: Vec<bool> = found.repairs.iter().map(|repair| !repair.idle.is_empty()).collect();
    assert!(idle.is_sorted(), "{idle:?}");
}

/// A king who is next but one to a pawn on the second rank may have to go after it; the least bound that is enough is found.
#[test]
fn a_hunt_that_is_too_short_is_lengthened() {
    let found = repaired(HUNT, "caught");
    are_as_said(HUNT, &found);
    let best = &found.repairs[0];
    assert_eq!((best.kind, best.verdict), (Kind::Bound, Verdict::Proved));
    let bound = |plies: u32| decided(&HUNT.replace("within 3", &format!("within {plies}")), "caught").0;
    let least = (4..12).find(|&plies| bound(plies) == Verdict::Proved).unwrap();
    assert_eq!(best.new, [format!("    within {least} plies")]);
    // To say less is no repair of the hunt, and comes after it.
    assert!(found.repairs[1..].iter().all(|repair| repair.kind != Kind::Bound));
}

#[test]
fn a_preference_ends_a_play_that_goes_round() {
    let found = repaired(ROUND, "wins");
    are_as_said(ROUND, &found);
    let best = &found.repairs[0];
    assert_eq!((best.kind, &best.of[..], best.verdict), (Kind::Preference, "approach", Verdict::Proved));
    assert!(best.new.concat().contains("least steps(K', k')"), "{:?}", best.new);
}

/// Whoever mates in two is not quicker than that, whatever he prefers; the theorem learns how many moves it takes.
#[test]
fn a_theorem_that_allows_too_few_moves_learns_how_many() {
    let mates_2 = "def mates_2 = some move: (not stalemate and every move: mates_1')'\n";
    let text = |moves: u32| {
        let theorem = format!("mate within {moves} moves from White to move and mates_2");
        let text = ROUND.replace("mate from White to move", &theorem);
        text.replace("strategy queen", &format!("{mates_2}strategy queen"))
    };
    let found = asked(&text(1), "wins", 3, &Unwatched).unwrap();
    assert!(!found.is_repaired() && found.stopped.is_some());
    let best = &found.repairs[0];
    assert_eq!((best.kind, best.verdict), (Kind::Claim, Verdict::Proved));
    assert_eq!(best.text, text(2));
}

/// What must hold is too much, or the moves are too few: the part that is to blame is left out, and nothing else is.
#[test]
fn what_forbids_the_saving_move_is_left_out() {
    let long = HUNT.replace("within 3", "within 7");
    for (wrong, kind) in [
        ("each move k\n  hold after us: k' not in rank 1 and k' not in rank 3", Kind::Hold),
        ("each move k\n  hold after us: k' not in rank 3", Kind::Hold),
        ("each move k where k' not in rank 3", Kind::Moves),
        ("each move k\n  move k where k' in edge", Kind::Moves),
    ] {
        let text = long.replace("each move k", wrong);
        let found = repaired(&text, "caught");
        are_as_said(&text, &found);
        assert!(found.failures > 0);
        assert_eq!(found.repairs[0].kind, kind, "{wrong}: {found:?}");
    }
}

/// What the other side is supposed to play is no part of a repair, and what is proved under such a condition says so.
#[test]
fn the_other_sides_plan_is_left_alone() {
    let stay = "advice stay for White to win each move K hold after us: steps(K', P') >= 3 within 9 plies";
    let text = HUNT.replace("within 3", "within 2").replace("can hunt", "can hunt against stay");
    let text = text.replace("lemma caught", &format!("{stay}\n\nlemma caught"));
    let found = repaired(&text, "caught");
    are_as_said(&text, &found);
    assert!(found.is_repaired());
    for repair in &found.repairs {
        assert_ne!(repair.of, "stay");
        assert!(repair.verdict != Verdict::Proved || !repair.assumes.is_empty(), "{repair:?}");
    }
}

#[test]
fn what_is_proved_is_left_alone() {
    let found = repaired(&HUNT.replace("within 3", "within 7"), "caught");
    assert_eq!((found.verdict, found.edits, found.repairs.len()), (Verdict::Proved, 0, 0));
}

/// A longer hunt begins farther away: whoever counted on its being near is told.
#[test]
fn an_edit_that_breaks_another_claim_says_so() {
    let near = "lemma near: in every position where Black to move and can hunt: steps(k, P) <= 3";
    let takes = "lemma takes: in every position where Black to move and P in ring(k) - ring(K): can hunt";
    let text = format!("{HUNT}\n{near}\n{takes}\n");
    let found = repaired(&text, "caught");
    for repair in &found.repairs {
        let broken = ["near", "takes"].into_iter().filter(|claim| {
            let proved = |text: &str| decided(text, claim).0 == Verdict::Proved;
            proved(&text) && !proved(&repair.text)
        });
        assert_eq!(repair.breaks, broken.collect::<Vec<_>>(), "{}", repair.what);
    }
    let longer = found.repairs.iter().find(|repair| repair.kind == Kind::Bound).unwrap();
    assert_eq!(longer.breaks, ["near"]);
}

#[test]
fn what_cannot_be_repaired_is_refused() {
    let text = format!("{HUNT}\nquery all: count positions where Black to move");
    for claim in ["all", "nothing"] {
        let error = asked(&text, claim, 60, &Unwatched).unwrap_err();
        assert!(matches!(&error, RepairError::Claim(why) if why.contains(claim)), "{error}");
    }
    let error = asked(
        "endgame KPK White K P v Black k\nlemma l: in every position where k: true",
        "l",
        60,
        &Unwatched,
    );
    assert!(matches!(error, Err(RepairError::Text(_))));
}

/// Stops the work after it was asked so often.
struct Impatient(AtomicU32);

impl Watch for Impatient {
    fn stopped(&self) -> Option<By> {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
        (left == 0).then_some(By::Time)
    }
}

#[test]
fn whoever_is_stopped_says_so() {
    let stopped = asked(HUNT, "caught", 60, &Impatient(AtomicU32::new(0)));
    assert!(matches!(stopped, Err(RepairError::Limit(Limit::Stopped(By::Time)))), "{stopped:?}");
    let patient = Impatient(AtomicU32::new(u32::MAX));
    assert!(asked(HUNT, "caught", 60, &patient).unwrap().is_repaired());
    let all = u32::MAX - patient.0.load(Ordering::Relaxed);
    let mut told = false;
    for asks in [all / 2, all - 1] {
        if let Ok(found) = asked(HUNT, "caught", 60, &Impatient(AtomicU32::new(asks))) {
            told |= found.stopped.is_some();
            assert!(found.stopped.is_some() || found.is_repaired());
        }
    }
    assert!(told, "{all} questions");
    // As many edits as were allowed, and no more.
    let found = asked(HUNT, "caught", 1, &Unwatched).unwrap();
    assert!(found.decided <= 1 && (found.is_repaired() || found.stopped.is_some()), "{found:?}");
}
