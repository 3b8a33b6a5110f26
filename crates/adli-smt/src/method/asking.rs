//! Asking about a problem: the solver that is built in, whose certificates are checked, or programs of others, which are quoted.

use std::fmt;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use adli_certificate::{Folder, LinearPlace, WriteError};
use adli_claims::{By, Certified, CnfSize, Evidence, Limit, ProblemReport, Said, SaidOf, Watch};
use adli_linear::{Allowed, Decided, Encoded, Lines, NoCertificate, certify, decide, problem_of};
use adli_symbolic::hash::HashMap;

use super::prover::Prover;
use super::{Asks, See};
use crate::formula::{Formulas, Truth};
use crate::solver::{Answer, Limits, Solver};
use crate::text::ask_values;

/// Who found the proofs of the certificates.
const SOLVER: &str = "adli-linear, CaDiCaL";

/// A problem that is asked for the sake of its solutions is given up after so many dead ends: that there is none helps nobody. It
/// is no limit of time, so that the same board is found on every machine.
const ONLY_ASKED: u32 = 15_000;

/// What a problem is called, and what it says.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// The claim; with the material after a full stop if the text has several.
    pub(super) claim: String,
    /// Which part of the claim.
    pub(super) part: Option<String>,
    /// What it means that there is no solution.
    pub(super) says: String,
    /// Whether a certificate is wanted. Some problems are asked for the sake of their solutions.
    pub(super) keep: bool,
}

impl Name {
    /// A part of this problem.
    pub(super) fn within(&self, part: &str) -> Name {
        let parts = self.part.iter().map(String::as_str).chain([part]).collect::<Vec<_>>();
        Name { part: Some(parts.join(".")), ..self.clone() }
    }

    /// A part of this problem without a certificate.
    pub(super) fn only_asked(&self, part: &str) -> Name {
        Name { keep: false, ..self.within(part) }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.claim)?;
        self.part.iter().try_for_each(|part| write!(f, ".{part}"))
    }
}

/// What shows that a problem has no solution.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Shown {
    /// A certificate, which has been checked.
    Certificate(ProblemReport),
    /// What programs say.
    Said(SaidOf),
    /// Nothing: no certificate was wanted.
    Nothing,
}

/// An answer.
pub(super) enum Asked {
    /// There is no solution.
    Never(Shown),
    /// Numbers and truth values (1 or 0) by name.
    Model(HashMap<String, i64>),
}

/// What the verdict on a claim rests on, if none of these problems has a solution.
pub(super) fn evidence(problems: Vec<Shown>) -> Result<Evidence, Limit> {
    let (mut certified, mut said) = (Vec::new(), Vec::new());
    for shown in problems {
        match shown {
            Shown::Certificate(report) => certified.push(report),
            Shown::Said(of) => said.push(of),
            Shown::Nothing => {
                return Err(Limit::Internal("a problem has no certificate, and nobody missed it".into()));
            }
        }
    }
    if !said.is_empty() {
        let says = |name: &String| said.iter().all(|problem: &SaidOf| problem.by.contains(name));
        let by: Vec<String> = said.first().map(|problem| problem.by.clone()).unwrap_or_default();
        let by = by.into_iter().filter(says).collect();
        return Ok(Evidence::Solvers(Said { by, problems: said }));
    }
    let cnf = certified.iter().map(|problem| problem.cnf).max().unwrap_or_default();
    let checked_by = vec!["adli-farkas".to_owned(), "adli-lrat".to_owned()];
    Ok(Evidence::Certificate(Certified { path: None, cnf, checked_by, problems: certified }))
}

/// A watch that ends the work on one problem after some time, as its caller counts it.
struct Until<'w> {
    watch: &'w dyn Watch,
    end: Option<f64>,
}

