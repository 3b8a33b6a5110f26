//! Whatever the program is given, it ends by itself with an exit code that its help names, within its limits, and writes what it
//! should: texts of the library with words changed, damaged tables, certificates and compiled strategies, positions and options that are
//! none. A few seconds of it run with all tests; `ADLI_FUZZ_SECONDS` says how many, `ADLI_FUZZ_SEED` where to begin.
//! What fails is kept, with the command, in a folder that the test names.

mod chains;
mod chance;
mod child;
#[cfg(target_os = "linux")]
mod failing;
mod flipped;
#[cfg(unix)]
mod killed;
mod mutate;
mod scenes;
mod world;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chance::Chance;
use child::{judge, run};
use world::World;

const FENS: [&str; 10] = [
    "8/8/8/8/3k4/8/8/KR6 w - - 0 1",
    "8/8/8/8/3k4/8/8/KR6 b - - 0 1",
    "8/8/8/8/8/k1K5/8/1R6 w - - 0 1",
    "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
    "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
    "8/8/8/3k4/8/3K4/3P4/8 b - - 0 1",
    "8/2n5/8/3k4/8/3K4/3R4/8 w - - 0 1",
    "k7/8/1K6/8/8/2N5/8/5N2 w - - 0 1",
    "8/3P4/8/8/8/5k2/8/K7 w - - 0 1",
    "8/8/8/8/Pp6/8/1k6/7K b - a3 0 1",
];

/// Options that are put where they may not belong.
const OPTIONS: [&str; 16] = [
    "--format=json",
    "--time=1",
    "--time=0",
    "--memory=1",
    "--memory=1GiB",
    "--set=spare=2",
    "--set=x",
    "--claim=t",
    "--strategy=s",
    "--plies=0",
    "--plies=65535",
    "--worst",
    "--pgn",
    "--with=Ke5,d4d5",
    "--needs",
    "--threads=0",
];

struct Case {
    args: Vec<String>,
    /// What to keep if it fails.
    file: PathBuf,
    /// What was in it.
    text: String,
}

