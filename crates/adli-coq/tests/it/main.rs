//! Texts printed for Coq, and what Coq says of them.
#![allow(clippy::unwrap_used, clippy::panic)]

mod certificate;
mod checked;
mod common;
mod laws;
mod plays;
mod printed;
mod worth;
