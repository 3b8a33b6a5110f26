//! The page `docs/messages.md`: the first example of each code gives a message with that code, the second gives
//! none.

use adli_lang::{Code, MESSAGES, Sources, check};

const HEADER: &str = "endgame KRK White K R v Black k\nuse geometry\n";
/// No text gives the first; the second needs a survey of all positions (`adli-web` tests it); an example of the
/// third would be too long (`robustness.rs` has some).
const ELSEWHERE: [Code; 3] = [Code::Internal, Code::IdleRule, Code::TooLarge];

fn codes(example: &str) -> Vec<(Code, String)> {
    let is_whole = example.lines().any(|line| line.starts_with("endgame") || line.starts_with("-- a file"));
    let text = format!("{}{example}", if is_whole { "" } else { HEADER });
    let mut sources = Sources::library();
    let source = sources.add("text", &text);
    check(&sources, source, &[]).diagnostics.iter().map(|d| (d.code, d.message.clone())).collect()
}

#[test]
fn examples_give_their_message_and_no_other() {
    let mut wrong = Vec::new();
    for &code in Code::ALL.iter().filter(|code| !ELSEWHERE.contains(code)) {
        let [bad, good] = code.examples().collect::<Vec<_>>()[..] else {
            wrong.push(format!("{code}: two examples"));
            continue;
        };
        let (bad, good) = (codes(bad), codes(good));
        if bad.first().is_none_or(|(first, _)| *first != code) || !good.is_empty() {
            wrong.push(format!("{code}: {bad:?}, {good:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_code_has_one_section_and_no_section_is_without_a_code() {
    let sections: Vec<&str> = MESSAGES.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(sections, Code::ALL.iter().map(|code| code.name()).collect::<Vec<_>>());
    assert!(
        Code::ALL.iter().all(|&code| Code::named(code.name()) == Some(code) && !code.section().is_empty())
    );
}
