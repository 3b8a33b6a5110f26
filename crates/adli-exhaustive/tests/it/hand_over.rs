//! Strategies that hand over: after a promotion or a capture another text goes on, and plays as it does by itself.
use std::collections::BTreeMap;

use adli_chess::{Colour, Kind, Man, Position, Square};
use adli_claims::{Options, Reason, Unwatched, Verdict};
use adli_exhaustive::{compile, moves_left};
use adli_lang::term::StrategyId;
use adli_lang::{ClaimKind, Interpreter, MovesFrom, Program, Sources, State, check};

use crate::common::{claim, programs, prove};

/// The pawn promotes at once, or not at all.
const PROMOTES: &str = "endgame KPK White K P v Black k use geometry
    use \"kqk/adli\" (queen) where Q is P
    strategy s for White to win
      step promote: move P where kind(P') = Q and not stalemate'
      then queen
    theorem wins: s reaches mate from White to move and P.rank = 7 and P.file = 5 and s.step = promote and k.rank < 6";

/// The queen takes the pawn at once, or not at all.
const TAKES: &str = "endgame KQKP White K Q v Black k p use geometry
    use \"kqk/adli\" (queen)
    strategy s for White to win
      step take: move Q where captured(p)' and not stalemate' and (steps(Q', k') > 1 or steps(Q', K') = 1)
      then queen
    theorem wins: s reaches mate from White to move and K = b2 and p = e5 and s.step = take";

/// All ways to place men.
fn placements(men: &[(Colour, Kind, Vec<Square>)], turn: Colour) -> Vec<Position> {
    let mut placed: Vec<Vec<(Square, Man)>> = vec![Vec::new()];
    for (colour, kind, squares) in men {
        let man = Man { colour: *colour, kind: *kind };
        let longer = placed.iter().flat_map(|men| {
            let free = squares.iter().filter(|square| men.iter().all(|(taken, _)| taken != *square));
            free.map(|&square| [&men[..], &[(square, man)]].concat())
        });
        placed = longer.collect();
    }
    placed.into_iter().filter_map(|men| Position::from_men(turn, men).ok()).collect()
}

fn everywhere() -> Vec<Square> {
    Square::all().collect()
}

fn square(name: &str) -> Vec<Square> {
    vec![name.parse().unwrap()]
}

/// In how many moves `kqk/adli` mates, whoever replies how, by that text alone.
struct Queen {
    program: Program,
    left: Vec<u32>,
}

impl Queen {
    fn new() -> Queen {
        let program = programs("kqk/adli", None).remove(0);
        let ClaimKind::Reaches { strategy, from, .. } = program.claims[0].says else { panic!() };
        let left = moves_left(&program, (strategy, from), &[], &Options::default(), &Unwatched).unwrap();
        Queen { program, left }
    }

    fn left(&self, position: &Position) -> u32 {
        let state = State::from_position(&self.program.endgame, position).unwrap();
        let place = (0..3).fold(0, |place, slot| {
            let (file, rank) = state.place(adli_lang::term::Slot(slot));
            64 * place + 8 * (rank - 1) as usize + file as usize - 1
        });
        self.left[place]
    }

    /// After a move that makes it a queen's ending: none if it is mate, else the longest of all replies.
    fn after(&self, position: &Position) -> Option<u32> {
        let replies = position.legal_moves().map(|mv| position.play(mv));
        let left = replies.map(|reply| Some(self.left(&reply)).filter(|&left| left > 0));
        left.collect::<Option<Vec<u32>>>().map(|left| left.into_iter().max().unwrap_or(0))
    }
}

/// How many positions take how many moves, by chess and by what the other text takes.
fn expected(starts: Vec<Position>, first: impl Fn(&Position) -> Vec<Position>) -> BTreeMap<u32, u64> {
    let queen = Queen::new();
    let mut counts = BTreeMap::new();
    for start in starts {
        let afters = first(&start);
        let worst = afters.iter().map(|after| 1 + queen.after(after).unwrap()).max();
        if let Some(worst) = worst {
            *counts.entry(worst).or_default() += 1;
        }
    }
    counts
}

fn is_stalemate(position: &Position) -> bool {
    position.legal_moves().next().is_none() && !position.is_check()
}

#[test]
fn after_a_promotion_moves_are_those_of_the_other_text() {
    let (white, black) = (Colour::White, Colour::Black);
    let low = everywhere().into_iter().filter(|square| square.rank() < 5).collect();
    let men =
        [(white, Kind::King, everywhere()), (white, Kind::Pawn, square("e7")), (black, Kind::King, low)];
    let promotes = |position: &Position| {
        let moves = position.legal_moves().filter(|mv| mv.promotion == Some(Kind::Queen));
        moves.map(|mv| position.play(mv)).filter(|after| !is_stalemate(after)).collect()
    };
    let expected = expected(placements(&men, white), promotes);
    let report = prove("test", &programs("test", Some(PROMOTES)), &Options::default(), &Unwatched);
    let wins = claim(&report, "wins");
    assert_eq!(wins.verdict, Verdict::Proved, "{:?}", wins.reason);
    assert_eq!(wins.by_moves, expected);
    assert!(expected.values().sum::<u64>() > 2000, "{expected:?}");
    // What goes on is counted where it is met, and named.
    let squeeze = wins.rules.iter().find(|rule| rule.name == "queen.squeeze").unwrap();
    assert!(squeeze.positions > 1000, "{}", squeeze.positions);
}

#[test]
fn after_a_capture_moves_are_those_of_the_other_text() {
    let (white, black) = (Colour::White, Colour::Black);
    let men = [
        (white, Kind::King, square("b2")),
        (white, Kind::Queen, everywhere()),
        (black, Kind::King, everywhere()),
        (black, Kind::Pawn, square("e5")),
    ];
    let takes = |position: &Position| {
        let queen = |square| position.at(square) == Some(Man { colour: white, kind: Kind::Queen });
        let moves = position.legal_moves().filter(|mv| mv.to.to_string() == "e5" && queen(mv.from));
        let apart = |a: Square, b: Square| a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()));
        let king = |position: &Position, colour| {
            let king = Some(Man { colour, kind: Kind::King });
            everywhere().into_iter().find(|&square| position.at(square) == king).unwrap()
        };
        let safe = |after: &Position| {
            let e5 = "e5".parse().unwrap();
            apart(e5, king(after, black)) > 1 || apart(e5, king(after, white)) == 1
        };
        moves.map(|mv| position.play(mv)).filter(|after| safe(after) && !is_stalemate(after)).collect()
    };
    let expected = expected(placements(&men, white), takes);
    let report = prove("test", &programs("test", Some(TAKES)), &Options::default(), &Unwatched);
    let wins = claim(&report, "wins");
    assert_eq!(wins.verdict, Verdict::Proved, "{:?}", wins.reason);
    assert_eq!(wins.by_moves, expected);
    assert!(expected.values().sum::<u64>() > 500, "{expected:?}");
}

