//! Claims about recognisers: counts against a second method, the library's figures.
use std::collections::BTreeMap;
use std::fmt::Write;

use adli_chess::{Colour, Material, Square};
use adli_claims::{Options, Report, Unwatched, Verdict};
use adli_lang::{Answer, Interpreter, Program, Sources, State, TEXTS, Value as Meaning, check};
use adli_tables::{Known, Unwatched as Alone, Value, probe, solve_all};

use crate::common::prove_with;

fn programs(sources: &Sources, number: u16) -> Vec<Program> {
    let checked = check(sources, number, &[]);
    let shown: String = checked.diagnostics.iter().map(|d| d.render(sources)).collect();
    assert!(!checked.has_errors(), "{shown}");
    checked.programs
}

fn proved(text: &str, tables: &Known) -> Report {
    let mut sources = Sources::library();
    let number = sources.add("text", text);
    let load = |_: Material| Some(tables.clone());
    prove_with("text", &programs(&sources, number), &Options::default(), &load, &Unwatched)
}

fn tables(materials: &[&str]) -> Known {
    let materials: Vec<Material> = materials.iter().map(|name| name.parse().unwrap()).collect();
    solve_all(&materials, &Alone).unwrap()
}

fn library(name: &str) -> &'static str {
    TEXTS.iter().find(|(other, _)| *other == name).map(|(_, text)| *text).unwrap()
}

/// Right in some places, wrong in others, in all kinds of answers; and not symmetric.
const KPK: &str = "endgame KPK strong K P v weak k
    use geometry
    def goal = (P.file, 8)
    recogniser r
      when weak to move and k in ring(P) and P not in ring(K) => draw
      when P.file > 4 {
        when P.rank = 7 and strong to move and steps(k, goal) > 1 => win for strong
        when weak to move and k = goal and K in ring(P) => mated
        when steps(k, P) > 6 => at_least_draw for strong
        otherwise => unknown
      }
      when K.rank > P.rank and strong to move => mates_next
      when steps(K, P) > 4 => at_most_draw for strong
      when strong to move and k in corner => mates
      otherwise => unknown
    theorem t: r sound from all
    theorem c: r complete from P.rank = 7
    query q: count positions where r.rule = 3 or r.answer = at_most_draw
    query s: share value(strong) = win where r.answer = unknown";

/// What is right, said again: an answer and a value.
fn is_right(answer: Answer, value: Value) -> bool {
    match (answer, value) {
        (Answer::Unknown, _) => true,
        (Answer::Win | Answer::AtLeastDraw, Value::Win(_)) => true,
        (Answer::Draw | Answer::AtLeastDraw | Answer::AtMostDraw, Value::Draw) => true,
        (Answer::Loss | Answer::AtMostDraw, Value::Loss(_)) => true,
        (Answer::Mated, Value::Loss(plies)) => plies == 0,
        (Answer::Mates, Value::Win(plies)) => plies < 2,
        (Answer::MatesNext, Value::Win(plies)) => plies < 4,
        _ => false,
    }
}

/// Every legal position for itself, by the plain interpreter and single probes, without symmetries.
#[test]
fn counts_are_those_of_the_plain_interpreter() {
    let known = tables(&["KPK"]);
    let report = proved(KPK, &known);
    let mut sources = Sources::library();
    let number = sources.add("text", KPK);
    let program = programs(&sources, number).remove(0);
    let recogniser = &program.recognisers[0];
    let rule = program[recogniser.rule].body;
    let (mut count, mut wrong) = (BTreeMap::new(), BTreeMap::new());
    let (mut on_seventh, mut third, mut unknown_wins) = (0_u64, 0_u64, 0_u64);
    for [a, b, c] in
        Square::all().flat_map(|a| Square::all().flat_map(move |b| Square::all().map(move |c| [a, b, c])))
    {
        for turn in Colour::ALL {
            let state = State::at_home(&program.endgame, turn, &[a, b, c]);
            let Ok(position) = state.position(&program.endgame) else { continue };
            let Ok(Meaning::Int(by)) = Interpreter::new(&program).value(rule, &[state]) else { panic!() };
            let by = &recogniser.rules[by as usize - 1];
            let answer = by.answer_for(turn.index() as u16);
            let value = probe(&known, &position).unwrap();
            let key = (turn.index(), by.name.clone());
            *count.entry(key.clone()).or_insert(0_u64) += 1;
            *wrong.entry(key).or_insert(0_u64) += u64::from(!is_right(answer, value));
            let complete = answer != Answer::Unknown && is_right(answer, value);
            on_seventh += u64::from(b.rank() == 6 && !complete);
            third += u64::from(by.name == "3" || answer == Answer::AtMostDraw);
            let wins =
                matches!((turn, value), (Colour::White, Value::Win(_)) | (Colour::Black, Value::Loss(_)));
            unknown_wins += u64::from(answer == Answer::Unknown && wins);
        }
    }
    let claim = &report.claims[0];
    assert_eq!(claim.verdict, Verdict::Refuted);
    assert_eq!(claim.symmetries, None);
    assert_eq!(claim.positions, Some(count.values().sum()));
    assert_eq!(claim.failures.as_ref().unwrap().extent.number, wrong.values().sum::<u64>());
    for (turn, side) in claim.recognised.iter().enumerate() {
        for rule in &side.rules {
            let key = (turn, rule.name.clone());
            assert_eq!(rule.positions, count.get(&key).copied().unwrap_or(0), "{key:?}");
            assert_eq!(rule.wrong, wrong.get(&key).copied().unwrap_or(0), "{key:?}");
            assert_eq!(rule.wrong, rule.wrong_where.positions());
        }
    }
    // Every failure that is shown is one.
    for failure in &claim.failures.as_ref().unwrap().shown {
        let value = probe(&known, &failure.fen.parse().unwrap()).unwrap();
        assert!(failure.value.as_ref().unwrap().starts_with(value.outcome()), "{failure:?}");
    }
    assert!(on_seventh > 0);
    assert_eq!(report.claims[1].failures.as_ref().unwrap().extent.number, on_seventh);
    assert_eq!(report.claims[2].number, Some(third));
    assert_eq!(report.claims[3].number, Some(unknown_wins));
}

