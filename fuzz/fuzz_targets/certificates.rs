//! See [`adli_fuzz::certificates`].

#![cfg_attr(fuzzing, no_main)]

adli_fuzz::target!(certificates);
