//! What rules may be made of: the vocabulary of the text and a standard set of conditions, in the words of the language.

use adli_chess::{Colour, Kind};
use adli_lang::ast::{BinaryOp, Expr, ExprKind, ItemKind};
use adli_lang::term::Sort;
use adli_lang::{Endgame, Program, parse};

/// A condition and its opposite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// As the text would write it, in brackets where it needs them beside `and`.
    pub yes: String,
    /// The opposite.
    pub no: String,
}

/// How many conditions are tried at a time.
pub(crate) const MOST: usize = 320;

fn condition(yes: &str, no: &str) -> Feature {
    Feature { yes: yes.to_owned(), no: no.to_owned() }
}

/// A number compared with each of some bounds.
fn bounds(number: &str, from: i32, to: i32) -> impl Iterator<Item = Feature> + '_ {
    (from..=to).map(move |bound| condition(&format!("{number} > {bound}"), &format!("{number} <= {bound}")))
}

/// All conditions, those of the text first, each once: its definitions, what it has `asked` already, and a standard set.
#[must_use]
pub fn features(text: &str, asked: &[&Expr], programs: &[Program]) -> Vec<Feature> {
    let mut all = Vec::new();
    if let Some(program) = programs.first() {
        let letters = letters(&program.endgame);
        let sets = vocabulary(text, program, &mut all);
        asked.iter().for_each(|expr| parts(text, expr, &mut all));
        let mut joined = Vec::new();
        with_sets(&sets, &letters, &mut joined);
        let mut standard_set = Vec::new();
        standard(&program.endgame, programs, &letters, &mut standard_set);
        // What is joined of the sets of a text with many of them must not push the standard set out.
        let room = MOST.saturating_sub(all.len() + standard_set.len());
        joined.truncate(room);
        all.extend(joined);
        all.extend(standard_set);
    }
    let mut seen = std::collections::HashSet::new();
    all.retain(|feature| seen.insert(feature.yes.clone()));
    all.truncate(MOST);
    all
}

/// A letter of the header, whose it is, and whether several men have it.
type Letter = (char, Colour, bool);

fn letters(endgame: &Endgame) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::new();
    for man in &endgame.men {
        match letters.iter_mut().find(|(letter, ..)| *letter == man.letter) {
            Some((_, _, several)) => *several = true,
            None => letters.push((man.letter, man.side, false)),
        }
    }
    letters
}

/// The definitions of the text that take nothing: conditions, sets and numbers. Answers the names of the sets.
fn vocabulary(text: &str, program: &Program, all: &mut Vec<Feature>) -> Vec<String> {
    let mut sets = Vec::new();
    for item in parse(0, text).file.items {
        let ItemKind::Def(def) = item.kind else { continue };
        let name = &def.name.text;
        if def.change || !def.params.is_empty() {
            continue;
        }
        let found = program.definitions.iter().find(|definition| definition.name == *name);
        match found.map(|definition| definition.sort) {
            Some(Sort::Bool) => all.push(condition(name, &format!("not {name}"))),
            Some(Sort::Set) => {
                // A set that is the same in every position tells nothing of one by itself.
                if !matches!(def.body.kind, ExprKind::Set(_)) {
                    all.push(condition(&format!("{name} = {{}}"), &format!("{name} /= {{}}")));
                    all.extend(bounds(&format!("count({name})"), 1, 4));
                }
                sets.push(name.clone());
            }
            Some(Sort::Int) => all.extend(bounds(name, 0, 8)),
            _ => {}
        }
    }
    sets
}

/// The conditions that are asked already, part by part.
fn parts(text: &str, e: &Expr, all: &mut Vec<Feature>) {
    match &e.kind {
        ExprKind::Chain(first, rest)
            if rest.iter().all(|(op, _)| matches!(op, BinaryOp::And | BinaryOp::Or)) =>
        {
            parts(text, first, all);
            rest.iter().for_each(|(_, part)| parts(text, part, all));
        }
        ExprKind::Group(inner) => parts(text, inner, all),
        _ => {
            let words = text.get(e.span.start as usize..e.span.end as usize).unwrap_or_default();
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            let no = format!("not ({words})");
            let yes = if binds_loosely(e) { format!("({words})") } else { words };
            all.push(condition(&yes, &no));
        }
    }
}

/// Whether an expression has to stand in brackets beside `and`.
#[must_use]
pub fn binds_loosely(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Chain(_, rest) => {
            let loose = [BinaryOp::Or, BinaryOp::Implies, BinaryOp::Iff];
            rest.iter().any(|(op, _)| loose.contains(op))
        }
        ExprKind::If(..) | ExprKind::Case(..) | ExprKind::Let(..) | ExprKind::Quantified(..) => true,
        _ => false,
    }
}

