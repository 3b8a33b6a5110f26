//! `adli play`: a strategy against the longest defence.
//!
//! The line is begun with what `adli explain` asks. Only where somebody has to choose, the defence or a rule that allows several
//! moves, all plays of the strategy are followed first, and the line is begun again.

use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::{self, Write};

use adli_chess::{Colour, Game, GameResult, Move, Position};
use adli_lang::{Choice, Commitment, State};
use adli_prove::{Defence, Limit, Options, with_defence};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::explain::read_move;
use super::watcher::Watcher;
use crate::args::PlayArgs;
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::moves::{ValuedMove, sort_best_first};
use crate::notation::{Shown, numbered};
use crate::output::{Report, note};
use crate::settings::Settings;
use crate::strategy::Chosen;
use crate::values::Values;
use crate::view::View;
use crate::words::End;

#[derive(Serialize, JsonSchema)]
pub struct Played {
    fen: String,
    file: String,
    strategy: String,
    #[serde(serialize_with = "lower_case")]
    #[schemars(with = "String")]
    side: Colour,
    /// The first position as the text sees it, if its colours are the other way round.
    #[serde(skip_serializing_if = "Option::is_none")]
    seen_as: Option<String>,
    moves: Vec<PlayedMove>,
    ended: Ended,
    /// How the line ended, in words.
    end: String,
    /// As in PGN; `*` if the game is not over.
    result: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pgn: Option<String>,
    #[serde(skip)]
    start: Position,
}

#[derive(Serialize, JsonSchema)]
struct PlayedMove {
    uci: String,
    san: String,
    /// The rule, for a move of the strategy.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    /// How many moves the rule allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<usize>,
    #[serde(skip)]
    number: u16,
    /// `.` after the number of a move of White, `...` of Black.
    #[serde(skip)]
    dots: &'static str,
}

/// Why a line goes no further.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Ended {
    Checkmate,
    Draw,
    Cycle,
    NoRule,
    OtherMen,
    Limit,
}

pub fn run(args: &PlayArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let (chosen, position) = Chosen::find(&args.strategy)?;
    settings.start_threads()?;
    interrupt::listen();
    let open = || Values::of(&position, settings.tables()?);
    let player = Player::new(&chosen, &open, args.worst);
    let first = if chosen.has_mates_to_count() { Known::NotYet } else { Known::Nothing };
    let played = match player.play(position, args, first) {
        Err(Halt::NeedsSurvey) => surveyed(&player, position, args)?,
        played => played.map_err(Failure::from)?,
    };
    settings.output.report(&played)?;
    Ok(Verdict::Holds)
}

/// The line, once all plays of the strategy from the position have been followed.
fn surveyed(player: &Player<'_>, position: Position, args: &PlayArgs) -> Result<Played, Failure> {
    let chosen = player.chosen;
    let start = chosen.any_state(&position);
    let start =
        start.ok_or_else(|| Failure::internal("the men of the text are not those of the position"))?;
    let watcher = Watcher::new(args.time);
    let played = with_defence(&chosen.program, chosen.id, &start, &Options::default(), &watcher, |defence| {
        player.play(position, args, Known::Surveyed(defence))
    });
    drop(watcher);
    let played = match played {
        Err(limit @ (Limit::Stopped(_) | Limit::Internal(_))) => return Err(limit.into()),
        Err(limit) => {
            note(&format!("the defence is that against best play, not against these rules: {limit}"));
            player.play(position, args, Known::Nothing)
        }
        Ok(played) => played,
    };
    played.map_err(Failure::from)
}

/// How long the strategy still takes.
enum Known<'d, 'e, 'p> {
    /// Nobody has needed it so far.
    NotYet,
    /// There is no knowing.
    Nothing,
    /// As far as its plays have been followed.
    Surveyed(&'d mut Defence<'e, 'p>),
}

/// Why a line is not played on.
enum Halt {
    /// Somebody has to choose, and must first know how long each move takes.
    NeedsSurvey,
    Failed(Failure),
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Halt {
        Halt::Failed(failure)
    }
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Failure {
        match halt {
            Halt::Failed(failure) => failure,
            Halt::NeedsSurvey => Failure::internal("a line asks again for what it has"),
        }
    }
}

struct Player<'a> {
    chosen: &'a Chosen,
    /// Opened when first asked for: tables may have to be solved.
    open: &'a dyn Fn() -> Result<Values, Failure>,
    values: OnceCell<Values>,
    worst: bool,
    /// What the strategy does in positions that it has been asked about, where no tree is played out.
    asked: RefCell<HashMap<String, Option<Choice>>>,
}

