//! `adli play`: a strategy against the longest defence.

use std::io::{self, Write};

use adli_claims::Unwatched;
use adli_workbench::{Consultation, Halt, Played, Player, Request};

use super::explain::chosen;
use super::watcher::Watcher;
use crate::args::PlayArgs;
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::notation::{Shown, numbered};
use crate::output::{Report, note};
use crate::settings::Settings;
use crate::values::{Awaited, Values};
use crate::words::seen_as;

pub fn run(args: &PlayArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let position = args.position.check()?;
    let chosen = chosen(&args.text, &position, &args.strategy)?;
    settings.start_threads()?;
    interrupt::listen();
    let asking = Consultation::new(&chosen, &Unwatched);
    let values = Awaited::new(|| Values::of(&position, settings.tables()?));
    let request = Request { worst: args.worst, with: &args.with, plies: args.plies.into(), pgn: args.pgn };
    let player = Player::new(&asking, values, request);
    let mut played = player.play(position);
    if let Err(Halt::NeedsSurvey) = played {
        let watcher = Watcher::new(args.time);
        played = player.play_surveyed(position, &watcher);
    }
    if let Err(Halt::NoSurvey(limit)) = &played {
        note(&format!("the defence is that against best play, not against these rules: {limit}"));
        played = player.play_best(position);
    }
    let played = played.map_err(|halt| match halt {
        Halt::Failed(failure) => failure,
        Halt::NeedsSurvey | Halt::NoSurvey(_) => Failure::internal("a line asks again for what it has"),
    })?;
    settings.output.report(&played)?;
    Ok(Verdict::Holds)
}

impl Report for Played {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(pgn) = &self.pgn {
            return write!(out, "{pgn}");
        }
        writeln!(out, "`{}` of `{}` plays {}", self.strategy, self.file, self.side)?;
        if let Some(fen) = &self.seen_as {
            writeln!(out, "{}", seen_as(fen))?;
        }
        let moves = self.moves.iter().map(|mv| Shown { san: &mv.san, rule: mv.rule.as_deref() });
        let moves: Vec<Shown<'_>> = moves.collect();
        let lines = numbered(self.start.turn(), self.start.fullmoves(), &moves, 0);
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out, "{}\n{}", self.end, self.result)
    }
}
