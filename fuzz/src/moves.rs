//! Moves, un-moves, and the readers of moves.

use adli_chess::laws::Board;
use adli_chess::{Colour, Kind, Man, Position, Setup, Square};

use crate::input::Input;
use crate::properties::{agrees_with_the_laws, moves_have_unmoves, unmoves_have_moves};

/// The men that may be put back by an un-move.
const CAPTURABLE: [Kind; 5] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

/// On a board with up to six men: the fast code and the slow laws agree on what is legal, which moves there
/// are, and what they lead to; every move can be taken back, and everything that can be taken back is a
/// move; every move is read as itself in either notation, and any other text is refused or is a legal move.
///
/// One byte: the side to move, and how many men there are besides the kings. One: the passing square, if there
/// may be one. A byte for the square of each king; for every other man one for its square, one for what it is.
/// The rest is a text.
pub fn moves(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let first = input.byte();
    let turn = Colour::ALL[usize::from(first & 1)];
    let passing = input.byte();
    let mut men = Vec::new();
    for colour in Colour::ALL {
        men.push((square(&mut input), Man { colour, kind: Kind::King }));
    }
    for _ in 0..(first >> 1) % 5 {
        let square = square(&mut input);
        let colour = input.byte();
        let kind = CAPTURABLE[usize::from(colour >> 1) % CAPTURABLE.len()];
        men.push((square, Man { colour: Colour::ALL[usize::from(colour & 1)], kind }));
    }
    let position = Position::from_men(turn, men.iter().copied());
    assert_eq!(position.is_ok(), is_legal_by_the_laws(turn, &men), "{position:?}");
    let Ok(position) = position else { return };
    let squares: Vec<Square> = position.passing_squares().into_iter().collect();
    let choice = usize::from(passing) % (squares.len() + 1);
    let position = position.with_passing(squares.get(choice).copied()).expect("a pawn can have jumped");

    agrees_with_the_laws(&position);
    is_the_same_with_colours_exchanged(&position);
    moves_have_unmoves(&position);
    unmoves_have_moves(&position, &CAPTURABLE);
    notation(&position);
    reads_any_text(&position, &String::from_utf8_lossy(input.rest()));
}

fn square(input: &mut Input<'_>) -> Square {
    Square::from_index(usize::from(input.byte()))
}

fn is_legal_by_the_laws(turn: Colour, men: &[(Square, Man)]) -> bool {
    let mut board = Board::empty(turn);
    men.iter().all(|&(square, man)| board.men[square.index()].replace(man).is_none()) && board.is_legal()
}

/// Chess is the same for both sides.
fn is_the_same_with_colours_exchanged(position: &Position) {
    let flipped = position.flipped();
    assert_eq!(flipped.flipped(), *position);
    assert_eq!(Setup::from(&flipped).faults(), [], "{position}");
    let after = |position: &Position| position.legal_moves().map(|mv| position.play(mv)).collect::<Vec<_>>();
    let there = after(&flipped);
    assert_eq!(there.len(), position.legal_moves().count(), "{position}");
    for next in after(position) {
        assert!(there.contains(&next.flipped()), "{position} {next}");
    }
}

/// Every move has a text of its own, which is read as that move.
fn notation(position: &Position) {
    let mut texts = Vec::new();
    for mv in position.legal_moves() {
        let san = position.san(mv);
        assert_eq!(position.read_san(&san), Ok(mv), "{position} {san}");
        assert_eq!(position.read_uci(&mv.to_string()), Ok(mv), "{position} {mv}");
        assert!(!texts.contains(&san), "{position} {san}");
        texts.push(san);
    }
}

fn reads_any_text(position: &Position, text: &str) {
    for read in [position.read_san(text), position.read_uci(text)] {
        match read {
            Ok(mv) => assert!(position.legal_moves().any(|legal| legal == mv), "{position} {text:?} {mv}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
