//! What can go wrong with tables.

use std::io;
use std::path::Path;

use adli_chess::Material;

use adli_watch::By;

/// Why a table could not be made, read or believed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// There is no table of a material.
    #[error("there is no table of {0}")]
    Missing(Material),
    /// The file is something else.
    #[error("this is not a table file of Adli")]
    Foreign,
    /// The file is of another version of the format.
    #[error("the file has format version {found}, this program reads version {known}")]
    Version {
        /// The file's version.
        found: u16,
        /// The version that is read here.
        known: u16,
    },
    /// The file is shorter or longer than it says.
    #[error("the file has {found} bytes where it should have {expected}: it is truncated or damaged")]
    Length {
        /// What it should have.
        expected: u64,
        /// What it has.
        found: u64,
    },
    /// A checksum or a rule of the format does not hold.
    #[error("the file is damaged in its {0}")]
    Damaged(&'static str),
    /// The file has the table of another material.
    #[error("the file holds the table of {0}, which is not what its name says")]
    OtherMaterial(String),
    /// A file or folder could not be read or written.
    #[error("{0}")]
    File(String),
    /// A position with more men than any table has.
    #[error("the position has {0} men; tables have at most {max}", max = adli_chess::MAX_MEN)]
    TooManyMen(usize),
    /// Some mate takes longer than a score can say.
    #[error("{0} has mates of more plies than a table can hold")]
    TooLong(Material),
    /// A table says that a legal position is not legal.
    #[error("a table disagrees with the laws of chess")]
    Disagrees,
    /// The work was given up.
    #[error("{0}")]
    Stopped(By),
}

impl TableError {
    /// A file that cannot be read, and why.
    pub(crate) fn unreadable(path: &Path, error: &io::Error) -> TableError {
        TableError::File(format!("cannot read `{}`: {error}", path.display()))
    }
}