/// Positions of king and queen against king with White to move.
fn queens() -> Vec<Position> {
    let men = [(Colour::White, Kind::King), (Colour::White, Kind::Queen), (Colour::Black, Kind::King)];
    placements(&men.map(|(colour, kind)| (colour, kind, everywhere())), Colour::White)
}

#[test]
fn rules_compiled_tables_and_the_plain_interpreter_go_on_alike() {
    let alone = programs("kqk/adli", None).remove(0);
    let mut by_itself = Interpreter::new(&alone).moves_from(MovesFrom::Core);
    for text in [PROMOTES, TAKES] {
        let program = programs("test", Some(text)).remove(0);
        let number = program.strategies.iter().position(|strategy| strategy.name == "s").unwrap();
        let id = StrategyId(number as u16);
        // Four men take a minute.
        let table = (text == PROMOTES).then(|| {
            let table = compile(&program, id, [7; 32], &Options::default(), &Unwatched).unwrap();
            adli_position::Compiled::from_bytes(&table.to_bytes()).unwrap()
        });
        let mut handed_over = Interpreter::new(&program).moves_from(MovesFrom::Core);
        let strategy = &program[id];
        assert_eq!(strategy.casts.len(), 2);
        for position in queens().into_iter().step_by(173) {
            let state = State::with_cast(&program.endgame, &strategy.casts[1], &position).unwrap();
            let there = State::from_position(&alone.endgame, &position).unwrap();
            let (ours, theirs) = (
                handed_over.choice(id, &state).unwrap().unwrap(),
                by_itself.choice(StrategyId(0), &there).unwrap().unwrap(),
            );
            let name = format!("queen.{}", alone.strategies[0].steps[theirs.step].name);
            assert_eq!(strategy.steps[ours.step].name, name, "{position}");
            let boards = |program: &Program, moves: &[(adli_lang::SlotMove, State)]| -> Vec<Position> {
                let mut boards: Vec<Position> =
                    moves.iter().map(|(_, after)| after.position(&program.endgame).unwrap()).collect();
                boards.sort_by_key(ToString::to_string);
                boards
            };
            let allowed = boards(&program, &ours.moves);
            assert_eq!(allowed, boards(&alone, &theirs.moves), "{position}");
            if let Some(table) = &table {
                let answer = table.look_up(&program.endgame, &position, 0).unwrap();
                assert_eq!(answer.step, ours.step, "{position}");
                assert!(allowed.contains(&position.play(answer.mv)), "{position}");
            }
        }
    }
}

