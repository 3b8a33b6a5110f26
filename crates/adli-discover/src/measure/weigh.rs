//! From fractions to small whole numbers.

use super::Opposed;
use super::ratio::{Ratio, gcd};

/// How many factors are tried before the one that always works.
const FACTORS: i64 = 10_000;

/// Whole weights that suit every change: the fractions times the least factor that does, rounded.
pub(super) fn small_weights(weights: &[Ratio], changes: &[Vec<i64>]) -> Option<Vec<i64>> {
    let most = i64::try_from(shared_denominator(weights.iter().copied())?).ok()?;
    let suits = |weights: &[i64]| changes.iter().all(|change| falls(weights, change) == Some(true));
    let mut candidates = (1..most.min(FACTORS))
        .chain([most])
        .map(|factor| weights.iter().map(|weight| weight.rounded(factor)).collect::<Option<Vec<i64>>>());
    // With the denominator itself as the factor nothing is rounded, so there is one.
    candidates.find_map(|candidate| candidate.filter(|weights| suits(weights)))
}

fn falls(weights: &[i64], change: &[i64]) -> Option<bool> {
    let products = weights.iter().zip(change).map(|(weight, by)| weight.checked_mul(*by));
    Some(products.sum::<Option<i64>>()? < 0)
}

/// Multiples as the smallest whole numbers.
pub(super) fn whole_multiples(ray: &[(usize, Ratio)]) -> Option<Vec<(usize, u64)>> {
    let factor = i64::try_from(shared_denominator(ray.iter().map(|(_, times)| *times))?).ok()?;
    let whole =
        ray.iter().map(|(number, times)| Some((*number, u64::try_from(times.rounded(factor)?).ok()?)));
    whole.collect()
}

/// What a contradiction comes to in each part of the sum.
pub(super) fn add_up(plays: &[Opposed]) -> Option<Vec<i64>> {
    let mut sum = vec![0_i64; plays.first()?.change.len()];
    for play in plays {
        for (total, by) in sum.iter_mut().zip(&play.change) {
            *total = total.checked_add(by.checked_mul(i64::try_from(play.times).ok()?)?)?;
        }
    }
    Some(sum)
}

fn shared_denominator(mut numbers: impl Iterator<Item = Ratio>) -> Option<u128> {
    numbers.try_fold(1_u128, |shared, number| {
        let under = number.denominator().unsigned_abs();
        shared.checked_mul(under / gcd(shared, under))
    })
}
