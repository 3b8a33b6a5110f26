//! Texts of rules: files of the user, and the library that is part of the program.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use adli_lang::ast::ItemKind;
use adli_lang::{Checked, Program, Severity, Sources, Span, check, line_and_column, parse, suggest};

use crate::failure::Failure;
use crate::output::note;
use crate::words::list;

/// The ending of a file of rules.
const ENDING: &str = "adv";

/// No text is longer than this; a strategy takes a few pages.
const MAX_BYTES: u64 = 1 << 20;

/// No text uses more files than this.
const MAX_FILES: usize = 100;

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
        if is_path(what) {
            return Text::of_file(Path::new(what));
        }
        Text::known(what).ok_or_else(|| misnamed(Path::new(what)).unwrap_or_else(|| unknown(what)))
    }

    /// The text of a library entry.
    pub fn of_library(what: &str) -> Result<Text, Failure> {
        Text::known(what).ok_or_else(|| unknown_entry(what))
    }

    fn known(what: &str) -> Option<Text> {
        let sources = Sources::library();
        let long = SHORT.iter().find(|(short, _)| *short == what).map_or(what, |(_, long)| long);
        let number = sources.find(long)?;
        Some(Text { sources, number, name: long.to_owned() })
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
        beside.follow(path.to_owned(), text)?;
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

    /// The digest of the text itself.
    pub fn own_digest(&self) -> [u8; 32] {
        let own = self.sources.get(self.number).map(|source| source.text.as_str());
        adli_prove::Compiled::digest(own.into_iter())
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
        let errors: Vec<_> = checked.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
        let (count, s) = (errors.len(), if errors.len() == 1 { "" } else { "s" });
        let place = |span: Span| {
            let source = self.sources.get(span.source)?;
            let (line, column) = line_and_column(&source.text, span.start);
            Some(format!("{}:{line}:{column}: ", source.name))
        };
        let told = errors.iter().take(MAX_SHOWN);
        let told = told.map(|error| place(error.span).unwrap_or_default() + &error.message);
        Failure::input(format!("{count} error{s} in `{}`", self.name)).details(told.collect())
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

/// The short name of a library entry, if it has one.
pub fn short_name(long: &str) -> Option<&'static str> {
    SHORT.iter().find(|(_, known)| *known == long).map(|(short, _)| *short)
}

/// What is said of a name that is neither a file nor of the library.
fn unknown(what: &str) -> Failure {
    let sources = Sources::library();
    let entries: Vec<&str> = sources.names().filter(|name| !FOUNDATIONS.contains(name)).collect();
    let quoted: Vec<String> = entries.iter().map(|entry| format!("`{entry}`")).collect();
    let library = format!("the library has {}", list(&quoted, "and"));
    let help = match near_entry(what, &entries) {
        Some(near) => format!("did you mean `{near}`? {library}"),
        None => format!("{library}; the name of a file ends with `.{ENDING}`"),
    };
    Failure::input(format!("there is no file and no library entry called `{what}`")).help(help)
}

/// The same where only the library is asked.
fn unknown_entry(what: &str) -> Failure {
    if Path::new(what).is_file() {
        return Failure::input(format!("`{what}` is a file of yours, and no library entry"))
            .help("`adli library` lists the texts of the library");
    }
    let sources = Sources::library();
    let entries: Vec<&str> = sources.names().collect();
    let help = match near_entry(what, &entries) {
        Some(near) => format!("did you mean `{near}`? `adli library` lists them all"),
        None => "`adli library` lists them all".to_owned(),
    };
    Failure::input(format!("there is no library entry called `{what}`")).help(help)
}

/// An entry that may have been meant.
fn near_entry<'a>(what: &str, entries: &[&'a str]) -> Option<&'a str> {
    let same_file = entries.iter().find(|entry| entry.rsplit('/').next() == Some(what)).copied();
    let names = SHORT.iter().map(|(short, _)| *short).chain(entries.iter().copied());
    same_file.or_else(|| suggest(what, names))
}

/// What is to be said of something that is there, but not as a file of rules.
fn misnamed(path: &Path) -> Option<Failure> {
    let shown = path.display();
    let named = path.with_extension(ENDING);
    // A link that leads nowhere is there too.
    let found = path.symlink_metadata();
    if let Err(error) = &found
        && !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
    {
        return Some(Failure::input(format!("cannot read `{shown}`: {error}")));
    }
    let is_there = found.is_ok();
    if is_there && path.is_dir() {
        return Some(is_a_folder(path));
    }
    if is_there {
        let other = named.display();
        return Some(
            Failure::input(format!("`{shown}` is there, but files of rules end in `.{ENDING}`"))
                .help(format!("rename it to `{other}`, or name it with its folder: `./{shown}`")),
        );
    }
    let is_meant = named != path && path.file_name().is_some() && named.is_file();
    is_meant.then(|| {
        Failure::input(format!("there is no file and no library entry called `{shown}`"))
            .help(format!("did you mean the file `{}`?", named.display()))
    })
}

fn is_a_folder(path: &Path) -> Failure {
    Failure::input(format!("`{}` is a folder", path.display()))
        .help(format!("name the files in it: `{}`", path.join(format!("*.{ENDING}")).display()))
}

/// Finds the files beside a file that it uses.
struct Beside {
    sources: Sources,
    found: BTreeSet<String>,
    is_foundation: bool,
}

impl Beside {
    fn follow(&mut self, path: PathBuf, text: String) -> Result<(), Failure> {
        let mut unread = vec![(path, text)];
        while let Some((path, text)) = unread.pop() {
            let folder = path.parent().unwrap_or(Path::new(""));
            for item in parse(0, &text).file.items {
                let ItemKind::Use(wanted) = item.kind else { continue };
                let name = wanted.path.text;
                let file = beside(folder, &name);
                // What is no text is told in its own words, and not as if it were missing; a name of the library is one even
                // beside a folder.
                let is_library = self.sources.find(&name).is_some();
                let is_there = if is_library { file.is_file() } else { file.symlink_metadata().is_ok() };
                if name.is_empty() || self.found.contains(&name) || !is_there {
                    continue;
                }
                if self.found.len() >= MAX_FILES {
                    return Err(Failure::input(format!("more than {MAX_FILES} files use one another"))
                        .help(format!("the next one is `{}`; put several into one", file.display())));
                }
                let used = read(&file)?;
                self.refuse_foundation(&name, &file, &used)?;
                self.sources.add_file(&name, &file.display().to_string(), &used);
                self.found.insert(name);
                unread.push((file, used));
            }
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
        io::ErrorKind::NotFound if path.is_symlink() => {
            Failure::input(format!("`{shown}` is a link to a file that is not there"))
        }
        io::ErrorKind::NotFound => Failure::input(format!("there is no file `{shown}`")),
        _ => Failure::input(format!("cannot read `{shown}`: {error}")),
    };
    if path.is_dir() {
        return Err(is_a_folder(path));
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
