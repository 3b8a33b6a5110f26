//! How fast recognisers are proved, and how fast the exported code is beside a table.
//!
//! ```text
//! cargo bench -p adli-recognise --bench recogniser
//! ```
//!
//! The tables are solved first and not counted. The exported code is compiled by `rustc -O` and asked about the same random positions as
//! the table files, whose blocks have all been unpacked before, and as the tables that were just solved, which lie in memory byte by
//! byte as no engine has them; one thread. All go through the positions several times, in parts that take less than a tenth of a
//! millisecond; of each part the quickest time counts, so that other work on the machine does not. A part comes again after a million
//! other positions, so that nothing is learnt of it, and its positions are read before the clock starts: a program that asks has its
//! position at hand.

#![expect(clippy::print_stdout, reason = "a table for the reader is its purpose")]
#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first surprise")]

use std::fmt::Write;
use std::process::Command;
use std::time::Instant;

use adli_chess::{Colour, Material, Position, Square};
use adli_claims::{Options, Unwatched, Verdict, drive};
use adli_lang::{Program, Sources, State, check};
use adli_recognise::TableScan;
use adli_static::{Language, Request, Unit, compile, export, field};
use adli_tables::{Known, Store, Unwatched as Alone, Value, probe, solve_all, solve_order};
use adli_values::TableSource;
use cpu_time::ProcessTime;

/// How many positions of each material and side to move are asked, in parts of how many, and how often.
const POSITIONS: usize = 250_000;
const PART: usize = 5_000;
const ROUNDS: usize = 12;

fn main() {
    let sources = Sources::library();
    let programs = check(&sources, sources.find("knn/adli").unwrap(), &[]).programs;
    let materials: Vec<Material> = programs.iter().filter_map(|program| program.endgame.material()).collect();
    let known = solve_all(&materials, &Alone).unwrap();
    println!("| work | reached | goal |\n|---|---|---|");
    soundness(&programs, &known);
    speed(&programs, &known);
}

fn soundness(programs: &[Program], known: &Known) {
    let load = |_: Material| Some(known.clone());
    let options = Options { claims: vec!["sound_everywhere".into()], ..Options::default() };
    let start = ProcessTime::now();
    let tables = TableSource::new(&load);
    let scan = TableScan::new(&tables);
    let report = drive("knn/adli", programs, &[&scan], &|_, _| Vec::new(), &options, &Unwatched);
    let seconds = start.elapsed().as_secs_f64();
    assert!(report.claims.iter().all(|claim| claim.verdict == Verdict::Proved));
    let positions: u64 = report.claims.iter().filter_map(|claim| claim.positions).sum();
    println!("| `knn/adli` sound on {positions} positions, tables solved | {seconds:.1} CPU s | 60 CPU s |");
    let memory = peak_memory().map_or("unknown on this system".into(), |mib| format!("{mib:.0} MiB"));
    println!("| the most memory until then, solving included | {memory} | 2 GiB |");
}

/// The largest amount of memory this process has had, in MiB, where the system tells.
fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
}

fn speed(programs: &[Program], known: &Known) {
    let positions = positions(programs);
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().to_owned(), 2 << 30);
    let lock = store.lock().unwrap();
    let materials: Vec<Material> = programs.iter().filter_map(|program| program.endgame.material()).collect();
    for material in solve_order(&materials) {
        store.save(known.get(material).unwrap(), &lock).unwrap();
    }
    let plies = |value: Value| u64::from(value.plies().unwrap_or(1000));
    let (files, sum) = quickest(&positions, |position| plies(probe(&store, position).unwrap()));
    let (memory, same) = quickest(&positions, |position| plies(probe(known, position).unwrap()));
    assert_eq!(sum, same);
    let code = exported(programs, &positions);
    println!("| a probe of the table files, their blocks unpacked | {files:.1} ns | |");
    println!("| a probe of the solved tables in memory | {memory:.1} ns | |");
    println!("| the exported code, Rust | {code:.1} ns | 20 ns |");
    println!("| a probe of the files takes as long as | {:.0} answers | 20 |", files / code);
    println!("| a probe in memory takes as long as | {:.0} answers | |", memory / code);
}

