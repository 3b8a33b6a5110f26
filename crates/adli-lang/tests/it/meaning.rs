//! What texts mean: core terms, their ranges, and their values in single positions.
use adli_chess::{Position, Symmetry};
use adli_lang::term::{ANSWERS, DefId, Sort};
use adli_lang::{Interpreter, Program, Ranges, Sources, State, Stopped, Value, check};

const HEADER: &str = "endgame KRK White K R v Black k\nuse geometry\n";

fn programs(text: &str) -> Vec<Program> {
    let mut sources = Sources::library();
    let source = sources.add("text", text);
    let checked = check(&sources, source, &[]);
    let shown: String = checked.diagnostics.iter().map(|d| d.render(&sources)).collect();
    assert!(shown.is_empty(), "{text}\n{shown}");
    checked.programs
}

/// The value of the definition `it` in a position.
fn value(text: &str, fen: &str) -> Result<Value, Stopped> {
    let text = if text.contains("endgame") { text.to_owned() } else { format!("{HEADER}{text}") };
    let program = programs(&text).remove(0);
    let position: Position = fen.parse().unwrap();
    let state = State::from_position(&program.endgame, &position).unwrap();
    let it = program.definitions.iter().find(|def| def.name == "it").unwrap();
    Interpreter::new(&program).fuel(1_000_000).value(it.body, &[state])
}

const FEN: &str = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1";

#[test]
fn expressions_have_their_values() {
    for (text, expected) in [
        ("def it = steps(K, k)", Value::Int(2)),
        ("def it = R", Value::Square(2, 1)),
        ("def it = -7 div 2", Value::Int(-4)),
        ("def it = 7 mod 4 * 2 - 1", Value::Int(5)),
        ("def it = 1 < K.file < 4 <= size", Value::Bool(true)),
        ("def it = count(ring(k))", Value::Int(5)),
        ("def it = count(edge)", Value::Int(28)),
        ("def it = {a1, b1} & file b", Value::Set(2)),
        ("def it = (0, 0) in board", Value::Bool(false)),
        ("def it = some move of R: mate'", Value::Bool(true)),
        ("def it = count move: true", Value::Int(19)),
        ("def it = (count move: true) after pass", Value::Int(2)),
        ("def it = up to symmetry (k = c1)", Value::Bool(true)),
        ("def it = let d = steps(K, k) in (count move: steps(K', k') > d)", Value::Int(3)),
        ("def it = sum s in {a1, b2, c3}: s.rank", Value::Int(6)),
        ("def key = (1, steps(K, k), 3)\ndef it = key < (1, 2, 4)", Value::Bool(true)),
        ("def it = count x in men: x is R or x is k", Value::Int(2)),
        ("def it = attacks(R) & rank 3", Value::Set(1 << 17)),
        ("def it = every move of R: k in attacks(R') implies check'", Value::Bool(true)),
    ] {
        assert_eq!(value(text, FEN), Ok(expected), "{text}");
    }
}

/// After a pass a king may stand in check with the other side to move.
#[test]
fn kings_are_not_taken() {
    let fen = "8/8/8/8/8/1k6/8/1R2K3 b - - 0 1";
    assert_eq!(value("def it = (count move of R: true) after pass", fen), Ok(Value::Int(4)));
    assert_eq!(value("def it = (every move: k' = b3) after pass", fen), Ok(Value::Bool(true)));
}

#[test]
fn a_clause_about_a_captured_man_is_false() {
    // Black captures the rook: nothing that relies on it holds then, negated or not.
    let fen = "8/8/8/8/8/8/1k6/R3K3 b - - 0 1";
    assert_eq!(value("def it = every move of k: k' /= a1 or captured(R)'", fen), Ok(Value::Bool(true)));
    assert_eq!(value("def it = every move of k: steps(R', k') >= 0", fen), Ok(Value::Bool(false)));
    assert_eq!(
        value("def near = steps(R, k) = 1\ndef it = some move of k: k' = a1 and not near'", fen),
        Ok(Value::Bool(false))
    );
}

#[test]
fn every_alternative_of_a_header_is_a_program() {
    let all =
        programs("endgame KNNKm strong K N N v weak k m where m is B or N\ndef it = if m is B then 1 else 2");
    assert_eq!(all.len(), 2);
    let bodies: Vec<_> =
        all.iter().map(|p| p.definitions.iter().find(|d| d.name == "it").unwrap().body).collect();
    for (program, (body, expected)) in all.iter().zip(bodies.iter().zip([1, 2])) {
        assert_eq!(program.terms.as_int(*body), Some(expected), "folded away");
    }
}

