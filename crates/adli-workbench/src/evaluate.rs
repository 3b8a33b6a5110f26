//! The value of any expression of a text in a position.
//!
//! Somebody selects words in an editor and wants to know what they come to on the board beside it. The words are read as a definition
//! of their own, at the end of the text: so they mean what they mean there, whatever the claims of the text are, and what is no
//! expression is told as the checker tells it. Expressions that speak of a move, by a prime, need one; what may only stand in a claim is read as
//! a question.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use adli_chess::{Position, Square};
use adli_lang::ast::ItemKind;
use adli_lang::term::TermId;
use adli_lang::{ClaimKind, MovesFrom, Program, Severity, State, Stopped, parse};
use schemars::JsonSchema;
use serde::Serialize;

use crate::chosen::{fitting, interpreter, seen_state};
use crate::explain::read_move;
use crate::extent::Extent;
use crate::facts::{Fact, Facts, Part, Scope, squares_of, tree};
use crate::index::{Index, Meaning};
use crate::text::Text;
use crate::trouble::Trouble;
use crate::view::View;

/// The value of an expression.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Evaluated {
    /// The words, in one line.
    pub text: String,
    pub value: String,
    /// What decides it, if it is true or false.
    pub inside: Vec<Fact>,
    /// On the user's board, if it is a square or a set of squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<Vec<String>>,
    /// The position as the text sees it, if its colours are the other way round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_as: Option<String>,
}

/// What the selection is called while it is looked at.
const NAME: &str = "the_words_that_are_selected";

/// The value of the words at a place of a text, in bytes, in a position; after a move, if they speak of one.
///
/// # Errors
/// They are no expression, they speak of something that is bound outside of them, or there is no value.
pub fn evaluate(
    text: &Text,
    settings: &[(String, String)],
    position: &Position,
    selection: Extent,
    mv: Option<&str>,
) -> Result<Evaluated, Trouble> {
    let words = selection.words(text.words());
    if let Some(name) = bound_outside(text, selection) {
        let words = one_line(words);
        return Err(Trouble::BoundOutside { words, name });
    }
    evaluate_words(text, settings, position, words, mv)
}

/// The value of some words as they would be read at the end of a text.
///
/// # Errors
/// They are no expression, or there is no value.
pub fn evaluate_words(
    text: &Text,
    settings: &[(String, String)],
    position: &Position,
    words: &str,
    mv: Option<&str>,
) -> Result<Evaluated, Trouble> {
    let after = mv.map(|mv| read_move(position, mv)).transpose()?.map(|mv| position.play(mv));
    let (read, programs, kind) = read(text, settings, words)?;
    let (program, view) = fitting(&read, &programs, position)?;
    let away = || Trouble::internal("the men are not those of the text");
    let state = seen_state(program, view, position).ok_or_else(away)?;
    let scope = match (kind, after) {
        (Kind::Change, None) => return Err(Trouble::NeedsMove { words: one_line(words) }),
        (Kind::Change, Some(after)) => {
            let after = State::from_position(&program.endgame, &view.seen(&after)).ok_or_else(away)?;
            Scope::of_move(state, after)
        }
        (Kind::Def | Kind::Query, _) => Scope::of_position(state),
    };
    value(&read, program, words, &scope, view, position)
}

/// How the words are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Def,
    Change,
    Query,
}

