//! What `suggest` proposes for recognisers with a rule taken out, with wrong rules, and of the library; everything pasted back and proved.
use adli_chess::Material;
use adli_claims::{Options, Report, Unwatched, Verdict};
use adli_lang::Sources;
use adli_lang::ast::{Answer, ItemKind, Verdict as Rule};
use adli_lang::{TEXTS, parse};
use adli_recognise::{SuggestRequest, Suggested, TableScan, suggest_rules};
use adli_tables::{Known, Unwatched as Alone, solve_all};
use adli_values::TableSource;

use crate::common::prove_with;

fn tables(materials: &[&str]) -> Known {
    let materials: Vec<Material> = materials.iter().map(|name| name.parse().unwrap()).collect();
    solve_all(&materials, &Alone).unwrap()
}

fn proved(text: &str, known: &Known) -> Report {
    let load = |_: Material| Some(known.clone());
    let programs = crate::common::programs("text", Some(text));
    prove_with("text", &programs, &Options::default(), &load, &Unwatched)
}

fn library(name: &str) -> &'static str {
    TEXTS.iter().find(|(other, _)| *other == name).map(|(_, text)| *text).unwrap()
}

fn suggested(text: &str, known: &Known, recogniser: &str) -> Suggested {
    let mut sources = Sources::library();
    let number = sources.add("text", text);
    let request = SuggestRequest { recogniser: recogniser.into(), settings: Vec::new(), most: 3 };
    let load = |_: Material| Some(known.clone());
    let tables = TableSource::new(&load);
    let scan = TableScan::new(&tables);
    suggest_rules(&sources, number, &request, &[&scan], &tables, &Options::default(), &Unwatched).unwrap()
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
        repair.rule.starts_with("when ") && repair.rule.contains("and weak to move and k in ring(P) => draw"),
        "{repair:?}"
    );
    assert!(repair.decides > 0);
}

/// A text without the words of `geometry` is told that its rules need them, and only then.
#[test]
fn rules_for_a_text_without_geometry_are_understood_with_what_is_said() {
    let known = tables(&["KPK"]);
    for (between, says) in
        [("", true), ("-- use geometry\n", true), ("use geometry (files)\n", true), ("use geometry\n", false)]
    {
        let text =
            format!("endgame KPK White K P v Black k\n{between}recogniser r\n  otherwise => unknown\n");
        let found = suggested(&text, &known, "r");
        assert!(!found.proposals.is_empty() && found.wrong_then == 0, "{found:?}");
        assert_eq!(found.uses.is_some(), says, "{between}");
        let uses = found.uses.clone().unwrap_or_default();
        let text = pasted(&text, "r", &found).replace("Black k\n", &format!("Black k\n{uses}\n"));
        let report = proved(&format!("{text}\ntheorem t: r sound from all"), &known);
        assert_eq!(report.claims[0].verdict, Verdict::Proved);
        let unknown: u64 = report.claims[0].recognised.iter().map(|side| side.unknown.positions()).sum();
        assert_eq!(unknown, found.unknown_then);
    }
}

/// The text with all proposals in it, by the places they name.
fn pasted(text: &str, recogniser: &str, found: &Suggested) -> String {
    let rules = rules(text, recogniser);
    let mut new = text.to_owned();
    for proposal in found.proposals.iter().rev() {
        let (_, start, end) = rules.iter().find(|(name, ..)| *name == proposal.at).unwrap();
        if proposal.replaces {
            new.replace_range(*start..*end, &proposal.rule);
        } else {
            new.insert_str(*start, &format!("{}\n  ", proposal.rule));
        }
    }
    new
}

/// The rules that give answers: number, beginning, end.
fn rules(text: &str, recogniser: &str) -> Vec<(String, usize, usize)> {
    fn gather(rules: &[Rule], all: &mut Vec<(String, usize, usize)>) {
        for rule in rules {
            let (number, span) = (all.len() + 1, rule.span);
            match &rule.then {
                Answer::Rules(inner) => gather(inner, all),
                Answer::Says(..) => all.push((number.to_string(), span.start as usize, span.end as usize)),
            }
        }
    }
    let mut all = Vec::new();
    for item in parse(0, text).file.items {
        if let ItemKind::Recogniser(found) = item.kind
            && found.name.text == recogniser
        {
            gather(&found.rules, &mut all);
        }
    }
    all
}

/// How many answers are unknown.
fn unknown(report: &Report) -> u64 {
    report.claims.iter().flat_map(|claim| &claim.recognised).map(|side| side.unknown.positions()).sum()
}

/// How many answers are wrong or unknown.
fn undecided(report: &Report) -> u64 {
    let sides = report.claims.iter().flat_map(|claim| &claim.recognised);
    unknown(report) + sides.flat_map(|side| &side.rules).map(|rule| rule.wrong).sum::<u64>()
}

/// The printed recogniser without a rule, that of the distant kings unless `ADLI_RULE` names another such as `5.2`. One proposal decides at
/// least as many positions as the rule did that nobody else decides; all of them together leave no more undecided than the printed
/// text leaves undecided or answers wrongly; and pasted into the text they do what they are said to do.
#[test]
#[ignore = "minutes; `just exhaustive` runs it"]
fn the_printed_recogniser_gets_its_rule_back() {
    let known = tables(&["KNNKB", "KNNKN"]);
    let text = library("knn/heinz-2001");
    let text = &text[..text.find("theorem as_printed").unwrap()];
    let sound = |text: &str| proved(&format!("{text}\ntheorem t: heinz sound from all"), &known);
    let wanted = std::env::var("ADLI_RULE").ok();
    let is_wanted = |(name, start, end): &(String, usize, usize)| match &wanted {
        Some(wanted) => name == wanted,
        None => text[*start..*end].starts_with("when steps(K, k) > 4 => draw"),
    };
    let (name, start, end) = rules(text, "heinz").into_iter().find(is_wanted).unwrap();
    let mut less = text.to_owned();
    less.replace_range(start..end, "");
    let (whole, without) = (sound(text), sound(&less));
    let found = suggested(&less, &known, "heinz");
    assert_eq!(found.unknown + found.wrong, undecided(&without), "without {name}");
    let decided = unknown(&without) - unknown(&whole);
    assert!(found.proposals.iter().any(|proposal| proposal.decides >= decided), "without {name}: {found:?}");
    assert!(found.unknown_then + found.wrong_then <= undecided(&whole), "without {name}: {found:?}");
    let report = sound(&pasted(&less, "heinz", &found));
    assert_eq!(unknown(&report), found.unknown_then, "without {name}");
    assert_eq!(undecided(&report), found.unknown_then + found.wrong_then, "without {name}");
}

/// A small recogniser of somebody's own, with a wrong rule and a nested one.
#[test]
fn proposals_for_other_texts() {
    let known = tables(&["KPK"]);
    let small = "endgame KPK White K P v Black k
        use geometry
        recogniser mine
          when White to move { when P.rank = 7 => win for White otherwise => unknown }
          otherwise => draw
        theorem t: mine sound from all";
    let found = suggested(small, &known, "mine");
    assert!(found.wrong > 0 && found.wrong_then == 0, "{found:?}");
    // Every rule that is wrong or unknown is worked on.
    for at in ["1", "2", "3"] {
        assert!(found.proposals.iter().any(|proposal| proposal.at == at), "{at}: {found:?}");
    }
    let report = proved(&pasted(small, "mine", &found), &known);
    assert_eq!(report.claims[0].verdict, Verdict::Proved);
    assert_eq!(undecided(&report), found.unknown_then);
}
