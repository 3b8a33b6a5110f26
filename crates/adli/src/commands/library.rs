//! `adli library` and `adli cat`: what ships with Adli, as a list and text by text.

use std::io::{self, Write};

use adli_lang::ast::{Header, ItemKind};
use adli_lang::{Sources, parse};
use adli_workbench::short_name;
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::CatArgs;
use crate::failure::{Failure, Verdict};
use crate::output::Report;
use crate::settings::Settings;
use crate::texts::Text;

/// Every text of the library.
#[derive(Serialize, JsonSchema)]
pub struct Library {
    texts: Vec<Entry>,
}

/// One text, as its head presents it.
#[derive(Serialize, JsonSchema)]
struct Entry {
    name: String,
    /// A shorter name that means the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    short: Option<&'static str>,
    /// The men; a text without is used by others.
    #[serde(skip_serializing_if = "Option::is_none")]
    endgame: Option<Endgame>,
    /// The first sentence or line of its head.
    about: String,
    /// Its lemmas, theorems and queries.
    claims: usize,
}

#[derive(Serialize, JsonSchema)]
struct Endgame {
    /// As the text calls it, such as `KRK`.
    name: String,
    /// As it is written: `White K R v Black k`.
    men: String,
}

/// A text as it is.
#[derive(Serialize, JsonSchema)]
pub struct Printed {
    name: String,
    text: String,
}

pub fn list(settings: &mut Settings) -> Result<Verdict, Failure> {
    let sources = Sources::library();
    let mut texts: Vec<Entry> = sources
        .names()
        .filter_map(|name| Some(Entry::new(name, &sources.get(sources.find(name)?)?.text)))
        .collect();
    texts.sort_by(|a, b| a.name.cmp(&b.name));
    settings.output.report(&Library { texts })?;
    Ok(Verdict::Holds)
}

pub fn cat(args: &CatArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let text = Text::of_library(&args.name)?;
    let source = text.sources.get(text.number);
    let source = source.ok_or_else(|| Failure::internal("a text of the library has no words"))?;
    settings.output.report(&Printed { name: text.name.clone(), text: source.text.clone() })?;
    Ok(Verdict::Holds)
}

impl Entry {
    fn new(name: &str, text: &str) -> Entry {
        let mut entry = Entry {
            name: name.to_owned(),
            short: short_name(name),
            endgame: None,
            about: about(text),
            claims: 0,
        };
        for item in parse(0, text).file.items {
            match item.kind {
                ItemKind::Endgame(header) => entry.endgame = Some(Endgame::new(&header)),
                ItemKind::Claim(_) => entry.claims += 1,
                _ => {}
            }
        }
        entry
    }
}

impl Endgame {
    fn new(header: &Header) -> Endgame {
        let side = |side: &adli_lang::ast::HeaderSide| {
            let men: Vec<&str> = side.men.iter().map(|man| man.text.as_str()).collect();
            format!("{} {}", side.name.text, men.join(" "))
        };
        let sides: Vec<String> = header.sides.iter().map(side).collect();
        Endgame { name: header.name.text.clone(), men: sides.join(" v ") }
    }
}

/// What the comment at the head of a text says first: its first sentence, however many lines that takes.
pub fn about(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("--")).map(str::trim);
    let paragraph: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    let end = sentence_end(&paragraph).unwrap_or(paragraph.len());
    paragraph.get(..end).unwrap_or(&paragraph).trim_end_matches('.').to_owned()
}

/// Where the first sentence ends: a full stop after a small letter, a digit or a bracket, before a space and a capital letter, so that neither
/// `E. A. Heinz` nor `1.5` ends one.
fn sentence_end(text: &str) -> Option<usize> {
    text.match_indices(". ").map(|(at, _)| at).find(|&at| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + 2..).and_then(|after| after.chars().next());
        before.is_some_and(|c| c.is_lowercase() || c.is_ascii_digit() || c == ')')
            && after.is_some_and(char::is_uppercase)
    })
}

impl Report for Library {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = |entry: &Entry| match entry.short {
            Some(short) => format!("{} ({short})", entry.name),
            None => entry.name.clone(),
        };
        let names: Vec<String> = self.texts.iter().map(name).collect();
        let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
        for (name, entry) in names.iter().zip(&self.texts) {
            let endgame = entry.endgame.as_ref().map_or("", |endgame| endgame.name.as_str());
            let claims = match entry.claims {
                0 => String::new(),
                1 => "1 claim".to_owned(),
                several => format!("{several} claims"),
            };
            writeln!(out, "{}", format!("{name:<width$}  {endgame:<5}  {claims:<9}").trim_end())?;
            writeln!(out, "  {}", entry.about)?;
        }
        let all = self.texts.len();
        writeln!(out, "{all} texts; `adli cat NAME` prints one, `adli prove NAME` decides its claims")
    }
}

impl Report for Printed {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_gives_its_first_sentence() {
        for (text, said) in [
            ("-- One line.\nendgame", "One line"),
            ("-- Of E. A. Heinz (2001), section 7.\n-- More.\n", "Of E. A. Heinz (2001), section 7"),
            ("-- It goes\n-- on. Then more.\n", "It goes on"),
            ("-- A head.\n--\n-- More.\n", "A head"),
            ("endgame KRK", ""),
        ] {
            assert_eq!(about(text), said);
        }
    }
}
