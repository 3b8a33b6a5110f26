//! Where Coq works.

use std::path::PathBuf;

use crate::coqc::Coqc;
use crate::library::Library;

/// Where Coq works.
#[derive(Clone, Debug)]
pub struct Workshop {
    /// The program.
    pub coqc: Coqc,
    /// The compiled library.
    pub library: Library,
    /// In this folder each claim gets one of its own.
    pub folder: PathBuf,
}
