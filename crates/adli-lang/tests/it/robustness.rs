//! Nothing that can be written makes the crate panic, hang or grow without bound.

use adli_lang::{Interpreter, MovesFrom, NOWHERE, Sources, State, TEXTS, check, format};
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

#[test]
fn one_text_too_many_is_refused_and_leaves_the_others_as_they_were() {
    let mut sources = Sources::library();
    let last =
        (sources.names().count()..usize::from(NOWHERE)).map(|n| sources.add(&n.to_string(), "")).last();
    assert_eq!(last, Some(NOWHERE - 1));
    let refused = sources.add("one more", "query q: count positions where mate");
    assert_eq!((refused, sources.find("one more")), (NOWHERE, None));
    assert!(check(&sources, refused, &[]).has_errors());
    assert_eq!(sources.add("laws", "another text"), sources.find("laws").unwrap());
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
        ("", " after pass"),
        ("", " at p0"),
        ("", " throughout"),
        ("steps(K, ", ")"),
        ("(1, ", ")"),
        ("{a1, ", "}"),
        ("{s in ", " : check}"),
        ("let x = 1 in ", ""),
        ("let x = (", ") in 1"),
        ("let x = ", " in 1"),
        ("case ", ""),
        ("s leads to ", " within 2 moves"),
        ("rank ", ""),
        ("not K in {s in ", " : check}"),
        ("some s in {a1}: ", ""),
        ("some s in ", ": check"),
        ("every move: ", ""),
        ("case when check: 1 otherwise: ", ""),
        ("case when ", ": 1 otherwise: 2"),
        ("case kind(", ") K: 1"),
        ("up to symmetry (", ")"),
        ("can a(", ")"),
        ("- ", ""),
        ("not (", ")"),
        ("if ", " then 1 else 2"),
    ];
    for (open, close) in nests {
        for depth in [20_000, 100_000] {
            let nested = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            survive(&format!("endgame KRK White K R v Black k\ndef a = {nested}"));
            survive(&format!("endgame KRK White K R v Black k\nquery q: count positions where {nested}"));
        }
    }
    for depth in [20_000, 100_000] {
        let rules = format!("{}otherwise => draw{}", "when check { ".repeat(depth), " }".repeat(depth));
        survive(&format!("endgame KRK White K R v Black k\nrecogniser r {rules}"));
    }
}

#[test]
fn long_chains_are_read() {
    let header = "endgame KRK White K R v Black k\n";
    survive(&format!("{header}def a = {}1", "1 + K.file + ".repeat(5_000)));
    survive(&format!("{header}def a = {}check", "check and ".repeat(20_000)));
    let many: String = (0..3_000).map(|n| format!("def x{n} = x{} + 1\n", n + 1)).collect();
    survive(&format!("{header}{many}def x3000 = 1"));
    let doubling: String = (0..60).map(|n| format!("def x{} = x{n} + x{n}\n", n + 1)).collect();
    survive(&format!("{header}def x0 = K.file\n{doubling}"));
    let doubling: String =
        (0..60).map(|n| format!("def x{}(x: Int) = x{n}(x) + x{n}(x + {n})\n", n + 1)).collect();
    survive(&format!("{header}def x0(x: Int) = x\n{doubling}def e = x60(1)"));
}

#[test]
fn quantifiers_over_men_do_not_run_away() {
    let nested: String = (0..20).map(|n| format!("every x{n} in men: ")).collect();
    survive(&format!("endgame Big White K Q R B v Black k q r b\ndef a = {nested}x0 = x19"));
}

/// What a text is refused for.
fn complaints(text: &str) -> Vec<String> {
    let mut sources = Sources::library();
    let source = sources.add("text", text);
    check(&sources, source, &[]).diagnostics.into_iter().map(|d| d.message).collect()
}

#[test]
fn definitions_may_be_nested_deep_but_not_too_deep() {
    let header = "endgame KRK White K R v Black k\nuse geometry\n";
    let chains = [
        ("def x0 = K = a1", "def xTHIS = xBEFORE and R /= a1"),
        ("def x0 = K = a1", "def xTHIS = not xBEFORE"),
        ("def x0 = K.file", "def xTHIS = max(xBEFORE, 3)"),
        ("def x0 = ring(K)", "def xTHIS = xBEFORE | ring(k)"),
        ("def x0(x: Int) = x", "def xTHIS(x: Int) = xBEFORE(min(x, 3))"),
        ("def x0(x: Man) = x.file", "def xTHIS(x: Man) = xBEFORE(x) + 1"),
        ("def x0 = K", "def xTHIS = if check then xBEFORE else a1"),
        (
            "recogniser x0 when k in edge => draw otherwise => unknown",
            "recogniser xTHIS when xBEFORE.answer = draw => draw otherwise => unknown",
        ),
        (
            "strategy x0 for White to win step a: move",
            "strategy xTHIS for White to win step a: move where xBEFORE.step = a and not mate'",
        ),
        (
            "advice x0 for White to win hold after us: check' within 1 plies",
            "advice xTHIS for White to win hold after them: (can xBEFORE)' within 2 plies",
        ),
    ];
    for (first, next) in chains {
        let text = |number: usize, backwards: bool| {
            let named =
                |n: usize| next.replace("THIS", &n.to_string()).replace("BEFORE", &(n - 1).to_string());
            let mut all: Vec<String> =
                std::iter::once(first.to_owned()).chain((1..number).map(named)).collect();
            if backwards {
                all.reverse();
            }
            format!("{header}{}", all.join("\n"))
        };
        for backwards in [false, true] {
            let few = text(30, backwards);
            assert_eq!(complaints(&few), Vec::<String>::new(), "{next}");
            survive(&few);
            for number in [190, 390, 3_000] {
                survive(&text(number, backwards));
            }
            let refused = complaints(&text(5_000, backwards));
            assert!(refused.iter().any(|c| c.contains("nested more than 400 deep")), "{next}: {refused:?}");
        }
    }
}

#[test]
fn cases_of_cases_are_asked_once() {
    let more: String = (1..60)
        .map(|n| format!("let s{n} = (if K = a1 then s{0} else if R = a1 then s{0} else White) in ", n - 1))
        .collect();
    survive(&format!(
        "endgame KRK White K R v Black k\ndef a = let s0 = (if check then White else Black) in {more} s59 = White"
    ));
}

#[test]
fn a_text_has_a_length() {
    let values: String = (0..70_000).map(|n| format!("v{n}, ")).collect();
    let text = format!("endgame KRK White K R v Black k\noption o: {{{values} w}} = w\ndef a = o = v65536");
    let refused = complaints(&text);
    assert!(refused.iter().any(|c| c.contains("at most 120000 words")), "{refused:?}");
}

#[test]
fn texts_that_use_one_another_in_a_row() {
    let mut sources = Sources::library();
    for number in 0..300 {
        sources.add(&format!("u{number}"), &format!("use \"u{}\"\ndef e{number} = check", number + 1));
    }
    let first = sources.find("u0").expect("it was added");
    let checked = check(&sources, first, &[]);
    assert!(checked.diagnostics.iter().any(|d| d.message.contains("more than 100 texts")));
}
