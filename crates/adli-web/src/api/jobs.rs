//! Jobs: asked for, looked at, watched, given up.

use std::sync::Arc;

use adli_claims::{ClaimReport, Options};
use adli_lang::suggest;
use axum::extract::{RawPathParams, State};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::to_raw_value;

use crate::asked::material;
use crate::desk::Call;
use crate::hall::{Hall, Lane};
use crate::jobs::{JobView, Order, events};
use crate::limits;
use crate::refusal::Refusal;
use crate::reply::json;
use crate::route::{Described, Route, asked};
use crate::texts::{ReadText, TextAsked};
use crate::tools::Proof;

/// A job that is wanted: one of the two.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobAsked {
    /// Decide the claims of a text.
    prove: Option<ProofAsked>,
    /// Make the tables of an endgame.
    solve: Option<SolveAsked>,
}

/// Claims that are to be decided.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ProofAsked {
    text: TextAsked,
    /// Which ones; all of them if none is named.
    #[serde(default)]
    claims: Vec<String>,
    /// The method; without, the first that takes a claim.
    by: Option<String>,
    /// How many failures of a claim are shown: 20 if nothing is said, at most 100.
    max_failures: Option<u16>,
    /// After how many seconds it is given up.
    seconds: Option<f64>,
}

/// An endgame whose tables are to be made.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SolveAsked {
    material: String,
}

/// A job that was taken.
#[derive(Serialize, JsonSchema)]
pub struct Taken {
    /// Its name.
    job: String,
}

pub fn routes() -> Vec<Route> {
    let described: Described = |generator| generator.subschema_for::<JobView>();
    let cancelled = Route {
        method: Method::DELETE,
        path: "/api/jobs/{id}",
        says: "gives a job up; what it has found out by then is its report",
        query: &[],
        takes: None,
        gives: Some(described),
        kind: "application/json",
        go: routing::delete(cancel),
    };
    let watched = Route {
        method: Method::GET,
        path: "/api/jobs/{id}/events",
        says: "a job as server-sent events: `progress`, `claim` for each claim that is decided, `done` at the end",
        query: &[],
        takes: None,
        gives: None,
        kind: "text/event-stream",
        go: routing::get(watch),
    };
    vec![
        Route::order("/api/jobs", "takes a job: a proof, or tables to be made", take),
        Route::get("/api/jobs/{id}", "what has become of a job", &[], Lane::Quick, |call, asked| {
            Ok(call.desk.jobs.find(asked.get("id").unwrap_or_default())?.view())
        }),
        watched,
        cancelled,
    ]
}

fn take(call: Call<'_>, wanted: &JobAsked) -> Result<Taken, Refusal> {
    let job = match wanted {
        JobAsked { prove: Some(proof), solve: None } => prove(call, proof)?,
        JobAsked { prove: None, solve: Some(wanted) } => {
            let material = material(&wanted.material)?.canonical();
            if material.men() > 4 {
                return Err(call.desk.tools.missing(&[material]));
            }
            call.solve(material)?.id.clone()
        }
        _ => {
            return Err(Refusal::bad("it is not said what the job is").help(
                r#"write {"prove": {"text": {"library": "krk"}}} or {"solve": {"material": "KRKN"}}"#,
            ));
        }
    };
    Ok(Taken { job })
}

fn prove(call: Call<'_>, wanted: &ProofAsked) -> Result<String, Refusal> {
    let read = call.desk.texts.read(&wanted.text)?;
    let programs = read.programs()?;
    check_claims(&read, &wanted.claims)?;
    let methods = call.desk.tools.methods();
    if let Some(by) = &wanted.by
        && !methods.contains(&by.as_str())
    {
        return Err(Refusal::bad(format!("there is no method called `{by}` here"))
            .help(format!("there are {}", adli_workbench::list(&methods, "and"))));
    }
    // Of linear arithmetic nobody knows beforehand how long it takes.
    let is_short = programs.iter().all(|program| program.endgame.men.len() <= 3) && wanted.by.is_none();
    let most = call.desk.config.seconds;
    let seconds = wanted.seconds.filter(|seconds| *seconds > 0.0).map_or(most, |seconds| seconds.min(most));
    let options = Options {
        claims: wanted.claims.clone(),
        max_failures: usize::from(
            wanted.max_failures.unwrap_or(limits::FAILURES_USUAL).min(limits::FAILURES),
        ),
        memory: call.desk.config.memory,
        ..Options::default()
    };
    let (desk, by) = (Arc::clone(call.desk), wanted.by.clone());
    let job = call.desk.jobs.add(Order {
        what: format!("prove {}", read.text.name),
        is_short,
        client: call.client,
        seconds,
        work: Box::new(move |job| {
            let programs = &read.checked.programs;
            let method = by.as_deref().unwrap_or_default();
            let tell = |claim: &ClaimReport| {
                // What cannot be written is missed by nobody: the report has it.
                let _ = to_raw_value(claim).map(|claim| job.tell(claim));
            };
            let report = desk.verdicts.report(&read.text, &[], &options, method, |options| {
                let proof = Proof { text: &read.text, programs, options, by: by.as_deref() };
                desk.tools.prove(&proof, &job.progress, &tell)
            });
            let proof = Proof { text: &read.text, programs, options: &options, by: by.as_deref() };
            desk.tools.proved(&proof, &report, seconds).map(Some)
        }),
    })?;
    Ok(job.id.clone())
}

/// The claims that are asked for are there.
fn check_claims(read: &ReadText, wanted: &[String]) -> Result<(), Refusal> {
    let known = read.text.claims();
    if known.is_empty() {
        return Err(Refusal::mistaken(format!("`{}` claims nothing", read.text.name)).help(
            "write what your strategy promises: `theorem wins: mine reaches mate from White to move`",
        ));
    }
    match wanted.iter().find(|name| !known.contains(name)) {
        None => Ok(()),
        Some(name) => {
            let refusal = Refusal::bad(format!("`{}` has no claim called `{name}`", read.text.name));
            Err(match suggest(name, known.iter().map(String::as_str)) {
                Some(near) => refusal.help(format!("did you mean `{near}`?")),
                None => refusal,
            })
        }
    }
}

async fn watch(State(hall): State<Arc<Hall>>, params: RawPathParams) -> Result<Response, Refusal> {
    let jobs = &hall.desk.jobs;
    let job = jobs.find(asked(&params, None)?.get("id").unwrap_or_default())?;
    events(jobs, job)
}

async fn cancel(State(hall): State<Arc<Hall>>, params: RawPathParams) -> Result<Response, Refusal> {
    let job = hall.desk.jobs.cancel(asked(&params, None)?.get("id").unwrap_or_default())?;
    Ok(json(StatusCode::OK, &job.view()).into_response())
}
