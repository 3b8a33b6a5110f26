//! Jobs: work that takes longer than somebody waits for an answer.
//!
//! A job is asked for, waits in a queue, runs on a thread of its own with rayon's threads of its own, and is remembered for a while when it
//! is done. Two run at a time: one of any kind, and beside it one that is known to be short, so that the verdict of somebody who edits a text
//! about three men does not wait behind somebody's endgame of five.
//!
//! Nobody who watches a job is part of it: a job writes down how far it has come ([`Progress`]), and whoever wants to know looks there, as
//! often as he likes. So a client that goes away stops nothing, and a slow one holds nothing up.
//!
//! A panic ends its job and nothing else, and is told as the fault of ours that it is.

mod events;
mod progress;
mod view;

pub use events::events;
pub use progress::{Counted, Progress};
pub use view::{JobView, State};

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::value::RawValue;

use crate::clients::Client;
use crate::limits;
use crate::pool::STACK;
use crate::random;
use crate::refusal::Refusal;

/// What a job does. It answers with its report, if it has one.
pub type Work = Box<dyn FnOnce(&Job) -> Result<Option<Box<RawValue>>, Refusal> + Send>;

/// A job that is asked for.
pub struct Order {
    /// What it is, in a few words.
    pub what: String,
    /// Whether it is known to be short.
    pub is_short: bool,
    /// Who asks, where clients are told apart.
    pub client: Option<Client>,
    /// After how many seconds it is given up.
    pub seconds: f64,
    /// What it does.
    pub work: Work,
}

/// A job.
pub struct Job {
    /// Nobody guesses it.
    pub id: String,
    /// What it is, in a few words.
    pub what: String,
    /// How far it has come; also its watch.
    pub progress: Progress,
    is_short: bool,
    client: Option<Client>,
    inner: Mutex<Inner>,
    /// Told when there is something new beside progress.
    news: tokio::sync::Notify,
}

#[derive(Default)]
struct Inner {
    work: Option<Work>,
    state: State,
    claims: Vec<Arc<RawValue>>,
    report: Option<Arc<RawValue>>,
    error: Option<crate::refusal::Told>,
}

impl Job {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A claim has been decided.
    pub fn tell(&self, claim: Box<RawValue>) {
        self.inner().claims.push(Arc::from(claim));
        self.news.notify_waiters();
    }

    /// Whether it waits or runs.
    fn is_open(&self) -> bool {
        matches!(self.inner().state, State::Queued | State::Running)
    }

    fn run(&self, threads: &ThreadPool) {
        let work = {
            let mut inner = self.inner();
            let work = inner.work.take();
            if work.is_some() {
                inner.state = State::Running;
            }
            work
        };
        let Some(work) = work else { return };
        self.progress.start();
        let fault = |_| Err(Refusal::internal(format!("the job `{}` broke off", self.what)));
        let done = catch_unwind(AssertUnwindSafe(|| threads.install(|| work(self)))).unwrap_or_else(fault);
        self.progress.end();
        let mut inner = self.inner();
        match done {
            Ok(report) => {
                inner.state = if self.progress.is_cancelled() { State::Cancelled } else { State::Done };
                inner.report = report.map(Arc::from);
            }
            Err(_) if self.progress.is_cancelled() => inner.state = State::Cancelled,
            Err(refusal) => {
                inner.state = State::Failed;
                inner.error = Some(refusal.told);
            }
        }
        drop(inner);
        self.news.notify_waiters();
    }

    /// Gives it up; what it had found out by then is its report.
    fn cancel(&self) {
        self.progress.cancel();
        let mut inner = self.inner();
        if inner.state == State::Queued {
            inner.state = State::Cancelled;
            inner.work = None;
        }
        drop(inner);
        self.news.notify_waiters();
    }
}

/// All jobs.
pub struct Jobs {
    all: Mutex<All>,
    /// Told when a job comes in.
    wake: Condvar,
    /// How many watch jobs.
    listeners: Arc<AtomicUsize>,
}

#[derive(Default)]
struct All {
    waiting: VecDeque<Arc<Job>>,
    known: BTreeMap<String, Arc<Job>>,
    /// In the order in which they came.
    order: VecDeque<String>,
}

