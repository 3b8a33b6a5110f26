//! `adli line`: best play for both sides.

use std::io::{self, Write};

use adli_chess::Colour;
use adli_workbench::{Line, LineMove, LineRequest};

use super::solve::make_missing;
use crate::args::LineArgs;
use crate::failure::{Failure, Verdict};
use crate::output::Report;
use crate::settings::Settings;
use crate::tables::material_of;

pub fn run(args: &LineArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let start = args.position.check()?;
    let material = material_of(&start)?;
    let tables = settings.tables()?;
    if args.solve {
        settings.start_threads()?;
        make_missing(&[material], &tables, settings.threads)?;
    }
    let line = Line::of(&tables, &start, LineRequest { plies: args.plies, pgn: args.pgn })?;
    settings.output.report(&line)?;
    Ok(Verdict::Holds)
}

/// The moves with their numbers, a line for each.
fn numbered(line: &Line) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for LineMove { san, number, turn, .. } in &line.moves {
        match (turn, lines.last_mut()) {
            (Colour::White, _) => lines.push(format!("{number:>3}. {san}")),
            (Colour::Black, None) => lines.push(format!("{number:>3}. {:<7} {san}", "...")),
            (Colour::Black, Some(last)) => *last = format!("{last:<12} {san}"),
        }
    }
    lines
}

impl Report for Line {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(pgn) = &self.pgn {
            return write!(out, "{pgn}");
        }
        let [first, rest @ ..] = &self.verdicts[..] else { return Ok(()) };
        writeln!(out, "{first}")?;
        numbered(self).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        rest.iter().try_for_each(|verdict| writeln!(out, "{verdict}"))?;
        writeln!(out, "{}", self.result)
    }
}
