//! `adli prove --by coq`, from the command line.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::{adli, has_coq, run_json};

/// Who has no Coq is told how to get it.
#[test]
fn without_coq_it_is_said_how_to_install_it() {
    let folder = tempfile::tempdir().unwrap();
    let told = adli(folder.path()).env("PATH", "").args(["prove", "krk", "--by", "coq"]).output().unwrap();
    let stderr = String::from_utf8_lossy(&told.stderr);
    assert_eq!(told.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("Coq is not installed") && stderr.contains("apt-get install coq"), "{stderr}");
}

/// The theorem of the KRK paper: 33 moves, and the paper's counts of the nine steps. The folder that is left can be checked by Coq alone.
#[test]
fn the_theorem_of_the_paper_is_proved() {
    if !has_coq() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("theorem");
    let args = ["prove", "krk", "--by", "coq", "--claim", "krk", "--certificates", kept.to_str().unwrap()];
    let report = run_json(folder.path(), &args, 0);
    let claim = &report["claims"][0];
    assert_eq!(claim["verdict"], "proved", "{claim:#}");
    assert_eq!((&claim["longest_moves"], &claim["positions"]), (&33.into(), &175_168.into()));
    let rules: Vec<u64> =
        claim["rules"].as_array().unwrap().iter().map(|rule| rule["positions"].as_u64().unwrap()).collect();
    assert_eq!(rules, [1512, 648, 119_236, 12_192, 4124, 3472, 184, 33_368, 432]);
    let kernel = &claim["kernel"];
    assert!(kernel["by"].as_str().unwrap().starts_with("Coq "), "{kernel}");
    assert!(kernel["trusts"].to_string().contains("Laws.v"), "{kernel}");
    let assumed = kernel["assumptions"].as_array().unwrap();
    assert!(!assumed.is_empty());
    let primitive = |name: &serde_json::Value| {
        ["PrimInt63.", "Uint63.", "PArray."].iter().any(|module| name.as_str().unwrap().starts_with(module))
    };
    assert!(assumed.iter().all(primitive), "{kernel}");
    for file in
        ["check.sh", "assumptions.txt", "adli-library/Laws.v", "krk/Rules.v", "krk/Left.v", "krk/Claim.v"]
    {
        assert!(kept.join(file).is_file(), "{file}");
    }
    assert_eq!(left_over(&kept.join("krk")), [] as [String; 0]);
}

/// Files that are not sources.
fn left_over(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter(|name| !name.ends_with(".v")).collect()
}

/// What does not hold is refuted by a position, and Coq is not asked; what Coq cannot be asked is not run.
#[test]
fn what_fails_is_refuted_by_a_position() {
    if !has_coq() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.adv");
    let text = "endgame KRK White K R v Black k\nuse \"krk/malikovic-janicic\" (mj)\n\
                theorem soon: mj reaches mate within 32 moves from White to move\n\
                theorem best: mj is optimal from White to move\n";
    fs::write(&path, text).unwrap();
    let report = run_json(folder.path(), &["prove", path.to_str().unwrap(), "--by", "coq"], 1);
    let claims = report["claims"].as_array().unwrap();
    assert_eq!(claims[0]["verdict"], "refuted");
    assert!(claims[0]["failures"]["shown"][0]["fen"].is_string());
    assert!(claims[0]["notes"].to_string().contains("Coq was not asked"), "{:#}", claims[0]);
    assert!(claims[0].get("kernel").is_none());
    assert_eq!(claims[1]["verdict"], "not_run");
    assert!(claims[1]["reason"].as_str().unwrap().contains("best moves"));
}

/// Claims about plays and values from the command line, with two kings: the tables are handed over, Coq checks them once, and the folder that is left has them.
#[test]
fn plays_and_values_are_theorems() {
    if !has_coq() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (path, kept) = (folder.path().join("mine.adv"), folder.path().join("kept"));
    let text = "endgame KK White K v Black k\nstrategy s for White to draw\n  step any: move\n\
                lemma drawn: in every position where White to move: value(White) = draw\n\
                theorem safe: s keeps draw from White to move\n\
                lemma apart: for play p0 .. p1 of s show K at p1 /= k at p1\n";
    fs::write(&path, text).unwrap();
    let args = ["prove", path.to_str().unwrap(), "--by", "coq", "--certificates", kept.to_str().unwrap()];
    let report = run_json(folder.path(), &args, 0);
    for (claim, trusted) in report["claims"].as_array().unwrap().iter().zip(["Worth.v", "Worth.v", "Plays.v"])
    {
        assert_eq!(claim["verdict"], "proved", "{claim:#}");
        assert_eq!(claim["positions"], 3612, "{claim:#}");
        assert!(claim["kernel"]["trusts"].to_string().contains(trusted), "{claim:#}");
    }
    let order = fs::read_to_string(kept.join("adli-tables/order")).unwrap();
    assert_eq!(order, "KK\nAll\nRightKK\nExact\nAsk\n");
    assert!(order.lines().all(|name| kept.join("adli-tables").join(name).with_extension("v").is_file()));
    assert!(kept.join("safe/Met.v").is_file());
}

