//! Small pieces of arithmetic, shown to be related to themselves by evaluating them for all values of the
//! coordinates and parameters in them: `if x < y then x + 1 else if x > y then x - 1 else x` has a hundred cases.

use std::collections::{BTreeSet, HashSet};

use adli_chess::{Colour, SquareSet};
use adli_lang::term::{DefId, Pos, PosId, Slot, Sort, Term, TermId, VarId};
use adli_lang::{Ranges, State, Value};

use super::relate::{How, REFLECTED};
use super::{Mirror, Symmetries};

/// How many cases are looked at for one term.
const MAX_CASES: i64 = 10_000;

/// Something that a case gives a number to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Input {
    File(u8, Slot),
    Rank(u8, Slot),
    /// A parameter that is a number.
    Number(VarId),
    FileOf(VarId),
    RankOf(VarId),
}

impl Symmetries<'_> {
    /// How a term is related to itself, if it is small enough to be evaluated in all cases.
    pub(super) fn by_cases(&mut self, mirror: Mirror, term: TermId, context: usize) -> How {
        self.ways(mirror, term, context).unwrap_or_default()
    }

    fn ways(&mut self, mirror: Mirror, term: TermId, context: usize) -> Option<How> {
        let inputs: Vec<Input> = self.inputs(mirror, term, context)?.into_iter().collect();
        let mut ranges = Vec::new();
        let mut cases = 1;
        for &input in &inputs {
            let (low, high) = self.range(input, context)?;
            cases *= (high - low + 1).max(1);
            if cases > MAX_CASES {
                return None;
            }
            ranges.push((low, high));
        }
        let mut numbers: Vec<i32> = ranges.iter().map(|&(low, _)| low as i32).collect();
        let mut how: Option<How> = None;
        loop {
            let here = self.evaluate(mirror, term, &inputs, &numbers, false, context)?;
            let there = self.evaluate(mirror, term, &inputs, &numbers, true, context)?;
            let now = compared(mirror, there, here);
            let all = how.map_or(now, |how| How {
                same: how.same && now.same,
                minus: if how.minus == now.minus { how.minus } else { None },
            });
            if !all.same && all.minus.is_none() {
                return None;
            }
            how = Some(all);
            // The next case, as on a counter of miles.
            let next = (0..numbers.len()).find(|&at| i64::from(numbers[at]) < ranges[at].1);
            let Some(next) = next else { return how };
            numbers[next] += 1;
            for at in 0..next {
                numbers[at] = ranges[at].0 as i32;
            }
        }
    }

    /// What the value here and in the image depends on; nothing if that is more than coordinates and parameters.
    fn inputs(&mut self, mirror: Mirror, term: TermId, context: usize) -> Option<BTreeSet<Input>> {
        let mut inputs = self.collect(term)?;
        let known = |input: &Input| match input {
            Input::File(number, slot) | Input::Rank(number, slot) => {
                self.is_king(*slot)
                    || self.contexts[context]
                        .given
                        .get(usize::from(*number))
                        .is_some_and(|m| m >> slot.0 & 1 == 1)
            }
            _ => true,
        };
        if !inputs.iter().all(known) {
            return None;
        }
        if mirror == Mirror::Diagonal {
            // In the image each coordinate is the other one.
            let others: Vec<Input> = inputs
                .iter()
                .map(|&input| match input {
                    Input::File(number, slot) => Input::Rank(number, slot),
                    Input::Rank(number, slot) => Input::File(number, slot),
                    Input::FileOf(var) => Input::RankOf(var),
                    Input::RankOf(var) => Input::FileOf(var),
                    number => number,
                })
                .collect();
            inputs.extend(others);
        }
        Some(inputs)
    }

    /// What the value depends on, through the definitions that are called.
    fn collect(&mut self, root: TermId) -> Option<BTreeSet<Input>> {
        let program = self.program;
        let mut inputs = BTreeSet::new();
        let mut called: HashSet<(DefId, Vec<u8>)> = HashSet::new();
        // A body, and which positions of the outermost term its given ones are.
        let mut bodies: Vec<(TermId, Vec<u8>)> = vec![(root, (0..=u8::MAX).collect())];
        while let Some((body, given)) = bodies.pop() {
            let number = |pos: PosId| match program.terms.pos(pos) {
                Pos::Given(number) => given.get(usize::from(number)).copied(),
                _ => None,
            };
            let (mut bound, mut free) = (HashSet::new(), Vec::new());
            for (_, node) in program.terms.reach([body]) {
                self.questions = self.questions.checked_sub(1)?;
                match node {
                    Term::File(pos, slot) => drop(inputs.insert(Input::File(number(*pos)?, *slot))),
                    Term::Rank(pos, slot) => drop(inputs.insert(Input::Rank(number(*pos)?, *slot))),
                    Term::Var(var) => free.push(*var),
                    Term::Those(var, _) | Term::OverSquares(_, var, ..) => drop(bound.insert(*var)),
                    Term::Call(def, at, _) => {
                        let at = at.iter().map(|&pos| number(pos)).collect::<Option<Vec<u8>>>()?;
                        if called.insert((*def, at.clone())) {
                            bodies.push((program.definition(*def)?.body, at));
                        }
                    }
                    _ if node.looks_beyond_squares() => return None,
                    _ => {}
                }
            }
            // The parameters of what is called get their values from the call.
            for var in free.into_iter().filter(|var| body == root && !bound.contains(var)) {
                match program.terms.variable(var).sort {
                    Sort::Int => drop(inputs.insert(Input::Number(var))),
                    Sort::Square => inputs.extend([Input::FileOf(var), Input::RankOf(var)]),
                    _ => return None,
                }
            }
        }
        Some(inputs)
    }

    /// The least and the greatest number that an input can be.
    fn range(&mut self, input: Input, context: usize) -> Option<(i64, i64)> {
        let (var, part) = match input {
            Input::File(..) | Input::Rank(..) => return Some((1, 8)),
            Input::Number(var) | Input::FileOf(var) => (var, 0),
            Input::RankOf(var) => (var, 1),
        };
        if !self.contexts[context].variables(var, var).is_related() {
            return None;
        }
        let program = self.program;
        match self.ranges.get_or_insert_with(|| Ranges::new(program)).param(var) {
            Some(ranges) => Some((ranges[part].low, ranges[part].high)),
            // A name that a quantifier binds is a square of the board.
            None => (input != Input::Number(var)).then_some((1, 8)),
        }
    }

    /// The value in one case, or in its image.
    fn evaluate(
        &mut self,
        mirror: Mirror,
        term: TermId,
        inputs: &[Input],
        numbers: &[i32],
        image: bool,
        context: usize,
    ) -> Option<Value> {
        let find = |wanted: Input| inputs.iter().position(|&input| input == wanted).map(|at| numbers[at]);
        let turned = |file: Option<i32>, rank: Option<i32>| {
            let here = (file.unwrap_or(1), rank.unwrap_or(1));
            if image { reflected(mirror, here) } else { here }
        };
        let mut states: Vec<State> = Vec::new();
        for &input in inputs {
            match input {
                Input::File(number, slot) | Input::Rank(number, slot) => {
                    while states.len() <= usize::from(number) {
                        states.push(State::empty(&self.program.endgame, Colour::White));
                    }
                    let (file, rank) = (find(Input::File(number, slot)), find(Input::Rank(number, slot)));
                    states[usize::from(number)].put(slot, turned(file, rank));
                }
                Input::Number(var) => {
                    let how = self.contexts[context].variables(var, var);
                    let number = find(input)?;
                    let there = if how.same { number } else { how.minus? - number };
                    self.interpreter.bind(var, Value::Int(if image { there } else { number }));
                }
                Input::FileOf(var) | Input::RankOf(var) => {
                    let (file, rank) = turned(find(Input::FileOf(var)), find(Input::RankOf(var)));
                    self.interpreter.bind(var, Value::Square(file, rank));
                }
            }
        }
        self.interpreter.value(term, &states).ok()
    }
}

fn reflected(mirror: Mirror, (file, rank): (i32, i32)) -> (i32, i32) {
    match mirror {
        Mirror::Files => (REFLECTED - file, rank),
        Mirror::Ranks => (file, REFLECTED - rank),
        Mirror::Diagonal => (rank, file),
    }
}

/// How the value in the image is related to the value here.
fn compared(mirror: Mirror, there: Value, here: Value) -> How {
    match (there, here) {
        (Value::Int(there), Value::Int(here)) => How { same: there == here, minus: there.checked_add(here) },
        (Value::Square(file, rank), Value::Square(..)) => {
            let (file, rank) = reflected(mirror, (file, rank));
            How { same: Value::Square(file, rank) == here, minus: None }
        }
        (Value::Set(there), Value::Set(here)) => {
            let image = mirror.symmetry().set(SquareSet(there));
            How { same: image.0 == here, minus: None }
        }
        _ => How { same: there == here, minus: None },
    }
}
