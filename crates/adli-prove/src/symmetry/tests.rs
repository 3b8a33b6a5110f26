//! The laws themselves do not change in a mirror: neither the page nor the fast moves.

use adli_lang::{Program, Sources, check};

use super::{Context, Mirror, Symmetries};
use crate::space::{Code, OFF, Space, handed_over};

fn program(header: &str) -> Program {
    let mut sources = Sources::library();
    let source = sources.add("test", &format!("endgame E {header}"));
    check(&sources, source, &[]).programs.into_iter().next().unwrap()
}

// With pawns the page compares a square with that for taking in passing, which may be (0, 0); there the comparison of
// the fast moves has to do.
const HEADERS: [&str; 4] =
    ["White K R v Black k", "White K Q v Black k r", "White K B N v Black k", "White K N N v Black k b"];

#[test]
fn the_page_of_the_laws_is_related_to_itself_by_the_rules() {
    for header in HEADERS {
        let program = program(header);
        let mut symmetries = Symmetries::new(&program, &[]);
        for &mirror in Mirror::of(program.endgame.has_pawns()) {
            for rule in &program.laws.moves {
                let mut context = Context::default();
                symmetries.suppose(&mut context, rule.may_move, true);
                let context = symmetries.context(context);
                let nothing = symmetries.context(Context::default());
                let mut terms = vec![rule.may_move, rule.targets, rule.when, rule.promotes];
                terms.extend(rule.captures.iter().map(|(_, condition)| *condition));
                for term in terms {
                    assert!(
                        symmetries.relate(mirror, term, term, context).same,
                        "{header} {mirror:?} {rule:?}"
                    );
                }
                assert!(symmetries.relate(mirror, rule.provided, rule.provided, nothing).same, "{header}");
            }
        }
    }
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