#[test]
fn nothing_breaks_the_program() {
    let seconds = env::var("ADLI_FUZZ_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(5);
    let seed: u64 = env::var("ADLI_FUZZ_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let world = World::new();
    let folder = tempfile::tempdir().unwrap();
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    let (began, mut runs, mut codes, mut failures) = (Instant::now(), 0_u64, [0_u64; 4], Vec::new());
    while began.elapsed() < Duration::from_secs(seconds) {
        let number = seed.wrapping_mul(1_000_000_000).wrapping_add(runs);
        let mut chance = Chance(number);
        let cases = match chance.below(10) {
            0 => vec![typed(&mut chance, folder.path())],
            1 | 2 => vec![damaged(&world, &mut chance, folder.path())],
            _ => written(&world, &mut chance, folder.path()),
        };
        for case in cases {
            let ended = run(folder.path(), &world.tables(), &case.args);
            let wrong = judge(&ended, &case.args).or_else(|| misplaced(&case, &ended));
            if let Some(code) = ended.code.and_then(|code| codes.get_mut(code as usize)) {
                *code += 1;
            }
            if let Some(wrong) = wrong {
                let place = kept.join(format!("{number}"));
                fs::create_dir_all(&place).unwrap();
                let name = case.file.file_name().unwrap_or_default();
                let _ = fs::copy(&case.file, place.join(name));
                let told = format!("{wrong}\nadli {:?}\n{}", case.args, ended.stderr);
                fs::write(place.join("what"), &told).unwrap();
                eprintln!("case {number}, kept in {}: {told}", place.display());
                failures.push(number);
            }
        }
        runs += 1;
    }
    eprintln!(
        "seed {seed}: {runs} cases in {seconds} s, exit codes 0 to 3: {codes:?}, failures: {failures:?}"
    );
    assert!(failures.is_empty(), "seed {seed}, cases {failures:?}; see {}", kept.display());
}

fn strings(args: &[&str]) -> Vec<String> {
    args.iter().map(|arg| (*arg).to_owned()).collect()
}

/// A changed text, checked, laid out, and asked for one or two other things.
fn written(world: &World, chance: &mut Chance, folder: &Path) -> Vec<Case> {
    let text = mutate::text(&world.texts, chance);
    let file = folder.join("text.adv");
    fs::write(&file, &text).unwrap();
    let fen = FENS[chance.below(FENS.len())];
    let limited: [&[&str]; 7] = [
        &["prove", "text.adv", "--time", "1"],
        &["prove", "text.adv", "--time", "1", "--format", "json"],
        &["prove", "text.adv", "--by", "sat", "--time", "1"],
        &["export", "text.adv", "--as", "rust", "--unproved", "--time", "1"],
        &["suggest", "text.adv", "--time", "1"],
        &["measure", "text.adv", "--time", "1"],
        &["compile", "text.adv", "-o", "text.moves", "--time", "1"],
    ];
    let about: [&[&str]; 3] = [
        &["explain", "text.adv", fen, "--format", "json"],
        &["play", "text.adv", fen, "--plies", "12", "--time", "2s"],
        &["tree", "text.adv", fen],
    ];
    let mut all = vec![strings(&["fmt", "text.adv"]), strings(&["check", "text.adv", "--format", "json"])];
    all.push(strings(chance.one_of(&limited)));
    all.push(strings(chance.one_of(&about)));
    if chance.below(12) == 0 {
        let at = 1 + chance.below(all.len() - 1);
        all[at].push(chance.one_of(&OPTIONS).to_owned());
    }
    all.into_iter().map(|args| Case { args, file: file.clone(), text: text.clone() }).collect()
}

/// A damaged file among good ones.
fn damaged(world: &World, chance: &mut Chance, folder: &Path) -> Case {
    let which = chance.below(world.files.len());
    let (path, good, commands) = &world.files[which];
    let mut bytes = good.clone();
    for _ in 0..=chance.below(2) {
        bytes = mutate::bytes(&bytes, chance);
    }
    let args = world.beside(folder, which, &bytes, chance.below(commands.len()));
    let file = folder.join("damaged").join(path.file_name().unwrap());
    Case { args, file, text: String::new() }
}

/// A position that may be none, and options that may not belong there.
fn typed(chance: &mut Chance, folder: &Path) -> Case {
    let fen = mutate::bytes(chance.one_of(&FENS).as_bytes(), chance);
    let fen = String::from_utf8_lossy(&fen).replace('\0', "0");
    let commands: [&[&str]; 7] = [
        &["probe"],
        &["line"],
        &["show"],
        &["explain", "krk"],
        &["play", "krk", "--plies", "4", "--time", "2s"],
        &["tree", "krk/bratko"],
        &["explain", "kqk"],
    ];
    let mut args = strings(chance.one_of(&commands));
    args.push(fen);
    if chance.below(3) == 0 {
        args.push(chance.one_of(&OPTIONS).to_owned());
    }
    Case { args, file: folder.join("none"), text: String::new() }
}

/// What `fmt` has written is laid out, and has every word and every comment that was there.
fn misplaced(case: &Case, ended: &child::Ended) -> Option<String> {
    if case.args[0] != "fmt" || ended.code != Some(0) {
        return None;
    }
    let laid_out = fs::read_to_string(&case.file).unwrap();
    if adli_lang::format(&laid_out).as_deref() != Ok(laid_out.as_str()) {
        return Some("what `fmt` writes is not laid out".to_owned());
    }
    (said(&case.text) != said(&laid_out)).then(|| "`fmt` changes what is said".to_owned())
}

/// The words and the comments of a text.
fn said(text: &str) -> [Vec<&str>; 2] {
    let parsed = adli_lang::parse(0, text);
    let of = |span: adli_lang::Span| text[span.start as usize..span.end as usize].trim();
    let words = parsed.tokens.iter().map(|lexeme| of(lexeme.span)).collect();
    [words, parsed.comments.iter().map(|comment| of(comment.span)).collect()]
}
