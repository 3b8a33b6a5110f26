//! A job as server-sent events: `progress` at most ten times a second, `claim` for each claim that has been decided, `done` at the end.
//!
//! Each listener looks at the job for himself and remembers how much he has been sent. Nothing is kept for anybody who does not read.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::value::RawValue;

use super::{Counted, Job, Jobs, Listener};
use crate::refusal::Refusal;

/// Between looks at a job.
const PAUSE: Duration = Duration::from_millis(100);
/// Between signs of life.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The events of a job, from its beginning on.
///
/// # Errors
/// Too many listen.
pub fn events(jobs: &Jobs, job: Arc<Job>) -> Result<Response, Refusal> {
    let listener = Listening { job, told: 0, last: None, is_over: false, _listener: jobs.listener()? };
    let events = stream::unfold(listener, |mut listener| async {
        let event = listener.next().await?;
        Some((Ok::<Event, Infallible>(event), listener))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT)).into_response())
}

/// Somebody who is told of a job.
struct Listening {
    job: Arc<Job>,
    /// How many claims he has been told of.
    told: usize,
    /// How far the job had come when he was told last.
    last: Option<Counted>,
    is_over: bool,
    _listener: Listener,
}

impl Listening {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if self.is_over {
                return None;
            }
            // Whoever is told of news between the look and the wait must not miss it.
            let job = Arc::clone(&self.job);
            let news = job.news.notified();
            let claim: Option<Arc<RawValue>> = job.inner().claims.get(self.told).cloned();
            if let Some(claim) = claim {
                self.told += 1;
                return Some(event("claim", &claim));
            }
            if !job.is_open() {
                self.is_over = true;
                return Some(event("done", &job.view()));
            }
            let counted = job.progress.counted();
            if self.last.as_ref().is_none_or(|last| differs(last, &counted)) {
                self.last = Some(counted.clone());
                return Some(event("progress", &counted));
            }
            let _ = tokio::time::timeout(PAUSE, news).await;
        }
    }
}

/// Time alone is no news more often than the page shows it.
fn differs(last: &Counted, now: &Counted) -> bool {
    let is_same = last.claim == now.claim && last.done == now.done && last.of == now.of;
    now.seconds - last.seconds >= if is_same { 1.0 } else { PAUSE.as_secs_f64() }
}

fn event(name: &str, data: &impl serde::Serialize) -> Event {
    let data = serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned());
    Event::default().event(name).data(data)
}
