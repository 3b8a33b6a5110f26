//! Pictures and pages: their figures are those of the reports, they are well-formed, and what a text says stays text.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod figures;
mod look;
mod markup;
mod pages;
mod wellformed;

use adli_claims::{Options, Report, Unwatched};
use adli_exhaustive::prove;
use adli_lang::{Sources, check};

/// The report about a text of the library.
fn of_library(name: &str, claims: &[&str]) -> (Report, String) {
    let sources = Sources::library();
    let number = sources.find(name).unwrap();
    let claims = claims.iter().map(|name| (*name).to_owned()).collect();
    let options = Options { claims, max_failures: 3, ..Options::default() };
    let report = prove(name, &check(&sources, number, &[]).programs, &options, &Unwatched);
    (report, sources.get(number).unwrap().text.clone())
}

/// The report about a text.
fn of_text(name: &str, words: &str) -> Report {
    let mut sources = Sources::library();
    let number = sources.add(name, words);
    let checked = check(&sources, number, &[]);
    assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
    let options = Options { max_failures: 3, ..Options::default() };
    prove(name, &checked.programs, &options, &Unwatched)
}

/// What the bars and columns of a picture say to somebody who points at them.
fn told(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let bars = document.descendants().filter(|node| node.has_tag_name("rect"));
    let says = |bar: roxmltree::Node<'_, '_>| {
        let title = bar.children().find(|child| child.has_tag_name("title"))?;
        title.text().map(str::to_owned)
    };
    bars.filter_map(says).collect()
}

/// `14,892` in `19 moves: 14,892 positions`
fn number(words: &str) -> u64 {
    let digits: String = words.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}
