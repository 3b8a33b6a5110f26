//! Win sets: from where a side forces mate within so many moves, by best play of both.
//!
//! This is the construction of Hurd's paper. A position with the other side to move is lost within 0 moves if it is mate; a position
//! with the winner to move is won within n + 1 moves if some move leads to a position that is lost within n; a position with the
//! other side to move is lost within n if there is a move and every move leads to a position that is won within
//! n. Each is a few relational products, one for each man, and the sets grow until they stay as they are.
//!
//! Captures and promotions lead to other casts, which are worked out first. A man who takes stands afterwards on the
//! square of the man he took, so no square has to be quantified away there.
//!
//! What is already won need not be won again: the winner's moves are looked for from the newest layer alone. Nothing here knows our
//! tables, nor do they know this.

use std::collections::BTreeMap;
use std::rc::Rc;

use adli_chess::{Colour, Kind};
use adli_lang::term::{NO_MATE, Slot};

use crate::atlas::{Atlas, unbound};
use crate::board::{BoardId, Cast};
use crate::moves::{Move, members};
use crate::number::{Number, Value};
use crate::store::{BITS, Bit, Made, Refused, Set};

/// The win sets of one cast.
#[derive(Clone, Debug)]
pub struct Layers {
    /// The legal positions with the winner to move, and with the other side to move.
    pub legal: [Set; 2],
    /// Won within 0, 1, 2, .. moves, the winner to move.
    pub won: Vec<Set>,
    /// Lost within 0, 1, 2, .. moves, the other side to move.
    pub lost: Vec<Set>,
}

impl Layers {
    /// Won within so many moves.
    #[must_use]
    pub fn won_within(&self, moves: usize) -> Option<&Set> {
        self.won.get(moves).or(self.won.last())
    }

    /// Lost within so many moves.
    #[must_use]
    pub fn lost_within(&self, moves: usize) -> Option<&Set> {
        self.lost.get(moves).or(self.lost.last())
    }
}

/// The win sets of all casts that a program's men may come to.
#[derive(Clone, Debug)]
pub struct Wins {
    /// Who wins.
    pub winner: Colour,
    /// By who is on the board.
    pub casts: BTreeMap<Vec<Option<Kind>>, Layers>,
}

/// More rounds than any mate of this many men takes.
const MOST_ROUNDS: usize = 500;

/// A move as it is used backwards.
struct Back {
    /// The men after it.
    to: Vec<Option<Kind>>,
    /// Legal moves from legal positions; where a man is taken, the positions alone.
    relation: Set,
    /// The bits of a square to be quantified away, if there is one.
    cube: Option<Set>,
    /// What replaces the bits of a position after it.
    replacing: Vec<(u32, Bit)>,
}

/// A cast at work.
struct Round {
    legal: [Set; 2],
    moves: [Vec<Back>; 2],
}

