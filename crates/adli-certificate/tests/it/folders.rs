//! A folder is written, and then everything is done to it that must not go unnoticed.
use std::fs;
use std::path::{Path, PathBuf};

use adli_certificate::{Evidence, Fault, Folder, MANIFEST, NotAFolder, Text, Verified, WriteError, verify};
use adli_lrat::Limits;
use tempfile::TempDir;

/// All clauses over two variables, and over one, with proofs by hand.
const FOUR: &str = "c input a 1\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
const FOUR_PROOF: &str = "5 2 0 1 2 0\n6 -2 0 3 4 0\n7 0 5 6 0\n";
const TWO: &str = "p cnf 1 2\n1 0\n-1 0\n";
const TWO_PROOF: &str = "3 0 1 2 0\n";

pub struct Written {
    _root: TempDir,
    pub folder: PathBuf,
}

fn add(
    folder: &mut Folder,
    claim: &str,
    part: Option<&str>,
    cnf: &str,
    proof: &str,
) -> Result<(), WriteError> {
    let place = folder.place(claim, part)?;
    fs::write(&place.cnf, cnf).unwrap();
    fs::write(&place.proof, proof).unwrap();
    folder.keep(&place, "it cannot be", "by hand", &Limits::default()).map(|_| ())
}

pub fn write() -> Written {
    let root = TempDir::new().unwrap();
    let folder = root.path().join("certificates");
    write_to(&folder).unwrap();
    Written { _root: root, folder }
}

fn write_to(goal: &Path) -> Result<(), WriteError> {
    let mut folder = Folder::begin(goal)?;
    add(&mut folder, "four", None, FOUR, FOUR_PROOF)?;
    add(&mut folder, "two", Some("1"), TWO, TWO_PROOF)?;
    add(&mut folder, "two", Some("2"), TWO, TWO_PROOF)?;
    folder.finish("a test", Text::new("mine", "some text"), vec![Text::new("laws", "the laws")])
}

fn check(folder: &Path) -> Result<Verified, NotAFolder> {
    verify(folder, &Limits::default(), |_| true)
}

/// Everything that is wrong with a folder.
fn wrong(folder: &Path) -> Vec<String> {
    let verified = check(folder).unwrap();
    let entries =
        verified.entries.iter().filter_map(|entry| entry.checked.as_ref().err().map(ToString::to_string));
    let wrong: Vec<String> = verified.faults.iter().cloned().chain(entries).collect();
    assert_eq!(wrong.is_empty(), verified.holds());
    wrong
}

/// Replaces a text in a file of the folder.
fn change(written: &Written, file: &str, from: &str, to: &str) {
    let path = written.folder.join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{text}");
    // A manifest is changed as whoever knows how would change it; that its digest is noticed is a test of its own.
    let text = if file == MANIFEST { without_digest(&text) } else { text };
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
}

fn without_digest(manifest: &str) -> String {
    let (before, after) = manifest.rsplit_once(",\n  \"digest\": \"").unwrap_or((manifest, ""));
    if after.is_empty() { before.to_owned() } else { format!("{before}\n}}\n") }
}

/// Any letter, of a statement too.
#[test]
fn a_changed_letter_of_the_manifest_is_noticed() {
    let written = write();
    let path = written.folder.join(MANIFEST);
    let text = fs::read_to_string(&path).unwrap();
    for at in text.char_indices().filter(|(_, letter)| letter.is_alphanumeric()).map(|(at, _)| at).step_by(7)
    {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        fs::write(&path, bytes).unwrap();
        let is_noticed =
            verify(&written.folder, &Limits::default(), |_| true).is_ok_and(|found| !found.holds());
        // Of another format or version: not a folder of certificates.
        assert!(is_noticed || verify(&written.folder, &Limits::default(), |_| true).is_err(), "{at}");
    }
    fs::write(&path, text.replacen("a test", "a pest", 1)).unwrap();
    assert_eq!(wrong(&written.folder), ["`certificates.json`: digest mismatch: the file has changed"]);
    fs::write(&path, without_digest(&text)).unwrap();
    assert!(wrong(&written.folder).is_empty(), "an older manifest has none");
}

