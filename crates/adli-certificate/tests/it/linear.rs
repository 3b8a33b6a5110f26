//! A certificate of linear arithmetic is written, and then altered in every way that must not go unnoticed.

use std::fs;
use std::path::{Path, PathBuf};

use adli_certificate::{Evidence, Folder, MANIFEST, Text, WriteError, verify};
use adli_lrat::Limits;
use tempfile::TempDir;

/// Twice an integer is both at most 5 and at least 5.
const PROBLEM: &str = "p linear 3 1 2 3\nc x1 is half\na 1 2 x1 <= 5\na 2 -2 x1 <= -5\n1 3 0\n1 -3 0\n2 0\n";
/// Rounded, it is at most 2; and then not at least 5 halves.
const FARKAS: &str = "p farkas 1 2\na 4 1 x1 <= 2\n1 -1 2 4 0\n1 -2 2 -4 0\n";
const PROOF: &str = "6 1 0 1 2 0\n7 0 6 4 3 5 0\n";
const TEXT: &str = "(declare-const half Int)(assert (= (* 2 half) 5))";

pub struct Written {
    _root: TempDir,
    pub folder: PathBuf,
}

fn write_to(goal: &Path, farkas: &str) -> Result<(), WriteError> {
    let mut folder = Folder::begin(goal)?;
    let place = folder.place_linear("odd", None)?;
    fs::write(&place.text, TEXT).unwrap();
    fs::write(&place.problem, PROBLEM).unwrap();
    fs::write(&place.farkas, farkas).unwrap();
    fs::write(&place.proof, PROOF).unwrap();
    let kept = folder.keep_linear(&place, "5 is odd", "by hand", &Limits::default())?;
    assert_eq!((kept.variables, kept.clauses, kept.checked.steps), (3, 3, 2));
    folder.finish("a test", Text::new("mine", "some text"), Vec::new())
}

pub fn write() -> Written {
    let root = TempDir::new().unwrap();
    let folder = root.path().join("certificates");
    write_to(&folder, FARKAS).unwrap();
    Written { _root: root, folder }
}

/// Everything that is wrong with a folder.
pub fn wrong(folder: &Path) -> Vec<String> {
    let verified = verify(folder, &Limits::default(), |_| true).unwrap();
    let entries =
        verified.entries.iter().filter_map(|entry| entry.checked.as_ref().err().map(ToString::to_string));
    let wrong: Vec<String> = verified.faults.iter().cloned().chain(entries).collect();
    assert_eq!(wrong.is_empty(), verified.holds());
    wrong
}

/// Puts the length and the digest of a file into the manifest, so that only what is in it can be noticed.
pub fn say(written: &Written, field: &str, file: &str) {
    let path = written.folder.join(MANIFEST);
    let mut manifest: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let bytes = fs::read(written.folder.join(file)).unwrap();
    let part = &mut manifest["certificates"][0]["evidence"][field];
    part["bytes"] = bytes.len().into();
    part["blake3"] = blake3::hash(&bytes).to_hex().to_string().into();
    manifest.as_object_mut().unwrap().remove("digest");
    fs::write(&path, serde_json::to_vec(&manifest).unwrap()).unwrap();
}

#[test]
fn what_was_written_holds() {
    let written = write();
    assert_eq!(wrong(&written.folder), Vec::<String>::new());
    let verified = verify(&written.folder, &Limits::default(), |_| true).unwrap();
    assert_eq!(verified.entries[0].checked.as_ref().unwrap().steps, 2);
    let manifest = verified.manifest.unwrap();
    let Evidence::Linear(linear) = &manifest.certificates[0].evidence else { panic!("linear") };
    let numbers = (linear.integers, linear.variables, linear.inequalities, linear.clauses, linear.lines);
    assert_eq!(numbers, (1, 3, 2, 3, 2));
    assert_eq!(linear.text.as_ref().unwrap().file, "odd.smt2");
}

#[test]
fn what_the_checker_refuses_is_not_kept() {
    let root = TempDir::new().unwrap();
    let folder = root.path().join("certificates");
    let error = write_to(&folder, &FARKAS.replace("2 4 0", "1 4 0")).unwrap_err();
    assert!(error.to_string().contains("does not cancel x1"), "{error}");
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
}

