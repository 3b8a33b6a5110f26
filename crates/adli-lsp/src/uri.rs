//! Addresses of files.

use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What stands in an address as it is.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'+')
    .remove(b'@');

/// The file of an address, if it is one of this machine.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = percent_decode_str(rest.strip_prefix('/')?).decode_utf8().ok()?;
    let is_drive = path.as_bytes().get(1) == Some(&b':') && cfg!(windows);
    Some(PathBuf::from(if is_drive { path.into_owned() } else { format!("/{path}") }))
}

/// The address of a file.
pub fn uri_of(path: &Path) -> String {
    let path = path.to_string_lossy();
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.into_owned() };
    format!("file:///{}", utf8_percent_encode(path.trim_start_matches('/'), ENCODED))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn files_have_addresses() {
        for (path, uri) in [
            ("/home/me/my rules.adv", "file:///home/me/my%20rules.adv"),
            ("/tmp/caf\u{e9}#1.adv", "file:///tmp/caf%C3%A9%231.adv"),
        ] {
            assert_eq!(uri_of(Path::new(path)), uri);
            assert_eq!(path_of(uri).unwrap(), Path::new(path));
        }
        assert_eq!(path_of("file://localhost/a%2Bb").unwrap(), Path::new("/a+b"));
        for other in ["untitled:Untitled-1", "file://server/share/x", "file:///%ff", ""] {
            assert_eq!(path_of(other), None, "{other}");
        }
    }
}
