//! `adli compare`: are two definitions, recognisers or strategies the same, and where do they differ?

use std::io::{self, Write};

use adli_bdd::{Compared, Named, Relation, Unnamed};
use adli_chess::{Diagram, Letters};
use adli_lang::{Program, suggest};
use schemars::JsonSchema;
use serde::Serialize;

use super::diagrams::{atlas, refused};
use super::watcher::Watcher;
use crate::args::CompareArgs;
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::output::Report;
use crate::settings::Settings;
use crate::texts::Text;
use crate::words::{grouped, list};

/// What was found, for programs.
#[derive(Serialize, JsonSchema)]
pub struct Comparison {
    file: String,
    material: String,
    first: String,
    second: String,
    /// `same`, `first_in_second`, `second_in_first` or `different`.
    relation: &'static str,
    /// Legal positions with everybody at home.
    positions: u64,
    first_positions: u64,
    second_positions: u64,
    only_first: u64,
    only_second: u64,
    /// In how many positions they differ.
    differ: u64,
    /// The first of them, each asked of the plain interpreter.
    shown: Vec<Shown>,
}

#[derive(Serialize, JsonSchema)]
struct Shown {
    fen: String,
    first: String,
    second: String,
    #[serde(skip)]
    diagram: String,
}

pub fn run(args: &CompareArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let text = Text::find(&args.text.file)?;
    let programs = text.programs(&args.text.set)?;
    interrupt::listen();
    let mut worst = Verdict::Holds;
    for (number, program) in programs.iter().enumerate() {
        let (a, b) = (named(program, &args.first)?, named(program, &args.second)?);
        let watcher = Watcher::new(args.diagrams.limits.time);
        let compared = atlas(program, &args.diagrams, &watcher)?.compare(a, b, usize::from(args.max_shown));
        drop(watcher);
        let compared = compared.map_err(refused)?;
        if compared.relation != Relation::Same {
            worst = Verdict::Refuted;
        }
        if number > 0 {
            settings.output.blank()?;
        }
        settings.output.report(&Comparison::new(&text.name, program, args, &compared))?;
    }
    Ok(worst)
}

/// What a program calls by a name.
pub fn named(program: &Program, name: &str) -> Result<Named, Failure> {
    Named::find(program, name).map_err(|why| {
        let failure = Failure::input(format!("`{name}`: {why}"));
        let Unnamed::Unknown(names) = why else { return failure };
        match suggest(name, names.iter().map(String::as_str)) {
            Some(near) => failure.help(format!("did you mean `{near}`?")),
            None => {
                let some: Vec<String> = names.iter().take(8).map(|name| format!("`{name}`")).collect();
                failure.help(format!("there are {} and others", list(&some, "and")))
            }
        }
    })
}

/// The men of a program.
pub fn material(program: &Program) -> String {
    let endgame = &program.endgame;
    endgame.material().map_or_else(|| endgame.name.clone(), |material| material.to_string())
}

impl Comparison {
    fn new(file: &str, program: &Program, args: &CompareArgs, compared: &Compared) -> Comparison {
        let relation = match compared.relation {
            Relation::Same => "same",
            Relation::FirstInSecond => "first_in_second",
            Relation::SecondInFirst => "second_in_first",
            Relation::Different => "different",
        };
        let shown = compared.shown.iter().filter_map(|difference| {
            let position = difference.state.position(&program.endgame).ok()?;
            let diagram = Diagram::new(&position).text(Letters::Ascii);
            let [first, second] = difference.says.clone();
            Some(Shown { fen: position.to_string(), first, second, diagram })
        });
        Comparison {
            file: file.to_owned(),
            material: material(program),
            first: args.first.clone(),
            second: args.second.clone(),
            relation,
            positions: compared.positions,
            first_positions: compared.sizes[0],
            second_positions: compared.sizes[1],
            only_first: compared.only[0],
            only_second: compared.only[1],
            differ: compared.differ,
            shown: shown.collect(),
        }
    }
}

impl Report for Comparison {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let (a, b) = (&self.first, &self.second);
        let positions = grouped(self.positions);
        match self.relation {
            "same" => {
                writeln!(out, "{}: `{a}` and `{b}` are the same in all {positions} positions", self.material)?
            }
            "first_in_second" => writeln!(
                out,
                "{}: all that `{a}` says `{b}` says too, but not the other way round",
                self.material
            )?,
            "second_in_first" => writeln!(
                out,
                "{}: all that `{b}` says `{a}` says too, but not the other way round",
                self.material
            )?,
            _ => writeln!(out, "{}: `{a}` and `{b}` are different", self.material)?,
        }
        if self.relation == "same" {
            return Ok(());
        }
        writeln!(out, "  they differ in {} of {positions} positions", grouped(self.differ))?;
        writeln!(
            out,
            "  `{a}`: {} positions, {} of them against `{b}`",
            grouped(self.first_positions),
            grouped(self.only_first)
        )?;
        writeln!(
            out,
            "  `{b}`: {} positions, {} of them against `{a}`",
            grouped(self.second_positions),
            grouped(self.only_second)
        )?;
        for shown in &self.shown {
            writeln!(
                out,
                "\n{}\n{}\n  `{a}`: {}\n  `{b}`: {}",
                shown.fen,
                shown.diagram.trim_end(),
                shown.first,
                shown.second
            )?;
        }
        Ok(())
    }
}
