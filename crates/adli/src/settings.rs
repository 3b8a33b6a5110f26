//! The options that every command takes, after they have been checked.

use std::env;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use etcetera::BaseStrategy;

use crate::args::Global;
use crate::failure::Failure;
use crate::output::Output;
use crate::tables::Tables;

/// Overrides the default folder of tables.
const FOLDER_VARIABLE: &str = "ADLI_TABLES";

/// What all commands need to know.
pub struct Settings {
    folder: Option<PathBuf>,
    pub threads: usize,
    pub output: Output,
}

impl Settings {
    pub fn new(global: Global) -> Settings {
        let processors = || thread::available_parallelism().map_or(1, NonZero::get);
        Settings {
            folder: global.tables,
            threads: global.threads.map_or_else(processors, usize::from),
            output: Output::new(global.format),
        }
    }

    /// The folder of tables. Nothing in it is read yet.
    pub fn tables(&self) -> Result<Tables, Failure> {
        if let Some(folder) = &self.folder {
            return tables_in(folder.clone(), true);
        }
        let from_variable = env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty());
        let folder = match from_variable {
            Some(folder) => PathBuf::from(folder),
            None => cache_folder()?.join("adli").join("tables"),
        };
        tables_in(folder, false)
    }

    /// Gives the work that follows its threads.
    pub fn start_threads(&self) -> Result<(), Failure> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads);
        pool.build_global().map_err(|error| {
            Failure::limit(format!("cannot start {} threads: {error}", self.threads))
                .help("ask for fewer with `--threads N`")
        })
    }
}

/// The tables of a folder. One that is not there yet is made when it is needed; a file is no folder.
pub fn tables_in(folder: PathBuf, is_named: bool) -> Result<Tables, Failure> {
    if folder.is_file() {
        return Err(Failure::input(format!("`{}` is a file, not a folder of tables", folder.display()))
            .help(format!("name a folder with `--tables DIR` or in `{FOLDER_VARIABLE}`")));
    }
    Ok(Tables::new(folder, is_named))
}

pub fn cache_folder() -> Result<PathBuf, Failure> {
    let strategy = etcetera::choose_base_strategy().map_err(|_| {
        Failure::input("cannot tell where your cache folder is")
            .help(format!("name a folder of tables with `--tables DIR` or in `{FOLDER_VARIABLE}`"))
    })?;
    Ok(strategy.cache_dir())
}
