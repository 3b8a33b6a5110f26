//! The laws of chess as a page of the language, against the fast core.
use std::collections::BTreeSet;

use adli_chess::{Colour, Kind, Position, Square};
use adli_lang::{Interpreter, Program, Sources, State, check};

fn program(header: &str) -> Program {
    let mut sources = Sources::library();
    let source = sources.add("test", &format!("endgame Test {header}"));
    let checked = check(&sources, source, &[]);
    let shown: String = checked.diagnostics.iter().map(|d| d.render(&sources)).collect();
    assert!(shown.is_empty(), "{shown}");
    checked.programs.into_iter().next().unwrap()
}

type Shown = (Square, Square, Option<Kind>, String);

/// Legality, check, mate, stalemate, and every move with the position after it.
fn agree(program: &Program, interpreter: &mut Interpreter<'_>, state: &State) {
    let endgame = &program.endgame;
    let laws = &program.laws;
    let legal = interpreter.definition_holds(laws.legal.unwrap(), &[*state]).unwrap();
    let position = state.position(endgame);
    assert_eq!(legal, position.is_ok(), "{state:?}");
    let Ok(position) = position else { return };
    let name = position.to_string();
    for (law, core) in [
        (laws.check, position.is_check()),
        (laws.mate, position.is_mate()),
        (laws.stalemate, position.is_stalemate()),
        (laws.no_move, !position.has_legal_move()),
    ] {
        assert_eq!(interpreter.definition_holds(law.unwrap(), &[*state]).unwrap(), core, "{name}");
    }
    let square = |(file, rank): (i32, i32)| Square::at(file as i8 - 1, rank as i8 - 1).unwrap();
    let men = |position: &Position| position.to_string().split(' ').take(4).collect::<Vec<_>>().join(" ");
    let ours: BTreeSet<Shown> = interpreter
        .legal_moves(state)
        .unwrap()
        .into_iter()
        .map(|(mv, after)| {
            let after = after.position(endgame).unwrap();
            (square(state.place(mv.man)), square(mv.to), mv.promotion, men(&after))
        })
        .collect();
    let core: BTreeSet<Shown> = position
        .legal_moves()
        .map(|mv| {
            let after = position.play(mv);
            // A square for taking in passing is kept only where both sides have pawns.
            let after = if endgame.has_passing() { after } else { after.with_passing(None).unwrap() };
            (mv.from, mv.to, mv.promotion, men(&after))
        })
        .collect();
    assert_eq!(ours, core, "{name}");
}

const HEADERS: [&str; 5] = [
    "White K R v Black k",
    "White K Q v Black k",
    "White K B v Black k",
    "White K N v Black k",
    "White K P v Black k",
];

/// Every placement of all others with the first king on one square, either side to move.
fn with_first_king_on(header: &str, first: Square) {
    let program = program(header);
    let mut interpreter = Interpreter::new(&program);
    for second in Square::all() {
        for third in Square::all() {
            for turn in [Colour::White, Colour::Black] {
                let state = State::at_home(&program.endgame, turn, &[first, second, third]);
                agree(&program, &mut interpreter, &state);
            }
        }
    }
}

#[test]
fn three_men_agree_with_the_core_for_one_square_of_the_first_king() {
    for header in HEADERS {
        with_first_king_on(header, Square::new(3, 2));
    }
}

#[test]
#[ignore = "minutes: all placements of five endgames; `just exhaustive` runs it"]
fn three_men_agree_with_the_core_everywhere() {
    for header in HEADERS {
        Square::all().for_each(|first| with_first_king_on(header, first));
    }
}

#[test]
fn captures_in_passing_and_promotions_give_the_right_numbers_of_games() {
    fn games(interpreter: &mut Interpreter<'_>, state: &State, plies: u32) -> u64 {
        let moves = interpreter.legal_moves(state).unwrap();
        if plies == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|(_, after)| games(interpreter, after, plies - 1)).sum()
    }
    for (header, fen, plies) in [
        ("White K P P v Black k p p", "8/2p5/3p4/KP6/5k2/8/4P3/8 w - - 0 1", 3),
        ("White K P P v Black k p p", "8/1P1k4/8/2pP4/8/3K4/6p1/8 w - c6 0 1", 3),
    ] {
        let program = program(header);
        let position: Position = fen.parse().unwrap();
        let state = State::from_position(&program.endgame, &position).unwrap();
        let mut interpreter = Interpreter::new(&program);
        fn core(position: &Position, plies: u32) -> u64 {
            let moves = position.legal_moves();
            if plies == 1 {
                moves.count() as u64
            } else {
                moves.map(|m| core(&position.play(m), plies - 1)).sum()
            }
        }
        for plies in 1..=plies {
            assert_eq!(games(&mut interpreter, &state, plies), core(&position, plies), "{fen} {plies}");
        }
    }
}
