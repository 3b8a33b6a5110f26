//! `adli prove`: the claims of a text, decided.

use adli_claims::{
    Method, Options, Others, Outcome, Report, Tell, Verdict as Decided, Watch, drive, drive_telling,
};
use adli_coq::COQ;
use adli_exhaustive::EXHAUSTIVE;
use adli_files::NewFolders;
use adli_lang::{Claim, Program, suggest};
use adli_sat::SAT;
use adli_smt::SMT;
use adli_smt::solver::Program as Tool;
use adli_values::TableSource;
use adli_web::Proof;
use schemars::JsonSchema;
use serde::Serialize;

use super::certificates::Certificates;
use super::coq::Workplace;
use super::prove_games;
use super::prove_text::Proved;
use super::watcher::Watcher;
use crate::args::ProveArgs;
use crate::failure::{Failure, Verdict};
use crate::files::make_folder;
use crate::interrupt;
use crate::methods::{self, Equipment};
use crate::output::note;
use crate::settings::Settings;
use crate::tables::Tables;
use crate::texts::Text;
use crate::words::list;

/// Several texts, one after the other.
#[derive(Serialize, JsonSchema)]
pub struct Several<'a> {
    reports: Vec<Proved<'a>>,
}

pub fn run(args: &ProveArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    without_effect(args)?;
    let mut texts = Vec::new();
    for file in &args.files {
        let text = Text::find(file)?;
        let programs = text.programs(&args.set)?;
        wanted(&text, &programs, &args.claim)?;
        texts.push((text, programs));
    }
    settings.start_threads()?;
    interrupt::listen();
    let watcher = Watcher::new(args.limits.time);
    let mut reports = Vec::new();
    for (text, programs) in &texts {
        reports.push(decide(text, programs, args, settings, &watcher)?);
    }
    let late = watcher.was_late();
    drop(watcher);
    prove_games::write(&reports, args)?;
    let verdicts = reports.iter().map(|report| verdict(report, !args.claim.is_empty()));
    let worst = verdicts.max_by_key(|verdict| severity(*verdict)).unwrap_or(Verdict::Holds);
    let times = settings.output.is_terminal();
    let proved = |(report, (text, programs)): (_, &(Text, Vec<Program>))| {
        Proved::new(report, text, args, programs.len() > 1, times)
    };
    let mut proved: Vec<Proved<'_>> = reports.iter().zip(&texts).map(proved).collect();
    match (proved.pop(), proved.is_empty()) {
        (Some(only), true) => settings.output.report(&only)?,
        (last, _) => {
            proved.extend(last);
            for (number, report) in proved.iter().enumerate() {
                if number > 0 {
                    settings.output.blank()?;
                }
                settings.output.as_text(report)?;
            }
            settings.output.as_json(&Several { reports: proved })?;
        }
    }
    if late && let Some(time) = args.limits.time {
        note(&format!("stopped: the time allowed, {} s, is over", time.as_secs_f64()));
    }
    Ok(worst)
}

