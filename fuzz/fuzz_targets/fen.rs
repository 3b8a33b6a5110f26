//! See [`adli_fuzz::fen`].

#![cfg_attr(fuzzing, no_main)]

adli_fuzz::target!(fen);
