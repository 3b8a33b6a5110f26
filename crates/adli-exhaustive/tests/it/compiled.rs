//! Compiled tables: what the rules allow, in bytes that cannot be damaged unnoticed.
use adli_chess::{Colour, Kind, Man, Position, Square};
use adli_claims::{Options, Unwatched};
use adli_exhaustive::compile;
use adli_lang::term::StrategyId;
use adli_lang::{Commitment, Interpreter, MovesFrom, Program, State};
use adli_position::{Compiled, Damaged};

use crate::common::programs;

fn compiled(name: &str) -> (Program, StrategyId, Compiled) {
    let program = programs(name, None).remove(0);
    let strategy = StrategyId(0);
    let table = compile(&program, strategy, [7; 32], &Options::default(), &Unwatched).unwrap();
    (program, strategy, table)
}

/// Positions of the white king, a rook or queen, and the black king, spread over all of them.
fn sample(kind: Kind, every: usize) -> Vec<Position> {
    let mut all = Vec::new();
    let man = |colour, kind| Man { colour, kind };
    for king in Square::all() {
        for other in Square::all() {
            for black in Square::all() {
                let men = [
                    (king, man(Colour::White, Kind::King)),
                    (other, man(Colour::White, kind)),
                    (black, man(Colour::Black, Kind::King)),
                ];
                if king != other && king != black && other != black {
                    all.extend(Position::from_men(Colour::White, men));
                }
            }
        }
    }
    all.into_iter().step_by(every).collect()
}

/// Follows the table and the rules side by side from every position of a sample, trees that are played out included.
fn plays_what_the_rules_allow(name: &str, kind: Kind, every: usize) -> u32 {
    let (program, strategy, table) = compiled(name);
    let mut interpreter = Interpreter::new(&program).moves_from(MovesFrom::Core).fuel(u64::MAX);
    let mut committed = 0;
    for (turn, start) in sample(kind, every).into_iter().enumerate() {
        let (mut position, mut tree, mut mode): (Position, Option<Commitment>, u8) = (start, None, 0);
        for ply in 0..12 {
            let Some(before) = State::from_position(&program.endgame, &position) else { break };
            if !before.is_home(&program.endgame) || position.legal_moves().next().is_none() {
                break;
            }
            let mut step = None;
            let mv = if ply % 2 == 0 {
                let (number, allowed) = match &tree {
                    Some(tree) => (tree.step, interpreter.tree_moves(tree, &before).unwrap()),
                    None => {
                        let choice = interpreter.choice(strategy, &before).unwrap().unwrap();
                        (choice.step, choice.moves)
                    }
                };
                committed += u32::from(tree.is_some());
                let answer = table.look_up(&program.endgame, &position, mode).unwrap();
                let after = State::from_position(&program.endgame, &position.play(answer.mv)).unwrap();
                assert_eq!(answer.step, number, "{position}");
                assert!(allowed.iter().any(|(_, state)| *state == after), "{position}: {}", answer.mv);
                step = Some(number);
                mode = answer.commitment;
                answer.mv
            } else {
                // Some reply or other.
                let replies: Vec<_> = position.legal_moves().collect();
                replies[(turn + ply) % replies.len()]
            };
            let next = position.play(mv);
            let after = State::from_position(&program.endgame, &next).unwrap();
            tree = match (&tree, step) {
                (Some(tree), _) => interpreter.follow(tree, &before, &after).unwrap(),
                (None, Some(step)) => {
                    let advice = program[strategy].steps[step].advice;
                    advice.and_then(|advice| interpreter.commitment(step, advice, &before, &after).unwrap())
                }
                (None, None) => None,
            };
            position = next;
        }
    }
    committed
}

#[test]
fn tables_play_what_the_rules_allow() {
    assert_eq!(plays_what_the_rules_allow("kqk/adli", Kind::Queen, 997), 0);
    assert!(plays_what_the_rules_allow("krk/bratko-al1", Kind::Rook, 997) > 20, "trees are played out");
}

