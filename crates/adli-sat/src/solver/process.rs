//! Any program that speaks as the solvers of the SAT competitions do.
//!
//! It is given the name of a DIMACS file and the name of the proof to write, as its last two arguments or wherever its
//! arguments say `{cnf}` and `{proof}`: `cadical --lrat --no-binary`, `cadical -q --lrat {cnf} {proof}`. It answers on
//! its standard output with a line `s SATISFIABLE` or `s UNSATISFIABLE` and the model in lines that begin with `v`.
//! Its proof may be binary or text. A program that writes no LRAT can be followed by one that makes it of DRAT, in a
//! script of the user's.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;

use super::watch::{PAUSE, Watch};
use super::writer::Temporary;
use super::{Answer, Limits, OnProgress, Solver, SolverError, Stop, checked_model, discard};
use crate::Cnf;

/// A program and its arguments.
pub struct Process<'a> {
    program: String,
    arguments: Vec<String>,
    on_progress: Option<OnProgress<'a>>,
}

impl<'a> Process<'a> {
    /// A program as it is typed, words apart: `cadical --lrat --no-binary`.
    ///
    /// # Errors
    /// Where there is no word.
    pub fn new(command: &str, on_progress: Option<OnProgress<'a>>) -> Result<Process<'a>, SolverError> {
        let mut words = command.split_whitespace().map(str::to_owned);
        let program = words.next().ok_or_else(|| {
            SolverError::Answer("no solver was named; try `cadical --lrat --no-binary`".to_owned())
        })?;
        let mut arguments: Vec<String> = words.collect();
        for place in ["{cnf}", "{proof}"] {
            if !arguments.iter().any(|argument| argument.contains(place)) {
                arguments.push(place.to_owned());
            }
        }
        Ok(Process { program, arguments, on_progress })
    }

    fn start(&self, cnf: &Path, proof: &Path) -> Result<Child, SolverError> {
        let (cnf, proof) = (cnf.to_string_lossy(), proof.to_string_lossy());
        let filled = |argument: &String| argument.replace("{cnf}", &cnf).replace("{proof}", &proof);
        Command::new(&self.program)
            .args(self.arguments.iter().map(filled))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| SolverError::Program(self.program.clone(), error))
    }
}

impl Solver for Process<'_> {
    fn name(&self) -> String {
        self.program.clone()
    }

    fn solve(
        &mut self,
        cnf: &Cnf,
        limits: &Limits,
        proof: &Path,
        stop: Stop<'_>,
    ) -> Result<Answer, SolverError> {
        // A proof of yesterday is not the proof of today's problem.
        discard(proof);
        let problem = Temporary::new(cnf, proof)?;
        let mut child = self.start(problem.path(), proof)?;
        let watch = Watch::new(limits, stop, proof, self.on_progress, child.id());
        let (said, reason) = listen(&mut child, watch);
        let answer = match (said, reason) {
            (_, Some(reason)) => Ok(Answer::Unknown(reason)),
            (Said::Unsatisfiable, None) if !proof.is_file() => Err(SolverError::Answer(format!(
                "`{}` wrote no proof; does it need an option?",
                self.program
            ))),
            (Said::Unsatisfiable, None) => Ok(Answer::Unsatisfiable),
            (Said::Satisfiable(literals), None) => {
                checked_model(cnf, assignment(cnf, &literals), &self.program)
            }
            (Said::Nothing, None) => Ok(Answer::Unknown(format!("`{}` gave no answer", self.program))),
        };
        if !matches!(answer, Ok(Answer::Unsatisfiable)) {
            discard(proof);
        }
        answer
    }
}

/// What a program said.
#[derive(Default)]
enum Said {
    #[default]
    Nothing,
    Unsatisfiable,
    Satisfiable(Vec<i32>),
}

/// Hears a program out, or ends it; the second part is why it was ended.
fn listen(child: &mut Child, mut watch: Watch<'_>) -> (Said, Option<String>) {
    let Some(output) = child.stdout.take() else { return (Said::Nothing, None) };
    let reader = thread::spawn(|| read_answer(output));
    let mut reason = None;
    while !reader.is_finished() && reason.is_none() {
        reason = watch.look();
        thread::sleep(PAUSE);
    }
    if reason.is_some() {
        // It may have ended by itself meanwhile.
        let _ = child.kill();
    }
    // A program that closed its output is given no more time to say anything, but may end in peace.
    let _ = child.wait();
    // After a kill, a grandchild may keep the pipe open: nobody waits for it.
    let said = if reason.is_none() { reader.join().unwrap_or_default() } else { Said::Nothing };
    (said, reason)
}

/// The longest line that is read; a longer one is nobody's answer.
const LONGEST_LINE: u64 = 1 << 20;

/// Reads the lines that begin with `s` and `v`.
fn read_answer(output: ChildStdout) -> Said {
    let mut output = BufReader::new(output);
    let (mut status, mut literals) = (String::new(), Vec::new());
    let mut line = Vec::new();
    loop {
        line.clear();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line);
        if let Some(said) = text.strip_prefix("s ") {
            status = said.trim().to_owned();
        } else if let Some(values) = text.strip_prefix("v ") {
            literals.extend(values.split_whitespace().filter_map(|word| word.parse::<i32>().ok()));
        }
    }
    match status.as_str() {
        "UNSATISFIABLE" => Said::Unsatisfiable,
        "SATISFIABLE" => Said::Satisfiable(literals),
        _ => Said::Nothing,
    }
}

/// The values of all variables; those that were not named are false.
fn assignment(cnf: &Cnf, literals: &[i32]) -> Vec<bool> {
    let mut values = vec![false; cnf.variables as usize];
    for &literal in literals {
        let place = (literal.unsigned_abs() as usize).wrapping_sub(1);
        if let Some(value) = values.get_mut(place) {
            *value = literal > 0;
        }
    }
    values
}
