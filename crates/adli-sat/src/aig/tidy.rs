//! Conjunctions whose parts know of each other.
//!
//! A part of a conjunction matters only where the other parts are true. "Not both of x and y" beside x is "not y"; beside
//! something that excludes x it is nothing at all. The same goes for what is known from elsewhere, the facts: after a legal
//! move nobody need ask whether two men stand on one square. One look into a part is all that is taken; what is not seen
//! at once is left to the solver.

use adli_symbolic::hash::HashMap;

use super::tables::Table;
use super::{Aig, Gate, Wire};

/// Wires that are true, in order.
struct Known(Vec<Wire>);

impl Known {
    fn new(mut wires: Vec<Wire>) -> Known {
        wires.sort_unstable();
        wires.dedup();
        Known(wires)
    }

    fn contains(&self, wire: Wire) -> bool {
        self.0.binary_search(&wire).is_ok()
    }

    fn wires(&self) -> impl Iterator<Item = Wire> {
        self.0.iter().copied()
    }
}

impl Aig {
    /// Whether a wire follows from others at first sight.
    pub(crate) fn follows(&self, wire: Wire, facts: &[Wire]) -> bool {
        let by_table = || {
            let Some(table) = self.tables.get(!wire) else { return false };
            self.joint_tables(facts).iter().any(|joint| self.tables.exclude(table, *joint))
        };
        facts.contains(&wire)
            || wire.is_negated() && self.conjuncts(!wire).iter().any(|inner| facts.contains(&!*inner))
            || by_table()
    }

    /// What the tables of some wires that are all true say together, for each pair of numbers.
    fn joint_tables(&self, wires: &[Wire]) -> Vec<Table> {
        let mut joint: Vec<Table> = Vec::new();
        for table in wires.iter().filter_map(|&wire| self.tables.get(wire)) {
            match joint.iter_mut().find(|other| other.rows() == table.rows()) {
                Some(other) => *other = other.meet(table),
                None => joint.push(table),
            }
        }
        joint.into_iter().map(|table| self.tables.least(table)).collect()
    }

    /// The same conjunction with each part simplified by the others, as far as one look into a part tells.
    pub(crate) fn tidy(&mut self, wire: Wire) -> Wire {
        self.tidy_among(wire, &[])
    }

    /// The same where other wires are true.
    pub(crate) fn tidy_among(&mut self, wire: Wire, facts: &[Wire]) -> Wire {
        let mut wire = wire;
        if !facts.is_empty() {
            let known = Known::new(facts.to_vec());
            let tables = self.joint_tables(facts);
            let parts = self.conjuncts(wire);
            if parts.iter().any(|&part| self.fails_among(part, &known, &tables)) {
                return Wire::FALSE;
            }
            for part in parts {
                if self.holds_among(part, &known, &tables) {
                    wire = self.with_part(wire, part, Wire::TRUE);
                }
            }
        }
        // Parts for which something simpler was found that came back as the same part.
        let mut left: Vec<Wire> = Vec::new();
        // Each round makes a part simpler; the bound is for the case that tables and gates disagree on what that is.
        for _ in 0..64 {
            let parts = self.conjuncts(wire);
            let all: Vec<Wire> = parts.iter().chain(facts).copied().collect();
            let (tables, known) = (self.joint_tables(&all), Known::new(all));
            let mut open = parts.iter().filter(|part| part.is_negated() && !left.contains(part));
            // One at a time: what was used to simplify a part must not be simplified by it, and least of all by itself. So its own
            // table does not count in the end; but where nothing is found with it, hardly anything would be found without.
            let found = open.find_map(|&part| {
                self.simpler_among(part, &known, &tables)?;
                let others: Vec<Wire> = known.wires().filter(|&other| other != part).collect();
                Some((part, self.simpler_among(part, &known, &self.joint_tables(&others))?))
            });
            let Some((part, simpler)) = found else { return wire };
            let next = self.with_part(wire, part, simpler);
            if self.conjuncts(next).contains(&part) {
                left.push(part);
            } else {
                wire = next;
            }
        }
        wire
    }

    /// What a negated part of a conjunction is among the others, of which `tables` are the tables, if it is something simpler.
    fn simpler_among(&self, part: Wire, known: &Known, tables: &[Table]) -> Option<Wire> {
        let Gate::And(a, b) = self.inside(part.gate()) else { return None };
        // Not both: if one is true the other is not, and if one is false there is nothing to say.
        let holds = |wire| self.holds_among(wire, known, tables);
        let fails = |wire| self.fails_among(wire, known, tables);
        if holds(a) {
            Some(!b)
        } else if holds(b) {
            Some(!a)
        } else if fails(a) || fails(b) {
            Some(Wire::TRUE)
        } else {
            None
        }
    }

