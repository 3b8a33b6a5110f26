//! Every block of code on the page about the language checks.

use adli_lang::{KNOWN, Sources, check, format};

const PAGE: &str = include_str!("../../../../docs/language.md");
const TABLE: &str = "Built in:\n\n| word | meaning |\n|---|---|\n";
const HEADER: &str = "endgame KRK White K R v Black k\nuse geometry\n";

#[test]
fn every_example_checks_and_can_be_laid_out() {
    let blocks = PAGE.split("```adv\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut count = 0;
    for block in blocks {
        let text = if block.contains("endgame") { block.to_owned() } else { format!("{HEADER}{block}") };
        let mut sources = Sources::library();
        let source = sources.add("example", &text);
        let checked = check(&sources, source, &[]);
        let shown: String = checked.diagnostics.iter().map(|d| d.render(&sources)).collect();
        assert!(shown.is_empty(), "{block}\n{shown}");
        let laid_out = format(&text).unwrap();
        assert_eq!(format(&laid_out).as_deref(), Ok(laid_out.as_str()));
        count += 1;
    }
    assert!(count > 15, "{count} examples");
}

/// The table of words on the page is the table by which names are looked up. With `ADLI_BLESS=1` it is written anew.
#[test]
fn the_table_of_words_is_the_one_that_is_used() {
    let (head, rest) = PAGE.split_once(TABLE).expect("the page has a table of words");
    let end = rest.find("\n\n").expect("it ends with an empty line") + 1;
    let table: String =
        KNOWN.iter().map(|word| format!("| `{}` | {} |\n", word.form, word.meaning)).collect();
    if std::env::var_os("ADLI_BLESS").is_some() {
        let page = format!("{head}{TABLE}{table}{}", &rest[end..]);
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/language.md"), page).unwrap();
        return;
    }
    assert_eq!(&rest[..end], table);
}

#[test]
fn no_text_gives_a_known_word_another_meaning() {
    let declarations = [
        "def NAME = K = e4",
        "change NAME = K' = e4",
        "option NAME: Int = 3",
        "option x: {y, NAME} = y",
        "strategy NAME for strong to win step a: move",
        "recogniser NAME otherwise => unknown",
        "def f(NAME: Int) = NAME > 2",
        "def f = some NAME in edge: NAME = e4",
        "def f = let NAME = e4 in K = NAME",
        "def f = e4 in {NAME: NAME in edge}",
    ];
    let laws = ["mate", "check", "attacks", "legal"];
    for word in KNOWN.iter().map(|known| known.word).chain(["p7", "strong"]).chain(laws) {
        for declaration in declarations {
            let declaration = declaration.replace("NAME", word);
            let text = format!(
                "endgame KRK strong K R v weak k
use geometry
{declaration}
"
            );
            let mut sources = Sources::library();
            let source = sources.add("example", &text);
            let checked = check(&sources, source, &[]);
            assert!(checked.has_errors(), "{text}");
            let shown = checked.diagnostics[0].render(&sources);
            assert!(shown.contains(&format!("`{word}`")), "{text}\n{shown}");
        }
    }
}

/// A side of the header called `home` would leave the word with two meanings.
#[test]
fn no_side_is_called_by_a_known_word() {
    let mut sources = Sources::library();
    let source = sources.add("example", "endgame KRK home K R v away k\n");
    let checked = check(&sources, source, &[]);
    assert!(checked.has_errors());
    assert!(
        checked.diagnostics[0].message.contains("`home` already has a meaning"),
        "{:?}",
        checked.diagnostics
    );
}
