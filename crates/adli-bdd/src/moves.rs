//! Moves as relations.
//!
//! What a move is comes from the rules of `laws.adv` alone ([`adli_lang::MoveRule`]). For each man, for each man he may take and each kind he may
//! become there is one relation: his square, the squares of the others, and the square he goes to. It is worked out for
//! everybody on his own bits; from other boards the bits are replaced.

use std::rc::Rc;

use adli_chess::{Kind, Symmetry};
use adli_lang::MoveRule;
use adli_lang::term::{Slot, Slots};
use adli_symbolic::Walk;

use crate::atlas::{Atlas, unbound};
use crate::board::{Board, BoardId, Cast, Spot};
use crate::number::{Bound, Names, Value};
use crate::relation::{Move, members};
use crate::store::{BITS, Bit, Made, Refused, Set};

impl Atlas<'_> {
    /// The moves from a position to squares whose bits are those of this depth.
    pub(crate) fn moves_from(&mut self, from: BoardId, depth: usize) -> Made<Rc<Vec<Move>>> {
        if depth > self.store.depth() {
            let why =
                "it looks too many moves ahead inside one definition; give the inner part a name of its own";
            return Err(Refused::TooLarge(why.into()));
        }
        if let Some(known) = self.moves.get(&(from, depth)) {
            return Ok(Rc::clone(known));
        }
        let board = self.board(from)?.clone();
        let moves = if board.is_plain() && depth == 1 {
            self.fresh(|atlas| atlas.plain_moves(from, &board))?
        } else {
            let plain = self.plain(&board.cast);
            let moves = self.moves_from(plain, 1)?;
            moves.iter().map(|mv| self.moved_from(mv, &board, depth)).collect::<Made<_>>()?
        };
        let moves = Rc::new(moves);
        self.moves.insert((from, depth), Rc::clone(&moves));
        Ok(moves)
    }

    /// The moves of a cast, everybody on his own bits.
    pub(crate) fn cast_moves(&mut self, cast: &Cast) -> Made<Rc<Vec<Move>>> {
        let plain = self.plain(cast);
        self.moves_from(plain, 1)
    }

    /// A move said of another board.
    fn moved_from(&mut self, mv: &Move, board: &Board, depth: usize) -> Made<Move> {
        let man = usize::from(mv.man.0);
        let mut replacing = board.replacing(&self.store);
        for bit in 0..BITS {
            let target = Bit::Variable(self.store.variable(man, bit, depth), false);
            replacing.push((self.store.variable(man, bit, 1), target));
        }
        let legal = self.store.replace(&mv.legal, &replacing)?;
        let mut after = Board { cast: self.board(mv.after)?.cast.clone(), spots: board.spots.clone() };
        put(&mut after, mv.man, Spot::Depth(depth as u8));
        for taken in members(mv.takes) {
            put(&mut after, taken, Spot::Gone);
        }
        let after = self.boards.add(after);
        Ok(Move { legal, after, ..mv.clone() })
    }

    /// The moves of everybody in a plain position.
    fn plain_moves(&mut self, from: BoardId, board: &Board) -> Made<Vec<Move>> {
        let mut moves = Vec::new();
        for rule in &self.program.laws.moves {
            self.go_on()?;
            if board.cast.men.get(usize::from(rule.man.0)).is_some_and(Option::is_some) {
                moves.extend(self.moves_of(from, board, rule)?);
            }
        }
        Ok(moves)
    }

    fn moves_of(&mut self, from: BoardId, board: &Board, rule: &MoveRule) -> Made<Vec<Move>> {
        let mut moved = board.clone();
        put(&mut moved, rule.man, Spot::Depth(1));
        let moved = self.boards.add(moved);
        let (file, rank) = self.square_of(moved, rule.man)?;
        let target = Value::Square(file.clone(), rank.clone());
        let here = Names::given([from]).bind(Bound::Var(rule.target, target));
        self.depth = 1;
        let may_move = self.truth(rule.may_move, &here)?;
        if self.store.is_empty(&may_move) {
            return Ok(Vec::new());
        }
        let targets = self.value(rule.targets, &here)?;
        let inside = self.member((&file, &rank), &targets)?;
        let when = self.truth(rule.when, &here)?;
        let may_go = self.store.all(&[may_move, inside, when])?;
        let promotes = self.truth(rule.promotes, &here)?;
        let mut kinds = vec![(self.store.without(&may_go, &promotes)?, None)];
        for &kind in &rule.promotions {
            kinds.push((self.store.and(&may_go, &promotes)?, Kind::ALL.get(usize::from(kind)).copied()));
        }
        let mut moves = Vec::new();
        for (takes, taken) in self.captures(board, rule, &here)? {
            for (may_go, becomes) in &kinds {
                let may_go = self.store.and(may_go, &taken)?;
                if !self.store.is_empty(&may_go) {
                    moves.extend(self.provided(from, board, rule, (&may_go, takes, *becomes))?);
                }
            }
        }
        Ok(moves)
    }

    /// Who is taken, and where: nobody, one man, or several who stand on one square, where the position is not legal.
    fn captures(&mut self, board: &Board, rule: &MoveRule, here: &Names) -> Made<Vec<(Slots, Set)>> {
        let mut cases = vec![(Slots::default(), self.store.constant(true))];
        for &(slot, condition) in &rule.captures {
            if board.cast.men.get(usize::from(slot.0)).is_none_or(Option::is_none) {
                continue;
            }
            let taken = self.truth(condition, here)?;
            let mut more = Vec::new();
            for (slots, set) in cases {
                let (with, without) = (self.store.and(&set, &taken)?, self.store.without(&set, &taken)?);
                more.push((slots, without));
                if !self.store.is_empty(&with) {
                    more.push((Slots(slots.0 | 1 << slot.0), with));
                }
            }
            cases = more;
        }
        Ok(cases)
    }

    /// A move, if what must hold afterwards holds anywhere.
    fn provided(
        &mut self,
        from: BoardId,
        board: &Board,
        rule: &MoveRule,
        (may_go, takes, becomes): (&Set, Slots, Option<Kind>),
    ) -> Made<Option<Move>> {
        let mut after = Board { cast: board.cast.passed(), spots: board.spots.clone() };
        put(&mut after, rule.man, Spot::Depth(1));
        if let (Some(kind), Some(place)) = (becomes, after.cast.men.get_mut(usize::from(rule.man.0))) {
            *place = Some(kind);
        }
        for taken in members(takes) {
            put(&mut after, taken, Spot::Gone);
            after.cast.capture(usize::from(taken.0));
        }
        let after = self.boards.add(after);
        let provided = self.truth(rule.provided, &Names::given([from, after]))?;
        let legal = self.store.and(may_go, &provided)?;
        Ok((!self.store.is_empty(&legal)).then_some(Move { man: rule.man, takes, legal, after }))
    }

    /// Moves to one square each.
    pub(crate) fn single_moves(&mut self, from: BoardId) -> Made<Vec<Move>> {
        let depth = self.depth + 1;
        let mut single = Vec::new();
        for mv in self.moves_from(from, depth)?.iter() {
            let man = usize::from(mv.man.0);
            for square in 0..64_u8 {
                let bit =
                    |bit: usize| (self.store.variable(man, bit, depth), Bit::Known(square >> bit & 1 == 1));
                let legal = self.store.replace(&mv.legal, &(0..BITS).map(bit).collect())?;
                if self.store.is_empty(&legal) {
                    continue;
                }
                let mut after = self.board(mv.after)?.clone();
                put(&mut after, mv.man, Spot::Known(square));
                let after = self.boards.add(after);
                single.push(Move { legal, after, ..mv.clone() });
            }
        }
        Ok(single)
    }

    fn square_of(&mut self, at: BoardId, man: Slot) -> Made<(crate::number::Number, crate::number::Number)> {
        use adli_symbolic::{Domain, Sight};
        match (self.see(Sight::File(man), at)?, self.see(Sight::Rank(man), at)?) {
            (Value::Int(file), Value::Int(rank)) => Ok((file, rank)),
            _ => Err(unbound()),
        }
    }
}

fn put(board: &mut Board, man: Slot, spot: Spot) {
    if let Some(place) = board.spots.get_mut(usize::from(man.0)) {
        *place = (spot, Symmetry::IDENTITY);
    }
}