/// What the report counts for a rule is what `r.rule = n` counts with the number that the report prints, and every rule has one.
/// Asked are the rules of some numbers, or all.
fn rules_are_numbered_once(text: &str, recogniser: &str, some: &[usize], known: &Known) {
    // What else a text claims is decided elsewhere.
    let text = text.split("\ntheorem ").next().unwrap_or(text);
    let mut sources = Sources::library();
    let number = sources.add("text", text);
    let first = programs(&sources, number).remove(0);
    let rules = first.recognisers.iter().find(|found| found.name == recogniser).unwrap().rules.len();
    assert!(rules > 2);
    let mut asks = text.to_owned();
    let _ = writeln!(asks, "\ntheorem numbered_report: {recogniser} sound from all");
    for n in (1..=rules).filter(|n| some.is_empty() || some.contains(n)) {
        let _ = writeln!(asks, "query numbered_{n}: count positions where {recogniser}.rule = {n}");
    }
    let report = proved(&asks, known);
    let mut reported = BTreeMap::new();
    for claim in report.claims.iter().filter(|claim| claim.name == "numbered_report") {
        for rule in claim.recognised.iter().flat_map(|side| &side.rules) {
            *reported.entry((claim.material.clone(), rule.name.clone())).or_insert(0_u64) += rule.positions;
        }
    }
    let mut asked = 0;
    for claim in &report.claims {
        let n = claim.name.strip_prefix("numbered_").filter(|n| *n != "report");
        let Some(n) = n.map(str::to_owned) else { continue };
        let found = reported.get(&(claim.material.clone(), n)).copied().unwrap_or(0);
        assert_eq!(claim.number, Some(found), "{} {}", claim.material, claim.name);
        asked += found;
    }
    let has_number = |name: &str| (1..=rules).any(|n| n.to_string() == name);
    assert!(reported.keys().all(|(_, name)| has_number(name)), "no numbers of the language: {reported:?}");
    assert!(asked > 0);
}

#[test]
fn the_report_had_another_number_for_a_nested_rule_than_the_language() {
    let known = tables(&["KPK"]);
    let (texts, _) = KPK.split_once("theorem t").unwrap();
    rules_are_numbered_once(texts, "r", &[], &known);
    rules_are_numbered_once(library("kpk/recogniser"), "kpk", &[7, 9, 17], &known);
}

#[test]
#[ignore = "minutes; `just exhaustive` runs it"]
fn rules_of_the_library_are_numbered_once() {
    let known = tables(&["KPK", "KNNKB", "KNNKN"]);
    for (name, recogniser) in [("kpk/recogniser", "kpk"), ("knn/adli", "knn"), ("knn/heinz-2001", "heinz")] {
        rules_are_numbered_once(library(name), recogniser, &[], &known);
    }
}

