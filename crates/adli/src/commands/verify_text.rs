//! `adli verify --text`: the clauses of a folder beside those that a text gives.
//!
//! A proof says that clauses cannot be satisfied, and not of which text they are. The claims of the folder are looked up in the text and put into
//! clauses again, with the options that the folder was made with; no solver is asked.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{self, Write};

use adli_certificate::{Certificate, Compared, Evidence, Given, Manifest, Text as Named, compare, digest_of};
use adli_lang::Program;
use adli_sat::{AHEAD, problems};
use adli_smt::Encoded;
use schemars::JsonSchema;
use serde::Serialize;

use super::verify::Soundness;
use super::watcher::Watcher;
use crate::failure::Failure;
use crate::texts::Text;
use crate::words::{grouped, list};

/// A folder beside a text.
#[derive(Serialize, JsonSchema)]
pub struct Beside {
    file: String,
    pub verdict: Soundness,
    /// Whether the text is, byte for byte, the one that the folder names.
    same_text: bool,
    claims: Vec<OfClaim>,
    /// Problems whose clauses are the same bytes.
    same: usize,
    /// Mostly false: only clauses are compared. For a theorem about boards of every size the bounds of its measure are found again.
    solver_was_run: bool,
}

#[derive(Serialize, JsonSchema)]
struct OfClaim {
    claim: String,
    verdict: Soundness,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<String>,
}

/// A text that is to be compared, before anything that takes long.
pub struct Wanted {
    text: Text,
}

impl Wanted {
    pub fn read(what: &str) -> Result<Wanted, Failure> {
        Ok(Wanted { text: Text::find(what)? })
    }

    /// Puts the claims of the folder into clauses and compares them.
    pub fn compare(&self, manifest: &Manifest) -> Result<Beside, Failure> {
        let text = &self.text;
        let options: Vec<(String, String)> = manifest.source.options.clone().into_iter().collect();
        let programs = text.programs(&options)?;
        let is_linear = |each: &Certificate| matches!(each.evidence, Evidence::Linear(_));
        let wanted = claims_of(manifest, &programs, |each| !is_linear(each));
        let linear = claims_of(manifest, &programs, is_linear);
        let mut given = Vec::new();
        let mut failed = None;
        let watcher = Watcher::new(None);
        let mut see = |problem: &adli_sat::NamedProblem<'_>| match digest_of(|mut out| {
            problem.cnf.write_dimacs(&mut out)
        }) {
            Ok(blake3) => given.push(Given {
                claim: problem.name.to_owned(),
                part: problem.part.map(str::to_owned),
                blake3,
            }),
            Err(error) => failed = Some(error),
        };
        // Without a claim there is nothing to put into clauses; an empty list would ask for all of them.
        let mut stopped = if wanted.is_empty() {
            Vec::new()
        } else {
            problems(&programs, &wanted, manifest.reduced, &watcher, &mut see)
        };
        let seen = RefCell::new((Vec::new(), None));
        let see = |claim: &str, part: Option<&str>, problem: &Encoded| {
            let (given, failed) = &mut *seen.borrow_mut();
            match digest_of(|out| problem.problem.write(&problem.comments(), out)) {
                Ok(blake3) => {
                    given.push(Given { claim: claim.to_owned(), part: part.map(str::to_owned), blake3 });
                }
                Err(error) => *failed = Some(error),
            }
        };
        if !linear.is_empty() {
            stopped.extend(adli_smt::problems(&programs, &linear, &watcher, &see));
        }
        let (of_linear, failed_too) = seen.into_inner();
        given.extend(of_linear);
        let failed = failed.or(failed_too);
        drop(watcher);
        if let Some(error) = failed {
            return Err(Failure::internal(format!("clauses cannot be digested: {error}")));
        }
        let claims = compare(manifest, &given, AHEAD);
        let is_theorem = |name: &String| {
            let mut all = programs.iter().flat_map(|program| &program.claims);
            all.any(|claim| claim.name == *name && claim.proof.is_some())
        };
        let mut beside = Beside::new(text, manifest, claims, &stopped);
        beside.solver_was_run = linear.iter().any(is_theorem);
        Ok(beside)
    }
}

/// The claims of the text that have certificates in the folder.
fn claims_of(
    manifest: &Manifest,
    programs: &[Program],
    of_kind: impl Fn(&Certificate) -> bool,
) -> Vec<String> {
    let known: BTreeSet<&str> =
        programs.iter().flat_map(|program| &program.claims).map(|claim| claim.name.as_str()).collect();
    let certified = manifest.certificates.iter().filter(|each| of_kind(each));
    let certified = certified.filter_map(|each| each.claim.split('.').next());
    let both: BTreeSet<String> = certified.filter(|name| known.contains(name)).map(str::to_owned).collect();
    both.into_iter().collect()
}

impl Beside {
    fn new(text: &Text, manifest: &Manifest, claims: Vec<Compared>, stopped: &[(String, String)]) -> Beside {
        let same_text = text.sources.get(text.number).is_some_and(|source| {
            Named::new(source.name.clone(), &source.text).blake3 == manifest.source.blake3
        });
        let same = claims.iter().map(|claim| claim.same).sum();
        let of_claim = |claim: Compared| {
            let base = claim.claim.split('.').next().unwrap_or_default();
            let reason = stopped.iter().find(|(name, _)| name == base).map(|(_, reason)| reason);
            let (verdict, differences) = match reason {
                _ if claim.differences.is_empty() => (Soundness::Right, Vec::new()),
                Some(reason) => (Soundness::Unknown, vec![reason.clone()]),
                None => (Soundness::Wrong, claim.differences),
            };
            OfClaim { claim: claim.claim, verdict, differences }
        };
        let claims: Vec<OfClaim> = claims.into_iter().map(of_claim).collect();
        let has = |verdict| claims.iter().any(|claim| claim.verdict == verdict);
        let verdict = match (has(Soundness::Wrong), has(Soundness::Unknown)) {
            (true, _) => Soundness::Wrong,
            (false, true) => Soundness::Unknown,
            (false, false) => Soundness::Right,
        };
        Beside { file: text.name.clone(), verdict, same_text, claims, same, solver_was_run: false }
    }

    pub fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let file = &self.file;
        let run = if self.solver_was_run {
            "a solver was run for the bounds of measures alone"
        } else {
            "no solver was run"
        };
        writeln!(out, "\ncompared with the text `{file}`: its claims were put into clauses again, {run}")?;
        let told = || self.claims.iter().filter(|claim| claim.verdict != Soundness::Right);
        let width = told().map(|claim| claim.claim.len()).max().unwrap_or(0);
        for claim in told() {
            let word = if claim.verdict == Soundness::Unknown { "unknown" } else { "differs" };
            writeln!(out, "{:<width$}  {word}  {}", claim.claim, list(&claim.differences, "and"))?;
        }
        let differ = self.claims.iter().filter(|claim| claim.verdict == Soundness::Wrong).count();
        let all = self.claims.len();
        match self.verdict {
            Soundness::Right => {
                let s = if self.same == 1 { " has" } else { "s have" };
                writeln!(
                    out,
                    "all {} file{s} the bytes of clauses that the text gives",
                    grouped(self.same as u64)
                )?;
            }
            Soundness::Wrong => writeln!(out, "{differ} of {all} differ: the folder is not for this text")?,
            Soundness::Unknown => writeln!(out, "not everything could be compared")?,
        }
        let bytes = if self.same_text {
            "the text is, byte for byte, the one that the folder names"
        } else {
            "the text has other bytes than the one that the folder names"
        };
        writeln!(out, "{bytes}")
    }
}
