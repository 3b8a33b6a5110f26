//! Where the texts were read that a command line names, for its reports.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use schemars::JsonSchema;
use serde::Serialize;

/// The texts that were named on the command line, in the order in which they were read.
static KEPT: Mutex<Vec<ReadFrom>> = Mutex::new(Vec::new());

/// Whether this is the command line, and not a library in another program.
static IS_COMMAND: AtomicBool = AtomicBool::new(false);

/// Where a text was read, for programs.
#[derive(Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReadFrom {
    /// As it was named.
    pub text: String,
    /// The file; nothing if it is of the library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The library entry; nothing if it is a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// Names of the library for which it uses files instead.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<Replaced>,
}

/// A name of the library that means a file.
#[derive(Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Replaced {
    pub library: &'static str,
    pub file: String,
}

/// From now on texts are those of a command line.
pub fn expect() {
    IS_COMMAND.store(true, Ordering::Relaxed);
}

/// Keeps where a text of the command line was read; returns whether that is new.
pub fn keep(read: &ReadFrom) -> bool {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let is_new = IS_COMMAND.load(Ordering::Relaxed) && !kept.contains(read);
    if is_new {
        kept.push(read.clone());
    }
    is_new
}

/// All that was kept.
pub fn kept() -> Vec<ReadFrom> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
