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

use adli_chess::{Colour, Kind, Man, Material, Position, Square, SquareSet, Symmetry};

/// At most three men are neither of the kings.
pub const MAX_OTHERS: usize = 3;

/// Where the men stand other than the kings: officers (in the order of [`Layout::officers`]), or pawns.
pub(crate) type Squares = [u8; MAX_OTHERS];

/// A group of like officers: their set of squares is one coordinate of the index.
#[derive(Clone, Debug)]
struct Group {
    /// What they are.
    man: Man,
    /// The first of them among the officers, and how many they are.
    first: usize,
    count: usize,
    /// How many placements the group has.
    size: usize,
    /// How far apart in rows two neighbouring placements are.
    stride: usize,
}

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

/// The white king's squares of a pawnless material.
const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];
const BOARD: [u8; 64] = {
    let mut squares = [0; 64];
    let mut i = 0;
    while i < 64 {
        squares[i] = i as u8;
        i += 1;
    }
    squares
};

/// A symmetry as a table of squares.
pub(crate) struct Image {
    pub(crate) symmetry: Symmetry,
    pub(crate) squares: [u8; 64],
}

pub(crate) static IMAGES: [Image; 8] = {
    const NONE: Image = Image { symmetry: Symmetry::IDENTITY, squares: [0; 64] };
    let mut images = [NONE; 8];
    let mut i = 0;
    while i < 8 {
        images[i].symmetry = Symmetry::ALL[i];
        let mut s = 0;
        while s < 64 {
            images[i].squares[s] = Symmetry::ALL[i].square(Square::from_index(s)).index() as u8;
            s += 1;
        }
        i += 1;
    }
    images
};

/// For each square: which symmetry takes it into the triangle, and to which of the ten squares.
pub(crate) static INTO_TRIANGLE: [(u8, u8); 64] = {
    let mut all = [(0, 0); 64];
    let mut s = 0;
    while s < 64 {
        let mut i = 8;
        while i > 0 {
            i -= 1;
            let image = IMAGES[i].squares[s];
            let mut court = 0;
            while court < TRIANGLE.len() {
                if TRIANGLE[court] == image {
                    all[s] = (i as u8, court as u8);
                }
                court += 1;
            }
        }
        s += 1;
    }
    all
};

/// The symmetry that reflects in the diagonal from a1 to h8; added to another one, it comes last.
pub(crate) const DIAGONAL: u8 = 4;

/// Is the square on that diagonal?
pub(crate) const fn on_diagonal(square: u8) -> bool {
    square % 9 == 0
}

/// Is the square above that diagonal?
pub(crate) const fn above_diagonal(square: u8) -> bool {
    square / 8 > square % 8
}

/// The squares above it.
pub(crate) const ABOVE_DIAGONAL: u64 = {
    let (mut set, mut square) = (0, 0);
    while square < 64 {
        if above_diagonal(square) {
            set |= 1 << square;
        }
        square += 1;
    }
    set
};

impl Layout {
    /// The layout of a material.
    #[must_use]
    pub fn new(material: Material) -> Layout {
        let (pawns, officers): (Vec<Man>, Vec<Man>) = material.iter().partition(|man| man.kind == Kind::Pawn);
        let groups = groups_of(&officers);
        let group_of = groups.iter().enumerate().flat_map(|(g, group)| std::iter::repeat_n(g, group.count)).collect();
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
        let row_under = |symmetry: u8| {
            court * self.court_rows + self.image_row(officers, &IMAGES[usize::from(symmetry)])
        };
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

/// Like officers, grouped; the last group is the fastest coordinate.
fn groups_of(officers: &[Man]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (first, &man) in officers.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if group.man == man => group.count += 1,
            _ => groups.push(Group { man, first, count: 1, size: 0, stride: 0 }),
        }
    }
    let mut stride = 1;
    for group in groups.iter_mut().rev() {
        group.size = choose(64, group.count);
        group.stride = stride;
        stride *= group.size;
    }
    groups
}

impl Group {
    /// The number of the group's set of squares.
    fn rank(&self, squares: &Squares) -> usize {
        let s = &squares[self.first..];
        match self.count {
            1 => usize::from(s[0]),
            2 => rank_two(s[0], s[1]),
            _ => rank_three(s[0], s[1], s[2]),
        }
    }
}

/// The rows in which one officer has moved and the others have not.
pub(crate) struct RowMoved<'a> {
    group: &'a Group,
    squares: Squares,
    which: usize,
    /// The row without the contribution of the officer's group.
    others: usize,
}

