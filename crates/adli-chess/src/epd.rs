//! Extended position descriptions: a position in four fields and what is to be said of it, one line each.
//!
//! ```text
//! 8/8/8/8/8/k1K5/8/1R6 w - - bm Ra1#; dm 1; id "the first mate"; c0 "only the rook mates";
//! ```
//!
//! After the position come operations: a name, then what it is given, up to a semicolon. What is given is text in quotation marks or words.
//! Test suites use `id` for the name of a position, `bm` for best moves in SAN, `dm` for the moves to mate, `c0` to `c9` for comments; `hmvc` and
//! `fmvn` are the two counts that a FEN has in the end. Operations that nobody knows are read and written all the same.

use std::fmt;
use std::str::FromStr;

use crate::{NotAPosition, Position, Setup};

/// A position with what is said of it. Displaying it writes a line of EPD.
///
/// ```
/// use adli_chess::Epd;
///
/// let line = r#"8/8/8/8/8/k1K5/8/1R6 w - - bm Ra1#; dm 1; id "the first mate";"#;
/// let epd: Epd = line.parse()?;
/// assert_eq!(epd.text("id"), Some("the first mate"));
/// assert_eq!(epd.number("dm"), Some(1));
/// assert!(epd.position.play(epd.position.read_san(&epd.operation("bm")[0])?).is_mate());
/// assert_eq!(epd.to_string(), line);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position.
    pub position: Position,
    /// What is said of it, in the order of the line: names, and what each is given.
    pub operations: Vec<(String, Vec<String>)>,
}

/// Why a line is not EPD.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotEpd {
    /// It has no four fields of a position.
    Short,
    /// The position is none.
    Position(NotAPosition),
    /// This is not the name of an operation.
    Name(String),
    /// The text of this operation has no closing quotation mark.
    Open(String),
}

impl fmt::Display for NotEpd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotEpd::Short => f.write_str(
                "a line of EPD begins with the men, the side to move, castling rights and the passing square",
            ),
            NotEpd::Position(why) => why.fmt(f),
            NotEpd::Name(name) => write!(f, "`{name}` is not the name of an operation, such as `id` or `c0`"),
            NotEpd::Open(name) => write!(f, "the text of `{name}` has no closing quotation mark"),
        }
    }
}

impl std::error::Error for NotEpd {}

impl Epd {
    /// A position of which nothing is said yet.
    #[must_use]
    pub fn new(position: Position) -> Epd {
        Epd { position, operations: Vec::new() }
    }

    /// The same with an operation more. What cannot be written in one line of EPD (line breaks, quotation marks) is written as blanks
    /// and apostrophes.
    #[must_use]
    pub fn with(mut self, name: &str, given: &str) -> Epd {
        let plain = |c: char| match c {
            '"' => '\'',
            c if c.is_control() => ' ',
            c => c,
        };
        self.operations.push((name.to_owned(), vec![given.chars().map(plain).collect()]));
        self
    }

    /// What an operation is given; nothing if it is not there.
    #[must_use]
    pub fn operation(&self, name: &str) -> &[String] {
        self.operations.iter().find(|(found, _)| found == name).map_or(&[], |(_, given)| given)
    }

    /// The text that an operation is given: its first word, or all that stands in quotation marks.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.operation(name).first().map(String::as_str)
    }

    /// The number that an operation is given.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u16> {
        self.text(name)?.parse().ok()
    }
}

/// Reads a line.
impl FromStr for Epd {
    type Err = NotEpd;

    fn from_str(line: &str) -> Result<Epd, NotEpd> {
        let (fields, mut rest) = split_fields(line.trim()).ok_or(NotEpd::Short)?;
        let position: Position = fields.parse().map_err(NotEpd::Position)?;
        let mut operations = Vec::new();
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
            if rest.is_empty() {
                break;
            }
            let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if !is_name {
                return Err(NotEpd::Name(name.to_owned()));
            }
            let (given, after) = given(name, after)?;
            operations.push((name.to_owned(), given));
            rest = after;
        }
        Ok(Epd { position: counted(position, &operations)?, operations })
    }
}

