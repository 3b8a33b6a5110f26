//! Numbers, lists and remarks in words.

pub use adli_claims::grouped;
pub use adli_workbench::{counted_plies, deed, distance, list, verdict};

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
    }
}
