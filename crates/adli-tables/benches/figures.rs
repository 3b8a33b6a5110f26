//! The figures that this project promises, measured on the CPU clock and printed as one table.
//!
//! ```text
//! just bench            # everything, some minutes
//! just bench probe      # the rows whose name contains a word
//! ```

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark prints, and stops at the first surprise"
)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use adli_chess::{Colour, Material, Position};
use adli_tables::layout::Place;
use adli_tables::{
    Known, Loaded, Store, Unwatched, audit, converts_into, memory_ceiling, probe, solve, solve_order,
};
use cpu_time::ProcessTime;

const MIB: f64 = 1024.0 * 1024.0;

/// Pawnless five-man materials: few wins, many wins, and the most moves.
const FIVE_MEN: [&str; 3] = ["KNNKB", "KBBKN", "KQRKR"];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    if let [mode, material, folder] = &args[..]
        && mode == "five"
    {
        return five_men(material, Path::new(folder));
    }
    let wanted = |name: &str| args.is_empty() || args.iter().any(|word| name.contains(word.as_str()));
    let folder = std::env::temp_dir().join(format!("adli-figures-{}", std::process::id()));
    let store = Store::new(folder.clone(), 512 << 20);
    println!("| work | reached | goal |\n|---|---|---|");
    if wanted("solve") {
        row("solve all 35 materials of 3 and 4 men, solving only", &cpu(solve_in_memory), "13 CPU s");
    }
    // The other rows need the tables, so this is done in any case and shown if it is wanted.
    let written = cpu(|| solve_to(&store));
    if wanted("write") {
        row("the same with compression and writing", &written, "40 CPU s");
    }
    if wanted("five") {
        for material in FIVE_MEN {
            let measured = five_in_child(material, &folder);
            row(&format!("{material}, solving only"), &measured, "20 CPU s, under 1 GiB");
        }
    }
    if wanted("size") {
        row("all of 3 and 4 men on disk, both sides", &size(&store), "14 MiB");
    }
    if wanted("probe") {
        let positions = random_positions(1_000_000);
        probes(&store, &positions);
        row("random probes, warm, one thread", &rate(&store, &positions), "2 million/s");
        let cold = Store::new(folder.clone(), 0);
        let some = &positions[..20_000];
        row("random probes, every block unpacked anew", &rate(&cold, some), "0.02 to 0.5 million/s (others)");
    }
    if wanted("audit") {
        row("audit of all four-man tables", &cpu(|| audit_all(&store)), "20 CPU s");
    }
    std::fs::remove_dir_all(&folder).ok();
}

fn row(work: &str, reached: &str, goal: &str) {
    println!("| {work} | {reached} | {goal} |");
}

fn cpu(work: impl FnOnce()) -> String {
    let start = ProcessTime::now();
    work();
    format!("{:.1} CPU s", start.elapsed().as_secs_f64())
}

fn three_and_four() -> Vec<Material> {
    (3..=4).flat_map(Material::all).collect()
}

fn solve_in_memory() {
    adli_tables::solve_all(&three_and_four(), &Unwatched).unwrap();
}

fn load(store: &Store, materials: &[Material]) -> Known {
    let mut known = Known::default();
    for &material in materials {
        known.insert(Arc::new(Loaded::new(store.open(material).unwrap())));
    }
    known
}

fn solve_to(store: &Store) {
    let lock = store.lock().unwrap();
    for material in solve_order(&three_and_four()) {
        if material != Material::KINGS {
            let known = load(store, &converts_into(material));
            let solved = solve(material, &known, &Unwatched).unwrap();
            store.save(&solved, &lock).unwrap();
        }
    }
}

fn audit_all(store: &Store) {
    for material in Material::all(4) {
        let mut needed = converts_into(material);
        needed.push(material);
        let found = audit(&load(store, &needed), material, &Unwatched).unwrap();
        assert_eq!(found.wrong, 0, "{material}");
    }
}

fn size(store: &Store) -> String {
    let bytes: u64 = three_and_four().iter().map(|&m| std::fs::metadata(store.path(m)).unwrap().len()).sum();
    format!("{:.2} MiB", bytes as f64 / MIB)
}

/// One five-man material in a process of its own, whose peak of memory is then its own.
fn five_in_child(material: &str, folder: &Path) -> String {
    let this: PathBuf = std::env::current_exe().unwrap();
    let child = Command::new(this).args(["five", material]).arg(folder).output().unwrap();
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stderr));
    String::from_utf8_lossy(&child.stdout).trim().to_owned()
}

fn five_men(material: &str, folder: &Path) {
    let material: Material = material.parse().unwrap();
    let store = Store::new(folder.to_owned(), 0);
    let known = load(&store, &converts_into(material));
    let start = ProcessTime::now();
    let solved = solve(material, &known, &Unwatched).unwrap();
    let seconds = start.elapsed().as_secs_f64();
    let ceiling = memory_ceiling(material, rayon::current_num_threads()) as f64 / MIB;
    drop(solved);
    match peak_memory() {
        Some(peak) => {
            assert!(peak <= ceiling, "the peak of {peak:.0} MiB is above the stated {ceiling:.0} MiB");
            println!("{seconds:.1} CPU s, {peak:.0} MiB (stated beforehand: {ceiling:.0} MiB)");
        }
        None => println!("{seconds:.1} CPU s, memory unknown on this system"),
    }
}

/// The largest amount of memory this process has had, in MiB, where the system tells.
fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kib| kib / 1024.0)
}

/// Legal positions all over the tables, from a linear congruential generator.
fn random_positions(count: usize) -> Vec<Position> {
    let layouts: Vec<_> = three_and_four().into_iter().map(adli_tables::layout::Layout::new).collect();
    let mut state = 1u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % below
    };
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let layout = &layouts[random(layouts.len())];
        let (slice, row) = (random(layout.slices()), random(layout.slice_rows()));
        let place = Place { slice, row, place: random(64) as u8 };
        positions.extend(layout.position(place, Colour::ALL[random(2)]));
    }
    positions
}

fn probes(store: &Store, positions: &[Position]) {
    for position in positions {
        std::hint::black_box(probe(store, position).unwrap());
    }
}

fn rate(store: &Store, positions: &[Position]) -> String {
    let start = ProcessTime::now();
    probes(store, positions);
    let rate = positions.len() as f64 / start.elapsed().as_secs_f64();
    format!("{:.3} million/s", rate / 1e6)
}
