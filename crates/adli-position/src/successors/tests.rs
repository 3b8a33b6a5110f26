//! The fast moves do not change in a mirror.

use adli_lang::{Program, Sources, check};

use crate::space::{Code, OFF, Space, handed_over};

fn program(header: &str) -> Program {
    let mut sources = Sources::library();
    let source = sources.add("test", &format!("endgame E {header}"));
    check(&sources, source, &[]).programs.into_iter().next().unwrap()
}

/// The positions after all moves, turned, in their order.
fn moves(space: &Space, code: Code, symmetry: usize) -> Vec<Code> {
    let mut moves = Vec::new();
    space.successors(code, space.endgame.everybody(), |after| {
        moves.push(space.canonical(space.image(after, symmetry)));
        false
    });
    moves.sort_unstable();
    moves
}

#[test]
fn the_fast_moves_of_an_image_are_the_images_of_the_moves() {
    for header in ["White K R v Black k", "White K P v Black k p", "White K N N v Black k"] {
        let program = program(header);
        let space = Space::new(&program.endgame).unwrap();
        let men = space.men() as u32;
        // A step that is prime to 64 comes round to all squares of all men.
        for number in (0..64usize.pow(men)).step_by(if men == 3 { 1 } else { 101 }) {
            let squares: Vec<u8> = (0..men).map(|man| (number >> (6 * man) & 63) as u8).collect();
            for colour in adli_chess::Colour::ALL {
                let mut code = space.at(colour, &squares);
                // A right to take in passing, where a pawn may have come two squares.
                let passed = usize::from(squares[men as usize - 1]);
                if space.endgame.has_passing() && colour.index() == 0 && passed / 8 == 4 {
                    code = handed_over(handed_over(code, OFF), passed as u64 + 8);
                }
                if !space.is_legal(code) {
                    continue;
                }
                for symmetry in space.symmetries() {
                    let image = space.image(code, symmetry.index());
                    assert!(space.is_legal(image));
                    assert_eq!(moves(&space, image, 0), moves(&space, code, symmetry.index()), "{code:x}");
                }
            }
        }
    }
}
