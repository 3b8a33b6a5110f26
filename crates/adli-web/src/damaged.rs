//! Tables that are damaged, each read in full only once.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use adli_chess::Material;
use adli_tables::TableError;

/// A file that was modified this recently may change again without another mark: clocks of file systems tick.
const FRESH: Duration = Duration::from_secs(2);

/// Tables that were found damaged, with the marks of their files then.
#[derive(Default)]
pub struct Damaged(Mutex<HashMap<Material, Mark>>);

/// Differs after a file was changed or replaced.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Mark {
    bytes: u64,
    modified: SystemTime,
    /// The inode, and when it was changed last.
    #[cfg(unix)]
    inode: (u64, i64, i64),
}

impl Damaged {
    /// Returns whether a table is whole. Calls `verify`, which reads it in full, unless it was found damaged
    /// and its file is still the same.
    pub fn is_whole(
        &self,
        material: Material,
        path: &Path,
        verify: impl FnOnce() -> Result<(), TableError>,
    ) -> bool {
        // Comes first: a file that changes while it is read has another mark afterwards.
        let mark = Mark::of(path);
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if mark.is_some() && known().get(&material).copied() == mark {
            return false;
        }
        let verified = verify();
        // Other failures, such as too many open files, may pass while the file stays the same.
        if let (Some(mark), Err(TableError::Damaged(_))) = (mark.filter(|mark| mark.is_settled()), &verified)
        {
            known().insert(material, mark);
        }
        verified.is_ok()
    }
}

impl Mark {
    fn of(path: &Path) -> Option<Mark> {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        let found = fs::metadata(path).ok()?;
        Some(Mark {
            bytes: found.len(),
            modified: found.modified().ok()?,
            #[cfg(unix)]
            inode: (found.ino(), found.ctime(), found.ctime_nsec()),
        })
    }

    fn is_settled(self) -> bool {
        self.modified.elapsed().is_ok_and(|age| age >= FRESH)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_damaged_table_is_read_again_only_after_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("KQK.adt");
        let material: Material = "KQK".parse().unwrap();
        let old = SystemTime::now() - Duration::from_secs(3600);
        let write = |path: &Path, words: &str| {
            fs::write(path, words).unwrap();
            fs::File::options().write(true).open(path).unwrap().set_modified(old).unwrap();
        };
        let (damaged, read) = (Damaged::default(), Cell::new(0));
        let look = |verified: &Result<(), TableError>| {
            let verify = || {
                read.set(read.get() + 1);
                verified.clone()
            };
            (damaged.is_whole(material, &path, verify), read.get())
        };
        let (whole, bad) = (Ok(()), Err(TableError::Damaged("contents")));
        let passing = Err(TableError::File("too many open files".into()));
        assert_eq!([look(&bad), look(&bad)], [(false, 1), (false, 2)], "there is no file");
        write(&path, "damaged");
        assert_eq!([look(&passing), look(&bad)], [(false, 3), (false, 4)]);
        assert_eq!([look(&bad), look(&whole)], [(false, 4); 2]);
        write(&path, "longer and damaged");
        assert_eq!([look(&bad), look(&bad)], [(false, 5); 2]);
        // The same length and time, in another file.
        let other = folder.path().join("other");
        write(&other, "shorter, not whole");
        fs::rename(&other, &path).unwrap();
        assert_eq!([look(&whole), look(&whole)], [(true, 6), (true, 7)]);
        // It may still be being written.
        fs::write(&path, "fresh").unwrap();
        assert_eq!([look(&bad), look(&bad), look(&whole)], [(false, 8), (false, 9), (true, 10)]);
    }
}
