//! `adli solve --by bdd`: the win sets of endgames, and how large they are. No table is written.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use adli_bdd::{LayerText, WinSets};
use adli_chess::{Colour, Material};
use schemars::JsonSchema;
use serde::Serialize;

use super::diagrams::{atlas, program, refused, room};
use super::watcher::Watcher;
use crate::args::DiagramArgs;
use crate::failure::{Failure, Verdict};
use crate::files::{make_folder, write_files};
use crate::interrupt;
use crate::output::{Report, note};
use crate::settings::Settings;
use crate::size::Size;
use crate::words::grouped;

/// What was found, for programs.
#[derive(Serialize, JsonSchema)]
pub struct Summary {
    method: &'static str,
    /// The most that diagrams may take at a time.
    memory_ceiling_bytes: u64,
    endgames: Vec<Endgame>,
}

/// The win sets of White in one endgame. Men who are alike are told apart, as in Hurd's paper.
#[derive(Serialize, JsonSchema)]
pub struct Endgame {
    material: String,
    /// White to move.
    white: Side,
    /// Black to move.
    black: Side,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

/// With one side to move.
#[derive(Serialize, JsonSchema)]
pub struct Side {
    legal: u64,
    won: u64,
    longest_moves: Option<u32>,
    /// The nodes of the win sets, one set for each number of moves, in diagrams without complement edges.
    nodes: u64,
    /// The same for each hundred legal positions.
    nodes_percent: f64,
    legal_nodes: u64,
    won_by_moves: BTreeMap<u32, u64>,
}

impl Side {
    fn new(sets: &WinSets) -> Side {
        Side {
            legal: sets.legal,
            won: sets.won,
            longest_moves: sets.longest_moves,
            nodes: sets.nodes,
            nodes_percent: sets.percent(),
            legal_nodes: sets.legal_nodes,
            won_by_moves: sets.by_moves.clone(),
        }
    }
}

impl Report for Endgame {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for (name, side) in [("White", &self.white), ("Black", &self.black)] {
            let longest = side.longest_moves.map_or_else(|| "-".to_owned(), |moves| moves.to_string());
            writeln!(
                out,
                "{:<7} {name} to move: longest {longest:>3}, won {:>11} of {:>11} legal, {:>9} nodes, {:>5.1} %",
                self.material,
                grouped(side.won),
                grouped(side.legal),
                grouped(side.nodes),
                side.nodes_percent,
            )?;
        }
        Ok(())
    }
}

pub fn run(
    materials: &[Material],
    args: &DiagramArgs,
    lemmas: Option<&Path>,
    settings: &mut Settings,
) -> Result<Verdict, Failure> {
    interrupt::listen();
    let ceiling = room(args).bytes();
    note(&format!("decision diagrams may take {} of memory at a time", Size(ceiling)));
    let mut endgames = Vec::new();
    for &material in materials {
        let watcher = Watcher::new(args.limits.time);
        let program = program(material)?;
        let mut atlas = atlas(&program, args, &watcher)?;
        let [white, black] = atlas.win_sets(Colour::White).map_err(refused)?;
        let texts = lemmas.map(|_| atlas.layer_texts()).transpose().map_err(refused)?;
        let seconds = adli_claims::Watch::seconds(&watcher);
        drop(watcher);
        let (white, black) = (Side::new(&white), Side::new(&black));
        let endgame = Endgame { material: material.to_string(), white, black, seconds };
        if let (Some(folder), Some(texts)) = (lemmas, texts) {
            write(folder, &material.to_string().to_lowercase(), &texts)?;
        }
        settings.output.as_text(&endgame)?;
        endgames.push(endgame);
    }
    settings.output.as_json(&Summary {
        method: adli_bdd::BDD.name,
        memory_ceiling_bytes: ceiling,
        endgames,
    })?;
    Ok(Verdict::Holds)
}

/// Writes the texts of an endgame, all or none.
fn write(folder: &Path, name: &str, texts: &[LayerText]) -> Result<(), Failure> {
    let new = make_folder(folder)?;
    let path = |text: &LayerText| folder.join(format!("{name}-{:02}.adv", text.moves));
    let files: Vec<(PathBuf, &[u8])> = texts.iter().map(|text| (path(text), text.text.as_bytes())).collect();
    let files: Vec<(&Path, &[u8])> = files.iter().map(|(path, bytes)| (path.as_path(), *bytes)).collect();
    write_files(&files)?;
    new.stay();
    Ok(())
}
