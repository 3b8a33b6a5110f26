//! Files that are there in full or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::failure::Failure;

/// Writes a file.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_files(&[(path, bytes)])
}

/// Writes files that belong together. All are complete under other names before the first gets its own; so if one cannot be written
/// the others are as they were.
pub fn write_files(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    let mut staged = Vec::new();
    for (path, bytes) in files {
        let cannot = |error: io::Error| Failure::input(format!("cannot write `{}`: {error}", path.display()));
        staged.push((Staged::new(path, bytes).map_err(cannot)?, path, bytes));
    }
    for (mut file, path, bytes) in staged {
        file.finish(bytes)
            .map_err(|error| Failure::input(format!("cannot write `{}`: {error}", path.display())))?;
    }
    Ok(())
}

/// A file that is complete, and has not got its name.
struct Staged {
    target: PathBuf,
    /// Where it is; nowhere if what is there cannot be replaced, but is written to: a device or a pipe.
    unfinished: Option<PathBuf>,
}

impl Staged {
    fn new(path: &Path, bytes: &[u8]) -> io::Result<Staged> {
        // Where a link leads is what is to be replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&target) {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => return Ok(Staged { target, unfinished: None }),
            _ => {}
        }
        let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let mut unfinished = OsString::from(".");
        unfinished.push(name);
        unfinished.push(format!(".{}", process::id()));
        let staged = Staged { unfinished: Some(target.with_file_name(unfinished)), target };
        if let Some(unfinished) = &staged.unfinished {
            let mut file = File::create(unfinished)?;
            file.write_all(bytes)?;
            file.sync_all()?;
        }
        Ok(staged)
    }

    /// Gives it its name.
    fn finish(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &self.unfinished {
            None => fs::write(&self.target, bytes),
            Some(unfinished) => {
                fs::rename(unfinished, &self.target)?;
                self.unfinished = None;
                Ok(())
            }
        }
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if let Some(unfinished) = &self.unfinished {
            let _ = fs::remove_file(unfinished); // best effort: the error that matters is the first one
        }
    }
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

    #[test]
    fn of_two_files_neither_is_written_if_one_cannot_be() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("x.h")).unwrap();
        let (code, header) = (at("x.c"), at("x.h"));
        let failure = write_files(&[(&code, b"code"), (&header, b"header")]).unwrap_err();
        assert!(failure.to_string().contains("x.h"), "{failure}");
        assert!(!code.exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
