//! Reading files that somebody else has named.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Opens a regular file. A folder, a pipe or a device is refused, without waiting for whoever might write there.
///
/// # Errors
/// Those of the system, or that it is no regular file.
pub fn open(path: &Path) -> io::Result<File> {
    refuse_irregular(&fs::metadata(path)?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    // Another program may have put a pipe there since.
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path)?;
    refuse_irregular(&file.metadata()?)?;
    Ok(file)
}

fn refuse_irregular(found: &fs::Metadata) -> io::Result<()> {
    match found {
        found if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        found if !found.is_file() => {
            Err(io::Error::other("it is a pipe or a device; copy what it gives into a file"))
        }
        _ => Ok(()),
    }
}

/// Reads a regular file of at most so many bytes.
///
/// # Errors
/// Those of [`open`], of reading, or that it is longer ([`ErrorKind::FileTooLarge`]); then nothing is kept of it.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let too_long = || {
        let why = format!("it is longer than such a file may be, {} bytes", grouped(most));
        io::Error::new(ErrorKind::FileTooLarge, why)
    };
    let length = file.metadata()?.len();
    if length > most {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    // Reserved by steps: a length may be wrong, and memory may be short.
    bytes.try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX))?;
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_long()) } else { Ok(bytes) }
}

/// Reads a regular file of at most so many bytes that is text in UTF-8.
///
/// # Errors
/// Those of [`read`], or that it is no such text ([`ErrorKind::InvalidData`]).
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let not_text = |_| io::Error::new(ErrorKind::InvalidData, "it is not text in UTF-8");
    String::from_utf8(read(path, most)?).map_err(not_text)
}

/// A number with a comma after every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_bounded_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        fs::write(&path, "eight by").unwrap();
        assert_eq!(read_text(&path, 8).unwrap(), "eight by");
        let too_long = read(&path, 7).unwrap_err();
        assert_eq!(too_long.kind(), ErrorKind::FileTooLarge);
        assert_eq!(too_long.to_string(), "it is longer than such a file may be, 7 bytes");
        assert_eq!(grouped(1_073_741_824), "1,073,741,824");
        assert_eq!(read(folder.path(), 8).unwrap_err().kind(), ErrorKind::IsADirectory);
        fs::write(&path, [0xff]).unwrap();
        assert_eq!(read_text(&path, 8).unwrap_err().kind(), ErrorKind::InvalidData);
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_devices_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [pipe.as_path(), Path::new("/dev/zero")] {
            let why = open(path).unwrap_err().to_string();
            assert!(why.starts_with("it is a pipe or a device"), "{why}");
        }
    }
}
