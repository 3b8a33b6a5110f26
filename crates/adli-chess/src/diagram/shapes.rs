//! The six men as drawings.
//!
//! Each man is drawn in a square of 100 by 100 units, from the bottom up, in parts that overlap: every part
//! is filled and outlined, so that a part hides the edge of the one below it. Fine lines come last; they are
//! drawn in the colour that contrasts with the man. All men stand on the same base line and share their
//! foot, which makes them one family.

use crate::Kind;

/// A drawing: parts to fill and outline, then lines inside, then dots inside as centre and radius.
pub(super) struct Shape {
    pub parts: &'static [&'static str],
    pub lines: &'static [&'static str],
    pub dots: &'static [(f32, f32, f32)],
}

const FOOT: &str = "M17 89V83Q17 78 23 78H77Q83 78 83 83V89Z";

const KING: Shape = Shape {
    parts: &[
        FOOT,
        "M26.5 78Q34 72 34 65H66Q66 72 73.5 78Z",
        "M46 28V20H38V13H46V6H54V13H62V20H54V28Z",
        "M34 65L22 37Q50 17 78 37L66 65Z",
    ],
    lines: &["M34 65H66", "M28.5 44Q50 31 71.5 44"],
    dots: &[],
};

const QUEEN: Shape = Shape {
    parts: &[
        FOOT,
        "M26.5 78Q34 72 34 65H66Q66 72 73.5 78Z",
        "M32 65L12.5 34L31 47L32 24L44.5 43L50 19L55.5 43L68 24L69 47L87.5 34L68 65Z",
        "M12.5 29.5A5 5 0 1 1 12.49 29.5Z",
        "M31.5 19A5 5 0 1 1 31.49 19Z",
        "M50 13A5 5 0 1 1 49.99 13Z",
        "M68.5 19A5 5 0 1 1 68.49 19Z",
        "M87.5 29.5A5 5 0 1 1 87.49 29.5Z",
    ],
    lines: &["M32 65H68", "M28.5 57Q50 52 71.5 57"],
    dots: &[],
};

const ROOK: Shape = Shape {
    parts: &[
        FOOT,
        "M26.5 78L32 70H68L73.5 78Z",
        "M33 40H67L69 70H31Z",
        "M23 17H35.5V25H44.5V17H55.5V25H64.5V17H77V33L68 41H32L23 33Z",
    ],
    lines: &["M33 41H67", "M32 70H68"],
    dots: &[],
};

const BISHOP: Shape = Shape {
    parts: &[
        FOOT,
        "M27.5 78Q41 71 42 56H58Q59 71 72.5 78Z",
        "M35.5 58Q32 58 32 55Q32 52 35.5 52H64.5Q68 52 68 55Q68 58 64.5 58Z",
        "M50 17C66 27 72.5 40 66 48Q62.5 52 57 52H43Q37.5 52 34 48C27.5 40 34 27 50 17Z",
        "M50 8A5.5 5.5 0 1 1 49.99 8Z",
    ],
    lines: &["M58 26L47.5 38"],
    dots: &[],
};

const KNIGHT: Shape = Shape {
    parts: &[
        FOOT,
        "M31 78C31 66 44.5 61 46.5 51C40 54 35.5 56 31 60Q26.5 65 20.5 62Q12.5 58 16 52C22 44 26.5 39 27.5 31Q28.5 24 34 20L34 11L44.5 17C66 19 79.5 36 77 78Z",
    ],
    lines: &["M46.5 51Q51 47 51 41", "M52.5 24Q68 35 68 70"],
    dots: &[(36.0, 33.0, 2.8), (21.5, 55.0, 1.7)],
};

const PAWN: Shape = Shape {
    parts: &[
        FOOT,
        "M28.5 78Q42 69 43 50H57Q58 69 71.5 78Z",
        "M37.5 53Q34 53 34 50Q34 47 37.5 47H62.5Q66 47 66 50Q66 53 62.5 53Z",
        "M50 20A14.5 14.5 0 1 1 49.99 20Z",
    ],
    lines: &[],
    dots: &[],
};

pub(super) fn shape(kind: Kind) -> &'static Shape {
    match kind {
        Kind::King => &KING,
        Kind::Queen => &QUEEN,
        Kind::Rook => &ROOK,
        Kind::Bishop => &BISHOP,
        Kind::Knight => &KNIGHT,
        Kind::Pawn => &PAWN,
    }
}

