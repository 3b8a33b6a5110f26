//! Where diagrams are kept: the variables and their order, the operations, and the room there is for nodes.
//!
//! A position is written in bits: six for each man, three for his file and three for his rank. The bits of all men are
//! interleaved, the files before the ranks: nearly every condition of chess compares the files or the ranks of two men, and a diagram is
//! small if what is compared is asked close together. (Man by man, the win sets of KRK have four times as many nodes.) Beside every
//! bit of a man there are further bits for the squares to which he may go: one set of them for each move that a condition
//! looks ahead.
//!
//! A node costs at most [`BYTES_PER_NODE`] bytes, the tables in which equal nodes are found included, and an entry of the cache
//! [`BYTES_PER_ENTRY`]. The room is fixed beforehand, so that a diagram which would need more is an answer ([`Refused::Memory`])
//! and not the end of the program.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;

use adli_symbolic::hash::{Fold, HashMap};
use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::util::{AllocResult, SatCountCache};
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, Function, FunctionSubst, Manager, ManagerRef,
    Subst, VarNo,
};

pub use crate::refused::{Made, Refused};

/// A set, as a diagram: of positions, or of positions with moves.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Set(BCDDFunction);

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a set of {} nodes", self.0.node_count())
    }
}

/// Which bit of a file or rank is asked first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum BitOrder {
    /// The one that tells the halves of the board apart: the smaller diagrams.
    #[default]
    HighFirst,
    /// The one that tells neighbours apart: the order of Hurd's paper.
    LowFirst,
}

/// How much room diagrams may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// The most nodes at a time.
    pub nodes: usize,
    /// The results that are remembered at a time.
    pub entries: usize,
}

/// What a node takes, with its place in the table of equal nodes.
pub const BYTES_PER_NODE: u64 = 32;
/// What a remembered result takes.
pub const BYTES_PER_ENTRY: u64 = 32;
/// More nodes than this have no numbers.
const MOST_NODES: u64 = 1 << 27;

impl Room {
    /// What fits into so many bytes.
    #[must_use]
    pub fn within(bytes: u64) -> Room {
        let nodes = (bytes / (BYTES_PER_NODE + BYTES_PER_ENTRY / 8)).clamp(1 << 10, MOST_NODES);
        Room { nodes: nodes as usize, entries: (nodes / 8).next_power_of_two() as usize / 2 }
    }

    /// How many bytes that is, at most.
    #[must_use]
    pub fn bytes(self) -> u64 {
        self.nodes as u64 * BYTES_PER_NODE + self.entries as u64 * BYTES_PER_ENTRY
    }
}

/// The bits of a square.
pub(crate) const BITS: usize = 6;
/// The most variables, so that every count fits into 128 bits.
const MOST_VARIABLES: usize = 120;
/// The most moves that a condition may look ahead inside one definition.
const MOST_DEPTH: usize = 5;

/// A bit of a square as it is seen: a variable, the opposite of one, or known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Bit {
    Variable(VarNo, bool),
    Known(bool),
}

/// All bits that are replaced by others.
type Replacing = Vec<(VarNo, Bit)>;

/// The address space that the manager's thread reserves for its stack; little of it is used.
const STACK: usize = 1 << 30;

/// Where diagrams are kept.
pub struct Store {
    manager: BCDDManagerRef,
    men: usize,
    depths: usize,
    order: BitOrder,
    room: Room,
    yes: Set,
    no: Set,
    substitutions: RefCell<HashMap<Replacing, Subst<BCDDFunction>>>,
}

impl Store {
    /// Room for diagrams about so many men.
    ///
    /// # Errors
    /// Where there are too many men, or not even room for the variables.
    pub fn new(men: usize, order: BitOrder, room: Room) -> Made<Store> {
        let depths = (MOST_VARIABLES / (BITS * men.max(1))).min(MOST_DEPTH + 1);
        if depths < 2 {
            return Err(Refused::TooLarge("there are too many men for decision diagrams".into()));
        }
        // The manager starts a thread with such a stack, and takes it for granted that it can.
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(|| ());
        thread.map_err(|_| Refused::Memory)?.join().map_err(|_| Refused::Memory)?;
        let manager = oxidd::bcdd::new_manager(room.nodes, room.entries, 1);
        let (yes, no) = manager.with_manager_exclusive(|manager| {
            manager.add_vars((BITS * men * depths) as VarNo);
            (Set(BCDDFunction::t(manager)), Set(BCDDFunction::f(manager)))
        });
        Ok(Store { manager, men, depths, order, room, yes, no, substitutions: RefCell::default() })
    }

    /// The room that was given.
    #[must_use]
    pub fn room(&self) -> Room {
        self.room
    }

    /// The order of bits.
    #[must_use]
    pub fn order(&self) -> BitOrder {
        self.order
    }

