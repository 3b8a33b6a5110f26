//! `adli play`: a strategy against the longest defence.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::{self, Write};

use adli_chess::{Colour, Game, GameResult, Move, Position};
use adli_lang::{Commitment, State};
use adli_prove::{Defence, Limit, Options, with_defence};
use serde::{Serialize, Serializer};

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

#[derive(Serialize)]
struct Played {
    fen: String,
    file: String,
    strategy: String,
    #[serde(serialize_with = "lower_case")]
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

#[derive(Serialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
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
    let tables = settings.tables()?;
    settings.start_threads()?;
    interrupt::listen();
    let values = Values::of(&position, tables)?;
    let player = Player { chosen: &chosen, values, worst: args.worst };
    if chosen.compiled.is_some() {
        let played = player.play(position, args, None)?;
        settings.output.report(&played)?;
        return Ok(Verdict::Holds);
    }
    let start = State::from_position(&chosen.program.endgame, &chosen.seen(&position))
        .ok_or_else(|| Failure::internal("the men of the text are not those of the position"))?;
    let watcher = Watcher::new(None);
    let played = with_defence(&chosen.program, chosen.id, &start, &Options::default(), &watcher, |defence| {
        player.play(position, args, Some(defence))
    });
    drop(watcher);
    let played = match played {
        Ok(played) => played?,
        Err(limit @ (Limit::Stopped(_) | Limit::Internal(_))) => return Err(limit.into()),
        Err(limit) => {
            note(&format!("the defence is that against best play, not against these rules: {limit}"));
            player.play(position, args, None)?
        }
    };
    settings.output.report(&played)?;
    Ok(Verdict::Holds)
}

/// How long the strategy still takes, as far as its plays have been followed.
type Known<'d, 'e, 'p> = Option<&'d mut Defence<'e, 'p>>;

struct Player<'a> {
    chosen: &'a Chosen,
    values: Values,
    worst: bool,
}

/// A move of the strategy.
struct Own {
    mv: Move,
    rule: String,
    step: usize,
    allowed: usize,
}

impl Player<'_> {
    fn play(
        &self,
        start: Position,
        args: &PlayArgs,
        mut defence: Known<'_, '_, '_>,
    ) -> Result<Played, Failure> {
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
    ) -> Result<Result<Own, (Ended, String)>, Failure> {
        let strategy = &self.chosen.strategy().name;
        let Some(state) = self.chosen.state(position) else {
            let why = format!("the men are no longer those of the text, and `{strategy}` is not asked");
            return Ok(Err((Ended::OtherMen, why)));
        };
        let Some(choice) = self.chosen.choice(&state, tree)? else {
            return Ok(Err((Ended::NoRule, format!("no rule of `{strategy}` applies"))));
        };
        let moves = self.chosen.typed_moves(position, &state, &choice.moves)?;
        let mut moves: Vec<Move> = moves.into_iter().map(|(mv, _)| mv).collect();
        let allowed = moves.len();
        // By the strategy's own plays; where they do not tell, the slowest by the tables, or the first in UCI notation.
        if self.worst {
            let valued = self.valued(position, moves.iter().copied())?;
            moves = valued.into_iter().rev().map(|valued| valued.mv).collect();
            moves.sort_by_cached_key(|mv| Reverse(self.takes(&position.play(*mv), defence)));
        } else {
            moves.sort_by_cached_key(|mv| self.takes(&position.play(*mv), defence));
        }
        let mv = moves.first().copied();
        let mv = mv.ok_or_else(|| Failure::internal("a rule applies and allows nothing"))?;
        let step = self.chosen.strategy().steps.get(choice.step);
        let rule = step.map_or_else(String::new, |step| step.name.clone());
        Ok(Ok(Own { mv, rule, step: choice.step, allowed }))
    }

    /// In how many moves the strategy mates from here: the slowest or the quickest of its own choices, and every reply.
    /// More than any number if it need not.
    fn takes(&self, position: &Position, defence: &mut Known<'_, '_, '_>) -> u32 {
        let Some(defence) = defence else { return 0 };
        let state = State::from_position(&self.chosen.program.endgame, &self.chosen.seen(position));
        let outlook = state.and_then(|state| defence.outlook(&state));
        outlook.map_or(u32::MAX, |outlook| if self.worst { outlook.worst } else { outlook.best })
    }

    /// The move that was asked for, or the one that holds out longest.
    fn reply(
        &self,
        position: &Position,
        wanted: Option<&String>,
        defence: &mut Known<'_, '_, '_>,
    ) -> Result<Move, Failure> {
        if let Some(text) = wanted {
            let text = text.trim();
            let read = position.read_uci(text).or_else(|_| position.read_san(text));
            return read.map_err(|_| {
                let (turn, number) = (position.turn(), position.fullmoves());
                Failure::input(format!("`{text}` is not a legal move of {turn} at move {number}"))
                    .help(format!("the position there is {position}"))
            });
        }
        let mut best = self.valued(position, position.legal_moves())?;
        best.sort_by_cached_key(|valued| Reverse(self.takes(&position.play(valued.mv), defence)));
        let best = best.first().map(|valued| valued.mv);
        best.ok_or_else(|| Failure::internal("a game that is over goes on"))
    }

    /// Moves with their values, best first.
    fn valued(
        &self,
        position: &Position,
        moves: impl Iterator<Item = Move>,
    ) -> Result<Vec<ValuedMove>, Failure> {
        let valued = moves.map(|mv| Ok(ValuedMove { mv, after: self.values.value(&position.play(mv))? }));
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
