//! What terms are about: which positions, which bound names, how costly; and the terms worth a table.

use std::collections::HashMap;

use adli_lang::term::{DefId, OptionId, Sort, StrategyId, Term, TermId};
use adli_lang::{Interpreter, MovesFrom, Observed, Program, Scopes, TermMap, Value};

/// Something about one position that is kept in a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    /// A definition without parameters.
    Definition(DefId),
    /// A term that speaks of this position only.
    Term(TermId, Observed),
    /// The step of a strategy that applies.
    Step(StrategyId),
}

#[derive(Clone, Copy, Default)]
struct About {
    /// Whether there is a quantifier over moves in it, or in what it calls.
    searches: bool,
    weight: u32,
}

/// A table is worth while for notions of this weight: in small endgames nearly always, in larger ones only if
/// working it out again takes longer than a look into memory.
const WEIGHTS: [u32; 2] = [6, 60];

/// The notions of a program with its options set.
pub(crate) struct Notions<'p> {
    pub(super) program: &'p Program,
    scopes: Scopes,
    about: TermMap<About>,
    interpreter: Interpreter<'p>,
    constants: TermMap<Option<Value>>,
    keys: Vec<Key>,
    numbers: HashMap<Key, u32>,
    worth: u32,
}

impl<'p> Notions<'p> {
    pub(crate) fn new(program: &'p Program, options: &[(OptionId, i32)], large: bool) -> Notions<'p> {
        let mut interpreter = Interpreter::new(program).moves_from(MovesFrom::Core).fuel(100_000_000);
        options.iter().for_each(|&(option, value)| interpreter.set_option(option, value));
        let mut notions = Notions {
            program,
            scopes: Scopes::new(program),
            about: TermMap::default(),
            interpreter,
            constants: TermMap::default(),
            keys: Vec::new(),
            numbers: HashMap::new(),
            worth: WEIGHTS[usize::from(large)],
        };
        for term in program.post_order() {
            let about = notions.about_term(program.terms.get(term));
            notions.about.insert(term, about);
        }
        notions
    }

    fn of(&self, term: TermId) -> About {
        self.about.get(term).copied().unwrap_or_default()
    }

    fn about_term(&self, node: &Term) -> About {
        let mut about = About { weight: 1, searches: false };
        node.for_children(|child| {
            let child = self.of(child);
            about.searches |= child.searches;
            about.weight = about.weight.saturating_add(child.weight);
        });
        match node {
            Term::Step(..) | Term::Forces(_) | Term::PliesToGoal(_) | Term::Allows(..) => {
                about.searches = true
            }
            Term::Call(def, ..) => {
                if let Some(definition) = self.program.definition(*def) {
                    let body = self.of(definition.body);
                    about.searches |= body.searches;
                    about.weight = about.weight.saturating_add(body.weight);
                }
            }
            Term::Those(..) | Term::OverSquares(..) => about.weight = about.weight.saturating_mul(16),
            Term::OverMoves(..) => about.searches = true,
            Term::SomeSymmetry(..) => about.weight = about.weight.saturating_mul(8),
            _ => {}
        }
        about
    }

    /// The value of a term that speaks of no position.
    pub(crate) fn constant(&mut self, term: TermId) -> Option<Value> {
        if self.closed(term) != Some(0) {
            return None;
        }
        if let Some(known) = self.constants.get(term) {
            return *known;
        }
        let value = self.interpreter.value(term, &[]).ok();
        self.constants.insert(term, value);
        value
    }

    /// Whether one part decides a conjunction or an alternative by itself, so that an option leaves out the others.
    pub(crate) fn is_left_out(&mut self, node: &Term) -> bool {
        let (Term::And(parts) | Term::Or(parts)) = node else { return false };
        let decides = Some(Value::Bool(matches!(node, Term::Or(_))));
        parts.iter().any(|&part| self.constant(part) == decides)
    }

    /// The one position that a term is about, if it is about nothing else.
    pub(crate) fn only(&self, term: TermId) -> Option<Observed> {
        self.scopes.of(term).only()
    }

    /// The given positions that a term speaks of, one bit each, if no quantifier outside it binds a name in it.
    pub(crate) fn closed(&self, term: TermId) -> Option<u32> {
        let scope = self.scopes.of(term);
        scope.free.is_empty().then_some(scope.given)
    }

    /// The given positions that a term speaks of, one bit each.
    pub(crate) fn given(&self, term: TermId) -> u32 {
        self.scopes.of(term).given
    }

    /// Whether a term takes so long that it is only asked where it is needed.
    pub(crate) fn is_costly(&self, term: TermId) -> bool {
        let about = self.of(term);
        about.searches || about.weight >= WEIGHTS[1]
    }

    /// Whether a term looks at no moves, and is at least so heavy.
    pub(crate) fn is_static(&self, term: TermId, weight: u32) -> bool {
        let about = self.of(term);
        !about.searches && about.weight >= weight
    }

    /// Whether a definition is worth a table; `again`: its position comes up more than once.
    pub(crate) fn is_worth(&self, def: DefId, again: bool) -> bool {
        let definition = &self.program[def];
        let plain = definition.positions == 1 && definition.params.is_empty();
        let numeric = matches!(definition.sort, Sort::Bool | Sort::Int | Sort::Enum(_));
        let about = self.of(definition.body);
        plain && numeric && (about.searches || again && about.weight >= self.worth)
    }

    /// The number of a notion.
    pub(crate) fn number(&mut self, key: Key) -> u32 {
        let keys = &mut self.keys;
        *self.numbers.entry(key).or_insert_with(|| {
            keys.push(key);
            keys.len() as u32 - 1
        })
    }

    /// The notion of that number.
    pub(crate) fn key(&self, number: u32) -> Key {
        self.keys[number as usize]
    }
}
