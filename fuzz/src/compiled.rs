//! The reader of compiled strategies.

use std::sync::OnceLock;

use adli_chess::{Colour, Position, Square};
use adli_lang::{Program, Sources, State, check};
use adli_position::Compiled;

const TEXT: &str = "endgame KRK White K R v Black k strategy s for White to win step a: move";
/// The digest at the end of a file.
const DIGEST: usize = 32;

/// Any bytes are a table or are refused, with a message. What is read is written as it was; whatever it says, every move that
/// it answers is legal.
///
/// One byte: whether the digest at the end is made right. Then the file.
pub fn compiled(bytes: &[u8]) {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let mut file = rest.to_vec();
    if choice & 1 == 1 {
        file.truncate(file.len().saturating_sub(DIGEST));
        let digest = *blake3::hash(&file).as_bytes();
        file.extend(digest);
    }
    let table = match Compiled::from_bytes(&file) {
        Ok(table) => table,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    if table.moves() > 0 {
        assert_eq!(table.to_bytes(), file);
    }
    for commitment in [0, 1, u8::MAX] {
        for position in positions() {
            if let Some(answer) = table.look_up(&program().endgame, position, commitment) {
                assert!(position.is_legal(answer.mv), "{position}");
                assert!(answer.step < table.steps.len());
            }
        }
    }
}

fn program() -> &'static Program {
    static PROGRAM: OnceLock<Program> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let mut sources = Sources::library();
        let source = sources.add("text", TEXT);
        check(&sources, source, &[]).programs.remove(0)
    })
}

/// Some positions of the men of the text.
fn positions() -> &'static [Position] {
    static POSITIONS: OnceLock<Vec<Position>> = OnceLock::new();
    POSITIONS.get_or_init(|| {
        let endgame = &program().endgame;
        let squares: Vec<Square> = Square::all().step_by(7).collect();
        let mut positions = Vec::new();
        for (&k, (&r, &b)) in squares.iter().zip(squares.iter().skip(3).zip(squares.iter().skip(5))) {
            let states = Colour::ALL.map(|turn| State::at_home(endgame, turn, &[k, r, b]));
            positions.extend(states.iter().filter_map(|state| state.position(endgame).ok()));
        }
        positions
    })
}
