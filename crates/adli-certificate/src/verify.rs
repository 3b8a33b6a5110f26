//! Checks a folder of certificates with nothing but the folder.
//!
//! It holds if the folder has exactly the files that its manifest names, each with the length and the digest that stand there, the
//! clauses are as many as stand there, and the checker accepts every proof. The digests add nothing to the proofs:
//! they tell a file that was changed or exchanged from one that never was right.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use adli_lrat::{Checked, Limits, Problem, check_proof};

use crate::digest::Digested;
use crate::error::NotAFolder;
use crate::linear::{Numbers, examine};
use crate::manifest::{Certificate, Clauses, Evidence, Linear, MANIFEST, Manifest, Part, Unread};

/// No manifest is longer than this.
const LONGEST_MANIFEST: u64 = 16 << 20;

/// What was found in a folder.
#[derive(Debug)]
pub struct Verified {
    /// What the folder says of itself, if that can be read.
    pub manifest: Option<Manifest>,
    /// What is wrong with the folder as a whole: its manifest, files that are missing or too many.
    pub faults: Vec<String>,
    /// The certificates in the order of the manifest, as far as they were looked at.
    pub entries: Vec<Entry>,
    /// Whether somebody asked to stop before the end.
    pub stopped: bool,
}

/// One certificate.
#[derive(Debug)]
pub struct Entry {
    /// What it says of itself.
    pub certificate: Certificate,
    /// What the checker saw, or why it did not accept the proof.
    pub checked: Result<Checked, Fault>,
}

/// Why a proof was not accepted; the message names the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A file is not what it should be.
    Wrong(String),
    /// More memory would have been needed than was allowed.
    Limit(String),
}

impl Fault {
    fn new(part: &Part, fault: &adli_lrat::Fault) -> Fault {
        let message = format!("`{}`: {fault}", part.file);
        if matches!(fault.wrong, adli_lrat::Wrong::Memory) {
            Fault::Limit(message)
        } else {
            Fault::Wrong(message)
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Fault::Wrong(message) | Fault::Limit(message)) = self;
        f.write_str(message)
    }
}

impl Verified {
    /// Whether every claim in the folder has its certificate, and nothing is wrong.
    #[must_use]
    pub fn holds(&self) -> bool {
        !self.stopped && self.faults.is_empty() && self.entries.iter().all(|entry| entry.checked.is_ok())
    }

    fn wrong(manifest: Option<Manifest>, faults: Vec<String>) -> Verified {
        Verified { manifest, faults, entries: Vec::new(), stopped: false }
    }
}

/// Checks a folder. `next` is told of each certificate before it is checked, and says whether to go on.
///
/// # Errors
/// Where this is not a folder of certificates at all. Whatever is wrong with one is in the answer.
pub fn verify(
    folder: &Path,
    limits: &Limits,
    mut next: impl FnMut(&Certificate) -> bool,
) -> Result<Verified, NotAFolder> {
    let present = list(folder)?;
    if !present.contains(&OsString::from(MANIFEST)) {
        return Err(NotAFolder::NoManifest(folder.to_owned()));
    }
    let manifest = match read_manifest(folder)? {
        Ok(manifest) => manifest,
        Err(fault) => return Ok(Verified::wrong(None, vec![fault])),
    };
    let faults: Vec<String> =
        manifest.faults().into_iter().map(|fault| format!("`{MANIFEST}`: {fault}")).collect();
    if !faults.is_empty() {
        return Ok(Verified::wrong(Some(manifest), faults));
    }
    let mut verified = Verified::wrong(None, strangers(&present, &manifest));
    for certificate in &manifest.certificates {
        if !next(certificate) {
            verified.stopped = true;
            break;
        }
        let checked = check(folder, certificate, limits);
        verified.entries.push(Entry { certificate: certificate.clone(), checked });
    }
    verified.manifest = Some(manifest);
    Ok(verified)
}

fn list(folder: &Path) -> Result<BTreeSet<OsString>, NotAFolder> {
    let read = || fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<_>>();
    read().map_err(|error| NotAFolder::Unreadable(folder.to_owned(), error))
}

/// The manifest, or what is wrong with it.
fn read_manifest(folder: &Path) -> Result<Result<Manifest, String>, NotAFolder> {
    let path = folder.join(MANIFEST);
    let mut text = Vec::new();
    let read = Digested::open(&path).and_then(|file| file.take(LONGEST_MANIFEST + 1).read_to_end(&mut text));
    if let Err(error) = read {
        return Ok(Err(format!("`{MANIFEST}`: {error}")));
    }
    if text.len() as u64 > LONGEST_MANIFEST {
        return Ok(Err(format!("`{MANIFEST}` is too long")));
    }
    let value: serde_json::Value = match serde_json::from_slice(&text) {
        Ok(value) => value,
        Err(error) => return Ok(Err(format!("`{MANIFEST}`: {error}"))),
    };
    match Manifest::read(value) {
        Ok(manifest) if manifest.is_as_written(&text) => Ok(Ok(manifest)),
        Ok(_) => Ok(Err(format!("`{MANIFEST}`: digest mismatch: the file has changed"))),
        Err(Unread::Foreign(what)) => Err(NotAFolder::Foreign(path, what)),
        Err(Unread::Wrong(what)) => Ok(Err(format!("`{MANIFEST}`: {what}"))),
    }
}

