//! Files that users name: read if they are regular and not too long, written in full or not at all.

use std::io;
use std::path::Path;

use adli_files::{NewFolders, Trouble, write_all};

use crate::failure::Failure;

/// Writes a file.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_files(&[(path, bytes)])
}

/// Writes files that belong together: all of them, or none.
pub fn write_files(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    Ok(write_all(files)?)
}

/// Makes a folder where it is missing. It goes again when the answer is dropped while it is empty, unless it is to stay.
pub fn make_folder(folder: &Path) -> Result<NewFolders, Failure> {
    NewFolders::make(folder)
        .map_err(|error| Failure::input(format!("cannot make the folder `{}`: {error}", folder.display())))
}

/// Reads a regular file of at most so many bytes.
pub fn read_file(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    adli_files::read(path, most).map_err(|error| cannot_read(path, &error))
}

/// The same of text.
pub fn read_text(path: &Path, most: u64) -> Result<String, Failure> {
    adli_files::read_text(path, most).map_err(|error| cannot_read(path, &error))
}

/// What is said of a file that cannot be read.
pub fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    Failure::input(format!("cannot read `{}`: {error}", path.display()))
}

/// What is said of a file that cannot be written.
pub fn cannot_write(path: &Path) -> impl FnOnce(io::Error) -> Failure {
    move |error| Trouble { path: path.to_owned(), error }.into()
}
