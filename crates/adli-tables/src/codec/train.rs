//! How a model is learnt from a table.
//!
//! There are far too many contexts to learn sixteen frequencies for each, and most of them behave alike. So
//! contexts are sorted into classes, twice: first the shapes and the pairs of squares, each into a few
//! classes, judged by how the symbols are distributed given the near ones; then the contexts that are made
//! of those classes, into the classes that have a distribution each. To sort is to minimise the length of
//! the message: a context goes to the class whose distribution is cheapest for it, a class has the
//! distribution of its contexts, and so on in turn. The first distributions are those of the contexts that
//! suffer most from the ones chosen before.
//!
//! All sums are done in a fixed order with operations that every machine rounds alike, so that the same
//! table gives the same bytes everywhere.

use super::coder::{Logarithms, SYMBOLS, logarithms};
use super::context::{
    Context, DRAW, KING_SHAPES, LITERAL, NEAR, OFFICER_SHAPES, SQUARES, Visitor, squares, walk,
};
use super::model::{
    CLASSES, CONTEXTS, HIGH, KING_CLASSES, OFFICER_CLASSES, Parameters, SPECIAL, SQUARE_CLASSES, context, low,
};
use super::{Block, Row};

/// Learns a model's parameters.
pub(super) fn train(blocks: &[Block<'_>]) -> Parameters {
    let first = usual_first_row(blocks);
    let mut shapes = ShapeCounts {
        officer: vec![0; OFFICER_SHAPES * WIDTH],
        king: vec![0; KING_SHAPES * WIDTH],
        squares: vec![0; SQUARES * WIDTH],
    };
    blocks.iter().for_each(|block| walk(block, &first, &mut shapes));
    let officer = sort(&shapes.officer, WIDTH, OFFICER_CLASSES);
    let king = sort(&shapes.king, WIDTH, KING_CLASSES);
    let squares = sort(&shapes.squares, WIDTH, SQUARE_CLASSES);
    drop(shapes);

    let mut parameters =
        Parameters { first, officer, king, squares, classes: Vec::new(), logarithms: Vec::new() };
    let mut counts = ContextCounts {
        parameters: &parameters,
        special: [[0; SYMBOLS]; SPECIAL],
        contexts: vec![0; CONTEXTS * SYMBOLS],
    };
    blocks.iter().for_each(|block| walk(block, &first, &mut counts));
    let ContextCounts { special, contexts, .. } = counts;
    let classes = sort(&contexts, SYMBOLS, CLASSES);

    let mut sums = vec![[0; SYMBOLS]; 1 + usize::from(classes.iter().copied().max().unwrap_or(0))];
    for (context, &class) in contexts.chunks_exact(SYMBOLS).zip(&classes) {
        add(&mut sums[usize::from(class)], context);
    }
    // Whatever a table may contain that was not seen in training can be said: any row may differ from its
    // base, any place may hold a literal, any literal any byte.
    let possible = |which: usize, symbol: usize| if which < HIGH { symbol < 2 } else { true };
    let special = special.iter().enumerate().map(|(which, counts)| {
        logarithms(&std::array::from_fn(|s| if possible(which, s) { counts[s].max(1) } else { 0 }))
    });
    let ordinary = sums.iter().map(|counts| {
        logarithms(&std::array::from_fn(|s| if s == LITERAL { counts[s].max(1) } else { counts[s] }))
    });
    let logarithms: Vec<Logarithms> = special.chain(ordinary).collect();
    parameters.classes = classes;
    parameters.logarithms = logarithms;
    parameters
}

/// What stands for the row before the first: the value that each place has most often in the first rows.
fn usual_first_row(blocks: &[Block<'_>]) -> Row {
    let mut counts = vec![[0u32; 256]; 64];
    for block in blocks {
        if let (Some(row), Some(masks)) = (block.rows.first(), block.masks.first()) {
            squares(masks.care).for_each(|k| counts[k][usize::from(row[k])] += 1);
        }
    }
    let commonest = |counts: &[u32; 256]| {
        (0..=255).fold(DRAW, |best, value| {
            if counts[usize::from(value)] > counts[usize::from(best)] { value } else { best }
        })
    };
    std::array::from_fn(|k| commonest(&counts[k]))
}

/// One distribution for each pair of near symbols.
const WIDTH: usize = NEAR * SYMBOLS;

struct ShapeCounts {
    officer: Vec<u32>,
    king: Vec<u32>,
    squares: Vec<u32>,
}

impl Visitor for ShapeCounts {
    fn row(&mut self, _before: bool, _as_base: bool) {}

    fn place(&mut self, context: Context, symbol: usize, _value: u8) -> usize {
        let at = usize::from(context.near) * SYMBOLS + symbol;
        self.officer[usize::from(context.officer) * WIDTH + at] += 1;
        self.king[usize::from(context.king) * WIDTH + at] += 1;
        self.squares[usize::from(context.squares) * WIDTH + at] += 1;
        symbol
    }
}

struct ContextCounts<'a> {
    parameters: &'a Parameters,
    special: [[u32; SYMBOLS]; SPECIAL],
    contexts: Vec<u32>,
}

impl Visitor for ContextCounts<'_> {
    fn row(&mut self, before: bool, as_base: bool) {
        self.special[usize::from(before)][usize::from(as_base)] += 1;
    }

    fn place(&mut self, seen: Context, symbol: usize, value: u8) -> usize {
        let Parameters { officer, king, squares, .. } = self.parameters;
        let context = context(
            officer[usize::from(seen.officer)],
            king[usize::from(seen.king)],
            squares[usize::from(seen.squares)],
        );
        self.contexts[usize::from(context + seen.near) * SYMBOLS + symbol] += 1;
        if symbol == LITERAL {
            self.special[HIGH][usize::from(value >> 4)] += 1;
            self.special[low(usize::from(value >> 4))][usize::from(value & 15)] += 1;
        }
        symbol
    }
}

