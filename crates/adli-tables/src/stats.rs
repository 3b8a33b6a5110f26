//! Counting a whole table: outcomes, distances, mutual zugzwangs.
//!
//! Everything is counted twice: as *placements*, with every square of the board counted for itself and like
//! men interchangeable, and as *classes*, orbits under the symmetries of the board (eight without pawns, two
//! with). A table keeps about one position of each class, so a place stands for several placements. How many,
//! and for how much of a class, depends on the white king alone, except on the diagonal:
//!
//! | the kept place | placements | classes |
//! |---|---|---|
//! | no pawns, a king off the diagonal a1-h8 | 8 | 1 |
//! | no pawns, both kings on it, the other men their own mirror image | 4 | 1 |
//! | no pawns, both kings on it, another image | 4 | 1/2, for the image has a place too |
//! | pawns that are not their own mirror image | 2 | 1 |
//! | pawns that are | 1 | 1/2 |

use std::collections::BTreeMap;

use adli_chess::{Colour, Material, Position, Square, SquareSet, attacks};
use rayon::prelude::*;

use crate::TableError;
use crate::known::Rows;
use crate::layout::{DIAGONAL, IMAGES, Layout, Place, on_diagonal};
use crate::legal::legal;
use crate::score::{Score, Value};
use adli_watch::Watch;

/// A number of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Every square of the board for itself, like men interchangeable.
    pub placements: u64,
    /// Up to the symmetries of the board.
    pub classes: u64,
}

/// What is counted for one side to move.
#[derive(Clone, Debug, Default)]
pub struct SideStats {
    /// Legal positions.
    pub legal: Count,
    /// Won by the side to move.
    pub wins: Count,
    /// Drawn.
    pub draws: Count,
    /// Lost by the side to move.
    pub losses: Count,
    /// Where the side to move is mated.
    pub checkmates: Count,
    /// Where it is stalemated.
    pub stalemates: Count,
    /// Wins and losses by their distance in plies.
    pub by_plies: BTreeMap<u16, Count>,
    /// A position with the longest win.
    pub longest_win: Option<Position>,
    /// A position with the longest loss.
    pub longest_loss: Option<Position>,
}

impl SideStats {
    /// The longest win (odd) or loss (even), in plies.
    fn longest(&self, parity: u16) -> Option<u16> {
        self.by_plies.keys().copied().filter(|plies| plies % 2 == parity).max()
    }

    /// The longest win, in plies.
    #[must_use]
    pub fn longest_win_plies(&self) -> Option<u16> {
        self.longest(1)
    }

    /// The longest loss, in plies.
    #[must_use]
    pub fn longest_loss_plies(&self) -> Option<u16> {
        self.longest(0)
    }
}

/// Positions in which both sides could be to move, and each would do better if it were not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zugzwangs {
    /// White wins if Black is to move; a draw if White is.
    pub white_wins_or_draw: Count,
    /// Black wins if White is to move; a draw if Black is.
    pub black_wins_or_draw: Count,
    /// Whoever is to move loses.
    pub mover_loses: Count,
}

impl Zugzwangs {
    /// All of them.
    #[must_use]
    pub fn all(&self) -> Count {
        let kinds = [self.white_wins_or_draw, self.black_wins_or_draw, self.mover_loses];
        kinds.into_iter().fold(Count::default(), |a, b| Count {
            placements: a.placements + b.placements,
            classes: a.classes + b.classes,
        })
    }
}

/// What there is to count of a material.
#[derive(Clone, Debug)]
pub struct Stats {
    /// The material.
    pub material: Material,
    /// White to move, Black to move.
    pub sides: [SideStats; 2],
    /// Mutual zugzwangs.
    pub zugzwangs: Zugzwangs,
}

impl Stats {
    /// The same seen with the colours exchanged.
    #[must_use]
    pub fn flipped(self) -> Stats {
        let turned = |side: SideStats| SideStats {
            longest_win: side.longest_win.map(|p| p.flipped()),
            longest_loss: side.longest_loss.map(|p| p.flipped()),
            ..side
        };
        let [white, black] = self.sides;
        let Zugzwangs { white_wins_or_draw, black_wins_or_draw, mover_loses } = self.zugzwangs;
        Stats {
            material: self.material.flipped(),
            sides: [turned(black), turned(white)],
            zugzwangs: Zugzwangs {
                white_wins_or_draw: black_wins_or_draw,
                black_wins_or_draw: white_wins_or_draw,
                mover_loses,
            },
        }
    }
}

