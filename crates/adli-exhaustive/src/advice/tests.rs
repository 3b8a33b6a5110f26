//! The tables, and the depth-first search of one position, against the search of the plain interpreter, feature by feature.

use adli_claims::{Limit, Unwatched};
use adli_lang::term::{AdviceId, StrategyId};
use adli_lang::{Commitment, Interpreter, MovesFrom, Program, SlotMove, Sources, TEXTS, check};
use adli_position::space::{Code, Space, bare, turn};
use adli_position::{Refusal, Search, Searched};
use adli_values::{TableSource, Tables};

use super::Trees;
use super::cells::{Cells, UNKNOWN};
use super::kept::{Bounds, NO, Said, Worth, YES};
use crate::asking::with_only;
use crate::columns::{Asks, Columns};
use crate::engine::Engine;
use crate::ground::Ground;

mod kpk;

const KRK: &str = "endgame KRK White K R v Black k
    use geometry
    def split = steps(R, K) <= steps(R, k) and (inside(R.file, K.file, k.file) or inside(R.rank, K.rank, k.rank))
    def margin = min(min(k.file, 9 - k.file), min(k.rank, 9 - k.rank))
    ";

/// Advice for KRK, each with something that the others do not have.
const ADVICE: [(&str, &str); 22] = [
    ("mate in two", "advice a for White to win reach after us: mate' within 3 plies"),
    ("the quickest", "advice a for White to win reach after us: split' hold after us: not stalemate' within 5 plies, quickest"),
    ("classes and keys", "advice a for White to win move K where oblique(K, K') else R where check' else any
        reach after us: split' within 3 plies least steps(K', k')"),
    ("comparison with the root", "advice a for White to win
        reach after them: margin' < margin at root hold after us: steps(K', k') <= steps(K at root, k at root) within 4 plies"),
    ("squares of the root", "advice a for White to win reach after us: R' = K at root within 3 plies"),
    ("sets of the root", "advice a for White to win reach after us: k' in attacks(R at root) and check' within 3 plies one move"),
    ("the position before", "advice a for White to win reach after them: steps(K', k') < steps(K at before, k at before)
        hold after us: alive(R)' within 2 plies"),
    ("plies are counted", "advice a for White to win reach after us: ply = 3 and check' and left = 2 hold: alive(R)' within 5 plies"),
    ("each move", "advice a for White to win each move K where steps(K', k') <= steps(K, k) reach after us: steps(K', k') = 2
        hold: alive(R)' within 5 plies"),
    ("some replies", "advice a for White to win replies k where k' in edge reach after us: split' within 3 plies"),
    ("own moves in classes", "advice a for White to win each move K where oblique(K, K') else R where not check' else K
        reach after us: steps(K', k') = 2 hold: alive(R)' within 5 plies"),
    ("own moves ranked", "advice a for White to win each move any by least steps(K', k') then most steps(R', k at before)
        reach after us: split' and steps(K', k') <= steps(K at root, k at root) within 3 plies"),
    ("own moves in classes and ranked, the quickest", "advice a for White to win
        each move R where check' else K by most k'.file then least walk(K', k') reach after us: split' within 3 plies, quickest"),
    ("replies in classes", "advice a for White to win replies k where captured(R)' else k where k' in edge else any
        reach after us: split' hold after them: alive(R)' within 3 plies"),
    ("replies ranked", "advice a for White to win replies any by least margin' then most steps(k', R')
        reach after us: split' and margin' <= margin at root within 5 plies"),
    ("both ranked, plies counted", "advice a for White to win each move K else R by least (if ply = 1 then steps(K', k') else walk(K', k'))
        replies any by most steps(k', K') - left reach after us: ply = 3 and split' or ply = 5 and check' within 5 plies"),
    ("holding only", "advice a for Black to draw hold after them: not mate' hold after us: k' not in corner within 4 plies"),
    ("first moves where the other side begins", "advice b for White to win move K where oblique(K, K') else R each move any by least steps(K', k')
        reach after us: split' within 4 plies
        advice a for White to win reach after us: can b' and check' within 1 ply"),
    ("given a square and a bound", "advice b(z: Square, d: 1 .. 5) for White to win each move K reach after us: K' = z and steps(K', k') <= steps(K at root, k at root) within d plies
        advice a for White to win when can b((R.file, R.rank + 1), 3) or can b(d4, 5) reach after us: check' within 1 ply"),
    ("against other advice", "advice b for White to win reach after us: k' in edge and check' hold after us: not stalemate' within 3 plies
        advice c for Black to draw each move k where k' in edge else k by least steps(k', R') then most k'.file hold after them: steps(K', k') > 2 within 3 plies
        advice a for White to win reach: (can b against c)' within 2 plies"),
    ("holding against other advice", "advice b for White to win hold: alive(R)' and margin' <= 2 within 4 plies
        advice c for Black to draw when k not in corner each move any where left > 0 hold after us: steps(K', k') > 2 within 3 plies
        advice a for White to win reach: (can b against c)' within 2 plies"),
    ("captures and stalemates", "advice take for Black to draw reach after us: captured(R)' within 3 plies
        advice a for Black to draw when not check move any hold after them: can take' or steps(k', R') > 1 within 2 plies"),
];

fn program(text: &str) -> Program {
    let mut sources = Sources::library();
    let source = sources.add("test", text);
    let checked = check(&sources, source, &[]);
    let complaints: Vec<String> = checked.diagnostics.iter().map(|d| d.render(&sources)).collect();
    assert!(!checked.has_errors(), "{}", complaints.join("\n"));
    checked.programs[0].clone()
}

fn with_engine<T>(program: &Program, folds: bool, work: impl FnOnce(&mut Engine<'_>) -> T) -> T {
    let space = Space::new(&program.endgame).unwrap();
    let none = TableSource::empty();
    let tables = Tables::new(&program.endgame, &Unwatched, 1 << 30, &none);
    let ground = Ground { program, space: &space, options: Vec::new(), tables: &tables, watch: &Unwatched };
    work(&mut Engine::new(ground, 4 << 30, folds))
}

/// Some positions at home, spread over all of them.
fn sample(engine: &mut Engine<'_>, side: u16, stride: usize) -> Vec<Code> {
    engine.unfold();
    engine.home_positions(side).unwrap().iter().copied().step_by(stride).collect()
}

fn sorted(engine: &Engine<'_>, codes: impl IntoIterator<Item = Code>) -> Vec<Code> {
    let mut codes: Vec<Code> = codes.into_iter().map(|code| engine.space().canonical(bare(code))).collect();
    codes.sort_unstable();
    codes
}

#[test]
fn trees_and_choices_are_those_of_the_search() {
    for (name, advice) in ADVICE {
        let side = if advice.contains("a for Black") { "Black" } else { "White" };
        let aim = if side == "White" { "win" } else { "draw" };
        let text = format!("{KRK}{advice} strategy s for {side} to {aim} try a");
        let program = program(&text);
        let can = program.advice.last().unwrap().can;
        for folds in [false, true] {
            with_engine(&program, folds, |engine| {
                let mut trees = 0;
                for turn in [0, 1] {
                    let codes = sample(engine, turn, 9001);
                    let found = engine.definition(can, &codes).unwrap();
                    let mut first = Search::new(&program, engine.space(), &Unwatched);
                    for (&code, found) in codes.iter().zip(found) {
                        assert_eq!(
                            first.holds(can, code).unwrap(),
                            found != 0,
                            "{name}: {}",
                            fen(engine, code)
                        );
                        let mut interpreter = engine.ground.interpreter(MovesFrom::Core).fuel(u64::MAX);
                        let searched =
                            interpreter.definition_holds(can, &[engine.space().state(code)]).unwrap();
                        assert_eq!(found != 0, searched, "{name}: {}", fen(engine, code));
                        trees += i32::from(searched);
                    }
                }
                // A test of nothing would pass too.
                assert!(trees > 0, "{name}");
                let side = program.strategies[0].side;
                let codes = sample(engine, side, 9001);
                engine.ensure(StrategyId(0), &codes).unwrap();
                let mut first = Search::new(&program, engine.space(), &Unwatched);
                for code in codes {
                    let mut interpreter = engine.ground.interpreter(MovesFrom::Core).fuel(u64::MAX);
                    let searched = interpreter.choice(StrategyId(0), &engine.space().state(code)).unwrap();
                    let searched = searched.map_or_else(Vec::new, |choice| choice.moves);
                    let searched =
                        sorted(engine, searched.iter().map(|(_, state)| engine.space().code(state)));
                    let (_, moves) = engine.choice(StrategyId(0), code).unwrap();
                    let asked =
                        first.asked(StrategyId(0), code).unwrap().map_or_else(Vec::new, |(_, moves)| moves);
                    assert_eq!(sorted(engine, asked), searched, "{name}: {}", fen(engine, code));
                    assert_eq!(
                        sorted(engine, moves.iter().copied()),
                        searched,
                        "{name}: {}",
                        fen(engine, code)
                    );
                }
            });
        }
    }
}

/// Some legal positions with everybody at home, picked without order.
fn picked(space: &Space, side: u16, count: usize) -> Vec<Code> {
    let mut number = 20_031_u64;
    let mut square = || {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (number >> 58) as u8
    };
    let side = adli_chess::Colour::ALL[usize::from(side)];
    let all = std::iter::repeat_with(|| {
        let squares: Vec<u8> = (0..space.men()).map(|_| square()).collect();
        space.at(side, &squares)
    });
    all.filter(|&code| space.is_legal(code) && space.has_move(code, space.endgame.everybody()))
        .take(count)
        .collect()
}

/// The depth-first search finds a tree where the tables do, with the same first move, and what it refuses they refuse for the same reason;
/// the plain interpreter accepts the tree. Answers how many trees there are.
fn same_trees(program: &Program, id: AdviceId, count: usize) -> usize {
    let with = with_only(program, id);
    let advice = program.advice(id).unwrap();
    with_engine(&with, true, |engine| {
        let mut found = 0;
        for code in picked(engine.space(), advice.side, count) {
            let tree = Search::new(program, engine.space(), &Unwatched).tree(id, code).unwrap();
            let told = begins(&engine.search(id, code).unwrap());
            assert_eq!(begins(&tree), told, "{}: {}", advice.name, fen(engine, code));
            if let Searched::Found(tree) = tree {
                let mut interpreter = engine.ground.interpreter(MovesFrom::Core).fuel(u64::MAX);
                assert!(interpreter.confirms(&tree).unwrap(), "{}: {}", advice.name, fen(engine, code));
                found += 1;
            }
            same_folded_tree(program, engine, id, code);
        }
        found
    })
}

/// Search and tables fold alike, and what is folded unfolds to a tree that the plain interpreter accepts.
fn same_folded_tree(program: &Program, engine: &mut Engine<'_>, id: AdviceId, code: Code) {
    let folded = Search::new(program, engine.space(), &Unwatched).folded(id, code).unwrap();
    let name = &program.advice(id).unwrap().name;
    assert_eq!(folded, engine.folded(id, code).unwrap(), "{name}: {}", fen(engine, code));
    if let Searched::Found(folded) = folded {
        let mut interpreter = engine.ground.interpreter(MovesFrom::Core).fuel(u64::MAX);
        assert!(interpreter.confirms(&folded.unfold()).unwrap(), "{name}: {}", fen(engine, code));
    }
}

/// The first move of a tree, or why there is none.
fn begins(searched: &Searched) -> Result<Option<SlotMove>, Vec<Refusal>> {
    match searched {
        Searched::Found(tree) => Ok(tree.first().map(|first| first.mv)),
        Searched::None(refusals) => Err(refusals.clone()),
    }
}

/// There is a tree where the plain interpreter finds one. Answers how many there are.
fn same_answers(program: &Program, id: AdviceId, count: usize) -> usize {
    let space = Space::new(&program.endgame).unwrap();
    let advice = program.advice(id).unwrap();
    let codes = picked(&space, advice.side, count);
    let has_tree = |code: &Code| {
        let state = space.state(*code);
        let mut interpreter = Interpreter::new(program).moves_from(MovesFrom::Core);
        let searched = interpreter.definition_holds(advice.can, &[state]).unwrap();
        let found = Search::new(program, &space, &Unwatched).tree(id, *code).unwrap();
        let fen = state.position(&program.endgame).unwrap().to_string();
        assert_eq!(matches!(found, Searched::Found(_)), searched, "{}: {fen}", advice.name);
        searched
    };
    codes.iter().filter(|code| has_tree(code)).count()
}

#[test]
fn one_tree_is_that_of_the_tables_feature_by_feature() {
    for (name, advice) in ADVICE {
        let program = program(&format!("{KRK}{advice}"));
        let id = AdviceId(program.advice.len() as u16 - 1);
        // Where goals look at the root as no number, tables leave trees to the plain interpreter.
        let trees = if name.contains("of the root") { same_answers } else { same_trees };
        assert!(trees(&program, id, 100) > 0, "{name}");
    }
}

/// All advice of a library text. Answers how many trees there are.
fn library_trees(name: &str, trees: fn(&Program, AdviceId, usize) -> usize, count: usize) -> Vec<usize> {
    let (_, text) = TEXTS.iter().find(|(text, _)| *text == name).unwrap();
    let program = program(text);
    (0..program.advice.len()).map(|id| trees(&program, AdviceId(id as u16), count)).collect()
}

#[test]
fn one_tree_is_that_of_the_tables_for_library_advice() {
    assert!(library_trees("krk/bratko-al1", same_trees, 60).iter().all(|&found| found > 0));
    let found = library_trees("knkr/bratko-1979", same_answers, 12);
    assert!(found.iter().filter(|&&found| found > 0).count() > 9, "{found:?}");
    assert!(library_trees("knkr/bratko-1979", same_trees, 1).iter().any(|&found| found > 0));
}

#[test]
#[ignore = "minutes: thousands of trees; `just exhaustive` runs it"]
fn one_tree_is_that_of_the_tables_for_library_advice_on_thousands() {
    assert!(library_trees("krk/bratko-al1", same_trees, 5_000).iter().all(|&found| found > 0));
    for name in ["knkr/bratko-1978", "knkr/bratko-1979"] {
        let found = library_trees(name, same_trees, 100);
        assert!(found.iter().all(|&found| found > 0), "{found:?}");
        library_trees(name, same_answers, 1_000);
    }
}

fn fen(engine: &Engine<'_>, code: Code) -> String {
    engine.space().state(code).position(&engine.program().endgame).unwrap().to_string()
}

/// Follows all play from a position, with the commitments of the interpreter and the modes of the engine side by side.
fn follow(
    engine: &mut Engine<'_>,
    search: &mut Interpreter<'_>,
    code: Code,
    tree: Option<Commitment>,
    plies: u32,
) {
    let space = engine.space();
    let strategy = StrategyId(0);
    let state = space.state(code);
    if plies == 0 || !space.is_home(code) {
        return;
    }
    let own = u16::from(turn(code).0) == engine.program().strategies[0].side;
    let (step, states) = match (own, &tree) {
        (true, Some(tree)) => (Some(tree.step), search.tree_moves(tree, &state).unwrap()),
        (true, None) => {
            let choice = search.choice(strategy, &state).unwrap();
            choice.map_or((None, Vec::new()), |choice| (Some(choice.step), choice.moves))
        }
        (false, _) => (None, search.legal_moves(&state).unwrap()),
    };
    if let Some(tree) = tree.as_ref().filter(|_| own) {
        let moves = Search::new(engine.program(), space, &Unwatched).tree_moves(tree, code).unwrap();
        let told = states.iter().map(|(_, state)| space.code(state));
        assert_eq!(sorted(engine, moves), sorted(engine, told), "{}", fen(engine, code));
    }
    let mut next = Vec::new();
    if own {
        engine.ensure(strategy, &[code]).unwrap();
        let (found, moves) = engine.choice(strategy, code).unwrap();
        assert_eq!(found.map(usize::from), step, "{}", fen(engine, code));
        next.extend(moves.iter().copied());
    } else {
        engine.ensure_replies(&[code]).unwrap();
        engine.replies(code, |reply| next.push(reply));
    }
    assert_eq!(
        sorted(engine, next.iter().copied()),
        sorted(engine, states.iter().map(|(_, state)| space.code(state))),
        "{}",
        fen(engine, code)
    );
    for after in next {
        let there = space.state(after);
        let begun = tree;
        let tree = match (&tree, step) {
            (Some(tree), _) => search.follow(tree, &state, &there).unwrap(),
            (None, Some(step)) => {
                let advice = engine.program().strategies[0].steps[step].advice.unwrap();
                search.commitment(step, advice, &state, &there).unwrap()
            }
            (None, None) => None,
        };
        if let Some(before) = begun {
            let searched =
                Search::new(engine.program(), space, &Unwatched).follow(&before, bare(code), bare(after));
            assert_eq!(searched.unwrap(), tree, "{}", fen(engine, code));
        }
        // After an own move the search sees at once whether a reply is looked at; the engine finds out with the replies.
        let has_mode = adli_position::space::mode(after) != 0;
        assert!(
            if own { has_mode || tree.is_none() } else { has_mode == tree.is_some() },
            "{}",
            fen(engine, after)
        );
        follow(engine, search, after, tree, plies - 1);
    }
}

#[test]
#[ignore = "ten seconds; `just exhaustive` runs it"]
fn trees_are_played_out_as_the_search_does() {
    let tables = [
        "advice a for White to win reach after us: split' hold after us: not stalemate' within 5 plies",
        "advice a for White to win reach after us: split' and steps(K', k') = 2 within 5 plies, quickest",
        "advice a for White to win replies k where k' in edge reach after us: split' within 5 plies",
        "advice a for White to win reach after them: margin' < margin at root hold: alive(R)' within 4 plies",
        "advice a for White to win reach after them: width' < width at root hold: alive(R)' within 4 plies",
        "advice a for White to win each move R else K by least steps(K', k') reach after us: split' hold: alive(R)' within 3 plies",
        "advice a for White to win each move any by most steps(R', k') reach after us: split' and steps(K', k') = 2 within 5 plies, quickest",
        "advice a for White to win replies k where k' not in edge else any by least steps(k', K') reach after us: split' within 3 plies",
        "advice a for White to win reach after us: split' within 3 plies
            advice b for White to win each move K by least steps(K', k') reach after us: steps(K', k') <= margin at root hold: alive(R)' within 4 plies
            strategy s for White to win try a then b",
        "advice a for White to win reach: check' within 2 plies
            advice b for White to win hold: alive(R)' and margin' <= margin at root within 3 plies
            advice c for White to win reach after them: k' in edge within 4 plies, quickest
            strategy s for White to win try a then c, b, again",
        "advice a for White to win reach after them: margin' <= 2 hold: alive(R)' within 2 plies
            advice b for White to win move R where check' else K reach after us: split' within 1 ply most steps(R', k')
            strategy s for White to win try a then b",
    ];
    for text in tables {
        let tries = if text.contains("strategy") { "" } else { "strategy s for White to win try a" };
        let program = program(&format!("{KRK}def width = 2 * steps(K, k) + steps(R, k) {text} {tries}"));
        for folds in [false, true] {
            with_engine(&program, folds, |engine| {
                if text.contains("width") {
                    // All seventeen values of it, so that trees are worth numbers.
                    let codes = sample(engine, 0, 101);
                    engine.definition(program.advice[0].can, &codes).unwrap();
                    assert!(
                        engine.with_trees(AdviceId(0), |_, trees| Ok(trees.threshold.is_some())).unwrap()
                    );
                }
                let mut search = engine.ground.interpreter(MovesFrom::Core).fuel(u64::MAX);
                let mut committed = 0;
                for code in sample(engine, 0, 23_011) {
                    follow(engine, &mut search, code, None, 4);
                    let moves = engine.choice(StrategyId(0), code).map_or(0, |(_, moves)| {
                        moves.iter().filter(|&&after| adli_position::space::mode(after) != 0).count()
                    });
                    committed += moves;
                }
                assert!(committed > 0, "{text}");
            });
        }
    }
}

/// A measure with many values, and a condition that always holds, which nobody sees from the text.
const MEASURE: &str =
    "def far = 5 * steps(K, k) + 3 * steps(R, k) + steps(K, R) def apart = steps(K, k) > 1 ";

/// Advice that compares a measure with the root, and whether trees are worth numbers then.
const COMPARISONS: [(&str, bool); 10] = [
    ("for White to win reach after them: k' in edge hold after us: far' <= far at root and alive(R)' within 4 plies", true),
    ("for White to win reach after us: far' < far at root and check' within 3 plies", true),
    ("for White to win reach after them: margin' < margin at root hold: not (far' >= far at root) within 4 plies", true),
    ("for Black to draw hold after us: (if k' in edge then far' >= far at root else far' > far at root)
        hold after them: not mate' within 4 plies", true),
    ("for Black to draw reach after us: far' > far at root or captured(R)' hold after us: steps(k', R') + 4 > far at root or far' >= far at root
        within 3 plies", true),
    ("for White to win reach after us: ply = 3 and far' < far at root hold after them: far' <= far at before within 3 plies", true),
    // Harder and easier at once; in a class of moves; in another way than by comparison.
    ("for White to win reach after them: far' < far at root hold after us: far' >= far at root within 4 plies", false),
    ("for White to win each move any where far' <= far at root reach after us: check' within 3 plies", false),
    ("for White to win reach after us: (far' < far at root iff k' in edge) and check' within 3 plies", false),
    ("for White to win replies k where alive(R)' by most min(far', far at root) reach after us: far' < far at root and check' within 3 plies", false),
];

/// Where roots differ in many numbers, trees are worth numbers; the search and tables for each number say the same.
#[test]
fn trees_are_worth_what_the_search_says() {
    for (advice, is_worth) in COMPARISONS {
        let side = u16::from(advice.starts_with("for Black"));
        let program_of = |advice: &str| program(&format!("{KRK}{MEASURE}advice a {advice}"));
        let (numbers, kinds) = (program_of(advice), program_of(&hidden(advice)));
        let answer = |program: &Program, folds: bool, is_worth: bool, searches: usize| {
            let can = program.advice[0].can;
            with_engine(program, folds, |engine| {
                let codes = sample(engine, side, 307);
                let found = engine.definition(can, &codes).unwrap();
                let has_threshold = |_: &mut Engine<'_>, trees: &mut Trees| Ok(trees.threshold.is_some());
                assert_eq!(engine.with_trees(AdviceId(0), has_threshold), Ok(is_worth), "{advice}");
                for (&code, &found) in codes.iter().zip(&found).step_by(97).take(searches) {
                    let mut interpreter = engine.ground.interpreter(MovesFrom::Core).fuel(u64::MAX);
                    let searched = interpreter.definition_holds(can, &[engine.space().state(code)]).unwrap();
                    assert_eq!(found != 0, searched, "{advice}: {}", fen(engine, code));
                }
                found
            })
        };
        let found = answer(&numbers, true, is_worth, 5);
        assert_eq!(found, answer(&numbers, false, is_worth, 0), "{advice}");
        assert_eq!(found, answer(&kinds, true, false, 0), "{advice}");
        assert!(found.contains(&0) && found.contains(&1), "{advice}");
    }
}

/// The same advice with comparisons behind a condition that always holds.
fn hidden(advice: &str) -> String {
    let compared = [
        "far' <= far",
        "far' < far",
        "far' >= far",
        "far' > far",
        "margin' < margin",
        "steps(k', R') + 4 > far",
    ];
    compared.iter().fold(advice.to_owned(), |advice, compared| {
        advice.replace(&format!("{compared} at root"), &format!("({compared} at root iff apart')"))
    })
}

#[test]
fn positions_with_modes_keep_them_under_symmetries() {
    let program = program(KRK);
    let space = Space::new(&program.endgame).unwrap();
    let code = adli_position::space::with_mode(space.at(adli_chess::Colour::Black, &[0, 9, 63]), 5);
    for symmetry in 0..8 {
        let image = space.image(code, symmetry);
        assert_eq!(adli_position::space::mode(image), 5);
        assert_eq!(bare(image), space.image(bare(code), symmetry));
        assert_eq!(space.index(image), None);
    }
    assert_eq!(space.state(code), space.state(bare(code)));
}

#[test]
fn tables_keep_two_bits_or_sixteen() {
    let program = program(KRK);
    let space = Space::new(&program.endgame).unwrap();
    let codes: Vec<Code> = (0..64).map(|k| space.at(adli_chess::Colour::Black, &[k, 63 - k, 9])).collect();
    let committed = adli_position::space::with_mode(codes[0], 5);
    for (thin, wide) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut cells = Cells::new(&space, thin, wide);
        let number = |at: usize| if wide { 65_535 - 900 * at as u16 } else { at as u16 % 4 };
        for (at, &code) in codes.iter().chain([&committed]).enumerate() {
            assert_eq!(cells.get(&space, code), UNKNOWN);
            cells.set(&space, code, number(at + 7));
            cells.set(&space, code, number(at));
        }
        for (at, &code) in codes.iter().chain([&committed]).enumerate() {
            assert_eq!(cells.get(&space, code), number(at), "{thin} {wide} {at}");
        }
    }
}

#[test]
fn a_measure_with_too_many_values_is_told() {
    let mut said = Said::new();
    let bounds = |worth: Worth| Bounds { least: NO, most: worth };
    assert_eq!([NO, YES].map(|worth| said.number(Bounds::known(worth))), [Ok(1), Ok(2)]);
    for worth in 4..=65_535 {
        assert_eq!(said.number(bounds(worth)), Ok(worth as u16));
    }
    assert_eq!(said.bounds(70), bounds(70));
    assert_eq!(said.number(bounds(70)), Ok(70));
    assert!(matches!(said.number(bounds(65_536)), Err(Limit::NotRun(_))));
}
