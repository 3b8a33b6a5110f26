//! A position as core terms see it: the men of the header, each somewhere or captured.

use std::hash::{Hash, Hasher};

use adli_chess::{Colour, Kind, Man, NotAPosition, Place, Placement, Position, Square, Symmetry};

use crate::core::endgame::{Cast, Endgame, MAX_SLOTS};
use crate::core::term::Slot;

/// Where somebody stands: file and rank from 1; (0, 0) is off the board.
pub type Point = (i32, i32);

/// A position: where the men of the header stand, what they are, who moves, and where a pawn may be taken in
/// passing. It need not be legal, and the board need not be eight by eight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    // INVARIANT: a captured man stands at (0, 0), and slots beyond the header are captured.
    places: [(i8, i8); MAX_SLOTS],
    kinds: [Kind; MAX_SLOTS],
    turn: Colour,
    passing: (i8, i8),
}

/// All at once: searches look up positions by the million.
impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let squares = self.places.iter().chain([&self.passing]);
        let men = squares.zip(self.kinds.iter().map(|kind| kind.index()).chain([self.turn.index()]));
        let packed = men.fold(0u128, |word, ((file, rank), kind)| {
            // On a board of more than fifteen what belongs to two men overlaps, which is no harm to a hash.
            word << 11 ^ (*file as u128 & 127) << 7 ^ (*rank as u128 & 127) << 3 ^ kind as u128
        });
        hasher.write_u128(packed);
    }
}

impl State {
    /// The men of an endgame at home on these squares; the first side to move or the second.
    #[must_use]
    pub fn at_home(endgame: &Endgame, turn: Colour, squares: &[Square]) -> State {
        let mut state = State::empty(endgame, turn);
        for ((slot, _), square) in endgame.slots().zip(squares) {
            state.put(slot, point(*square));
        }
        state
    }

    /// Everybody captured.
    #[must_use]
    pub fn empty(endgame: &Endgame, turn: Colour) -> State {
        let mut kinds = [Kind::King; MAX_SLOTS];
        for (kind, man) in kinds.iter_mut().zip(&endgame.men) {
            *kind = man.kind;
        }
        State { places: [(0, 0); MAX_SLOTS], kinds, turn, passing: (0, 0) }
    }

    /// A legal position, if its men are men of the endgame: men who are missing have been captured, and men
    /// who are too many have been pawns.
    #[must_use]
    pub fn from_position(endgame: &Endgame, position: &Position) -> Option<State> {
        let mut state = State::empty(endgame, position.turn());
        let mut left = men_of(position);
        for (slot, man) in endgame.slots() {
            let fits = |(_, m): &(Square, Man)| m.colour == man.side && m.kind == man.kind;
            if let Some(at) = left.iter().position(fits) {
                state.put(slot, point(left.remove(at).0));
            }
        }
        for (square, man) in left {
            let free = endgame.slots().find(|(slot, m)| {
                m.side == man.colour && m.kind == Kind::Pawn && !state.alive(*slot) && man.kind != Kind::King
            });
            let (slot, _) = free?;
            state.put(slot, point(square));
            state.kinds[usize::from(slot.0)] = man.kind;
        }
        state.passing = passing_of(endgame, position);
        Some(state)
    }

    /// A legal position, if just these men are on the board.
    #[must_use]
    pub fn with_cast(endgame: &Endgame, cast: &Cast, position: &Position) -> Option<State> {
        let mut state = State::empty(endgame, position.turn());
        let mut left = men_of(position);
        for ((slot, man), kind) in endgame.slots().zip(&cast.0) {
            let Some(kind) = *kind else { continue };
            let fits = |(_, m): &(Square, Man)| m.colour == man.side && m.kind == kind;
            let at = left.iter().position(fits)?;
            state.put(slot, point(left.remove(at).0));
            state.promote(slot, kind);
        }
        state.passing = passing_of(endgame, position);
        left.is_empty().then_some(state)
    }

    /// As a legal position of chess.
    ///
    /// # Errors
    /// Everything by which it is not legal.
    pub fn position(&self, endgame: &Endgame) -> Result<Position, NotAPosition> {
        let men = endgame.slots().filter_map(|(slot, man)| {
            let (file, rank) = self.place(slot);
            let square = Square::at(file as i8 - 1, rank as i8 - 1)?;
            Some((square, Man { colour: man.side, kind: self.kind(slot) }))
        });
        let position = Position::from_men(self.turn, men)?;
        let passing = Square::at(self.passing.0 - 1, self.passing.1 - 1);
        Ok(position.with_passing(passing).unwrap_or(position))
    }

