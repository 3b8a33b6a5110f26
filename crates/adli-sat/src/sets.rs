//! Sets of squares as circuits. A set is never built: all that can be asked of one comes down to whether a square is in it.

use adli_lang::term::{Quantifier, Term, TermId, VarId};

use crate::aig::Wire;
use crate::circuit::{Circuit, Made, SIZE, Value, unbound};
use crate::names::Names;
use crate::number::Number;

impl Circuit<'_> {
    /// Whether a square is in a set.
    pub(crate) fn member(&mut self, file: &Number, rank: &Number, set: &Value) -> Made<Wire> {
        let Value::Set(term, names) = set else { return Err(unbound()) };
        let program = self.program;
        match program.terms.get(*term) {
            Term::Board => Ok(self.on_board(file, rank)),
            Term::SetOf(squares) => {
                let mut same = Vec::new();
                for &square in squares {
                    let (f, r) = self.square(square, names)?;
                    same.push(self.same_square((file, rank), (&f, &r)));
                }
                let (one, on_board) = (self.aig.any(same), self.on_board(file, rank));
                Ok(self.aig.and(one, on_board))
            }
            Term::Those(var, condition) => {
                let on_board = self.on_board(file, rank);
                let names = self.with_square(names, *var, file.clone(), rank.clone());
                let condition = self.truth(*condition, &names)?;
                Ok(self.aig.and(on_board, condition))
            }
            Term::Union(a, b) => {
                let (a, b) = self.members(file, rank, *a, *b, names)?;
                Ok(self.aig.or(a, b))
            }
            Term::Intersection(a, b) => {
                let (a, b) = self.members(file, rank, *a, *b, names)?;
                Ok(self.aig.and(a, b))
            }
            Term::Difference(a, b) => {
                let (a, b) = self.members(file, rank, *a, *b, names)?;
                Ok(self.aig.and(a, !b))
            }
            Term::If(condition, a, b) => {
                let condition = self.truth(*condition, names)?;
                let (a, b) = self.members(file, rank, *a, *b, names)?;
                Ok(self.aig.choose(condition, a, b))
            }
            _ => Err(unbound()),
        }
    }

    fn members(
        &mut self,
        file: &Number,
        rank: &Number,
        a: TermId,
        b: TermId,
        names: &Names,
    ) -> Made<(Wire, Wire)> {
        let (a, b) = (self.value(a, names)?, self.value(b, names)?);
        Ok((self.member(file, rank, &a)?, self.member(file, rank, &b)?))
    }

    fn on_board(&mut self, file: &Number, rank: &Number) -> Wire {
        let within = |line: &Number| [line.more_than(0), !line.more_than(SIZE)];
        self.aig.all([within(file), within(rank)].concat())
    }

    /// How many squares are in a set.
    pub(crate) fn count(&mut self, set: &Value) -> Made<Number> {
        let mut ones = Vec::new();
        for (file, rank) in squares() {
            ones.push(Number::from_wire(self.member(&file, &rank, set)?));
        }
        Ok(Number::sum(&mut self.aig, ones)?)
    }

    /// Whether one set is part of another.
    pub(crate) fn subset(&mut self, a: &Value, b: &Value) -> Made<Wire> {
        let mut outside = Vec::new();
        for (file, rank) in squares() {
            let (in_a, in_b) = (self.member(&file, &rank, a)?, self.member(&file, &rank, b)?);
            outside.push(self.aig.and(in_a, !in_b));
        }
        Ok(!self.aig.any(outside))
    }

    /// A quantifier over the squares of a set.
    pub(crate) fn over_squares(
        &mut self,
        op: Quantifier,
        var: VarId,
        set: TermId,
        body: TermId,
        names: &Names,
    ) -> Made<Value> {
        let set = self.value(set, names)?;
        let mut cases = Vec::new();
        for (file, rank) in squares() {
            let member = self.member(&file, &rank, &set)?;
            if member != Wire::FALSE {
                let names = self.with_square(names, var, file, rank);
                cases.push((member, self.value(body, &names)?));
            }
        }
        self.tally(op, cases)
    }
}

/// The squares of the board.
pub(crate) fn squares() -> impl Iterator<Item = (Number, Number)> {
    (0..SIZE * SIZE).map(|n| (Number::constant(n % SIZE + 1), Number::constant(n / SIZE + 1)))
}
