//! The bytes of a table: in a file, read by position, or in memory.
//!
//! A file is not mapped into memory. A program that truncates or overwrites a mapped file stops every process
//! that reads it with a signal; a positioned read of such a file fails, or returns other bytes, which their
//! checksum refuses. So a file that changes while it is in use costs answers, and never the process or a
//! wrong value.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::TableError;

/// The bytes of a table.
pub(super) enum Contents {
    File { file: File, path: PathBuf, len: u64 },
    Memory(Vec<u8>),
}

impl Contents {
    /// Opens a regular file.
    pub(super) fn open(path: &Path) -> io::Result<Contents> {
        // Opening anything else, such as a pipe, could wait for ever.
        if !path.metadata()?.is_file() {
            return Err(io::Error::other("this is not a file"));
        }
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        Ok(Contents::File { file, path: path.to_owned(), len })
    }

    /// Length when the file was opened.
    pub(super) fn len(&self) -> u64 {
        match self {
            Contents::File { len, .. } => *len,
            Contents::Memory(bytes) => bytes.len() as u64,
        }
    }

    /// Returns `len` bytes from `at` on. `part` names them in the error if there are fewer.
    pub(super) fn read(&self, at: u64, len: u64, part: &'static str) -> Result<Vec<u8>, TableError> {
        let damaged = TableError::Damaged(part);
        if at.checked_add(len).is_none_or(|end| end > self.len()) {
            return Err(damaged);
        }
        let (from, len) = (at as usize, len as usize);
        match self {
            Contents::Memory(bytes) => bytes.get(from..from + len).map(<[u8]>::to_vec).ok_or(damaged),
            Contents::File { file, path, .. } => {
                let mut bytes = vec![0; len];
                read_exact_at(file, &mut bytes, at).map_err(|error| match error.kind() {
                    ErrorKind::UnexpectedEof => damaged,
                    _ => TableError::unreadable(path, &error),
                })?;
                Ok(bytes)
            }
        }
    }
}

/// Fills a buffer with the bytes of a file from `at` on.
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut at: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match read_at(file, buffer, at) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                buffer = &mut buffer[read..];
                at += read as u64;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}
