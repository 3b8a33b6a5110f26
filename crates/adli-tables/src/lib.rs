//! Solves chess endgames.
