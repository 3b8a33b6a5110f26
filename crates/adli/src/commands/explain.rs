//! `adli explain`: which rule applies in a position, and why.

use std::path::Path;

use adli_chess::Position;
use adli_claims::Unwatched;
use adli_lang::Program;
use adli_position::Compiled;
use adli_workbench::{Chosen, Consultation, Trouble, explain, is_about_recognisers, recognise};

use super::suites;
use crate::args::{ExplainArgs, StrategyArgs, TextArgs};
use crate::failure::{Failure, Verdict};
use crate::files::read_file;
use crate::settings::Settings;
use crate::texts::Text;

pub fn run(args: &ExplainArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    if wants_recogniser(args)? {
        return recogniser(args, settings);
    }
    if let Some(file) = &args.positions.epd {
        return suites::explain(file, args, settings);
    }
    let position = args.positions.check()?;
    let chosen = chosen(&args.text, &position, &args.strategy)?;
    let asking = Consultation::new(&chosen, &Unwatched);
    settings.output.report(&explain(&asking, &position, args.asked.as_deref())?)?;
    Ok(Verdict::Holds)
}

/// The strategy that was asked for, put to a position as it was typed.
pub fn chosen(text: &TextArgs, position: &Position, args: &StrategyArgs) -> Result<Chosen, Failure> {
    let found = Text::find(&text.file)?;
    let programs = found.programs(&text.set)?;
    chosen_of(found.into_inner(), &programs, position, args, &text.set)
}

/// The same of a text that has been read.
pub fn chosen_of(
    text: adli_workbench::Text,
    programs: &[Program],
    position: &Position,
    args: &StrategyArgs,
    set: &[(String, String)],
) -> Result<Chosen, Failure> {
    let mut chosen = Chosen::new(text, programs, position, args.strategy.as_deref())?;
    if let Some(path) = &args.compiled {
        let name = path.display();
        let table = read_compiled(path)?;
        chosen.take_moves_from(table, set).map_err(|trouble| match trouble {
            Trouble::OtherTable { strategy, material } => Failure::input(format!(
                "`{name}` was made of `{strategy}` for {material}, by another text, library or option"
            ))
            .help("make it again with `adli compile`"),
            other => other.into(),
        })?;
    }
    Ok(chosen)
}

/// A table that `adli compile` wrote.
pub fn read_compiled(path: &Path) -> Result<Compiled, Failure> {
    let name = path.display();
    let bytes = read_file(path, Compiled::MOST_BYTES)?;
    Compiled::from_bytes(&bytes)
        .map_err(|why| Failure::input(format!("`{name}`: {why}")).help("make it again with `adli compile`"))
}

/// Is a recogniser to be explained? It was named; or the text has one, and no strategy.
fn wants_recogniser(args: &ExplainArgs) -> Result<bool, Failure> {
    if args.recogniser.is_some() || args.strategy.strategy.is_some() {
        return Ok(args.recogniser.is_some());
    }
    let text = Text::find(&args.text.file)?;
    let checked = text.check(&args.text.set);
    Ok(is_about_recognisers(&text, &checked.programs))
}

fn recogniser(args: &ExplainArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    if args.asked.is_some() || args.strategy.compiled.is_some() {
        let option = if args.asked.is_some() { "--move" } else { "--compiled" };
        return Err(Failure::input(format!(
            "`{option}` is about a strategy, and a recogniser makes no moves"
        )));
    }
    if let Some(file) = &args.positions.epd {
        return suites::recognise(file, args, settings);
    }
    let text = Text::find(&args.text.file)?;
    let typed = args.positions.check()?;
    let programs = text.programs(&args.text.set)?;
    settings.output.report(&recognise(&text, &programs, &typed, args.recogniser.as_deref())?)?;
    Ok(Verdict::Holds)
}
