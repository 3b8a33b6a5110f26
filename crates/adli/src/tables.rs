//! A folder of tables, whose faults are told with the name of the file and with what to do about them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use adli_chess::{MAX_MEN, Material, Position};
use adli_tables::{
    By, Known, Loaded, Store, TableError, TableFile, Tables as _, Value, Watch, audit, probe, solve_order,
};
use adli_workbench::Worth;

use crate::failure::Failure;
use crate::output::note;
use crate::words::list;

/// How much memory single probes may use to remember blocks.
const CACHE_BYTES: usize = 16 << 20;
/// Tables of more men take too long to be audited whenever a proof relies on them.
const MOST_MEN_AUDITED: usize = 4;

pub struct Tables {
    pub store: Store,
    /// Was the folder named in the command, so that advice has to name it too?
    pub is_named: bool,
    /// Verdicts of the audit on tables that proofs rely on, by digest.
    audited: Mutex<BTreeMap<[u8; 32], bool>>,
}

/// Work that can be stopped and that has no progress of its own.
struct Aside<'w>(&'w dyn Watch);

impl Watch for Aside<'_> {
    fn stopped(&self) -> Option<By> {
        self.0.stopped()
    }
}

/// What is found under the name of a table.
pub enum Found {
    /// A table that agrees with its digest.
    Intact(Box<TableFile>),
    Missing,
    Damaged(TableError),
}

impl Tables {
    pub fn new(folder: PathBuf, is_named: bool) -> Tables {
        Tables { store: Store::new(folder, CACHE_BYTES), is_named, audited: Mutex::default() }
    }

    /// The folder as it is now, for somebody who stays.
    pub fn anew(&self) -> Store {
        Store::new(self.folder().to_owned(), CACHE_BYTES)
    }

    pub fn folder(&self) -> &Path {
        self.store.folder()
    }

    /// What there is of a canonical material on the disk now, every byte checked.
    pub fn find(&self, material: Material) -> Result<Found, Failure> {
        let opened = self.store.open(material).and_then(|table| table.verify().map(|()| table));
        match opened {
            Ok(table) => Ok(Found::Intact(Box::new(table))),
            Err(TableError::Missing(_)) => Ok(Found::Missing),
            Err(error) if is_damage(&error) => Ok(Found::Damaged(error)),
            Err(error) => Err(self.explain(material, error)),
        }
    }

    /// Tables of canonical materials, to be read as a whole.
    pub fn load(&self, materials: &[Material]) -> Result<Known, Failure> {
        let mut known = Known::default();
        for &material in materials {
            let table = self.store.open(material).map_err(|error| self.explain(material, error))?;
            known.insert(Arc::new(Loaded::new(table)));
        }
        Ok(known)
    }

    /// Tables of a material and of all it converts into, for proofs to rely on; `None` unless all are intact.
    /// A checksum says that a file is as it was written, not that its values are right. So tables of up to
    /// four men are audited, once for each digest; if one is wrong, a warning names it and none is used.
    pub fn for_proofs(&self, material: Material, watch: &dyn Watch) -> Option<Known> {
        let mut digests = Vec::new();
        let mut known = Known::default();
        for material in solve_order(&[material.canonical()]) {
            let Ok(Found::Intact(table)) = self.find(material) else { return None };
            digests.push((material, *table.digest()));
            known.insert(Arc::new(Loaded::new(*table)));
        }
        let is_right = |(material, digest)| self.is_right(&known, material, digest, watch);
        digests.into_iter().all(is_right).then_some(known)
    }

