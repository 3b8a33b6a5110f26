//! Compiled code agrees with the plain interpreter.

use crate::common::programs;
use adli_chess::{Colour, Square};
use adli_lang::{Interpreter, Program, Sources, State, Value, check};
use adli_static::{Columns, Runner, TooMuch, compile, compile_terms};

/// Placements of the men, different squares for all, by a linear congruence.
fn placements(men: usize, count: usize) -> Columns {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut columns = Columns { men: vec![Vec::new(); men], ..Columns::default() };
    for _ in 0..count {
        let mut taken = 0_u64;
        for column in &mut columns.men {
            let square = loop {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                // Half of the placements keep to a corner of the board, where the patterns are.
                let square = if state >> 63 == 0 { state >> 40 & 63 } else { state >> 40 & 0o33 };
                if taken >> square & 1 == 0 {
                    break square as u8;
                }
            };
            taken |= 1 << square;
            column.push(square);
        }
    }
    columns
}

fn state(program: &Program, columns: &Columns, at: usize, turn: Colour) -> State {
    let squares: Vec<Square> =
        columns.men.iter().map(|column| Square::new(column[at] % 8, column[at] / 8)).collect();
    State::at_home(&program.endgame, turn, &squares)
}

const CONDITIONS: [&str; 30] = [
    "k in attacks(R)",
    "attacks(R) & ring(k) /= {}",
    "count(attacks(R)) > 8",
    "attacks(n) subset edge | {b3, c2, c3, d4}",
    "count(ring(k) - ring(K) - attacks(R) - {n}) = 2",
    "steps(K, k) > steps(n, k)",
    "steps(K, k) + walk(R, n) < 9",
    "K.file < k.file and R.rank = n.rank",
    "in_check(White)",
    "in_check(Black) or check",
    "check after pass",
    "up to symmetry (k = b1 and K in {a3, b3} and R.file >= 3)",
    "some s in ring(k): s in jumps(n) and s not in attacks(R)",
    "every s in ring(K): steps(s, n) > 1",
    "(count s in board: steps(s, K) < steps(s, k)) > 31",
    "(sum s in ring(k): s.file) > 20",
    "some x in men(White): k in attacks(x)",
    "(if K.rank > 4 then attacks(R) else ring(n)) & {k} = {}",
    "{s in ring(K): s in ring(k)} = {}",
    "{s: some t in ring(K): steps(s, t) = 1 and t in attacks(R)} & ring(k) /= {}",
    "{s: s in {t: steps(t, K) = steps(s, k)}} & {n} /= {}",
    "(K.file + R.file - n.file, K.rank) in ring(k)",
    "abs(K.file - k.file) * 3 mod 4 = min(R.file, n.file) div 2",
    "case when K.file = 1: R.file > 3 when n in corner: k in edge otherwise: K in xcorner",
    "empty((K.file + 1, K.rank))",
    "clear(R, n) and not clear(K, k)",
    "every x in men: x in edge implies steps(x, k) < 5",
    "max(K.rank, k.rank) - R.rank <= -2 or n = (k.file, k.rank - 1)",
    "White to move and {K, k} & edge = {K}",
    "attacks(n) & attacks(R) = attacks(n) & edge",
];

#[test]
fn conditions_mean_the_same() {
    for condition in CONDITIONS {
        let text = format!("endgame KRKN White K R v Black k n use geometry def it = {condition}");
        let program = programs(&text).remove(0);
        let it = program.definitions.iter().find(|def| def.name == "it").unwrap().body;
        let columns = placements(4, 300);
        for turn in Colour::ALL {
            let compiled = compile_terms(&program, &[], turn.index() as u16, &[it]).unwrap();
            let mut runner = compiled.runner();
            let values = runner.values(0, &columns);
            let mut interpreter = Interpreter::new(&program);
            let mut held = 0;
            for (at, &value) in values.iter().enumerate() {
                let state = state(&program, &columns, at, turn);
                let expected = interpreter.holds(it, &[state]).unwrap();
                assert_eq!(value, u64::from(expected), "{condition}: {state:?}");
                held += value;
            }
            let sometimes = 0 < held && held < 300;
            assert!(sometimes || turn == Colour::Black, "{condition}: {held} of 300");
        }
    }
}

/// The rule of a recogniser of the library, in many placements of each material.
#[test]
fn recognisers_mean_the_same() {
    let sources = Sources::library();
    for name in ["knn/heinz-2001"] {
        let checked = check(&sources, sources.find(name).unwrap(), &[]);
        for program in &checked.programs {
            let recogniser = &program.recognisers[0];
            let rule = program[recogniser.rule].body;
            let columns = placements(program.endgame.men.len(), 5_000);
            for turn in Colour::ALL {
                let compiled = compile(program, &[], turn.index() as u16, &recogniser.branches).unwrap();
                let mut rules = vec![u16::MAX; columns.len()];
                Runner::new(&compiled).decide(&columns, &mut rules);
                let mut interpreter = Interpreter::new(program);
                for (at, &found) in rules.iter().enumerate() {
                    let state = state(program, &columns, at, turn);
                    let expected = interpreter.value(rule, &[state]).unwrap();
                    assert_eq!(expected, Value::Int(i32::from(found) + 1), "{name}: {state:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_not_static_has_no_code() {
    let text = "endgame KRK White K R v Black k def it = some move: mate'";
    let program = programs(text).remove(0);
    let it = program.definitions.iter().find(|def| def.name == "it").unwrap().body;
    assert_eq!(compile_terms(&program, &[], 0, &[it]).unwrap_err(), TooMuch::Moves);
    // Four squares inside one another: too large, and told so soon.
    let text = "endgame KRKN White K R v Black k n use geometry
                def it = some a in ring(K): some b in ring(k): some c in ring(R): some d in ring(n):
                  steps(a, b) + steps(b, c) + steps(c, d) + steps(K, d) + steps(k, a) + steps(R, b) < 9";
    let program = programs(text).remove(0);
    let it = program.definitions.iter().find(|def| def.name == "it").unwrap().body;
    assert!(matches!(compile_terms(&program, &[], 0, &[it]), Err(TooMuch::Size | TooMuch::Work)));
}
