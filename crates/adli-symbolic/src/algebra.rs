//! Truth values and numbers, and how they are joined.

use std::fmt::Debug;
use std::hash::Hash;

/// The files and ranks of the board, for whoever has no symbol for them.
pub const SIZE: i32 = 8;

/// What values are made of. An implementation is a name and has no values of its own.
pub trait Kinds: Copy + Eq + Hash + Debug + 'static {
    /// Truth values.
    type Truth: Clone + Eq + Hash + Debug;
    /// Whole numbers.
    type Number: Clone + Eq + Hash + Debug;
    /// Values of enumerations.
    type Enum: Clone + Eq + Hash + Debug;
    /// Positions.
    type Position: Copy + Eq + Hash + Debug;
    /// Where, besides the names that are bound, a value is right: what was worked out in one place is not used in another.
    type Place: Copy + Eq + Hash + Debug;
    /// Why a term has no value.
    type Refused;
}

/// Something made, or the reason why not.
pub type Made<T, K> = Result<T, <K as Kinds>::Refused>;

/// Squares, by file and rank.
pub type Squares<K> = Vec<(<K as Kinds>::Number, <K as Kinds>::Number)>;

/// Arithmetic with two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arithmetic {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The lesser.
    Min,
    /// The greater.
    Max,
}

/// Arithmetic with one number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Single {
    /// Without sign.
    Abs,
    /// Divided by a constant, rounded down.
    Div(i32),
    /// What is left by that.
    Mod(i32),
}

/// Comparison of two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// They are the same.
    Equal,
    /// The first is less.
    Less,
    /// The first is not more.
    AtMost,
}

/// Joins truth values and numbers.
pub trait Algebra<K: Kinds> {
    /// A truth value that is known.
    fn truth(&self, value: bool) -> K::Truth;

    /// Its value, if it is known.
    fn known(&self, truth: &K::Truth) -> Option<bool>;

    /// A number that is known.
    fn number(&self, value: i32) -> K::Number;

    /// A value of an enumeration with so many values.
    fn one_of(&self, values: usize, value: i32) -> K::Enum;

    /// Negation.
    fn not(&mut self, a: &K::Truth) -> Made<K::Truth, K>;

    /// Conjunction.
    fn and(&mut self, a: &K::Truth, b: &K::Truth) -> Made<K::Truth, K>;

    /// Disjunction.
    fn or(&mut self, a: &K::Truth, b: &K::Truth) -> Made<K::Truth, K>;

    /// Equality of truth values.
    fn same(&mut self, a: &K::Truth, b: &K::Truth) -> Made<K::Truth, K>;

    /// Equality of values of one enumeration.
    fn same_enum(&mut self, a: &K::Enum, b: &K::Enum) -> Made<K::Truth, K>;

    /// One truth value or the other.
    fn choose_truth(&mut self, condition: &K::Truth, yes: &K::Truth, no: &K::Truth) -> Made<K::Truth, K>;

    /// One number or the other.
    fn choose(&mut self, condition: &K::Truth, yes: &K::Number, no: &K::Number) -> Made<K::Number, K>;

    /// One value of an enumeration or the other.
    fn choose_enum(&mut self, condition: &K::Truth, yes: &K::Enum, no: &K::Enum) -> Made<K::Enum, K>;

    /// 1 or 0.
    fn as_number(&mut self, a: &K::Truth) -> Made<K::Number, K>;

    /// Arithmetic with two numbers.
    fn arithmetic(&mut self, kind: Arithmetic, a: &K::Number, b: &K::Number) -> Made<K::Number, K>;

    /// Arithmetic with one number.
    fn single(&mut self, kind: Single, a: &K::Number) -> Made<K::Number, K>;

    /// Comparison of two numbers.
    fn compare(&mut self, kind: Comparison, a: &K::Number, b: &K::Number) -> Made<K::Truth, K>;

    /// All of these.
    fn all(&mut self, truths: Vec<K::Truth>) -> Made<K::Truth, K> {
        let yes = self.truth(true);
        truths.iter().try_fold(yes, |all, one| self.and(&all, one))
    }

    /// One of these.
    fn any(&mut self, truths: Vec<K::Truth>) -> Made<K::Truth, K> {
        let no = self.truth(false);
        truths.iter().try_fold(no, |any, one| self.or(&any, one))
    }

    /// The sum of these.
    fn sum(&mut self, numbers: Vec<K::Number>) -> Made<K::Number, K> {
        let zero = self.number(0);
        numbers.iter().try_fold(zero, |sum, one| self.arithmetic(Arithmetic::Add, &sum, one))
    }

    /// How many files and ranks the board has. An algebra that has a symbol for it says so here.
    fn size(&self) -> K::Number {
        self.number(SIZE)
    }

    /// Whether a square is on the board.
    fn on_board(&mut self, file: &K::Number, rank: &K::Number) -> Made<K::Truth, K> {
        let (one, last) = (self.number(1), self.size());
        let mut within = Vec::with_capacity(4);
        for line in [file, rank] {
            within.push(self.compare(Comparison::AtMost, &one, line)?);
            within.push(self.compare(Comparison::AtMost, line, &last)?);
        }
        self.all(within)
    }

    /// Whether two squares are the same.
    fn same_square(&mut self, a: (&K::Number, &K::Number), b: (&K::Number, &K::Number)) -> Made<K::Truth, K> {
        let files = self.compare(Comparison::Equal, a.0, b.0)?;
        let ranks = self.compare(Comparison::Equal, a.1, b.1)?;
        self.and(&files, &ranks)
    }

    /// The squares of the board, one by one; refused where nobody knows how many there are.
    fn squares(&self) -> Made<Squares<K>, K> {
        Ok((0..SIZE * SIZE).map(|n| (self.number(n % SIZE + 1), self.number(n / SIZE + 1))).collect())
    }
}
