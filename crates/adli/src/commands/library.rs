//! `adli library` and `adli cat`: what ships with Adli, as a list and text by text.

use std::io::{self, Write};

use adli_workbench::{Entry, Library, Printed};

use crate::args::CatArgs;
use crate::failure::{Failure, Verdict};
use crate::output::Report;
use crate::settings::Settings;
use crate::texts::Text;

pub fn list(settings: &mut Settings) -> Result<Verdict, Failure> {
    settings.output.report(&Library::all())?;
    Ok(Verdict::Holds)
}

pub fn cat(args: &CatArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let text = Text::of_library(&args.name)?;
    settings.output.report(&Printed::new(&text))?;
    Ok(Verdict::Holds)
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
