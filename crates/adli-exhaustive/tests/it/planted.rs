//! What changes nothing changes nothing: into every place of every library text where a condition stands goes something
//! that is always true, always false, unused or shadowed. The text must then mean what it means with the plain word `true`
//! or `false` there. Some of what is planted earns a warning, and a warning once took the declaration in which it stood out of
//! the program: what was left was proved.

use std::fmt::Write;

use adli_claims::{Options, Unwatched};
use adli_lang::ast::{
    AdviceClause, Answer, BinaryOp, Constraint, Expr, ExprKind, ItemKind, MoveClass, QuantifierOp, Question,
    Rule, Statement, Verdict,
};
use adli_lang::{Program, Sources, Span, TEXTS, check, parse};

use crate::common::prove;

/// Where a condition stands, and how the file of the white king is written there.
struct Place {
    span: Span,
    file: &'static str,
}

const HERE: &str = "K.file";
const AFTER: &str = "K'.file";
const IN_PLAY: &str = "(K.file at p0)";

#[derive(Default)]
struct Places(Vec<Place>);

impl Places {
    fn add(&mut self, expr: &Expr, file: &'static str) {
        // `from all` is a word of its own.
        if !matches!(&expr.kind, ExprKind::Name(name) if name == "all") {
            self.0.push(Place { span: expr.span, file });
        }
    }

    /// A condition about one position, and the conditions inside it.
    fn condition(&mut self, expr: &Expr) {
        self.add(expr, HERE);
        self.inside(expr);
    }

    fn inside(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Not(inner) => self.condition(inner),
            ExprKind::If(condition, yes, no) => {
                self.condition(condition);
                [yes, no].into_iter().for_each(|inner| self.inside(inner));
            }
            ExprKind::Case(None, arms, otherwise) => {
                for arm in arms {
                    self.condition(&arm.label);
                    self.inside(&arm.value);
                }
                otherwise.iter().for_each(|inner| self.inside(inner));
            }
            ExprKind::Quantified(QuantifierOp::Some | QuantifierOp::Every | QuantifierOp::Count, _, body)
            | ExprKind::Comprehension(_, _, body) => self.condition(body),
            ExprKind::Quantified(QuantifierOp::Sum, _, inner)
            | ExprKind::Group(inner)
            | ExprKind::Prime(inner)
            | ExprKind::AfterPass(inner)
            | ExprKind::UpToSymmetry(inner) => self.inside(inner),
            ExprKind::Let(_, value, body) => [value, body].into_iter().for_each(|inner| self.inside(inner)),
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| is_logical(*op)) => {
                self.condition(first);
                rest.iter().for_each(|(_, part)| self.condition(part));
            }
            ExprKind::Chain(first, rest) => {
                self.inside(first);
                rest.iter().for_each(|(_, part)| self.inside(part));
            }
            ExprKind::Compare(first, rest) => {
                self.inside(first);
                rest.iter().for_each(|(_, part)| self.inside(part));
            }
            _ => {}
        }
    }

    fn classes(&mut self, classes: &[MoveClass]) {
        classes.iter().filter_map(|class| class.condition.as_ref()).for_each(|expr| self.add(expr, HERE));
    }

    fn constraint(&mut self, constraint: &Constraint) {
        self.classes(&constraint.classes);
    }

    fn rules(&mut self, rules: &[Verdict]) {
        for rule in rules {
            rule.when.iter().for_each(|when| self.condition(when));
            if let Answer::Rules(inner) = &rule.then {
                self.rules(inner);
            }
        }
    }

    fn item(&mut self, item: &ItemKind) {
        match item {
            ItemKind::Def(def) if is_condition(&def.body) => self.condition(&def.body),
            ItemKind::Def(def) => self.inside(&def.body),
            ItemKind::Strategy(strategy) => {
                strategy.always.iter().for_each(|always| self.condition(always));
                for rule in &strategy.rules {
                    match rule {
                        Rule::Step(step) => {
                            step.moves.condition.iter().for_each(|condition| self.condition(condition));
                            step.prefer.iter().for_each(|preference| self.inside(&preference.key));
                        }
                        Rule::Try { when, .. } => when.iter().for_each(|when| self.condition(when)),
                    }
                }
            }
            ItemKind::Advice(advice) => advice.clauses.iter().for_each(|clause| match clause {
                AdviceClause::When(when) => self.condition(when),
                AdviceClause::First(classes) => self.classes(classes),
                AdviceClause::Each(constraint) | AdviceClause::Replies(constraint) => {
                    self.constraint(constraint)
                }
                AdviceClause::Reach(_, goal) | AdviceClause::Hold(_, goal) => self.add(goal, AFTER),
                _ => {}
            }),
            ItemKind::Recogniser(recogniser) => self.rules(&recogniser.rules),
            ItemKind::Claim(claim) => match &claim.says {
                Statement::Play { given, show, .. } => {
                    given.iter().chain(show).for_each(|expr| self.add(expr, IN_PLAY));
                }
                Statement::Everywhere { domain, show } => {
                    domain.iter().chain([show]).for_each(|expr| self.add(expr, HERE));
                }
                Statement::Reaches { or, from, .. } => {
                    or.iter().chain(from).for_each(|expr| self.add(expr, HERE));
                }
                Statement::Keeps { from, .. } | Statement::Quality { from, .. } => {
                    from.iter().for_each(|expr| self.add(expr, HERE));
                }
                Statement::Query { question, domain } => {
                    domain.iter().for_each(|expr| self.add(expr, HERE));
                    if let Question::Share(part) = question {
                        self.add(part, HERE);
                    }
                }
            },
            _ => {}
        }
    }
}

