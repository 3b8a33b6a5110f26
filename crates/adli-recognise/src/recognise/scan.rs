//! All positions of a table, as columns.

use std::sync::atomic::{AtomicU64, Ordering};

use adli_chess::{Colour, Man, Square, Symmetry};
use adli_claims::{Limit, Watch};
use adli_lang::Endgame;
use adli_lang::term::NO_MATE;
use adli_static::{Columns, Seen};
use adli_tables::layout::Place;
use adli_tables::stats::weights;
use adli_tables::{Rows, Score, Value};
use rayon::prelude::*;

/// How many positions a column has, or a few more.
const COLUMN: usize = 1024;
/// How many rows are given to a thread at a time.
const PART: usize = 2048;

/// Some positions of a table with one side to move.
#[derive(Default)]
pub(crate) struct Batch {
    /// Where the men of the header stand.
    pub(crate) columns: Columns,
    /// What the table says.
    pub(crate) scores: Vec<u8>,
    /// For how many positions each stands, counted in halves.
    pub(crate) halves: Vec<u8>,
    /// For how much of a class, counted in halves.
    pub(crate) half_classes: Vec<u8>,
}

impl Batch {
    fn clear(&mut self) {
        self.columns.men.iter_mut().for_each(Vec::clear);
        self.columns.seen.iter_mut().for_each(Vec::clear);
        self.scores.clear();
        self.halves.clear();
        self.half_classes.clear();
    }

    /// The squares of a position's men.
    pub(crate) fn squares(&self, at: usize) -> Vec<u8> {
        self.columns.men.iter().map(|column| column[at]).collect()
    }
}

/// The positions of a table as an endgame's header sees them.
pub(crate) struct Scan<'t> {
    rows: &'t dyn Rows,
    /// The side to move in the table.
    turn: Colour,
    /// For each man of the header his place among the men of the table.
    places: Vec<usize>,
    /// Where each square comes to lie, for each image that is asked.
    images: Vec<[u8; 64]>,
    /// Whether somebody asks what the table says.
    pub(crate) looks: bool,
    meanings: Box<[(u16, u16, u16); 256]>,
}

