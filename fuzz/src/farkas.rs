//! The checker of certificates of linear arithmetic.

use adli_farkas::{Limits, Problem, check};

/// What parts the problem from the lines, and these from the proof.
const PARTING: &[u8] = b"%%\n";
/// Problems with more variables or integers are not tried out.
const FEW: u32 = 8;
/// Integers are tried out up to this, on both sides of 0.
const REACH: i64 = 4;

/// Any problem, lines and proof are read or refused, with a message and within a small allowance of memory. What was read is written and
/// read again as the same. If the certificate is accepted, no small integers satisfy the problem, by trying them out.
pub fn farkas(bytes: &[u8]) {
    let limits = Limits { memory: 1 << 20 };
    let (problem, rest) = part(bytes);
    let (lines, proof) = part(rest);
    let problem = match Problem::read(problem, &limits) {
        Ok(problem) => problem,
        Err(fault) => return assert!(!fault.to_string().is_empty()),
    };
    let mut written = Vec::new();
    problem.write(&[], &mut written).expect("memory takes what is written");
    assert_eq!(Problem::read(written.as_slice(), &Limits::default()).ok(), Some(problem.clone()));
    match check(&problem, lines, proof, &limits) {
        Ok(_) => assert!(!is_satisfiable(&problem), "{:?}", String::from_utf8_lossy(bytes)),
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}

fn part(bytes: &[u8]) -> (&[u8], &[u8]) {
    let at = bytes.windows(PARTING.len()).position(|window| window == PARTING).unwrap_or(bytes.len());
    let (first, rest) = bytes.split_at(at);
    (first, rest.get(PARTING.len()..).unwrap_or_default())
}

/// By trying out small integers, and all values of the variables that stand for no inequality.
fn is_satisfiable(problem: &Problem) -> bool {
    if problem.variables() > FEW || problem.integers() > 3 {
        return false;
    }
    let sizes = (2 * REACH + 1).pow(problem.integers());
    (0..sizes).any(|mut code| {
        let integers: Vec<i64> = (0..problem.integers())
            .map(|_| {
                let value = code % (2 * REACH + 1) - REACH;
                code /= 2 * REACH + 1;
                value
            })
            .collect();
        (0..1_u32 << problem.variables()).any(|values| {
            let values: Vec<bool> = (0..problem.variables()).map(|at| values >> at & 1 == 1).collect();
            problem.is_satisfied(&integers, &values)
        })
    })
}