    /// How many men positions have.
    #[must_use]
    pub fn men(&self) -> usize {
        self.men
    }

    /// How many moves can be looked ahead.
    pub(crate) fn depth(&self) -> usize {
        self.depths - 1
    }

    /// The variable of a bit: 0 to 2 are those of the file, the lowest first, 3 to 5 those of the rank.
    pub(crate) fn variable(&self, man: usize, bit: usize, depth: usize) -> VarNo {
        let place = match self.order {
            BitOrder::LowFirst => bit,
            BitOrder::HighFirst => bit / 3 * 3 + (2 - bit % 3),
        };
        ((place * self.men + man) * self.depths + depth) as VarNo
    }

    /// A bit again as a man, the bit's number and the depth.
    pub(crate) fn whose(&self, variable: VarNo) -> (usize, usize, usize) {
        let (rest, depth) = (variable as usize / self.depths, variable as usize % self.depths);
        let (place, man) = (rest / self.men, rest % self.men);
        let bit = match self.order {
            BitOrder::LowFirst => place,
            BitOrder::HighFirst => place / 3 * 3 + (2 - place % 3),
        };
        (man, bit, depth)
    }

    /// Does something that needs room; where there is none, throws away what nobody needs and tries again.
    fn attempt(&self, make: impl Fn() -> AllocResult<BCDDFunction>) -> Made<Set> {
        let again = |_| {
            self.manager.with_manager_shared(|manager| manager.gc());
            make()
        };
        make().or_else(again).map(Set).map_err(|_| Refused::Memory)
    }

    /// Everything, or nothing.
    #[must_use]
    pub fn constant(&self, value: bool) -> Set {
        if value { self.yes.clone() } else { self.no.clone() }
    }

    /// Whether it holds everywhere or nowhere.
    #[must_use]
    pub fn as_constant(&self, set: &Set) -> Option<bool> {
        if *set == self.yes { Some(true) } else { (*set == self.no).then_some(false) }
    }

    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(&self, set: &Set) -> bool {
        *set == self.no
    }

    /// The set in which a bit is one.
    pub(crate) fn bit(&self, bit: Bit) -> Made<Set> {
        match bit {
            Bit::Known(value) => Ok(self.constant(value)),
            Bit::Variable(variable, opposite) => {
                let set = self.attempt(|| {
                    self.manager.with_manager_shared(|manager| BCDDFunction::var(manager, variable))
                })?;
                if opposite { self.not(&set) } else { Ok(set) }
            }
        }
    }

    /// What is not in it.
    ///
    /// # Errors
    /// No room.
    pub fn not(&self, a: &Set) -> Made<Set> {
        self.attempt(|| a.0.not())
    }

    /// What is in both.
    ///
    /// # Errors
    /// No room.
    pub fn and(&self, a: &Set, b: &Set) -> Made<Set> {
        self.attempt(|| a.0.and(&b.0))
    }

    /// What is in one of them.
    ///
    /// # Errors
    /// No room.
    pub fn or(&self, a: &Set, b: &Set) -> Made<Set> {
        self.attempt(|| a.0.or(&b.0))
    }

    /// What is in the first and not in the second.
    ///
    /// # Errors
    /// No room.
    pub fn without(&self, a: &Set, b: &Set) -> Made<Set> {
        self.attempt(|| b.0.imp_strict(&a.0))
    }

    /// Where both say the same.
    ///
    /// # Errors
    /// No room.
    pub fn same(&self, a: &Set, b: &Set) -> Made<Set> {
        self.attempt(|| a.0.equiv(&b.0))
    }

    /// One or the other.
    ///
    /// # Errors
    /// No room.
    pub fn choose(&self, condition: &Set, yes: &Set, no: &Set) -> Made<Set> {
        self.attempt(|| condition.0.ite(&yes.0, &no.0))
    }

    /// What is in one of these. Pairs of neighbours are joined first, so that no long sum is added to again and again.
    ///
    /// # Errors
    /// No room.
    pub fn any(&self, sets: Vec<Set>) -> Made<Set> {
        let mut sets = sets;
        while sets.len() > 1 {
            let pairs: Made<Vec<Set>> = sets
                .chunks(2)
                .map(|pair| match pair {
                    [a, b] => self.or(a, b),
                    rest => Ok(rest.first().map_or_else(|| self.constant(false), Set::clone)),
                })
                .collect();
            sets = pairs?;
        }
        Ok(sets.pop().unwrap_or_else(|| self.constant(false)))
    }

    /// What is in all of these.
    ///
    /// # Errors
    /// No room.
    pub fn all(&self, sets: &[Set]) -> Made<Set> {
        sets.iter().try_fold(self.constant(true), |all, one| self.and(&all, one))
    }