/// Other men than those of the texts that go on: the strategy is not asked, as without `then`.
#[test]
fn nobody_goes_on_with_other_men() {
    let text = PROMOTES.replace("kind(P') = Q and", "not home' and") + " expect refuted";
    let report = prove("test", &programs("test", Some(&text)), &Options::default(), &Unwatched);
    let wins = claim(&report, "wins");
    assert_eq!(wins.verdict, Verdict::Refuted);
    assert!(wins.failures.as_ref().unwrap().kinds.contains_key(&Reason::HomeLeft));
    let without = PROMOTES.replace("then queen", "") + " expect refuted";
    let report = prove("test", &programs("test", Some(&without)), &Options::default(), &Unwatched);
    let kinds = &claim(&report, "wins").failures.as_ref().unwrap().kinds;
    assert_eq!(kinds.keys().copied().collect::<Vec<_>>(), [Reason::HomeLeft]);
}

/// A text that goes on may favour one wing, though the one that hands over does not: then no symmetry is used. And the other way round.
#[test]
fn symmetries_are_those_of_all_texts() {
    let queen = adli_lang::TEXTS.iter().find(|(name, _)| *name == "kqk/adli").unwrap().1;
    for (favours, ours, symmetries) in [("", "", 2), ("K'.file, ", "", 1), ("", "least K'.file", 1)] {
        let mut sources = Sources::library();
        let text = queen.replace("least (steps(K', k'),", &format!("least ({favours}steps(K', k'),"));
        sources.add("other", &text);
        let text = PROMOTES.replace("kqk/adli", "other");
        let text = text.replace("not stalemate'", &format!("not stalemate' {ours}"));
        let text = text.replace("P.file = 5 and ", "") + " expect refuted";
        let source = sources.add("test", &text);
        let checked = check(&sources, source, &[]);
        assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
        let counts = |symmetries: bool| {
            let options = Options { symmetries, ..Options::default() };
            let report = prove("test", &checked.programs, &options, &Unwatched);
            let wins = claim(&report, "wins").clone();
            let rules: Vec<u64> = wins.rules.iter().map(|rule| rule.positions).collect();
            (wins.verdict, wins.positions, wins.by_moves, rules, wins.symmetries)
        };
        let (with, without) = (counts(true), counts(false));
        assert_eq!((&with.0, &with.1, &with.2, &with.3), (&without.0, &without.1, &without.2, &without.3));
        assert_eq!(with.4.unwrap_or(1), symmetries, "{favours}{ours}");
    }
}

