//! Diagrams as text and as drawings.

use adli_chess::{Colour, Diagram, Letters, Mark, Position, Square, SquareSet, Style};

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn position() -> Position {
    "8/8/1q6/3k4/8/2B2N2/5P2/4K2R b - - 0 1".parse().expect("a position")
}

#[test]
fn plain_text() {
    let text = "  +-----------------+
8 | . . . . . . . . |
7 | . . . . . . . . |
6 | . ♛ . . . . . . |
5 | . . . ♚ . . . . |
4 | . . . . . . . . |
3 | . . ♗ . . ♘ . . |
2 | . . . . . ♙ . . |
1 | . . . . ♔ . . ♖ |
  +-----------------+
    a b c d e f g h
  Black to move
";
    assert_eq!(Diagram::new(&position()).text(Letters::Unicode), text);
}

#[test]
fn marked_text_from_the_other_side() {
    let text = "+------------------------+
| R  .  .  K  .  .  .  . |
| .  .  P  .  .  .  .  . |
| .  .  N  .  .  B  .  . |
| .  .  . (.) . (.) .  . |
| .  .  .  . {k}(.) .  . |
| .  .  . (.)(.)(.) q  . |
| .  .  .  .  .  .  .  . |
|[.] .  .  .  .  .  . >.<|
+------------------------+
arrows: b6-f2
";
    let diagram = Diagram::new(&position())
        .below(Colour::Black)
        .coordinates(false)
        .without_turn()
        .mark(position().legal_targets(square("d5")), Mark::Dot)
        .mark(SquareSet::of(square("d5")), Mark::Ring)
        .mark(SquareSet::of(square("a8")), Mark::Cross)
        .mark(SquareSet::of(square("h8")), Mark::Tint)
        .arrow(square("b6"), square("f2"));
    assert_eq!(diagram.text(Letters::Ascii), text);
}

/// Every element that is opened is closed, in order.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let tag = tag.split('>').next().expect("the end of a tag");
        let name = |tag: &str| tag.split(' ').next().map(str::to_owned);
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop().flatten().as_deref(), Some(closed), "{svg}");
        } else if !tag.ends_with('/') {
            open.push(name(tag));
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
    }
    assert!(open.is_empty(), "{svg}");
}

#[test]
fn drawings() {
    let marks = [Mark::Tint, Mark::Dot, Mark::Ring, Mark::Cross];
    for style in [Style::Colour, Style::Print] {
        for below in Colour::ALL {
            let mut diagram = Diagram::new(&position()).below(below).arrow(square("a1"), square("h8"));
            for (rank, mark) in (0..).zip(marks) {
                diagram = diagram.mark(SquareSet::rank(rank), mark);
            }
            let svg = diagram.svg(style);
            assert_well_formed(&svg);
            assert!(svg.contains("<title>White: Ke1 Rh1 Pf2 Bc3 Nf3; Black: Kd5 Qb6; Black to move</title>"));
        }
        assert_well_formed(&Diagram::empty().coordinates(false).svg(style));
    }
}

#[test]
fn print_has_no_colours() {
    let svg = Diagram::new(&position()).mark(SquareSet::rank(3), Mark::Dot).svg(Style::Print);
    let colours = svg.split('#').skip(1).map(|rest| &rest[..3]);
    assert!(colours.into_iter().all(|colour| colour == "000" || colour == "fff"));
}

/// A board of ten: files and ranks of two digits, and a position that is read back as it was written.
#[test]
fn boards_of_other_sizes_are_drawn_at_their_size() {
    let fen = "10/10/4k5/10/10/10/10/2K7/1R8/10 w - -";
    let placement: adli_chess::Placement = fen.parse().unwrap();
    assert_eq!((placement.size(), placement.to_string()), (10, fen.to_owned()));
    let text = Diagram::of(&placement).text(Letters::Ascii);
    let expected = "   +---------------------+
10 | . . . . . . . . . . |
 9 | . . . . . . . . . . |
 8 | . . . . k . . . . . |
 7 | . . . . . . . . . . |
 6 | . . . . . . . . . . |
 5 | . . . . . . . . . . |
 4 | . . . . . . . . . . |
 3 | . . K . . . . . . . |
 2 | . R . . . . . . . . |
 1 | . . . . . . . . . . |
   +---------------------+
     a b c d e f g h i j
   White to move
";
    assert_eq!(text, expected);
    let svg = Diagram::of(&placement).svg(Style::Print);
    assert!(svg.contains(r#"viewBox="0 0 1104 1104""#) && svg.contains("Kc3 Rb2") || svg.contains("Rb2 Kc3"));
    let small: adli_chess::Placement = "3k/4/4/K2R b - -".parse().unwrap();
    assert!(Diagram::of(&small).text(Letters::Ascii).contains("4 | . . . k |"));
}

/// Files after z are named as columns of a spreadsheet are, and written downwards below a diagram.
#[test]
fn files_go_on_after_z() {
    use adli_chess::{Place, Placement};
    for (file, name) in [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (126, "dw")] {
        assert_eq!(Place::file_name(file), name);
    }
    let board = Placement::empty(28, adli_chess::Colour::White).unwrap();
    let text = Diagram::of(&board).text(Letters::Ascii);
    let lines: Vec<&str> = text.lines().rev().skip(1).take(2).collect();
    assert!(lines[1].ends_with(" y z a a") && lines[0].trim() == "a b", "{text}");
    for wrong in ["", "8/8 w", "3/3/4 w - -", "3/3/3 x - -", "3/3/2Z w - -", "3/3/99999999999K w - -"] {
        assert!(wrong.parse::<Placement>().is_err(), "{wrong}");
    }
}
