//! Claims about recognisers: counts against a second method, the library's figures, mutations, proposals.
#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

use std::collections::BTreeMap;
use std::fmt::Write;

use adli_chess::{Colour, Material, Square};
use adli_lang::{Answer, Interpreter, Program, Sources, State, Value as Meaning, check};
use adli_prove::{Options, Report, SuggestRequest, Suggested, Unwatched, Verdict, prove_with, suggest_rules};
use adli_tables::{Known, Unwatched as Alone, Value, probe, solve_all};

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
    let rule = program.definitions[recogniser.rule.0 as usize].body;
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
            third += u64::from(by.name == "2.2" || answer == Answer::AtMostDraw);
            let wins =
                matches!((turn, value), (Colour::White, Value::Win(_)) | (Colour::Black, Value::Loss(_)));
            unknown_wins += u64::from(answer == Answer::Unknown && wins);
        }
    }
    let claim = &report.claims[0];
    assert_eq!(claim.verdict, Verdict::Refuted);
    assert_eq!(claim.symmetries, None);
    assert_eq!(claim.positions, Some(count.values().sum()));
    assert_eq!(claim.failures.as_ref().unwrap().positions, wrong.values().sum::<u64>());
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
    assert_eq!(report.claims[1].failures.as_ref().unwrap().positions, on_seventh);
    assert_eq!(report.claims[2].number, Some(third));
    assert_eq!(report.claims[3].number, Some(unknown_wins));
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

const FIGURES: &str = include_str!("data/recognisers.txt");

