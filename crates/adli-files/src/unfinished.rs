//! What is being written, under a name that no reader looks for.
//!
//! The name begins with [`PREFIX`] and ends in letters drawn at random; whoever makes it fails if it is taken, so that nothing is accepted
//! that another user has put there. While the process lives it holds a lock, which the system gives back when it
//! dies, however it dies. So one that can be locked belongs to no living process: it is removed by the next process
//! that makes one in the same folder. Where the system does not lock (folders on Windows, some network drives) what
//! a killed process leaves stays.
//!
//! What is replaced comes to stand under such a name for a while, and may have to go back: it is locked before. Two
//! processes can replace the same file, so the locks that are held are shared; only what removes wants one alone.

use std::fs::{self, DirBuilder, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

use crate::folders::NewFolders;
use crate::names::put;
use crate::read::open;

/// Every name of something unfinished begins like this.
const PREFIX: &str = ".adli-unfinished-";

/// How often a file or folder is made anew that another process has taken for one that was left behind, before it
/// was locked.
const TRIES: usize = 100;

/// A file or a folder that is being written. It goes when this is dropped, unless it has got its name.
#[derive(Debug)]
pub struct Unfinished {
    at: At,
    /// Held, not used.
    _lock: Option<File>,
    /// The same of what had the name before.
    _replaced: Option<File>,
    /// What it is to be called.
    goal: PathBuf,
    /// Folders that were made around it. Dropped when it has gone, so that they are empty then.
    around: Option<NewFolders>,
}

#[derive(Debug)]
enum At {
    File(TempPath),
    Folder(PathBuf),
}

impl Unfinished {
    /// Makes a file that is to get a name, with the handle to write it by.
    ///
    /// # Errors
    /// Those of the system, such as that the folder is not there.
    pub fn file(goal: &Path) -> io::Result<(Unfinished, File)> {
        Unfinished::named_file(resolved(goal)?)
    }

    /// The same for a file of Adli's own: if its name is a link, that is replaced, and not where it leads.
    ///
    /// # Errors
    /// Those of the system.
    pub fn own_file(goal: &Path) -> io::Result<(Unfinished, File)> {
        Unfinished::named_file(goal.to_owned())
    }

    fn named_file(goal: PathBuf) -> io::Result<(Unfinished, File)> {
        let beside = folder_of(&goal);
        for _ in 0..TRIES {
            let (file, path) = new_file(beside)?;
            // Where it cannot be locked no other process can lock it either.
            let _ = hold(&file);
            // Until it was locked it could be taken for one that was left behind, and removed.
            if path.symlink_metadata().is_ok() {
                // A folder in which one may write need not be one that one may read.
                let _ = remove_abandoned(beside, &file);
                let lock = Some(file.try_clone()?);
                return Ok((Unfinished::new(At::File(path), lock, goal), file));
            }
        }
        Err(vanishing())
    }

    /// Makes a folder that is to get a name, and the folders around it that are missing; these stay if
    /// it gets its name.
    ///
    /// # Errors
    /// Those of the system.
    pub fn folder(goal: &Path) -> io::Result<Unfinished> {
        let goal = resolved(goal)?;
        let around = NewFolders::make(folder_of(&goal))?;
        let mut made = Unfinished::locked_folder(folder_of(&goal).to_owned(), 0o777, goal)?;
        made.around = Some(around);
        Ok(made)
    }

    /// Makes a folder for files that are needed for a while, among the temporary ones of the system, for this user alone.
    ///
    /// # Errors
    /// Those of the system.
    pub fn passing() -> io::Result<Unfinished> {
        Unfinished::locked_folder(std::env::temp_dir(), 0o700, PathBuf::new())
    }

    fn locked_folder(beside: PathBuf, mode: u32, goal: PathBuf) -> io::Result<Unfinished> {
        for _ in 0..TRIES {
            let path = new_folder(&beside, mode)?;
            // A system that does not open or lock folders does not do so for another process either.
            let lock = File::open(&path).ok();
            let _ = lock.as_ref().map(hold);
            // As above.
            if let Ok(found) = path.symlink_metadata() {
                let _ = remove_abandoned_by(&beside, &found);
                return Ok(Unfinished::new(At::Folder(path), lock, goal));
            }
        }
        Err(vanishing())
    }

    fn new(at: At, lock: Option<File>, goal: PathBuf) -> Unfinished {
        Unfinished { at, _lock: lock, _replaced: None, goal, around: None }
    }

    /// Where it is for now.
    #[must_use]
    pub fn path(&self) -> &Path {
        match &self.at {
            At::File(path) => path,
            At::Folder(path) => path,
        }
    }

    /// Gives it its name, in one step; what had the name before goes. (On a file system that cannot exchange two names a folder
    /// is moved aside first.)
    ///
    /// # Errors
    /// Those of the system; then what had the name before still has it.
    pub fn finish(mut self) -> io::Result<()> {
        self.put()?;
        self.around.take().into_iter().for_each(NewFolders::stay);
        Ok(())
    }

    /// Gives it its name, and keeps what had it before, under the unfinished name, as long as this lives.
    pub(crate) fn put(&mut self) -> io::Result<()> {
        // One that has come since; it could be exchanged like a file, and would go with what is replaced.
        if matches!(self.at, At::File(_)) && self.goal.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        // What this user may not open is not removed by another process of this user either. Where there are no
        // shared locks names cannot be exchanged, and nothing comes back.
        #[cfg(unix)]
        if let Ok(old) = open_either(&self.goal) {
            // Another program may have locked it for itself, and nobody waits for that.
            let _ = old.try_lock_shared();
            self._replaced = Some(old);
        }
        put(self.path(), &self.goal)
    }

    /// What it is to be called.
    pub(crate) fn goal(&self) -> &Path {
        &self.goal
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // A file goes by itself. Either may have got its name; and what cannot be removed is not taken for anything else.
        if let At::Folder(path) = &self.at {
            let _ = fs::remove_dir_all(path);
        }
    }
}

/// Where a link leads: that is what is replaced.
fn resolved(goal: &Path) -> io::Result<PathBuf> {
    let goal = fs::canonicalize(goal).unwrap_or_else(|_| goal.to_owned());
    goal.file_name().is_some().then_some(goal).ok_or_else(|| io::ErrorKind::InvalidFilename.into())
}

/// Opens a file or a folder to lock it.
fn open_either(path: &Path) -> io::Result<File> {
    if path.is_dir() { File::open(path) } else { open(path) }
}

/// Sees to it that no other process removes this, until it is closed.
#[cfg(unix)]
fn hold(file: &File) -> io::Result<()> {
    file.lock_shared()
}

/// Sees to it that no other process removes this. A shared lock would keep us from writing here.
#[cfg(not(unix))]
fn hold(file: &File) -> io::Result<()> {
    file.lock()
}

fn vanishing() -> io::Error {
    io::Error::other("other processes remove what is unfinished as soon as it is made")
}

/// The folder that a path is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a file with a name of ours. A failure is told in the system's words, which do not have that name.
fn new_file(beside: &Path) -> io::Result<(File, TempPath)> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    Ok(Builder::new().prefix(PREFIX).make_in(beside, |path| options.open(path))?.into_parts())
}

