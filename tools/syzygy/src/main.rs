//! Compares Adli's tables with the Syzygy tables: win, draw or loss of every position of every endgame of three and four
//! men, both sides to move; and the number of mutual zugzwangs, counted here from the Syzygy values alone.
//!
//! ```text
//! adli-syzygy SYZYGY_FOLDER [MATERIAL..]
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use adli_chess::{Colour, Kind, Material, Position, Symmetry};
use adli_tables::layout::Place;
use adli_tables::stats::{Count, count};
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
        let found = compare(table, &syzygy)?;
        let theirs = found.zugzwangs();
        let ours = count(table, &Unwatched)?.zugzwangs.all();
        let (compared, differ) = (found.compared.into_inner(), found.differ.into_inner());
        let Count { placements, classes } = theirs;
        println!("{material:<5} {compared:>9} positions, {differ} differ; zugzwangs: {placements} ({classes} classes)");
        if ours != theirs {
            println!("      mutual zugzwangs differ: ours {ours:?}, theirs {theirs:?}");
        }
        if differ == 0 && compared > 0 && ours == theirs { passed += 1 } else { failed += 1 }
    }
    println!("{passed} passed, {failed} failed");
    Ok(failed)
}

/// What a comparison has found.
#[derive(Default)]
struct Comparison {
    compared: AtomicU64,
    differ: AtomicU64,
    /// The mutual zugzwangs by the Syzygy values: the least image of each as a text, and how many images it has.
    zugzwangs: Mutex<BTreeMap<String, usize>>,
}

impl Comparison {
    fn zugzwangs(&self) -> Count {
        let zugzwangs = self.zugzwangs.lock().unwrap_or_else(PoisonError::into_inner);
        Count { placements: zugzwangs.values().sum::<usize>() as u64, classes: zugzwangs.len() as u64 }
    }

    fn add_zugzwang(&self, position: &Position) {
        let images: BTreeSet<String> =
            Symmetry::ALL.iter().filter_map(|&s| position.transformed(s)).map(|p| p.to_string()).collect();
        let least = images.first().cloned().unwrap_or_default();
        self.zugzwangs.lock().unwrap_or_else(PoisonError::into_inner).insert(least, images.len());
    }
}

fn compare(table: &dyn Rows, syzygy: &Tablebase<Chess>) -> Result<Comparison, String> {
    let layout = table.layout();
    let found = Comparison::default();
    let rows = layout.slices() * layout.slice_rows();
    (0..rows).into_par_iter().try_for_each(|row| {
        let (slice, row) = (row / layout.slice_rows(), row % layout.slice_rows());
        for place in layout.canonical_places(row) {
            let place = Place { slice, row, place: place.index() as u8 };
            let mut both = [None, None];
            for turn in Colour::ALL {
                let position = layout.position(place, turn);
                let ours = Score(table.row(turn, slice, row)[usize::from(place.place)]).value(turn);
                let theirs = position.as_ref().map(|p| wdl(p, syzygy)).transpose()?;
                both[turn.index()] = theirs;
                if ours.is_some() {
                    found.compared.fetch_add(1, Ordering::Relaxed);
                }
                if ours.map(sign) != theirs && found.differ.fetch_add(1, Ordering::Relaxed) == 0 {
                    println!("{:?} {turn}: ours {ours:?}, theirs {theirs:?}", layout.men(place));
                }
            }
            // White does worse with the move than with Black to move, whose value is the opposite of White's.
            if let [Some(white), Some(black)] = both
                && white < -black
                && let Some(position) = layout.position(place, Colour::White)
            {
                found.add_zugzwang(&position);
            }
        }
        Ok::<(), String>(())
    })?;
    Ok(found)
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
