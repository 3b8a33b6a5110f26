//! Decides a problem: CaDiCaL searches, the inequalities object, and cases are distinguished where fractions are not enough.
//!
//! 1. CaDiCaL looks for values of the variables; [`Theory`] objects with lines as soon as the bounds cannot hold together over the fractions.
//! 2. No values are left: the problem has no solution, and the lines show why.
//! 3. There are values against which nothing is to be said over the fractions. If the simplex has given each integer a whole number, that is a solution,
//!    which is put into the problem before anybody sees it. If not, an integer `x` has a value between two whole numbers `c` and `c + 1`: the
//!    inequality `x <= c`, or one that leads further (`Simplex::cut`), joins the problem, true or false as the solver likes, and the search goes on.
//!
//! For integers without bounds this need not end; whoever calls sets a limit. What was learnt stays: it is one solver all the time.
//!
//! After a few cases small solutions are looked for first: every integer is supposed to lie in a box, which is taken away again if
//! nothing is in it. Without it a search for a solution may follow the fractions to ever larger integers.

use std::cell::RefCell;
use std::rc::Rc;

use adli_farkas::{Atom, Lines, Problem};
use adli_watch::Watch;
use cadical_sys::{CaDiCal, Status};

use crate::guard;
use crate::theory::{Shared, Theory};

/// After so many cases small solutions are looked for first.
const CASES_BEFORE_BOX: usize = 24;
/// Solutions with integers up to this.
const BOX: i64 = 1000;

/// How much may be used for one problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowed {
    /// Bytes of memory that this process may have; observed where the system says how much it uses.
    pub memory: Option<u64>,
    /// How many cases are distinguished beyond those of the problem.
    pub splits: usize,
    /// How many dead ends the search may run into: a limit that is the same on a slow machine and on a quick one.
    pub conflicts: Option<u32>,
}

impl Default for Allowed {
    fn default() -> Allowed {
        Allowed { memory: None, splits: 10_000, conflicts: None }
    }
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decided {
    /// These integers and these values of the variables, variable 1 first, are a solution. They were put into the problem.
    Solution(Vec<i64>, Vec<bool>),
    /// There is none: these lines and the clauses cannot all hold. Nobody has checked that yet.
    Contradiction(Lines),
    /// It was given up, for this reason.
    Unknown(String),
}

/// How much work it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Lines that were found, those of the order among inequalities included.
    pub lines: usize,
    /// Cases that were distinguished beyond those of the problem.
    pub splits: usize,
    /// How often the simplex was asked.
    pub looks: u64,
    /// How often it exchanged a row and a column.
    pub pivots: u64,
    /// How many dead ends the search ran into.
    pub conflicts: u64,
}

/// Decides a problem.
#[must_use]
pub fn decide(problem: &Problem, allowed: &Allowed, watch: &dyn Watch) -> (Decided, Work) {
    let theory = Rc::new(RefCell::new(Theory::new(problem.integers(), problem.atoms())));
    let mut search = Search {
        problem,
        solver: CaDiCal::new(),
        theory: Rc::clone(&theory),
        atoms: Vec::new(),
        told: 0,
        boxed: None,
        allowed,
        watch,
    };
    let decided = search.run();
    let theory = theory.borrow();
    let work = Work {
        lines: theory.lines().len(),
        splits: search.atoms.len(),
        looks: theory.looks,
        pivots: theory.pivots(),
        conflicts: search.conflicts(),
    };
    (decided, work)
}

struct Search<'a> {
    problem: &'a Problem,
    solver: CaDiCal,
    theory: Rc<RefCell<Theory>>,
    /// Inequalities that distinguish cases.
    atoms: Vec<Atom>,
    /// How many of the lines about order the solver has been told.
    told: usize,
    /// Literals by which every integer is small, if that is supposed; or none, if that was tried.
    boxed: Option<Vec<i32>>,
    allowed: &'a Allowed,
    watch: &'a dyn Watch,
}

