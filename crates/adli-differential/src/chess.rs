//! Chess, written down plainly: squares, men, positions, what attacks what, and the moves.
//!
//! Nothing here is shared with the program that is tested. Squares are numbered by ranks, men walk step by step, and a
//! move is legal if afterwards the mover's own king is not attacked. Nobody castles.

/// A square of the board: [`MOST`] squares to a rank, however large the board is, so that a1 is 0 and a2 is 11.
pub type Square = u8;

/// A set of squares, one bit each.
pub type Squares = u128;

/// How many files and ranks a board may have.
pub const MOST: i32 = 11;

/// How many men a position may have.
pub const MEN: usize = 4;

/// A point by file and rank, each counted from 1; it may lie off the board.
pub type Point = (i32, i32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

impl Kind {
    /// All kinds, in the order of their letters `KQRBNP`.
    pub const ALL: [Kind; 6] = [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];
    /// What a pawn may become.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// The kind of a letter, large or small.
    pub fn of_letter(letter: char) -> Option<Kind> {
        let at = "KQRBNP".find(letter.to_ascii_uppercase())?;
        Kind::ALL.get(at).copied()
    }

    pub fn letter(self) -> char {
        char::from(b"KQRBNP"[self as usize])
    }

    /// The directions in which a man goes, and whether he goes on in them. Pawns are a matter of their own.
    fn directions(self) -> (&'static [(i32, i32)], bool) {
        const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        const SLANTED: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        const ROUND: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
        const JUMPS: [(i32, i32); 8] =
            [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        match self {
            Kind::King => (&ROUND, false),
            Kind::Queen => (&ROUND, true),
            Kind::Rook => (&STRAIGHT, true),
            Kind::Bishop => (&SLANTED, true),
            Kind::Knight => (&JUMPS, false),
            Kind::Pawn => (&[], false),
        }
    }
}

/// Whose man, and whose move. White is the first side of a header, and plays up the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    White,
    Black,
}

impl Side {
    pub fn other(self) -> Side {
        if self == Side::White { Side::Black } else { Side::White }
    }

    /// Which way pawns go: +1 or -1.
    pub fn forward(self) -> i32 {
        if self == Side::White { 1 } else { -1 }
    }

    /// The rank where pawns start.
    pub fn start(self, size: i32) -> i32 {
        if self == Side::White { 2 } else { size - 1 }
    }
}

/// The men of an endgame, in the order of its header, and the number of files and ranks of their board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Men(pub Vec<(Side, Kind)>, pub i32);

/// Who is on the board as what: one entry for each man of a header, nothing for those who are not there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cast(pub [Option<Kind>; MEN]);

impl Men {
    /// Whether there are pawns, so that only the exchange of the files is a symmetry.
    pub fn has_pawns(&self) -> bool {
        self.0.iter().any(|&(_, kind)| kind == Kind::Pawn)
    }

    /// Whether a pawn may ever be taken in passing: both sides have pawns.
    pub fn has_passing(&self) -> bool {
        self.0.contains(&(Side::White, Kind::Pawn)) && self.0.contains(&(Side::Black, Kind::Pawn))
    }

    /// All of them as the header has them.
    pub fn home(&self) -> Cast {
        let mut cast = Cast([None; MEN]);
        self.0.iter().zip(&mut cast.0).for_each(|(&(_, kind), here)| *here = Some(kind));
        cast
    }

    /// Which of them is the king of a side.
    pub fn king(&self, side: Side) -> usize {
        self.0.iter().position(|&man| man == (side, Kind::King)).unwrap_or(0)
    }
}

/// Where everybody stands, what he is by now, who is to move, and where a pawn may be taken in passing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The square of each man of the header; nothing if he has been captured.
    pub squares: [Option<Square>; MEN],
    /// What he is; a captured man keeps the kind that he had.
    pub kinds: [Kind; MEN],
    pub turn: Side,
    /// The square that a pawn has just passed over.
    pub passing: Option<Square>,
}

/// A move: who, and the position after it.
pub type Move = (usize, Position);

/// The point of a square.
pub fn point(square: Square) -> Point {
    (i32::from(square) % MOST + 1, i32::from(square) / MOST + 1)
}

/// The square at a point, if it is on a board of so many files and ranks.
pub fn square(point: Point, size: i32) -> Option<Square> {
    let on_board = (1..=size).contains(&point.0) && (1..=size).contains(&point.1);
    on_board.then(|| ((point.1 - 1) * MOST + point.0 - 1) as Square)
}

/// The squares of a board that satisfy a condition.
pub fn squares_where(size: i32, holds: impl Fn(Point) -> bool) -> Squares {
    let points = (1..=size).flat_map(|rank| (1..=size).map(move |file| (file, rank)));
    points.filter(|&at| holds(at)).filter_map(|at| square(at, size)).fold(0, |set, square| set | 1 << square)
}

/// The members of a set.
pub fn members(set: Squares) -> impl Iterator<Item = Square> {
    (0..(MOST * MOST) as Square).filter(move |square| set >> square & 1 == 1)
}

impl Position {
    /// Everybody of the header on the board as what he was.
    pub fn is_home(&self, men: &Men) -> bool {
        self.has_cast(&men.home())
    }

    /// Just these men are on the board, and are what they should be.
    pub fn has_cast(&self, cast: &Cast) -> bool {
        (0..MEN).all(|man| self.squares[man].map(|_| self.kinds[man]) == cast.0[man])
    }

    pub fn man_on(&self, square: Square) -> Option<usize> {
        self.squares.iter().position(|&stands| stands == Some(square))
    }

