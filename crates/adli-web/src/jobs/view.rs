//! What is told of a job.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

use super::{Counted, Job};

/// What has become of a job. That a limit was reached is no state: the report then says *unknown*, and what was covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "JobState")]
pub enum State {
    /// It waits.
    #[default]
    Queued,
    /// It runs.
    Running,
    /// It came to its end.
    Done,
    /// Somebody gave it up.
    Cancelled,
    /// It could not be done.
    Failed,
}

/// A job, for whoever asks.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "Job")]
pub struct JobView {
    /// Its name.
    pub id: String,
    /// What it is, in a few words.
    pub what: String,
    /// What has become of it.
    pub state: State,
    /// How far it has come.
    pub progress: Counted,
    /// For proofs, what `adli prove --format json` would say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub report: Option<Arc<RawValue>>,
    /// Why it could not be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What can be done about that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl Job {
    /// What is told of it.
    pub fn view(&self) -> JobView {
        let inner = self.inner();
        JobView {
            id: self.id.clone(),
            what: self.what.clone(),
            state: inner.state,
            progress: self.progress.counted(),
            report: inner.report.clone(),
            error: inner.error.as_ref().map(|told| told.error.clone()),
            help: inner.error.as_ref().and_then(|told| told.help.clone()),
        }
    }
}
