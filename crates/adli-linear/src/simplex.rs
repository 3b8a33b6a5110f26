//! Whether bounds on linear forms can hold together over the fractions, and if not, why.
//!
//! This is the simplex method in the form of Dutertre and de Moura, *A fast linear-arithmetic solver for DPLL(T)*
//! (CAV 2006). There are *slots*: one for each integer of the problem and one for each form (a sum of multiples of integers). A slot may
//! have a lower and an upper bound, each with the literal that wants it. At each moment every slot is either a *column*, or a *row*,
//! that is a sum of multiples of columns. Columns have values within their bounds; rows have the values that follow. A row outside its bounds is
//! exchanged with a column that may move in the right direction (the first of all, Bland's rule, so that it ends); if there is no
//! such column, all columns of the row are at the bounds that hinder it, and these bounds with that of the row contradict one
//! another: the factors of the row are the multipliers that show it.
//!
//! Two things are our own. Problems about boards have many forms, of which few are bounded at a time. So a form that has no bound has no row: it gets
//! one, written in the columns of the day, when a bound is set. And bounds are set at once, but looked at only when somebody asks,
//! so that whoever takes them back again has paid little.
//!
//! All numbers are exact. A number that does not fit ends the work with [`TooLarge`].

use crate::ratio::{Ratio, TooLarge};

/// A bound, and the literal that wants it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bound {
    pub(crate) value: i64,
    pub(crate) literal: i32,
}

/// Bounds that contradict one another: literals that are not all true, each with its multiplier.
pub(crate) type Conflict = Vec<(i64, i32)>;

/// Multiples of integers, counted from 0, and the value of their sum.
pub(crate) type Cut = (Vec<(i64, usize)>, Ratio);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// A form without a row.
    Nowhere,
    Row(usize),
    Column(usize),
}

struct Row {
    slot: usize,
    factors: Factors,
}

/// Columns with their factors, none of which is 0, in ascending order of columns.
type Factors = Vec<(usize, Ratio)>;

/// The factor of a column.
fn factor_of(factors: &[(usize, Ratio)], column: usize) -> Option<Ratio> {
    let at = factors.binary_search_by_key(&column, |&(each, _)| each).ok()?;
    factors.get(at).map(|&(_, factor)| factor)
}

/// One sum, and so many times another.
fn plus(one: &[(usize, Ratio)], times: Ratio, other: &[(usize, Ratio)]) -> Result<Factors, TooLarge> {
    let mut sum = Factors::with_capacity(one.len() + other.len());
    let (mut ours, mut theirs) = (one.iter().copied().peekable(), other.iter().copied().peekable());
    loop {
        let (column, factor) = match (ours.peek().copied(), theirs.peek().copied()) {
            (Some((a, x)), Some((b, y))) if a == b => {
                ours.next();
                theirs.next();
                (a, x.plus(y.times(times)?)?)
            }
            (Some((a, x)), other) if other.is_none_or(|(b, _)| a < b) => {
                ours.next();
                (a, x)
            }
            (_, Some((b, y))) => {
                theirs.next();
                (b, y.times(times)?)
            }
            (Some(_), None) | (None, None) => return Ok(sum),
        };
        if !factor.is_zero() {
            sum.push((column, factor));
        }
    }
}

/// The bounds of the moment.
pub(crate) struct Simplex {
    integers: usize,
    /// The forms, slot `integers` first: multiples of integers, counted from 0.
    forms: Vec<Vec<(i64, usize)>>,
    lower: Vec<Option<Bound>>,
    upper: Vec<Option<Bound>>,
    value: Vec<Ratio>,
    place: Vec<Place>,
    rows: Vec<Row>,
    columns: Vec<usize>,
    /// Slots whose bounds have been set since somebody looked.
    touched: Vec<usize>,
    /// What the bounds were before: slot, whether the upper one, and the bound.
    undo: Vec<(usize, bool, Option<Bound>)>,
    pub(crate) pivots: u64,
}

