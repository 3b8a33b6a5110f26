//! The moves of whole endgames, compared with those of another generator, cozy-chess.

use crate::common::{every_position, many_passing_positions_with_a_queen, many_positions};
use adli_chess::{Colour, Kind, Position, Square, SquareSet};
use cozy_chess as cozy;

fn cozy_square(square: Square) -> cozy::Square {
    cozy::Square::index(square.index())
}

fn cozy_kind(kind: Kind) -> cozy::Piece {
    match kind {
        Kind::King => cozy::Piece::King,
        Kind::Queen => cozy::Piece::Queen,
        Kind::Rook => cozy::Piece::Rook,
        Kind::Bishop => cozy::Piece::Bishop,
        Kind::Knight => cozy::Piece::Knight,
        Kind::Pawn => cozy::Piece::Pawn,
    }
}

fn cozy_colour(colour: Colour) -> cozy::Color {
    match colour {
        Colour::White => cozy::Color::White,
        Colour::Black => cozy::Color::Black,
    }
}

/// The same position; nothing if cozy-chess refuses it. We do not ask whether the last move can have been the
/// double step that the passing square tells of; cozy-chess does where there is a check.
fn cozy_board(position: &Position) -> Option<cozy::Board> {
    let mut builder = cozy::BoardBuilder::empty();
    for square in position.occupied() {
        let man = position.at(square).expect("an occupied square");
        *builder.square_mut(cozy_square(square)) = Some((cozy_kind(man.kind), cozy_colour(man.colour)));
    }
    builder.side_to_move = cozy_colour(position.turn());
    builder.en_passant = position.passing().map(cozy_square);
    match builder.build() {
        Ok(board) => Some(board),
        Err(_) => {
            assert!(position.passing().is_some() && position.is_check(), "{position}");
            None
        }
    }
}

/// The squares each man may go to, and the number of moves.
type Table = ([SquareSet; 64], usize);

fn ours(position: &Position) -> Table {
    let mut table = ([SquareSet::EMPTY; 64], 0);
    for mv in position.legal_moves() {
        table.0[mv.from.index()] |= SquareSet::of(mv.to);
        table.1 += 1;
    }
    table
}

fn theirs(board: &cozy::Board) -> Table {
    let mut table = ([SquareSet::EMPTY; 64], 0);
    board.generate_moves(|moves| {
        table.0[moves.from as usize] |= SquareSet(moves.to.0);
        table.1 += moves.len();
        false
    });
    table
}

fn compare(material: &str) -> usize {
    every_position(material, compare_position)
}

fn compare_position(position: &Position) {
    let Some(board) = cozy_board(position) else { return };
    let moves = ours(position);
    assert_eq!(moves, theirs(&board), "{position}");
    assert_eq!(position.legal_moves().count(), moves.1, "{position}");
    assert_eq!(position.checkers(), SquareSet(board.checkers().0), "{position}");
    let end = match board.status() {
        cozy::GameStatus::Won => (true, false),
        cozy::GameStatus::Drawn => (false, true),
        cozy::GameStatus::Ongoing => (false, false),
    };
    assert_eq!((position.is_mate(), position.is_stalemate()), end, "{position}");
}

#[test]
fn three_men() {
    // White's and Black's.
    for material in ["KQK", "KRK", "KBK", "KNK", "KPK", "KKQ", "KKR", "KKB", "KKN", "KKP"] {
        println!("{material}: {}", compare(material));
    }
}

#[test]
fn queen_against_rook() {
    println!("KQKR: {}", many_positions("KQKR", compare_position));
}

#[test]
fn pawn_against_pawn_and_two_pawns() {
    for material in ["KPKP", "KPPK"] {
        println!("{material}: {}", many_positions(material, compare_position));
    }
}

#[test]
fn capturing_in_passing_before_a_queen() {
    let count = many_passing_positions_with_a_queen(|position| {
        compare_position(position);
        compare_position(&position.flipped());
    });
    println!("KPKQP, passing: {count}");
}
