//! `adli verify`: what it says of folders of certificates, good and bad.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::common::{adli, run, run_json};
use adli_certificate::{Folder, Text};
use adli_lrat::Limits;
use tempfile::TempDir;

const CNF: &str = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
const PROOF: &str = "5 2 0 1 2 0\n6 -2 0 3 4 0\n7 0 5 6 0\n";

/// A folder with one certificate.
pub fn folder() -> (TempDir, PathBuf) {
    folder_of(CNF)
}

/// Likewise, with clauses like those but for their header.
pub fn folder_of(cnf: &str) -> (TempDir, PathBuf) {
    let root = tempfile::tempdir().unwrap();
    let goal = root.path().join("certificates");
    let mut folder = Folder::begin(&goal).unwrap();
    let place = folder.place("lemma_one", None).unwrap();
    fs::write(&place.cnf, cnf).unwrap();
    fs::write(&place.proof, PROOF).unwrap();
    folder.keep(&place, "nobody can have it both ways", "by hand", &Limits::default()).unwrap();
    folder.finish("a test", Text::new("mine", "text"), Vec::new()).unwrap();
    (root, goal)
}

fn stdout(folder: &Path, args: &[&str], code: i32) -> String {
    let args = [&["verify", folder.to_str().unwrap()], args].concat();
    String::from_utf8(run(folder, &args, code).stdout).unwrap()
}

#[test]
fn a_good_folder_is_right() {
    let (_root, folder) = folder();
    let digest = blake3_of("text");
    assert_eq!(
        stdout(&folder, &[], 0),
        format!(
            "lemma_one  right    4 clauses, a proof of 3 steps\n1 certificate checked, all right\n\
             for the text `mine`, BLAKE3 {digest}\n"
        )
    );
    let json = run_json(&folder, &["verify", folder.to_str().unwrap()], 0);
    assert_eq!(json["verdict"], "right");
    assert_eq!(json["source"]["blake3"], digest);
    let one = &json["certificates"][0];
    assert_eq!(one["claim"], "lemma_one");
    assert_eq!(one["statement"], "nobody can have it both ways");
    assert_eq!((one["cnf"]["variables"].as_u64(), one["cnf"]["clauses"].as_u64()), (Some(2), Some(4)));
    assert_eq!(one["proof"]["steps"], 3);
    assert_eq!(one["checked_by"], serde_json::json!(["adli-lrat"]));
}

/// The digest as the manifest writes it, from the folder itself.
fn blake3_of(text: &str) -> String {
    Text::new("", text).blake3
}

/// In words, in deed, and the file that is named.
type Change<'a> = (&'a str, &'a dyn Fn(&Path), &'a str);

#[test]
fn whatever_is_done_to_a_folder_exit_code_1_names_the_file() {
    let changes: [Change; 6] = [
        ("a literal of the proof", &|f| replace(f, "lemma_one.lrat", "5 2 0", "5 1 0"), "`lemma_one.lrat`"),
        (
            "a literal of the clauses",
            &|f| replace(f, "lemma_one.cnf", "\n1 2 0", "\n1 1 0"),
            "`lemma_one.cnf`",
        ),
        ("an end that is missing", &|f| replace(f, "lemma_one.lrat", "7 0 5 6 0\n", ""), "`lemma_one.lrat`"),
        ("a file that is missing", &|f| fs::remove_file(f.join("lemma_one.cnf")).unwrap(), "`lemma_one.cnf`"),
        ("a file too many", &|f| fs::write(f.join("notes.txt"), "").unwrap(), "`notes.txt`"),
        ("a broken manifest", &|f| replace(f, "certificates.json", "{", "["), "`certificates.json`"),
    ];
    for (what, change, named) in changes {
        let (_root, folder) = folder();
        change(&folder);
        let text = stdout(&folder, &[], 1);
        assert!(text.contains(named) && text.contains("proves nothing"), "{what}: {text}");
        assert_eq!(run_json(&folder, &["verify", folder.to_str().unwrap()], 1)["verdict"], "wrong", "{what}");
    }
}

