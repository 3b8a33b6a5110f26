//! Positions as formulas: where each man stands, and whether he is on the board. Who moves is always known, and so is what a man is:
//! nobody changes who is not a pawn.

use std::rc::Rc;

use adli_chess::{Kind, Square, Symmetry};
use adli_lang::Endgame;
use adli_lang::term::Slot;
pub(crate) use adli_symbolic::BoardId;
use adli_symbolic::hash::HashMap;

use crate::formula::{Formulas, Linear, Truth};

/// A man of the header.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// Where he stands while he is on the board.
    pub file: Linear,
    /// Likewise.
    pub rank: Linear,
    /// Whether he is on the board.
    pub alive: Truth,
}

impl Man {
    /// The file and rank that a term sees: 0 where he has been captured.
    pub(crate) fn seen(&self, formulas: &mut Formulas) -> (Linear, Linear) {
        let zero = Linear::constant(0);
        let file = formulas.choose_number(self.alive, &self.file, &zero);
        (file, formulas.choose_number(self.alive, &self.rank, &zero))
    }
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// The men in the order of the header.
    pub men: Vec<Man>,
    /// Whether the second side is to move.
    pub second: bool,
}

/// The squares of all men as variables, and everybody on the board.
pub(crate) fn at_home(formulas: &mut Formulas, endgame: &Endgame, name: &str, second: bool) -> Board {
    let men = (0..endgame.men.len()).map(|number| {
        let (file, rank) = place(formulas, endgame, name, number);
        Man { file, rank, alive: Truth::TRUE }
    });
    Board { men: men.collect(), second }
}

/// Variables for the square of a man in a position.
pub(crate) fn place(
    formulas: &mut Formulas,
    endgame: &Endgame,
    name: &str,
    number: usize,
) -> (Linear, Linear) {
    let letter = endgame.men[number].letter;
    let like = endgame.men.iter().filter(|man| man.letter == letter).count();
    // Of several like men each has the number that he has in the header.
    let man = if like > 1 { format!("{letter}{}", number + 1) } else { letter.to_string() };
    (formulas.variable(&format!("{name}.{man}.file")), formulas.variable(&format!("{name}.{man}.rank")))
}

impl Board {
    pub(crate) fn man(&self, slot: Slot) -> Option<&Man> {
        self.men.get(usize::from(slot.0))
    }

    /// The same men with the other side to move.
    pub(crate) fn passed(&self) -> Board {
        Board { men: self.men.clone(), second: !self.second }
    }

    /// Its image under a symmetry of the board. Those who are off the board stay there.
    pub(crate) fn image(&self, symmetry: Symmetry, size: &Linear) -> Board {
        // Where a1 and b1 go says which lines are turned round and whether files and ranks are exchanged.
        let (corner, neighbour) = (symmetry.square(Square::new(0, 0)), symmetry.square(Square::new(1, 0)));
        let swap = corner.file() == neighbour.file();
        let flip = |line: &Linear, turned: bool| if turned { size.more(1).minus(line) } else { line.clone() };
        let turned = |man: &Man| {
            let (file, rank) = if swap { (&man.rank, &man.file) } else { (&man.file, &man.rank) };
            let (file, rank) = (flip(file, corner.file() == 7), flip(rank, corner.rank() == 7));
            Man { file, rank, alive: man.alive }
        };
        Board { men: self.men.iter().map(turned).collect(), second: self.second }
    }

    /// Whether everybody is on the board.
    pub(crate) fn is_home(&self, formulas: &mut Formulas) -> Truth {
        formulas.all(self.men.iter().map(|man| man.alive))
    }
}

/// For each kind whether it is this one.
pub(crate) fn of_kind(kind: Kind) -> Vec<Truth> {
    (0..Kind::ALL.len()).map(|number| Truth::constant(number == kind.index())).collect()
}

/// All positions that have been made, and what some of them are called.
#[derive(Default)]
pub(crate) struct Boards {
    all: Vec<Rc<Board>>,
    known: HashMap<Rc<Board>, BoardId>,
    names: HashMap<BoardId, String>,
}

impl Boards {
    pub(crate) fn add(&mut self, board: Board) -> BoardId {
        if let Some(&id) = self.known.get(&board) {
            return id;
        }
        let id = BoardId::of(self.all.len());
        let board = Rc::new(board);
        self.all.push(Rc::clone(&board));
        self.known.insert(board, id);
        id
    }

    /// Adds a position that the reader of a problem knows by a name; the first name stays.
    pub(crate) fn add_named(&mut self, board: Board, name: String) -> BoardId {
        let id = self.add(board);
        self.names.entry(id).or_insert(name);
        id
    }

    pub(crate) fn name(&self, id: BoardId) -> Option<&str> {
        self.names.get(&id).map(String::as_str)
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn get(&self, id: BoardId) -> Rc<Board> {
        // INVARIANT: numbers are given by `add` only.
        let nobody = || Rc::new(Board { men: Vec::new(), second: false });
        self.all.get(id.number()).cloned().unwrap_or_else(nobody)
    }
}
