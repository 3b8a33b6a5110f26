//! See [`adli_fuzz::moves`].

#![cfg_attr(fuzzing, no_main)]

adli_fuzz::target!(moves);
