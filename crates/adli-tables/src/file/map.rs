//! The bytes of a file, mapped into memory: the one place with unsafe code.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a table file.
pub(crate) enum Bytes {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl Bytes {
    /// Maps a file.
    #[expect(unsafe_code, reason = "mapping a file is unsafe; argued below")]
    pub(crate) fn map(path: &Path) -> io::Result<Bytes> {
        // Anything but a file could make opening it wait for ever.
        if !path.metadata()?.is_file() {
            return Err(io::Error::other("this is not a file"));
        }
        let file = File::open(path)?;
        // SAFETY: a mapping is sound as long as nobody changes the file under it. Table files are never
        // written in place: they are written under another name and renamed when complete, so a mapped file
        // keeps its bytes even while a new one takes its name. Somebody else who truncates or overwrites
        // a table by hand while it is in use can make this process stop with a signal, or show it changed bytes;
        // changed bytes are caught by the checksum of each block before a score is believed, and no
        // reference derived from the mapping is used to skip a bounds check.
        let mapped = unsafe { Mmap::map(&file)? };
        Ok(Bytes::Mapped(mapped))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(mapped) => mapped,
            Bytes::Owned(bytes) => bytes,
        }
    }
}
