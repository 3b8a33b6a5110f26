//! Hashing for keys of our own making.
//!
//! Whoever walks over terms asks maps again and again (a circuit some hundred times for each gate), and the keys are small numbers:
//! terms, positions, wires.
//! A hash that withstands a stranger's choice of keys would take longer than everything else. This one folds
//! word after word into a product; as it has no secret, maps also look the same in every run.

use std::hash::{BuildHasherDefault, Hasher};

/// A map whose keys are of our own making.
pub type HashMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<Fold>>;

/// An odd number whose bits look random: the first digits of the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Folds words into a product.
#[derive(Clone, Copy, Default)]
pub struct Fold(u64);

impl Fold {
    fn fold(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(FACTOR);
    }
}

impl Hasher for Fold {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            for (to, from) in word.iter_mut().zip(part) {
                *to = *from;
            }
            self.fold(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.fold(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.fold(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.fold(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.fold(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.fold(number as u64);
    }

    /// A product knows most in its upper half, and maps look at both ends.
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
