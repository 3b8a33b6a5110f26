#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;

use adli_chess::Position;
use adli_lang::Sources;

use super::*;
use crate::TextReport;

const TEXT: &str = "endgame KRK White K R v Black k
use geometry
-- How many files are left to him.
def room = beyond(R.file, k.file)
def near(s: Square) = some x in ring(s): x = K
strategy mine for White to win
  step squeeze: move R where room' < room least room'
theorem wins: mine reaches mate from White to move and room > 2 expect refuted
";

fn text(words: &str) -> Text {
    Text::given("mine", "mine", words, (), &BTreeMap::new()).unwrap()
}

/// What is offered where a bar stands in the words.
fn offered(words: &str) -> Vec<String> {
    let at = words.find('|').unwrap();
    let found = complete(&text(&words.replace('|', "")), at as u32);
    found.items.into_iter().map(|item| item.label).collect()
}

/// Where a word stands for the so-manieth time.
fn place(word: &str, time: usize) -> u32 {
    TEXT.match_indices(word).nth(time).unwrap().0 as u32
}

#[test]
fn what_is_offered_depends_on_the_place() {
    let after = |words: &str| offered(&format!("{TEXT}{words}"));
    assert_eq!(after("use krk/m|"), ["\"krk/malikovic-janicic\""]);
    assert_eq!(after("use \"krk/m|"), ["krk/malikovic-janicic"]);
    assert_eq!(after("use geo|"), ["geometry"]);
    assert_eq!(after("def a = roo|"), ["room", "root"]);
    assert_eq!(after("def a = ste|"), ["steps"]);
    assert_eq!(after("def a = R.|"), ["file", "rank"]);
    assert_eq!(after("query a: count positions where mine.|"), ["step", "allows"]);
    assert_eq!(after("def f(x: Sq|"), ["Square"]);
    assert_eq!(after("theorem t: mine rea|"), ["reaches mate", "reaches mate within"]);
    assert_eq!(after("theorem t: mine reaches mate expect |"), ["proved", "refuted"]);
    assert_eq!(after("strategy s for Wh|"), ["White"]);
    assert_eq!(after("strategy s for White to |")[..2], ["win", "draw"]);
    assert_eq!(after("strat|"), ["strategy"]);
    assert_eq!(after("query q: cou|"), ["count positions where", "count classes where"]);
    assert_eq!(after("-- roo|"), Vec::<String>::new());
    // Variables are known where they are bound, and nowhere else.
    assert!(offered(&TEXT.replace(": x = K", ": x| = K")).contains(&"x".to_owned()));
    assert!(!after("def a = |").contains(&"x".to_owned()));
    let everything = after("def a = |");
    for word in ["K", "k", "White", "room", "near", "mate", "steps", "home", "and"] {
        assert!(everything.contains(&word.to_owned()), "{word}");
    }
}

#[test]
fn a_word_is_explained_with_its_value() {
    let mine = text(TEXT);
    let position: Position = "8/8/6k1/8/3R4/8/8/K7 w - - 0 1".parse().unwrap();
    let about = |word: &str, time| hover(&mine, &[], place(word, time), Some(&position), None).unwrap();
    let room = about("room", 2);
    assert_eq!(room.title, "`room`, a definition");
    assert_eq!(room.detail, "How many files are left to him.\ndef room = beyond(R.file, k.file)");
    assert_eq!(room.value.as_deref(), Some("4"));
    let rook = about("R.file", 0);
    assert_eq!((rook.title.as_str(), rook.value.as_deref()), ("`R`, the rook of White", Some("d4")));
    assert_eq!(rook.squares.unwrap(), ["d4"]);
    // With a prime it is what comes after a move: the rook goes to the c-file, and there are five files beyond it.
    let primed = |mv| hover(&mine, &[], place("room'", 0), Some(&position), mv).unwrap();
    let (none, after) = (primed(None), primed(Some("Rc4")));
    assert_eq!(none.title, "`room`, a definition; `room'` is that after the move");
    assert_eq!((none.value, none.is_primed, none.at.to - none.at.from), (None, true, 5));
    assert_eq!(after.value.as_deref(), Some("5"));
    assert_eq!(about("mate", 0).title, "`mate`, a definition of `laws`");
    assert_eq!(about("x = K", 0).title, "`x`, a variable");
    assert_eq!(about("geometry", 0).title, "`geometry`, a text");
    assert!(hover(&mine, &[], place("reaches", 0), None, None).is_none());
}

