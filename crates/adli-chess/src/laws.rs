//! The laws of chess once more, slowly, as a book for beginners tells them.
//!
//! The fast generator works with sets of squares and precomputed tables; whether it is right is not to be
//! seen by reading it. So here are the same laws on a board of 64 squares, one sentence of the book after
//! the other, with files and ranks as numbers and no cleverness. It shares nothing with the fast code but
//! the words (squares, colours, kinds, men), and the tests compare the two over whole endgames. The manner
//! is that of Joe Hurd's formalisation of the FIDE laws ("Formal Verification of Chess Endgame Databases",
//! 2005), with pawns, promotions and captures in passing added. Nobody can castle, and there are no draws
//! by repetition or by counting moves.
//!
//! Articles are those of the FIDE Laws of Chess.

use crate::{Colour, Kind, Man, Square};

/// What stands on the board, whose move it is, and the square that a pawn has just jumped over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// What stands on each square, by index.
    pub men: [Option<Man>; 64],
    /// Whose move it is.
    pub turn: Colour,
    /// The square over which a pawn has made a double step in the last move.
    pub passing: Option<Square>,
}

/// From which square, to which square, and what a pawn on the last rank becomes.
pub type Step = (Square, Square, Option<Kind>);

impl Board {
    /// An empty board.
    #[must_use]
    pub const fn empty(turn: Colour) -> Board {
        Board { men: [None; 64], turn, passing: None }
    }

    fn at(&self, square: Square) -> Option<Man> {
        self.men[square.index()]
    }

    fn is_empty(&self, square: Square) -> bool {
        self.at(square).is_none()
    }

    fn is_occupied_by(&self, colour: Colour, square: Square) -> bool {
        self.at(square).is_some_and(|man| man.colour == colour)
    }

    /// Article 3.5: a bishop, rook or queen may not move over any man in between.
    ///
    /// For two squares of a file, rank or diagonal: are all squares between them empty?
    fn is_clear_line(&self, from: Square, to: Square) -> bool {
        let (files, ranks) = differences(from, to);
        let distance = files.abs().max(ranks.abs());
        (1..distance).all(|i| {
            let step = from.offset(i * files.signum(), i * ranks.signum());
            step.is_some_and(|square| self.is_empty(square))
        })
    }

    /// Articles 3.1 to 3.8: does the man on one square attack another square? A man attacks a square even if
    /// it may not move there because its own king would be in check.
    #[must_use]
    pub fn attacks(&self, from: Square, to: Square) -> bool {
        let Some(man) = self.at(from) else { return false };
        let (files, ranks) = differences(from, to);
        let along_line = (files == 0) != (ranks == 0);
        let along_diagonal = files.abs() == ranks.abs() && files != 0;
        match man.kind {
            Kind::King => from != to && files.abs() <= 1 && ranks.abs() <= 1,
            Kind::Queen => (along_line || along_diagonal) && self.is_clear_line(from, to),
            Kind::Rook => along_line && self.is_clear_line(from, to),
            Kind::Bishop => along_diagonal && self.is_clear_line(from, to),
            Kind::Knight => (files.abs() == 1 && ranks.abs() == 2) || (files.abs() == 2 && ranks.abs() == 1),
            Kind::Pawn => files.abs() == 1 && ranks == forward(man.colour),
        }
    }

    /// Article 3.9: a king is in check if one or more of the opponent's men attack it.
    #[must_use]
    pub fn is_in_check(&self, colour: Colour) -> bool {
        let king = Some(Man { colour, kind: Kind::King });
        let mut kings = Square::all().filter(|&square| self.at(square) == king);
        kings.any(|king| {
            Square::all().any(|square| self.is_occupied_by(!colour, square) && self.attacks(square, king))
        })
    }

