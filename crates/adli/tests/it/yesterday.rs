//! Files that earlier programs wrote are still read, and mean what they meant: `tests/yesterday/README.md`
//! says which there are.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use adli_chess::{Colour, Position};
use adli_position::Compiled;
use adli_tables::layout::Place;
use adli_tables::{Known, Loaded, Rows, TableFile, Unwatched, solve_all};
use adli_workbench::Text;
use serde_json::json;

use crate::common::run_json;

fn yesterday(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/yesterday").join(name)
}

/// Every legal position of a material, with its value, solved in memory.
fn positions(known: &Known, material: &str) -> Vec<(Position, Place, u8)> {
    let rows = known.get(material.parse().unwrap()).unwrap();
    let layout = rows.layout();
    let mut positions = Vec::new();
    for slice in 0..layout.slices() {
        for (row, place) in (0..layout.slice_rows()).flat_map(|row| (0..64).map(move |place| (row, place))) {
            let at = Place { slice, row, place };
            for turn in Colour::ALL {
                let Some(position) = layout.position(at, turn) else { continue };
                if layout.locate(&position) == at {
                    positions.push((position, at, rows.row(turn, slice, row)[usize::from(place)]));
                }
            }
        }
    }
    positions
}

#[test]
fn tables() {
    for material in ["KNK", "KPK", "KNKN"] {
        let file = TableFile::open(&yesterday(&format!("tables/{material}.adt")), material.parse().unwrap());
        let file = file.unwrap();
        assert_eq!(file.verify(), Ok(()), "{material}");
        let known = solve_all(&[material.parse().unwrap()], &Unwatched).unwrap();
        let positions = positions(&known, material);
        assert!(positions.len() > 40_000, "{material}: {}", positions.len());
        let loaded = Loaded::new(file);
        for (position, at, score) in positions {
            let read = loaded.row(position.turn(), at.slice, at.row)[usize::from(at.place)];
            assert_eq!(read, score, "{position}");
        }
        assert_eq!(loaded.damage(), Ok(()));
    }
}

#[test]
fn certificates() {
    let nothing = tempfile::tempdir().unwrap();
    for (folder, checkers) in [
        ("clauses-1", &["adli-lrat"][..]),
        ("clauses-2", &["adli-lrat"]),
        ("linear-2", &["adli-farkas", "adli-lrat"]),
    ] {
        let path = yesterday(folder);
        let report = run_json(nothing.path(), &["verify", path.to_str().unwrap()], 0);
        assert_eq!(report["verdict"], "right", "{report:#}");
        let certificates = report["certificates"].as_array().unwrap();
        let claims: Vec<&str> = certificates.iter().map(|each| each["claim"].as_str().unwrap()).collect();
        assert_eq!(claims, ["laws-moves", "laws-moves", "apart", "apart"], "{folder}");
        for certificate in certificates {
            assert_eq!(certificate["verdict"], "right", "{certificate:#}");
            assert_eq!(certificate["checked_by"], json!(checkers), "{certificate:#}");
        }
        let lines = certificates.iter().filter_map(|each| each["lines"]["lines"].as_u64()).sum::<u64>();
        assert_eq!(lines > 0, checkers.len() > 1, "{report:#}");
    }
}

/// A strategy that may move the king anywhere has a move wherever there is one: in each of the 462 placements
/// of two kings that are different up to symmetry, and with a knight in all that have a legal move.
#[test]
fn compiled_strategies() {
    for (file, material, name, steps) in [
        ("strategy-1.adlimove", "KK", "step_aside", &["aside"][..]),
        ("strategy-2.adlimove", "KNK", "wait", &["wait", "jump", "step_aside.aside"]),
    ] {
        let compiled = Compiled::from_bytes(&fs::read(yesterday(file)).unwrap()).unwrap();
        assert_eq!(compiled.strategy, name);
        assert_eq!(compiled.steps, steps);
        let men = if material == "KK" { "White K v" } else { "White K N v" };
        let words = format!("endgame {material} {men} Black k\nquery all: count positions\n");
        let text = Text::given("men", "men", &words, (), &BTreeMap::new());
        let Ok(text) = text else { panic!("{words}") };
        let checked = text.check(&[]);
        let endgame = &checked.programs[0].endgame;
        let known = solve_all(&[material.parse().unwrap()], &Unwatched).unwrap();
        let mut moves = 0;
        for (position, _, _) in positions(&known, material) {
            if position.turn() == Colour::Black {
                continue;
            }
            let legal: Vec<_> = position.legal_moves().collect();
            let answer = compiled.look_up(endgame, &position, 0);
            assert_eq!(answer.is_some(), !legal.is_empty(), "{position}");
            if let Some(answer) = answer {
                assert!(legal.contains(&answer.mv), "{position}");
                moves += 1;
            }
        }
        assert!(moves >= 462, "{file}: {moves}");
    }
}

/// Kings two steps apart: 34² − 22² = 672 pairs of squares, for there are 34 pairs of files at most two apart
/// and 22 at most one.
#[test]
fn sets() {
    let nothing = tempfile::tempdir().unwrap();
    let report = run_json(nothing.path(), &["set", yesterday("near.dddmp").to_str().unwrap()], 0);
    let counted = (&report["white"]["positions"], &report["black"]["positions"]);
    assert_eq!(counted, (&json!(672), &json!(672)), "{report:#}");
}