impl Watch for Until<'_> {
    fn stopped(&self) -> Option<By> {
        let over = || self.watch.seconds().zip(self.end).is_some_and(|(now, end)| now > end);
        self.watch.stopped().or_else(|| over().then_some(By::Time))
    }

    fn seconds(&self) -> Option<f64> {
        self.watch.seconds()
    }
}

impl Prover<'_> {
    /// Asks about a problem, whose text this is.
    pub(super) fn ask(
        &self,
        name: &Name,
        text: &str,
        formulas: &Formulas,
        asserted: &[Truth],
        cases: usize,
    ) -> Result<Asked, Limit> {
        match &self.smt.asks {
            Asks::Ourselves(folder) => self.ask_ourselves(name, text, &mut folder.borrow_mut()),
            Asks::Others(solvers) => {
                let values = ask_values(formulas, asserted);
                self.ask_others(name, (text, &values), cases as u64, solvers)
            }
            Asks::Onlooker(see) => self.show(name, text, see),
            Asks::Nobody => Err(Limit::Undecided(self.smt.nobody_asked(name))),
            Asks::Nowhere(why) => Err(Limit::File(why.clone())),
        }
    }

    /// The problem that a text is.
    fn encoded(&self, name: &Name, text: &str) -> Result<Encoded, Limit> {
        problem_of(text, &Default::default()).map_err(|mistake| {
            // The text is our own, so this is ours too, or it is too large.
            Limit::Undecided(format!("the problem `{name}` is not understood: {mistake}"))
        })
    }

    fn allowed(&self, name: &Name) -> Allowed {
        let conflicts = (!name.keep).then_some(ONLY_ASKED);
        Allowed { memory: Some(self.memory), conflicts, ..Allowed::default() }
    }

    /// Decides a problem: a model, or lines that nobody has checked.
    fn decided(&self, name: &Name, encoded: &Encoded) -> Result<Result<Lines, Asked>, Limit> {
        let end = self.watch.seconds().map(|begun| begun + self.smt.time.as_secs_f64());
        let until = Until { watch: self.watch, end };
        let (decided, _) = decide(&encoded.problem, &self.allowed(name), &until);
        if let Some(by) = self.watch.stopped() {
            return Err(Limit::Stopped(by));
        }
        match decided {
            Decided::Unknown(why) => Err(Limit::Undecided(why)),
            Decided::Solution(integers, values) => {
                let model = encoded.model(&integers, &values);
                let truths = model.booleans.into_iter().map(|(name, value)| (name, i64::from(value)));
                Ok(Err(Asked::Model(model.integers.into_iter().chain(truths).collect())))
            }
            Decided::Contradiction(lines) => Ok(Ok(lines)),
        }
    }

    /// Shows a problem that would get a certificate; what else there is has to be decided, because problems depend on it.
    fn show(&self, name: &Name, text: &str, see: &See<'_>) -> Result<Asked, Limit> {
        if let Some(by) = self.watch.stopped() {
            return Err(Limit::Stopped(by));
        }
        let encoded = self.encoded(name, text)?;
        if name.keep {
            see(&name.claim, name.part.as_deref(), &encoded);
            let part = name.part.clone();
            return Ok(Asked::Never(Shown::Certificate(ProblemReport { part, ..Default::default() })));
        }
        Ok(self.decided(name, &encoded)?.map_or_else(|model| model, |_| Asked::Never(Shown::Nothing)))
    }

    fn ask_ourselves(&self, name: &Name, text: &str, folder: &mut Folder) -> Result<Asked, Limit> {
        let begun = self.watch.seconds();
        let encoded = self.encoded(name, text)?;
        let encoding = self.since(begun);
        let begun = self.watch.seconds();
        let lines = match self.decided(name, &encoded)? {
            Ok(lines) => lines,
            Err(model) => return Ok(model),
        };
        if !name.keep {
            return Ok(Asked::Never(Shown::Nothing));
        }
        // No two problems are called alike: it is a fault if the name is not taken.
        let fault = |error: WriteError| Limit::Internal(error.to_string());
        let place = folder.place_linear(&name.claim, name.part.as_deref()).map_err(fault)?;
        let certified = write(&encoded, text, &place).and_then(|()| {
            let (problem, allowed) = (&encoded.problem, self.allowed(name));
            certify(problem, &lines, &place.farkas, &place.proof, &allowed, self.watch)
                .map_err(|none| self.uncertified(none))
        });
        certified.inspect_err(|_| folder.give_up_linear(&place))?;
        let solving = self.since(begun);
        let begun = self.watch.seconds();
        let kept = folder.keep_linear(&place, &name.says, SOLVER, &Default::default());
        let kept = kept.map_err(|error| match error {
            WriteError::File(..) => Limit::File(error.to_string()),
            other => Limit::Internal(other.to_string()),
        })?;
        Ok(Asked::Never(Shown::Certificate(ProblemReport {
            part: name.part.clone(),
            cnf: CnfSize { clauses: kept.clauses, variables: u64::from(kept.variables) },
            proof_bytes: kept.proof_bytes,
            encoding_seconds: encoding,
            solving_seconds: solving,
            checking_seconds: self.since(begun),
        })))
    }

    /// Why there is no certificate: somebody stopped it, or something is wrong.
    fn uncertified(&self, none: NoCertificate) -> Limit {
        match (none, self.watch.stopped()) {
            (_, Some(by)) => Limit::Stopped(by),
            (NoCertificate::Wrong(why), None) => Limit::Internal(why),
            (none @ NoCertificate::File(..), None) => Limit::File(none.to_string()),
            (none, None) => Limit::Undecided(none.to_string()),
        }
    }

    /// How long something took, if anybody looks at a clock.
    fn since(&self, begun: Option<f64>) -> Option<f64> {
        Some(self.watch.seconds()? - begun?)
    }

    fn ask_others(
        &self,
        name: &Name,
        (text, values): (&str, &str),
        cases: u64,
        solvers: &[Box<dyn Solver + '_>],
    ) -> Result<Asked, Limit> {
        let limits = Limits { time: Some(self.smt.time), memory: Some(self.memory) };
        let begun = self.watch.seconds();
        let (mut by, mut why): (Vec<String>, _) = (Vec::new(), None);
        for solver in solvers {
            let answer = solver.solve(text, values, &limits, &|| self.watch.stopped());
            if let Some(by) = self.watch.stopped() {
                return Err(Limit::Stopped(by));
            }
            match answer.map_err(|error| Limit::Undecided(error.to_string()))? {
                Answer::Unsatisfiable => by.push(solver.name()),
                Answer::Satisfiable(_) if !by.is_empty() => {
                    let what = format!("{} and {} do not agree on `{name}`", by.join(", "), solver.name());
                    return Err(Limit::Internal(what));
                }
                Answer::Satisfiable(model) => return Ok(Asked::Model(model)),
                Answer::Unknown(reason) => why = Some(format!("{}: {reason}", solver.name())),
            }
        }
        if by.is_empty() {
            return Err(Limit::Undecided(why.unwrap_or_else(|| self.smt.nobody_asked(name))));
        }
        let (name, bytes, seconds) = (name.to_string(), text.len() as u64, self.since(begun));
        Ok(Asked::Never(Shown::Said(SaidOf { name, cases, bytes, seconds, by })))
    }
}

/// Writes the text of a problem, and the problem.
fn write(encoded: &Encoded, text: &str, place: &LinearPlace) -> Result<(), Limit> {
    let cannot = |path: &Path| {
        let path = path.display().to_string();
        move |error: io::Error| Limit::File(format!("cannot write `{path}`: {error}"))
    };
    fs::write(&place.text, text).map_err(cannot(&place.text))?;
    let problem = || {
        let mut out = BufWriter::new(fs::File::create(&place.problem)?);
        encoded.problem.write(&encoded.comments(), &mut out)?;
        out.flush()
    };
    problem().map_err(cannot(&place.problem))
}