/// The lemmas of the KRK paper along plays, up to fourteen plies: Coq accepts each, and counts as many plays.
#[test]
#[ignore = "minutes; `just exhaustive` runs it"]
fn lemmas_of_the_paper_are_theorems() {
    if !has_coq() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let lemmas = [
        "rook_kept",
        "measure_falls",
        "mate_follows",
        "not_from_others",
        "not_four_times",
        "early_only",
        "soon_over",
        "over_in_six",
        "no_stalemate",
        "stuck_is_mate",
        "countdown_falls",
    ];
    for lemma in lemmas {
        let report = run_json(folder.path(), &["prove", "krk", "--by", "coq", "--claim", lemma], 0);
        let claim = &report["claims"][0];
        assert_eq!(claim["verdict"], "proved", "{claim:#}");
        assert!(claim["kernel"]["trusts"].to_string().contains("Plays.v"), "{claim:#}");
    }
}

/// A pawn that promotes keeps what the position is worth, by tables of six endgames that Coq checks; and the rook wins in sixteen moves at most (Hurd 2005).
#[test]
#[ignore = "minutes; `just exhaustive` runs it"]
fn values_of_three_men_are_theorems() {
    if !has_coq() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.adv");
    for text in [
        "endgame KPK White K P v Black k\ndef safe = every move: alive(P')\nstrategy s for White to win\n  \
         step queen: move P where kind(P') = Q and not stalemate' and safe'\n\
         theorem kept: s keeps value from White to move and s.step = queen\n",
        "endgame KRK White K R v Black k\nlemma won: in every position where White to move: moves_to_mate <= 16\n\
         query lost: count positions where Black to move and value(White) = win expect 201700\n",
    ] {
        fs::write(&path, text).unwrap();
        let report = run_json(folder.path(), &["prove", path.to_str().unwrap(), "--by", "coq"], 0);
        for claim in report["claims"].as_array().unwrap() {
            assert_eq!(claim["verdict"], "proved", "{claim:#}");
            assert!(claim["kernel"]["trusts"].to_string().contains("Worth.v"), "{claim:#}");
        }
    }
}

/// A folder that is said to have the compiled library, and has not, is a mistake in what was typed.
#[test]
fn a_library_that_is_none_is_seen() {
    if !has_coq() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut command = adli(folder.path());
    let told = command.env("ADLI_COQ_LIBRARY", folder.path()).args(["prove", "krk", "--by", "coq"]);
    let told = told.output().unwrap();
    assert_eq!(told.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&told.stderr).into_owned();
    assert!(
        stderr.contains("is not the Coq library of this program") && stderr.contains("proofs/build"),
        "{stderr}"
    );
}

/// A `coqc` that is a script: what it does when it is asked to compile a file, whose name is `$file`.
struct Fake {
    folder: tempfile::TempDir,
}

impl Fake {
    fn new(version: &str, compiles: &str) -> Fake {
        let folder = tempfile::tempdir().unwrap();
        for below in ["bin", "tmp", "cache"] {
            fs::create_dir(folder.path().join(below)).unwrap();
        }
        let program = folder.path().join("bin/coqc");
        let script = format!(
            "#!/bin/sh\nif [ \"$1\" = --print-version ]; then {version}; exit; fi\nfor file; do :; done\n{compiles}\n"
        );
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        Fake { folder }
    }

    fn command(&self, args: &[&str]) -> Command {
        let path = self.folder.path();
        let text = path.join("mine.adv");
        fs::write(&text, "endgame KRK White K R v Black k\nlemma t: in every position where mate: check\n")
            .unwrap();
        let mut command = adli(path);
        // A library that another Coq has compiled is of no use here.
        command.env_remove("ADLI_COQ_LIBRARY");
        command.env("PATH", format!("{}:/usr/bin:/bin", path.join("bin").display()));
        command.env("TMPDIR", path.join("tmp")).env("XDG_CACHE_HOME", path.join("cache")).env("HOME", path);
        command.args(["prove", text.to_str().unwrap(), "--by", "coq"]).args(args);
        command
    }

