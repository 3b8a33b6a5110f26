//! `adli uci`: an engine for chess programs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{Duration, Instant};

use adli_chess::Position;
use adli_claims::Watch;
use adli_lang::Program;
use adli_position::Compiled;
use adli_tables::Value;
use adli_uci::{Engine, Options, Supplies};
use adli_workbench::{Trouble, Worth};

use super::explain::read_compiled;
use crate::args::UciArgs;
use crate::failure::{Failure, Verdict};
use crate::output::or_exit;
use crate::settings::{Settings, tables_in};
use crate::texts::Text;
use crate::values::Values;

pub fn run(args: &UciArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    settings.output.refuse_json("UCI", "")?;
    let tables = settings.tables()?;
    settings.start_threads()?;
    let options = Options {
        strategy: args.strategy.clone().unwrap_or_default(),
        moves: args.compiled.clone().unwrap_or_default(),
        tables: if tables.is_named { tables.folder().display().to_string() } else { String::new() },
        ..Options::default()
    };
    // What is wrong with what was typed is told as everywhere, and not to a chess program.
    if let Some(name) = &args.strategy {
        let name = name.split_once('#').map_or(name.as_str(), |(name, _)| name);
        Text::find(name)?.programs(&[])?;
    }
    if let Some(path) = &args.compiled {
        read_compiled(Path::new(path))?;
    }
    let supplies = Supplied { folder: tables.folder().to_owned(), begun: Instant::now() };
    let mut engine = Engine::new(supplies, write, options)
        .map_err(|error| Failure::limit(format!("cannot start a thread: {error}")))?;
    let ran = engine.run(io::stdin().lock());
    ran.map_err(|error| Failure::input(format!("cannot read what the chess program says: {error}")))?;
    Ok(Verdict::Holds)
}

/// Writes a line for the chess program. If it does not read any more, or its lines end on a full disk, the engine ends: at once, because another
/// thread waits for the next command, which need not come.
fn write(line: &str) {
    let mut out = io::stdout().lock();
    if or_exit(writeln!(out, "{line}").and_then(|()| out.flush())).is_err() {
        process::exit(0);
    }
}

/// Texts, tables and the clock of this machine.
struct Supplied {
    /// The usual folder of tables.
    folder: PathBuf,
    begun: Instant,
}

impl Supplies for Supplied {
    fn text(&self, name: &str) -> Result<(adli_workbench::Text, Vec<Program>), String> {
        let text = Text::find(name).map_err(|failure| failure.in_a_line())?;
        let programs = text.programs(&[]).map_err(|failure| failure.in_a_line())?;
        Ok((text.into_inner(), programs))
    }

    fn compiled(&self, path: &str) -> Result<Compiled, String> {
        read_compiled(Path::new(path)).map_err(|failure| failure.in_a_line())
    }

    fn values(
        &self,
        folder: Option<&str>,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<adli_uci::Values, String> {
        let folder = folder.map_or_else(|| self.folder.clone(), PathBuf::from);
        let tables = tables_in(folder, true).map_err(|failure| failure.in_a_line())?;
        let values = Values::watched(position, tables, watch).map_err(|failure| failure.in_a_line())?;
        Ok(Box::new(InALine(values)))
    }

    fn now(&self) -> Duration {
        self.begun.elapsed()
    }
}

/// Values whose faults are told in a line.
struct InALine(Values);

impl Worth for InALine {
    type Error = Trouble;

    fn value(&self, position: &Position) -> Result<Value, Trouble> {
        self.0.value(position).map_err(|failure| Trouble::NoValue(failure.in_a_line()))
    }
}
