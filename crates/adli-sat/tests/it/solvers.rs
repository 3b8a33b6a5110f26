//! The solvers on problems whose answers are known: pigeons and holes, and all clauses over three variables.
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use adli_claims::By;
use adli_lrat::{Checked, Problem, check_proof};
use adli_sat::Cnf;
use adli_sat::solver::{Answer, Cadical, Limits, Process, Progress, Solver, SolverError, Writer};
use tempfile::TempDir;

const NEVER: fn() -> Option<By> = || None;

/// So many pigeons in so many holes: satisfiable only if there are enough.
fn pigeons(pigeons: i32, holes: i32) -> Cnf {
    let place = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut cnf = Cnf::new();
    for pigeon in 0..pigeons {
        cnf.add(&(0..holes).map(|hole| place(pigeon, hole)).collect::<Vec<_>>());
    }
    for hole in 0..holes {
        for one in 0..pigeons {
            for other in 0..one {
                cnf.add(&[-place(one, hole), -place(other, hole)]);
            }
        }
    }
    cnf
}

fn solve(
    solver: &mut dyn Solver,
    cnf: &Cnf,
    limits: &Limits,
) -> (Result<Answer, SolverError>, PathBuf, TempDir) {
    let folder = TempDir::new().unwrap();
    let proof = folder.path().join("lemma.lrat");
    let answer = solver.solve(cnf, limits, &proof, &NEVER);
    (answer, proof, folder)
}

/// The proof, checked against the problem as DIMACS text.
fn check(cnf: &Cnf, proof: &Path) -> Result<Checked, adli_lrat::Fault> {
    let mut text = Vec::new();
    cnf.write_dimacs(&mut text).unwrap();
    let limits = adli_lrat::Limits::default();
    check_proof(&Problem::read(text.as_slice(), &limits)?, fs::File::open(proof).unwrap(), &limits)
}

/// Every set of the eight full clauses over three variables: unsatisfiable exactly if all eight are there.
#[test]
fn all_sets_of_full_clauses() {
    for chosen in 0_u32..256 {
        let mut cnf = Cnf::new();
        for signs in (0..8).filter(|signs| chosen >> signs & 1 == 1) {
            let literal = |variable: i32| if signs >> (variable - 1) & 1 == 1 { -variable } else { variable };
            cnf.add(&[literal(1), literal(2), literal(3)]);
        }
        let (answer, proof, _folder) = solve(&mut Cadical::new(), &cnf, &Limits::default());
        match answer.unwrap() {
            Answer::Unsatisfiable => assert!(chosen == 255 && check(&cnf, &proof).is_ok()),
            Answer::Satisfiable(model) => {
                assert!(chosen != 255 && cnf.is_satisfied_by(&model) && !proof.exists())
            }
            Answer::Unknown(why) => panic!("{why}"),
        }
    }
}

#[test]
fn pigeons_and_holes() {
    let (answer, proof, _folder) = solve(&mut Cadical::new(), &pigeons(6, 5), &Limits::default());
    assert_eq!(answer.unwrap(), Answer::Unsatisfiable);
    assert!(check(&pigeons(6, 5), &proof).unwrap().steps > 10);
    // It is a proof of this problem, and not of the one with a clause less.
    let mut fewer = Cnf::new();
    pigeons(6, 5).clauses().skip(1).for_each(|clause| fewer.add(clause));
    assert!(check(&fewer, &proof).is_err());
    let (answer, _, _folder) = solve(&mut Cadical::new(), &pigeons(5, 5), &Limits::default());
    let Answer::Satisfiable(model) = answer.unwrap() else { panic!("five pigeons fit") };
    assert_eq!(model.iter().filter(|&&is_there| is_there).count(), 5);
}

/// Clauses that a solver tidies up before it begins: literals twice, a literal and its negation, the same clause again, units,
/// the empty clause.
#[test]
fn untidy_clauses_have_proofs_that_pass_too() {
    let problems: [&[&[i32]]; 4] = [
        &[&[1, 1, 2], &[1, -1], &[1, 2, 1], &[-1, -1], &[-2, 1, -2]],
        &[&[1], &[-1], &[2, -2], &[2]],
        &[&[], &[1, 2]],
        &[&[1, 2], &[3, -3, 1], &[-1, 2], &[-2, -1], &[1, -2], &[4]],
    ];
    for clauses in problems {
        let mut cnf = Cnf::new();
        clauses.iter().for_each(|clause| cnf.add(clause));
        let (answer, proof, _folder) = solve(&mut Cadical::new(), &cnf, &Limits::default());
        assert_eq!(answer.unwrap(), Answer::Unsatisfiable);
        let checked = check(&cnf, &proof);
        assert!(checked.is_ok(), "{clauses:?}: {}", checked.unwrap_err());
    }
}

