//! What is decided of a file is decided alike of the same positions in a file that imports it.
//!
//! *The same men.* B has A's header, imports A with an option set, and repeats A's claims word for word.
//! Verdicts, counts and reasons of failure are equal.
//!
//! *A pawn for the officer* (`where Q is P`). Claims of B are about positions with the pawn, so that it
//! meets A's positions after a move: each that a promotion can have led to, from exactly one position of B.
//! What A says of those, B says after a move: verdicts and numbers of positions are equal. Half of
//! them use A through a file without a header.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use adli_claims::{ClaimReport, Options, Unwatched, Verdict};
use adli_differential::generate::{Random, Topic, text};
use adli_lang::ast::{Expr, ItemKind, Statement};
use adli_lang::{Program, Sources, parse};

use crate::common::prove_with;
use crate::compare::{figures, tables};
use crate::imports::{add_user, header, letters, program, widened};

const SAME_MEN: [Topic; 6] =
    [Topic::Steps, Topic::Values, Topic::Recognisers, Topic::Positions, Topic::Plays, Topic::Trees];
const OTHER_MEN: [Topic; 4] = [Topic::Values, Topic::Recognisers, Topic::Positions, Topic::Steps];

/// What came of many files.
#[derive(Default, Debug)]
struct Seen {
    /// Claims that agree, by verdict: those with the same men, and those after a promotion.
    same_men: BTreeMap<String, usize>,
    other_men: BTreeMap<String, usize>,
    /// Why A or B was refused.
    refused: BTreeMap<String, usize>,
}

fn prove(program: Program) -> Vec<ClaimReport> {
    prove_with("random", &[program], &Options::default(), &|material| tables(material), &Unwatched).claims
}

/// A with claims and B with theirs, decided; claims have the same names. The sources have other files that B
/// uses.
fn compare(
    mut sources: Sources,
    a_text: &str,
    b_text: &str,
    spare: &str,
    seen: &mut Seen,
) -> Option<[Vec<ClaimReport>; 2]> {
    let (a, b) = (sources.add("a", a_text), sources.add("b", b_text));
    let programs = [program(&sources, a, &[("spare", spare)]), program(&sources, b, &[])];
    match programs {
        [Ok(a), Ok(b)] => Some([prove(a), prove(b)]),
        [Err(why), _] | [_, Err(why)] => {
            *seen.refused.entry(why).or_default() += 1;
            None
        }
    }
}

/// B repeats what A says.
fn same_men(seed: u64, random: &mut Random, seen: &mut Seen) {
    let (mut a_text, _) = widened(&text(SAME_MEN[random.below(SAME_MEN.len())], seed));
    a_text += "query by_option: tally see_option where White to move and K in {b2, c6} and k in file e\n";
    let spare = random.below(4).to_string();
    let is_claim = |line: &&str| ["lemma ", "theorem ", "query "].iter().any(|word| line.starts_with(word));
    let claims: Vec<&str> = a_text.lines().filter(is_claim).collect();
    let head = a_text.lines().next().unwrap();
    let b_text = format!("{head}\nuse geometry\nuse \"a\" with spare = {spare}\n{}\n", claims.join("\n"));
    let Some([there, here]) = compare(Sources::library(), &a_text, &b_text, &spare, seen) else { return };
    assert_eq!(there.len(), here.len());
    for (there, here) in there.iter().zip(&here) {
        let both = [there, here].map(|claim| (claim.verdict, figures(claim)));
        assert_eq!(both[0], both[1], "seed {seed}: `{}`\n{a_text}\n{b_text}", there.name);
        *seen.same_men.entry(format!("{:?}", there.verdict)).or_default() += 1;
    }
}

