//! Games written as PGN.

use adli_chess::{Colour, Game, GameResult, Position};

fn game(fen: &str, moves: &[&str]) -> Game {
    let mut game = Game::new(fen.parse().expect("a position"));
    for san in moves {
        let mv = game.position().read_san(san).expect("a move");
        game.play(mv).expect("a legal move");
    }
    game
}

#[test]
fn white_begins() {
    let mut game = game("8/8/8/8/1R6/2K5/8/k7 w - - 0 1", &["Rb3", "Ka2", "Rb8", "Ka1"]);
    game.tag("Event", "A \"study\" \\ drawn\nout").tag("Annotator", "nobody").tag("FEN", "x").tag("a b", "x");
    let tags_and_moves = r#"[Event "A \"study\" \\ drawn out"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[SetUp "1"]
[FEN "8/8/8/8/1R6/2K5/8/k7 w - - 0 1"]
[Annotator "nobody"]

1. Rb3 Ka2 2. Rb8 Ka1 *
"#;
    assert_eq!(game.to_string(), tags_and_moves);
}

#[test]
fn black_begins_and_comments() {
    let mut game = Game::new("8/8/8/8/1R6/2K5/k7/8 b - - 3 41".parse().unwrap());
    game.comment("White is {almost} there");
    for (san, comment) in [("Ka3", ""), ("Rb8", "waits"), ("Ka2", "forced"), ("Rb7", "")] {
        let mv = game.position().read_san(san).unwrap();
        game.play(mv).unwrap().comment(comment);
    }
    game.result(GameResult::Won(Colour::White));
    let movetext = "{White is (almost) there} 41... Ka3 42. Rb8 {waits} 42... Ka2 {forced} 43. Rb7 1-0";
    assert_eq!(game.to_string().split_once("\n\n").unwrap().1.replace('\n', " ").trim_end(), movetext);
}

#[test]
fn the_board_decides_the_result() {
    let mate = game("8/8/8/8/8/k1K5/8/1R6 w - - 0 1", &["Ra1"]);
    assert!(mate.to_string().contains("[Result \"1-0\"]") && mate.to_string().ends_with("1. Ra1# 1-0\n"));
    let stalemate = game("7k/5K2/8/8/8/8/8/6Q1 w - - 0 1", &["Qg6"]);
    assert!(stalemate.to_string().ends_with("1. Qg6 1/2-1/2\n"));
}

#[test]
fn lines_are_wrapped() {
    let mut game = Game::new("8/8/8/8/1R6/2K5/k7/8 w - - 0 1".parse().unwrap());
    for i in 0..200 {
        let mv = game.position().legal_moves().nth(i % 2).or(game.position().legal_moves().next());
        let Some(mv) = mv else { break };
        game.play(mv).unwrap().comment("some words to fill the line");
    }
    let text = game.to_string();
    assert!(text.lines().count() > 20);
    assert!(text.lines().all(|line| line.len() <= 80));
}

#[test]
fn illegal_moves_are_refused() {
    let mut game = Game::new("8/8/8/8/8/k1K5/8/1R6 w - - 0 1".parse::<Position>().unwrap());
    let error = game.play("b1c2".parse().unwrap()).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "`b1c2` is not a legal move of White here");
    assert!(game.play("b1a1".parse().unwrap()).is_ok());
}
