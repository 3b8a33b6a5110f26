//! Positions as wires: where each man stands, whether he is on the board, who moves.

use std::rc::Rc;

use adli_chess::{Kind, Symmetry};
use adli_lang::Endgame;
use adli_lang::term::Slot;
use adli_symbolic::hash::HashMap;

use crate::aig::{Aig, Wire};
use crate::number::Number;

/// A man of the header.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Man {
    /// Where he stands while he is on the board.
    pub(crate) file: Number,
    pub(crate) rank: Number,
    pub(crate) alive: Wire,
    /// For each kind whether he is of that kind; one of them.
    pub(crate) kind: Vec<Wire>,
}

impl Man {
    /// His kind, if it is known.
    pub(crate) fn fixed_kind(&self) -> Option<Kind> {
        let at = self.kind.iter().position(|&wire| wire == Wire::TRUE)?;
        Kind::ALL.get(at).copied()
    }

    /// The file and rank that a term sees: 0 where he has been captured.
    pub(crate) fn seen(&self, aig: &mut Aig) -> (Number, Number) {
        let zero = Number::constant(0);
        let file = Number::choose(aig, self.alive, &self.file, &zero);
        (file, Number::choose(aig, self.alive, &self.rank, &zero))
    }
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    pub(crate) men: Vec<Man>,
    /// Whether the second side is to move.
    pub(crate) second: Wire,
    pub(crate) passing: (Number, Number),
    /// What is true wherever the position is looked at.
    pub(crate) facts: Vec<Wire>,
    /// Whether it is a legal position wherever it is looked at.
    pub(crate) legal: bool,
}

/// The wires that say that somebody is of one kind.
pub(crate) fn of_kind(kind: Kind) -> Vec<Wire> {
    (0..Kind::ALL.len()).map(|number| Wire::constant(number == kind.index())).collect()
}

impl Board {
    /// A new position with all men at home somewhere, made of inputs, and one side to move.
    pub(crate) fn input(aig: &mut Aig, endgame: &Endgame, name: &str, second: Wire) -> Board {
        let mut men = Vec::new();
        for (_, man) in endgame.slots() {
            let letter = man.letter;
            let file = Number::input(aig, &format!("{name}.{letter}.file"), 1, 8);
            let rank = Number::input(aig, &format!("{name}.{letter}.rank"), 1, 8);
            men.push(Man { file, rank, alive: Wire::TRUE, kind: of_kind(man.kind) });
        }
        let nowhere = Number::constant(0);
        let board =
            Board { men, second, passing: (nowhere.clone(), nowhere), facts: Vec::new(), legal: false };
        board.make_differences(aig);
        board
    }

    pub(crate) fn man(&self, slot: Slot) -> Option<&Man> {
        self.men.get(usize::from(slot.0))
    }

    /// Makes the differences of all files and all ranks. Nearly everything on the board is made of them.
    pub(crate) fn make_differences(&self, aig: &mut Aig) {
        for (number, a) in self.men.iter().enumerate() {
            for b in self.men.iter().skip(number + 1) {
                for (x, y) in [(&a.file, &b.file), (&a.rank, &b.rank)] {
                    if let Ok(difference) = x.sub(aig, y) {
                        x.set_difference(aig, y, difference);
                    }
                }
            }
        }
    }

    /// The same men with the other side to move.
    pub(crate) fn passed(&self) -> Board {
        let nowhere = Number::constant(0);
        Board {
            men: self.men.clone(),
            second: !self.second,
            passing: (nowhere.clone(), nowhere),
            facts: self.facts.clone(),
            legal: false,
        }
    }

    /// Its image under a symmetry of the board. Those who are off the board stay there.
    pub(crate) fn image(&self, aig: &mut Aig, symmetry: Symmetry) -> Board {
        let mut board = Board { legal: false, ..self.clone() };
        for man in &mut board.men {
            (man.file, man.rank) = turned(symmetry, &man.file, &man.rank);
        }
        let (file, rank) = &self.passing;
        if file.as_constant() != Some(0) {
            let there = file.more_than(0);
            let (f, r) = turned(symmetry, file, rank);
            let zero = Number::constant(0);
            board.passing = (Number::choose(aig, there, &f, &zero), Number::choose(aig, there, &r, &zero));
        }
        board
    }
}

/// Where a symmetry takes a square of a board of eight.
fn turned(symmetry: Symmetry, file: &Number, rank: &Number) -> (Number, Number) {
    use adli_chess::Square;
    // Where a1 and b1 go says which lines are turned round and whether files and ranks are exchanged.
    let (corner, neighbour) = (symmetry.square(Square::new(0, 0)), symmetry.square(Square::new(1, 0)));
    let (file, rank) = if corner.file() == neighbour.file() { (rank, file) } else { (file, rank) };
    let flip = |line: &Number, flipped: bool| if flipped { line.negated().plus(9) } else { line.clone() };
    (flip(file, corner.file() == 7), flip(rank, corner.rank() == 7))
}

/// A position by its number; equal positions have one number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct BoardId(u32);

impl BoardId {
    /// The position of that number.
    pub(crate) fn of(number: usize) -> BoardId {
        BoardId(number as u32)
    }

    /// Its number.
    pub(crate) fn number(self) -> usize {
        self.0 as usize
    }
}

/// All positions that have been made.
#[derive(Default)]
pub(crate) struct Boards {
    all: Vec<Rc<Board>>,
    known: HashMap<Rc<Board>, BoardId>,
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

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn get(&self, id: BoardId) -> Rc<Board> {
        // INVARIANT: numbers are given by `add` only.
        let nobody = || Board {
            men: Vec::new(),
            second: Wire::FALSE,
            passing: (Number::constant(0), Number::constant(0)),
            facts: Vec::new(),
            legal: false,
        };
        self.all.get(id.number()).cloned().unwrap_or_else(|| Rc::new(nobody()))
    }
}
