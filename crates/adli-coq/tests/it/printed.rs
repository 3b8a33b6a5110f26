//! What is printed: readable, the same every time, and what is refused is named.

use std::fs;
use std::path::Path;

use adli_coq::{Figures, files};

use crate::common::{ALONE, claim, left, program};

fn rules(text: &str, name: &str) -> String {
    let program = program(text);
    let files = files(&program, claim(&program, name), &Figures::default(), &ALONE).unwrap();
    files.into_iter().find(|(file, _)| *file == "Rules").unwrap().1
}

/// The definitions of three texts as they are on file; `ADLI_BLESS=1` writes them.
#[test]
fn printed_texts_are_those_on_file() {
    for (text, name, file) in [
        ("krk/malikovic-janicic", "krk", "malikovic-janicic.v"),
        ("krk/bratko", "wins", "bratko.v"),
        ("kqk/adli", "wins", "kqk.v"),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
        let printed = rules(text, name);
        assert_eq!(printed, rules(text, name), "it is the same every time");
        assert!(printed.lines().all(|line| line.len() <= 140), "{file} can be read");
        if std::env::var_os("ADLI_BLESS").is_some() {
            fs::write(&path, &printed).unwrap();
        }
        assert_eq!(printed, fs::read_to_string(&path).unwrap(), "`ADLI_BLESS=1` writes {file}");
    }
}

/// Whatever cannot be printed is refused with its name.
#[test]
fn what_cannot_be_printed_is_named() {
    let krk = "endgame KRK White K R v Black k\nstrategy s for White to win\n  step a: move\n";
    let refused = [
        ("theorem t: s is optimal", "`t` is about best moves"),
        ("theorem t: s reaches mate under fifty", "`t` counts moves without capture"),
        ("theorem t: s reaches mate from Black to move", "`t` begins where White need not be to move"),
        ("theorem t: s reaches mate or check", "`t` ends where something else than mate"),
        (
            "def odd = (K.file + K.rank) mod 2 = 1\nlemma t: in every position where odd: not mate",
            "`odd` divides",
        ),
        (
            "def far = (K.file + 90, 1)\nlemma t: in every position where far = R: mate",
            "`far` speaks of squares too far",
        ),
        (
            "lemma t: for play p0 .. p3 of s given K at p1 = K at p3 show home at p3",
            "`t` supposes something of several positions of a long play at once",
        ),
        (
            "lemma t: for play p0 .. p3 of s show K at p1 = K at p3",
            "`t` says of several positions of a long play what is no comparison",
        ),
        (
            "lemma t: for play p0 .. p4 of s given home throughout show K.file at p0 < K.file at p4",
            "`t` compares other numbers of a long play",
        ),
        ("query t: count positions where all", "`t` speaks of positions where men are missing"),
        (
            "lemma t: in every position where mate: check for every size >= 8",
            "`t` is about boards of every size",
        ),
    ];
    for (line, why) in refused {
        let program = program(&format!("{krk}{line}\n"));
        let said =
            files(&program, claim(&program, "t"), &Figures::default(), &ALONE).unwrap_err().to_string();
        assert!(said.contains(why), "{line}: {said}");
    }
    let knights =
        program("endgame KNNK White K N N v Black k\nlemma t: in every position where mate: check\n");
    let said = files(&knights, claim(&knights, "t"), &Figures::default(), &ALONE).unwrap_err().to_string();
    assert!(said.contains("more than three men"), "{said}");
    let kpk = "endgame KPK White K P v Black k\nstrategy s for White to win\n  step a: move\n";
    for (line, why) in [
        ("strategy d for Black to draw\n  step a: move\ntheorem t: d keeps draw", "`t` plays against a pawn"),
        (
            "lemma t: in every position where P.rank = 2: every move: passing' = nowhere",
            "`t` asks what a pawn has passed over",
        ),
    ] {
        let program = program(&format!("{kpk}{line}\n"));
        let said =
            files(&program, claim(&program, "t"), &Figures::default(), &ALONE).unwrap_err().to_string();
        assert!(said.contains(why), "{line}: {said}");
    }
}

/// Names that mean something to Coq, or to what is printed, stay the user's with a sign.
#[test]
fn names_do_not_get_in_the_way() {
    let text = "endgame KRK White K R v Black k\ndef point(s1: Square) = s1.file\ndef forall = point(K)\n\
                lemma t: in every position where true: some s in board: point(s) = forall\n";
    let printed = rules(text, "t");
    assert!(printed.contains("Definition point_ (s1_ : int) : int :="), "{printed}");
    assert!(printed.contains("some_square (fun s1 => point_ s1 =? forall_ p)"), "{printed}");
}

/// A man who has been looked up goes by a name that no definition has: `let K_ := K p in` does not hide a `K_` of the text.
#[test]
fn men_that_are_looked_up_hide_nothing() {
    let text = "endgame KRK White K R v Black k\noption K_: Int = 3\ndef near = K.file + K_ > K.rank\n\
                lemma t: in every position where near: true\n";
    let printed = rules(text, "t");
    assert!(printed.contains("Definition K__ := 3."), "{printed}");
    assert!(printed.contains("let K_ := K p in rank K_ <? file K_ + K__."), "{printed}");
}

/// Moves left, summed up: 175,168 legal positions (Hurd 2005), mate at once in 1,512 of them (Malikovic and Janicic 2013), none beyond 33.
#[test]
fn moves_left_are_those_of_the_paper() {
    let program = program("krk/malikovic-janicic");
    let left = left(&program, claim(&program, "krk")).unwrap();
    assert_eq!(left.len(), 64 * 64 * 64);
    assert_eq!(left.iter().filter(|&&moves| moves > 0).count(), 175_168);
    assert_eq!(left.iter().filter(|&&moves| moves == 1).count(), 1512);
    assert_eq!(left.iter().max(), Some(&33));
}

/// The library is in the order in which it is compiled, and all that it uses is in it.
#[test]
fn the_library_is_whole() {
    let order = include_str!("../../../../proofs/order");
    let mut known: Vec<&str> = Vec::new();
    let names: Vec<&str> = adli_coq::SOURCES.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, order.lines().filter(|name| names.contains(name)).collect::<Vec<_>>());
    for (name, text) in adli_coq::SOURCES {
        let uses = text.lines().filter_map(|line| line.strip_prefix("From Adli Require Import "));
        for used in uses.flat_map(|line| line.trim_end_matches('.').split(' ')) {
            assert!(known.contains(&used), "{name} uses {used}");
        }
        known.push(name);
    }
}
