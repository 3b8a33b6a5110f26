//! Proofs that wait or run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use adli_claims::{By, Watch, grouped};
use serde_json::{Value, json};

use crate::out::Out;
use crate::read::Read;

/// How often a client is told how far a proof has come.
const OFTEN: Duration = Duration::from_millis(200);

/// Claims of a document, to be decided.
pub struct Job {
    /// The document.
    pub read: Arc<Read>,
    /// The claims.
    pub claims: Vec<String>,
    /// Nobody has asked: it is done because the text was saved.
    pub is_quiet: bool,
    /// By which the client knows the work, if it wants to hear of it.
    token: Option<Value>,
    seconds: f64,
    out: Arc<Out>,
    cancelled: AtomicBool,
    begun: OnceLock<Instant>,
    told: Mutex<Told>,
}

#[derive(Default)]
struct Told {
    claim: String,
    when: Option<Instant>,
}

impl Job {
    /// Work that has not begun.
    pub fn new(
        read: Arc<Read>,
        claims: Vec<String>,
        seconds: f64,
        token: Option<Value>,
        out: Arc<Out>,
    ) -> Job {
        Job {
            is_quiet: false,
            read,
            claims,
            token,
            seconds,
            out,
            cancelled: AtomicBool::new(false),
            begun: OnceLock::new(),
            told: Mutex::default(),
        }
    }

    /// The same, which nobody has asked for.
    #[must_use]
    pub fn quietly(self) -> Job {
        Job { is_quiet: true, ..self }
    }

    fn progress(&self, value: &Value) {
        if let Some(token) = &self.token {
            self.out.notify("$/progress", json!({"token": token, "value": value}));
        }
    }

    /// It begins.
    pub fn begin(&self) {
        let _ = self.begun.set(Instant::now());
        let title = format!("proving {}", self.claims.join(", "));
        self.progress(&json!({"kind": "begin", "title": title, "cancellable": true, "percentage": 0}));
    }

    /// It is over.
    pub fn end(&self, message: &str) {
        self.progress(&json!({"kind": "end", "message": message}));
    }

    /// It is given up.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether it was.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    fn counts(&self, done: u64, of: Option<u64>, unit: &str) {
        if self.token.is_none() {
            return;
        }
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.when.is_some_and(|when| when.elapsed() < OFTEN) {
            return;
        }
        told.when = Some(Instant::now());
        let whole = of.map_or_else(String::new, |of| format!(" of {}", grouped(of)));
        let message = format!("{}: {}{whole} {unit}", told.claim, grouped(done));
        let mut report = json!({"kind": "report", "message": message});
        if let Some(percent) = of.and_then(|of| (100 * done).checked_div(of)) {
            report["percentage"] = json!(percent.min(100));
        }
        self.progress(&report);
    }
}

impl Watch for Job {
    fn begins(&self, claim: &str) {
        claim.clone_into(&mut self.told.lock().unwrap_or_else(PoisonError::into_inner).claim);
    }

    fn advance(&self, done: u64, of: u64) {
        self.counts(done, Some(of), "positions");
    }

    fn met(&self, done: u64) {
        self.counts(done, None, "positions");
    }

    fn rounds(&self, done: u64) {
        self.counts(done, None, "rounds");
    }

    fn stopped(&self) -> Option<By> {
        if self.is_cancelled() {
            return Some(By::Hand);
        }
        let is_late = self.begun.get().is_some_and(|begun| begun.elapsed().as_secs_f64() >= self.seconds);
        is_late.then_some(By::Time)
    }

    fn seconds(&self) -> Option<f64> {
        Some(self.begun.get()?.elapsed().as_secs_f64())
    }
}

/// All that wait or run, in their order.
pub struct Jobs {
    open: Mutex<Vec<Arc<Job>>>,
    queue: Sender<Arc<Job>>,
}

impl Jobs {
    /// None so far, and where they arrive.
    pub fn new() -> (Jobs, Receiver<Arc<Job>>) {
        let (queue, arrive) = channel();
        (Jobs { open: Mutex::default(), queue }, arrive)
    }

    fn open(&self) -> MutexGuard<'_, Vec<Arc<Job>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a job.
    pub fn add(&self, job: Job) {
        let job = Arc::new(job);
        self.open().push(Arc::clone(&job));
        // Whoever works outlives the server.
        let _ = self.queue.send(job);
    }

    /// A job is over.
    pub fn over(&self, job: &Arc<Job>) {
        self.open().retain(|open| !Arc::ptr_eq(open, job));
    }

    /// The claims of a document that wait to be decided.
    pub fn claims(&self, uri: &str) -> Vec<String> {
        let open = self.open();
        let theirs = open.iter().filter(|job| job.read.moment.uri == uri && !job.is_cancelled());
        theirs.flat_map(|job| job.claims.clone()).collect()
    }

    /// Gives up what is about a document.
    pub fn cancel(&self, uri: &str) {
        self.open().iter().filter(|job| job.read.moment.uri == uri).for_each(|job| job.cancel());
    }

    /// Gives up what the client knows by a token.
    pub fn cancel_by(&self, token: &Value) {
        self.open().iter().filter(|job| job.token.as_ref() == Some(token)).for_each(|job| job.cancel());
    }

    /// Gives up everything.
    pub fn cancel_all(&self) {
        self.open().iter().for_each(|job| job.cancel());
    }
}
