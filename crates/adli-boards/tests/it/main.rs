//! Boards of a given size, compared with what is known of them from elsewhere.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod krk;
mod others;

use adli_boards::Boards;
use adli_claims::{ClaimReport, Options, Unwatched, drive};
use adli_lang::{Sources, check};

/// Claims of a text of the library, on a board of some size.
fn decided(text: &str, size: u8, claims: &[&str]) -> Vec<ClaimReport> {
    let sources = Sources::library();
    let source = sources.find(text).expect("the library has it");
    let programs = check(&sources, source, &[]).programs;
    let options =
        Options { claims: claims.iter().map(|&name| name.to_owned()).collect(), ..Options::default() };
    drive(text, &programs, &[&Boards::new(size)], &|_, _| Vec::new(), &options, &Unwatched).claims
}
