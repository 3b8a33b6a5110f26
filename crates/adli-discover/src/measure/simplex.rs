//! Weights under which a sum falls with every change; or why there are none.
//!
//! A change is a vector `d`, by how much each quantity grows. Wanted are weights `w`, the smaller the better, with `d w <= -1` for every
//! change. The dual of that linear program asks for multiples `y >= 0` of the changes, as many as possible, such that what each
//! quantity grows by altogether stays between -1 and 1:
//!
//! ```text
//! weights:   least |w1| + |w2| + ..    with  d w <= -1 for every change d
//! multiples: most  y1 + y2 + ..        with  -1 <= sum of y d <= 1 in every quantity, y >= 0
//! ```
//!
//! The dual is the better one to solve: it has few rows, and nothing at all is a solution to begin with, so the simplex method starts
//! at once. At its end the prices of the rows are the weights. If there is no end, because some
//! multiples can grow for ever, these multiples of changes add up to nothing in every quantity: somebody who makes
//! each of these changes so often is where he was, so no weighted sum can have fallen every time. A ray has few changes in it,
//! at most one more than there are rows.
//!
//! Fractions are exact, and Bland's rule (always the first candidate; R. G. Bland, *New finite pivoting rules for the simplex method*,
//! 1977) keeps the method from going round in circles.

use super::ratio::Ratio;

/// What came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Solved {
    /// Weights, one for each quantity.
    Weights(Vec<Ratio>),
    /// Changes, by number, with multiples under which they add up to nothing.
    Contradiction(Vec<(usize, Ratio)>),
}

/// Finds weights for changes; nothing where numbers get too large.
pub(super) fn solve(quantities: usize, changes: &[Vec<i64>]) -> Option<Solved> {
    let mut tableau = Tableau::new(quantities, changes);
    while let Some(entering) = tableau.entering() {
        match tableau.leaving(entering)? {
            Some(row) => tableau.pivot(row, entering)?,
            None => return Some(Solved::Contradiction(tableau.ray(entering))),
        }
    }
    Some(Solved::Weights(tableau.weights(quantities)?))
}

/// Rows of coefficients, each with its right side last. The variables are the multiples, then one slack for each row:
/// for each quantity the one that keeps it below 1, then the one that keeps it above -1.
struct Tableau {
    rows: Vec<Vec<Ratio>>,
    /// What one more of each variable gains.
    gains: Vec<Ratio>,
    /// Which variable each row stands for.
    basis: Vec<usize>,
    changes: usize,
}

impl Tableau {
    fn new(quantities: usize, changes: &[Vec<i64>]) -> Tableau {
        let count = changes.len();
        let width = count + 2 * quantities;
        let mut rows = Vec::new();
        for quantity in 0..quantities {
            for sign in [1, -1] {
                let mut row: Vec<Ratio> = changes
                    .iter()
                    .map(|change| Ratio::whole(sign * change.get(quantity).copied().unwrap_or(0)))
                    .collect();
                let own = rows.len();
                row.extend(
                    (0..2 * quantities).map(|slack| if slack == own { Ratio::ONE } else { Ratio::ZERO }),
                );
                row.push(Ratio::ONE);
                rows.push(row);
            }
        }
        let gains =
            (0..=width).map(|variable| if variable < count { Ratio::ONE } else { Ratio::ZERO }).collect();
        Tableau { rows, gains, basis: (count..width).collect(), changes: count }
    }

    /// The first variable of which more is better.
    fn entering(&self) -> Option<usize> {
        let (_, gains) = self.gains.split_last()?;
        gains.iter().position(|gain| gain.is_positive())
    }

    /// The row that bounds a variable most tightly, if any does; the outer nothing is a number too large.
    fn leaving(&self, entering: usize) -> Option<Option<usize>> {
        let mut best: Option<(usize, Ratio)> = None;
        for (number, row) in self.rows.iter().enumerate() {
            let (Some(&coefficient), Some(&right)) = (row.get(entering), row.last()) else { continue };
            if !coefficient.is_positive() {
                continue;
            }
            let bound = right.by(coefficient)?;
            let is_better = match best {
                None => true,
                Some((other, least)) => {
                    bound.is_below(least)? || bound == least && self.basis.get(number) < self.basis.get(other)
                }
            };
            if is_better {
                best = Some((number, bound));
            }
        }
        Some(best.map(|(number, _)| number))
    }

