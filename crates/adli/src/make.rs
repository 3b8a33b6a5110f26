//! Making tables: what is there and intact is kept, what is missing or damaged is solved, smaller materials first.

use std::fs;
use std::io::{self, Write};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use adli_chess::Material;
use adli_tables::layout::Layout;
use adli_tables::{TableError, TableFile, WriteLock, converts_into, memory_ceiling, solve, solve_order, units};
use serde::Serialize;

use crate::auditing::{Audited, Sound, audit_table, audit_units, hex};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Report, note};
use crate::progress::Bar;
use crate::size::Size;
use crate::tables::{Found, Tables};
use crate::words::list;

/// A table that is there now.
#[derive(Debug, Serialize)]
pub struct Made {
    material: String,
    status: Status,
    bytes: u64,
    /// The BLAKE3 digest of its contents.
    digest: String,
    /// What solving and writing took.
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audit: Option<Audited>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Present,
    Solved,
    Replaced,
}

/// What is to be done for some materials.
pub struct Plan<'a> {
    tables: &'a Tables,
    threads: usize,
    audit: bool,
    items: Vec<(Material, Found)>,
}

impl Plan<'_> {
    /// Looks at what there is of some materials and of all they convert into.
    pub fn new<'a>(
        tables: &'a Tables,
        materials: &[Material],
        threads: usize,
        audit: bool,
    ) -> Result<Plan<'a>, Failure> {
        // The bare kings need no file.
        let order = solve_order(materials).into_iter().filter(|&material| material != Material::KINGS);
        let items = order.map(|material| Ok((material, tables.find(material)?)));
        Ok(Plan { tables, threads, audit, items: items.collect::<Result<_, Failure>>()? })
    }

    /// What is missing or damaged.
    fn to_make(&self) -> Vec<Material> {
        let made = self.items.iter().filter(|(_, found)| !matches!(found, Found::Intact(_)));
        made.map(|&(material, _)| material).collect()
    }

    pub fn has_work(&self) -> bool {
        !self.to_make().is_empty()
    }

    /// The most memory that the work will take.
    pub fn memory(&self) -> Size {
        let ceiling = |material| {
            let solving = memory_ceiling(material, self.threads);
            if self.audit { solving.max(audit_ceiling(material)) } else { solving }
        };
        Size(self.to_make().into_iter().map(ceiling).max().unwrap_or(0))
    }

    /// What will be done.
    pub fn announce(&self) {
        for (material, found) in &self.items {
            if let Found::Damaged(error) = found {
                let path = self.tables.store.path(*material);
                note(&format!("`{}` will be replaced: {error}", path.display()));
            }
        }
        let to_make = self.to_make();
        let folder = self.tables.folder().display();
        let (there, all) = (self.items.len() - to_make.len(), self.items.len());
        note(&format!("{there} of {all} tables are there and intact in `{folder}`"));
        if self.has_work() {
            let (threads, memory) = (self.threads, self.memory());
            let s = if threads == 1 { "" } else { "s" };
            note(&format!("to solve: {}; {threads} thread{s}, at most {memory} of memory", list(&to_make, "and")));
        }
    }

    /// Does it. Each table is told as soon as it is there. Ends early after an audit that failed.
    pub fn carry_out(self, tell: &mut dyn FnMut(&Made) -> Result<(), Failure>) -> Result<Vec<Made>, Stopped> {
        let mut made = Vec::new();
        let bar = Bar::new(self.units());
        match self.make_all(&bar, &mut made, tell) {
            Ok(()) => Ok(made),
            Err(failure) if interrupt::is_requested() => {
                let there: Vec<&str> = made.iter().map(|table| table.material.as_str()).collect();
                let there = if there.is_empty() { "no table".to_owned() } else { list(&there, "and") };
                let failure = Failure::limit(format!("stopped before the end; finished: {there}"))
                    .help("the same command goes on from there")
                    .because(failure);
                Err(Stopped { made, failure })
            }
            Err(failure) => Err(Stopped { made, failure }),
        }
    }
}
