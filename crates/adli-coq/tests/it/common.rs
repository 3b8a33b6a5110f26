//! Texts, and a place for Coq to work in.

use std::io::Write;
use std::path::Path;

use adli_claims::{Options, Unwatched};
use adli_coq::{Coqc, Helpers, Library, Trouble, Workshop, accept};
use adli_lang::{Claim, ClaimKind, Program, Sources, check};

/// A text of the library, or one that is written here.
pub fn program(text: &str) -> Program {
    let mut sources = Sources::library();
    let source = sources.find(text).unwrap_or_else(|| sources.add("mine", text));
    let mut checked = check(&sources, source, &[]);
    assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
    checked.programs.remove(0)
}

pub fn claim<'p>(program: &'p Program, name: &str) -> &'p Claim {
    program.claims.iter().find(|claim| claim.name == name).unwrap()
}

/// How many moves are left, by the exhaustive method.
pub fn left(program: &Program, claim: &Claim) -> Option<Vec<u32>> {
    let ClaimKind::Reaches { strategy, from, .. } = claim.says else { return None };
    let (options, under) = (Options::default(), &claim.under);
    Some(adli_exhaustive::moves_left(program, (strategy, from), under, &options, &Unwatched).unwrap())
}

/// Coq with its library; tests that miss it say so.
pub fn workshop(folder: &Path) -> Option<Workshop> {
    match Coqc::find("coqc") {
        Ok(coqc) => {
            let library = match std::env::var_os("ADLI_COQ_LIBRARY") {
                Some(folder) => Library::compiled_in(folder.into(), &coqc).unwrap(),
                None => Library::kept_below(Path::new(env!("CARGO_TARGET_TMPDIR")).join("coq")),
            };
            Some(Workshop { coqc, library, folder: folder.to_owned() })
        }
        Err(_) => {
            std::io::stderr()
                .write_all(b"SKIPPED: coqc is not installed (Debian: apt-get install coq)\n")
                .unwrap();
            None
        }
    }
}

/// With nothing that helps.
pub const ALONE: Helpers<'static> = Helpers { left: None, met: None, tables: &[] };

/// What Coq says to some files, within a gibibyte.
pub fn asked(workshop: &Workshop, files: &[(&'static str, String)]) -> Result<String, Trouble> {
    let said = accept(workshop, (&workshop.folder, None), files, 1 << 30, &Unwatched)?;
    Ok(said.into_iter().find(|(name, _)| *name == "Ask").unwrap().1)
}
