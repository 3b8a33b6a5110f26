//! Moves from a column of positions.

use adli_position::Code;

/// Moves from positions of a column.
#[derive(Default)]
pub(super) struct Moves {
    /// The rows that they come from.
    pub(super) parents: Vec<u32>,
    pub(super) before: Vec<Code>,
    pub(super) after: Vec<Code>,
}

impl Moves {
    /// Moves from one position.
    pub(super) fn from_one(before: Code, after: Vec<Code>) -> Moves {
        Moves { parents: vec![0; after.len()], before: vec![before; after.len()], after }
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
