//! An imported name means what it means in its own file, under the stated renaming of men.
use adli_chess::Position;
use adli_lang::{Interpreter, Program, Sources, State, Value, check};

/// The program of the last of several files; each is named by its place.
fn program(files: &[(&str, &str)]) -> Program {
    let mut sources = Sources::library();
    let numbers: Vec<u16> = files.iter().map(|(name, text)| sources.add(name, text)).collect();
    let checked = check(&sources, *numbers.last().unwrap(), &[]);
    let shown: String = checked.diagnostics.iter().map(|d| d.render(&sources)).collect();
    assert!(shown.is_empty(), "{shown}");
    checked.programs.into_iter().next().unwrap()
}

/// Whether the definition `close` holds in a position.
fn close(program: &Program, fen: &str) -> Value {
    let position: Position = fen.parse().unwrap();
    let state = State::from_position(&program.endgame, &position).unwrap();
    let close = program.definitions.iter().find(|def| def.name == "close").unwrap();
    Interpreter::new(program).value(close.body, &[state]).unwrap()
}

/// In `base` the queen is one step from the king. The file in between has no header, so that its men are those of its user, where
/// the queen of `base` is the queen, and in the first file the pawn. Two files in between make no difference.
#[test]
fn a_file_without_a_header_hands_on_the_men_of_its_user() {
    let base = "endgame KQK White K Q v Black k\nuse geometry\ndef near2 = steps(Q, k) < 2";
    let between = "use \"base\" (near2)\ndef near = near2";
    let farther = "use \"between\" (near)\ndef nearer = near";
    let user = |file: &str, name: &str| {
        format!("endgame KQK White K Q v Black k\nuse \"{file}\" ({name})\ndef close = {name}")
    };
    let first = "endgame KQPK White K Q P v Black k\nuse \"user\" (close) where Q is P\ndef here = close";
    for (file, name) in [("base", "near2"), ("between", "near"), ("farther", "nearer")] {
        let user = user(file, name);
        let files =
            [("base", base), ("between", between), ("farther", farther), ("user", &user), ("b", first)];
        let program = program(&files);
        // The pawn is beside the king and the queen is not; the queen is and the pawn is not.
        assert_eq!(close(&program, "7k/6P1/8/8/8/8/8/KQ6 b - - 0 1"), Value::Bool(true), "{file}");
        assert_eq!(close(&program, "7k/6Q1/8/8/8/P7/8/K7 b - - 0 1"), Value::Bool(false), "{file}");
    }
}
