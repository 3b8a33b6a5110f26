//! The page with the grammar and the parser say the same: what the page derives the parser accepts, and what is written in the library
//! and in the documentation the page derives. So the page cannot go stale, in either direction.

mod earley;
mod ebnf;
mod sentences;

use adli_lang::{TEXTS, Token, Word, format, parse};
use earley::Plain;
use ebnf::{blocks, rules};
use sentences::Maker;

const PAGE: &str = include_str!("../../../../../docs/grammar.md");
const LANGUAGE: &str = include_str!("../../../../../docs/language.md");

#[test]
fn the_reserved_words_are_those_of_the_parser() {
    let listed: Vec<&str> = blocks(PAGE, "words").into_iter().flat_map(str::split_whitespace).collect();
    let reserved: Vec<&str> = Word::ALL.iter().map(|word| word.text()).collect();
    assert_eq!(listed, reserved);
}

#[test]
fn every_rule_is_used_and_exists() {
    let rules = rules(PAGE);
    let shown = format!("{:?}", rules.values().collect::<Vec<_>>());
    for name in rules.keys().filter(|name| *name != "text") {
        assert!(shown.contains(&format!("Rule({name:?})")), "{name} is used nowhere");
    }
    Plain::new(&rules);
}

#[test]
fn the_parser_accepts_what_the_page_derives() {
    let rules = rules(PAGE);
    let beginnings = ["declaration", "lemma", "theorem", "query", "strategy", "advice", "definition", "text"];
    let mut longest = 0;
    for seed in 0..700 {
        let mut maker = Maker::new(&rules, seed);
        maker.rule(beginnings[seed as usize % beginnings.len()]);
        let text = maker.words.join(" ");
        let parsed = parse(0, &text);
        // That something is said once is no matter of grammar.
        let is_grammar = |message: &&str| *message != "a claim says once what is expected";
        let complaints = parsed.diagnostics.iter().map(|d| d.message.as_str());
        let complaints: Vec<&str> = complaints.filter(is_grammar).collect();
        let deep = complaints.iter().all(|complaint| complaint.contains("nested too deeply"));
        assert!(complaints.is_empty() || deep, "seed {seed}: {complaints:?}\n{text}");
        if parsed.diagnostics.is_empty() {
            let laid_out = format(&text).unwrap();
            assert_eq!(
                words(&laid_out),
                words(&text),
                "seed {seed}: the layout changes the words of\n{text}"
            );
            assert_eq!(format(&laid_out).as_deref(), Ok(laid_out.as_str()), "seed {seed}");
        }
        longest = longest.max(maker.words.len());
    }
    assert!(longest > 300, "the longest sentence has {longest} words");
}

#[test]
fn the_page_derives_what_is_written() {
    let plain = Plain::new(&rules(PAGE));
    let examples = blocks(LANGUAGE, "adv");
    assert!(examples.len() > 15);
    let texts = TEXTS.iter().map(|(name, text)| (*name, *text));
    for (name, text) in texts.chain(examples.into_iter().map(|block| ("docs/language.md", block))) {
        let words = words(text);
        if let Err(at) = plain.recognise(&words, is_in) {
            let near = words[at.saturating_sub(8)..words.len().min(at + 4)].join(" ");
            panic!("{name}: the page has no rule for word {at} of `.. {near} ..`");
        }
    }
}

/// The words of a text.
fn words(text: &str) -> Vec<&str> {
    let tokens = parse(0, text).tokens;
    let words = tokens.iter().filter(|lexeme| lexeme.token != Token::End);
    words.map(|lexeme| &text[lexeme.span.start as usize..lexeme.span.end as usize]).collect()
}

/// Whether a word belongs to a class of words.
fn is_in(word: &str, class: &str) -> bool {
    let is_square = matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    let is_name = word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && !is_square
        && Word::from_text(word).is_none();
    match class {
        "NAME" => is_name,
        "LETTER" => is_name && word.len() == 1,
        "FILE" => matches!(word.as_bytes(), [b'a'..=b'h']),
        "POSITION" => {
            word.strip_prefix('p').and_then(|digits| digits.parse().ok()).is_some_and(|n: u32| n <= 31)
        }
        "NUMBER" => word.starts_with(|c: char| c.is_ascii_digit()),
        "SQUARE" => is_square,
        "TEXT" => word.starts_with('"'),
        _ => panic!("no class of words `{class}`"),
    }
}
