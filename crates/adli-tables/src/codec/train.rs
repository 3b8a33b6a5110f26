//! Learning.
use super::coder::SYMBOLS;

/// The logarithm to base 2, from operations that every machine does alike.
pub(super) fn log2(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let m = f32::from_bits(bits & 0x7f_ffff | 0x3f80_0000);
    let t = (m - 1.0) / (m + 1.0);
    let t2 = t * t;
    exponent as f32 + 2.885_39 * t * (1.0 + t2 * (1.0 / 3.0 + t2 * (0.2 + t2 * (1.0 / 7.0 + t2 / 9.0))))
}

fn price(counts: &[u32], out: &mut Vec<f32>) {
    for part in counts.chunks_exact(SYMBOLS) {
        let all: u64 = part.iter().map(|&c| u64::from(c)).sum();
        let all = all as f32 + 0.02 * SYMBOLS as f32;
        out.extend(part.iter().map(|&c| log2(all / (c as f32 + 0.02)).min(13.0)));
    }
}

/// Sorts contexts into at most `most` classes.
pub(super) fn cluster(counts: &[u32], width: usize, most: usize, rounds: usize, gain: f32, slack: f32) -> Vec<u8> {
    let number = counts.len() / width;
    let context = |c: usize| &counts[c * width..][..width];
    let seen: Vec<usize> = (0..number).filter(|&c| context(c).iter().any(|&n| n > 0)).collect();
    let mut sums = vec![0u32; width];
    for &c in &seen {
        for s in 0..width {
            sums[s] += context(c)[s];
        }
    }
    let cost = |c: usize, p: &[f32]| -> f32 { context(c).iter().zip(p).map(|(&n, &p)| n as f32 * p).sum() };
    let mut own = Vec::new();
    let least: Vec<f32> = seen
        .iter()
        .map(|&c| {
            own.clear();
            price(context(c), &mut own);
            cost(c, &own)
        })
        .collect();
    let mut prices = Vec::new();
    price(&sums, &mut prices);
    let mut now: Vec<f32> = seen.iter().map(|&c| cost(c, &prices)).collect();
    while prices.len() < most * width {
        let mut worst = (gain, None);
        for i in 0..seen.len() {
            if now[i] - least[i] > worst.0 {
                worst = (now[i] - least[i], Some(i));
            }
        }
        let Some(i) = worst.1 else { break };
        own.clear();
        price(context(seen[i]), &mut own);
        for (j, &c) in seen.iter().enumerate() {
            now[j] = now[j].min(cost(c, &own));
        }
        prices.extend_from_slice(&own);
    }
    let k = prices.len() / width;
    let mut classes = vec![0u8; number];
    for round in 0..rounds {
        // prices by symbol, so that the inner loop runs over classes
        let by_symbol: Vec<f32> = (0..width).flat_map(|s| prices.chunks(width).map(move |p| p[s])).collect();
        let mut sums = vec![0u32; k * width];
        let mut costs = vec![0f32; k];
        let last = round + 1 == rounds;
        let mut previous = 0usize;
        let mut at = 0;
        for &c in &seen {
            if last {
                classes[at..c].fill(previous as u8);
                at = c + 1;
            }
            costs.fill(0.0);
            for (s, &n) in context(c).iter().enumerate() {
                if n > 0 {
                    let n = n as f32;
                    for (cost, p) in costs.iter_mut().zip(&by_symbol[s * k..]) {
                        *cost += n * p;
                    }
                }
            }
            let mut best = (0..k).fold(0, |b, j| if costs[j] < costs[b] { j } else { b });
            if costs[previous] < costs[best] + slack {
                best = previous;
            }
            previous = best;
            classes[c] = best as u8;
            for (sum, n) in sums[best * width..].iter_mut().zip(context(c)) {
                *sum += n;
            }
        }
        if last {
            classes[at..].fill(previous as u8);
        }
        prices.clear();
        price(&sums, &mut prices);
    }
    classes
}
