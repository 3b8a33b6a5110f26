//! See [`adli_fuzz::pgn`].

#![cfg_attr(fuzzing, no_main)]

adli_fuzz::target!(pgn);
