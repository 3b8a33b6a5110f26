//! A position as it was written down, not yet checked.
//!
//! Reading never stops at the first mistake. What could not be read is noted and left out, and what was
//! read is still checked against the laws, so that somebody who typed a FEN hears of everything at once.
//! Faults that would only follow from an earlier one (no king, because its letter was mistyped) are not
//! reported.

use std::fmt;
use std::str::FromStr;

use crate::{Colour, Fault, Man, NotAPosition, Square};

/// A position as it was written down: any men on any squares.
///
/// [`Position::try_from`](crate::Position) checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each square, by index.
    pub men: [Option<Man>; Square::COUNT],
    /// Whose move it is.
    pub turn: Colour,
    /// The square that a pawn has just jumped over.
    pub passing: Option<Square>,
    /// Half moves since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, beginning with 1.
    pub fullmoves: u16,
}

impl Setup {
    /// An empty board.
    #[must_use]
    pub const fn empty(turn: Colour) -> Setup {
        Setup { men: [None; Square::COUNT], turn, passing: None, halfmoves: 0, fullmoves: 1 }
    }

    /// Reads a picture of the board: eight lines, the eighth rank first, with the letters of a FEN for men
    /// and dots for empty squares. Blanks do not count.
    ///
    /// # Errors
    /// Everything in the picture that cannot be read.
    pub fn from_picture(turn: Colour, picture: &str) -> Result<Setup, NotAPosition> {
        let rows = picture.lines().map(|line| line.split_whitespace().collect::<String>());
        let placement = rows.filter(|row| !row.is_empty()).collect::<Vec<_>>().join("/").replace('.', "1");
        let mut reader = Reader { setup: Setup::empty(turn), faults: Vec::new() };
        reader.placement(&placement);
        reader.finish()
    }
}

/// The setup of a FEN. A FEN may be cut short after the side to move, or before the two counts.
impl FromStr for Setup {
    type Err = NotAPosition;

    fn from_str(fen: &str) -> Result<Setup, NotAPosition> {
        Reader::of_fen(fen).finish()
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                match self.men[Square::new(file, rank).index()] {
                    None => empty += 1,
                    Some(man) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", man.letter())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(if self.turn == Colour::White { "w - " } else { "b - " })?;
        match self.passing {
            Some(square) => write!(f, "{square}")?,
            None => f.write_str("-")?,
        }
        write!(f, " {} {}", self.halfmoves, self.fullmoves)
    }
}

/// What could be read, and what could not.
pub(crate) struct Reader {
    pub(crate) setup: Setup,
    pub(crate) faults: Vec<Fault>,
}

impl Reader {
    pub(crate) fn of_fen(fen: &str) -> Reader {
        let mut reader = Reader { setup: Setup::empty(Colour::White), faults: Vec::new() };
        reader.fen(fen);
        reader
    }

    pub(crate) fn finish(self) -> Result<Setup, NotAPosition> {
        if self.faults.is_empty() { Ok(self.setup) } else { Err(NotAPosition { faults: self.faults }) }
    }

    fn fen(&mut self, fen: &str) {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        if !matches!(fields.len(), 2 | 4 | 6) {
            self.faults.push(Fault::Fields(fields.len()));
        }
        for (i, text) in fields.into_iter().enumerate() {
            match i {
                0 => self.placement(text),
                1 => self.turn(text),
                2 if text != "-" => self.faults.push(Fault::Castling(text.to_owned())),
                3 if text != "-" => match text.parse() {
                    Ok(square) => self.setup.passing = Some(square),
                    Err(_) => self.faults.push(Fault::Passing(text.to_owned())),
                },
                4 => match count(text) {
                    Some(halfmoves) => self.setup.halfmoves = halfmoves,
                    None => self.faults.push(Fault::HalfMoves(text.to_owned())),
                },
                5 => match count(text) {
                    // Some programs count from 0.
                    Some(fullmoves) => self.setup.fullmoves = fullmoves.max(1),
                    None => self.faults.push(Fault::FullMoves(text.to_owned())),
                },
                _ => {}
            }
        }
    }

    fn turn(&mut self, text: &str) {
        match text {
            "w" => self.setup.turn = Colour::White,
            "b" => self.setup.turn = Colour::Black,
            _ => self.faults.push(Fault::Turn(text.to_owned())),
        }
    }

    fn placement(&mut self, text: &str) {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 8 {
            self.faults.push(Fault::Ranks(rows.len()));
        }
        for (row, rank) in rows.into_iter().zip((0..8).rev()) {
            self.rank(rank, row);
        }
    }

    fn rank(&mut self, rank: u8, row: &str) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(skip @ 1..=9) = letter.to_digit(10) {
                file += skip as usize;
                continue;
            }
            match Man::from_letter(letter) {
                Some(man) if file < 8 => self.setup.men[8 * usize::from(rank) + file] = Some(man),
                // Too far to the right: the length of the rank is what is wrong.
                Some(_) => {}
                None => self.faults.push(Fault::Letter(rank, letter)),
            }
            file += 1;
        }
        if file != 8 {
            self.faults.push(Fault::RankLength(rank, row.to_owned(), file));
        }
    }
}

/// A number without a sign.
fn count(text: &str) -> Option<u16> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}
