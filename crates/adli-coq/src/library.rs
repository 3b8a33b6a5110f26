//! The Coq library: its sources are part of the program, and are compiled once.
//!
//! What is compiled is kept in a folder that is named by the digest of the sources and by the version of Coq, with a digest of each compiled file, so that
//! one that was damaged is not used. Or somebody has compiled it already (`proofs/build`), and says where. It is written beside its place and moved there when it is whole; of two programs that do so at the same time one
//! wins, and both go on.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use adli_files::{Unfinished, read, read_text};

use crate::coqc::{Coqc, Trouble};
use adli_process::{Limits, Stop};

/// The files that printed ones are written with, each after those that it uses.
#[rustfmt::skip]
pub const SOURCES: &[(&str, &str)] = &[
    ("Arrays", include_str!("../../../proofs/Arrays.v")),
    ("Games", include_str!("../../../proofs/Games.v")),
    ("Laws", include_str!("../../../proofs/Laws.v")),
    ("Words", include_str!("../../../proofs/Words.v")),
    ("Same", include_str!("../../../proofs/Same.v")),
    ("Run", include_str!("../../../proofs/Run.v")),
    ("Legal", include_str!("../../../proofs/Legal.v")),
    ("Quick", include_str!("../../../proofs/Quick.v")),
    ("Language", include_str!("../../../proofs/Language.v")),
    ("Remember", include_str!("../../../proofs/Remember.v")),
    ("Strategies", include_str!("../../../proofs/Strategies.v")),
    ("Counted", include_str!("../../../proofs/Counted.v")),
    ("Plays", include_str!("../../../proofs/Plays.v")),
    ("Tables", include_str!("../../../proofs/Tables.v")),
    ("Rows", include_str!("../../../proofs/Rows.v")),
    ("Worth", include_str!("../../../proofs/Worth.v")),
    ("Lrat", include_str!("../../../proofs/Lrat.v")),
];

/// What is assumed by a theorem and may be: one name in a line.
pub const ASSUMPTIONS: &str = include_str!("../../../proofs/assumptions.txt");

/// No file of the library is longer, compiled or not.
const MOST: u64 = 256 << 20;

const DIGESTS: &str = "digests";

/// Says by which version of Coq a folder was compiled: `proofs/build` writes it.
const VERSION: &str = "version";

/// Where the compiled library is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Library {
    folder: PathBuf,
    /// Whether it is in that folder, and not kept below it.
    is_compiled: bool,
}

impl Library {
    /// Compiled when it is needed, and kept below a folder.
    #[must_use]
    pub fn kept_below(folder: PathBuf) -> Library {
        Library { folder, is_compiled: false }
    }

    /// Compiled already in a folder, by `proofs/build`.
    ///
    /// # Errors
    /// Where it is another library than that of this program, or not whole, or was compiled by another Coq.
    pub fn compiled_in(folder: PathBuf, coqc: &Coqc) -> Result<Library, String> {
        let version = read_text(&folder.join(VERSION), MOST).unwrap_or_default();
        if version.trim() != coqc.version() {
            return Err(format!("it was not compiled by Coq {}", coqc.version()));
        }
        for (name, text) in SOURCES {
            let path = folder.join(name);
            let is_same = read(&path.with_extension("v"), MOST).is_ok_and(|bytes| bytes == text.as_bytes());
            if !is_same || !path.with_extension("vo").is_file() {
                return Err(format!("its `{name}` is missing or is not that of this program"));
            }
        }
        Ok(Library { folder, is_compiled: true })
    }
}

/// The folder of the compiled library.
///
/// # Errors
/// Where it cannot be written or compiled, or somebody stops it.
pub(crate) fn compiled(
    coqc: &Coqc,
    library: &Library,
    limits: &Limits,
    stop: Stop<'_>,
) -> Result<PathBuf, Trouble> {
    let below = &library.folder;
    if library.is_compiled {
        return Ok(below.clone());
    }
    let mut hasher = blake3::Hasher::new();
    for (name, text) in SOURCES {
        for part in [name, text] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    }
    hasher.update(coqc.version().as_bytes());
    let digest = hasher.finalize().to_hex();
    let goal = below.join(&digest[..24]);
    if is_whole(&goal) {
        return Ok(goal);
    }
    let cannot = |path: &Path| {
        let path = path.to_owned();
        move |error: io::Error| Trouble::File(path, error)
    };
    let work = Unfinished::folder(&goal).map_err(cannot(&goal))?;
    compile(coqc, work.path(), limits, stop)?;
    // Another process that was quicker may be at work with its own: that must not be exchanged under it.
    if !is_whole(&goal) {
        match work.finish() {
            Err(_) if is_whole(&goal) => {}
            moved => moved.map_err(cannot(&goal))?,
        }
    }
    Ok(goal)
}

fn compile(coqc: &Coqc, folder: &Path, limits: &Limits, stop: Stop<'_>) -> Result<(), Trouble> {
    let mut digests = String::new();
    for (name, text) in SOURCES {
        let path = folder.join(name).with_extension("v");
        fs::write(&path, text).map_err(|error| Trouble::File(path.clone(), error))?;
        coqc.compile(folder, &[], &path, limits, stop).map_err(|trouble| match trouble {
            Trouble::Refused(file, said) => Trouble::Library(file, said),
            other => other,
        })?;
        let made = path.with_extension("vo");
        let none = |error: io::Error| {
            Trouble::Library(format!("{name}.v"), format!("it leaves no `{name}.vo`: {error}"))
        };
        let bytes = read(&made, MOST).map_err(none)?;
        digests += &format!("{} {name}.vo\n", blake3::hash(&bytes).to_hex());
    }
    let path = folder.join(DIGESTS);
    fs::write(&path, digests).map_err(|error| Trouble::File(path.clone(), error))
}

/// Whether every compiled file is there as it was written.
fn is_whole(folder: &Path) -> bool {
    let Ok(digests) = read_text(&folder.join(DIGESTS), MOST) else { return false };
    let is_right = |name: &str| {
        let bytes = read(&folder.join(name).with_extension("vo"), MOST);
        bytes.is_ok_and(|bytes| digests.contains(&format!("{} {name}.vo\n", blake3::hash(&bytes).to_hex())))
    };
    SOURCES.iter().all(|(name, _)| is_right(name))
}
