//! `adli audit --by coq-extracted` and `--by coq`: finished tables, checked by what Coq has proved right.
//!
//! Tables for the extracted checker are written into a passing folder, and stay there as long as one that is still to be checked needs them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use adli_chess::Material;
use adli_coq::{Opinion, PrintedTable, Tabled, Trouble, Verified, Workshop, check_tables};
use adli_process::Limits;
use adli_tables::{Known, Loaded, Scores, Shape, converts_into, solve_order};

use super::audit::{Audit, all_there};
use super::coq::{find_coqc, find_library, passing};
use crate::args::AuditArgs;
use crate::auditing::{Audited, Sound, hex};
use crate::failure::Failure;
use crate::files::cannot_write;
use crate::interrupt;
use crate::output::Output;
use crate::progress::Bar;
use crate::settings::Settings;
use crate::tables::{Found, Tables};
use crate::verified::find_verified;

/// With more men the kernel takes hours.
const MOST_IN_KERNEL: usize = 3;

/// What has to be believed if the extracted checker accepts a table.
const EXTRACTED: [&str; 3] = [
    "`Laws.v` and `Games.v` of `proofs/`, and Coq's kernel, which checked the theorems `reduced_exact`, `reduced_complete` and `together`",
    "Coq's extraction to OCaml with the directives of `proofs/extracted/Extract.v`, and OCaml",
    "that `main.ml` of that folder has every part of a table checked, and `read_tables.ml` reads the same byte whenever it is asked for the same placement",
];

/// What has to be believed if the kernel accepts a table.
const KERNEL: [&str; 2] = [
    "`Laws.v` and `Games.v` of `proofs/`, and that `Exact.v` says what is meant",
    "Coq's kernel with its virtual machine, primitive integers and arrays",
];

/// What is to be checked, and what that relies on. The bare kings are checked like the others.
fn chosen(args: &AuditArgs, named: &[Material]) -> (Vec<Material>, Vec<Material>) {
    if !args.only {
        return (solve_order(named), Vec::new());
    }
    let mut relied_on: Vec<Material> = named.iter().copied().flat_map(converts_into).collect();
    relied_on.retain(|material| !named.contains(material));
    relied_on.sort();
    relied_on.dedup();
    (named.to_vec(), relied_on)
}

/// Tables by the extracted checker.
pub fn extracted(args: &AuditArgs, named: &[Material], settings: &mut Settings) -> Result<Audit, Failure> {
    let verified = find_verified(args.checker.as_deref())?;
    let tables = settings.tables()?;
    let (order, relied_on) = chosen(args, named);
    all_there(&tables, in_files(order.iter().chain(&relied_on)))?;
    interrupt::listen();
    let folder = passing()?;
    let mut work = Work {
        tables: &tables,
        folder: folder.path(),
        processes: settings.threads,
        digests: BTreeMap::new(),
    };
    let bar = Bar::new(order.len() as u64);
    let (mut audited, mut done) = (Vec::new(), Ok(()));
    for (number, &material) in order.iter().enumerate() {
        bar.task(format!("checking {material}"));
        bar.at(number as u64, order.len() as u64);
        let relying = Audited::relying(material, &audited);
        let checked = relying.map_or_else(|| work.check(&verified, material), Ok);
        let found = checked.and_then(|found| tell(&bar, &mut settings.output, found));
        match found {
            Ok(found) => audited.push(found),
            Err(failure) => {
                done = Err(failure);
                break;
            }
        }
        work.tidy(&order[number + 1..]);
    }
    Ok(Audit {
        folder: tables.folder().to_owned(),
        audited,
        relied_on: relied_on.iter().map(ToString::to_string).collect(),
        by: Some(format!("coq-extracted: {}", verified.program().display())),
        trusts: EXTRACTED.to_vec(),
        done,
    })
}

fn tell(bar: &Bar<'_>, output: &mut Output, found: Audited) -> Result<Audited, Failure> {
    bar.aside(|| output.as_text(&found)).map(|()| found)
}

/// Those whose tables are read; that of the bare kings is in no file.
fn in_files<'m>(materials: impl Iterator<Item = &'m Material>) -> impl Iterator<Item = &'m Material> {
    materials.filter(|&&material| material != Material::KINGS)
}

/// Raw tables as they are needed.
struct Work<'w> {
    tables: &'w Tables,
    folder: &'w Path,
    /// How many share the work on a table.
    processes: usize,
    /// Of tables that are in the folder, or why they cannot be.
    digests: BTreeMap<Material, Result<Written, String>>,
}

