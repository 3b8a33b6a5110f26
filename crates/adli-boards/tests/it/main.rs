//! Boards of a given size, compared with what is known of them from elsewhere.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod krk;
