//! See [`adli_fuzz::material`].

#![cfg_attr(fuzzing, no_main)]

adli_fuzz::target!(material);
