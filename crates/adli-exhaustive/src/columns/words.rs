//! Heavy static notions as operations on sets of squares.
//!
//! What a recogniser answers is made of sets of squares given by conditions. A block asks such a condition of one square after the other, for every
//! position; `adli-static` finds words of 64 squares that say the same. So a notion that looks at no moves and is heavy is worked out by these, in
//! positions with everybody at home and nothing to take in passing, and by a block elsewhere.

use std::rc::Rc;

use adli_lang::term::{Term, TermId};
use adli_position::space::{Code, OFF, passing, square, turn};
use adli_static::{Columns, CompiledTerms, compile_terms};

use super::Asks;

/// Lighter notions are soon worked out by a block.
const HEAVY: u32 = 2_000;
/// How many positions are worked out together.
const TOGETHER: usize = 1024;

/// The code of a notion for each side to move, if it has one.
pub(super) type Words = Option<Rc<[CompiledTerms; 2]>>;

/// The code of a term about one position.
pub(super) fn words_of<'p>(asks: &mut impl Asks<'p>, term: TermId) -> Words {
    let (program, options) = (asks.program(), asks.ground().options.clone());
    let looks_up = |node: &Term| matches!(node, Term::Value(..) | Term::MovesToMate(_) | Term::Passing(_));
    if !asks.memo().notions.is_static(term, HEAVY) || program.reach([term]).any(|(_, node)| looks_up(node)) {
        return None;
    }
    let of = |turn| compile_terms(program, &options, turn, &[term]);
    Some(Rc::new([of(0).ok()?, of(1).ok()?]))
}

/// The values at those of the positions where words say them, with the numbers of their rows; the other rows are left.
pub(super) fn by_words<'p>(
    asks: &impl Asks<'p>,
    words: &[CompiledTerms; 2],
    codes: &[Code],
) -> (Vec<(u32, i32)>, Vec<u32>) {
    let space = asks.space();
    let fits = |code: Code| space.is_home(code) && passing(code) == OFF;
    let rows = 0..codes.len() as u32;
    let (fitting, left): (Vec<u32>, Vec<u32>) = rows.partition(|&row| fits(codes[row as usize]));
    let mut values = Vec::with_capacity(fitting.len());
    for (side, words) in words.iter().enumerate() {
        let own: Vec<u32> =
            fitting.iter().copied().filter(|&row| usize::from(turn(codes[row as usize]).0) == side).collect();
        let mut runner = words.runner();
        for some in own.chunks(TOGETHER) {
            let man = |slot: usize| some.iter().map(|&row| square(codes[row as usize], slot) as u8).collect();
            let columns = Columns { men: (0..space.men()).map(man).collect(), seen: Default::default() };
            runner.begin();
            let found = runner.values(0, &columns).iter().map(|&value| value as i64 as i32);
            values.extend(some.iter().copied().zip(found));
        }
    }
    (values, left)
}
