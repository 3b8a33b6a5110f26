//! Files that are no files, folders that another user has planted, disks that are full, readers who have gone.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{adli, run, solved};

const FEN: &str = "8/8/8/8/3k4/8/8/KQ6 w - - 0 1";

/// Nothing here takes longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits for a program that has to end; its exit code.
fn ended(process: &mut Child) -> Option<i32> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Some(status) = process.try_wait().unwrap() {
            return status.code();
        }
        sleep(Duration::from_millis(10));
    }
    let _ = process.kill();
    panic!("it did not end");
}

fn pipe_in(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path.display().to_string()
}

/// Every command that reads a file of the user, with a pipe that nobody writes to, an endless device, and a folder.
#[test]
fn what_is_no_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = pipe_in(folder.path(), "pipe");
    let named = |ending: &str| pipe_in(folder.path(), &format!("pipe.{ending}"));
    let (text, diagram) = (named("adv"), named("dddmp"));
    let commands: [&[&str]; 8] = [
        &["check", &text],
        &["fmt", &text],
        &["prove", &text],
        &["set", &diagram],
        &["explain", "kqk", FEN, "--compiled", "FILE"],
        &["play", "kqk", FEN, "--compiled", "FILE"],
        &["probe", "--epd", "FILE"],
        &["annotate", "FILE", "--by", "kqk"],
    ];
    for command in commands {
        for file in [pipe.as_str(), "/dev/zero"] {
            if file != pipe && !command.contains(&"FILE") {
                continue;
            }
            let args: Vec<&str> = command.iter().map(|arg| if *arg == "FILE" { file } else { arg }).collect();
            let mut process =
                adli(folder.path()).args(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
            assert_eq!(ended(&mut process), Some(2), "{args:?}");
            let mut stderr = String::new();
            process.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
            assert!(
                stderr.contains("it is a pipe or a device; copy what it gives into a file"),
                "{args:?}: {stderr}"
            );
        }
    }
    let stderr = run(folder.path(), &["probe", "--epd", "/tmp"], 2).stderr;
    assert!(String::from_utf8_lossy(&stderr).contains("is a directory"), "a folder");
}

/// The failures that are kept beside a text, under their fixed name.
#[test]
fn kept_failures_that_are_no_file_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (text, kept) = (folder.path().join("mine.adv"), folder.path().join("mine.failures.epd"));
    fs::write(&text, "endgame KRK White K R v Black k\nquery mates: count positions where mate\n").unwrap();
    let check = |code: i32, why: &str| {
        let output = run(folder.path(), &["check", text.to_str().unwrap()], code);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(&format!("`{}`{why}", kept.display())) == (code == 2), "{why}: {stderr}");
    };
    check(0, "");
    fs::create_dir(&kept).unwrap();
    check(2, " is a folder\nhelp: failures are kept in such a file");
    fs::remove_dir(&kept).unwrap();
    pipe_in(folder.path(), "mine.failures.epd");
    check(2, ": it is a pipe or a device");
    fs::remove_file(&kept).unwrap();
    std::os::unix::fs::symlink("gone", &kept).unwrap();
    check(2, " is a link to a file that is not there");
}

#[test]
fn a_text_that_was_a_pipe_for_a_while_is_watched_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.adv");
    let text = "endgame KRK White K R v Black k\nquery mates: count positions where mate\n";
    fs::write(&file, text).unwrap();
    let mut command = adli(folder.path());
    command.args(["watch", "mine.adv", "--format", "json"]).current_dir(folder.path());
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let output = BufReader::new(process.stdout.take().unwrap());
    let (told, lines) = std::sync::mpsc::channel();
    std::thread::spawn(move || output.lines().map_while(Result::ok).all(|line| told.send(line).is_ok()));
    let next =
        || -> serde_json::Value { serde_json::from_str(&lines.recv_timeout(PATIENCE).unwrap()).unwrap() };
    assert!(next()["report"].is_object());
    fs::remove_file(&file).unwrap();
    pipe_in(folder.path(), "mine.adv");
    // Between the two there may be nothing, which is told too.
    let mut seen = next();
    while !seen["error"]["messages"][0].as_str().is_some_and(|why| why.contains("a pipe or a device")) {
        seen = next();
    }
    fs::remove_file(&file).unwrap();
    fs::write(&file, text.replace("where mate", "where stalemate")).unwrap();
    let mut seen = next();
    while !seen["report"].is_object() {
        seen = next();
    }
    process.kill().unwrap();
    process.wait().unwrap();
}

