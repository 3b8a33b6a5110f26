//! See [`adli_fuzz::table_raw`].

#![cfg_attr(fuzzing, no_main)]

adli_fuzz::target!(table_raw);
