//! What can be wrong with a position that somebody wrote down.

use std::fmt;

use crate::{Colour, Man, Square};

/// One thing that is wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A FEN with this number of fields.
    Fields(usize),
    /// A placement with this number of ranks.
    Ranks(usize),
    /// A rank (counted from 0) whose text has this number of squares.
    RankLength(u8, String, usize),
    /// A character that stands for no man, in a rank counted from 0.
    Letter(u8, char),
    /// The side to move is neither `w` nor `b`.
    Turn(String),
    /// Castling rights, or a castling field that cannot be read.
    Castling(String),
    /// The field for the square a pawn has jumped over is neither `-` nor a square.
    Passing(String),
    /// The number of half moves since the last capture or pawn move is not a number.
    HalfMoves(String),
    /// The number of the move is not a number.
    FullMoves(String),
    /// Two men were put on one square.
    Shared(Square),
    /// A side without a king.
    NoKing(Colour),
    /// A side with this many kings.
    ManyKings(Colour, usize),
    /// A pawn on the first or the eighth rank.
    PawnRank(Man, Square),
    /// The kings stand next to each other.
    KingsTouch,
    /// The side that has just moved is in check.
    LeftInCheck(Colour),
    /// The square a pawn has jumped over is on the wrong rank for this side to move.
    PassingRank(Square, Colour),
    /// There is no pawn that can have jumped over the square; it should stand on the second square.
    PassingPawn(Square, Square),
    /// A man stands on the square that a pawn has jumped over, or on the one it came from.
    PassingBlocked(Square, Square),
}

impl Fault {
    /// Was part of the placement not read, so that men may be missing?
    pub(crate) fn hides_men(&self) -> bool {
        matches!(self, Fault::Fields(0) | Fault::Ranks(_) | Fault::RankLength(..) | Fault::Letter(..))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Fields(count) => write!(
                f,
                "a FEN has 2, 4 or 6 fields, this one has {count}; write it as in `8/8/8/8/8/2k5/2r5/K7 w - - 0 1`"
            ),
            Fault::Ranks(count) => {
                write!(
                    f,
                    "the board has 8 ranks, this placement has {count}; separate them by `/`, eighth rank first"
                )
            }
            Fault::RankLength(rank, text, count) => {
                let rank = rank + 1;
                write!(
                    f,
                    "rank {rank}, `{text}`, should have 8 squares and not {count}; digits count empty squares"
                )
            }
            Fault::Letter(rank, letter) => {
                let rank = rank + 1;
                write!(
                    f,
                    "`{letter}` on rank {rank} is no man; use KQRBNP for White, kqrbnp for Black, 1 to 8 for empty squares"
                )
            }
            Fault::Turn(text) => write!(f, "the side to move is `{text}`; write `w` or `b`"),
            Fault::Castling(text) if text.chars().all(|c| "KQkq".contains(c)) => write!(
                f,
                "castling rights `{text}` cannot be dealt with: endgame tables assume that neither side may castle; \
                 replace the field by `-`"
            ),
            Fault::Castling(text) => {
                write!(f, "`{text}` cannot be read as castling rights; write `-`, as neither side may castle")
            }
            Fault::Passing(text) => {
                write!(
                    f,
                    "`{text}` is not the square a pawn has just jumped over; write `-` or a square such as `e3`"
                )
            }
            Fault::HalfMoves(text) => write!(
                f,
                "`{text}` is not a number of half moves since the last capture or pawn move; write a number such as `0`"
            ),
            Fault::FullMoves(text) => {
                write!(f, "`{text}` is not the number of a move; write a number such as `1`")
            }
            Fault::Shared(square) => write!(f, "two men stand on {square}; take one away"),
            Fault::NoKing(colour) => write!(f, "{colour} has no king; put one on the board"),
            Fault::ManyKings(colour, count) => write!(f, "{colour} has {count} kings; leave only one"),
            Fault::PawnRank(man, square) => {
                write!(
                    f,
                    "the pawn `{}` on {square} cannot be there; pawns stand on ranks 2 to 7",
                    man.letter()
                )
            }
            Fault::KingsTouch => f.write_str("the kings stand next to each other; move one of them away"),
            Fault::LeftInCheck(colour) => {
                write!(f, "{colour} has just moved and is in check; change the position or the side to move")
            }
            Fault::PassingRank(square, turn) => write!(
                f,
                "no pawn can have jumped over `{square}` when {turn} is to move; such a square is on rank {}",
                if *turn == Colour::White { 6 } else { 3 }
            ),
            Fault::PassingPawn(square, pawn) => {
                write!(
                    f,
                    "a pawn that has jumped over `{square}` would stand on {pawn}, and there is none; write `-`"
                )
            }
            Fault::PassingBlocked(square, man) => {
                write!(f, "no pawn can have jumped over `{square}` past the man on {man}; write `-`")
            }
        }
    }
}

/// Why something is not a position: everything that is wrong with it, in the order of a FEN's fields, then
/// what is against the laws of chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAPosition {
    /// What is wrong; at least one thing.
    pub faults: Vec<Fault>,
}

/// One line for each fault.
impl fmt::Display for NotAPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for NotAPosition {}
