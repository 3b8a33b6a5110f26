//! `adli annotate`: the endgames of games, judged by rules and tables.

use std::cell::RefCell;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

use adli_chess::{Game, Games, Position};
use adli_claims::Unwatched;
use adli_files::NewFile;
use adli_tables::Value;
use adli_workbench::{AnnotatedGame, Rulebook, Worth, annotate, strategy_names};

use crate::args::AnnotateArgs;
use crate::failure::{Failure, Verdict};
use crate::files::{cannot_read, cannot_write};
use crate::interrupt;
use crate::output::Output;
use crate::settings::Settings;
use crate::tables::Tables;
use crate::texts::Text;
use crate::values::Values;

pub fn run(args: &AnnotateArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let text = args.by.as_ref().map(|by| Text::find(by)).transpose()?;
    let programs = text.as_ref().map(|text| text.programs(&args.set)).transpose()?.unwrap_or_default();
    let rules = match &text {
        Some(text) => {
            let names = strategy_names(text, &programs, args.strategy.as_deref())?;
            Some(Rulebook { text, programs: &programs, names })
        }
        None => None,
    };
    // Read to the end before anything is written, so that a game that cannot be read is found first.
    if !games_of(&args.game)?.try_fold(false, |_, game| game.map(|_| true))? {
        return Err(Failure::input(format!("there is no game in `{}`", args.game.display())));
    }
    settings.start_threads()?;
    interrupt::listen();
    let tables = || settings.tables();
    let worth = Known { tables: &tables, values: RefCell::new(None) };
    let mut new = args.output.as_deref().map(Annotations::begin).transpose()?;
    let annotated = games_of(&args.game)?.map(|game| {
        let mut game = game?;
        let annotated = annotate(&mut game, rules.as_ref(), &worth, &Unwatched)?;
        new.iter_mut().try_for_each(|new| new.add(&game))?;
        Ok(annotated)
    });
    let mut output = Output::new(settings.output.format());
    output.each("games", annotated, |game, number, out| {
        if number > 0 {
            writeln!(out)?;
        }
        game_text(game, number + 1, out)
    })?;
    new.map_or(Ok(()), Annotations::finish)?;
    Ok(Verdict::Holds)
}

/// The games of a file, one in memory at a time.
fn games_of(path: &Path) -> Result<impl Iterator<Item = Result<Game, Failure>>, Failure> {
    let file = adli_files::open(path).map_err(|error| cannot_read(path, &error))?;
    let unread = move |why| Failure::input(format!("`{}`, {why}", path.display()));
    Ok(Games::new(BufReader::new(file)).map(move |game| game.map_err(unread)))
}

/// The file of annotated games, which gets its name when all of them are in it.
struct Annotations<'p> {
    path: &'p Path,
    out: BufWriter<NewFile>,
    is_empty: bool,
}

impl<'p> Annotations<'p> {
    fn begin(path: &'p Path) -> Result<Annotations<'p>, Failure> {
        let new = NewFile::begin(path).map_err(cannot_write(path))?;
        Ok(Annotations { path, out: BufWriter::new(new), is_empty: true })
    }

    fn add(&mut self, game: &Game) -> Result<(), Failure> {
        let between = if self.is_empty { "" } else { "\n" };
        self.is_empty = false;
        write!(self.out, "{between}{game}").map_err(cannot_write(self.path))
    }

    fn finish(self) -> Result<(), Failure> {
        let new = self.out.into_inner().map_err(|error| error.into_error());
        new.and_then(NewFile::finish).map_err(cannot_write(self.path))
    }
}

/// What positions are worth: the tables of the first endgame whose tables are there, and of all that comes of it; others where the men are
/// others.
struct Known<'s> {
    tables: &'s dyn Fn() -> Result<Tables, Failure>,
    values: RefCell<Option<Values>>,
}

impl Worth for Known<'_> {
    type Error = Failure;

    fn value(&self, position: &Position) -> Result<Value, Failure> {
        if let Some(Ok(value)) = self.values.borrow().as_ref().map(|values| values.value(position)) {
            return Ok(value);
        }
        let values = Values::of(position, (self.tables)()?)?;
        let value = values.value(position);
        *self.values.borrow_mut() = Some(values);
        value
    }
}

fn game_text(game: &AnnotatedGame, number: usize, out: &mut dyn Write) -> io::Result<()> {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    match (&game.white, &game.black, &game.event) {
        // Chapters of a study have no players.
        (None, None, Some(event)) => writeln!(out, "game {number}: {event}")?,
        (white, black, _) => writeln!(out, "game {number}: {} - {}", name(white), name(black))?,
    }
    let Some(fen) = &game.fen else {
        return writeln!(out, "nothing to say: no move is made with the men of the rules, or of tables");
    };
    writeln!(out, "from {fen}")?;
    for mv in &game.moves {
        let dots = if mv.side == "white" { "." } else { "..." };
        let label = format!("{}{dots} {}", mv.number, mv.san);
        writeln!(out, "{}", format!("  {label:<14} {}", mv.words).trim_end())?;
    }
    match &game.unknown {
        Some(why) => writeln!(out, "what positions are worth is not always known: {why}"),
        None => Ok(()),
    }
}
