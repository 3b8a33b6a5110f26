//! What the inequalities say while a SAT solver searches.
//!
//! CaDiCaL tells which variables it has set and taken back, and asks now and then whether something is wrong (its interface IPASIR-UP, Fazekas and others,
//! SAT 2023). Each variable that stands for an inequality sets a bound of the simplex; a conflict of bounds becomes a line, which CaDiCaL
//! learns as a clause. So the search is that of CaDiCaL, and what is said to it are lines of the certificate and nothing else.
//!
//! **Lines are made as strong as they get for nothing.** Multiples of the inequalities add up to `0 <= -c`. If `c` is larger than 1 there is something to give away: a
//! bound may be exchanged for a weaker one on the same form, as long as what is left is still negative. The weaker clause literal is implied by
//! the stronger one, so the line forbids more than the conflict that led to it.
//!
//! **Order.** Inequalities over the same form are ordered by their bounds: for neighbours there is a line from the beginning, so that unit propagation knows
//! the order and the simplex sees the strongest bounds only.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use adli_farkas::{Atom, Line};
use cadical_sys::ExternalPropagator;

use crate::ratio::{Ratio, TooLarge, gcd64};
use crate::simplex::{Bound, Conflict, Simplex};

/// Sums with larger factors than this are not used to distinguish cases.
const LARGEST_FACTOR: u64 = 1 << 20;

/// The inequalities of a problem, under the assignment of the moment.
pub(crate) struct Theory {
    simplex: Simplex,
    integers: usize,
    /// By variable: the slot of the form, and the bound.
    atoms: HashMap<u32, (usize, i64)>,
    forms: HashMap<Vec<(i64, u32)>, usize>,
    /// By slot: the variables that stand for "at most", by bound.
    bounds: Vec<BTreeMap<i64, i32>>,
    /// How many bounds were set when each decision was made.
    marks: Vec<usize>,
    /// The line that is being told, last literal first.
    telling: Vec<i32>,
    is_telling: bool,
    lines: Vec<Line>,
    known: HashSet<Vec<i32>>,
    /// A number did not fit: from now on nothing is said.
    pub(crate) failed: bool,
    pub(crate) looks: u64,
}

impl Theory {
    pub(crate) fn new(integers: u32, atoms: &[Atom]) -> Theory {
        let integers = integers as usize;
        let mut theory = Theory {
            simplex: Simplex::new(integers),
            integers,
            atoms: HashMap::new(),
            forms: HashMap::new(),
            bounds: vec![BTreeMap::new(); integers],
            marks: Vec::new(),
            telling: Vec::new(),
            is_telling: false,
            lines: Vec::new(),
            known: HashSet::new(),
            failed: false,
            looks: 0,
        };
        for atom in atoms {
            theory.add(atom);
        }
        theory
    }

    /// Takes note of an inequality, and of its place among those over the same form.
    pub(crate) fn add(&mut self, atom: &Atom) {
        let slot = match atom.terms.as_slice() {
            [(1, integer)] => *integer as usize - 1,
            terms => match self.forms.get(terms) {
                Some(&slot) => slot,
                None => {
                    let form = terms.iter().map(|&(factor, integer)| (factor, integer as usize - 1));
                    let slot = self.simplex.add_form(form.collect());
                    self.bounds.push(BTreeMap::new());
                    self.forms.insert(terms.to_vec(), slot);
                    slot
                }
            },
        };
        let literal = atom.variable as i32;
        self.atoms.insert(atom.variable, (slot, atom.bound));
        let below = self.bounds[slot].range(..=atom.bound).next_back().map(|(_, &below)| below);
        let above = self.bounds[slot].range(atom.bound..).next().map(|(_, &above)| above);
        for (less, more) in
            [below.map(|below| (below, literal)), above.map(|above| (literal, above))].into_iter().flatten()
        {
            // `s <= b` and `-s <= -b' - 1` with b <= b'.
            self.note(vec![(1, -less), (1, more)]);
        }
        self.bounds[slot].insert(atom.bound, literal);
    }

    /// The lines so far; those from a place on.
    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub(crate) fn pivots(&self) -> u64 {
        self.simplex.pivots
    }

    /// The values of the integers, after a look that found nothing wrong.
    pub(crate) fn values(&self) -> Vec<Ratio> {
        (0..self.integers).map(|integer| self.simplex.value(integer)).collect()
    }

