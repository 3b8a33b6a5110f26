//! What an address asks for.

use std::collections::BTreeMap;

use adli_chess::{Material, Position};
use percent_encoding::percent_decode_str;

use crate::limits;
use crate::refusal::Refusal;

/// The parts of an address that have names: those of its path, and what follows the question mark.
#[derive(Clone, Debug, Default)]
pub struct Asked(BTreeMap<String, String>);

impl Asked {
    /// What follows the question mark. A name that comes twice has the first of its values.
    ///
    /// # Errors
    /// It is not text.
    pub fn read(query: &str) -> Result<Asked, Refusal> {
        let mut found = BTreeMap::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            found.entry(decoded(name)?).or_insert(decoded(value)?);
        }
        Ok(Asked(found))
    }

    /// Adds a part of the path.
    pub fn put(&mut self, name: &str, value: &str) {
        self.0.insert(name.to_owned(), value.to_owned());
    }

    /// What was said under a name, if it is more than nothing.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// The position.
    ///
    /// # Errors
    /// There is none, or what is wrong with it.
    pub fn position(&self) -> Result<Position, Refusal> {
        match self.get("fen") {
            Some(fen) => position(fen),
            None => Err(Refusal::bad("it is not said which position is meant")
                .help("add `?fen=` and a position, with `_` for spaces")),
        }
    }

    /// The material.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn material(&self) -> Result<Material, Refusal> {
        material(self.get("material").unwrap_or_default())
    }
}

fn decoded(text: &str) -> Result<String, Refusal> {
    let spaced = text.replace('+', " ");
    let decoded = percent_decode_str(&spaced).decode_utf8();
    decoded.map(|text| text.into_owned()).map_err(|_| Refusal::bad("the address is not text in UTF-8"))
}

/// A position as it was written; `_` stands for a space.
///
/// # Errors
/// What is wrong with it.
pub fn position(fen: &str) -> Result<Position, Refusal> {
    if fen.len() > limits::FEN {
        return Err(Refusal::bad("that is too long for a position"));
    }
    let read = fen.replace('_', " ").trim().parse::<Position>();
    read.map_err(|wrong| {
        let faults: Vec<String> = wrong.faults.iter().map(ToString::to_string).collect();
        Refusal::bad(faults.join("; "))
    })
}

/// A material as it was written: `KRKN`, in small letters or with a `v`.
///
/// # Errors
/// There is none of that name.
pub fn material(name: &str) -> Result<Material, Refusal> {
    let shown: String = name.chars().take(20).collect();
    shown.parse::<Material>().map_err(|error| {
        Refusal::missing(error.to_string())
            .help("write the men of White, then those of Black, such as `KRKN`")
    })
}
