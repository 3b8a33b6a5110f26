//! Pictures of what was proved: those of `adli plot`, by the same code.

use adli_claims::{ClaimReport, Options, Report, Verdict};
use adli_lang::term::StrategyId;
use adli_lang::{ClaimKind, Program};
use adli_pictures::{Heat, Picture, heat, named_apart, of_report};
use adli_workbench::{BySquare, Counting, Uncounted, by_square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::desk::Call;
use crate::hall::Lane;
use crate::limits;
use crate::refusal::Refusal;
use crate::route::Route;
use crate::texts::{ReadText, TextAsked};
use crate::tools::Proof;

/// Pictures that are wanted: of all claims of a text, or of a board by the squares of a man.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlotsAsked {
    text: TextAsked,
    /// Only claims about this strategy.
    strategy: Option<String>,
    /// A board instead.
    heat: Option<HeatAsked>,
}

/// A board by the squares of a man: where a condition holds, or from where a claim fails.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct HeatAsked {
    /// An expression of the text, such as `k in edge`.
    condition: Option<String>,
    /// A claim that fails.
    claim: Option<String>,
    /// The letter of the man.
    man: String,
}

/// Pictures.
#[derive(Serialize, JsonSchema)]
pub struct Plots {
    plots: Vec<Plot>,
}

/// A picture.
#[derive(Serialize, JsonSchema)]
struct Plot {
    name: String,
    title: String,
    /// What it shows, with all figures.
    description: String,
    svg: String,
}

pub fn routes() -> Vec<Route> {
    vec![Route::post("/api/plots", "pictures of what was proved, as SVG", Lane::Slow, plots)]
}

fn plots(call: Call<'_>, asked: &PlotsAsked) -> Result<Plots, Refusal> {
    let read = call.desk.texts.read(&asked.text)?;
    let programs = read.programs()?;
    let pictures = match &asked.heat {
        Some(heat) => board(call, &read, heat)?,
        None => {
            let claims = asked.strategy.as_deref().map_or_else(Vec::new, |name| about(programs, name));
            if asked.strategy.is_some() && claims.is_empty() {
                return Ok(Plots { plots: Vec::new() });
            }
            let report = decided(call, &read, programs, &options(call, claims));
            all_decided(&report)?;
            of_report(&report)
        }
    };
    let plot = |picture: Picture| Plot {
        svg: picture.svg(),
        name: picture.name,
        title: picture.title,
        description: picture.description,
    };
    Ok(Plots { plots: named_apart(pictures).into_iter().map(plot).collect() })
}

/// The claims about a strategy.
fn about(programs: &[Program], name: &str) -> Vec<String> {
    let Some(program) = programs.first() else { return Vec::new() };
    let is_named = |strategy: StrategyId| {
        program.strategies.get(usize::from(strategy.0)).is_some_and(|strategy| strategy.name == name)
    };
    let claims = program.claims.iter().filter(|claim| match claim.says {
        ClaimKind::Play { strategy, .. }
        | ClaimKind::Reaches { strategy, .. }
        | ClaimKind::Keeps { strategy, .. } => is_named(strategy),
        _ => false,
    });
    claims.map(|claim| claim.name.clone()).collect()
}

/// As proofs that are jobs have them, so that what one has decided need not be decided again.
fn options(call: Call<'_>, claims: Vec<String>) -> Options {
    let max_failures = usize::from(limits::FAILURES_USUAL);
    Options { claims, max_failures, memory: call.desk.config.memory, ..Options::default() }
}

fn decided(call: Call<'_>, read: &ReadText, programs: &[Program], options: &Options) -> Report {
    call.desk.verdicts.report(&read.text, &[], options, "", |options| {
        let proof = Proof { text: &read.text, programs, options, by: None };
        call.desk.tools.prove(&proof, call.watch, &|_| ())
    })
}

/// What was not decided in the time for an answer has no pictures.
fn all_decided(report: &Report) -> Result<(), Refusal> {
    let unknown = |claim: &&ClaimReport| claim.verdict == Verdict::Unknown;
    match report.claims.iter().find(unknown) {
        None => Ok(()),
        Some(claim) => {
            let reason = claim.reason.as_deref().unwrap_or_default();
            Err(Refusal::limit(format!("`{}` is unknown: {reason}", claim.name))
                .help("have the text proved first, which may take longer"))
        }
    }
}

fn board(call: Call<'_>, read: &ReadText, asked: &HeatAsked) -> Result<Vec<Picture>, Refusal> {
    let counting = match asked {
        HeatAsked { condition: Some(condition), claim: None, .. } => Counting::Where(condition.clone()),
        HeatAsked { condition: None, claim: Some(claim), .. } => Counting::Failures(claim.clone()),
        _ => return Err(Refusal::bad("a board is of a `condition` or of a `claim`, one of them")),
    };
    let options = options(call, Vec::new());
    // The text that is counted has a query more than the one that was read, and is not remembered.
    let decide = |programs: &[Program], options: &Options| {
        let proof = Proof { text: &read.text, programs, options, by: None };
        call.desk.tools.prove(&proof, call.watch, &|_| ())
    };
    let counted = by_square(&read.text, &[], (&counting, &asked.man), &decide, (&options, call.watch));
    let what = counting.to_string();
    let drawn = |found: BySquare| {
        let BySquare { material, squares, sample, .. } = found;
        heat(&Heat { what: what.clone(), man: asked.man.clone(), material, squares, sample })
    };
    Ok(counted.map_err(refused)?.into_iter().map(drawn).collect())
}

fn refused(uncounted: Uncounted) -> Refusal {
    let told = uncounted.to_string();
    let refusal = match &uncounted {
        Uncounted::Limit(_) => Refusal::limit(told),
        Uncounted::Internal(_) => return Refusal::internal(told),
        Uncounted::Condition(..) | Uncounted::More(_) => Refusal::mistaken(told),
        _ => Refusal::bad(told),
    };
    match uncounted.help() {
        Some(help) => refusal.help(help),
        None => refusal,
    }
}
