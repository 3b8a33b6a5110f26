//! A variable or its negation.

/// A literal as an index: variable `v` is `2v`, its negation `2v + 1`. This is also how binary proofs write it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Literal(u32);

/// The largest variable that can be written.
pub(crate) const LAST_VARIABLE: u32 = i32::MAX as u32;

impl Literal {
    /// The literal that DIMACS writes like this; 0 is none.
    pub(crate) fn from_number(number: i64) -> Option<Literal> {
        let variable = u32::try_from(number.unsigned_abs()).ok().filter(|&v| 0 < v && v <= LAST_VARIABLE)?;
        Some(Literal(variable << 1 | u32::from(number < 0)))
    }

    /// The literal that a binary proof writes like this.
    pub(crate) fn from_code(code: u64) -> Option<Literal> {
        u32::try_from(code).ok().filter(|&code| code >= 2).map(Literal)
    }

    pub(crate) fn negated(self) -> Literal {
        Literal(self.0 ^ 1)
    }

    pub(crate) fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// As DIMACS writes it.
    pub(crate) fn number(self) -> i64 {
        let variable = i64::from(self.variable());
        if self.0 & 1 == 0 { variable } else { -variable }
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}
