//! Claims of every kind that the library does not make, each decided a second time by other means: by the plain
//! interpreter position by position, by tables, or by a few lines that know nothing of this project.
use adli_chess::Colour;
use adli_claims::{Options, Reason, Report, Unwatched, Verdict};
use adli_lang::term::{Slot, StrategyId, TermId};
use adli_lang::{ClaimKind, Interpreter, MovesFrom, Program, State};

use crate::common::prove;
use crate::common::{claim, programs, text};

/// All placements of the men at home with some men on fixed squares, like men in the order of their squares.
fn placements(program: &Program, fixed: &[(u8, (i32, i32))]) -> Vec<State> {
    let mut states = vec![State::empty(&program.endgame, Colour::White)];
    for (slot, man) in program.endgame.slots() {
        let place = fixed.iter().find(|(number, _)| *number == slot.0).map(|(_, point)| *point);
        let points: Vec<(i32, i32)> = match place {
            Some(point) => vec![point],
            None => (0..64).map(|at| (at % 8 + 1, at / 8 + 1)).collect(),
        };
        let twin = program
            .endgame
            .slots()
            .find(|(other, twin)| other.0 < slot.0 && twin.kind == man.kind && twin.side == man.side);
        let mut longer = Vec::new();
        for state in &states {
            for &(file, rank) in &points {
                let in_order = twin.is_none_or(|(other, _)| {
                    let (f, r) = state.place(other);
                    (r, f) < (rank, file)
                });
                if in_order {
                    let mut next = *state;
                    next.put(slot, (file, rank));
                    longer.push(next);
                }
            }
        }
        states = longer;
    }
    let mut black: Vec<State> = states.clone();
    black.iter_mut().for_each(|state| state.hand_over((0, 0)));
    states.extend(black);
    states
}

fn domain_of(program: &Program, name: &str) -> TermId {
    let claim = program.claims.iter().find(|claim| claim.name == name).unwrap();
    match &claim.says {
        ClaimKind::CountPositions(domain) | ClaimKind::Everywhere { domain, .. } => *domain,
        ClaimKind::Reaches { from, .. } | ClaimKind::Keeps { from, .. } => *from,
        other => unreachable!("{other:?} has no domain here"),
    }
}

/// The positions of a claim, one by one.
fn positions(program: &Program, name: &str, fixed: &[(u8, (i32, i32))]) -> Vec<State> {
    let domain = domain_of(program, name);
    let mut interpreter = Interpreter::new(program).moves_from(MovesFrom::Core);
    let all = placements(program, fixed);
    all.into_iter().filter(|state| interpreter.holds(domain, &[*state]).unwrap()).collect()
}

#[test]
fn like_men_are_counted_once() {
    let source = "endgame KNNK White K N N v Black k use geometry
        strategy s for White to win
          step check: move N where check' least walk(K', k')
          step near: move N where some x in N': steps(x, k') = 2
          step any: move
        query on_the_ring: count positions where K = c3 and k = a1 and N subset ring(K) | edge and s.step = check
        query nearby: count positions where K = c3 and k = a1 and White to move and s.step = near
        query both_sides: count positions where K = c3 and k = b1 and (some x in N: x in attacks(N))";
    let program = &programs("test", Some(source))[0];
    let report = text(source);
    for (name, king) in [("on_the_ring", (1, 1)), ("nearby", (1, 1)), ("both_sides", (2, 1))] {
        let expected = positions(program, name, &[(0, (3, 3)), (3, king)]).len() as u64;
        assert!(expected > 0, "{name}");
        assert_eq!(claim(&report, name).number, Some(expected), "{name}");
    }
}

#[test]
fn a_tree_is_not_asked_of_one_man_alone() {
    let source = "endgame KRK White K R v Black k use geometry
        advice mate_now for White to win reach after us: mate' within 1 ply
        query either: count positions where White to move and K = c2 and (can mate_now or R.file = 1)";
    let program = &programs("test", Some(source))[0];
    let expected = positions(program, "either", &[(0, (3, 2))]);
    let off_the_file = expected.iter().filter(|state| state.place(Slot(1)).0 != 1).count();
    assert!(off_the_file > 0);
    assert_eq!(claim(&text(source), "either").number, Some(expected.len() as u64));
}

