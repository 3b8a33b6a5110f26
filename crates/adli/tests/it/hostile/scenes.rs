//! Commands that write, each in a folder that has something to lose.
//!
//! What a command writes belongs to units: a file, a folder of certificates, each table. Whatever happens while it runs, every unit is as it was
//! or as the command leaves it when nothing happens; what is none of these is half-written. Temporary folders are below the same folder, and are empty
//! in the end.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::world::{LEMMAS, RECOGNISER};
use crate::common::has_coq;
use crate::verified::has_checker;

/// A strategy that fails, so that there is something to draw and to write.
const REFUTED: &str = "endgame KQK White K Q v Black k
use geometry
strategy s for White to win
  step mate_now: move Q where mate'
  step wait: move K
theorem wins: s reaches mate within 3 moves from White to move and K = c6 and Q = h7
";

const GAMES: &str = "[FEN \"8/8/8/3k4/8/8/8/KQ6 w - - 0 1\"]\n\n1. Qb4 Ke5 2. Kb2 *\n\n\
                     [FEN \"8/8/8/3k4/8/8/8/KQ6 w - - 0 1\"]\n\n1. Qb6 *\n";

const FEN: &str = "8/8/8/8/3k4/8/8/KR6 w - - 0 1";

/// An endgame about which Coq is asked quickly.
const KINGS: &str = "endgame KK White K v Black k
lemma apart: in every position where White to move: K /= k
";

/// A program in the place of ACL2: it says that it has checked a proof, and prints the clauses, as ACL2 does
/// when it has.
const ACL2: &str = "#!/bin/sh
cat > /dev/null
echo 'Length of file'
echo 's VERIFIED'
grep -v '^[pc]' clauses.cnf > \"$LRAT_PRINT_FORMULA\"
";

/// The commands that need no other program.
const COMMANDS: [&[&str]; 17] = [
    &["solve", "KRK", "KBK"],
    &["solve", "KQK", "--by", "bdd", "--lemmas", "new/lemmas"],
    &["prove", "lemmas.adv", "--by", "sat", "--certificates", "proofs"],
    &["prove", "lemmas.adv", "--by", "sat", "--format", "json"],
    &["prove", "lemmas.adv", "--by", "smt", "--claim", "apart", "--certificates", "new-proofs"],
    &["prove", "lemmas.adv", "--by", "smt", "--claim", "apart", "--write", "problems/new"],
    &["prove", "refuted.adv", "--pgn", "out.pgn", "--epd", "out.epd"],
    &["compile", "kqk", "-o", "out.moves"],
    &["export", "recogniser.adv", "--as", "c", "--unproved", "-o", "out.c"],
    &["export", "recogniser.adv", "--as", "rust", "--unproved", "-o", "out.rs"],
    &["plot", "refuted.adv", "-o", "new/pictures"],
    &["report", "refuted.adv", "-o", "new/page"],
    &["show", FEN, "-o", "out.svg"],
    &["set", "recogniser.adv", "open_k", "--dddmp", "out.dddmp", "--dot", "out.dot"],
    &["annotate", "games.pgn", "--by", "kqk", "-o", "out.pgn"],
    &["fmt", "messy.adv"],
    &["verify", "proofs", "--acl2=./acl2"],
];

/// Those that need the extracted checker.
const BY_CHECKER: [&[&str]; 2] = [&["audit", "KQK", "--by", "coq-extracted"], &["verify", "proofs", "--coq"]];

/// Those that need Coq, and seconds; at length only. For lines of linear arithmetic both are needed.
const BY_COQ: [&[&str]; 4] = [
    &["prove", "kings.adv", "--by", "coq", "--certificates", "theorems"],
    &["audit", "KK", "--by", "coq"],
    &["verify", "proofs", "--coq-kernel"],
    &["verify", "lines", "--coq"],
];

/// The commands whose programs are there. Which are left out is said aloud.
pub fn commands(at_length: bool) -> Vec<&'static [&'static str]> {
    let mut all = COMMANDS.to_vec();
    let has_checker = has_checker();
    if has_checker {
        all.extend(BY_CHECKER);
    }
    if at_length && has_coq() {
        all.extend(BY_COQ.iter().filter(|args| has_checker || !args.contains(&"--coq")));
    }
    all
}

/// Where every command runs: files to read, older ones to lose, and a table.
pub struct Stage {
    before: TempDir,
}

/// What is in a folder, by units: for each the paths within it and their bytes.
pub type Units = BTreeMap<String, BTreeMap<PathBuf, Vec<u8>>>;

/// Every name of something unfinished begins like this.
pub const UNFINISHED: &str = ".adli-unfinished-";