/// To sort takes so many rounds.
const ROUNDS: usize = 6;
/// A class must save so many bits, about what it costs to describe it.
const WORTH_A_CLASS: f32 = 120.0;
/// A context is put into the class of the one before unless it loses so many bits, about what it costs to
/// say so.
const WORTH_A_CHANGE: f32 = 6.0;

/// Sorts contexts into at most so many classes. A context is `width` counts, which are one or more
/// distributions. Those that never occur go with the one before.
fn sort(counts: &[u32], width: usize, most: usize) -> Vec<u8> {
    let number = counts.len() / width;
    let context = |c: usize| &counts[c * width..][..width];
    let seen: Vec<usize> = (0..number).filter(|&c| context(c).iter().any(|&count| count > 0)).collect();
    let mut prices = first_prices(&seen, context, width, most);
    let classes = prices.len() / width;
    let mut class_of = vec![0; number];
    let mut costs = vec![0f32; classes];
    for _ in 0..ROUNDS {
        // By symbol and not by class, so that the innermost loop runs over all classes abreast.
        let by_symbol: Vec<f32> = (0..width).flat_map(|s| prices.chunks(width).map(move |p| p[s])).collect();
        let mut sums = vec![0; classes * width];
        let (mut previous, mut next) = (0, 0);
        for &c in &seen {
            costs.fill(0.0);
            for (s, &count) in context(c).iter().enumerate().filter(|&(_, &count)| count > 0) {
                let prices = &by_symbol[s * classes..];
                costs.iter_mut().zip(prices).for_each(|(cost, price)| *cost += count as f32 * price);
            }
            let best = (0..classes).fold(0, |best, j| if costs[j] < costs[best] { j } else { best });
            let class = if costs[previous] < costs[best] + WORTH_A_CHANGE { previous } else { best };
            class_of[next..c].fill(previous as u8);
            class_of[c] = class as u8;
            add(&mut sums[class * width..], context(c));
            (previous, next) = (class, c + 1);
        }
        class_of[next..].fill(previous as u8);
        prices = sums.chunks(width).flat_map(prices_of).collect();
    }
    class_of
}

/// The prices of the symbols in the first classes: those of all contexts together, then again and again
/// those of the one context that now costs most more than it need.
fn first_prices<'a>(
    seen: &[usize],
    context: impl Fn(usize) -> &'a [u32],
    width: usize,
    most: usize,
) -> Vec<f32> {
    let cost = |c: usize, prices: &[f32]| -> f32 {
        context(c).iter().zip(prices).map(|(&count, price)| count as f32 * price).sum()
    };
    let mut all = vec![0; width];
    seen.iter().for_each(|&c| add(&mut all, context(c)));
    let mut prices = prices_of(&all);
    let mut excess: Vec<f32> =
        seen.iter().map(|&c| cost(c, &prices) - cost(c, &prices_of(context(c)))).collect();
    let needed: Vec<f32> = seen.iter().zip(&excess).map(|(&c, excess)| cost(c, &prices) - excess).collect();
    while prices.len() < most * width {
        let worst = (0..seen.len()).fold(0, |worst, i| if excess[i] > excess[worst] { i } else { worst });
        if excess.get(worst).is_none_or(|&excess| excess < WORTH_A_CLASS) {
            break;
        }
        let new = prices_of(context(seen[worst]));
        for (i, &c) in seen.iter().enumerate() {
            excess[i] = excess[i].min(cost(c, &new) - needed[i]);
        }
        prices.extend(new);
    }
    prices
}

/// What each symbol costs, in bits, under the distributions of some counts. What never occurred is not
/// impossible, but dear.
fn prices_of(counts: &[u32]) -> Vec<f32> {
    const UNSEEN: f32 = 0.02;
    const DEAREST: f32 = 13.0;
    let mut prices = Vec::with_capacity(counts.len());
    for counts in counts.chunks(SYMBOLS) {
        let all: u64 = counts.iter().copied().map(u64::from).sum();
        let all = all as f32 + UNSEEN * SYMBOLS as f32;
        prices.extend(counts.iter().map(|&count| log2(all / (count as f32 + UNSEEN)).min(DEAREST)));
    }
    prices
}

/// The logarithm to base 2, from operations that every machine does alike.
fn log2(x: f32) -> f32 {
    let exponent = (x.to_bits() >> 23) as i32 - 127;
    let mantissa = f32::from_bits(x.to_bits() & 0x007f_ffff | 0x3f80_0000);
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let series = 1.0 + t * t * (1.0 / 3.0 + t * t * (0.2 + t * t * (1.0 / 7.0 + t * t / 9.0)));
    exponent as f32 + 2.0 * std::f32::consts::LOG2_E * t * series
}

fn add(sums: &mut [u32], counts: &[u32]) {
    sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}
