//! A legal position.
//!
//! A position is kept as one set of squares for each side and one for each kind of man. Every way to make
//! one checks it or starts from a checked one, so that the rest of the crate may rely on what is legal:
//! one king each, no pawn on the first or eighth rank, the side that has just moved not in check, and a
//! passing square only where a pawn can have jumped over it.
//!
//! The passing square is recorded after every double step, whether or not a pawn can capture there;
//! [`Position::passing_capturable`] tells the difference. Nobody can castle.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::{Colour, Fault, Kind, Man, Material, NotAPosition, Square, SquareSet, Symmetry, attacks};

/// A legal position, with the side to move.
///
/// Two positions are equal if the men, the side to move and the passing square are; the two counts that a
/// FEN carries along do not matter.
///
/// ```
/// use adli_chess::{Colour, Position};
///
/// let position: Position = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1".parse().unwrap();
/// assert_eq!(position.turn(), Colour::White);
/// assert_eq!(position.material(), "KRK".parse().ok());
/// assert_eq!(position.to_string(), "8/8/8/8/8/k1K5/8/1R6 w - - 0 1");
/// ```
#[derive(Clone, Copy)]
pub struct Position {
    // INVARIANT: the sets of the two sides are disjoint, and so are those of the six kinds; both unions are
    // the occupied squares. The position is legal in the sense above.
    pub(crate) colours: [SquareSet; 2],
    pub(crate) kinds: [SquareSet; 6],
    pub(crate) turn: Colour,
    pub(crate) passing: Option<Square>,
    pub(crate) halfmoves: u16,
    pub(crate) fullmoves: u16,
}

impl Position {
    /// The position with these men, no passing square, and this side to move.
    ///
    /// # Errors
    /// Everything by which it would not be legal.
    pub fn from_men(
        turn: Colour,
        men: impl IntoIterator<Item = (Square, Man)>,
    ) -> Result<Position, NotAPosition> {
        let mut position = Position::empty(turn);
        let mut faults = Vec::new();
        for (square, man) in men {
            if position.occupied().contains(square) {
                faults.push(Fault::Shared(square));
            } else {
                position.put(square, man);
            }
        }
        faults.extend(position.faults());
        if faults.is_empty() { Ok(position) } else { Err(NotAPosition { faults }) }
    }

