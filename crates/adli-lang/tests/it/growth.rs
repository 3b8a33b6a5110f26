//! Reading, checking, showing and laying out a text take time that grows with its length, not with the square of it.

#[path = "../../../adli-chess/tests/it/common/growth.rs"]
mod grows;

use adli_lang::{Code, Diagnostic, Sources, Span, check, format};

use grows::{Texts, grows_with_size};

/// So many of each: eight times as many come near the longest text there may be.
const FEW: usize = 800;

const HEADER: &str = "endgame KRK White K R v Black k\nuse geometry\n";

fn each(number: usize, part: impl Fn(usize) -> String) -> String {
    (0..number).map(part).collect()
}

/// Checks a text, shows what people see of what is wrong with it, and lays it out.
fn work(text: &str) {
    let mut sources = Sources::library();
    let source = sources.add("text", text);
    let checked = check(&sources, source, &[]);
    let shown = checked.diagnostics.iter().take(20).map(|diagnostic| diagnostic.render(&sources));
    // Whatever the text, a message is one that can be read.
    assert!(shown.map(|shown| shown.len()).all(|length| length < 3_000));
    let _ = format(text);
}

fn all_grow(texts: &Texts<'_>) {
    for (name, text) in texts {
        grows_with_size(name, FEW, |number| format!("{HEADER}{}\n", text(number)), |text| work(&text));
    }
}

#[test]
fn what_is_not_defined_is_complained_of_quickly() {
    all_grow(&[
        ("names", |n| each(n, |i| format!("def a{i} = b{i}\n"))),
        ("long names", |n| each(n, |i| format!("def a{i} = unknown_name_{i}\n"))),
        ("calls", |n| each(n, |i| format!("def a{i} = b{i}(K)\n"))),
        ("names in one line", |n| format!("def a = x{}", " and bbb".repeat(n))),
        ("strategies", |n| each(n, |i| format!("theorem t{i}: zz{i} reaches mate within 5 moves\n"))),
        ("advice", |n| each(n, |i| format!("def d{i} = can advice{i}\n"))),
        ("recognisers", |n| each(n, |i| format!("theorem t{i}: rec{i} sound\n"))),
        ("lemmas", |n| each(n, |i| format!("lemma l{i} by m{i}: in every position: K /= k\n"))),
        ("types", |n| each(n, |i| format!("def d{i}(x: Type{i}) = x\n"))),
        ("texts", |n| each(n, |i| format!("use geometr{i}\n"))),
        ("names of a text", |n| format!("use geometry (steps{})", each(n, |i| format!(", step{i}")))),
        ("values of an option", |n| {
            let values = each(n / 2, |i| format!("v{i}, "));
            let uses = each(n / 2, |i| format!("query q{i}: count positions where check under o = w{i}\n"));
            format!("option o: {{ {values} last }} = last\n{uses}")
        }),
    ]);
}

#[test]
fn signs_and_comments_are_read_quickly() {
    all_grow(&[
        ("comments", |n| "-- comment\n".repeat(4 * n)),
        ("comments after words", |n| each(n, |i| format!("def a{i} = K = a1 -- comment\n"))),
        ("comments within a definition", |n| {
            format!("def a = K = a1{}", "\n -- comment\n and K = a1".repeat(n))
        }),
        ("foreign comments", |n| "/* x */ // y\n".repeat(n)),
        ("strange signs", |n| format!("def a = {}", "$ ".repeat(n))),
        ("foreign signs", |n| format!("def a = K = a1{}", " && K = a1".repeat(n))),
        ("blanks", |n| " \n".repeat(100 * n)),
        ("a long name", |n| format!("def a = {}", "x".repeat(100 * n))),
        ("brackets", |n| "(".repeat(n)),
        ("quotation marks", |n| "use \"".repeat(n)),
    ]);
}