#[derive(Clone)]
struct Written {
    digest: Option<String>,
    places: u64,
    legal: u64,
}

impl Work<'_> {
    fn check(&mut self, verified: &Verified, material: Material) -> Result<Audited, Failure> {
        let start = Instant::now();
        let mut audited = Audited::not_run(material);
        match self.write(material)? {
            Err(why) => {
                audited.verdict = Sound::Damaged;
                audited.reason = Some(why);
                return Ok(audited);
            }
            Ok(written) => {
                (audited.digest, audited.places, audited.legal) =
                    (written.digest, written.places, written.legal);
            }
        }
        let needs = converts_into(material);
        for &smaller in &needs {
            if let Err(why) = self.write(smaller)? {
                audited.reason = Some(format!("it relies on {smaller}: {why}"));
                return Ok(audited);
            }
        }
        let names: Vec<String> = needs.iter().map(ToString::to_string).collect();
        let said = verified.table(
            self.folder,
            &material.to_string(),
            &names,
            self.processes,
            &Limits::default(),
            &interrupt::asked,
        );
        match said.map_err(|error| Failure::input(format!("`{}`: {error}", verified.program().display())))? {
            Opinion::Right => audited.verdict = Sound::Right,
            Opinion::Refused => {
                audited.verdict = Sound::Wrong;
                audited.reason = Some("the verified checker refuses it".to_owned());
            }
            Opinion::Unknown(why) if interrupt::is_requested() => return Err(Failure::limit(why)),
            Opinion::Unknown(why) => return Err(Failure::internal(format!("{material}: {why}"))),
        }
        audited.seconds = start.elapsed().as_secs_f64();
        Ok(audited)
    }

    /// Makes sure that a raw table is there, or says why it cannot be.
    fn write(&mut self, material: Material) -> Result<Result<Written, String>, Failure> {
        if let Some(written) = self.digests.get(&material) {
            return Ok(written.clone());
        }
        if interrupt::is_requested() {
            return Err(Failure::limit("stopped before the end"));
        }
        let path = self.folder.join(format!("{material}.raw"));
        let written = match read_table(self.tables, material)? {
            Err(why) => Err(why),
            Ok((known, digest)) => {
                write_raw(&known, material, &path)?.map(|(places, legal)| Written { digest, places, legal })
            }
        };
        self.digests.insert(material, written.clone());
        Ok(written)
    }

    /// Removes what nobody needs any more.
    fn tidy(&mut self, next: &[Material]) {
        let needed: Vec<Material> =
            next.iter().flat_map(|&material| converts_into(material).into_iter().chain([material])).collect();
        let folder = self.folder;
        self.digests.retain(|material, _| {
            let stays = needed.contains(material);
            if !stays {
                // The whole folder goes away later.
                let _ = fs::remove_file(folder.join(format!("{material}.raw")));
            }
            stays
        });
    }
}

/// Writes a raw table, and counts its places and its legal ones; or says what is wrong with the table. That the disk refuses it says nothing
/// of the table.
fn write_raw(known: &Known, material: Material, path: &Path) -> Result<Result<(u64, u64), String>, Failure> {
    let out = BufWriter::new(File::create(path).map_err(cannot_write(path))?);
    let mut counted = Counted { out, places: 0, legal: 0 };
    let written = match Scores::new(known, &Shape::from(material)) {
        Ok(scores) => scores.write_raw(&mut counted),
        Err(error) => return Ok(Err(error.to_string())),
    };
    match written {
        Ok(()) => Ok(Ok((counted.places, counted.legal))),
        Err(error) if error.raw_os_error().is_some() => Err(cannot_write(path)(error)),
        Err(error) => Ok(Err(error.to_string())),
    }
}

/// The table of a material with its digest, every byte compared with it; or what is wrong with the file.
fn read_table(
    tables: &Tables,
    material: Material,
) -> Result<Result<(Known, Option<String>), String>, Failure> {
    let mut known = Known::default();
    if material == Material::KINGS {
        let table = tables.store.open(material).map_err(|error| tables.explain(material, error))?;
        known.insert(Arc::new(Loaded::new(table)));
        return Ok(Ok((known, None)));
    }
    match tables.find(material)? {
        Found::Missing => Err(tables.missing(&[material])),
        Found::Damaged(error) => Ok(Err(format!("`{}`: {error}", tables.store.path(material).display()))),
        Found::Intact(table) => {
            let digest = hex(table.digest());
            known.insert(Arc::new(Loaded::new(*table)));
            Ok(Ok((known, Some(digest))))
        }
    }
}

