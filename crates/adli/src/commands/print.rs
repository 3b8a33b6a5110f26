//! `adli completions` and `adli man`: what shells and manuals need, from the definition of the command line.

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs, ManArgs};
use crate::failure::{Failure, Verdict};
use crate::settings::Settings;

pub fn completions(args: &CompletionsArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "adli", &mut script);
    settings.output.bytes(&script)?;
    Ok(Verdict::Holds)
}

pub fn man(args: &ManArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let mut overview = Args::command();
    // Gives every command the global options and its full name.
    overview.build();
    let page = match &args.command {
        None => overview,
        Some(name) => {
            let found = overview.find_subcommand(name).cloned();
            let found = found.ok_or_else(|| unknown(name, &overview))?;
            found.display_name(format!("adli-{name}"))
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text).map_err(|error| Failure::internal(error.to_string()))?;
    settings.output.bytes(&text)?;
    Ok(Verdict::Holds)
}

fn unknown(name: &str, overview: &clap::Command) -> Failure {
    let names: Vec<&str> = overview.get_subcommands().map(clap::Command::get_name).collect();
    Failure::input(format!("there is no command `{name}`")).help(format!("commands are {}", names.join(", ")))
}
