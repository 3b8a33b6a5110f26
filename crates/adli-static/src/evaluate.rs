//! The value of an expression for given squares of its men and bound squares: how tables are filled.

use adli_lang::term::Quantifier;

use crate::node::{Atom, Node, X};

/// A truth value is 0 or 1, a number is written in two's complement, a set has a bit for each square. Nothing if it takes
/// more than so many steps, or asks what the tables say.
pub(crate) fn evaluate(
    nodes: &[Node],
    x: X,
    men: &[u8; 8],
    vars: &mut [(i32, i32)],
    steps: &mut u64,
) -> Option<u64> {
    *steps = steps.checked_sub(1)?;
    let mut value = |x: X| evaluate(nodes, x, men, vars, steps);
    macro_rules! int {
        ($x:expr) => {
            value(*$x)? as i64
        };
    }
    let coordinates = |man: u8| {
        (i64::from(men[usize::from(man & 7)] % 8) + 1, i64::from(men[usize::from(man & 7)] / 8) + 1)
    };
    Some(match &nodes[x.0 as usize] {
        Node::Bool(value) => u64::from(*value),
        Node::Int(value) => i64::from(*value) as u64,
        Node::Set(value) => *value,
        Node::File(Atom::Man(man)) => coordinates(*man).0 as u64,
        Node::Rank(Atom::Man(man)) => coordinates(*man).1 as u64,
        Node::File(Atom::Bound(var)) => i64::from(vars[usize::from(*var)].0) as u64,
        Node::Rank(Atom::Bound(var)) => i64::from(vars[usize::from(*var)].1) as u64,
        Node::Seen(_) => return None,
        Node::Not(a) => value(*a)? ^ 1,
        Node::And(parts) => {
            for &part in parts {
                if value(part)? == 0 {
                    return Some(0);
                }
            }
            1
        }
        Node::Or(parts) => {
            for &part in parts {
                if value(part)? != 0 {
                    return Some(1);
                }
            }
            0
        }
        Node::If(condition, yes, no) => {
            if value(*condition)? != 0 {
                value(*yes)?
            } else {
                value(*no)?
            }
        }
        Node::Eq(a, b) => u64::from(value(*a)? == value(*b)?),
        Node::Less(a, b) => u64::from(int!(a) < int!(b)),
        Node::AtMost(a, b) => u64::from(int!(a) <= int!(b)),
        Node::Add(a, b) => int!(a).wrapping_add(int!(b)) as u64,
        Node::Sub(a, b) => int!(a).wrapping_sub(int!(b)) as u64,
        Node::Mul(a, b) => int!(a).wrapping_mul(int!(b)) as u64,
        Node::Div(a, by) => int!(a).checked_div_euclid(i64::from(*by))? as u64,
        Node::Mod(a, by) => int!(a).checked_rem_euclid(i64::from(*by))? as u64,
        Node::Abs(a) => int!(a).wrapping_abs() as u64,
        Node::Min(a, b) => int!(a).min(int!(b)) as u64,
        Node::Max(a, b) => int!(a).max(int!(b)) as u64,
        Node::One(file, rank) => bit(int!(file), int!(rank)),
        Node::Union(a, b) => value(*a)? | value(*b)?,
        Node::Intersection(a, b) => value(*a)? & value(*b)?,
        Node::Difference(a, b) => value(*a)? & !value(*b)?,
        Node::Member(file, rank, set) => {
            let bit = bit(int!(file), int!(rank));
            u64::from(bit != 0 && value(*set)? & bit != 0)
        }
        Node::Count(a) => u64::from(value(*a)?.count_ones()),
        Node::Subset(a, b) => u64::from(value(*a)? & !value(*b)? == 0),
        Node::Those(var, condition) => {
            let mut set = 0;
            for square in 0..64 {
                vars[usize::from(*var)] = point(square);
                set |= evaluate(nodes, *condition, men, vars, steps)? << square;
            }
            set
        }
        Node::Over(op, var, set, body) => {
            let set = value(*set)?;
            let mut sum = 0_u64;
            for square in (0..64).filter(|square| set >> square & 1 != 0) {
                vars[usize::from(*var)] = point(square);
                let one = evaluate(nodes, *body, men, vars, steps)?;
                sum = match op {
                    Quantifier::Every => sum + (one ^ 1),
                    _ => sum.wrapping_add(one),
                };
            }
            match op {
                Quantifier::Some => u64::from(sum != 0),
                Quantifier::Every => u64::from(sum == 0),
                Quantifier::Count | Quantifier::Sum => sum,
            }
        }
    })
}

/// File and rank from 1 of a square.
pub(crate) fn point(square: u8) -> (i32, i32) {
    (i32::from(square % 8) + 1, i32::from(square / 8) + 1)
}

/// The bit of a square; none off the board.
fn bit(file: i64, rank: i64) -> u64 {
    let on = 1..=8;
    if on.contains(&file) && on.contains(&rank) { 1 << (8 * (rank - 1) + file - 1) } else { 0 }
}
