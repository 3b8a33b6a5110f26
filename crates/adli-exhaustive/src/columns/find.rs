//! Tables for what comes up again and again.
//!
//! A table of a notion has a cell for each place of the position space and side to move. Cells are filled when they are
//! first asked for, a column of them at a time. So only positions that come up are evaluated, and none
//! twice.

use std::rc::Rc;

use adli_claims::Limit;
use adli_lang::Observed;
use adli_lang::term::TermId;
use adli_position::Code;

use super::Asks;
use super::cells::{Cells, PENDING, UNKNOWN, number, shifted};
use super::made::{Columns, Compiled};
use super::notions::{Key, Notions};
use super::words::{Words, by_words, words_of};
use crate::fold::Fold;
use crate::ground::Ground;
use crate::moves::AllMoves;

/// What columns keep from one question to the next: the notions of a program, each with its block, its table and its
/// symmetries.
pub(crate) struct Memo<'p> {
    pub(crate) notions: Notions<'p>,
    compiled: Vec<Option<Box<Compiled>>>,
    cells: Vec<Option<Cells>>,
    folds: Vec<Option<Rc<[Fold; 2]>>>,
    /// Code by words of squares, where it has been asked for.
    words: Vec<Option<Words>>,
    /// Moves, where there is room to keep them.
    pub(crate) moves: AllMoves,
    /// A column for passing values on.
    pub(super) found: Vec<i32>,
}

impl<'p> Memo<'p> {
    pub(crate) fn new(ground: &Ground<'p>) -> Memo<'p> {
        Memo {
            notions: Notions::new(ground.program, &ground.options, ground.space.men() > 3),
            compiled: Vec::new(),
            cells: Vec::new(),
            folds: Vec::new(),
            words: Vec::new(),
            moves: AllMoves::default(),
            found: Vec::new(),
        }
    }

    /// The table of a notion, if there is one.
    fn table(&mut self, notion: u32) -> &mut Option<Cells> {
        entry(&mut self.cells, notion)
    }
}

/// The place of a notion in a list that is as long as it has to be.
fn entry<T>(all: &mut Vec<Option<T>>, notion: u32) -> &mut Option<T> {
    let number = notion as usize;
    if all.len() <= number {
        all.resize_with(number + 1, || None);
    }
    &mut all[number]
}

/// Looks a notion up, and works it out where it is not known yet.
pub(super) fn find<'p>(
    asks: &mut impl Asks<'p>,
    notion: u32,
    index: &[i32],
    codes: &[Code],
    needed: Option<&[u8]>,
    out: &mut Vec<i32>,
) -> Result<(), Limit> {
    out.clear();
    out.resize(codes.len(), 0);
    if asks.memo().table(notion).is_none() {
        let places = 2 * asks.space().places();
        asks.take(places as u64, "a table of a definition")?;
        *asks.memo().table(notion) = Some(Cells::new(places));
    }
    let Some(cells) = asks.memo().table(notion) else { return Ok(()) };
    let mut missing: Vec<u32> = Vec::new();
    let mut todo: Vec<Code> = Vec::new();
    let mut direct: Vec<u32> = Vec::new();
    for row in 0..codes.len() {
        if needed.is_some_and(|needed| needed[row] == 0) {
            continue;
        }
        let Ok(place) = usize::try_from(index[row]) else {
            direct.push(row as u32);
            continue;
        };
        match cells.get(place) {
            UNKNOWN => {
                cells.set(place, PENDING);
                todo.push(codes[row]);
                missing.push(row as u32);
            }
            PENDING => missing.push(row as u32),
            cell => out[row] = number(cell),
        }
    }
    fill(asks, notion, &todo)?;
    if let Some(cells) = asks.memo().table(notion) {
        for row in missing {
            out[row as usize] = number(cells.get(index[row as usize] as usize));
        }
    }
    if !direct.is_empty() {
        let codes: Vec<Code> = direct.iter().map(|&row| codes[row as usize]).collect();
        let values = evaluate(asks, notion, &codes)?;
        for (&row, value) in direct.iter().zip(values) {
            out[row as usize] = value;
        }
    }
    Ok(())
}

