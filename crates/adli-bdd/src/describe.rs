//! A set said again in the language, where that takes a few words.
//!
//! What is looked for is a short decision list over plain questions: how far two men are apart, on which line somebody stands, whether there is check. A
//! question may be the next of the list if it decides: everywhere, among the positions that are left, where the answer is yes, the position is in the
//! set, or nowhere. Of several the one that decides most is taken; if there is none, two questions are joined. The result is a definition;
//! it is read as any text is, and its diagram must be that of the set.

use adli_lang::term::TermId;
use adli_lang::{Endgame, Program, Sources, check};

use crate::atlas::{Atlas, unbound};
use crate::field::Field;
use crate::store::{Made, Refused, Set, Store};

/// The most questions of a description.
const MOST_QUESTIONS: usize = 6;
/// So many questions are joined in pairs: those that nearly decide.
const MOST_JOINED: usize = 32;

/// A question, and for each side to move where its answer is yes, among the legal positions.
struct Question {
    words: String,
    yes: Vec<Set>,
}

/// A definition of this name that means the set, if there is a short one.
///
/// # Errors
/// No room, or the work was stopped.
pub fn describe(atlas: Atlas<'_>, name: &str, field: &Field) -> Made<Option<String>> {
    let (endgame, watch) = (atlas.program.endgame.clone(), atlas.watch);
    let mut letters: Vec<char> = endgame.men.iter().map(|man| man.letter).collect();
    letters.sort_unstable();
    letters.dedup();
    // Men who are alike have one name.
    if letters.len() < endgame.men.len() {
        return Ok(None);
    }
    let words = questions(&endgame);
    let lines = words.iter().enumerate().map(|(number, words)| format!("def q{number} = {words}\n"));
    let program = program(&format!("{}{}", header(&endgame), lines.collect::<String>()))?;
    let mut reader = Atlas::new(&program, &[], atlas.store, watch)?;
    let home = reader.home()?;
    let casts: Vec<_> = home.iter().map(|(cast, legal)| (cast.clone(), legal.clone())).collect();
    let mut asked = Vec::new();
    for (number, words) in words.into_iter().enumerate() {
        let body = body(&program, &format!("q{number}"))?;
        let mut yes = Vec::new();
        for (cast, legal) in &casts {
            let holds = reader.where_holds(body, cast)?;
            yes.push(reader.store.and(&holds, legal)?);
        }
        asked.push(Question { words, yes });
    }
    let nothing = reader.store.constant(false);
    let wanted: Vec<Set> =
        casts.iter().map(|(cast, _)| field.get(cast).cloned().unwrap_or_else(|| nothing.clone())).collect();
    let left: Vec<Set> = casts.into_iter().map(|(_, legal)| legal).collect();
    let Some(words) = list(&reader.store, &asked, &wanted, left)? else { return Ok(None) };
    let definition = format!("def {name} = {words}");
    confirm(&definition, &endgame, name, field, reader)?;
    Ok(Some(definition))
}

/// The description is read again, and means the set.
fn confirm(definition: &str, endgame: &Endgame, name: &str, field: &Field, reader: Atlas<'_>) -> Made<()> {
    let watch = reader.watch;
    let again = program(&format!("{}{definition}\n", header(endgame)))?;
    let mut atlas = Atlas::new(&again, &[], reader.store, watch)?;
    let (home, body) = (atlas.home()?, body(&again, name)?);
    if atlas.among(&home, body)? != *field {
        return Err(Refused::Internal(format!("`{definition}` does not mean the set")));
    }
    Ok(())
}

/// The beginning of a text about an endgame.
pub(crate) fn header(endgame: &Endgame) -> String {
    let men = |side| {
        let men = endgame.men.iter().filter(move |man| man.side == side).map(|man| man.letter.to_string());
        men.collect::<Vec<_>>().join(" ")
    };
    let [first, second] = &endgame.sides;
    let (ours, theirs) = (men(adli_chess::Colour::White), men(adli_chess::Colour::Black));
    format!("endgame {} {first} {ours} v {second} {theirs}\nuse geometry\n", endgame.name)
}

fn program(text: &str) -> Made<Program> {
    let mut sources = Sources::library();
    let source = sources.add("described", text);
    let program = check(&sources, source, &[]).programs.into_iter().next();
    program.ok_or_else(|| Refused::Internal("the questions could not be read".into()))
}

fn body(program: &Program, name: &str) -> Made<TermId> {
    let found = program.definitions.iter().find(|definition| definition.name == name);
    found.map(|definition| definition.body).ok_or_else(unbound)
}

/// All plain questions about the men of an endgame.
fn questions(endgame: &Endgame) -> Vec<String> {
    let mut all = vec![format!("{} to move", endgame.sides[0]), "check".into(), "no_move".into()];
    for (number, man) in endgame.men.iter().enumerate() {
        let a = man.letter;
        all.extend([format!("{a} in edge"), format!("{a} in corner")]);
        for line in 1..=8 {
            all.extend(["file", "rank"].map(|of| format!("{a}.{of} = {line}")));
        }
        for line in 2..8 {
            all.extend(["file", "rank"].map(|of| format!("{a}.{of} < {line}")));
        }
        for other in endgame.men.iter().skip(number + 1) {
            let b = other.letter;
            all.extend(["file", "rank"].map(|of| format!("{a}.{of} = {b}.{of}")));
            all.extend(["file", "rank"].map(|of| format!("{a}.{of} < {b}.{of}")));
            for distance in 1..=7 {
                all.extend(["steps", "files", "ranks"].map(|of| format!("{of}({a}, {b}) = {distance}")));
                all.push(format!("walk({a}, {b}) = {distance}"));
                all.extend(["steps", "files", "ranks"].map(|of| format!("{of}({a}, {b}) > {distance}")));
            }
        }
    }
    all
}