fn is_logical(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff)
}

fn is_condition(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Compare(..) | ExprKind::Not(_) | ExprKind::Truth(_) | ExprKind::ToMove(_) => true,
        ExprKind::Quantified(op, ..) => matches!(op, QuantifierOp::Some | QuantifierOp::Every),
        ExprKind::Chain(_, rest) => rest.iter().all(|(op, _)| is_logical(*op)),
        ExprKind::Group(inner) => is_condition(inner),
        _ => false,
    }
}

/// What is planted, and the plain words that mean the same; both go around what stands there.
fn plants(file: &str) -> [[String; 2]; 4] {
    let both = |planted: String, plain: &str| [planted, plain.to_owned()];
    [
        both(format!(") and {file} >= 1)"), ") and true)"),
        both(format!(") or {file} < 1)"), ") or false)"),
        both(") and (let nobody_asks = 1 in true))".to_owned(), ") and true)"),
        both(") or (let twice = 1 in let twice = 2 in twice < 2))".to_owned(), ") or false)"),
    ]
}

/// The text with something around each of these places: `((..` before, and an end of its own.
fn around(text: &str, places: &[(&Place, String)]) -> String {
    // Of what ends at one place the inner part ends first; beginnings are alike.
    let mut inserts: Vec<(u32, bool, u32, &str)> = Vec::new();
    for (place, end) in places {
        inserts.push((place.span.start, true, 0, "(("));
        inserts.push((place.span.end, false, u32::MAX - place.span.start, end));
    }
    inserts.sort();
    let (mut found, mut at) = (String::new(), 0);
    for (place, _, _, what) in inserts {
        found.push_str(&text[at..place as usize]);
        found.push_str(what);
        at = place as usize;
    }
    found + &text[at..]
}

/// Everything that a program has, by name.
fn contents(programs: &[Program]) -> String {
    let mut found = String::new();
    for program in programs {
        for strategy in &program.strategies {
            let steps: Vec<&str> = strategy.steps.iter().map(|step| step.name.as_str()).collect();
            let _ = writeln!(found, "strategy {}: {steps:?}", strategy.name);
        }
        program.advice.iter().for_each(|advice| found += &format!("advice {}\n", advice.name));
        for recogniser in &program.recognisers {
            let _ = writeln!(found, "recogniser {}: {} rules", recogniser.name, recogniser.rules.len());
        }
        program.definitions.iter().for_each(|def| found += &format!("def {}\n", def.name));
        program.claims.iter().for_each(|claim| found += &format!("claim {}\n", claim.name));
    }
    found
}

fn understood(name: &str, text: &str) -> Vec<Program> {
    let mut sources = Sources::library();
    let source = sources.add(name, text);
    let checked = check(&sources, source, &[]);
    let shown: String = checked.diagnostics.iter().map(|d| d.render(&sources)).collect();
    assert!(!checked.has_errors(), "{text}\n{shown}");
    checked.programs
}