    /// May the position occur, as far as can be told from itself? Each side has one king, no pawn stands on
    /// the first or the last rank, the side that has just moved is not in check, and the square that a pawn
    /// has jumped over lies between that pawn and its square at the beginning of the game, both it and that
    /// square being empty.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        let one_king_each = Colour::ALL.into_iter().all(|colour| {
            let king = Some(Man { colour, kind: Kind::King });
            Square::all().filter(|&square| self.at(square) == king).count() == 1
        });
        let no_pawn_on_the_edge = Square::all().all(|square| {
            let is_pawn = self.at(square).is_some_and(|man| man.kind == Kind::Pawn);
            !(is_pawn && (square.rank() == 0 || square.rank() == 7))
        });
        let jumped = self.passing.is_none_or(|passing| self.can_have_jumped(passing));
        one_king_each && no_pawn_on_the_edge && jumped && !self.is_in_check(!self.turn)
    }

    fn can_have_jumped(&self, passing: Square) -> bool {
        let opponent = !self.turn;
        let origin = passing.offset(0, -forward(opponent));
        let now = passing.offset(0, forward(opponent));
        let pawn = Some(Man { colour: opponent, kind: Kind::Pawn });
        match (origin, now) {
            (Some(origin), Some(now)) => {
                origin.rank() == home_rank(opponent)
                    && self.is_empty(origin)
                    && self.is_empty(passing)
                    && self.at(now) == pawn
            }
            _ => false,
        }
    }

    /// Articles 3.1 and 3.7, before the safety of the king is looked at: can the man of the side to move on
    /// one square go to another?
    fn can_go(&self, from: Square, to: Square) -> bool {
        if !self.is_occupied_by(self.turn, from) || self.is_occupied_by(self.turn, to) {
            return false;
        }
        let is_pawn = self.at(from).is_some_and(|man| man.kind == Kind::Pawn);
        if is_pawn { self.pawn_can_go(from, to) } else { self.attacks(from, to) }
    }

    /// Article 3.7: a pawn moves straight on to an empty square, from its first square also two squares if
    /// both are empty; it captures slantwise, a pawn that has just jumped over that square included.
    fn pawn_can_go(&self, from: Square, to: Square) -> bool {
        let (files, ranks) = differences(from, to);
        let ahead = forward(self.turn);
        let single = files == 0 && ranks == ahead && self.is_empty(to);
        let double = files == 0
            && ranks == 2 * ahead
            && from.rank() == home_rank(self.turn)
            && self.is_clear_line(from, to)
            && self.is_empty(to);
        let capture =
            self.attacks(from, to) && (self.is_occupied_by(!self.turn, to) || self.passing == Some(to));
        single || double || capture
    }

    /// The board after a man has gone from one square to another, and has become something else if it is a
    /// pawn that does. The side to move changes.
    #[must_use]
    pub fn after(&self, (from, to, becomes): Step) -> Board {
        let mut next = Board { turn: !self.turn, passing: None, ..self.clone() };
        let Some(man) = self.at(from) else { return next };
        next.men[from.index()] = None;
        next.men[to.index()] = Some(Man { colour: man.colour, kind: becomes.unwrap_or(man.kind) });
        if man.kind == Kind::Pawn {
            let (files, ranks) = differences(from, to);
            if files != 0 && self.passing == Some(to) {
                // The captured pawn stands beside the square from which the other one came.
                next.men[Square::new(to.file(), from.rank()).index()] = None;
            }
            if ranks.abs() == 2 {
                next.passing = from.offset(0, forward(man.colour));
            }
        }
        next
    }

    /// What a man that goes from one square to another becomes: a pawn on the last rank a queen, rook,
    /// bishop or knight, everything else nothing.
    fn promotions(&self, from: Square, to: Square) -> &'static [Option<Kind>] {
        let is_pawn = self.at(from).is_some_and(|man| man.kind == Kind::Pawn);
        if is_pawn && to.rank() == last_rank(self.turn) {
            &[Some(Kind::Queen), Some(Kind::Rook), Some(Kind::Bishop), Some(Kind::Knight)]
        } else {
            &[None]
        }
    }

    /// The legal moves: every way for a man to go that does not leave or place its own king in check
    /// (Article 3.9).
    pub fn moves(&self) -> impl Iterator<Item = Step> + '_ {
        let own = Square::all().filter(|&from| self.is_occupied_by(self.turn, from));
        let ways = own.flat_map(|from| Square::all().map(move |to| (from, to)));
        let possible = ways.filter(|&(from, to)| self.can_go(from, to));
        let steps =
            possible.flat_map(|(from, to)| self.promotions(from, to).iter().map(move |&p| (from, to, p)));
        steps.filter(|&step| !self.after(step).is_in_check(self.turn))
    }

    /// Article 1.4: the side to move is in check and has no legal move.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_in_check(self.turn) && self.moves().next().is_none()
    }

    /// Article 5.2: the side to move is not in check and has no legal move.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_in_check(self.turn) && self.moves().next().is_none()
    }
}

/// How many files to the right and how many ranks up the second square is.
fn differences(from: Square, to: Square) -> (i8, i8) {
    (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8)
}

/// The direction of a side's pawns.
fn forward(colour: Colour) -> i8 {
    match colour {
        Colour::White => 1,
        Colour::Black => -1,
    }
}

/// The rank on which a side's pawns stand at the beginning, counted from 0.
fn home_rank(colour: Colour) -> u8 {
    match colour {
        Colour::White => 1,
        Colour::Black => 6,
    }
}

/// The rank on which a side's pawns become something else, counted from 0.
fn last_rank(colour: Colour) -> u8 {
    match colour {
        Colour::White => 7,
        Colour::Black => 0,
    }
}
