//! The nine lemmas of the KRK paper by SAT: sizes and times next to its Table 1, then the same with reductions, then the check of
//! the certificates.
//!
//! Times are processor time of the process: circuit and clauses, solver with proof, check of the proof.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a program that prints a table")]

use std::io::BufWriter;
use std::time::Duration;

use adli_certificate::{Folder, Text, verify};
use adli_claims::{Options, Unwatched, Verdict};
use adli_lang::{Program, Sources, check};
use adli_lrat::Problem;
use adli_sat::solver::{Answer, Cadical, Limits, Solver};
use adli_sat::{Tools, pose, prove};
use cpu_time::ProcessTime;

/// The lemmas by number and name, with variables, clauses and seconds of Table 1.
const TABLE: [(&str, &str, u32, u32, u32); 9] = [
    ("1", "rook_kept", 66_351, 234_756, 11),
    ("2", "measure_falls", 205_443, 726_730, 5651),
    ("3", "mate_follows", 136_676, 482_753, 25),
    ("4", "early_only", 264_420, 935_930, 4457),
    ("5", "soon_over", 463_770, 1_641_425, 129),
    ("6", "rook_kept", 66_350, 234_757, 11),
    ("7", "always_a_move", 65_890, 233_293, 11),
    ("8", "no_stalemate", 70_489, 248_496, 25),
    ("9", "stuck_is_mate", 70_489, 248_505, 24),
];

fn main() {
    let sources = Sources::library();
    let checked = check(&sources, sources.find("krk/malikovic-janicic").unwrap(), &[]);
    let program = &checked.programs[0];
    as_stated(program);
    reduced(&checked.programs);
}

fn as_stated(program: &Program) {
    let folder = tempfile::tempdir().unwrap();
    println!(
        "{:<3}{:<15}{:>10}{:>10}{:>9}{:>9}{:>9}{:>9}{:>10}{:>24}",
        "", "lemma", "variables", "clauses", "written", "solved", "checked", "sum s", "proof MB", "the paper"
    );
    let (mut total, mut largest, mut bytes) = (Duration::ZERO, 0, 0);
    // Lemma 6 is lemma 1 in this text.
    for (number, name, variables, clauses, seconds) in TABLE.into_iter().filter(|row| row.0 != "6") {
        let claim = program.claims.iter().find(|claim| claim.name == name).unwrap();
        let begun = ProcessTime::now();
        let posed = pose(program, claim).unwrap();
        let cnf = &posed[0].cnf;
        let path = folder.path().join("problem.cnf");
        cnf.write_dimacs(&mut BufWriter::new(std::fs::File::create(&path).unwrap())).unwrap();
        let written = begun.elapsed();
        let proof = folder.path().join("proof.lrat");
        let answer = Cadical::new().solve(cnf, &Limits::default(), &proof, &|| None).unwrap();
        assert_eq!(answer, Answer::Unsatisfiable, "{name}");
        let solved = begun.elapsed();
        let limits = adli_lrat::Limits::default();
        let problem = Problem::read(std::fs::File::open(&path).unwrap(), &limits).unwrap();
        adli_lrat::check_proof(&problem, std::fs::File::open(&proof).unwrap(), &limits).unwrap();
        let checked = begun.elapsed();
        total += checked;
        let length = std::fs::metadata(&proof).unwrap().len();
        (largest, bytes) = (cnf.len().max(largest), bytes + length);
        println!(
            "{number:<3}{name:<15}{:>10}{:>10}{:>9.2}{:>9.2}{:>9.2}{:>9.2}{:>10.1}{variables:>9}{clauses:>9}{seconds:>6}",
            cnf.variables,
            cnf.len(),
            written.as_secs_f64(),
            (solved - written).as_secs_f64(),
            (checked - solved).as_secs_f64(),
            checked.as_secs_f64(),
            length as f64 / 1e6,
        );
    }
    println!(
        "as stated: {:.1} CPU s, at most {largest} clauses, proofs of {:.1} MB; the paper: 10344 s, not checked",
        total.as_secs_f64(),
        bytes as f64 / 1e6
    );
}

/// The same lemmas, shown by others where the text says so, with the certificates that this is enough and that circuits look at all
/// moves; then the whole folder is checked again.
fn reduced(programs: &[Program]) {
    let place = tempfile::tempdir().unwrap();
    let goal = place.path().join("certificates");
    let begun = ProcessTime::now();
    let mut folder = Folder::begin(&goal).unwrap();
    let mut tools =
        Tools { solver: &mut Cadical::new(), reduce: true, folder: &mut folder, limits: Limits::default() };
    let claims = TABLE.iter().map(|row| row.1.to_owned()).collect();
    let options = Options { claims, ..Options::default() };
    let report = prove("krk", programs, &options, &mut tools, &Unwatched);
    assert!(report.claims.iter().all(|claim| claim.verdict == Verdict::Proved));
    folder.finish("bench", Text::new("krk", ""), Vec::new()).unwrap();
    let proved = begun.elapsed();
    assert!(verify(&goal, &adli_lrat::Limits::default(), |_| true).unwrap().holds());
    let (proved, verified) = (proved.as_secs_f64(), (begun.elapsed() - proved).as_secs_f64());
    println!(
        "reduced, every reduction certified: {proved:.1} CPU s; its folder verified in {verified:.1} CPU s"
    );
}
