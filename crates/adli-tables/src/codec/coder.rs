//! The entropy coder: range asymmetric numeral systems over sixteen symbols, with alias tables.
//!
//! A message is one number. To write a symbol that occurs `f` times in 4096, the coder makes the number
//! 4096 / `f` times as large; to read it, the decoder looks at the number's last twelve bits, the *slot*,
//! knows whose slot that is, and undoes the step. So symbols are written last to first and read first to
//! last. The number is kept between 2^16 and 2^32 by moving 16 bits at a time to or from the bytes.
//!
//! Whose slot it is must be known quickly and from little memory, because a probe finds the tables of its
//! model cold. Therefore the 4096 slots are not handed out in runs but in sixteen *buckets* of 256 that
//! contain at most two symbols each, the bucket's own one and one other (the alias method). One entry of
//! sixteen bytes and one comparison answer the question, whatever the distribution.

use super::Corrupt;

/// How many symbols an alphabet has.
pub(super) const SYMBOLS: usize = 16;
/// All frequencies of a distribution together.
pub(super) const SCALE: u32 = 1 << SCALE_BITS;
const SCALE_BITS: u32 = 12;
const BUCKET: u32 = SCALE / SYMBOLS as u32;
/// The number with which an encoder begins and a decoder ends.
const LEAST: u32 = 1 << 16;

/// How often each symbol occurs, in 4096.
pub(super) type Frequencies = [u16; SYMBOLS];

/// The frequencies for some counts. Whatever occurs has at least one slot, and `always` has one even if
/// it does not occur.
pub(super) fn frequencies(counts: &[u32; SYMBOLS], always: &[usize]) -> Frequencies {
    let mut wanted = counts.map(u64::from);
    for &symbol in always {
        wanted[symbol] = wanted[symbol].max(1);
    }
    let all: u64 = wanted.iter().sum();
    if all == 0 {
        return [BUCKET as u16; SYMBOLS];
    }
    let scale = u64::from(SCALE);
    let mut slots = wanted.map(|count| if count == 0 { 0 } else { (count * scale / all).max(1) });
    // What rounding left over, or took too much of, is settled where it matters least: at the commonest.
    while slots.iter().sum::<u64>() != scale {
        let given: u64 = slots.iter().sum();
        let common = (0..SYMBOLS).fold(0, |best, s| if slots[s] > slots[best] { s } else { best });
        slots[common] = if given < scale { slots[common] + scale - given } else { slots[common] - 1 };
    }
    slots.map(|slots| slots as u16)
}

/// What a slot stands for: a symbol, how many slots it has, and what to add to the slot for its rank
/// among them (modulo 2^16).
#[derive(Clone, Copy, Default)]
struct Share(u64);

impl Share {
    fn new(symbol: usize, frequency: u16, shift: u16) -> Share {
        Share(symbol as u64 | u64::from(frequency) << 16 | u64::from(shift) << 32)
    }

    fn symbol(self) -> usize {
        (self.0 & 15) as usize
    }

    fn frequency(self) -> u32 {
        (self.0 >> 16) as u32 & 0xffff
    }

    fn shift(self) -> u32 {
        (self.0 >> 32) as u32 & 0xffff
    }
}

/// 256 slots: below the divider (the upper 16 bits of `own`) the bucket's own symbol, above it another.
#[derive(Clone, Copy, Default)]
struct Bucket {
    own: u64,
    other: u64,
}

/// A distribution in the form the decoder wants.
#[derive(Clone, Copy, Default)]
pub(super) struct Alias {
    buckets: [Bucket; SYMBOLS],
}

impl Alias {
    pub(super) fn new(frequencies: &Frequencies) -> Alias {
        let mut alias = Alias::default();
        let mut ranks = [0u32; SYMBOLS];
        for (symbol, &(own, other)) in divide(frequencies).iter().enumerate() {
            let start = symbol as u32 * BUCKET;
            let mut share = |owner: usize, start: u32, slots: u32| {
                let shift = ranks[owner].wrapping_sub(start) as u16;
                ranks[owner] += slots;
                Share::new(owner, frequencies[owner], shift)
            };
            let divider = start + own;
            let own = share(symbol, start, own).0 | u64::from(divider) << 48;
            let other = share(other, divider, start + BUCKET - divider).0;
            alias.buckets[symbol] = Bucket { own, other };
        }
        alias
    }

    #[inline(always)]
    fn share(&self, slot: u32) -> Share {
        let bucket = self.buckets[(slot / BUCKET) as usize % SYMBOLS];
        Share(if u64::from(slot) < bucket.own >> 48 { bucket.own } else { bucket.other })
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
    pub(super) frequencies: Frequencies,
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
            let rank = (slot + share.shift()) & 0xffff;
            slots[usize::from(starts[share.symbol()]) + rank as usize] = slot as u16;
        }
        Slots { frequencies: *frequencies, starts, slots }
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
        let slot = self.number % SCALE;
        let share = alias.share(slot);
        let rank = (slot + share.shift()) & 0xffff;
        // No overflow: a frequency is at most 2^12, the number without its slot less than 2^20, and a
        // rank less than the frequency.
        self.number = share.frequency().wrapping_mul(self.number >> SCALE_BITS).wrapping_add(rank);
        if self.number < LEAST {
            let (word, rest) = self.rest.split_first_chunk().ok_or(Corrupt)?;
            self.number = self.number << 16 | u32::from(u16::from_le_bytes(*word));
            self.rest = rest;
        }
        Ok(share.symbol())
    }

    /// Is this the end of a message? After the last symbol it is, unless bytes were changed.
    pub(super) fn finish(self) -> Result<(), Corrupt> {
        if self.rest.is_empty() && self.number == LEAST { Ok(()) } else { Err(Corrupt) }
    }
}