#[test]
fn five_men_on_a_small_domain() {
    let source = "endgame KRPKR White K R P v Black k r use geometry
        lemma lucena: in every position
            where White to move and K = d8 and P = d7 and k = f7 and R.file = 5 and r.file = 3:
          some move of R: check'
        query philidor: count positions where Black to move and k = e8 and K = e5 and P = d5 and r.rank = 6 and check";
    let program = &programs("test", Some(source))[0];
    let report = text(source);
    let lucena = positions(program, "lucena", &[(0, (4, 8)), (2, (4, 7)), (3, (6, 7))]);
    let ClaimKind::Everywhere { show, .. } = program.claims[0].says else { panic!() };
    let mut interpreter = Interpreter::new(program).moves_from(MovesFrom::Core);
    let bad = lucena.iter().filter(|state| !interpreter.holds(show, &[**state]).unwrap()).count() as u64;
    let found = claim(&report, "lucena");
    assert_eq!(found.positions, Some(lucena.len() as u64));
    assert_eq!(found.failures.as_ref().map_or(0, |failures| failures.extent.number), bad);
    let philidor = positions(program, "philidor", &[(0, (5, 5)), (2, (4, 5)), (3, (5, 8))]);
    assert_eq!(claim(&report, "philidor").number, Some(philidor.len() as u64));
}

#[test]
fn the_longest_play_is_that_of_the_paper() {
    let mut source =
        adli_lang::TEXTS.iter().find(|(name, _)| *name == "krk/malikovic-janicic").unwrap().1.to_owned();
    source.push_str("\nquery slow: longest mj from White to move expect 33");
    let options = Options { claims: vec!["slow".into()], ..Options::default() };
    let report = prove("x", &programs("x", Some(&source)), &options, &Unwatched);
    let slow = &report.claims[0];
    assert_eq!((slow.verdict, slow.number), (Verdict::Proved, Some(33)));
    assert_eq!(slow.listed.len(), 66, "33 own moves, 32 replies, and the mate");
}

/// Where White, to move, does not win there is no mate to count to.
#[test]
fn moves_to_mate_are_counted_only_where_there_is_a_mate() {
    let source = "endgame KPK White K P v Black k use geometry
        lemma all_won: in every position where White to move: moves_to_mate <= 28 expect refuted
        lemma won: in every position where White to move and value(White) = win: moves_to_mate <= 28
        query drawn: count positions where White to move and moves_to_mate = 1000
        query soon: count positions where White to move and moves_to_mate <= 10
        query lost: count positions where Black to move and moves_to_mate < 1000 expect 0
        query not_at_once: count positions where White to move and moves_to_mate > 1";
    let report = text(source);
    let program = &programs("test", Some(source))[0];
    let known = adli_tables::solve_all(&["KPK".parse().unwrap()], &adli_claims::Unwatched).unwrap();
    let mut interpreter = Interpreter::new(program).moves_from(MovesFrom::Core);
    let legal = program.laws.legal.unwrap();
    let (mut drawn, mut soon, mut mates) = (0, 0, 0);
    for state in placements(program, &[]).into_iter().filter(|state| state.turn() == Colour::White) {
        if !interpreter.definition_holds(legal, &[state]).unwrap() {
            continue;
        }
        match adli_tables::probe(&known, &state.position(&program.endgame).unwrap()).unwrap() {
            adli_tables::Value::Win(plies) => {
                soon += u64::from(plies < 20);
                mates += u64::from(plies == 1);
            }
            _ => drawn += 1,
        }
    }
    assert!(drawn > 0 && soon > 0);
    assert_eq!(claim(&report, "all_won").failures.as_ref().unwrap().extent.number, drawn);
    let all = claim(&report, "all_won").positions.unwrap();
    let expected = [("drawn", drawn), ("soon", soon), ("lost", 0), ("not_at_once", all - mates)];
    for (name, expected) in expected {
        assert_eq!(claim(&report, name).number, Some(expected), "{name}");
    }
    assert_eq!(claim(&report, "won").verdict, Verdict::Proved);
}