/// The text without its claims and with the words at its end, in the first way in which they can be read.
fn read(
    text: &Text,
    settings: &[(String, String)],
    words: &str,
) -> Result<(Text, Vec<Program>, Kind), Trouble> {
    let no_expression = |why: &str| Trouble::NoExpression { words: one_line(words), why: why.to_owned() };
    if words.trim().is_empty() {
        return Err(no_expression("nothing is selected"));
    }
    let parsed = parse(text.number, text.words());
    let items = parsed.file.items.iter().filter(|item| !matches!(item.kind, ItemKind::Claim(_)));
    let mut kept = String::new();
    let mut items_kept = 0;
    for item in items {
        kept.push_str(text.sources.text(item.span));
        kept.push('\n');
        items_kept += 1;
    }
    let mut first = None;
    for kind in [Kind::Def, Kind::Change, Kind::Query] {
        let added = match kind {
            Kind::Def => format!("def {NAME} = {words}\n"),
            Kind::Change => format!("change {NAME} = {words}\n"),
            Kind::Query => format!("query {NAME}: tally {words}\nwhere home\n"),
        };
        let whole = format!("{kept}{added}");
        // Words that end one declaration and begin another are no expression.
        if parse(text.number, &whole).file.items.len() != items_kept + 1 {
            first = first.or(Some(no_expression("it is more or less than one expression")));
            continue;
        }
        let read = text.with_words(&whole);
        let checked = read.check(settings);
        if !checked.has_errors() {
            return Ok((read, checked.programs, kind));
        }
        let errors = checked.diagnostics.iter().filter(|told| told.severity > Severity::Warning);
        let here = errors
            .clone()
            .find(|told| told.span.source == text.number && told.span.start as usize >= kept.len());
        first = first.or_else(|| match (here, errors.clone().next()) {
            (Some(told), _) => Some(no_expression(&told.message)),
            (None, Some(told)) => {
                Some(Trouble::Mistakes { text: text.name.clone(), first: told.message.clone() })
            }
            (None, None) => None,
        });
    }
    Err(first.unwrap_or_else(|| no_expression("it cannot be read")))
}

fn value(
    text: &Text,
    program: &Program,
    words: &str,
    scope: &Scope,
    view: View,
    position: &Position,
) -> Result<Evaluated, Trouble> {
    let facts = Facts::new(program, &text.sources, MovesFrom::Core);
    let mut parts: Vec<Part> = Vec::new();
    // A key of several numbers is several definitions.
    let is_part =
        |name: &str| name.strip_prefix(NAME).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    for definition in program.definitions.iter().filter(|definition| is_part(&definition.name)) {
        let known = tree(&definition.parts).into_iter().find(|part| part.term == definition.body);
        parts.push(known.unwrap_or_else(|| Part::leaf(definition.span, definition.body)));
    }
    let asked = program.claims.iter().find_map(|claim| match claim.says {
        ClaimKind::Tally { of, .. } if claim.name == NAME => Some(Part::leaf(claim.span, of)),
        _ => None,
    });
    parts.extend(asked);
    if parts.is_empty() {
        return Err(Trouble::internal("words that were read are gone"));
    }
    let value = |term: TermId| {
        let mut interpreter = interpreter(program, MovesFrom::Core);
        interpreter.value(term, &scope.positions).map_err(|stopped| match stopped {
            Stopped::NeedsTables => Trouble::NoValue("it is asked of tables".to_owned()),
            other => Trouble::Stopped(other),
        })
    };
    let mut values = Vec::new();
    for part in &parts {
        values.push((part, value(part.term)?));
    }
    let shown: Vec<String> = values.iter().map(|(part, value)| facts.shown(part.term, *value)).collect();
    let [(part, only)] = &values[..] else {
        let value = format!("({})", shown.join(", "));
        let (inside, squares) = (Vec::new(), None);
        let seen_as = view.seen_otherwise(position);
        return Ok(Evaluated { text: one_line(words), value, inside, squares, seen_as });
    };
    let fact = facts.fact(part, scope, 0);
    let squares = squares_of(*only).map(|set| {
        let on_board = set.into_iter().map(|square: Square| view.square(square).to_string());
        on_board.collect()
    });
    Ok(Evaluated {
        text: one_line(words),
        value: shown.concat(),
        inside: fact.map_or_else(Vec::new, |fact| fact.inside),
        squares,
        seen_as: view.seen_otherwise(position),
    })
}

/// A name in the selection that is bound outside of it.
fn bound_outside(text: &Text, selection: Extent) -> Option<String> {
    let index = Index::of(text);
    let inside = |from: u32, to: u32| selection.from <= from && to <= selection.to;
    let names = index.references.iter().filter(|found| inside(found.span.start, found.span.end));
    names.into_iter().find_map(|found| {
        let Meaning::Declared(number) = found.meaning else { return None };
        let declared = index.declarations.get(number)?;
        let is_bound = declared.what.is_bound() && !inside(declared.span.start, declared.span.end);
        is_bound.then(|| declared.name.clone())
    })
}

fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use std::collections::BTreeMap;

    use super::*;

    const TEXT: &str = "endgame KRK White K R v Black k
