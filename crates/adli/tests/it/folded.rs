//! Folded trees, replayed by the laws of chess alone; and every text of the library asked about positions of its men.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use adli_chess::{Kind, Position};
use serde_json::Value;

use crate::common::{adli, run, run_json};
use crate::mirrored::positions;

const PAWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/advice.in/pawn.adv");
/// Figure 6.1b of the thesis: "Kc2 - b3 - b4 and thence either gain the opposition on c4 or move to b5".
const FIGURE: &str = "8/8/5k2/8/8/2P5/8/3K4 w - - 0 1";

fn nowhere() -> &'static Path {
    Path::new("no-tables")
}

/// A position without the counters.
fn men(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// An own move from all these positions: every reply is in one group, no group has anything else, and where the tree ends, and nowhere before, something is reached,
/// if it is said what that is. Answers how many own moves and groups that end the tree there are.
fn replay(before: &[Position], answer: &Value, is_reached: Option<fn(&Position) -> bool>) -> usize {
    let mut after = Vec::new();
    for position in before {
        after.push(position.play(position.read_uci(answer["uci"].as_str().unwrap()).unwrap()));
    }
    if answer["ends"] == "reached" {
        assert!(is_reached.is_none_or(|is_reached| after.iter().all(is_reached)), "{answer}");
        return 1;
    }
    let mut replies: BTreeMap<String, Position> = BTreeMap::new();
    for position in &after {
        let is_over = is_reached.is_some_and(|is_reached| is_reached(position));
        assert!(!is_over, "the tree goes on after its end: {position}");
        let played = position.legal_moves().map(|mv| position.play(mv));
        replies.extend(played.map(|reply| (men(&reply.to_string()), reply)));
    }
    let mut branches = 1;
    for group in answer["groups"].as_array().unwrap() {
        let mut members = Vec::new();
        for fen in group["positions"].as_array().unwrap() {
            let member = replies.remove(&men(fen.as_str().unwrap()));
            members.push(member.unwrap_or_else(|| panic!("{fen} is no reply, or in two groups")));
        }
        let squares: BTreeSet<String> = members
            .iter()
            .filter_map(|board| {
                let mut squares = board.occupied().into_iter();
                squares.find(|&square| {
                    board.at(square).is_some_and(|man| man.kind == Kind::King && man.colour != board.turn())
                })
            })
            .map(|square| square.to_string())
            .collect();
        let told = group["squares"].as_array().unwrap().iter().map(|square| square.as_str().unwrap());
        assert!(squares.iter().map(String::as_str).eq(told), "{group}");
        branches += match &group["answer"] {
            Value::Null => 1,
            answer => replay(&members, answer, is_reached),
        };
    }
    assert!(replies.is_empty(), "no group has {:?}", replies.keys());
    branches
}

/// Two ranks before the pawn, on its file or the next.
fn on_key(position: &Position) -> bool {
    let find = |kind: Kind| {
        position.occupied().into_iter().find(|&square| {
            position.at(square).is_some_and(|man| man.kind == kind && man.colour != position.turn())
        })
    };
    let (Some(king), Some(pawn)) = (find(Kind::King), find(Kind::Pawn)) else { return false };
    king.file().abs_diff(pawn.file()) <= 1 && king.rank() == pawn.rank() + 2
}

#[test]
fn a_folded_tree_has_every_reply_in_one_group() {
    let told = run_json(nowhere(), &["tree", PAWN, FIGURE, "--fold"], 0);
    let root: Position = FIGURE.parse().unwrap();
    let folded = &told["folded"];
    assert_eq!(
        replay(&[root], &folded["first"], Some(on_key)),
        folded["branches"].as_u64().unwrap() as usize
    );
    // The words of the thesis.
    let second = &folded["first"]["groups"][0]["answer"];
    let third = &second["groups"][0]["answer"];
    assert_eq!([&folded["first"]["san"], &second["san"], &third["san"]], ["Kc2", "Kb3", "Kb4"]);
    let fourth =
        third["groups"].as_array().unwrap().iter().map(|group| group["answer"]["san"].as_str().unwrap());
    assert_eq!(fourth.collect::<BTreeSet<_>>(), BTreeSet::from(["Kb5", "Kc4"]));
}

#[test]
fn folded_trees_are_there_where_trees_are_on_both_boards() {
    let mut trees = 0;
    for position in positions("KPk", adli_chess::Colour::White, 12) {
        let fens = [position.to_string(), position.flipped().to_string()];
        let code = adli(nowhere()).args(["tree", PAWN, &fens[0]]).output().unwrap().status.code().unwrap();
        let folded = fens.each_ref().map(|fen| run_json(nowhere(), &["tree", PAWN, fen, "--fold"], code));
        assert_eq!(folded[0]["folded"]["branches"], folded[1]["folded"]["branches"], "{position}");
        if code == 0 {
            replay(&[position], &folded[0]["folded"]["first"], Some(on_key));
            replay(
                &[position.flipped()],
                &folded[1]["folded"]["first"],
                Some(|board| on_key(&board.flipped())),
            );
            trees += 1;
        }
    }
    assert!((1..12).contains(&trees), "{trees}");
}

#[test]
fn a_folded_tree_is_drawn_and_can_be_played_through() {
    let drawn = run(nowhere(), &["tree", PAWN, FIGURE, "--fold", "--svg"], 0).stdout;
    let drawn = String::from_utf8(drawn).unwrap();
    let told = run_json(nowhere(), &["tree", PAWN, FIGURE, "--fold"], 0);
    let boards = drawn.matches("<svg ").count() - 1;
    assert_eq!(boards as u64, told["folded"]["branches"].as_u64().unwrap(), "a diagram for each own move");
    assert!(resvg::usvg::Tree::from_str(&drawn, &resvg::usvg::Options::default()).is_ok());
    let pgn =
        String::from_utf8(run(nowhere(), &["tree", PAWN, FIGURE, "--fold", "--pgn"], 0).stdout).unwrap();
    assert!(pgn.contains("1. Kc2 ") && pgn.matches("{whatever he does}").count() == 2, "{pgn}");
    // The main line, without remarks and variations.
    let (mut depth, mut main) = (0, String::new());
    for letter in pgn.rsplit("\n\n").next().unwrap().chars() {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ if depth == 0 => main.push(letter),
            _ => {}
        }
    }
    let mut position: Position = FIGURE.parse().unwrap();
    for word in main.split_whitespace().filter(|word| !word.contains('.') && *word != "*") {
        position = position.play(position.read_san(word).unwrap_or_else(|_| panic!("{word} in {position}")));
    }
    assert!(on_key(&position), "{position}");
}

