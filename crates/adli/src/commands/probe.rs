//! `adli probe`: what a position and its moves are worth.

use std::io::{self, Write};

use adli_chess::{Diagram, Letters, Position};
use adli_tables::Value;
use adli_workbench::ValuedMove;
use schemars::JsonSchema;
use serde::Serialize;

use super::solve::make_missing;
use crate::args::ProbeArgs;
use crate::failure::{Failure, Verdict};
use crate::output::Report;
use crate::settings::Settings;
use crate::tables::{material_of, valued_moves};
use crate::words::{End, deed, verdict};

/// The fields that scripts rely on, in their order, and then more.
#[derive(Serialize, JsonSchema)]
pub struct Probed {
    fen: String,
    outcome: &'static str,
    plies: Option<u16>,
    moves: Vec<ProbedMove>,
    material: String,
    turn: String,
    check: bool,
    /// Why the game is over, if it is.
    over: Option<End>,
    #[serde(skip)]
    position: Position,
    #[serde(skip)]
    value: Value,
}

#[derive(Serialize, JsonSchema)]
struct ProbedMove {
    uci: String,
    san: String,
    /// Of the position after the move, for its own side to move.
    outcome: &'static str,
    plies: Option<u16>,
    #[serde(skip)]
    for_mover: Value,
}

pub fn run(args: &ProbeArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let position = args.position.check()?;
    let material = material_of(&position)?;
    let tables = settings.tables()?;
    if args.solve {
        settings.start_threads()?;
        make_missing(&[material], &tables, settings.threads)?;
    }
    let (value, moves) = valued_moves(&tables, &position)?;
    settings.output.report(&Probed::new(position, value, &moves))?;
    Ok(Verdict::Holds)
}

impl Probed {
    fn new(position: Position, value: Value, moves: &[ValuedMove]) -> Probed {
        let moves = moves.iter().map(|valued| ProbedMove {
            uci: valued.mv.to_string(),
            san: position.san(valued.mv),
            outcome: valued.after.outcome(),
            plies: valued.after.plies(),
            for_mover: valued.for_mover(),
        });
        Probed {
            fen: position.to_string(),
            outcome: value.outcome(),
            plies: value.plies(),
            moves: moves.collect(),
            material: position.material().map_or(String::new(), |material| material.to_string()),
            turn: position.turn().to_string().to_lowercase(),
            check: position.is_check(),
            over: End::of(&position),
            position,
            value,
        }
    }
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
