//! What rules may be made of: the vocabulary of the text and a standard set of conditions, in the words of the language.

use adli_chess::{Colour, Kind};
use adli_lang::ast::{ExprKind, ItemKind};
use adli_lang::term::Sort;
use adli_lang::{Endgame, Program, parse};

/// A condition and its opposite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Feature {
    pub(super) yes: String,
    pub(super) no: String,
}

/// How many conditions are tried at a time.
pub(super) const MOST: usize = 256;

fn condition(yes: &str, no: &str) -> Feature {
    Feature { yes: yes.to_owned(), no: no.to_owned() }
}

/// A number compared with each of some bounds.
fn bounds(number: &str, from: i32, to: i32) -> impl Iterator<Item = Feature> + '_ {
    (from..=to).map(move |bound| condition(&format!("{number} > {bound}"), &format!("{number} <= {bound}")))
}

/// All conditions, those of the text first, each once.
pub(super) fn features(text: &str, programs: &[Program]) -> Vec<Feature> {
    let mut all = Vec::new();
    if let Some(program) = programs.first() {
        vocabulary(text, program, &mut all);
        standard(&program.endgame, programs, &mut all);
    }
    let mut seen = std::collections::HashSet::new();
    all.retain(|feature| seen.insert(feature.yes.clone()));
    all.truncate(MOST);
    all
}

/// The definitions of the text that take nothing: conditions, sets and numbers.
fn vocabulary(text: &str, program: &Program, all: &mut Vec<Feature>) {
    for item in parse(0, text).file.items {
        let ItemKind::Def(def) = item.kind else { continue };
        let name = &def.name.text;
        if def.change || !def.params.is_empty() {
            continue;
        }
        let found = program.definitions.iter().find(|definition| definition.name == *name);
        match found.map(|definition| definition.sort) {
            Some(Sort::Bool) => all.push(condition(name, &format!("not {name}"))),
            // A set that is the same in every position tells nothing of one.
            Some(Sort::Set) if !matches!(def.body.kind, ExprKind::Set(_)) => {
                all.push(condition(&format!("{name} = {{}}"), &format!("{name} /= {{}}")));
                all.extend(bounds(&format!("count({name})"), 1, 4));
            }
            Some(Sort::Int) => all.extend(bounds(name, 0, 8)),
            _ => {}
        }
    }
}

/// Distances, edge and corner, lines, attacks and escape squares of the men of a header.
fn standard(endgame: &Endgame, programs: &[Program], all: &mut Vec<Feature>) {
    let mut letters: Vec<(char, Colour, bool)> = Vec::new();
    for man in &endgame.men {
        match letters.iter_mut().find(|(letter, ..)| *letter == man.letter) {
            Some((_, _, several)) => *several = true,
            None => letters.push((man.letter, man.side, false)),
        }
    }
    let [first, second] = &endgame.sides;
    all.push(condition(&format!("{first} to move"), &format!("{second} to move")));
    for (letter, ..) in &letters {
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
    let singles: Vec<&(char, Colour, bool)> = letters.iter().filter(|(_, _, several)| !several).collect();
    for (letter, ..) in &singles {
        for set in ["edge", "corner", "xcorner"] {
            all.push(condition(&format!("{letter} in {set}"), &format!("{letter} not in {set}")));
        }
    }
    all.extend(bounds(&format!("steps({own}, {their})"), 1, 5));
    all.extend(bounds(&format!("walk({own}, {their})"), 2, 6));
    let line = format!("(files({own}, {their}) = 0 or ranks({own}, {their}) = 0)");
    all.push(condition(&line, &format!("not {line}")));
    for (letter, side, several) in &letters {
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
