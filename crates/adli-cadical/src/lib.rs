//! CaDiCaL, with its proof written by us.
//!
//! CaDiCaL writes proofs too, but does not look whether they arrive: on a full disk it leaves half a proof and says nothing, and a
//! checker that refuses it seems to have found a fault. So the steps come to a [`Trace`], which writes the same binary LRAT and keeps the first
//! thing that goes wrong.

#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::rc::Rc;

use cadical_sys::{CaDiCal, ProofTracer};

/// What is written at a time.
const BUFFER: usize = 1 << 16;

/// A proof on its way to a file.
pub struct Trace(Rc<RefCell<Lrat>>);

/// Makes a solver whose proof is written to a new file.
///
/// # Errors
/// The file cannot be made.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let (solver, trace) = adli_cadical::traced(&folder.path().join("proof.lrat"))?;
/// drop(solver);
/// trace.finish()?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn traced(proof: &Path) -> io::Result<(CaDiCal, Trace)> {
    let out = BufWriter::with_capacity(BUFFER, File::create(proof)?);
    let mut solver = CaDiCal::new();
    // Without bounded variable addition every step follows from the clauses by unit propagation.
    if !(solver.set("lrat", 1) && solver.set("factor", 0)) {
        return Err(io::Error::other("this CaDiCaL cannot write LRAT proofs"));
    }
    let lrat = Rc::new(RefCell::new(Lrat { out, deleted: Vec::new(), written: Ok(()) }));
    solver.connect_proof_tracer1(Rc::clone(&lrat), true, false);
    Ok((solver, Trace(lrat)))
}

impl Trace {
    /// Completes the file.
    ///
    /// # Errors
    /// The first thing that could not be written.
    pub fn finish(self) -> io::Result<()> {
        let mut lrat = self.0.borrow_mut();
        std::mem::replace(&mut lrat.written, Ok(()))?;
        lrat.out.flush()
    }
}

/// Writes steps in binary LRAT.
struct Lrat {
    out: BufWriter<File>,
    /// Clauses that are not needed any more; told before the next step.
    deleted: Vec<i64>,
    written: io::Result<()>,
}

impl Lrat {
    fn add(&mut self, id: i64, clause: &[i32], chain: &[i64]) -> io::Result<()> {
        if !self.deleted.is_empty() {
            self.out.write_all(b"d")?;
            for id in std::mem::take(&mut self.deleted) {
                self.number(id)?;
            }
            self.out.write_all(&[0])?;
        }
        self.out.write_all(b"a")?;
        self.number(id)?;
        clause.iter().try_for_each(|literal| self.number(i64::from(*literal)))?;
        self.out.write_all(&[0])?;
        chain.iter().try_for_each(|id| self.number(*id))?;
        self.out.write_all(&[0])
    }

    /// Seven bits at a time, the sign in the lowest.
    fn number(&mut self, number: i64) -> io::Result<()> {
        let mut left = number.unsigned_abs() << 1 | u64::from(number < 0);
        while left > 0x7f {
            self.out.write_all(&[(left & 0x7f | 0x80) as u8])?;
            left >>= 7;
        }
        self.out.write_all(&[left as u8])
    }
}

impl ProofTracer for Lrat {
    fn add_derived_clause(&mut self, id: i64, _: bool, _: i32, clause: &[i32], antecedents: &[i64]) {
        if self.written.is_ok() {
            self.written = self.add(id, clause, antecedents);
        }
    }

    fn delete_clause(&mut self, id: i64, _: bool, _: &[i32]) {
        self.deleted.push(id);
    }

    // Nothing else belongs into a proof.
    fn add_original_clause(&mut self, _: i64, _: bool, _: &[i32], _: bool) {}
    fn weaken_minus(&mut self, _: i64, _: &[i32]) {}
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}
