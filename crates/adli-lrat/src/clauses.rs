//! The clauses that a proof has at its disposal, by number.
//!
//! All literals lie in one vector, and a second vector, indexed by the clause's number, says where. A proof deletes
//! about as many clauses as it adds; when more than half of the literals belong to nobody, the rest are
//! moved together. Numbers only ever grow, so moving keeps their order and goes through the vector once.

use crate::fault::Wrong;
use crate::literal::Literal;

/// Where a clause lies; nothing lies at `ABSENT`.
#[derive(Clone, Copy)]
struct Place {
    start: u32,
    len: u32,
}

const ABSENT: Place = Place { start: u32::MAX, len: 0 };

/// What a clause costs beside its literals.
pub(crate) const BYTES_PER_CLAUSE: usize = size_of::<Place>();

/// How much larger than the count of clauses so far a number may be, so that a short file cannot ask for much memory.
const SPARSE: u64 = 64;
const SPARSE_AT_LEAST: u64 = 1 << 16;

/// Clauses by number.
pub(crate) struct Clauses {
    places: Vec<Place>,
    literals: Vec<Literal>,
    live: usize,
    added: u64,
    memory: usize,
}

impl Clauses {
    /// No clause, and an allowance of memory.
    pub(crate) fn new(memory: usize) -> Clauses {
        Clauses { places: vec![ABSENT], literals: Vec::new(), live: 0, added: 0, memory }
    }

    /// The literals of a clause.
    #[inline]
    pub(crate) fn get(&self, id: u64) -> Result<&[Literal], Wrong> {
        let place =
            usize::try_from(id).ok().and_then(|id| self.places.get(id)).filter(|p| p.start != u32::MAX);
        let literals = place.and_then(|p| {
            let start = p.start as usize;
            self.literals.get(start..start + p.len as usize)
        });
        literals.ok_or(Wrong::Missing(id))
    }

    /// Adds a clause under a number larger than all before.
    pub(crate) fn add(&mut self, id: u64, clause: &[Literal]) -> Result<(), Wrong> {
        self.added += 1;
        let most = (self.added + SPARSE_AT_LEAST).saturating_mul(SPARSE);
        let index = usize::try_from(id).ok().filter(|&i| i >= self.places.len() && id <= most);
        let index = index.ok_or(Wrong::Identifier(id))?;
        if self.literals.len() > 2 * self.live + 1024 {
            self.move_together();
        }
        let start = self.literals.len();
        let bytes = (index + 1) * BYTES_PER_CLAUSE + (start + clause.len()) * size_of::<Literal>();
        // INVARIANT: every start and length is below `u32::MAX`, which marks what is absent.
        let place = u32::try_from(start).ok().zip(u32::try_from(clause.len()).ok());
        let (start, len) =
            place.filter(|&(start, _)| bytes <= self.memory && start != u32::MAX).ok_or(Wrong::Memory)?;
        self.places.resize(index, ABSENT);
        self.places.push(Place { start, len });
        self.literals.extend_from_slice(clause);
        self.live += clause.len();
        Ok(())
    }

    /// Deletes a clause.
    pub(crate) fn delete(&mut self, id: u64) -> Result<(), Wrong> {
        let len = self.get(id)?.len();
        if let Some(place) = usize::try_from(id).ok().and_then(|id| self.places.get_mut(id)) {
            *place = ABSENT;
        }
        self.live -= len;
        Ok(())
    }

    /// Moves the literals that are in use to the front.
    fn move_together(&mut self) {
        let mut end = 0_usize;
        for place in self.places.iter_mut().filter(|place| place.start != u32::MAX) {
            let start = place.start as usize;
            self.literals.copy_within(start..start + place.len as usize, end);
            // It does not grow, so it still fits.
            place.start = end as u32;
            end += place.len as usize;
        }
        self.literals.truncate(end);
    }
}
