//! A proof in the form that ACL2's checker reads.
//!
//! That checker takes binary proofs, and in each clause it wants the literals after the first in the order of their
//! variables. Nothing rests on this file: whatever it writes is checked by ACL2 from the beginning.

use std::io::{self, Read, Write};

use crate::literal::Literal;
use crate::steps::{Step, Steps};
use crate::{Fault, Limits};

/// Writes a proof, up to its first empty clause, as binary LRAT with sorted clauses.
///
/// # Errors
/// Where the proof is not made of steps; the inner error is the writer's.
pub fn sort_proof(proof: impl Read, out: &mut impl Write, limits: &Limits) -> Result<io::Result<()>, Fault> {
    let mut steps = Steps::new(proof, limits.memory / 16);
    let mut adding = None;
    loop {
        let step = steps.next(&mut adding);
        let step = step.map_err(|wrong| Fault { wrong, byte: steps.position(), clause: adding })?;
        let Some(step) = step else { return Ok(Ok(())) };
        let is_last = matches!(step, Step::Add(_)) && steps.literals.is_empty();
        if let Some((_, rest)) = steps.literals.split_first_mut() {
            rest.sort_unstable_by_key(|literal| literal.variable());
        }
        let written = write_step(out, step, &steps.literals, &steps.hints);
        if is_last || written.is_err() {
            return Ok(written);
        }
    }
}

fn write_step(out: &mut impl Write, step: Step, literals: &[Literal], hints: &[u64]) -> io::Result<()> {
    match step {
        Step::Delete => out.write_all(b"d")?,
        Step::Add(id) => {
            out.write_all(b"a")?;
            put(out, id << 1)?;
            for literal in literals {
                put(out, literal.index() as u64)?;
            }
            put(out, 0)?;
        }
    }
    for hint in hints {
        put(out, hint << 1)?;
    }
    put(out, 0)
}

/// A number in groups of seven bits.
fn put(out: &mut impl Write, mut number: u64) -> io::Result<()> {
    while number >= 0x80 {
        out.write_all(&[number as u8 | 0x80])?;
        number >>= 7;
    }
    out.write_all(&[number as u8])
}
