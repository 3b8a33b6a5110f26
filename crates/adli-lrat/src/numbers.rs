//! A proof as one list of numbers, for a checker that is handed data instead of a file.
//!
//! Nothing rests on this file: whatever it makes is checked by that checker from the beginning.

use std::io::Read;

use crate::steps::{Step, Steps};
use crate::{Fault, Limits};

/// A proof, up to its first empty clause, step by step: the number of the clause, its literals, 0, hints, 0; or 0, the clauses
/// to delete, 0. The literal of variable `v` is `2v`, its negation `2v + 1`.
///
/// # Errors
/// Where the proof is not made of steps, or larger than the limits allow.
pub fn proof_numbers(proof: impl Read, limits: &Limits) -> Result<Vec<u64>, Fault> {
    let mut steps = Steps::new(proof, limits.memory / 16);
    let mut adding = None;
    let mut numbers = Vec::new();
    loop {
        let step = steps.next(&mut adding);
        let fault = |wrong, byte| Fault { wrong, byte, clause: adding };
        let Some(step) = step.map_err(|wrong| fault(wrong, steps.position()))? else { return Ok(numbers) };
        if let Step::Add(id) = step {
            numbers.push(id);
            numbers.extend(steps.literals.iter().map(|literal| literal.index() as u64));
        }
        numbers.push(0);
        numbers.extend(&steps.hints);
        numbers.push(0);
        if numbers.len() * size_of::<u64>() > limits.memory {
            return Err(fault(crate::Wrong::Memory, steps.position()));
        }
        if matches!(step, Step::Add(_)) && steps.literals.is_empty() {
            return Ok(numbers);
        }
    }
}
