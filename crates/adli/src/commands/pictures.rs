//! Folders of pictures and pages: what is in them is replaced only if it was written by Adli.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::files::{make_folder, write_files};

/// Every picture and every page says this near its beginning.
const OURS: &str = "adli-picture";
const OUR_PAGE: &str = "name=\"generator\" content=\"adli ";
/// How far the beginning goes.
const BEGINNING: u64 = 4096;

/// Makes a folder if it is not there, and writes files into it: all of them, or none.
pub fn write_into(folder: &Path, files: &[(String, String)], force: bool) -> Result<Vec<String>, Failure> {
    let new = make_folder(folder)?;
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.join(name)).collect();
    if let Some(foreign) = paths.iter().find(|path| !force && !is_ours(path)) {
        let message = format!("`{}` is there, and is none of ours", foreign.display());
        return Err(Failure::input(message).help("name another folder, or replace it with `--force`"));
    }
    let bytes = files.iter().map(|(_, words)| words.as_bytes());
    let all: Vec<(&Path, &[u8])> = paths.iter().map(PathBuf::as_path).zip(bytes).collect();
    write_files(&all)?;
    new.stay();
    Ok(paths.iter().map(|path| path.display().to_string()).collect())
}

/// Whether nothing is there, or something that Adli wrote.
fn is_ours(path: &Path) -> bool {
    if !path.exists() {
        return true;
    }
    let mut beginning = Vec::new();
    let read = adli_files::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning));
    let words = String::from_utf8_lossy(&beginning);
    read.is_ok() && (words.contains(OURS) || words.contains(OUR_PAGE))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_not_ours_stays() {
        let folder = tempfile::tempdir().unwrap();
        let within = folder.path().join("a/b");
        let files = |words: &str| {
            vec![("one.svg".to_owned(), words.to_owned()), ("two.svg".to_owned(), words.to_owned())]
        };
        write_into(&within, &files("<svg class=\"adli-picture\"/>"), false).unwrap();
        write_into(&within, &files("<svg class=\"adli-picture\">2</svg>"), false).unwrap();
        fs::write(within.join("two.svg"), "mine").unwrap();
        let refused = write_into(&within, &files("<svg/>"), false).unwrap_err();
        assert!(refused.to_string().contains("two.svg"), "{refused}");
        assert!(fs::read_to_string(within.join("one.svg")).unwrap().ends_with("2</svg>"));
        write_into(&within, &files("<svg/>"), true).unwrap();
        assert_eq!(fs::read_to_string(within.join("two.svg")).unwrap(), "<svg/>");
    }
}