/// A rule is idle because its condition can be seen to be false, or because another answers first.
#[test]
fn a_rule_that_never_answers_is_told() {
    let known = tables(&["KPK"]);
    for (condition, idle) in
        [("P.rank = 7", false), ("false", true), ("1 = 2", true), ("P.rank = 2 and K = k", true)]
    {
        let text = format!(
            "endgame KPK strong K P v weak k use geometry
             recogniser r when P.rank = 2 => unknown when {condition} => at_most_draw for weak otherwise => unknown
             theorem used: r uses every rule"
        );
        let claim = proved(&text, &known).claims.remove(0);
        let verdict = if idle { Verdict::Refuted } else { Verdict::Proved };
        assert_eq!(claim.verdict, verdict, "{condition}");
        let told =
            claim.warnings.iter().filter(|warning| warning.contains("the rule `2` gives its answer nowhere"));
        assert_eq!(told.count(), usize::from(idle), "{condition}");
    }
}

/// One position for all its images, or each for itself: the figures are the same.
#[test]
fn symmetries_change_no_figure() {
    let text = "endgame KBKN strong K B v weak k n
        use geometry
        recogniser r
          when k in corner and ring(k) - {n} - ring(K) - attacks(B) = {} => at_most_draw for weak
          when k not in corner => draw
          otherwise => unknown
        theorem t: r sound from all
        query c: count classes where r.answer = unknown
        query p: count positions where mate";
    let known = tables(&["KBKN"]);
    let mut sources = Sources::library();
    let number = sources.add("text", text);
    let all = programs(&sources, number);
    let load = |_: Material| Some(known.clone());
    let with = |symmetries| {
        let options = Options { symmetries, claims: vec!["t".into(), "p".into()], ..Options::default() };
        prove_with("text", &all, &options, &load, &Unwatched)
    };
    let (folded, plain) = (with(true), with(false));
    assert_eq!(folded.claims[0].symmetries, Some(8));
    assert_eq!(plain.claims[0].symmetries, None);
    assert_eq!(folded.claims[0].recognised, plain.claims[0].recognised);
    assert_eq!(folded.claims[1].number, plain.claims[1].number);
    let mates = adli_tables::stats::count(known.get("KBKN".parse().unwrap()).unwrap(), &Alone).unwrap();
    let mates: u64 = mates.sides.iter().map(|side| side.checkmates.placements).sum();
    assert_eq!(folded.claims[1].number, Some(mates));
}

/// A rule that holds on one side of the board only was counted as often as its images, because another rule
/// gives the same answer there.
#[test]
fn rules_that_are_not_symmetric_were_counted_as_if_they_were() {
    let known = tables(&["KRK"]);
    let text = "endgame KRK White K R v Black k
        recogniser r
          when K = b1 => unknown
          otherwise => unknown
        theorem t: r sound
        theorem u: r uses every rule";
    for k in ["b1", "h8", "d4"] {
        let report = proved(&text.replace("b1", k), &known);
        let mut sources = Sources::library();
        let number = sources.add("text", text);
        let program = programs(&sources, number).remove(0);
        let king = Square::all().find(|square| square.to_string() == k).unwrap();
        let others = || Square::all().flat_map(|a| Square::all().map(move |b| [king, a, b]));
        let is_legal = |turn, squares: &[Square; 3]| {
            State::at_home(&program.endgame, turn, squares).position(&program.endgame).is_ok()
        };
        for (side, turn) in report.claims[0].recognised.iter().zip(Colour::ALL) {
            let legal = others().filter(|squares| is_legal(turn, squares)).count();
            assert_eq!(side.rules[0].positions, legal as u64, "{k} {turn:?}");
        }
        assert_eq!(report.claims[1].verdict, Verdict::Proved, "{k}");
    }
}

const FIGURES: &str = include_str!("../data/recognisers.txt");

