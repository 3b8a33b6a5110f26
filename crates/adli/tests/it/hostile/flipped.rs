//! One bit of a file is flipped, in every format that Adli reads: tables, certificates of clauses and of
//! linear arithmetic, compiled strategies, diagrams, suites and games. The answer is that of the whole file,
//! with exit code 0, or the file is refused, with 2 or 3. Exit code 1 says that something is wrong, which is
//! the answer of `verify` and `audit` alone. With all tests a few for each file; `ADLI_FLIPS` says how many
//! in all.

use std::collections::BTreeMap;
use std::path::Path;

use super::chance::Chance;
use super::child::{Ended, judge, run};
use super::scenes::from_environment;
use super::world::World;

#[test]
fn a_flipped_bit_gives_no_wrong_answer() {
    let world = World::new();
    let flips = from_environment("ADLI_FLIPS", 2 * world.files.len());
    let mut chance = Chance(from_environment("ADLI_FUZZ_SEED", 1) as u64);
    let whole: Vec<Vec<Ended>> = (0..world.files.len()).map(|which| answers(&world, which)).collect();
    let (mut codes, mut kinds, mut complaints) = ([0_u64; 4], BTreeMap::<String, u64>::new(), Vec::new());
    for number in 0..flips {
        let which = number % world.files.len();
        let (path, good, commands) = &world.files[which];
        let mut bytes = good.clone();
        // Beginnings matter more than their share: that is where headers are.
        let near = if chance.below(3) == 0 { bytes.len().min(512) } else { bytes.len() };
        let (at, bit) = (chance.below(near), chance.below(8));
        bytes[at] ^= 1 << bit;
        let folder = tempfile::tempdir().unwrap();
        let command = chance.below(commands.len());
        let args = world.beside(folder.path(), which, &bytes, command);
        let ended = run(folder.path(), &world.tables(), &args);
        let kind = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let wrong =
            judge(&ended, &args).or_else(|| wrong_answer(&kind, &args, &whole[which][command], &ended));
        if let Some(wrong) = wrong {
            let file = path.file_name().unwrap().to_string_lossy();
            complaints
                .push(format!("`{file}`, byte {at}, bit {bit}: {wrong}\nadli {args:?}\n{}", ended.stderr));
        }
        if let Some(code) = ended.code.and_then(|code| codes.get_mut(code as usize)) {
            *code += 1;
        }
        *kinds.entry(kind).or_default() += 1;
    }
    eprintln!("{flips} bits flipped in {kinds:?}, exit codes 0 to 3: {codes:?}");
    assert!(complaints.is_empty(), "{} of {flips}:\n{}", complaints.len(), complaints.join("\n"));
    assert!(codes[1] + codes[2] > flips as u64 / 2, "most are noticed: {codes:?}");
}

/// What the commands say of the whole file.
fn answers(world: &World, which: usize) -> Vec<Ended> {
    let (path, good, commands) = &world.files[which];
    let answer = |command: usize| {
        let folder = tempfile::tempdir().unwrap();
        let args = world.beside(folder.path(), which, good, command);
        let ended = run(folder.path(), &world.tables(), &args);
        assert!(matches!(ended.code, Some(0 | 3)), "{}: {args:?}: {}", path.display(), ended.stderr);
        Ended { stdout: plain(&ended, folder.path()), ..ended }
    };
    (0..commands.len()).map(answer).collect()
}

/// The answer without what differs from run to run.
fn plain(ended: &Ended, folder: &Path) -> Vec<u8> {
    let text = String::from_utf8_lossy(&ended.stdout).replace(&folder.display().to_string(), "FOLDER");
    let lines = text.lines().filter(|line| !line.contains("seconds"));
    lines.collect::<Vec<_>>().join("\n").into_bytes()
}

/// What is wrong with an answer about a damaged file, if it is not that of the whole one, and not a refusal.
fn wrong_answer(kind: &str, args: &[String], whole: &Ended, ended: &Ended) -> Option<String> {
    let checks = args.iter().any(|arg| ["verify", "audit"].contains(&arg.as_str()));
    match ended.code {
        Some(2 | 3) => return None,
        Some(1) if checks => return None,
        // A suite or a game with another letter is another suite or game; that it says so itself is looked at
        // elsewhere.
        Some(0) if ["epd", "pgn"].contains(&kind) => return None,
        Some(0) if whole.code == Some(0) => {}
        code => return Some(format!("exit code {code:?}, and not {:?}", whole.code)),
    }
    let folder = ended.folder.clone();
    let (said, known) = (plain(ended, &folder), &whole.stdout);
    (said != *known).then(|| {
        format!(
            "another answer:\n{}\nand not\n{}",
            String::from_utf8_lossy(&said),
            String::from_utf8_lossy(known)
        )
    })
}

/// A suite says with each answer which position it is about; the answer is that about this position.
#[test]
fn a_damaged_suite_is_answered_as_it_stands() {
    let world = World::new();
    let mut chance = Chance(from_environment("ADLI_FUZZ_SEED", 1) as u64);
    let (which, (_, good, _)) = world
        .files
        .iter()
        .enumerate()
        .find(|(_, (path, ..))| path.extension().is_some_and(|e| e == "epd"))
        .unwrap();
    let mut answered = 0;
    for _ in 0..from_environment("ADLI_FLIPS", 100) / 5 {
        let mut bytes = good.clone();
        let at = chance.below(bytes.len());
        bytes[at] ^= 1 << chance.below(8);
        let folder = tempfile::tempdir().unwrap();
        let args = world.beside(folder.path(), which, &bytes, 0);
        let ended = run(folder.path(), &world.tables(), &args);
        let Ok(report) = serde_json::from_slice::<serde_json::Value>(&ended.stdout) else { continue };
        for position in report["positions"].as_array().into_iter().flatten() {
            let Some(fen) = position["fen"].as_str().filter(|_| position["plies"].is_u64()) else { continue };
            let alone =
                run(folder.path(), &world.tables(), &["probe", fen, "--format", "json"].map(str::to_owned));
            let alone: serde_json::Value = serde_json::from_slice(&alone.stdout).unwrap();
            assert_eq!(
                (&position["outcome"], &position["plies"]),
                (&alone["outcome"], &alone["plies"]),
                "{fen}"
            );
            answered += 1;
        }
    }
    assert!(answered > 0);
}
