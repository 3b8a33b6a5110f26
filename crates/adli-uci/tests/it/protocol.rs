//! One thing at a time.

use adli_chess::{GamePosition, Position};
use adli_lang::term::StrategyId;
use adli_lang::{Interpreter, Sources, State, check};

use crate::client::{Client, best};

const ROOK: &str = "position fen 8/8/8/3k4/8/8/8/K6R w - - 0 1";

fn has(lines: &[String], part: &str) -> bool {
    lines.iter().any(|line| line.contains(part))
}

#[test]
fn it_introduces_itself() {
    let mut client = Client::new("krk");
    client.send("uci");
    let lines = client.wait_for("uciok", 1);
    assert!(lines[0].starts_with("id name Adli "));
    assert!(has(&lines, "option name Strategy type string default krk"));
    assert!(has(&lines, "option name MultiPV type spin default 1 min 1 max 218"));
    assert!(!has(&lines, "Hash"));
}

/// The rule and the bound: the longest win by these rules takes 33 moves (the paper's theorem).
#[test]
fn a_strategy_is_played_with_its_rule_and_its_bound() {
    let mut client = Client::new("krk");
    let lines = client.go(ROOK, "go");
    assert!(has(&lines, " of `mj` (krk/malikovic-janicic:"), "{lines:?}");
    let scored = lines.iter().find(|line| line.contains("score mate")).unwrap();
    let words: Vec<&str> = scored.split(' ').collect();
    let at = words.iter().position(|word| *word == "mate").unwrap();
    let moves: u32 = words[at + 1].parse().unwrap();
    assert!((16..=33).contains(&moves), "{scored}");
    assert!(scored.ends_with(best(&lines)), "{lines:?}");
}

/// The bound falls with every move, whatever the other side does, and the game ends in mate.
#[test]
fn a_game_is_won_within_the_bound() {
    let mut client = Client::new("kqk");
    let start: Position = "8/8/8/3k4/8/8/8/K5Q1 w - - 0 1".parse().unwrap();
    let (mut position, mut moves, mut last) = (start, Vec::new(), u32::MAX);
    while !position.is_mate() {
        let lines = client.go(&format!("position fen {start} moves {}", moves.join(" ")), "go");
        let mv = position.read_uci(best(&lines)).unwrap();
        let score = lines.iter().find_map(|line| line.split_once("score mate ")).unwrap().1;
        let bound: u32 = score.split(' ').next().unwrap().parse().unwrap();
        assert!(bound < last && bound <= 17, "{lines:?}");
        last = bound;
        position = position.play(mv);
        moves.push(mv.to_string());
        let reply = position.legal_moves().last();
        if let Some(reply) = reply {
            position = position.play(reply);
            moves.push(reply.to_string());
        }
    }
}

#[test]
fn a_pawn_promotes_and_the_queen_goes_on() {
    let mut client = Client::new("kpk/adli");
    let lines = client.go("position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1", "go movetime 2000");
    assert!(best(&lines).starts_with("a7a8"), "{lines:?}");
    let queen = client.go("position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8q h8g7", "go movetime 2000");
    assert!(has(&queen, "kqk/adli:"), "{queen:?}");
    // The other side's strategy of the same text.
    let black = client.go("position fen 8/8/4k3/8/4P3/4K3/8/8 b - - 0 1", "go movetime 2000");
    assert!(has(&black, "of `black` (kpk/adli:"), "{black:?}");
}

