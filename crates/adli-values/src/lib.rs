//! Values with best play, for claims that speak of them and for comparisons.
//!
//! Several methods look at values; none of them has to know where a table comes from. A [`TableSource`] has what is at hand and
//! solves what is not, once for all methods; [`Tables`] are those of one endgame, and say why there is no value where there is none.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;

use adli_chess::Material;
use adli_claims::{Limit, Watch};
use adli_lang::{Endgame, Outcome, State};
use adli_tables::{Known, Value, memory_ceiling, probe, solve_all};

/// Hands over the tables of a material and of all it converts into, if they are at hand.
type Load<'w> = &'w dyn Fn(Material) -> Option<Known>;

/// Tables for the methods that look at values: what is at hand, and what was solved because it was not.
pub struct TableSource<'w> {
    load: Load<'w>,
    found: RefCell<BTreeMap<Material, Known>>,
}

impl<'w> TableSource<'w> {
    /// `load` is asked for the tables of a material and of all it converts into; what it does not have is solved.
    #[must_use]
    pub fn new(load: Load<'w>) -> TableSource<'w> {
        TableSource { load, found: RefCell::default() }
    }

    /// None are at hand.
    #[must_use]
    pub fn empty() -> TableSource<'static> {
        TableSource::new(&|_| None)
    }

    fn get(&self, material: Material, watch: &dyn Watch, memory: u64) -> Option<Known> {
        if let Some(known) = self.found.borrow().get(&material) {
            return Some(known.clone());
        }
        let solved = || {
            let fits = memory_ceiling(material, 2) as u64 <= memory;
            if fits { solve_all(&[material], watch).ok() } else { None }
        };
        let known = (self.load)(material).or_else(solved)?;
        self.found.borrow_mut().insert(material, known.clone());
        Some(known)
    }
}

/// Tables of an endgame and all it converts into, loaded or solved when they are first asked for.
pub struct Tables<'w> {
    endgame: Endgame,
    source: &'w TableSource<'w>,
    watch: &'w dyn Watch,
    memory: u64,
    known: OnceCell<Option<Known>>,
    /// What was asked for and is not there, if it was.
    absent: Cell<Option<Absent>>,
}

/// Why a position has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Absent {
    Table,
    /// The position is not legal: after a pass in check.
    Legality,
}

impl<'w> Tables<'w> {
    /// For an endgame, from this source, with so much memory for what has to be solved.
    #[must_use]
    pub fn new(
        endgame: &Endgame,
        watch: &'w dyn Watch,
        memory: u64,
        source: &'w TableSource<'w>,
    ) -> Tables<'w> {
        let (known, absent) = (OnceCell::new(), Cell::new(None));
        Tables { endgame: endgame.clone(), source, watch, memory, known, absent }
    }

    /// All tables; nothing if there are none and there is not the memory to solve them.
    #[must_use]
    pub fn known(&self) -> Option<&Known> {
        let solved =
            self.known.get_or_init(|| self.source.get(self.endgame.material()?, self.watch, self.memory));
        solved.as_ref()
    }

    /// Why there are none, or no value.
    #[must_use]
    pub fn absence(&self) -> Limit {
        let too_large = |material| memory_ceiling(material, 2) as u64 > self.memory;
        if self.absent.take() == Some(Absent::Legality) {
            let why = "it asks for the value of a position that is not legal: who passes must not be in check; \
                       say `not check and ..` first";
            Limit::NotRun(why.into())
        } else if let Some(by) = self.watch.stopped() {
            Limit::Stopped(by)
        } else if self.endgame.material().is_some_and(too_large) {
            Limit::Memory("the tables of this material")
        } else {
            Limit::NotRun("there are no tables of this material".into())
        }
    }

    /// Whether there was no value when one was asked for, since somebody was last told why.
    #[must_use]
    pub fn missing(&self) -> bool {
        self.absent.get().is_some()
    }

    /// The value of a position for its side to move. That there is none is remembered: nothing may be concluded then.
    #[must_use]
    pub fn probe(&self, state: &State) -> Option<Value> {
        let value = self.look_up(state);
        self.absent.set(value.err().or(self.absent.get()));
        value.ok()
    }

    fn look_up(&self, state: &State) -> Result<Value, Absent> {
        let known = self.known().ok_or(Absent::Table)?;
        let position = state.position(&self.endgame).map_err(|_| Absent::Legality)?;
        probe(known, &position).map_err(|_| Absent::Table)
    }
}

impl adli_lang::Tables for Tables<'_> {
    fn value(&self, state: &State) -> Option<Outcome> {
        Some(match self.probe(state)? {
            Value::Win(plies) => Outcome::Win(u32::from(plies).div_ceil(2)),
            Value::Draw => Outcome::Draw,
            Value::Loss(_) => Outcome::Loss,
        })
    }
}
