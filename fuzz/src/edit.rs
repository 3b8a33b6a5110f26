//! What can happen to a file: the edits from which the fuzzer composes damage.

use std::ops::Range;

use adli_chess::Material;
use adli_tables::layout::Layout;

use crate::good::{Good, World};
use crate::input::Input;
use crate::sections::{ENTRY, FIELDS, HEADER, NAME, ROWS, SIDES, number, sides};

/// Files are not made longer than this.
const LONGEST: usize = 1 << 17;

/// Makes one edit of a file that began as a good one, as the input says: one byte for what is done, then where
/// and how. The first kinds are what storage and transfer do, the last what somebody does who knows the format.
pub(crate) fn edit(file: &mut Vec<u8>, good: &Good, world: &World, input: &mut Input<'_>) {
    match input.byte() % 13 {
        0 => flip_bit(file, good, input),
        1 => overwrite(file, good, input),
        2 => truncate(file, good, input),
        3 => append(file, input),
        4 => delete(file, good, input),
        5 => insert(file, good, input),
        6 => copy_within(file, good, input),
        7 => copy_from_another(file, world, input),
        8 => swap_sections(file, good, input),
        9 => change_field(file, input),
        10 => move_boundary(file, input),
        11 => misplace_block(file, input),
        _ => rename(file, input),
    }
}

/// The sections of the good file, in order: the header, then model, blocks and index of each side.
fn sections(good: &Good) -> Vec<Range<usize>> {
    let parts = sides(&good.bytes).into_iter().flat_map(|side| [side.model, side.blocks, side.index]);
    std::iter::once(HEADER).chain(parts).collect()
}

/// Somewhere in a section of the file, chosen by one byte so that small ones are met as often as large ones.
fn spot(file: &[u8], good: &Good, input: &mut Input<'_>) -> usize {
    let sections = sections(good);
    let section = input.one_of(&(0..sections.len()).collect::<Vec<_>>());
    let spot = sections[section].start + input.below(sections[section].len().max(1));
    spot.min(file.len())
}

/// A stretch from a spot on, of at most 256 bytes.
fn stretch(file: &[u8], good: &Good, input: &mut Input<'_>) -> Range<usize> {
    let start = spot(file, good, input);
    start..(start + 1 + usize::from(input.byte())).min(file.len())
}

fn flip_bit(file: &mut [u8], good: &Good, input: &mut Input<'_>) {
    let spot = spot(file, good, input);
    let bit = input.byte() % 8;
    if let Some(byte) = file.get_mut(spot) {
        *byte ^= 1 << bit;
    }
}

fn overwrite(file: &mut [u8], good: &Good, input: &mut Input<'_>) {
    let stretch = stretch(file, good, input);
    let byte = input.byte();
    file[stretch].fill(byte);
}

fn truncate(file: &mut Vec<u8>, good: &Good, input: &mut Input<'_>) {
    let len = spot(file, good, input);
    file.truncate(len);
}

fn append(file: &mut Vec<u8>, input: &mut Input<'_>) {
    let more = 1 + usize::from(input.byte()) * usize::from(input.byte()).max(1);
    let len = (file.len() + more).min(LONGEST).max(file.len());
    file.resize(len, input.byte());
}

fn delete(file: &mut Vec<u8>, good: &Good, input: &mut Input<'_>) {
    let stretch = stretch(file, good, input);
    file.drain(stretch);
}

fn insert(file: &mut Vec<u8>, good: &Good, input: &mut Input<'_>) {
    let spot = spot(file, good, input);
    let bytes = vec![input.byte(); usize::from(input.byte())];
    if file.len() < LONGEST {
        file.splice(spot..spot, bytes);
    }
}

fn copy_within(file: &mut [u8], good: &Good, input: &mut Input<'_>) {
    let from = stretch(file, good, input);
    let to = spot(file, good, input);
    let len = from.len().min(file.len() - to);
    file.copy_within(from.start..from.start + len, to);
}

