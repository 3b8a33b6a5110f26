//! A move of somebody who plays the side of a strategy, judged as a trainer would.
//!
//! Three things are said. Whether the move is one of the rules: which rule applies, and what it allows. Whether it keeps the value: that is
//! known from tables. And whether it makes progress by the strategy's own measure: how many moves the strategy itself needs at most, whatever it
//! chooses and whatever the other side replies, before the move and after it with the reply that is best against the strategy. A move that is by
//! the rules always makes progress in this sense; many others do too, and a shuffle does not, however good it is for an engine that counts
//! moves to mate.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use adli_chess::{Move, Position};
use adli_claims::list;
use adli_tables::Value;
use schemars::JsonSchema;
use serde::Serialize;

use crate::consult::{Consultation, Does};
use crate::end::End;
use crate::explain::read_move;
use crate::moves::{Worth, valued};
use crate::play::{Plays, Session};
use crate::trouble::Trouble;
use crate::words::counted_moves;

/// What is to be said of a move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Trained {
    /// Always: what is not legal is an error.
    pub legal: bool,
    pub by_rules: bool,
    /// The rule that applies, if one does.
    pub rule: Option<String>,
    /// What it allows.
    pub allowed: Vec<String>,
    /// Nothing if nobody knows what the position is worth.
    pub value: Option<Kept>,
    pub progress: Progress,
    /// How many moves the strategy itself needs at most; nothing if that is not known, or play need not end in mate.
    pub left_before: Option<u32>,
    /// The same after the move and the best reply.
    pub left_after: Option<u32>,
    /// One or two sentences for the learner.
    pub words: String,
}

/// What has become of the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Kept {
    #[serde(rename = "kept")]
    Kept,
    #[serde(rename = "win given away")]
    WinGivenAway,
    #[serde(rename = "draw given away")]
    DrawGivenAway,
}

/// Whether a move makes progress by the strategy's own measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Progress {
    #[serde(rename = "progress")]
    Made,
    #[serde(rename = "no progress")]
    None,
    #[serde(rename = "unknown")]
    Unknown,
}

/// Judges a move that is made after some others from a position. What the plays of the strategy are, and what positions are worth, is told as far as it
/// is known. Moves are in UCI notation or SAN.
///
/// # Errors
/// A move is not legal, the game is over, the other side is to move, or a limit was reached.
pub fn train<W: Worth>(
    asking: &Consultation<'_>,
    plays: Option<&Plays>,
    worth: Option<W>,
    start: &Position,
    moves: &[String],
    mv: &str,
) -> Result<Trained, W::Error> {
    let chosen = asking.chosen;
    let mut session = Session::after(asking, start, moves)?;
    let position = *session.position();
    if let Some(end) = End::of(&position) {
        return Err(Trouble::Over(end).into());
    }
    if !session.is_own() {
        let (turn, side, strategy) = (position.turn(), chosen.side(), chosen.strategy().name.clone());
        return Err(Trouble::OtherTurn { turn, side, strategy }.into());
    }
    let mv = read_move(&position, mv)?;
    let does = session.does()?;
    let after = position.play(mv);
    let left_before = plays.and_then(|plays| session.left(plays));
    let by_rules = does.as_ref().filter(|does| does.moves.contains(&mv));
    match by_rules {
        Some(does) => session.take(mv, Some(does))?,
        None => session = Session::new(asking, after),
    }
    let left_after = plays.and_then(|plays| session.left(plays));
    let lost = worth.as_ref().map(|worth| given_away(worth, &position, mv)).transpose()?;
    let learner = Learner {
        strategy: &chosen.strategy().name,
        position: &position,
        mv,
        does: does.as_ref(),
        end: End::of(&after),
        left: (left_before, left_after),
        is_counted: plays.is_some(),
        lost: lost.flatten(),
    };
    Ok(Trained {
        legal: true,
        by_rules: learner.by_rules(),
        rule: does.as_ref().map(|does| does.rule.clone()),
        allowed: learner.allowed(),
        value: worth.is_some().then(|| learner.lost.as_ref().map_or(Kept::Kept, |lost| lost.0)),
        progress: learner.progress(),
        left_before,
        left_after,
        words: learner.words(),
    })
}

