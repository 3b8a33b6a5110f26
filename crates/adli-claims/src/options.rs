//! What a user may ask for.

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
