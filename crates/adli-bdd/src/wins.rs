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
//! What is already won need not be won again: the winner's moves are looked for from the newest layer alone. And one quarter of
//! the board stands for all of it, or one half with pawns: only positions with the other king there are worked out, and reflected. That takes about two thirds
//! of the time (KRKN 22 CPU s instead of 36). Nothing here knows our tables, nor do they know this.

use std::collections::BTreeMap;
use std::rc::Rc;

use adli_chess::{Colour, Kind, Symmetry};
use adli_lang::term::{NO_MATE, Slot};

use crate::atlas::{Atlas, unbound};
use crate::board::{Board, BoardId, Cast};
use crate::number::{Number, Value};
use crate::relation::{Layers, Move, Wins, members};
use crate::store::{BITS, Bit, Made, Refused, Set};

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
        let mut round =
            Round { legal: [self.legal(cast)?, self.legal(&cast.passed())?], moves: Default::default() };
        for (at, cast) in [cast.clone(), cast.passed()].iter().enumerate() {
            for mv in self.cast_moves(cast)?.iter() {
                let back = self.back(mv, &round.legal[at])?;
                round.moves[at].extend(back);
            }
        }
        let others: Vec<Vec<Option<Kind>>> =
            round.moves.iter().flatten().map(|back| back.to.clone()).collect();
        for men in others.into_iter().filter(|men| *men != cast.men) {
            let next = Cast::new(&self.program.endgame, men, cast.turn);
            self.solve(&next, wins, level + 1)?;
        }
        let layers = self.layers(cast, round, wins)?;
        wins.casts.insert(cast.men.clone(), layers);
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
        let bits =
            |bit: usize, man: usize, depth: usize| Bit::Variable(self.store.variable(man, bit, depth), false);
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

    /// The reflections of the board, of files and of ranks, that take everything that makes up a cast's rounds to itself. That they do is
    /// not taken for granted: the images are compared.
    fn reflections(&self, cast: &Cast, round: &Round, wins: &Wins, ends: &[&Set]) -> Made<Vec<Symmetry>> {
        let conversions = round.moves.iter().flatten().filter_map(|back| wins.casts.get(&back.to));
        let sets: Vec<&Set> = round
            .legal
            .iter()
            .chain(ends.iter().copied())
            .chain(round.moves.iter().flatten().map(|back| &back.relation))
            .chain(conversions.flat_map(|layers| layers.won.iter().chain(&layers.lost)))
            .collect();
        let mut kept = Vec::new();
        for symmetry in [Symmetry::FILES, Symmetry::RANKS] {
            let mut replacing = Board::plain(cast).image(symmetry).replacing(&self.store);
            // The square to which a man goes is reflected as his own is.
            for (variable, bit) in replacing.clone() {
                if let Bit::Variable(_, opposite) = bit {
                    let (man, number, _) = self.store.whose(variable);
                    let target = self.store.variable(man, number, 1);
                    replacing.push((target, Bit::Variable(target, opposite)));
                }
            }
            let mut same = true;
            for set in &sets {
                same = same && self.store.replace(set, &replacing)? == **set;
            }
            kept.extend(same.then_some(symmetry));
        }
        Ok(kept)
    }

    /// The part of the board for one king that stands for all of it.
    fn part(&self, king: usize, reflections: &[Symmetry]) -> Made<Set> {
        let mut part = self.store.constant(true);
        for symmetry in reflections {
            let bit = if *symmetry == Symmetry::FILES { 2 } else { 5 };
            let high = self.store.bit(Bit::Variable(self.store.variable(king, bit, 0), false))?;
            part = self.store.without(&part, &high)?;
        }
        Ok(part)
    }

    /// A set with its images.
    fn unfolded(&self, set: &Set, cast: &Cast, reflections: &[Symmetry]) -> Made<Set> {
        let mut all = set.clone();
        for &symmetry in reflections {
            let board = Board::plain(cast).image(symmetry);
            let image = self.store.replace(&all, &board.replacing(&self.store))?;
            all = self.store.or(&all, &image)?;
        }
        Ok(all)
    }

    /// The win sets of a cast, round by round.
    fn layers(&mut self, cast: &Cast, mut round: Round, wins: &Wins) -> Made<Layers> {
        let rounds = |to: &[Option<Kind>]| wins.casts.get(to).map_or(0, |layers| layers.won.len());
        let longest = round.moves.iter().flatten().map(|back| rounds(&back.to)).max().unwrap_or(0);
        let mate = self.law(self.program.laws.mate, &cast.passed())?;
        let mate = self.store.and(&mate, &round.legal[1])?;
        let no_move = self.law(self.program.laws.no_move, &cast.passed())?;
        let reflections = self.reflections(cast, &round, wins, &[&mate, &no_move])?;
        let king = self.program.endgame.king(!wins.winner).ok_or_else(unbound)?;
        let part = self.part(usize::from(king.0), &reflections)?;
        for back in round.moves.iter_mut().flatten() {
            back.relation = self.store.and(&back.relation, &part)?;
        }
        // Where every move is a bad one there must be one.
        let may_lose = self.store.and(&self.store.without(&round.legal[1], &no_move)?, &part)?;
        let nothing = self.store.constant(false);
        let mut layers = Layers { legal: round.legal.clone(), won: vec![nothing], lost: vec![mate.clone()] };
        let mut escapes: Vec<Option<(Set, Set)>> = vec![None; round.moves[1].len()];
        for n in 1..MOST_ROUNDS {
            let won = self.now_won(&round, wins, &layers, n)?;
            let won = self.unfolded(&won, cast, &reflections)?;
            let won = layers.won.last().map_or(Ok(won.clone()), |before| self.store.or(before, &won))?;
            let escape = self.escape(&round, wins, &won, n, &mut escapes)?;
            let lost = self.store.without(&may_lose, &escape)?;
            let lost = self.store.or(&self.unfolded(&lost, cast, &reflections)?, &mate)?;
            let same = layers.won.last() == Some(&won) && layers.lost.last() == Some(&lost);
            if same && n > longest {
                break;
            }
            layers.won.push(won);
            layers.lost.push(lost);
            self.watch.rounds(n as u64);
        }
        trim(&mut layers);
        Ok(layers)
    }

    /// What is won by a move into what was lost last.
    fn now_won(&self, round: &Round, wins: &Wins, layers: &Layers, n: usize) -> Made<Set> {
        let mut sets = Vec::new();
        for back in &round.moves[0] {
            let layers = wins.casts.get(&back.to).unwrap_or(layers);
            let Some(now) = layers.lost_within(n - 1) else { continue };
            let fresh = match n.checked_sub(2).and_then(|n| layers.lost_within(n)) {
                Some(before) => self.store.without(now, before)?,
                None => now.clone(),
            };
            sets.push(self.before(back, &fresh)?);
        }
        self.store.any(sets)
    }

    /// Where the other side has a move to a position that is not won. What was found last time for the same positions is not
    /// worked out again.
    fn escape(
        &self,
        round: &Round,
        wins: &Wins,
        won: &Set,
        n: usize,
        known: &mut [Option<(Set, Set)>],
    ) -> Made<Set> {
        let mut sets = Vec::new();
        for (back, known) in round.moves[1].iter().zip(known) {
            let unwon = match wins.casts.get(&back.to) {
                None => self.store.without(&round.legal[0], won)?,
                Some(other) => match other.won_within(n) {
                    Some(won) => self.store.without(&other.legal[0], won)?,
                    None => other.legal[0].clone(),
                },
            };
            let escape = match known.take() {
                Some((set, escape)) if set == unwon => escape,
                _ => self.before(back, &unwon)?,
            };
            sets.push(escape.clone());
            *known = Some((unwon, escape));
        }
        self.store.any(sets)
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
