//! See [`adli_fuzz::farkas`].

#![cfg_attr(fuzzing, no_main)]

adli_fuzz::target!(farkas);