/// Conditions of A that its claims and definitions give, as lines that define them.
fn conditions(a_text: &str, names: &[(String, &str)]) -> (String, Vec<String>) {
    let file = parse(0, a_text).file;
    let cut = |expr: &Expr| &a_text[expr.span.start as usize..expr.span.end as usize];
    let (mut bodies, mut lines) = (Vec::new(), String::new());
    for item in &file.items {
        let ItemKind::Claim(claim) = &item.kind else { continue };
        match &claim.says {
            Statement::Everywhere { domain: Some(domain), show } => {
                bodies.push(format!("({}) implies ({})", cut(domain), cut(show)));
            }
            Statement::Everywhere { domain: None, show: body }
            | Statement::Query { domain: Some(body), .. }
            | Statement::Reaches { from: Some(body), .. } => bodies.push(cut(body).to_owned()),
            _ => {}
        }
    }
    for (name, what) in names {
        match *what {
            "recogniser" => bodies.push(format!("{name} = 1")),
            "definition" | "symmetry" if name.starts_with("see_number") => bodies.push(format!("{name} > 2")),
            // Where the opponent of the strategy is to move it has no step, and one move later it may have.
            "strategy" => bodies.push(format!("every move: see_home' implies {name}'")),
            _ => bodies.push(name.clone()),
        }
    }
    // Only claims may look into tables.
    bodies.retain(|body| !["value(", "moves_to_mate"].iter().any(|word| body.contains(word)));
    let defined = bodies.iter().enumerate().map(|(number, body)| {
        let _ = writeln!(lines, "def image{number} = {body}");
        format!("image{number}")
    });
    let defined = defined.collect();
    (lines, defined)
}

/// B meets A's positions after a promotion. `None` if A has no officer of White's, or more men.
fn other_men(seed: u64, random: &mut Random, seen: &mut Seen) -> Option<()> {
    let (mut a_text, names) = widened(&text(OTHER_MEN[random.below(OTHER_MEN.len())], seed));
    let file = parse(0, &a_text).file;
    let (white, black) = (letters(header(&file), 0), letters(header(&file), 1));
    let [_, officer] = white[..] else { return None };
    if officer == 'P' || black.len() > 1 {
        return None;
    }
    let (lines, conditions) = conditions(&a_text, &names);
    let (q, spare) = (officer, random.below(4).to_string());
    a_text = a_text
        .lines()
        .filter(|line| !line.contains(" claim"))
        .fold(String::new(), |text, line| text + line + "\n");
    // The pawn stood below, where no man is now, and gave no check.
    let _ = writeln!(
        a_text,
        "{lines}def arrived = Black to move and {q}.rank = 8 \
         and not (K.file = {q}.file and K.rank = 7) and not (k.file = {q}.file and k.rank = 7) \
         and not (k.rank = 8 and (k.file = {q}.file + 1 or k.file = {q}.file - 1))"
    );
    let mut sources = Sources::library();
    let used = if random.once_in(2) {
        add_user(&mut sources, &a_text, conditions.iter().chain([&"see_home".to_owned()]), &spare);
        format!("use \"user\" where {q} is P")
    } else {
        format!("use \"a\" where {q} is P with spare = {spare}")
    };
    let mut b_text = format!("endgame KPK White K P v Black k\n{used}\n");
    for name in &conditions {
        let _ = writeln!(
            a_text,
            "lemma all_{name}: in every position where see_home and arrived: {name}\n\
             query some_{name}: count positions where see_home and arrived and {name}"
        );
        let _ = writeln!(
            b_text,
            "lemma all_{name}: in every position where White to move: every move: see_home' implies {name}'\n\
             query some_{name}: count positions where White to move and (some move: see_home' and {name}')"
        );
    }
    let [there, here] = compare(sources, &a_text, &b_text, &spare, seen)?;
    assert_eq!(there.len(), here.len());
    for (there, here) in there.iter().zip(&here) {
        let both = [there, here].map(|claim| {
            let failing = claim.failures.as_ref().map(|failures| failures.extent);
            (&claim.name, claim.verdict, claim.number, failing)
        });
        assert_eq!(both[0], both[1], "seed {seed}\n{a_text}\n{b_text}");
        *seen.other_men.entry(format!("{:?}", there.verdict)).or_default() += 1;
    }
    Some(())
}

/// Compares many files, and fails if so little was compared that a mistake could hide.
pub fn carried(first: u64, many: u64) {
    let mut seen = Seen::default();
    for seed in first..first + many {
        let mut random = Random::new(seed ^ 0x2_0000_0000);
        if random.once_in(2) || other_men(seed, &mut random, &mut seen).is_none() {
            same_men(seed, &mut random, &mut seen);
        }
    }
    println!("{many} files from {first} imported, claims that agree: {seen:?}");
    if many < 10 {
        return;
    }
    for verdicts in [&seen.same_men, &seen.other_men] {
        for verdict in [Verdict::Proved, Verdict::Refuted] {
            let enough = verdicts.get(&format!("{verdict:?}")).is_some_and(|&n| n * 2 > many as usize);
            assert!(enough, "too few are {verdict:?}");
        }
    }
    // A definition `up to symmetry` is refused beside a pawn.
    assert!(seen.refused.values().sum::<usize>() * 5 < many as usize, "too many imports are refused");
}
