//! Texts of rules: files of the user, and the library that is part of the program.

use std::cmp::Reverse;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use adli_lang::{Checked, Program, Severity, Sources, Span, line_and_column, suggest};
use adli_workbench::{Beside, CheckedFile, FOUNDATIONS, Found, MAX_BESIDE, Untaken, short_names};

use crate::failure::Failure;
use crate::output::note;
use crate::read_from::{self, ReadFrom, Replaced};
use crate::words::list;

/// The ending of a file of rules.
const ENDING: &str = "adv";

/// No text is longer than this; a strategy takes a few pages.
const MAX_BYTES: u64 = 1 << 20;

/// More than this many complaints help nobody.
const MAX_SHOWN: usize = 20;

/// A text of the workbench, found as users name it.
pub struct Text(adli_workbench::Text);

impl Deref for Text {
    type Target = adli_workbench::Text;

    fn deref(&self) -> &adli_workbench::Text {
        &self.0
    }
}

impl Text {
    /// The text of a file, or of a library entry.
    pub fn find(what: &str) -> Result<Text, Failure> {
        let text = if is_path(what) {
            Text::of_file(Path::new(what))?
        } else {
            let known = adli_workbench::Text::of_library(what).map(Text);
            known.ok_or_else(|| misnamed(Path::new(what)).unwrap_or_else(|| unknown(what)))?
        };
        let read = ReadFrom::new(what, &text);
        if read_from::keep(&read) {
            read.notes().iter().for_each(note);
        }
        Ok(text)
    }

    /// The text of a library entry.
    pub fn of_library(what: &str) -> Result<Text, Failure> {
        adli_workbench::Text::of_library(what).map(Text).ok_or_else(|| unknown_entry(what))
    }

    fn of_file(path: &Path) -> Result<Text, Failure> {
        Text::of_words(path, &read(path)?, &|_| None)
    }

    /// The text that a file would be with these words. Files beside it that are open somewhere have the words that they have there.
    pub fn of_words(
        path: &Path,
        words: &str,
        open: &dyn Fn(&Path) -> Option<String>,
    ) -> Result<Text, Failure> {
        let name = path.display().to_string();
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let text = adli_workbench::Text::given(&name, &stem, words, path.to_owned(), &Folder { open });
        text.map(Text).map_err(|untaken| match untaken {
            Untaken::Beside(failure) => failure,
            Untaken::TooMany(next) => Failure::input(format!("more than {MAX_BESIDE} files use one another"))
                .help(format!("the next one is `{next}`; put several into one")),
            Untaken::Foundation { shown, name } => {
                Failure::input(format!("`{shown}` would take the place of `{name}`"))
                    .help("the laws of chess rest on that text of the library; give yours another name")
            }
        })
    }

    /// The text, for the workbench.
    pub fn into_inner(self) -> adli_workbench::Text {
        self.0
    }

    /// What the text means, once for each material; says what there is to say about it, and fails if that
    /// is an error. Options are set from outside.
    pub fn programs(&self, settings: &[(String, String)]) -> Result<Vec<Program>, Failure> {
        let checked = self.check(settings);
        tell(&self.sources, &checked);
        self.understood(checked)
    }

    /// The same of a text that has been checked, and nothing is said.
    pub fn understood(&self, checked: Checked) -> Result<Vec<Program>, Failure> {
        if checked.has_errors() { Err(self.errors(&checked)) } else { Ok(checked.programs) }
    }

    fn errors(&self, checked: &Checked) -> Failure {
        if checked.diagnostics.iter().any(|d| d.severity == Severity::Internal) {
            return Failure::internal(format!("`{}` could not be made into a program", self.name));
        }
        let errors: Vec<_> = checked.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
        let (count, s) = (errors.len(), if errors.len() == 1 { "" } else { "s" });
        let told = errors.iter().take(MAX_SHOWN);
        let told = told.map(|error| match self.place(error.span) {
            place if place.is_empty() => error.message.clone(),
            place => format!("{place}: {}", error.message),
        });
        Failure::input(format!("{count} error{s} in `{}`", self.name))
            .details(told.collect())
            .diagnostics(CheckedFile::new(self, checked).diagnostics)
    }