impl Search<'_> {
    fn run(&mut self) -> Decided {
        // An empty clause is a contradiction without any line.
        if self.problem.clauses().any(<[i32]>::is_empty) {
            return Decided::Contradiction(Lines::default());
        }
        self.solver.connect_external_propagator(Shared(Rc::clone(&self.theory)));
        for clause in self.problem.clauses() {
            self.solver.clause6(clause);
        }
        for atom in self.problem.atoms() {
            self.solver.add_observed_var(atom.variable as i32);
        }
        loop {
            if self.atoms.len() >= CASES_BEFORE_BOX && self.boxed.is_none() {
                self.put_into_box();
            }
            self.tell_order();
            self.boxed.iter().flatten().for_each(|&literal| self.solver.assume(literal));
            self.limit_conflicts();
            let (status, reason) = guard::solve(&mut self.solver, self.watch, self.allowed.memory);
            if self.theory.borrow().failed {
                return Decided::Unknown("a number is larger than is calculated with here".to_owned());
            }
            match status {
                Status::UNSATISFIABLE if self.boxed.as_ref().is_some_and(|boxed| !boxed.is_empty()) => {
                    self.boxed = Some(Vec::new());
                }
                Status::UNSATISFIABLE => {
                    let lines = self.theory.borrow().lines().to_vec();
                    return Decided::Contradiction(Lines { atoms: std::mem::take(&mut self.atoms), lines });
                }
                Status::SATISFIABLE => {
                    let values = self.theory.borrow().values();
                    match values.iter().position(|value| !value.is_whole()) {
                        None => return self.solution(),
                        Some(_) if self.atoms.len() >= self.allowed.splits => {
                            return Decided::Unknown(
                                "more cases would have to be distinguished than are allowed".to_owned(),
                            );
                        }
                        Some(integer) => self.split(integer),
                    }
                }
                Status::UNKNOWN => {
                    return Decided::Unknown(reason.unwrap_or_else(|| "the solver gave up".to_owned()));
                }
            }
        }
    }

    /// What is left of the conflicts allowed goes to the next search.
    fn limit_conflicts(&mut self) {
        if let Some(allowed) = self.allowed.conflicts {
            let left = u64::from(allowed).saturating_sub(self.conflicts());
            self.solver.limit("conflicts", i32::try_from(left).unwrap_or(i32::MAX));
        }
    }

    fn conflicts(&self) -> u64 {
        u64::try_from(self.solver.get_statistic_value("conflicts")).unwrap_or(0)
    }

    /// Tells the lines about the order of inequalities that are new.
    fn tell_order(&mut self) {
        let theory = self.theory.borrow();
        let new: Vec<Vec<i32>> = theory.lines()[self.told..]
            .iter()
            .map(|line| line.iter().map(|&(_, literal)| literal).collect())
            .collect();
        self.told += new.len();
        drop(theory);
        new.iter().for_each(|clause| self.solver.clause6(clause));
    }

    /// Distinguishes two cases because an integer has a fraction for its value; in turn whether it is above or below that, and whether
    /// some sum is: the first is what ends soon where integers have bounds, the second often where they have none.
    fn split(&mut self, integer: usize) {
        let (terms, bound) = self.theory.borrow().case(integer, self.atoms.len() % 2 == 1);
        // What the search has found since is known to the solver already.
        self.told = self.theory.borrow().lines().len();
        self.distinguish(terms, bound);
    }

    /// A new inequality.
    fn distinguish(&mut self, terms: Vec<(i64, u32)>, bound: i64) -> i32 {
        let variable = self.problem.variables() + self.atoms.len() as u32 + 1;
        let atom = Atom { variable, terms, bound };
        self.theory.borrow_mut().add(&atom);
        self.atoms.push(atom);
        self.solver.add_observed_var(variable as i32);
        variable as i32
    }

    /// Supposes that every integer is small.
    fn put_into_box(&mut self) {
        let mut boxed = Vec::new();
        for integer in 1..=self.problem.integers() {
            boxed.push(self.distinguish(vec![(1, integer)], BOX));
            boxed.push(-self.distinguish(vec![(1, integer)], -BOX - 1));
        }
        self.boxed = Some(boxed);
    }

    fn solution(&mut self) -> Decided {
        let integers: Vec<i64> = self.theory.borrow().values().iter().map(|value| value.floor()).collect();
        let known = self.solver.vars();
        let last = i32::try_from(self.problem.variables()).unwrap_or(i32::MAX);
        let mut values: Vec<bool> =
            (1..=last).map(|variable| variable <= known && self.solver.val(variable) > 0).collect();
        // An inequality that no clause asks for is what it is.
        for atom in self.problem.atoms() {
            if let (Some(value), Some(holds)) =
                (values.get_mut(atom.variable as usize - 1), atom.holds(&integers))
            {
                *value = holds;
            }
        }
        if self.problem.is_satisfied(&integers, &values) {
            Decided::Solution(integers, values)
        } else {
            Decided::Unknown("what was found is no solution: this is a mistake of this program".to_owned())
        }
    }
}
