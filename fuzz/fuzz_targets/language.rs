//! See [`adli_fuzz::language`].

#![cfg_attr(fuzzing, no_main)]

adli_fuzz::target!(language);
