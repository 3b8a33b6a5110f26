//! Texts of rules: files of the user, and the library that is part of the program.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use adli_lang::ast::ItemKind;
use adli_lang::{Checked, Program, Severity, Sources, check, parse, suggest};

use crate::failure::Failure;
use crate::output::note;
use crate::words::list;

/// The ending of a file of rules.
const ENDING: &str = "adv";

/// No text is longer than this; a strategy takes a few pages.
const MAX_BYTES: u64 = 1 << 20;

/// More than this many complaints help nobody.
const MAX_SHOWN: usize = 20;

/// The short names of library entries.
const SHORT: [(&str, &str); 2] = [("krk", "krk/malikovic-janicic"), ("kqk", "kqk/adli")];

/// The texts on which all others rest: nothing beside a file may take their names.
const FOUNDATIONS: [&str; 2] = ["laws", "geometry"];

/// A text that has been found, with all texts that it may use.
pub struct Text {
    pub sources: Sources,
    pub number: u16,
    /// A path, or the name of a library entry.
    pub name: String,
}

impl Text {
    /// The text of a file, or of a library entry.
    pub fn find(what: &str) -> Result<Text, Failure> {
        if is_path(what) { Text::of_file(Path::new(what)) } else { Text::of_library(what) }
    }

    fn of_library(what: &str) -> Result<Text, Failure> {
        let sources = Sources::library();
        let long = SHORT.iter().find(|(short, _)| *short == what).map_or(what, |(_, long)| long);
        match sources.find(long) {
            Some(number) => Ok(Text { sources, number, name: long.to_owned() }),
            None => Err(unknown(what, &sources)),
        }
    }

    fn of_file(path: &Path) -> Result<Text, Failure> {
        let text = read(path)?;
        let mut sources = Sources::library();
        let name = path.display().to_string();
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        // The laws themselves are checked in their own place.
        let is_foundation = FOUNDATIONS.contains(&stem.as_str());
        let key = if is_foundation { stem.as_str() } else { name.as_str() };
        let number = sources.add_file(key, &name, &text);
        let mut beside = Beside { sources, found: BTreeSet::new(), is_foundation };
        beside.follow(path, &text)?;
        Ok(Text { sources: beside.sources, number, name })
    }

    /// What the text means, once for each material; says what there is to say about it, and fails if that
    /// is an error. Options are set from outside.
    pub fn programs(&self, settings: &[(String, String)]) -> Result<Vec<Program>, Failure> {
        let checked = self.check(settings);
        tell(&self.sources, &checked);
        if checked.has_errors() { Err(self.errors(&checked)) } else { Ok(checked.programs) }
    }

    /// What tables are made of: every text that may be used, and the options.
    pub fn digest(&self, settings: &[(String, String)]) -> [u8; 32] {
        let texts = (0..).map_while(|number| self.sources.get(number)).map(|source| source.text.as_str());
        let settings = settings.iter().flat_map(|(name, value)| [name.as_str(), value.as_str()]);
        adli_prove::Compiled::digest(texts.chain(settings))
    }

    pub fn check(&self, settings: &[(String, String)]) -> Checked {
        let settings: Vec<(&str, &str)> = settings.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        check(&self.sources, self.number, &settings)
    }

    /// What the text claims, as it is written: the names that a report must have.
    pub fn claims(&self) -> Vec<String> {
        let words = self.sources.get(self.number).map_or("", |source| source.text.as_str());
        let items = parse(self.number, words).file.items.into_iter();
        items
            .filter_map(
                |item| if let ItemKind::Claim(claim) = item.kind { Some(claim.name.text) } else { None },
            )
            .collect()
    }

    fn errors(&self, checked: &Checked) -> Failure {
        if checked.diagnostics.iter().any(|d| d.severity == Severity::Internal) {
            return Failure::internal(format!("`{}` could not be made into a program", self.name));
        }
        let errors = checked.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
        let s = if errors == 1 { "" } else { "s" };
        Failure::input(format!("{errors} error{s} in `{}`", self.name))
    }
}

/// Shows complaints with the lines they are about, on standard error.
pub fn tell(sources: &Sources, checked: &Checked) {
    let all = &checked.diagnostics;
    all.iter().take(MAX_SHOWN).for_each(|diagnostic| note(&diagnostic.render(sources)));
    if all.len() > MAX_SHOWN {
        note(&format!("and {} more\n", all.len() - MAX_SHOWN));
    }
}