/// Files that nobody named. Those that are missing show where they are needed.
fn strangers(present: &BTreeSet<OsString>, manifest: &Manifest) -> Vec<String> {
    let named = manifest.files();
    let is_known = |name: &OsString| name.to_str().is_some_and(|name| named.contains(name));
    let unknown = present.iter().filter(|name| !is_known(name));
    unknown
        .map(|name| format!("`{}` is in the folder, and `{MANIFEST}` does not name it", name.display()))
        .collect()
}

/// Checks one certificate; what is wrong with it names the file.
fn check(folder: &Path, certificate: &Certificate, limits: &Limits) -> Result<Checked, Fault> {
    let Clauses { variables, clauses, cnf, proof, .. } = match &certificate.evidence {
        Evidence::Clauses(clauses) => clauses,
        Evidence::Linear(linear) => return check_linear(folder, linear, limits),
    };
    let mut source = open(folder, cnf)?;
    let problem = Problem::read(&mut source, limits);
    compare(cnf, source)?;
    let problem = problem.map_err(|fault| Fault::new(cnf, &fault))?;
    let found = (problem.variables(), problem.clauses() as u64);
    if found != (*variables, *clauses) {
        let (variables, clauses) = found;
        let what = format!("{variables} variables and {clauses} clauses");
        return Err(Fault::Wrong(format!("`{}` has {what}, which is not what `{MANIFEST}` says", cnf.file)));
    }
    let mut source = open(folder, proof)?;
    let checked = check_proof(&problem, &mut source, limits);
    compare(proof, source)?;
    checked.map_err(|fault| Fault::new(proof, &fault))
}

/// The same for a problem of linear arithmetic.
fn check_linear(folder: &Path, linear: &Linear, limits: &Limits) -> Result<Checked, Fault> {
    if let Some(text) = &linear.text {
        compare(text, open(folder, text)?)?;
    }
    let mut problem = open(folder, &linear.problem)?;
    let mut farkas = open(folder, &linear.farkas)?;
    let mut proof = open(folder, &linear.proof)?;
    let examined = examine(&mut problem, &mut farkas, &mut proof, limits);
    // A file that was changed is told from one that never was right.
    compare(&linear.problem, problem)?;
    compare(&linear.farkas, farkas)?;
    compare(&linear.proof, proof)?;
    let (found, checked) = examined.map_err(|fault| {
        let part = match fault {
            adli_farkas::Fault::Problem(..) => &linear.problem,
            adli_farkas::Fault::Lines(..) => &linear.farkas,
            adli_farkas::Fault::Proof(_) => &linear.proof,
        };
        let message = format!("`{}`: {fault}", part.file);
        if fault.is_limit() { Fault::Limit(message) } else { Fault::Wrong(message) }
    })?;
    let said = Numbers {
        integers: linear.integers,
        variables: linear.variables,
        inequalities: linear.inequalities,
        clauses: linear.clauses,
        lines: linear.lines,
    };
    if found != said {
        let name = &linear.problem.file;
        return Err(Fault::Wrong(format!("`{name}` has {found}, which is not what `{MANIFEST}` says")));
    }
    Ok(checked)
}

fn open(folder: &Path, part: &Part) -> Result<Digested, Fault> {
    Digested::open(&folder.join(&part.file)).map_err(|error| {
        let is_missing = error.kind() == io::ErrorKind::NotFound;
        let name = &part.file;
        Fault::Wrong(if is_missing { format!("`{name}` is missing") } else { format!("`{name}`: {error}") })
    })
}

/// Is the file what it was when it was written?
fn compare(part: &Part, source: Digested) -> Result<(), Fault> {
    let name = &part.file;
    let (bytes, blake3) = source.finish().map_err(|error| Fault::Wrong(format!("`{name}`: {error}")))?;
    if bytes != part.bytes {
        let what = format!("{bytes} bytes, and had {} when it was written", part.bytes);
        return Err(Fault::Wrong(format!("`{name}` has {what}")));
    }
    if blake3 != part.blake3 {
        return Err(Fault::Wrong(format!("`{name}` is not what was written: its digest is another")));
    }
    Ok(())
}
