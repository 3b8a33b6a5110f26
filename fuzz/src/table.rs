//! The reader of table files.

use std::sync::Arc;

use adli_chess::{Colour, Material};
use adli_tables::layout::Place;
use adli_tables::{Known, Loaded, Rows, TableError, TableFile, Unwatched, audit, probe};

use crate::edit::edit;
use crate::good::{Good, World, rows, world};
use crate::input::Input;
use crate::sections::make_checksums_right;

/// A good table file is edited; then it is refused by name, or every score that comes out of it is the one
/// that was put in.
///
/// If the checksums are made right again after the edits, what comes out may be anything, but it comes out: no
/// panic, no endless loop, no more memory than the file deserves. And the audit, which relies on no
/// checksum, finds the table wrong exactly if it is.
///
/// One byte: the material, whether checksums are made right again, whether there is an audit. Then the edits.
pub fn table(bytes: &[u8]) {
    let world = world();
    let mut input = Input::new(bytes);
    let choice = input.byte();
    let good = &world.tables[usize::from(choice & 3) % world.tables.len()];
    let mut file = good.bytes.clone();
    for _ in 0..16 {
        if input.is_empty() {
            break;
        }
        edit(&mut file, good, world, &mut input);
    }
    if choice & 4 == 0 {
        believes_nothing_wrong(world, file);
    } else {
        make_checksums_right(&mut file);
        let audited = choice & 8 != 0;
        survives(file, |table| {
            if audited {
                is_judged_by_the_audit(world, table);
            }
        });
    }
}

/// Any bytes as a file; and as the model and the only block of a file that is sound otherwise.
///
/// For the second: two bytes for the length of the model, then the model, then the block.
pub fn table_raw(bytes: &[u8]) {
    survives(bytes.to_vec(), |_| {});
    let mut input = Input::new(bytes);
    let len = input.number(2) as usize;
    let body = input.rest();
    let (model, block) = body.split_at(len.min(body.len()));
    let mut file = kings(model, block);
    make_checksums_right(&mut file);
    survives(file, |_| {});
}

/// A file of the bare kings, which have ten rows and so one block, with this model and this block.
fn kings(model: &[u8], block: &[u8]) -> Vec<u8> {
    let block = &block[..block.len().min(usize::from(u16::MAX))];
    let good = world().table(Material::KINGS).expect("it was solved");
    let mut file = good.bytes[..140].to_vec();
    file[48..56].copy_from_slice(&(block.len() as u64).to_le_bytes());
    file[56..60].copy_from_slice(&(model.len() as u32).to_le_bytes());
    file.extend(model);
    file.extend(block);
    file.extend((block.len() as u16).to_le_bytes());
    file.extend([0; 4]);
    file
}

fn believes_nothing_wrong(world: &World, file: Vec<u8>) {
    let unchanged = world.tables.iter().any(|good| good.bytes == file);
    let table = match TableFile::from_bytes(file) {
        Ok(table) => table,
        Err(error) => {
            assert!(!unchanged, "a good file was refused: {error}");
            return assert!(is_about_the_file(&error), "{error}");
        }
    };
    // The digest covers every byte that the header's checksum does not.
    assert_eq!(table.verify().is_ok(), unchanged);
    let good = world.table(table.material()).expect("nobody can make the header of another material");
    let table = Arc::new(Loaded::new(table));
    assert_no_wrong_score(good, &table);
    assert!(!unchanged || table.damage().is_ok(), "a good file was called damaged");
    assert_no_wrong_value(world, &table);
}

/// Does the error say what is wrong with a file?
fn is_about_the_file(error: &TableError) -> bool {
    let kind = matches!(
        error,
        TableError::Foreign | TableError::Version { .. } | TableError::Length { .. } | TableError::Damaged(_)
    );
    kind && !error.to_string().is_empty()
}

/// Every score is right, or reads as illegal while the table is known to be damaged.
fn assert_no_wrong_score(good: &Good, table: &Loaded) {
    for turn in Colour::ALL {
        for (row, (read, right)) in rows(table, turn).zip(&good.scores[turn.index()]).enumerate() {
            if read != right {
                assert!(table.damage().is_err(), "{turn}, row {row}: {read:?} instead of {right:?}");
                assert!(read.iter().zip(right).all(|(&read, &right)| read == 0 || read == right));
            }
        }
    }
}

/// The same for the values of some positions, in either colouring.
fn assert_no_wrong_value(world: &World, table: &Arc<Loaded>) {
    let layout = table.layout();
    let mut known = world.known.clone();
    known.insert(table.clone());
    let all = layout.slices() * layout.slice_rows();
    for row in (0..all).step_by(31) {
        let place = Place {
            slice: row / layout.slice_rows(),
            row: row % layout.slice_rows(),
            place: (row % 64) as u8,
        };
        for position in Colour::ALL.into_iter().filter_map(|turn| layout.position(place, turn)) {
            for position in [position, position.flipped()] {
                if let Ok(value) = probe(&known, &position) {
                    assert_eq!(Ok(value), probe(&world.known, &position), "{position}");
                }
            }
        }
    }
}

/// Reads a file whose checksums may be right though its contents are not.
fn survives(file: Vec<u8>, and_then: impl FnOnce(Loaded)) {
    let table = match TableFile::from_bytes(file) {
        Ok(table) => table,
        Err(error) => return assert!(is_about_the_file(&error), "{error}"),
    };
    let _ = table.verify();
    let table = Loaded::new(table);
    for turn in Colour::ALL {
        // A material of four men has some ten thousand rows; a few dozen blocks are enough.
        let all = table.layout().slices() * table.layout().slice_rows();
        let apart = all.div_ceil(2048);
        rows(&table, turn).step_by(apart).for_each(|row| assert_eq!(row.len(), 64));
    }
    and_then(table);
}

/// The audit finds something wrong if and only if something is.
fn is_judged_by_the_audit(world: &World, table: Loaded) {
    let Some(good) = world.table(table.layout().material()) else { return };
    let right = Colour::ALL.iter().all(|&turn| rows(&table, turn).eq(&good.scores[turn.index()]));
    let mut known: Known = world.known.clone();
    known.insert(Arc::new(table));
    match audit(&known, good.material, &Unwatched) {
        Ok(found) => assert_eq!(found.wrong == 0, right),
        Err(error) => assert!(is_about_the_file(&error) && !right, "{error}"),
    }
}