#[test]
fn ranges_follow_from_the_board() {
    let program = programs(&format!(
        "{HEADER}use \"krk/malikovic-janicic\" (room, measure, critical)\ndef it = room + measure + critical.file"
    ))
    .remove(0);
    let ranges = Ranges::new(&program);
    let range = |name: &str| {
        let number = program.definitions.iter().position(|def| def.name == name).unwrap();
        ranges.result(DefId(number as u32)).unwrap()[0]
    };
    // The rook may stand at (0, 0), captured.
    assert_eq!((range("room").low, range("room").high), (-2, 16));
    assert_eq!((range("critical").low, range("critical").high), (-1, 9));
    assert!(range("measure").is_small() && range("measure").high < 128);
}

#[test]
fn parents_come_after_children_and_callers_after_callees() {
    let program = programs(&format!("{HEADER}use \"krk/malikovic-janicic\"\n")).remove(0);
    for id in program.terms.ids() {
        program.terms.get(id).for_children(|child| assert!(child < id));
        if let adli_lang::term::Term::Call(def, positions, arguments) = program.terms.get(id) {
            let definition = &program[*def];
            assert_eq!(usize::from(definition.positions), positions.len());
            assert_eq!(definition.params.len(), arguments.len());
            assert_eq!(definition.sort, program.terms.sort(id));
        }
    }
    let size = program.terms.ids().find(|&id| *program.terms.get(id) == adli_lang::term::Term::Size);
    assert_eq!(size.map(|id| program.terms.sort(id)), Some(Sort::Int), "the size stays a symbol");
}

#[test]
fn images_of_positions_are_those_of_the_core() {
    let program = programs(HEADER).remove(0);
    let position: Position = FEN.parse().unwrap();
    let state = State::from_position(&program.endgame, &position).unwrap();
    for symmetry in Symmetry::ALL {
        let image = position.transformed(symmetry).unwrap();
        assert_eq!(state.image(symmetry, 8).position(&program.endgame).unwrap(), image);
    }
}

#[test]
fn options_are_set_from_outside() {
    let mut sources = Sources::library();
    let source =
        sources.add("text", "endgame KRK White K R v Black k\noption spare: Int = 3\ndef it = spare");
    let checked = check(&sources, source, &[("spare", "5")]);
    assert_eq!(checked.programs[0].options[0].value, 5);
    assert!(check(&sources, source, &[("spar", "5")]).has_errors());
    assert!(check(&sources, source, &[("spare", "many")]).has_errors());
}

#[test]
fn a_recogniser_answers_for_the_side_to_move() {
    let text = "endgame KPK strong K P v weak k
                use geometry
                recogniser r
                  when k = P => draw
                  when steps(k, P) > 4 {
                    when P.rank = 7 => win for strong
                    otherwise => at_least_draw for strong
                  }
                  when weak to move and k in ring(P) and K not in ring(P) => draw
                  otherwise => unknown
                def it = r.rule
                def that = r.answer";
    let program = programs(text).remove(0);
    let find = |name: &str| program.definitions.iter().find(|def| def.name == name).unwrap().body;
    for (fen, rule, answer) in [
        ("8/7P/8/8/8/2K5/8/k7 w - - 0 1", 2, "win"),
        ("8/7P/8/8/8/2K5/8/k7 b - - 0 1", 2, "loss"),
        ("8/8/7P/8/8/2K5/8/k7 w - - 0 1", 3, "at_least_draw"),
        ("8/8/7P/8/8/2K5/8/k7 b - - 0 1", 3, "at_most_draw"),
        ("8/8/7P/6k1/8/2K5/8/8 b - - 0 1", 4, "draw"),
        ("8/8/7P/6k1/8/2K5/8/8 w - - 0 1", 5, "unknown"),
    ] {
        let position: Position = fen.parse().unwrap();
        let state = State::from_position(&program.endgame, &position).unwrap();
        let mut interpreter = Interpreter::new(&program);
        assert_eq!(interpreter.value(find("it"), &[state]), Ok(Value::Int(rule)), "{fen}");
        let answers = &program.enums[usize::from(ANSWERS.0)].values;
        let number = answers.iter().position(|word| word == answer).unwrap() as u16;
        assert_eq!(interpreter.value(find("that"), &[state]), Ok(Value::Enum(number)), "{fen}");
    }
}

#[test]
fn advice_that_is_tried_again_gets_a_name_of_its_own() {
    let text = "endgame KRK White K R v Black k use geometry
        advice a for White to win reach after us: mate' within 1 ply
        advice a_2 for White to win reach after us: check' within 1 ply
        strategy s for White to win
          when k in corner try a
          when k in edge try a
          try a_2";
    let program = &programs(text)[0];
    let names: Vec<&str> = program.strategies[0].steps.iter().map(|step| step.name.as_str()).collect();
    assert_eq!(names, ["a", "a_3", "a_2"]);
}
