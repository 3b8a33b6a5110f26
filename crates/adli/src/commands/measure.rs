//! `adli measure`: a quantity that falls with every move of a strategy, or why there is none.

use std::io::{self, Write};

use adli_claims::Options;
use adli_discover::{Measure, MeasureError, MeasureRequest, Opposed, Panel, find_measure};
use adli_lang::Program;
use adli_values::TableSource;
use adli_workbench::{Offer, Sort, select};
use schemars::JsonSchema;
use serde::Serialize;

use super::watcher::Watcher;
use crate::args::MeasureArgs;
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::methods;
use crate::output::Report;
use crate::settings::Settings;
use crate::texts::{Text, tell};
use crate::words::{grouped, list};

/// What was found, for programs.
#[derive(Serialize, JsonSchema)]
pub struct Found {
    file: String,
    strategy: String,
    verdict: &'static str,
    /// The least of the boards for which it was asked, if that was about boards of every size.
    #[serde(skip_serializing_if = "Option::is_none")]
    every_size: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    weights: Vec<Weight>,
    /// The definition and the lemma, ready to paste.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// How many plays of a move and a reply the lemma speaks of.
    #[serde(skip_serializing_if = "Option::is_none")]
    plays: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contradiction: Vec<Play>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
struct Weight {
    part: String,
    weight: i64,
}

/// A play of a contradiction.
#[derive(Serialize, JsonSchema)]
struct Play {
    times: u64,
    fen: String,
    line: Vec<String>,
    rule: Option<String>,
    end: String,
    change: Vec<i64>,
    #[serde(skip)]
    san: String,
}

pub fn run(args: &MeasureArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let text = Text::find(&args.text.file)?;
    let programs = text.programs(&args.text.set)?;
    let strategy = strategy(&text, &programs, args.strategy.as_deref())?;
    let request = MeasureRequest {
        strategy: strategy.clone(),
        quantities: args.of.clone(),
        within: args.within.clone(),
        stays: args.stays,
        sizes: args.every_size.map(u32::from),
        settings: args.text.set.clone(),
    };
    let options = Options { memory: args.limits.memory_or(Options::default().memory), ..Options::default() };
    settings.start_threads()?;
    interrupt::listen();
    let (tables, watcher) = (TableSource::empty(), Watcher::new(args.limits.time));
    let made = match args.every_size {
        Some(least) => methods::for_every_size(least),
        None => methods::unnamed(&tables, options.memory),
    };
    let asked = methods::listed(&made);
    // On one board the first that takes a lemma is enough; for every board one is asked after the other.
    let panels: Vec<Panel<'_>> = match args.every_size {
        Some(_) => asked.into_iter().map(|method| vec![method]).collect(),
        None => vec![asked],
    };
    let found = find_measure(&text.sources, text.number, &request, &panels, &options, &watcher);
    drop(watcher);
    let found = found.map_err(|error| wrong(error, &programs))?;
    let report = Found { every_size: request.sizes, ..Found::new(text.name.clone(), strategy, found) };
    settings.output.report(&report)?;
    Ok(match report.verdict {
        FOUND => Verdict::Holds,
        NONE => Verdict::Refuted,
        _ => Verdict::Unknown,
    })
}

const FOUND: &str = "found";
const NONE: &str = "none";

/// The strategy of that name, or the only one.
fn strategy(text: &Text, programs: &[Program], wanted: Option<&str>) -> Result<String, Failure> {
    let all = programs.iter().flat_map(|program| &program.strategies);
    let offers = all.map(|found| Offer {
        name: &found.name,
        is_own: found.span.source == text.number,
        what: found.name.clone(),
    });
    Ok(select(Sort::Strategy, text, offers.collect(), wanted)?)
}

fn wrong(error: MeasureError, programs: &[Program]) -> Failure {
    let failure = Failure::input(error.to_string());
    match error {
        MeasureError::Text(sources, checked) => {
            tell(&sources, &checked);
            failure.help("quantities and `--where` are expressions of the text: `--of room --of mj.step`")
        }
        MeasureError::NoQuantity | MeasureError::Quantity(_) => {
            let strategies = programs.iter().flat_map(|program| &program.strategies);
            let steps: Vec<String> =
                strategies.map(|found| format!("`{}.step`", found.name)).take(1).collect();
            failure.help(format!(
                "name numbers and conditions of the text, such as {}, with `--of`",
                list(&steps, "or")
            ))
        }
        MeasureError::Strategy(_) | MeasureError::Materials => failure,
        MeasureError::Fault(why) => Failure::internal(why),
    }
}

impl Found {
    fn new(file: String, strategy: String, found: Measure) -> Found {
        let nothing = Found {
            file,
            strategy,
            verdict: "unknown",
            every_size: None,
            weights: Vec::new(),
            text: None,
            plays: None,
            parts: Vec::new(),
            contradiction: Vec::new(),
            reason: None,
            rounds: None,
        };
        match found {
            Measure::Found { text, weights, lemma, rounds } => Found {
                verdict: FOUND,
                weights: weights.into_iter().map(|(part, weight)| Weight { part, weight }).collect(),
                text: Some(text),
                plays: lemma.plays,
                rounds: Some(rounds),
                ..nothing
            },
            Measure::Impossible { parts, plays, rounds } => Found {
                verdict: NONE,
                parts,
                contradiction: plays.into_iter().map(Play::new).collect(),
                rounds: Some(rounds),
                ..nothing
            },
            Measure::Unknown(reason) => Found { reason: Some(reason), ..nothing },
        }
    }
}

impl Play {
    fn new(opposed: Opposed) -> Play {
        let Opposed { times, change, play } = opposed;
        let moves: Vec<String> = play.moves.iter().map(|mv| mv.san.clone()).collect();
        Play {
            times,
            fen: play.fen,
            line: play.line,
            rule: play.rule,
            end: play.end,
            change,
            san: moves.join(" "),
        }
    }
}

impl Report for Found {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(text) = &self.text {
            match self.every_size {
                Some(least) => writeln!(
                    out,
                    "-- proved: it falls with every move and reply on every board n x n with n >= {least}"
                )?,
                None => writeln!(
                    out,
                    "-- proved: it falls in all {} plays of a move and a reply",
                    grouped(self.plays.unwrap_or(0))
                )?,
            }
            return write!(out, "{text}");
        }
        if let Some(reason) = &self.reason {
            return writeln!(out, "unknown: {reason}");
        }
        writeln!(
            out,
            "no weighted sum of these quantities falls with every move of `{}` and every reply:",
            self.strategy
        )?;
        writeln!(out, "the following plays, counted so often, leave each of them where it was")?;
        for play in &self.contradiction {
            let rule = play.rule.as_deref().unwrap_or("no rule");
            let times = if play.times == 1 { "once".to_owned() } else { format!("{} times", play.times) };
            writeln!(out, "\n  {times}  {}  {}  ({rule})", play.fen, play.san)?;
            if play.change.iter().all(|&by| by == 0) {
                writeln!(out, "    none of them changes")?;
            }
            for (part, by) in self.parts.iter().zip(&play.change).filter(|(_, by)| **by != 0) {
                writeln!(out, "    {by:+} {part}")?;
            }
        }
        Ok(())
    }
}
