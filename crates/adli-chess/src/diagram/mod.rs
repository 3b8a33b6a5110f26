//! Diagrams: a position as text or as a drawing.

mod shapes;
mod svg;
mod text;

use crate::{Colour, Man, Position, Square, SquareSet};

pub use svg::Style;
pub use text::Letters;

/// How a square is marked. The four can be told apart without colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// The whole square is tinted: `[ ]` in text.
    Tint,
    /// A dot, for a square to which a man may go: `( )` in text.
    Dot,
    /// A ring around the square's man: `{ }` in text.
    Ring,
    /// A cross, for a square to be avoided: `> <` in text.
    Cross,
}

/// A picture of a board, put together step by step and then written as text or as SVG.
///
/// ```
/// use adli_chess::{Diagram, Letters, Mark, Position, Square, SquareSet, Style};
///
/// let position: Position = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1".parse().unwrap();
/// let (b1, a1): (Square, Square) = ("b1".parse().unwrap(), "a1".parse().unwrap());
/// let diagram = Diagram::new(&position).mark(SquareSet::of(a1), Mark::Tint).arrow(b1, a1);
/// assert!(diagram.text(Letters::Ascii).contains("1 |[.] R  . "));
/// assert!(diagram.svg(Style::Print).starts_with("<svg "));
/// ```
#[derive(Clone, Debug)]
pub struct Diagram {
    men: [Option<Man>; Square::COUNT],
    turn: Option<Colour>,
    below: Colour,
    coordinates: bool,
    marks: Vec<(Mark, SquareSet)>,
    arrows: Vec<(Square, Square)>,
}

impl Diagram {
    /// A diagram of a position, with White below, coordinates and the side to move.
    #[must_use]
    pub fn new(position: &Position) -> Diagram {
        let mut diagram = Diagram { turn: Some(position.turn()), ..Diagram::empty() };
        for square in position.occupied() {
            diagram.men[square.index()] = position.at(square);
        }
        diagram
    }

    /// A diagram of an empty board, to show a set of squares.
    #[must_use]
    pub fn empty() -> Diagram {
        Diagram {
            men: [None; Square::COUNT],
            turn: None,
            below: Colour::White,
            coordinates: true,
            marks: Vec::new(),
            arrows: Vec::new(),
        }
    }

    /// Puts this side below.
    #[must_use]
    pub fn below(self, below: Colour) -> Diagram {
        Diagram { below, ..self }
    }

    /// Shows or hides the coordinates.
    #[must_use]
    pub fn coordinates(self, coordinates: bool) -> Diagram {
        Diagram { coordinates, ..self }
    }

    /// Does not say whose move it is.
    #[must_use]
    pub fn without_turn(self) -> Diagram {
        Diagram { turn: None, ..self }
    }

    /// Marks squares. A square may have several marks.
    #[must_use]
    pub fn mark(mut self, squares: SquareSet, mark: Mark) -> Diagram {
        self.marks.push((mark, squares));
        self
    }

    /// Draws an arrow.
    #[must_use]
    pub fn arrow(mut self, from: Square, to: Square) -> Diagram {
        self.arrows.push((from, to));
        self
    }

    /// Row and column of a square, from the upper left corner.
    fn row_and_column(&self, square: Square) -> (u8, u8) {
        match self.below {
            Colour::White => (7 - square.rank(), square.file()),
            Colour::Black => (square.rank(), 7 - square.file()),
        }
    }

    /// The square in a row and a column.
    fn square(&self, row: u8, column: u8) -> Square {
        match self.below {
            Colour::White => Square::new(column, 7 - row),
            Colour::Black => Square::new(7 - column, row),
        }
    }

    fn man(&self, square: Square) -> Option<Man> {
        self.men[square.index()]
    }
}
