//! The figures that this project promises of proofs, measured on the CPU clock and printed as one table.
//!
//! ```text
//! cargo bench -p adli-exhaustive --bench figures            # everything
//! cargo bench -p adli-exhaustive --bench figures krk/       # library entries whose name contains a word
//! cargo bench -p adli-exhaustive --bench figures krk/ claims    # with each of their claims
//! ```

#![expect(clippy::print_stdout, reason = "a table for the reader is its purpose")]

use adli_chess::Position;
use adli_claims::{Options, Report, drive};
use adli_exhaustive::{Asking, Exhaustive, compile};
use adli_lang::term::{AdviceId, StrategyId};
use adli_lang::{Program, Sources, State, TEXTS, check};
use adli_position::Compiled;
use adli_recognise::TableScan;
use adli_values::TableSource;
use cpu_time::ProcessTime;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    println!("| work | reached | goal |\n|---|---|---|");
    for (name, text) in TEXTS.iter().filter(|(name, _)| name.contains('/') && wanted(name)) {
        let goal = match *name {
            "krk/malikovic-janicic" => "1 CPU s",
            "krk/bratko-al1" => "5 CPU s",
            "kpk/niblett" => "2 CPU s, without solving",
            name if name.starts_with("knkr/") => "60 CPU s",
            _ => "",
        };
        row(name, text, goal, words.iter().any(|word| word == "claims"));
    }
    if wanted("six plies") {
        six_plies();
    }
    if wanted("compile") {
        compiled();
    }
    if wanted("four men") {
        row("four men", FOUR_MEN, "30 CPU s", words.iter().any(|word| word == "claims"));
    }
}

/// Al-Adli's position and others, with Black to move.
const SEARCHED: [&str; 5] = [
    "7R/kn6/2K5/8/8/8/8/8 b - - 0 1",
    "8/8/3K4/8/2k5/8/5n2/7R b - - 0 1",
    "8/8/8/3K4/8/kn6/8/7R b - - 0 1",
    "3k4/8/3K4/8/8/8/6n1/1R6 b - - 0 1",
    "8/1n6/8/4K3/8/2k5/8/R7 b - - 0 1",
];

/// Bratko's search of six plies: the longest that his tables ask for.
fn six_plies() {
    let text = TEXTS.iter().find(|(name, _)| *name == "knkr/bratko-1979").map_or("", |(_, text)| text);
    let programs = programs("knkr/bratko-1979", text);
    let Some(program) = programs.first() else { return };
    let Some(id) = program.advice.iter().position(|advice| advice.name == "approach_1") else { return };
    let (mut search, mut whole) = (0.0f64, 0.0f64);
    for fen in SEARCHED {
        let position = fen.parse().ok();
        let Some(state) = position.and_then(|p| State::from_position(&program.endgame, &p)) else { continue };
        let start = ProcessTime::now();
        let clock = Clock(start);
        let found = Asking::new(program, &clock).and_then(|asking| asking.tree(AdviceId(id as u16), &state));
        let searched = start.elapsed().as_secs_f64();
        assert!(found.is_ok_and(|found| found.confirmed().is_ok()), "{fen}");
        let confirmed = start.elapsed().as_secs_f64();
        (search, whole) = (search.max(searched), whole.max(confirmed));
    }
    let longest = "the longest of five";
    println!(
        "| search for a forcing tree of six plies, {longest} | {:.1} CPU ms | 10 CPU ms |",
        1e3 * search
    );
    println!("| the same confirmed by the plain interpreter, {longest} | {:.1} CPU ms | |", 1e3 * whole);
}

