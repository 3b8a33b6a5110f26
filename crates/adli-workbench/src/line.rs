//! A line of best play for both sides.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use adli_chess::{Brush, Colour, Game, GameResult, Position};
use adli_tables::Value;
use schemars::JsonSchema;
use serde::Serialize;

use crate::end::End;
use crate::moves::{ValuedMove, Worth, valued_moves};
use crate::trouble::Trouble;
use crate::words::verdict;

/// The annotation glyph of the only move that keeps the value.
const ONLY_MOVE: u8 = 7;

#[derive(Clone, Serialize, JsonSchema)]
pub struct Line {
    pub fen: String,
    pub moves: Vec<LineMove>,
    /// As in PGN; `*` if the line was cut short.
    pub result: String,
    /// The value of the position that the line starts from.
    pub outcome: &'static str,
    pub plies: Option<u16>,
    /// Why the game is over at the end of the line, if it is.
    pub over: Option<End>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pgn: Option<String>,
    /// The start's value and, where that says more, the end's.
    #[serde(skip)]
    #[schemars(skip)]
    pub verdicts: Vec<String>,
}

#[derive(Clone, Serialize, JsonSchema)]
pub struct LineMove {
    pub uci: String,
    pub san: String,
    /// The distance to mate after the move.
    pub plies: Option<u16>,
    /// The number of the move.
    #[serde(skip)]
    #[schemars(skip)]
    pub number: u16,
    /// Who makes it.
    #[serde(skip)]
    #[schemars(skip)]
    pub turn: Colour,
}

/// What is wanted of a line.
#[derive(Clone, Copy, Default)]
pub struct LineRequest {
    /// After so many plies it ends. Without, a win or loss is shown to the end, and of a draw nothing.
    pub plies: Option<u16>,
    /// It is wanted in PGN as well.
    pub pgn: bool,
}

impl Line {
    /// Best play from a position.
    ///
    /// # Errors
    /// Why a value is not known.
    pub fn of<W: Worth + ?Sized>(
        worth: &W,
        start: &Position,
        request: LineRequest,
    ) -> Result<Line, W::Error> {
        let (value, mut best) = valued_moves(worth, start)?;
        let all = if value == Value::Draw { 0 } else { u16::MAX };
        let limit = usize::from(request.plies.unwrap_or(all));
        let (mut position, mut last_value) = (*start, value);
        let (mut game, mut moves) = (Game::new(*start), Vec::new());
        while moves.len() < limit && End::of(&position).is_none() {
            let Some(chosen) = best.first() else { break };
            moves.push(LineMove {
                uci: chosen.mv.to_string(),
                san: position.san(chosen.mv),
                plies: chosen.after.plies(),
                number: position.fullmoves(),
                turn: position.turn(),
            });
            game.play(chosen.mv).map_err(|error| Trouble::Internal(error.to_string()))?;
            let keeps = |other: &&ValuedMove| other.after.outcome() == chosen.after.outcome();
            if best.len() > 1 && best.iter().filter(keeps).count() == 1 {
                game.glyph(ONLY_MOVE).arrow(Brush::Green, chosen.mv.from, chosen.mv.to);
            }
            last_value = chosen.after;
            position = position.play(chosen.mv);
            best = valued_moves(worth, &position)?.1;
        }
        let result = result(&position, value);
        let mut verdicts = vec![verdict(start, value)];
        if position != *start {
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
            pgn: request.pgn.then(|| game.to_string()),
            verdicts,
        })
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
