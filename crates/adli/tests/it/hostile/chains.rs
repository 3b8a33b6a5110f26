//! Texts that are long or deep in every way a text can be: each works, or is refused with a message.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::child::{judge, run};
use super::strings;

const HEADER: &str = "endgame KRK White K R v Black k\nuse geometry\n";
const FEN: &str = "8/8/8/8/3k4/8/8/KR6 w - - 0 1";

/// Declarations, each of which uses the one before, in the order of the text or against it; then what uses the last.
fn chain(first: &str, next: &str, number: usize, backwards: bool, last: &str) -> String {
    let mut all = vec![first.to_owned()];
    let named = |text: &str, this: usize| {
        text.replace("THIS", &this.to_string()).replace("BEFORE", &this.saturating_sub(1).to_string())
    };
    all.extend((1..number).map(|this| named(next, this)));
    if backwards {
        all.reverse();
    }
    format!("{HEADER}{}\n{}\n", all.join("\n"), named(last, number - 1))
}

/// Chains of declarations: the first, each that follows, and what is asked of the last.
const CHAINS: [(&str, &str, &str); 12] = [
    (
        "def x0 = K = a1",
        "def xTHIS = xBEFORE and true",
        "lemma l: in every position where White to move: xTHIS",
    ),
    ("def x0 = K = a1", "def xTHIS = not xBEFORE or check", "query l: count positions where xTHIS"),
    ("def x0 = K.file", "def xTHIS = max(xBEFORE, 3)", "query l: count positions where xTHIS > 2"),
    ("def x0 = ring(K)", "def xTHIS = xBEFORE | ring(k)", "query l: count positions where K in xTHIS"),
    (
        "def x0(x: Int) = x",
        "def xTHIS(x: Int) = xBEFORE(min(x, 3))",
        "query l: count positions where xTHIS(K.file) > 2",
    ),
    (
        "def x0(x: Man) = x.file = 1",
        "def xTHIS(x: Man) = xBEFORE(x) and x.rank > 1",
        "query l: count positions where xTHIS(R)",
    ),
    (
        "change x0 = K' = a1",
        "change xTHIS = xBEFORE and R' /= a1",
        "strategy s for White to win step a: move where xTHIS step b: move",
    ),
    (
        "def x0 = K.file",
        "def xTHIS = case when check: xBEFORE otherwise: 3",
        "query l: count positions where xTHIS > 2",
    ),
    (
        "advice x0 for White to win reach after us: mate' within 1 plies",
        "advice xTHIS for White to win reach after us: mate' hold after them: (can xBEFORE)' within 3 plies",
        "strategy s for White to win try xTHIS\ntheorem t: s reaches mate within 3 moves",
    ),
    (
        "recogniser x0 when k in edge => draw otherwise => unknown",
        "recogniser xTHIS when xBEFORE.answer = draw => draw otherwise => unknown",
        "theorem t: xTHIS sound",
    ),
    (
        "strategy x0 for White to win step a: move",
        "strategy xTHIS for White to win step a: move where xBEFORE.step = a step b: move",
        "theorem t: xTHIS reaches mate within 2 moves",
    ),
    (
        "strategy x0 for White to win step a: move",
        "strategy xTHIS for White to win step a: move where xBEFORE.allows step b: move",
        "theorem t: xTHIS reaches mate within 2 moves",
    ),
];

/// Runs the commands that read such a text; what has no meaning is only checked and laid out.
fn survives(folder: &Path, name: &str, text: &str) -> Option<i32> {
    fs::write(folder.join("long.adv"), text).unwrap();
    let mut commands = vec![strings(&["check", "long.adv"]), strings(&["fmt", "--check", "long.adv"])];
    let further: [&[&str]; 5] = [
        &["prove", "long.adv", "--time", "1"],
        &["prove", "long.adv", "--by", "sat", "--time", "1"],
        &["explain", "long.adv", FEN],
        &["tree", "long.adv", FEN],
        &["export", "long.adv", "--as", "c", "--unproved", "--time", "1"],
    ];
    let mut checked = None;
    let mut further = further.into_iter();
    while let Some(args) = commands.pop() {
        let ended = run(folder, folder, &args);
        if let Some(wrong) = judge(&ended, &args) {
            let told: String = ended.stderr.chars().take(500).collect();
            panic!("{name}: adli {args:?}: {wrong}\n{told}");
        }
        if args[0] == "check" {
            checked = ended.code;
            if checked == Some(2) {
                assert!(["error: ", "error["].iter().any(|told| ended.stderr.contains(told)), "{name}");
                return checked;
            }
        }
        if commands.is_empty() {
            commands.extend(further.next().map(strings));
        }
    }
    checked
}

#[test]
fn long_chains_of_declarations() {
    let folder = tempfile::tempdir().unwrap();
    for (turn, (first, next, last)) in CHAINS.into_iter().enumerate() {
        // A long one is written forwards or backwards, in turn.
        for (number, backwards) in [(60, false), (15_000, turn.is_multiple_of(2))] {
            let text = chain(first, next, number, backwards, last);
            let code = survives(folder.path(), &format!("{number} of `{next}`"), &text);
            // What is short means something; what is refused is said to be.
            assert!(number > 60 || code == Some(0) || first.starts_with("advice"), "{next}: {code:?}");
            assert!(number < 15_000 || code == Some(2), "{next}: {code:?}");
        }
    }
}

