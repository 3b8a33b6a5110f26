//! A mistake in any line of a library text is found, and on that line.
//!
//! Three kinds of mistake are made in every line: a sign that is not of the language, a number where none may
//! be or something else where a number must be, and a word that is spelt wrongly. A name that is spelt wrongly
//! where it is given is no mistake there: then the complaint is where it is used, and it names what is missing.

use adli_lang::{Diagnostic, Severity, Sources, TEXTS, check, line_and_column};

/// The errors of a text, each with its line, which is 0 in another text.
fn errors(name: &str, text: &str) -> Vec<(usize, Diagnostic)> {
    let mut sources = Sources::library();
    let source = sources.add(name, text);
    let checked = check(&sources, source, &[]);
    let errors = checked.diagnostics.into_iter().filter(|d| d.severity == Severity::Error);
    let line = |d: &Diagnostic| match d.span.source == source {
        true => line_and_column(text, d.span.start).0,
        false => 0,
    };
    errors.map(|d| (line(&d), d)).collect()
}

/// The words and numbers of the code in a text, each with its line and its place.
fn words(text: &str) -> Vec<(usize, usize, &str)> {
    let mut words = Vec::new();
    let mut start = 0;
    for (row, line) in text.split_inclusive('\n').enumerate() {
        let code = line.split("--").next().unwrap_or_default();
        let parts = code.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        words.extend(parts.filter(|part| !part.is_empty()).map(|part| {
            let at = start + part.as_ptr() as usize - line.as_ptr() as usize;
            (row + 1, at, part)
        }));
        start += line.len();
    }
    words
}

fn with(text: &str, at: usize, old: &str, new: &str) -> String {
    format!("{}{new}{}", &text[..at], &text[at + old.len()..])
}

#[test]
fn a_strange_sign_is_found_on_its_line() {
    for (name, text) in TEXTS {
        let mut last = 0;
        for (line, at, word) in words(text) {
            if line != last {
                let errors = errors(name, &with(text, at, word, &format!("{word} $")));
                assert!(errors.first().is_some_and(|(found, _)| *found == line), "{name} {line}: {errors:?}");
                last = line;
            }
        }
    }
}

#[test]
fn a_truth_in_the_place_of_a_number_is_found_on_its_line() {
    for (name, text) in TEXTS {
        for (line, at, word) in words(text).into_iter().filter(|(.., word)| word.parse::<u32>().is_ok()) {
            let wrong = with(text, at, word, "true");
            let errors = errors(name, &wrong);
            // Where two things do not go together, a note may point to the one that was changed.
            let noted = |d: &Diagnostic| {
                d.notes.iter().any(|(span, _)| line_and_column(&wrong, span.start).0 == line)
            };
            let right = |(found, d): &(usize, Diagnostic)| *found == line || noted(d);
            assert!(errors.iter().any(right), "{name} {line}: {errors:?}");
        }
    }
}

#[test]
fn a_misspelt_word_is_found_on_its_line_or_where_it_is_missed() {
    let mut harmless = 0;
    let mut all = 0;
    for (name, text) in TEXTS {
        // One word in three, and every night all of them.
        let step = if std::env::var_os("ADLI_THOROUGH").is_some() { 1 } else { 3 };
        for (line, at, word) in words(text).into_iter().step_by(step) {
            let errors = errors(name, &with(text, at, word, &format!("{word}_")));
            all += 1;
            harmless += usize::from(errors.is_empty());
            let right = |(found, d): &(usize, Diagnostic)| *found == line || d.message.contains(word);
            assert!(errors.is_empty() || errors.iter().any(right), "{name} {line} {word}: {errors:?}");
        }
    }
    // Names that nobody else uses may be anything: those of claims, of the last steps, of bound variables.
    assert!(harmless * 5 < all, "{harmless} of {all} misspelt words go unnoticed");
}

#[test]
fn near_names_are_suggested_and_far_ones_are_not() {
    let names = ["steps", "walk", "divides", "l_pattern"];
    assert_eq!(adli_lang::suggest("stesp", names), Some("steps"));
    assert_eq!(adli_lang::suggest("divide", names), Some("divides"));
    assert_eq!(adli_lang::suggest("lpattern", names), Some("l_pattern"));
    assert_eq!(adli_lang::suggest("xy", names), None);
    assert_eq!(adli_lang::suggest("mountain", names), None);
}