/// The sets of the text with one another and with the men: whether somebody stands on one or attacks one.
fn with_sets(sets: &[String], letters: &[Letter], all: &mut Vec<Feature>) {
    let empty = |set: &str| condition(&format!("{set} = {{}}"), &format!("{set} /= {{}}"));
    for set in sets {
        for (letter, _, several) in letters {
            all.push(match several {
                true => empty(&format!("{letter} & {set}")),
                false => condition(&format!("{letter} in {set}"), &format!("{letter} not in {set}")),
            });
            all.push(empty(&format!("attacks({letter}) & {set}")));
        }
    }
    for (number, set) in sets.iter().enumerate() {
        for other in sets.iter().filter(|other| *other != set) {
            all.push(empty(&format!("{set} - {other}")));
        }
        all.extend(sets[number + 1..].iter().map(|other| empty(&format!("{set} & {other}"))));
    }
}

/// Distances, edge and corner, lines, attacks and escape squares of the men of a header.
fn standard(endgame: &Endgame, programs: &[Program], letters: &[Letter], all: &mut Vec<Feature>) {
    let [first, second] = &endgame.sides;
    all.push(condition(&format!("{first} to move"), &format!("{second} to move")));
    for (letter, ..) in letters {
        // Tests of the kind, where the header leaves it open.
        let slot = endgame.with_letter(*letter).first().copied();
        let kinds = programs.iter().filter_map(|program| Some(program.endgame.man(slot?).kind));
        let mut kinds: Vec<Kind> = kinds.collect();
        kinds.dedup();
        if kinds.len() > 1 {
            for kind in kinds {
                let kind = kind.letter();
                all.push(condition(&format!("{letter} is {kind}"), &format!("{letter} is not {kind}")));
            }
        }
    }
    let king = |side| {
        endgame.men.iter().find(|man| man.side == side && man.kind == Kind::King).map(|man| man.letter)
    };
    let (Some(own), Some(their)) = (king(Colour::White), king(Colour::Black)) else { return };
    for (king, other, side) in [(own, their, Colour::White), (their, own, Colour::Black)] {
        let mut escapes = format!("ring({king})");
        for (letter, colour, several) in letters.iter().filter(|(letter, ..)| *letter != king) {
            match (*colour == side, *letter == other) {
                (true, _) if *several => escapes.push_str(&format!(" - {letter}")),
                (true, _) => escapes.push_str(&format!(" - {{{letter}}}")),
                (_, true) => escapes.push_str(&format!(" - ring({other})")),
                _ => escapes.push_str(&format!(" - attacks({letter})")),
            }
        }
        all.extend(bounds(&format!("count({escapes})"), 0, 4));
        all.extend(bounds(&format!("count({escapes} - edge)"), 0, 2));
        let attackers: Vec<String> = letters
            .iter()
            .filter(|(letter, colour, _)| *colour != side && *letter != other)
            .map(|(letter, ..)| format!("attacks({letter})"))
            .collect();
        if !attackers.is_empty() {
            let attackers = attackers.join(" | ");
            all.push(condition(&format!("{king} in {attackers}"), &format!("{king} not in {attackers}")));
        }
    }
    let singles: Vec<&Letter> = letters.iter().filter(|(_, _, several)| !several).collect();
    for (letter, ..) in &singles {
        for set in ["edge", "corner", "xcorner"] {
            all.push(condition(&format!("{letter} in {set}"), &format!("{letter} not in {set}")));
        }
    }
    all.extend(bounds(&format!("steps({own}, {their})"), 1, 5));
    all.extend(bounds(&format!("walk({own}, {their})"), 2, 6));
    let line = format!("(files({own}, {their}) = 0 or ranks({own}, {their}) = 0)");
    all.push(condition(&line, &format!("not {line}")));
    for (letter, side, several) in letters {
        if *letter == own || *letter == their {
            continue;
        }
        for king in [own, their] {
            let number = if *several { None } else { Some(format!("steps({king}, {letter})")) };
            match number {
                Some(number) => all.extend(bounds(&number, 1, 4)),
                None => {
                    for bound in 1..=4 {
                        let far = format!("steps(x, {king}) > {bound}");
                        all.push(condition(
                            &format!("(every x in {letter}: {far})"),
                            &format!("not (every x in {letter}: {far})"),
                        ));
                        all.push(condition(
                            &format!("(some x in {letter}: {far})"),
                            &format!("not (some x in {letter}: {far})"),
                        ));
                    }
                }
            }
        }
        for (target, other, group) in
            letters.iter().filter(|(target, other, _)| target != letter && other != side)
        {
            let (_, hit) = (other, if *group { target.to_string() } else { format!("{{{target}}}") });
            let both = format!("attacks({letter}) & {hit}");
            all.push(condition(&format!("{both} /= {{}}"), &format!("{both} = {{}}")));
        }
        if endgame.men.iter().any(|man| man.letter == *letter && man.kind == Kind::Pawn) && !several {
            all.extend(bounds(&format!("{letter}.rank"), 2, 6));
            all.push(condition(
                &format!("{letter} in file a | file h"),
                &format!("{letter} not in file a | file h"),
            ));
            for king in [own, their] {
                all.extend(bounds(&format!("{king}.rank - {letter}.rank"), -2, 2));
                all.extend(bounds(&format!("files({king}, {letter})"), 0, 2));
            }
        }
    }
}
