//! Decides SMT-LIB texts and writes a certificate beside each, and its lines as goals for Coq:
//! `cargo run --release -p adli-linear --example lia -- problem.smt2`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use adli_linear::{Allowed, Decided, certify, decide, read, write_goals};
use adli_watch::Unwatched;

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        let began = Instant::now();
        let encoded = read(&fs::read_to_string(&name)?, &Default::default())?.encode()?;
        let problem = &encoded.problem;
        println!(
            "{name}: {} integers, {} variables, {} inequalities, {} clauses; read {:.2} s",
            problem.integers(),
            problem.variables(),
            problem.atoms().len(),
            problem.len(),
            began.elapsed().as_secs_f64()
        );
        let began = Instant::now();
        let (decided, work) = decide(problem, &Allowed::default(), &Unwatched);
        println!("  {work:?}; decided {:.2} s", began.elapsed().as_secs_f64());
        match decided {
            Decided::Solution(integers, values) => println!("  sat: {:?}", encoded.model(&integers, &values)),
            Decided::Unknown(why) => println!("  unknown: {why}"),
            Decided::Contradiction(lines) => {
                let began = Instant::now();
                let path = PathBuf::from(&name);
                let (to_lines, to_proof) = (path.with_extension("farkas"), path.with_extension("lrat"));
                let checked =
                    certify(problem, &lines, &to_lines, &to_proof, &Allowed::default(), &Unwatched)?;
                let sizes =
                    [&to_lines, &to_proof].map(|path| fs::metadata(path).map_or(0, |file| file.len()));
                println!(
                    "  unsat: {checked:?}, bytes {sizes:?}; certified {:.2} s",
                    began.elapsed().as_secs_f64()
                );
                let began = Instant::now();
                let limits = adli_farkas::Limits::default();
                adli_farkas::check(problem, fs::File::open(&to_lines)?, fs::File::open(&to_proof)?, &limits)?;
                println!("  checked {:.2} s", began.elapsed().as_secs_f64());
                let (kept, _) = adli_farkas::check_lines(problem, fs::File::open(&to_lines)?, &limits)?;
                write_goals(
                    problem,
                    &kept,
                    0..kept.lines.len(),
                    &mut fs::File::create(path.with_extension("v"))?,
                )?;
            }
        }
    }
    Ok(())
}