use geometry
def room = beyond(R.file, k.file)
def near(s: Square) = some x in ring(s): x = K
def class = (steps(K, k), room, 0)
strategy s for White to win
  step squeeze: move R where room' < room
lemma won: in every position where White to move: moves_to_mate <= 16
theorem wins: s reaches mate expect refuted
";
    /// The king on a1, the rook on d4, the black king on g6.
    const FEN: &str = "8/8/6k1/8/3R4/8/8/K7 w - - 0 1";

    fn text(words: &str) -> Text {
        Text::given("mine", "mine", words, (), &BTreeMap::new()).unwrap()
    }

    fn selected(words: &str, time: usize, mv: Option<&str>, fen: &str) -> Result<Evaluated, Trouble> {
        let from = TEXT.match_indices(words).nth(time).unwrap().0 as u32;
        let selection = Extent { from, to: from + words.len() as u32 };
        evaluate(&text(TEXT), &[], &fen.parse().unwrap(), selection, mv)
    }

    /// What each comes to is counted on the board: four files lie beyond the d-file, the kings are six steps apart.
    #[test]
    fn any_expression_has_its_value() {
        let value = |words: &str, time| selected(words, time, None, FEN).unwrap().value;
        assert_eq!(value("beyond(R.file, k.file)", 0), "4");
        assert_eq!(value("room", 0), "4");
        assert_eq!(value("(steps(K, k), room, 0)", 0), "(6, 4, 0)");
        assert_eq!(value("R", 1), "d4");
        assert_eq!(value("White to move", 0), "true");
        let set = evaluate_words(&text(TEXT), &[], &FEN.parse().unwrap(), "ring(K) | {R}", None).unwrap();
        assert_eq!(set.squares.unwrap(), ["b1", "a2", "b2", "d4"]);
        assert_eq!(set.value, "{b1, a2, b2, d4}");
        let fact =
            evaluate_words(&text(TEXT), &[], &FEN.parse().unwrap(), "room > 3 and K = a1", None).unwrap();
        assert_eq!((fact.value.as_str(), fact.inside.len()), ("true", 2));
    }

    #[test]
    fn what_speaks_of_a_move_needs_one() {
        let words = "room' < room";
        assert!(matches!(selected(words, 0, None, FEN), Err(Trouble::NeedsMove { .. })));
        assert_eq!(selected(words, 0, Some("Re4"), FEN).unwrap().value, "true");
        assert_eq!(selected(words, 0, Some("Rc4"), FEN).unwrap().value, "false");
    }

    /// With the colours exchanged squares are those of the user's board.
    #[test]
    fn squares_are_those_of_the_board_that_is_seen() {
        let black = FEN.parse::<Position>().unwrap().flipped().to_string();
        let seen = selected("R", 1, None, &black).unwrap();
        assert_eq!((seen.value.as_str(), seen.squares.unwrap()), ("d4", vec!["d5".to_owned()]));
        assert!(seen.seen_as.is_some());
    }

    #[test]
    fn what_has_no_value_is_told() {
        assert!(matches!(
            selected("x = K", 0, None, FEN),
            Err(Trouble::BoundOutside { name, .. }) if name == "x"
        ));
        assert!(matches!(selected("move R where", 0, None, FEN), Err(Trouble::NoExpression { .. })));
        let tables = selected("moves_to_mate <= 16", 0, None, FEN);
        assert!(matches!(tables, Err(Trouble::NoValue(_))), "{tables:?}");
        let two = evaluate_words(&text(TEXT), &[], &FEN.parse().unwrap(), "1 def x = 2", None);
        assert!(matches!(two, Err(Trouble::NoExpression { .. })));
        // A mistake elsewhere is told as one; a mistake in a claim does not matter.
        let broken = TEXT.replace("room' < room", "rom' < room");
        let told = evaluate_words(&text(&broken), &[], &FEN.parse().unwrap(), "room", None);
        assert!(matches!(told, Err(Trouble::Mistakes { .. })), "{told:?}");
        let broken = TEXT.replace("moves_to_mate", "moves_to_mat");
        assert_eq!(
            evaluate_words(&text(&broken), &[], &FEN.parse().unwrap(), "room", None).unwrap().value,
            "4"
        );
    }
}
