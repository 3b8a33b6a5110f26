//! On whom a condition relies.
//!
//! *Where a man on whom the condition relies has just been captured, it is false.* A condition relies on every man whom it
//! names in a position, itself or through a definition, unless it asks whether he is there (`alive`, `captured`, `home`).
//! What is only asked about (`kind`, `side`, `is`), and a man whom a quantifier has found on the board, is not relied on.

use std::collections::{BTreeMap, BTreeSet};

use adli_lang::ast::CompareOp;

use crate::chess::Men;
use crate::node::{Node, Place};
use crate::text::{Clause, Definition};
use crate::words::Word;

/// What was found.
#[derive(Default)]
struct Found {
    named: BTreeSet<(Place, usize)>,
    asked: BTreeSet<(Place, usize)>,
    looked_at: BTreeSet<Place>,
}

struct Search<'d> {
    definitions: &'d [Definition],
    men: usize,
    /// Places count only if a value depends on them, and pawns may be taken in passing or not.
    values: Option<bool>,
    found: Found,
}

/// A condition with those it relies on; only these places count.
pub(crate) fn clause(asks: Node, places: &[Place], definitions: &[Definition], men: usize) -> Clause {
    let found = search(&asks, definitions, men);
    let mut relies: BTreeMap<Place, u8> = BTreeMap::new();
    for (place, man) in found.named.difference(&found.asked) {
        if places.contains(place) || matches!(place, Place::Play(_)) {
            *relies.entry(*place).or_default() |= 1 << man;
        }
    }
    Clause { asks, relies: relies.into_iter().collect() }
}

/// The men that the body of a quantifier over moves relies on after the move.
pub(crate) fn after_a_move(body: &Node, definitions: &[Definition], men: usize) -> u8 {
    let found = search(body, definitions, men);
    let named = found.named.difference(&found.asked).filter(|(place, _)| *place == Place::Next);
    named.fold(0, |set, (_, man)| set | 1 << man)
}

/// Sets and points that are the same in every position.
fn is_constant(word: Word) -> bool {
    matches!(word, Word::Nowhere | Word::Board | Word::Edge | Word::Corner | Word::Xcorner)
}

/// Whether something in an expression looks at a place.
pub(crate) fn looks_at(node: &Node, places: &[Place], definitions: &[Definition], men: usize) -> bool {
    search(node, definitions, men).looked_at.iter().any(|place| places.contains(place))
}

/// Whether the value of an expression depends on a place.
pub(crate) fn depends_on(node: &Node, places: &[Place], definitions: &[Definition], men: &Men) -> bool {
    let values = Some(men.has_passing());
    let mut search = Search { definitions, men: men.0.len(), values, found: Found::default() };
    search.visit(node, Place::Here, Some(Place::Next));
    search.found.looked_at.iter().any(|place| places.contains(place))
}

fn search(node: &Node, definitions: &[Definition], men: usize) -> Found {
    let mut search = Search { definitions, men, values: None, found: Found::default() };
    search.visit(node, Place::Here, Some(Place::Next));
    search.found
}

impl Search<'_> {
    fn visit(&mut self, node: &Node, here: Place, next: Option<Place>) {
        match node {
            Node::Man(man) => {
                self.found.looked_at.insert(here);
                self.found.named.insert((here, *man));
            }
            Node::Prime(inner) => self.visit(inner, next.unwrap_or(Place::Inner), None),
            Node::At(inner, places) => {
                // Even what is the same everywhere is said of a position that has to be there.
                if self.values.is_none() {
                    self.found.looked_at.extend(places);
                }
                places.iter().for_each(|&place| self.visit(inner, place, None));
            }
            Node::AfterPass(inner) | Node::UpToSymmetry(inner) => self.visit(inner, here, None),
            Node::OverMoves(_, _, body, _) => {
                self.found.looked_at.insert(here);
                self.visit(body, here, Some(Place::Inner));
            }
            Node::Promoted(_, argument) => {
                self.found.looked_at.extend(self.man(argument, here, next).map(|(place, _)| place));
            }
            Node::Home(_) => {
                self.found.looked_at.insert(here);
                self.found.asked.extend((0..self.men).map(|man| (here, man)));
            }
            Node::Word(word, arguments) if word.only_asks() => {
                for argument in arguments {
                    let Some((place, man)) = self.man(argument, here, next) else { continue };
                    self.found.looked_at.insert(place);
                    if matches!(word, Word::Alive | Word::Captured) {
                        self.found.asked.insert((place, man));
                    }
                }
            }
            Node::Compare(first, rest) if rest.iter().any(|(op, _)| is_test(*op)) => {
                for part in std::iter::once(&**first).chain(rest.iter().map(|(_, part)| part)) {
                    if self.man(part, here, next).is_none() {
                        self.visit(part, here, next);
                    }
                }
            }
            Node::Word(word, arguments) => {
                let never_passing = *word == Word::Passing && self.values == Some(false);
                let same_everywhere = matches!(word, Word::Size | Word::Abs | Word::Min | Word::Max)
                    || self.values.is_some() && (is_constant(*word) || never_passing);
                if !same_everywhere && arguments.is_empty() {
                    self.found.looked_at.insert(here);
                }
                arguments.iter().for_each(|argument| self.visit(argument, here, next));
            }
            Node::Call(number, arguments) => {
                arguments.iter().for_each(|argument| self.visit(argument, here, next));
                let definition = &self.definitions[*number];
                let mut men = arguments.iter().zip(&definition.men).filter(|(_, is_man)| **is_man);
                let seen = men.find_map(|(argument, _)| self.man(argument, here, next));
                let place = seen.map_or(here, |(place, _)| place);
                self.visit(&definition.body, place, next);
            }
            Node::Answer(_)
            | Node::Rule(_)
            | Node::Can(_)
            | Node::Plies(_)
            | Node::ToMove(_)
            | Node::Step(_)
            | Node::Allows(_) => {
                self.found.looked_at.insert(here);
            }
            _ => node.for_parts(|part| self.visit(part, here, next)),
        }
    }

    /// The man that an expression names, and where.
    fn man(&self, node: &Node, here: Place, next: Option<Place>) -> Option<(Place, usize)> {
        match node {
            Node::Man(man) => Some((here, *man)),
            Node::Prime(inner) => self.man(inner, next.unwrap_or(Place::Inner), None),
            Node::At(inner, places) => self.man(inner, *places.first()?, None),
            Node::AfterPass(inner) => self.man(inner, here, None),
            _ => None,
        }
    }
}

fn is_test(op: CompareOp) -> bool {
    matches!(op, CompareOp::Is | CompareOp::IsNot)
}
