//! Which texts a text uses, and what is declared in them under which name.

pub(crate) mod load;
mod names;
pub(crate) mod roles;
pub(crate) mod words;

pub use words::{KNOWN, Known, known_word};