/// Nanoseconds for each position, and the sum of what was found.
fn quickest(positions: &[(String, Position)], find: impl Fn(&Position) -> u64) -> (f64, u64) {
    let mut best = vec![f64::MAX; positions.len().div_ceil(PART)];
    let mut sum = 0;
    for _ in 0..ROUNDS / 3 {
        for (best, part) in best.iter_mut().zip(positions.chunks(PART)) {
            let start = Instant::now();
            sum += part.iter().map(|(_, position)| find(position)).sum::<u64>();
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    (best.iter().sum::<f64>() * 1e9 / positions.len() as f64, sum)
}

/// Random legal positions, by a linear congruence.
fn positions(programs: &[Program]) -> Vec<(String, Position)> {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 58) as u8
    };
    let mut all = Vec::new();
    for program in programs {
        for turn in Colour::ALL {
            let mut count = 0;
            while count < POSITIONS {
                let men: Vec<u8> = program.endgame.men.iter().map(|_| random()).collect();
                let squares: Vec<Square> = men.iter().map(|&s| Square::new(s % 8, s / 8)).collect();
                let state = State::at_home(&program.endgame, turn, &squares);
                let Ok(position) = state.position(&program.endgame) else { continue };
                let mut sides = [[0_u64; 6]; 2];
                for (man, &square) in program.endgame.men.iter().zip(&men) {
                    sides[man.side.index()][man.kind.index()] |= 1 << square;
                }
                let mut line = String::new();
                sides.iter().flatten().for_each(|set| write!(line, "{set} ").unwrap());
                let _ = write!(line, "{}", turn.index());
                all.push((line, position));
                count += 1;
            }
        }
    }
    all
}

/// Nanoseconds of an answer of the exported code.
fn exported(programs: &[Program], positions: &[(String, Position)]) -> f64 {
    let compiled: Vec<_> = programs
        .iter()
        .map(|program| {
            [0, 1].map(|turn| compile(program, &[], turn, &program.recognisers[0].branches).unwrap())
        })
        .collect();
    let units: Vec<Unit<'_>> = programs
        .iter()
        .zip(&compiled)
        .map(|(program, sides)| Unit { endgame: &program.endgame, sides: [&sides[0], &sides[1]] })
        .collect();
    let rules = &programs[0].recognisers[0].rules;
    let request =
        Request { language: Language::Rust, name: "recognise", rules, units: &units, with_rule: false };
    let exported = export(&request);
    println!("| the tables of the exported code | {} bytes | |", exported.table_bytes());
    let code = exported.code(&[], None);
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("exported.rs"), code).unwrap();
    let kinds = adli_chess::Kind::ALL.map(field);
    let men = |from: usize| {
        let fields: Vec<String> =
            kinds.iter().enumerate().map(|(at, kind)| format!("{kind}: n[{}]", from + at)).collect();
        format!("Men {{ {} }}", fields.join(", "))
    };
    let main = format!(
        "mod exported; use exported::{{Men, recognise}};
         fn main() {{
             let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
             let all: Vec<(Men, Men, bool)> = text.lines().map(|line| {{
                 let n: Vec<u64> = line.split(' ').map(|n| n.parse().unwrap()).collect();
                 ({}, {}, n[12] == 0)
             }}).collect();
             let mut best = vec![f64::MAX; all.len().div_ceil({PART})];
             for _ in 0..{ROUNDS} {{
                 for (best, part) in best.iter_mut().zip(all.chunks({PART})) {{
                     let read = part.iter().fold(0, |all, (white, black, _)| all ^ white.king ^ black.pawns);
                     std::hint::black_box(read);
                     let start = std::time::Instant::now();
                     let mut sum = 0_u64;
                     for (white, black, turn) in part {{ sum += recognise(white, black, *turn) as u64; }}
                     std::hint::black_box(sum);
                     *best = best.min(start.elapsed().as_secs_f64());
                 }}
             }}
             println!(\"{{}}\", best.iter().sum::<f64>() * 1e9 / all.len() as f64);
         }}",
        men(0),
        men(6)
    );
    std::fs::write(at("main.rs"), main).unwrap();
    let lines: Vec<&str> = positions.iter().map(|(line, _)| line.as_str()).collect();
    std::fs::write(at("positions.txt"), lines.join("\n")).unwrap();
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2021", "-O"]).arg(at("main.rs")).arg("-o").arg(at("run"));
    assert!(rustc.status().unwrap().success());
    let output = Command::new(at("run")).arg(at("positions.txt")).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().parse().unwrap()
}