/// Works a notion out where it is not known, for positions with places: once for each class of images.
fn fill<'p>(asks: &mut impl Asks<'p>, notion: u32, codes: &[Code]) -> Result<(), Limit> {
    if codes.is_empty() {
        return Ok(());
    }
    let space = asks.space();
    let folds = folds_of(asks, notion);
    let [at_home, elsewhere] = &*folds;
    let first = |code: Code| if space.is_home(code) { at_home } else { elsewhere }.first(space, code);
    let firsts: Vec<Code> = codes.iter().map(|&code| first(code)).collect();
    let place = |code: Code| space.cell(code).unwrap_or(0);
    // A position of the column that counts for others waits for itself; it is worked out like any other.
    let mut own: Vec<Code> = codes.iter().zip(&firsts).filter(|(a, b)| a == b).map(|(&a, _)| a).collect();
    let Some(cells) = asks.memo().table(notion) else { return Ok(()) };
    for (&code, &first) in codes.iter().zip(&firsts) {
        if code != first && cells.get(place(first)) == UNKNOWN {
            cells.set(place(first), PENDING);
            own.push(first);
        }
    }
    let values = evaluate(asks, notion, &own)?;
    for (&code, &value) in own.iter().zip(&values) {
        store(asks, notion, code, shifted(value))?;
    }
    for (&code, &first) in codes.iter().zip(&firsts).filter(|(code, first)| code != first) {
        let known = asks.memo().table(notion).as_ref().map_or(UNKNOWN, |cells| cells.get(place(first)));
        store(asks, notion, code, known)?;
    }
    Ok(())
}

/// The symmetries that a notion has where everybody is at home, and elsewhere.
fn folds_of<'p>(asks: &mut impl Asks<'p>, notion: u32) -> Rc<[Fold; 2]> {
    if let Some(known) = entry(&mut asks.memo().folds, notion) {
        return Rc::clone(known);
    }
    let folds = match asks.memo().notions.key(notion) {
        Key::Definition(def) => {
            let (body, space) = (asks.program()[def].body, asks.space());
            [true, false].map(|at_home| Fold::of_term(space, asks.symmetries(), body, at_home))
        }
        // What a strategy does is kept for classes already; a play is not turned.
        Key::Step(_) | Key::Term(..) => [Fold::none(asks.space()), Fold::none(asks.space())],
    };
    Rc::clone(entry(&mut asks.memo().folds, notion).insert(Rc::new(folds)))
}

fn store<'p>(asks: &mut impl Asks<'p>, notion: u32, code: Code, cell: i32) -> Result<(), Limit> {
    let space = asks.space();
    let index = space.cell(code).unwrap_or(0);
    let Some(cells) = asks.memo().table(notion) else { return Ok(()) };
    if cells.set(index, cell) {
        return Ok(());
    }
    let places = 2 * space.places();
    asks.take(4 * places as u64, "a table of a definition")?;
    if let Some(cells) = asks.memo().table(notion) {
        *cells = cells.widened(places);
        cells.set(index, cell);
    }
    Ok(())
}

/// The values of a notion, worked out anew.
fn evaluate<'p>(asks: &mut impl Asks<'p>, notion: u32, codes: &[Code]) -> Result<Vec<i32>, Limit> {
    let (term, about) = match asks.memo().notions.key(notion) {
        Key::Definition(def) => (asks.program()[def].body, Observed::Given(0)),
        Key::Term(term, about) => (term, about),
        Key::Step(strategy) => {
            asks.ask(strategy, codes)?;
            // One past the last where none applies.
            let none = asks.program()[strategy].steps.len() as i32;
            return Ok(codes.iter().map(|&code| asks.step(strategy, code).map_or(none, i32::from)).collect());
        }
    };
    if about != Observed::Given(0) {
        return by_block(asks, notion, term, about, codes);
    }
    let words = match entry(&mut asks.memo().words, notion).clone() {
        Some(known) => known,
        None => {
            let words = words_of(asks, term);
            *entry(&mut asks.memo().words, notion) = Some(words.clone());
            words
        }
    };
    let Some(words) = words else { return by_block(asks, notion, term, about, codes) };
    let (found, left) = by_words(asks, &words, codes);
    let others: Vec<Code> = left.iter().map(|&row| codes[row as usize]).collect();
    let others = if others.is_empty() { Vec::new() } else { by_block(asks, notion, term, about, &others)? };
    let mut values = vec![0; codes.len()];
    for (row, value) in found.into_iter().chain(left.into_iter().zip(others)) {
        values[row as usize] = value;
    }
    Ok(values)
}

/// The same by a block.
fn by_block<'p>(
    asks: &mut impl Asks<'p>,
    notion: u32,
    term: TermId,
    about: Observed,
    codes: &[Code],
) -> Result<Vec<i32>, Limit> {
    let mut compiled = match entry(&mut asks.memo().compiled, notion).take() {
        Some(compiled) => compiled,
        None => Box::new(asks.compile_about(term, about)?),
    };
    let values = asks.over(&mut compiled, codes);
    *entry(&mut asks.memo().compiled, notion) = Some(compiled);
    values
}