/// Sixty definitions, each of which says the one before twice: written out, the last one has 2^59 parts.
#[test]
fn chains_that_double() {
    let folder = tempfile::tempdir().unwrap();
    for (first, next, last) in [
        ("def x0 = K in edge", "def xTHIS = xBEFORE and xBEFORE", "count positions where xTHIS"),
        ("def x0 = K in edge", "def xTHIS = not xBEFORE iff xBEFORE", "count positions where xTHIS"),
        ("def x0 = K.file", "def xTHIS = max(xBEFORE, xBEFORE + 1)", "count positions where xTHIS > 2"),
        ("def x0 = K.file", "def xTHIS = xBEFORE + xBEFORE", "count positions where xTHIS > 2"),
        ("def x0 = ring(K)", "def xTHIS = xBEFORE | (xBEFORE & ring(k))", "count positions where K in xTHIS"),
        (
            "def x0(x: Int) = x",
            "def xTHIS(x: Int) = xBEFORE(x) mod 7 + xBEFORE(x)",
            "count positions where xTHIS(2) > 2",
        ),
        (
            "change x0 = K' = a1",
            "change xTHIS = xBEFORE and xBEFORE",
            "count positions where (some move: xTHIS)",
        ),
    ] {
        for backwards in [false, true] {
            let text = chain(first, next, 60, backwards, &format!("query l: {last}"));
            survives(folder.path(), &format!("doubles: `{next}`"), &text);
        }
    }
}

#[test]
fn long_and_deep_expressions() {
    let folder = tempfile::tempdir().unwrap();
    let nests = [
        ("not ", "check", ""),
        ("(", "check", ")"),
        ("", "check", " after pass"),
        ("", "check", " throughout"),
        ("", "check", " at p0"),
        ("", "check", " and K /= a1"),
        ("", "check", " iff K = a1"),
        ("", "K'", "'"),
        ("", "1", " <= K.file"),
        ("- ", "1 = 1", ""),
        ("", "1 = 1", " + K.file"),
        ("", "K in ring(K)", " | ring(a1)"),
        ("if check then ", "true", " else false"),
        ("if check then true else ", "true", ""),
        ("let x = K.file in ", "true", ""),
        ("case when check: ", "true", " otherwise: false"),
        ("some s in board: ", "check", ""),
        ("some move: ", "check", ""),
        ("up to symmetry (", "check", ")"),
        ("{", "a1", "}"),
        ("min(1, ", "1", ")"),
    ];
    for (open, inner, close) in nests {
        for number in [30, 10_000] {
            let said = format!("{}{inner}{}", open.repeat(number), close.repeat(number));
            let text = format!("{HEADER}def x = {said}\nlemma l: in every position where White to move: x\n");
            survives(folder.path(), &format!("{number} of `{open}{inner}{close}`"), &text);
        }
    }
}

#[test]
fn long_lists() {
    let folder = tempfile::tempdir().unwrap();
    let lists = [
        (
            "strategy s for White to win",
            "step aNUMBER: move where K' = a1",
            "theorem t: s reaches mate within 1 moves",
        ),
        ("", "lemma lNUMBER: in every position where White to move: K /= k", ""),
        ("recogniser r", "when k = a1 => draw", "otherwise => unknown theorem t: r sound"),
        ("option o: {v", ", vNUMBER", "} = v1"),
        ("advice a for White to win move any", "else K where check", "reach after us: mate' within 1 plies"),
        ("strategy s for White to win step a: move least 1", "then least K'.file", ""),
        ("endgame KRK White", "K", "v Black k"),
        ("def x =", "chek", ""),
        ("", "def x = chek", ""),
        ("def ", "a_rather_long_name_", "= check"),
    ];
    for (first, next, last) in lists {
        let mut text = if first.starts_with("endgame") { String::new() } else { HEADER.to_owned() };
        text.push_str(first);
        for number in 0..10_000 {
            // A name goes on without a blank.
            let blank = if next.ends_with('_') { "" } else { " " };
            let _ = write!(text, "{blank}{}", next.replace("NUMBER", &number.to_string()));
        }
        let _ = writeln!(text, " {last}");
        survives(folder.path(), &format!("many of `{next}`"), &text);
    }
}

#[test]
fn long_chains_of_files() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..300 {
        let text = format!("use \"u{}\"\ndef e{number} = check\n", number + 1);
        fs::write(folder.path().join(format!("u{number}.adv")), text).unwrap();
    }
    let ended = run(folder.path(), folder.path(), &strings(&["check", "u0.adv"]));
    assert_eq!((ended.code, judge(&ended, &[])), (Some(2), None), "{}", ended.stderr);
    assert!(ended.stderr.contains("more than 100 files use one another"), "{}", ended.stderr);
}
