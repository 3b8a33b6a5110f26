//! The columns against the plain interpreter, and the fast moves against the page of the laws.

use adli_chess::{Colour, Kind};
use adli_claims::Unwatched;
use adli_lang::term::{Pos, PosId, Sort, StrategyId, Term, TermId, VarId};
use adli_lang::{MoveRule, MovesFrom, Program, Sources, TEXTS, Value, check};
use adli_position::space::{Code, OFF, Space, bare, handed_over, square, turn, with_kind, with_square};
use adli_symbolic::Walk;
use adli_values::{TableSource, Tables};

use super::block::{Block, Registers};
use super::builder::{Num, Place, Truth};
use super::compile::{Bound, Compiler, Names, Val};
use super::run::run;
use super::{Asks, Columns};
use crate::engine::Engine;
use crate::ground::Ground;

pub(crate) fn program(name: &str, text: &str) -> Program {
    let mut sources = Sources::library();
    let source = sources.add(name, text);
    let checked = check(&sources, source, &[]);
    assert!(!checked.has_errors(), "{name}");
    checked.programs.into_iter().next().unwrap()
}

/// Does something with an engine.
pub(crate) fn with_engine<T>(program: &Program, work: impl FnOnce(&mut Engine<'_>) -> T) -> T {
    let space = Space::new(&program.endgame).unwrap();
    let none = TableSource::empty();
    let tables = Tables::new(&program.endgame, &Unwatched, 1 << 30, &none);
    let ground = Ground { program, space: &space, options: Vec::new(), tables: &tables, watch: &Unwatched };
    work(&mut Engine::new(ground, 4 << 30, false))
}

/// Legal positions of both sides, and what their moves lead to: captures and promotions among them.
fn sample(engine: &mut Engine<'_>, every: usize) -> Vec<Code> {
    let mut codes = Vec::new();
    for side in 0..2 {
        let home = engine.home_positions(side).unwrap();
        codes.extend(home.iter().copied().step_by(every));
    }
    let space = engine.space();
    let mut after = Vec::new();
    for &code in codes.iter().step_by(3) {
        space.successors(code, space.endgame.everybody(), |next| {
            after.push(next);
            false
        });
    }
    codes.extend(after.into_iter().step_by(7));
    codes
}

/// Every definition about one position, and what every strategy does.
fn agree(program: &Program, every: usize) {
    with_engine(program, |engine| {
        let codes = sample(engine, every);
        let space = engine.space();
        for (number, definition) in program.definitions.iter().enumerate() {
            let numeric = matches!(definition.sort, Sort::Bool | Sort::Int | Sort::Enum(_));
            if definition.positions != 1 || !definition.params.is_empty() || !numeric {
                continue;
            }
            let columns = engine.definition(adli_lang::term::DefId(number as u32), &codes).unwrap();
            for (&code, column) in codes.iter().zip(columns) {
                let plain = engine
                    .ground
                    .interpreter(MovesFrom::Core)
                    .fuel(u64::MAX)
                    .value(definition.body, &[space.state(code)]);
                let plain = match plain.unwrap() {
                    Value::Bool(value) => i32::from(value),
                    Value::Int(value) => value,
                    Value::Enum(value) => i32::from(value),
                    other => panic!("{other:?}"),
                };
                assert_eq!(column, plain, "{} {:?}", definition.name, space.state(code));
            }
        }
        for number in 0..program.strategies.len() {
            let strategy = StrategyId(number as u16);
            let asked = |code: &Code| engine.ground.asks(strategy, *code);
            let codes: Vec<Code> = codes.iter().copied().filter(asked).collect();
            engine.ensure(strategy, &codes).unwrap();
            for &code in &codes {
                let plain = engine
                    .ground
                    .interpreter(MovesFrom::Core)
                    .fuel(u64::MAX)
                    .choice(strategy, &space.state(code))
                    .unwrap();
                let (step, moves) = engine.choice(strategy, code).unwrap();
                assert_eq!(step.map(usize::from), plain.as_ref().map(|choice| choice.step));
                // Trees that are played out have tests of their own.
                let mut moves: Vec<Code> = moves.iter().map(|&after| bare(after)).collect();
                let plain = plain.map_or_else(Vec::new, |choice| choice.moves);
                let mut plain: Vec<Code> = plain.iter().map(|(_, state)| space.code(state)).collect();
                moves.sort_unstable();
                plain.sort_unstable();
                assert_eq!(moves, plain, "{:?}", space.state(code));
            }
        }
    });
}

/// A text whose trees the interpreter searches for seconds.
const SIX_PLIES: &str = "knkr/bratko-1979";

#[test]
#[ignore = "minutes: searches of six plies; `just exhaustive` runs it"]
fn columns_agree_with_the_interpreter_on_six_plies() {
    let (name, text) = TEXTS.iter().find(|(name, _)| *name == SIX_PLIES).unwrap();
    agree(&program(name, text), 1_999_993);
}

#[test]
fn columns_agree_with_the_interpreter_on_the_library() {
    // A search of dozens of plies is beyond the interpreter; a second program counts what these claim (`knkr_again`), or searches for their
    // trees (`advice/tests/kpk.rs`).
    let too_deep = ["knkr/adli", "knkr/paralysis", "knkr/thesis", "kpk/adli", "kpk/niblett", SIX_PLIES];
    let wanted = |name: &str, text: &str| text.contains("endgame") && !too_deep.contains(&name);
    for (name, text) in TEXTS.iter().filter(|(name, text)| wanted(name, text)) {
        let program = program(name, text);
        // Five men have more positions than fit into the memory; recognisers have tests of their own.
        if program.endgame.men.len() > 4 {
            continue;
        }
        // The search of the interpreter takes milliseconds where four men are on the board.
        let every = if program.endgame.men.len() < 4 { 9973 } else { 1_799_969 };
        agree(&program, every);
    }
}

/// What is heavy and looks at no moves is worked out by words of squares, and by blocks where a man is missing or has promoted.
#[test]
fn what_a_recogniser_answers_is_that_of_the_interpreter() {
    let name = "kpk/recogniser";
    let (_, text) = TEXTS.iter().find(|(text, _)| *text == name).unwrap();
    let program = program(name, text);
    let has_words = |engine: &mut Engine<'_>| {
        let answer = program[program.recognisers[0].answer].body;
        super::words::words_of(engine, answer).is_some()
    };
    assert!(with_engine(&program, has_words), "{name}");
    agree(&program, 2_003);
}

