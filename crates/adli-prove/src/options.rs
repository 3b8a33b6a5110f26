//! What a user may ask for, and how he watches the work.

use adli_tables::By;

/// What to prove, and within which limits.
#[derive(Clone, Debug)]
pub struct Options {
    /// The names of the claims to decide; all of them if it is empty.
    pub claims: Vec<String>,
    /// How many failures of a claim are shown.
    pub max_failures: usize,
    /// How many bytes the work may use at a time, tables included; more makes a claim unknown.
    pub memory: u64,
    /// Whether to find out what each rule is needed for: the claim is decided again without it.
    pub needed: bool,
    /// Whether one position may stand for all its images where the claim is shown to be symmetric. The answers are
    /// the same either way.
    pub symmetries: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { claims: Vec::new(), max_failures: 5, memory: 4 << 30, needed: false, symmetries: true }
    }
}

/// Told how the work goes, and asked whether it should go on.
///
/// A deadline is a watch that answers [`By::Time`] to [`Watch::stopped`] once it has passed. The question is asked
/// every few milliseconds of work.
pub trait Watch: Sync {
    /// The work on a claim begins.
    fn begins(&self, _claim: &str) {}
    /// So much of the present claim is done; the unit is a position.
    fn advance(&self, _done: u64, _of: u64) {}
    /// So many positions have been met in play; how many there will be nobody knows before the end.
    fn met(&self, _done: u64) {}
    /// Is the work to be given up, and who wants that? Claims that are decided already stay decided.
    fn stopped(&self) -> Option<By> {
        None
    }
    /// Seconds since the caller began, as he counts them; the reports then say how long each claim took.
    fn seconds(&self) -> Option<f64> {
        None
    }
}

/// Nobody watches, and nobody stops it.
pub struct Unwatched;

impl Watch for Unwatched {}