    /// Runs it, expects an exit code, and that nothing is left behind but, perhaps, a library that was compiled.
    fn run(&self, args: &[&str], code: i32) -> String {
        let Output { status, stdout, stderr } = self.command(args).output().unwrap();
        let said = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
        assert_eq!(status.code(), Some(code), "{said}");
        assert!(!said.contains("proved") && !said.contains("refuted"), "{said}");
        assert_eq!(self.left_behind(), [] as [String; 0], "{said}");
        said
    }

    fn left_behind(&self) -> Vec<String> {
        let library = self.folder.path().join("cache/adli/coq");
        let names = [self.folder.path().join("tmp"), library]
            .into_iter()
            .filter_map(|folder| fs::read_dir(folder).ok());
        let names = names.flatten().map(|file| file.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.starts_with("adli-coq") || name.contains("unfinished")).collect()
    }
}

const VERSION: &str = "echo 8.16.1 4.13.1";

/// A program that is no Coq is told from one that is missing, and from an old one.
#[test]
fn a_coq_that_is_none_is_seen() {
    let help = "apt-get install coq";
    for (version, what) in [
        ("echo hello, world", "does not say which version of Coq it is: hello, world"),
        ("echo broken >&2; exit 1", "does not say which version of Coq it is: broken"),
        ("echo 8.9.0 4.05.0", "Coq 8.9.0 is too old"),
    ] {
        let said = Fake::new(version, "exit 0").run(&[], 2);
        assert!(said.contains(what) && said.contains(help), "{said}");
    }
}

/// A Coq that does not compile its library shows nothing, neither for nor against the claim.
#[test]
fn a_broken_coq_decides_nothing() {
    let nothing_can_be_shown = "so that nothing can be shown";
    for (compiles, what) in [
        ("echo 'Error: no such thing' >&2; exit 1", "no such thing"),
        ("echo nonsense; exit 0", "it leaves no `Arrays.vo`"),
        ("kill -9 $$", "Arrays.v"),
    ] {
        let said = Fake::new(VERSION, compiles).run(&[], 3);
        assert!(said.contains(nothing_can_be_shown) && said.contains(what), "{said}");
    }
}

/// Where the other method finds a claim true and Coq does not accept it, or does not tell what it rests on, one of the two is wrong: exit code 4.
#[test]
fn a_coq_that_disagrees_is_a_fault_of_ours() {
    let compiles = |of_claim: &str| {
        format!("case $file in */Claim.v|*/Ask.v) {of_claim};; *) : > \"${{file%.v}}.vo\";; esac")
    };
    let said = Fake::new(VERSION, &compiles("echo 'Error: no' >&2; exit 1")).run(&[], 4);
    assert!(said.contains("Coq does not accept `Claim.v`: no"), "{said}");
    let said = Fake::new(VERSION, &compiles("echo nonsense")).run(&[], 4);
    assert!(said.contains("not what `Print Assumptions` prints"), "{said}");
    let said = Fake::new(VERSION, &compiles("printf 'Axioms:\\nmine : False\\n'")).run(&[], 4);
    assert!(said.contains("rests on mine"), "{said}");
}

/// A full disk on which Coq cannot write says nothing of the claim, or of its library.
#[test]
fn a_coq_on_a_full_disk_decides_nothing() {
    let full = "echo 'Error: System error: \"No space left on device\"' >&2; exit 1";
    for file in ["Arrays", "Claim"] {
        let compiles = format!("case $file in */{file}.v) {full};; *) : > \"${{file%.v}}.vo\";; esac");
        let said = Fake::new(VERSION, &compiles).run(&[], 2);
        assert!(said.contains("error: cannot write `"), "{said}");
        assert!(said.contains(&format!("{file}.vo`: No space left on device")), "{said}");
    }
}

/// A Coq that never ends is ended: by the time that was allowed, or by whoever runs it. Nothing goes on behind his back.
#[test]
fn a_coq_that_hangs_is_ended() {
    let fake = Fake::new(VERSION, "echo $$ > \"$TMPDIR/pid\"; exec sleep 1000");
    let pid = fake.folder.path().join("tmp/pid");
    let is_gone = || {
        let pid = fs::read_to_string(&pid).unwrap();
        !Path::new("/proc").join(pid.trim()).exists()
    };
    let said = fake.run(&["--time", "3s"], 3);
    assert!(said.contains("unknown") && is_gone(), "{said}");
    fs::remove_file(&pid).unwrap();
    let mut process = fake.command(&[]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !pid.exists() {
        sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap().success());
    assert_eq!(process.wait().unwrap().code(), Some(3));
    assert_eq!(fake.left_behind(), [] as [String; 0]);
    assert!(is_gone());
}
