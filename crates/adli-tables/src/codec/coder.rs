//! The entropy coder: range asymmetric numeral systems over sixteen symbols, with alias tables.
//!
//! A message is one number. To write a symbol that occurs `f` times in 4096, the coder makes the number
//! 4096 / `f` times as large; to read it, the decoder looks at the number's last twelve bits, the *slot*,
//! knows whose slot that is, and undoes the step. So symbols are written last to first and read first to
//! last. The number is kept between 2^16 and 2^32 by moving 16 bits at a time to or from the bytes.
//!
//! Whose slot it is must be known quickly and from little memory, because a probe finds the tables of its
//! model cold. Therefore the 4096 slots are not handed out in runs but in sixteen *buckets* of 256 that
//! contain at most two symbols each, the bucket's own one and one other (the alias method). One word of
//! eight bytes and one comparison answer the question, whatever the distribution.
//!
//! Asymmetric numeral systems are Jarek Duda's (arXiv:1311.2540), the alias method is A. J. Walker's (1977), and Fabian
//! Giesen put the two together (*rANS with static probability distributions*, 2014).

use std::hint::select_unpredictable;

use super::Corrupt;

/// How many symbols an alphabet has.
pub(super) const SYMBOLS: usize = 16;
/// All frequencies of a distribution together.
const SCALE: u32 = 1 << SCALE_BITS;
const SCALE_BITS: u32 = 12;
const BUCKET: u32 = SCALE / SYMBOLS as u32;
/// The number with which an encoder begins and a decoder ends.
const LEAST: u32 = 1 << 16;

/// How often each symbol occurs, in 4096.
pub(super) type Frequencies = [u16; SYMBOLS];

/// The same, roughly: what is stored of a distribution. See [`weight`].
pub(super) type Logarithms = [u8; SYMBOLS];

/// A weight from its logarithm, in steps of a quarter of an octave: 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, ...
/// Rounding to the nearest of these changes no weight by more than an eighth, which hardly lengthens a
/// message. The logarithm 0 stands for the weight 0.
fn weight(logarithm: u8) -> u32 {
    match logarithm.checked_sub(1) {
        None => 0,
        Some(quarters) => u32::from(4 + quarters % 4) << (quarters / 4).min(15),
    }
}

/// The logarithms of some counts. What occurs has one above 0.
pub(super) fn logarithms(counts: &[u32; SYMBOLS]) -> Logarithms {
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    counts.map(|count| {
        let wanted = (u64::from(count) * u64::from(weight(MOST)) / u64::from(most)) as u32;
        let nearest = |best, next| {
            if weight(next).abs_diff(wanted) < weight(best).abs_diff(wanted) { next } else { best }
        };
        if count == 0 { 0 } else { (1..=MOST).fold(1, nearest) }
    })
}

/// The largest logarithm in use: the largest weight is 4096 times the smallest.
const MOST: u8 = 49;

/// The frequencies of a distribution from its logarithms. They add up to 4096 whatever the logarithms are;
/// what has a weight has at least one slot.
pub(super) fn frequencies(logarithms: &Logarithms) -> Frequencies {
    let weights = logarithms.map(|logarithm| u64::from(weight(logarithm)));
    let all: u64 = weights.iter().sum();
    if all == 0 {
        return [BUCKET as u16; SYMBOLS];
    }
    let mut slots = weights.map(|weight| (weight * u64::from(SCALE) / all).max(weight.min(1)) as u16);
    // What rounding left over, or gave away twice, is settled where it matters least: with the commonest.
    let common = (0..SYMBOLS).fold(0, |best, s| if slots[s] > slots[best] { s } else { best });
    let others: u16 = (0..SYMBOLS).filter(|&s| s != common).map(|s| slots[s]).sum();
    slots[common] = SCALE as u16 - others;
    slots
}

/// A distribution in the form the decoder wants: sixteen buckets of 256 slots.
///
/// A bucket is one word: from bit 0 the frequency of its own symbol (13 bits) and what to add to a slot for
/// its rank among that symbol's slots, modulo 4096 (12 bits); from bit 25 the same for the other symbol;
/// from bit 50 how many slots are its own symbol's (9 bits); from bit 59 the other symbol.
#[derive(Clone, Copy, Default)]
pub(super) struct Alias {
    buckets: [u64; SYMBOLS],
}

const FREQUENCY_BITS: u32 = SCALE_BITS + 1;
const OTHER: u32 = FREQUENCY_BITS + SCALE_BITS;
const DIVIDER: u32 = 2 * OTHER;
const OTHER_SYMBOL: u32 = DIVIDER + 9;

/// Whose a slot is, how many slots that symbol has, and the slot's rank among them.
struct Share {
    symbol: usize,
    frequency: u32,
    rank: u32,
}

impl Alias {
    pub(super) fn new(frequencies: &Frequencies) -> Alias {
        let mut ranks = [0u32; SYMBOLS];
        let mut alias = Alias::default();
        for (symbol, &(own, other)) in divide(frequencies).iter().enumerate() {
            let start = symbol as u32 * BUCKET;
            let mut share = |owner: usize, start: u32, slots: u32| {
                let shift = ranks[owner].wrapping_sub(start) % SCALE;
                ranks[owner] += slots;
                u64::from(frequencies[owner]) | u64::from(shift) << FREQUENCY_BITS
            };
            alias.buckets[symbol] = share(symbol, start, own)
                | share(other, start + own, BUCKET - own) << OTHER
                | u64::from(own) << DIVIDER
                | (other as u64) << OTHER_SYMBOL;
        }
        alias
    }

