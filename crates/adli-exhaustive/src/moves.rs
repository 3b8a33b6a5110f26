//! The positions after moves, kept.
//!
//! Where trees are grown a position comes up at every depth, for every piece of advice and for every kind of root, and its moves are the same each time. In
//! small endgames there is room to keep them: some ten megabytes for king and pawn against king.

use std::collections::HashMap;

use adli_claims::Limit;
use adli_position::space::{Code, Space};
use adli_position::spread::Spread;

use crate::fold::Fold;
use crate::ledger::Ledger;

/// Endgames with more places than this are not small.
const MOST_PLACES: usize = 1 << 21;

/// Whether there is room for more than a few bits a place: with three men, mostly.
pub(crate) fn is_small(space: &Space) -> bool {
    space.places() <= MOST_PLACES
}

/// The place of a position that has none.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// Where a list begins and ends.
pub(crate) type Run = (u32, u32);

/// Lists of positions, by position, each with the place that it has itself.
#[derive(Default)]
pub(crate) struct Lists {
    /// For each place the number of its list in `runs`; 0 if there is none.
    first: Vec<u32>,
    others: HashMap<Code, u32, Spread>,
    runs: Vec<Run>,
    /// The lists one after the other, and beside them the places of what is in them.
    pub(crate) codes: Vec<Code>,
    pub(crate) places: Vec<u32>,
}

impl Lists {
    /// Where the list of a position is.
    #[inline]
    pub(crate) fn find(&self, space: &Space, code: Code) -> Option<Run> {
        let number = match space.index(code) {
            Some(place) => *self.first.get(place)?,
            None => *self.others.get(&code)?,
        };
        if number == 0 { None } else { self.runs.get(number as usize).copied() }
    }

    /// Keeps the list of a position; the endgame is small.
    pub(crate) fn keep(
        &mut self,
        space: &Space,
        ledger: &Ledger,
        code: Code,
        list: &[Code],
    ) -> Result<Run, Limit> {
        let what = "the moves of positions";
        let number = |of: usize| u32::try_from(of).map_err(|_| Limit::Memory(what));
        if self.first.is_empty() {
            ledger.take(4 * space.places() as u64, what)?;
            self.first = vec![0; space.places()];
            self.runs.push((0, 0));
        }
        ledger.take(12 * list.len() as u64 + 8, what)?;
        let start = number(self.codes.len())?;
        self.codes.extend_from_slice(list);
        let places = list.iter().map(|&code| space.index(code).map_or(NOWHERE, |place| place as u32));
        self.places.extend(places);
        let run = (start, number(self.codes.len())?);
        match space.index(code) {
            Some(place) => self.first[place] = number(self.runs.len())?,
            None => drop(self.others.insert(code, number(self.runs.len())?)),
        }
        self.runs.push(run);
        Ok(run)
    }
}

/// All moves, by symmetries and side to move: the positions that count after them.
#[derive(Default)]
pub(crate) struct AllMoves {
    kept: Vec<(Fold, [Lists; 2])>,
}

impl AllMoves {
    /// Those of a side under these symmetries.
    pub(crate) fn of(&mut self, fold: &Fold, side: usize) -> &mut Lists {
        let at = match self.kept.iter().position(|(known, _)| known.is_like(fold)) {
            Some(at) => at,
            None => {
                self.kept.push((fold.clone(), Default::default()));
                self.kept.len() - 1
            }
        };
        &mut self.kept[at].1[side & 1]
    }
}
