//! The command line of Adli.
//!
//! Below this crate nothing prints, reads the clock, the environment or a file that it was not handed; here
//! is where all of that happens. What a command found out goes to standard output, everything else to
//! standard error, and the exit code carries the verdict.

#![forbid(unsafe_code)]

mod args;
mod auditing;
mod commands;
mod facts;
mod failure;
mod files;
mod interrupt;
mod make;
mod moves;
mod notation;
mod output;
mod progress;
mod selection;
mod settings;
mod size;
mod strategy;
mod tables;
mod texts;
mod values;
mod words;

use std::process::ExitCode;

use clap::Parser;

use args::Args;
use output::note;

fn main() -> ExitCode {
    failure::install_panic_hook();
    // Usage errors end here, with exit code 2.
    let args = Args::parse();
    match commands::run(args) {
        Ok(verdict) => verdict.into(),
        Err(failure) => {
            note(&failure);
            failure.exit_code()
        }
    }
}
