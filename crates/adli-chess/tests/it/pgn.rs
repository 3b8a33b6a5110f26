//! Games that are read: what other programs write, what we write ourselves, and what is damaged.

use adli_chess::{Brush, Comment, Game, GameLine, GameMove, GamePosition, Games, Unread};

fn only(text: &str) -> Game {
    let mut games: Vec<Game> = Games::new(text.as_bytes()).map(|game| game.expect("a game")).collect();
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn square(name: &str) -> adli_chess::Square {
    name.parse().expect("a square")
}

/// In the form in which Lichess exports a study.
#[test]
fn a_study_comes_in() {
    let study = include_str!("../../../../fuzz/corpus/pgn/study_of_two_chapters");
    let chapters: Vec<Game> = Games::new(study.as_bytes()).map(|game| game.unwrap()).collect();
    assert_eq!(chapters.len(), 2);
    let first = &chapters[0];
    assert_eq!(first.tagged("Event"), Some("A study: Chapter 1"));
    assert_eq!(first.start().to_string(), "8/8/8/8/4k3/8/8/K6R w - - 0 1");
    let opening = &first.line().comment;
    assert_eq!(opening.text, "The rook cuts the king off.");
    assert_eq!(opening.marks, [(Brush::Green, square("d4")), (Brush::Red, square("e5"))]);
    assert_eq!(opening.arrows[1], (Brush::Blue, square("h3"), square("a3")));
    let moves = &first.line().moves;
    assert_eq!(moves.iter().map(|mv| mv.san.as_str()).collect::<Vec<_>>(), ["Rh3", "Kd4"]);
    assert_eq!(moves[0].glyphs, [1]);
    assert_eq!(moves[0].comment.text, "A wall on the third rank");
    assert_eq!(moves[0].comment.commands[1], ("clk".to_owned(), "0:05:00".to_owned()));
    let variations = &moves[0].variations;
    assert_eq!((variations.len(), variations[0].moves[0].san.as_str()), (2, "Kb2"));
    assert_eq!(variations[1].moves[1].variations[0].moves[0].san, "Ke5");
    assert_eq!(chapters[1].line().moves[6].comment.text, "castles");
    assert!(chapters[1].to_string().contains("4. O-O {castles} *"));
    assert!(!chapters[1].to_string().contains("FEN"));
}

/// Everything that Lichess and other programs put into one, with a mark for UTF-8 and lines that end as on Windows: nothing is lost on the way.
#[test]
fn a_study_with_everything_comes_in_and_goes_out() {
    let study = include_str!("../../../../fuzz/corpus/pgn/study_with_everything");
    let chapters: Vec<Game> = Games::new(study.as_bytes()).map(|game| game.unwrap()).collect();
    let written: Vec<String> = chapters.iter().map(Game::to_string).collect();
    let moves = |at: usize| written[at].split_once("\n\n").unwrap().1.replace('\n', " ");
    assert_eq!(
        moves(0),
        "{[%csl Gd4,Re5,Yf6,Bg7] [%cal Gh1h3,Bh3a3,Ra1b2,Ya1a2] Für den König ♚.} 1. Rh3 $1 $14 \
         {[%eval #14] [%clk 0:05:00] [%emt 0:00:03] A wall: 90 % of the board is his and more} (1. Kb2 $6 {slow} \
         1... Kd3 $10 (1... Kd4 $1 $22 $146 {[%csl Gd4] better} 2. Rh4+ (2. Rh5 {why not})) 2. Rh3+) (1. Rd1 $6 \
         {[%cal Gd1d8]}) 1... Kd4 $2 $19 {[%clk 0:04:58]} 2. Kb2 {to the end of the line} * "
    );
    assert_eq!(
        moves(1),
        "1. e4 {[%eval 0.17] [%clk 0:10:00]} 1... e5 {[%eval 0.19]} 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O 0-1 "
    );
    assert_eq!(moves(2), "{Nothing is played here.} * ");
    // Every tag, as it was.
    for (chapter, text) in study.split("\r\n\r\n\r\n").zip(&written) {
        for tag in chapter
            .lines()
            .map(|line| line.trim_start_matches('\u{feff}'))
            .filter(|line| line.starts_with('['))
        {
            assert!(text.contains(&format!("{tag}\n")), "{tag} is not in\n{text}");
        }
    }
    for (chapter, text) in chapters.iter().zip(&written) {
        assert_eq!(&only(text), chapter);
    }
}

#[test]
fn what_programs_write_otherwise_is_understood() {
    for (given, meant) in [
        ("1. e4 e5*", "1. e4 e5 *"),
        ("1. e4 ({ only words [%csl Gd4] }) 1... e5 *", "1. e4 {[%csl Gd4] only words} 1... e5 *"),
        ("1. e4!!! e5 *", "1. e4 {!!!} 1... e5 *"),
        ("1. e4 ($142 1. d4 $5) 1... e5 *", "1. e4 (1. d4 $142 $5) 1... e5 *"),
        ("[Variant \"Chess960\"]\n\n1. e4 *", "1. e4 *"),
    ] {
        let written = only(given).to_string();
        assert_eq!(written.split_once("\n\n").unwrap().1.trim(), meant);
    }
}

#[test]
fn a_whole_game_is_followed_through_castling() {
    let game = only(include_str!("../../../../fuzz/corpus/pgn/whole_game"));
    assert_eq!(game.tagged("White"), Some("A \"quoted\" name"));
    let last = game.line().moves.last().unwrap();
    assert_eq!((last.san.as_str(), last.glyphs.as_slice()), ("b5", &[1, 14][..]));
    // As python-chess has it after these moves.
    assert_eq!(
        game.position().to_string(),
        "r2q1rk1/3nbppp/p2pbn2/1p2p3/4P1P1/1NN1BP2/PPPQ3P/2KR1B1R w - b6 0 12"
    );
    assert_eq!(only(&game.to_string()), game);
}

#[test]
fn what_is_written_is_read_again() {
    let start: GamePosition = "8/8/8/8/4k3/8/8/K6R w - - 0 1".parse().unwrap();
    let mut game = Game::from_start(start);
    let rook = start.read_uci("h1h3").unwrap();
    let mut other = GameMove::new(&start, start.read_uci("a1b2").unwrap()).unwrap();
    other.glyphs.push(6);
    other.comment.say("too slow, {for} this [%csl Ga1] and %more");
    let mut comment = Comment::default();
    comment.say("before the first");
    game.tag("White", "krk").play(rook).unwrap();
    game.comment("squeeze").comment("by the rules").mark(Brush::Blue, square("e4"));
    game.arrow(Brush::Green, rook.from, rook.to).arrow(Brush::Yellow, rook.from, square("h4"));
    game.variation(GameLine { comment, moves: vec![other] });
    let text = game.to_string();
    let again = only(&text);
    assert_eq!(again, game, "{text}");
    assert_eq!(again.to_string(), text);
    let movetext = "1. Rh3 {[%csl Be4] [%cal Gh1h3,Yh1h4] squeeze by the rules} ({before the first} 1. Kb2 $6 \
                    {too slow, (for) this [csl Ga1] and %more}) *";
    assert_eq!(text.split_once("\n\n").unwrap().1.replace('\n', " ").trim(), movetext);
}

#[test]
fn damaged_games_are_refused_with_their_line() {
    let wrong = |text: &str| Games::new(text.as_bytes()).find_map(Result::err).expect("a fault");
    for (text, line, what) in [
        ("1. e4 e5\n2. Ke3 *", 2, "`Ke3` is not a legal move of White here"),
        ("1. e4\n{open\n..", 2, "a comment begins here, and has no closing brace"),
        ("1. e4 (1. d4", 1, "the game ends within a variation; a closing bracket is missing"),
        ("(1. d4) *", 1, "a variation comes after the move that it replaces"),
        ("1. e4) *", 1, "a closing bracket without a variation"),
        ("[White \"x]\n\n1. e4", 1, "a tag is written as in `[White \"Adli\"]`"),
        ("[FEN \"8/8/8/8 w\"]\n*", 2, "the first position: "),
        ("1. e4 -- *", 1, "`--` is a pass, which is no move in chess; take out the variation that has it"),
        ("1. e4 e5\n(1... Z0) *", 2, "`Z0` is a pass"),
        ("[Variant \"Atomic\"]\n\n1. e4 *", 3, "`Atomic` is played by other laws than chess"),
        ("1. e4 $256 *", 1, "`$256` is neither"),
    ] {
        let error = wrong(text);
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.to_string().contains(what), "{text}: {error}");
    }
    assert_eq!(wrong(&format!("1. e4 {}", "(1. d4 ".repeat(70))).what, Unread::TooDeep);
    assert_eq!(wrong(&"x".repeat(5 << 20)).what, Unread::TooLong);
    let wide: Vec<u8> = "\u{feff}1. e4 *".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(Games::new(&wide[..]).find_map(Result::err).unwrap().what, Unread::WideLetters);
    assert_eq!(Games::new(&b""[..]).count(), 0);
    assert_eq!(Games::new(&b"\n \n%only this\n"[..]).count(), 0);
}

