//! Moves from a column of positions.

use adli_position::Code;
use adli_position::space::{OFF, handed_over};

/// Moves from positions of a column.
#[derive(Default)]
pub(crate) struct Moves {
    /// The rows that they come from.
    pub(crate) parents: Vec<u32>,
    pub(crate) before: Vec<Code>,
    pub(crate) after: Vec<Code>,
}

impl Moves {
    /// Moves from one position.
    pub(super) fn from_one(before: Code, after: Vec<Code>) -> Moves {
        Moves { parents: vec![0; after.len()], before: vec![before; after.len()], after }
    }

    /// Those of one more position.
    pub(crate) fn extend(&mut self, parent: u32, before: Code, after: impl Iterator<Item = Code>) {
        self.after.extend(after);
        self.parents.resize(self.after.len(), parent);
        self.before.resize(self.after.len(), before);
    }

    /// The positions after the moves from each of so many rows.
    pub(crate) fn by_rows(self, rows: usize) -> Vec<Vec<Code>> {
        let mut after = vec![Vec::new(); rows];
        self.parents.iter().zip(self.after).for_each(|(&row, code)| after[row as usize].push(code));
        after
    }

    /// Not to move instead, once for every position from which there is a move. Moves of one position stand together.
    pub(super) fn passed(mut self) -> Moves {
        let mut last = None;
        self.keep(|before, _| last.replace(before) != Some(before));
        self.after = self.before.iter().map(|&before| handed_over(before, OFF)).collect();
        self
    }

    /// Leaves out those that are not wanted.
    pub(super) fn keep(&mut self, mut wanted: impl FnMut(Code, Code) -> bool) {
        let mut kept = 0;
        for row in 0..self.after.len() {
            if wanted(self.before[row], self.after[row]) {
                self.parents[kept] = self.parents[row];
                self.before[kept] = self.before[row];
                self.after[kept] = self.after[row];
                kept += 1;
            }
        }
        self.parents.truncate(kept);
        self.before.truncate(kept);
        self.after.truncate(kept);
    }
}
