//! `adli verify`: certificates, checked with nothing but the certificates; and compared with a text, if one is named.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use adli_certificate::{
    AuditFault, Certificate, Clauses as Certified, Entry, Evidence, Fault, Linear, Text, audit, verify,
};
use adli_lrat::Limits;
use schemars::JsonSchema;
use serde::Serialize;

use super::coq::passing;
use super::verify_coq::SecondOpinion;
use super::verify_kernel::{KERNEL, Kernel, Theorems};
use super::verify_text::{Beside, Wanted};
use crate::args::VerifyArgs;
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::output::Report;
use crate::progress::Bar;
use crate::settings::Settings;
use crate::words::{grouped, list};

/// What is in a folder.
#[derive(Serialize, JsonSchema)]
pub struct Folder<'a> {
    folder: &'a Path,
    verdict: Soundness,
    /// The text whose claims are certified.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Source>")]
    source: Option<&'a Text>,
    certificates: Vec<Checked<'a>>,
    /// What Coq's kernel has made of them, if it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    kernel: Option<Theorems>,
    /// The text that it was compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Beside>,
    /// What is wrong with the folder as a whole.
    faults: &'a [String],
    seconds: f64,
}

/// How a folder names its text.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "it describes the fields of `Text`, which knows nothing of schemas")]
struct Source {
    name: String,
    blake3: String,
    #[schemars(skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<String, String>,
}

/// What is wrong stays wrong even if something else is not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Soundness {
    Right,
    /// Somebody stopped it, or the memory was not enough.
    Unknown,
    Wrong,
}

#[derive(Serialize, JsonSchema)]
struct Checked<'a> {
    claim: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'a str>,
    statement: &'a str,
    verdict: Soundness,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    cnf: Clauses<'a>,
    /// Lines of linear arithmetic, for problems about boards of every size.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Lines<'a>>,
    proof: Proof<'a>,
    checked_by: Vec<&'static str>,
    #[serde(skip)]
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct Clauses<'a> {
    file: &'a str,
    variables: u32,
    clauses: u64,
}

#[derive(Serialize, JsonSchema)]
struct Lines<'a> {
    file: &'a str,
    lines: u64,
}

#[derive(Serialize, JsonSchema)]
struct Proof<'a> {
    file: &'a str,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
}

pub fn run(args: &VerifyArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let limits = Limits {
        memory: args
            .memory
            .map_or(Limits::default().memory, |size| usize::try_from(size.0).unwrap_or(usize::MAX)),
    };
    let wanted = args.text.as_deref().map(Wanted::read).transpose()?;
    interrupt::listen();
    let start = Instant::now();
    let bar = Bar::open("certificates");
    let mut done = 0;
    let verified = verify(&args.folder, &limits, |certificate: &Certificate| {
        bar.task(certificate.name());
        bar.at(done, done + 1);
        done += 1;
        !interrupt::is_requested()
    });
    drop(bar);
    let verified = verified.map_err(|error| {
        Failure::input(error.to_string())
            .help("`adli prove NAME --by sat --certificates DIR` writes such a folder")
    })?;
    let mut certificates: Vec<Checked> = verified.entries.iter().map(Checked::new).collect();
    if let Some(program) = &args.coq {
        let coq = SecondOpinion::new(program, &args.folder, limits)?;
        for (checked, entry) in certificates.iter_mut().zip(&verified.entries) {
            if checked.verdict == Soundness::Right {
                match coq.on(&entry.certificate)? {
                    Ok(by) => checked.checked_by.extend(by),
                    Err((verdict, why)) => (checked.verdict, checked.reason) = (verdict, Some(why)),
                }
            }
        }
    }
    let kernel = if args.coq_kernel { Some(Kernel::new(&args.folder, limits)?) } else { None };
    if let Some(kernel) = &kernel {
        ask_kernel(kernel, &mut certificates, &verified.entries)?;
    }
    if let Some(program) = &args.acl2 {
        for (checked, entry) in certificates.iter_mut().zip(&verified.entries) {
            ask_acl2(program, &args.folder, &entry.certificate, checked, &limits)?;
        }
    }
    let all_right = certificates.iter().all(|each| each.verdict == Soundness::Right);
    let any_wrong = certificates.iter().any(|each| each.verdict == Soundness::Wrong);
    let verdict = if any_wrong || !verified.faults.is_empty() {
        // What is wrong stays wrong even if somebody stopped the rest.
        Soundness::Wrong
    } else if verified.holds() && all_right {
        Soundness::Right
    } else {
        Soundness::Unknown
    };
    let text = match (&wanted, &verified.manifest) {
        (Some(wanted), Some(manifest)) => Some(wanted.compare(manifest)?),
        _ => None,
    };
    let worst = [Some(verdict), text.as_ref().map(|text| text.verdict)].into_iter().flatten().max();
    let theorems = certificates.iter().filter(|each| each.checked_by.contains(&KERNEL)).count();
    settings.output.report(&Folder {
        kernel: kernel.map(|kernel| kernel.found(theorems, certificates.len())),
        folder: &args.folder,
        verdict,
        text,
        source: verified.manifest.as_ref().map(|manifest| &manifest.source),
        certificates,
        faults: &verified.faults,
        seconds: start.elapsed().as_secs_f64(),
    })?;
    Ok(match worst.unwrap_or(verdict) {
        Soundness::Right => Verdict::Holds,
        Soundness::Wrong => Verdict::Refuted,
        Soundness::Unknown => Verdict::Unknown,
    })
}

