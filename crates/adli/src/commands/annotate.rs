//! `adli annotate`: the endgames of games, judged by rules and tables.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufReader, Write};

use adli_chess::{Game, Games, Position};
use adli_claims::Unwatched;
use adli_tables::Value;
use adli_workbench::{AnnotatedGame, AnnotatedGames, Rulebook, Worth, annotate, strategy_names};

use crate::args::AnnotateArgs;
use crate::failure::{Failure, Verdict};
use crate::files::write_file;
use crate::interrupt;
use crate::output::Report;
use crate::settings::Settings;
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
    let shown = args.game.display();
    let file =
        File::open(&args.game).map_err(|error| Failure::input(format!("cannot read `{shown}`: {error}")))?;
    settings.start_threads()?;
    interrupt::listen();
    let worth = Known { settings, values: RefCell::new(None) };
    let (mut games, mut written) = (Vec::new(), String::new());
    for game in Games::new(BufReader::new(file)) {
        let mut game: Game = game.map_err(|why| Failure::input(format!("`{shown}`, {why}")))?;
        games.push(annotate(&mut game, rules.as_ref(), &worth, &Unwatched)?);
        if args.output.is_some() {
            written.push_str(&format!("{}{game}", if written.is_empty() { "" } else { "\n" }));
        }
    }
    if games.is_empty() {
        return Err(Failure::input(format!("there is no game in `{shown}`")));
    }
    if let Some(path) = &args.output {
        write_file(path, written.as_bytes())?;
    }
    settings.output.report(&AnnotatedGames { games })?;
    Ok(Verdict::Holds)
}

/// What positions are worth: the tables of the first endgame whose tables are there, and of all that comes of it; others where the men are
/// others.
struct Known<'s> {
    settings: &'s Settings,
    values: RefCell<Option<Values>>,
}

impl Worth for Known<'_> {
    type Error = Failure;

    fn value(&self, position: &Position) -> Result<Value, Failure> {
        if let Some(Ok(value)) = self.values.borrow().as_ref().map(|values| values.value(position)) {
            return Ok(value);
        }
        let values = Values::of(position, self.settings.tables()?)?;
        let value = values.value(position);
        *self.values.borrow_mut() = Some(values);
        value
    }
}

impl Report for AnnotatedGames {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for (number, game) in self.games.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            game_text(game, number + 1, out)?;
        }
        Ok(())
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
