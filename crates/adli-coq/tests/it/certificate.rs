//! Clauses that cannot be satisfied, as theorems.

use adli_coq::{Certified, Trouble, Workshop, certify};
use adli_lrat::{Limits, Problem, proof_numbers};

use crate::common::workshop;

fn asked(workshop: &Workshop, cnf: &str, proof: &str) -> Result<Certified, Trouble> {
    let limits = Limits::default();
    let problem = Problem::read(cnf.as_bytes(), &limits).unwrap();
    let steps = proof_numbers(proof.as_bytes(), &limits).unwrap();
    certify(workshop, &problem, &steps, &adli_process::Limits::default(), &|| None)
}

/// The first of these is true, the next if one is, and the last is not.
fn chain(links: usize) -> String {
    let next: String = (1..links).map(|link| format!("-{link} {} 0\n", link + 1)).collect();
    format!("p cnf {links} {}\n1 0\n{next}-{links} 0\n", links + 1)
}

/// One step with a hint for each clause in turn.
fn proof(clauses: usize) -> String {
    let hints: String = (1..=clauses).map(|clause| format!("{clause} ")).collect();
    format!("{} 0 {hints}0\n", clauses + 1)
}

#[test]
fn clauses_in_several_chunks_are_a_theorem_and_one_less_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workshop) = workshop(folder.path()) else { return };
    let links = 12_000;
    let cnf = chain(links);
    let Certified::Theorem(rests_on) = asked(&workshop, &cnf, &proof(links + 1)).unwrap() else {
        panic!("no theorem")
    };
    assert!(rests_on.iter().any(|name| name == "PArray.get"), "{rests_on:?}");
    // A hint is missing.
    assert_eq!(asked(&workshop, &cnf, &proof(links)).unwrap(), Certified::Refused);
    // If the last is true, too, they can be satisfied, whatever the proof says.
    let satisfiable = chain(links).replace(&format!("\n-{links} 0\n"), &format!("\n{links} 0\n"));
    assert_eq!(asked(&workshop, &satisfiable, &proof(links + 1)).unwrap(), Certified::Refused);
}

/// Clauses with a solution, and proofs with one mistake each that would make it go away.
#[test]
fn no_proof_makes_a_solution_go_away() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workshop) = workshop(folder.path()) else { return };
    let plants = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../adli-lrat/tests/plants");
    let plant = |name: &str| std::fs::read_to_string(plants.join(name)).unwrap();
    for name in [
        "circular",
        "itself",
        "later",
        "no_end",
        "no_reason",
        "not_unit",
        "other_problem",
        "premise",
        "satisfied",
    ] {
        let said = asked(&workshop, &plant("three.cnf"), &plant(&format!("{name}.lrat")));
        assert_eq!(said.unwrap(), Certified::Refused, "{name}");
    }
    // The kernel reads no negative hints: the tenth does not reach it.
    assert!(proof_numbers(plant("rat.lrat").as_bytes(), &Limits::default()).is_err());
}

#[test]
fn deleted_clauses_are_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workshop) = workshop(folder.path()) else { return };
    let cnf = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
    let good = "5 2 0 1 2 0\n5 d 1 2 0\n6 -2 0 3 4 0\n7 0 5 6 0\n";
    assert!(matches!(asked(&workshop, cnf, good).unwrap(), Certified::Theorem(_)));
    let bad = "5 2 0 1 2 0\n5 d 3 0\n6 -2 0 3 4 0\n7 0 5 6 0\n";
    assert_eq!(asked(&workshop, cnf, bad).unwrap(), Certified::Refused);
    assert_eq!(
        asked(&workshop, "p cnf 1 1\n0\n", "2 0 1 0\n").unwrap(),
        asked(&workshop, cnf, good).unwrap()
    );
}

#[test]
fn what_is_too_large_is_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workshop) = workshop(folder.path()) else { return };
    let long = asked(&workshop, &chain(700_000), &proof(700_001)).unwrap();
    assert!(matches!(long, Certified::PassedOver(why) if why.contains("too many")));
}
