//! Writes a folder of certificates.
//!
//! Everything is written into a folder beside it with another name ([`Unfinished`]), which takes the place of the old one, if there is
//! one, when it is complete. If the work ends before, the unfinished folder goes.
//!
//! A certificate is kept only if the checker accepts it, reading the two files from the disk as anybody else would.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use adli_files::Unfinished;
use adli_lrat::{Checked, Limits, Problem, check_proof};

use crate::digest::Digested;
use crate::error::WriteError;
use crate::linear::{LinearPlace, examine};
use crate::manifest::{
    Certificate, Clauses, Evidence, FORMAT, Linear, MANIFEST, Manifest, Part, Text, VERSION, full_name,
    is_plain,
};

/// A folder that is being written.
pub struct Folder {
    /// Where it is to appear, if it is to stay.
    goal: Option<PathBuf>,
    work: Unfinished,
    taken: Vec<String>,
    reduced: bool,
    certificates: Vec<Certificate>,
}

/// Where the two files of a certificate are to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// For the clauses, as DIMACS text.
    pub cnf: PathBuf,
    /// For the proof, as LRAT.
    pub proof: PathBuf,
    claim: String,
    part: Option<String>,
}

/// What was kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    /// How many variables the clauses have.
    pub variables: u32,
    /// How many clauses there are.
    pub clauses: u64,
    /// How many bytes the proof has, lines of linear arithmetic included.
    pub proof_bytes: u64,
    /// What the checker saw.
    pub checked: Checked,
}

impl Folder {
    /// Begins a folder that is to appear at `goal`, perhaps in the place of an older one.
    ///
    /// # Errors
    /// Where there is something else, or nothing can be written.
    pub fn begin(goal: &Path) -> Result<Folder, WriteError> {
        refuse_occupied(goal)?;
        let work = Unfinished::folder(goal).map_err(WriteError::file(goal))?;
        Ok(Folder::in_work(work, Some(goal.to_owned())))
    }

    /// Begins a folder for certificates that are written and checked, and go when it is dropped.
    ///
    /// # Errors
    /// Where nothing can be written among the temporary files of the system.
    pub fn passing() -> Result<Folder, WriteError> {
        let work = Unfinished::passing().map_err(WriteError::file(&std::env::temp_dir()))?;
        Ok(Folder::in_work(work, None))
    }

    fn in_work(work: Unfinished, goal: Option<PathBuf>) -> Folder {
        Folder { goal, work, taken: Vec::new(), reduced: false, certificates: Vec::new() }
    }

    /// Notes whether problems are made smaller first: whoever compares the clauses with a text has to do the same.
    pub fn note_reduced(&mut self, reduced: bool) {
        self.reduced = reduced;
    }

    /// Says where the files of a claim, or of a part of it, are to be written.
    ///
    /// # Errors
    /// Where the name is taken, or cannot name a file.
    pub fn place(&mut self, claim: &str, part: Option<&str>) -> Result<Place, WriteError> {
        let name = full_name(claim, part);
        if !is_plain(&name) || self.taken.iter().any(|taken| taken.eq_ignore_ascii_case(&name)) {
            return Err(WriteError::Name(name));
        }
        let file = |ending: &str| self.work.path().join(format!("{name}.{ending}"));
        let place = Place {
            cnf: file("cnf"),
            proof: file("lrat"),
            claim: claim.to_owned(),
            part: part.map(str::to_owned),
        };
        self.taken.push(name);
        Ok(place)
    }

    /// Checks what was written, and keeps it.
    ///
    /// # Errors
    /// Where the checker does not accept it. Then both files go, and the name is free again.
    pub fn keep(
        &mut self,
        place: &Place,
        statement: &str,
        solver: &str,
        limits: &Limits,
    ) -> Result<Kept, WriteError> {
        self.check(place, statement, solver, limits).inspect_err(|_| self.give_up(place))
    }

    /// Says where the files of a problem of linear arithmetic are to be written.
    ///
    /// # Errors
    /// Where the name is taken, or cannot name a file.
    pub fn place_linear(&mut self, claim: &str, part: Option<&str>) -> Result<LinearPlace, WriteError> {
        let Place { cnf, proof, claim, part } = self.place(claim, part)?;
        let file =
            |ending: &str| cnf.with_file_name(format!("{}.{ending}", full_name(&claim, part.as_deref())));
        let (text, problem, farkas) = (file("smt2"), file("linear"), file("farkas"));
        Ok(LinearPlace { text, problem, farkas, proof, claim, part })
    }

    /// Checks what was written for a problem of linear arithmetic, and keeps it; the SMT-LIB text too, if it was written.
    ///
    /// # Errors
    /// Where the checker does not accept it. Then all files go, and the name is free again.
    pub fn keep_linear(
        &mut self,
        place: &LinearPlace,
        statement: &str,
        solver: &str,
        limits: &Limits,
    ) -> Result<Kept, WriteError> {
        self.check_linear(place, statement, solver, limits).inspect_err(|_| self.give_up_linear(place))
    }

    /// Removes what was written for a problem of linear arithmetic that has no certificate after all.
    pub fn give_up_linear(&mut self, place: &LinearPlace) {
        self.free(&place.claim, place.part.as_deref());
        for path in [&place.text, &place.problem, &place.farkas, &place.proof] {
            // It may never have been written.
            let _ = fs::remove_file(path);
        }
    }

