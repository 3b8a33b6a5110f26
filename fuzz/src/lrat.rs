//! The checker of proofs.

use adli_lrat::{Limits, Problem, check_proof, sort_proof};

/// What parts the clauses from the proof.
const PARTING: &[u8] = b"%%\n";
/// Problems with more variables are not tried out.
const FEW: u32 = 14;

/// Any clauses and any proof are read or refused, with a message and within a small allowance of memory. If the proof is
/// accepted, no assignment satisfies the clauses, by trying all of them; and the same proof with its clauses sorted is
/// accepted too.
pub fn lrat(bytes: &[u8]) {
    let limits = Limits { memory: 1 << 20 };
    let at = bytes.windows(PARTING.len()).position(|window| window == PARTING).unwrap_or(bytes.len());
    let (clauses, rest) = bytes.split_at(at);
    let proof = rest.get(PARTING.len()..).unwrap_or_default();
    let problem = match Problem::read(clauses, &limits) {
        Ok(problem) => problem,
        Err(fault) => return assert!(!fault.to_string().is_empty()),
    };
    assert!(
        problem
            .numbers()
            .flatten()
            .all(|literal| 0 < literal.abs() && literal.unsigned_abs() <= u64::from(problem.variables()))
    );
    let mut sorted = Vec::new();
    let read = sort_proof(proof, &mut sorted, &limits);
    match check_proof(&problem, proof, &limits) {
        Ok(checked) => {
            assert!(!is_satisfiable(&problem), "{:?}", String::from_utf8_lossy(bytes));
            // A problem with the empty clause needs no proof, so its proof need not be one.
            if checked.steps > 0 {
                assert!(read.is_ok(), "{:?}", String::from_utf8_lossy(bytes));
                assert_eq!(check_proof(&problem, sorted.as_slice(), &limits).ok(), Some(checked));
            }
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}

/// By trying all assignments, if there are not too many.
fn is_satisfiable(problem: &Problem) -> bool {
    let clauses: Vec<Vec<i64>> = problem.numbers().collect();
    let holds = |assignment: u32, literal: i64| {
        (assignment >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0)
    };
    problem.variables() <= FEW
        && (0..1_u32 << problem.variables()).any(|assignment| {
            clauses.iter().all(|clause| clause.iter().any(|&literal| holds(assignment, literal)))
        })
}
