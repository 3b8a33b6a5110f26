//! A text serves both colours: with the colours exchanged everything is the mirror image, and on the user's board.

use std::path::Path;

use crate::common::{run, run_json};
use adli_chess::{Colour, Man, Move, Position, Square};
use serde_json::Value;

/// Positions of some men, letters in the order of a FEN, the same ones each time.
pub fn positions(men: &str, turn: Colour, count: usize) -> Vec<Position> {
    let mut seed = 20_251_117_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 58) as u8
    };
    let mut found = Vec::new();
    while found.len() < count {
        let placed: Vec<(Square, Man)> = men
            .chars()
            .map(|letter| {
                let square = next();
                (Square::new(square % 8, square / 8), Man::from_letter(letter).unwrap())
            })
            .collect();
        let apart =
            placed.iter().enumerate().all(|(i, (s, _))| placed.iter().skip(i + 1).all(|(t, _)| t != s));
        if apart
            && let Ok(position) = Position::from_men(turn, placed)
            && position.has_legal_move()
        {
            found.push(position);
        }
    }
    found
}

/// A move in UCI notation on the mirrored board.
fn mirrored(uci: &str) -> String {
    let turned = |c: char| if c.is_ascii_digit() { char::from(b'1' + b'8' - c as u8) } else { c };
    uci.chars().map(turned).collect()
}

/// Every move of a report, wherever it stands; each must be legal where SAN and UCI agree.
fn first_moves(position: &Position, moves: &Value) -> Vec<String> {
    let moves = moves.as_array().unwrap().iter().map(|mv| {
        let uci = mv["uci"].as_str().unwrap().to_owned();
        let read: Move =
            position.read_uci(&uci).unwrap_or_else(|_| panic!("{uci} is not legal in {position}"));
        assert_eq!(position.san(read), mv["san"].as_str().unwrap(), "{position}");
        uci
    });
    let mut moves: Vec<String> = moves.collect();
    moves.sort();
    moves
}

/// Moves that used to be those of the mirrored board: legal there, and often wrong on the user's.
#[test]
fn explain_with_colours_exchanged_names_the_mirrored_moves() {
    let nowhere = Path::new("no-tables");
    for (text, men, turn, count) in [
        ("krk", "KRk", Colour::White, 12),
        ("krk/bratko", "KRk", Colour::White, 8),
        ("kqk", "KQk", Colour::White, 8),
        ("knkr/adli", "KRkn", Colour::Black, 3),
    ] {
        for position in positions(men, turn, count) {
            let other = position.flipped();
            let [own, exchanged] =
                [position, other].map(|asked| run_json(nowhere, &["explain", text, &asked.to_string()], 0));
            assert_eq!(own["fen"], position.to_string());
            assert_eq!(own.get("seen_as"), None);
            assert_eq!(exchanged["fen"], other.to_string(), "what was asked");
            assert_eq!(exchanged["seen_as"], position.to_string());
            assert_eq!(own["rule"]["number"], exchanged["rule"]["number"], "{text} {position}");
            if own["rule"].is_null() {
                continue;
            }
            let mut expected: Vec<String> =
                first_moves(&position, &own["rule"]["moves"]).iter().map(|uci| mirrored(uci)).collect();
            expected.sort();
            assert_eq!(first_moves(&other, &exchanged["rule"]["moves"]), expected, "{text} {position}");
            for earlier in exchanged["earlier"].as_array().unwrap() {
                if earlier["nearest"].is_object() {
                    first_moves(&other, &Value::Array(vec![earlier["nearest"].clone()]));
                }
                if earlier["refused"].is_array() {
                    first_moves(&other, &earlier["refused"]);
                }
            }
        }
    }
}

/// A branch of a tree with everything below it is played on the board that was asked about.
fn walk(position: &Position, branch: &Value) {
    let mv = position.read_uci(branch["uci"].as_str().unwrap()).unwrap();
    assert_eq!(position.san(mv), branch["san"].as_str().unwrap());
    let next = position.play(mv);
    branch["then"].as_array().into_iter().flatten().for_each(|then| walk(&next, then));
}

#[test]
fn a_tree_with_colours_exchanged_is_on_the_users_board() {
    let nowhere = Path::new("no-tables");
    for position in positions("KRk", Colour::White, 4) {
        let other = position.flipped();
        let trees = [position, other].map(|asked| {
            let fen = asked.to_string();
            let args = ["tree", "krk/bratko-al1", &fen, "--advice", "divide", "--format", "json"];
            let output = crate::common::adli(nowhere).args(args).output().unwrap();
            serde_json::from_slice::<Value>(&output.stdout).unwrap()
        });
        assert_eq!(trees[1]["fen"], other.to_string());
        if trees[0]["tree"].is_object() {
            assert_eq!(mirrored(trees[0]["tree"]["uci"].as_str().unwrap()), trees[1]["tree"]["uci"]);
            walk(&other, &trees[1]["tree"]);
            let fen = other.to_string();
            let args = ["tree", "krk/bratko-al1", &fen, "--advice", "divide", "--pgn"];
            let pgn = String::from_utf8(run(nowhere, &args, 0).stdout).unwrap();
            assert!(pgn.contains(&format!("[FEN \"{fen}\"]")), "{pgn}");
            assert!(pgn.contains("[Black \"divide\"]"), "{pgn}");
        } else {
            first_moves(&other, &trees[1]["refused"]);
        }
    }
}

#[test]
fn a_line_with_colours_exchanged_is_on_the_users_board() {
    let folder = tempfile::tempdir().unwrap();
    for start in positions("KRk", Colour::White, 2) {
        let mut position = start.flipped();
        let played = run_json(folder.path(), &["play", "krk", &position.to_string(), "--plies", "5"], 0);
        assert_eq!(
            (&played["fen"], &played["seen_as"]),
            (&position.to_string().into(), &start.to_string().into())
        );
        let own = run_json(folder.path(), &["play", "krk", &start.to_string(), "--plies", "5"], 0);
        assert_eq!(own["moves"][0]["rule"], played["moves"][0]["rule"]);
        for mv in played["moves"].as_array().unwrap() {
            let read = position.read_uci(mv["uci"].as_str().unwrap()).unwrap();
            assert_eq!(position.san(read), mv["san"].as_str().unwrap());
            position = position.play(read);
        }
    }
}

/// The words of a recogniser, and for whom its answer is meant.
#[test]
fn a_recogniser_is_explained_for_both_colours() {
    let nowhere = Path::new("no-tables");
    for position in Colour::ALL.into_iter().flat_map(|turn| positions("KPk", turn, 6)) {
        let other = position.flipped();
        let [own, exchanged] = [position, other]
            .map(|asked| run_json(nowhere, &["explain", "kpk/recogniser", &asked.to_string()], 0));
        assert_eq!(exchanged["fen"], other.to_string());
        for field in ["answer", "rule", "because", "earlier"] {
            assert_eq!(own[field], exchanged[field], "{field} at {position}");
        }
        assert_ne!(own["for"], exchanged["for"]);
        let number = own["rule"]["number"].as_u64().unwrap();
        let passed = own["earlier"].as_array().unwrap().iter().map(|earlier| earlier["to"].as_u64().unwrap());
        assert!(passed.max().unwrap_or(0) < number, "{position}");
    }
}