impl Atlas<'_> {
    /// From where a side forces mate.
    ///
    /// # Errors
    /// No room, or the work was stopped.
    pub fn wins(&mut self, winner: Colour) -> Made<Rc<Wins>> {
        if let Some(known) = &self.wins[winner.index()] {
            return Ok(Rc::clone(known));
        }
        let mut wins = Wins { winner, casts: BTreeMap::new() };
        let home = Cast::home(&self.program.endgame, winner);
        self.fresh(|atlas| atlas.solve(&home, &mut wins, 0))?;
        let wins = Rc::new(wins);
        self.wins[winner.index()] = Some(Rc::clone(&wins));
        Ok(wins)
    }

    /// Works out a cast, and before it whatever it leads to.
    fn solve(&mut self, cast: &Cast, wins: &mut Wins, level: usize) -> Made<()> {
        if wins.casts.contains_key(&cast.men) {
            return Ok(());
        }
        if level > 2 * cast.men.len() {
            return Err(Refused::Internal("captures and promotions never end".into()));
        }
        let mut round = Round { legal: [self.legal(cast)?, self.legal(&cast.passed())?], moves: Default::default() };
        for (at, cast) in [cast.clone(), cast.passed()].iter().enumerate() {
            for mv in self.cast_moves(cast)?.iter() {
                let back = self.back(mv, &round.legal[at])?;
                round.moves[at].extend(back);
            }
        }
        for to in round.moves.iter().flatten().map(|back| &back.to).filter(|to| **to != cast.men) {
            let next = Cast { men: to.clone(), turn: cast.turn };
            self.solve(&next, wins, level + 1)?;
        }
        let layers = self.layers(cast, &round, wins)?;
        wins.casts.insert(cast.men.clone(), layers);
        self.store.tidy();
        Ok(())
    }

    /// A move backwards; nothing if no legal position has it.
    fn back(&mut self, mv: &Move, legal: &Set) -> Made<Option<Back>> {
        let relation = self.store.and(&mv.legal, legal)?;
        if self.store.is_empty(&relation) {
            return Ok(None);
        }
        let board = self.board(mv.after)?.clone();
        let man = usize::from(mv.man.0);
        let cube = self.store.cube(man, 1)?;
        let mut back = Back {
            to: board.cast.men.clone(),
            relation,
            cube: Some(cube.clone()),
            replacing: board.replacing(&self.store),
        };
        let taken: Vec<Slot> = members(mv.takes).collect();
        let &[taken] = &taken[..] else { return Ok(Some(back)) };
        // He stands where the man stood whom he took.
        let mut same = self.store.constant(true);
        let bits = |bit: usize, man: usize, depth: usize| Bit::Variable(self.store.variable(man, bit, depth), false);
        for bit in 0..BITS {
            let there = self.store.bit(bits(bit, usize::from(taken.0), 0))?;
            let equal = self.store.same(&self.store.bit(bits(bit, man, 1))?, &there)?;
            same = self.store.and(&same, &equal)?;
        }
        if self.store.is_empty(&self.store.without(&back.relation, &same)?) {
            let own = |bit| (self.store.variable(man, bit, 0), bits(bit, usize::from(taken.0), 0));
            back.replacing.retain(|&(variable, _)| self.store.whose(variable).0 != man);
            back.replacing.extend((0..BITS).map(own));
            back.relation = self.store.some_square(&back.relation, &self.store.constant(true), &cube)?;
            back.cube = None;
        }
        Ok(Some(back))
    }

    /// The positions from which a move leads into a set.
    fn before(&self, back: &Back, set: &Set) -> Made<Set> {
        self.go_on()?;
        if self.store.is_empty(set) {
            return Ok(set.clone());
        }
        let there = self.store.replace(set, &back.replacing)?;
        match &back.cube {
            Some(cube) => self.store.some_square(&back.relation, &there, cube),
            None => self.store.and(&back.relation, &there),
        }
    }

    /// The win sets of a cast, round by round.
    fn layers(&mut self, cast: &Cast, round: &Round, wins: &Wins) -> Made<Layers> {
        let rounds = |to: &[Option<Kind>]| wins.casts.get(to).map_or(0, |layers| layers.won.len());
        let longest = round.moves.iter().flatten().map(|back| rounds(&back.to)).max().unwrap_or(0);
        let [legal, theirs] = &round.legal;
        let mate = self.law(self.program.laws.mate, &cast.passed())?;
        let mate = self.store.and(&mate, theirs)?;
        let no_move = self.law(self.program.laws.no_move, &cast.passed())?;
        // Where every move is a bad one there must be one.
        let may_lose = self.store.without(theirs, &no_move)?;
        let nothing = self.store.constant(false);
        let mut layers =
            Layers { legal: round.legal.clone(), won: vec![nothing.clone()], lost: vec![mate.clone()] };
        let mut same_escapes: Vec<Option<(Set, Set)>> = vec![None; round.moves[1].len()];
        for n in 1..MOST_ROUNDS {
            let (Some(won), Some(lost)) = (layers.won.last().cloned(), layers.lost.last().cloned()) else { break };
            let before = n.checked_sub(2).and_then(|n| layers.lost.get(n)).unwrap_or(&nothing);
            let fresh = self.store.without(&lost, before)?;
            let mut sets = vec![won.clone()];
            for back in &round.moves[0] {
                let there = match wins.casts.get(&back.to) {
                    None => fresh.clone(),
                    Some(other) => {
                        let now = other.lost_within(n - 1).unwrap_or(&nothing);
                        let before = n.checked_sub(2).and_then(|n| other.lost_within(n)).unwrap_or(&nothing);
                        self.store.without(now, before)?
                    }
                };
                sets.push(self.before(back, &there)?);
            }
            let now_won = self.store.any(sets)?;
            let unwon = self.store.without(legal, &now_won)?;
            let mut escapes = Vec::new();
            for (back, same) in round.moves[1].iter().zip(&mut same_escapes) {
                let there = match wins.casts.get(&back.to) {
                    None => unwon.clone(),
                    Some(other) => {
                        let won = other.won_within(n).unwrap_or(&nothing);
                        self.store.without(&other.legal[0], won)?
                    }
                };
                if let Some((set, escape)) = same.as_ref().filter(|(set, _)| *set == there) {
                    let _ = set;
                    escapes.push(escape.clone());
                    continue;
                }
                let escape = self.before(back, &there)?;
                *same = Some((there, escape.clone()));
                escapes.push(escape);
            }
            let escape = self.store.any(escapes)?;
            let now_lost = self.store.without(&may_lose, &escape)?;
            let now_lost = self.store.or(&now_lost, &mate)?;
            let same = now_won == won && now_lost == lost;
            if same && n > longest {
                break;
            }
            layers.won.push(now_won);
            layers.lost.push(now_lost);
            self.watch.met(n as u64);
        }
        trim(&mut layers);
        Ok(layers)
    }

    /// Win, draw or loss with best play, for a side.
    pub(crate) fn worth(&mut self, at: BoardId, side: &[Set]) -> Made<Value> {
        let white = self.decided(at, Colour::White)?;
        let black = self.decided(at, Colour::Black)?;
        let [first, second] = side else { return Err(unbound()) };
        let store = &self.store;
        let by = |a: &Set, b: &Set| store.or(&store.and(first, a)?, &store.and(second, b)?);
        let (win, loss) = (by(&white, &black)?, by(&black, &white)?);
        let draw = store.not(&store.or(&win, &loss)?)?;
        Ok(Value::Enum(vec![win, draw, loss]))
    }

    /// Where a side forces mate, on a board.
    fn decided(&mut self, at: BoardId, winner: Colour) -> Made<Set> {
        let board = self.board(at)?.clone();
        let wins = self.wins(winner)?;
        let layers = wins.casts.get(&board.cast.men).ok_or_else(unbound)?;
        let sets = if board.cast.turn == winner { &layers.won } else { &layers.lost };
        let set = sets.last().ok_or_else(unbound)?;
        self.store.replace(set, &board.replacing(&self.store))
    }

    /// In how many moves the side to move mates.
    pub(crate) fn moves_to_mate(&mut self, at: BoardId) -> Made<Number> {
        let board = self.board(at)?.clone();
        let wins = self.wins(board.cast.turn)?;
        let layers = wins.casts.get(&board.cast.men).ok_or_else(unbound)?;
        let replacing = board.replacing(&self.store);
        let mut cases = Vec::new();
        let mut before = self.store.constant(false);
        for (n, set) in layers.won.iter().enumerate() {
            let set = self.store.replace(set, &replacing)?;
            cases.push((n as i32, self.store.without(&set, &before)?));
            before = set;
        }
        cases.push((NO_MATE, self.store.not(&before)?));
        Number::new(&self.store, cases)
    }
}

/// Layers at the end that add nothing are left out.
fn trim(layers: &mut Layers) {
    for sets in [&mut layers.won, &mut layers.lost] {
        while sets.len() > 1 && sets[sets.len() - 1] == sets[sets.len() - 2] {
            sets.pop();
        }
    }
}