    /// A case to distinguish because an integer has a fraction for its value: factors of integers, counted from 1, and a bound. The integer
    /// itself, or a sum that is more to the point.
    pub(crate) fn case(&self, integer: usize, is_sum: bool) -> (Vec<(i64, u32)>, i64) {
        let plain = (vec![(1, integer as u32 + 1)], self.simplex.value(integer).floor());
        // What gets too large is no good case; the plain one is always there.
        let cut = if is_sum { self.simplex.cut(integer).ok().flatten() } else { None };
        let sum = cut.and_then(|(terms, value)| {
            let common = terms.iter().fold(0, |common, &(factor, _)| gcd64(common, factor.unsigned_abs()));
            let small = terms.iter().all(|&(factor, _)| factor.unsigned_abs() < LARGEST_FACTOR);
            let &(first, _) = terms.first().filter(|_| small)?;
            let by = i64::try_from(common).ok()? * first.signum();
            let value = value.times(Ratio::whole(by).inverse().ok()?).ok()?;
            let terms = terms.iter().map(|&(factor, integer)| (factor / by, integer as u32 + 1)).collect();
            (!value.is_whole()).then(|| (terms, value.floor()))
        });
        sum.unwrap_or(plain)
    }

    fn note(&mut self, line: Line) -> bool {
        let mut clause: Vec<i32> = line.iter().map(|&(_, literal)| literal).collect();
        clause.sort_unstable();
        let is_new = self.known.insert(clause);
        if is_new {
            self.lines.push(line);
        }
        is_new
    }

    fn set(&mut self, literal: i32) {
        let Some(&(slot, bound)) = self.atoms.get(&literal.unsigned_abs()) else { return };
        if literal > 0 {
            self.simplex.bound(slot, true, Bound { value: bound, literal });
        } else if let Some(value) = bound.checked_add(1) {
            self.simplex.bound(slot, false, Bound { value, literal });
        }
    }

    /// Looks for a conflict, and prepares to tell it.
    fn look(&mut self) {
        if self.failed || self.is_telling {
            return;
        }
        self.looks += 1;
        match self.simplex.look().and_then(|found| found.map(|conflict| self.weaken(conflict)).transpose()) {
            Ok(None) => {}
            Ok(Some(line)) => {
                self.telling = line.iter().map(|&(_, literal)| literal).collect();
                self.is_telling = true;
                self.note(line);
            }
            Err(TooLarge) => self.failed = true,
        }
    }

    /// The line of a conflict, with bounds as weak as they can be.
    fn weaken(&self, conflict: Conflict) -> Result<Line, TooLarge> {
        let mut left: i128 = 0;
        let mut parts = Vec::with_capacity(conflict.len());
        for (multiplier, literal) in conflict {
            let (slot, bound) = *self.atoms.get(&literal.unsigned_abs()).ok_or(TooLarge)?;
            let value = if literal > 0 { i128::from(bound) } else { -i128::from(bound) - 1 };
            left = left.checked_add(value * i128::from(multiplier)).ok_or(TooLarge)?;
            parts.push((multiplier, literal, slot, bound));
        }
        // What can be given away before the sum is no longer negative.
        let mut slack = -1 - left;
        let mut line = Line::with_capacity(parts.len());
        for (multiplier, mut literal, slot, bound) in parts {
            let allowed = slack / i128::from(multiplier);
            let (up, bounds) = (literal > 0, &self.bounds[slot]);
            let far =
                i64::try_from(if up { i128::from(bound) + allowed } else { i128::from(bound) - allowed });
            let far = far.unwrap_or(if up { i64::MAX } else { i64::MIN });
            let weakest = if up {
                bounds.range(bound..=far.max(bound)).next_back()
            } else {
                bounds.range(far.min(bound)..=bound).next()
            };
            if let Some((&weaker, &variable)) = weakest {
                slack -= i128::from(multiplier) * i128::from(weaker.abs_diff(bound));
                literal = if up { variable } else { -variable };
            }
            line.push((multiplier, -literal));
        }
        Ok(line)
    }
}

/// A theory that the solver and whoever runs it share.
#[derive(Clone)]
pub(crate) struct Shared(pub(crate) Rc<RefCell<Theory>>);

impl ExternalPropagator for Shared {
    fn notify_assignment(&mut self, literals: &[i32]) {
        let mut theory = self.0.borrow_mut();
        literals.iter().for_each(|&literal| theory.set(literal));
    }

    fn notify_new_decision_level(&mut self) {
        let mut theory = self.0.borrow_mut();
        let mark = theory.simplex.mark();
        theory.marks.push(mark);
    }

    fn notify_backtrack(&mut self, level: usize) {
        let mut theory = self.0.borrow_mut();
        if let Some(&mark) = theory.marks.get(level) {
            theory.simplex.take_back(mark);
            theory.marks.truncate(level);
        }
    }

    fn cb_check_found_model(&mut self, _model: &[i32]) -> bool {
        let mut theory = self.0.borrow_mut();
        theory.look();
        !theory.is_telling
    }

    fn cb_has_external_clause(&mut self, is_forgettable: &mut bool) -> bool {
        let mut theory = self.0.borrow_mut();
        theory.look();
        *is_forgettable = true;
        theory.is_telling
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        let mut theory = self.0.borrow_mut();
        theory.telling.pop().unwrap_or_else(|| {
            theory.is_telling = false;
            0
        })
    }
}