impl Simplex {
    /// So many integers, no forms and no bounds.
    pub(crate) fn new(integers: usize) -> Simplex {
        Simplex {
            integers,
            forms: Vec::new(),
            lower: vec![None; integers],
            upper: vec![None; integers],
            value: vec![Ratio::ZERO; integers],
            place: (0..integers).map(Place::Column).collect(),
            rows: Vec::new(),
            columns: (0..integers).collect(),
            touched: Vec::new(),
            undo: Vec::new(),
            pivots: 0,
        }
    }

    /// A slot for a form of at least two integers.
    pub(crate) fn add_form(&mut self, form: Vec<(i64, usize)>) -> usize {
        self.forms.push(form);
        self.lower.push(None);
        self.upper.push(None);
        self.value.push(Ratio::ZERO);
        self.place.push(Place::Nowhere);
        self.place.len() - 1
    }

    /// How many bounds have been set and not taken back.
    pub(crate) fn mark(&self) -> usize {
        self.undo.len()
    }

    /// Takes back all bounds that were set after a mark.
    pub(crate) fn take_back(&mut self, mark: usize) {
        while self.undo.len() > mark {
            if let Some((slot, is_upper, old)) = self.undo.pop() {
                let bounds = if is_upper { &mut self.upper } else { &mut self.lower };
                bounds[slot] = old;
            }
        }
    }

    /// Sets a bound, if it says more than the one that is there.
    pub(crate) fn bound(&mut self, slot: usize, is_upper: bool, bound: Bound) {
        let bounds = if is_upper { &mut self.upper } else { &mut self.lower };
        let says_more = bounds[slot]
            .is_none_or(|old| if is_upper { bound.value < old.value } else { bound.value > old.value });
        if says_more {
            self.undo.push((slot, is_upper, bounds[slot]));
            bounds[slot] = Some(bound);
            self.touched.push(slot);
        }
    }

    /// The value of an integer, after a look that found no conflict.
    pub(crate) fn value(&self, integer: usize) -> Ratio {
        self.value[integer]
    }

    /// A sum of multiples of integers that has a fraction for its value, like the integer that is asked about, and that the bounds of the
    /// moment keep from going to one of its sides: Gomory's cut. The integer is a row `x = a1 y1 + a2 y2 + ..`, and the columns are
    /// whole. So are the sums `x - [a1] y1 - [a2] y2 - ..` with factors rounded to whole numbers; rounded down where `y` is at its
    /// lower bound, and up where it is at its upper bound, this one cannot get smaller, and must be at least the next whole number.
    pub(crate) fn cut(&self, integer: usize) -> Result<Option<Cut>, TooLarge> {
        let Place::Row(at) = self.place[integer] else { return Ok(None) };
        let mut sum = std::collections::BTreeMap::from([(integer, 1_i64)]);
        for (column, factor) in &self.rows[at].factors {
            let slot = self.columns[*column];
            let is_low = self.lower[slot].is_some_and(|lower| self.value[slot].compare(lower.value).is_eq());
            let whole = if is_low || factor.is_whole() { factor.floor() } else { factor.floor() + 1 };
            if whole == 0 {
                continue;
            }
            let own = [(1, slot)];
            let form = if slot < self.integers { &own[..] } else { &self.forms[slot - self.integers] };
            for &(multiple, part) in form {
                let more = multiple.checked_mul(whole).ok_or(TooLarge)?;
                let entry = sum.entry(part).or_default();
                *entry = entry.checked_sub(more).ok_or(TooLarge)?;
            }
        }
        let mut value = Ratio::ZERO;
        for (&part, &multiple) in &sum {
            value = value.plus(self.value[part].times(Ratio::whole(multiple))?)?;
        }
        let terms =
            sum.into_iter().filter(|&(_, multiple)| multiple != 0).map(|(part, multiple)| (multiple, part));
        Ok(Some((terms.collect(), value)))
    }