    #[inline(always)]
    fn share(&self, slot: u32) -> Share {
        let own_symbol = (slot / BUCKET) as usize % SYMBOLS;
        let bucket = self.buckets[own_symbol];
        let own = slot % BUCKET < (bucket >> DIVIDER) as u32 % (2 * BUCKET);
        // Which of two symbols it is nobody can foresee: a jump here would cost more than all the rest.
        let symbol = select_unpredictable(own, own_symbol, (bucket >> OTHER_SYMBOL) as usize % SYMBOLS);
        let share = select_unpredictable(own, bucket, bucket >> OTHER) as u32;
        let rank = (slot + (share >> FREQUENCY_BITS)) % SCALE;
        Share { symbol, frequency: share % (1 << FREQUENCY_BITS), rank }
    }
}

/// For each bucket, how many slots of it are its own symbol's, and who has the others. A symbol with less
/// than a bucket leaves the rest of its own to one that has more than a bucket.
fn divide(frequencies: &Frequencies) -> [(u32, usize); SYMBOLS] {
    let mut left = frequencies.map(u32::from);
    let mut buckets = [(BUCKET, 0); SYMBOLS];
    let mut done = [false; SYMBOLS];
    for _ in 0..SYMBOLS {
        let Some(poor) = (0..SYMBOLS).find(|&s| !done[s] && left[s] < BUCKET) else { break };
        let Some(rich) = (0..SYMBOLS).find(|&s| !done[s] && left[s] > BUCKET) else { break };
        buckets[poor] = (left[poor], rich);
        left[rich] -= BUCKET - left[poor];
        done[poor] = true;
    }
    buckets
}

/// A distribution in the form the encoder wants: the slots of each symbol, by rank.
pub(super) struct Slots {
    frequencies: Frequencies,
    starts: [u16; SYMBOLS],
    slots: Vec<u16>,
}

impl Slots {
    pub(super) fn new(frequencies: &Frequencies) -> Slots {
        let mut starts = [0; SYMBOLS];
        for symbol in 1..SYMBOLS {
            starts[symbol] = starts[symbol - 1] + frequencies[symbol - 1];
        }
        let alias = Alias::new(frequencies);
        let mut slots = vec![0; SCALE as usize];
        for slot in 0..SCALE {
            let share = alias.share(slot);
            slots[usize::from(starts[share.symbol]) + share.rank as usize] = slot as u16;
        }
        Slots { frequencies: *frequencies, starts, slots }
    }

    /// Can the symbol be written?
    pub(super) fn has(&self, symbol: usize) -> bool {
        self.frequencies[symbol] > 0
    }
}

/// Writes a message from its last symbol to its first.
pub(super) struct Encoder {
    number: u32,
    words: Vec<u16>,
}

impl Encoder {
    pub(super) fn new() -> Encoder {
        Encoder { number: LEAST, words: Vec::new() }
    }

    /// Writes a symbol; it must have a slot.
    pub(super) fn symbol(&mut self, slots: &Slots, symbol: usize) {
        let frequency = u32::from(slots.frequencies[symbol]);
        debug_assert!(frequency > 0, "a symbol without a slot");
        if u64::from(self.number) >= u64::from(frequency) << (32 - SCALE_BITS) {
            self.words.push(self.number as u16);
            self.number >>= 16;
        }
        let rank = (self.number % frequency) as usize;
        let slot = slots.slots[usize::from(slots.starts[symbol]) + rank];
        self.number = (self.number / frequency) << SCALE_BITS | u32::from(slot);
    }

    /// The message. An empty one takes no bytes.
    pub(super) fn finish(self) -> Vec<u8> {
        if self.words.is_empty() && self.number == LEAST {
            return Vec::new();
        }
        let words = self.words.iter().rev().flat_map(|word| word.to_le_bytes());
        self.number.to_le_bytes().into_iter().chain(words).collect()
    }
}

/// Reads a message from its first symbol to its last.
pub(super) struct Decoder<'a> {
    number: u32,
    rest: &'a [u8],
}

impl<'a> Decoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Result<Decoder<'a>, Corrupt> {
        match bytes.split_first_chunk() {
            None if bytes.is_empty() => Ok(Decoder { number: LEAST, rest: bytes }),
            None => Err(Corrupt),
            Some((number, rest)) => Ok(Decoder { number: u32::from_le_bytes(*number), rest }),
        }
    }

    /// Reads a symbol.
    #[inline(always)]
    pub(super) fn symbol(&mut self, alias: &Alias) -> Result<usize, Corrupt> {
        let share = alias.share(self.number % SCALE);
        // No overflow: a frequency is at most 2^12, the number without its slot less than 2^20, and a
        // rank less than the frequency.
        self.number = share.frequency.wrapping_mul(self.number >> SCALE_BITS).wrapping_add(share.rank);
        if self.number < LEAST {
            let (word, rest) = self.rest.split_first_chunk().ok_or(Corrupt)?;
            self.number = self.number << 16 | u32::from(u16::from_le_bytes(*word));
            self.rest = rest;
        }
        Ok(share.symbol)
    }

    /// Is this the end of a message? After the last symbol it is, unless bytes were changed.
    pub(super) fn finish(self) -> Result<(), Corrupt> {
        if self.rest.is_empty() && self.number == LEAST { Ok(()) } else { Err(Corrupt) }
    }
}