/// What does not depend on how something is written: the verdicts and all counts.
fn verdicts(name: &str, text: &str) -> String {
    let options = Options { max_failures: 0, ..Options::default() };
    let report = prove(name, &understood(name, text), &options, &Unwatched);
    let mut found = String::new();
    for claim in report.claims {
        let failures = claim.failures.as_ref().map(|failures| (failures.extent, failures.kinds.clone()));
        // Of a lemma about plays, `positions` are those that what stands apart about `p0` lets through; the plays are the same.
        let positions = claim.positions.filter(|_| claim.plays.is_none());
        let counts = (positions, claim.plays, claim.number, claim.met, claim.longest_moves, claim.no_rule);
        let rules: Vec<_> =
            claim.rules.iter().map(|rule| (&rule.name, rule.positions, rule.with_choice)).collect();
        let _ = writeln!(
            found,
            "{}: {:?} {counts:?} {rules:?} {:?} {:?} {failures:?}",
            claim.name, claim.verdict, claim.by_moves, claim.recognised
        );
    }
    found
}

/// The library texts with a header, each with the places of its conditions.
fn texts() -> Vec<(&'static str, &'static str, Vec<Place>)> {
    let mut found = Vec::new();
    for &(name, text) in TEXTS {
        let file = parse(0, text).file;
        if !file.items.iter().any(|item| matches!(item.kind, ItemKind::Endgame(_))) {
            continue;
        }
        let mut places = Places::default();
        file.items.iter().for_each(|item| places.item(&item.kind));
        found.push((name, text, places.0));
    }
    assert!(found.len() > 18, "{} texts", found.len());
    found
}

/// Every other place alone, one plant after the other in turn; `ADLI_THOROUGH=1` takes every plant in every place.
#[test]
fn nothing_is_left_out_because_of_a_warning() {
    let all = all_plants();
    let mut count = 0;
    for (name, text, places) in texts() {
        for (number, place) in places.iter().enumerate() {
            for (kind, [planted, plain]) in plants(place.file).into_iter().enumerate() {
                if all || number % 8 == 2 * kind {
                    let planted = contents(&understood(name, &around(text, &[(place, planted)])));
                    let plain = contents(&understood(name, &around(text, &[(place, plain)])));
                    assert_eq!(
                        planted,
                        plain,
                        "{name}: {}",
                        &text[place.span.start as usize..place.span.end as usize]
                    );
                    count += 1;
                }
            }
        }
    }
    assert!(count > 400, "{count} places");
}

fn all_plants() -> bool {
    std::env::var_os("ADLI_THOROUGH").is_some()
}

fn verdicts_do_not_change(wanted: impl Fn(&str) -> bool) {
    let mut count = 0;
    let texts = texts().into_iter().filter(|(name, ..)| wanted(name));
    for (number, (name, text, places)) in texts.enumerate() {
        for kind in (0..4).filter(|&kind| all_plants() || 2 * kind == number % 8) {
            let ends = |which: usize| -> Vec<(&Place, String)> {
                places.iter().map(|place| (place, plants(place.file)[kind][which].clone())).collect()
            };
            let (planted, plain) = (around(text, &ends(0)), around(text, &ends(1)));
            assert_eq!(verdicts(name, &planted), verdicts(name, &plain), "{name}, plant {kind}");
            count += 1;
        }
    }
    assert!(count > 3);
}

/// All places of a text at once, one plant for every other text in turn.
#[test]
fn verdicts_are_those_of_the_plain_word() {
    verdicts_do_not_change(|name| name.starts_with("krk/") || name.starts_with("kqk/"));
}

#[test]
#[ignore = "many minutes: every text of four and five men, eight times"]
fn verdicts_are_those_of_the_plain_word_everywhere() {
    verdicts_do_not_change(|name| !name.starts_with("krk/") && !name.starts_with("kqk/"));
}

/// The text by which it was found: the strategy must shuffle its king, and does not mate.
#[test]
fn a_warning_does_not_remove_the_advice_it_stands_in() {
    let report = crate::common::text(
        "endgame KRK White K R v Black k
        use geometry
        advice shuffle for White to win move K reach after us: K'.file >= 1 within 1 ply
        advice mate_now for White to win reach after us: mate' within 1 ply
        strategy strat for White to win
          try shuffle, mate_now
        theorem mates: strat reaches mate within 1 moves from White to move and (some move: mate')
        strategy s for White to win
          step a: move K where K'.file >= 1
        theorem t: s reaches mate from White to move",
    );
    assert_eq!(crate::common::claim(&report, "mates").verdict, adli_claims::Verdict::Refuted);
    assert_eq!(crate::common::claim(&report, "t").verdict, adli_claims::Verdict::Refuted);
}
