//! What positions are worth: from the tables of the folder, or solved in memory.

use std::cell::OnceCell;

use adli_chess::{Material, Position};
use adli_tables::{Known, Value, Watch, probe, solve_all, solve_order, units};
use adli_workbench::Worth;

use crate::failure::Failure;
use crate::progress::Bar;
use crate::tables::{Found, Tables, material_of};

/// Endgames of so many men are solved on the way if there are no tables.
const SOLVED_MEN: usize = 4;

pub enum Values {
    Stored(Tables),
    Solved(Known),
}

impl Values {
    /// The values of a material and of all that it converts into.
    pub fn of(position: &Position, tables: Tables) -> Result<Values, Failure> {
        let material = material_of(position)?;
        let bar = Bar::new(solve_order(&[material]).iter().map(|&material| units(material)).sum());
        bar.task(format!("solving {material}"));
        Values::watched(position, tables, &bar)
    }

    /// The same, with somebody else who watches them being solved.
    pub fn watched(position: &Position, tables: Tables, watch: &dyn Watch) -> Result<Values, Failure> {
        let material = material_of(position)?;
        let order = solve_order(&[material]);
        let is_there = |&material: &Material| {
            material == Material::KINGS || matches!(tables.find(material), Ok(Found::Intact(_)))
        };
        if order.iter().all(is_there) {
            return Ok(Values::Stored(tables));
        }
        if position.occupied().len() > SOLVED_MEN {
            return Err(tables.missing(&[material]));
        }
        Ok(Values::Solved(solve_all(&[material], watch)?))
    }

    pub fn value(&self, position: &Position) -> Result<Value, Failure> {
        match self {
            Values::Stored(tables) => tables.value(position),
            Values::Solved(known) => Ok(probe(known, position)?),
        }
    }
}

/// Values that are looked for when somebody first asks: tables may have to be solved.
pub struct Awaited<F> {
    open: F,
    values: OnceCell<Values>,
}

impl<F> Awaited<F> {
    pub fn new(open: F) -> Awaited<F> {
        Awaited { open, values: OnceCell::new() }
    }
}

impl<F: Fn() -> Result<Values, Failure>> Worth for Awaited<F> {
    type Error = Failure;

    fn value(&self, position: &Position) -> Result<Value, Failure> {
        if self.values.get().is_none() {
            let _ = self.values.set((self.open)()?);
        }
        let values = self.values.get();
        values.ok_or_else(|| Failure::internal("tables that were opened are gone"))?.value(position)
    }
}
