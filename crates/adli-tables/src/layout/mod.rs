//! The dense index: every placement of a material's men has a place in a table.
//!
//! A table is cut three times.
//!
//! * A **slice** is one placement of the pawns. Pawns never step back, so a slice is solved after those
//!   that its pawns can step into, and nothing in it depends on its other neighbours. A slice and its image
//!   under the reflection of the files are one.
//! * A **court** is one square of the white king within a slice, with all that may stand around him: any of 64 with pawns; without pawns one of
//!   the ten squares of the triangle a1-d1-d4, because any square has an image there under the eight
//!   symmetries of the board.
//! * A **row** is one placement of all other men but the black king. Like men are a set: two
//!   knights have 2016 placements, not 4096.
//!
//! In a row there are 64 places, one for each square of the black king. So a set of positions is one `u64`
//! per row, a board of squares for the black king; and what happens on the board to all 64
//! positions at once is a few operations on a word. The solver lives from that.
//!
//! Places where two men stand on one square, or where a position is not legal, exist and hold "illegal".
//! Where the white king stands on the diagonal a1-h8 a position and its reflection in that diagonal both
//! have a place, with the same value; a table file keeps the one with the black king on or below the diagonal, and
//! nobody reads the other ([`Layout::find_row`]).

mod group;
mod image;
mod slices;

use adli_chess::{Colour, Kind, Man, Material, Position, Square, SquareSet, Symmetry};

use group::{Group, RowMoved, groups_of, unrank_all};
use image::{ABOVE_DIAGONAL, BOARD, TRIANGLE, above_diagonal};
pub(crate) use image::{DIAGONAL, IMAGES, INTO_TRIANGLE, Image, on_diagonal};
use slices::Slices;
pub(crate) use slices::advance;

/// At most three men are neither of the kings.
pub const MAX_OTHERS: usize = 3;

/// Where the men stand other than the kings: officers (in the order of [`Layout::officers`]), or pawns.
pub(crate) type Squares = [u8; MAX_OTHERS];

/// How the positions of a material are numbered.
#[derive(Clone, Debug)]
pub struct Layout {
    material: Material,
    officers: Vec<Man>,
    /// For each officer, its group.
    group_of: Vec<usize>,
    groups: Vec<Group>,
    pawns: Vec<Man>,
    slices: Slices,
    /// The squares of the white king that have a court.
    king_squares: &'static [u8],
    court_rows: usize,
    /// The squares of the officers in each row of a court.
    row_squares: Vec<Squares>,
}

/// Where a position has its place: in which slice, in which row of it, at which of the 64 places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The placement of the pawns.
    pub slice: usize,
    /// The row in the slice.
    pub row: usize,
    /// The black king's square, after the symmetry that brought the other men into that row.
    pub place: u8,
}

/// Where the positions with one placement of all men but the black king have their places.
pub(crate) struct RowPlaces {
    pub(crate) slice: usize,
    pub(crate) row: usize,
    pub(crate) image: &'static Image,
    /// If the white king's image is on the diagonal: the row and the symmetry for those squares of the black
    /// king that come to lie above it.
    pub(crate) mirror: Option<(usize, &'static Image)>,
}

impl Layout {
    /// The layout of a material.
    #[must_use]
    pub fn new(material: Material) -> Layout {
        let (pawns, officers): (Vec<Man>, Vec<Man>) = material.iter().partition(|man| man.kind == Kind::Pawn);
        let groups = groups_of(&officers);
        let group_of =
            groups.iter().enumerate().flat_map(|(g, group)| std::iter::repeat_n(g, group.count)).collect();
        let court_rows = groups.iter().map(|group| group.size).product();
        let row_squares = (0..court_rows).map(|row| unrank_all(&groups, row)).collect();
        Layout {
            material,
            officers,
            group_of,
            groups,
            slices: Slices::new(&pawns),
            king_squares: if pawns.is_empty() { &TRIANGLE } else { &BOARD },
            pawns,
            court_rows,
            row_squares,
        }
    }

    /// The material.
    #[must_use]
    pub fn material(&self) -> Material {
        self.material
    }

    /// The men that are neither kings nor pawns: White's, then Black's.
    #[must_use]
    pub fn officers(&self) -> &[Man] {
        &self.officers
    }

    /// The pawns: White's, then Black's.
    #[must_use]
    pub fn pawns(&self) -> &[Man] {
        &self.pawns
    }

    /// How many slices there are; one without pawns.
    #[must_use]
    pub fn slices(&self) -> usize {
        self.slices.placements.len()
    }

    /// How many rows a slice has.
    #[must_use]
    pub fn slice_rows(&self) -> usize {
        self.king_squares.len() * self.court_rows
    }

    /// How many places the table has for one side to move.
    #[must_use]
    pub fn places(&self) -> usize {
        self.slices() * self.slice_rows() * 64
    }

    /// How many places the table of a material has for one side to move.
    #[must_use]
    pub fn places_of(material: Material) -> usize {
        let (pawns, officers): (Vec<Man>, Vec<Man>) = material.iter().partition(|man| man.kind == Kind::Pawn);
        let rows: usize = groups_of(&officers).iter().map(|group| group.size).product();
        let kings = if pawns.is_empty() { TRIANGLE.len() } else { BOARD.len() };
        Slices::new(&pawns).placements.len() * kings * rows * 64
    }

    pub(crate) fn court_rows(&self) -> usize {
        self.court_rows
    }

    pub(crate) fn king_squares(&self) -> &'static [u8] {
        self.king_squares
    }

    /// Where the officers stand in a row of a court.
    pub(crate) fn row_squares(&self, row: usize) -> Squares {
        self.row_squares[row]
    }

