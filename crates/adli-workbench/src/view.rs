//! The user's board and the text's.
//!
//! In a text the first side plays up the board. Somebody may ask about a position with the colours the other way round; the
//! rules are then asked about its mirror image, colours exchanged and ranks mirrored. Whatever is shown, moves above
//! all, is on the user's board again. Here is the only place that knows of both.

use adli_chess::{Colour, Move, Position, Square};
use adli_claims::Limit;
use adli_lang::{SlotMove, State};

use crate::trouble::Trouble;

/// How the user's board stands to that of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// They are the same.
    Same,
    /// Colours are exchanged and ranks mirrored.
    Mirrored,
}

impl View {
    /// Both, the plain one first.
    pub const ALL: [View; 2] = [View::Same, View::Mirrored];

    /// Whether the boards differ.
    pub fn is_mirrored(self) -> bool {
        self == View::Mirrored
    }

    /// The user's position as the text sees it.
    pub fn seen(self, typed: &Position) -> Position {
        if self.is_mirrored() { typed.flipped() } else { *typed }
    }

    /// The same as FEN, if it is another position.
    pub fn seen_otherwise(self, typed: &Position) -> Option<String> {
        self.is_mirrored().then(|| typed.flipped().to_string())
    }

    /// A side of the text on the user's board, and the other way round.
    pub fn side(self, side: Colour) -> Colour {
        if self.is_mirrored() { !side } else { side }
    }

    /// A square of the text's board on the user's, and the other way round.
    #[must_use]
    pub fn square(self, square: Square) -> Square {
        if self.is_mirrored() { Square::new(square.file(), 7 - square.rank()) } else { square }
    }

    /// A move on the text's board on the user's, and the other way round.
    pub fn turned(self, mv: Move) -> Move {
        Move { from: self.square(mv.from), to: self.square(mv.to), ..mv }
    }

    /// A move that the text makes, in the user's position.
    pub fn played(self, typed: &Position, state: &State, mv: SlotMove) -> Result<Move, Trouble> {
        let mv = on_board(state, mv).map(|mv| self.turned(mv)).filter(|mv| typed.is_legal(*mv));
        mv.ok_or_else(|| Trouble::Internal("the laws and the core disagree about a move".into()))
    }
}

/// A move or a pass on the user's board.
pub struct Played {
    /// `0000` for a pass.
    pub uci: String,
    /// `--` for a pass, as chess programs write it.
    pub san: String,
    /// The position after it.
    pub next: Position,
}

impl View {
    /// A move that the text makes or looks at in the user's position, or a pass: a king who stays where he is.
    pub fn follow(self, typed: &Position, state: &State, mv: SlotMove) -> Result<Played, Trouble> {
        if state.place(mv.man) != mv.to {
            let mv = self.played(typed, state, mv)?;
            return Ok(Played { uci: mv.to_string(), san: typed.san(mv), next: typed.play(mv) });
        }
        let in_check = || {
            let why = format!("the other side would pass in check ({typed}), which no board shows");
            Trouble::Limit(Limit::NotRun(why))
        };
        Ok(Played { uci: "0000".into(), san: "--".into(), next: typed.passed().ok_or_else(in_check)? })
    }
}

/// A move on the text's board.
fn on_board(state: &State, mv: SlotMove) -> Option<Move> {
    let square =
        |(file, rank): (i32, i32)| Square::at(i8::try_from(file - 1).ok()?, i8::try_from(rank - 1).ok()?);
    Some(Move { from: square(state.place(mv.man))?, to: square(mv.to)?, promotion: mv.promotion })
}
