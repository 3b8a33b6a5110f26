//! `adli lsp`: a language server.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use adli_claims::{Options, Report, Watch};
use adli_lang::Program;
use adli_lsp::{End, Limits, Tools, serve};
use adli_web::Proof;

use super::prove::decide_uncollected;
use crate::args::LspArgs;
use crate::failure::{Failure, Verdict};
use crate::files::{make_folder, read_file, write_file};
use crate::output;
use crate::settings::{Settings, cache_folder};
use crate::tables::Tables;
use crate::texts::Text;

/// How long a proof may take, in seconds, if nobody says otherwise.
const SECONDS: f64 = 600.0;

pub fn run(args: &LspArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    settings.output.refuse_json("what editors hear", "")?;
    settings.start_threads()?;
    output::go_on_after_panics();
    let limits = Limits {
        seconds: args.limits.time.map_or(SECONDS, |time| time.as_secs_f64()),
        memory: args.limits.memory_or(Options::default().memory),
    };
    let handed_over = Arc::new(HandedOver { tables: settings.tables().ok() });
    let end = serve(io::stdin(), ToClient(io::stdout()), handed_over, limits)
        .map_err(|error| Failure::limit(format!("cannot start a thread: {error}")))?;
    // As the protocol wants it.
    Ok(match end {
        End::Orderly => Verdict::Holds,
        End::Abrupt(unread) => {
            output::note(&left(unread));
            Verdict::Refuted
        }
    })
}

/// Standard output, for the client. Ends the program if it cannot be written.
struct ToClient(io::Stdout);

impl Write for ToClient {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        output::or_exit(self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        output::or_exit(self.0.flush())
    }
}

/// For whoever looks why the server has gone, or has started it by hand.
fn left(unread: Option<String>) -> String {
    let why = unread.map_or_else(String::new, |why| format!("; of what came before: {why}"));
    format!(
        "error: the input ended without `shutdown`{why}\nhelp: editors start `adli lsp` and speak the Language Server Protocol with it; docs/editors.md says how they are set up"
    )
}

/// What the server works with: our methods, our folders.
struct HandedOver {
    tables: Option<Tables>,
}

impl Tools for HandedOver {
    fn text(
        &self,
        path: &Path,
        words: &str,
        open: &dyn Fn(&Path) -> Option<String>,
    ) -> Result<adli_workbench::Text, String> {
        Text::of_words(path, words, open).map(Text::into_inner).map_err(|failure| failure.in_short())
    }

    fn library_file(&self, name: &str, words: &str) -> Result<PathBuf, String> {
        let folder = cache_folder().map_err(|failure| failure.in_short())?;
        let folder = folder.join("adli").join("library").join(env!("CARGO_PKG_VERSION"));
        library_file(&folder, name, words).map_err(|failure| failure.in_short())
    }

    fn prove(
        &self,
        text: &adli_workbench::Text,
        programs: &[Program],
        options: &Options,
        watch: &dyn Watch,
    ) -> Report {
        let proof = Proof { text, programs, options, by: None };
        decide_uncollected(&proof, self.tables.as_ref(), watch, &|_| ())
    }
}

/// Puts a text of the library where editors can open it, and nobody changes it by mistake.
fn library_file(folder: &Path, name: &str, words: &str) -> Result<PathBuf, Failure> {
    let path = folder.join(format!("{name}.adv"));
    if read_file(&path, words.len() as u64).is_ok_and(|known| known == words.as_bytes()) {
        return Ok(path);
    }
    let cannot = |error: io::Error| Failure::input(format!("cannot write `{}`: {error}", path.display()));
    let new = make_folder(path.parent().unwrap_or(folder))?;
    write_file(&path, words.as_bytes())?;
    new.stay();
    let mut permissions = fs::metadata(&path).map_err(cannot)?.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).map_err(cannot)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_the_library_becomes_a_file_that_is_only_read() {
        let folder = tempfile::tempdir().unwrap();
        for words in ["first", "first", "second"] {
            let path = library_file(folder.path(), "krk/vocabulary", words).unwrap();
            assert_eq!(path, folder.path().join("krk/vocabulary.adv"));
            assert_eq!(fs::read_to_string(&path).unwrap(), words);
            assert!(fs::metadata(&path).unwrap().permissions().readonly());
        }
    }
}