impl RowMoved<'_> {
    /// The row with the officer on a square.
    #[inline]
    pub(crate) fn to(&self, square: u8) -> usize {
        let rank = if self.group.count == 1 {
            usize::from(square)
        } else {
            let mut squares = self.squares;
            squares[self.which] = square;
            self.group.rank(&squares)
        };
        self.others + self.group.stride * rank
    }
}

/// Sets of squares are numbered in the order of their largest member, then the next: {a, b} with a < b is
/// b (b - 1) / 2 + a. Two men on one square have a number too (of a set that has another one): such
/// places are illegal and nobody asks for them.
fn rank_two(a: u8, b: u8) -> usize {
    let (a, b) = (usize::from(a.min(b)), usize::from(a.max(b)));
    b * b.saturating_sub(1) / 2 + a
}

fn rank_three(a: u8, b: u8, c: u8) -> usize {
    let mut s = [a, b, c];
    s.sort_unstable();
    choose(usize::from(s[2]), 3) + choose(usize::from(s[1]), 2) + usize::from(s[0])
}

fn choose(n: usize, k: usize) -> usize {
    match k {
        0 => 1,
        _ if n < k => 0,
        _ => choose(n, k - 1) * (n + 1 - k) / k,
    }
}

fn unrank_all(groups: &[Group], row: usize) -> Squares {
    let mut squares = [0; MAX_OTHERS];
    for group in groups {
        let mut rank = row / group.stride % group.size;
        for i in (0..group.count).rev() {
            // The largest square such that the sets below it do not reach the number.
            let square = (0..64).rev().find(|&s| choose(s, i + 1) <= rank).unwrap_or(0);
            rank -= choose(square, i + 1);
            squares[group.first + i] = square as u8;
        }
    }
    squares
}

/// The placements of the pawns, up to the reflection of the files.
#[derive(Clone, Debug)]
struct Slices {
    placements: Vec<Squares>,
    /// For each triple of pawn squares (a2 = 0, .., h7 = 47; absent pawns 0): twice the slice, plus one if
    /// it is the reflected one.
    numbers: Vec<u32>,
    men: usize,
}

const NO_SLICE: u32 = u32::MAX;

impl Slices {
    fn new(pawns: &[Man]) -> Slices {
        let men = pawns.len();
        let mut slices =
            Slices { placements: Vec::new(), numbers: vec![NO_SLICE; 48usize.pow(men as u32)], men };
        for key in 0..slices.numbers.len() {
            let squares = slices.squares(key);
            let like_in_order = (1..men).all(|i| pawns[i] != pawns[i - 1] || squares[i - 1] < squares[i]);
            let apart = (1..men).all(|i| !squares[..i].contains(&squares[i]));
            if !(like_in_order && apart) || slices.numbers[key] != NO_SLICE {
                continue;
            }
            let number = 2 * slices.placements.len() as u32;
            slices.placements.push(squares);
            // The reflected placement first: of a placement that is its own reflection nothing is reflected.
            let reflected = squares.map(|s| s ^ 7);
            for (squares, number) in [(reflected, number + 1), (squares, number)] {
                for order in orders(pawns, squares) {
                    let key = slices.key(&order);
                    slices.numbers[key] = number;
                }
            }
        }
        slices
    }

    fn key(&self, squares: &Squares) -> usize {
        squares[..self.men].iter().fold(0, |key, &s| key * 48 + usize::from(s.clamp(8, 55) - 8))
    }

    fn squares(&self, key: usize) -> Squares {
        let mut squares = [0; MAX_OTHERS];
        let mut rest = key;
        for i in (0..self.men).rev() {
            squares[i] = (rest % 48) as u8 + 8;
            rest /= 48;
        }
        squares
    }

    fn find(&self, squares: &Squares) -> (usize, bool) {
        let number = self.numbers[self.key(squares)];
        ((number / 2) as usize, number % 2 == 1)
    }
}

/// The same squares with like pawns in every order.
fn orders(pawns: &[Man], squares: Squares) -> Vec<Squares> {
    let mut all = vec![squares];
    for i in 0..pawns.len() {
        for j in 0..i {
            if pawns[i] == pawns[j] {
                for k in 0..all.len() {
                    let mut other = all[k];
                    other.swap(i, j);
                    all.push(other);
                }
            }
        }
    }
    all
}

/// How many plies the pawns have behind them: a slice depends only on slices where this is more.
pub(crate) fn advance(pawns: &[Man], squares: &Squares) -> u32 {
    let steps = pawns.iter().zip(squares).map(|(man, &square)| match man.colour {
        Colour::White => u32::from(square / 8),
        Colour::Black => 7 - u32::from(square / 8),
    });
    steps.sum()
}
