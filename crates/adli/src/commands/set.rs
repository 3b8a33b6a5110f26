//! `adli set`: the positions that a name stands for: how many, how large a diagram, samples, files.

use std::io::{self, Write};
use std::path::Path;

use adli_bdd::{MOST_BYTES, Refused, SetFile, describe, read_dddmp, write_dddmp, write_dot};
use adli_chess::{Colour, Diagram, Letters};
use adli_lang::Program;
use schemars::JsonSchema;
use serde::Serialize;

use super::compare::{material, named};
use super::diagrams::{atlas, refused};
use super::watcher::Watcher;
use crate::args::SetArgs;
use crate::failure::{Failure, Verdict};
use crate::files::{read_file, write_file};
use crate::interrupt;
use crate::output::{Report, note};
use crate::settings::Settings;
use crate::texts::Text;
use crate::words::{grouped, list};

/// A set of positions, for programs.
#[derive(Serialize, JsonSchema)]
pub struct Found {
    file: String,
    name: String,
    material: String,
    /// How many, men who are alike not told apart.
    positions: u64,
    /// How many classes of symmetric ones.
    classes: u64,
    /// Of all legal positions with everybody at home.
    of: u64,
    white: Side,
    black: Side,
    /// The first of them.
    samples: Vec<String>,
    /// A definition that means the same, if there is a short one.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip)]
    diagrams: Vec<String>,
}

/// With one side to move.
#[derive(Serialize, JsonSchema)]
struct Side {
    positions: u64,
    /// Nodes of the diagram, without complement edges.
    nodes: u64,
}

/// A set that was read from a file.
#[derive(Serialize, JsonSchema)]
pub struct Read {
    file: String,
    name: String,
    men: Vec<String>,
    /// Men who are alike are told apart.
    white: Side,
    black: Side,
}

pub fn run(args: &SetArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    if Path::new(&args.text.file).extension().is_some_and(|ending| ending == "dddmp") {
        return read(&args.text.file, settings);
    }
    let Some(name) = &args.name else {
        return Err(Failure::input("which set is meant?")
            .help("name a condition, recogniser or strategy of the text"));
    };
    let text = Text::find(&args.text.file)?;
    let programs = text.programs(&args.text.set)?;
    let [program] = &programs[..] else {
        let all: Vec<String> = programs.iter().map(material).collect();
        return Err(Failure::input(format!("the text speaks of {}", list(&all, "and")))
            .help("ask about a text with one material"));
    };
    let wanted = named(program, name)?;
    interrupt::listen();
    let watcher = Watcher::new(args.diagrams.limits.time);
    let mut atlas = atlas(program, &args.diagrams, &watcher)?;
    let field = atlas.named(wanted).map_err(|why| match why {
        Refused::Unsupported(what) => Failure::input(format!("`{name}`: {what}")),
        other => refused(other),
    })?;
    let mut found = found(&mut atlas, &text.name, name, &field, usize::from(args.samples))?;
    if let Some(path) = &args.dddmp {
        let bytes = write_dddmp(atlas.store(), &program.endgame, name, &field).map_err(refused)?;
        // What is written has been read again.
        read_dddmp(&bytes)
            .map_err(|why| Failure::internal(format!("the file could not be read again: {why}")))?;
        write_file(path, &bytes)?;
        note(&format!("`{}` is written", path.display()));
    }
    if let Some(path) = &args.dot {
        let graph = write_dot(atlas.store(), &program.endgame, name, &field).map_err(refused)?;
        write_file(path, graph.as_bytes())?;
        note(&format!("`{}` is written", path.display()));
    }
    found.description = describe(atlas, name, &field).map_err(refused)?;
    drop(watcher);
    settings.output.report(&found)?;
    Ok(Verdict::Holds)
}

fn found(
    atlas: &mut adli_bdd::Atlas<'_>,
    file: &str,
    name: &str,
    field: &adli_bdd::Field,
    samples: usize,
) -> Result<Found, Failure> {
    let home = atlas.home().map_err(refused)?;
    let count = |field: &adli_bdd::Field| atlas.count(field).map_err(refused);
    let program: &Program = atlas.program();
    let side = |turn: Colour| {
        let cast = adli_bdd::Cast::home(&program.endgame, turn);
        let mut only = adli_bdd::Field::default();
        let Some(set) = field.get(&cast) else { return Ok(Side { positions: 0, nodes: 0 }) };
        only.add(atlas.store(), &cast, set).map_err(refused)?;
        Ok::<Side, Failure>(Side { positions: count(&only)?, nodes: atlas.store().plain_nodes(&[set]) })
    };
    let states = atlas.first_positions(field, samples).map_err(refused)?;
    let positions: Vec<_> = states.iter().filter_map(|state| state.position(&program.endgame).ok()).collect();
    Ok(Found {
        file: file.to_owned(),
        name: name.to_owned(),
        material: material(program),
        positions: count(field)?,
        classes: atlas.classes(field).map_err(refused)?,
        of: count(&home)?,
        white: side(Colour::White)?,
        black: side(Colour::Black)?,
        samples: positions.iter().map(ToString::to_string).collect(),
        description: None,
        diagrams: positions.iter().map(|position| Diagram::new(position).text(Letters::Ascii)).collect(),
    })
}

fn read(file: &str, settings: &mut Settings) -> Result<Verdict, Failure> {
    let cannot = |why: String| Failure::input(format!("cannot read `{file}`: {why}"));
    let bytes = read_file(Path::new(file), MOST_BYTES)?;
    let SetFile { name, men, placements, nodes } = read_dddmp(&bytes)
        .map_err(|why| cannot(why.to_string()).help("write it again with `adli set FILE NAME --dddmp`"))?;
    let side = |number: usize| Side { positions: placements[number] as u64, nodes: nodes[number] };
    let (white, black) = (side(0), side(1));
    settings.output.report(&Read { file: file.to_owned(), name, men, white, black })?;
    Ok(Verdict::Holds)
}

impl Report for Found {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let (positions, classes, of) = (grouped(self.positions), grouped(self.classes), grouped(self.of));
        writeln!(
            out,
            "{}: `{}` has {positions} of {of} positions, {classes} up to symmetry",
            self.material, self.name
        )?;
        for (name, side) in [("White", &self.white), ("Black", &self.black)] {
            writeln!(
                out,
                "  {name} to move: {} positions, {} nodes",
                grouped(side.positions),
                grouped(side.nodes)
            )?;
        }
        if let Some(description) = &self.description {
            writeln!(out, "in other words:\n  {description}")?;
        }
        for (fen, diagram) in self.samples.iter().zip(&self.diagrams) {
            writeln!(out, "\n{fen}\n{}", diagram.trim_end())?;
        }
        Ok(())
    }
}

impl Report for Read {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "`{}`: the set `{}` of positions of {}", self.file, self.name, self.men.join(", "))?;
        for (name, side) in [("White", &self.white), ("Black", &self.black)] {
            writeln!(
                out,
                "  {name} to move: {} positions, {} nodes",
                grouped(side.positions),
                grouped(side.nodes)
            )?;
        }
        writeln!(out, "  read and counted again: as many as the file says")
    }
}
