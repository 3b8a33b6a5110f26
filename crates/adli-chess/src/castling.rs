//! Positions of whole games, in which somebody may still castle.
//!
//! A [`Position`] is one of an endgame: nobody castles there. A game that is read, or followed for a chess program, may begin earlier. A
//! [`GamePosition`] is a position with the castling rights that are left; as soon as they are gone its [`GamePosition::position`] is all
//! there is to know. Castling is written as everybody does: as the king's move (`e1g1`) in UCI notation, `O-O` in SAN.
//!
//! Whether somebody is mated or stalemated does not depend on the rights: who may castle may also move his king one square in that direction.

use std::fmt;
use std::str::FromStr;

use crate::{Colour, Fault, Kind, Man, Move, NotAMove, NotAPosition, Position, Square, SquareSet};

/// A position of a game, with the castling rights that are left.
///
/// ```
/// use adli_chess::GamePosition;
///
/// let mut game: GamePosition = GamePosition::START.parse()?;
/// for san in ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"] {
///     game = game.play(game.read_san(san)?);
/// }
/// assert_eq!(game.to_string(), "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GamePosition {
    position: Position,
    /// The rooks that may still castle, on their first squares.
    // INVARIANT: each of them stands there, and so does their king on his.
    rooks: SquareSet,
}

/// The letters of a FEN with the rooks that they mean.
const RIGHTS: [(char, Colour, u8); 4] =
    [('K', Colour::White, 7), ('Q', Colour::White, 0), ('k', Colour::Black, 7), ('q', Colour::Black, 0)];

/// The file of a king that may castle.
const KING_FILE: u8 = 4;

impl GamePosition {
    /// The position in which games begin, as FEN.
    pub const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// The men and the side to move.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// May anybody still castle, at once or later?
    #[must_use]
    pub fn has_rights(&self) -> bool {
        !self.rooks.is_empty()
    }

    /// Is the move legal? Castling is a move of the king by two files.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.position.is_legal(mv) || self.castling_rook(mv).is_some()
    }

    /// The legal moves, castling included.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let king = self.position.king(self.position.turn());
        let castling = [2u8, 6].into_iter().map(move |file| Move {
            from: king,
            to: Square::new(file, king.rank()),
            promotion: None,
        });
        self.position.legal_moves().chain(castling.filter(|&mv| self.castling_rook(mv).is_some()))
    }

    /// The position after a legal move.
    #[must_use]
    pub fn play(&self, mv: Move) -> GamePosition {
        let mut position = self.position.play(mv);
        if let Some(rook) = self.castling_rook(mv) {
            let man = Man { colour: self.position.turn(), kind: Kind::Rook };
            position.take(rook);
            position.put(Square::new(if rook.file() == 0 { 3 } else { 5 }, rook.rank()), man);
        }
        // A king who moves, a rook who moves or is captured: that is the end of a right.
        let keeps = |rook: &Square| {
            let king = Square::new(KING_FILE, rook.rank());
            ![mv.from, mv.to].iter().any(|square| square == rook || *square == king)
        };
        let rooks = self.rooks.into_iter().filter(keeps).fold(SquareSet::EMPTY, SquareSet::with);
        GamePosition { position, rooks }
    }

    /// Writes a legal move in SAN.
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        let Some(rook) = self.castling_rook(mv) else { return self.position.san(mv) };
        let next = self.play(mv).position;
        let sign = match next.is_check() {
            true if next.has_legal_move() => "+",
            true => "#",
            false => "",
        };
        format!("{}{sign}", if rook.file() == 0 { "O-O-O" } else { "O-O" })
    }

    /// Reads a legal move in SAN.
    ///
    /// # Errors
    /// If the text is not in algebraic notation, or the move is not legal here, or several moves fit.
    pub fn read_san(&self, text: &str) -> Result<Move, NotAMove> {
        let file = match text.trim_end_matches(['+', '#', '!', '?']) {
            "O-O" | "0-0" => 6,
            "O-O-O" | "0-0-0" => 2,
            _ => return self.position.read_san(text),
        };
        let king = self.position.king(self.position.turn());
        let mv = Move { from: king, to: Square::new(file, king.rank()), promotion: None };
        let castles = self.castling_rook(mv).is_some();
        castles.then_some(mv).ok_or_else(|| NotAMove::Illegal(text.to_owned(), self.position.turn()))
    }

    /// The legal move that is written in UCI notation.
    ///
    /// # Errors
    /// If the text is not in UCI notation, or the move is not legal here.
    pub fn read_uci(&self, text: &str) -> Result<Move, NotAMove> {
        let mv = text.parse::<Move>()?;
        let turn = self.position.turn();
        if self.is_legal(mv) { Ok(mv) } else { Err(NotAMove::Illegal(text.to_owned(), turn)) }
    }

    /// The rook that castles by a move of the king, if it is legal: the squares between them are empty, and those that the king comes by
    /// are not attacked.
    fn castling_rook(&self, mv: Move) -> Option<Square> {
        let position = &self.position;
        let (turn, rank) = (position.turn(), mv.from.rank());
        let king = position.king(turn);
        let rook_file = match mv.to.file() {
            6 => 7,
            2 => 0,
            _ => return None,
        };
        let rook = Square::new(rook_file, rank);
        let is_right = mv.promotion.is_none()
            && mv.from == king
            && mv.to.rank() == rank
            && rank == home_rank(turn)
            && self.rooks.contains(rook)
            && king.file() == KING_FILE;
        if !is_right || position.is_check() {
            return None;
        }
        let on_rank =
            |from: u8, to: u8| (from.min(to)..=from.max(to)).map(move |file| Square::new(file, rank));
        let is_free = on_rank(KING_FILE, rook_file)
            .filter(|square| *square != king && *square != rook)
            .all(|square| position.at(square).is_none());
        let is_safe =
            on_rank(KING_FILE, mv.to.file()).all(|square| position.attackers(square, !turn).is_empty());
        (is_free && is_safe).then_some(rook)
    }
}