    /// The bits of one square as a cube, for [`Store::some_square`].
    pub(crate) fn cube(&self, man: usize, depth: usize) -> Made<Set> {
        let mut cube = self.constant(true);
        for bit in 0..BITS {
            let variable = self.bit(Bit::Variable(self.variable(man, bit, depth), false))?;
            cube = self.and(&cube, &variable)?;
        }
        Ok(cube)
    }

    /// Where both hold for some square whose bits are in the cube.
    pub(crate) fn some_square(&self, a: &Set, b: &Set, cube: &Set) -> Made<Set> {
        self.attempt(|| a.0.apply_exists(BooleanOperator::And, &b.0, &cube.0))
    }

    /// The same set said of other bits.
    pub(crate) fn replace(&self, set: &Set, replacing: &Replacing) -> Made<Set> {
        let changed: Replacing = replacing
            .iter()
            .copied()
            .filter(|&(variable, bit)| bit != Bit::Variable(variable, false))
            .collect();
        if changed.is_empty() || self.as_constant(set).is_some() {
            return Ok(set.clone());
        }
        if !self.substitutions.borrow().contains_key(&changed) {
            let (mut variables, mut functions) = (Vec::new(), Vec::new());
            for &(variable, bit) in &changed {
                variables.push(variable);
                functions.push(self.bit(bit)?.0);
            }
            self.substitutions.borrow_mut().insert(changed.clone(), Subst::new(variables, functions));
        }
        let substitutions = self.substitutions.borrow();
        let Some(substitution) = substitutions.get(&changed) else {
            return Err(Refused::Internal("a substitution is missing".into()));
        };
        self.attempt(|| set.0.substitute(substitution))
    }

    /// How many placements of all men are in it, whatever is said of squares they may go to.
    #[must_use]
    pub fn count(&self, set: &Set) -> u128 {
        let variables = BITS * self.men * self.depths;
        let mut cache: SatCountCache<u128, std::hash::BuildHasherDefault<Fold>> = SatCountCache::default();
        set.0.sat_count(variables as u32, &mut cache) >> (variables - BITS * self.men)
    }

    /// How many nodes a diagram has that knows no complement edges, without the two ends: the measure of the
    /// paper, and of most of the literature.
    #[expect(clippy::mutable_key_type, reason = "a function is known by its node, and that does not change")]
    #[must_use]
    pub fn plain_nodes(&self, sets: &[&Set]) -> u64 {
        let mut seen: HashSet<BCDDFunction, std::hash::BuildHasherDefault<Fold>> = HashSet::default();
        let mut todo: Vec<BCDDFunction> = sets.iter().map(|set| set.0.clone()).collect();
        while let Some(function) = todo.pop() {
            let Some((high, low)) = function.cofactors() else { continue };
            if seen.insert(function) {
                todo.extend([high, low]);
            }
        }
        seen.len() as u64
    }

    /// The bit that a diagram asks first, and what is in the set where it is one and where it is not; nothing of a constant.
    pub(crate) fn top(&self, set: &Set) -> Option<(VarNo, Set, Set)> {
        let (high, low) = set.0.cofactors()?;
        let variable =
            set.0.with_manager_shared(|manager, edge| manager.level_to_var(manager.get_node(edge).level()));
        Some((variable, Set(high), Set(low)))
    }

    /// How many nodes it has as it is kept, with the end.
    #[must_use]
    pub fn nodes(&self, set: &Set) -> u64 {
        set.0.node_count() as u64
    }

    /// How many nodes there are at the moment.
    #[must_use]
    pub fn nodes_in_use(&self) -> u64 {
        self.manager.with_manager_shared(|manager| manager.num_inner_nodes() as u64)
    }

    /// Throws away what nobody needs.
    pub fn tidy(&self) {
        self.manager.with_manager_shared(|manager| manager.gc());
    }

    /// Whether a placement is in it: the six bits of each man, 0 to 63 from a1 along the ranks.
    #[must_use]
    pub fn holds(&self, set: &Set, squares: &[u8]) -> bool {
        self.holds_at(set, &[squares.to_vec()])
    }

    /// The same for several placements, each with bits of its own.
    pub(crate) fn holds_at(&self, set: &Set, places: &[Vec<u8>]) -> bool {
        let arguments = (0..(BITS * self.men * self.depths) as VarNo).map(|variable| {
            let (man, bit, depth) = self.whose(variable);
            let square = places.get(depth).and_then(|squares| squares.get(man));
            (variable, square.is_some_and(|square| square >> bit & 1 == 1))
        });
        set.0.eval(arguments)
    }

    pub(crate) fn function(&self, set: &Set) -> BCDDFunction {
        set.0.clone()
    }

    pub(crate) fn manager(&self) -> &BCDDManagerRef {
        &self.manager
    }

    pub(crate) fn wrap(&self, function: BCDDFunction) -> Set {
        Set(function)
    }
}
