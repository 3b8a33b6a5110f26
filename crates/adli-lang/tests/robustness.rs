//! Nothing that can be written makes the crate panic, hang or grow without bound.

use adli_lang::{Interpreter, MovesFrom, Sources, State, TEXTS, check, format};
use proptest::prelude::*;

/// Checks a text, shows what is wrong, lays it out, and evaluates a little of what it means.
fn survive(text: &str) {
    let mut sources = Sources::library();
    let source = sources.add("text", text);
    let checked = check(&sources, source, &[]);
    for diagnostic in &checked.diagnostics {
        let _ = diagnostic.render(&sources);
    }
    if let Ok(laid_out) = format(text) {
        assert_eq!(format(&laid_out).as_deref(), Ok(laid_out.as_str()));
    }
    for program in &checked.programs {
        let squares: Vec<_> = adli_chess::Square::all().step_by(11).take(program.endgame.men.len()).collect();
        let state = State::at_home(&program.endgame, adli_chess::Colour::White, &squares);
        for definition in program.definitions.iter().filter(|d| d.params.is_empty()) {
            let mut interpreter = Interpreter::new(program).moves_from(MovesFrom::Core).fuel(20_000);
            let _ = interpreter.value(definition.body, &[state, state.passed()]);
        }
    }
}

/// Words that texts are made of.
fn word() -> impl Strategy<Value = String> {
    let words = [
        "def",
        "change",
        "strategy",
        "step",
        "move",
        "where",
        "least",
        "lemma",
        "theorem",
        "query",
        "for",
        "play",
        "p0",
        "..",
        "p2",
        "of",
        "given",
        "show",
        "at",
        "(",
        ")",
        "{",
        "}",
        ",",
        ":",
        "'",
        "=",
        "<",
        "and",
        "or",
        "not",
        "in",
        "K",
        "R",
        "k",
        "a1",
        "h8",
        "3",
        "some",
        "every",
        "count",
        "x",
        "men",
        "board",
        "mate",
        "check",
        "if",
        "then",
        "else",
        "case",
        "when",
        "otherwise",
        "let",
        "up",
        "to",
        "symmetry",
        "White",
        "win",
        "s",
        "a",
        "use",
        "geometry",
        "with",
        "option",
        "Int",
        "-",
        "+",
        "*",
        ".",
        "file",
        "rank",
        "steps",
        "after",
        "pass",
        "advice",
        "try",
        "recogniser",
        "=>",
        "moves",
        "expect",
        "under",
        "\n",
        "endgame",
        "KRK",
        "v",
        "Black",
    ];
    proptest::sample::select(words.to_vec()).prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_characters(text in ".{0,200}") {
        survive(&text);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survive(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_words(words in prop::collection::vec(word(), 0..60)) {
        survive(&format!("endgame KRK White K R v Black k\nuse geometry\n{}", words.join(" ")));
    }

    #[test]
    fn library_texts_with_a_word_changed(which in 0..TEXTS.len(), at in any::<prop::sample::Index>(), new in word()) {
        let words: Vec<&str> = TEXTS[which].1.split_inclusive(' ').collect();
        let at = at.index(words.len());
        let changed: String = words.iter().enumerate().map(|(i, w)| if i == at { new.as_str() } else { w }).collect();
        survive(&changed);
    }

    #[test]
    fn library_texts_cut_off(which in 0..TEXTS.len(), at in any::<prop::sample::Index>()) {
        let text = TEXTS[which].1;
        let mut at = at.index(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        survive(&text[..at]);
    }
}

#[test]
fn deep_brackets_are_refused() {
    let nests = [
        ("(", ")"),
        ("not ", ""),
        ("-", ""),
        ("{", "}"),
        ("if check then 1 else ", ""),
        ("", "'"),
        ("", ".file"),
    ];
    for (open, close) in nests {
        survive(&format!(
            "endgame KRK White K R v Black k\ndef a = {}1{}",
            open.repeat(20_000),
            close.repeat(20_000)
        ));
    }
}

#[test]
fn long_chains_are_read() {
    let header = "endgame KRK White K R v Black k\n";
    survive(&format!("{header}def a = {}1", "1 + K.file + ".repeat(5_000)));
    survive(&format!("{header}def a = {}check", "check and ".repeat(20_000)));
    let many: String = (0..3_000).map(|n| format!("def d{n} = d{} + 1\n", n + 1)).collect();
    survive(&format!("{header}{many}def d3000 = 1"));
    let doubling: String = (0..60).map(|n| format!("def d{} = d{n} + d{n}\n", n + 1)).collect();
    survive(&format!("{header}def d0 = K.file\n{doubling}"));
    let doubling: String =
        (0..60).map(|n| format!("def d{}(x: Int) = d{n}(x) + d{n}(x + {n})\n", n + 1)).collect();
    survive(&format!("{header}def d0(x: Int) = x\n{doubling}def e = d60(1)"));
}

#[test]
fn quantifiers_over_men_do_not_run_away() {
    let nested: String = (0..20).map(|n| format!("every x{n} in men: ")).collect();
    survive(&format!("endgame Big White K Q R B v Black k q r b\ndef a = {nested}x0 = x19"));
}
