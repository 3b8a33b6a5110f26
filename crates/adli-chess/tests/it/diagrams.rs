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
