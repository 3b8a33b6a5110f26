//! A game between a strategy and a defence.
//!
//! A [`Session`] is one side of a game: it says what the strategy does, and takes the moves of both. A [`Player`] has one play against the
//! longest defence, and costs what it costs to ask the strategy. How long a move holds out is known only when all plays of the strategy have
//! been followed. So the line is begun without; only where somebody has to choose, the defence or a rule that allows several moves,
//! and the strategy mates by moves that are chosen anew each time, it is begun again with all its plays at hand. Everywhere else the
//! defence is that against best play.

mod foresight;
mod next;
mod report;

pub use foresight::Plays;
pub use next::{NextMove, Standing, next_move};
pub use report::{Ended, Played, PlayedMove};

use std::cmp::Reverse;
use std::collections::HashMap;

use adli_chess::{Brush, Colour, Comment, Game, GameResult, Move, Position, Square};
use adli_claims::{Limit, Options, Watch};
use adli_exhaustive::{Defence, with_defence};

use crate::consult::{Consultation, Does, Held};
use crate::explain::{read_move, reason};
use crate::moves::{Worth, valued};
use crate::{End, Trouble};
use foresight::{Foresees, Surveyed};

/// What is wanted of a line.
#[derive(Clone, Copy)]
pub struct Request<'r> {
    /// Of the moves that a rule allows, the one that mates last; else the first.
    pub worst: bool,
    /// Replies, before the longest defence takes over.
    pub with: &'r [String],
    /// After so many plies it ends.
    pub plies: usize,
    /// It is wanted in PGN as well.
    pub pgn: bool,
}

/// How long the strategy still takes.
enum Known<'d> {
    /// Nobody has needed it so far.
    NotYet,
    /// There is no knowing.
    Nothing,
    /// As far as its plays have been followed.
    Surveyed(&'d mut dyn Foresees),
}

/// Why a line is not played on.
pub enum Halt<E> {
    /// Somebody has to choose, and must first know how long each move takes.
    NeedsSurvey,
    /// How long moves take cannot be found out.
    NoSurvey(Limit),
    /// It has failed.
    Failed(E),
}

impl<E: From<Trouble>> From<Trouble> for Halt<E> {
    fn from(trouble: Trouble) -> Halt<E> {
        Halt::Failed(trouble.into())
    }
}

/// A game in which a strategy takes part.
pub struct Session<'s, 'c> {
    asking: &'s Consultation<'c>,
    position: Position,
    held: Held,
    /// Where the strategy was asked anew, and how many moves it has made since.
    since: (Position, u32),
}

impl<'s, 'c> Session<'s, 'c> {
    /// A game that begins with a position.
    #[must_use]
    pub fn new(asking: &'s Consultation<'c>, position: Position) -> Session<'s, 'c> {
        Session { asking, position, held: Held::default(), since: (position, 0) }
    }

    /// The position that has been reached.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether the strategy is to move.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.position.turn() == self.asking.chosen.side()
    }

    /// What the strategy does now; nothing if no rule applies.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn does(&self) -> Result<Option<Does>, Trouble> {
        self.asking.does(&self.position, &self.held)
    }

    /// Goes on after a move: of the other side, or an own one with how the strategy came to it.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn take(&mut self, mv: Move, does: Option<&Does>) -> Result<(), Trouble> {
        self.held = self.asking.follow(&self.held, does, &self.position, mv)?;
        self.position = self.position.play(mv);
        self.since = match self.held.tree {
            Some(_) => (self.since.0, self.since.1 + u32::from(does.is_some())),
            None => (self.position, 0),
        };
        Ok(())
    }

    /// In how many own moves the strategy mates at most, as it goes on from here; nothing if it need not. Of a tree that is played out only
    /// what it took at most when it was begun is known.
    #[must_use]
    pub fn left(&self, plays: &Plays) -> Option<u32> {
        let (asked, made) = if self.held.tree.is_some() { self.since } else { (self.position, 0) };
        plays.left(self.asking.chosen, &asked).and_then(|outlook| outlook.worst.checked_sub(made))
    }
}

/// Plays lines of a strategy.
pub struct Player<'s, 'c, W> {
    asking: &'s Consultation<'c>,
    worth: W,
    request: Request<'s>,
}

impl<'s, 'c, W: Worth> Player<'s, 'c, W> {
    /// Whoever knows what positions are worth decides where the plays of the strategy do not.
    pub fn new(asking: &'s Consultation<'c>, worth: W, request: Request<'s>) -> Player<'s, 'c, W> {
        Player { asking, worth, request }
    }

    /// A line, if it can be played without knowing how long moves take, or there is nothing to be learnt from that.
    ///
    /// # Errors
    /// It cannot, or a limit was reached.
    pub fn play(&self, start: Position) -> Result<Played, Halt<W::Error>> {
        let mates = self.asking.chosen.has_mates_to_count();
        self.line(start, if mates { Known::NotYet } else { Known::Nothing })
    }

