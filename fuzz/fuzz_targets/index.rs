//! See [`adli_fuzz::index`].

#![cfg_attr(fuzzing, no_main)]

adli_fuzz::target!(index);
