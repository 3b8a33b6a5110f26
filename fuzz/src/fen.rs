//! The reader of positions.

use adli_chess::laws::Board;
use adli_chess::{Colour, NotAPosition, Position, Setup};

/// Any text is read or refused, with at least one reason and a message for each. What is accepted is
/// legal by the slow laws, and what is written of it is read as the same again, the two counts included; and
/// nothing is refused that could be read and is legal.
pub fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let setup = text.parse::<Setup>();
    let position = text.parse::<Position>();
    match &setup {
        Ok(setup) => {
            assert_eq!(setup.to_string().parse().as_ref(), Ok(setup), "{text:?}");
            assert_eq!(position.is_ok(), board(setup).is_legal(), "{text:?}");
            assert_eq!(position.is_ok(), setup.faults().is_empty(), "{text:?}");
        }
        Err(error) => {
            has_reasons(error);
            assert!(position.is_err(), "{text:?}");
        }
    }
    match &position {
        Ok(position) => {
            assert_eq!(setup, Ok(Setup::from(position)), "{text:?}");
            let again: Position = position.to_string().parse().expect("a written position can be read");
            assert_eq!(Setup::from(&again), Setup::from(position), "{text:?}");
        }
        Err(error) => has_reasons(error),
    }
    picture(&text);
}

/// The same text as a picture of the board.
fn picture(text: &str) {
    for turn in Colour::ALL {
        match Setup::from_picture(turn, text) {
            Ok(setup) => assert_eq!(setup.to_string().parse(), Ok(setup), "{text:?}"),
            Err(error) => has_reasons(&error),
        }
    }
}

fn has_reasons(error: &NotAPosition) {
    assert!(!error.faults.is_empty());
    assert!(error.faults.iter().all(|fault| !fault.to_string().is_empty()));
}

/// A setup as the slow laws see it.
pub(crate) fn board(setup: &Setup) -> Board {
    Board { men: setup.men, turn: setup.turn, passing: setup.passing }
}
