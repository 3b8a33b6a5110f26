//! Where the ticks of an axis are: round numbers, few of them, the first at zero.

/// Ticks from 0 up to at least `most`: multiples of 1, 2 or 5 times a power of ten, at most `about` steps.
pub(crate) fn ticks(most: u64, about: u64) -> Vec<u64> {
    let step = round_step(most.max(1), about.max(1));
    let last = most.max(1).div_ceil(step);
    (0..=last).map(|number| number * step).collect()
}

/// The least round number of which `about` are enough.
pub(crate) fn round_step(most: u64, about: u64) -> u64 {
    let least = most.div_ceil(about).max(1);
    let mut power = 1u64;
    loop {
        for digit in [1, 2, 5] {
            match power.checked_mul(digit) {
                Some(step) if step >= least => return step,
                Some(_) => {}
                None => return least,
            }
        }
        let Some(next) = power.checked_mul(10) else { return least };
        power = next;
    }
}