/// Does this name a file, and not an entry of the library?
fn is_path(what: &str) -> bool {
    let path = Path::new(what);
    let has_ending = path.extension().is_some_and(|ending| ending == ENDING);
    let has_folder = path.components().count() > 1 || what.ends_with(std::path::is_separator);
    // A name of the library stays one even where there is a folder of that name.
    has_ending || has_folder && path.exists() && Sources::library().find(what).is_none()
}

fn unknown(what: &str, sources: &Sources) -> Failure {
    let entries: Vec<&str> = sources.names().filter(|name| !FOUNDATIONS.contains(name)).collect();
    let same_file = entries.iter().find(|entry| entry.rsplit('/').next() == Some(what)).copied();
    let names = SHORT.iter().map(|(short, _)| *short).chain(entries.iter().copied());
    let quoted: Vec<String> = entries.iter().map(|entry| format!("`{entry}`")).collect();
    let library = format!("the library has {}", list(&quoted, "and"));
    let help = match same_file.or_else(|| suggest(what, names)) {
        Some(near) => format!("did you mean `{near}`? {library}"),
        None => format!("{library}; the name of a file ends with `.{ENDING}`"),
    };
    Failure::input(format!("there is no file and no library entry called `{what}`")).help(help)
}

/// Finds the files beside a file that it uses.
struct Beside {
    sources: Sources,
    found: BTreeSet<String>,
    is_foundation: bool,
}

impl Beside {
    fn follow(&mut self, path: &Path, text: &str) -> Result<(), Failure> {
        let folder = path.parent().unwrap_or(Path::new(""));
        for item in parse(0, text).file.items {
            let ItemKind::Use(wanted) = item.kind else { continue };
            let name = wanted.path.text;
            let file = beside(folder, &name);
            if name.is_empty() || self.found.contains(&name) || !file.is_file() {
                continue;
            }
            let used = read(&file)?;
            self.refuse_foundation(&name, &file, &used)?;
            self.sources.add_file(&name, &file.display().to_string(), &used);
            self.found.insert(name);
            self.follow(&file, &used)?;
        }
        Ok(())
    }

    /// Nobody changes the laws of chess by leaving a file about.
    fn refuse_foundation(&self, name: &str, file: &Path, text: &str) -> Result<(), Failure> {
        let known = self.sources.find(name).and_then(|number| self.sources.get(number));
        let differs = known.is_some_and(|known| known.text != text);
        if FOUNDATIONS.contains(&name) && differs && !self.is_foundation {
            return Err(Failure::input(format!("`{}` would take the place of `{name}`", file.display()))
                .help("the laws of chess rest on that text of the library; give yours another name"));
        }
        Ok(())
    }
}

/// The file of a name that is used, beside the file that uses it.
fn beside(folder: &Path, name: &str) -> PathBuf {
    let has_ending = Path::new(name).extension().is_some_and(|ending| ending == ENDING);
    folder.join(if has_ending { name.to_owned() } else { format!("{name}.{ENDING}") })
}

/// Reads a file of rules.
pub fn read(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    let cannot = |error: &io::Error| match error.kind() {
        io::ErrorKind::NotFound => Failure::input(format!("there is no file `{shown}`")),
        _ => Failure::input(format!("cannot read `{shown}`: {error}")),
    };
    if path.is_dir() {
        return Err(Failure::input(format!("`{shown}` is a folder"))
            .help(format!("name the files in it: `{}`", path.join("*.adv").display())));
    }
    let file = fs::File::open(path).map_err(|error| cannot(&error))?;
    text_of(file, &shown.to_string())?.map_err(|error| cannot(&error))
}

/// Reads what is a text, and not too long.
pub fn text_of(source: impl Read, shown: &str) -> Result<io::Result<String>, Failure> {
    let mut bytes = Vec::new();
    if let Err(error) = source.take(MAX_BYTES + 1).read_to_end(&mut bytes) {
        return Ok(Err(error));
    }
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::input(format!("`{shown}` is longer than a text of rules may be (1 MiB)"))
            .help("put parts of it into files of their own, and `use` them"));
    }
    let is_text = !bytes.contains(&0);
    match String::from_utf8(bytes) {
        Ok(text) if is_text => Ok(Ok(text)),
        _ => {
            Err(Failure::input(format!("`{shown}` is not a text"))
                .help("a file of rules is plain text in UTF-8"))
        }
    }
}