#[test]
fn every_position_has_a_move() {
    let (program, _, table) = compiled("krk/bratko-al1");
    for position in sample(Kind::Rook, 1) {
        assert!(table.look_up(&program.endgame, &position, 0).is_some(), "{position}");
    }
    // Black to move, and other men: none.
    let black: Position = "8/8/8/8/3k4/8/8/KR6 b - - 0 1".parse().unwrap();
    let queen: Position = "8/8/8/8/3k4/8/8/KQ6 w - - 0 1".parse().unwrap();
    assert_eq!(table.look_up(&program.endgame, &queen, 0), None);
    let answer = table.look_up(&program.endgame, &black, 0);
    assert!(answer.is_none_or(|answer| black.is_legal(answer.mv)));
}

#[test]
fn bytes_come_back_and_damage_is_noticed() {
    let (program, _, table) = compiled("krk/bratko-al1");
    let bytes = table.to_bytes();
    assert_eq!(Compiled::from_bytes(&bytes).unwrap(), table);
    for at in (0..bytes.len()).step_by(1999).chain(0..80).chain(bytes.len() - 40..bytes.len()) {
        for bit in [0, 7] {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert!(Compiled::from_bytes(&changed).is_err(), "byte {at}");
        }
    }
    for length in (0..bytes.len()).step_by(4999).chain(0..120) {
        assert!(Compiled::from_bytes(&bytes[..length]).is_err(), "{length}");
    }
    assert_eq!(Compiled::from_bytes(b"something else"), Err(Damaged::Other));
    assert_eq!(Compiled::from_bytes(b"ADLIMOVE\x09"), Err(Damaged::Version(9)));
    // With a digest that fits, bytes may say anything; nobody panics, and no move is played that is not legal.
    let position: Position = "8/8/8/8/3k4/8/8/KR6 w - - 0 1".parse().unwrap();
    let body = bytes.len() - 32;
    let mut read = 0;
    for at in (0..body).step_by(1499).chain(0..160) {
        for value in [0, 1, 0x7f, 0xff] {
            let mut forged = bytes[..body].to_vec();
            forged[at] = value;
            let digest = *blake3::hash(&forged).as_bytes();
            forged.extend_from_slice(&digest);
            if let Ok(table) = Compiled::from_bytes(&forged) {
                read += 1;
                for commitment in [0, 1, 255] {
                    let answer = table.look_up(&program.endgame, &position, commitment);
                    assert!(answer.is_none_or(|answer| position.is_legal(answer.mv)));
                }
            }
        }
    }
    assert!(read > 0);
}

/// A move is found among the legal ones whatever else it changes: a right to take in passing, or which of two like men is which.
#[test]
fn double_steps_and_promotions_beside_a_like_man_are_compiled() {
    let double = "endgame KPK White K P v Black k
        strategy s for White to win step double: move P where P'.rank = P.rank + 2";
    let in_passing = "endgame KPKP White K P v Black k p
        strategy s for White to win step double: move P where passing' /= nowhere and K in {a1, b1}";
    let promotes = "endgame KPPK White K P P v Black k
        strategy s for White to win step promote: move P where not home' and K = a1";
    for (text, fen, wanted) in [
        (double, "8/8/8/3k4/8/8/4P3/K7 w - - 0 1", "e2e4"),
        (in_passing, "8/8/8/3k4/3p4/8/4P3/K7 w - - 0 1", "e2e4"),
        (promotes, "8/2P5/8/3k4/8/8/4P3/K7 w - - 0 1", "c7c8"),
        (promotes, "8/4P3/8/3k4/8/8/2P5/K7 w - - 0 1", "e7e8"),
    ] {
        let program = programs("test", Some(text)).remove(0);
        let table = compile(&program, StrategyId(0), [7; 32], &Options::default(), &Unwatched).unwrap();
        let position: Position = fen.parse().unwrap();
        let answer = table.look_up(&program.endgame, &position, 0).unwrap();
        assert!(answer.mv.to_string().starts_with(wanted), "{fen}: {}", answer.mv);
    }
}
