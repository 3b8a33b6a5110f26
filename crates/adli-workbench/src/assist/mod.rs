//! What an editor asks while somebody writes a text: what could stand here, what a word is, where it comes from, how it could be called
//! instead. All of it works on texts with mistakes too, for that is what a text is while it is written.
//!
//! Places are counted in bytes; [`crate::InText`] turns them into what editors count.

mod complete;
mod hover;
mod names;

pub use complete::{Completion, Offered, complete};
pub use hover::{Hover, hover};
pub use names::{Edit, Symbol, Target, definition, references, rename, symbols};

use adli_lang::format;

use crate::text::Text;
use crate::trouble::Trouble;

/// The words of a text in their one layout.
///
/// # Errors
/// The text cannot be read.
pub fn laid_out(text: &Text) -> Result<String, Trouble> {
    format(text.words()).map_err(|told| Trouble::Mistakes {
        text: text.name.clone(),
        first: told.first().map_or_else(String::new, |told| told.message.clone()),
    })
}

#[cfg(test)]
mod tests;