/// Makes the manifest agree with what a text file of the folder holds now.
fn correct(folder: &Path, file: &str) {
    let path = folder.join("certificates.json");
    let mut manifest: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let text = fs::read_to_string(folder.join(file)).unwrap();
    for certificate in manifest["certificates"].as_array_mut().unwrap() {
        for part in ["cnf", "proof"] {
            let part = &mut certificate["evidence"][part];
            if part["file"] == file {
                part["bytes"] = text.len().into();
                part["blake3"] = blake3_of(&text).into();
            }
        }
    }
    manifest.as_object_mut().unwrap().remove("digest");
    fs::write(&path, manifest.to_string()).unwrap();
}

/// It is the proof that counts, not the digest: one literal of the clauses or of the proof is enough.
#[test]
fn a_flipped_literal_is_found_also_where_the_digests_are_corrected() {
    for (file, from, to) in
        [("lemma_one.lrat", "5 2 0 1", "5 -2 0 1"), ("lemma_one.cnf", "\n1 2 0", "\n-1 2 0")]
    {
        let (_root, folder) = folder();
        correct(&folder, file);
        stdout(&folder, &[], 0);
        replace(&folder, file, from, to);
        correct(&folder, file);
        let text = stdout(&folder, &[], 1);
        assert!(text.contains("`lemma_one.lrat`"), "{file}: {text}");
    }
}

#[test]
fn a_flipped_literal_of_a_lemma_s_clauses_or_proof_is_found() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("certificates");
    let by_sat = ["prove", "krk", "--claim", "always_a_move", "--by", "sat"];
    run(root.path(), &[&by_sat[..], &["--certificates", folder.to_str().unwrap()]].concat(), 0);
    stdout(&folder, &[], 0);
    for ending in ["cnf", "lrat"] {
        let path = folder.join(format!("always_a_move.{ending}"));
        let whole = fs::read(&path).unwrap();
        let mut changed = whole.clone();
        // In a binary proof the sign is the lowest bit of a literal.
        if ending == "cnf" {
            let text = String::from_utf8(changed).unwrap();
            let (head, last) = text.trim_end().rsplit_once('\n').unwrap();
            let flipped = last.strip_prefix('-').map_or_else(|| format!("-{last}"), str::to_owned);
            changed = format!("{head}\n{flipped}\n").into_bytes();
        } else {
            let middle = changed.len() / 2;
            changed[middle] ^= 1;
        }
        fs::write(&path, changed).unwrap();
        let text = stdout(&folder, &[], 1);
        assert!(text.contains(&format!("`always_a_move.{ending}`")), "{text}");
        fs::write(&path, whole).unwrap();
    }
    stdout(&folder, &[], 0);
}

fn replace(folder: &Path, file: &str, from: &str, to: &str) {
    let text = fs::read_to_string(folder.join(file)).unwrap();
    assert!(text.contains(from));
    fs::write(folder.join(file), text.replacen(from, to, 1)).unwrap();
}

