//! `adli message`: what a code of a message means, with a wrong and a right example.

use std::io::{self, Write};

use adli_lang::{Code, suggest};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::MessageArgs;
use crate::failure::{Failure, Verdict};
use crate::output::Report;
use crate::settings::Settings;

/// Sections of the page of messages.
#[derive(Serialize, JsonSchema)]
pub struct Messages {
    messages: Vec<Message>,
}

#[derive(Serialize, JsonSchema)]
struct Message {
    code: &'static str,
    /// Markdown: a paragraph, an example that gives the message, one that gives none.
    section: &'static str,
}

pub fn run(args: &MessageArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let codes = match &args.code {
        None => Code::ALL.to_vec(),
        Some(name) => vec![named(name)?],
    };
    let message = |code: Code| Message { code: code.name(), section: code.section() };
    settings.output.report(&Messages { messages: codes.into_iter().map(message).collect() })?;
    Ok(Verdict::Holds)
}

fn named(name: &str) -> Result<Code, Failure> {
    Code::named(name).ok_or_else(|| {
        let near = suggest(name, Code::ALL.iter().map(|code| code.name()));
        let help =
            near.map_or("`adli message` lists all".to_owned(), |near| format!("did you mean `{near}`?"));
        Failure::input(format!("no message has the code `{name}`")).help(help)
    })
}

impl Report for Messages {
    /// One section as it is; of several the first sentence of each.
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let [one] = &self.messages[..] {
            return writeln!(out, "{}\n\n{}", one.code, one.section);
        }
        let longest = self.messages.iter().map(|message| message.code.len()).max().unwrap_or(0);
        for Message { code, section } in &self.messages {
            let paragraph = section.split("\n\n").next().unwrap_or("").replace('\n', " ");
            let sentence = paragraph.split_inclusive(". ").next().unwrap_or("").trim_end();
            writeln!(out, "{code:longest$}  {sentence}")?;
        }
        Ok(())
    }
}
