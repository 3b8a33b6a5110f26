//! The formatter over the library.

use adli_lang::{TEXTS, format, parse};

/// The words of a text, without where they stand.
fn words(text: &str) -> Vec<String> {
    let parsed = parse(0, text);
    let spans = parsed.tokens.iter().map(|t| t.span).chain(parsed.comments.iter().map(|c| c.span));
    spans.map(|span| text[span.start as usize..span.end as usize].to_owned()).collect()
}

#[test]
fn laying_out_twice_is_laying_out_once_and_keeps_every_word() {
    for (name, text) in TEXTS {
        let once = format(text).unwrap();
        assert_eq!(words(text), words(&once), "{name}");
        assert_eq!(format(&once).unwrap(), once, "{name}");
    }
}

#[test]
fn the_library_is_laid_out() {
    for (name, text) in TEXTS {
        assert_eq!(format(text).as_deref(), Ok(*text), "{name}");
    }
}

#[test]
fn long_lines_are_broken_before_their_loosest_words() {
    let text = "lemma falls: for play p0 .. p6 of mj given home throughout and (mj.step not in {ready_to_mate, rook_home}) at {p0, p2} show measure at p6 < measure at p0 -- two";
    let expected = "\
lemma falls: for play p0 .. p6 of mj
    given home throughout and (mj.step not in {ready_to_mate, rook_home}) at {p0, p2}
    show measure at p6 < measure at p0  -- two
";
    assert_eq!(format(text).as_deref(), Ok(expected));
}

#[test]
fn comments_stay_between_the_same_words() {
    let text = "-- head\n\n\ndef a = b -- tail\n  -- inside\n  and c\n\n-- before d\ndef d = -1 - x\n";
    let expected = "-- head\n\ndef a = b  -- tail\n    -- inside\n    and c\n\n-- before d\ndef d = -1 - x\n";
    assert_eq!(format(text).as_deref(), Ok(expected));
    assert_eq!(format(expected).as_deref(), Ok(expected));
}

#[test]
fn a_text_with_mistakes_is_left_alone() {
    assert!(format("def a = (b").is_err());
}

#[test]
fn a_brace_at_the_very_end_has_its_line() {
    let text = "endgame KRK White K R v Black k
recogniser r
  when check {
    when White to move => draw
    otherwise => unknown
  }
";
    assert_eq!(format(text).as_deref(), Ok(text));
    assert_eq!(format(text.trim_end()).as_deref(), Ok(text));
}

/// `safe` begins a clause of a theorem; a definition may be called so all the same.
#[test]
fn names_that_read_like_clauses_stay_in_their_line() {
    let text = "\
advice squeeze for White to win move R
    reach after us: 2 < room' < room at root and safe' and each
    hold after us: safe(R) or not hold
    within 1 ply
    least walk(R', k') then most R'.rank
";
    assert_eq!(format(text).as_deref(), Ok(text));
}

#[test]
fn a_rank_stays_with_its_by() {
    let text = "\
advice drive for White to win
    each move K where steps(K', k') < steps(K, k) and steps(K', R') < steps(K, R) else K
    by least steps(K', k') then most walk(R', k')
    reach after us: mate'
    within 3 plies
";
    assert_eq!(format(text).as_deref(), Ok(text));
}

#[test]
fn two_minus_signs_are_no_comment() {
    let text = "def d = - -1 - -x\n";
    assert_eq!(format(text).as_deref(), Ok(text));
}