/// Annotates `games.pgn` with so much memory, in KiB.
fn annotated(folder: &Path, memory: usize, format: &str) -> Output {
    Command::new("sh")
        .args(["-c", &format!("ulimit -c 0; ulimit -v {memory}; exec \"$0\" \"$@\"")])
        .args([env!("CARGO_BIN_EXE_adli"), "--threads", "1", "annotate", "games.pgn"])
        .args(["-o", "out.pgn", "--format", format])
        .env("ADLI_TABLES", folder)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// A million games take as much as a few: games are read, judged and written one at a time. The smallest
/// memory that is enough for a few is looked for, and must be enough for many.
#[test]
fn a_long_file_of_games_takes_the_memory_of_one() {
    // What may be added, in KiB: less than 200 bytes for each of the many games.
    const MORE: usize = 4 << 10;
    const MANY: usize = 20_000;
    let folder = tempfile::tempdir().unwrap();
    let game = "[Event \"a rather long name of an event, so that the file is long and the moves are few\"]\n\
                [FEN \"8/8/8/3k4/8/8/8/KQ6 w - - 0 1\"]\n\n1. Qb6 *\n\n";
    let file = folder.path().join("games.pgn");
    for format in ["text", "json"] {
        fs::write(&file, game.repeat(20)).unwrap();
        let (mut too_little, mut enough) = (0, 4 << 20);
        while enough - too_little > MORE / 8 {
            let middle = usize::midpoint(too_little, enough);
            match annotated(folder.path(), middle, format).status.code() {
                Some(0) => enough = middle,
                _ => too_little = middle,
            }
        }
        fs::write(&file, game.repeat(MANY)).unwrap();
        let output = annotated(folder.path(), enough + MORE, format);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{format}, {enough} KiB for a few: {stderr}");
        let text = String::from_utf8(output.stdout).unwrap();
        if format == "json" {
            let report: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(report["games"].as_array().unwrap().len(), MANY);
        } else {
            assert_eq!(text.matches("\ngame ").count(), MANY - 1);
        }
        assert_eq!(fs::read_to_string(folder.path().join("out.pgn")).unwrap().matches("[FEN ").count(), MANY);
    }
}

/// One that cannot be read comes before anything is written.
#[test]
fn a_game_that_cannot_be_read_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let games = format!("[FEN \"{FEN}\"]\n\n1. Qb6 *\n\n[FEN \"{FEN}\"]\n\n1. Qa9 *\n");
    fs::write(folder.path().join("two.pgn"), games).unwrap();
    let file = folder.path().join("two.pgn").display().to_string();
    let out = folder.path().join("out.pgn").display().to_string();
    let output = run(folder.path(), &["annotate", &file, "-o", &out, "--format", "json"], 2);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["exit_code"], 2);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A short text, laid out in another way than `adli fmt` does, with something for every command.
const RULES: &str = "endgame KRK White K R v Black k
use geometry
def near = R in ring(k)
def far =  not near
strategy s for White to win
  step mate_now: move where mate'
  step any: move R
recogniser r
  when near => draw
  otherwise => unknown
lemma no_mate: in every position where White to move: not mate
theorem sound: r sound from all expect refuted
theorem wins: s reaches mate from White to move expect refuted
";

/// One run of every command; what it hears on its standard input comes second.
const RUNS: [(&[&str], &str); 34] = [
    (&["solve", "KQK"], ""),
    (&["probe", FEN], ""),
    (&["line", FEN], ""),
    (&["stats", "KQK"], ""),
    (&["audit", "KQK"], ""),
    (&["check", "rules.adv"], ""),
    (&["fmt", "-"], RULES),
    (&["prove", "rules.adv"], ""),
    (&["verify", "certificates"], ""),
    (&["export", "rules.adv", "--as", "c", "--unproved"], ""),
    (&["suggest", "rules.adv"], ""),
    (&["compare", "rules.adv", "near", "far"], ""),
    (&["set", "rules.adv", "near"], ""),
    (&["measure", "rules.adv", "--of", "1"], ""),
    (&["compile", "kqk", "-o", "kqk.moves"], ""),
    (&["explain", "kqk", FEN], ""),
    (&["play", "kqk", FEN], ""),
    (&["tree", "krk/bratko-al1", "8/8/8/8/3k4/8/8/KR6 w - - 0 1", "--advice", "squeeze"], ""),
    (&["annotate", "game.pgn", "--by", "kqk"], ""),
    (&["uci"], "uci\n"),
    (&["show", FEN], ""),
    (&["plot", "rules.adv", "-o", "pictures"], ""),
    (&["report", "rules.adv", "-o", "report"], ""),
    (&["serve", "--port", "0"], ""),
    (&["watch", "rules.adv"], ""),
    (&["lsp"], "Content-Length: 35\r\n\r\n{\"id\":0,\"method\":\"x\",\"params\":null}"),
    (&["library"], ""),
    (&["cat", "kqk"], ""),
    (&["message", "call"], ""),
    (&["methods"], ""),
    (&["schema"], ""),
    (&["completions", "bash"], ""),
    (&["man"], ""),
    (&["help"], ""),
];

/// The commands that the help lists.
fn commands(folder: &Path) -> Vec<String> {
    let help = String::from_utf8(run(folder, &["--help"], 0).stdout).unwrap();
    let (_, list) = help.split_once("\nCommands:\n").unwrap();
    let lines = list.lines().take_while(|line| !line.is_empty());
    // What goes on from the line before is further to the right.
    let lines = lines.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    lines.map(|line| line.split(' ').next().unwrap().to_owned()).collect()
}

