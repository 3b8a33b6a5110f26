//! `adli line`: best play for both sides.

use std::io::{self, Write};

use adli_chess::{Colour, Game, GameResult, Position};
use adli_tables::Value;
use schemars::JsonSchema;
use serde::Serialize;

use super::solve::make_missing;
use crate::args::LineArgs;
use crate::failure::{Failure, Verdict};
use crate::output::Report;
use crate::settings::Settings;
use crate::tables::{Tables, material_of, valued_moves};
use crate::words::{End, verdict};

#[derive(Serialize, JsonSchema)]
pub struct Line {
    fen: String,
    moves: Vec<LineMove>,
    /// As in PGN; `*` if the line was cut short.
    result: String,
    /// The value of the position that the line starts from.
    outcome: &'static str,
    plies: Option<u16>,
    /// Why the game is over at the end of the line, if it is.
    over: Option<End>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pgn: Option<String>,
    /// The start's value and, where that says more, the end's.
    #[serde(skip)]
    verdicts: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct LineMove {
    uci: String,
    san: String,
    /// The distance to mate after the move.
    plies: Option<u16>,
    /// The number of the move, and who makes it.
    #[serde(skip)]
    number: u16,
    #[serde(skip)]
    turn: Colour,
}

pub fn run(args: &LineArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let start = args.position.check()?;
    let material = material_of(&start)?;
    let tables = settings.tables()?;
    if args.solve {
        settings.start_threads()?;
        make_missing(&[material], &tables, settings.threads)?;
    }
    let line = Line::new(&tables, start, args)?;
    settings.output.report(&line)?;
    Ok(Verdict::Holds)
}

impl Line {
    fn new(tables: &Tables, start: Position, args: &LineArgs) -> Result<Line, Failure> {
        let (value, mut best) = valued_moves(tables, &start)?;
        // A win or loss is shown to the end; moves that keep a draw only if they are asked for.
        let all = if value == Value::Draw { 0 } else { u16::MAX };
        let limit = usize::from(args.plies.unwrap_or(all));
        let (mut position, mut last_value) = (start, value);
        let (mut game, mut moves) = (Game::new(start), Vec::new());
        while moves.len() < limit && End::of(&position).is_none() {
            let Some(chosen) = best.first() else { break };
            moves.push(LineMove {
                uci: chosen.mv.to_string(),
                san: position.san(chosen.mv),
                plies: chosen.after.plies(),
                number: position.fullmoves(),
                turn: position.turn(),
            });
            game.play(chosen.mv).map_err(|error| Failure::internal(error.to_string()))?;
            last_value = chosen.after;
            position = position.play(chosen.mv);
            best = valued_moves(tables, &position)?.1;
        }
        let result = result(&position, value);
        let mut verdicts = vec![verdict(&start, value)];
        if position != start {
            verdicts.push(verdict(&position, last_value));
        }
        if End::of(&position) != Some(End::Checkmate) {
            game.comment(verdicts.last().map_or("", String::as_str));
        }
        game.result(result);
        Ok(Line {
            fen: start.to_string(),
            moves,
            result: result.to_string(),
            outcome: value.outcome(),
            plies: value.plies(),
            over: End::of(&position),
            pgn: args.pgn.then(|| game.to_string()),
            verdicts,
        })
    }

    /// The moves with their numbers, a line for each.
    fn numbered(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for LineMove { san, number, turn, .. } in &self.moves {
            match (turn, lines.last_mut()) {
                (Colour::White, _) => lines.push(format!("{number:>3}. {san}")),
                (Colour::Black, None) => lines.push(format!("{number:>3}. {:<7} {san}", "...")),
                (Colour::Black, Some(line)) => *line = format!("{line:<12} {san}"),
            }
        }
        lines
    }
}

/// How a game that ends here has ended. A draw by best play is a draw even if the game could go on; a win is
/// not one before the mate.
fn result(last: &Position, value: Value) -> GameResult {
    match (End::of(last), value) {
        (Some(End::Checkmate), _) => GameResult::Won(!last.turn()),
        (Some(End::Stalemate | End::Dead), _) | (None, Value::Draw) => GameResult::Drawn,
        (None, _) => GameResult::Unknown,
    }
}

impl Report for Line {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(pgn) = &self.pgn {
            return write!(out, "{pgn}");
        }
        let [first, rest @ ..] = &self.verdicts[..] else { return Ok(()) };
        writeln!(out, "{first}")?;
        self.numbered().iter().try_for_each(|line| writeln!(out, "{line}"))?;
        rest.iter().try_for_each(|verdict| writeln!(out, "{verdict}"))?;
        writeln!(out, "{}", self.result)
    }
}