    fn check_linear(
        &mut self,
        place: &LinearPlace,
        statement: &str,
        solver: &str,
        limits: &Limits,
    ) -> Result<Kept, WriteError> {
        let open = |path: &Path| Digested::open(path).map_err(WriteError::file(path));
        let (mut problem, mut farkas, mut proof) =
            (open(&place.problem)?, open(&place.farkas)?, open(&place.proof)?);
        let (numbers, checked) = examine(&mut problem, &mut farkas, &mut proof, limits).map_err(|fault| {
            let name = full_name(&place.claim, place.part.as_deref());
            WriteError::Wrong(format!("the certificate of `{name}` is wrong: {fault}"))
        })?;
        let text = if place.text.exists() { Some(part(&place.text, open(&place.text)?)?) } else { None };
        let linear = Linear {
            integers: numbers.integers,
            variables: numbers.variables,
            inequalities: numbers.inequalities,
            clauses: numbers.clauses,
            lines: numbers.lines,
            text,
            problem: part(&place.problem, problem)?,
            farkas: part(&place.farkas, farkas)?,
            proof: part(&place.proof, proof)?,
            solver: solver.to_owned(),
        };
        let proof_bytes = linear.farkas.bytes + linear.proof.bytes;
        self.certificates.push(Certificate {
            claim: place.claim.clone(),
            part: place.part.clone(),
            statement: statement.to_owned(),
            evidence: Evidence::Linear(linear),
        });
        Ok(Kept { variables: numbers.variables, clauses: numbers.clauses, proof_bytes, checked })
    }

    /// Removes what was written for a claim that has no certificate after all.
    pub fn give_up(&mut self, place: &Place) {
        self.free(&place.claim, place.part.as_deref());
        for path in [&place.cnf, &place.proof] {
            // It may never have been written.
            let _ = fs::remove_file(path);
        }
    }

    fn free(&mut self, claim: &str, part: Option<&str>) {
        let name = full_name(claim, part);
        self.taken.retain(|taken| *taken != name);
    }

    fn check(
        &mut self,
        place: &Place,
        statement: &str,
        solver: &str,
        limits: &Limits,
    ) -> Result<Kept, WriteError> {
        let mut source = Digested::open(&place.cnf).map_err(WriteError::file(&place.cnf))?;
        let problem = Problem::read(&mut source, limits)
            .map_err(|fault| WriteError::Wrong(format!("the clauses of `{}`: {fault}", place.name())))?;
        let cnf = part(&place.cnf, source)?;
        let mut source = Digested::open(&place.proof).map_err(WriteError::file(&place.proof))?;
        let checked = check_proof(&problem, &mut source, limits).map_err(|fault| {
            WriteError::Wrong(format!("the proof of `{}` is wrong: {fault}", place.name()))
        })?;
        let proof = part(&place.proof, source)?;
        let kept = Kept {
            variables: problem.variables(),
            clauses: problem.clauses() as u64,
            proof_bytes: proof.bytes,
            checked,
        };
        self.certificates.push(Certificate {
            claim: place.claim.clone(),
            part: place.part.clone(),
            statement: statement.to_owned(),
            evidence: Evidence::Clauses(Clauses {
                variables: kept.variables,
                clauses: kept.clauses,
                cnf,
                proof,
                solver: solver.to_owned(),
            }),
        });
        Ok(kept)
    }

    /// How many certificates were kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.certificates.len()
    }

    /// Whether no certificate was kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.certificates.is_empty()
    }

    /// Writes the manifest, and puts the folder in its place. A passing one goes.
    ///
    /// # Errors
    /// Where something cannot be written or moved; then an older folder stays as it was.
    pub fn finish(mut self, program: &str, source: Text, library: Vec<Text>) -> Result<(), WriteError> {
        let Some(goal) = self.goal.take() else { return Ok(()) };
        let manifest = Manifest {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: program.to_owned(),
            source,
            library,
            reduced: self.reduced,
            certificates: std::mem::take(&mut self.certificates),
            digest: None,
        };
        let path = self.work.path().join(MANIFEST);
        write_manifest(&path, &manifest).map_err(WriteError::file(&goal))?;
        refuse_occupied(&goal)?;
        self.work.finish().map_err(WriteError::file(&goal))
    }
}

impl Place {
    fn name(&self) -> String {
        full_name(&self.claim, self.part.as_deref())
    }
}

/// A folder may be replaced if it is one of certificates, or empty.
fn refuse_occupied(goal: &Path) -> Result<(), WriteError> {
    let is_free = match fs::read_dir(goal) {
        Ok(mut inside) => inside.next().is_none() || goal.join(MANIFEST).is_file(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    if is_free { Ok(()) } else { Err(WriteError::Occupied(goal.to_owned())) }
}

fn write_manifest(path: &Path, manifest: &Manifest) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(&manifest.to_bytes()?)?;
    file.sync_all()
}

fn part(path: &Path, source: Digested) -> Result<Part, WriteError> {
    let (bytes, blake3) = source.finish().map_err(WriteError::file(path))?;
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Part { file, bytes, blake3 })
}
