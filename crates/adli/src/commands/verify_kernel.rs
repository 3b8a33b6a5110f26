//! `adli verify --coq-kernel`: certificates as theorems of Coq's kernel.
//!
//! Unlike the checker of `--coq`, nothing is extracted: the kernel runs the checker itself. What the theorem says is that clauses cannot be satisfied. That
//! these are the clauses of a claim is the encoder's word, and the report says so.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use adli_certificate::{Certificate, Evidence};
use adli_coq::{Certified, Coqc, Library, Trouble, Workshop, certify};
use adli_lrat::{Problem, proof_numbers};
use adli_process::Limits;
use schemars::JsonSchema;
use serde::Serialize;

use super::audit_coq::explain;
use super::coq::{find_coqc, find_library, passing};
use super::verify::Soundness;
use crate::failure::Failure;
use crate::interrupt;

/// How this checker is called among those that have accepted a certificate.
pub const KERNEL: &str = "coq-kernel";

/// How long Coq may take for a certificate.
const TIME: Duration = Duration::from_secs(600);

/// What has to be believed, if a certificate is a theorem, for its claim to be proved.
const TRUSTS: [&str; 4] = [
    "Coq's kernel with its virtual machine, primitive integers and arrays",
    "`satisfiable` and `clauses_of` in `proofs/Lrat.v`, by which the theorem is stated",
    "that the clauses of the .cnf files were read and printed for Coq as they are",
    "the encoder: that whatever contradicts a claim would satisfy the clauses of one of its certificates (`--text` shows only that they are those that the encoder gives)",
];

/// What came of it.
#[derive(Serialize, JsonSchema)]
pub struct Theorems {
    by: String,
    /// How many certificates are theorems: their clauses cannot be satisfied. They have `coq-kernel` in `checked_by`.
    pub theorems: usize,
    /// Of how many.
    certificates: usize,
    trusts: [&'static str; 4],
}

impl Theorems {
    pub fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Theorems { by, theorems, certificates, trusts } = self;
        writeln!(
            out,
            "by {by} it is a theorem for {theorems} of {certificates} that the clauses cannot be satisfied; what has to be believed:"
        )?;
        trusts.iter().try_for_each(|what| writeln!(out, "  {what}"))
    }
}

/// The kernel, and where it works.
pub struct Kernel<'f> {
    coqc: Coqc,
    library: Library,
    folder: &'f Path,
    limits: adli_lrat::Limits,
}

impl<'f> Kernel<'f> {
    /// Finds Coq.
    pub fn new(folder: &'f Path, limits: adli_lrat::Limits) -> Result<Kernel<'f>, Failure> {
        let coqc = find_coqc()?;
        let library = find_library(&coqc)?;
        Ok(Kernel { coqc, library, folder, limits })
    }

    /// Makes a theorem of a certificate that is right so far; or says what has become of it, and why.
    pub fn on(&self, certificate: &Certificate) -> Result<Result<(), (Soundness, String)>, Failure> {
        let Evidence::Clauses(about) = &certificate.evidence else {
            let why = "not tried: Coq's kernel is asked about clauses alone, not about lines of linear arithmetic; ask `--coq`";
            return Ok(Err((Soundness::Unknown, why.to_owned())));
        };
        let open = |file: &str| {
            adli_files::open(&self.folder.join(file))
                .map_err(|error| Failure::input(format!("`{file}`: {error}")))
        };
        // Both have been read before: only somebody who changes them meanwhile sees these.
        let fault = |file: &str| {
            let file = file.to_owned();
            move |fault: adli_lrat::Fault| Failure::input(format!("`{file}`: {fault}"))
        };
        let (cnf, proof) = (&about.cnf.file, &about.proof.file);
        let problem = Problem::read(open(cnf)?, &self.limits).map_err(fault(cnf))?;
        let steps = proof_numbers(open(proof)?, &self.limits).map_err(fault(proof))?;
        let work = passing()?;
        let (coqc, library) = (self.coqc.clone(), self.library.clone());
        let workshop = Workshop { coqc, library, folder: work.path().to_owned() };
        let limits = Limits { time: Some(TIME), memory: Some(self.limits.memory as u64) };
        Ok(match certify(&workshop, &problem, &steps, &limits, &interrupt::asked) {
            Ok(Certified::Theorem(_)) => Ok(()),
            Ok(Certified::Refused) => Err((Soundness::Wrong, format!("`{proof}`: Coq's kernel refuses it"))),
            Ok(Certified::PassedOver(why)) => Err((Soundness::Unknown, format!("not tried: {why}"))),
            Err(Trouble::Ended(why)) => Err((Soundness::Unknown, format!("Coq's kernel: {why}"))),
            Err(trouble) => return Err(explain(trouble)),
        })
    }

    /// What is told at the end.
    pub fn found(&self, theorems: usize, certificates: usize) -> Theorems {
        Theorems {
            by: format!("the kernel of Coq {}", self.coqc.version()),
            theorems,
            certificates,
            trusts: TRUSTS,
        }
    }
}
