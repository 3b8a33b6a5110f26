//! See [`adli_fuzz::lrat`].

#![cfg_attr(fuzzing, no_main)]

adli_fuzz::target!(lrat);
