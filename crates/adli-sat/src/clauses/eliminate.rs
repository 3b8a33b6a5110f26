//! Fewer clauses: gates whose variables are not worth it are written out.
//!
//! A variable that stands for a gate may be replaced by what it stands for. In terms of clauses: every clause that asserts
//! it meets every clause that denies it (resolution), the resulting clauses take the place of both, and the problem is
//! satisfiable just as before. It is done where the result has no more clauses than there were (Eén and Biere,
//! *Effective preprocessing in SAT through variable and clause elimination*, 2005). A clause that says no more than another one goes. Variables with names are kept, so that a model still says what the position is.

use std::collections::BTreeSet;

use super::Cnf;

/// No longer clauses than this are made.
const MAX_LENGTH: usize = 24;
/// A variable in more clauses than this is left alone.
const MAX_CLAUSES: usize = 40;

struct Eliminator {
    clauses: Vec<Vec<i32>>,
    /// For each literal the clauses that have it, and some that had it and are gone.
    having: Vec<Vec<u32>>,
    gone: Vec<bool>,
    signs: Vec<u64>,
    /// Variables whose clauses have changed, those with the fewest first.
    todo: BTreeSet<(usize, i32)>,
    keep: Vec<bool>,
}

/// The same problem with fewer clauses and variables.
pub(super) fn eliminate(cnf: &Cnf) -> Cnf {
    let variables = cnf.variables as usize;
    let mut eliminator = Eliminator {
        clauses: Vec::new(),
        having: vec![Vec::new(); 2 * variables + 2],
        gone: Vec::new(),
        signs: Vec::new(),
        todo: BTreeSet::new(),
        keep: vec![false; variables + 1],
    };
    for (_, literal) in &cnf.names {
        eliminator.keep[literal.unsigned_abs() as usize] = true;
    }
    let mut clauses: Vec<Vec<i32>> = cnf.clauses().filter_map(normal).collect();
    clauses.sort_unstable();
    clauses.dedup();
    for clause in clauses {
        eliminator.add(clause);
    }
    for variable in 1..=variables as i32 {
        eliminator.again(variable);
    }
    while let Some((_, variable)) = eliminator.todo.pop_first() {
        eliminator.try_variable(variable);
    }
    let fewer = eliminator.finish(cnf);
    if fewer.clauses().any(<[i32]>::is_empty) { contradiction(fewer) } else { fewer }
}

/// A problem that has the empty clause, without it: some checkers do not read one. A variable that is true and false says the same.
fn contradiction(cnf: Cnf) -> Cnf {
    let mut plain = Cnf::new();
    (plain.variables, plain.names) = (cnf.variables, cnf.names);
    plain.add(&[1]);
    plain.add(&[-1]);
    plain
}

/// The order of literals in a clause.
fn order(literal: i32) -> (u32, i32) {
    (literal.unsigned_abs(), literal)
}

/// A clause in order, unless it says nothing.
pub(super) fn normal(clause: &[i32]) -> Option<Vec<i32>> {
    let mut clause = clause.to_vec();
    clause.sort_unstable_by_key(|&literal| order(literal));
    clause.dedup();
    let says_nothing = clause.windows(2).any(|pair| pair[0] == -pair[1]);
    (!says_nothing).then_some(clause)
}

/// What two clauses come to, one that asserts a variable and one that denies it, unless that says nothing. All are in order.
fn resolvent(a: &[i32], b: &[i32], variable: i32) -> Option<Vec<i32>> {
    let mut clause: Vec<i32> = Vec::with_capacity(a.len() + b.len() - 2);
    let (mut a, mut b) = (a.iter().copied().peekable(), b.iter().copied().peekable());
    loop {
        let from_a = match (a.peek(), b.peek()) {
            (Some(&x), Some(&y)) => order(x) <= order(y),
            (x, _) => x.is_some(),
        };
        let Some(literal) = (if from_a { a.next() } else { b.next() }) else { return Some(clause) };
        match clause.last() {
            _ if literal.abs() == variable => {}
            Some(&last) if last == literal => {}
            Some(&last) if last == -literal => return None,
            _ => clause.push(literal),
        }
    }
}

/// A bit for each literal, several with the same: a part of a clause has a part of its bits.
fn signature(clause: &[i32]) -> u64 {
    clause.iter().fold(0, |sign, &literal| sign | 1 << (place(literal) % 64))
}