    /// Whether a wire is false where others are true, as far as one look into its parts tells.
    fn fails_among(&self, wire: Wire, known: &Known, tables: &[Table]) -> bool {
        let excluded = |own: Table| tables.iter().any(|table| self.tables.exclude(own, *table));
        let mut todo = vec![wire];
        while let Some(wire) = todo.pop() {
            if known.contains(!wire) || self.tables.get(wire).is_some_and(excluded) {
                return true;
            }
            if let Gate::And(a, b) = self.inside(wire.gate())
                && !wire.is_negated()
            {
                todo.extend([b, a]);
            }
        }
        false
    }

    /// Whether a wire is true where others are.
    fn holds_among(&self, wire: Wire, known: &Known, tables: &[Table]) -> bool {
        let mut todo = vec![wire];
        while let Some(wire) = todo.pop() {
            if known.contains(wire) {
                continue;
            }
            match self.inside(wire.gate()) {
                Gate::And(a, b) if !wire.is_negated() => todo.extend([b, a]),
                Gate::And(..) if self.fails_among(!wire, known, tables) => {}
                _ => return false,
            }
        }
        true
    }

    /// A conjunction with another part. What does not have it stays the same gate.
    fn with_part(&mut self, wire: Wire, part: Wire, instead: Wire) -> Wire {
        let mut known: HashMap<Wire, Wire> = HashMap::default();
        let mut todo = vec![wire];
        while let Some(&next) = todo.last() {
            let new = match self.inside(next.gate()) {
                Gate::And(a, b) if !next.is_negated() => match (known.get(&a), known.get(&b)) {
                    (Some(&x), Some(&y)) if (x, y) == (a, b) => next,
                    (Some(&x), Some(&y)) => self.and(x, y),
                    (None, _) => {
                        todo.push(a);
                        continue;
                    }
                    (_, None) => {
                        todo.push(b);
                        continue;
                    }
                },
                _ if next == part => instead,
                _ => next,
            };
            known.insert(next, new);
            todo.pop();
        }
        known.get(&wire).copied().unwrap_or(wire)
    }
}

#[cfg(test)]
mod tests {
    use crate::aig::{Aig, Number, Wire, value};

    /// All 64 pairs of values of two numbers, as the words of their inputs.
    fn inputs() -> Vec<u64> {
        let word = |over: &dyn Fn(u64) -> bool| (0..64).fold(0, |word, at| word | u64::from(over(at)) << at);
        let row = |shift: u32| (0..7).map(move |more| word(&|at| at >> shift & 7 > more));
        row(0).chain(row(3)).collect()
    }

    /// Numbers that look random and are the same in every run.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self, sides: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % sides
        }
    }

    /// Whatever is made simpler, by a rule, a table or a fact, says what was said, on all pairs of values.
    #[test]
    fn what_is_simpler_says_the_same() {
        let mut dice = Dice(1);
        for _ in 0..400 {
            let mut aig = Aig::new();
            let x = Number::input(&mut aig, "x", 1, 8);
            let y = Number::input(&mut aig, "y", 1, 8);
            let words = inputs();
            let mut made: Vec<(Wire, u64)> =
                aig.inputs().iter().map(|(_, wire)| *wire).zip(words.clone()).collect();
            for at in 1..=8 {
                let (is_x, is_y) = (x.is(&mut aig, at), y.is(&mut aig, at));
                let values = aig.simulate(&words);
                made.extend([is_x, is_y].map(|wire| (wire, value(&values, wire))));
            }
            for _ in 0..40 {
                let mut pick = |made: &[(Wire, u64)]| {
                    let (wire, word) = made[dice.roll(made.len())];
                    if dice.roll(2) == 0 { (wire, word) } else { (!wire, !word) }
                };
                let picked: Vec<(Wire, u64)> = (0..6).map(|_| pick(&made)).collect();
                let said = picked[..4].iter().fold(u64::MAX, |all, (_, word)| all & word);
                let all = aig.all(picked[..4].iter().map(|(wire, _)| *wire));
                let tidy = aig.tidy(all);
                let facts = [picked[4].0, picked[5].0];
                let supposed = picked[4].1 & picked[5].1;
                let among = aig.tidy_among(all, &facts);
                let values = aig.simulate(&words);
                assert_eq!(value(&values, all), said);
                assert_eq!(value(&values, tidy), said);
                assert_eq!(value(&values, among) & supposed, said & supposed);
                made.push((tidy, said));
            }
        }
    }
}