    /// A line, once all plays of the strategy have been followed.
    ///
    /// # Errors
    /// They cannot be, or a limit was reached.
    pub fn play_surveyed(&self, start: Position, watch: &dyn Watch) -> Result<Played, Halt<W::Error>> {
        let chosen = self.asking.chosen;
        let state = chosen.any_state(&start);
        let state =
            state.ok_or_else(|| Trouble::internal("the men of the text are not those of the position"))?;
        let surveyed = |defence: &mut Defence<'_, '_>| {
            self.line(start, Known::Surveyed(&mut Surveyed { defence, chosen }))
        };
        match with_defence(&chosen.program, chosen.id, &state, &Options::default(), watch, surveyed) {
            Ok(played) => played,
            Err(limit @ (Limit::Stopped(_) | Limit::Internal(_))) => Err(Trouble::Limit(limit).into()),
            Err(limit) => Err(Halt::NoSurvey(limit)),
        }
    }

    /// A line, by plays that have been followed before.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn play_known(&self, start: Position, plays: &Plays) -> Result<Played, Halt<W::Error>> {
        self.line(start, Known::Surveyed(&mut plays.of_strategy(self.asking.chosen)))
    }

    /// A line against the defence that is longest against best play.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn play_best(&self, start: Position) -> Result<Played, Halt<W::Error>> {
        self.line(start, Known::Nothing)
    }

    fn line(&self, start: Position, mut defence: Known<'_>) -> Result<Played, Halt<W::Error>> {
        let chosen = self.asking.chosen;
        let mut game = Game::new(start);
        let (own, other) =
            if chosen.side() == Colour::White { ("White", "Black") } else { ("Black", "White") };
        game.tag(own, &chosen.strategy().name).tag(other, "longest defence");
        let mut moves: Vec<PlayedMove> = Vec::new();
        let mut seen: HashMap<String, usize> = HashMap::new();
        let mut replies = self.request.with.iter();
        let mut session = Session::new(self.asking, start);
        let (ended, end) = loop {
            let position = session.position;
            if let Some(over) = over(&position) {
                break over;
            }
            if let Some(first) = seen.insert(placement(&position), moves.len()) {
                let since = match first.checked_sub(1).and_then(|last| moves.get(last)) {
                    Some(mv) => format!("the position after {}{} {}", mv.number, mv.dots, mv.san),
                    None => "the first position".to_owned(),
                };
                break (Ended::Cycle, format!("a cycle: {since} is back"));
            }
            if moves.len() >= self.request.plies {
                break (Ended::Limit, format!("stopped after {} plies", moves.len()));
            }
            let does = if session.is_own() { session.does()? } else { None };
            let mv = match &does {
                _ if !session.is_own() => self.reply(&position, replies.next(), &mut defence)?,
                Some(does) => self.own_move(&position, does, &mut defence)?,
                None => break self.stuck(&position),
            };
            let rule = does.as_ref().map(|does| does.rule.clone());
            moves.push(PlayedMove {
                uci: mv.to_string(),
                san: position.san(mv),
                number: position.fullmoves(),
                dots: if position.turn() == Colour::White { "." } else { "..." },
                rule: rule.clone(),
                allowed: does.as_ref().map(|does| does.moves.len()),
            });
            game.play(mv).map_err(|error| Trouble::Internal(error.to_string()))?;
            if let Some(does) = &does {
                self.tell(&mut game, &position, does, mv);
            }
            session.take(mv, does.as_ref())?;
        };
        if !matches!(ended, Ended::Checkmate | Ended::Draw) {
            game.comment(&end);
        }
        let result = match ended {
            Ended::Checkmate => GameResult::Won(!session.position.turn()),
            Ended::Draw => GameResult::Drawn,
            _ => GameResult::Unknown,
        };
        game.result(result);
        Ok(Played {
            fen: start.to_string(),
            file: chosen.text.name.clone(),
            strategy: chosen.strategy().name.clone(),
            side: chosen.side(),
            seen_as: chosen.view.seen_otherwise(&start),
            moves,
            ended,
            end,
            result: result.to_string(),
            pgn: self.request.pgn.then(|| game.to_string()),
            start,
        })
    }

    /// Names the rule of the last move: its squares, the move as an arrow, and what else it allowed as others.
    fn tell(&self, game: &mut Game, position: &Position, does: &Does, mv: Move) {
        if !self.request.pgn {
            return;
        }
        let why = reason(self.asking, position, does, mv);
        annotate(
            game.comment(&does.rule).last_comment(),
            does,
            mv,
            why.map_or(Vec::new(), |why| why.squares),
        );
    }

    /// Why the strategy has no move.
    fn stuck(&self, position: &Position) -> (Ended, String) {
        let chosen = self.asking.chosen;
        let strategy = &chosen.strategy().name;
        if chosen.compiled.is_some() {
            return (Ended::NoRule, "the table has no move here".to_owned());
        }
        if chosen.state(position).is_none() {
            let what = chosen.what_has_left_home(position);
            return (Ended::OtherMen, format!("{what}, and `{strategy}` is not asked any more"));
        }
        (Ended::NoRule, format!("no rule of `{strategy}` applies"))
    }

    /// Which of the moves that a rule allows is played: by the strategy's own plays; where they do not tell, the slowest by the tables, or
    /// the first in UCI notation.
    fn own_move(
        &self,
        position: &Position,
        does: &Does,
        defence: &mut Known<'_>,
    ) -> Result<Move, Halt<W::Error>> {
        let nothing = || Trouble::internal("a rule applies and allows nothing");
        if let [only] = does.moves[..] {
            return Ok(only);
        }
        let mut timed = Vec::new();
        for &mv in &does.moves {
            timed.push((self.takes(&position.play(mv), defence)?, mv));
        }
        if self.request.worst {
            let slowest_first = self.valued(position, does.moves.iter().copied())?.into_iter().rev();
            let rank: Vec<Move> = slowest_first.collect();
            timed.sort_by_key(|(takes, mv)| (Reverse(*takes), rank.iter().position(|known| known == mv)));
        } else {
            timed.sort_by_key(|(takes, _)| *takes);
        }
        Ok(timed.first().map(|(_, mv)| *mv).ok_or_else(nothing)?)
    }

    /// In how many moves the strategy mates from here: the slowest or the quickest of its own choices, and every reply.
    /// More than any number if it need not.
    fn takes(&self, position: &Position, defence: &mut Known<'_>) -> Result<u32, Halt<W::Error>> {
        let defence = match defence {
            Known::NotYet => return Err(Halt::NeedsSurvey),
            Known::Nothing => return Ok(0),
            Known::Surveyed(defence) => defence,
        };
        let outlook = defence.outlook(position);
        let worst = self.request.worst;
        Ok(outlook.map_or(u32::MAX, |outlook| if worst { outlook.worst } else { outlook.best }))
    }

    /// The move that was asked for, or the one that holds out longest.
    fn reply(
        &self,
        position: &Position,
        wanted: Option<&String>,
        defence: &mut Known<'_>,
    ) -> Result<Move, Halt<W::Error>> {
        if let Some(text) = wanted {
            let in_line = |trouble| match trouble {
                Trouble::Illegal { text, position, .. } => Trouble::Illegal { text, position, in_line: true },
                other => other,
            };
            return Ok(read_move(position, text).map_err(in_line)?);
        }
        let mut timed = Vec::new();
        for mv in position.legal_moves() {
            timed.push((self.takes(&position.play(mv), defence)?, mv));
        }
        // Of moves that take as long, the best by the tables.
        let longest = timed.iter().map(|(takes, _)| *takes).max();
        let longest = timed.iter().filter(|(takes, _)| Some(*takes) == longest).map(|(_, mv)| *mv);
        let best = self.valued(position, longest)?.first().copied();
        Ok(best.ok_or_else(|| Trouble::internal("a game that is over goes on"))?)
    }

    /// Moves, best first.
    fn valued(
        &self,
        position: &Position,
        moves: impl Iterator<Item = Move>,
    ) -> Result<Vec<Move>, Halt<W::Error>> {
        let valued = valued(&self.worth, position, moves).map_err(Halt::Failed)?;
        Ok(valued.into_iter().map(|valued| valued.mv).collect())
    }
}

/// Draws what a rule is about: its squares, the move that was made, and those that it allowed besides.
pub(crate) fn annotate(comment: &mut Comment, does: &Does, made: Move, squares: Vec<Square>) {
    squares.into_iter().for_each(|square| {
        comment.mark(Brush::Blue, square);
    });
    comment.arrow(Brush::Green, made.from, made.to);
    for other in does.moves.iter().filter(|mv| (mv.from, mv.to) != (made.from, made.to)) {
        comment.arrow(Brush::Yellow, other.from, other.to);
    }
}

fn over(position: &Position) -> Option<(Ended, String)> {
    let turn = position.turn();
    Some(match End::of(position)? {
        End::Checkmate => (Ended::Checkmate, format!("{turn} is checkmated")),
        End::Stalemate => (Ended::Draw, format!("draw: {turn} is stalemated")),
        End::Dead => (Ended::Draw, "draw: neither side has the men to give mate".to_owned()),
    })
}

/// What makes two positions the same: men, side to move, capture in passing.
fn placement(position: &Position) -> String {
    let fen = position.to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}
