//! See [`adli_fuzz::smtlib`].

#![cfg_attr(fuzzing, no_main)]

adli_fuzz::target!(smtlib);
