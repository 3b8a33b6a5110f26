//! See [`adli_fuzz::sets`].

#![cfg_attr(fuzzing, no_main)]

adli_fuzz::target!(sets);
