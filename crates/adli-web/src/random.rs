//! Words that nobody guesses.

use crate::refusal::Refusal;

/// A word of 32 hexadecimal digits, for the name of a job or for a page's nonce.
///
/// # Errors
/// The system has no random numbers.
pub fn word() -> Result<String, Refusal> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Refusal::internal(format!("no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
