//! Making tables: what is there and intact is kept, what is missing or damaged is solved, smaller materials
//! first.

use std::fs;
use std::io::{self, Write};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use adli_chess::Material;
use adli_tables::layout::Layout;
use adli_tables::{
    By, TableError, TableFile, Watch, WriteLock, converts_into, memory_ceiling, solve, solve_order, units,
};
use schemars::JsonSchema;
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
#[derive(Clone, Debug, Serialize, JsonSchema)]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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
    items: Vec<(Material, Before)>,
    /// Somebody who is told how it goes, if it is not the terminal.
    watch: Option<&'a dyn Watch>,
    /// The most memory that the work will take.
    memory: Size,
}

/// State of a table before the work. An intact file is not kept open: there may be a hundred of them.
enum Before {
    Missing,
    Damaged(TableError),
    Present(Box<Made>),
}

impl<'p> Plan<'p> {
    /// Looks at what there is of some materials and of all they convert into.
    pub fn new(
        tables: &'p Tables,
        materials: &[Material],
        threads: usize,
        audit: bool,
    ) -> Result<Plan<'p>, Failure> {
        // The bare kings need no file.
        let order = solve_order(materials).into_iter().filter(|&material| material != Material::KINGS);
        let items = order.map(|material| {
            let before = match tables.find(material)? {
                Found::Missing => Before::Missing,
                Found::Damaged(error) => Before::Damaged(error),
                Found::Intact(table) => Before::Present(Box::new(Made::new(&table, Status::Present, 0.0))),
            };
            Ok((material, before))
        });
        let items = items.collect::<Result<_, Failure>>()?;
        let mut plan = Plan { tables, threads, audit, items, watch: None, memory: Size(0) };
        let ceilings = plan.to_make().into_iter().map(|material| plan.ceiling(material));
        plan.memory = Size(ceilings.max().unwrap_or(0));
        Ok(plan)
    }

    /// Tells somebody how it goes, and nobody at the terminal.
    #[must_use]
    pub fn told_to(self, watch: &'p dyn Watch) -> Plan<'p> {
        Plan { watch: Some(watch), ..self }
    }

    /// How many rows there are to be made.
    pub fn rows(&self) -> u64 {
        self.to_make().into_iter().map(|material| self.units(material)).sum()
    }

    fn ceiling(&self, material: Material) -> u64 {
        let solving = memory_ceiling(material, self.threads);
        if self.audit { solving.max(audit_ceiling(material)) } else { solving }
    }

    /// What is missing or damaged.
    fn to_make(&self) -> Vec<Material> {
        let made = self.items.iter().filter(|(_, before)| !matches!(before, Before::Present(_)));
        made.map(|&(material, _)| material).collect()
    }

    pub fn has_work(&self) -> bool {
        !self.to_make().is_empty()
    }

    /// The most memory that the work will take.
    pub fn memory(&self) -> Size {
        self.memory
    }

    /// What will be done.
    pub fn announce(&self) {
        for (material, before) in &self.items {
            if let Before::Damaged(error) = before {
                let path = self.tables.store.path(*material);
                note(&format!("`{}` will be replaced: {error}", path.display()));
            }
        }
        if self.items.is_empty() {
            return note(&"bare kings need no table");
        }
        let to_make = self.to_make();
        let folder = self.tables.folder().display();
        let (there, all) = (self.items.len() - to_make.len(), self.items.len());
        note(&format!("{there} of {all} tables are there and intact in `{folder}`"));
        if self.has_work() {
            let (threads, memory) = (self.threads, self.memory());
            let s = if threads == 1 { "" } else { "s" };
            note(&format!(
                "to solve: {}; {threads} thread{s}, at most {memory} of memory",
                list(&to_make, "and")
            ));
        }
    }

    /// Does it, as far as it goes: the tables that are there at the end, and what stopped it. Each table is
    /// told as soon as it is there. An audit that failed ends the work too, without a failure.
    pub fn carry_out(self, tell: Tell<'_>) -> (Vec<Made>, Result<(), Failure>) {
        let mut made = Vec::new();
        let mut done = self.make_all(&mut made, tell);
        let by_hand = || self.watch.map_or_else(interrupt::asked, Watch::stopped) == Some(By::Hand);
        if done.as_ref().is_err_and(Failure::is_limit) && by_hand() {
            // Not only those told: the last one may have been written, but not yet audited.
            let is_there = |material: &Material| self.tables.store.open(*material).is_ok();
            let materials = self.items.iter().map(|&(material, _)| material);
            let there: Vec<Material> = materials.filter(is_there).collect();
            let there = if there.is_empty() { "none".to_owned() } else { list(&there, "and") };
            done = Err(Failure::limit(format!("stopped before the end; tables that are there: {there}"))
                .help("the same command goes on from there"));
        }
        (made, done)
    }

    fn make_all(&self, made: &mut Vec<Made>, tell: Tell<'_>) -> Result<(), Failure> {
        let lock = if self.has_work() { Some(self.lock()?) } else { None };
        let bar = self.watch.map_or_else(|| Bar::new(self.rows()), Bar::told_to);
        for (material, before) in &self.items {
            let table = match (before, &lock) {
                (Before::Present(made), _) => Made::clone(made),
                (_, Some(lock)) => self.make(*material, lock, &bar)?,
                (_, None) => return Err(Failure::internal(format!("nobody may write {material}"))),
            };
            bar.aside(|| tell(&table))?;
            let is_wrong = table.audit_failed();
            made.push(table);
            if is_wrong {
                break;
            }
        }
        Ok(())
    }

    fn units(&self, material: Material) -> u64 {
        units(material) + if self.audit { audit_units(material) } else { 0 }
    }

    /// Waits until nobody else writes into the folder. From then on, Ctrl-C is a request; but whoever is told how it goes
    /// says himself when to stop.
    fn lock(&self) -> Result<WriteLock, Failure> {
        if let Some(watch) = self.watch {
            watch.begins(&format!("waiting to write into `{}`", self.tables.folder().display()));
            return self.tables.store.lock_watched(watch).map_err(|error| match error {
                TableError::Stopped(_) => error.into(),
                _ => Failure::input(error.to_string()),
            });
        }
        let (got_it, wait) = mpsc::channel::<()>();
        let folder = self.tables.folder().display().to_string();
        thread::spawn(move || {
            if wait.recv_timeout(Duration::from_secs(1)) == Err(mpsc::RecvTimeoutError::Timeout) {
                note(&format!("waiting for another `adli` that is writing into `{folder}`"));
            }
        });
        let lock = self.tables.store.lock();
        drop(got_it);
        interrupt::listen();
        lock.map_err(|error| Failure::input(error.to_string()))
    }

    /// Makes a table that was missing or damaged.
    fn make(&self, material: Material, lock: &WriteLock, bar: &Bar<'_>) -> Result<Made, Failure> {
        let found = self.tables.find(material)?;
        if let Found::Intact(table) = found {
            // Whoever held the lock before has made it.
            bar.rows(self.units(material));
            return Ok(Made::new(&table, Status::Present, 0.0));
        }
        let status = if matches!(found, Found::Damaged(_)) { Status::Replaced } else { Status::Solved };
        drop(found);
        let start = Instant::now();
        let explain = |error: TableError| self.tables.explain(material, error);
        bar.task(format!("solving {material}"));
        let known = self.tables.load(&converts_into(material))?;
        let solved = solve(material, &known, bar).map_err(explain)?;
        drop(known);
        bar.task(format!("writing {material}"));
        self.tables.store.save(&solved, lock).map_err(explain)?;
        drop(solved);
        let mut made = match self.tables.find(material)? {
            Found::Intact(table) => Made::new(&table, status, start.elapsed().as_secs_f64()),
            Found::Missing | Found::Damaged(_) => {
                let path = self.tables.store.path(material);
                return Err(Failure::internal(format!("`{}` is not what was written", path.display())));
            }
        };
        if self.audit {
            bar.task(format!("auditing {material}"));
            made.audit = Some(audit_table(self.tables, material, bar)?);
            if made.audit_failed() {
                // A table that is known to be wrong must not be believed by anybody.
                let _ = fs::remove_file(self.tables.store.path(material));
            }
        }
        Ok(made)
    }
}

