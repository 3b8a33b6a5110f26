//! Chess, written down plainly: squares, men, positions, what attacks what, and the moves.
//!
//! Nothing here is shared with the program that is tested. Squares are numbered by ranks, men walk step by step, and a
//! move is legal if afterwards the mover's own king is not attacked. Nobody castles.

/// A square of the board, from 0 for a1 by ranks to 63 for h8.
pub type Square = u8;

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
    pub fn start(self) -> i32 {
        if self == Side::White { 2 } else { 7 }
    }
}

/// The men of an endgame, in the order of its header.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Men(pub Vec<(Side, Kind)>);

impl Men {
    /// Whether there are pawns, so that only the exchange of the files is a symmetry.
    pub fn has_pawns(&self) -> bool {
        self.0.iter().any(|&(_, kind)| kind == Kind::Pawn)
    }

    /// Whether a pawn may ever be taken in passing: both sides have pawns.
    pub fn has_passing(&self) -> bool {
        self.0.contains(&(Side::White, Kind::Pawn)) && self.0.contains(&(Side::Black, Kind::Pawn))
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
    (i32::from(square % 8) + 1, i32::from(square / 8) + 1)
}

/// The square at a point, if it is on the board.
pub fn square(point: Point) -> Option<Square> {
    let on_board = (1..=8).contains(&point.0) && (1..=8).contains(&point.1);
    on_board.then(|| ((point.1 - 1) * 8 + point.0 - 1) as Square)
}

impl Position {
    /// Everybody of the header on the board as what he was.
    pub fn is_home(&self, men: &Men) -> bool {
        men.0
            .iter()
            .enumerate()
            .all(|(man, &(_, kind))| self.squares[man].is_some() && self.kinds[man] == kind)
    }

    pub fn man_on(&self, square: Square) -> Option<usize> {
        self.squares.iter().position(|&stands| stands == Some(square))
    }

    /// Where a man stands as a point; (0, 0) if he has been captured.
    pub fn point_of(&self, man: usize) -> Point {
        self.squares[man].map_or((0, 0), point)
    }

    /// The squares that a man attacks.
    pub fn attacks(&self, men: &Men, man: usize) -> u64 {
        let Some(from) = self.squares[man].map(point) else { return 0 };
        let mut found = 0;
        if self.kinds[man] == Kind::Pawn {
            for file in [-1, 1] {
                let to = square((from.0 + file, from.1 + men.0[man].0.forward()));
                found |= to.map_or(0, |to| 1 << to);
            }
            return found;
        }
        let (directions, goes_on) = self.kinds[man].directions();
        for (files, ranks) in directions {
            let mut at = (from.0 + files, from.1 + ranks);
            while let Some(to) = square(at) {
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
        let mut taken = 0u64;
        for man in 0..men.0.len() {
            let Some(square) = self.squares[man] else { continue };
            let at_the_end = matches!(point(square).1, 1 | 8) && self.kinds[man] == Kind::Pawn;
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
            for to in (0..64).filter(|to| attacked >> to & 1 == 1) {
                match self.man_on(to) {
                    Some(other) if men.0[other].0 == self.turn || self.kinds[other] == Kind::King => {}
                    Some(other) => self.go(men, man, to, Some(other), &mut moves),
                    None if self.kinds[man] != Kind::Pawn => self.go(men, man, to, None, &mut moves),
                    None if self.passing == Some(to) => {
                        let passed = square((point(to).0, point(from).1)).and_then(|at| self.man_on(at));
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
        let steps = if from.1 == side.start() { 2 } else { 1 };
        for step in 1..=steps {
            let Some(to) = square((from.0, from.1 + step * side.forward())) else { return };
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
        } else if matches!(point(to).1, 1 | 8) {
            for kind in Kind::PROMOTIONS {
                after.kinds[man] = kind;
                moves.push((man, after));
            }
        } else {
            if (point(to).1 - from.1).abs() == 2 && men.has_passing() {
                after.passing = square((from.0, (point(to).1 + from.1) / 2));
            }
            moves.push((man, after));
        }
    }

    /// The same with the other side to move.
    pub fn passed(&self) -> Position {
        Position { turn: self.turn.other(), passing: None, ..*self }
    }

    /// One of the eight images: the files exchanged, the ranks exchanged, files and ranks exchanged.
    pub fn image(&self, number: u8) -> Position {
        let turned = |stands: Square| {
            let (mut file, mut rank) = (stands % 8, stands / 8);
            if number & 1 != 0 {
                file = 7 - file;
            }
            if number & 2 != 0 {
                rank = 7 - rank;
            }
            if number & 4 != 0 { file * 8 + rank } else { rank * 8 + file }
        };
        Position { squares: self.squares.map(|s| s.map(turned)), passing: self.passing.map(turned), ..*self }
    }

    /// The images of a position that the laws of chess do not tell apart.
    pub fn images(&self, men: &Men) -> Vec<Position> {
        (0..if men.has_pawns() { 2 } else { 8 }).map(|number| self.image(number)).collect()
    }
}