/// The library's recognisers for two knights, with every count by material, side to move, rule and answer. The file is
/// written by `ADLI_BLESS=1`; the numbers of positions and of won and lost ones are those of `adli stats`.
#[test]
#[ignore = "half a minute: tables of five men are made for it; `just exhaustive` runs it"]
fn two_knights() {
    let known = tables(&["KNNKB", "KNNKN"]);
    let mut found = String::new();
    let mut unknown: BTreeMap<(String, String), Vec<u64>> = BTreeMap::new();
    for name in ["knn/heinz-2001", "knn/adli"] {
        let sources = Sources::library();
        let load = |_: Material| Some(known.clone());
        let claims = ["as_printed", "sound_everywhere", "nothing_idle"].map(str::to_owned).to_vec();
        let options = Options { claims, max_failures: 1, ..Options::default() };
        let report =
            prove_with(name, &programs(&sources, sources.find(name).unwrap()), &options, &load, &Unwatched);
        for claim in report.claims.iter().filter(|claim| !claim.name.contains("idle")) {
            assert_eq!(claim.as_claimed, Some(true), "{name} {}", claim.name);
            let _ = writeln!(
                found,
                "{name} {}: {:?}, {} positions",
                claim.material,
                claim.verdict,
                claim.positions.unwrap()
            );
            for side in &claim.recognised {
                let left = side.unknown.positions();
                unknown.entry((claim.material.clone(), side.to_move.clone())).or_default().push(left);
                let _ = writeln!(
                    found,
                    "  {} to move: {} positions, {left} unknown",
                    side.to_move, side.positions
                );
                for (answer, answered) in &side.answers {
                    let _ = writeln!(found, "    {answer}: {}, wrong {}", answered.positions, answered.wrong);
                }
                for rule in side.rules.iter().filter(|rule| rule.wrong > 0) {
                    let _ = writeln!(found, "    rule {} is wrong: {:?}", rule.name, rule.wrong_where);
                }
            }
        }
        let idle = report.claims.iter().find(|claim| claim.name == "nothing_idle");
        assert!(idle.is_none_or(|claim| claim.verdict == Verdict::Proved));
    }
    if std::env::var_os("ADLI_BLESS").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/recognisers.txt"), &found).unwrap();
        return;
    }
    assert_eq!(found, FIGURES);
    for (case, left) in unknown {
        assert!(2 * left[1] <= left[0], "{case:?}: {left:?}");
    }
}

/// Right everywhere, nothing unknown. How often each rule answers was counted by a program that shares nothing with this
/// one, which has its own table.
#[test]
fn king_and_pawn_against_king() {
    let known = tables(&["KPK"]);
    let sources = Sources::library();
    let name = "kpk/recogniser";
    let load = |_: Material| Some(known.clone());
    let programs = programs(&sources, sources.find(name).unwrap());
    let report = prove_with(name, &programs, &Options::default(), &load, &Unwatched);
    assert!(report.claims.iter().all(|claim| claim.as_claimed == Some(true)));
    let mut found = String::new();
    for side in &report.claims[0].recognised {
        assert_eq!(side.unknown.positions(), 0);
        for rule in &side.rules {
            let _ = writeln!(
                found,
                "{} to move, rule {}: {}, {}",
                side.to_move, rule.name, rule.answer, rule.positions
            );
        }
    }
    assert_eq!(found, include_str!("../data/kpk.txt"));
}

/// The library says of each kind of wrong answer of the printed recogniser what it comes from; these are all of them.
#[test]
#[ignore = "a minute; `just exhaustive` runs it"]
fn the_mistakes_of_the_printed_recogniser_are_explained() {
    let known = tables(&["KNNKB", "KNNKN"]);
    let sources = Sources::library();
    let load = |_: Material| Some(known.clone());
    let options = Options { claims: vec!["mistakes".into()], ..Options::default() };
    let programs = programs(&sources, sources.find("knn/heinz-2001").unwrap());
    let report = prove_with("knn/heinz-2001", &programs, &options, &load, &Unwatched);
    let found: Vec<_> = report.claims.iter().map(|claim| (claim.verdict, claim.positions)).collect();
    assert_eq!(found, [(Verdict::Proved, Some(136)), (Verdict::Proved, Some(2344))]);
}

/// The numbers of won positions that `knn/knnkb` and `knn/knnkn` claim are those that the tables' own statistics count.
#[test]
#[ignore = "a minute; `just exhaustive` runs it"]
fn the_numbers_of_won_positions_are_those_of_the_tables() {
    for (name, text) in [("KNNKB", "knn/knnkb"), ("KNNKN", "knn/knnkn")] {
        let known = tables(&[name]);
        let sources = Sources::library();
        let load = |_: Material| Some(known.clone());
        let claims = ["won", "won_classes", "lost", "weak_wins"].map(str::to_owned).to_vec();
        let options = Options { claims, ..Options::default() };
        let programs = programs(&sources, sources.find(text).unwrap());
        let report = prove_with(text, &programs, &options, &load, &Unwatched);
        let number = |name: &str| {
            let claim = report.claims.iter().find(|claim| claim.name == name).unwrap();
            assert_eq!(claim.as_claimed, Some(true), "{text} {name}");
            claim.number.unwrap()
        };
        let counted = adli_tables::stats::count(known.get(name.parse().unwrap()).unwrap(), &Alone).unwrap();
        let [strong, weak] = &counted.sides;
        assert_eq!(number("won"), strong.wins.placements, "{text}");
        assert_eq!(number("won_classes"), strong.wins.classes, "{text}");
        assert_eq!(number("lost"), weak.losses.placements, "{text}");
        assert_eq!(number("weak_wins"), strong.losses.placements + weak.wins.placements, "{text}");
    }
}