#[test]
fn other_men_and_the_other_side_get_best_play_and_a_word() {
    let mut client = Client::new("krk");
    let queen = client.go("position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "go");
    assert!(
        has(&queen, "score mate 1 ")
            && has(&queen, "the position is KQK; `krk/malikovic-janicic` is about KRK")
    );
    assert_eq!(best(&queen), "g1g7");
    let black = client.go("position fen 8/8/8/8/8/2k5/1R6/7K b - - 0 1", "go");
    assert!(has(&black, "`mj` plays White; best play by tables") && has(&black, "score cp 0"), "{black:?}");
    assert_eq!(best(&black), "c3b2");
    let many = client.go("position startpos moves e2e4", "go movetime 50");
    assert!(has(&many, "any legal move"), "{many:?}");
    let after: GamePosition = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse().unwrap();
    assert!(after.read_uci(best(&many)).is_ok());
}

#[test]
fn several_moves_are_shown_the_quickest_first() {
    let mut client = Client::new("");
    client.send("setoption name MultiPV value 3");
    let lines = client.go(ROOK, "go");
    let mates: Vec<u32> = lines
        .iter()
        .filter_map(|line| line.split_once("score mate "))
        .map(|(_, rest)| rest.split(' ').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(mates.len(), 3);
    assert!(mates.is_sorted(), "{lines:?}");
    let only = client.go(ROOK, "go searchmoves h1h2 a1a2 x1x2");
    assert!(has(&only, "`x1x2` is not a move") && ["h1h2", "a1a2"].contains(&best(&only)), "{only:?}");
    let mate = client.go(ROOK, "go mate 2");
    assert!(has(&mate, "no mate in 2 moves is known here"));
}

#[test]
fn nothing_is_answered_before_it_may_be() {
    let mut client = Client::new("krk");
    client.send(ROOK);
    client.send("go infinite");
    client.wait_for("info depth", 1);
    client.send("isready");
    assert!(!has(&client.wait_for("readyok", 1), "bestmove"));
    client.send("stop");
    client.wait_for("bestmove", 1);
    client.send("go ponder wtime 60000 btime 60000");
    client.wait_for("info depth", 2);
    client.send("isready");
    assert_eq!(client.wait_for("readyok", 2).iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    client.send("ponderhit");
    client.wait_for("bestmove", 2);
    // Nothing is left to be stopped.
    client.send("stop");
    client.send("ponderhit");
    client.send("isready");
    let lines = client.wait_for("readyok", 3);
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 2);
}

#[test]
fn positions_that_are_none_are_told() {
    let mut client = Client::new("krk");
    assert_eq!(best(&client.go("", "go")), "0000");
    let wrong = client.go("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "go");
    assert!(has(&wrong, "there is no position now: ") && best(&wrong) == "0000", "{wrong:?}");
    let moves = client.go(&format!("{ROOK} moves h1h5 d5d6 h5h9"), "go");
    assert!(has(&moves, "`h5h9` is not a move") && best(&moves) != "0000", "{moves:?}");
    let mated = client.go("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "go");
    assert!(has(&mated, "score mate 0") && best(&mated) == "0000");
    client.send("setoption name Hash value 64");
    client.send("setoption name Strategy value no/such/text");
    client.send("isready");
    let lines = client.wait_for("readyok", 1);
    assert!(has(&lines, "there is no option `Hash`") && has(&lines, "there is no text `no/such/text`"));
}

/// Positions of rook against king in which the moves of a strategy are few, and what the plain interpreter
/// says of them.
fn rook_positions() -> (Vec<Position>, impl Fn(&Position) -> Vec<String>) {
    let sources = Sources::library();
    let krk = sources.find("krk/malikovic-janicic").unwrap();
    let program = check(&sources, krk, &[]).programs.remove(0);
    let allowed = move |position: &Position| {
        let state = State::from_position(&program.endgame, position).unwrap();
        let choice = Interpreter::new(&program).choice(StrategyId(0), &state).unwrap().unwrap();
        let after = choice.moves.iter().map(|(_, after)| after.position(&program.endgame).unwrap());
        let after: Vec<Position> = after.collect();
        let legal = position.legal_moves().filter(|mv| after.contains(&position.play(*mv)));
        legal.map(|mv| mv.to_string()).collect()
    };
    let fen = |black: usize| {
        let row = |rank: usize| {
            let man = |file| match (rank, file) {
                (0, 0) => 'K',
                (1, 7) => 'R',
                _ if (rank, file) == (black / 7 + 1, black % 7) => 'k',
                _ => '1',
            };
            (0..8).map(man).collect::<String>()
        };
        format!("{} w - - 0 1", (0..8).rev().map(row).collect::<Vec<_>>().join("/"))
    };
    ((0..49).filter_map(|black| fen(black).parse().ok()).collect(), allowed)
}

/// A script writes positions one after the other and reads the answers later: each is a move of the strategy.
#[test]
fn a_piped_session_gets_the_moves_of_the_strategy() {
    let (positions, allowed) = rook_positions();
    assert!(positions.len() >= 40, "{}", positions.len());
    for end in ["", "stop\n", "go infinite\nstop\n"] {
        let mut client = Client::new("krk");
        let lines = positions.iter().map(|position| format!("position fen {position}\ngo\n{end}"));
        client.run(lines.collect::<String>().as_bytes());
        let lines = client.lines();
        let each = 1 + end.matches("go").count();
        let answers: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
        assert_eq!(answers.len(), each * positions.len());
        // Where `stop` has left too little time, a line says so.
        let arbitrary = lines.iter().filter(|line| line.contains("playing an arbitrary legal move")).count();
        let others = answers.chunks(each).zip(&positions).map(|(answers, position)| {
            let allowed = allowed(position);
            answers.iter().filter(|answer| !allowed.contains(&(**answer).to_owned())).count()
        });
        let others: usize = others.sum();
        assert!(others <= arbitrary, "{others} {arbitrary} {end:?}");
        assert!(!end.is_empty() || others == 0, "{others} answers are not moves of the strategy");
    }
}

/// A search whose time is over at once says that its move is not the strategy's.
#[test]
fn a_move_that_is_not_the_strategys_is_never_played_without_a_word() {
    let (positions, allowed) = rook_positions();
    for position in positions.iter().take(5) {
        let mut client = Client::new("krk");
        let lines = client.go(&format!("position fen {position}"), "go movetime 0");
        let said =
            has(&lines, "arbitrary legal move") || has(&lines, "any legal move") || has(&lines, "by tables");
        assert!(said || allowed(position).contains(&best(&lines).to_owned()), "{lines:?}");
    }
}

/// A program that pipes a few lines into the engine gets an answer.
#[test]
fn the_end_of_the_input_waits_for_the_answer() {
    let mut client = Client::new("krk");
    client.run(format!("uci\n{ROOK}\ngo\n").as_bytes());
    assert!(client.lines().last().unwrap().starts_with("bestmove"));
    let mut client = Client::new("krk");
    client.run(format!("{ROOK}\ngo infinite\n").as_bytes());
    assert!(client.lines().last().unwrap().starts_with("bestmove"));
    let mut client = Client::new("");
    let long = "x".repeat(3 << 20);
    client.run(format!("{long}\nisready\nquit\nuci\n").as_bytes());
    assert!(has(&client.lines(), "longer than 1 MiB") && !has(&client.lines(), "uciok"));
}
