//! Solving: from a material to the score of every position.
//!
//! Pawns never step back and captured men never return, so an endgame falls into pieces that can be solved
//! one after the other: first the materials it converts into, by capture or promotion, then its own slices
//! (placements of the pawns), the most advanced first. Within a slice only kings and officers move, and
//! those moves can be taken back: that part is solved backwards from the mates ([`retrograde`]). Everything
//! that leaves the slice, captures, promotions and pawn steps, is looked up in what is solved already
//! ([`conversion`]).

mod conversion;
mod plan;
mod retrograde;

use std::collections::BTreeMap;
use std::sync::Arc;

use adli_chess::{Colour, Material};
use adli_watch::Watch;
use rayon::prelude::*;

use crate::TableError;
use crate::known::{Known, Rows};
use crate::layout::{Layout, advance};
use conversion::Conversions;
pub(crate) use conversion::for_each_bit;
pub use plan::{memory_ceiling, units};

/// The scores of one slice, for White and for Black to move.
pub struct Slice {
    pub(crate) scores: [Vec<u8>; 2],
}

/// The scores of a whole endgame, in memory.
pub struct Solved {
    layout: Layout,
    slices: Vec<Option<Slice>>,
}

impl Rows for Solved {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn row(&self, turn: Colour, slice: usize, row: usize) -> &[u8; 64] {
        const NOTHING: &[u8; 64] = &[0; 64];
        let slice = self.slices.get(slice).and_then(Option::as_ref);
        slice.and_then(|s| s.scores[turn.index()].as_chunks().0.get(row)).unwrap_or(NOTHING)
    }

    fn damage(&self) -> Result<(), TableError> {
        Ok(())
    }
}

/// Is a slice shared between threads? Small ones are given to one thread each.
fn is_worth_sharing(layout: &Layout) -> bool {
    layout.slice_rows() >= 1 << 14
}

/// The materials that a material converts into by one capture, promotion or both; canonical, without repeats.
#[must_use]
pub fn converts_into(material: Material) -> Vec<Material> {
    let needs = conversion::needs(material);
    let mut materials: Vec<Material> = needs.into_iter().map(|(material, _)| material).collect();
    materials.dedup();
    materials
}

/// Materials and all they convert into, each once, canonical, and after those it needs.
#[must_use]
pub fn solve_order(materials: &[Material]) -> Vec<Material> {
    fn visit(material: Material, order: &mut Vec<Material>) {
        if !order.contains(&material) {
            converts_into(material).into_iter().for_each(|smaller| visit(smaller, order));
            order.push(material);
        }
    }
    let mut order = Vec::new();
    materials.iter().for_each(|material| visit(material.canonical(), &mut order));
    order
}

/// Solves materials and all they convert into, in memory.
pub fn solve_all(materials: &[Material], progress: &dyn Watch) -> Result<Known, TableError> {
    let mut known = Known::default();
    for material in solve_order(materials) {
        known.insert(Arc::new(solve(material, &known, progress)?));
    }
    Ok(known)
}

/// Solves an endgame, given what it converts into.
pub fn solve(material: Material, known: &Known, progress: &dyn Watch) -> Result<Solved, TableError> {
    let mut solved = Solved { layout: Layout::new(material), slices: Vec::new() };
    solved.slices.resize_with(solved.layout.slices(), || None);
    let mut stages: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for slice in 0..solved.layout.slices() {
        let steps = advance(solved.layout.pawns(), &solved.layout.slice_pawns(slice));
        stages.entry(steps).or_default().push(slice);
    }
    for slices in stages.values().rev() {
        let conversions = Conversions::new(&solved, known)?;
        let solve = |&slice: &usize| retrograde::solve_slice(&solved.layout, slice, &conversions, progress);
        // Either the slices are shared between threads, or each of them is: never both, so that there are never more
        // under way than the stated memory allows for.
        let done: Result<Vec<Slice>, TableError> = if is_worth_sharing(&solved.layout) {
            slices.iter().map(solve).collect()
        } else {
            slices.par_iter().map(solve).collect()
        };
        for (&slice, scores) in slices.iter().zip(done?) {
            solved.slices[slice] = Some(scores);
        }
    }
    known.damage()?;
    Ok(solved)
}
