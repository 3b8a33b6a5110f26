//! What is kept of positions in trees: for each set of numbers of the root, by plies left and side to move.

use super::cells::{Cells, UNKNOWN};
use crate::columns::Engine;
use crate::limit::Limit;
use crate::space::{Code, Space};

/// What is kept of a position: how its tree goes on.
pub(super) const NO: u8 = 1;
pub(super) const YES: u8 = 2;
pub(super) const PENDING: u8 = 3;

/// What goals say of a position.
pub(super) const FAILS: u8 = 1;
pub(super) const REACHED: u8 = 2;
pub(super) const GOES_ON: u8 = 3;

/// What is known of trees whose roots agree in the numbers that goals look at.
pub(super) struct Valued {
    /// The numbers.
    pub(super) numbers: Vec<i32>,
    /// Which symmetries its trees have.
    pub(super) fold: usize,
    /// Whether few positions are expected in each table.
    pub(super) thin: bool,
    /// How the tree goes on: by plies left and side to move.
    pub(super) onward: Vec<[Option<Cells>; 2]>,
    /// What the goals say of a position, by side to move; by plies left as well if they count.
    pub(super) goals: Vec<[Option<Cells>; 2]>,
}

/// What has been worked out about positions after a move.
pub(super) struct Known<'t> {
    pub(super) has_goals: bool,
    pub(super) goals: Option<&'t Cells>,
    pub(super) onward: Option<&'t Cells>,
}

impl Known<'_> {
    /// Whether the tree goes on from a position.
    #[inline]
    pub(super) fn of(&self, space: &Space, code: Code) -> u8 {
        let get = |cells: Option<&Cells>| cells.map_or(UNKNOWN, |cells| cells.get(space, code));
        match if self.has_goals { get(self.goals) } else { GOES_ON } {
            FAILS => NO,
            REACHED => YES,
            GOES_ON => get(self.onward),
            _ => UNKNOWN,
        }
    }
}

impl Valued {
    /// How trees go on, with so many plies left.
    pub(super) fn onward(
        &mut self,
        engine: &mut Engine<'_>,
        left: u8,
        side: usize,
    ) -> Result<&mut Cells, Limit> {
        let cells = &mut self.onward[usize::from(left)][side];
        made(cells, self.thin, engine)
    }

    /// What goals say.
    pub(super) fn goals(
        &mut self,
        engine: &mut Engine<'_>,
        key: usize,
        side: u8,
    ) -> Result<&mut Cells, Limit> {
        let cells = &mut self.goals[key][usize::from(side & 1)];
        made(cells, self.thin, engine)
    }
}

/// A table, made when it is first asked for.
fn made<'t>(
    cells: &'t mut Option<Cells>,
    thin: bool,
    engine: &mut Engine<'_>,
) -> Result<&'t mut Cells, Limit> {
    let space = engine.space();
    let cells = cells.get_or_insert_with(|| Cells::new(space, thin));
    engine.take(cells.grown(), "a table of forcing trees")?;
    Ok(cells)
}