    /// Audits a table, if it is small enough.
    fn is_right(&self, known: &Known, material: Material, digest: [u8; 32], watch: &dyn Watch) -> bool {
        if material.men() > MOST_MEN_AUDITED || material == Material::KINGS {
            return true;
        }
        let audited = || self.audited.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&is_right) = audited().get(&digest) {
            return is_right;
        }
        let Ok(found) = audit(known, material, &Aside(watch)) else { return false };
        let is_right = found.wrong == 0;
        audited().insert(digest, is_right);
        if !is_right {
            let path = self.store.path(material);
            note(&format!(
                "warning: `{}` is not used: {} of its values do not follow from the laws of chess\n  \
                 = help: `adli audit {material}` shows one; delete the file, and {} makes it anew",
                path.display(),
                found.wrong,
                self.solve_command(&[material])
            ));
        }
        is_right
    }

    /// Makes sure that the tables of some canonical materials are there; says at once all that are not.
    pub fn need(&self, materials: &BTreeSet<Material>) -> Result<(), Failure> {
        let mut missing = Vec::new();
        for &material in materials {
            match self.store.table(material) {
                Err(TableError::Missing(_)) => missing.push(material),
                Err(error) => return Err(self.explain(material, error)),
                Ok(_) => {}
            }
        }
        if missing.is_empty() { Ok(()) } else { Err(self.missing(&missing)) }
    }

    /// Says that there are no tables of some materials.
    pub fn missing(&self, materials: &[Material]) -> Failure {
        let tables = if materials.len() == 1 { "is no table" } else { "are no tables" };
        let folder = self.folder().display();
        Failure::input(format!("there {tables} of {} in `{folder}`", list(materials, "or")))
            .help(format!("make what is missing with {}", self.solve_command(materials)))
    }

    /// An error while the table of a material was read or made.
    pub fn explain(&self, material: Material, error: TableError) -> Failure {
        let path = self.store.path(material);
        match error {
            TableError::Missing(material) => self.missing(&[material]),
            error if is_damage(&error) => Failure::input(format!("`{}`: {error}", path.display()))
                .help(format!("{} replaces it", self.solve_command(&[material]))),
            TableError::Disagrees => Failure::internal(format!("`{}`: {error}", path.display())),
            TableError::File(_) | TableError::TooManyMen(_) => Failure::input(error.to_string()),
            error => error.into(),
        }
    }

    /// An error while one of several tables was read: finds out which.
    pub fn blame(&self, materials: &BTreeSet<Material>, error: TableError) -> Failure {
        if is_damage(&error) {
            for &material in materials {
                if let Ok(Found::Damaged(error)) = self.find(material) {
                    return self.explain(material, error);
                }
            }
        }
        match materials.first() {
            Some(&material) => self.explain(material, error),
            None => Failure::internal(error.to_string()),
        }
    }

    /// The command that makes some tables in this folder.
    fn solve_command(&self, materials: &[Material]) -> String {
        let mut command = "`adli solve".to_owned();
        // Solving a material solves what it converts into; there is no need to name that too.
        let comes_along = |smaller: &Material| {
            materials.iter().any(|larger| larger != smaller && solve_order(&[*larger]).contains(smaller))
        };
        materials
            .iter()
            .filter(|material| !comes_along(material))
            .for_each(|material| command.push_str(&format!(" {material}")));
        if self.is_named {
            command.push_str(&format!(" --tables {}", self.folder().display()));
        }
        command + "`"
    }
}

impl Worth for Tables {
    type Error = Failure;

    /// The value of a position whose tables are there, as [`Tables::need`] has made sure.
    fn value(&self, position: &Position) -> Result<Value, Failure> {
        probe(&self.store, position).map_err(|error| self.blame(&materials_of(position), error))
    }

    fn prepare(&self, positions: &[Position]) -> Result<(), Failure> {
        self.need(&positions.iter().flat_map(materials_of).collect())
    }
}

/// Is it the file that is wrong, so that a new one would do?
fn is_damage(error: &TableError) -> bool {
    matches!(
        error,
        TableError::Foreign
            | TableError::Version { .. }
            | TableError::Length { .. }
            | TableError::Damaged(_)
            | TableError::OtherMaterial(_)
    )
}

/// The canonical material of a position.
pub fn material_of(position: &Position) -> Result<Material, Failure> {
    position.material().map(Material::canonical).ok_or_else(|| {
        let men = position.occupied().len();
        Failure::input(format!("the position has {men} men; tables have at most {MAX_MEN}"))
    })
}

/// The materials whose tables are looked into for the value of a position: its own, and if a pawn can be
/// captured in passing, those after its moves.
pub fn materials_of(position: &Position) -> BTreeSet<Material> {
    let after = position.legal_moves().filter(|_| position.passing_capturable()).map(|mv| position.play(mv));
    let positions = [*position].into_iter().chain(after);
    positions.filter_map(|position| position.material()).map(Material::canonical).collect()
}
