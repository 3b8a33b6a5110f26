//! What cannot be printed, and why.

use std::fmt;

use adli_claims::Unsupported;

/// A construct that has no words in Coq yet, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The construct, as in "`ready` asks for a forcing tree".
    pub what: String,
    /// The definition, rule or claim that has it.
    pub name: String,
}

impl Refused {
    pub(crate) fn new(name: &str, what: impl Into<String>) -> Refused {
        Refused { what: what.into(), name: name.to_owned() }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.name, self.what)
    }
}

impl From<Refused> for Unsupported {
    fn from(refused: Refused) -> Unsupported {
        Unsupported(refused.to_string())
    }
}
