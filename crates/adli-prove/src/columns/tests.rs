//! The columns against the plain interpreter, and the fast moves against the page of the laws.

use std::rc::Rc;

use adli_chess::Kind;
use adli_lang::term::{Sort, StrategyId, TermId, VarId};
use adli_lang::{MoveRule, MovesFrom, Program, Sources, TEXTS, Value, check};

use super::block::{Block, Registers};
use super::builder::{Num, Place, Truth};
use super::compile::{Compiler, Names, Val};
use super::engine::Engine;
use crate::Unwatched;
use crate::space::{Code, OFF, Space, handed_over, turn, with_kind, with_square};
use crate::tables::Tables;

fn program(name: &str, text: &str) -> Program {
    let mut sources = Sources::library();
    let source = sources.add(name, text);
    let checked = check(&sources, source, &[]);
    assert!(!checked.has_errors(), "{name}");
    checked.programs.into_iter().next().unwrap()
}

/// Does something with an engine.
fn with_engine<T>(program: &Program, work: impl FnOnce(&mut Engine<'_>) -> T) -> T {
    let space = Space::new(&program.endgame).unwrap();
    let tables = Tables::new(&program.endgame, &Unwatched, 1 << 30);
    work(&mut Engine::new(program, &space, Vec::new(), &tables, &Unwatched, 4 << 30))
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
                let plain = engine.interpreter(MovesFrom::Core).value(definition.body, &[space.state(code)]);
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
            let side = program.strategies[number].side;
            let asked = |code: &Code| u16::from(turn(*code).0) == side && space.is_home(*code);
            let codes: Vec<Code> = codes.iter().copied().filter(asked).collect();
            engine.ensure(strategy, &codes).unwrap();
            for &code in &codes {
                let plain = engine.interpreter(MovesFrom::Core).choice(strategy, &space.state(code)).unwrap();
                let (step, moves) = engine.choice(strategy, code).unwrap();
                assert_eq!(step.map(usize::from), plain.as_ref().map(|choice| choice.step));
                let mut moves = moves.to_vec();
                let plain = plain.map_or_else(Vec::new, |choice| choice.moves);
                let mut plain: Vec<Code> = plain.iter().map(|(_, state)| space.code(state)).collect();
                moves.sort_unstable();
                plain.sort_unstable();
                assert_eq!(moves, plain, "{:?}", space.state(code));
            }
        }
    });
}

#[test]
fn columns_agree_with_the_interpreter_on_the_library() {
    for (name, text) in TEXTS.iter().filter(|(_, text)| text.contains("endgame")) {
        agree(&program(name, text), 1499);
    }
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
        let mut compiler = Compiler::new(engine.program, &mut engine.notions, given);
        let mut names = Compiler::given((0..given).map(|reg| Place { level: 0, reg }));
        if let Some((var, to)) = target {
            let (file, rank) = (Num::Const(to as i32 % 8 + 1), Num::Const(to as i32 / 8 + 1));
            names = Rc::new(Names::Var(var, Val::Square(file, rank), names));
        }
        let Ok(output) = compiler.output(term, &names) else { panic!("too large") };
        let block = compiler.finish().pop().unwrap();
        Fixed { registers: Registers::new(&block), block, output }
    }

    fn over(&mut self, engine: &mut Engine<'_>, codes: &[Code]) -> Vec<(i32, i32)> {
        for register in &mut self.registers.words {
            register.clear();
            register.extend_from_slice(codes);
        }
        engine.run(&self.block, &mut self.registers, codes.len()).unwrap();
        let num = |num: Num, row: usize| match num {
            Num::Const(value) => value,
            Num::At(place) => self.registers.ints[place.reg as usize][row],
        };
        let value = |row: usize| match &self.output {
            Val::Bool(Truth::Const(value)) => (i32::from(*value), 0),
            Val::Bool(Truth::At(place)) => (i32::from(self.registers.bools[place.reg as usize][row]), 0),
            Val::Int(a) => (num(*a, row), 0),
            Val::Square(file, rank) => (num(*file, row), num(*rank, row)),
            Val::Set(..) => panic!("a set"),
        };
        (0..codes.len()).map(value).collect()
    }
}

/// One rule of the laws for one target, as blocks.
struct Rule<'p> {
    rule: &'p MoveRule,
    to: u64,
    may_move: Fixed,
    when: Fixed,
    captures: Vec<(u8, Fixed)>,
    promotes: Fixed,
    passing: Fixed,
}

