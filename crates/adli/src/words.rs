//! Numbers, lists and remarks in words.

pub use adli_claims::grouped;
pub use adli_workbench::{counted_plies, deed, distance, list, verdict};

/// A number of moves or lines of a tree; nobody tells a billion of them from a billion and one.
pub fn tree_count(number: u64) -> String {
    const BILLION: u64 = 1_000_000_000;
    if number < BILLION { grouped(number) } else { "more than a billion".to_owned() }
}

/// What is said where the user's board is not that of the text.
pub fn seen_as(fen: &str) -> String {
    format!(
        "the text has the colours the other way round: it is asked about {fen}, with colours exchanged and ranks mirrored"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_numbers() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([999_999_999, 1 << 53].map(tree_count), ["999,999,999", "more than a billion"]);
    }
}
