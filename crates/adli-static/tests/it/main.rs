//! Exported recognisers, against those they were made from.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod agreement;
mod common;
mod export;
