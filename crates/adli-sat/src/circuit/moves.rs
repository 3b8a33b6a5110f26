//! Moves as circuits.
//!
//! What a move is comes from the rules of `laws.adv` alone ([`adli_lang::MoveRule`]): a man goes to a square if the
//! rule says so. Here it is only chosen which squares are looked at: eight round a king, eight jumps of a knight, the squares
//! of a rook's lines and a bishop's diagonals. That no other square is ever a target is not taken for granted: it is
//! a lemma of its own ([`Circuit::beyond_candidates`]).

use std::rc::Rc;

use adli_chess::Kind;
use adli_lang::MoveRule;
use adli_lang::term::{Pos, Slot, Term};
use adli_symbolic::{Algebra, SIZE, Walk};

use super::Circuit;
use crate::aig::{Aig, Number, Wire};
use crate::board::{Board, BoardId, Man, of_kind};
use crate::wires::{Bound, Made, Names, Value};

/// A move that there may be.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) man: Slot,
    pub(crate) legal: Wire,
    pub(crate) after: BoardId,
}

const KING: [(i32, i32); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
const KNIGHT: [(i32, i32); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// The squares to which a man may go, at most.
fn targets(aig: &Aig, man: &Man) -> Made<Vec<(Number, Number)>> {
    let (file, rank) = (&man.file, &man.rank);
    let by = |offsets: &[(i32, i32)]| offsets.iter().map(|&(f, r)| (file.plus(f), rank.plus(r))).collect();
    let lines = || (1..=SIZE).map(Number::constant);
    let straight = || lines().map(|f| (f, rank.clone())).chain(lines().map(|r| (file.clone(), r)));
    let slanted = || {
        let offsets: Vec<(i32, i32)> =
            (1 - SIZE..SIZE).filter(|&d| d != 0).flat_map(|d| [(d, d), (d, -d)]).collect();
        by(&offsets) as Vec<(Number, Number)>
    };
    Ok(match man.fixed_kind() {
        Some(Kind::King) => by(&KING),
        Some(Kind::Knight) => by(&KNIGHT),
        Some(Kind::Rook) => straight().collect(),
        Some(Kind::Bishop) => slanted(),
        Some(Kind::Queen) => straight().chain(slanted()).collect(),
        _ => aig.squares()?,
    })
}

impl Circuit<'_> {
    /// The moves that there may be at a position.
    pub(crate) fn candidates(&mut self, id: BoardId) -> Made<Rc<Vec<Candidate>>> {
        if let Some(known) = self.moves.get(&id) {
            return Ok(Rc::clone(known));
        }
        let board = self.boards.get(id);
        let program = self.program;
        let mut candidates = Vec::new();
        for rule in &program.laws.moves {
            if self.truth(rule.may_move, &Names::given(vec![id]))? == Wire::FALSE {
                continue;
            }
            let Some(man) = board.man(rule.man) else { continue };
            for (file, rank) in targets(&self.aig, man)? {
                candidates.extend(self.moves_to(id, rule, &file, &rank)?);
            }
        }
        let candidates = Rc::new(candidates);
        self.moves.insert(id, Rc::clone(&candidates));
        Ok(candidates)
    }

    /// Whether somebody has a legal move from a position to a square that is not among those that are looked at.
    pub(crate) fn beyond_candidates(&mut self, id: BoardId, file: &Number, rank: &Number) -> Made<Wire> {
        let board = self.boards.get(id);
        let program = self.program;
        let mut beyond = Vec::new();
        for rule in &program.laws.moves {
            let Some(man) = board.man(rule.man) else { continue };
            let mut same = Vec::new();
            for (f, r) in targets(&self.aig, man)? {
                same.push(self.aig.same_square((file, rank), (&f, &r))?);
            }
            let looked_at = self.aig.any(same);
            for candidate in self.moves_to(id, rule, file, rank)? {
                beyond.push(self.aig.and(candidate.legal, !looked_at));
            }
        }
        Ok(self.aig.any(beyond))
    }

    /// The moves of a man to a square: none, one, or one for each kind that he may become.
    pub(crate) fn moves_to(
        &mut self,
        id: BoardId,
        rule: &MoveRule,
        file: &Number,
        rank: &Number,
    ) -> Made<Vec<Candidate>> {
        let square = Value::Square(file.clone(), rank.clone());
        let here = Names::given([id]).bind(Bound::Var(rule.target, square));
        let may_move = self.truth(rule.may_move, &here)?;
        let targets = self.value(rule.targets, &here)?;
        let on_board = self.member((file, rank), &targets)?;
        let when = self.truth(rule.when, &here)?;
        let may_go = self.aig.all([may_move, on_board, when]);
        if may_go == Wire::FALSE {
            return Ok(Vec::new());
        }
        let (after, promotes) = self.update(id, rule, file, rank, &here)?;
        let mut cases = vec![(!promotes, None)];
        cases.extend(
            rule.promotions.iter().map(|&kind| (promotes, Kind::ALL.get(usize::from(kind)).copied())),
        );
        let leads_to_legal = self.says_legal(rule);
        let mut moves = Vec::new();
        for (case, promotion) in cases {
            let mut board = after.clone();
            if let (Some(kind), Some(man)) = (promotion, board.men.get_mut(usize::from(rule.man.0))) {
                man.kind = of_kind(kind);
            }
            let may_go = self.aig.and(may_go, case);
            if may_go == Wire::FALSE {
                continue;
            }
            let after = self.boards.add(board);
            let provided = self.truth(rule.provided, &Names::given(vec![id, after]))?;
            let legal = self.aig.and(may_go, provided);
            let legal = self.aig.tidy(legal);
            if legal != Wire::FALSE {
                // Whoever looks at the position after a legal move need not ask again whether the move was legal.
                let after = self.supposed(after, legal, leads_to_legal);
                moves.push(Candidate { man: rule.man, legal, after });
            }
        }
        Ok(moves)
    }

    /// Whether a rule asks that the position after the move is legal.
    fn says_legal(&self, rule: &MoveRule) -> bool {
        let terms = &self.program.terms;
        match terms.get(rule.provided) {
            Term::Call(def, at, _) if Some(*def) == self.program.laws.legal => {
                at.iter().all(|&pos| terms.pos(pos) == Pos::Given(1))
            }
            _ => false,
        }
    }

    /// The position after a move, and whether the man must become something else.
    fn update(
        &mut self,
        id: BoardId,
        rule: &MoveRule,
        file: &Number,
        rank: &Number,
        here: &Names,
    ) -> Made<(Board, Wire)> {
        let mut board = Board::clone(&self.boards.get(id));
        for &(slot, condition) in &rule.captures {
            let taken = self.truth(condition, here)?;
            if let Some(man) = board.men.get_mut(usize::from(slot.0)) {
                man.alive = self.aig.and(man.alive, !taken);
            }
        }
        if let Some(man) = board.men.get_mut(usize::from(rule.man.0)) {
            (man.file, man.rank) = (file.clone(), rank.clone());
        }
        board.second = !board.second;
        let nowhere = || (Number::constant(0), Number::constant(0));
        // The square matters only where both sides have pawns.
        board.passing =
            if self.program.endgame.has_passing() { self.square(rule.passing, here)? } else { nowhere() };
        Ok((board, self.truth(rule.promotes, here)?))
    }
}