impl<'t> Scan<'t> {
    /// With a side of the header to move, and for these images of each position.
    pub(crate) fn new(rows: &'t dyn Rows, endgame: &Endgame, turn: Colour, images: &[Symmetry]) -> Scan<'t> {
        // A table is kept with White as the stronger side; the header may have it the other way round.
        let flipped = endgame.material().is_some_and(|material| material.canonical() != material);
        let layout = rows.layout();
        let king = |colour| Man { colour, kind: adli_chess::Kind::King };
        let mut men = vec![king(Colour::White), king(Colour::Black)];
        men.extend(layout.officers().iter().chain(layout.pawns()));
        let mut taken = vec![false; men.len()];
        let places = endgame.men.iter().map(|man| {
            let colour = if flipped { !man.side } else { man.side };
            let fits = |at: &usize| !taken[*at] && men[*at] == Man { colour, kind: man.kind };
            let place = (0..men.len()).find(fits).unwrap_or_default();
            taken[place] = true;
            place
        });
        let places = places.collect();
        let image = |symmetry: &Symmetry| {
            let mut image = [0; 64];
            for square in Square::all() {
                let to = symmetry.square(square).index() as u8;
                image[square.index()] = if flipped { to ^ 56 } else { to };
            }
            image
        };
        let turn = if flipped { !turn } else { turn };
        let meaning = |score: usize| match Score(score as u8).value(turn) {
            Some(Value::Win(plies)) => (0, plies.div_ceil(2), 0),
            Some(Value::Loss(plies)) => (2, NO_MATE as u16, u16::from(plies == 0)),
            _ => (1, NO_MATE as u16, 0),
        };
        let mut meanings = Box::new([(0, 0, 0); 256]);
        meanings.iter_mut().enumerate().for_each(|(score, place)| *place = meaning(score));
        Scan { rows, turn, places, images: images.iter().map(image).collect(), looks: false, meanings }
    }

    /// What a score of the table means.
    pub(crate) fn value(&self, score: u8) -> Option<Value> {
        Score(score).value(self.turn)
    }

    fn all_rows(&self) -> usize {
        self.rows.layout().slices() * self.rows.layout().slice_rows()
    }

    /// Goes through all positions, several threads at a time. Each part of the work begins with `new`, sees its positions
    /// batch by batch, and is joined to the others in order.
    pub(crate) fn run<T: Send>(
        &self,
        watch: &dyn Watch,
        new: impl Fn() -> T + Sync,
        see: impl Fn(&mut T, &Batch) + Sync,
        join: impl Fn(&mut T, T),
    ) -> Result<T, Limit> {
        let rows = self.all_rows();
        let done = AtomicU64::new(0);
        let parts = (0..rows.div_ceil(PART)).into_par_iter().map(|part| {
            if let Some(by) = watch.stopped() {
                return Err(Limit::Stopped(by));
            }
            let mut seen = new();
            let range = part * PART..rows.min((part + 1) * PART);
            let count = range.len() as u64;
            self.part(range, &mut |batch| see(&mut seen, batch));
            watch.advance(64 * (done.fetch_add(count, Ordering::Relaxed) + count), 64 * rows as u64);
            Ok(seen)
        });
        let mut all = new();
        for part in parts.collect::<Result<Vec<T>, Limit>>()? {
            join(&mut all, part);
        }
        self.rows.damage().map_err(|error| Limit::NotRun(format!("a table cannot be read: {error}")))?;
        Ok(all)
    }

    fn part(&self, rows: std::ops::Range<usize>, see: &mut dyn FnMut(&Batch)) {
        let mut batch = Batch::default();
        batch.columns.men = vec![Vec::with_capacity(COLUMN + 64); self.places.len()];
        for row in rows {
            self.row(row, &mut batch);
            if batch.scores.len() >= COLUMN {
                see(&batch);
                batch.clear();
            }
        }
        if !batch.scores.is_empty() {
            see(&batch);
        }
    }

    /// Adds the positions of a row.
    fn row(&self, row: usize, batch: &mut Batch) {
        let layout = self.rows.layout();
        let (slice, row) = (row / layout.slice_rows(), row % layout.slice_rows());
        let scores = self.rows.row(self.turn, slice, row);
        if scores.iter().all(|&score| score == 0) {
            return;
        }
        let men = layout.men(Place { slice, row, place: 0 });
        for (kings, weight) in weights(layout, slice, row) {
            let legal: Vec<u8> = kings
                .into_iter()
                .map(|king| king.index() as u8)
                .filter(|&king| scores[usize::from(king)] != 0)
                .collect();
            if legal.is_empty() {
                continue;
            }
            for image in &self.images {
                for (column, &place) in batch.columns.men.iter_mut().zip(&self.places) {
                    // The black king is the second man of every table.
                    match place {
                        1 => column.extend(legal.iter().map(|&king| image[usize::from(king & 63)])),
                        _ => {
                            let square = men.get(place).map_or(0, |(square, _)| image[square.index()]);
                            column.resize(column.len() + legal.len(), square);
                        }
                    }
                }
                batch.scores.extend(legal.iter().map(|&king| scores[usize::from(king & 63)]));
                let length = batch.scores.len();
                batch.halves.resize(length, (2 * weight.placements / self.images.len() as u64) as u8);
                batch.half_classes.resize(length, weight.half_classes as u8);
            }
        }
        if self.looks {
            let begin = batch.columns.seen[0].len();
            for &score in &batch.scores[begin..] {
                let (outcome, moves, mated) = self.meanings[usize::from(score)];
                batch.columns.seen[Seen::Outcome as usize].push(outcome);
                batch.columns.seen[Seen::MovesToMate as usize].push(moves);
                batch.columns.seen[Seen::Mated as usize].push(mated);
            }
        }
    }
}
