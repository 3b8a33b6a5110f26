//! What expressions may be worth.

use crate::chess::{Kind, Point, Position, Side, Squares};

/// What an expression may be worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Number(i32),
    Truth(bool),
    /// A square, or a point off the board.
    Point(Point),
    /// A set of squares, one bit each.
    Squares(Squares),
    /// A man, as he stands in a position.
    Man(usize, Position),
    /// Several men of a position, one bit each.
    Men(u8, Position),
    Side(Side),
    Kind(Kind),
    /// A word that stands for itself: the name of a step, `win`, `unknown`.
    Symbol(u16),
    /// A key of several numbers.
    Key(Vec<i32>),
}

impl Value {
    pub(crate) fn as_number(&self) -> Option<i32> {
        if let Value::Number(number) = self { Some(*number) } else { None }
    }

    /// A square: as it is, where a man stands, or from file and rank.
    pub(crate) fn as_point(&self) -> Option<Point> {
        match self {
            Value::Point(point) => Some(*point),
            Value::Man(man, at) => Some(at.point_of(*man)),
            Value::Key(key) => match key[..] {
                [file, rank] => Some((file, rank)),
                _ => None,
            },
            _ => None,
        }
    }
}
