//! What pictures show, read back from them, against figures of papers and of other methods.

use adli_pictures::{Heat, Picture, heat, of_report};

use crate::{number, of_library, told};

fn find<'p>(pictures: &'p [Picture], name: &str) -> &'p Picture {
    let names = || pictures.iter().map(|picture| &picture.name).collect::<Vec<_>>();
    pictures.iter().find(|picture| picture.name == name).unwrap_or_else(|| panic!("{name}: {:?}", names()))
}

/// `19 moves: 14,892 positions` as numbers.
fn pairs(told: &[String]) -> Vec<(u64, u64)> {
    let pair = |words: &String| words.split_once(": ").map(|(moves, count)| (number(moves), number(count)));
    told.iter().filter_map(pair).collect()
}

/// Malikovic and Janicic: 175,168 positions with White to move, at most 33 moves, and how many each rule decides. With best play the
/// longest takes 16 moves. (The text of the library names the paper.)
#[test]
fn the_rook_endgame_is_drawn_as_the_paper_counts_it() {
    let (report, _) = of_library("krk/malikovic-janicic", &["krk"]);
    let pictures = of_report(&report);
    let names: Vec<&str> = pictures.iter().map(|picture| picture.name.as_str()).collect();
    assert_eq!(names, ["moves-krk", "excess-krk", "rules-krk"]);
    let moves = told(&find(&pictures, "moves-krk").svg());
    let mut rows: Vec<Vec<(u64, u64)>> = Vec::new();
    for (moves, count) in pairs(&moves) {
        // Each row begins with the fewest moves again.
        if rows.last().and_then(|row| row.last()).is_none_or(|(last, _)| moves <= *last) {
            rows.push(Vec::new());
        }
        rows.last_mut().unwrap().push((moves, count));
    }
    let longest: Vec<u64> = rows.iter().map(|row| row.last().unwrap().0).collect();
    assert_eq!(longest, [33, 30, 16]);
    for row in &rows {
        assert_eq!(row.iter().map(|(_, count)| count).sum::<u64>(), 175_168);
    }
    let rules = told(&find(&pictures, "rules-krk").svg());
    let expected = [
        ("immediate_mate", 1_512),
        ("ready_to_mate", 648),
        ("squeeze", 119_236),
        ("approach_diag", 12_192),
        ("approach_straight", 4_124),
        ("keep_diag", 3_472),
        ("keep_straight", 184),
        ("rook_home", 33_368),
        ("rook_safe", 432),
    ];
    for (rule, positions) in expected {
        let bar = rules.iter().find(|words| words.starts_with(&format!("{rule}: "))).unwrap();
        assert_eq!(number(bar.split(" position").next().unwrap()), positions, "{bar}");
    }
    let excess = pairs(&told(&find(&pictures, "excess-krk").svg()));
    assert_eq!(excess.iter().map(|(_, count)| count).sum::<u64>(), 175_168);
    // What is drawn is what is told.
    let description = &find(&pictures, "moves-krk").description;
    for (moves, count) in
        pairs(&told(&find(&pictures, "moves-krk").svg())).iter().filter(|(moves, _)| *moves > 1)
    {
        let words = format!("{moves} moves: {}", adli_claims::grouped(*count));
        assert!(description.contains(&words), "{words}");
    }
}

/// Niblett's thesis, appendix 3: how many positions each rule of the pawn endgame matches.
#[test]
fn the_tally_of_the_pawn_endgame_is_that_of_the_thesis() {
    let (report, _) = of_library("kpk/niblett", &["rule"]);
    let pictures = of_report(&report);
    let told = told(&find(&pictures, "tally-rule").svg());
    let positions: Vec<u64> = told.iter().map(|words| number(words.split_once(": ").unwrap().1)).collect();
    assert_eq!(positions, [97_890, 2_560, 444, 54, 2_362, 5_602, 16_048, 38_368]);
}

#[test]
fn a_board_shows_every_square_with_its_figure() {
    let squares = std::array::from_fn(|square| (square as u64 * square as u64) % 977);
    let what =
        Heat { what: "k in edge".into(), man: "R".into(), material: "KRK".into(), squares, sample: false };
    let told = told(&heat(&what).svg());
    assert_eq!(told.len(), 64);
    for (number, square) in adli_chess::Square::all().enumerate() {
        let positions = adli_claims::grouped(squares[number]);
        assert!(
            told[number].starts_with(&format!("R on {square}: {positions} positions")),
            "{}",
            told[number]
        );
    }
    assert!(heat(&Heat { sample: true, ..what }).description.contains("a sample"));
}

/// The same data give the same bytes.
#[test]
fn pictures_are_the_same_each_time() {
    let drawn = || of_report(&of_library("kqk/beginner", &[]).0).iter().map(Picture::svg).collect::<String>();
    assert_eq!(drawn(), drawn());
}