/// Told of each table that is there.
type Tell<'a> = &'a mut dyn FnMut(&Made) -> Result<(), Failure>;

/// The most memory that an audit takes: the scores of the table and of all that it converts into.
fn audit_ceiling(material: Material) -> u64 {
    let read = converts_into(material).into_iter().chain([material]);
    2 * read.map(Layout::places_of).sum::<usize>() as u64 + AUDIT_ALLOWANCE
}

/// For code, stacks, and what an allocator keeps back.
const AUDIT_ALLOWANCE: u64 = 64 << 20;

impl Made {
    fn new(table: &TableFile, status: Status, seconds: f64) -> Made {
        Made {
            material: table.material().to_string(),
            status,
            bytes: table.file_len(),
            digest: hex(table.digest()),
            seconds,
            audit: None,
        }
    }

    pub fn material(&self) -> &str {
        &self.material
    }

    /// Was the table audited, and found wrong?
    pub fn audit_failed(&self) -> bool {
        self.audit.as_ref().is_some_and(|audit| audit.verdict != Sound::Right)
    }
}

impl Report for Made {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Made { material, bytes, seconds, .. } = self;
        let status = match self.status {
            Status::Present => "present",
            Status::Solved => "solved",
            Status::Replaced => "replaced",
        };
        write!(out, "{material:<6} {status:<8} {:>10}", Size(*bytes).to_string())?;
        match self.status {
            Status::Present => writeln!(out)?,
            Status::Solved | Status::Replaced => writeln!(out, "  {seconds:.2} s")?,
        }
        self.audit.iter().try_for_each(|audit| audit.text(out))
    }
}
