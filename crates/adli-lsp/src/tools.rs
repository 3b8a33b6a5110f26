//! What the program hands over to its language server: methods and files. The server has none of its own.

use std::path::{Path, PathBuf};

use adli_claims::{Options, Report, Watch};
use adli_lang::Program;
use adli_workbench::Text;

/// How much a proof may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long.
    pub seconds: f64,
    /// How many bytes.
    pub memory: u64,
}

/// What the program hands over.
pub trait Tools: Send + Sync + 'static {
    /// The text of a file with these words, and those beside it that it uses: as they are in the editor, if they are open there.
    ///
    /// # Errors
    /// What is wrong with a text beside it.
    fn text(&self, path: &Path, words: &str, open: &dyn Fn(&Path) -> Option<String>) -> Result<Text, String>;

    /// A file, only to be read, with the words of a library text.
    ///
    /// # Errors
    /// It cannot be written.
    fn library_file(&self, name: &str, words: &str) -> Result<PathBuf, String>;

    /// Decides the claims of a text that the options name. The programs are what it means, one for each material.
    fn prove(&self, text: &Text, programs: &[Program], options: &Options, watch: &dyn Watch) -> Report;
}