/// A move of the strategy.
struct Own {
    mv: Move,
    rule: String,
    step: usize,
    allowed: usize,
}

impl<'a> Player<'a> {
    fn new(chosen: &'a Chosen, open: &'a dyn Fn() -> Result<Values, Failure>, worst: bool) -> Player<'a> {
        Player { chosen, open, values: OnceCell::new(), worst, asked: RefCell::default() }
    }

    fn values(&self) -> Result<&Values, Failure> {
        if self.values.get().is_none() {
            let _ = self.values.set((self.open)()?);
        }
        self.values.get().ok_or_else(|| Failure::internal("tables that were opened are gone"))
    }

    /// What the strategy does, asked once for each position.
    fn choice(
        &self,
        position: &Position,
        state: &State,
        tree: Option<&Commitment>,
    ) -> Result<Option<Choice>, Failure> {
        if tree.is_some() {
            return self.chosen.choice(state, tree);
        }
        let key = placement(position);
        if let Some(known) = self.asked.borrow().get(&key) {
            return Ok(known.clone());
        }
        let choice = self.chosen.choice(state, None)?;
        self.asked.borrow_mut().insert(key, choice.clone());
        Ok(choice)
    }

    fn play(&self, start: Position, args: &PlayArgs, mut defence: Known<'_, '_, '_>) -> Result<Played, Halt> {
        let mut game = Game::new(start);
        let (own, other) =
            if self.chosen.side() == Colour::White { ("White", "Black") } else { ("Black", "White") };
        game.tag(own, &self.chosen.strategy().name).tag(other, "longest defence");
        let mut moves: Vec<PlayedMove> = Vec::new();
        let mut seen: HashMap<String, usize> = HashMap::new();
        let mut replies = args.with.iter();
        let mut position = start;
        // The tree that is played out before the strategy is asked again.
        let mut tree: Option<Commitment> = None;
        let mut commitment = 0;
        let (ended, end) = loop {
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
            if moves.len() >= usize::from(args.plies) {
                break (Ended::Limit, format!("stopped after {} plies", moves.len()));
            }
            let mut step = None;
            let (mv, rule) = if position.turn() != self.chosen.side() {
                (self.reply(&position, replies.next(), &mut defence)?, None)
            } else if let Some(table) = &self.chosen.compiled {
                let Some(answer) = self.chosen.table_move(table, &position, commitment) else {
                    break (Ended::NoRule, "the table has no move here".to_owned());
                };
                commitment = answer.commitment;
                let rule = table.steps.get(answer.step).cloned().unwrap_or_default();
                (answer.mv, Some((rule, 1)))
            } else {
                match self.own_move(&position, tree.as_ref(), &mut defence)? {
                    Ok(own) => {
                        step = Some(own.step);
                        (own.mv, Some((own.rule, own.allowed)))
                    }
                    Err(stuck) => break stuck,
                }
            };
            let (rule, allowed) = rule.unzip();
            moves.push(PlayedMove {
                uci: mv.to_string(),
                san: position.san(mv),
                number: position.fullmoves(),
                dots: if position.turn() == Colour::White { "." } else { "..." },
                rule: rule.clone(),
                allowed,
            });
            game.play(mv).map_err(|error| Failure::internal(error.to_string()))?;
            rule.iter().for_each(|rule| {
                game.comment(rule);
            });
            let next = position.play(mv);
            tree = match (self.chosen.state(&position), self.chosen.any_state(&next)) {
                (Some(before), Some(after)) => self.chosen.follow(tree.as_ref(), step, &before, &after)?,
                _ => None,
            };
            position = next;
        };
        if !matches!(ended, Ended::Checkmate | Ended::Draw) {
            game.comment(&end);
        }
        let result = match ended {
            Ended::Checkmate => GameResult::Won(!position.turn()),
            Ended::Draw => GameResult::Drawn,
            _ => GameResult::Unknown,
        };
        game.result(result);
        Ok(Played {
            fen: start.to_string(),
            file: self.chosen.text.name.clone(),
            strategy: self.chosen.strategy().name.clone(),
            side: self.chosen.side(),
            seen_as: self.chosen.view.seen_otherwise(&start),
            moves,
            ended,
            end,
            result: result.to_string(),
            pgn: args.pgn.then(|| game.to_string()),
            start,
        })
    }

    /// The move of the strategy, or why it has none.
    fn own_move(
        &self,
        position: &Position,
        tree: Option<&Commitment>,
        defence: &mut Known<'_, '_, '_>,
    ) -> Result<Result<Own, (Ended, String)>, Halt> {
        let strategy = &self.chosen.strategy().name;
        let Some(state) = self.chosen.state(position) else {
            let what = self.chosen.what_has_left_home(position);
            return Ok(Err((Ended::OtherMen, format!("{what}, and `{strategy}` is not asked any more"))));
        };
        let Some(choice) = self.choice(position, &state, tree)? else {
            return Ok(Err((Ended::NoRule, format!("no rule of `{strategy}` applies"))));
        };
        let moves = self.chosen.typed_moves(position, &state, &choice.moves)?;
        let mut moves: Vec<Move> = moves.into_iter().map(|(mv, _)| mv).collect();
        let allowed = moves.len();
        if allowed > 1 {
            // By the strategy's own plays; where they do not tell, the slowest by the tables, or the first in UCI notation.
            let mut timed = Vec::new();
            for mv in moves {
                timed.push((self.takes(&position.play(mv), defence)?, mv));
            }
            if self.worst {
                let slowest_first = self.valued(position, timed.iter().map(|(_, mv)| *mv))?.into_iter().rev();
                let rank: Vec<Move> = slowest_first.map(|valued| valued.mv).collect();
                timed.sort_by_key(|(takes, mv)| (Reverse(*takes), rank.iter().position(|known| known == mv)));
            } else {
                timed.sort_by_key(|(takes, _)| *takes);
            }
            moves = timed.into_iter().map(|(_, mv)| mv).collect();
        }
        let mv = moves.first().copied();
        let mv = mv.ok_or_else(|| Failure::internal("a rule applies and allows nothing"))?;
        let step = self.chosen.strategy().steps.get(choice.step);
        let rule = step.map_or_else(String::new, |step| step.name.clone());
        Ok(Ok(Own { mv, rule, step: choice.step, allowed }))
    }

    /// In how many moves the strategy mates from here: the slowest or the quickest of its own choices, and every reply.
    /// More than any number if it need not.
    fn takes(&self, position: &Position, defence: &mut Known<'_, '_, '_>) -> Result<u32, Halt> {
        let defence = match defence {
            Known::NotYet => return Err(Halt::NeedsSurvey),
            Known::Nothing => return Ok(0),
            Known::Surveyed(defence) => defence,
        };
        let outlook = self.chosen.any_state(position).and_then(|state| defence.outlook(&state));
        Ok(outlook.map_or(u32::MAX, |outlook| if self.worst { outlook.worst } else { outlook.best }))
    }

    /// The move that was asked for, or the one that holds out longest.
    fn reply(
        &self,
        position: &Position,
        wanted: Option<&String>,
        defence: &mut Known<'_, '_, '_>,
    ) -> Result<Move, Halt> {
        if let Some(text) = wanted {
            return read_move(position, text).map_err(|failure| {
                let number = position.fullmoves();
                Halt::Failed(failure.help(format!("the position at move {number} is {position}")))
            });
        }
        let mut timed = Vec::new();
        for mv in position.legal_moves() {
            timed.push((self.takes(&position.play(mv), defence)?, mv));
        }
        // Of moves that take as long, the best by the tables.
        let longest = timed.iter().map(|(takes, _)| *takes).max();
        let longest = timed.iter().filter(|(takes, _)| Some(*takes) == longest).map(|(_, mv)| *mv);
        let best = self.valued(position, longest)?.first().map(|valued| valued.mv);
        Ok(best.ok_or_else(|| Failure::internal("a game that is over goes on"))?)
    }

    /// Moves with their values, best first.
    fn valued(
        &self,
        position: &Position,
        moves: impl Iterator<Item = Move>,
    ) -> Result<Vec<ValuedMove>, Failure> {
        let values = self.values()?;
        let valued = moves.map(|mv| Ok(ValuedMove { mv, after: values.value(&position.play(mv))? }));
        let mut valued = valued.collect::<Result<Vec<ValuedMove>, Failure>>()?;
        sort_best_first(&mut valued);
        Ok(valued)
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

fn lower_case<S: Serializer>(side: &Colour, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&side.to_string().to_lowercase())
}

/// What makes two positions the same: men, side to move, capture in passing.
fn placement(position: &Position) -> String {
    let fen = position.to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

impl Report for Played {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(pgn) = &self.pgn {
            return write!(out, "{pgn}");
        }
        writeln!(out, "`{}` of `{}` plays {}", self.strategy, self.file, self.side)?;
        if let Some(fen) = &self.seen_as {
            writeln!(out, "{}", View::told(fen))?;
        }
        let moves = self.moves.iter().map(|mv| Shown { san: &mv.san, rule: mv.rule.as_deref() });
        let moves: Vec<Shown<'_>> = moves.collect();
        let lines = numbered(self.start.turn(), self.start.fullmoves(), &moves, 0);
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out, "{}\n{}", self.end, self.result)
    }
}