/// A section of another table, or a whole file, over where it would be there.
fn copy_from_another(file: &mut Vec<u8>, world: &World, input: &mut Input<'_>) {
    let other = &world.tables[usize::from(input.byte()) % world.tables.len()];
    let mut sections = sections(other);
    sections.push(0..other.bytes.len());
    let which = input.one_of(&(0..sections.len()).collect::<Vec<_>>());
    let section = sections[which].clone();
    if section == (0..other.bytes.len()) {
        file.clear();
    }
    let start = section.start.min(file.len());
    let end = section.end.min(file.len());
    file.splice(start..end, other.bytes[section].iter().copied());
}

fn swap_sections(file: &mut Vec<u8>, good: &Good, input: &mut Input<'_>) {
    let mut sections = sections(good);
    let (one, other) =
        (usize::from(input.byte()) % sections.len(), usize::from(input.byte()) % sections.len());
    sections.swap(one, other);
    *file = sections.into_iter().flat_map(|part| file.get(part).unwrap_or(&[])).copied().collect();
}

/// A field of the header: another number, or a little more or less than it was.
fn change_field(file: &mut [u8], input: &mut Input<'_>) {
    let field = FIELDS[usize::from(input.byte()) % FIELDS.len()].clone();
    let way = input.byte();
    let Some(bytes) = file.get_mut(field) else { return };
    let mut start = [0; 8];
    start.iter_mut().zip(&*bytes).for_each(|(to, from)| *to = *from);
    let old = u64::from_le_bytes(start);
    let new = match way % 4 {
        0 => old.wrapping_add(u64::from(input.byte())),
        1 => old.wrapping_sub(u64::from(input.byte())),
        2 => input.number(8),
        _ => u64::MAX << (input.byte() % 64),
    };
    bytes.iter_mut().zip(new.to_le_bytes()).for_each(|(to, from)| *to = from);
}

/// Lets one block begin later and the one before it end later, or both earlier.
fn move_boundary(file: &mut [u8], input: &mut Input<'_>) {
    let sides = sides(file);
    if sides.is_empty() {
        return;
    }
    let index = sides[usize::from(input.byte()) % sides.len()].index.clone();
    let first = index.start + input.below(index.len().max(1)) / ENTRY * ENTRY;
    let by = u16::from(input.byte());
    for (entry, by) in [(first, by), (first + ENTRY, by.wrapping_neg())] {
        if let Some(len) = number(file, entry..entry + 2) {
            file[entry..entry + 2].copy_from_slice(&(len as u16).wrapping_add(by).to_le_bytes());
        }
    }
}

/// Puts a whole block over another one of the same length, so that lengths and the index still fit.
fn misplace_block(file: &mut [u8], input: &mut Input<'_>) {
    let sides: Vec<_> = sides(file).iter().map(|side| side.block_ranges(file)).collect();
    let sides: Vec<_> = sides.into_iter().filter(|blocks| !blocks.is_empty()).collect();
    if sides.is_empty() {
        return;
    }
    let blocks = &sides[usize::from(input.byte()) % sides.len()];
    let from = input.one_of(&(0..blocks.len()).collect::<Vec<_>>());
    let alike: Vec<usize> = (0..blocks.len()).filter(|&to| blocks[to].len() == blocks[from].len()).collect();
    let to = blocks[input.one_of(&alike)].start;
    if file.len() >= blocks[from].end.max(to + blocks[from].len()) {
        file.copy_within(blocks[from].clone(), to);
    }
}

/// Another material in the header, with the number of rows and sides that it has.
fn rename(file: &mut [u8], input: &mut Input<'_>) {
    let materials: Vec<Material> = (2..=4).flat_map(Material::all).collect();
    let material = input.one_of(&materials);
    if file.len() < HEADER.end {
        return;
    }
    let mut name = material.to_string().into_bytes();
    name.resize(NAME.len(), 0);
    file[NAME].copy_from_slice(&name);
    let rows = Layout::places_of(material) as u64 / 64;
    file[ROWS].copy_from_slice(&rows.to_le_bytes());
    let sides: u16 = if material.is_symmetric() { 1 } else { 2 };
    file[SIDES].copy_from_slice(&sides.to_le_bytes());
}