#[test]
fn names_lead_to_their_declarations() {
    let mine = text(TEXT);
    let target = definition(&mine, place("room'", 0)).unwrap();
    assert_eq!((target.own, target.at.from), (true, place("room =", 0)));
    let elsewhere = definition(&mine, place("beyond", 0)).unwrap();
    assert_eq!((elsewhere.own, elsewhere.text.as_str()), (false, "geometry"));
    assert_eq!(references(&mine, place("room", 0)).len(), 5);
    let outline = symbols(&mine);
    let names: Vec<&str> = outline.iter().map(|symbol| symbol.name.as_str()).collect();
    assert_eq!(names, ["KRK", "geometry", "room", "near", "mine", "wins"]);
    assert_eq!(outline[4].inside[0].name, "squeeze");
}

#[test]
fn a_name_is_changed_everywhere_or_not_at_all() {
    let mine = text(TEXT);
    let edits = rename(&mine, place("room", 0), "space").unwrap();
    assert_eq!(edits.len(), 5);
    let mut words = TEXT.to_owned();
    for edit in edits.iter().rev() {
        words.replace_range(edit.at.from as usize..edit.at.to as usize, &edit.insert);
    }
    assert_eq!(words, TEXT.replace("room", "space"));
    let why = |word: &str, new: &str| match rename(&mine, place(word, 0), new) {
        Err(Trouble::NotRenamed { why, .. }) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(why("room", "near"), "something else is called `near`");
    assert_eq!(why("room", "steps"), "something else is called `steps`");
    assert_eq!(why("room", "K"), "`K` already has a meaning: a kind of man");
    assert!(why("room", "home").starts_with("`home` already has a meaning"));
    for none in ["", "two words", "a-b", "where", "7up", " room2"] {
        assert!(why("room", none).contains("is no name"), "{none:?}");
    }
    assert_eq!(why("beyond", "behind"), "it belongs to another text");
    assert!(why("K R", "Q").starts_with("the letters of men"));
    assert!(why("x in", "s").contains("something else is called `s`"));
    assert_eq!(why("reaches", "x"), "nothing is called so");
}

/// What a complaint says in words can be done by a click.
#[test]
fn hints_become_edits() {
    let fixed = |words: &str| {
        let broken = text(words);
        let report = TextReport::new(&broken, &broken.check(&[]));
        let fix = report.diagnostics[0].fixes[0].clone();
        let mut words = words.to_owned();
        words.replace_range(fix.at.from as usize..fix.at.to as usize, &fix.insert);
        assert!(!text(&words).check(&[]).has_errors(), "{words}");
        fix.title
    };
    assert_eq!(fixed(&TEXT.replace("room' <", "rooom' <")), "write `room`");
    assert_eq!(fixed(&TEXT.replace("beyond(", "beyondd(")), "write `beyond`");
    assert_eq!(fixed(&TEXT.replace("use geometry", "use geomtry")), "write `geometry`");
    assert_eq!(fixed(&TEXT.replace("mine reaches", "mnie reaches")), "write `mine`");
    assert_eq!(fixed(&TEXT.replace("def near", "deff near")), "write `def`");
    assert_eq!(fixed(&TEXT.replace("use geometry\n", "")), "add `use geometry`");
}

/// Whatever is asked at whatever place of texts that are half written, there is an answer.
#[test]
fn every_place_of_a_text_that_is_being_written_has_answers() {
    let sources = Sources::library();
    let words = sources.get(sources.find("kqk/adli").unwrap()).unwrap().text.clone();
    let words = format!("{words}\n-- \u{e9}\u{1d11e}\n");
    let mut cuts: Vec<usize> = (0..=words.len()).filter(|at| words.is_char_boundary(*at)).collect();
    cuts = cuts.into_iter().step_by(97).collect();
    for cut in cuts {
        let half = text(&words[..cut]);
        for at in [0, cut / 2, cut.saturating_sub(1), cut, cut + 7] {
            let at = at as u32;
            let completion = complete(&half, at);
            assert!(completion.at.from <= completion.at.to);
            let _ = hover(&half, &[], at, None, None);
            let _ = (definition(&half, at), references(&half, at), symbols(&half));
        }
    }
}
