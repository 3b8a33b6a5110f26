//! A file and the files that it uses, as one string.
//!
//! The first file comes first. Each further one begins with a line `-- file NAME`, which is a comment for everybody else.

/// What begins another file.
const MARK: &str = "-- file ";

/// The name and the text of each file; the first has no name.
pub fn split(files: &str) -> Vec<(String, String)> {
    let mut found = vec![(String::new(), String::new())];
    for line in files.lines() {
        if let Some(name) = line.strip_prefix(MARK) {
            found.push((name.trim().to_owned(), String::new()));
        } else if let Some((_, text)) = found.last_mut() {
            *text += line;
            text.push('\n');
        }
    }
    found
}

/// How many files and ranks the board has: `-- size 5` in the first line.
pub fn size(files: &str) -> Option<u8> {
    files.lines().next()?.strip_prefix("-- size ")?.trim().parse().ok()
}

/// The same files as one string.
pub fn joined(files: &[(String, String)]) -> String {
    let mut whole = String::new();
    for (name, text) in files {
        if !name.is_empty() {
            whole += &format!("{MARK}{name}\n");
        }
        whole += text;
    }
    whole
}
