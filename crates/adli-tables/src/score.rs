//! The value of a position in one byte, so arranged that chess becomes arithmetic.
//!
//! | White to move | Black to move | meaning for the side to move |
//! |---|---|---|
//! | 0 | 0 | no such position: it is not legal |
//! | 1, 2, .., 126 | 1, 2, .., 128 | mated in 0, 2, .. plies: up to 250 for White, up to 254 for Black |
//! | 127 | 129 | draw |
//! | 129, .., 254, 255 | 131, .., 254, 255 | mates in .., 3, 1 plies: up to 253 for White, up to 249 for Black |
//!
//! A larger byte is better for the side to move, so the best of several moves is a maximum. What a
//! position is worth to the side that moves *into* it is [`Score::before`]: 256 minus the byte, plus one
//! if the byte is a win. Under that map an illegal position, 0, becomes 0 again, which no maximum ever
//! chooses; so a solver or an auditor may look at pseudo-legal moves and forget about legality.
//!
//! Why the draw is not in the middle: tables are kept with White as the stronger side, whose wins are the long
//! ones. The longest with five men, in KPPKP, is 253 plies, and what precedes it is a loss of 254: with illegal and
//! draw that would make 257 codes if both sides had the same. The two bytes that mean nothing, 128 for White and 130
//! for Black, are what one ply more would be; solver and audit refuse them.

use std::cmp::Ordering;

use adli_chess::Colour;

/// The value of a position for the side to move, as a byte. See the module's table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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

    /// A draw with a side to move.
    #[must_use]
    pub const fn draw(turn: Colour) -> Score {
        match turn {
            Colour::White => Score(127),
            Colour::Black => Score(129),
        }
    }

    /// Does a position that is decided in so many plies have a score? If the number is odd, the side to move wins.
    #[must_use]
    pub const fn fits(turn: Colour, plies: usize) -> bool {
        let white_wins = (plies % 2 == 1) == matches!(turn, Colour::White);
        plies <= if white_wins { 254 } else { 250 }
    }

    /// The score of a decided position from its distance in plies, which must fit: a win if the number is odd,
    /// a loss if it is even.
    #[must_use]
    pub const fn decided(plies: usize) -> Score {
        let half = (plies / 2) as u8;
        Score(if plies % 2 == 1 { 255 - half } else { 1 + half })
    }

    /// What a move into a position of this score, with `turn` to move there, is worth to the side that makes it.
    #[must_use]
    pub const fn before(self, turn: Colour) -> Score {
        Score(0u8.wrapping_sub(self.0).wrapping_add((self.0 > Score::draw(turn).0) as u8))
    }

    /// The same value with the colours exchanged. Only the draw changes; that losses of more than 250 plies have no
    /// score for White does not matter, because only tables with four men are ever turned round: with
    /// five, White has more men whatever a pawn becomes.
    pub(crate) fn turned(self, turn: Colour) -> Score {
        if self == Score::draw(turn) { Score::draw(!turn) } else { self }
    }

    /// The value, if the byte means one.
    #[must_use]
    pub const fn value(self, turn: Colour) -> Option<Value> {
        let draw = Score::draw(turn).0;
        let byte = self.0 as u16;
        if self.0 == draw {
            Some(Value::Draw)
        } else if self.0 == 0 || self.0 == draw + 1 {
            None
        } else if self.0 < draw {
            Some(Value::Loss((byte - 1) * 2))
        } else {
            Some(Value::Win((255 - byte) * 2 + 1))
        }
    }
}

impl Value {
    /// What a move into a position of this value is worth to the side that makes it.
    #[must_use]
    pub const fn before(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies + 1),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(plies + 1),
        }
    }

    /// The score of this value with a side to move, if it has one.
    pub(crate) fn score(self, turn: Colour) -> Option<Score> {
        match self.plies() {
            None => Some(Score::draw(turn)),
            Some(plies) => Score::fits(turn, plies.into()).then(|| Score::decided(plies.into())),
        }
    }

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

/// The better one for the side to move is the greater.
impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        let rank = |value: &Value| match *value {
            Value::Win(plies) => i32::from(u16::MAX) - i32::from(plies),
            Value::Draw => 0,
            Value::Loss(plies) => i32::from(plies) - i32::from(u16::MAX) - 1,
        };
        rank(self).cmp(&rank(other))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All bytes that mean something, the worst first.
    fn meanings(turn: Colour) -> Vec<(Score, Value)> {
        (0..=255).map(Score).filter_map(|score| Some((score, score.value(turn)?))).collect()
    }

    #[test]
    fn every_byte_but_two_means_one_thing() {
        for turn in Colour::ALL {
            assert_eq!(meanings(turn).len(), 254);
            for (score, value) in meanings(turn) {
                assert_eq!(value.score(turn), Some(score));
                assert!(value.plies().is_none_or(|plies| Score::decided(plies.into()) == score));
            }
        }
        assert_eq!(Score::decided(253).value(Colour::White), Some(Value::Win(253)));
        assert_eq!(Score::decided(254).value(Colour::Black), Some(Value::Loss(254)));
    }

    #[test]
    fn a_larger_byte_is_better() {
        for turn in Colour::ALL {
            assert!(meanings(turn).is_sorted_by(|a, b| a.1 < b.1));
        }
    }

    #[test]
    fn a_move_adds_one_ply_or_leads_to_a_byte_that_means_nothing() {
        for turn in Colour::ALL {
            assert_eq!(Score::ILLEGAL.before(turn), Score::ILLEGAL);
            for (score, value) in meanings(turn) {
                let expected = value.before().score(!turn);
                assert_eq!(score.before(turn).value(!turn), expected.and_then(|score| score.value(!turn)));
                assert!(expected.is_none_or(|expected| expected == score.before(turn)));
            }
        }
    }

    #[test]
    fn exchanging_the_colours_keeps_the_value() {
        for turn in Colour::ALL {
            for (score, value) in meanings(turn).into_iter().filter(|(_, value)| value.plies() <= Some(249)) {
                assert_eq!(score.turned(turn).value(!turn), Some(value));
            }
        }
    }
}