/// Certificates that are right so far become theorems, one after the other.
fn ask_kernel(
    kernel: &Kernel<'_>,
    certificates: &mut [Checked<'_>],
    entries: &[Entry],
) -> Result<(), Failure> {
    let bar = Bar::open("theorems");
    let all = entries.len() as u64;
    for (at, (checked, entry)) in (0..).zip(certificates.iter_mut().zip(entries)) {
        bar.task(entry.certificate.name());
        bar.at(at, all);
        if checked.verdict == Soundness::Right {
            match kernel.on(&entry.certificate)? {
                Ok(()) => checked.checked_by.push(KERNEL),
                Err((verdict, why)) => (checked.verdict, checked.reason) = (verdict, Some(why)),
            }
        }
    }
    Ok(())
}

/// A second opinion on a certificate that is right so far.
fn ask_acl2(
    program: &str,
    folder: &Path,
    certificate: &Certificate,
    checked: &mut Checked<'_>,
    limits: &Limits,
) -> Result<(), Failure> {
    if checked.verdict != Soundness::Right {
        return Ok(());
    }
    let work = passing()?;
    match audit(program, folder, certificate, work.path(), limits, interrupt::is_requested) {
        Ok(()) => checked.checked_by.push("acl2"),
        Err(AuditFault::NotInstalled(why)) => {
            return Err(
                Failure::input(why).help("`docs/certificates.md` says how to install ACL2 and its books")
            );
        }
        Err(AuditFault::File(why)) => return Err(Failure::input(why)),
        Err(AuditFault::Wrong(why)) => (checked.verdict, checked.reason) = (Soundness::Wrong, Some(why)),
        Err(AuditFault::NotRun(why)) => (checked.verdict, checked.reason) = (Soundness::Unknown, Some(why)),
    }
    Ok(())
}

impl<'a> Checked<'a> {
    fn new(entry: &'a Entry) -> Checked<'a> {
        let Certificate { claim, part, statement, evidence } = &entry.certificate;
        let (cnf, proof, lines) = match evidence {
            Evidence::Clauses(Certified { variables, clauses, cnf, proof, .. }) => {
                (Clauses { file: &cnf.file, variables: *variables, clauses: *clauses }, proof, None)
            }
            Evidence::Linear(Linear { variables, clauses, lines, problem, farkas, proof, .. }) => (
                Clauses { file: &problem.file, variables: *variables, clauses: *clauses },
                proof,
                Some(Lines { file: &farkas.file, lines: *lines }),
            ),
        };
        let by = if lines.is_some() { vec!["adli-farkas", "adli-lrat"] } else { vec!["adli-lrat"] };
        let verdict = match entry.checked {
            Ok(_) => Soundness::Right,
            Err(Fault::Wrong(_)) => Soundness::Wrong,
            Err(Fault::Limit(_)) => Soundness::Unknown,
        };
        Checked {
            claim,
            part: part.as_deref(),
            statement,
            verdict,
            reason: entry.checked.as_ref().err().map(ToString::to_string),
            cnf,
            lines,
            proof: Proof {
                file: &proof.file,
                bytes: proof.bytes,
                steps: entry.checked.as_ref().ok().map(|checked| checked.steps),
            },
            checked_by: if verdict == Soundness::Right { by } else { Vec::new() },
            name: entry.certificate.name(),
        }
    }
}

impl Report for Folder<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = self.certificates.iter().map(|each| each.name.len()).max().unwrap_or(0);
        for each in &self.certificates {
            write!(out, "{:<width$}  ", each.name)?;
            match (each.verdict, &each.reason) {
                (Soundness::Unknown, Some(reason)) => writeln!(out, "unknown  {reason}")?,
                (_, Some(reason)) => writeln!(out, "wrong    {reason}")?,
                (_, None) => {
                    let clauses = grouped(each.cnf.clauses);
                    let steps = grouped(each.proof.steps.unwrap_or(0));
                    let others = [
                        ("adli-verified", "by the verified checker"),
                        (KERNEL, "by Coq's kernel"),
                        ("acl2", "by ACL2"),
                    ];
                    let others = others.iter().filter(|(name, _)| each.checked_by.contains(name));
                    let others: Vec<&str> = others.map(|(_, who)| *who).collect();
                    let also = if others.is_empty() {
                        String::new()
                    } else {
                        format!(", accepted {} too", list(&others, "and"))
                    };
                    let lines = each.lines.as_ref();
                    let lines =
                        lines.map_or(String::new(), |each| format!("{} lines, ", grouped(each.lines)));
                    writeln!(out, "right    {clauses} clauses, {lines}a proof of {steps} steps{also}")?;
                }
            }
        }
        self.faults.iter().try_for_each(|fault| writeln!(out, "wrong: {fault}"))?;
        let all = self.certificates.len();
        let s = if all == 1 { "" } else { "s" };
        match self.verdict {
            Soundness::Right => writeln!(out, "{all} certificate{s} checked, all right")?,
            Soundness::Wrong => writeln!(out, "{all} certificate{s} checked; the folder proves nothing")?,
            Soundness::Unknown => writeln!(out, "{all} certificate{s} looked at, and not all decided")?,
        }
        if let (Soundness::Right, Some(source)) = (self.verdict, self.source) {
            writeln!(out, "for the text `{}`, BLAKE3 {}", source.name, source.blake3)?;
            if !source.options.is_empty() {
                let set: Vec<String> =
                    source.options.iter().map(|(name, value)| format!("`{name}={value}`")).collect();
                writeln!(out, "with {}, which is not as the text has it", list(&set, "and"))?;
            }
        }
        self.kernel.iter().try_for_each(|kernel| kernel.text(out))?;
        self.text.iter().try_for_each(|text| text.text(out))
    }
}