    fn pivot(&mut self, number: usize, entering: usize) -> Option<()> {
        let mut pivot = std::mem::take(self.rows.get_mut(number)?);
        let by = *pivot.get(entering)?;
        for value in &mut pivot {
            *value = value.by(by)?;
        }
        for row in self.rows.iter_mut().chain([&mut self.gains]) {
            let factor = row.get(entering).copied().unwrap_or(Ratio::ZERO);
            if factor.is_zero() {
                continue;
            }
            for (value, &above) in row.iter_mut().zip(&pivot).filter(|(_, above)| !above.is_zero()) {
                *value = value.minus(factor.times(above)?)?;
            }
        }
        *self.rows.get_mut(number)? = pivot;
        *self.basis.get_mut(number)? = entering;
        Some(())
    }

    /// What grows with a variable that nothing bounds.
    fn ray(&self, entering: usize) -> Vec<(usize, Ratio)> {
        let rows = self.rows.iter().zip(&self.basis).filter(|(_, basic)| **basic < self.changes);
        let others = rows.filter_map(|(row, &basic)| row.get(entering).map(|value| (basic, value.negated())));
        let mut ray: Vec<_> =
            others.filter(|(_, value)| !value.is_zero()).chain([(entering, Ratio::ONE)]).collect();
        ray.sort_by_key(|(change, _)| *change);
        ray
    }

    /// The prices of the rows: what a slack that is out of the basis would gain, turned round.
    fn weights(&self, quantities: usize) -> Option<Vec<Ratio>> {
        let price = |row: usize| self.gains.get(self.changes + row).copied();
        (0..quantities).map(|quantity| price(2 * quantity)?.minus(price(2 * quantity + 1)?)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn falls(weights: &[Ratio], change: &[i64]) -> bool {
        let sum = weights
            .iter()
            .zip(change)
            .try_fold(Ratio::ZERO, |sum, (weight, &d)| sum.minus(weight.times(Ratio::whole(-d))?));
        // At most -1.
        !Ratio::whole(-1).is_below(sum.unwrap()).unwrap()
    }

    /// All pairs of changes of two quantities between -2 and 2: weights are right, and where there are none, the multiples add up to
    /// nothing. By hand: there are none exactly if a change is zero or the two point in opposite directions.
    #[test]
    fn all_pairs_of_small_changes() {
        let all: Vec<Vec<i64>> = (-2..=2).flat_map(|x| (-2..=2).map(move |y| vec![x, y])).collect();
        for one in &all {
            for two in &all {
                let changes = [one.clone(), two.clone()];
                let (cross, dot) = (one[0] * two[1] - one[1] * two[0], one[0] * two[0] + one[1] * two[1]);
                let is_zero = |change: &Vec<i64>| change.iter().all(|&d| d == 0);
                let expected = is_zero(one) || is_zero(two) || cross == 0 && dot < 0;
                match solve(2, &changes).unwrap() {
                    Solved::Weights(weights) => {
                        assert!(
                            !expected && changes.iter().all(|change| falls(&weights, change)),
                            "{changes:?}"
                        );
                    }
                    Solved::Contradiction(ray) => {
                        assert!(expected, "{changes:?}");
                        for quantity in 0..2 {
                            let sum = ray.iter().fold(Ratio::ZERO, |sum, (number, times)| {
                                sum.minus(times.times(Ratio::whole(-changes[*number][quantity])).unwrap())
                                    .unwrap()
                            });
                            assert!(sum.is_zero(), "{changes:?}");
                        }
                        assert!(ray.iter().all(|(_, times)| times.is_positive()) && !ray.is_empty());
                    }
                }
            }
        }
    }

    #[test]
    fn the_smallest_weights_are_found() {
        // x falls by 2, or by 1 while y grows by 3. To fall by 1 each time, a half and minus a sixth are enough; x alone would
        // need a whole.
        let Solved::Weights(weights) = solve(2, &[vec![-2, 0], vec![-1, 3]]).unwrap() else {
            panic!("there are")
        };
        assert_eq!(weights[0].times(Ratio::whole(2)).unwrap(), Ratio::ONE);
        assert_eq!(weights[1].times(Ratio::whole(-6)).unwrap(), Ratio::ONE);
        // x may grow by 1 while y falls by 2, or y grow by 1 while x falls by 1: twice x and thrice y less.
        let Solved::Weights(weights) = solve(2, &[vec![1, -2], vec![-1, 1]]).unwrap() else {
            panic!("there are")
        };
        assert_eq!(weights, [Ratio::whole(3), Ratio::whole(2)]);
    }
}
