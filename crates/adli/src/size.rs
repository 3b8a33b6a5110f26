//! Amounts of memory, as people write them.

use std::fmt;
use std::str::FromStr;

/// A number of bytes, such as `2GiB`, `500MB` or `65536`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(pub u64);

const UNITS: [(&str, u64); 11] = [
    ("", 1),
    ("b", 1),
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
    ("kb", 1_000),
    ("mb", 1_000_000),
    ("gb", 1_000_000_000),
    // What people mean who leave the rest out.
    ("k", 1 << 10),
    ("m", 1 << 20),
    ("g", 1 << 30),
];

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let unit = unit.trim_start().to_lowercase();
        let unit = UNITS.iter().find(|(name, _)| *name == unit).map(|&(_, bytes)| bytes);
        let bytes = number.parse::<u64>().ok().zip(unit).and_then(|(number, unit)| number.checked_mul(unit));
        bytes.map(Size).ok_or_else(|| "write a whole number and a unit, such as `2GiB` or `500MB`".to_owned())
    }
}

/// In the largest binary unit that leaves at least one, with one decimal place.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bytes, units) = (self.0, ["KiB", "MiB", "GiB"]);
        let Some(i) = (0..units.len()).rev().find(|&i| bytes >= 1 << (10 * (i + 1))) else {
            return write!(f, "{bytes} bytes");
        };
        write!(f, "{:.1} {}", bytes as f64 / (1u64 << (10 * (i + 1))) as f64, units[i])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_write() {
        for (text, bytes) in [
            ("0", 0),
            ("65536", 65536),
            ("2GiB", 2 << 30),
            ("2g", 2 << 30),
            ("500 MB", 500_000_000),
            ("1kb", 1000),
        ] {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
        }
        for text in ["", "GiB", "-1", "1.5GiB", "2 TiB", "99999999999999999999", "99999999999GiB", "2GiB!"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }

    #[test]
    fn writes_few_digits() {
        for (bytes, text) in [(0, "0 bytes"), (1023, "1023 bytes"), (1536, "1.5 KiB"), (5 << 30, "5.0 GiB")] {
            assert_eq!(Size(bytes).to_string(), text);
        }
    }
}