    /// Looks whether the bounds can hold together.
    pub(crate) fn look(&mut self) -> Result<Option<Conflict>, TooLarge> {
        if self.touched.is_empty() {
            return Ok(None);
        }
        for at in 0..self.touched.len() {
            let slot = self.touched[at];
            if let (Some(lower), Some(upper)) = (self.lower[slot], self.upper[slot])
                && lower.value > upper.value
            {
                return Ok(Some(vec![(1, lower.literal), (1, upper.literal)]));
            }
        }
        self.drop_rows();
        for slot in std::mem::take(&mut self.touched) {
            match self.place[slot] {
                Place::Column(column) => self.put_within(slot, column)?,
                Place::Nowhere if self.lower[slot].is_some() || self.upper[slot].is_some() => {
                    self.add_row(slot)?;
                }
                _ => {}
            }
        }
        loop {
            let Some((at, is_low)) = self.violated() else { return Ok(None) };
            match self.entering(at, is_low) {
                None => {
                    // The next look is to see it again, unless bounds were taken back.
                    self.touched.push(self.rows[at].slot);
                    return self.explain(at, is_low).map(Some);
                }
                Some(column) => {
                    let slot = self.rows[at].slot;
                    let bound = if is_low { self.lower[slot] } else { self.upper[slot] };
                    let goal = bound.map_or(0, |bound| bound.value);
                    self.move_row(at, column, goal)?;
                }
            }
        }
    }

    /// Forms that lost their bounds lose their rows.
    fn drop_rows(&mut self) {
        let mut at = 0;
        while at < self.rows.len() {
            let slot = self.rows[at].slot;
            if slot >= self.integers && self.lower[slot].is_none() && self.upper[slot].is_none() {
                self.place[slot] = Place::Nowhere;
                self.rows.swap_remove(at);
                if let Some(moved) = self.rows.get(at) {
                    self.place[moved.slot] = Place::Row(at);
                }
            } else {
                at += 1;
            }
        }
    }

    /// Writes a form in the columns of the day.
    fn add_row(&mut self, slot: usize) -> Result<(), TooLarge> {
        let mut factors = Factors::new();
        let mut value = Ratio::ZERO;
        for &(factor, integer) in &self.forms[slot - self.integers] {
            let factor = Ratio::whole(factor);
            value = value.plus(self.value[integer].times(factor)?)?;
            match self.place[integer] {
                Place::Column(column) => factors = plus(&factors, factor, &[(column, Ratio::whole(1))])?,
                Place::Row(row) => factors = plus(&factors, factor, &self.rows[row].factors)?,
                // INVARIANT: an integer is a row or a column.
                Place::Nowhere => return Err(TooLarge),
            }
        }
        self.value[slot] = value;
        self.place[slot] = Place::Row(self.rows.len());
        self.rows.push(Row { slot, factors });
        Ok(())
    }

    /// Moves a column to the bound that it violates, if it does.
    fn put_within(&mut self, slot: usize, column: usize) -> Result<(), TooLarge> {
        let value = self.value[slot];
        let goal = match (self.lower[slot], self.upper[slot]) {
            (Some(lower), _) if value.compare(lower.value).is_lt() => lower.value,
            (_, Some(upper)) if value.compare(upper.value).is_gt() => upper.value,
            _ => return Ok(()),
        };
        let change = Ratio::whole(goal).minus(value)?;
        self.shift(column, change)
    }

    /// Adds to the value of a column, and to those of the rows what follows.
    fn shift(&mut self, column: usize, change: Ratio) -> Result<(), TooLarge> {
        let slot = self.columns[column];
        self.value[slot] = self.value[slot].plus(change)?;
        for row in &self.rows {
            if let Some(factor) = factor_of(&row.factors, column) {
                self.value[row.slot] = self.value[row.slot].plus(factor.times(change)?)?;
            }
        }
        Ok(())
    }

