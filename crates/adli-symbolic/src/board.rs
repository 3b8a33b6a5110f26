//! Positions by number.

/// A position by its number; equal positions have one number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoardId(u32);

impl BoardId {
    /// The position with this number, for those who number positions.
    #[must_use]
    pub fn of(number: usize) -> BoardId {
        BoardId(number as u32)
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}
