//! The command line of Adli.
//!
//! Below this crate nothing prints, reads the clock, the environment or a file that it was not handed; here
//! is where all of that happens. What a command found out goes to standard output, everything else to
//! standard error, and the exit code carries the verdict.

#![forbid(unsafe_code)]

mod args;
mod auditing;
mod commands;
pub mod embed;
mod failure;
mod files;
mod heap;
mod interrupt;
mod make;
pub mod methods;
mod notation;
mod output;
mod progress;
mod read_from;
mod selection;
mod settings;
mod size;
mod tables;
mod texts;
mod values;
mod verified;
mod words;
mod worth;

use std::process::ExitCode;

use clap::Parser;

use args::Args;
use failure::{Failure, Verdict};

/// Runs the command that was typed, with the methods that come with Adli and these.
pub fn run(more: &'static [methods::Registered]) -> ExitCode {
    methods::register(more);
    output::install_panic_hook();
    read_from::expect();
    output::expect_format(std::env::args_os());
    let done = match Args::try_parse() {
        Ok(args) => commands::run(args),
        // Help and the version are no errors.
        Err(told) if !told.use_stderr() => output::show(&told).map(|()| Verdict::Holds),
        Err(usage) => {
            // Clap shows it as it always does; programs are told below.
            let _ = usage.print();
            let failure = Failure::usage(&usage.render().to_string());
            output::fail_json(&failure);
            return failure.exit_code();
        }
    };
    match done {
        Ok(verdict) => verdict.into(),
        Err(failure) => {
            output::fail(&failure);
            failure.exit_code()
        }
    }
}