/// Thirteen pigeons and twelve holes keep any solver of this kind busy for minutes.
#[test]
fn a_solver_that_runs_out_of_time_says_so() {
    let limits = Limits { time: Some(Duration::from_millis(200)), memory: None };
    let began = Instant::now();
    let (answer, proof, _folder) = solve(&mut Cadical::new(), &pigeons(13, 12), &limits);
    assert_eq!(answer.unwrap(), Answer::Unknown("the time allowed was not enough".to_owned()));
    assert!(!proof.exists());
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
#[cfg(target_os = "linux")]
fn a_solver_that_runs_out_of_memory_says_so() {
    let limits = Limits { time: Some(Duration::from_secs(60)), memory: Some(1 << 16) };
    let (answer, _, _folder) = solve(&mut Cadical::new(), &pigeons(13, 12), &limits);
    assert_eq!(
        answer.unwrap(),
        Answer::Unknown("the memory allowed was not enough for the solver".to_owned())
    );
}

#[test]
fn a_solver_stops_when_somebody_asks_and_tells_how_it_goes() {
    let stop = AtomicBool::new(false);
    let reports = AtomicU64::new(0);
    let tell = |progress: Progress| {
        assert!(progress.seconds > 0.0);
        reports.fetch_add(1, Ordering::Relaxed);
        stop.store(true, Ordering::Relaxed);
    };
    let folder = TempDir::new().unwrap();
    let proof = folder.path().join("lemma.lrat");
    let limits = Limits { time: Some(Duration::from_secs(60)), memory: None };
    let answer = Cadical::watched(&tell)
        .solve(&pigeons(13, 12), &limits, &proof, &|| stop.load(Ordering::Relaxed).then_some(By::Hand));
    assert_eq!(answer.unwrap(), Answer::Unknown("stopped before the end".to_owned()));
    assert!(reports.load(Ordering::Relaxed) >= 1);
}

#[test]
fn a_proof_that_cannot_be_written_is_an_error() {
    let proof = PathBuf::from("/no/such/folder/lemma.lrat");
    let answer = Cadical::new().solve(&pigeons(3, 2), &Limits::default(), &proof, &NEVER);
    let message = answer.unwrap_err().to_string();
    assert!(message.contains("/no/such/folder/lemma.lrat"), "{message}");
}

#[test]
fn the_writer_saves_the_problem_and_solves_nothing() {
    let (answer, proof, _folder) = solve(&mut Writer, &pigeons(2, 1), &Limits::default());
    assert!(matches!(answer.unwrap(), Answer::Unknown(_)));
    let text = fs::read_to_string(proof.with_extension("cnf")).unwrap();
    assert_eq!(text, "p cnf 2 3\n1 0\n2 0\n-2 -1 0\n");
}

/// A shell script in the place of a solver.
#[cfg(unix)]
fn program(folder: &TempDir, script: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.path().join("solver");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

#[cfg(unix)]
fn ask(script: &str, cnf: &Cnf, limits: &Limits) -> (Result<Answer, SolverError>, Vec<String>) {
    let tools = TempDir::new().unwrap();
    let mut solver = Process::new(&program(&tools, script), None).unwrap();
    let (answer, _, folder) = solve(&mut solver, cnf, limits);
    let left = fs::read_dir(folder.path()).unwrap();
    (answer, left.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect())
}

#[test]
#[cfg(unix)]
fn programs_answer_as_in_the_competitions() {
    let none = Limits::default();
    let (answer, left) = ask("echo 'c hello'; echo 's SATISFIABLE'; echo 'v 1 -2 0'", &pigeons(1, 2), &none);
    assert_eq!(answer.unwrap(), Answer::Satisfiable(vec![true, false]));
    assert_eq!(left, Vec::<String>::new());
    let (answer, left) =
        ask("grep -q 'p cnf 2 3' $1 && echo 5 0 1 3 0 > $2; echo 's UNSATISFIABLE'", &pigeons(2, 1), &none);
    assert_eq!(answer.unwrap(), Answer::Unsatisfiable);
    assert_eq!(left, ["lemma.lrat"]);
}

#[test]
#[cfg(unix)]
fn programs_that_make_no_sense_are_told_apart() {
    let none = Limits::default();
    let wrong = ask("echo 's SATISFIABLE'; echo 'v 1 2 0'", &pigeons(2, 1), &none).0.unwrap_err().to_string();
    assert!(wrong.ends_with("does not satisfy the clauses"), "{wrong}");
    let proofless = ask("echo 's UNSATISFIABLE'", &pigeons(2, 1), &none).0.unwrap_err().to_string();
    assert!(proofless.contains("wrote no proof"), "{proofless}");
    let silent = ask("exit 1", &pigeons(2, 1), &none).0.unwrap();
    assert!(matches!(silent, Answer::Unknown(why) if why.ends_with("gave no answer")));
    let slow = Limits { time: Some(Duration::from_millis(100)), memory: None };
    let (late, left) = ask("exec sleep 60", &pigeons(2, 1), &slow);
    assert_eq!(late.unwrap(), Answer::Unknown("the time allowed was not enough".to_owned()));
    assert_eq!(left, Vec::<String>::new());
    let missing = Process::new("/no/such/solver --lrat", None).unwrap().solve(
        &pigeons(2, 1),
        &none,
        &std::env::temp_dir().join("adli-no-proof.lrat"),
        &NEVER,
    );
    assert!(missing.unwrap_err().to_string().starts_with("cannot run the solver `/no/such/solver`"));
    assert!(Process::new("  ", None).is_err());
}
