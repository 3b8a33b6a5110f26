//! Whole endgames, position by position.

pub mod growth;
pub mod properties;

use adli_chess::{Colour, Kind, Man, Material, Position, Square};

/// Where the white king has to stand so that every position is met up to symmetry: the triangle a1, d1, d4
/// without pawns, the files a to d with pawns.
fn white_king_squares(material: Material) -> Vec<Square> {
    let triangle = |s: &Square| s.rank() <= s.file();
    Square::all().filter(|s| s.file() < 4 && (material.has_pawns() || triangle(s))).collect()
}

/// Every way to put the men on different squares, up to symmetry. Like men are not told apart.
pub fn every_placement(material: &str, mut each: impl FnMut(&[(Square, Man)])) {
    let material: Material = material.parse().expect("the name of a material");
    let king = |colour| Man { colour, kind: Kind::King };
    let men: Vec<Man> =
        [king(Colour::White), king(Colour::Black)].into_iter().chain(material.iter()).collect();
    for square in white_king_squares(material) {
        place_rest(&men, &mut vec![(square, men[0])], &mut each);
    }
}

fn place_rest(men: &[Man], placed: &mut Vec<(Square, Man)>, each: &mut impl FnMut(&[(Square, Man)])) {
    let Some(&man) = men.get(placed.len()) else { return each(placed) };
    for square in Square::all() {
        let is_free = placed.iter().all(|&(other, _)| other != square);
        let in_order = placed.iter().all(|&(other, like)| like != man || other < square);
        if is_free && in_order {
            placed.push((square, man));
            place_rest(men, placed, each);
            placed.pop();
        }
    }
}

/// Every legal position, up to symmetry, either side to move, with every possible passing square and without;
/// answers how many there are.
pub fn every_position(material: &str, mut each: impl FnMut(&Position)) -> usize {
    let mut count = 0;
    every_placement(material, |men| {
        for turn in Colour::ALL {
            let Ok(position) = Position::from_men(turn, men.iter().copied()) else { continue };
            let with_passing = position.passing_squares().into_iter().map(|s| position.with_passing(Some(s)));
            for position in std::iter::once(position).chain(with_passing.flatten()) {
                count += 1;
                each(&position);
            }
        }
    });
    count
}

/// Of the positions of four and five men so many are passed over for each that is looked at; with `ADLI_THOROUGH` none is. A prime number, so
/// that every square of every man comes up.
pub fn stride() -> usize {
    if std::env::var_os("ADLI_THOROUGH").is_some() { 1 } else { 23 }
}

/// Positions of four men, as many as [`stride`] says; answers how many there are.
pub fn many_positions(material: &str, mut each: impl FnMut(&Position)) -> usize {
    let (mut seen, mut count) = (0, 0);
    every_position(material, |position| {
        if seen % stride() == 0 {
            count += 1;
            each(position);
        }
        seen += 1;
    });
    count
}

/// Pawn against pawn: positions with a passing square, and the others where the white king stands on d4, as many as [`stride`] says.
pub fn many_positions_of_pawn_against_pawn(mut each: impl FnMut(&Position)) -> usize {
    let (mut seen, mut count) = (0, 0);
    every_position("KPKP", |position| {
        let d4 = Square::new(3, 3);
        if position.passing().is_some() || position.king(Colour::White) == d4 {
            if seen % stride() == 0 {
                count += 1;
                each(position);
            }
            seen += 1;
        }
    });
    count
}

/// Legal positions, up to symmetry and as many as [`stride`] says, in which White's pawn stands beside a black pawn that has just made
/// a double step, Black has a queen as well, and there is nothing else but the kings. Here a capture in
/// passing can open any line to the white king.
pub fn many_passing_positions_with_a_queen(mut each: impl FnMut(&Position)) -> usize {
    let man = |letter| Man::from_letter(letter).expect("the letter of a man");
    let (mut seen, mut count) = (0, 0);
    for file in 0..4 {
        for beside in [Square::at(file - 1, 4), Square::at(file + 1, 4)].into_iter().flatten() {
            let jumped = Square::new(file as u8, 4);
            for (king, other_king, queen) in three_squares() {
                let men = [(jumped, 'p'), (beside, 'P'), (king, 'K'), (other_king, 'k'), (queen, 'q')];
                let men = men.map(|(square, letter)| (square, man(letter)));
                let Ok(position) = Position::from_men(Colour::White, men) else { continue };
                let Some(position) = position.with_passing(jumped.offset(0, 1)) else { continue };
                if seen % stride() == 0 {
                    count += 1;
                    each(&position);
                }
                seen += 1;
            }
        }
    }
    count
}

fn three_squares() -> impl Iterator<Item = (Square, Square, Square)> {
    let two = Square::all().flat_map(|a| Square::all().map(move |b| (a, b)));
    two.flat_map(|(a, b)| Square::all().map(move |c| (a, b, c)))
}
