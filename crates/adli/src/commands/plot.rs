//! `adli plot`: the pictures of a proof, of a condition, or of a material.

use std::io::{self, Write};

use adli_chess::Material;
use adli_claims::{Options, Report as Proofs, Verdict as Decided};
use adli_lang::Program;
use adli_pictures::{Distances, Heat, Picture, distances, heat, named_apart, of_report};
use adli_workbench::{Counting, StatsReport, Uncounted, by_square};
use schemars::JsonSchema;
use serde::Serialize;

use super::pictures::write_into;
use super::prove::{decide_unnamed, wanted};
use super::stats::count_all;
use super::watcher::Watcher;
use crate::args::PlotArgs;
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::output::{Report, note};
use crate::settings::Settings;
use crate::texts::{Text, tell};

/// What was drawn, for programs.
#[derive(Serialize, JsonSchema)]
pub struct Plotted {
    /// The text, or the material.
    file: String,
    pictures: Vec<Drawn>,
}

/// A picture that was written.
#[derive(Serialize, JsonSchema)]
struct Drawn {
    name: String,
    title: String,
    /// What it shows, with all figures.
    description: String,
    path: String,
}

pub fn run(args: &PlotArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let (file, pictures, verdict) = match material(&args.text.file) {
        Some(material) => {
            (material.to_string(), vec![of_material(material, args, settings)?], Verdict::Holds)
        }
        None => of_text(args, settings)?,
    };
    let pictures = named_apart(pictures);
    let files: Vec<(String, String)> =
        pictures.iter().map(|picture| (format!("{}.svg", picture.name), picture.svg())).collect();
    let paths = write_into(&args.output, &files, args.force)?;
    let drawn = |(Picture { name, title, description, .. }, path)| Drawn { name, title, description, path };
    let pictures = pictures.into_iter().zip(paths).map(drawn).collect();
    settings.output.report(&Plotted { file, pictures })?;
    Ok(verdict)
}

/// A material is written in capital letters; texts of the library are not.
fn material(what: &str) -> Option<Material> {
    let capitals = what.chars().all(|letter| letter.is_ascii_uppercase() || letter == 'v');
    if capitals { what.parse().ok() } else { None }
}

fn of_material(material: Material, args: &PlotArgs, settings: &Settings) -> Result<Picture, Failure> {
    if args.man.is_some() || !args.claim.is_empty() || !args.text.set.is_empty() {
        let message =
            "of a material the distances to mate are drawn: it has no claims, conditions or options";
        return Err(Failure::input(message).help("name a text of rules"));
    }
    let tables = settings.tables()?;
    settings.start_threads()?;
    let stats = StatsReport::new(&count_all(&tables, material)?);
    Ok(of_stats(&stats))
}

/// The distances to mate of an endgame.
pub fn of_stats(stats: &StatsReport) -> Picture {
    let [white, black] = [&stats.white, &stats.black].map(|side| Distances {
        wins: side.win_by_plies.clone(),
        losses: side.loss_by_plies.clone(),
        draws: side.placements.draws,
    });
    distances(&stats.material, [&white, &black])
}

type Made = (String, Vec<Picture>, Verdict);

fn of_text(args: &PlotArgs, settings: &Settings) -> Result<Made, Failure> {
    let text = Text::find(&args.text.file)?;
    let programs = text.programs(&args.text.set)?;
    if args.heat.is_none() {
        wanted(&text, &programs, &args.claim)?;
    }
    settings.start_threads()?;
    interrupt::listen();
    let watcher = Watcher::new(args.limits.time);
    let memory = args.limits.memory_or(Options::default().memory);
    let options = Options { claims: args.claim.clone(), memory, max_failures: 0, ..Options::default() };
    let tables = settings.tables().ok();
    let decide = |programs: &[Program], options: &Options| {
        decide_unnamed(&text, programs, options, tables.as_ref(), &watcher)
    };
    let asking = Asking { text: &text, args, decide: &decide, options: &options, watcher: &watcher };
    let (pictures, verdict) = match (&args.heat, &args.man) {
        (Some(condition), Some(man)) => {
            (asking.board(Counting::Where(condition.clone()), man)?, Verdict::Holds)
        }
        (_, man) => {
            let report = decide(&programs, &options);
            let pictures = match man {
                Some(man) => asking.failures(&report, man)?,
                None => of_report(&report),
            };
            (pictures, verdict(&report))
        }
    };
    if pictures.is_empty() && verdict == Verdict::Holds {
        let message = format!("`{}` has nothing to draw", text.name);
        return Err(Failure::input(message).help(match args.man {
            Some(_) => "no claim fails; `--heat CONDITION` draws where a condition holds",
            None => {
                "theorems that a strategy reaches mate and tallies are drawn; `--heat CONDITION --man k` draws a board"
            }
        }));
    }
    Ok((text.name.clone(), pictures, verdict))
}

/// What was not decided is said, and has no pictures.
fn verdict(report: &Proofs) -> Verdict {
    let mut worst = Verdict::Holds;
    for claim in &report.claims {
        let (name, reason) = (&claim.name, claim.reason.as_deref().unwrap_or_default());
        match claim.verdict {
            Decided::Internal => {
                note(&Failure::internal(format!("`{name}`: {reason}")));
                return Verdict::SelfCheckFailed;
            }
            Decided::Unknown => {
                note(&format!("`{name}` is unknown, and has no pictures: {reason}"));
                worst = Verdict::Unknown;
            }
            _ => {}
        }
    }
    worst
}

/// Somebody who asks about squares.
struct Asking<'a> {
    text: &'a Text,
    args: &'a PlotArgs,
    decide: &'a dyn Fn(&[Program], &Options) -> Proofs,
    options: &'a Options,
    watcher: &'a Watcher,
}

impl Asking<'_> {
    /// A board for each material.
    fn board(&self, counting: Counting, man: &str) -> Result<Vec<Picture>, Failure> {
        let with = (self.options, self.watcher as &dyn adli_claims::Watch);
        let counted = by_square(self.text, &self.args.text.set, (&counting, man), self.decide, with);
        let what = counting.to_string();
        let drawn = |found: adli_workbench::BySquare| {
            let (material, squares, sample) = (found.material, found.squares, found.sample);
            heat(&Heat { what: what.clone(), man: man.to_owned(), material, squares, sample })
        };
        Ok(counted.map_err(failure)?.into_iter().map(drawn).collect())
    }

    /// A board for each claim that fails.
    fn failures(&self, report: &Proofs, man: &str) -> Result<Vec<Picture>, Failure> {
        let fails = report.claims.iter().filter(|claim| claim.failures.is_some());
        let mut names: Vec<&str> = fails.map(|claim| claim.name.as_str()).collect();
        names.dedup();
        let mut pictures = Vec::new();
        for name in names {
            pictures.extend(self.board(Counting::Failures(name.to_owned()), man)?);
        }
        Ok(pictures)
    }
}

fn failure(uncounted: Uncounted) -> Failure {
    if let Uncounted::Condition(sources, checked) = &uncounted {
        tell(sources, checked);
    }
    let message = uncounted.to_string();
    let failure = match &uncounted {
        Uncounted::Limit(_) => Failure::limit(message),
        Uncounted::Internal(_) => Failure::internal(message),
        _ => Failure::input(message),
    };
    match uncounted.help() {
        Some(help) => failure.help(help),
        None => failure,
    }
}

impl Report for Plotted {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.pictures.iter().try_for_each(|drawn| writeln!(out, "{}\n  {}", drawn.path, drawn.title))
    }
}