    /// What a place in the texts is called: the text, line and column. Nothing if it is in none of them.
    pub fn place(&self, span: Span) -> String {
        let Some(source) = self.sources.get(span.source) else { return String::new() };
        let (line, column) = line_and_column(&source.text, span.start);
        format!("{}:{line}:{column}", source.name)
    }
}

impl ReadFrom {
    fn new(what: &str, text: &Text) -> ReadFrom {
        let name = Some(text.name.clone());
        let (file, library) = if is_path(what) { (name, None) } else { (None, name) };
        let replaced = text.replaced().into_iter();
        let replaced = replaced.map(|(library, file)| Replaced { library, file: file.to_owned() });
        ReadFrom { text: what.to_owned(), file, library, replaced: replaced.collect() }
    }

    /// What users should know who may have meant another text.
    fn notes(&self) -> Vec<String> {
        let replaced = self.replaced.iter();
        let mut notes: Vec<String> = replaced
            .map(|Replaced { library, file }| {
                format!("note: `{library}` is the file `{file}` here, and not the text of the library")
            })
            .collect();
        let file = format!("{}.{ENDING}", self.text);
        if let Some(library) = self.library.as_ref().filter(|_| Path::new(&file).is_file()) {
            notes.push(format!(
                "note: `{}` is `{library}` of the library; there is a file `{file}` too",
                self.text
            ));
        }
        let stem = self.file.as_ref().and_then(|_| self.text.strip_suffix(&format!(".{ENDING}")));
        let entry = stem.and_then(|stem| Some((stem, adli_workbench::Text::of_library(stem)?)));
        if let Some((stem, entry)) = entry
            && adli_files::read_text(Path::new(&self.text), MAX_BYTES)
                .is_ok_and(|words| words != entry.words())
        {
            notes.push(format!("note: `{}` is a file here, and not `{stem}` of the library", self.text));
        }
        notes
    }
}

/// Digests of a text itself, and of everything that verdicts about it depend on, in hexadecimal digits.
pub fn digests(text: &adli_workbench::Text, settings: &[(String, String)]) -> [String; 2] {
    let hex = |digest: [u8; 32]| digest.iter().map(|byte| format!("{byte:02x}")).collect();
    [text.own_digest(), text.digest(settings)].map(hex)
}

/// Shows complaints with the lines they are about, on standard error. If there are too many, errors come first.
pub fn tell(sources: &Sources, checked: &Checked) {
    let mut all: Vec<_> = checked.diagnostics.iter().collect();
    if all.len() > MAX_SHOWN {
        all.sort_by_key(|diagnostic| Reverse(diagnostic.severity));
    }
    all.iter().take(MAX_SHOWN).for_each(|diagnostic| note(&diagnostic.render(sources)));
    if all.len() > MAX_SHOWN {
        note(&format!("and {} more\n", all.len() - MAX_SHOWN));
    }
}

/// Does this name a file, and not an entry of the library?
pub fn is_path(what: &str) -> bool {
    let path = Path::new(what);
    let has_ending = path.extension().is_some_and(|ending| ending == ENDING);
    let has_folder = path.components().count() > 1 || what.ends_with(std::path::is_separator);
    // A name of the library stays one even where there is a folder of that name.
    has_ending || has_folder && path.exists() && Sources::library().find(what).is_none()
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
    let names = short_names().map(|short| -> &'a str { short }).chain(entries.iter().copied());
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

/// The files beside a file.
struct Folder<'a> {
    /// What stands in an editor, and not yet in a file.
    open: &'a dyn Fn(&Path) -> Option<String>,
}

impl Beside for Folder<'_> {
    type Place = PathBuf;
    type Error = Failure;

    fn find(&self, by: &PathBuf, name: &str, is_library: bool) -> Result<Option<Found<PathBuf>>, Failure> {
        let file = beside(by.parent().unwrap_or(Path::new("")), name);
        if let Some(words) = (self.open)(&file) {
            return Ok(Some(Found { shown: file.display().to_string(), place: file, words }));
        }
        // What is no text is told in its own words, and not as if it were missing; a name of the library is one even
        // beside a folder.
        let is_there = if is_library { file.is_file() } else { file.symlink_metadata().is_ok() };
        if !is_there {
            return Ok(None);
        }
        let words = read(&file)?;
        Ok(Some(Found { shown: file.display().to_string(), place: file, words }))
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
    let file = adli_files::open(path).map_err(|error| cannot(&error))?;
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
