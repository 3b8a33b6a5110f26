//! Reading and writing a game take time that grows with its length, whatever it is made of.

use adli_chess::Games;

use crate::common::growth::{Texts, grows_with_size};

/// So much of each: eight times as much fits into a game of four megabytes.
const FEW: usize = 20_000;

#[test]
fn games_are_read_and_written_in_a_time_that_grows_with_their_length() {
    let texts: &Texts<'_> = &[
        ("tags", |n| numbered(n, |at| format!("[T{at} \"x\"]\n"))),
        ("the same tag", |n| "[White \"x\"]\n".repeat(n)),
        ("one long tag", |n| format!("[White \"{}\"]\n", "x\\\"".repeat(n))),
        ("blank lines", |n| "\n \n".repeat(n)),
        ("comments", |n| format!("1. e4 {}", "{good} ".repeat(n))),
        ("commands", |n| format!("1. e4 {{{}}}", "[%clk 0:01] ".repeat(n))),
        ("signs of commands", |n| format!("1. e4 {{[{}}}", "%".repeat(n))),
        ("open commands", |n| format!("1. e4 {{{}}}", "[%a ".repeat(n))),
        ("variations", |n| format!("1. e4 {}", "(1. d4 d5) ".repeat(n / 4))),
        ("glyphs", |n| format!("1. e4 {}", "$1 ".repeat(n))),
        ("moves", |n| "1. Nf3 Nf6 2. Ng1 Ng8\n".repeat(n / 8)),
    ];
    for (name, text) in texts {
        grows_with_size(name, FEW, text, |text| {
            let mut games = Games::new(text.as_bytes());
            let game = games.next().map(|game| game.expect("a game").to_string());
            assert!(game.is_none_or(|game| !game.is_empty()) && games.next().is_none());
        });
    }
}

fn numbered(number: usize, part: impl Fn(usize) -> String) -> String {
    (0..number).map(part).collect()
}

/// A tag that is said twice has its last value, and stands where that stood.
#[test]
fn the_last_of_several_tags_counts() {
    let text =
        "[A \"1\"]\n[B \"2\"]\n[A \"3\"]\n[White \"?\"]\n[FEN \"8/8/8/8/8/k1K5/8/1R6 w - - 0 1\"]\n\n*\n";
    let game = Games::new(text.as_bytes()).next().expect("a game").expect("it can be read");
    let mut same = adli_chess::Game::from_start(*game.start());
    same.tag("A", "1").tag("B", "2").tag("A", "3");
    assert_eq!(game, same);
    assert_eq!(game.tagged("A"), Some("3"));
}