/// Alterations of what the files say, with lengths and digests made right again: the checkers have to notice.
#[test]
fn alterations_are_refused() {
    let (problem, farkas, proof) = ("odd.linear", "odd.farkas", "odd.lrat");
    let cases = [
        // The problem.
        (problem, "a 1 2 x1 <= 5", "a 1 3 x1 <= 5", "`odd.farkas`: the sum does not cancel x1 (line 3)"),
        (problem, "x1 <= 5", "x1 <= 6", "`odd.farkas`: the sum is no contradiction (line 3)"),
        (problem, "x1 <= -5", "x1 <= -4", "`odd.farkas`: the sum is no contradiction (line 4)"),
        (problem, "1 -3 0", "-1 -3 0", "`odd.lrat`: the hints do not contradict"),
        (problem, "2 0\n", "-2 0\n", "`odd.lrat`: the hints do not contradict"),
        (problem, "1 3 0\n", "", "`odd.linear`: it ends too early"),
        (problem, "2 0\n", "2 0\n3 0\n", "`odd.linear`: there are more lines than the header says"),
        (problem, "a 1 2 x1", "a 2 2 x1", "`odd.linear`: variable 2 cannot be here"),
        (problem, "p linear 3 1", "p linear 3 0", "`odd.linear`: the terms of an inequality"),
        (problem, "p linear 3 1", "p linear 4 1", "`odd.farkas`: variable 4 cannot be here"),
        (problem, "a 1 2 x1", "a 1 02 x1", "`odd.linear`: a word cannot be here"),
        // The lines.
        (farkas, "1 -1 2 4 0", "1 -1 1 4 0", "`odd.farkas`: the sum does not cancel x1 (line 3)"),
        (farkas, "1 -1 2 4 0", "1 -1 2 -4 0", "`odd.farkas`: the sum does not cancel x1"),
        (farkas, "1 -1 2 4 0", "1 -1 -2 4 0", "`odd.farkas`: a multiplier is not positive"),
        (farkas, "1 -1 2 4 0", "1 -3 2 4 0", "`odd.farkas`: variable -3 stands for no inequality"),
        (farkas, "1 -1 2 4 0", "0", "`odd.farkas`: the sum is no contradiction"),
        (farkas, "a 4 1 x1 <= 2", "a 4 1 x1 <= 1", "`odd.farkas`: the sum is no contradiction"),
        (farkas, "a 4 1 x1", "a 3 1 x1", "`odd.farkas`: variable 3 cannot be here"),
        (farkas, "1 -2 2 -4 0\n", "", "`odd.farkas`: it ends too early"),
        (
            farkas,
            "1 -1 2 4 0\n1 -2 2 -4 0",
            "1 -2 2 -4 0\n1 -1 2 4 0",
            "`odd.lrat`: clause 4 does not follow up",
        ),
        (farkas, "p farkas 1 2", "p farkas 1 1", "`odd.farkas`: there are more lines"),
        (farkas, "2 -4 0\n", "2 -4 0", "`odd.farkas`: it ends too early"),
        (
            farkas,
            "1 -1 2",
            "9223372036854775807 -1 9223372036854775808",
            "`odd.farkas`: a number is too large",
        ),
        // The proof.
        (proof, "1 2 0\n", "1 3 0\n", "`odd.lrat`: the hints do not contradict"),
        (proof, "6 4 3 5", "6 4 5", "`odd.lrat`: the hints do not contradict"),
        (proof, "7 0 6 4 3 5 0\n", "", "`odd.lrat`: it ends before the empty clause"),
    ];
    for (file, from, to, expected) in cases {
        let written = write();
        let path = written.folder.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} {from}");
        let at = text.rfind(from).unwrap();
        fs::write(&path, format!("{}{to}{}", &text[..at], &text[at + from.len()..])).unwrap();
        // Without the digests put right the file is told to be another.
        let told = wrong(&written.folder);
        assert!(told.len() == 1 && told[0].starts_with(&format!("`{file}` ")), "{told:?}");
        let field = match file {
            "odd.linear" => "problem",
            "odd.farkas" => "farkas",
            _ => "proof",
        };
        say(&written, field, file);
        let told = wrong(&written.folder);
        assert!(told.len() == 1 && told[0].starts_with(expected), "{file} `{to}`: {told:?}");
    }
}

/// What the manifest and the folder say of themselves.
#[test]
fn a_manifest_that_says_something_else_is_refused() {
    for (field, value, expected) in [
        ("integers", 2, "has 1 integers"),
        ("variables", 4, "has 1 integers"),
        ("inequalities", 3, "has 1 integers"),
        ("clauses", 4, "has 1 integers"),
        ("lines", 1, "has 1 integers"),
    ] {
        let written = write();
        let path = written.folder.join(MANIFEST);
        let mut manifest: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        manifest["certificates"][0]["evidence"][field] = value.into();
        manifest.as_object_mut().unwrap().remove("digest");
        fs::write(&path, serde_json::to_vec(&manifest).unwrap()).unwrap();
        let told = wrong(&written.folder);
        assert!(told.len() == 1 && told[0].contains(expected), "{field}: {told:?}");
    }
    for file in ["odd.linear", "odd.farkas", "odd.lrat", "odd.smt2"] {
        let written = write();
        fs::remove_file(written.folder.join(file)).unwrap();
        assert_eq!(wrong(&written.folder), [format!("`{file}` is missing")]);
    }
    let written = write();
    fs::write(written.folder.join("odd.smt2"), TEXT.replace('5', "7")).unwrap();
    assert!(wrong(&written.folder)[0].contains("its digest is another"));
}
