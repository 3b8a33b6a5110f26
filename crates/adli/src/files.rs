//! Files that are there in full or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process;

use crate::failure::Failure;

/// Writes a file.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    // Where a link leads is what is to be replaced; a device or a pipe is never replaced, but written to.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let is_something_else = fs::metadata(&target).is_ok_and(|found| !found.is_file());
    let written = if is_something_else { fs::write(&target, bytes) } else { replace(&target, bytes) };
    written.map_err(|error| Failure::input(format!("cannot write `{}`: {error}", path.display())))
}

/// Writes a file under another name beside its place, and gives it its own name when it is complete.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut unfinished = OsString::from(".");
    unfinished.push(name);
    unfinished.push(format!(".{}", process::id()));
    let unfinished = path.with_file_name(unfinished);
    let write = || {
        let mut file = File::create(&unfinished)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    };
    write().inspect_err(|_| {
        let _ = fs::remove_file(&unfinished); // best effort: the error that matters is the first one
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("board.svg");
        for contents in ["first", "second"] {
            write_file(&path, contents.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), contents);
        }
        assert!(write_file(&folder.path().join("no/such/folder.svg"), b"").is_err());
        assert!(write_file(folder.path(), b"").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
