//! Lines and leaps as lists of squares, for code that walks along them.

use adli_chess::Kind;

/// The squares from a square in one direction, nearest first.
#[derive(Clone, Copy)]
pub(crate) struct Ray {
    squares: [u8; 7],
    len: u8,
}

impl Ray {
    pub(crate) fn squares(&self) -> &[u8] {
        &self.squares[..usize::from(self.len)]
    }
}

const STEPS: [(i8, i8); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

const fn rays(directions: &[(i8, i8); 8], reach: u8) -> [[Ray; 8]; 64] {
    let mut all = [[Ray { squares: [0; 7], len: 0 }; 8]; 64];
    let mut from = 0;
    while from < 64 {
        let mut d = 0;
        while d < 8 {
            let (df, dr) = directions[d];
            let (mut file, mut rank) = (from as i8 % 8 + df, from as i8 / 8 + dr);
            let ray = &mut all[from][d];
            while ray.len < reach && 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                ray.squares[ray.len as usize] = (rank * 8 + file) as u8;
                ray.len += 1;
                file += df;
                rank += dr;
            }
            d += 1;
        }
        from += 1;
    }
    all
}

/// Straight directions first, then slanted ones.
static LINES: [[Ray; 8]; 64] = rays(&STEPS, 7);
static KING: [[Ray; 8]; 64] = rays(&STEPS, 1);
static KNIGHT: [[Ray; 8]; 64] = rays(&JUMPS, 1);

/// The lines along which a man other than a pawn moves from a square; a leap is a line of one square.
pub(crate) fn lines(kind: Kind, from: u8) -> &'static [Ray] {
    let from = usize::from(from & 63);
    match kind {
        Kind::King => &KING[from],
        Kind::Queen => &LINES[from],
        Kind::Rook => &LINES[from][..4],
        Kind::Bishop => &LINES[from][4..],
        Kind::Knight => &KNIGHT[from],
        Kind::Pawn => &[],
    }
}