/// The claims of one text.
pub fn decide(
    text: &Text,
    programs: &[Program],
    args: &ProveArgs,
    settings: &Settings,
    watcher: &Watcher,
) -> Result<Report, Failure> {
    let options = Options {
        claims: args.claim.clone(),
        max_failures: usize::from(args.max_failures),
        memory: memory(args),
        needed: args.needs,
        symmetries: true,
    };
    // Without a folder for tables there are none.
    let tables = settings.tables().ok();
    let load = |material| tables.as_ref()?.for_proofs(material, watcher);
    // On another board than that of chess there is one method, which `without_effect` has seen to.
    let chosen = methods::chosen(args.size.map_or(args.by.as_deref(), |_| Some(EXHAUSTIVE.name)));
    let certificates = Certificates::begin(args, &chosen)?;
    let workplace = Workplace::begin(args)?;
    let places = |span| text.place(span);
    let solvers = solvers(args)?;
    let new = args.write.as_deref().map(make_folder).transpose()?;
    let with = Equipment {
        tables: &TableSource::new(&load),
        folder: certificates.folder(),
        reduce: args.reduce,
        memory: options.memory,
        size: args.size,
        solvers: &solvers,
        quantified: args.quantified,
        write: args.write.as_deref(),
        places: Some(&places),
        coq: workplace.workshop(),
    };
    let made: Vec<Box<dyn Method + '_>> = chosen.iter().map(|method| (method.make)(&with)).collect();
    let asked = methods::listed(&made);
    // Who else takes a claim is known of the board of chess.
    let nobody = |_: &Program, _: &Claim| Vec::new();
    let others: Others<'_> = if args.size.is_some() { &nobody } else { &methods::that_take };
    let mut report = drive(&text.name, programs, &asked, others, &options, watcher);
    drop(made);
    // A claim that is unknown because of the disk says nothing; what would be written of the others would end there too.
    let ended = report.claims.iter().filter_map(|claim| claim.ended.as_ref());
    if let Some(limit) = ended.into_iter().find(|limit| limit.is_file()) {
        return Err(limit.clone().into());
    }
    all_answered(text, programs.len(), &args.claim, &report)?;
    certificates.finish(text, programs, args, &mut report)?;
    workplace.finish(args, &mut report)?;
    new.into_iter().for_each(NewFolders::stay);
    Ok(report)
}

/// The claims of some programs, decided by the methods that are asked when nobody names one.
pub fn decide_unnamed(
    text: &Text,
    programs: &[Program],
    options: &Options,
    tables: Option<&Tables>,
    watch: &dyn Watch,
) -> Report {
    let load = |material| tables?.for_proofs(material, watch);
    let tables = TableSource::new(&load);
    let made = methods::unnamed(&tables, options.memory);
    drive(&text.name, programs, &methods::listed(&made), &|_, _| Vec::new(), options, watch)
}

/// The claims that somebody asks about who keeps no certificates: a page, an editor. Each is told as soon as it is decided.
pub fn decide_uncollected(
    proof: &Proof<'_>,
    tables: Option<&Tables>,
    watch: &dyn Watch,
    tell: Tell<'_>,
) -> Report {
    let load = |material| tables?.for_proofs(material, watch);
    let tables = TableSource::new(&load);
    let made = methods::uncollected(proof.by, &tables, proof.options.memory);
    let (name, asked) = (&proof.text.name, methods::listed(&made));
    drive_telling(name, proof.programs, &asked, &methods::that_take, proof.options, watch, tell)
}

/// The memory that a proof may take, in bytes.
pub fn memory(args: &ProveArgs) -> u64 {
    args.limits.memory_or(Options::default().memory)
}

/// Of several texts the worst decides.
pub fn severity(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Holds => 0,
        Verdict::Unknown => 1,
        Verdict::Refuted => 2,
        Verdict::WrongInput => 3,
        Verdict::SelfCheckFailed => 4,
    }
}

/// The report must have a verdict for every claim that stands in the text, for each material: what was left out anywhere on
/// the way from the text to the verdict would otherwise not be missed.
pub fn all_answered(
    text: &Text,
    materials: usize,
    wanted: &[String],
    report: &Report,
) -> Result<(), Failure> {
    let mut written = text.claims();
    written.retain(|name| wanted.is_empty() || wanted.contains(name));
    let written = std::iter::repeat_n(&written, materials).flatten();
    if report.claims.iter().map(|claim| &claim.name).eq(written) {
        return Ok(());
    }
    Err(Failure::internal(format!("the report does not have every claim of `{}`", text.name)))
}

/// The programs that are named, which have to be there.
fn solvers(args: &ProveArgs) -> Result<Vec<Tool>, Failure> {
    let find = |name: &String| {
        let help =
            format!("install it, on Debian by `apt install {name}`; without `--solver` none is needed");
        let missing = |error| Failure::input(format!("{error}")).help(help);
        Tool::named(name).map_err(missing)
    };
    args.solver.iter().map(find).collect()
}