fn home_rank(side: Colour) -> u8 {
    if side == Colour::White { 0 } else { 7 }
}

/// Nobody can castle.
impl From<Position> for GamePosition {
    fn from(position: Position) -> GamePosition {
        GamePosition { position, rooks: SquareSet::EMPTY }
    }
}

/// Reads a FEN, with its castling rights.
impl FromStr for GamePosition {
    type Err = NotAPosition;

    fn from_str(fen: &str) -> Result<GamePosition, NotAPosition> {
        let mut fields: Vec<&str> = fen.split_whitespace().collect();
        let rights = fields.get_mut(2).map_or("-", |field| std::mem::replace(field, "-"));
        let position: Position = fields.join(" ").parse()?;
        let wrong = || NotAPosition { faults: vec![Fault::Castling(rights.to_owned())] };
        let mut rooks = SquareSet::EMPTY;
        for letter in rights.chars().filter(|_| rights != "-") {
            let known = RIGHTS.iter().find(|(known, ..)| *known == letter);
            let &(_, colour, file) = known.ok_or_else(wrong)?;
            let rank = home_rank(colour);
            let stands =
                |file: u8, kind: Kind| position.at(Square::new(file, rank)) == Some(Man { colour, kind });
            // Some programs write rights that nobody has.
            if stands(file, Kind::Rook) && stands(KING_FILE, Kind::King) {
                rooks = rooks.with(Square::new(file, rank));
            }
        }
        Ok(GamePosition { position, rooks })
    }
}

/// The FEN.
impl fmt::Display for GamePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = RIGHTS
            .iter()
            .filter(|(_, colour, file)| self.rooks.contains(Square::new(*file, home_rank(*colour))));
        let letters: String = letters.map(|(letter, ..)| letter).collect();
        let fen = self.position.to_string();
        if letters.is_empty() {
            return f.write_str(&fen);
        }
        let fields: Vec<&str> = fen.split(' ').collect();
        let fields = fields.iter().enumerate().map(|(at, field)| if at == 2 { &letters } else { *field });
        f.write_str(&fields.collect::<Vec<&str>>().join(" "))
    }
}
