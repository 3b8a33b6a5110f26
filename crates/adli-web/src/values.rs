//! What positions are worth: from the folder of tables, or, of three men, solved on the way.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use adli_chess::{MAX_MEN, Material, Position};
use adli_claims::Watch;
use adli_tables::{Known, Loaded, Opened, Store, Tables as _, Value, probe, solve, solve_order};
use adli_workbench::Worth;

use crate::damaged::Damaged;
use crate::refusal::Refusal;
use crate::tools::Tools;

/// Endgames of so many men are solved in a moment, and nobody need wait for a file.
const SOLVED_MEN: usize = 3;
/// Endgames of so many men are solved if somebody asks, and kept.
const MADE_MEN: usize = 4;

/// All values that are at hand.
pub struct Values {
    tools: Arc<dyn Tools>,
    /// The folder as it was looked at last.
    store: RwLock<Option<Arc<Store>>>,
    /// What was solved on the way.
    solved: Mutex<Known>,
    damaged: Damaged,
}

/// The values of one material and of all that it converts into.
#[derive(Clone)]
pub enum Source {
    /// From the folder.
    Stored(Arc<Store>),
    /// From memory.
    Solved(Known),
}

/// Why there are none.
pub enum Absent {
    /// They can be made, which takes a while.
    Makeable(Material),
    /// Not by us, or not at all.
    Refused(Refusal),
}

impl Values {
    /// Nothing is opened yet.
    pub fn new(tools: Arc<dyn Tools>) -> Values {
        let store = RwLock::new(tools.tables().map(Arc::new));
        Values { store, solved: Mutex::default(), damaged: Damaged::default(), tools }
    }

    /// The folder is looked at anew.
    pub fn renew(&self) {
        let renewed = self.tools.tables().map(Arc::new);
        *self.store.write().unwrap_or_else(PoisonError::into_inner) = renewed;
    }

    /// The values of positions with these men, and of all that they convert into.
    ///
    /// # Errors
    /// They are not there.
    pub fn of(&self, material: Material, watch: &dyn Watch) -> Result<Source, Absent> {
        let order = solve_order(&[material.canonical()]);
        if let Some(store) = self.stored(&order) {
            return Ok(Source::Stored(store));
        }
        match material.men() {
            0..=SOLVED_MEN => self.solve(material.canonical(), watch).map_err(Absent::Refused),
            MADE_MEN => Err(Absent::Makeable(material.canonical())),
            _ => Err(Absent::Refused(self.tools.missing(&[material.canonical()]))),
        }
    }

    /// Whether the values of a material are at hand, or solved in a moment.
    pub fn is_known(&self, material: Material) -> bool {
        let store = self.store.read().unwrap_or_else(PoisonError::into_inner).clone();
        let is_there = |store: &Arc<Store>| store.path(material.canonical()).exists();
        material.men() <= SOLVED_MEN || store.as_ref().is_some_and(is_there)
    }

    /// The folder, if it has all of these tables, intact. Opens it anew if tables were added, replaced or
    /// repaired.
    fn stored(&self, order: &[Material]) -> Option<Arc<Store>> {
        for is_renewed in [false, true] {
            let store = self.store.read().unwrap_or_else(PoisonError::into_inner).clone()?;
            let is_read = |&material: &Material| store.table(material).and_then(Opened::damage).is_ok();
            let unread: Vec<Material> = order.iter().copied().filter(|material| !is_read(material)).collect();
            if unread.is_empty() {
                return Some(store);
            }
            // A table that is damaged is as good as none: it is solved anew.
            let is_whole = |&material: &Material| {
                let verify = || store.open(material)?.verify();
                self.damaged.is_whole(material, &store.path(material), verify)
            };
            if is_renewed || !unread.iter().all(is_whole) {
                return None;
            }
            self.renew();
        }
        None
    }

    fn solve(&self, material: Material, watch: &dyn Watch) -> Result<Source, Refusal> {
        // Whoever comes second waits for the first, a moment.
        let mut solved = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        for material in solve_order(&[material]) {
            if solved.get(material).is_none() {
                let table = solve(material, &solved, watch)?;
                solved.insert(Arc::new(table));
            }
        }
        Ok(Source::Solved(solved.clone()))
    }
}

impl Source {
    /// The table of a canonical material, to be read as a whole.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn whole(&self, material: Material) -> Result<Known, Refusal> {
        match self {
            Source::Solved(known) => Ok(known.clone()),
            Source::Stored(store) => {
                let mut known = Known::default();
                known.insert(Arc::new(Loaded::new(store.open(material)?)));
                Ok(known)
            }
        }
    }
}

impl Worth for Source {
    type Error = Refusal;

    fn value(&self, position: &Position) -> Result<Value, Refusal> {
        Ok(match self {
            Source::Stored(store) => probe(&**store, position)?,
            Source::Solved(known) => probe(known, position)?,
        })
    }
}

/// The men of a position, if tables can have as many.
///
/// # Errors
/// They are too many.
pub fn material_of(position: &Position) -> Result<Material, Refusal> {
    position.material().ok_or_else(|| {
        let men = position.occupied().len();
        Refusal::bad(format!("the position has {men} men; tables have at most {MAX_MEN}"))
    })
}