/// An option that would change nothing is a misunderstanding.
fn without_effect(args: &ProveArgs) -> Result<(), Failure> {
    let by_sat = args.by.as_deref() == Some(SAT.name);
    let by_smt = args.by.as_deref() == Some(SMT.name);
    let by_coq = args.by.as_deref() == Some(COQ.name);
    let by_playing = args.by.as_deref().is_none_or(|name| name == EXHAUSTIVE.name);
    let message = if args.certificates.is_some() && !by_sat && !by_smt && !by_coq {
        "only proofs by SAT, by linear arithmetic and by Coq have certificates: add `--by sat`, `--by smt` or `--by coq`"
    } else if args.write.is_some() && !by_smt {
        "only problems of linear arithmetic are written: add `--by smt`"
    } else if !args.solver.is_empty() && !by_smt {
        "only for linear arithmetic are solvers named: add `--by smt`"
    } else if !args.solver.is_empty() && (args.certificates.is_some() || args.write.is_some()) {
        "what other solvers say has no certificate, and what is written is not solved: leave out `--solver`"
    } else if args.quantified && args.solver.is_empty() && args.write.is_none() {
        "the solver that is built in knows no quantifiers: add `--by smt --solver z3`, or `--write DIR`"
    } else if args.write.is_some() && args.certificates.is_some() {
        "problems that are written are not solved, and have no certificates: leave out `--write`"
    } else if args.reduce && !by_sat {
        "only problems for SAT are reduced: add `--by sat`"
    } else if args.certificates.is_some() && args.files.len() > 1 {
        "certificates are for one text at a time: name one file"
    } else if args.size.is_some() && !by_playing {
        "only by looking at every position is a board of a given size decided: leave out `--by`"
    } else if args.size.is_some() && args.needs {
        "what a rule is needed for is told on the board of chess alone: leave out `--size`"
    } else if args.needs && !by_playing {
        "only by looking at every position is it known what a rule is needed for: leave out `--by`"
    } else {
        return Ok(());
    };
    Err(Failure::input(message))
}

/// The exit code of a report. A claim that the method does not take is passed over, unless it was asked for
/// by name or nothing else was there.
pub fn verdict(report: &Report, by_name: bool) -> Verdict {
    let was_not_run = |decided: Decided| decided == Decided::NotRun;
    let mut verdicts = report.claims.iter().map(|claim| claim.verdict);
    let missed = if by_name { verdicts.any(was_not_run) } else { verdicts.all(was_not_run) };
    match report.outcome() {
        Outcome::Internal => {
            note(&Failure::internal("a result did not stand up to a check of our own"));
            Verdict::SelfCheckFailed
        }
        Outcome::Refuted => Verdict::Refuted,
        Outcome::Unknown => Verdict::Unknown,
        Outcome::AsClaimed if missed => Verdict::Unknown,
        Outcome::AsClaimed => Verdict::Holds,
    }
}

/// The claims that are asked for are there.
pub fn wanted(text: &Text, programs: &[Program], names: &[String]) -> Result<(), Failure> {
    let all: Vec<&Claim> = programs.iter().flat_map(|program| &program.claims).collect();
    if all.is_empty() {
        return Err(Failure::input(format!("`{}` claims nothing", text.name)).help(
            "write what your strategy promises: `theorem wins: mine reaches mate from White to move`",
        ));
    }
    for name in names {
        if !all.iter().any(|claim| claim.name == *name) {
            let mut known: Vec<&str> = all.iter().map(|claim| claim.name.as_str()).collect();
            known.dedup();
            let help = match suggest(name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                    format!("it claims {}", list(&quoted, "and"))
                }
            };
            let message = format!("`{}` has no claim called `{name}`", text.name);
            return Err(Failure::input(message).help(help));
        }
    }
    Ok(())
}