/// The same for a folder, with these permissions, from which the system takes what the user does not want to give.
fn new_folder(beside: &Path, mode: u32) -> io::Result<PathBuf> {
    let mut options = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    let made = Builder::new().prefix(PREFIX).make_in(beside, |path| options.create(path))?;
    Ok(made.into_temp_path().keep()?)
}

/// Removes what dead processes have left in a folder, if they were of the user whose file this is. What cannot be removed stays.
///
/// # Errors
/// The folder cannot be read.
pub fn remove_abandoned(folder: &Path, ours: &File) -> io::Result<()> {
    remove_abandoned_by(folder, &ours.metadata()?)
}

fn remove_abandoned_by(folder: &Path, ours: &Metadata) -> io::Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let path = entry.path();
        let Ok(found) = path.symlink_metadata() else { continue };
        // Nothing of another user, and neither links nor pipes, which we never make.
        if !is_of_same_user(&found, ours) || !(found.is_file() || found.is_dir()) {
            continue;
        }
        // Whoever makes it waits for this lock, and then looks whether it is still there: it is held until it is not.
        if let Ok(lock) = open_either(&path)
            && lock.try_lock().is_ok()
        {
            let _ = if found.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
    Ok(())
}

#[cfg(unix)]
fn is_of_same_user(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.uid() == other.uid()
}