/// Counts a table.
pub fn count(table: &dyn Rows, progress: &dyn Watch) -> Result<Stats, TableError> {
    let layout = table.layout();
    let rows = layout.slices() * layout.slice_rows();
    const PART: usize = 4096;
    let tally = (0..rows.div_ceil(PART)).into_par_iter().map(|part| {
        if let Some(by) = progress.stopped() {
            return Err(TableError::Stopped(by));
        }
        let mut tally = Tally::new();
        let range = part * PART..rows.min((part + 1) * PART);
        progress.rows(range.len() as u64);
        range.for_each(|row| tally.row(table, row / layout.slice_rows(), row % layout.slice_rows()));
        Ok(tally)
    });
    let tally = tally.try_reduce(Tally::new, |a, b| Ok(a.and(&b)))?;
    table.damage()?;
    Ok(tally.stats(layout))
}

/// For how many positions a place of a table stands: placements, and half-classes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weight {
    /// Every square of the board for itself, like men interchangeable.
    pub placements: u64,
    /// Twice the part of a class.
    pub half_classes: u64,
}

impl Weight {
    fn add(&mut self, other: Weight, times: u64) {
        self.placements += other.placements * times;
        self.half_classes += other.half_classes * times;
    }

    fn count(self) -> Count {
        Count { placements: self.placements, classes: self.half_classes / 2 }
    }
}

/// Counts as they grow.
struct Tally {
    /// By side to move and score.
    scores: Box<[[Weight; 256]; 2]>,
    stalemates: [Weight; 2],
    /// White wins or draw, Black wins or draw, mover loses.
    zugzwangs: [Weight; 3],
    /// The first place of each score.
    examples: Box<[[Option<Place>; 256]; 2]>,
}

impl Tally {
    fn new() -> Tally {
        Tally {
            scores: Box::new([[Weight::default(); 256]; 2]),
            stalemates: Default::default(),
            zugzwangs: Default::default(),
            examples: Box::new([[None; 256]; 2]),
        }
    }

    fn and(mut self, later: &Tally) -> Tally {
        for side in 0..2 {
            for score in 0..256 {
                self.scores[side][score].add(later.scores[side][score], 1);
                let example = &mut self.examples[side][score];
                *example = example.or(later.examples[side][score]);
            }
            self.stalemates[side].add(later.stalemates[side], 1);
        }
        for (mine, &theirs) in self.zugzwangs.iter_mut().zip(&later.zugzwangs) {
            mine.add(theirs, 1);
        }
        self
    }

    fn row(&mut self, table: &dyn Rows, slice: usize, row: usize) {
        let layout = table.layout();
        let scores = Colour::ALL.map(|turn| table.row(turn, slice, row));
        for (places, weight) in weights(layout, slice, row) {
            for (side, scores) in scores.iter().enumerate() {
                for place in places.into_iter().map(Square::index) {
                    let score = usize::from(scores[place]);
                    if score != 0 {
                        self.scores[side][score].add(weight, 1);
                        self.examples[side][score].get_or_insert(Place { slice, row, place: place as u8 });
                    }
                }
                let turn = Colour::ALL[side];
                let stalemates = stalemates(layout, turn, slice, row, scores, places);
                self.stalemates[side].add(weight, stalemates.len() as u64);
            }
            for place in places.into_iter().map(Square::index) {
                if let Some(kind) = zugzwang(scores.map(|scores| Score(scores[place]))) {
                    self.zugzwangs[kind].add(weight, 1);
                }
            }
        }
    }

    fn stats(&self, layout: &Layout) -> Stats {
        let [white_wins, black_wins, mover_loses] = self.zugzwangs.map(Weight::count);
        Stats {
            material: layout.material(),
            sides: Colour::ALL.map(|turn| self.side(layout, turn)),
            zugzwangs: Zugzwangs {
                white_wins_or_draw: white_wins,
                black_wins_or_draw: black_wins,
                mover_loses,
            },
        }
    }

