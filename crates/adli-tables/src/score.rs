//! The value of a position in one byte, so arranged that chess becomes arithmetic.
//!
//! | byte | meaning for the side to move |
//! |---|---|
//! | 0 | no such position: it is not legal |
//! | 1, 2, .., 127 | mated in 0, 2, .., 252 plies |
//! | 128 | draw |
//! | 129, .., 254, 255 | mates in 253, .., 3, 1 plies |
//!
//! A larger byte is better for the side to move, so the best of several moves is a maximum. What a
//! position is worth to the side that moves *into* it is [`Score::before`]: 256 minus the byte, plus one
//! if the byte is a win. Under that map an illegal position, 0, becomes 0 again, which no maximum ever
//! chooses; so a solver or an auditor may look at pseudo-legal moves and forget about legality.
//!
//! A win of 253 plies fits, which is the longest of any endgame with five men (KPPKP), but a loss of 254, which is what
//! precedes it there, does not: the solver refuses KPPKP rather than wrap round. All other endgames of five men fit.

use std::fmt;

/// The value of a position for the side to move, as a byte. See the module's table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub u8);

/// What a position is worth to the side to move, with perfect play on both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The side to move mates in this many plies; an odd number.
    Win(u16),
    /// Neither side can force mate.
    Draw,
    /// The side to move is mated in this many plies; an even number, 0 if it is mate already.
    Loss(u16),
}

impl Score {
    /// Not a legal position.
    pub const ILLEGAL: Score = Score(0);
    /// The side to move is mated.
    pub const MATED: Score = Score(1);
    /// A draw.
    pub const DRAW: Score = Score(128);
    /// The longest distance, in plies, that fits.
    pub const MAX_PLIES: usize = 253;

    /// The score of a decided position from its distance in plies, at most [`Score::MAX_PLIES`]: a win if
    /// the number is odd, a loss if it is even.
    #[must_use]
    pub const fn decided(plies: usize) -> Score {
        let half = (plies / 2) as u8;
        Score(if plies % 2 == 1 { 255 - half } else { 1 + half })
    }

    /// The distance in plies, if the position is decided.
    #[must_use]
    pub const fn plies(self) -> Option<usize> {
        match self.0 {
            0 | 128 => None,
            loss @ 1..128 => Some((loss as usize - 1) * 2),
            win => Some((255 - win as usize) * 2 + 1),
        }
    }

    /// What a move into a position of this score is worth to the side that makes it.
    #[must_use]
    pub const fn before(self) -> Score {
        Score(0u8.wrapping_sub(self.0).wrapping_add((self.0 > 128) as u8))
    }

    /// The value, if the position is legal.
    #[must_use]
    pub const fn value(self) -> Option<Value> {
        match self.plies() {
            Some(plies) if plies % 2 == 1 => Some(Value::Win(plies as u16)),
            Some(plies) => Some(Value::Loss(plies as u16)),
            None if self.0 == 0 => None,
            None => Some(Value::Draw),
        }
    }
}

impl Value {
    /// The distance to mate in plies; none for a draw.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn outcome(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            None => f.write_str("illegal"),
            Some(value) => write!(f, "{value:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_means_one_thing_and_a_move_adds_one_ply() {
        assert_eq!(Score(0).before(), Score::ILLEGAL);
        assert_eq!(Score::DRAW.before(), Score::DRAW);
        for plies in 0..Score::MAX_PLIES {
            let score = Score::decided(plies);
            assert_eq!(score.plies(), Some(plies));
            assert_eq!(score.before(), Score::decided(plies + 1));
        }
    }

    #[test]
    fn a_larger_byte_is_better() {
        let quick_to_slow = |first: usize| (first..=Score::MAX_PLIES).step_by(2).map(Score::decided);
        let mut worst_to_best: Vec<Score> = quick_to_slow(0).collect();
        worst_to_best.push(Score::DRAW);
        worst_to_best.extend(quick_to_slow(1).collect::<Vec<_>>().into_iter().rev());
        assert!(worst_to_best.is_sorted());
        assert_eq!(worst_to_best.len(), 255);
    }
}
