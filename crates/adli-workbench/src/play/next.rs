//! One move of a game: what the side to move does, after the moves that were made.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use adli_chess::Position;
use schemars::JsonSchema;
use serde::Serialize;

use super::foresight::Plays;
use super::report::Ended;
use super::{Halt, Known, Player, Request, Session, over};
use crate::consult::{Consultation, Does};
use crate::explain::{Named, read_move};
use crate::moves::Worth;
use crate::trouble::Trouble;

/// What the side to move does.
#[derive(Serialize, JsonSchema)]
pub struct NextMove {
    /// `strategy` or `defence`; nothing if the game goes no further.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    /// The rule that applies, if the strategy is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What it allows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Named>,
    /// The move that is made.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Named>,
    /// Why the game goes no further, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
    /// The position where it is made.
    pub fen: String,
}

/// What the side to move does after some moves from a position: the strategy's move where it is to move, else the defence that holds out
/// longest against the strategy, or against best play where its plays are not known. Moves are in UCI notation or SAN; the side of the strategy
/// need not have obeyed it.
///
/// # Errors
/// A move is not legal, or a limit was reached.
pub fn next_move<W: Worth>(
    asking: &Consultation<'_>,
    plays: Option<&Plays>,
    worth: W,
    start: &Position,
    moves: &[String],
) -> Result<NextMove, W::Error> {
    let session = Session::after(asking, start, moves)?;
    let position = *session.position();
    let fen = position.to_string();
    let ends = |(ended, words): (Ended, String), fen: String| NextMove {
        by: None,
        rule: None,
        moves: Vec::new(),
        chosen: None,
        over: Some(words),
        ended: Some(ended),
        fen,
    };
    if let Some(over) = over(&position) {
        return Ok(ends(over, fen));
    }
    let named = |mv: adli_chess::Move| Named { uci: mv.to_string(), san: position.san(mv) };
    // The strategy makes the quickest of its moves; the defence is prepared for the slowest.
    let request = Request { worst: !session.is_own(), with: &[], plies: usize::MAX, pgn: false };
    let player = Player::new(asking, worth, request);
    let mut foresees = plays.map(|plays| plays.of_strategy(asking.chosen));
    let mut known = foresees.as_mut().map_or(Known::Nothing, |foresees| Known::Surveyed(foresees));
    if session.is_own() {
        let Some(does) = session.does()? else { return Ok(ends(player.stuck(&position), fen)) };
        let mv = player.own_move(&position, &does, &mut known).map_err(failed)?;
        return Ok(NextMove {
            by: Some("strategy"),
            rule: Some(does.rule),
            moves: does.moves.iter().map(|mv| named(*mv)).collect(),
            chosen: Some(named(mv)),
            over: None,
            ended: None,
            fen,
        });
    }
    let mv = player.reply(&position, None, &mut known).map_err(failed)?;
    Ok(NextMove {
        by: Some("defence"),
        rule: None,
        moves: Vec::new(),
        chosen: Some(named(mv)),
        over: None,
        ended: None,
        fen,
    })
}

/// Nothing is asked for that is not there.
fn failed<E: From<Trouble>>(halt: Halt<E>) -> E {
    match halt {
        Halt::Failed(error) => error,
        Halt::NoSurvey(limit) => Trouble::Limit(limit).into(),
        Halt::NeedsSurvey => Trouble::internal("a move asks again for what it has").into(),
    }
}

impl<'s, 'c> Session<'s, 'c> {
    /// A game after some moves of both sides. Where the side of the strategy did not obey it, the strategy is asked anew.
    ///
    /// # Errors
    /// A move is not legal, or a limit was reached.
    pub fn after(
        asking: &'s Consultation<'c>,
        start: &Position,
        moves: &[String],
    ) -> Result<Session<'s, 'c>, Trouble> {
        let mut session = Session::new(asking, *start);
        // Only who plays trees out, or goes by a table, has to be asked what he did.
        let remembers = asking.chosen.searches() || asking.chosen.compiled.is_some();
        for text in moves {
            let mv = read_move(&session.position, text).map_err(|trouble| match trouble {
                Trouble::Illegal { text, position, .. } => Trouble::Illegal { text, position, in_line: true },
                other => other,
            })?;
            let own = session.is_own();
            let does: Option<Does> = if own && remembers { session.does()? } else { None };
            match does {
                Some(does) if does.moves.contains(&mv) => session.take(mv, Some(&does))?,
                _ if own => session = Session::new(asking, session.position.play(mv)),
                _ => session.take(mv, None)?,
            }
        }
        Ok(session)
    }
}