    fn side(&self, layout: &Layout, turn: Colour) -> SideStats {
        let scores = &self.scores[turn.index()];
        let sum = |range: std::ops::RangeInclusive<usize>| {
            let mut all = Weight::default();
            scores[range].iter().for_each(|&weight| all.add(weight, 1));
            all.count()
        };
        let decided = (1..=255).filter_map(|score| {
            let plies = Score(score).value(turn)?.plies()?;
            let weight = scores[usize::from(score)];
            (weight.placements > 0).then(|| (plies, weight.count()))
        });
        let draw = usize::from(Score::draw(turn).0);
        let mut side = SideStats {
            legal: sum(1..=255),
            wins: sum(draw + 1..=255),
            draws: sum(draw..=draw),
            losses: sum(1..=draw - 1),
            checkmates: sum(1..=1),
            stalemates: self.stalemates[turn.index()].count(),
            by_plies: decided.collect(),
            longest_win: None,
            longest_loss: None,
        };
        let example = |plies: Option<u16>| {
            let score = Score::decided(usize::from(plies?));
            layout.position(self.examples[turn.index()][usize::from(score.0)]?, turn)
        };
        side.longest_win = example(side.longest_win_plies());
        side.longest_loss = example(side.longest_loss_plies());
        side
    }
}

/// Which kind of mutual zugzwang a position is, from its scores with White and with Black to move.
fn zugzwang([white, black]: [Score; 2]) -> Option<usize> {
    match (white.value(Colour::White)?, black.value(Colour::Black)?) {
        (Value::Draw, Value::Loss(_)) => Some(0),
        (Value::Loss(_), Value::Draw) => Some(1),
        (Value::Loss(_), Value::Loss(_)) => Some(2),
        _ => None,
    }
}

/// The kept places of a row, in sets of equal weight.
#[must_use]
pub fn weights(layout: &Layout, slice: usize, row: usize) -> [(SquareSet, Weight); 2] {
    let kept = layout.canonical_places(row);
    let weight = |placements, half_classes| Weight { placements, half_classes };
    if !layout.pawns().is_empty() {
        let pawns = layout.slice_pawns(slice);
        let reflected = layout.find_row(0, &[0; 3], &pawns.map(|s| s ^ 7));
        let own_image = reflected.image.symmetry == IMAGES[0].symmetry;
        return [(kept, if own_image { weight(1, 1) } else { weight(2, 2) }), Default::default()];
    }
    if !on_diagonal(layout.king_squares()[row / layout.court_rows()]) {
        return [(kept, weight(8, 2)), Default::default()];
    }
    let diagonal = Square::all().filter(|s| on_diagonal(s.index() as u8)).collect::<SquareSet>();
    let row = row % layout.court_rows();
    let own_image = layout.image_row(&layout.row_squares(row), &IMAGES[usize::from(DIAGONAL)]) == row;
    [(kept - diagonal, weight(8, 2)), (kept & diagonal, weight(4, if own_image { 2 } else { 1 }))]
}

/// The stalemates among some places of a row.
fn stalemates(
    layout: &Layout,
    turn: Colour,
    slice: usize,
    row: usize,
    scores: &[u8; 64],
    places: SquareSet,
) -> SquareSet {
    let draw = Score::draw(turn).0;
    let draws: SquareSet = places.into_iter().filter(|s| scores[s.index()] == draw).collect();
    if draws.is_empty() {
        return draws;
    }
    // Most kings have a step: only where they have none is it worth looking at all moves.
    let king = layout.king_squares()[row / layout.court_rows()];
    let (officers, pawns) = (layout.row_squares(row % layout.court_rows()), layout.slice_pawns(slice));
    let can_step = match turn {
        Colour::Black => SquareSet(legal(layout, king, &officers, &pawns)[0]).king_steps(),
        Colour::White => {
            let steps = attacks::king(Square::from_index(usize::from(king))).into_iter();
            let legal = steps.map(|to| legal(layout, to.index() as u8, &officers, &pawns)[1]);
            SquareSet(legal.fold(0, |a, b| a | b))
        }
    };
    let stalemate = |square: &Square| {
        let place = Place { slice, row, place: square.index() as u8 };
        layout.position(place, turn).is_some_and(|position| position.is_stalemate())
    };
    (draws - can_step).into_iter().filter(stalemate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zugzwang_hurts_whoever_is_to_move() {
        let (win, loss) = (Score::decided(5), Score::decided(4));
        let [white_draw, black_draw] = Colour::ALL.map(Score::draw);
        assert_eq!(zugzwang([white_draw, loss]), Some(0));
        assert_eq!(zugzwang([loss, black_draw]), Some(1));
        assert_eq!(zugzwang([loss, loss]), Some(2));
        assert_eq!(zugzwang([win, loss]), None);
        assert_eq!(zugzwang([white_draw, black_draw]), None);
        assert_eq!(zugzwang([Score::ILLEGAL, loss]), None);
    }
}