/// Rights go when a king or a rook moves or a rook is captured; the squares between are looked at.
#[test]
fn castling_is_as_the_laws_have_it() {
    let legal = |fen: &str, mv: &str| fen.parse::<GamePosition>().unwrap().read_uci(mv).is_ok();
    let both = "r3k2r/8/8/8/8/8/8/R3K2R";
    assert!(legal(&format!("{both} w KQkq - 0 1"), "e1g1") && legal(&format!("{both} w KQkq - 0 1"), "e1c1"));
    assert!(legal(&format!("{both} b KQkq - 0 1"), "e8g8") && !legal(&format!("{both} b KQq - 0 1"), "e8g8"));
    // Through check, out of check, into check; but the rook may be attacked.
    assert!(!legal("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "e1g1"));
    assert!(!legal("4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1", "e1c1"));
    assert!(!legal("4k3/8/8/8/8/2r5/8/R3K2R w KQ - 0 1", "e1c1"));
    assert!(legal("4k3/8/8/8/8/1r6/8/R3K2R w KQ - 0 1", "e1c1"));
    assert!(legal("4k3/8/8/8/8/r7/8/R3K2R w KQ - 0 1", "e1c1"));
    assert!(!legal("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1"));
    let mut position: GamePosition = format!("{both} w KQkq - 0 1").parse().unwrap();
    for (mv, rights) in [("h1h8", "Qq"), ("e8d7", "Q"), ("a1a2", "-")] {
        position = position.play(position.read_uci(mv).unwrap());
        assert_eq!(position.to_string().split(' ').nth(2), Some(rights), "{mv}");
    }
    assert!(!position.has_rights());
    let castled: GamePosition = "5k2/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
    assert_eq!(castled.san(castled.read_san("0-0").unwrap()), "O-O+");
}

/// The numbers of positions after so many plies, with castling, as everybody counts them (the chess programming wiki, "Perft Results").
#[test]
fn positions_with_castling_are_counted() {
    fn perft(position: &GamePosition, depth: u32) -> u64 {
        let after = position.legal_moves().map(|mv| position.play(mv));
        if depth == 1 { after.count() as u64 } else { after.map(|next| perft(&next, depth - 1)).sum() }
    }
    for (fen, depth, number) in [
        (GamePosition::START, 4, 197_281),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
    ] {
        assert_eq!(perft(&fen.parse().unwrap(), depth), number, "{fen}");
    }
}