#[test]
fn what_is_no_folder_of_certificates_is_exit_code_2() {
    let (root, folder) = folder();
    for path in [root.path(), &root.path().join("none"), &folder.join("lemma_one.cnf")] {
        let output = run(root.path(), &["verify", path.to_str().unwrap()], 2);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(path.to_str().unwrap()) && stderr.contains("help: `adli prove"), "{stderr}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn too_little_memory_is_exit_code_3() {
    let (_root, folder) = folder();
    let text = stdout(&folder, &["--memory", "64"], 3);
    assert!(text.starts_with("lemma_one  unknown  `lemma_one.lrat`: more memory"), "{text}");
}

/// With the real program where it is installed, and otherwise with the advice to install it.
#[test]
fn acl2_gives_a_second_opinion_or_is_asked_for() {
    let (_root, folder) = folder();
    let missing = run(&folder, &["verify", folder.to_str().unwrap(), "--acl2=/no/such/acl2"], 2);
    let stderr = String::from_utf8(missing.stderr).unwrap();
    assert!(
        stderr.contains("cannot run `/no/such/acl2`") && stderr.contains("docs/certificates.md"),
        "{stderr}"
    );
    if std::process::Command::new("acl2")
        .arg("--version")
        .stdin(std::process::Stdio::null())
        .output()
        .is_err()
    {
        // Written past the test harness, which keeps to itself what a passing test prints.
        std::io::stderr().write_all(b"SKIPPED: ACL2 is not installed; see docs/certificates.md\n").unwrap();
        return;
    }
    let text = stdout(&folder, &["--acl2"], 0);
    assert!(
        text.starts_with("lemma_one  right    4 clauses, a proof of 3 steps, accepted by ACL2 too\n"),
        "{text}"
    );
    let json = run_json(&folder, &["verify", folder.to_str().unwrap(), "--acl2"], 0);
    assert_eq!(json["certificates"][0]["checked_by"], serde_json::json!(["adli-lrat", "acl2"]));
}

const WITH_OPTION: &str = "endgame KRK White K R v Black k
option claimed: Bool = false
lemma z: in every position where White to move: claimed
lemma kings: in every position where White to move: K /= k
";

#[test]
fn options_that_were_set_stand_in_the_folder() {
    let root = tempfile::tempdir().unwrap();
    let (text, folder) = (root.path().join("option.adv"), root.path().join("certificates"));
    fs::write(&text, WITH_OPTION).unwrap();
    let by_sat = ["prove", text.to_str().unwrap(), "--by", "sat", "--certificates", folder.to_str().unwrap()];
    run(root.path(), &[&by_sat[..], &["--set", "claimed=true"]].concat(), 0);
    let words = stdout(&folder, &[], 0);
    assert!(words.ends_with("with `claimed=true`, which is not as the text has it\n"), "{words}");
    // As the text has it, one lemma is refuted and the other is certified, without options.
    run(root.path(), &by_sat, 1);
    let words = stdout(&folder, &[], 0);
    assert!(words.contains("kings  ") && !words.contains("z  ") && !words.contains("claimed"), "{words}");
}

#[test]
fn what_proves_nothing_leaves_an_older_folder_alone() {
    let root = tempfile::tempdir().unwrap();
    let (text, folder) = (root.path().join("option.adv"), root.path().join("certificates"));
    fs::write(&text, WITH_OPTION).unwrap();
    let by_sat = ["prove", text.to_str().unwrap(), "--by", "sat", "--certificates", folder.to_str().unwrap()];
    run(root.path(), &[&by_sat[..], &["--claim", "kings"]].concat(), 0);
    let before = stdout(&folder, &[], 0);
    let refuted = run(root.path(), &[&by_sat[..], &["--claim", "z"]].concat(), 1);
    let said = String::from_utf8(refuted.stderr).unwrap();
    assert!(said.contains("no certificates were written"), "{said}");
    assert_eq!(stdout(&folder, &[], 0), before);
    // Other methods have none.
    let exhaustive = ["prove", text.to_str().unwrap(), "--certificates", folder.to_str().unwrap()];
    run(root.path(), &exhaustive, 2);
    assert_eq!(stdout(&folder, &[], 0), before);
}

const LEMMAS: &str = "endgame KRK White K R v Black k
use geometry
lemma apart: in every position where White to move: steps(K, k) > 1
lemma kings: in every position where White to move: files(K, k) <= files(K, R) + files(R, k)
";

/// Proofs were about clauses of which nobody could say to which text they belong.
#[test]
fn certificates_did_not_say_whether_they_belong_to_a_text() {
    let root = tempfile::tempdir().unwrap();
    let (text, folder) = (root.path().join("lemmas.adv"), root.path().join("certificates"));
    let (text, shown) = (text.to_str().unwrap(), folder.to_str().unwrap());
    fs::write(text, LEMMAS).unwrap();
    run(root.path(), &["prove", text, "--by", "sat", "--certificates", shown], 0);
    let words = stdout(&folder, &["--text", text], 0);
    assert!(words.contains("no solver was run"), "{words}");
    assert!(words.ends_with("the text is, byte for byte, the one that the folder names\n"), "{words}");
    // A comment changes no clause; another lemma is nobody's.
    fs::write(
        text,
        format!("-- A comment.\n{LEMMAS}lemma rook: in every position where White to move: R /= k\n"),
    )
    .unwrap();
    let words = stdout(&folder, &["--text", text], 0);
    assert!(words.ends_with("the text has other bytes than the one that the folder names\n"), "{words}");
    // One lemma says something else.
    fs::write(
        text,
        LEMMAS
            .replace("files(K, k)", "ranks(K, k)")
            .replace("files(K, R) + files(R, k)", "ranks(K, R) + ranks(R, k)"),
    )
    .unwrap();
    let words = stdout(&folder, &["--text", text], 1);
    assert!(
        words.contains("\nkings  differs  the clauses in `kings.cnf` are not those of the text"),
        "{words}"
    );
    assert!(!words.contains("apart  differs"), "{words}");
    let json = run_json(&folder, &["verify", shown, "--text", text], 1);
    assert_eq!((&json["verdict"], &json["text"]["verdict"]), (&"right".into(), &"wrong".into()));
    // One is gone.
    fs::write(text, LEMMAS.replace("lemma kings", "lemma others")).unwrap();
    let words = stdout(&folder, &["--text", text], 1);
    assert!(words.contains("\nkings  differs  the text gives no clauses for it"), "{words}");
    // What is no text is told before anything is checked.
    let output = run(root.path(), &["verify", shown, "--text", "no-such.adv"], 2);
    assert!(output.stdout.is_empty());
}

/// The options that a folder was made with are those of the comparison.
#[test]
fn a_text_is_compared_with_the_options_of_the_folder() {
    let root = tempfile::tempdir().unwrap();
    let (text, folder) = (root.path().join("option.adv"), root.path().join("certificates"));
    let (text, shown) = (text.to_str().unwrap(), folder.to_str().unwrap());
    let options = "endgame KRK White K R v Black k
use geometry
option far: Int = 1
lemma away: in every position where White to move: files(K, k) < files(K, R) + files(R, k) + far
";
    fs::write(text, options).unwrap();
    let by_sat = ["prove", text, "--by", "sat", "--certificates", shown, "--claim", "away"];
    run(root.path(), &[&by_sat[..], &["--set", "far=3"]].concat(), 0);
    stdout(&folder, &["--text", text], 0);
    let path = folder.join("certificates.json");
    let mut manifest: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    manifest["source"]["options"]["far"] = "2".into();
    manifest.as_object_mut().unwrap().remove("digest");
    fs::write(&path, manifest.to_string()).unwrap();
    let words = stdout(&folder, &["--text", text], 1);
    assert!(words.contains("away  differs"), "{words}");
}

/// With `--reduce` other clauses are written; the folder notes it, and older folders are read as they were.
#[test]
fn a_reduced_folder_is_compared_as_it_was_made() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("certificates");
    let shown = folder.to_str().unwrap();
    let by_sat = ["prove", "krk", "--by", "sat", "--certificates", shown, "--claim", "rook_kept"];
    run(root.path(), &[&by_sat[..], &["--reduce"]].concat(), 0);
    let manifest = fs::read_to_string(folder.join("certificates.json")).unwrap();
    assert!(manifest.contains("\"reduced\": true"), "{manifest}");
    stdout(&folder, &["--text", "krk"], 0);
    run(root.path(), &by_sat, 0);
    let manifest = fs::read_to_string(folder.join("certificates.json")).unwrap();
    assert!(!manifest.contains("reduced"), "{manifest}");
    stdout(&folder, &["--text", "krk"], 0);
}

