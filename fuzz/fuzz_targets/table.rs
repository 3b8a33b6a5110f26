//! See [`adli_fuzz::table`].

#![cfg_attr(fuzzing, no_main)]

adli_fuzz::target!(table);
