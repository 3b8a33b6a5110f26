//! Solvers as programs: z3 and cvc5, or any other that reads SMT-LIB 2 from its standard input.
//!
//! No answer of a solver is believed that can be looked at: a model is put into the formulas before anybody sees it. That there is none
//! is reported with the names of those who say so, and is no proof.

use std::fmt;
use std::io;

pub use adli_process::{Limits, Stop};
use adli_process::{Ran, run};
use adli_symbolic::hash::HashMap;

/// Decides problems of linear arithmetic.
pub trait Solver {
    /// Its name and version.
    fn name(&self) -> String;

    /// Decides one problem: `problem` ends with `(check-sat)`, and `values` asks for a model.
    ///
    /// # Errors
    /// Where it cannot be run, or says what makes no sense.
    fn solve(
        &self,
        problem: &str,
        values: &str,
        limits: &Limits,
        stop: Stop<'_>,
    ) -> Result<Answer, SolverError>;
}

/// What a solver says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is no model.
    Unsatisfiable,
    /// A model: numbers and truth values (1 or 0) by name.
    Satisfiable(HashMap<String, i64>),
    /// It gave up, for this reason.
    Unknown(String),
}

/// Why there is no answer.
#[derive(Debug)]
pub enum SolverError {
    /// A program could not be run.
    Program(String, io::Error),
    /// What it said makes no sense.
    Answer(String, String),
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolverError::Program(name, error) => write!(f, "cannot run the solver `{name}`: {error}"),
            SolverError::Answer(name, said) => write!(f, "the solver `{name}` says `{said}`"),
        }
    }
}

impl std::error::Error for SolverError {}

/// Programs, and how they are told to read from their standard input.
const KNOWN: [(&str, &[&str]); 2] = [("z3", &["-smt2", "-in"]), ("cvc5", &["--lang=smt2", "-"])];

/// A program, and how it is told to read from its standard input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    program: String,
    arguments: Vec<String>,
    version: String,
}

impl Program {
    /// z3 and cvc5, as far as they are installed.
    #[must_use]
    pub fn installed() -> Vec<Program> {
        KNOWN.iter().filter_map(|(program, _)| Program::named(program).ok()).collect()
    }

    /// A program whose arguments are known, if it can be run; any other is told nothing.
    ///
    /// # Errors
    /// Where it cannot.
    pub fn named(program: &str) -> Result<Program, SolverError> {
        let known = KNOWN.iter().find(|(name, _)| *name == program);
        Program::new(program, known.map_or(&[], |(_, arguments)| arguments))
    }

    /// A program of that name, if it can be run: it is asked for its version.
    ///
    /// # Errors
    /// Where it cannot.
    pub fn new(program: &str, arguments: &[&str]) -> Result<Program, SolverError> {
        let ran = run(program, &["--version"], "", &Limits::default(), &|| None);
        let said = match ran.map_err(|error| SolverError::Program(program.to_owned(), error))? {
            Ran::Wrote(said) | Ran::Ended(said) => said,
        };
        let is_version = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
        let version = said.split_whitespace().find(is_version).unwrap_or_default().to_owned();
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Ok(Program { program: program.to_owned(), arguments, version })
    }
}

impl Solver for Program {
    fn name(&self) -> String {
        format!("{} {}", self.program, self.version).trim().to_owned()
    }

    fn solve(
        &self,
        problem: &str,
        values: &str,
        limits: &Limits,
        stop: Stop<'_>,
    ) -> Result<Answer, SolverError> {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let input = format!("{problem}{values}");
        let ran = run(&self.program, &arguments, &input, limits, stop);
        let said = match ran.map_err(|error| SolverError::Program(self.program.clone(), error))? {
            Ran::Ended(why) => return Ok(Answer::Unknown(why)),
            Ran::Wrote(said) => said,
        };
        let (first, rest) = said.split_once('\n').unwrap_or((&said, ""));
        match first.trim() {
            "unsat" => Ok(Answer::Unsatisfiable),
            "sat" => Ok(Answer::Satisfiable(model(rest))),
            "unknown" => Ok(Answer::Unknown(format!("{} does not know", self.program))),
            other => Err(SolverError::Answer(self.program.clone(), other.chars().take(200).collect())),
        }
    }
}

/// The values of a model, as they are written: `((n 8) (p0.K.file (- 3)) (q1 true))`.
fn model(said: &str) -> HashMap<String, i64> {
    let spaced = said.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut values = HashMap::default();
    let mut at = 0;
    while at + 2 < words.len() {
        let (name, rest) = (words[at + 1], &words[at + 2..]);
        let value = match rest {
            _ if words[at] != "(" || name == "(" => None,
            ["(", "-", number, ..] => number.parse::<i64>().ok().map(|number| -number),
            ["true", ..] => Some(1),
            ["false", ..] => Some(0),
            [number, ..] => number.parse::<i64>().ok(),
            [] => None,
        };
        if let Some(value) = value {
            values.insert(name.trim_matches('|').to_owned(), value);
        }
        at += 1;
    }
    values
}
