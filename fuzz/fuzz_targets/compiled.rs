//! See [`adli_fuzz::compiled`].

#![cfg_attr(fuzzing, no_main)]

adli_fuzz::target!(compiled);
