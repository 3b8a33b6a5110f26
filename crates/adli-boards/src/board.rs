//! Positions: where the men stand, and who moves.

use adli_chess::{Colour, Symmetry};
use adli_lang::term::Slot;
use adli_lang::{Endgame, State};

/// The largest board on which every position is looked at.
pub const MAX_SIZE: u8 = 16;
/// How many men there may be.
pub(crate) const MAX_MEN: usize = 4;

/// A position; a captured man stands at (0, 0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Board {
    pub(crate) places: [(i8, i8); MAX_MEN],
    pub(crate) turn: u8,
}

/// A symmetry: whether files and ranks are exchanged, and which of them are then turned round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Turned {
    pub(crate) swap: bool,
    pub(crate) files: bool,
    pub(crate) ranks: bool,
}

impl Turned {
    pub(crate) fn of(symmetry: Symmetry) -> Turned {
        // Where a symmetry takes a1 and b1 says all about it.
        let corner = symmetry.square(adli_chess::Square::new(0, 0));
        let neighbour = symmetry.square(adli_chess::Square::new(1, 0));
        let swap = corner.file() == neighbour.file();
        Turned { swap, files: corner.file() == 7, ranks: corner.rank() == 7 }
    }

    /// This one, and then another.
    pub(crate) fn then(self, next: Turned) -> Turned {
        let (files, ranks) = if next.swap { (self.ranks, self.files) } else { (self.files, self.ranks) };
        Turned { swap: self.swap ^ next.swap, files: files ^ next.files, ranks: ranks ^ next.ranks }
    }

    pub(crate) fn place(self, (file, rank): (i8, i8), size: i8) -> (i8, i8) {
        if (file, rank) == (0, 0) {
            return (0, 0);
        }
        let (file, rank) = if self.swap { (rank, file) } else { (file, rank) };
        let flip = |line: i8, turned: bool| if turned { size + 1 - line } else { line };
        (flip(file, self.files), flip(rank, self.ranks))
    }
}

/// How positions with everybody at home are numbered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    pub(crate) size: i8,
    pub(crate) men: usize,
    squares: usize,
}

impl Space {
    pub(crate) fn new(size: u8, men: usize) -> Space {
        Space { size: size as i8, men, squares: usize::from(size) * usize::from(size) }
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        2 * self.squares.pow(self.men as u32)
    }

    /// The number of a position with everybody at home.
    pub(crate) fn number(&self, board: &Board) -> Option<usize> {
        let mut number = 0;
        for &(file, rank) in &board.places[..self.men] {
            if file == 0 {
                return None;
            }
            number = number * self.squares + (rank as usize - 1) * self.size as usize + file as usize - 1;
        }
        Some(2 * number + usize::from(board.turn))
    }

    pub(crate) fn board(&self, number: usize) -> Board {
        let mut board = Board { turn: (number & 1) as u8, ..Board::default() };
        let mut rest = number / 2;
        for place in board.places[..self.men].iter_mut().rev() {
            let square = rest % self.squares;
            rest /= self.squares;
            let size = self.size as usize;
            *place = ((square % size + 1) as i8, (square / size + 1) as i8);
        }
        board
    }

    /// The image of a position.
    pub(crate) fn image(&self, board: &Board, turned: Turned) -> Board {
        Board { places: board.places.map(|place| turned.place(place, self.size)), turn: board.turn }
    }
}

/// As the plain interpreter sees it.
pub(crate) fn state(endgame: &Endgame, board: &Board) -> State {
    let turn = Colour::ALL[usize::from(board.turn & 1)];
    let mut state = State::empty(endgame, turn);
    for (slot, _) in endgame.slots() {
        let (file, rank) = board.places.get(usize::from(slot.0)).copied().unwrap_or_default();
        state.put(Slot(slot.0), (i32::from(file), i32::from(rank)));
    }
    state
}
