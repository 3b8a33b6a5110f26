//! The properties over their corpora, and over variations of these that are the same every time.
//!
//! What the fuzzer would find in seconds shows here already, and what it once found stays found.

use std::fs;
use std::path::Path;

/// Tries a property on every file of its corpus, and on so many variations.
fn check(name: &str, property: impl Fn(&[u8]), variations: u64) {
    let corpus = corpus(name);
    assert!(!corpus.is_empty(), "no corpus for {name}");
    property(b"");
    corpus.iter().for_each(|seed| property(seed));
    for number in 0..variations {
        let mut chance = Chance(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ name.len() as u64);
        property(&vary(&corpus, &mut chance));
    }
}

/// The files of a corpus, in the order of their names.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Numbers that look random (SplitMix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// A seed with a few changes, or something made up.
fn vary(corpus: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    if chance.below(4) == 0 {
        return (0..chance.below(64)).map(|_| chance.next() as u8).collect();
    }
    let mut bytes = corpus[chance.below(corpus.len())].clone();
    for _ in 0..=chance.below(4) {
        let at = chance.below(bytes.len());
        match chance.below(6) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << chance.below(8),
            1 if !bytes.is_empty() => bytes[at] = chance.next() as u8,
            2 => bytes.truncate(at),
            3 => bytes.insert(at, chance.next() as u8),
            4 if !bytes.is_empty() => drop(bytes.remove(at)),
            _ => {
                let other = &corpus[chance.below(corpus.len())];
                let from = chance.below(other.len());
                bytes.splice(at.., other[from..].iter().copied());
            }
        }
    }
    bytes
}

#[test]
fn fen() {
    check("fen", crate::fen, 100_000);
}

#[test]
fn epd() {
    check("epd", crate::epd, 100_000);
}

#[test]
fn material() {
    check("material", crate::material, 100_000);
}

#[test]
fn moves() {
    check("moves", crate::moves, 20_000);
}

#[test]
fn index() {
    check("index", crate::index, 25_000);
}

#[test]
fn table() {
    check("table", crate::table, 1_500);
    assert!(peak_memory().is_none_or(|bytes| bytes < 4 << 30));
}

#[test]
fn table_raw() {
    check("table_raw", crate::table_raw, 2_500);
    assert!(peak_memory().is_none_or(|bytes| bytes < 4 << 30));
}

#[test]
fn lrat() {
    check("lrat", crate::lrat, 100_000);
}

#[test]
fn farkas() {
    check("farkas", crate::farkas, 50_000);
}

#[test]
fn smtlib() {
    check("smtlib", crate::smtlib, 10_000);
}

#[test]
fn language() {
    check("language", crate::language, 1_500);
}

#[test]
fn pgn() {
    check("pgn", crate::pgn, 2_500);
}

#[test]
fn compiled() {
    check("compiled", crate::compiled, 2_500);
}

#[test]
fn certificates() {
    check("certificates", crate::certificates, 2_500);
}

/// In a process of its own: every diagram has a thread, for whose stack a gigabyte of addresses is set aside, and the others measure how
/// much this process asks for.
#[test]
fn sets() {
    let program = std::env::current_exe().unwrap();
    let alone = ["--ignored", "--exact", "corpus::sets_alone"];
    let output = std::process::Command::new(program).args(alone).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

#[test]
#[ignore = "the test `sets` runs it"]
fn sets_alone() {
    check("sets", crate::sets, 2_500);
    // A few diagrams live at a time; on a busy machine the threads of some that are gone have not ended yet.
    assert!(peak_memory().is_none_or(|bytes| bytes < 40 << 30), "{:?} bytes", peak_memory());
}

/// The most memory that this process has asked for, where the system tells, so that a length in a damaged file
/// which somebody believes before looking at the file shows even if the memory is never touched.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmPeak:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
