//! Numbers and lists as people read them.

use std::fmt;

/// A number with its digits in groups of three.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 move`, `16 moves`, `175,168 positions`.
#[must_use]
pub fn counted(number: u64, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{} {what}s", number_text(number)) }
}

/// Plays are counted up to 2^64; beyond this nobody reads the digits.
const COUNTABLE: u64 = 1_000_000_000_000_000_000;

/// A number that may be too large to be read.
#[must_use]
pub fn number_text(number: u64) -> String {
    if number <= COUNTABLE { grouped(number) } else { "more than 10^18".to_owned() }
}

/// `KRK`, `KRK and KNK`, or `KRK, KNK and KBK`.
pub fn list(items: &[impl fmt::Display], and: &str) -> String {
    let names: Vec<String> = items.iter().map(ToString::to_string).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {and} {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
