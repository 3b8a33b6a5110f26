//! Positions as bits: who is on the board, as what, who moves, and where the bits of each man's square come from.

use adli_chess::{Colour, Kind, Square, Symmetry};
use adli_lang::term::Slot;
use adli_lang::{Endgame, State};
use adli_symbolic::hash::HashMap;

use crate::store::{BITS, Bit, Store};

/// Where the bits of a man's square come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Spot {
    /// He has been captured.
    Gone,
    /// His own bits, or those of a square he may go to: one set for each move that is looked ahead.
    Depth(u8),
    /// One square.
    Known(u8),
}

/// Who is on the board as what, and who moves: what is known of a position before its bits are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cast {
    /// For each man of the header what he is now; nothing if he has been captured.
    pub men: Vec<Option<Kind>>,
    /// What he was when he was captured, which a text may ask for; what he is at home where he is on the board.
    pub was: Vec<Kind>,
    /// The side to move.
    pub turn: Colour,
}

impl Cast {
    /// Everybody at home.
    #[must_use]
    pub fn home(endgame: &Endgame, turn: Colour) -> Cast {
        Cast::new(endgame, endgame.men.iter().map(|man| Some(man.kind)).collect(), turn)
    }

    /// These men; whoever has been captured was what he is at home.
    #[must_use]
    pub fn new(endgame: &Endgame, men: Vec<Option<Kind>>, turn: Colour) -> Cast {
        Cast { men, was: endgame.men.iter().map(|man| man.kind).collect(), turn }
    }

    /// Somebody is captured.
    pub(crate) fn capture(&mut self, man: usize) {
        if let (Some(is), Some(was)) = (self.men.get_mut(man), self.was.get_mut(man)) {
            *was = is.take().unwrap_or(*was);
        }
    }

    /// Whether everybody is on the board as what he was.
    #[must_use]
    pub fn is_home(&self, endgame: &Endgame) -> bool {
        self.men.iter().zip(&endgame.men).all(|(kind, man)| *kind == Some(man.kind))
    }

    /// The same men with the other side to move.
    #[must_use]
    pub fn passed(&self) -> Cast {
        Cast { turn: !self.turn, ..self.clone() }
    }
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    pub(crate) cast: Cast,
    pub(crate) spots: Vec<(Spot, Symmetry)>,
}

impl Board {
    /// The position of these men in which everybody stands on his own bits.
    pub(crate) fn plain(cast: &Cast) -> Board {
        let spot = |kind: &Option<Kind>| if kind.is_some() { Spot::Depth(0) } else { Spot::Gone };
        let spots = cast.men.iter().map(|kind| (spot(kind), Symmetry::IDENTITY)).collect();
        Board { cast: cast.clone(), spots }
    }

    pub(crate) fn is_plain(&self) -> bool {
        let plain = |&(spot, symmetry): &(Spot, Symmetry)| {
            spot == Spot::Gone || spot == Spot::Depth(0) && symmetry == Symmetry::IDENTITY
        };
        self.spots.iter().all(plain)
    }

    /// The bits of a man's square: 0 to 2 those of the file, the lowest first, 3 to 5 those of the rank.
    pub(crate) fn bits(&self, store: &Store, man: usize) -> Option<[Bit; BITS]> {
        let &(spot, symmetry) = self.spots.get(man)?;
        let plain = |bit: usize| match spot {
            Spot::Gone => None,
            Spot::Depth(depth) => Some(Bit::Variable(store.variable(man, bit, usize::from(depth)), false)),
            Spot::Known(square) => Some(Bit::Known(square >> bit & 1 == 1)),
        };
        // Where a1 and b1 go says which lines are turned round and whether files and ranks are exchanged.
        let (corner, neighbour) = (symmetry.square(Square::new(0, 0)), symmetry.square(Square::new(1, 0)));
        let exchanged = corner.file() == neighbour.file();
        let mut bits = [Bit::Known(false); BITS];
        for (number, bit) in bits.iter_mut().enumerate() {
            let turned = if number < 3 { corner.file() == 7 } else { corner.rank() == 7 };
            let from = if exchanged { (number + 3) % BITS } else { number };
            *bit = match plain(from)? {
                Bit::Variable(variable, opposite) => Bit::Variable(variable, opposite != turned),
                Bit::Known(value) => Bit::Known(value != turned),
            };
        }
        Some(bits)
    }

    /// What replaces everybody's own bits, so that what is said of plain positions is said of this one.
    pub(crate) fn replacing(&self, store: &Store) -> Vec<(u32, Bit)> {
        let mut replacing = Vec::new();
        for man in 0..self.spots.len() {
            let bits = self.bits(store, man).into_iter().flatten().enumerate();
            replacing.extend(bits.map(|(number, bit)| (store.variable(man, number, 0), bit)));
        }
        replacing
    }

    /// Its image under a symmetry of the board.
    pub(crate) fn image(&self, by: Symmetry) -> Board {
        let spots = self.spots.iter().map(|&(spot, symmetry)| (spot, symmetry.then(by))).collect();
        Board { cast: self.cast.clone(), spots }
    }
}

/// A position by its number; equal positions have one number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardId(pub(crate) u32);

/// All positions that have come up.
#[derive(Default)]
pub(crate) struct Boards {
    all: Vec<Board>,
    known: HashMap<Board, BoardId>,
}

impl Boards {
    pub(crate) fn add(&mut self, board: Board) -> BoardId {
        if let Some(&id) = self.known.get(&board) {
            return id;
        }
        let id = BoardId(self.all.len() as u32);
        self.all.push(board.clone());
        self.known.insert(board, id);
        id
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn get(&self, id: BoardId) -> Option<&Board> {
        self.all.get(id.0 as usize)
    }
}

/// The position in which men stand on these squares, 0 to 63 from a1 along the ranks.
#[must_use]
pub fn state(endgame: &Endgame, cast: &Cast, squares: &[u8]) -> State {
    let mut state = State::empty(endgame, cast.turn);
    for (number, ((kind, was), square)) in cast.men.iter().zip(&cast.was).zip(squares).enumerate() {
        let slot = Slot(number as u8);
        if kind.is_some() {
            state.put(slot, (i32::from(square % 8) + 1, i32::from(square / 8) + 1));
        }
        state.promote(slot, kind.unwrap_or(*was));
    }
    state
}

/// The squares of the men of a position; 0 for those who are gone.
#[must_use]
pub fn squares(endgame: &Endgame, state: &State) -> Vec<u8> {
    let square = |(file, rank): (i32, i32)| ((rank - 1).max(0) * 8 + (file - 1).max(0)) as u8;
    endgame.slots().map(|(slot, _)| square(state.place(slot))).collect()
}

/// Who is on the board in a position.
#[must_use]
pub fn cast(endgame: &Endgame, state: &State) -> Cast {
    let kinds = endgame.slots().map(|(slot, _)| Some(state.kind(slot))).collect();
    let mut cast = Cast::new(endgame, kinds, state.turn());
    for (slot, _) in endgame.slots().filter(|(slot, _)| !state.alive(*slot)) {
        cast.capture(usize::from(slot.0));
    }
    cast
}