#[test]
fn many_declarations_are_checked_quickly() {
    all_grow(&[
        ("definitions", |n| each(n, |i| format!("def a{i} = K = a1 and steps(K, k) > {i}\n"))),
        ("definitions in one line", |n| each(n, |i| format!("def a{i} = K = a1 and steps(K, k) > {i} "))),
        ("one name for all", |n| "def a = K = a1\n".repeat(n)),
        ("questions", |n| each(n, |i| format!("query q{i}: count positions where steps(K, k) > {i}\n"))),
        ("questions that are the same", |n| {
            each(n, |i| format!("query q{i}: count positions where check\n"))
        }),
        ("lemmas for every size", |n| {
            each(n / 2, |i| {
                format!("lemma q{i} for every size: in every position: R.rank < {i} implies K.file = 8\n")
            })
        }),
        ("lemmas that rest on one another", |n| {
            let next = |i| format!("lemma l{} by l{i}: in every position: steps(K, k) < {i}\n", i + 1);
            format!("lemma l0: in every position: K /= k\n{}", each(n / 2, next))
        }),
        ("strategies", |n| {
            each(n / 2, |i| format!("strategy s{i} for White to win step x: move K where K' = a1\n"))
        }),
        ("recognisers", |n| {
            each(n / 2, |i| format!("recogniser r{i} when K.file = {i} => draw otherwise => unknown\n"))
        }),
        ("advice", |n| {
            each(n / 2, |i| {
                format!("advice x{i} for White to win reach after us: K'.file > {i} within 3 plies\n")
            })
        }),
        ("options", |n| each(n, |i| format!("option o{i}: Int = {i}\ndef d{i} = o{i}\n"))),
        ("warnings", |n| {
            each(n / 2, |i| format!("strategy s{i} for White to win step x: move K where K = a1\n"))
        }),
    ]);
}

#[test]
fn long_declarations_are_checked_quickly() {
    all_grow(&[
        ("a conjunction", |n| {
            format!("def a = K = a1{}", each(n, |i| format!(" and K.file + {i} > R.file")))
        }),
        ("a set", |n| format!("def a = {{a1{}}}", each(n, |i| format!(", (K.file + {i}, 1)")))),
        ("a key", |n| format!("def a = (K.file{})", ", 1 + 1".repeat(n))),
        ("cases", |n| {
            format!("def a = case {} otherwise: 2", each(n, |i| format!("when K.file = {i}: {i} ")))
        }),
        ("values of an option", |n| {
            let uses = each(n, |i| format!("def d{i} = o = v{i}\n"));
            format!("option o: {{ {} last }} = last\n{uses}", each(n, |i| format!("v{i}, ")))
        }),
        ("rules of a recogniser", |n| {
            format!(
                "recogniser r {} otherwise => unknown",
                each(n, |i| format!("when K.file + {i} > 3 => draw\n"))
            )
        }),
        ("a definition with many calls", |n| {
            let parts = each(n / 4, |i| format!("R.file + {i} > x and "));
            let calls = each(n / 4, |i| format!("def d{i} = big(K.file + {i})\n"));
            format!("def big(x: Int) = {parts} K.file > x\n{calls}")
        }),
        ("a definition of which many lemmas speak", |n| {
            let parts = each(n / 4, |i| format!("R.file + {i} > K.file and "));
            let about =
                |i| format!("lemma l{i} for every size: in every position: big implies K.file > {i}\n");
            format!("def big = {parts} K.file = 8\n{}", each(n / 4, about))
        }),
    ]);
}

#[test]
fn headers_stand_for_few_choices_of_men() {
    let complaint = |text: &str| {
        let mut sources = Sources::library();
        let source = sources.add("text", text);
        check(&sources, source, &[]).diagnostics.first().map(|found| found.message.clone())
    };
    let men = "R ".repeat(50_000);
    assert_eq!(
        complaint(&format!("endgame X White K {men} v Black k")).as_deref(),
        Some("a header has at most 8 men")
    );
    let letters = ['A', 'C', 'D', 'E', 'F', 'G'];
    let each_is = letters.map(|letter| format!("{letter} is Q or R or B or N or P{}", " or Q".repeat(2_000)));
    let text = format!(
        "endgame X White K {} v Black k where {}",
        letters.map(String::from).join(" "),
        each_is.join(" and ")
    );
    assert_eq!(complaint(&text).as_deref(), Some("a header stands for fewer than 37 choices of men"));
}

#[test]
fn a_long_line_is_shown_around_the_place() {
    let shown = |text: &str| {
        let mut sources = Sources::new();
        let source = sources.add("text", text);
        let start = text.find("here").expect("the place") as u32;
        Diagnostic::error(Code::Unexpected, Span { source, start, end: start + 4 }, "wrong").render(&sources)
    };
    let long = "x ".repeat(50_000);
    for (before, after) in [("", &*long), (&*long, ""), (&*long, &*long), ("\u{e9}\n\u{e9} ", &*long)] {
        let shown = shown(&format!("{before}here {after}"));
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines.iter().all(|line| line.chars().count() < 130), "{shown}");
        // The marks stand under the word.
        let place = lines[4].chars().position(|sign| sign == '^').expect("marks");
        let word: String = lines[3].chars().skip(place).take(4).collect();
        assert_eq!((word.as_str(), lines[4].matches('^').count()), ("here", 4), "{shown}");
    }
}
