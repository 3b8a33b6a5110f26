//! The command line of Adli, with the methods that come with it.

use std::process::ExitCode;

fn main() -> ExitCode {
    adli_command::run(&[])
}
