//! Values in the shape that clients of Lichess's tablebase server read.
//!
//! What we do not know is null there: `dtz` and its kin count to the next capture or pawn move, and our tables count to mate. `dtm` is in
//! plies, negative for the side that loses, 0 for a draw and null for a mate. The fifty-move rule is out, so no win is cursed and no loss blessed. What is ours is in `adli`.

use adli_chess::{Colour, Kind, Position};
use adli_tables::Value;
use adli_workbench::{End, Line, LineRequest, ValuedMove, Worth as _, valued_moves, verdict};
use schemars::JsonSchema;
use serde::Serialize;

use super::position::FEN;
use crate::desk::Call;
use crate::hall::Lane;
use crate::refusal::Refusal;
use crate::route::Route;

/// A position, its value and its moves, best first.
#[derive(Serialize, JsonSchema)]
pub struct Standard {
    #[serde(flatten)]
    position: Valued,
    moves: Vec<StandardMove>,
    /// What other servers do not say.
    adli: Ours,
}

/// What is said of a position.
#[derive(Serialize, JsonSchema)]
struct Valued {
    checkmate: bool,
    stalemate: bool,
    /// Of other kinds of chess: always false.
    variant_win: bool,
    /// Of other kinds of chess: always false.
    variant_loss: bool,
    insufficient_material: bool,
    /// Not known.
    dtz: Option<i32>,
    /// Not known.
    precise_dtz: Option<i32>,
    /// Plies to mate; negative for the side that is mated. 0 for a draw, nothing for a mate.
    dtm: Option<i32>,
    /// Of other kinds of chess.
    dtw: Option<i32>,
    /// Not known.
    dtc: Option<i32>,
    category: Category,
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Category {
    Win,
    Draw,
    Loss,
}

/// A move, and what is said of the position after it.
#[derive(Serialize, JsonSchema)]
struct StandardMove {
    uci: String,
    san: String,
    /// A capture, or a move of a pawn.
    zeroing: bool,
    /// After it the men are others.
    conversion: bool,
    #[serde(flatten)]
    position: Valued,
}

/// What other servers do not say.
#[derive(Serialize, JsonSchema)]
struct Ours {
    fen: String,
    material: String,
    /// The value in a sentence.
    value: String,
    /// Moves to mate, of the side that mates.
    moves_to_mate: Option<u16>,
}

/// Best play of both sides to the mate; nothing of a draw.
#[derive(Serialize, JsonSchema)]
pub struct Mainline {
    mainline: Vec<MainlineMove>,
    /// `w` or `b`; nothing for a draw.
    winner: Option<char>,
    /// Not known.
    dtz: Option<i32>,
    /// Not known.
    precise_dtz: Option<i32>,
    /// Plies to mate; negative for the side that is mated.
    dtm: Option<i32>,
}

#[derive(Serialize, JsonSchema)]
struct MainlineMove {
    uci: String,
    san: String,
    /// Not known.
    dtz: Option<i32>,
    /// Not known.
    precise_dtz: Option<i32>,
    /// Of the position after the move.
    dtm: Option<i32>,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::get(
            "/standard",
            "the value of a position and of its moves, in the shape of Lichess's tablebase server",
            FEN,
            Lane::Quick,
            |call, asked| standard(call, &asked.position()?),
        ),
        Route::get(
            "/standard/mainline",
            "best play of both sides, in the shape of Lichess's tablebase server",
            FEN,
            Lane::Quick,
            |call, asked| mainline(call, &asked.position()?),
        ),
    ]
}

fn standard(call: Call<'_>, position: &Position) -> Result<Standard, Refusal> {
    let (value, moves) = valued_moves(&call.values(position)?, position)?;
    let moves = moves.iter().map(|ValuedMove { mv, after: value }| {
        let after = position.play(*mv);
        let is_pawn = position.at(mv.from).is_some_and(|man| man.kind == Kind::Pawn);
        let conversion = after.material() != position.material();
        StandardMove {
            uci: mv.to_string(),
            san: position.san(*mv),
            zeroing: is_pawn || conversion,
            conversion,
            position: Valued::new(&after, *value),
        }
    });
    Ok(Standard {
        position: Valued::new(position, value),
        moves: moves.collect(),
        adli: Ours {
            fen: position.to_string(),
            material: position.material().map_or_else(String::new, |material| material.to_string()),
            value: verdict(position, value),
            moves_to_mate: value.plies().map(|plies| plies.div_ceil(2)),
        },
    })
}

fn mainline(call: Call<'_>, position: &Position) -> Result<Mainline, Refusal> {
    let source = call.values(position)?;
    let line = Line::of(&source, position, LineRequest::default())?;
    let value = source.value(position)?;
    let mut after = value;
    let moves = line.moves.iter().map(|mv| {
        // Best play takes one ply at a time.
        after = match after {
            Value::Win(plies) => Value::Loss(plies - 1),
            Value::Loss(plies) => Value::Win(plies.saturating_sub(1)),
            Value::Draw => Value::Draw,
        };
        MainlineMove {
            uci: mv.uci.clone(),
            san: mv.san.clone(),
            dtz: None,
            precise_dtz: None,
            dtm: dtm(after),
        }
    });
    let winner = match value {
        Value::Win(_) => Some(position.turn()),
        Value::Loss(_) => Some(!position.turn()),
        Value::Draw => None,
    };
    Ok(Mainline {
        mainline: moves.collect(),
        winner: winner.map(|side| if side == Colour::White { 'w' } else { 'b' }),
        dtz: None,
        precise_dtz: None,
        dtm: dtm(value),
    })
}

/// Nought stands for a draw, and so a mate has none.
fn dtm(value: Value) -> Option<i32> {
    match value {
        Value::Win(plies) => Some(i32::from(plies)),
        Value::Draw => Some(0),
        Value::Loss(0) => None,
        Value::Loss(plies) => Some(-i32::from(plies)),
    }
}

impl Valued {
    fn new(position: &Position, value: Value) -> Valued {
        let over = End::of(position);
        let category = match value {
            Value::Win(_) => Category::Win,
            Value::Draw => Category::Draw,
            Value::Loss(_) => Category::Loss,
        };
        Valued {
            checkmate: over == Some(End::Checkmate),
            stalemate: over == Some(End::Stalemate),
            variant_win: false,
            variant_loss: false,
            insufficient_material: over == Some(End::Dead),
            dtz: None,
            precise_dtz: None,
            dtm: dtm(value),
            dtw: None,
            dtc: None,
            category,
        }
    }
}
