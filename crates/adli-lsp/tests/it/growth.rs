//! Documents of ten thousand parts: what an editor asks takes a time that grows with the length of the text.

#[path = "../../../adli-chess/tests/it/common/growth.rs"]
mod grows;

use adli_workbench::{Text, TextReport, complete, definition, hover, laid_out, references, symbols};

use grows::{Texts, grows_with_size};

const HEADER: &str = "endgame KRK White K R v Black k\nuse geometry\n";
const FEW: usize = 1_000;

fn each(number: usize, part: impl Fn(usize) -> String) -> String {
    (0..number).map(part).collect()
}

/// What the server answers from: all that is asked about a text, at its last name.
fn asked(words: &str) {
    let beside = std::collections::BTreeMap::new();
    let text = Text::given("mine.adv", "mine", words, (), &beside).expect("nothing is beside it");
    let checked = text.check(&[]);
    let place = words.trim_end().len() as u32 - 1;
    let told = TextReport::new(&text, &checked);
    assert!(told.diagnostics.len() <= 500);
    let _ = (symbols(&text).len(), definition(&text, place), references(&text, place).len());
    let _ = (
        complete(&text, place).items.len(),
        hover(&text, &[], place, None, None).is_some(),
        laid_out(&text).is_ok(),
    );
}

#[test]
fn questions_about_long_documents_are_answered_quickly() {
    let texts: &Texts<'_> = &[
        ("definitions", |n| each(n, |i| format!("def a{i} = K = a1 and steps(K, k) > {i}\n"))),
        ("definitions that use one another", |n| {
            format!(
                "def a0 = check\n{}",
                each(n, |i| format!("def b{i} = a{} and a0\ndef a{} = check\n", i, i + 1))
            )
        }),
        ("one line", |n| each(n, |i| format!("def a{i} = K = a1 and steps(K, k) > {i} "))),
        ("claims", |n| each(n, |i| format!("query q{i}: count positions where steps(K, k) > {i}\n"))),
        ("bound names", |n| {
            format!("def a = {} check", each(n, |i| format!("(some s in ring(K): steps(s, k) > {i}) and ")))
        }),
        ("comments", |n| "-- a comment\n".repeat(2 * n) + "def a = check"),
    ];
    for (name, text) in texts {
        grows_with_size(name, FEW, |number| format!("{HEADER}{}\n", text(number)), |text| asked(&text));
    }
}