/// King, rook and pawn: the pawn promotes, then the rook may be given up.
#[test]
fn a_text_that_goes_on_may_hand_over_too() {
    let mut sources = Sources::library();
    let rook_and_queen = "endgame KRQK White K R Q v Black k use geometry
        use \"kqk/adli\" (queen)
        strategy both for White to win
          step mate_now: move where mate'
          step give: move R where steps(R', k') = 1 and not stalemate' and (count move: captured(R)' and legal') = 0
          step rook: move R where every move: true
          then queen";
    sources.add("krqk", rook_and_queen);
    let text = "endgame KRPK White K R P v Black k
        use \"krqk\" (both) where Q is P
        strategy s for White to win
          step promote: move P where kind(P') = Q
          then both
        lemma names: in every position where White to move: s.step not in {both.give, both.queen.squeeze}";
    let source = sources.add("test", text);
    let checked = check(&sources, source, &[]);
    assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
    let program = &checked.programs[0];
    let s = program.strategies.iter().find(|strategy| strategy.name == "s").unwrap();
    let kinds: Vec<Vec<Option<Kind>>> = s.casts.iter().map(|cast| cast.0.clone()).collect();
    let (king, rook, pawn, queen) = (Some(Kind::King), Some(Kind::Rook), Some(Kind::Pawn), Some(Kind::Queen));
    assert_eq!(kinds, [[king, rook, pawn, king], [king, rook, queen, king], [king, None, queen, king]]);
    let id = StrategyId(program.strategies.iter().position(|strategy| strategy.name == "s").unwrap() as u16);
    let mut interpreter = Interpreter::new(program).moves_from(MovesFrom::Core);
    let mut named = |fen: &str, cast: usize| {
        let position: Position = fen.parse().unwrap();
        let state = State::with_cast(&program.endgame, &s.casts[cast], &position).unwrap();
        interpreter.choice(id, &state).unwrap().map(|choice| s.steps[choice.step].name.clone())
    };
    assert_eq!(named("8/P7/8/8/1k6/8/8/K6R w - - 0 1", 0).as_deref(), Some("promote"));
    assert_eq!(named("8/Q7/8/8/1k6/8/8/K6R w - - 0 1", 1).as_deref(), Some("both.rook"));
    assert_eq!(named("8/Q7/8/8/1k6/8/8/K7 w - - 0 1", 2).as_deref(), Some("both.queen.squeeze"));
}

/// A theorem that rests on one of the other text has its bound added up; where that is not enough, play is followed.
#[test]
fn bounds_of_other_texts_add_up() {
    let text = format!(
        "{PROMOTES}
        theorem rests: s reaches mate within 18 moves from White to move and P = e7 and s.step = promote and k.rank < 6
          by queen.wins
        theorem tight: s reaches mate within 16 moves from White to move and P = e7 and s.step = promote and k.rank < 6
          by queen.wins expect refuted
        theorem fifty: s reaches mate from White to move and P = e7 and s.step = promote and k.rank < 6 under fifty
          by queen.wins
        theorem stuck: s reaches mate from White to move and P = e7 by queen.wins expect refuted"
    );
    let report = prove("test", &programs("test", Some(&text)), &Options::default(), &Unwatched);
    let alone = prove("kqk/adli", &programs("kqk/adli", None), &Options::default(), &Unwatched);
    let theirs = claim(&alone, "wins").longest_moves.unwrap();
    let followed = claim(&report, "wins");
    let rests = claim(&report, "rests");
    assert_eq!((followed.verdict, rests.verdict), (Verdict::Proved, Verdict::Proved), "{:?}", rests.reason);
    assert_eq!(rests.longest_moves, Some(1 + theirs));
    assert!(followed.longest_moves <= rests.longest_moves);
    assert_eq!(rests.rests_on_theorems.len(), 1);
    assert_eq!(
        (&rests.rests_on_theorems[0].theorem[..], rests.rests_on_theorems[0].moves),
        ("queen.wins", theirs)
    );
    // What is mate at once takes as long as it takes.
    assert_eq!(rests.by_moves.get(&1), followed.by_moves.get(&1));
    assert_eq!(rests.by_moves.values().sum::<u64>(), followed.by_moves.values().sum::<u64>());
    for (name, verdict) in
        [("tight", Verdict::Refuted), ("fifty", Verdict::Proved), ("stuck", Verdict::Refuted)]
    {
        let claim = claim(&report, name);
        assert_eq!(claim.verdict, verdict, "{name}: {:?}", claim.reason);
        assert_eq!(claim.as_claimed, Some(true), "{name}");
        assert!(claim.rests_on_theorems.is_empty(), "{name}");
    }
    assert_eq!(claim(&report, "tight").by_moves, followed.by_moves);
}

/// Nothing rests on a theorem that is not proved, and nothing on one from where it does not hold.
#[test]
fn nothing_rests_on_what_is_not_proved() {
    let queen = adli_lang::TEXTS.iter().find(|(name, _)| *name == "kqk/adli").unwrap().1;
    let with = |theorem: &str| {
        let mut sources = Sources::library();
        sources.add("other", &queen.replace("within 17 moves from White to move", theorem));
        let text = PROMOTES.replace("kqk/adli", "other") + " by queen.wins";
        let source = sources.add("test", &text);
        let checked = check(&sources, source, &[]);
        assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
        let report = prove("test", &checked.programs, &Options::default(), &Unwatched);
        claim(&report, "wins").clone()
    };
    let wrong = with("within 16 moves from White to move");
    assert_eq!(wrong.verdict, Verdict::Unknown);
    assert!(wrong.reason.as_ref().unwrap().contains("queen.wins"), "{:?}", wrong.reason);
    // It holds where the queen stands on the first four ranks, and she comes from the eighth: all is followed.
    let elsewhere = with("from White to move and Q.rank < 5");
    let everywhere = with("from White to move");
    assert_eq!((elsewhere.verdict, everywhere.verdict), (Verdict::Proved, Verdict::Proved));
    assert!(elsewhere.by_moves.len() > 10, "{:?}", elsewhere.by_moves);
    assert!(everywhere.by_moves.len() <= 2, "{:?}", everywhere.by_moves);
    // One about nothing is proved too, and nothing follows from it.
    let nowhere = with("from White to move and Q = K");
    assert_eq!(nowhere.verdict, Verdict::Proved, "{:?}", nowhere.reason);
    let followed = prove("test", &programs("test", Some(PROMOTES)), &Options::default(), &Unwatched);
    assert_eq!(nowhere.by_moves, claim(&followed, "wins").by_moves);
    assert_eq!(nowhere.rests_on_theorems.len(), usize::from(nowhere.notes.is_empty()), "{:?}", nowhere.notes);
}