/// The digest of a file as the manifest has it.
fn digest(written: &Written, file: &str) -> String {
    blake3::hash(&fs::read(written.folder.join(file)).unwrap()).to_hex().to_string()
}

#[test]
fn what_was_written_holds() {
    let written = write();
    assert_eq!(wrong(&written.folder), Vec::<String>::new());
    let verified = check(&written.folder).unwrap();
    let names: Vec<String> = verified.entries.iter().map(|entry| entry.certificate.name()).collect();
    assert_eq!(names, ["four", "two.1", "two.2"]);
    assert_eq!(verified.entries[0].checked.as_ref().unwrap().steps, 3);
    let manifest = verified.manifest.unwrap();
    assert_eq!(manifest.source.blake3, blake3::hash(b"some text").to_hex().to_string());
    let Evidence::Clauses(four) = &manifest.certificates[0].evidence else { panic!("clauses") };
    assert_eq!((four.variables, four.clauses), (2, 4));
    // Nothing else is left beside it.
    assert_eq!(fs::read_dir(written.folder.parent().unwrap()).unwrap().count(), 1);
}

/// Every literal of every clause and of every step, one at a time.
#[test]
fn a_flipped_literal_is_noticed() {
    let written = write();
    for (file, text) in [("four.cnf", FOUR), ("four.lrat", FOUR_PROOF)] {
        let digits: Vec<usize> = text.match_indices(['1', '2']).map(|(at, _)| at).collect();
        assert!(digits.len() >= 4);
        for at in digits {
            let flipped = match text[..at].strip_suffix('-') {
                Some(before) => format!("{before}{}", &text[at..]),
                None => format!("{}-{}", &text[..at], &text[at..]),
            };
            fs::write(written.folder.join(file), flipped).unwrap();
            let wrong = wrong(&written.folder);
            assert_eq!(wrong.len(), 1, "{wrong:?}");
            assert!(wrong[0].starts_with(&format!("`{file}` has ")), "{wrong:?}");
        }
        fs::write(written.folder.join(file), text).unwrap();
    }
    assert_eq!(wrong(&written.folder), Vec::<String>::new());
}

/// The same with lengths and digests made right again: then it is the proof that fails.
#[test]
fn a_flipped_literal_is_noticed_even_if_the_digests_agree() {
    for (file, from, to, message) in [
        ("four.cnf", "-1 2 0", "-1 1 0", "`four.lrat`: the hints do not contradict"),
        ("four.lrat", "5 2 0", "5 1 0", "`four.lrat`: clause 2 does not follow up"),
        ("four.lrat", "3 4 0", "3 1 0", "`four.lrat`: clause 1 does not follow up"),
        ("four.cnf", "p cnf 2 4", "p cnf 3 4", "`four.cnf` has 3 variables and 4 clauses"),
        ("four.cnf", "p cnf 2 4", "p cnf 2 5", "`four.cnf`: the header says 5 clauses"),
    ] {
        let written = write();
        let before = digest(&written, file);
        change(&written, file, from, to);
        change(&written, MANIFEST, &before, &digest(&written, file));
        let wrong = wrong(&written.folder);
        assert!(wrong.len() == 1 && wrong[0].starts_with(message), "{wrong:?}");
    }
}

