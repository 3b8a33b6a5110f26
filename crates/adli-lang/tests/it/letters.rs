//! Letters that look like others, and characters that are not seen, are named where they stand.

use adli_lang::{Severity, Sources, check, parse};

/// Of the list of confusable characters that goes with Unicode Technical Standard 39: pairs that look the same in most fonts.
const CONFUSABLE: [(char, char); 24] = [
    ('\u{430}', 'a'),
    ('\u{441}', 'c'),
    ('\u{435}', 'e'),
    ('\u{43e}', 'o'),
    ('\u{440}', 'p'),
    ('\u{445}', 'x'),
    ('\u{443}', 'y'),
    ('\u{456}', 'i'),
    ('\u{458}', 'j'),
    ('\u{455}', 's'),
    ('\u{410}', 'A'),
    ('\u{412}', 'B'),
    ('\u{41a}', 'K'),
    ('\u{41c}', 'M'),
    ('\u{420}', 'P'),
    ('\u{422}', 'T'),
    ('\u{39a}', 'K'),
    ('\u{39d}', 'N'),
    ('\u{3a1}', 'P'),
    ('\u{3bf}', 'o'),
    ('\u{ff4b}', 'k'),
    ('\u{1d41b}', 'b'),
    ('\u{1d7d0}', '2'),
    ('\u{251}', 'a'),
];

fn errors(text: &str) -> Vec<String> {
    let mut sources = Sources::library();
    let source = sources.add("text", text);
    let told = check(&sources, source, &[]).diagnostics.into_iter();
    told.filter(|told| told.severity == Severity::Error).map(|told| told.message).collect()
}

#[test]
fn a_letter_that_looks_like_another_is_named_in_every_place_of_a_name() {
    for (theirs, ours) in CONFUSABLE {
        for name in [format!("mate{theirs}"), format!("m{theirs}te"), format!("x{theirs}{theirs}_1")] {
            let text = format!("endgame KRK White K R v Black k\ndef {name} = check\ndef later = {name}");
            let number = format!("(U+{:04X}), which looks like `{ours}`", theirs as u32);
            let told = errors(&text);
            assert!(told.len() == 2 && told.iter().all(|told| told.contains(&number)), "{name}: {told:?}");
        }
    }
}

#[test]
fn names_of_one_alphabet_are_names() {
    for name in
        ["gr\u{f6}\u{df}e", "\u{161}ah", "\u{43b}\u{430}\u{434}\u{44c}\u{44f}", "\u{3b2}", "\u{5854}", "_1"]
    {
        let text = format!("endgame KRK White K R v Black k\ndef {name} = check\ndef later = {name}");
        assert_eq!(errors(&text), [] as [&str; 0], "{name}");
    }
}

#[test]
fn what_is_not_seen_is_named_wherever_it_stands() {
    let hidden = [
        '\u{0}',
        '\u{7f}',
        '\u{ad}',
        '\u{200b}',
        '\u{200d}',
        '\u{202e}',
        '\u{2066}',
        '\u{3164}',
        '\u{e0041}',
    ];
    for sign in hidden {
        let number = format!("U+{:04X}", sign as u32);
        for text in [
            format!("def a{sign}b = check"),
            format!("def a = {sign}"),
            format!("-- so {sign} on"),
            format!("use \"a{sign}\""),
        ] {
            let told = parse(0, &text).diagnostics;
            assert!(told.iter().any(|told| told.message.contains(&number)), "{text:?}: {told:?}");
        }
    }
    // Within a word it is one mistake, and the word is shown without it.
    let header = "endgame KRK White K R v Black k\n";
    for (text, right) in [
        ("def m\u{200b}ine = check", "mine"),
        ("def a = che\u{200b}ck", "check"),
        ("d\u{200b}ef a = check", "def"),
        ("def a = check an\u{200b}d mate", "and"),
        ("def a = K.file = 1\u{200b}2", "12"),
        ("def a = check\u{feff} and mate", "check"),
    ] {
        let mut sources = Sources::library();
        let source = sources.add("text", &format!("{header}{text}"));
        let told = check(&sources, source, &[]).diagnostics;
        let [only] = &told[..] else { panic!("{text:?}: {told:?}") };
        assert!(only.message.contains("has a character that is not seen, U+"), "{only:?}");
        assert_eq!(only.help.as_deref(), Some(format!("write `{right}`").as_str()));
    }
    // What begins a line for some programs hides what follows in a comment from others.
    for end in ['\r', '\u{2028}', '\u{85}'] {
        assert_eq!(parse(0, &format!("-- a{end}def a = check")).diagnostics.len(), 1);
    }
    assert!(parse(0, "-- a\r\ndef a = check\r\n").diagnostics.is_empty());
}
