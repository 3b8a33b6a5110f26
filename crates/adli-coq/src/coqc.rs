//! `coqc`, the program: found, run within limits, and what it says.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use adli_process::{Finished, Limits, Stop, run_to_the_end};

/// The oldest version that the library is known to compile with.
const FLOOR: (u32, u32) = (8, 16);

/// How long it may think about which version it is.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program, with its version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coqc {
    program: String,
    version: String,
}

/// Why there is no answer of Coq.
#[derive(Debug)]
pub enum Trouble {
    /// It cannot be run.
    Missing(io::Error),
    /// It does not say which version it is: what it says instead.
    Strange(String),
    /// It does not accept a file of the library, whatever is to be proved: the file, and what it says.
    Library(String, String),
    /// It is too old: this version.
    Old(String),
    /// Somebody or a limit ended it.
    Ended(String),
    /// It does not accept a file: the file, and what it says.
    Refused(String, String),
    /// A file cannot be written or read.
    File(PathBuf, io::Error),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Missing(_) => f.write_str("Coq is not installed: there is no program `coqc`"),
            Trouble::Strange(said) => {
                write!(f, "the program `coqc` does not say which version of Coq it is: {said}")
            }
            Trouble::Library(file, said) => {
                write!(
                    f,
                    "Coq does not compile `{file}` of the library, so that nothing can be shown: {said}"
                )
            }
            Trouble::Old(version) => {
                write!(f, "Coq {version} is too old; it takes {}.{} or later", FLOOR.0, FLOOR.1)
            }
            Trouble::Ended(why) => f.write_str(why),
            Trouble::Refused(file, said) => write!(f, "Coq does not accept `{file}`: {said}"),
            Trouble::File(path, error) => write!(f, "cannot write `{}`: {error}", path.display()),
        }
    }
}

impl std::error::Error for Trouble {}

impl Coqc {
    /// The program of that name, if it can be run: it is asked for its version.
    ///
    /// # Errors
    /// Where it cannot, or is too old.
    pub fn find(program: &str) -> Result<Coqc, Trouble> {
        let limits = Limits { time: Some(PATIENCE), memory: None };
        let asked = run_to_the_end(Command::new(program).arg("--print-version"), "", &limits, &|| None);
        let ended = |_| Trouble::Strange(format!("no answer in {} seconds", PATIENCE.as_secs()));
        let Finished { success, wrote, complained } = asked.map_err(Trouble::Missing)?.map_err(ended)?;
        let version = wrote.split_whitespace().next().unwrap_or_default().to_owned();
        let numbers: Option<Vec<u32>> =
            version.split('.').take(2).map(|number| number.parse::<u32>().ok()).collect();
        let found = match numbers.as_deref() {
            Some(&[major, minor]) if success => (major, minor),
            _ => return Err(Trouble::Strange(said(&format!("{wrote} {complained}")))),
        };
        if found < FLOOR {
            return Err(Trouble::Old(version));
        }
        Ok(Coqc { program: program.to_owned(), version })
    }

    /// Its version.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Compiles a file that needs nothing of ours.
    ///
    /// # Errors
    /// Where it does not accept the file, or was ended.
    pub fn accepts(&self, file: &Path, limits: &Limits, stop: Stop<'_>) -> Result<(), Trouble> {
        let mut command = Command::new(&self.program);
        command.args(["-q", "-w", "none", "-noglob"]).arg(file);
        said_of(&mut command, file, limits, stop).map(|_| ())
    }

    /// Compiles a file of the library, or one of the folders of printed files; hands back what it printed.
    ///
    /// # Errors
    /// Where it does not accept the file, or was ended.
    pub(crate) fn compile(
        &self,
        library: &Path,
        printed: &[&Path],
        file: &Path,
        limits: &Limits,
        stop: Stop<'_>,
    ) -> Result<String, Trouble> {
        let mut command = Command::new(&self.program);
        command.args(["-q", "-w", "none", "-noglob", "-R"]).arg(library).arg("Adli");
        for printed in printed {
            command.arg("-R").arg(printed).arg("Printed");
        }
        command.arg(file);
        said_of(&mut command, file, limits, stop)
    }
}

/// Runs `coqc` on a file: what it prints, if it accepts it.
fn said_of(command: &mut Command, file: &Path, limits: &Limits, stop: Stop<'_>) -> Result<String, Trouble> {
    let ran = run_to_the_end(command, "", limits, stop).map_err(Trouble::Missing)?;
    let Finished { success, wrote, complained } = ran.map_err(Trouble::Ended)?;
    if success {
        return Ok(wrote);
    }
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if ["Out of memory", "Stack overflow"].iter().any(|sign| complained.contains(sign)) {
        return Err(Trouble::Ended(format!("Coq ran out of memory in `{name}`")));
    }
    let said = said(&complained);
    // The disk is full or broken, which says nothing of the file.
    if let Some(why) = said.strip_prefix("System error: ") {
        return Err(Trouble::File(file.with_extension("vo"), io::Error::other(why.trim_matches('"'))));
    }
    Err(Trouble::Refused(name, said))
}

/// The end of what it complains of, in one line, and not too much of it.
fn said(complained: &str) -> String {
    let words: Vec<&str> = complained.split_whitespace().collect();
    let from = words.iter().position(|&word| word == "Error:").map_or(0, |at| at + 1);
    words[from..].iter().take(60).copied().collect::<Vec<_>>().join(" ")
}

/// What a theorem rests on, as `Print Assumptions` tells.
///
/// # Errors
/// Where it does not tell.
pub(crate) fn assumed(said: &str) -> Result<Vec<String>, String> {
    let mut lines = said.lines();
    match lines.next().map(str::trim_end) {
        Some("Closed under the global context") if said.trim_end().lines().count() == 1 => {
            return Ok(Vec::new());
        }
        Some("Axioms:") => {}
        _ => return Err("this is not what `Print Assumptions` prints".to_owned()),
    }
    let mut names = Vec::new();
    for line in lines {
        // The type of an assumption may go on in lines that begin with a space.
        if line.starts_with(' ') || line.trim().is_empty() {
            continue;
        }
        names.push(line.split([' ', ':']).next().unwrap_or_default().to_owned());
    }
    Ok(names)
}

/// Those that are not in the list.
pub(crate) fn beyond<'a>(names: &'a [String], list: &str) -> Vec<&'a str> {
    let allowed: Vec<&str> = list.lines().map(str::trim).filter(|line| !line.starts_with('#')).collect();
    names.iter().map(String::as_str).filter(|name| !allowed.contains(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assumption_that_is_not_in_the_list_is_seen() {
        let said = "Axioms:\nPrimInt63.sub : PrimInt63.int -> PrimInt63.int ->\n                PrimInt63.int\nmy_axiom\n  : forall x, x = x\n";
        let names = assumed(said).unwrap();
        assert_eq!(names, ["PrimInt63.sub", "my_axiom"]);
        assert_eq!(beyond(&names, "# a list\nPrimInt63.sub\n"), ["my_axiom"]);
        assert_eq!(assumed("Closed under the global context\n").unwrap(), [] as [String; 0]);
        assert!(assumed("").is_err());
        assert!(assumed("Closed under the global context\nAxioms:\nmine : False").is_err());
    }
}
