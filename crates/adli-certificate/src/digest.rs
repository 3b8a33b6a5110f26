//! Bytes that are read and digested at the same time, so that what is checked is what the digest speaks of.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// A file that is being read.
pub(crate) struct Digested {
    file: File,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl Digested {
    /// Opens a file, and nothing but a file: not a folder, not a link, nothing that one could wait for.
    pub(crate) fn open(path: &Path) -> io::Result<Digested> {
        if !path.symlink_metadata()?.is_file() {
            return Err(io::Error::other("this is not a file"));
        }
        Ok(Digested { file: adli_files::open(path)?, hasher: blake3::Hasher::new(), bytes: 0 })
    }

    /// Reads what is left; the length and the digest of the whole.
    pub(crate) fn finish(mut self) -> io::Result<(u64, String)> {
        io::copy(&mut self, &mut io::sink())?;
        Ok((self.bytes, self.hasher.finalize().to_hex().to_string()))
    }
}

impl Read for Digested {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.hasher.update(buffer.get(..count).unwrap_or_default());
        self.bytes += count as u64;
        Ok(count)
    }
}

/// The digest of bytes that somebody writes and nobody keeps.
///
/// # Errors
/// Those of the writing.
pub fn digest_of(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    write(&mut hasher)?;
    Ok(hasher.finalize().to_hex().to_string())
}