/// The first four fields, and the rest of the line.
fn split_fields(line: &str) -> Option<(&str, &str)> {
    let mut end = 0;
    for _ in 0..4 {
        let rest = line.get(end..)?;
        let start = rest.len() - rest.trim_start().len();
        let field = rest.trim_start().split(char::is_whitespace).next().filter(|field| !field.is_empty())?;
        end += start + field.len();
    }
    line.split_at_checked(end)
}

/// What an operation is given, up to its semicolon or the end of the line; and the rest.
fn given<'l>(name: &str, mut rest: &'l str) -> Result<(Vec<String>, &'l str), NotEpd> {
    let mut given = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() || rest.starts_with(';') {
            return Ok((given, rest));
        }
        if let Some(quoted) = rest.strip_prefix('"') {
            let (text, after) = quoted.split_once('"').ok_or_else(|| NotEpd::Open(name.to_owned()))?;
            given.push(text.to_owned());
            rest = after;
            continue;
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == ';' || c == '"').unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        given.push(word.to_owned());
        rest = after;
    }
}

/// The position with the counts that two operations say.
fn counted(position: Position, operations: &[(String, Vec<String>)]) -> Result<Position, NotEpd> {
    let number = |wanted: &str| {
        let found = operations.iter().find(|(name, _)| name == wanted);
        found.and_then(|(_, given)| given.first()?.parse::<u16>().ok())
    };
    let mut setup = Setup::from(&position);
    setup.halfmoves = number("hmvc").unwrap_or(setup.halfmoves);
    setup.fullmoves = number("fmvn").filter(|&moves| moves > 0).unwrap_or(setup.fullmoves);
    Position::try_from(setup).map_err(NotEpd::Position)
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.to_string();
        f.write_str(&fen.split(' ').take(4).collect::<Vec<_>>().join(" "))?;
        for (name, given) in &self.operations {
            write!(f, " {name}")?;
            for text in given {
                // Moves and numbers are words; everything else is text.
                let is_word =
                    matches!(name.as_str(), "bm" | "am" | "dm" | "hmvc" | "fmvn" | "pv" | "acd" | "ce")
                        && !text.is_empty()
                        && !text.contains(|c: char| c.is_whitespace() || c == ';' || c == '"');
                if is_word { write!(f, " {text}") } else { write!(f, " \"{text}\"") }?;
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;

    /// Lines in the form of the standard of 1994 and of the suites that are in use.
    #[test]
    fn reads_what_suites_have() {
        let epd: Epd = "8/8/8/8/8/k1K5/8/1R6 w - - bm Ra1# Rb3+ ; id \"Rook; one\";c0 plain words; noop;"
            .parse()
            .unwrap();
        assert_eq!(epd.operation("bm"), ["Ra1#", "Rb3+"]);
        assert_eq!(epd.text("id"), Some("Rook; one"));
        assert_eq!(epd.operation("c0"), ["plain", "words"]);
        assert_eq!(epd.operations.len(), 4);
        assert_eq!((epd.operation("noop").len(), epd.text("dm"), epd.number("bm")), (0, None, None));
        // A FEN with its counts, and counts as operations.
        let counted: Epd = "8/8/8/8/8/k1K5/8/1R6 b - - hmvc 7; fmvn 31;".parse().unwrap();
        assert_eq!((counted.position.halfmoves(), counted.position.fullmoves()), (7, 31));
    }

    #[test]
    fn says_what_is_wrong_with_a_line() {
        let wrong = |line: &str| line.parse::<Epd>().unwrap_err();
        assert_eq!(wrong("8/8/8/8/8/k1K5/8/1R6 w"), NotEpd::Short);
        assert_eq!(wrong("8/8/8/8/8/k1K5/8/1R6 w - - id \"open"), NotEpd::Open("id".into()));
        assert_eq!(wrong("8/8/8/8/8/k1K5/8/1R6 w - - 0 1"), NotEpd::Name("0".into()));
        assert!(matches!(wrong("8/8/8/8/8/k1K5/8/8R w - -"), NotEpd::Position(_)));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let position: Position = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1".parse().unwrap();
        let epd = Epd::new(position).with("c0", "say \"mate\"\nhere; now").with("dm", "1").with("id", "");
        assert_eq!(epd.to_string(), "8/8/8/8/8/k1K5/8/1R6 w - - c0 \"say 'mate' here; now\"; dm 1; id \"\";");
        assert_eq!(epd.to_string().parse::<Epd>().unwrap(), epd);
    }
}
