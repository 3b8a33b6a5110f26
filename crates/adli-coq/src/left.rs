//! How many moves are left, as Coq reads it: `Left.v`; and which positions plays come to, in the same way: `Met.v`.
//!
//! Seven bits a position, eight positions in a word, the first in its lowest bits; words in chunks, because Coq reads a long literal slowly. The place of a
//! position is the squares of its men, six bits each, the first man's in front. Anybody may have made these numbers: nobody believes them.

use std::fmt::Write as _;

/// How many words a chunk has.
const CHUNK: usize = 65_536;
/// How many positions are in a word.
const IN_A_WORD: usize = 8;
/// How many bits a position has.
const BITS: usize = 7;

/// Words of eight numbers each; numbers are less than 128.
pub(crate) fn packed(left: &[u32]) -> Vec<u64> {
    let word = |numbers: &[u32]| {
        numbers
            .iter()
            .enumerate()
            .fold(0, |word, (at, &number)| word | u64::from(number & 127) << (BITS * at))
    };
    left.chunks(IN_A_WORD).map(word).collect()
}

/// What a file is about, and the name of its numbers.
pub(crate) struct About {
    what: &'static str,
    name: &'static str,
}

/// For strategies that mate.
pub(crate) const MOVES: About = About { what: "How many moves are left", name: "moves_left" };
/// For strategies that keep something.
pub(crate) const MET: About = About { what: "Where plays come to", name: "met" };

/// The file.
pub(crate) fn file(left: &[u32], about: &About) -> String {
    let mut text = format!(
        "(** {}, position by position. Printed; it is checked, and nobody believes it. *)\n",
        about.what
    );
    text += "From Coq Require Import Uint63 PArray.\nOpen Scope uint63_scope.\nOpen Scope array_scope.\n";
    let words = packed(left);
    let chunks = words.chunks(CHUNK).enumerate();
    let mut names = Vec::new();
    for (number, chunk) in chunks {
        let _ = write!(text, "Definition chunk_{number} : array int := [|");
        for (at, word) in chunk.iter().enumerate() {
            let before = if at == 0 {
                " "
            } else if at % 8 == 0 {
                ";\n  "
            } else {
                "; "
            };
            let _ = write!(text, "{before}{word}");
        }
        text += " | 0 |].\n";
        names.push(format!("chunk_{number}"));
    }
    let _ = writeln!(
        text,
        "Definition {} : array (array int) := [| {} | make 0 0 |].",
        about.name,
        names.join("; ")
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Read as `cell` of `Strategies.v` reads it.
    #[test]
    fn every_number_is_found_at_its_place() {
        let left: Vec<u32> = (0..64 * 64).map(|place| place % 127).collect();
        let words = packed(&left);
        for (place, &number) in left.iter().enumerate() {
            assert_eq!(words[place >> 3] >> ((place & 7) * 7) & 127, u64::from(number));
        }
        assert!(words.iter().all(|&word| word < 1 << 63));
    }
}
