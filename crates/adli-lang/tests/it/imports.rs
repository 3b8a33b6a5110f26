//! An imported name means what it means in its own file, under the stated renaming of men.
use adli_chess::Position;
use adli_lang::{Interpreter, Program, Sources, State, Value, check};

/// The last of several files, checked, with what there is to say of it.
fn checked(files: &[(&str, &str)], settings: &[(&str, &str)]) -> (Vec<Program>, Vec<String>) {
    let mut sources = Sources::library();
    let numbers: Vec<u16> = files.iter().map(|(name, text)| sources.add(name, text)).collect();
    let checked = check(&sources, *numbers.last().unwrap(), settings);
    (checked.programs, checked.diagnostics.into_iter().map(|told| told.message).collect())
}

fn program(files: &[(&str, &str)]) -> Program {
    let (programs, told) = checked(files, &[]);
    assert!(told.is_empty(), "{told:?}");
    programs.into_iter().next().unwrap()
}

/// The one complaint about the last of several files.
fn refusal(files: &[(&str, &str)], settings: &[(&str, &str)]) -> String {
    let (programs, told) = checked(files, settings);
    assert!(programs.is_empty() && told.len() == 1, "{told:?}");
    told.into_iter().next().unwrap()
}

/// Whether the definition `close` holds in a position.
fn close(program: &Program, fen: &str) -> Value {
    let position: Position = fen.parse().unwrap();
    let state = State::from_position(&program.endgame, &position).unwrap();
    let close = program.definitions.iter().find(|def| def.name == "close").unwrap();
    Interpreter::new(program).value(close.body, &[state]).unwrap()
}

/// In `base` the queen is one step from the king. The file in between has no header, so its men are those of
/// its user; the first file plays that queen with its pawn. Two files in between make no difference.
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

const QUEEN: &str = "endgame KQK White K Q v Black k
option near: Int = 2
def close = K.file < near
strategy s for White to win
  step any: move Q
";

#[test]
fn an_option_is_set_once() {
    let between =
        "endgame KQK White K Q v Black k\nuse \"queen\" (close, near) with near = 3\ndef here = close";
    let first = |near: u8| {
        format!("endgame KQK White K Q v Black k\nuse \"between\" with near = {near}\ndef x = here")
    };
    let [same, other] = [3, 4].map(first);
    let files = |first| [("queen", QUEEN), ("between", between), ("first", first)];
    assert_eq!(refusal(&files(&other), &[]), "`near` is set to two values");
    program(&files(&same));
}

#[test]
fn an_option_that_a_file_sets_is_not_set_from_outside() {
    let first = "endgame KQK White K Q v Black k\nuse \"queen\" (close) with near = 3\ndef x = close";
    let files = [("queen", QUEEN), ("first", first)];
    assert_eq!(refusal(&files, &[("near", "4")]), "`near` is set where its text is used, `with near = ..`");
    program(&files);
}

/// Both queens are strategies by that name, and only `then` may mean both.
#[test]
fn a_strategy_with_other_men_is_named_by_then_alone() {
    let first = "endgame KQPK White K Q P v Black k\nuse \"queen\" (s)\nuse \"queen\" (s) where Q is P\n";
    let asked = format!("{first}def x = s.step = none");
    let files = |first| [("queen", QUEEN), ("first", first)];
    assert_eq!(refusal(&files(&asked), &[]), "which `s` is meant? several `use` bring it in, with other men");
    let goes_on = format!("{first}strategy plan for White to win\n  step first: move K\n  then s");
    program(&files(&goes_on));
}

#[test]
fn a_man_plays_another_in_one_way() {
    let minor = "endgame KMK White K M v Black k where M is B or N\ndef here = M.file = 1";
    let pawn = "endgame KPK White K P v Black k\nuse \"minor\" where M is P\ndef x = here";
    let files = [("minor", minor), ("pawn", pawn)];
    assert_eq!(refusal(&files, &[]), "`P` may play `M` of that text in several ways");
    let bishop = "endgame KBK White K B v Black k\ndef here = B.file = 1";
    let either =
        "endgame KMK White K M v Black k where M is B or N\nuse \"bishop\" where B is M\ndef x = here";
    let files = [("bishop", bishop), ("either", either)];
    assert_eq!(refusal(&files, &[]), "`M` is a knight and never plays `B` of that text");
    let queen = "endgame KQK White K Q v Black k\ndef here = Q.file = 1";
    let promotes = "endgame KPK White K P v Black k\nuse \"only\" where Q is P\ndef x = here";
    program(&[("only", queen), ("promotes", promotes)]);
}
