//! Calls of definitions, and quantifiers over moves.

use adli_lang::term::{DefId, MoveVar, PosId, Quantifier, Slots, TermId};

use crate::aig::Wire;
use crate::board::{Board, BoardId};
use crate::circuit::{Circuit, Made, Value, unbound};
use crate::names::{Bound, Names};
use crate::number::Number;

impl Circuit<'_> {
    pub(crate) fn call(
        &mut self,
        def: DefId,
        positions: &[PosId],
        arguments: &[TermId],
        names: &Names,
    ) -> Made<Value> {
        let definition = self.program.definitions.get(def.0 as usize).ok_or_else(unbound)?;
        let mut boards = Vec::with_capacity(positions.len());
        for &pos in positions {
            boards.push(self.board(pos, names)?);
        }
        let mut values = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            values.push(self.value(argument, names)?);
        }
        let has_set = values.iter().any(|value| matches!(value, Value::Set(..)));
        let key = (def, boards, values);
        if let Some(known) = self.calls.get(&key) {
            return Ok(known.clone());
        }
        let mut inner = Names::given(key.1.clone());
        for (&param, value) in definition.params.iter().zip(&key.2) {
            inner = inner.bind(Bound::Var(param, value.clone()));
        }
        let value = self.value(definition.body, &inner)?;
        if !has_set {
            self.calls.insert(key, value.clone());
        }
        Ok(value)
    }

    /// A definition without parameters at a position.
    pub(crate) fn definition(&mut self, def: DefId, boards: &[BoardId]) -> Made<Value> {
        let definition = self.program.definitions.get(def.0 as usize).ok_or_else(unbound)?;
        let key = (def, boards.to_vec(), Vec::new());
        if let Some(known) = self.calls.get(&key) {
            return Ok(known.clone());
        }
        let value = self.value(definition.body, &Names::given(boards.to_vec()))?;
        self.calls.insert(key, value.clone());
        Ok(value)
    }

    /// Whether a position is legal.
    pub(crate) fn legal(&mut self, board: &Board) -> Made<Wire> {
        let id = self.boards.add(board.clone());
        match self.definition(self.program.laws.legal.ok_or_else(unbound)?, &[id])? {
            Value::Bool(legal) => Ok(legal),
            _ => Err(unbound()),
        }
    }

    pub(crate) fn over_moves(
        &mut self,
        op: Quantifier,
        pos: PosId,
        men: Slots,
        mv: MoveVar,
        body: TermId,
        names: &Names,
    ) -> Made<Value> {
        let board = self.board(pos, names)?;
        let candidates = self.candidates(board)?;
        let mut cases = Vec::new();
        for candidate in candidates.iter().filter(|c| men.contains(c.man)) {
            let names = names.bind(Bound::Move(mv, candidate.after));
            cases.push((candidate.legal, self.value(body, &names)?));
        }
        self.tally(op, cases)
    }

    /// What a quantifier comes to: conditions, each with the value of the body.
    pub(crate) fn tally(&mut self, op: Quantifier, cases: Vec<(Wire, Value)>) -> Made<Value> {
        let mut wires = Vec::with_capacity(cases.len());
        let mut numbers = Vec::new();
        for (condition, value) in cases {
            match (op, value) {
                (Quantifier::Some | Quantifier::Count, Value::Bool(holds)) => {
                    wires.push(self.aig.and(condition, holds));
                }
                (Quantifier::Every, Value::Bool(holds)) => wires.push(self.aig.and(condition, !holds)),
                (Quantifier::Sum, Value::Int(number)) => {
                    numbers.push(Number::choose(&mut self.aig, condition, &number, &Number::constant(0)));
                }
                _ => return Err(unbound()),
            }
        }
        Ok(match op {
            Quantifier::Some => Value::Bool(self.aig.any(wires)),
            Quantifier::Every => Value::Bool(!self.aig.any(wires)),
            Quantifier::Count => {
                let ones = wires.into_iter().map(Number::from_wire).collect();
                Value::Int(Number::sum(&mut self.aig, ones)?)
            }
            Quantifier::Sum => Value::Int(Number::sum(&mut self.aig, numbers)?),
        })
    }
}