/// The table of moves of a strategy, and a move from it.
fn compiled() {
    let text = TEXTS.iter().find(|(name, _)| *name == "krk/bratko-al1").map_or("", |(_, text)| text);
    let programs = programs("krk/bratko-al1", text);
    let Some(program) = programs.first() else { return };
    let start = ProcessTime::now();
    let table = compile(program, StrategyId(0), [0; 32], &Options::default(), &Clock(start));
    let seconds = start.elapsed().as_secs_f64();
    let bytes = table.as_ref().map_or_else(|_| Vec::new(), Compiled::to_bytes);
    println!("| compile krk/bratko-al1: {} bytes | {seconds:.2} CPU s | |", bytes.len());
    let start = ProcessTime::now();
    let read = Compiled::from_bytes(&bytes);
    println!("| read it again | {:.2} CPU ms | |", 1e3 * start.elapsed().as_secs_f64());
    let position: Option<Position> = "8/8/8/8/3k4/8/8/KR6 w - - 0 1".parse().ok();
    let (Ok(table), Some(position)) = (read, position) else { return };
    let start = ProcessTime::now();
    let times = 10_000;
    let found = (0..times).filter(|_| table.look_up(&program.endgame, &position, 0).is_some()).count();
    assert_eq!(found, times);
    println!("| look up a move | {:.2} CPU µs | |", 1e6 * start.elapsed().as_secs_f64() / times as f64);
}

/// A strategy of about the size of the KRK one, in an endgame of ten million positions with White to move: the
/// queen wins against the rook, and the text says a few things about it that every position is asked.
const FOUR_MEN: &str = "
endgame KQKR White K Q v Black k r
use geometry
def room = if Q.file = k.file or Q.rank = k.rank then 64 else beyond(Q.file, k.file) * beyond(Q.rank, k.rank)
def safe = (steps(Q, k) >= 2 or steps(Q, K) = 1) and Q not in attacks(r)
def loose = steps(r, k) > 1
def near = steps(K, k)
def far_rook = walk(r, k)
strategy hunt for White to win
  always not stalemate'
  step mate_now: move where mate'
  step take: move where captured(r)' and alive(Q)'
  step fork: move Q where check' and (r in attacks(Q))' and safe'
  step squeeze: move Q where room' < room and safe' and not check' least room'
  step check_loose: move Q where check' and safe' and loose most far_rook'
  step approach_diag: move K where oblique(K, K') and near' < near and safe'
  step approach: move K where not oblique(K, K') and near' < near and safe'
  step keep: move K where near' <= near and safe'
  step wait: move Q where safe' least steps(Q', k') then least walk(Q', r')
  step any_move: move
theorem wins: hunt reaches mate or captured(r) from White to move expect refuted";

fn row(name: &str, text: &str, goal: &str, claims: bool) {
    let start = ProcessTime::now();
    let programs = programs(name, text);
    let tables = TableSource::empty();
    let (scan, exhaustive) = (TableScan::new(&tables), Exhaustive::new(&tables));
    let none = |_: &_, _: &_| Vec::new();
    let report = drive(name, &programs, &[&scan, &exhaustive], &none, &Options::default(), &Clock(start));
    let seconds = start.elapsed().as_secs_f64();
    println!("| prove {name}: {} | {seconds:.2} CPU s | {goal} |", summary(&report));
    if claims {
        for claim in &report.claims {
            let seconds = claim.seconds.unwrap_or_default();
            println!("| {} {:?} | {seconds:.3} CPU s | |", claim.name, claim.verdict);
        }
    }
}

struct Clock(ProcessTime);

impl adli_claims::Watch for Clock {
    fn seconds(&self) -> Option<f64> {
        Some(self.0.elapsed().as_secs_f64())
    }
}

fn programs(name: &str, text: &str) -> Vec<Program> {
    let mut sources = Sources::library();
    let source = sources.add(name, text);
    let checked = check(&sources, source, &[]);
    assert!(!checked.has_errors(), "{name}");
    checked.programs
}

fn summary(report: &Report) -> String {
    let as_claimed = report.claims.iter().filter(|claim| claim.as_claimed == Some(true)).count();
    format!("{} claims, {as_claimed} as claimed", report.claims.len())
}
