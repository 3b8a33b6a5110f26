//! Diagrams: a position as text or as a drawing.

mod shapes;
mod svg;
mod text;

use crate::{Colour, Man, Place, Placement, Position, Square, SquareSet};

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
    size: u8,
    men: Vec<(Place, Man)>,
    turn: Option<Colour>,
    below: Colour,
    coordinates: bool,
    marks: Vec<(Mark, Vec<Place>)>,
    arrows: Vec<(Place, Place)>,
}

/// A position as it is written in a report, of chess or of another board.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// What it looks like.
    pub diagram: Diagram,
    /// Whose move it is.
    pub turn: Colour,
    /// The number of the move.
    pub number: u16,
}

impl Drawn {
    /// Reads a FEN, or what stands for it on another board.
    #[must_use]
    pub fn read(fen: &str) -> Option<Drawn> {
        if let Ok(position) = fen.parse::<Position>() {
            let (turn, number) = (position.turn(), position.fullmoves());
            return Some(Drawn { diagram: Diagram::new(&position), turn, number });
        }
        let placement: Placement = fen.parse().ok()?;
        Some(Drawn { diagram: Diagram::of(&placement), turn: placement.turn(), number: 1 })
    }
}

impl Diagram {
    /// A diagram of a position, with White below, coordinates and the side to move.
    #[must_use]
    pub fn new(position: &Position) -> Diagram {
        let mut diagram = Diagram { turn: Some(position.turn()), ..Diagram::empty() };
        for square in position.occupied() {
            diagram.men.extend(position.at(square).map(|man| (square.into(), man)));
        }
        diagram
    }

    /// A diagram of several positions at once: the men who stand in the same place in all of them.
    #[must_use]
    pub fn common(positions: &[Position]) -> Diagram {
        let Some((first, others)) = positions.split_first() else { return Diagram::empty() };
        let mut diagram = Diagram::new(first);
        diagram.men.retain(|&(place, man)| {
            let is_there = |other: &Position| {
                other
                    .occupied()
                    .into_iter()
                    .any(|square| Place::from(square) == place && other.at(square) == Some(man))
            };
            others.iter().all(is_there)
        });
        diagram
    }

    /// A diagram of an empty board, to show a set of squares.
    #[must_use]
    pub fn empty() -> Diagram {
        Diagram {
            size: 8,
            men: Vec::new(),
            turn: None,
            below: Colour::White,
            coordinates: true,
            marks: Vec::new(),
            arrows: Vec::new(),
        }
    }

    /// A diagram of men on a board of another size.
    #[must_use]
    pub fn of(placement: &Placement) -> Diagram {
        let (size, men) = (placement.size(), placement.men().collect());
        Diagram { size, men, turn: Some(placement.turn()), ..Diagram::empty() }
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
        self.marks.push((mark, squares.into_iter().map(Place::from).collect()));
        self
    }

    /// Marks squares of a board of another size; those beyond its edge are left out.
    #[must_use]
    pub fn mark_places(mut self, places: &[Place], mark: Mark) -> Diagram {
        let on_board = |place: &Place| place.file < self.size && place.rank < self.size;
        self.marks.push((mark, places.iter().copied().filter(on_board).collect()));
        self
    }

    /// Draws an arrow.
    #[must_use]
    pub fn arrow(mut self, from: Square, to: Square) -> Diagram {
        self.arrows.push((from.into(), to.into()));
        self
    }

    /// Draws an arrow on a board of another size; none that would leave it.
    #[must_use]
    pub fn arrow_between(mut self, from: Place, to: Place) -> Diagram {
        let on_board = |place: Place| place.file < self.size && place.rank < self.size;
        if on_board(from) && on_board(to) {
            self.arrows.push((from, to));
        }
        self
    }

    /// Row and column of a square, from the upper left corner.
    fn row_and_column(&self, square: Place) -> (u8, u8) {
        let last = self.size - 1;
        match self.below {
            Colour::White => (last - square.rank, square.file),
            Colour::Black => (square.rank, last - square.file),
        }
    }

    /// The square in a row and a column.
    fn square(&self, row: u8, column: u8) -> Place {
        let last = self.size - 1;
        match self.below {
            Colour::White => Place { file: column, rank: last - row },
            Colour::Black => Place { file: last - column, rank: row },
        }
    }

    fn man(&self, square: Place) -> Option<Man> {
        self.men.iter().find(|(place, _)| *place == square).map(|(_, man)| *man)
    }

    /// How many digits the last rank has.
    fn digits(&self) -> usize {
        self.size.to_string().len()
    }
}
