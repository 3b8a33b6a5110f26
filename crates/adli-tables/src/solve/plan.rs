//! How much memory a solution will take, before it begins.
//!
//! The ceiling is a sum of what can be held at the same time, each part at its largest: the scores of the
//! whole table; the working sets of the slices under way; all blocks of every table that a conversion may
//! look into, for the one side to move that it can reach; and a fixed allowance for everything else.

use adli_chess::{Colour, Material};

use super::{conversion, is_worth_sharing, retrograde};
use crate::layout::Layout;

/// For code, stacks, buffers of the writer, and what an allocator keeps back.
const ALLOWANCE: u64 = 64 << 20;

/// The most memory, in bytes, that solving a material with some threads takes.
#[must_use]
pub fn memory_ceiling(material: Material, threads: usize) -> u64 {
    let layout = Layout::new(material);
    let scores = 2 * layout.places();
    let slices_at_once = if is_worth_sharing(&layout) { 1 } else { threads.min(layout.slices()) };
    let work = 2 * slices_at_once * layout.slice_rows() * retrograde::WORK_PER_ROW;
    let needed: usize = conversion::needs(material).iter().map(|&(table, _)| Layout::places_of(table)).sum();
    (scores + work + needed) as u64 + ALLOWANCE
}

/// How many units of progress ([`adli_watch::Watch`]) it takes.
#[must_use]
pub fn units(material: Material) -> u64 {
    (Layout::places_of(material) / 64 * Colour::ALL.len() * 2) as u64
}
