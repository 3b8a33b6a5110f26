//! A folder of tables.
//!
//! A table is written under a name that no reader looks for, brought to the disk, and only then given its own
//! name, which is one step for the file system. So whenever the process dies there is either no table or a whole one;
//! what an earlier process left unfinished is removed by the next one that writes, under a lock that keeps two of
//! them from working in one folder at a time.

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use adli_chess::{Colour, MAX_MEN, Material};
use adli_files::{NewFolders, Unfinished, remove_abandoned};

use crate::cache::Cache;
use crate::file::{BLOCK_ROWS, TableFile, write_table};
use crate::known::{Known, Rows};
use crate::layout::{Layout, Place};
use crate::probe::{Table, Tables};
use crate::solve::solve;
use crate::{Score, TableError};
use crate::{Unwatched, Watch};

/// The ending of a table's file name.
const ENDING: &str = "adt";

/// How long somebody who waits for a folder sleeps before he looks again.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// A folder of tables, opened as they are asked for.
pub struct Store {
    folder: PathBuf,
    tables: HashMap<Material, OnceLock<Result<Opened, TableError>>, BuildHasherDefault<Mix>>,
    cache: Arc<Cache>,
}

/// Hashes a material: ten small counts, none of them from a stranger, for which the standard hash takes as long as the
/// rest of finding a place.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.wrapping_add(u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    fn write_usize(&mut self, _length: usize) {
        // always the same
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A table that remembers unpacked blocks in the store's cache.
pub struct Opened {
    file: TableFile,
    damage: OnceLock<TableError>,
    cache: Arc<Cache>,
    /// Tells the blocks of different tables apart in the cache.
    number: u32,
}

impl Store {
    /// A folder, and how much memory single probes may use to remember blocks. Nothing is read yet.
    #[must_use]
    pub fn new(folder: PathBuf, cache_bytes: usize) -> Store {
        let materials = (2..=MAX_MEN).flat_map(Material::all);
        let tables = materials.map(|material| (material, OnceLock::new())).collect();
        Store { folder, tables, cache: Arc::new(Cache::new(cache_bytes)) }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the table of a canonical material is, or would be.
    #[must_use]
    pub fn path(&self, material: Material) -> PathBuf {
        self.folder.join(format!("{material}.{ENDING}"))
    }

    /// Opens the table of a canonical material anew, as it is on the disk now. The bare kings need no file.
    pub fn open(&self, material: Material) -> Result<TableFile, TableError> {
        if material == Material::KINGS {
            let kings = solve(material, &Known::default(), &Unwatched)?;
            let mut bytes = std::io::Cursor::new(Vec::new());
            write_table(&kings, &mut bytes).map_err(|error| TableError::File(error.to_string()))?;
            return TableFile::from_bytes(bytes.into_inner());
        }
        TableFile::open(&self.path(material), material)
    }

    /// Keeps a table; a table that was there before is replaced.
    pub fn save(&self, table: &dyn Rows, lock: &WriteLock) -> Result<(), TableError> {
        let path = self.path(table.layout().material());
        let _held: &WriteLock = lock;
        write_durably(table, &path)
            .map_err(|error| TableError::File(format!("cannot write `{}`: {error}", path.display())))
    }

    /// Makes the folder if need be, waits until nobody else writes there, and removes what was left unfinished.
    pub fn lock(&self) -> Result<WriteLock, TableError> {
        self.lock_by(File::lock)
    }

    /// The same for whoever may lose patience: the wait ends when his watch says so.
    pub fn lock_watched(&self, watch: &dyn Watch) -> Result<WriteLock, TableError> {
        let mut stopped = None;
        let lock = self.lock_by(|file| {
            loop {
                match file.try_lock() {
                    Ok(()) => return Ok(()),
                    Err(TryLockError::Error(error)) => return Err(error),
                    Err(TryLockError::WouldBlock) => stopped = watch.stopped(),
                }
                if stopped.is_some() {
                    return Err(ErrorKind::Interrupted.into());
                }
                thread::sleep(BETWEEN_LOOKS);
            }
        });
        stopped.map_or(lock, |by| Err(TableError::Stopped(by)))
    }

    fn lock_by(&self, wait: impl FnOnce(&File) -> std::io::Result<()>) -> Result<WriteLock, TableError> {
        let explain = |what: &str, error: std::io::Error| {
            TableError::File(format!("cannot {what} `{}`: {error}", self.folder.display()))
        };
        let new = NewFolders::make(&self.folder).map_err(|e| explain("make the folder", e))?;
        let file = File::create(self.folder.join(".lock")).map_err(|e| explain("write in the folder", e))?;
        wait(&file).map_err(|e| explain("lock the folder", e))?;
        remove_abandoned(&self.folder, &file).map_err(|e| explain("read the folder", e))?;
        new.stay();
        Ok(WriteLock { _file: file })
    }
}

/// Held by the one process that writes into a folder; given up when dropped, or when the process dies.
pub struct WriteLock {
    _file: File,
}

fn write_durably(table: &dyn Rows, path: &Path) -> std::io::Result<()> {
    let (unfinished, file) = Unfinished::own_file(path)?;
    let mut out = BufWriter::new(file);
    write_table(table, &mut out)?;
    out.flush()?;
    out.get_ref().sync_all()?;
    unfinished.finish()?;
    // The new name is on the disk only when the folder is.
    path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}

impl Tables for Store {
    type Table<'a> = &'a Opened;

    fn table(&self, material: Material) -> Result<&Opened, TableError> {
        let entry = self.tables.get(&material).ok_or(TableError::Missing(material))?;
        let open = || {
            let number = (2..=MAX_MEN).flat_map(Material::all).take_while(|&m| m != material).count() as u32;
            let (file, damage) = (self.open(material)?, OnceLock::new());
            Ok(Opened { file, damage, cache: self.cache.clone(), number })
        };
        entry.get_or_init(open).as_ref().map_err(TableError::clone)
    }
}

impl Opened {
    /// Returns why a block could not be read, if there was such a block since the table was opened. Perhaps
    /// its file has changed, and is whole again if it is opened anew.
    pub fn damage(&self) -> Result<(), TableError> {
        self.damage.get().map_or(Ok(()), |error| Err(error.clone()))
    }
}

impl Table for &Opened {
    fn layout(&self) -> &Layout {
        self.file.layout()
    }

    fn score(&self, turn: Colour, place: Place) -> Result<Score, TableError> {
        let row = place.slice * self.file.layout().slice_rows() + place.row;
        let block = row / BLOCK_ROWS;
        // 146 tables in 8 bits, the side to move in one, at most a few hundred thousand blocks in the rest.
        let key = self.number << 24 | (turn.index() as u32) << 23 | block as u32;
        let read = || {
            self.file.read_block(turn, block).inspect_err(|error| {
                let _ = self.damage.set(error.clone());
            })
        };
        self.cache.score(key, row % BLOCK_ROWS, place.place, read).map(Score)
    }
}
