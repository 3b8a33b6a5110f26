//! A document that has been read: what it means and what is to be said about it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use adli_chess::Position;
use adli_claims::Watch;
use adli_lang::Checked;
use adli_workbench::{PlacedDiagnostic, Text, TextReport, idle_warnings};

use crate::lines::{Lines, Units};
use crate::tools::Tools;

/// A document as it is at a moment.
#[derive(Clone)]
pub struct Moment {
    /// Its address.
    pub uri: String,
    /// Its file, if it is one.
    pub path: Option<PathBuf>,
    /// As the client counts.
    pub version: Option<i64>,
    /// Its words.
    pub words: Arc<str>,
    /// When it, or something that it uses, last changed.
    pub stamp: u64,
}

/// A document that has been read.
pub struct Read {
    /// What was read.
    pub moment: Moment,
    /// The text, with all that it may use.
    pub text: Text,
    /// What it means.
    pub checked: Checked,
    /// What is said of it.
    pub report: TextReport,
    /// Its lines.
    pub lines: Lines,
    /// Of everything that verdicts depend on.
    pub digest: [u8; 32],
    /// Why it was read without the texts beside it.
    pub untaken: Option<String>,
    /// Rules that never apply, once somebody has looked.
    pub idle: OnceLock<Vec<PlacedDiagnostic>>,
}

impl Read {
    /// Reads a document. Texts beside it are as they are open in the editor, or else as their files are.
    pub fn new(
        moment: Moment,
        tools: &dyn Tools,
        open: &dyn Fn(&Path) -> Option<String>,
        units: Units,
    ) -> Read {
        let taken = match &moment.path {
            Some(path) => tools.text(path, &moment.words, open),
            None => Ok(alone(&moment)),
        };
        let (text, untaken) = match taken {
            Ok(text) => (text, None),
            Err(why) => (alone(&moment), Some(why)),
        };
        let checked = text.check(&[]);
        Read {
            report: TextReport::new(&text, &checked),
            lines: Lines::new(Arc::clone(&moment.words), units),
            digest: text.digest(&[]),
            untaken,
            idle: OnceLock::new(),
            moment,
            text,
            checked,
        }
    }

    /// Whether its meaning depends on a file.
    pub fn depends_on(&self, path: &Path) -> bool {
        let name = path.display().to_string();
        let mut sources = (0..).map_while(|number| self.text.sources.get(number));
        // What has mistakes may lack a file that is there now.
        self.untaken.is_some() || self.checked.has_errors() || sources.any(|source| source.name == name)
    }

    /// A position to show values in.
    pub fn example(&self) -> Option<Position> {
        self.report.example.as_ref()?.parse().ok()
    }

    /// Looks for rules that never apply.
    pub fn look_for_idle(&self, watch: &dyn Watch) {
        let diagnostics = idle_warnings(&self.text, &self.checked.programs, watch);
        if watch.stopped().is_none() {
            let checked = Checked { programs: Vec::new(), diagnostics };
            // Whoever was first has found the same.
            let _ = self.idle.set(TextReport::new(&self.text, &checked).diagnostics);
        }
    }
}

/// A text that uses nothing but the library.
fn alone(moment: &Moment) -> Text {
    let name = moment.path.as_ref().map_or_else(|| moment.uri.clone(), |path| path.display().to_string());
    let given = Text::given(&name, "", &moment.words, (), &BTreeMap::new());
    given.unwrap_or_else(|_| Text { sources: adli_lang::Sources::library(), number: 0, name })
}
