//! Why an accepted certificate means that the problem has no solution.
//!
//! A *solution* is a choice of integers and of truth values for the variables such that a variable that stands for an
//! inequality is true if and only if the inequality holds for the integers, and every clause has a true literal.
//!
//! **New inequalities.** The file of lines may introduce variables that the problem does not have, each standing for an inequality
//! between the integers of the problem. A solution of the problem says what they are: true or false as the integers will
//! have it. So a problem with new inequalities has a solution if and only if it had one before. (This is how a case is
//! distinguished: `x3 <= 4` or not; and how a bound is rounded, see below.)
//!
//! **Lines.** A line is a clause of literals `l1, l2, ..`, all of which stand for inequalities, with positive multipliers
//! `m1, m2, ..`.
//! Suppose that some integers make every literal false.
//!
//! - If `l` is the negation of a variable that stands for `s <= b`, then `s <= b`.
//! - If `l` is such a variable itself, then not `s <= b`. The factors, the integers and `b` are whole numbers, so `s >= b + 1`, that is
//!   `-s <= -b - 1`.
//!
//! Inequalities may be multiplied by positive numbers and added. The checker does so, and refuses the line unless every integer
//! cancels and what is left is `0 <= c` with a negative `c`. That is a contradiction: no integers make every literal false, and
//! the clause holds in every solution. An empty line adds up to `0 <= 0`, which is refused.
//!
//! **Proof.** The clauses of the problem, then those of the lines, in the order of the files, are handed to the checker of
//! LRAT proofs. If it accepts, no truth values satisfy all these clauses (`adli-lrat` argues that). A
//! solution of the problem would: the clauses of the problem by definition, the lines as argued. So there is none.
//!
//! **Is this enough for integers?** Nothing depends on it, but it is. Rounding (`2 x <= 5`, hence `x <= 2`) needs no rule of its own: with
//! the new inequality `a: x <= 2` there is the line `a` or not `2 x <= 5`, because `2 x <= 5` and twice
//! `-x <= -3` add up to `0 <= -1`. All cutting planes and all distinctions of cases can be written like that.
//!
//! **Arithmetic.** Factors, bounds and multipliers have 64 bits, sums 128, and a sum that would need more is refused.

use std::collections::BTreeMap;
use std::io::Read;

use crate::Limits;
use crate::atom::Atom;
use crate::fault::{Fault, Wrong};
use crate::lines::Lines;
use crate::problem::Problem;
use crate::words::{Rows, whole};

/// What an accepted certificate consisted of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Inequalities that the problem does not have.
    pub atoms: u64,
    /// Lines of linear arithmetic.
    pub lines: u64,
    /// What the checker of LRAT proofs saw.
    pub proof: adli_lrat::Checked,
}

/// Checks that a problem has no solution: the lines, and the proof that they and the clauses cannot all hold.
///
/// # Errors
/// The first fault: then the certificate proves nothing.
pub fn check(
    problem: &Problem,
    lines: impl Read,
    proof: impl Read,
    limits: &Limits,
) -> Result<Checked, Fault> {
    let (lines, clauses) = check_lines(problem, lines, limits)?;
    let checked = adli_lrat::check_proof(&clauses, proof, limits).map_err(Fault::Proof)?;
    Ok(Checked { atoms: lines.atoms.len() as u64, lines: lines.lines.len() as u64, proof: checked })
}

/// Checks the lines alone; the clauses of the problem and of the lines, which a proof has to refute.
///
/// # Errors
/// The first fault.
pub fn check_lines(
    problem: &Problem,
    lines: impl Read,
    limits: &Limits,
) -> Result<(Lines, adli_lrat::Problem), Fault> {
    let text = whole(lines, limits).map_err(|wrong| Fault::Lines(0, wrong))?;
    let mut rows = Rows::new(&text);
    let lines = Lines::read(&mut rows, problem.variables(), problem.integers())
        .map_err(|wrong| Fault::Lines(rows.at, wrong))?;
    let atoms: BTreeMap<u32, &Atom> =
        problem.atoms().iter().chain(&lines.atoms).map(|atom| (atom.variable, atom)).collect();
    for (number, line) in (1..).zip(&lines.lines) {
        refute(line, |variable| atoms.get(&variable).copied())
            // Comments are not counted here: the number is that of the line among lines.
            .map_err(|wrong| Fault::Lines(1 + lines.atoms.len() as u64 + number, wrong))?;
    }
    // INVARIANT: new variables follow those of the problem one after another (`Lines::read`), so the last is their number.
    let variables = problem.variables() + lines.atoms.len() as u32;
    let of_problem = problem.clauses().map(<[i32]>::to_vec);
    let of_lines = lines.lines.iter().map(|line| line.iter().map(|&(_, literal)| literal).collect());
    let clauses = adli_lrat::Problem::from_clauses(variables, of_problem.chain(of_lines), limits);
    Ok((lines, clauses.map_err(Fault::Proof)?))
}

/// Adds up multiples of the negations of the literals, and wants a contradiction.
fn refute<'a>(line: &[(i64, i32)], atom: impl Fn(u32) -> Option<&'a Atom>) -> Result<(), Wrong> {
    let mut sum: BTreeMap<u32, i128> = BTreeMap::new();
    let mut bound: i128 = 0;
    for &(multiplier, literal) in line {
        if multiplier <= 0 {
            return Err(Wrong::Multiplier);
        }
        let atom = atom(literal.unsigned_abs()).ok_or(Wrong::NoAtom(i64::from(literal)))?;
        // `s <= b` for a negated variable, `-s <= -b - 1` for a plain one; nothing of 64 bits overflows 128.
        let sign = if literal < 0 { 1 } else { -1 };
        let negated = if literal < 0 { i128::from(atom.bound) } else { -i128::from(atom.bound) - 1 };
        let multiplier = i128::from(multiplier);
        let add = |to: &mut i128, what: i128| {
            let what = what.checked_mul(multiplier).ok_or(Wrong::Overflow)?;
            *to = to.checked_add(what).ok_or(Wrong::Overflow)?;
            Ok(())
        };
        for &(factor, integer) in &atom.terms {
            add(sum.entry(integer).or_default(), sign * i128::from(factor))?;
        }
        add(&mut bound, negated)?;
    }
    match sum.iter().find(|&(_, &factor)| factor != 0) {
        Some((&integer, _)) => Err(Wrong::LeftOver(integer)),
        None if bound < 0 => Ok(()),
        None => Err(Wrong::NoContradiction),
    }
}