#[test]
fn files_that_are_cut_missing_too_many_or_exchanged_are_named() {
    let written = write();
    fs::write(written.folder.join("four.lrat"), &FOUR_PROOF[..FOUR_PROOF.len() - 1]).unwrap();
    assert_eq!(wrong(&written.folder), ["`four.lrat` has 34 bytes, and had 35 when it was written"]);

    for file in ["four.cnf", "four.lrat"] {
        let written = write();
        fs::remove_file(written.folder.join(file)).unwrap();
        assert_eq!(wrong(&written.folder), [format!("`{file}` is missing")]);
    }

    let written = write();
    fs::write(written.folder.join("five.lrat"), "").unwrap();
    assert_eq!(
        wrong(&written.folder),
        ["`five.lrat` is in the folder, and `certificates.json` does not name it"]
    );

    let written = write();
    fs::copy(written.folder.join("two.1.cnf"), written.folder.join("four.cnf")).unwrap();
    assert_eq!(wrong(&written.folder), ["`four.cnf` has 19 bytes, and had 50 when it was written"]);
    fs::write(written.folder.join("four.cnf"), FOUR.replace("input a", "input b")).unwrap();
    assert_eq!(wrong(&written.folder), ["`four.cnf` is not what was written: its digest is another"]);

    let written = write();
    fs::remove_file(written.folder.join("four.cnf")).unwrap();
    fs::create_dir(written.folder.join("four.cnf")).unwrap();
    assert_eq!(wrong(&written.folder), ["`four.cnf`: this is not a file"]);
}

#[test]
fn a_manifest_that_makes_no_sense_is_wrong() {
    for (from, to, message) in [
        ("\"two.1.cnf\"", "\"../two.1.cnf\"", "`../two.1.cnf` cannot be the name of a file"),
        ("\"two.1.cnf\"", "\"/etc/passwd\"", "`/etc/passwd` cannot be the name of a file"),
        ("\"two.1.cnf\"", "\"two.2.cnf\"", "`two.2.cnf` is named twice"),
        ("\"part\": \"1\"", "\"part\": \"2\"", "there are two certificates for `two.2`"),
        ("\"clauses\"", "\"causes\"", "unknown field `causes`"),
        ("cnf+lrat", "good word", "unknown variant `good word`, expected `cnf+lrat`"),
        ("\"bytes\"", "bytes", "key must be a string"),
    ] {
        let written = write();
        change(&written, MANIFEST, from, to);
        let wrong = wrong(&written.folder);
        assert!(wrong[0].starts_with("`certificates.json`: ") && wrong[0].contains(message), "{wrong:?}");
    }
    let written = write();
    let path = written.folder.join(MANIFEST);
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    assert!(wrong(&written.folder)[0].contains("EOF"));
    let empty = TempDir::new().unwrap();
    Folder::begin(&empty.path().join("c")).unwrap().finish("a test", Text::new("a", ""), Vec::new()).unwrap();
    assert_eq!(wrong(&empty.path().join("c")), ["`certificates.json`: there is no certificate in it"]);
}

