//! Claims about endgame strategies as propositional problems.

mod aig;
mod board;
mod circuit;
mod clauses;
mod cnf;
mod eliminate;
mod moves;
mod number;
mod play;
mod sets;
pub mod solver;
mod strategy;
mod tables;

pub use aig::{Aig, Gate, Wire};
pub use circuit::{Circuit, Refused};
pub use clauses::{Encoded, encode};
pub use cnf::Cnf;

/// experiment
pub fn dump(program: &adli_lang::Program, claim: &adli_lang::Claim) -> Result<(Aig, Encoded), Refused> {
    let mut circuit = Circuit::new(program, &claim.under);
    let problem = match &claim.says {
        adli_lang::ClaimKind::Play { last, strategy, given, show } => circuit.play(*strategy, *last, *given, *show)?,
        adli_lang::ClaimKind::Everywhere { domain, show } => {
            let mut board = board::Board::input(&mut circuit.aig, &program.endgame, "p0", Wire::FALSE);
            let _ = &mut board;
            let id = circuit.boards.add(board);
            let names = circuit::Names::given(vec![id]);
            let d = circuit.truth(*domain, &names)?;
            let s = circuit.truth(*show, &names)?;
            let w = circuit.aig.and(d, !s);
            play::Problem { wires: vec![w], line: vec![id] }
        }
        _ => return Err(Refused::Unsupported("kind".into())),
    };
    let mut encoded = encode(&circuit.aig, &problem.wires);
    if std::env::var("NOELIM").is_err() { encoded.cnf = eliminate::eliminate(&encoded.cnf); }
    let mut v: Vec<_> = circuit.prof.iter().collect(); v.sort_by_key(|e| std::cmp::Reverse(e.1.0)); for (n,e) in v.iter().take(30) { eprintln!("{n} own {} calls {} total {}", e.0,e.1,e.2); }
    Ok((circuit.aig, encoded))
}
