//! Words for lists.

use std::fmt;

/// `KRK`, `KRK and KNK`, or `KRK, KNK and KBK`.
pub fn list(items: &[impl fmt::Display], and: &str) -> String {
    let names: Vec<String> = items.iter().map(ToString::to_string).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {and} {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