/// What a move gives away, and the reply that shows it, if it gives something away.
pub(crate) fn given_away<W: Worth>(
    worth: &W,
    position: &Position,
    mv: Move,
) -> Result<Option<(Kept, Option<String>)>, W::Error> {
    let after = position.play(mv);
    worth.prepare(&[*position, after])?;
    let kept = match (worth.value(position)?, worth.value(&after)?.before()) {
        (Value::Win(_), Value::Draw | Value::Loss(_)) => Kept::WinGivenAway,
        (Value::Draw, Value::Loss(_)) => Kept::DrawGivenAway,
        _ => return Ok(None),
    };
    let replies = valued(worth, &after, after.legal_moves())?;
    Ok(Some((kept, replies.first().map(|best| after.san(best.mv)))))
}

/// A move, and everything that is known of it.
struct Learner<'t> {
    strategy: &'t str,
    position: &'t Position,
    mv: Move,
    does: Option<&'t Does>,
    end: Option<End>,
    left: (Option<u32>, Option<u32>),
    is_counted: bool,
    lost: Option<(Kept, Option<String>)>,
}

impl Learner<'_> {
    fn by_rules(&self) -> bool {
        self.does.is_some_and(|does| does.moves.contains(&self.mv))
    }

    fn allowed(&self) -> Vec<String> {
        let moves = self.does.map_or(&[][..], |does| &does.moves);
        moves.iter().map(|mv| self.position.san(*mv)).collect()
    }

    fn progress(&self) -> Progress {
        match self.left {
            _ if !self.is_counted => Progress::Unknown,
            (Some(before), Some(after)) if after < before => Progress::Made,
            (None, Some(_)) => Progress::Made,
            (Some(_), _) => Progress::None,
            (None, None) => Progress::Unknown,
        }
    }

    /// What a trainer says: first what matters most.
    fn words(&self) -> String {
        if self.end == Some(End::Checkmate) {
            return "mate".to_owned();
        }
        let rules = self.about_rules();
        let said = match (&self.lost, self.end) {
            (Some((kept, reply)), end) => [self.about_loss(*kept, reply.as_deref(), end), rules],
            (None, _) => [rules, self.about_progress()],
        };
        let said: Vec<String> = said.into_iter().filter(|sentence| !sentence.is_empty()).collect();
        said.join("; ")
    }

    fn about_rules(&self) -> String {
        let Some(does) = self.does else {
            return format!("no rule of `{}` applies here, so that there is nothing to go by", self.strategy);
        };
        if self.by_rules() {
            return format!("by the rules: `{}`", does.rule);
        }
        const FEW: usize = 4;
        let allowed = self.allowed();
        let plays = match allowed.len() {
            0..=FEW => list(&allowed, "or"),
            many => format!("{} or one of {} others", allowed[..2].join(", "), many - 2),
        };
        format!("you left the rules: `{}` applies and plays {plays}", does.rule)
    }

    fn about_loss(&self, kept: Kept, reply: Option<&str>, end: Option<End>) -> String {
        let what = if kept == Kept::DrawGivenAway { "the draw" } else { "the win" };
        match (end, reply) {
            (Some(end), _) => format!("this gives {what} away: {}", end.how()),
            (None, Some(reply)) => format!("this gives {what} away: {reply} is the answer"),
            (None, None) => format!("this gives {what} away"),
        }
    }

    fn about_progress(&self) -> String {
        let needs = |moves: u32| counted_moves(moves as usize);
        match (self.progress(), self.left) {
            (Progress::Made, (Some(before), Some(after))) => {
                format!("the strategy now needs at most {} more, and needed {before} before", needs(after))
            }
            (Progress::Made, (_, Some(after))) => {
                format!("from here the strategy mates in at most {}", needs(after))
            }
            (Progress::None, (Some(before), Some(after))) => format!(
                "no progress: after the best reply the strategy needs up to {}, and needed {before} before",
                needs(after)
            ),
            (Progress::None, _) => {
                "no progress: after the best reply the rules no longer mate by force".to_owned()
            }
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests;
