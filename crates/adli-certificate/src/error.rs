//! What can go wrong with a folder, apart from certificates that are wrong.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a certificate was not written.
#[derive(Debug)]
pub enum WriteError {
    /// A file or folder cannot be written.
    File(PathBuf, io::Error),
    /// The folder is there already, and holds something else than certificates.
    Occupied(PathBuf),
    /// A claim's name that cannot be the name of a file, or that another claim has.
    Name(String),
    /// The checker does not accept the proof, or cannot read the clauses.
    Wrong(String),
}

impl WriteError {
    /// An error about a file.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> WriteError {
        let path = path.to_owned();
        |error| WriteError::File(path, error)
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::File(path, error) => write!(f, "cannot write `{}`: {error}", path.display()),
            WriteError::Occupied(path) => {
                write!(f, "`{}` holds something else than certificates", path.display())
            }
            WriteError::Name(name) => write!(f, "`{name}` cannot name a certificate"),
            WriteError::Wrong(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for WriteError {}

/// Why a folder is not one of certificates.
#[derive(Debug)]
pub enum NotAFolder {
    /// It is not there, or cannot be read.
    Unreadable(PathBuf, io::Error),
    /// It has no manifest.
    NoManifest(PathBuf),
    /// Its manifest is of a format or version that is not known here.
    Foreign(PathBuf, String),
}

impl fmt::Display for NotAFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAFolder::Unreadable(path, error) => match error.kind() {
                io::ErrorKind::NotFound => write!(f, "there is no folder `{}`", path.display()),
                io::ErrorKind::NotADirectory => {
                    write!(f, "`{}` is a file, not a folder of certificates", path.display())
                }
                _ => write!(f, "cannot read `{}`: {error}", path.display()),
            },
            NotAFolder::NoManifest(path) => {
                write!(
                    f,
                    "`{}` is not a folder of certificates: it has no `{}`",
                    path.display(),
                    crate::MANIFEST
                )
            }
            NotAFolder::Foreign(path, what) => write!(f, "`{}` is {what}", path.display()),
        }
    }
}

impl std::error::Error for NotAFolder {}
