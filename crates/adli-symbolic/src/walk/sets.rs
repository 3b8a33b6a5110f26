//! Sets of squares. A set is never built: all that can be asked of one comes down to whether a square is in it, and `s in {x: ..}`
//! is the condition with `s` for `x`. So quantifiers over squares are written out, square by square.

use adli_lang::term::{Quantifier, Term, TermId, VarId};

use super::Walk;
use crate::algebra::{Algebra, Kinds, Made};
use crate::domain::Domain;
use crate::env::{Bound, Env, Value};

/// Whether a square is in a set.
pub(crate) fn member<'p, K: Kinds, D: Domain<'p, K>>(
    domain: &mut D,
    at: (&K::Number, &K::Number),
    set: &Value<K>,
) -> Made<K::Truth, K> {
    let Value::Set(term, names) = set else { return Err(D::unbound()) };
    if let Some(known) = domain.is_member(at, *term)? {
        return Ok(known);
    }
    match domain.program().terms.get(*term) {
        Term::Board => domain.algebra().on_board(at.0, at.1),
        Term::SetOf(squares) => {
            let mut same = Vec::with_capacity(squares.len());
            for &square in squares {
                let (file, rank) = domain.square(square, names)?;
                same.push(domain.algebra().same_square(at, (&file, &rank))?);
            }
            let one = domain.algebra().any(same)?;
            let on_board = domain.algebra().on_board(at.0, at.1)?;
            domain.algebra().and(&one, &on_board)
        }
        Term::Those(var, condition) => {
            let on_board = domain.algebra().on_board(at.0, at.1)?;
            let names = with_square(names, *var, at.0.clone(), at.1.clone());
            let condition = domain.truth(*condition, &names)?;
            domain.algebra().and(&on_board, &condition)
        }
        Term::Union(a, b) => {
            let (a, b) = members(domain, at, (*a, *b), names)?;
            domain.algebra().or(&a, &b)
        }
        Term::Intersection(a, b) => {
            let (a, b) = members(domain, at, (*a, *b), names)?;
            domain.algebra().and(&a, &b)
        }
        Term::Difference(a, b) => {
            let (a, b) = members(domain, at, (*a, *b), names)?;
            let outside = domain.algebra().not(&b)?;
            domain.algebra().and(&a, &outside)
        }
        Term::If(condition, a, b) => {
            let condition = domain.truth(*condition, names)?;
            let (a, b) = members(domain, at, (*a, *b), names)?;
            domain.algebra().choose_truth(&condition, &a, &b)
        }
        _ => Err(D::unbound()),
    }
}

fn members<'p, K: Kinds>(
    domain: &mut impl Domain<'p, K>,
    at: (&K::Number, &K::Number),
    (a, b): (TermId, TermId),
    names: &Env<K>,
) -> Made<(K::Truth, K::Truth), K> {
    let (a, b) = (domain.value(a, names)?, domain.value(b, names)?);
    Ok((member(domain, at, &a)?, member(domain, at, &b)?))
}

/// How many squares are in a set.
pub(crate) fn count<'p, K: Kinds>(domain: &mut impl Domain<'p, K>, set: &Value<K>) -> Made<K::Number, K> {
    let mut ones = Vec::new();
    for (file, rank) in domain.algebra().squares()? {
        let member = member(domain, (&file, &rank), set)?;
        ones.push(domain.algebra().as_number(&member)?);
    }
    domain.algebra().sum(ones)
}

/// Whether one set is part of another.
pub(crate) fn subset<'p, K: Kinds>(
    domain: &mut impl Domain<'p, K>,
    a: &Value<K>,
    b: &Value<K>,
) -> Made<K::Truth, K> {
    let mut fine = Vec::new();
    for (file, rank) in domain.algebra().squares()? {
        let (in_a, in_b) = (member(domain, (&file, &rank), a)?, member(domain, (&file, &rank), b)?);
        let outside = domain.algebra().not(&in_a)?;
        fine.push(domain.algebra().or(&outside, &in_b)?);
    }
    domain.algebra().all(fine)
}

/// A quantifier over the squares of a set.
pub(crate) fn over_squares<'p, K: Kinds>(
    domain: &mut impl Domain<'p, K>,
    (op, var, set, body): (Quantifier, VarId, TermId, TermId),
    names: &Env<K>,
) -> Made<Value<K>, K> {
    let set = domain.value(set, names)?;
    let mut cases = Vec::new();
    for (file, rank) in domain.algebra().squares()? {
        let member = member(domain, (&file, &rank), &set)?;
        if domain.algebra().known(&member) != Some(false) {
            let names = with_square(names, var, file, rank);
            cases.push((member, domain.value(body, &names)?));
        }
    }
    domain.tally(op, cases)
}

fn with_square<K: Kinds>(names: &Env<K>, var: VarId, file: K::Number, rank: K::Number) -> Env<K> {
    names.bind(Bound::Var(var, Value::Square(file, rank)))
}
