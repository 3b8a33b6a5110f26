//! One move of a game: what the side to move does, after the moves that were made.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use adli_chess::{Move, Position};
use adli_tables::Value;
use schemars::JsonSchema;
use serde::Serialize;

use super::foresight::Plays;
use super::report::Ended;
use super::{Halt, Known, Player, Request, Session, over};
use crate::consult::{Consultation, Does, Held};
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
    /// What is wrong with the rules themselves: from here they do not force what the position is worth. In words, as far as that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubt: Option<String>,
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
        doubt: None,
    };
    if let Some(over) = over(&position) {
        return Ok(ends(over, fen));
    }
    let doubt = plays.map(|plays| doubt(&session, plays, &worth)).transpose()?.flatten();
    let named = |mv: Move| Named { uci: mv.to_string(), san: position.san(mv) };
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
            doubt,
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
        doubt,
    })
}

/// Whoever learns from rules should know where they are wrong: the position is won, and the rules do not mate by force.
fn doubt<W: Worth>(session: &Session<'_, '_>, plays: &Plays, worth: &W) -> Result<Option<String>, W::Error> {
    if session.left(plays).is_some() {
        return Ok(None);
    }
    let position = session.position();
    worth.prepare(&[*position])?;
    let value = worth.value(position)?;
    let is_won =
        if session.is_own() { matches!(value, Value::Win(_)) } else { matches!(value, Value::Loss(_)) };
    let strategy = &session.asking.chosen.strategy().name;
    Ok(is_won.then(|| {
        format!("the position is won, but the rules of `{strategy}` do not mate by force from here")
    }))
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
        for text in moves {
            let mv = read_move(&session.position, text).map_err(|trouble| match trouble {
                Trouble::Illegal { text, position, .. } => Trouble::Illegal { text, position, in_line: true },
                other => other,
            })?;
            session.goes_on(mv)?;
        }
        Ok(session)
    }

    /// Goes on after a legal move of either side. Where the side of the strategy did not obey it, the strategy is asked anew.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn goes_on(&mut self, mv: Move) -> Result<(), Trouble> {
        if !self.is_own() {
            return self.take(mv, None);
        }
        // Only who plays trees out, or goes by a table, has to be asked what he did.
        let remembers = self.asking.chosen.searches() || self.asking.chosen.compiled.is_some();
        let does: Option<Does> = if remembers { self.does()? } else { None };
        match does {
            Some(does) if does.moves.contains(&mv) => self.take(mv, Some(&does))?,
            _ => *self = Session::new(self.asking, self.position.play(mv)),
        }
        Ok(())
    }

    /// Where the game stands, for somebody who goes on with it later.
    #[must_use]
    pub fn standing(&self) -> Standing {
        Standing { position: self.position, held: self.held.clone(), since: self.since }
    }

    /// A game that goes on from where it stood.
    #[must_use]
    pub fn resumed(asking: &'s Consultation<'c>, standing: &Standing) -> Session<'s, 'c> {
        let Standing { position, held, since } = standing.clone();
        Session { asking, position, held, since }
    }

    /// In how many own moves the strategy mates if it makes one of the moves that it allows, this one counted, and always chooses the quickest
    /// as far as that is known; nothing if it need not mate. Whoever is committed to a tree chooses nothing until it is played out.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn takes(&self, plays: &Plays, does: &Does, mv: Move) -> Result<Option<u32>, Trouble> {
        let chosen = self.asking.chosen;
        let left = plays.left(chosen, &self.position.play(mv));
        if !chosen.plays_out() {
            return Ok(left.map(|outlook| outlook.best + 1));
        }
        let held = self.asking.follow(&self.held, Some(does), &self.position, mv)?;
        Ok(if held.tree.is_some() { self.left(plays) } else { left.map(|outlook| outlook.worst + 1) })
    }
}

/// Where a game of a strategy stands: the position, and to what the moves so far commit.
#[derive(Clone)]
pub struct Standing {
    position: Position,
    held: Held,
    since: (Position, u32),
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use adli_claims::Unwatched;

    use super::*;
    use crate::{Chosen, Text};

    /// Whoever is sent a whole game again with every move does the same as who has followed it, also in the middle of trees that are played
    /// out; and so does who puts it away after every move.
    #[test]
    fn a_game_is_recovered_from_its_moves() {
        let text = Text::of_library("kpk/adli").unwrap();
        let programs = text.check(&[]).programs;
        let start: Position = "8/8/8/3k4/8/3K4/3P4/8 b - - 0 1".parse().unwrap();
        let chosen = Chosen::new(text, &programs, &start, Some("white")).unwrap();
        let asking = Consultation::new(&chosen, &Unwatched);
        let mut session = Session::new(&asking, start);
        let (mut moves, mut in_trees) = (Vec::new(), 0);
        while !session.position().is_mate() {
            let again = Session::after(&asking, &start, &moves).unwrap();
            assert_eq!(again.position(), session.position());
            let does = if session.is_own() { session.does().unwrap() } else { None };
            if let Some(does) = &does {
                assert_eq!(again.does().unwrap().as_ref(), Some(does), "{moves:?}");
                in_trees += usize::from(session.standing().held.tree.is_some());
            }
            let mv = match does {
                Some(does) => does.moves[0],
                None => session.position().legal_moves().last().unwrap(),
            };
            session.goes_on(mv).unwrap();
            session = Session::resumed(&asking, &session.standing());
            moves.push(mv.to_string());
            assert!(moves.len() < 80, "{moves:?}");
        }
        assert!(in_trees >= 3, "{in_trees} of {moves:?}");
    }
}
