//! Certificates as theorems: clauses that cannot be satisfied, with nothing to believe of the solver or of a checker outside Coq.
//!
//! The clauses and the steps of the proof are printed as arrays of numbers. The checker of `Lrat.v` is run on them by the kernel's virtual machine, and
//! `check_sound` makes a theorem of its answer. Of the steps nothing has to be believed. Of the clauses it has to be believed that they are printed as they are
//! read; and what they stand for is known to nobody here.

use std::fmt::Write;
use std::fs;

use adli_lrat::Problem;
use adli_process::{Limits, Stop};

use crate::coqc::{Trouble, assumed, beyond};
use crate::library::{ASSUMPTIONS, compiled};
use crate::workshop::Workshop;

/// What became of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certified {
    /// It is a theorem that the clauses cannot be satisfied: what it rests on.
    Theorem(Vec<String>),
    /// The proof is not accepted.
    Refused,
    /// It was not tried: why.
    PassedOver(String),
}

/// How many numbers are read in reasonable time: each takes some sixteen microseconds and a kilobyte.
const MOST_NUMBERS: usize = 2_000_000;

/// An array of the kernel has no more places.
const MOST_PLACES: u64 = 4_194_303;

/// Coq takes more than its share of time for longer literals.
const CHUNK: usize = 32_768;

const FILE: &str = "Certificate.v";

/// What the printed file says if the checker says no; any other complaint is none about the proof.
const NOT_ACCEPTED: &str = "this proof is not accepted";

/// Has the kernel check a proof that clauses cannot be satisfied; its steps are numbers as `adli_lrat::proof_numbers` makes them.
///
/// # Errors
/// Where Coq cannot be asked, or complains of something else than the proof.
pub fn certify(
    workshop: &Workshop,
    problem: &Problem,
    steps: &[u64],
    limits: &Limits,
    stop: Stop<'_>,
) -> Result<Certified, Trouble> {
    let clauses = problem.codes();
    let numbers = clauses.len() + steps.len();
    if numbers > MOST_NUMBERS {
        return Ok(Certified::PassedOver(format!(
            "{numbers} numbers are too many for Coq's kernel, which takes {MOST_NUMBERS}; ask `--coq`"
        )));
    }
    // More than the largest literal, and than any number of a clause: literals among the steps only make it larger.
    let literals = 2 * u64::from(problem.variables()) + 2;
    let ids = steps.iter().copied().max().unwrap_or(0).max(problem.clauses() as u64) + 1;
    if literals.max(ids) > MOST_PLACES {
        return Ok(Certified::PassedOver(format!(
            "its variables or clauses have larger numbers than an array of Coq's kernel has places, {MOST_PLACES}"
        )));
    }
    let Workshop { coqc, library, folder } = workshop;
    let library = compiled(coqc, library, &Limits::default(), stop)?;
    let path = folder.join(FILE);
    fs::write(&path, printed(&clauses, steps, ids, literals))
        .map_err(|error| Trouble::File(path.clone(), error))?;
    let said = match coqc.compile(&library, &[folder], &path, limits, stop) {
        Err(Trouble::Refused(_, said)) if said.contains(NOT_ACCEPTED) => return Ok(Certified::Refused),
        said => said?,
    };
    let refuse = |why: String| Trouble::Refused(FILE.to_owned(), why);
    let names = assumed(&said).map_err(refuse)?;
    let more = beyond(&names, ASSUMPTIONS);
    if more.is_empty() {
        return Ok(Certified::Theorem(names));
    }
    Err(refuse(format!("it rests on {}", more.join(", "))))
}

/// The file. Everything is in a module, since names are printed as in the list only where nothing is imported.
fn printed(clauses: &[u64], steps: &[u64], ids: u64, literals: u64) -> String {
    let mut text = "From Coq Require Uint63 PArray.\nFrom Adli Require Lrat.\nModule Certificate.\nImport Uint63 PArray Lrat.\n\
                    Open Scope uint63_scope.\nOpen Scope array_scope.\n"
        .to_owned();
    print_data(&mut text, "clauses", clauses);
    print_data(&mut text, "steps", steps);
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "Lemma accepted : check {ids} {literals} clauses steps = true.\n\
         Proof.\n  \
         let answer := eval vm_compute in (check {ids} {literals} clauses steps) in\n  \
         match answer with true => idtac | _ => fail \"{NOT_ACCEPTED}\" end.\n  \
         vm_cast_no_check (eq_refl true).\n\
         Qed.\n\
         Theorem not_satisfiable : ~ satisfiable clauses.\n\
         Proof. exact (check_sound _ _ _ _ accepted). Qed.\n\
         End Certificate.\n\
         Print Assumptions Certificate.not_satisfiable.\n"
    );
    text
}

/// Numbers in chunks, and what is read from them.
fn print_data(text: &mut String, name: &str, numbers: &[u64]) {
    let mut all = String::new();
    let mut chunks = 0;
    for (at, chunk) in numbers.chunks(CHUNK).enumerate() {
        let words: Vec<String> = chunk.iter().map(u64::to_string).collect();
        let _ = writeln!(text, "Definition {name}_{at} : array int := [| {} | 0 |].", words.join("; "));
        let _ = write!(all, "(cons {name}_{at} ");
        chunks = at + 1;
    }
    let _ = writeln!(text, "Definition {name} := {name}_of {all}nil{}.", ")".repeat(chunks));
}
