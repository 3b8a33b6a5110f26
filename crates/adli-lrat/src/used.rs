//! Which clauses a proof uses.
//!
//! Nothing rests on this file: whoever leaves clauses out because of it has the rest proved again.

use std::collections::{BTreeSet, HashMap};
use std::io::Read;

use crate::steps::{Step, Steps};
use crate::{Fault, Limits};

/// The numbers of the clauses that are not steps and on which the first empty clause rests, in ascending order.
///
/// # Errors
/// Where the proof is not made of steps, or larger than the limits allow.
pub fn used_clauses(proof: impl Read, limits: &Limits) -> Result<Vec<u64>, Fault> {
    let mut steps = Steps::new(proof, limits.memory / 16);
    let mut adding = None;
    let mut hints: Vec<u64> = Vec::new();
    // Where the hints of each step begin and end.
    let mut added: HashMap<u64, (usize, usize)> = HashMap::new();
    let mut needed = BTreeSet::new();
    loop {
        let step = steps.next(&mut adding);
        let fault = |wrong, byte| Fault { wrong, byte, clause: adding };
        match step.map_err(|wrong| fault(wrong, steps.position()))? {
            None => break,
            Some(Step::Delete) => {}
            Some(Step::Add(id)) => {
                let begin = hints.len();
                hints.extend(&steps.hints);
                if hints.len() * size_of::<u64>() + added.len() * 32 > limits.memory {
                    return Err(fault(crate::Wrong::Memory, steps.position()));
                }
                added.insert(id, (begin, hints.len()));
                if steps.literals.is_empty() {
                    needed.insert(id);
                    break;
                }
            }
        }
    }
    // Hints name clauses with smaller numbers, so the largest that is left is nobody's hint any more.
    let mut used = Vec::new();
    while let Some(id) = needed.pop_last() {
        match added.get(&id) {
            None => used.push(id),
            Some(&(begin, end)) => {
                needed.extend(hints.get(begin..end).unwrap_or_default().iter().filter(|&&hint| hint < id));
            }
        }
    }
    used.reverse();
    Ok(used)
}
