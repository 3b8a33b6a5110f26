//! Negative controls: certificates of problems that have a solution. Names, lengths and digests are right,
//! and each proof makes one mistake that would make it right; whatever is accepted here would prove a false
//! claim.

use std::fs;
use std::path::PathBuf;

use adli_certificate::MANIFEST;
use adli_farkas::{Limits, Problem};

use crate::{folders, linear};

/// Proofs that the clauses of `three.cnf` contradict one another. Coq's kernel and the extracted checker are
/// shown them too.
const PROOFS: [(&str, &str); 10] = [
    ("circular", "`four.lrat`: there is no clause 5"),
    ("itself", "`four.lrat`: there is no clause 4"),
    ("later", "`four.lrat`: there is no clause 5"),
    ("no_end", "`four.lrat`: it ends before the empty clause"),
    ("no_reason", "`four.lrat`: the hints do not contradict"),
    ("not_unit", "`four.lrat`: clause 1 does not follow up"),
    ("other_problem", "`four.lrat`: there is no clause 4"),
    ("premise", "`four.lrat`: the hints do not contradict"),
    ("rat", "`four.lrat`: it is a RAT step"),
    ("satisfied", "`four.lrat`: the hints do not contradict"),
];

fn plant(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../adli-lrat/tests/plants");
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn no_proof_makes_a_solution_go_away() {
    let clauses = plant("three.cnf");
    for (name, expected) in PROOFS {
        let proof = plant(&format!("{name}.lrat"));
        let written = folders::write();
        let path = written.folder.join(MANIFEST);
        let mut manifest: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let evidence = &mut manifest["certificates"][0]["evidence"];
        (evidence["variables"], evidence["clauses"]) = (2.into(), 3.into());
        for (field, file, text) in [("cnf", "four.cnf", &clauses), ("proof", "four.lrat", &proof)] {
            fs::write(written.folder.join(file), text).unwrap();
            evidence[field]["bytes"] = text.len().into();
            evidence[field]["blake3"] = blake3::hash(text.as_bytes()).to_hex().to_string().into();
        }
        manifest.as_object_mut().unwrap().remove("digest");
        fs::write(&path, serde_json::to_vec(&manifest).unwrap()).unwrap();
        let told = linear::wrong(&written.folder);
        assert!(told.len() == 1 && told[0].starts_with(expected), "{name}: {told:?}");
    }
}

/// Twice an integer is at most 6 and at least 6: it is 3. Each line claims a little more than follows.
#[test]
fn no_line_makes_an_integer_go_away() {
    let text = fs::read_to_string(linear::write().folder.join("odd.linear")).unwrap();
    let solvable = text.replace("<= 5", "<= 6").replace("<= -5", "<= -6");
    let problem = Problem::read(solvable.as_bytes(), &Limits::default()).unwrap();
    assert!(problem.is_satisfied(&[3], &[true, true, true]));
    for (line, farkas, expected) in [
        (
            "rounded too far",
            "a 4 1 x1 <= 2\n1 -1 2 4 0\n1 -2 2 -4 0\n",
            "`odd.farkas`: the sum is no contradiction (line 3)",
        ),
        (
            "nothing is less than itself",
            "a 4 1 x1 <= 3\n1 -1 2 4 0\n1 -2 2 -4 0\n",
            "`odd.farkas`: the sum is no contradiction (line 4)",
        ),
        (
            "subtracted",
            "a 4 1 x1 <= 3\n1 -1 2 4 0\n-1 -2 2 4 0\n",
            "`odd.farkas`: a multiplier is not positive",
        ),
        (
            "without a reason",
            "a 4 1 x1 <= 3\n1 -1 2 4 0\n0\n",
            "`odd.farkas`: the sum is no contradiction (line 4)",
        ),
        ("itself", "a 4 1 x1 <= 2\n1 -4 1 4 0\n1 -4 1 4 0\n", "`odd.lrat`: clause 4 does not follow up"),
        ("said twice", "a 1 2 x1 <= 5\n1 -1 2 4 0\n1 -2 2 -4 0\n", "`odd.farkas`: variable 1 cannot be here"),
    ] {
        let written = linear::write();
        fs::write(written.folder.join("odd.linear"), &solvable).unwrap();
        fs::write(written.folder.join("odd.farkas"), format!("p farkas 1 2\n{farkas}")).unwrap();
        linear::say(&written, "problem", "odd.linear");
        linear::say(&written, "farkas", "odd.farkas");
        let told = linear::wrong(&written.folder);
        assert!(told.len() == 1 && told[0].starts_with(expected), "{line}: {told:?}");
    }
}