impl Jobs {
    /// Threads for jobs, each with so many threads for its work.
    ///
    /// # Errors
    /// They cannot be started.
    pub fn start(threads: usize) -> io::Result<Arc<Jobs>> {
        let jobs = Arc::new(Jobs { all: Mutex::default(), wake: Condvar::new(), listeners: Arc::default() });
        for (name, takes_long) in [("any job", true), ("short job", false)] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
            let pool = pool.map_err(io::Error::other)?;
            let jobs = Arc::clone(&jobs);
            let thread = thread::Builder::new().name(name.to_owned()).stack_size(STACK);
            thread.spawn(move || {
                loop {
                    jobs.next(takes_long).run(&pool);
                    jobs.forget();
                }
            })?;
        }
        Ok(jobs)
    }

    fn all(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a job: a short one for whoever takes no others. Short ones are left to him who does as long as there are others.
    fn next(&self, takes_long: bool) -> Arc<Job> {
        let mut all = self.all();
        loop {
            let fits = |job: &Arc<Job>| job.is_short != takes_long;
            let at = all.waiting.iter().position(fits);
            let at = at.or_else(|| (takes_long && !all.waiting.is_empty()).then_some(0));
            if let Some(job) = at.and_then(|at| all.waiting.remove(at)) {
                return job;
            }
            all = self.wake.wait(all).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes a job.
    ///
    /// # Errors
    /// Too many wait already.
    pub fn add(&self, order: Order) -> Result<Arc<Job>, Refusal> {
        let mut all = self.all();
        if all.waiting.len() >= limits::JOBS_WAITING {
            return Err(Refusal::limit(format!("{} jobs are waiting already", limits::JOBS_WAITING))
                .help("wait until one is done, or cancel one"));
        }
        let theirs = all.known.values().filter(|job| job.client == order.client && job.is_open()).count();
        if order.client.is_some() && theirs >= limits::CLIENT_JOBS {
            return Err(Refusal::often(format!("{theirs} jobs of yours are waiting or running already"))
                .help("wait until one is done, or cancel one"));
        }
        let job = Arc::new(Job {
            id: random::word()?,
            what: order.what,
            progress: Progress::new(order.seconds),
            is_short: order.is_short,
            client: order.client,
            inner: Mutex::new(Inner { work: Some(order.work), ..Inner::default() }),
            news: tokio::sync::Notify::new(),
        });
        all.waiting.push_back(Arc::clone(&job));
        all.order.push_back(job.id.clone());
        all.known.insert(job.id.clone(), Arc::clone(&job));
        drop(all);
        self.wake.notify_all();
        Ok(job)
    }

    /// A job that waits or runs, by what it is.
    pub fn open(&self, what: &str) -> Option<Arc<Job>> {
        self.all().known.values().find(|job| job.what == what && job.is_open()).cloned()
    }

    /// A job by its name.
    ///
    /// # Errors
    /// There is none.
    pub fn find(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        self.all().known.get(id).cloned().ok_or_else(|| {
            Refusal::missing("there is no such job")
                .help(format!("the last {} jobs that are done are remembered", limits::JOBS_KEPT))
        })
    }

    /// Gives a job up.
    ///
    /// # Errors
    /// There is no such job, or it is done.
    pub fn cancel(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        let job = self.find(id)?;
        if !job.is_open() {
            return Err(Refusal::untimely("the job is over already"));
        }
        self.all().waiting.retain(|waiting| waiting.id != id);
        job.cancel();
        self.forget();
        Ok(job)
    }

    /// Gives all of them up.
    pub fn cancel_all(&self) {
        let jobs: Vec<Arc<Job>> = {
            let mut all = self.all();
            all.waiting.clear();
            all.known.values().cloned().collect()
        };
        jobs.iter().filter(|job| job.is_open()).for_each(|job| job.cancel());
    }

    /// Forgets those that are done, the oldest first, as far as there are too many.
    fn forget(&self) {
        let mut all = self.all();
        let is_over = |all: &All, id: &String| all.known.get(id).is_none_or(|job| !job.is_open());
        let over: Vec<String> = all.order.iter().filter(|id| is_over(&all, id)).cloned().collect();
        for id in over.iter().take(over.len().saturating_sub(limits::JOBS_KEPT)) {
            all.known.remove(id);
            all.order.retain(|known| known != id);
        }
    }

    /// Somebody begins to watch a job.
    ///
    /// # Errors
    /// Too many do.
    fn listener(&self) -> Result<Listener, Refusal> {
        let listener = Listener(Arc::clone(&self.listeners));
        if listener.0.fetch_add(1, Ordering::Relaxed) >= limits::LISTENERS {
            return Err(Refusal::busy());
        }
        Ok(listener)
    }
}

/// Somebody who watches a job, as long as he does.
struct Listener(Arc<AtomicUsize>);

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
