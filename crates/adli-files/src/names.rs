//! One step in which a name comes to stand for something else.

use std::fs;
use std::io;
use std::path::Path;

/// Exchanges what two names stand for, both of which are taken, in one step for the file system.
///
/// # Errors
/// Those of the system. Some file systems cannot do it ([`is_impossible`]).
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
pub(crate) fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

/// Exchanges what two names stand for: not on this system.
#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
pub(crate) fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Whether names cannot be exchanged there at all.
fn is_impossible(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput)
}

/// Gives something new a name. What had it before, if anything had, is then at `new`.
///
/// Where names cannot be exchanged an old file is gone, and for a folder it takes two steps, between which the old one is at `new` with
/// `.replaced` behind it.
///
/// # Errors
/// Those of the system; then `goal` stands for what it did before.
pub(crate) fn put(new: &Path, goal: &Path) -> io::Result<()> {
    if goal.symlink_metadata().is_err() {
        return fs::rename(new, goal);
    }
    match exchange(new, goal) {
        Err(error) if is_impossible(&error) && new.is_dir() => {}
        Err(error) if is_impossible(&error) => return fs::rename(new, goal),
        done => return done,
    }
    let mut aside = new.as_os_str().to_owned();
    aside.push(".replaced");
    let aside = Path::new(&aside);
    fs::rename(goal, aside)?;
    if let Err(error) = fs::rename(new, goal) {
        fs::rename(aside, goal)?;
        return Err(error);
    }
    fs::rename(aside, new)
}