    /// No men at all; not legal, but a beginning.
    pub(crate) const fn empty(turn: Colour) -> Position {
        Position {
            colours: [SquareSet::EMPTY; 2],
            kinds: [SquareSet::EMPTY; 6],
            turn,
            passing: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// Whose move it is.
    #[must_use]
    pub const fn turn(&self) -> Colour {
        self.turn
    }

    /// The square that a pawn has just jumped over, if the last move was a double step.
    #[must_use]
    pub const fn passing(&self) -> Option<Square> {
        self.passing
    }

    /// Half moves since the last capture or pawn move.
    #[must_use]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move, beginning with 1.
    #[must_use]
    pub const fn fullmoves(&self) -> u16 {
        self.fullmoves
    }

    /// What stands on a square.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<Man> {
        let colour = Colour::ALL.into_iter().find(|&colour| self.men(colour).contains(square))?;
        let kind = Kind::ALL.into_iter().find(|&kind| self.kinds[kind.index()].contains(square))?;
        Some(Man { colour, kind })
    }

    /// Where the men of a side stand.
    #[must_use]
    pub const fn men(&self, colour: Colour) -> SquareSet {
        self.colours[colour.index()]
    }

    /// Where the men of a side and a kind stand.
    #[must_use]
    pub fn of(&self, man: Man) -> SquareSet {
        self.colours[man.colour.index()] & self.kinds[man.kind.index()]
    }

    /// Where men stand.
    #[must_use]
    pub fn occupied(&self) -> SquareSet {
        self.colours[0] | self.colours[1]
    }

    /// Where the king of a side stands.
    #[must_use]
    pub fn king(&self, colour: Colour) -> Square {
        // INVARIANT: there is exactly one, so that the count of zeros is its index.
        let king = self.of(Man { colour, kind: Kind::King });
        Square::from_index(king.0.trailing_zeros() as usize)
    }

    /// Which men there are; nothing if there are more than a [`Material`] can hold.
    #[must_use]
    pub fn material(&self) -> Option<Material> {
        let mut material = Material::KINGS;
        for colour in Colour::ALL {
            for &kind in &Kind::ALL[1..] {
                let man = Man { colour, kind };
                for _ in self.of(man) {
                    material = material.with(man)?;
                }
            }
        }
        Some(material)
    }

    /// The men of a side that attack a square, whether or not they may move there.
    #[must_use]
    pub fn attackers(&self, square: Square, by: Colour) -> SquareSet {
        self.attackers_through(square, by, self.occupied())
    }

    /// The men that attack a square if men stood on other squares than they do. Men of the side that are
    /// no longer there still count; take them out of the answer.
    pub(crate) fn attackers_through(&self, square: Square, by: Colour, occupied: SquareSet) -> SquareSet {
        let [king, queen, rook, bishop, knight, pawn] = self.kinds;
        // What would the square attack if it were a man of the other side?
        let men = attacks::king(square) & king
            | attacks::knight(square) & knight
            | attacks::pawn(!by, square) & pawn
            | attacks::rook(square, occupied) & (rook | queen)
            | attacks::bishop(square, occupied) & (bishop | queen);
        men & self.men(by)
    }

    pub(crate) fn attackers_of_king(&self, colour: Colour) -> SquareSet {
        self.attackers(self.king(colour), !colour)
    }

    /// The men that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> SquareSet {
        self.attackers_of_king(self.turn)
    }

    /// Is the side to move in check?
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The same position with another passing square, or with none; nothing if no pawn can have jumped
    /// over that square.
    #[must_use]
    pub fn with_passing(&self, passing: Option<Square>) -> Option<Position> {
        match passing {
            Some(square) if !self.passing_squares().contains(square) => None,
            _ => Some(Position { passing, ..*self }),
        }
    }

    /// The same position with the other side to move, if that is a position: nobody leaves his king in check.
    #[must_use]
    pub fn passed(&self) -> Option<Position> {
        (!self.is_check()).then_some(Position { turn: !self.turn, passing: None, ..*self })
    }

    /// The image under a symmetry of the board; nothing if there are pawns and the symmetry does not keep
    /// the laws for pawns.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Option<Position> {
        let has_pawns = !self.kinds[Kind::Pawn.index()].is_empty();
        if has_pawns && !Symmetry::WITH_PAWNS.contains(&symmetry) {
            return None;
        }
        Some(self.moved_by(symmetry))
    }

    /// The same position with the colours exchanged, seen from the other side: ranks are reflected.
    #[must_use]
    pub fn flipped(&self) -> Position {
        let image = self.moved_by(Symmetry::RANKS);
        let [white, black] = image.colours;
        Position { colours: [black, white], turn: !self.turn, ..image }
    }

    fn moved_by(&self, symmetry: Symmetry) -> Position {
        Position {
            colours: self.colours.map(|set| symmetry.set(set)),
            kinds: self.kinds.map(|set| symmetry.set(set)),
            passing: self.passing.map(|square| symmetry.square(square)),
            ..*self
        }
    }

    pub(crate) fn put(&mut self, square: Square, man: Man) {
        self.colours[man.colour.index()] |= SquareSet::of(square);
        self.kinds[man.kind.index()] |= SquareSet::of(square);
    }

    pub(crate) fn take(&mut self, square: Square) {
        for set in self.colours.iter_mut().chain(&mut self.kinds) {
            *set = set.without(square);
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        (self.colours, self.kinds, self.turn, self.passing)
            == (other.colours, other.kinds, other.turn, other.passing)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.colours, self.kinds, self.turn, self.passing).hash(state);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