/// A decision list that says where a set is, among the positions that are left.
fn list(store: &Store, asked: &[Question], wanted: &[Set], left: Vec<Set>) -> Made<Option<String>> {
    let mut left = left;
    let mut said: Vec<(String, bool)> = Vec::new();
    for _ in 0..=MOST_QUESTIONS {
        if let Some(rest) = decides(store, &left, wanted)? {
            return Ok(Some(written(&said, rest)));
        }
        let Some((words, here, answer)) = next(store, asked, wanted, &left)? else { return Ok(None) };
        for (left, here) in left.iter_mut().zip(&here) {
            *left = store.without(left, here)?;
        }
        said.push((words, answer));
    }
    Ok(None)
}

/// Whether all of these positions are in the set, or none.
fn decides(store: &Store, here: &[Set], wanted: &[Set]) -> Made<Option<bool>> {
    let (mut all, mut none) = (true, true);
    for (here, wanted) in here.iter().zip(wanted) {
        all &= store.is_empty(&store.without(here, wanted)?);
        none &= store.is_empty(&store.and(here, wanted)?);
    }
    Ok(if none { Some(false) } else { all.then_some(true) })
}

type Next = (String, Vec<Set>, bool);
/// A question that does not decide: the larger share of its answers, its words, the positions.
type Mixed = (f64, String, Vec<Set>);

/// The question that decides most of what is left: one that is asked, its opposite, or two joined.
fn next(store: &Store, asked: &[Question], wanted: &[Set], left: &[Set]) -> Made<Option<Next>> {
    let mut best: Option<(u128, Next)> = None;
    let mut mixed: Vec<Mixed> = Vec::new();
    for question in asked {
        for wanted_answer in [true, false] {
            let mut here = Vec::new();
            for (left, yes) in left.iter().zip(&question.yes) {
                here.push(if wanted_answer { store.and(left, yes)? } else { store.without(left, yes)? });
            }
            let words =
                if wanted_answer { question.words.clone() } else { format!("not {}", question.words) };
            weigh(store, wanted, (words, here), &mut best, Some(&mut mixed))?;
        }
    }
    if best.is_none() {
        mixed.sort_by(|a, b| b.0.total_cmp(&a.0));
        mixed.truncate(MOST_JOINED);
        for (number, (_, words, here)) in mixed.iter().enumerate() {
            for (_, others, there) in mixed.iter().skip(number + 1) {
                let mut both = Vec::new();
                for (a, b) in here.iter().zip(there) {
                    both.push(store.and(a, b)?);
                }
                weigh(store, wanted, (format!("{words} and {others}"), both), &mut best, None)?;
            }
        }
    }
    Ok(best.map(|(_, next)| next))
}

/// Keeps a question if it decides more than the best so far; what decides nothing is put aside.
fn weigh(
    store: &Store,
    wanted: &[Set],
    (words, here): (String, Vec<Set>),
    best: &mut Option<(u128, Next)>,
    mixed: Option<&mut Vec<Mixed>>,
) -> Made<()> {
    if here.iter().all(|set| store.is_empty(set)) {
        return Ok(());
    }
    let count = |sets: &[Set]| sets.iter().map(|set| store.count(set)).sum::<u128>();
    match (decides(store, &here, wanted)?, mixed) {
        (Some(answer), _) => {
            let count = count(&here);
            if best.as_ref().is_none_or(|(most, _)| count > *most) {
                *best = Some((count, (words, here, answer)));
            }
        }
        (None, Some(mixed)) => {
            let inside: Made<Vec<Set>> =
                here.iter().zip(wanted).map(|(here, set)| store.and(here, set)).collect();
            let share = count(&inside?) as f64 / count(&here) as f64;
            mixed.push((share.max(1.0 - share), words, here));
        }
        (None, None) => {}
    }
    Ok(())
}

/// `if A then true else if B then false else ..`, as conditions are written.
fn written(said: &[(String, bool)], rest: bool) -> String {
    // What has been written so far, and whether it is a list with `or`.
    let (mut text, mut either) = (rest.to_string(), false);
    for (words, answer) in said.iter().rev() {
        (text, either) = match (answer, text.as_str()) {
            (true, "false") => (words.clone(), false),
            (false, "true") => (negated(words), false),
            (true, rest) => (format!("{words} or {rest}"), true),
            (false, rest) if either => (format!("{} and ({rest})", negated(words)), false),
            (false, rest) => (format!("{} and {rest}", negated(words)), false),
        };
    }
    text
}

/// The opposite of a question, or of two that are joined.
fn negated(words: &str) -> String {
    match words.strip_prefix("not ") {
        _ if words.contains(" and ") => format!("not ({words})"),
        Some(words) => words.to_owned(),
        None => format!("not {words}"),
    }
}
