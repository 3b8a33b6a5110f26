//! Messages, each next to the text that causes it: `diagnostics.txt`.
//!
//! With `ADLI_BLESS=1` the file is written anew; read the difference before committing it.

use std::fmt::Write;

use adli_lang::{Sources, check};

const EXPECTED: &str = include_str!("../diagnostics.txt");
const BETWEEN: &str = "====\n";
const ANSWER: &str = "----\n";

fn messages(text: &str) -> String {
    let mut sources = Sources::library();
    let source = sources.add("text", text);
    let checked = check(&sources, source, &[]);
    let shown: Vec<String> = checked.diagnostics.iter().map(|d| d.render(&sources)).collect();
    if shown.is_empty() { "no complaints\n".to_owned() } else { shown.join("\n") }
}

#[test]
fn messages_say_what_is_wrong_and_what_to_do() {
    let mut found = String::new();
    for case in EXPECTED.split(BETWEEN).filter(|case| !case.trim().is_empty()) {
        let text = case.split(ANSWER).next().unwrap();
        let _ = write!(found, "{BETWEEN}{text}{ANSWER}{}", messages(text));
    }
    if std::env::var_os("ADLI_BLESS").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/diagnostics.txt"), &found).unwrap();
        return;
    }
    assert_eq!(found, EXPECTED);
}

#[test]
fn messages_are_in_style() {
    for case in EXPECTED.split(BETWEEN).filter(|case| !case.trim().is_empty()) {
        let answer = case.split(ANSWER).nth(1).unwrap();
        for line in answer.lines().filter(|line| line.starts_with("error[") || line.starts_with("warning[")) {
            let message = line.split_once(": ").unwrap().1;
            assert!(!message.ends_with('.'), "{line}");
            assert!(!message.starts_with(char::is_uppercase), "{line}");
        }
    }
}