    pub(crate) fn slice_pawns(&self, slice: usize) -> Squares {
        self.slices.placements[slice]
    }

    /// The places of a row that a table keeps: not those above the diagonal if the white king stands on it.
    #[must_use]
    pub fn canonical_places(&self, row: usize) -> SquareSet {
        let king = self.king_squares[row / self.court_rows];
        let twice = self.pawns.is_empty() && on_diagonal(king);
        if twice { SquareSet(!ABOVE_DIAGONAL) } else { SquareSet::ALL }
    }

    /// The row in its court of some squares of the officers.
    pub(crate) fn court_row(&self, squares: &Squares) -> usize {
        self.groups.iter().map(|group| group.stride * group.rank(squares)).sum()
    }

    /// The same after a symmetry.
    pub(crate) fn image_row(&self, squares: &Squares, image: &Image) -> usize {
        self.court_row(&squares.map(|s| image.squares[usize::from(s & 63)]))
    }

    /// The rows of a court in which officer `which` has moved from where it stands in `row`.
    pub(crate) fn row_moved(&self, row: usize, squares: &Squares, which: usize) -> RowMoved<'_> {
        let group = &self.groups[self.group_of[which]];
        RowMoved { group, squares: *squares, which, others: row - group.stride * group.rank(squares) }
    }

    /// Where the positions with some placement of all men but the black king have their places.
    pub(crate) fn find_row(&self, king: u8, officers: &Squares, pawns: &Squares) -> RowPlaces {
        let (slice, symmetry, court) = if self.pawns.is_empty() {
            let (symmetry, court) = INTO_TRIANGLE[usize::from(king & 63)];
            (0, symmetry, usize::from(court))
        } else {
            let (slice, reflected) = self.slices.find(pawns);
            let symmetry = u8::from(reflected); // the first symmetry reflects the files
            (slice, symmetry, usize::from(IMAGES[usize::from(symmetry)].squares[usize::from(king & 63)]))
        };
        let row_under =
            |symmetry: u8| court * self.court_rows + self.image_row(officers, &IMAGES[usize::from(symmetry)]);
        let row = row_under(symmetry);
        let symmetric_king = self.pawns.is_empty() && on_diagonal(TRIANGLE[court]);
        let mirror = symmetric_king.then(|| {
            let mirrored = symmetry ^ DIAGONAL;
            (row_under(mirrored), &IMAGES[usize::from(mirrored)])
        });
        RowPlaces { slice, row, image: &IMAGES[usize::from(symmetry)], mirror }
    }

    /// The squares of officers and pawns, from a function that knows where the n-th man of a kind stands;
    /// flipped, if there the colours are exchanged.
    pub(crate) fn arrange(
        &self,
        flipped: bool,
        square: impl Fn(Man, usize) -> Option<Square>,
    ) -> (Squares, Squares) {
        let arrange = |slots: &[Man]| {
            let mut squares = [0; MAX_OTHERS];
            for (i, &slot) in slots.iter().enumerate() {
                let man = Man { colour: if flipped { !slot.colour } else { slot.colour }, ..slot };
                // Like men are interchangeable: the second slot of a kind takes the second man of it.
                let nth = slots[..i].iter().filter(|&&other| other == slot).count();
                let square = square(man, nth).map_or(0, |square| square.index() as u8);
                squares[i] = if flipped { square ^ 56 } else { square };
            }
            squares
        };
        (arrange(&self.officers), arrange(&self.pawns))
    }

    /// Where a position of this material has its place; the colours must not be exchanged.
    #[must_use]
    pub fn locate(&self, position: &Position) -> Place {
        let (officers, pawns) = self.arrange(false, |man, nth| position.of(man).into_iter().nth(nth));
        let king = |colour| position.king(colour).index() as u8;
        let row = self.find_row(king(Colour::White), &officers, &pawns);
        let (row_number, place) = row.place(king(Colour::Black));
        Place { slice: row.slice, row: row_number, place }
    }

    /// The men of a place, both kings first: White's, Black's.
    #[must_use]
    pub fn men(&self, place: Place) -> Vec<(Square, Man)> {
        let square = |s: u8| Square::from_index(usize::from(s));
        let king = |colour| Man { colour, kind: Kind::King };
        let white = self.king_squares[place.row / self.court_rows];
        let officers = self.row_squares(place.row % self.court_rows);
        let pawns = self.slice_pawns(place.slice);
        let mut men = vec![(square(white), king(Colour::White)), (square(place.place), king(Colour::Black))];
        men.extend(officers.iter().zip(&self.officers).map(|(&s, &man)| (square(s), man)));
        men.extend(pawns.iter().zip(&self.pawns).map(|(&s, &man)| (square(s), man)));
        men
    }

    /// The position at a place with a side to move, if it is legal.
    #[must_use]
    pub fn position(&self, place: Place, turn: Colour) -> Option<Position> {
        Position::from_men(turn, self.men(place)).ok()
    }
}

impl RowPlaces {
    /// Are the places of these squares of the black king the squares themselves, all in one row?
    pub(crate) fn is_plain(&self, kings: SquareSet) -> bool {
        let mirrored = if self.mirror.is_some() { kings.0 & ABOVE_DIAGONAL } else { 0 };
        self.image.symmetry == Symmetry::IDENTITY && mirrored == 0
    }

    /// The row, and the place in it, for a square of the black king.
    #[inline]
    pub(crate) fn place(&self, king: u8) -> (usize, u8) {
        let place = self.image.squares[usize::from(king & 63)];
        match &self.mirror {
            Some((row, image)) if above_diagonal(place) => (*row, image.squares[usize::from(king & 63)]),
            _ => (self.row, place),
        }
    }
}