#[test]
fn columns_agree_with_the_interpreter_where_men_are_taken_and_promote() {
    let text = "endgame Test White K P v Black k n use geometry
        def a = if check then 300 * steps(K, k) - 1000 else -steps(P, n)
        def b = some move: (promoted(P) or captured(n))'
        def c = count({s: s in ring(k) and s not in ring(K)}) + (sum s in ring(K): s.file)
        def d = up to symmetry (k.file < K.file and every move: not stalemate')
        def e = (count move of P: check') > 0 or ring(k) - ring(K) subset edge
        def f = let s = (P.file, P.rank + 1) in s in attacks(n) iff s in jumps(n)
        strategy s for White to win step one: move P where (every move: not captured(P)')' most P'.rank
          step two: move K least (steps(K', n'), a') step three: move";
    agree(&program("test", text), 49_999);
}

/// A term about a move to a square that is fixed, as a block.
struct Fixed {
    block: Block,
    registers: Registers,
    output: Val,
}

impl Fixed {
    fn new(engine: &mut Engine<'_>, term: TermId, target: Option<(VarId, u64)>, given: u32) -> Fixed {
        let mut compiler = Compiler::new(&mut engine.memo.notions, given);
        let places: Vec<Place> = (0..given).map(|reg| Place { level: 0, reg }).collect();
        let mut names = Names::given(places);
        if let Some((var, to)) = target {
            let (file, rank) = (Num::Const(to as i32 % 8 + 1), Num::Const(to as i32 / 8 + 1));
            names = names.bind(Bound::Var(var, Val::Square(file, rank)));
        }
        let Ok(output) = compiler.value(term, &names) else { panic!("too large") };
        let block = compiler.finish().pop().unwrap();
        Fixed { registers: Registers::new(&block), block, output }
    }

    fn over(&mut self, engine: &mut Engine<'_>, codes: &[Code]) -> Vec<(i32, i32)> {
        for register in &mut self.registers.words {
            register.clear();
            register.extend_from_slice(codes);
        }
        run(engine, &self.block, &mut self.registers, codes.len()).unwrap();
        let num = |num: Num, row: usize| match num {
            Num::Const(value) => value,
            Num::At(place) => self.registers.ints[place.reg as usize][row],
        };
        let value = |row: usize| match &self.output {
            Val::Bool(Truth::Const(value)) => (i32::from(*value), 0),
            Val::Bool(Truth::At(place)) => (i32::from(self.registers.bools[place.reg as usize][row]), 0),
            Val::Int(a) | Val::Enum(a) => (num(*a, row), 0),
            Val::Square(file, rank) => (num(*file, row), num(*rank, row)),
            Val::Set(..) => panic!("a set"),
        };
        (0..codes.len()).map(value).collect()
    }
}

/// The moves of one man by the laws, as blocks: whether he may move, and a rule for each target.
struct Rules {
    man: usize,
    may_move: Fixed,
    targets: Vec<Rule>,
}

struct Rule {
    to: u64,
    when: Fixed,
    captures: Vec<(u8, Fixed)>,
    promotes: Fixed,
    passing: Fixed,
}

impl Rules {
    fn new(engine: &mut Engine<'_>, rule: &MoveRule) -> Rules {
        let targets = (0..64).map(|to| {
            let mut fixed = |term| Fixed::new(engine, term, Some((rule.target, to)), 1);
            Rule {
                to,
                when: fixed(rule.when),
                captures: rule.captures.iter().map(|&(slot, term)| (slot.0, fixed(term))).collect(),
                promotes: fixed(rule.promotes),
                passing: fixed(rule.passing),
            }
        });
        let targets = targets.collect();
        Rules { man: usize::from(rule.man.0), may_move: Fixed::new(engine, rule.may_move, None, 1), targets }
    }

    /// Adds the moves of this man in some positions, legal or not, with the numbers of the positions.
    fn moves(&mut self, engine: &mut Engine<'_>, codes: &[Code], found: &mut Vec<(u32, Code)>) {
        let may = self.may_move.over(engine, codes);
        let rows: Vec<usize> = (0..codes.len()).filter(|&row| may[row].0 != 0).collect();
        let codes: Vec<Code> = rows.iter().map(|&row| codes[row]).collect();
        let has_passing = engine.space().endgame.has_passing();
        for rule in &mut self.targets {
            let when = rule.when.over(engine, &codes);
            let (rows, movers): (Vec<usize>, Vec<Code>) =
                (0..codes.len()).filter(|&at| when[at].0 != 0).map(|at| (rows[at], codes[at])).unzip();
            if rows.is_empty() {
                continue;
            }
            let promotes = rule.promotes.over(engine, &movers);
            let passing = rule.passing.over(engine, &movers);
            let captures: Vec<(u8, Vec<(i32, i32)>)> =
                rule.captures.iter_mut().map(|(slot, fixed)| (*slot, fixed.over(engine, &movers))).collect();
            for (at, &code) in movers.iter().enumerate() {
                let taken = captures.iter().filter(|(_, taken)| taken[at].0 != 0);
                let after = taken.fold(code, |after, (slot, _)| with_square(after, usize::from(*slot), OFF));
                let (file, rank) = passing[at];
                let right = if file < 1 || !has_passing { OFF } else { (8 * (rank - 1) + file - 1) as u64 };
                let after = handed_over(with_square(after, self.man, rule.to), right);
                let row = rows[at] as u32;
                if promotes[at].0 != 0 {
                    found
                        .extend(Kind::PROMOTIONS.map(|kind| (row, with_kind(after, self.man, kind.index()))));
                } else {
                    found.push((row, after));
                }
            }
        }
    }
}

/// Legality of all placements with the first man on these squares, and all moves of the legal ones: by the laws, by
/// the moves of the columns, and by the fast core; and those of the side that gives check, as if the other had passed, which the fast
/// core does not know. Answers how many legal positions and moves from them there were.
fn laws_agree(header: &str, first: impl IntoIterator<Item = u8>) -> (u64, u64) {
    let program = program("test", &format!("endgame Test {header}"));
    with_engine(&program, |engine| {
        let legal = program.laws.legal.unwrap();
        let mut legal_body = Fixed::new(engine, program[legal].body, None, 1);
        let mut rules = Vec::new();
        for rule in &program.laws.moves {
            // What must hold after a move is that the position is legal.
            let provided = program.terms.get(rule.provided);
            let says_legal = |at: &[PosId]| program.terms.pos(at[0]) == Pos::Given(1);
            assert!(matches!(provided, Term::Call(def, at, _) if *def == legal && says_legal(at)));
            rules.push(Rules::new(engine, rule));
        }
        let space = engine.space();
        let men = space.men() as u32;
        let mut counts = (0, 0);
        for first in first {
            for turn in adli_chess::Colour::ALL {
                let all = (0..64u64.pow(men - 1)).map(|number| {
                    let others = (0..men - 1).map(|man| (number >> (6 * man) & 63) as u8);
                    space.at(turn, &[first].into_iter().chain(others).collect::<Vec<u8>>())
                });
                let all: Vec<Code> = all.collect();
                for chunk in all.chunks(4096) {
                    let by_laws = legal_body.over(engine, chunk);
                    for (&code, (by_laws, _)) in chunk.iter().zip(&by_laws) {
                        assert_eq!(*by_laws != 0, space.is_legal(code), "{:?}", space.state(code));
                    }
                    let legal_ones = chunk.iter().copied().filter(|&code| space.is_legal(code));
                    let legal_ones: Vec<Code> =
                        legal_ones.flat_map(|code| with_rights(space, code)).collect();
                    counts.0 += legal_ones.len() as u64;
                    counts.1 += moves_agree(engine, &mut legal_body, &mut rules, &legal_ones, true);
                    let passed = legal_ones.iter().map(|&code| handed_over(code, OFF));
                    let in_check: Vec<Code> = passed.filter(|&code| !space.is_legal(code)).collect();
                    moves_agree(engine, &mut legal_body, &mut rules, &in_check, false);
                }
            }
        }
        counts
    })
}

/// A position, and the same with each right to take in passing that the last move may have given.
fn with_rights(space: &Space, code: Code) -> Vec<Code> {
    let mut codes = vec![code];
    let mover = turn(code).into_colour();
    let taken = |at: u64| (0..space.men()).any(|slot| square(code, slot) == at);
    for (slot, man) in space.endgame.men.iter().enumerate() {
        let at = square(code, slot);
        let (rank, behind, start) = if mover == Colour::White { (4, 8, 16) } else { (3, -8, -16) };
        let back = |by: i64| at.wrapping_add_signed(by);
        if space.endgame.has_passing()
            && man.kind == Kind::Pawn
            && man.side != mover
            && at / 8 == rank
            && !taken(back(behind))
            && !taken(back(start))
        {
            codes.push(handed_over(handed_over(code, OFF), back(behind)));
        }
    }
    codes
}

/// Compares the moves by the laws with those of the columns and, if it knows them, of the fast core.
fn moves_agree(
    engine: &mut Engine<'_>,
    legal: &mut Fixed,
    rules: &mut [Rules],
    codes: &[Code],
    has_core: bool,
) -> u64 {
    let space = engine.space();
    let mut by_laws: Vec<(u32, Code)> = Vec::new();
    for man in rules {
        man.moves(engine, codes, &mut by_laws);
    }
    // That the page and the fast code agree on who may stand where has been seen for all placements of all men; what
    // is left are positions after captures and promotions.
    let (at_home, others): (Vec<_>, Vec<_>) =
        by_laws.into_iter().partition(|(_, after)| space.is_home(*after));
    let mut by_laws: Vec<(u32, Code)> =
        at_home.into_iter().filter(|(_, after)| space.is_legal(*after)).collect();
    let after: Vec<Code> = others.iter().map(|&(_, after)| after).collect();
    let allowed = legal.over(engine, &after);
    by_laws.extend(others.iter().zip(allowed).filter(|(_, allowed)| allowed.0 != 0).map(|(mv, _)| *mv));
    by_laws.sort_unstable();

    let (mut by_columns, mut by_core) = (Vec::new(), Vec::new());
    let mut core = engine.ground.interpreter(MovesFrom::Core);
    for (row, &code) in codes.iter().enumerate() {
        space.successors(code, space.endgame.everybody(), |after| {
            by_columns.push((row as u32, after));
            false
        });
        if has_core {
            let moves = core.legal_moves(&space.state(code)).unwrap();
            by_core.extend(moves.iter().map(|(_, after)| (row as u32, space.code(after))));
        }
    }
    let by_core = has_core.then_some(&mut by_core);
    for moves in [&mut by_columns].into_iter().chain(by_core) {
        moves.sort_unstable();
        if by_laws != *moves {
            let differ = by_laws.iter().zip(moves.iter()).find(|(a, b)| a != b);
            panic!("{differ:?} {:?}", differ.map(|(a, _)| space.state(codes[a.0 as usize])));
        }
    }
    by_laws.len() as u64
}

#[test]
fn the_laws_agree_with_the_fast_moves_of_three_men_for_some_squares_of_the_white_king() {
    for man in ["R", "Q", "B", "N", "P"] {
        laws_agree(&format!("White K {man} v Black k"), (3..64).step_by(9));
    }
}

#[test]
#[ignore = "half a minute: all placements of three men; `just exhaustive` runs it"]
fn the_laws_agree_with_the_fast_moves_on_whole_three_man_endgames() {
    for man in ["R", "Q", "B", "N", "P"] {
        laws_agree(&format!("White K {man} v Black k"), 0..64);
    }
}

/// Four-man endgames. How many legal positions they have is known from the tables (`adli stats`), but for rights to take in
/// passing.
const FOUR_MEN: [&str; 4] =
    ["White K Q v Black k r", "White K P v Black k p", "White K B N v Black k", "White K R v Black k n"];

#[test]
fn the_laws_agree_with_the_fast_moves_of_four_men_for_one_square_of_the_white_king() {
    // Pawns, which take in passing, and officers; the whole of all four is below.
    for header in [FOUR_MEN[1], FOUR_MEN[3]] {
        laws_agree(header, [11]);
    }
}

#[test]
#[ignore = "minutes: all placements of KQKR; `just exhaustive` runs it"]
fn the_laws_agree_with_the_fast_moves_on_the_whole_of_kqkr() {
    let counts = laws_agree(FOUR_MEN[0], 0..64);
    assert_eq!(counts.0, 19_733_336);
}

#[test]
#[ignore = "minutes: all placements of KPKP; `just exhaustive` runs it"]
fn the_laws_agree_with_the_fast_moves_on_the_whole_of_kpkp() {
    let counts = laws_agree(FOUR_MEN[1], 0..64);
    assert!(counts.0 > 0 && counts.1 > counts.0);
}

#[test]
#[ignore = "minutes: all placements of KBNK; `just exhaustive` runs it"]
fn the_laws_agree_with_the_fast_moves_on_the_whole_of_kbnk() {
    let counts = laws_agree(FOUR_MEN[2], 0..64);
    assert_eq!(counts.0, 24_536_088);
}

#[test]
#[ignore = "minutes: all placements of KRKN; `just exhaustive` runs it"]
fn the_laws_agree_with_the_fast_moves_on_the_whole_of_krkn() {
    let counts = laws_agree(FOUR_MEN[3], 0..64);
    assert_eq!(counts.0, 23_315_984);
}