/// Whether all literals of one clause are in the other; both are in order.
fn is_part(part: &[i32], whole: &[i32]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|literal| rest.any(|other| other == literal))
}

fn place(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl Eliminator {
    /// Adds a clause, unless another one says as much; those that say no more than it go.
    fn add_new(&mut self, clause: Vec<i32>) {
        let sign = signature(&clause);
        for &literal in &clause {
            let known = |&&other: &&u32| {
                !self.gone[other as usize]
                    && self.signs[other as usize] & !sign == 0
                    && is_part(&self.clauses[other as usize], &clause)
            };
            if self.having[place(literal)].iter().any(|other| known(&other)) {
                return;
            }
        }
        let rarest = clause.iter().copied().min_by_key(|&literal| self.having[place(literal)].len());
        for other in rarest.map(|literal| self.with(literal)).unwrap_or_default() {
            if sign & !self.signs[other as usize] == 0 && is_part(&clause, &self.clauses[other as usize]) {
                self.gone[other as usize] = true;
            }
        }
        self.add(clause);
    }

    fn add(&mut self, clause: Vec<i32>) {
        self.signs.push(signature(&clause));
        let number = self.clauses.len() as u32;
        for &literal in &clause {
            self.having[place(literal)].push(number);
        }
        self.clauses.push(clause);
        self.gone.push(false);
    }

    fn with(&mut self, literal: i32) -> Vec<u32> {
        let gone = &self.gone;
        let having = &mut self.having[place(literal)];
        having.retain(|&clause| !gone[clause as usize]);
        having.clone()
    }

    fn again(&mut self, variable: i32) {
        if !self.keep[variable as usize] {
            let size = self.having[place(variable)].len() * self.having[place(-variable)].len();
            self.todo.insert((size, variable));
        }
    }

    fn try_variable(&mut self, variable: i32) {
        let (asserting, denying) = (self.with(variable), self.with(-variable));
        let before = asserting.len() + denying.len();
        if before == 0 || asserting.len().min(denying.len()) > 8 || before > MAX_CLAUSES {
            return;
        }
        let mut made: Vec<Vec<i32>> = Vec::new();
        for &a in &asserting {
            for &b in &denying {
                let both = resolvent(&self.clauses[a as usize], &self.clauses[b as usize], variable);
                if let Some(clause) = both.filter(|clause| !made.contains(clause)) {
                    if clause.len() > MAX_LENGTH {
                        return;
                    }
                    made.push(clause);
                }
                if made.len() > before {
                    return;
                }
            }
        }
        let mut touched = BTreeSet::new();
        for &old in asserting.iter().chain(&denying) {
            self.gone[old as usize] = true;
            touched.extend(self.clauses[old as usize].iter().map(|literal| literal.abs()));
        }
        touched.remove(&variable);
        made.sort_unstable();
        for clause in made {
            self.add_new(clause);
        }
        self.keep[variable as usize] = true;
        for variable in touched {
            self.again(variable);
        }
    }

    /// The clauses that are left, with the variables numbered anew; those with names keep their order.
    fn finish(self, cnf: &Cnf) -> Cnf {
        let mut result = Cnf::new();
        let mut numbers = vec![0; cnf.variables as usize + 1];
        for (name, literal) in &cnf.names {
            let variable = literal.unsigned_abs() as usize;
            if numbers[variable] == 0 {
                numbers[variable] = result.fresh();
            }
            result.name(name.clone(), numbers[variable] * literal.signum());
        }
        for (clause, _) in self.clauses.iter().zip(&self.gone).filter(|(_, gone)| !**gone) {
            let mut literals = Vec::with_capacity(clause.len());
            for literal in clause {
                let variable = literal.unsigned_abs() as usize;
                if numbers[variable] == 0 {
                    numbers[variable] = result.fresh();
                }
                literals.push(numbers[variable] * literal.signum());
            }
            result.add(&literals);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_empty_clause_is_left() {
        let mut cnf = Cnf::new();
        let literal = cnf.fresh();
        cnf.name("p", literal);
        cnf.add(&[literal]);
        cnf.add(&[]);
        let fewer = eliminate(&cnf);
        assert_eq!(fewer.names, cnf.names);
        assert!(fewer.clauses().all(|clause| !clause.is_empty()));
        assert!(!fewer.is_satisfied_by(&[true]) && !fewer.is_satisfied_by(&[false]));
    }
}