#[test]
fn plays_beyond_counting_stay_at_the_largest_number() {
    // Two kings who walk freely have at least five moves each on average, and 5^31 is more than 2^64.
    let report = text(
        "endgame KK White K v Black k use geometry
         strategy s for White to win step any: move
         lemma few: for play p0 .. p2 of s show true
         lemma many: for play p0 .. p31 of s show true",
    );
    assert_eq!(claim(&report, "many").plays, Some(u64::MAX));
    let program = &programs("test", Some("endgame KK White K v Black k use geometry"))[0];
    let mut interpreter = Interpreter::new(program).moves_from(MovesFrom::Core);
    let legal = program.laws.legal.unwrap();
    let mut few = 0;
    for state in placements(program, &[]).into_iter().filter(|state| state.turn() == Colour::White) {
        if interpreter.definition_holds(legal, &[state]).unwrap() {
            for (_, after) in interpreter.legal_moves(&state).unwrap() {
                few += interpreter.legal_moves(&after).unwrap().len() as u64;
            }
        }
    }
    assert_eq!(claim(&report, "few").plays, Some(few));
}

/// A white king who walks through all ranks in turn, to and fro, until the black king is near.
const WALK: &str = "endgame KK White K v Black k use geometry
    def number(s: Square) = if s.rank mod 2 = 1 then 8 * s.rank - 8 + s.file else 8 * s.rank + 1 - s.file
    def over = K = a8 or steps(K, k) <= 3
    strategy round for White to win step on: move K where number(K') = number(K) + 1
    theorem ends: round reaches mate or over from White to move
    theorem in_time: round reaches mate or over from White to move under fifty expect refuted";

/// The same game on two numbers: how many own moves it takes at most, for each pair of kings with White to move.
fn longest_walks() -> Vec<u32> {
    let number = |square: usize| {
        let (file, rank) = (square % 8 + 1, square / 8 + 1);
        if rank % 2 == 1 { 8 * rank - 8 + file } else { 8 * rank + 1 - file }
    };
    let steps = |a: usize, b: usize| (a % 8).abs_diff(b % 8).max((a / 8).abs_diff(b / 8));
    let mut by_number: Vec<usize> = (0..64).collect();
    by_number.sort_by_key(|&square| number(square));
    let mut longest = vec![0; 64 * 64];
    // From the last square back: each move leads to a square that has been done.
    for at in (0..64).rev() {
        for k in 0..64 {
            let white = by_number[at];
            if at == 63 || steps(white, k) <= 3 {
                continue;
            }
            let next = by_number[at + 1];
            let worst = if steps(next, k) <= 3 {
                0
            } else {
                let replies = (0..64).filter(|&to| steps(k, to) == 1 && steps(next, to) > 1);
                replies.map(|to| longest[64 * next + to]).max().unwrap()
            };
            longest[64 * white + k] = 1 + worst;
        }
    }
    longest
}

#[test]
fn the_fifty_move_rule_counts() {
    let report = text(WALK);
    let walks = longest_walks();
    let longest = *walks.iter().max().unwrap();
    assert!(longest > 50, "{longest}");
    assert_eq!(claim(&report, "ends").longest_moves, Some(longest));
    let in_time = claim(&report, "in_time");
    assert_eq!(in_time.verdict, Verdict::Refuted);
    let failures = in_time.failures.as_ref().unwrap();
    assert!(failures.shown.iter().all(|failure| failure.reason == Reason::FiftyMoves));
    assert_eq!(failures.extent.number, walks.iter().filter(|&&moves| moves > 50).count() as u64);
}

#[test]
fn from_all_takes_in_what_is_no_longer_at_home() {
    let source = "endgame KRK White K R v Black k use geometry
        strategy s for White to win step any: move
        theorem everywhere: s reaches mate or captured(R) from all expect refuted
        theorem home: s reaches mate or captured(R) from White to move expect refuted";
    let report = text(source);
    let program = &programs("test", Some(source))[0];
    let mut interpreter = Interpreter::new(program);
    let legal = program.laws.legal.unwrap();
    // Both sides to move, with the rook and without.
    let mut expected = 0;
    for state in placements(program, &[]) {
        expected += u64::from(interpreter.definition_holds(legal, &[state]).unwrap());
        if state.place(Slot(1)) == (1, 1) {
            let mut without = state;
            without.put(Slot(1), (0, 0));
            expected += u64::from(interpreter.definition_holds(legal, &[without]).unwrap());
        }
    }
    assert_eq!(claim(&report, "everywhere").positions, Some(expected));
    assert_eq!(claim(&report, "home").positions, Some(175_168));
}

#[test]
fn what_a_rule_is_needed_for_is_what_fails_without_it() {
    let rules = [
        "step now: move where mate'",
        "step near: move K where steps(K', k') < steps(K, k)",
        "step any: move",
    ];
    let source = |left_out: usize| {
        let kept: Vec<&str> =
            rules.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, rule)| *rule).collect();
        format!(
            "endgame KRK White K R v Black k use geometry strategy s for White to win {}
             theorem soon: s reaches mate or (steps(K, k) <= 3) from White to move",
            kept.join(" ")
        )
    };
    let failing =
        |report: &Report| report.claims[0].failures.as_ref().map_or(0, |failures| failures.extent.number);
    let options = Options { needed: true, ..Options::default() };
    let report = prove("x", &programs("x", Some(&source(9))), &options, &Unwatched);
    for (number, rule) in report.claims[0].rules.iter().enumerate() {
        assert_eq!(rule.needed_for, Some(failing(&text(&source(number)))), "{}", rule.name);
    }
}

