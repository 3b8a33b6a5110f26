//! The figures that this project promises of proofs, measured on the CPU clock and printed as one table.
//!
//! ```text
//! cargo bench -p adli-prove --bench figures            # everything
//! cargo bench -p adli-prove --bench figures krk/       # library entries whose name contains a word
//! cargo bench -p adli-prove --bench figures krk/ claims    # with each of their claims
//! ```

#![expect(clippy::print_stdout, reason = "a table for the reader is its purpose")]

use adli_lang::{Program, Sources, TEXTS, check};
use adli_prove::{Options, Report, prove};
use cpu_time::ProcessTime;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    println!("| work | reached | goal |\n|---|---|---|");
    for (name, text) in TEXTS.iter().filter(|(name, _)| name.contains('/') && wanted(name)) {
        let goal = if *name == "krk/malikovic-janicic" { "1 CPU s" } else { "" };
        row(name, text, goal, words.iter().any(|word| word == "claims"));
    }
    if wanted("four men") {
        row("four men", FOUR_MEN, "30 CPU s", words.iter().any(|word| word == "claims"));
    }
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
    let report = prove(name, &programs, &Options::default(), &Clock(start));
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

impl adli_prove::Watch for Clock {
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
