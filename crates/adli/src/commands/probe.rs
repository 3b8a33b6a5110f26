//! `adli probe`: what a position and its moves are worth.

use std::io::{self, Write};

use adli_chess::{Diagram, Letters};
use adli_workbench::Probed;

use super::solve::make_missing;
use super::suites;
use crate::args::ProbeArgs;
use crate::failure::{Failure, Verdict};
use crate::output::Report;
use crate::settings::Settings;
use crate::tables::material_of;
use crate::words::{deed, verdict};

pub fn run(args: &ProbeArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    if let Some(file) = &args.positions.epd {
        return suites::probe(file, args, settings);
    }
    let position = args.positions.check()?;
    let material = material_of(&position)?;
    let tables = settings.tables()?;
    if args.solve {
        settings.start_threads()?;
        make_missing(&[material], &tables, settings.threads)?;
    }
    settings.output.report(&Probed::of(&tables, &position)?)?;
    Ok(Verdict::Holds)
}

impl Report for Probed {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", Diagram::new(&self.position).text(Letters::Ascii))?;
        writeln!(out, "\n{}", verdict(&self.position, self.value))?;
        if self.moves.is_empty() {
            return Ok(());
        }
        let width = self.moves.iter().map(|mv| mv.san.len()).max().unwrap_or(0);
        writeln!(out, "\nmoves of {}, best first:", self.position.turn())?;
        for mv in &self.moves {
            writeln!(out, "  {:width$}  {}", mv.san, deed(mv.for_mover))?;
        }
        Ok(())
    }
}