/// A lemma about boards of every size has a certificate of linear arithmetic, whose problem the text gives again.
#[test]
fn a_certificate_for_every_size_is_right_and_belongs_to_its_text() {
    let root = tempfile::tempdir().unwrap();
    let goal = root.path().join("certificates");
    let goal = goal.to_str().unwrap();
    let prove = ["prove", "krk/every-size", "--by", "smt", "--claim", "rook_kept", "--certificates", goal];
    let report = run_json(root.path(), &prove, 0);
    assert_eq!(report["claims"][0]["verdict"], "proved");
    let manifest = fs::read_to_string(Path::new(goal).join("certificates.json")).unwrap();
    assert!(manifest.contains("linear+lrat"), "{manifest}");
    let verified = run_json(root.path(), &["verify", goal, "--text", "krk/every-size"], 0);
    assert_eq!(verified["verdict"], "right");
    assert_eq!(verified["text"]["verdict"], "right", "{verified}");
    // The lemma, and the moves of three men.
    assert_eq!(verified["text"]["same"], 4, "{verified}");
}

/// A solver that is named has to be there; otherwise somebody is told how to get it.
#[test]
fn a_solver_that_is_not_installed_is_wrong_input() {
    let root = tempfile::tempdir().unwrap();
    let mut command = adli(root.path());
    command.env("PATH", root.path()).args(["prove", "krk/every-size", "--by", "smt", "--solver", "z3"]);
    let output = command.output().unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words}");
    assert!(words.contains("apt install z3"), "{words}");
}