#[cfg(not(unix))]
fn is_of_same_user(_one: &Metadata, _other: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut all: Vec<String> = all.map(|name| name.to_string_lossy().into_owned()).collect();
        all.sort();
        all
    }

    #[test]
    fn a_folder_takes_the_place_of_another_in_one_step() {
        let place = tempfile::tempdir().unwrap();
        let goal = place.path().join("proofs");
        for words in ["first", "second"] {
            let new = Unfinished::folder(&goal).unwrap();
            fs::write(new.path().join(words), words).unwrap();
            new.finish().unwrap();
            assert_eq!(
                (names(place.path()), names(&goal)),
                (vec!["proofs".to_owned()], vec![words.to_owned()])
            );
        }
        drop(Unfinished::folder(&goal).unwrap());
        assert_eq!(names(place.path()), ["proofs"]);
    }

    #[test]
    fn folders_around_stay_only_if_what_is_in_them_is_finished() {
        let place = tempfile::tempdir().unwrap();
        let goal = place.path().join("a/b/proofs");
        drop(Unfinished::folder(&goal).unwrap());
        assert!(names(place.path()).is_empty());
        Unfinished::folder(&goal).unwrap().finish().unwrap();
        assert_eq!(names(goal.parent().unwrap()), ["proofs"]);
        // Below a file there is no folder, and none is left.
        fs::write(place.path().join("file"), "").unwrap();
        let error = Unfinished::folder(&place.path().join("file/c/proofs")).unwrap_err();
        assert_eq!(
            (error.kind(), names(place.path())),
            (io::ErrorKind::NotADirectory, vec!["a".into(), "file".into()])
        );
    }

    #[test]
    fn what_a_dead_process_left_goes_and_what_a_living_one_writes_stays() {
        let place = tempfile::tempdir().unwrap();
        let goal = place.path().join("goal");
        let alive = [Unfinished::folder(&goal).unwrap(), Unfinished::file(&goal).unwrap().0];
        // A name of ours that no process has locked: what `kill -9` leaves.
        fs::create_dir_all(place.path().join(".adli-unfinished-dead/inner")).unwrap();
        fs::write(place.path().join(".adli-unfinished-gone"), "").unwrap();
        fs::write(place.path().join(".other-unfinished"), "").unwrap();
        drop(Unfinished::file(&goal).unwrap());
        let left = names(place.path());
        assert!(!left.iter().any(|name| name.ends_with("dead") || name.ends_with("gone")), "{left:?}");
        assert!(left.contains(&".other-unfinished".to_owned()), "{left:?}");
        assert!(alive.iter().all(|unfinished| unfinished.path().exists()));
    }

    #[cfg(unix)]
    #[test]
    fn links_that_were_planted_lead_nowhere() {
        use std::os::unix::fs::symlink;
        let (place, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(other.path().join("file"), "mine").unwrap();
        symlink(other.path(), place.path().join(".adli-unfinished-planted")).unwrap();
        let new = Unfinished::folder(&place.path().join("goal")).unwrap();
        assert!(fs::read_dir(new.path()).unwrap().next().is_none());
        assert_eq!(names(other.path()), ["file"]);
    }
}
