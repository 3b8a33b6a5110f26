//! What the scores with Black to move are likely to be, given those with White to move.
//!
//! A score is the best over the moves of what the score after the move is worth before it. Black's moves with
//! his king stay in the row; those with the last officer, if that is his alone, stay among the 64 rows of its block,
//! one for each of its squares. So from one block with White to move most of the same block with Black to move
//! follows, all but captures, pawn moves and other officers' moves; and what is stored is only where that is not
//! the truth.

use adli_chess::Colour;

use super::exchange_draws;
use super::format::BLOCK_ROWS;
use crate::codec::Row;
use crate::geometry::lines;
use crate::layout::Layout;
use crate::score::Score;

/// The forecast for a block with Black to move, in stored bytes, from the scores of the same block with White to move.
pub(super) fn forecast(layout: &Layout, block: usize, white: &[Row]) -> Vec<Row> {
    let mut forecast = best_moves(layout, block, white);
    exchange_draws(Colour::Black, &mut forecast);
    forecast
}

/// The best of the moves that stay in the block.
fn best_moves(layout: &Layout, block: usize, white: &[Row]) -> Vec<Row> {
    let before: Vec<Row> =
        white.iter().map(|row| row.map(|score| Score(score).before(Colour::White).0)).collect();
    let mut forecast: Vec<Row> = before.iter().map(king_steps).collect();
    let last = layout.officers().len().wrapping_sub(1);
    let Some(man) = layout.officers().get(last).filter(|man| {
        let alone = layout.officers().iter().filter(|other| other == man).count() == 1;
        man.colour == Colour::Black && alone && white.len() == BLOCK_ROWS
    }) else {
        return forecast;
    };
    let row = block * BLOCK_ROWS % layout.slice_rows();
    let king = layout.king_squares()[row / layout.court_rows()];
    let others = layout.row_squares(row % layout.court_rows());
    let pawns = layout.slice_pawns(block * BLOCK_ROWS / layout.slice_rows());
    let officers = others[..last].iter();
    let occupied = officers.chain(&pawns[..layout.pawns().len()]).fold(1u64 << king, |set, &s| set | 1 << s);
    for (from, row) in forecast.iter_mut().enumerate() {
        for line in lines(man.kind, from as u8) {
            let mut passed = 0u64;
            for &to in line.squares() {
                if occupied >> to & 1 != 0 {
                    break;
                }
                let mut after = before[usize::from(to)];
                // Where the black king stands in between, the officer does not get there.
                crate::solve::for_each_bit(passed, |square| after[square] = 0);
                for (best, score) in row.iter_mut().zip(after) {
                    *best = (*best).max(score);
                }
                passed |= 1 << to;
            }
        }
    }
    forecast
}

/// For each square the largest value a king's step away.
fn king_steps(values: &Row) -> Row {
    let mut beside = [0; 64];
    for rank in 0..8 {
        for file in 0..8 {
            let left = if file > 0 { values[rank * 8 + file - 1] } else { 0 };
            let right = if file < 7 { values[rank * 8 + file + 1] } else { 0 };
            beside[rank * 8 + file] = left.max(right);
        }
    }
    let mut best = beside;
    for i in 0..56 {
        best[i] = best[i].max(beside[i + 8]).max(values[i + 8]);
        best[i + 8] = best[i + 8].max(beside[i]).max(values[i]);
    }
    best
}
