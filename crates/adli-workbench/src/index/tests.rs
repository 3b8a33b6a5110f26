#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::{BTreeMap, BTreeSet};

use adli_lang::Sources;

use super::*;

fn text(words: &str) -> Text {
    Text::given("mine", "mine", words, (), &BTreeMap::new()).unwrap()
}

/// Where a word stands for the so-manieth time.
fn place(words: &str, word: &str, time: usize) -> u32 {
    words.match_indices(word).nth(time).unwrap().0 as u32
}

const TEXT: &str = "endgame KRK White K R v Black k
use geometry
def far(x: Square) = steps(x, k) > 2
def near = not far(K) and some x in {a1, a2}: x = K
strategy s for White to win
  step first: move where near'
theorem wins: s reaches mate
";

#[test]
fn names_are_found_where_they_are_declared() {
    let mine = text(TEXT);
    let index = Index::of(&mine);
    let what = |word: &str, time: usize| {
        let found = index.definition(place(TEXT, word, time)).unwrap();
        (found.what, mine.sources.get(found.span.source).unwrap().name.as_str(), found.span.start)
    };
    assert_eq!(what("far", 1), (What::Definition, "mine", place(TEXT, "far", 0)));
    // A name means what is bound nearest around it.
    assert_eq!(what("x, k", 0), (What::Parameter, "mine", place(TEXT, "x:", 0)));
    assert_eq!(what("x = K", 0), (What::Variable, "mine", place(TEXT, "x in", 0)));
    assert_eq!(what("s reaches", 0), (What::Strategy, "mine", place(TEXT, "s for", 0)));
    assert_eq!(what("steps", 0).1, "geometry");
    assert_eq!(what("mate", 0).1, "laws");
    assert_eq!(what("K)", 0).0, What::Man);
    assert_eq!(what("geometry", 0), (What::Text, "geometry", 0));
    let uses = index.uses(place(TEXT, "near", 0));
    assert_eq!(uses.iter().map(|span| mine.sources.text(*span)).collect::<Vec<_>>(), ["near", "near"]);
}

#[test]
fn a_text_that_is_being_written_has_names_too() {
    let words = TEXT.replace("> 2", "> (").replace("where near'", "where nar and near'");
    let index = Index::of(&text(&words));
    assert_eq!(index.definition(place(&words, "far(K", 0)).unwrap().what, What::Definition);
    assert_eq!(index.at(place(&words, "nar", 0)).unwrap().meaning, Meaning::Unknown);
    assert_eq!(index.uses(place(&words, "near'", 0)).len(), 2);
}

/// In texts that are right every name means something, but for words that have a meaning only in their place.
#[test]
fn the_library_has_no_name_without_a_meaning() {
    let mut unknown = BTreeSet::new();
    for name in Sources::library().names() {
        let text = Text::of_library(name).unwrap();
        let nothing = |found: &&Reference| found.meaning == Meaning::Unknown;
        let index = Index::of(&text);
        unknown.extend(
            index.references.iter().filter(nothing).map(|found| text.sources.text(found.span).to_owned()),
        );
    }
    let in_place = "against allows answer by captures classes clauses complete draw each except falls first hold keeps list loss mated mates mates_next one over play position \
        positions promotes provided quickest reach reaches refuted reported rule safe seconds sound symmetric symmetry tally the them unknown us uses v variables win";
    assert_eq!(unknown.into_iter().collect::<Vec<_>>().join(" "), in_place);
}
