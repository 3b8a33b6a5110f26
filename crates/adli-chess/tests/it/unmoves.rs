//! A position is a predecessor of another one if and only if a legal move leads from it there.

use crate::common::properties::{moves_have_unmoves, unmoves_have_moves};
use crate::common::{every_position, many_positions, many_positions_of_pawn_against_pawn};
use adli_chess::{Kind, Position};

/// What is put back: a pawn has laws of its own, and a queen stands for the other men, as the men put back
/// are those of the side that is not to move before the move, and cannot make it illegal.
const CAPTURABLE: [Kind; 2] = [Kind::Queen, Kind::Pawn];

fn compare(position: &Position) {
    moves_have_unmoves(position);
    unmoves_have_moves(position, &CAPTURABLE);
}

#[test]
fn three_men() {
    for material in ["KNK", "KPK", "KKP"] {
        println!("{material}: {}", every_position(material, compare));
    }
    for material in ["KQK", "KRK"] {
        println!("{material}: {}", many_positions(material, compare));
    }
}

#[test]
fn pawn_against_pawn() {
    println!("KPKP: {}", many_positions_of_pawn_against_pawn(compare));
}
