//! Lists the files of the page, `web/dist`, for the program that carries them.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let dist = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../web/dist").canonicalize()?;
    println!("cargo::rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    collect(&dist, &mut files)?;
    files.sort();
    let mut list = "pub static FILES: &[(&str, &[u8])] = &[\n".to_owned();
    for file in &files {
        let parts: Vec<_> = file.strip_prefix(&dist)?.iter().map(|part| part.to_string_lossy()).collect();
        writeln!(list, "    ({:?}, include_bytes!({:?})),", format!("/{}", parts.join("/")), file)?;
    }
    list.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("files.rs"), list)?;
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}