    /// The row of the first slot that is outside its bounds, and whether it is too low.
    fn violated(&self) -> Option<(usize, bool)> {
        let outside = |row: &Row| {
            let value = self.value[row.slot];
            if self.lower[row.slot].is_some_and(|lower| value.compare(lower.value).is_lt()) {
                Some(true)
            } else if self.upper[row.slot].is_some_and(|upper| value.compare(upper.value).is_gt()) {
                Some(false)
            } else {
                None
            }
        };
        let all = self.rows.iter().enumerate().filter_map(|(at, row)| Some((row.slot, at, outside(row)?)));
        all.min().map(|(_, at, is_low)| (at, is_low))
    }

    /// The first slot among the columns that can move so that the row gets closer to its bounds.
    fn entering(&self, at: usize, is_low: bool) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for &(column, factor) in &self.rows[at].factors {
            let slot = self.columns[column];
            let can_move = if factor.is_positive() == is_low {
                self.upper[slot].is_none_or(|upper| self.value[slot].compare(upper.value).is_lt())
            } else {
                self.lower[slot].is_none_or(|lower| self.value[slot].compare(lower.value).is_gt())
            };
            if can_move && best.is_none_or(|(first, _)| slot < first) {
                best = Some((slot, column));
            }
        }
        best.map(|(_, column)| column)
    }

    /// Moves a column until the row has the value `goal`, and exchanges the two.
    fn move_row(&mut self, at: usize, column: usize, goal: i64) -> Result<(), TooLarge> {
        let change = Ratio::whole(goal).minus(self.value[self.rows[at].slot])?;
        let factor = factor_of(&self.rows[at].factors, column).ok_or(TooLarge)?.inverse()?;
        self.shift(column, change.times(factor)?)?;
        self.exchange(at, column)
    }

    fn exchange(&mut self, at: usize, column: usize) -> Result<(), TooLarge> {
        self.pivots += 1;
        let out = self.rows[at].slot;
        let into = self.columns[column];
        let mut factors = std::mem::take(&mut self.rows[at].factors);
        let inverse = factor_of(&factors, column).ok_or(TooLarge)?.inverse()?;
        let minus = inverse.negated()?;
        for (each, factor) in &mut factors {
            *factor = if *each == column { inverse } else { factor.times(minus)? };
        }
        for row in &mut self.rows {
            let Ok(place) = row.factors.binary_search_by_key(&column, |&(each, _)| each) else { continue };
            let (_, part) = row.factors.remove(place);
            row.factors = plus(&row.factors, part, &factors)?;
        }
        self.rows[at] = Row { slot: into, factors };
        self.columns[column] = out;
        self.place[into] = Place::Row(at);
        self.place[out] = Place::Column(column);
        Ok(())
    }

    /// The bounds that keep a row from its own bound, with whole multipliers.
    fn explain(&self, at: usize, is_low: bool) -> Result<Conflict, TooLarge> {
        let row = &self.rows[at];
        let own = if is_low { self.lower[row.slot] } else { self.upper[row.slot] };
        let mut parts = vec![(Ratio::whole(1), own)];
        for &(column, factor) in &row.factors {
            let slot = self.columns[column];
            let is_upper = factor.is_positive() == is_low;
            let size = if factor.is_positive() { factor } else { factor.negated()? };
            parts.push((size, if is_upper { self.upper[slot] } else { self.lower[slot] }));
        }
        let mut common: i64 = 1;
        for (size, _) in &parts {
            let divisor = crate::ratio::gcd64(common.unsigned_abs(), size.denominator().unsigned_abs());
            let divisor = i64::try_from(divisor).map_err(|_| TooLarge)?;
            common = common.checked_mul(size.denominator() / divisor).ok_or(TooLarge)?;
        }
        let mut conflict = Conflict::new();
        for (size, bound) in parts {
            let whole = size.times(Ratio::whole(common))?;
            // INVARIANT: a column that cannot move is at a bound.
            conflict.push((whole.numerator(), bound.ok_or(TooLarge)?.literal));
        }
        Ok(conflict)
    }
}
