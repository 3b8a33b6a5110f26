//! See [`adli_fuzz::epd`].

#![cfg_attr(fuzzing, no_main)]

adli_fuzz::target!(epd);