impl Stage {
    pub fn new() -> Stage {
        let before = tempfile::tempdir().unwrap();
        let put = |name: &str, words: &str| fs::write(before.path().join(name), words).unwrap();
        put("lemmas.adv", LEMMAS);
        put("refuted.adv", REFUTED);
        put("recogniser.adv", &format!("{RECOGNISER}def open_k = k in ring(R)\n"));
        put("messy.adv", &REFUTED.replace(" = ", "  =  "));
        put("games.pgn", GAMES);
        put("kings.adv", KINGS);
        put("acl2", ACL2);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(before.path().join("acl2"), fs::Permissions::from_mode(0o755)).unwrap();
        }
        for old in ["out.pgn", "out.epd", "out.moves", "out.c", "out.h", "out.rs", "out.svg", "out.dddmp"] {
            put(old, "an older file\n");
        }
        for folder in ["tables", "tmp", "cache"] {
            fs::create_dir(before.path().join(folder)).unwrap();
        }
        // The first of two lemmas: another folder of certificates than that of both.
        put("older.adv", LEMMAS.split("lemma met").next().unwrap());
        let stage = Stage { before };
        for args in [
            &["solve", "KQK"][..],
            &["prove", "older.adv", "--by", "sat", "--certificates", "proofs"],
            &["prove", "older.adv", "--by", "smt", "--certificates", "lines"],
        ] {
            let output = stage.command(stage.before.path(), args).output().unwrap();
            assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
        stage
    }

    /// A copy to run a command in.
    pub fn copy(&self) -> TempDir {
        let copy = tempfile::tempdir().unwrap();
        copy_all(self.before.path(), copy.path());
        copy
    }

    /// A command that finds everything below a folder.
    pub fn command(&self, folder: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adli"));
        command.args(["--threads", "1"]).args(args);
        settle(&mut command, folder);
        command
    }

    /// How a command ends when nothing happens: its exit code, what there is before and afterwards.
    pub fn undisturbed(&self, args: &[&str]) -> (i32, Units, Units) {
        let folder = self.copy();
        let before = units(folder.path());
        let output = self.command(folder.path(), args).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        let code = output.status.code().unwrap();
        assert!(matches!(code, 0 | 1 | 3), "{args:?}: {code}: {stderr}");
        let after = units(folder.path());
        assert!(left_behind(folder.path()).is_empty(), "{args:?}");
        // Some write temporary files alone.
        let is_passing = matches!(args[0], "verify" | "audit")
            || args.contains(&"sat") && !args.contains(&"--certificates");
        assert!(is_passing || before != after, "{args:?} writes nothing: {stderr}");
        (code, before, after)
    }
}

/// Lets a command find everything below a folder.
pub fn settle(command: &mut Command, folder: &Path) {
    command.current_dir(folder).env("ADLI_TABLES", folder.join("tables"));
    command.env("TMPDIR", folder.join("tmp"));
    // Coq's library is compiled once, where it is for all tests.
    if !command.get_args().any(|arg| arg == "coq" || arg == "--coq-kernel") {
        command.env("XDG_CACHE_HOME", folder.join("cache"));
    }
}

/// What is in a folder. What the system, the test and locks put there does not count.
pub fn units(folder: &Path) -> Units {
    let mut found = Units::new();
    collect(folder, Path::new(""), &mut found);
    found.retain(|name, _| !["tmp", "cache", "stdout"].contains(&name.as_str()));
    found
}

fn collect(folder: &Path, within: &Path, found: &mut Units) {
    for entry in fs::read_dir(folder.join(within)).unwrap().map(Result::unwrap) {
        let (path, name) = (within.join(entry.file_name()), entry.file_name());
        let name = name.to_string_lossy();
        if name.starts_with(UNFINISHED) || name == ".lock" {
            continue;
        }
        // Each table and each problem is a unit of its own; other folders belong together.
        let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let is_apart = ["tables", "problems"].contains(&parts[0].as_str());
        let unit = if is_apart { parts.join("/") } else { parts[0].clone() };
        if entry.file_type().unwrap().is_dir() {
            found.entry(unit).or_default();
            collect(folder, &path, found);
        } else {
            found.entry(unit).or_default().insert(path.clone(), fs::read(folder.join(&path)).unwrap());
        }
    }
}

/// Names of temporary things that are still there.
pub fn left_behind(folder: &Path) -> Vec<PathBuf> {
    let mut left = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap().map(Result::unwrap) {
            let is_temporary = next == folder.join("tmp");
            if is_temporary || entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
                left.push(entry.path());
            } else if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            }
        }
    }
    left
}

/// What is neither as it was nor as it is to be.
pub fn half_written(before: &Units, after: &Units, now: &Units) -> Option<String> {
    let names = before.keys().chain(now.keys());
    let mut torn = names.filter(|name| {
        let found = now.get(*name);
        found != before.get(*name) && found != after.get(*name)
    });
    torn.next().map(|name| {
        let files = |units: &Units| {
            let unit = units.get(name)?;
            Some(
                unit.iter()
                    .map(|(path, bytes)| format!("{} {}", path.display(), bytes.len()))
                    .collect::<Vec<_>>(),
            )
        };
        format!(
            "`{name}` is half-written: before {:?}, after {:?}, now {:?}",
            files(before),
            files(after),
            files(now)
        )
    })
}

pub fn copy_all(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let goal = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir(&goal).unwrap();
            copy_all(&entry.path(), &goal);
        } else {
            fs::copy(entry.path(), goal).unwrap();
        }
    }
}

/// A number from the environment.
pub fn from_environment(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}