/// Legality and all moves of placements with the first man on these squares, by the laws and by the fast code.
fn laws_agree(header: &str, first: &[u64]) {
    let program = program("test", &format!("endgame Test {header}"));
    with_engine(&program, |engine| {
        let legal_body = program.definitions[program.laws.legal.unwrap().0 as usize].body;
        let mut legal = Fixed::new(engine, legal_body, None, 1);
        let mut rules = Vec::new();
        for rule in &program.laws.moves {
            for to in 0..64 {
                let target = Some((rule.target, to));
                let mut fixed = |term| Fixed::new(engine, term, target, 1);
                rules.push(Rule {
                    rule,
                    to,
                    may_move: fixed(rule.may_move),
                    when: fixed(rule.when),
                    captures: rule.captures.iter().map(|&(slot, term)| (slot.0, fixed(term))).collect(),
                    promotes: fixed(rule.promotes),
                    passing: fixed(rule.passing),
                });
            }
        }
        let space = engine.space();
        let men = space.men() as u32;
        for &first in first {
            for turn in adli_chess::Colour::ALL {
                let all: Vec<Code> = (0..64u64.pow(men - 1))
                    .map(|number| {
                        let squares: Vec<u8> =
                            (0..men - 1).map(|man| (number >> (6 * man) & 63) as u8).collect();
                        space.at(turn, &[&[first as u8], &squares[..]].concat())
                    })
                    .collect();
                for chunk in all.chunks(4096) {
                    let by_laws = legal.over(engine, chunk);
                    for (&code, (by_laws, _)) in chunk.iter().zip(&by_laws) {
                        assert_eq!(*by_laws != 0, space.is_legal(code), "{:?}", space.state(code));
                    }
                    let legal_ones: Vec<Code> =
                        chunk.iter().copied().filter(|&code| space.is_legal(code)).collect();
                    moves_agree(engine, &mut legal, &mut rules, &legal_ones);
                }
            }
        }
    });
}

fn moves_agree(engine: &mut Engine<'_>, legal: &mut Fixed, rules: &mut [Rule<'_>], codes: &[Code]) {
    if codes.is_empty() {
        return;
    }
    let space = engine.space();
    let mut by_laws: Vec<(u32, Code)> = Vec::new();
    for rule in rules {
        let may = rule.may_move.over(engine, codes);
        if may.iter().all(|(may, _)| *may == 0) {
            continue;
        }
        let when = rule.when.over(engine, codes);
        let rows: Vec<usize> = (0..codes.len()).filter(|&row| may[row].0 & when[row].0 != 0).collect();
        let movers: Vec<Code> = rows.iter().map(|&row| codes[row]).collect();
        if movers.is_empty() {
            continue;
        }
        let promotes = rule.promotes.over(engine, &movers);
        let passing = rule.passing.over(engine, &movers);
        let captures: Vec<(u8, Vec<(i32, i32)>)> =
            rule.captures.iter_mut().map(|(slot, fixed)| (*slot, fixed.over(engine, &movers))).collect();
        for (at, &code) in movers.iter().enumerate() {
            let mut after = code;
            for (slot, taken) in &captures {
                if taken[at].0 != 0 {
                    after = with_square(after, usize::from(*slot), OFF);
                }
            }
            let man = usize::from(rule.rule.man.0);
            after = with_square(after, man, rule.to);
            let (file, rank) = passing[at];
            let square = if file < 1 || !space.endgame.has_passing() {
                OFF
            } else {
                (8 * (rank - 1) + file - 1) as u64
            };
            after = handed_over(after, square);
            if promotes[at].0 != 0 {
                by_laws.extend(
                    Kind::PROMOTIONS.map(|kind| (rows[at] as u32, with_kind(after, man, kind.index()))),
                );
            } else {
                by_laws.push((rows[at] as u32, after));
            }
        }
    }
    let mut after: Vec<Code> = by_laws.iter().map(|&(_, after)| after).collect();
    let mut allowed = Vec::new();
    for chunk in after.chunks_mut(4096) {
        allowed.extend(legal.over(engine, chunk));
    }
    let mut by_laws: Vec<(u32, Code)> = by_laws
        .into_iter()
        .zip(allowed)
        .filter(|(_, (allowed, _))| *allowed != 0)
        .map(|(mv, _)| mv)
        .collect();
    let mut by_core = Vec::new();
    for (row, &code) in codes.iter().enumerate() {
        space.successors(code, space.endgame.everybody(), |after| {
            by_core.push((row as u32, after));
            false
        });
    }
    by_laws.sort_unstable();
    by_core.sort_unstable();
    if by_laws != by_core {
        let differ = by_laws.iter().zip(&by_core).find(|(a, b)| a != b);
        panic!("{differ:?} {:?}", differ.map(|(a, _)| space.state(codes[a.0 as usize])));
    }
}

const THREE_MEN: [&str; 5] = [
    "White K R v Black k",
    "White K Q v Black k",
    "White K B v Black k",
    "White K N v Black k",
    "White K P v Black k",
];
const FOUR_MEN: [&str; 3] = ["White K Q v Black k r", "White K P v Black k p", "White K B N v Black k"];

#[test]
fn the_laws_agree_with_the_fast_moves_on_whole_three_man_endgames() {
    let all: Vec<u64> = (0..64).collect();
    THREE_MEN.into_iter().for_each(|header| laws_agree(header, &all));
}

#[test]
fn the_laws_agree_with_the_fast_moves_of_four_men_for_one_square_of_the_first_king() {
    FOUR_MEN.into_iter().for_each(|header| laws_agree(header, &[11]));
}

#[test]
#[ignore = "takes half an hour: all placements of three endgames; `just exhaustive` runs it"]
fn the_laws_agree_with_the_fast_moves_on_whole_four_man_endgames() {
    let all: Vec<u64> = (0..64).collect();
    FOUR_MEN.into_iter().for_each(|header| laws_agree(header, &all));
}