/// The library's recognisers for two knights, with every count by material, side to move, rule and answer. The file is
/// written by `ADLI_BLESS=1`; the numbers of positions and of won and lost ones are those of `adli stats`.
#[test]
fn two_knights() {
    let known = tables(&["KNNKB", "KNNKN"]);
    let mut found = String::new();
    let mut unknown: BTreeMap<(String, String), Vec<u64>> = BTreeMap::new();
    for name in ["knn/heinz-2001", "knn/adli"] {
        let sources = Sources::library();
        let load = |_: Material| Some(known.clone());
        let options = Options { max_failures: 1, ..Options::default() };
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
    assert_eq!(found, include_str!("data/kpk.txt"));
}

/// Each rule of the sound recogniser changed in turn: an answer that was `unknown` becomes `draw`, a condition becomes true.
#[test]
#[ignore = "minutes; `just exhaustive` runs it"]
fn a_mutation_of_any_rule_is_caught() {
    let known = tables(&["KNNKB", "KNNKN"]);
    let sources = Sources::library();
    let text = &sources.get(sources.find("knn/adli").unwrap()).unwrap().text;
    let begin = text.find("recogniser knn").unwrap();
    let rules: Vec<(usize, usize)> = text[begin..]
        .match_indices("=>")
        .map(|(at, _)| (begin + at, begin + at + text[begin + at..].find('\n').unwrap()))
        .collect();
    assert!(rules.len() > 15);
    for (arrow, end) in rules {
        let start = text[..arrow].rfind("when ").unwrap().max(text[..arrow].rfind("otherwise").unwrap_or(0));
        let (condition, answer) =
            (text[start..arrow].trim(), text[arrow..end].split("--").next().unwrap().trim());
        let mutant = match (condition, answer) {
            (condition, "=> unknown") => format!("{condition} => draw"),
            ("otherwise", _) => "otherwise => win for strong".to_owned(),
            (_, answer) => format!("when true {answer}"),
        };
        let mut mutated = text.clone();
        mutated.replace_range(start..end, &mutant);
        let report = proved(&mutated, &known);
        let refuted = report.claims.iter().any(|claim| claim.verdict == Verdict::Refuted);
        assert!(refuted, "not caught: {condition} {answer}");
    }
}

fn suggested(text: &str, known: &Known, recogniser: &str) -> Suggested {
    let mut sources = Sources::library();
    let number = sources.add("text", text);
    let request = SuggestRequest { recogniser: recogniser.into(), settings: Vec::new(), most: 3 };
    let load = |_: Material| Some(known.clone());
    suggest_rules(&sources, number, &request, &Options::default(), &load, &Unwatched).unwrap()
}

/// A rule is taken out of a small recogniser: one at least as good is found, and stands up to the plain interpreter.
#[test]
fn a_missing_rule_is_found() {
    let whole = "endgame KPK strong K P v weak k
        use geometry
        def goal = (P.file, 8)
        def runs = min(5, 8 - P.rank)
        def behind = steps(k, goal) - runs
        def in_front = K.file = P.file and K.rank > P.rank
        recogniser r
          when weak to move and k in ring(P) and P not in ring(K) => draw
          when behind > 1 and not in_front => win for strong
          otherwise => unknown";
    let rule = "          when behind > 1 and not in_front => win for strong\n";
    let known = tables(&["KPK"]);
    let less = whole.replace(rule, "");
    let with_it = proved(&format!("{whole}\ntheorem t: r sound from all"), &known);
    let decides: u64 = with_it.claims[0]
        .recognised
        .iter()
        .flat_map(|side| &side.rules)
        .filter(|r| r.name == "2")
        .map(|r| r.positions)
        .sum();
    assert_eq!(with_it.claims[0].verdict, Verdict::Proved);
    let found = suggested(&less, &known, "r");
    assert!(found.proposals[0].decides >= decides, "{decides}: {found:?}");
    assert_eq!(found.wrong_then, 0);
    // Pasted into the text it is what it is said to be.
    let mut pasted = less.clone();
    for proposal in &found.proposals {
        assert!(!proposal.replaces);
        pasted = pasted.replace("otherwise =>", &format!("{}\n otherwise =>", proposal.rule));
    }
    let pasted = proved(&format!("{pasted}\ntheorem t: r sound from all"), &known);
    assert_eq!(pasted.claims[0].verdict, Verdict::Proved);
    let unknown: u64 = pasted.claims[0].recognised.iter().map(|side| side.unknown.positions()).sum();
    assert_eq!(unknown, found.unknown_then);
    assert!(unknown < found.unknown);
}

/// A wrong rule is given a condition under which it is right.
#[test]
fn a_wrong_rule_is_repaired() {
    let text = "endgame KPK strong K P v weak k
        use geometry
        recogniser r
          when weak to move and k in ring(P) => draw
          otherwise => unknown";
    let known = tables(&["KPK"]);
    let found = suggested(text, &known, "r");
    assert!(found.wrong > 0);
    assert_eq!(found.wrong_then, 0);
    let repair = found.proposals.iter().find(|proposal| proposal.replaces).unwrap();
    assert!(
        repair.rule.starts_with("when ") && repair.rule.ends_with("weak to move and k in ring(P) => draw")
    );
    assert!(repair.decides > 0);
}

/// The printed recogniser without the rule of the distant kings.
#[test]
#[ignore = "minutes; `just exhaustive` runs it"]
fn the_printed_recogniser_gets_its_rule_back() {
    let known = tables(&["KNNKB", "KNNKN"]);
    let sources = Sources::library();
    let text = &sources.get(sources.find("knn/heinz-2001").unwrap()).unwrap().text;
    let rule = "  when steps(K, k) > 4 => draw\n";
    assert!(text.contains(rule));
    let left = |report: &Report| -> u64 {
        report.claims.iter().flat_map(|claim| &claim.recognised).map(|side| side.unknown.positions()).sum()
    };
    let with_it = left(&proved(text, &known));
    let less = text.replace(rule, "");
    let found = suggested(&less, &known, "heinz");
    assert_eq!(found.unknown, left(&proved(&less, &known)));
    let first = found.proposals.iter().find(|proposal| !proposal.replaces).unwrap();
    assert!(first.decides >= found.unknown - with_it, "{found:?}");
}
