//! Texts that a request speaks of.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use adli_claims::Watch;
use adli_lang::{Checked, Diagnostic, Program, Severity, Sources, suggest};
use adli_workbench::{FOUNDATIONS, Offsets, Text, idle_warnings, short_names};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::kept::Kept;
use crate::limits;
use crate::pool::Patience;
use crate::refusal::Refusal;

/// A text: of the library by its name, or one's own with a name and its words.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Text")]
pub struct TextAsked {
    /// A text of the library, such as `krk`; there is nothing else then.
    pub library: Option<String>,
    /// What messages call it.
    pub name: Option<String>,
    /// Its words. It may `use` texts of the library.
    pub words: Option<String>,
}

/// A text that has been read, and what it means.
pub struct ReadText {
    /// The text.
    pub text: Text,
    /// What it means, and what is to be said about it.
    pub checked: Checked,
    /// How its places are counted.
    pub offsets: Offsets,
    /// Its rules that never apply, once somebody has looked for them.
    idle: OnceLock<Vec<Diagnostic>>,
}

impl ReadText {
    /// Warnings of rules that never apply, found in the time that there is.
    ///
    /// # Errors
    /// The text has mistakes.
    pub fn idle(&self, watch: &dyn Watch) -> Result<Vec<Diagnostic>, Refusal> {
        let programs = self.programs()?;
        if let Some(known) = self.idle.get() {
            return Ok(known.clone());
        }
        let found = idle_warnings(&self.text, programs, &Patience::new(watch, limits::IDLE_TIME));
        // For somebody who went away not everything was looked at.
        if watch.stopped().is_none() {
            let _ = self.idle.set(found.clone());
        }
        Ok(found)
    }

    /// What it means, if it has no mistakes.
    ///
    /// # Errors
    /// The first mistake.
    pub fn programs(&self) -> Result<&[Program], Refusal> {
        let worst = self.checked.diagnostics.iter().find(|told| told.severity > Severity::Warning);
        match worst {
            None => Ok(&self.checked.programs),
            Some(told) if told.severity == Severity::Internal => Err(Refusal::internal(told.message.clone())),
            Some(told) => {
                let refusal = Refusal::mistaken(format!("the text has a mistake: {}", told.message));
                Err(match &told.help {
                    Some(help) => refusal.help(help.clone()),
                    None => refusal,
                })
            }
        }
    }
}

/// The texts that were asked about lately.
pub struct Texts {
    kept: Kept<(String, String), Arc<ReadText>>,
}

impl Texts {
    /// None so far.
    pub fn new() -> Texts {
        Texts { kept: Kept::new(limits::TEXTS_KEPT) }
    }

    /// A text with what it means.
    ///
    /// # Errors
    /// There is no such text, or it is too long.
    pub fn read(&self, asked: &TextAsked) -> Result<Arc<ReadText>, Refusal> {
        let key = match asked {
            TextAsked { library: Some(name), name: None, words: None } => (name.clone(), String::new()),
            TextAsked { library: None, name, words: Some(words) } => {
                if words.len() > limits::TEXT {
                    let most = limits::TEXT >> 10;
                    return Err(Refusal::large(format!("a text may have {most} KiB"))
                        .help("longer ones are for the command line: `adli prove FILE`"));
                }
                (own_name(name.as_deref()), words.clone())
            }
            _ => {
                return Err(Refusal::bad("it is not said which text is meant")
                    .help(r#"write {"library": "krk"}, or {"name": "mine", "words": "endgame KRK .."}"#));
            }
        };
        self.kept.get_or(key.clone(), || {
            let (name, words) = &key;
            let text = match asked.library {
                Some(_) => Text::of_library(name).ok_or_else(|| unknown(name))?,
                None => {
                    let given = Text::given(name, "", words, (), &BTreeMap::new());
                    given.map_err(|_| Refusal::internal("a text without others beside it was not taken"))?
                }
            };
            let checked = text.check(&[]);
            let (offsets, idle) = (Offsets::new(text.words()), OnceLock::new());
            Ok(Arc::new(ReadText { offsets, checked, text, idle }))
        })
    }

    /// A text of the library.
    ///
    /// # Errors
    /// There is no such text.
    pub fn of_library(&self, name: &str) -> Result<Arc<ReadText>, Refusal> {
        self.read(&TextAsked { library: Some(name.to_owned()), ..TextAsked::default() })
    }
}

/// Under which name one's own text is read. No text takes the place of one of the library, the laws of chess above all.
fn own_name(asked: Option<&str>) -> String {
    let name: String = asked.unwrap_or("mine").chars().filter(|c| !c.is_control()).take(100).collect();
    let name = if name.trim().is_empty() { "mine".to_owned() } else { name };
    let is_taken = FOUNDATIONS.contains(&&*name) || Text::of_library(&name).is_some();
    if is_taken { format!("{name} (yours)") } else { name }
}

fn unknown(name: &str) -> Refusal {
    let sources = Sources::library();
    let near = suggest(name, short_names().map(|name| -> &str { name }).chain(sources.names()));
    let shown: String = name.chars().take(100).collect();
    Refusal::missing(format!("there is no library text called `{shown}`")).help(match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`/library` lists them all".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever could change the laws of chess could prove anything.
    #[test]
    fn no_text_takes_the_place_of_the_laws() {
        let texts = Texts::new();
        for name in ["laws", "geometry", "krk/vocabulary", "krk"] {
            let words = "endgame KRK White K R v Black k\nquery all: count positions\n";
            let asked =
                TextAsked { library: None, name: Some(name.to_owned()), words: Some(words.to_owned()) };
            let read = texts.read(&asked).unwrap();
            let library = Sources::library();
            for known in library.names() {
                let theirs = library.get(library.find(known).unwrap()).unwrap();
                let ours = read.text.sources.get(read.text.sources.find(known).unwrap()).unwrap();
                assert_eq!(theirs, ours, "{name}");
            }
            assert_eq!(read.text.words(), words);
        }
    }
}
