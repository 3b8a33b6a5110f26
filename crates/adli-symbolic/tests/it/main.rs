//! The walk with plain values agrees with the interpreter, which does not use it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod concrete;

use adli_chess::Colour;
use adli_conformance::{PRIMITIVES, compare, placements};
use adli_lang::{Sources, State, check};
use concrete::Plain;

/// The walk and the interpreter agree on a text, for both sides to move.
fn agree(name: &str, text: &str, stride: usize) {
    let mut sources = Sources::library();
    let source = sources.add(name, text);
    let checked = check(&sources, source, &[]);
    assert!(!checked.has_errors(), "{name}");
    for program in &checked.programs {
        for turn in [Colour::White, Colour::Black] {
            let positions: Vec<State> = placements(&program.endgame, turn, stride).collect();
            assert!(positions.len() >= 100, "too few positions to say anything");
            let compared = compare(program, &mut Plain::new(program), &positions, 5).unwrap();
            let shown: Vec<String> = compared.found.iter().map(ToString::to_string).collect();
            assert!(shown.is_empty(), "{name}\n{}", shown.join("\n"));
            assert_eq!(compared.refused, [], "{name}");
        }
    }
}

#[test]
fn plain_values_agree_with_the_interpreter_on_the_primitives() {
    agree("primitives", PRIMITIVES, 2503);
}

#[test]
fn plain_values_agree_with_the_interpreter_where_pawns_promote() {
    let text = "endgame KPK White K P v Black k use geometry
        def near = if check then steps(K, k) else -steps(P, k)
        def becomes = some move: promoted(P)'
        def free = every move: not stalemate'
        strategy s for White to win step one: move P where not check' most P'.rank step two: move K";
    agree("pawn", text, 2503);
}
