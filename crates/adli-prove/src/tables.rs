//! Values with best play, for claims that speak of them and for comparisons.

use std::cell::{Cell, OnceCell};

use adli_chess::Material;
use adli_lang::{Endgame, State};
use adli_tables::{Known, Progress, Value, memory_ceiling, probe, solve_all};

use crate::Watch;
use crate::limit::Limit;

/// Hands over the tables of a material and of all it converts into, if they are at hand.
pub(crate) type Load<'w> = &'w dyn Fn(Material) -> Option<Known>;

/// Tables of an endgame and all it converts into, loaded or solved when they are first asked for.
pub(crate) struct Tables<'w> {
    endgame: Endgame,
    load: Load<'w>,
    watch: &'w dyn Watch,
    memory: u64,
    known: OnceCell<Option<Known>>,
    missing: Cell<bool>,
}

/// The solver asks the same watch.
struct Asks<'w>(&'w dyn Watch);

impl Progress for Asks<'_> {
    fn advance(&self, _: u64) {}
    fn stopped(&self) -> bool {
        self.0.stopped()
    }
}

impl<'w> Tables<'w> {
    pub(crate) fn new(endgame: &Endgame, watch: &'w dyn Watch, memory: u64, load: Load<'w>) -> Tables<'w> {
        let (known, missing) = (OnceCell::new(), Cell::new(false));
        Tables { endgame: endgame.clone(), load, watch, memory, known, missing }
    }

    /// All tables; nothing if there are none and there is not the memory to solve them.
    pub(crate) fn known(&self) -> Option<&Known> {
        let solved = self.known.get_or_init(|| {
            let material = self.endgame.material()?;
            let solved = || {
                let fits = memory_ceiling(material, 2) as u64 <= self.memory;
                if fits { solve_all(&[material], &Asks(self.watch)).ok() } else { None }
            };
            (self.load)(material).or_else(solved)
        });
        solved.as_ref()
    }

    /// Why there are none.
    pub(crate) fn absence(&self) -> Limit {
        let too_large = |material| memory_ceiling(material, 2) as u64 > self.memory;
        if self.watch.stopped() {
            Limit::Stopped
        } else if self.endgame.material().is_some_and(too_large) {
            Limit::Memory("the tables of this material")
        } else {
            Limit::NotRun("there are no tables of this material".into())
        }
    }

    /// Whether there was no value when one was asked for.
    pub(crate) fn missing(&self) -> bool {
        self.missing.get()
    }

    /// The value of a position for its side to move. That there is none is remembered: nothing may be concluded then.
    pub(crate) fn probe(&self, state: &State) -> Option<Value> {
        let value = self.known().and_then(|known| probe(known, &state.position(&self.endgame).ok()?).ok());
        if value.is_none() {
            self.missing.set(true);
        }
        value
    }
}

impl adli_lang::Tables for Tables<'_> {
    fn value(&self, state: &State) -> Option<(u16, u32)> {
        Some(match self.probe(state)? {
            Value::Win(plies) => (0, u32::from(plies).div_ceil(2)),
            Value::Draw => (1, 0),
            Value::Loss(_) => (2, 0),
        })
    }
}
