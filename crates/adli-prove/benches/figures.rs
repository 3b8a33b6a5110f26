//! The figures that this project promises of proofs, measured on the CPU clock and printed as one table.
//!
//! ```text
//! cargo bench -p adli-prove --bench figures            # everything
//! cargo bench -p adli-prove --bench figures krk/       # library entries whose name contains a word
//! ```

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
}

fn row(name: &str, text: &str, goal: &str, claims: bool) {
    let start = ProcessTime::now();
    let programs = programs(name, text);
    let read = start.elapsed().as_secs_f64();
    let report = prove(name, &programs, &Options::default(), &Clock(start));
    let seconds = start.elapsed().as_secs_f64();
    println!("| prove {name}: {} | {seconds:.2} CPU s | {goal} |", summary(&report));
    if claims {
        println!("reading: {read:.3}");
        for claim in &report.claims {
            let seconds = claim.seconds.unwrap_or_default();
            let numbers = (claim.positions, claim.plays, claim.number, claim.longest_moves);
            println!(
                "    {} {:?} {:?} {seconds:.3} {numbers:?}",
                claim.name, claim.verdict, claim.as_claimed
            );
            println!("        {:?} {:?} {:?}", claim.reason, claim.warnings, claim.quality);
            for rule in &claim.rules {
                println!("        {} {} {}", rule.name, rule.positions, rule.with_choice);
            }
            if let Some(failures) = &claim.failures {
                println!("        {} fail", failures.positions);
                for failure in &failures.shown {
                    println!(
                        "        {} {:?} {:?} {:?}",
                        failure.fen, failure.reason, failure.rule, failure.line
                    );
                }
            }
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
