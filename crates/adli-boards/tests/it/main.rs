//! Boards of a given size, compared with what is known of them from elsewhere.

mod krk;
