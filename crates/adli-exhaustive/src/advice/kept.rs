//! What is kept of positions in trees, by plies left and side to move.
//!
//! A tree is worth the largest number of a root for which it goes on; `threshold` says which number that is. Where there is no such
//! number it is worth everything ([`YES`]) or nothing ([`NO`]). Goals, moves and replies each bound what a tree is
//! worth, and it is known when the bounds meet.

use std::collections::HashMap;

use adli_claims::Limit;
use adli_position::space::{Code, Space};

use super::cells::Cells;
use super::plies::Plies;
use crate::columns::Asks;

/// The largest number of a root for which a tree goes on.
pub(super) type Worth = i64;
/// It goes on for no root.
pub(super) const NO: Worth = Worth::MIN;
/// It goes on for every root.
pub(super) const YES: Worth = Worth::MAX;

/// What is known of a worth: it lies between these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Bounds {
    pub(super) least: Worth,
    pub(super) most: Worth,
}

impl Bounds {
    /// Nothing.
    pub(super) const OPEN: Bounds = Bounds { least: NO, most: YES };

    pub(super) const fn known(worth: Worth) -> Bounds {
        Bounds { least: worth, most: worth }
    }

    #[inline]
    pub(super) fn are_known(self) -> bool {
        self.least == self.most
    }

    /// What is worth so much of its own, within these bounds.
    #[inline]
    pub(super) fn limit(self, worth: Worth) -> Worth {
        worth.max(self.least).min(self.most)
    }

    /// The same where that much is known of it.
    #[inline]
    pub(super) fn narrowed(self, own: Bounds) -> Bounds {
        Bounds { least: self.limit(own.least), most: self.limit(own.most) }
    }
}

/// In a table: it is being worked out. Of goals: they leave everything open.
pub(super) const PENDING: u16 = 3;

/// Bounds by the numbers that tables keep for them. Where trees have no number there are no others than the first ones.
pub(super) struct Said {
    bounds: Vec<Bounds>,
    numbers: HashMap<Bounds, u16>,
}

impl Said {
    pub(super) fn new() -> Said {
        // `UNKNOWN`, no, yes, `PENDING`
        let bounds = vec![Bounds::OPEN, Bounds::known(NO), Bounds::known(YES), Bounds::OPEN];
        Said { bounds, numbers: HashMap::new() }
    }

    #[inline]
    pub(super) fn bounds(&self, number: u16) -> Bounds {
        self.bounds[usize::from(number)]
    }

    pub(super) fn number(&mut self, bounds: Bounds) -> Result<u16, Limit> {
        // Most answers are the plain ones.
        match bounds {
            Bounds { most: NO, .. } => return Ok(1),
            Bounds { least: YES, .. } => return Ok(2),
            Bounds::OPEN => return Ok(PENDING),
            _ => {}
        }
        if let Some(&known) = self.numbers.get(&bounds) {
            return Ok(known);
        }
        let number = u16::try_from(self.bounds.len()).map_err(|_| {
            let message = "goals compare more than 65,532 values with the root: let the measure take fewer";
            Limit::NotRun(message.into())
        })?;
        self.bounds.push(bounds);
        self.numbers.insert(bounds, number);
        Ok(number)
    }
}

/// What is known of trees whose roots agree in the numbers that goals look at (but one, if trees are worth numbers).
pub(super) struct Valued {
    /// The numbers.
    pub(super) numbers: Vec<i32>,
    /// Which symmetries its trees have.
    pub(super) fold: usize,
    /// Whether few positions are expected in each table.
    pub(super) thin: bool,
    /// Whether trees are worth numbers.
    pub(super) wide: bool,
    /// What is known where a tree for some plies is one for more; what follows is then empty.
    pub(super) plies: Option<Plies>,
    /// How the tree goes on: by plies left and side to move.
    pub(super) onward: Vec<[Option<Cells>; 2]>,
    /// What the goals say of a position, by side to move; by plies left as well if they count.
    pub(super) goals: Vec<[Option<Cells>; 2]>,
}

/// What has been worked out about positions after a move.
pub(super) struct Known<'t> {
    pub(super) said: &'t Said,
    pub(super) has_goals: bool,
    pub(super) goals: Option<&'t Cells>,
    pub(super) onward: Option<&'t Cells>,
}

impl Known<'_> {
    /// What the tree from a position is worth.
    #[inline]
    pub(super) fn of(&self, space: &Space, code: Code) -> Bounds {
        let get = |cells: Option<&Cells>| cells.map_or(0, |cells| cells.get(space, code));
        let goals = if self.has_goals { get(self.goals) } else { PENDING };
        let bounds = self.said.bounds(goals);
        // Where goals are not known, nothing is.
        if goals == 0 || bounds.are_known() {
            return bounds;
        }
        bounds.narrowed(self.said.bounds(get(self.onward)))
    }
}

impl Valued {
    /// How trees go on, with so many plies left.
    pub(super) fn onward<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        left: u8,
        side: usize,
    ) -> Result<&mut Cells, Limit> {
        let cells = &mut self.onward[usize::from(left)][side];
        made(cells, self.thin, self.wide, engine)
    }

    /// What goals say.
    pub(super) fn goals<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        key: usize,
        side: u8,
    ) -> Result<&mut Cells, Limit> {
        let cells = &mut self.goals[key][usize::from(side & 1)];
        made(cells, self.thin, self.wide, engine)
    }

    /// How much memory the tables take.
    pub(super) fn counted(&self) -> u64 {
        let by_plies_left = self.onward.iter().chain(&self.goals).flatten().flatten();
        let plies = self.plies.as_ref().map_or(0, |plies| plies.counted);
        by_plies_left.map(|cells| cells.counted).sum::<u64>() + plies
    }
}

/// A table, made when it is first asked for.
fn made<'t, 'p>(
    cells: &'t mut Option<Cells>,
    thin: bool,
    wide: bool,
    engine: &mut impl Asks<'p>,
) -> Result<&'t mut Cells, Limit> {
    let space = engine.space();
    let cells = cells.get_or_insert_with(|| Cells::new(space, thin, wide));
    engine.take(cells.grown(), "a table of forcing trees")?;
    Ok(cells)
}
