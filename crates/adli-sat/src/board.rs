//! Positions as wires: where each man stands, whether he is on the board, who moves.

use std::rc::Rc;

use adli_chess::{Colour, Kind, Square, Symmetry};
use adli_lang::term::Slot;
use adli_lang::{Endgame, State};
pub(crate) use adli_symbolic::BoardId;
use adli_symbolic::hash::HashMap;

use crate::aig::{Aig, Number, TooWide, Wire, holds};

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

    /// One position or the other. What is known of either alone is forgotten.
    pub(crate) fn choose(aig: &mut Aig, condition: Wire, yes: &Board, no: &Board) -> Result<Board, TooWide> {
        let men: Vec<Man> = yes
            .men
            .iter()
            .zip(&no.men)
            .map(|(yes, no)| Man {
                file: Number::choose(aig, condition, &yes.file, &no.file),
                rank: Number::choose(aig, condition, &yes.rank, &no.rank),
                alive: aig.choose(condition, yes.alive, no.alive),
                kind: yes.kind.iter().zip(&no.kind).map(|(&y, &n)| aig.choose(condition, y, n)).collect(),
            })
            .collect();
        men.iter().flat_map(|man| [&man.file, &man.rank]).for_each(|line| aig.row(line));
        choose_differences(aig, condition, (&yes.men, &no.men), &men)?;
        Ok(Board {
            men,
            second: yes.second,
            passing: (
                Number::choose(aig, condition, &yes.passing.0, &no.passing.0),
                Number::choose(aig, condition, &yes.passing.1, &no.passing.1),
            ),
            facts: Vec::new(),
            legal: yes.legal && no.legal,
        })
    }

    /// Whether everybody is on the board as what he was.
    pub(crate) fn at_home(&self, aig: &mut Aig, endgame: &Endgame) -> Wire {
        let mut wires = Vec::new();
        for (man, header) in self.men.iter().zip(&endgame.men) {
            wires.push(man.alive);
            wires.extend(man.kind.get(header.kind.index()));
        }
        aig.all(wires)
    }

    /// The position that it is in one of 64 lanes, if everybody is of some kind.
    pub(crate) fn state(&self, endgame: &Endgame, values: &[u64], lane: u32) -> Option<State> {
        let holds = |wire: Wire| holds(values, wire, lane);
        let number = |number: &Number| number.in_lane(values, lane);
        let turn = if holds(self.second) { Colour::Black } else { Colour::White };
        let mut state = State::empty(endgame, turn);
        for ((slot, _), man) in endgame.slots().zip(&self.men) {
            if holds(man.alive) {
                state.put(slot, (number(&man.file), number(&man.rank)));
            }
            let kind = man.kind.iter().position(|&wire| holds(wire)).and_then(|at| Kind::ALL.get(at));
            state.promote(slot, *kind?);
        }
        // Handing over twice leaves the turn as it is.
        state.hand_over((0, 0));
        state.hand_over((number(&self.passing.0), number(&self.passing.1)));
        Some(state)
    }
}

/// The differences of men who are one or the other are one or the other difference.
fn choose_differences(
    aig: &mut Aig,
    condition: Wire,
    (yes, no): (&[Man], &[Man]),
    chosen: &[Man],
) -> Result<(), TooWide> {
    let lines: [fn(&Man) -> &Number; 2] = [|man| &man.file, |man| &man.rank];
    for a in 0..chosen.len() {
        for b in a + 1..chosen.len() {
            for line in lines {
                let apart = |aig: &mut Aig, men: &[Man]| line(&men[a]).sub(aig, line(&men[b]));
                let (y, n) = (apart(aig, yes)?, apart(aig, no)?);
                let difference = Number::choose(aig, condition, &y, &n);
                line(&chosen[a]).set_difference(aig, line(&chosen[b]), difference);
            }
        }
    }
    Ok(())
}

/// Where a symmetry takes a square of a board of eight.
fn turned(symmetry: Symmetry, file: &Number, rank: &Number) -> (Number, Number) {
    // Where a1 and b1 go says which lines are turned round and whether files and ranks are exchanged.
    let (corner, neighbour) = (symmetry.square(Square::new(0, 0)), symmetry.square(Square::new(1, 0)));
    let (file, rank) = if corner.file() == neighbour.file() { (rank, file) } else { (file, rank) };
    let flip = |line: &Number, flipped: bool| if flipped { line.negated().plus(9) } else { line.clone() };
    (flip(file, corner.file() == 7), flip(rank, corner.rank() == 7))
}

/// The values of the inputs of one position ([`Board::input`]): the first man on square 0, 1, .. of a word's bits, the others where `rest` says.
pub(crate) fn placements(rest: u64, men: usize) -> Vec<u64> {
    let mut words = Vec::with_capacity(14 * men);
    for man in 0..men {
        for shift in [0, 3] {
            for more in 0..7 {
                let over = |square: u64| square >> shift & 7 > more;
                words.push(match man {
                    0 => (0..64).fold(0, |word, lane| word | u64::from(over(lane)) << lane),
                    _ if over(rest >> (6 * (man - 1)) & 63) => u64::MAX,
                    _ => 0,
                });
            }
        }
    }
    words
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
