//! Files that are there in full or not at all.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::names::exchange;
use crate::unfinished::Unfinished;

/// A file or folder that cannot be written, and why.
#[derive(Debug)]
pub struct Trouble {
    /// As its user calls it.
    pub path: PathBuf,
    /// What the system says.
    pub error: io::Error,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write `{}`: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for Trouble {}

/// A file that is being written: under another name until it is finished, or, if a device or a pipe is there, which cannot be
/// replaced, straight into that. If it is not finished, nothing has changed.
pub struct NewFile {
    file: File,
    /// Where it is, if it gets its name at the end.
    unfinished: Option<Unfinished>,
    /// Whether another file had the name when this was begun.
    replaces: bool,
}

impl NewFile {
    /// Begins a file that is to have this name.
    ///
    /// # Errors
    /// Those of the system, or that it is the name of a folder.
    pub fn begin(path: &Path) -> io::Result<NewFile> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => {
                let file = File::options().write(true).open(path)?;
                Ok(NewFile { file, unfinished: None, replaces: true })
            }
            found => {
                let (unfinished, file) = Unfinished::file(path)?;
                Ok(NewFile { file, unfinished: Some(unfinished), replaces: found.is_ok() })
            }
        }
    }

    /// Brings it to the disk, and gives it its name.
    ///
    /// # Errors
    /// Those of the system; then nothing has changed.
    pub fn finish(mut self) -> io::Result<()> {
        self.sync()?;
        self.put()
    }

    fn sync(&self) -> io::Result<()> {
        self.unfinished.as_ref().map_or(Ok(()), |_| self.file.sync_all())
    }

    fn put(&mut self) -> io::Result<()> {
        self.unfinished.as_mut().map_or(Ok(()), Unfinished::put)
    }

    /// Undoes that. Where it fails the new file stays, whole.
    fn take_back(&self) {
        if let Some(new) = &self.unfinished {
            let _ =
                if self.replaces { exchange(new.path(), new.goal()) } else { fs::remove_file(new.goal()) };
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes files that belong together. All are complete and on the disk before the first gets its name; if one cannot be written, or
/// cannot get its name, the others are as they were. (On a file system that cannot exchange two names those that have theirs already
/// keep it.)
///
/// # Errors
/// The first file that cannot be written.
pub fn write_all(files: &[(&Path, &[u8])]) -> Result<(), Trouble> {
    let trouble = |path: &Path| {
        let path = path.to_owned();
        |error| Trouble { path, error }
    };
    let mut staged: Vec<NewFile> = Vec::new();
    for (path, bytes) in files {
        let mut new = NewFile::begin(path).map_err(trouble(path))?;
        // What goes into a device cannot be taken back: that comes last.
        if new.unfinished.is_some() {
            new.write_all(bytes).and_then(|()| new.sync()).map_err(trouble(path))?;
        }
        staged.push(new);
    }
    for (number, (path, bytes)) in files.iter().enumerate() {
        let new = &mut staged[number];
        let put = if new.unfinished.is_some() { new.put() } else { new.write_all(bytes) };
        if let Err(error) = put {
            staged[..number].iter().rev().for_each(NewFile::take_back);
            return Err(trouble(path)(error));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_finished_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, "old").unwrap();
        for is_finished in [false, true] {
            let mut new = NewFile::begin(&path).unwrap();
            new.write_all(b"new").unwrap();
            if is_finished {
                new.finish().unwrap();
            } else {
                drop(new);
            }
            assert_eq!(fs::read_to_string(&path).unwrap(), if is_finished { "new" } else { "old" });
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }

    /// What is replaced is under an unfinished name until all have theirs. Whoever begins another file in the folder
    /// removes what dead processes have left there, and that is none of it.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_has_got_its_name_is_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("old"), "old").unwrap();
        let begun = |contents: &[u8]| {
            let mut new = NewFile::begin(&at("old")).unwrap();
            new.write_all(contents).unwrap();
            new.put().unwrap();
            assert_eq!(fs::read(at("old")).unwrap(), contents);
            new
        };
        let first = begun(b"first");
        // Another replaces the new one, whose first writer still holds it, and may give it up before the other does.
        let second = begun(b"second");
        drop(first);
        let mut none = NewFile::begin(&at("none")).unwrap();
        none.put().unwrap();
        for (new, then) in [(&none, "second"), (&second, "first")] {
            new.take_back();
            assert_eq!(fs::read_to_string(at("old")).unwrap(), then);
        }
        drop((none, second));
        let first = begun(b"third");
        drop(NewFile::begin(&at("other")).unwrap());
        first.take_back();
        drop(first);
        assert_eq!(fs::read_to_string(at("old")).unwrap(), "first");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// Permissions do not stop root, but this does: the last goes into a pipe whose reader leaves in the middle. The
    /// others have their names by then.
    #[cfg(target_os = "linux")]
    #[test]
    fn files_that_belong_together_are_as_they_were_if_the_last_cannot_be_written() {
        use std::io::Read;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let [old, none, pipe] = ["old", "none", "pipe"].map(at);
        fs::write(&old, "old").unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let much = vec![b'x'; 1 << 20];
        let trouble = std::thread::scope(|scope| {
            let writer = scope.spawn(|| write_all(&[(&old, b"new"), (&none, b"new"), (&pipe, &much)]));
            let mut reader = File::open(&pipe).unwrap();
            reader.read_exact(&mut [0]).unwrap();
            for path in [&old, &none] {
                assert_eq!(fs::read_to_string(path).unwrap(), "new");
            }
            drop(NewFile::begin(&at("other")).unwrap());
            drop(reader);
            writer.join().unwrap().unwrap_err()
        });
        assert_eq!((trouble.path, trouble.error.kind()), (pipe, ErrorKind::BrokenPipe));
        assert_eq!(fs::read_to_string(&old).unwrap(), "old");
        assert!(!none.exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_folder_that_has_come_to_the_name_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let new = NewFile::begin(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(new.finish().unwrap_err().kind(), ErrorKind::IsADirectory);
        assert!(path.is_dir());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// None takes what another has just begun for something that was left behind.
    #[test]
    fn many_write_in_one_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let path = folder.path().join(writer.to_string());
                scope.spawn(move || (0..500).for_each(|_| write_all(&[(&path, b"new")]).unwrap()));
            }
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("board.svg");
        for contents in ["first", "second"] {
            write_all(&[(&path, contents.as_bytes())]).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), contents);
        }
        assert!(write_all(&[(&folder.path().join("no/such/folder.svg"), b"")]).is_err());
        assert!(write_all(&[(folder.path(), b"")]).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn of_two_files_neither_is_written_if_one_cannot_be() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("x.h")).unwrap();
        let (code, header) = (at("x.c"), at("x.h"));
        let trouble = write_all(&[(&code, b"code"), (&header, b"header")]).unwrap_err();
        assert!(trouble.to_string().contains("x.h"), "{trouble}");
        assert!(!code.exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
