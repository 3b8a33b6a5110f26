//! Decides claims, one job after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use adli_claims::{Options, Report};

use crate::desk::Desk;
use crate::documents::Decided;
use crate::jobs::Job;
use crate::lens::told;
use crate::out::Grave;

/// Works as long as jobs may arrive.
pub fn run(desk: &Desk, jobs: &Receiver<Arc<Job>>) {
    for job in jobs {
        job.begin();
        let said = match catch_unwind(AssertUnwindSafe(|| decide(desk, &job))) {
            Ok(report) => conclude(desk, &job, &report),
            Err(_) => {
                desk.out
                    .show(Grave::Error, "a proof ended by a fault of Adli; please report it with the text");
                "no verdict".to_owned()
            }
        };
        desk.jobs.over(&job);
        job.end(&said);
        desk.renew_lenses();
        desk.wake();
    }
}

fn decide(desk: &Desk, job: &Job) -> Report {
    let read = &job.read;
    let options = Options { claims: job.claims.clone(), memory: desk.limits.memory, ..Options::default() };
    desk.verdicts.report(&read.text, &[], &options, "", |options| {
        desk.tools.prove(&read.text, &read.checked.programs, options, job)
    })
}

/// Keeps the verdicts. Whoever asked and cannot see the lens change is told.
fn conclude(desk: &Desk, job: &Job, report: &Report) -> String {
    let read = &job.read;
    if job.is_cancelled() && !desk.documents.is_current(&read.moment) {
        return "given up: the text has changed".to_owned();
    }
    let mut said = Vec::new();
    for claim in &job.claims {
        let reports = report.claims.iter().filter(|report| report.name == *claim).cloned().collect();
        let decided = Decided { digest: read.digest, reports };
        said.push(format!("{claim}: {}", told(&decided)));
        desk.documents.decided(&read.moment.uri, claim, decided);
    }
    let said = said.join("; ");
    if !job.is_quiet && !desk.client().renews_lenses {
        desk.out.show(Grave::Info, &said);
    }
    said
}
