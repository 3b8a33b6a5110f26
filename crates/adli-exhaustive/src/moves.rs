//! The positions after moves, kept.
//!
//! Where trees are grown a position comes up at every depth, for every piece of advice and for every kind of root, and its moves are the same each time. In
//! small endgames there is room to keep them: some ten megabytes for king and pawn against king.

use adli_claims::Limit;
use adli_position::space::{Code, Space};

use crate::fold::Fold;
use crate::ledger::Ledger;

/// Endgames with more places than this are not small.
const MOST_PLACES: usize = 1 << 21;

/// Whether there is room for more than a few bits a place: with three men, mostly.
pub(crate) fn is_small(space: &Space) -> bool {
    space.places() <= MOST_PLACES
}

/// Lists of positions, by place.
#[derive(Default)]
pub(crate) struct Lists {
    /// Where the list of a place begins; 0 if there is none.
    first: Vec<u32>,
    /// The lists one after the other: first how many positions there are, then these.
    lists: Vec<Code>,
}

impl Lists {
    /// The list of a position.
    #[inline]
    pub(crate) fn get(&self, space: &Space, code: Code) -> Option<&[Code]> {
        let start = *self.first.get(space.index(code)?)? as usize;
        let many = *self.lists.get(start)? as usize;
        if start == 0 { None } else { self.lists.get(start + 1..start + 1 + many) }
    }

    /// Keeps the list of a position, if the endgame is small and the position has a place.
    pub(crate) fn keep(
        &mut self,
        space: &Space,
        ledger: &Ledger,
        code: Code,
        list: &[Code],
    ) -> Result<(), Limit> {
        let (Some(place), true) = (space.index(code), is_small(space)) else { return Ok(()) };
        let what = "the moves of positions";
        if self.first.is_empty() {
            ledger.take(4 * space.places() as u64, what)?;
            self.first = vec![0; space.places()];
            self.lists.push(0);
        }
        ledger.take(8 * (list.len() as u64 + 1), what)?;
        self.first[place] = u32::try_from(self.lists.len()).map_err(|_| Limit::Memory(what))?;
        self.lists.push(list.len() as Code);
        self.lists.extend_from_slice(list);
        Ok(())
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