/// A mate in two while the other side passes: the king goes near, and the rook mates.
#[test]
fn what_is_threatened_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("threat.adv");
    let mates = "endgame KRK White K R v Black k
advice mates for White to win reach after us: mate' within 3 plies
lemma threatened: in every position where White to move and k = a1 and K = c3 and R = f2: can mates against pass";
    std::fs::write(&text, mates).unwrap();
    let asked = ["tree", text.to_str().unwrap(), "8/8/8/8/8/2K5/5R2/k7 w - - 0 1", "--advice"];
    let threat = [&asked[..], &["mates against pass"]].concat();
    let told = run_json(nowhere(), &threat, 0);
    let (first, pass) = (&told["tree"], &told["tree"]["then"][0]);
    assert_eq!([&first["san"], &pass["san"], &pass["then"][0]["san"]], ["Kb3", "--", "Rf1#"]);
    assert_eq!((&pass["uci"], &told["passes"]), (&Value::from("0000"), &Value::from(true)));
    let folded = run_json(nowhere(), &[&threat[..], &["--fold"]].concat(), 0);
    assert_eq!(folded["folded"]["first"]["groups"][0]["replies"], serde_json::json!(["--"]));
    let refused = run(nowhere(), &[&threat[..], &["--pgn"]].concat(), 2);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("a pass is no move of a game"));
}

/// With 31 plies there is much room to go round in; the tree that is shown is one that somebody can read.
#[test]
fn a_tree_with_plies_to_spare_is_shown() {
    let position = "4K3/k7/8/8/2P5/8/8/8 w - - 0 1";
    let asked = ["tree", "kpk/niblett", position, "--advice", "to_run"];
    run(nowhere(), &asked, 0);
    let folded = run_json(nowhere(), &[&asked[..], &["--fold"]].concat(), 0);
    assert!(folded["folded"]["branches"].as_u64().unwrap() < 100, "{}", folded["folded"]["branches"]);
}

/// A tree of hundreds of millions of moves is there, confirmed, and shown folded; every reply is in a group.
#[test]
fn a_tree_that_nobody_could_read_is_shown_folded() {
    let position = "k7/8/8/8/8/8/5P2/K7 w - - 0 1";
    let asked = ["tree", "kpk/niblett", position, "--advice", "to_run"];
    let told = run_json(nowhere(), &asked, 0);
    assert_eq!((&told["too_large"], &told["tree"]), (&Value::from(true), &Value::Null));
    assert!(told["folded"]["unfolded"].as_u64().unwrap() > 1 << 18, "{}", told["folded"]["unfolded"]);
    let folded = run_json(nowhere(), &[&asked[..], &["--fold"]].concat(), 0);
    assert_eq!(told["folded"], folded["folded"]);
    assert_eq!(folded["too_large"], Value::Null);
    replay(&[position.parse().unwrap()], &folded["folded"]["first"], None);
    let text = run(nowhere(), &asked, 0).stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("too large to be written out, so folded: "), "{text}");
    let drawn = run(nowhere(), &[&asked[..], &["--pgn"]].concat(), 0);
    assert!(String::from_utf8_lossy(&drawn.stderr).contains("so it is folded"));
}

/// What `adli prove` takes is taken by those who ask about one position: whoever has a strategy explains and plays it.
#[test]
fn every_library_text_is_explained_and_played() {
    let library = run_json(nowhere(), &["library"], 0);
    let mut asked = 0;
    for text in library["texts"].as_array().unwrap() {
        let (name, endgame) = (text["name"].as_str().unwrap(), &text["endgame"]["men"]);
        // Searches of the deepest texts for four men take seconds each; `knkr` has tests of its own.
        let Some(endgame) = endgame.as_str().filter(|_| !name.starts_with("knkr")) else { continue };
        let men: String = endgame
            .replace("strong", "White")
            .replace("weak", "Black")
            .split_whitespace()
            .filter(|word| word.len() == 1 && *word != "v")
            .collect();
        // A text for several endgames has a name for the man who differs.
        if men.chars().any(|letter| adli_chess::Man::from_letter(letter).is_none()) {
            continue;
        }
        for turn in adli_chess::Colour::ALL {
            let position = positions(&men, turn, 3).pop().unwrap().to_string();
            for command in ["explain", "play"] {
                let output = adli(nowhere()).args([command, name, &position]).output().unwrap();
                let told = String::from_utf8_lossy(&output.stderr);
                let fault = ["has no strategy", "has the strategies", "'s move, and"];
                let is_taken = matches!(output.status.code(), Some(0 | 1));
                let is_fault = fault.iter().any(|fault| told.contains(fault));
                assert!(is_taken || is_fault, "{command} {name} `{position}`: {told}");
                asked += usize::from(is_taken);
            }
        }
    }
    assert!(asked > 20, "{asked}");
}
