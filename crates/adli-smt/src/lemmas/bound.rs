//! How many moves a play can take, as a function of the size of the board.

use std::fmt;

/// How many values a number of the measure has at most: `slope * n + offset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Values {
    pub(crate) slope: i64,
    pub(crate) offset: i64,
}

impl Values {
    fn at(self, size: i64) -> Option<u64> {
        u64::try_from(self.slope.checked_mul(size)?.checked_add(self.offset)?).ok()
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.slope, self.offset) {
            (0, offset) => write!(f, "{offset}"),
            (slope, offset) => {
                if slope != 1 {
                    write!(f, "{slope}")?;
                }
                f.write_str("n")?;
                match offset {
                    0 => Ok(()),
                    offset if offset < 0 => write!(f, " - {}", offset.unsigned_abs()),
                    offset => write!(f, " + {offset}"),
                }
            }
        }
    }
}

/// The most moves: a product of what the numbers of the measure may be, times the moves in which they fall, and some at both ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bound {
    pub(crate) falls: u32,
    pub(crate) values: Vec<Values>,
    pub(crate) ends: u32,
}

impl Bound {
    /// On a board of this size, if that is a number of the machine.
    pub(crate) fn at(&self, size: i64) -> Option<u64> {
        let falls = self
            .values
            .iter()
            .try_fold(u64::from(self.falls), |product, values| product.checked_mul(values.at(size)?))?;
        falls.checked_add(u64::from(self.ends))
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // With one number it is linear in n, and is written as such.
        if let [only] = self.values[..] {
            let (falls, ends) = (i64::from(self.falls), i64::from(self.ends));
            let slope = only.slope.saturating_mul(falls);
            let offset = only.offset.saturating_mul(falls).saturating_add(ends);
            return Values { slope, offset }.fmt(f);
        }
        write!(f, "{}", self.falls)?;
        for values in &self.values {
            match values.slope {
                0 => write!(f, " * {values}")?,
                _ => write!(f, " * ({values})")?,
            }
        }
        if self.ends > 0 { write!(f, " + {}", self.ends) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written is what is calculated.
    #[test]
    fn a_bound_reads_as_it_counts() {
        let (room, way) = (Values { slope: 2, offset: 1 }, Values { slope: 2, offset: -1 });
        let pair = Bound { falls: 3, values: vec![room, way], ends: 8 };
        assert_eq!(pair.to_string(), "3 * (2n + 1) * (2n - 1) + 8");
        assert_eq!(pair.at(8), Some(3 * 17 * 15 + 8));
        let linear = Bound { falls: 1, values: vec![Values { slope: 16, offset: 1 }], ends: 8 };
        assert_eq!((linear.to_string().as_str(), linear.at(6)), ("16n + 9", Some(105)));
        let slow = Bound { falls: 3, values: vec![Values { slope: 13, offset: -4 }], ends: 2 };
        assert_eq!((slow.to_string().as_str(), slow.at(10)), ("39n - 10", Some(380)));
        let constant = Bound { falls: 2, values: vec![Values { slope: 0, offset: 7 }], ends: 1 };
        assert_eq!((constant.to_string().as_str(), constant.at(6)), ("15", Some(15)));
    }
}