/// A folder as version 1 had it, in which clauses with their proof were the only evidence.
#[test]
fn the_version_before_is_still_read() {
    let written = write();
    let part = |file: &str| {
        let bytes = fs::metadata(written.folder.join(file)).unwrap().len();
        format!(r#"{{ "file": "{file}", "bytes": {bytes}, "blake3": "{}" }}"#, digest(&written, file))
    };
    let certificate = |claim: &str, name: &str, sizes: &str| {
        let files =
            format!(r#""cnf": {}, "proof": {}"#, part(&format!("{name}.cnf")), part(&format!("{name}.lrat")));
        format!(r#"{{ {claim}, "statement": "it cannot be", {sizes}, {files}, "solver": "by hand" }}"#)
    };
    let certificates = [
        certificate(r#""claim": "four""#, "four", r#""variables": 2, "clauses": 4"#),
        certificate(r#""claim": "two", "part": "1""#, "two.1", r#""variables": 1, "clauses": 2"#),
        certificate(r#""claim": "two", "part": "2""#, "two.2", r#""variables": 1, "clauses": 2"#),
    ];
    let old = format!(
        r#"{{ "format": "adli certificates", "version": 1, "program": "an older one",
              "source": {{ "name": "mine", "blake3": "" }}, "library": [], "certificates": [{}] }}"#,
        certificates.join(", ")
    );
    let manifest = written.folder.join(MANIFEST);
    fs::write(&manifest, &old).unwrap();
    assert_eq!(wrong(&written.folder), Vec::<String>::new());
    for (from, to, message) in [
        (r#""clauses": 4"#, r#""clauses": 5"#, "`four.cnf` has 2 variables and 4 clauses"),
        (r#""clauses": 4"#, r#""kind": "cnf+lrat", "clauses": 4"#, "unknown field `kind`"),
        (r#""solver""#, r#""solved by""#, "unknown field `solved by`"),
    ] {
        fs::write(&manifest, old.replacen(from, to, 1)).unwrap();
        assert!(wrong(&written.folder)[0].contains(message), "{:?}", wrong(&written.folder));
    }
}

#[test]
fn other_folders_are_told_apart() {
    let root = TempDir::new().unwrap();
    assert!(matches!(check(&root.path().join("none")), Err(NotAFolder::Unreadable(..))));
    assert!(matches!(check(root.path()), Err(NotAFolder::NoManifest(_))));
    for (from, to) in [("\"version\": 2", "\"version\": 3"), ("adli certificates", "other certificates")] {
        let written = write();
        change(&written, MANIFEST, from, to);
        assert!(matches!(check(&written.folder), Err(NotAFolder::Foreign(..))));
    }
}

#[test]
fn nothing_wrong_is_kept_and_nothing_unfinished_stays() {
    let root = TempDir::new().unwrap();
    let goal = root.path().join("c");
    let mut folder = Folder::begin(&goal).unwrap();
    let wrong = add(&mut folder, "four", None, FOUR, "5 0 1 2 0\n").unwrap_err().to_string();
    assert!(wrong.starts_with("the proof of `four` is wrong: clause 1 does not"), "{wrong}");
    assert!(
        add(&mut folder, "five", None, "p cnf", "")
            .unwrap_err()
            .to_string()
            .starts_with("the clauses of `five`")
    );
    // What was refused has left its name to another try.
    assert!(add(&mut folder, "five", None, "p cnf", "").unwrap_err().to_string().contains("the clauses of"));
    assert!(matches!(add(&mut folder, "../up", None, TWO, TWO_PROOF), Err(WriteError::Name(_))));
    assert!(folder.is_empty());
    drop(folder);
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
}

#[test]
fn an_older_folder_is_replaced_and_another_is_not() {
    let written = write();
    fs::write(written.folder.join("five.lrat"), "").unwrap();
    write_to(&written.folder).unwrap();
    assert_eq!(wrong(&written.folder), Vec::<String>::new());
    let root = TempDir::new().unwrap();
    fs::write(root.path().join("letter"), "dear").unwrap();
    assert!(matches!(write_to(root.path()), Err(WriteError::Occupied(_))));
    assert!(root.path().join("letter").is_file());
    assert!(matches!(write_to(&root.path().join("letter")), Err(WriteError::Occupied(_))));
}

#[test]
fn too_little_memory_is_not_a_fault_of_the_certificate() {
    let written = write();
    let verified = verify(&written.folder, &Limits { memory: 64 }, |_| true).unwrap();
    assert!(!verified.holds() && verified.faults.is_empty());
    let fault = verified.entries[0].checked.as_ref().unwrap_err();
    assert!(
        matches!(fault, Fault::Limit(message) if message.starts_with("`four.lrat`: more memory")),
        "{fault}"
    );
}

#[test]
fn somebody_can_stop_it() {
    let written = write();
    let mut seen = 0;
    let verified = verify(&written.folder, &Limits::default(), |_| {
        seen += 1;
        seen < 2
    });
    let verified = verified.unwrap();
    assert!(verified.stopped && !verified.holds());
    assert_eq!(verified.entries.len(), 1);
}
