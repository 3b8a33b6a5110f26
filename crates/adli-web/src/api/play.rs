//! Play: against a strategy, against the defence, and as a learner.

use std::sync::Arc;

use adli_chess::Position;
use adli_claims::{By, Limit};
use adli_workbench::{
    Chosen, Consultation, Exercises, NextMove, Plays, Trained, Trouble, example, exercises, next_move, train,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::texts::chosen;
use crate::asked::position;
use crate::desk::Call;
use crate::hall::Lane;
use crate::limits;
use crate::pool::Patience;
use crate::refusal::Refusal;
use crate::route::Route;
use crate::texts::TextAsked;
use crate::values::material_of;

/// A game so far.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayAsked {
    text: TextAsked,
    /// Where it began.
    fen: String,
    /// Which strategy, if the text has several.
    strategy: Option<String>,
    /// The moves of both sides, in UCI notation or as they are usually written.
    #[serde(default)]
    moves: Vec<String>,
}

/// A game so far, and the move of a learner.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrainAsked {
    text: TextAsked,
    /// Where it began.
    fen: String,
    /// Which strategy, if the text has several.
    strategy: Option<String>,
    /// The moves of both sides, in UCI notation or as they are usually written.
    #[serde(default)]
    moves: Vec<String>,
    /// The move that is to be judged.
    #[serde(rename = "move")]
    mv: String,
}

/// A strategy that is to be practised.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExercisesAsked {
    text: TextAsked,
    /// Which strategy, if the text has several.
    strategy: Option<String>,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/exercises", "positions to practise a strategy", Lane::Slow, practised),
        Route::post(
            "/api/play",
            "what the side to move does: the strategy, or the longest defence",
            Lane::Slow,
            play,
        ),
        Route::post("/api/train", "what is to be said of a learner's move", Lane::Slow, judged),
    ]
}

fn play(call: Call<'_>, asked: &PlayAsked) -> Result<NextMove, Refusal> {
    let (chosen, start) = begun(call, &asked.text, &asked.fen, asked.strategy.as_deref(), &asked.moves)?;
    let plays = plays(call, &chosen)?;
    let asking = Consultation::new(&chosen, call.watch);
    next_move(&asking, plays.as_deref(), call.values(&start)?, &start, &asked.moves)
}

fn judged(call: Call<'_>, asked: &TrainAsked) -> Result<Trained, Refusal> {
    let (chosen, start) = begun(call, &asked.text, &asked.fen, asked.strategy.as_deref(), &asked.moves)?;
    let plays = plays(call, &chosen)?;
    let asking = Consultation::new(&chosen, call.watch);
    let values = match call.values(&start) {
        Ok(values) => Some(values),
        // What is being made is waited for; what nobody makes is done without.
        Err(refusal) if refusal.told.job.is_some() => return Err(refusal),
        Err(_) => None,
    };
    train(&asking, plays.as_deref(), values, &start, &asked.moves, &asked.mv)
}

fn practised(call: Call<'_>, asked: &ExercisesAsked) -> Result<Exercises, Refusal> {
    let read = call.desk.texts.read(&asked.text)?;
    let start = example(&read.text, read.programs()?);
    let start = start.ok_or_else(|| Refusal::bad("the text is about no position"))?;
    let chosen = chosen(&read, &start.to_string(), asked.strategy.as_deref())?;
    let plays = plays(call, &chosen)?;
    let plays = plays.ok_or_else(|| {
        Refusal::limit(format!("the plays of `{}` cannot be followed here", chosen.strategy().name))
            .help("exercises are made of strategies that win, of three men or few more")
    })?;
    // Mutual zugzwangs are told where values are at hand.
    let values = call.desk.values.of(material_of(&start)?, call.watch).ok();
    exercises(&chosen, &plays, values)
}

fn begun(
    call: Call<'_>,
    text: &TextAsked,
    fen: &str,
    strategy: Option<&str>,
    moves: &[String],
) -> Result<(Chosen, Position), Refusal> {
    if moves.len() > limits::LINE {
        return Err(Refusal::large(format!("a line may have {} moves", limits::LINE)));
    }
    let read = call.desk.texts.read(text)?;
    Ok((chosen(&read, fen, strategy)?, position(fen)?))
}

/// All plays of a strategy, if they are known or can be followed in the time that there is. Without them the defence is that against best play.
fn plays(call: Call<'_>, chosen: &Chosen) -> Result<Option<Arc<Plays>>, Refusal> {
    if !chosen.has_mates_to_count() {
        return Ok(None);
    }
    let key = chosen.plays_key(&[]);
    if let Some(known) = call.desk.plays.get(&key) {
        return Ok(known);
    }
    let memory = call.desk.config.memory.min(limits::PLAYS);
    let patience = Patience::new(call.watch, limits::PLAYS_TIME);
    let followed = match Plays::of(chosen, memory, &patience) {
        Ok(plays) => Some(Arc::new(plays)),
        // Nobody waits for the answer any more, and nothing is known.
        Err(Trouble::Limit(Limit::Stopped(By::Hand))) => return Ok(None),
        Err(trouble @ Trouble::Internal(_)) => return Err(trouble.into()),
        // What cannot be followed is not tried again for every move.
        Err(_) => None,
    };
    call.desk.plays.put(key, followed.clone());
    Ok(followed)
}
