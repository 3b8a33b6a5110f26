//! Answers questions in their order, and takes orders.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use crate::answers::answer;
use crate::client::PROVE;
use crate::desk::Desk;
use crate::jobs::Job;
use crate::message::{Fault, params};
use crate::params::Command;

/// Proofs that nobody has asked for are given up after this time.
const QUIET_SECONDS: f64 = 10.0;

/// What is asked.
pub enum Asked {
    /// A request.
    Question {
        /// By which the answer is known.
        id: Value,
        /// What is asked.
        method: String,
        /// About what.
        params: Value,
    },
    /// A document was saved: if it has three men, its claims are decided at once.
    Saved(String),
}

/// Questions that wait, by their ids as JSON, and whether the client still wants to know.
#[derive(Default)]
pub struct Pending(Mutex<BTreeMap<String, bool>>);

impl Pending {
    fn inner(&self) -> MutexGuard<'_, BTreeMap<String, bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A question waits.
    pub fn add(&self, id: &Value) {
        self.inner().insert(id.to_string(), true);
    }

    /// The client no longer wants to know.
    pub fn cancel(&self, id: &Value) {
        if let Some(is_wanted) = self.inner().get_mut(&id.to_string()) {
            *is_wanted = false;
        }
    }

    /// A question no longer waits: whether the client wants to know.
    fn take(&self, id: &Value) -> bool {
        self.inner().remove(&id.to_string()).unwrap_or(true)
    }
}

/// Works as long as somebody may ask.
pub fn run(desk: &Desk, asked: &Receiver<Asked>, pending: &Pending) {
    for asked in asked {
        match asked {
            Asked::Question { id, method, params } => {
                let said = match pending.take(&id) {
                    false => Err(Fault::cancelled()),
                    true => catch_unwind(AssertUnwindSafe(|| said(desk, &method, params)))
                        .unwrap_or_else(|_| Err(Fault::internal())),
                };
                desk.out.answer(&id, said);
            }
            Asked::Saved(uri) => {
                if catch_unwind(AssertUnwindSafe(|| saved(desk, &uri))).is_err() {
                    desk.out.log(&Fault::internal().message);
                }
            }
        }
    }
}

fn said(desk: &Desk, method: &str, asked: Value) -> Result<Value, Fault> {
    if method != "workspace/executeCommand" {
        return answer(desk, method, asked);
    }
    let Command { command, arguments, work_done_token } = params(asked)?;
    match (&command[..], &arguments[..]) {
        // The answer is that it has begun: some clients wait no longer than a few seconds.
        (PROVE, [Value::String(uri), Value::String(claim)]) => {
            desk.prove(uri, claim, work_done_token).map(|()| Value::Null)
        }
        (PROVE, _) => {
            Err(Fault::params(format!("`{PROVE}` takes the address of a text and the name of a claim")))
        }
        _ => Err(Fault::unknown(&command)),
    }
}

fn saved(desk: &Desk, uri: &str) {
    let Ok(read) = desk.read(uri) else { return };
    let waiting = desk.jobs.claims(uri);
    let claims = read.report.claims.iter().map(|claim| claim.name.clone());
    let claims: Vec<String> = claims.filter(|claim| !waiting.contains(claim)).collect();
    if read.report.quick && !claims.is_empty() {
        let seconds = desk.limits.seconds.min(QUIET_SECONDS);
        desk.jobs.add(Job::new(read, claims, seconds, None, Arc::clone(&desk.out)).quietly());
        desk.renew_lenses();
    }
}