/// The letters a to z, drawn as lines; centred above the point (0, 0), so that no font is needed.
const LETTERS: [&str; 26] = [
    "M5.5 0V-14M5.5-7a5.5 7 0 1 0-11 0a5.5 7 0 1 0 11 0",
    "M-5.5 0V-20M-5.5-7a5.5 7 0 1 1 11 0a5.5 7 0 1 1-11 0",
    "M5-10.8A5.8 7 0 1 0 5-3.2",
    "M5.5 0V-20M5.5-7a5.5 7 0 1 0-11 0a5.5 7 0 1 0 11 0",
    "M-5.5-7.5H5.5A5.5 7 0 1 0 4.3-2.6",
    "M4.5-19.5Q0-20.5 0-15V0M-4.5-13.5H4.5",
    "M5.5-14V1Q5.5 6 0 6Q-3.5 6-5 4M5.5-7a5.5 7 0 1 0-11 0a5.5 7 0 1 0 11 0",
    "M-5 0V-20M-5-8Q-5-14 0-14Q5-14 5-8V0",
    "M0 0V-14M0-19.5V-20",
    "M1-14V2Q1 6-4 6M1-19.5V-20",
    "M-5 0V-20M5-14L-5-6M-1.5-8.8L5 0",
    "M0-20V0",
    "M-7 0V-14M-7-9Q-7-14-3.5-14Q0-14 0-9V0M0-9Q0-14 3.5-14Q7-14 7-9V0",
    "M-5 0V-14M-5-8Q-5-14 0-14Q5-14 5-8V0",
    "M5.5-7a5.5 7 0 1 0-11 0a5.5 7 0 1 0 11 0",
    "M-5.5 6V-14M-5.5-7a5.5 7 0 1 1 11 0a5.5 7 0 1 1-11 0",
    "M5.5 6V-14M5.5-7a5.5 7 0 1 0-11 0a5.5 7 0 1 0 11 0",
    "M-3 0V-14M-3-8Q-3-14 4-14",
    "M4.5-12Q0-15-3.5-12.5Q-5-9 0-7.5Q6-5.5 4-1.5Q0 2-5-1.5",
    "M0-20V-4Q0 0 4.5 0M-4.5-14H4.5",
    "M-5-14V-6Q-5 0 0 0Q5 0 5-6M5-14V0",
    "M-5.5-14L0 0L5.5-14",
    "M-8-14L-4 0L0-12L4 0L8-14",
    "M-5-14L5 0M5-14L-5 0",
    "M-5.5-14L0 0M5.5-14L-2 6",
    "M-5-14H5L-5 0H5",
];

/// The digits, drawn in the same way.
const DIGITS: [&str; 10] = [
    "M-6-10a6 10 0 1 1 12 0a6 10 0 1 1-12 0",
    "M-4-16L1-20V0",
    "M-5.5-15A5.5 5.2 0 1 1 4-11L-5.5 0H6",
    "M-5-20H5L-.5-12.4A6 6.2 0 1 1-5.5-3",
    "M3 0V-20L-6.5-6H6.5",
    "M5-20H-4L-5-11.5Q-2.5-13 0-13A6 6.5 0 1 1-5.5-3",
    "M4-20Q-6-15-6-6.2a6 6.2 0 1 0 12 0a6 6.2 0 1 0-12 0",
    "M-6-20H6L-2 0",
    "M-4.8-15.5a4.8 4.5 0 1 1 9.6 0a4.8 4.5 0 1 1-9.6 0M-5.8-5.5a5.8 5.5 0 1 1 11.6 0a5.8 5.5 0 1 1-11.6 0",
    "M-4 0Q6-5 6-13.8a6 6.2 0 1 0-12 0a6 6.2 0 1 0 12 0",
];

/// A small letter or a digit as lines; nothing for other signs.
pub(super) fn glyph(sign: char) -> &'static str {
    let letter = (sign as usize).checked_sub('a' as usize).and_then(|at| LETTERS.get(at));
    let digit = sign.to_digit(10).and_then(|digit| DIGITS.get(digit as usize));
    letter.or(digit).copied().unwrap_or_default()
}
