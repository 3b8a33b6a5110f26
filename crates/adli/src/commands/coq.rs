//! Where Coq works for `--by coq`: the program, its compiled library, and a folder for the files of claims.
//!
//! The folder is a passing one, unless somebody names one with `--certificates`. Then everything is written beside it, and takes its place at the end: the
//! files of every claim that was proved, the library, and a script that compiles all of them with nothing but `coqc`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use adli_claims::Report;
use adli_coq::{ASSUMPTIONS, COQ, Coqc, Library, SOURCES, TABLES, Trouble, Workshop};
use adli_files::Unfinished;

use crate::args::ProveArgs;
use crate::failure::Failure;
use crate::files::cannot_write;
use crate::output::note;
use crate::settings::cache_folder;

/// A place for Coq to work in, if it is asked at all.
pub struct Workplace {
    workshop: Option<Workshop>,
    /// The folder of the workshop.
    work: Option<Unfinished>,
}

/// The script by which such a folder is told from any other.
const SCRIPT: &str = "check.sh";

/// No claim is called like this.
const LIBRARY: &str = "adli-library";

impl Workplace {
    /// Finds Coq and makes room for it, if claims are to be decided by it.
    pub fn begin(args: &ProveArgs) -> Result<Workplace, Failure> {
        if args.by.as_deref() != Some(COQ.name) {
            return Ok(Workplace { workshop: None, work: None });
        }
        let coqc = find_coqc()?;
        let work = match &args.certificates {
            Some(goal) => {
                refuse_occupied(goal)?;
                Unfinished::folder(goal).map_err(cannot_write(goal))?
            }
            None => passing()?,
        };
        let (library, folder) = (find_library(&coqc)?, work.path().to_owned());
        Ok(Workplace { workshop: Some(Workshop { coqc, library, folder }), work: Some(work) })
    }

    pub fn workshop(&self) -> Option<&Workshop> {
        self.workshop.as_ref()
    }

    /// Puts the files in their place, if a folder for them was named and there is a theorem.
    pub fn finish(self, args: &ProveArgs, report: &mut Report) -> Result<(), Failure> {
        let (Some(work), Some(goal)) = (self.work, &args.certificates) else { return Ok(()) };
        let proved: Vec<String> =
            report.claims.iter().filter_map(|claim| Some(claim.kernel.as_ref()?.folder.clone())).collect();
        if proved.is_empty() {
            note(&"no claim was proved, so that no files for Coq were written");
            return Ok(());
        }
        complete(work.path(), &proved).map_err(cannot_write(goal))?;
        refuse_occupied(goal)?;
        work.finish().map_err(cannot_write(goal))?;
        let path = goal.display().to_string();
        report.claims.iter_mut().for_each(|claim| claim.certificates_are_in(&path));
        Ok(())
    }
}

/// Coq, or how to get it.
pub fn find_coqc() -> Result<Coqc, Failure> {
    Coqc::find("coqc").map_err(|trouble| {
        let failure = Failure::input(trouble.to_string());
        match trouble {
            Trouble::Missing(_) | Trouble::Strange(_) | Trouble::Old(_) => failure
                .help("install it, on Debian by `apt-get install coq`; every other method works without it"),
            _ => failure,
        }
    })
}

/// Where somebody has compiled the library with `proofs/build`.
const LIBRARY_VARIABLE: &str = "ADLI_COQ_LIBRARY";

/// The compiled library: where the variable says, or else it is kept in the cache folder.
pub fn find_library(coqc: &Coqc) -> Result<Library, Failure> {
    let Some(folder) = std::env::var_os(LIBRARY_VARIABLE).filter(|folder| !folder.is_empty()) else {
        return Ok(Library::kept_below(cache_folder()?.join("adli").join("coq")));
    };
    let folder = PathBuf::from(folder);
    Library::compiled_in(folder.clone(), coqc).map_err(|why| {
        Failure::input(format!("`{}` is not the Coq library of this program: {why}", folder.display()))
            .help(format!("compile it with `proofs/build`, or unset `{LIBRARY_VARIABLE}`"))
    })
}

/// A folder for files on the way to a checker, which goes away.
pub fn passing() -> Result<Unfinished, Failure> {
    Unfinished::passing().map_err(cannot_write(&std::env::temp_dir()))
}

/// Leaves sources alone, with the library and the script.
fn complete(folder: &Path, proved: &[String]) -> io::Result<()> {
    for claim in fs::read_dir(folder)? {
        let claim = claim?.path();
        let is_proved =
            claim.file_name().is_some_and(|name| proved.iter().any(|known| known.as_str() == name));
        let is_tables = claim.file_name().is_some_and(|name| name.to_string_lossy().starts_with(TABLES));
        if !is_proved && !is_tables {
            fs::remove_dir_all(&claim)?;
            continue;
        }
        for file in fs::read_dir(&claim)? {
            let file = file?.path();
            if file.extension().is_some_and(|ending| ending != "v") {
                fs::remove_file(file)?;
            }
        }
    }
    let library = folder.join(LIBRARY);
    fs::create_dir(&library)?;
    for (name, text) in SOURCES {
        fs::write(library.join(name).with_extension("v"), text)?;
    }
    fs::write(folder.join("assumptions.txt"), ASSUMPTIONS)?;
    fs::write(folder.join(SCRIPT), script(proved))
}

/// What somebody types who wants to check it all.
fn script(proved: &[String]) -> String {
    let names: Vec<&str> = SOURCES.iter().map(|(name, _)| *name).collect();
    format!(
        "#!/bin/sh\n\
         # Compiles every theorem of this folder with Coq and nothing else, and prints what each rests on: names that are all in assumptions.txt.\n\
         set -e\n\
         cd \"$(dirname \"$0\")\"\n\
         for file in {}; do coqc -q -w none -R {LIBRARY} Adli {LIBRARY}/$file.v; done\n\
         for tables in {TABLES}*; do\n  \
         if [ -e $tables/order ]; then\n    \
         for file in $(cat $tables/order); do coqc -q -w none -R {LIBRARY} Adli -R $tables Printed $tables/$file.v; done\n  \
         fi\n\
         done\n\
         for claim in {}; do\n  \
         tables={TABLES}\n  \
         case $claim in *_[0-9]) if [ -e {TABLES}_${{claim##*_}} ]; then tables={TABLES}_${{claim##*_}}; fi;; esac\n  \
         for file in Rules Left Met Claim Ask; do\n    \
         if [ -e $claim/$file.v ]; then coqc -q -w none -R {LIBRARY} Adli -R $tables Printed -R $claim Printed $claim/$file.v; fi\n  \
         done\n\
         done\n",
        names.join(" "),
        proved.join(" ")
    )
}

/// A folder may be replaced if it is one of these, or empty.
fn refuse_occupied(goal: &Path) -> Result<(), Failure> {
    let is_free = match fs::read_dir(goal) {
        Ok(mut inside) => {
            inside.next().is_none() || goal.join(SCRIPT).is_file() && goal.join("assumptions.txt").is_file()
        }
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    if is_free && goal.file_name().is_some() {
        return Ok(());
    }
    Err(Failure::input(format!("`{}` is there already, and is no folder of files for Coq", goal.display()))
        .help("name another folder"))
}
