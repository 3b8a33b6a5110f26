//! `adli completions` and `adli man`: what shells and manuals need, from the definition of the command line.

use std::io::{self, Write};

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs, ManArgs};
use crate::failure::{Failure, Verdict};
use crate::settings::Settings;

pub fn completions(args: &CompletionsArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    settings.output.refuse_json("a script for a shell", "")?;
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "adli", &mut script);
    settings.output.bytes(&script)?;
    Ok(Verdict::Holds)
}

pub fn man(args: &ManArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    settings.output.refuse_json("a page of the manual", "")?;
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
    let text = man_page(page).map_err(|error| Failure::internal(error.to_string()))?;
    settings.output.bytes(&text)?;
    Ok(Verdict::Holds)
}

/// Like the whole page of `clap_mangen`, but the lines of the notes stay as they are.
fn man_page(command: clap::Command) -> io::Result<Vec<u8>> {
    let notes = command.get_after_help().map(ToString::to_string);
    let has_commands = command.has_subcommands();
    let page = clap_mangen::Man::new(command).source(concat!("adli ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if has_commands {
        page.render_subcommands_section(&mut text)?;
    }
    if let Some(notes) = notes {
        let notes = notes.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
        writeln!(text, ".SH NOTES\n.nf\n{notes}\n.fi")?;
    }
    Ok(text)
}

fn unknown(name: &str, overview: &clap::Command) -> Failure {
    let names: Vec<&str> =
        overview.get_subcommands().map(clap::Command::get_name).filter(|name| *name != "help").collect();
    Failure::input(format!("there is no command `{name}`")).help(format!("commands are {}", names.join(", ")))
}