#[test]
fn every_command_names_a_full_disk() {
    let folder = solved(&["KQK", "KRK"]);
    let path = folder.path();
    fs::write(path.join("rules.adv"), RULES).unwrap();
    fs::write(path.join("game.pgn"), format!("[FEN \"{FEN}\"]\n\n1. Qb6 *\n\n")).unwrap();
    let proof = ["prove", "rules.adv", "--by", "sat", "--claim", "no_mate", "--certificates", "certificates"];
    assert!(adli(path).args(proof).current_dir(path).output().unwrap().status.success());
    let tried: Vec<&str> = RUNS.iter().map(|(args, _)| args[0]).collect();
    assert_eq!(commands(path), tried);
    let helps: Vec<[&str; 2]> = tried[..tried.len() - 1].iter().map(|command| [command, "--help"]).collect();
    let helps = helps.iter().map(|args| (&args[..], ""));
    for (args, heard) in helps.chain(RUNS).chain([(&["--help"][..], ""), (&["--version"], "")]) {
        let Ok(full) = File::options().write(true).open("/dev/full") else { return };
        let mut command = adli(path);
        command.args(args).current_dir(path).stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut input = process.stdin.take().unwrap();
        input.write_all(heard.as_bytes()).unwrap();
        // An editor or a chess program that says no more does not close the input.
        let _open = ["uci", "lsp"].contains(&args[0]).then_some(input);
        let mut stderr = String::new();
        let code = ended(&mut process);
        process.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!(code, Some(2), "{args:?}: {stderr}");
        let told = stderr.lines().any(|line| line.starts_with("error: cannot write the result: "));
        assert!(told, "{args:?}: {stderr}");
        assert!(!stderr.contains("press Ctrl-C to end"), "{args:?} goes on: {stderr}");
    }
}

#[test]
fn an_engine_whose_reader_has_gone_ends() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = adli(folder.path());
    let mut process = command
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(process.stdout.take());
    // The input stays open: nothing else tells the engine.
    let mut input = process.stdin.take().unwrap();
    writeln!(input, "uci").unwrap();
    assert_eq!(ended(&mut process), Some(0));
}

/// Folders with the names that were used before, and may be guessed, are planted; nothing goes into them.
#[test]
fn a_planted_folder_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let passing = folder.path().join("tmp");
    fs::create_dir(&passing).unwrap();
    let text = "endgame KRK White K R v Black k\nuse geometry\nlemma apart: in every position where White to move: steps(K, k) > 1\n";
    fs::write(folder.path().join("mine.adv"), text).unwrap();
    // The process that `sh` becomes has the number that `sh` has: the names are planted before it is Adli.
    let plant = "for what in certificates coq kernel verify acl2 audit; do mkdir -m 777 tmp/adli-$what-$$; done; \
                 mkdir .proofs.unfinished-$$; exec \"$0\" \"$@\"";
    for more in [&[][..], &["--certificates", "proofs"]] {
        let output = Command::new("sh")
            .args(["-c", plant, env!("CARGO_BIN_EXE_adli"), "prove", "mine.adv", "--by", "sat"])
            .args(more)
            .env("TMPDIR", &passing)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let planted: Vec<_> = fs::read_dir(&passing).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(planted.len(), 12, "none is replaced or removed, and nothing else is left: {planted:?}");
    // An own folder appears where the user wants it, as open as folders of this user are.
    let mode = fs::metadata(folder.path().join("proofs")).unwrap().permissions().mode();
    let usual = fs::metadata(&passing).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, usual & 0o777);
}

/// Folders that are missing around the named one are made, and stay only if certificates are written.
#[test]
fn folders_around_certificates_are_made() {
    let folder = tempfile::tempdir().unwrap();
    let text = "endgame KRK White K R v Black k\nuse geometry\n\
                lemma apart: in every position where White to move: steps(K, k) > 1\n\
                lemma far: in every position where White to move: steps(K, k) > 2\n";
    fs::write(folder.path().join("mine.adv"), text).unwrap();
    let begin = |text: &str, claim: &str| {
        let mut command = adli(folder.path());
        command.args(["prove", text, "--claim", claim, "--by", "sat", "--certificates", "a/b/c"]);
        command.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    };
    let outer = folder.path().join("a");
    assert_eq!(ended(&mut begin("mine.adv", "far")), Some(1));
    assert!(!outer.exists(), "a claim that is refuted has no certificate");
    let mut process = begin("krk", "krk");
    let begun = Instant::now();
    while !outer.join("b").exists() {
        assert!(begun.elapsed() < PATIENCE);
        sleep(Duration::from_millis(1));
    }
    assert!(Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap().success());
    assert_eq!(ended(&mut process), Some(3));
    assert!(!outer.exists(), "a run that is interrupted leaves nothing");
    assert_eq!(ended(&mut begin("mine.adv", "apart")), Some(0));
    assert!(outer.join("b/c/certificates.json").is_file());
}
