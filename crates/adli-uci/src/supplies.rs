//! What an engine is handed: texts, tables, a clock. The crate itself opens no file and looks at no clock.

use std::time::Duration;

use adli_chess::Position;
use adli_claims::Watch;
use adli_lang::Program;
use adli_position::Compiled;
use adli_workbench::{Text, Trouble, Worth};

/// Where texts, tables and the time come from.
pub trait Supplies: Send + Sync + 'static {
    /// The text of a library entry or a file, and what it means for each material.
    ///
    /// # Errors
    /// Why there is none, in one line.
    fn text(&self, name: &str) -> Result<(Text, Vec<Program>), String>;

    /// A table of moves.
    ///
    /// # Errors
    /// Why it cannot be used, in one line.
    fn compiled(&self, path: &str) -> Result<Compiled, String>;

    /// What positions with these men, and all that can come of them, are worth; from the tables of a folder (the usual one if nobody names one) or
    /// solved, for as long as the watch allows.
    ///
    /// # Errors
    /// Why that is not known.
    fn values(&self, folder: Option<&str>, position: &Position, watch: &dyn Watch) -> Result<Values, String>;

    /// The time since some moment.
    fn now(&self) -> Duration;
}

/// Somebody who knows what positions are worth.
pub type Values = Box<dyn Worth<Error = Trouble>>;