    /// Where a man stands as a point; (0, 0) if he has been captured.
    pub fn point_of(&self, man: usize) -> Point {
        self.squares[man].map_or((0, 0), point)
    }

    /// The squares that a man attacks.
    pub fn attacks(&self, men: &Men, man: usize) -> Squares {
        let Some(from) = self.squares[man].map(point) else { return 0 };
        let mut found = 0;
        if self.kinds[man] == Kind::Pawn {
            for file in [-1, 1] {
                let to = square((from.0 + file, from.1 + men.0[man].0.forward()), men.1);
                found |= to.map_or(0, |to| 1 << to);
            }
            return found;
        }
        let (directions, goes_on) = self.kinds[man].directions();
        for (files, ranks) in directions {
            let mut at = (from.0 + files, from.1 + ranks);
            while let Some(to) = square(at, men.1) {
                found |= 1 << to;
                if !goes_on || self.man_on(to).is_some() {
                    break;
                }
                at = (at.0 + files, at.1 + ranks);
            }
        }
        found
    }

    /// Whether the king of a side is attacked.
    pub fn in_check(&self, men: &Men, side: Side) -> bool {
        let Some(king) = self.squares[men.king(side)] else { return false };
        (0..men.0.len()).any(|man| men.0[man].0 != side && self.attacks(men, man) >> king & 1 == 1)
    }

    /// No two men on one square, no pawn on the first or last rank, and nobody could take a king.
    pub fn is_legal(&self, men: &Men) -> bool {
        let mut taken: Squares = 0;
        for man in 0..men.0.len() {
            let Some(square) = self.squares[man] else { continue };
            let rank = point(square).1;
            let at_the_end = (rank == 1 || rank == men.1) && self.kinds[man] == Kind::Pawn;
            if taken >> square & 1 == 1 || at_the_end {
                return false;
            }
            taken |= 1 << square;
        }
        !self.in_check(men, self.turn.other())
    }

    /// The legal moves of the side to move.
    pub fn moves(&self, men: &Men) -> Vec<Move> {
        let mut moves = Vec::new();
        for man in 0..men.0.len() {
            let Some(from) = self.squares[man].filter(|_| men.0[man].0 == self.turn) else { continue };
            let attacked = self.attacks(men, man);
            for to in members(attacked) {
                match self.man_on(to) {
                    Some(other) if men.0[other].0 == self.turn || self.kinds[other] == Kind::King => {}
                    Some(other) => self.go(men, man, to, Some(other), &mut moves),
                    None if self.kinds[man] != Kind::Pawn => self.go(men, man, to, None, &mut moves),
                    None if self.passing == Some(to) => {
                        let passed =
                            square((point(to).0, point(from).1), men.1).and_then(|at| self.man_on(at));
                        self.go(men, man, to, passed, &mut moves);
                    }
                    None => {}
                }
            }
            if self.kinds[man] == Kind::Pawn {
                self.advance(men, man, point(from), &mut moves);
            }
        }
        moves
    }

    /// A pawn's steps straight on.
    fn advance(&self, men: &Men, man: usize, from: Point, moves: &mut Vec<Move>) {
        let side = men.0[man].0;
        let steps = if from.1 == side.start(men.1) { 2 } else { 1 };
        for step in 1..=steps {
            let Some(to) = square((from.0, from.1 + step * side.forward()), men.1) else { return };
            if self.man_on(to).is_some() {
                return;
            }
            self.go(men, man, to, None, moves);
        }
    }

    /// Makes a move in all its promotions, if it leaves the king safe.
    fn go(&self, men: &Men, man: usize, to: Square, captured: Option<usize>, moves: &mut Vec<Move>) {
        let mut after = *self;
        after.turn = self.turn.other();
        after.passing = None;
        if let Some(captured) = captured {
            after.squares[captured] = None;
        }
        after.squares[man] = Some(to);
        if after.in_check(men, self.turn) {
            return;
        }
        let from = self.point_of(man);
        if self.kinds[man] != Kind::Pawn {
            moves.push((man, after));
        } else if point(to).1 == 1 || point(to).1 == men.1 {
            for kind in Kind::PROMOTIONS {
                after.kinds[man] = kind;
                moves.push((man, after));
            }
        } else {
            if (point(to).1 - from.1).abs() == 2 && men.has_passing() {
                after.passing = square((from.0, (point(to).1 + from.1) / 2), men.1);
            }
            moves.push((man, after));
        }
    }

    /// The same with the other side to move.
    pub fn passed(&self) -> Position {
        Position { turn: self.turn.other(), passing: None, ..*self }
    }

    /// One of the eight images: the files exchanged, the ranks exchanged, files and ranks exchanged.
    pub fn image(&self, number: u8, size: i32) -> Position {
        let turned = |stands: Square| {
            let (mut file, mut rank) = point(stands);
            if number & 1 != 0 {
                file = size + 1 - file;
            }
            if number & 2 != 0 {
                rank = size + 1 - rank;
            }
            square(if number & 4 != 0 { (rank, file) } else { (file, rank) }, size)
        };
        let squares = self.squares.map(|stands| stands.and_then(turned));
        Position { squares, passing: self.passing.and_then(turned), ..*self }
    }

    /// The images of a position that the laws of chess do not tell apart.
    pub fn images(&self, men: &Men) -> Vec<Position> {
        (0..if men.has_pawns() { 2 } else { 8 }).map(|number| self.image(number, men.1)).collect()
    }
}
