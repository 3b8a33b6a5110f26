//! Problems as SMT-LIB 2 text: the part of it that linear arithmetic of integers without quantifiers needs.
//!
//! Read are `declare-const`, `declare-fun` without parameters, `define-fun`, `define-const` and `assert`; with `and`, `or`, `not`, `=>`, `xor`, `=`, `distinct`,
//! `ite`, `let`, `<=`, `<`, `>=`, `>`, `+`, `-`, `*` by constants, `abs`, and `div` and `mod` by constants other than 0. Skipped are
//! `set-logic`, `set-option`, `set-info`, `check-sat`, `get-model`, `get-value`, `get-info`, `echo` and `exit`. Everything else is refused with its place in the text: whatever
//! is read means here what it means to every solver. So one text can be handed to z3, to cvc5 and to this crate, and a certificate is
//! about that text.

mod read;
mod terms;
mod words;

pub use read::{Limits, Mistake, read};
