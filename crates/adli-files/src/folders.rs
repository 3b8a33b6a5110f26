//! Folders that are made on the way to a file, and go again if the file is not written.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Folders that were missing and have been made. Those that are still empty go when this is dropped, unless they are to stay.
#[derive(Debug)]
pub struct NewFolders {
    /// The outermost first.
    made: Vec<PathBuf>,
}

impl NewFolders {
    /// Makes a folder, with those around it, where they are missing.
    ///
    /// # Errors
    /// Those of the system; then none of them stays.
    pub fn make(folder: &Path) -> io::Result<NewFolders> {
        let mut new = NewFolders { made: Vec::new() };
        let around: Vec<&Path> = folder.ancestors().filter(|path| !path.as_os_str().is_empty()).collect();
        for path in around.into_iter().rev().filter(|path| !path.is_dir()) {
            match fs::create_dir(path) {
                Ok(()) => new.made.push(path.to_owned()),
                // Another process was quicker.
                Err(_) if path.is_dir() => {}
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    return Err(ErrorKind::NotADirectory.into());
                }
                Err(error) => return Err(error),
            }
        }
        Ok(new)
    }

    /// Lets them stay.
    pub fn stay(mut self) {
        self.made.clear();
    }
}

impl Drop for NewFolders {
    fn drop(&mut self) {
        for folder in self.made.iter().rev() {
            // One that is not empty stays.
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_goes_again_unless_it_is_to_stay() {
        let place = tempfile::tempdir().unwrap();
        let inner = place.path().join("a/b/c");
        drop(NewFolders::make(&inner).unwrap());
        assert!(!place.path().join("a").exists());
        NewFolders::make(&inner).unwrap().stay();
        assert!(inner.is_dir());
        drop(NewFolders::make(&inner).unwrap());
        assert!(inner.is_dir(), "it was there before");
        fs::write(inner.join("file"), "").unwrap();
        let error = NewFolders::make(&inner.join("file/d")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotADirectory);
    }
}