    /// As men on a board of this size; nothing if there is no such board, or two stand on one square.
    #[must_use]
    pub fn placement(&self, endgame: &Endgame, size: i32) -> Option<Placement> {
        let mut placement = Placement::empty(u8::try_from(size).ok()?, self.turn)?;
        for (slot, man) in endgame.slots().filter(|(slot, _)| self.alive(*slot)) {
            let line = |line: i32| u8::try_from(line - 1).ok();
            let (file, rank) = self.place(slot);
            let place = Place { file: line(file)?, rank: line(rank)? };
            if !placement.put(place, Man { colour: man.side, kind: self.kind(slot) }) {
                return None;
            }
        }
        Some(placement)
    }

    /// The men of a placement, if they are men of the endgame, as [`State::from_position`] does it.
    #[must_use]
    pub fn from_placement(endgame: &Endgame, placement: &Placement) -> Option<State> {
        let mut state = State::empty(endgame, placement.turn());
        for (place, man) in placement.men() {
            let free = endgame
                .slots()
                .find(|(slot, m)| m.side == man.colour && m.kind == man.kind && !state.alive(*slot));
            let (slot, _) = free?;
            state.put(slot, (i32::from(place.file) + 1, i32::from(place.rank) + 1));
        }
        Some(state)
    }

    /// Where a man stands.
    #[must_use]
    pub fn place(&self, slot: Slot) -> Point {
        let (file, rank) = self.places[usize::from(slot.0)];
        (i32::from(file), i32::from(rank))
    }

    /// Whether a man is on the board.
    #[must_use]
    pub fn alive(&self, slot: Slot) -> bool {
        self.places[usize::from(slot.0)] != (0, 0)
    }

    /// What a man is.
    #[must_use]
    pub fn kind(&self, slot: Slot) -> Kind {
        self.kinds[usize::from(slot.0)]
    }

    /// Whose move it is.
    #[must_use]
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// The square for taking in passing, or (0, 0).
    #[must_use]
    pub fn passing(&self) -> Point {
        (i32::from(self.passing.0), i32::from(self.passing.1))
    }

    /// Whether no man of the header has been captured or has promoted.
    #[must_use]
    pub fn is_home(&self, endgame: &Endgame) -> bool {
        endgame.slots().all(|(slot, man)| self.alive(slot) && self.kind(slot) == man.kind)
    }

    /// Whether just these men are on the board.
    #[must_use]
    pub fn has_cast(&self, cast: &Cast) -> bool {
        let mut men = cast.0.iter().enumerate();
        men.all(|(number, kind)| {
            let slot = Slot(number as u8);
            self.alive(slot).then(|| self.kind(slot)) == *kind
        })
    }

    /// Who is on the board.
    #[must_use]
    pub fn cast(&self, endgame: &Endgame) -> Cast {
        Cast(endgame.slots().map(|(slot, _)| self.alive(slot).then(|| self.kind(slot))).collect())
    }

    /// Puts a man somewhere; (0, 0) captures him.
    pub fn put(&mut self, slot: Slot, at: Point) {
        self.places[usize::from(slot.0)] = small(at);
    }

    /// Makes a man something else.
    pub fn promote(&mut self, slot: Slot, kind: Kind) {
        self.kinds[usize::from(slot.0)] = kind;
    }

    /// Lets the other side move, with this square for taking in passing.
    pub fn hand_over(&mut self, passing: Point) {
        self.turn = !self.turn;
        self.passing = small(passing);
    }

    /// The same men with the other side to move.
    #[must_use]
    pub fn passed(&self) -> State {
        let mut state = *self;
        state.hand_over((0, 0));
        state
    }

    /// Its image under a symmetry of a board of this size.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry, size: i32) -> State {
        let mut state = *self;
        let turned = |(file, rank): (i8, i8)| {
            if (file, rank) == (0, 0) {
                return (0, 0);
            }
            // Where a symmetry takes a1 and b1 says which lines it turns round and whether it exchanges them.
            let corner = symmetry.square(Square::new(0, 0));
            let neighbour = symmetry.square(Square::new(1, 0));
            let swap = corner.file() == neighbour.file();
            let (file, rank) = if swap { (rank, file) } else { (file, rank) };
            let flip = |line: i8, turned: bool| if turned { size as i8 + 1 - line } else { line };
            (flip(file, corner.file() == 7), flip(rank, corner.rank() == 7))
        };
        state.places = state.places.map(turned);
        state.passing = turned(state.passing);
        state
    }
}

fn men_of(position: &Position) -> Vec<(Square, Man)> {
    let squares = position.occupied().into_iter();
    squares.filter_map(|square| Some((square, position.at(square)?))).collect()
}

/// The square for taking in passing, where that is looked at.
fn passing_of(endgame: &Endgame, position: &Position) -> (i8, i8) {
    let passing = position.passing().filter(|_| endgame.has_passing());
    passing.map_or((0, 0), |square| small(point(square)))
}

fn point(square: Square) -> Point {
    (i32::from(square.file()) + 1, i32::from(square.rank()) + 1)
}

fn small((file, rank): Point) -> (i8, i8) {
    (file as i8, rank as i8)
}
