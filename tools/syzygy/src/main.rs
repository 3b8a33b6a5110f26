//! Compares Adli's tables with the Syzygy tables: win, draw or loss of every position of every endgame of three and four
//! men, both sides to move.
//!
//! ```text
//! adli-syzygy SYZYGY_FOLDER [MATERIAL..]
//! ```

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use adli_chess::{Colour, Kind, Material, Position};
use adli_tables::layout::Place;
use adli_tables::{Rows, Score, Unwatched, Value, solve_all};
use rayon::prelude::*;
use shakmaty::{CastlingMode, Chess, Color, FromSetup, PositionError, Role, Setup, Square};
use shakmaty_syzygy::{Tablebase, Wdl};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(folder) = args.next() else {
        eprintln!("usage: adli-syzygy SYZYGY_FOLDER [MATERIAL..]");
        return ExitCode::from(2);
    };
    let mut materials: Vec<Material> = args.filter_map(|text| text.parse().ok()).collect();
    if materials.is_empty() {
        materials = (3..=4).flat_map(Material::all).collect();
    }
    match compare_all(&folder, &materials) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("adli-syzygy: {error}");
            ExitCode::from(2)
        }
    }
}

/// Compares some materials and returns how many positions differ.
fn compare_all(folder: &str, materials: &[Material]) -> Result<u64, Box<dyn std::error::Error>> {
    // SAFETY: the folder is read-only for as long as this program runs; it exists to be compared with.
    let mut syzygy = unsafe { Tablebase::with_mmap_filesystem() };
    syzygy.add_directory(folder)?;
    let known = solve_all(materials, &Unwatched)?;
    let (mut passed, mut failed) = (0, 0);
    for &material in materials {
        let table = known.get(material).ok_or("a table is missing")?;
        let (compared, differ) = compare(table, &syzygy)?;
        println!("{material:<6} {compared:>10} positions, {differ} differ");
        if differ == 0 && compared > 0 { passed += 1 } else { failed += 1 }
    }
    println!("{passed} passed, {failed} failed");
    Ok(failed)
}

/// How many positions of a table were compared, and how many of them differ.
fn compare(table: &dyn Rows, syzygy: &Tablebase<Chess>) -> Result<(u64, u64), Box<dyn std::error::Error>> {
    let layout = table.layout();
    let (compared, differ) = (AtomicU64::new(0), AtomicU64::new(0));
    let rows = layout.slices() * layout.slice_rows();
    (0..rows).into_par_iter().try_for_each(|row| {
        let (slice, row) = (row / layout.slice_rows(), row % layout.slice_rows());
        for turn in Colour::ALL {
            let scores = table.row(turn, slice, row);
            for place in layout.canonical_places(row) {
                let place = Place { slice, row, place: place.index() as u8 };
                let position = layout.position(place, turn);
                let ours = Score(scores[usize::from(place.place)]).value();
                let theirs = position.as_ref().map(|p| wdl(p, syzygy)).transpose()?;
                if ours.is_some() {
                    compared.fetch_add(1, Ordering::Relaxed);
                }
                if ours.map(sign) != theirs {
                    if differ.fetch_add(1, Ordering::Relaxed) == 0 {
                        println!("{:?} {turn}: ours {ours:?}, theirs {theirs:?}", layout.men(place));
                    }
                }
            }
        }
        Ok::<(), String>(())
    })?;
    Ok((compared.into_inner(), differ.into_inner()))
}

fn sign(value: Value) -> i8 {
    match value {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
    }
}

fn wdl(position: &Position, syzygy: &Tablebase<Chess>) -> Result<i8, String> {
    let mut setup = Setup::empty();
    setup.turn = colour(position.turn());
    for square in position.occupied() {
        if let Some(man) = position.at(square) {
            let role = role(man.kind);
            setup.board.set_piece_at(Square::new(square.index() as u32), role.of(colour(man.colour)));
        }
    }
    let chess = Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| format!("{position}: {error}"))?;
    match syzygy.probe_wdl_after_zeroing(&chess).map_err(|error| format!("{position}: {error}"))? {
        Wdl::Win | Wdl::CursedWin => Ok(1),
        Wdl::Draw => Ok(0),
        Wdl::BlessedLoss | Wdl::Loss => Ok(-1),
    }
}

fn colour(colour: Colour) -> Color {
    Color::from_white(colour == Colour::White)
}

fn role(kind: Kind) -> Role {
    match kind {
        Kind::King => Role::King,
        Kind::Queen => Role::Queen,
        Kind::Rook => Role::Rook,
        Kind::Bishop => Role::Bishop,
        Kind::Knight => Role::Knight,
        Kind::Pawn => Role::Pawn,
    }
}
