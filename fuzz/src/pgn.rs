//! The reader of games.

use adli_chess::Games;

/// Any bytes are read as games, up to one that is refused with a message and its line. What is read is written and read as the same again, with its
/// moves, comments, squares, arrows, glyphs and variations.
pub fn pgn(bytes: &[u8]) {
    for game in Games::new(bytes) {
        match game {
            Ok(game) => {
                let written = game.to_string();
                let again: Vec<_> = Games::new(written.as_bytes()).collect();
                let [Ok(again)] = &again[..] else { panic!("{written} is read as {again:?}") };
                assert_eq!(again.line(), game.line(), "{written}");
                assert_eq!(again.start(), game.start(), "{written}");
                assert_eq!(again.final_result(), game.final_result(), "{written}");
                assert_eq!(again.to_string(), written);
            }
            Err(error) => assert!(error.line > 0 || bytes.is_empty(), "{error}"),
        }
    }
}