#[test]
fn drawing_moves_are_those_of_the_tables() {
    let text_of = |rule: &str, expect: &str| {
        format!(
            "endgame KRK White K R v Black k use geometry
             strategy s for Black to draw step it: move {rule}
             theorem t: s keeps draw from Black to move and (some move: captured(R)') {expect}"
        )
    };
    // A king who can take the rook draws if he takes it, and loses if he does not.
    let takes = text(&text_of("where captured(R)'", ""));
    assert_eq!(takes.claims[0].verdict, Verdict::Proved);
    let source = text_of("where not captured(R)'", "expect refuted");
    let flees = text(&source);
    assert_eq!(flees.claims[0].verdict, Verdict::Refuted);
    let program = &programs("test", Some(&source))[0];
    let known =
        adli_tables::solve_all(&[program.endgame.material().unwrap()], &adli_claims::Unwatched).unwrap();
    let mut interpreter = Interpreter::new(program).moves_from(MovesFrom::Core);
    let mut expected = 0;
    for state in positions(program, "t", &[]) {
        let choice = interpreter.choice(StrategyId(0), &state).unwrap();
        let loses = |after: &State| {
            let position = after.position(&program.endgame).unwrap();
            matches!(adli_tables::probe(&known, &position).unwrap(), adli_tables::Value::Win(_))
        };
        // Where he has no other move he is not asked; that is a failure too.
        expected += u64::from(choice.is_none_or(|choice| choice.moves.iter().any(|(_, after)| loses(after))));
    }
    assert!(expected > 0);
    assert_eq!(flees.claims[0].failures.as_ref().unwrap().extent.number, expected);
}

/// What is asked after a move of one position only is kept for each position, so that to look five plies ahead does not take five
/// times as long for each ply. How soon there is mate is known to the tables as well.
#[test]
fn looking_ahead_without_definitions_finds_what_tables_know() {
    let one = "some move: mate'";
    let again = |inner: &str| format!("some move: (not stalemate and every move: ({inner})')'");
    let (two, three) = (again(one), again(&again(one)));
    let text = format!(
        "endgame KRK White K R v Black k
         query one: count positions where White to move and {one}
         query two: count positions where White to move and {two}
         query three: count positions where White to move and {three}
         query in_one: count positions where White to move and moves_to_mate <= 1
         query in_two: count positions where White to move and moves_to_mate <= 2
         query in_three: count positions where White to move and moves_to_mate <= 3"
    );
    let report = prove("test", &programs("test", Some(&text)), &Options::default(), &Unwatched);
    let number = |name: &str| claim(&report, name).number.unwrap();
    for (ahead, known) in [("one", "in_one"), ("two", "in_two"), ("three", "in_three")] {
        assert_eq!(number(ahead), number(known), "{ahead}");
    }
    assert!(number("one") < number("two") && number("two") < number("three"));
}