/// Counts what is written.
struct Counted<W> {
    out: W,
    places: u64,
    legal: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.places += written as u64;
        self.legal += bytes[..written].iter().filter(|&&byte| byte != 0).count() as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Tables inside the kernel.
pub fn kernel(named: &[Material], settings: &mut Settings) -> Result<Audit, Failure> {
    let coqc = find_coqc()?;
    let tables = settings.tables()?;
    let (small, large): (Vec<Material>, Vec<Material>) =
        named.iter().partition(|material| material.men() <= MOST_IN_KERNEL);
    // What the kernel rests on it has checked itself: `--only` would leave nothing to check.
    let order = solve_order(&small);
    all_there(&tables, in_files(order.iter()))?;
    interrupt::listen();
    let folder = passing()?;
    let by = Some(format!("coq: Coq {}", coqc.version()));
    let library = find_library(&coqc)?;
    let workshop = Workshop { coqc, library, folder: folder.path().to_owned() };
    let bar = Bar::open("checks");
    let (mut audited, done) = match in_kernel(&tables, &workshop, &order, &bar) {
        Ok(audited) => (audited, Ok(())),
        Err(failure) => (Vec::new(), Err(failure)),
    };
    drop(bar);
    audited.extend(large.iter().map(|&material| {
        let mut audited = Audited::not_run(material);
        audited.reason =
            Some("more than three men take hours inside Coq's kernel; ask `--by coq-extracted`".to_owned());
        audited
    }));
    audited.iter().try_for_each(|found| settings.output.as_text(found))?;
    Ok(Audit {
        folder: tables.folder().to_owned(),
        audited,
        relied_on: Vec::new(),
        by,
        trusts: KERNEL.to_vec(),
        done,
    })
}

fn in_kernel(
    tables: &Tables,
    workshop: &Workshop,
    order: &[Material],
    bar: &Bar<'_>,
) -> Result<Vec<Audited>, Failure> {
    if order.is_empty() {
        return Ok(Vec::new());
    }
    let start = Instant::now();
    let mut audited = Vec::new();
    let mut printed = Vec::new();
    for &material in order {
        let mut one = Audited::not_run(material);
        match read_table(tables, material)? {
            Err(why) => (one.verdict, one.reason) = (Sound::Damaged, Some(why)),
            Ok((known, digest)) => {
                let path = workshop.folder.join(format!("{material}.v"));
                let shape = Shape::from(material);
                let scores = Scores::new(&known, &shape)?;
                let written = File::create(&path).and_then(|file| {
                    let mut out = BufWriter::new(file);
                    scores.write_coq(&mut out)?;
                    out.flush()
                });
                written.map_err(cannot_write(&path))?;
                one.digest = digest;
                printed.push(PrintedTable { name: material.to_string(), men: shape.men().to_vec() });
            }
        }
        audited.push(one);
    }
    if printed.len() < order.len() {
        let relies =
            |one: &mut Audited| one.reason = Some("tables that are checked with it are damaged".to_owned());
        audited.iter_mut().filter(|one| one.verdict == Sound::NotRun).for_each(relies);
        return Ok(audited);
    }
    let tell = |name: &str| bar.task(format!("checking {name}"));
    let said = check_tables(workshop, &printed, &Limits::default(), &interrupt::asked, &tell);
    match said.map_err(explain)? {
        Tabled::Right(_) => audited.iter_mut().for_each(|one| one.verdict = Sound::Right),
        Tabled::Refused(refused) => {
            for one in &mut audited {
                let said = refused.iter().find(|(name, _)| &one.material == name);
                (one.verdict, one.reason) = match said {
                    Some(_) => (Sound::Wrong, Some("Coq's kernel refuses it".to_owned())),
                    None => (Sound::NotRun, Some("a table that is checked with it is refused".to_owned())),
                };
            }
        }
    }
    audited.iter_mut().for_each(|one| one.seconds = start.elapsed().as_secs_f64());
    Ok(audited)
}

/// Trouble with Coq that is nobody's table or proof.
pub fn explain(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Ended(why) => Failure::limit(why),
        Trouble::Refused(..) => Failure::internal(trouble.to_string()),
        _ => Failure::input(trouble.to_string()),
    }
}
