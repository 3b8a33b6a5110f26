//! Threads that answer short questions.
//!
//! Whatever takes more than a moment of the processor is done here and not where connections are served. There are so many threads and so
//! many places in the queue; who comes when it is full is told so at once, which is kinder than a wait without end. Every question has a
//! time, of which the work is told by its watch; and whoever goes away is not worked for any more.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use adli_claims::{By, Watch};
use tokio::sync::oneshot;

use crate::refusal::Refusal;

/// Texts may be nested as deeply as the language allows, and are walked down.
pub const STACK: usize = 16 << 20;

type Work = Box<dyn FnOnce() + Send>;

/// Threads with a queue.
pub struct Pool {
    queue: SyncSender<Work>,
}

impl Pool {
    /// So many threads, and so many questions that wait.
    ///
    /// # Errors
    /// A thread cannot be started.
    pub fn new(name: &str, threads: usize, waiting: usize) -> io::Result<Pool> {
        let (queue, todo) = sync_channel::<Work>(waiting);
        let todo = Arc::new(Mutex::new(todo));
        for number in 0..threads.max(1) {
            let todo = Arc::clone(&todo);
            let builder = thread::Builder::new().name(format!("{name} {number}")).stack_size(STACK);
            builder.spawn(move || work(&todo))?;
        }
        Ok(Pool { queue })
    }

    /// Has a question answered, within a time.
    ///
    /// # Errors
    /// The queue is full, the time is over, or what the work says.
    pub async fn run<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce(&Deadline) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let deadline = Deadline { begun: Instant::now(), time, gone: Arc::default() };
        let _waits = Waiting(Arc::clone(&deadline.gone));
        let (send, receive) = oneshot::channel();
        let task = move || {
            let answer = if deadline.stopped().is_some() {
                Err(Refusal::busy())
            } else {
                catch_unwind(AssertUnwindSafe(|| work(&deadline)))
                    .unwrap_or_else(|_| Err(Refusal::internal("the answer could not be worked out")))
            };
            // Whoever has gone away does not hear it.
            let _ = send.send(answer);
        };
        self.queue.try_send(Box::new(task)).map_err(|_| Refusal::busy())?;
        // Work asks its watch every few milliseconds; should some part of it not, its sender need not wait for it.
        match tokio::time::timeout(time + Duration::from_secs(2), receive).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(Refusal::internal("the answer was lost")),
            Err(_) => Err(Refusal::limit("the time allowed for an answer was not enough")),
        }
    }
}

fn work(todo: &Mutex<Receiver<Work>>) {
    loop {
        let next = todo.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match next {
            Ok(work) => work(),
            Err(_) => return,
        }
    }
}

/// Ends work when its time is over, or nobody waits for it.
pub struct Deadline {
    begun: Instant,
    time: Duration,
    gone: Arc<AtomicBool>,
}

impl Watch for Deadline {
    fn stopped(&self) -> Option<By> {
        if self.gone.load(Ordering::Relaxed) {
            return Some(By::Hand);
        }
        (self.begun.elapsed() >= self.time).then_some(By::Time)
    }

    fn seconds(&self) -> Option<f64> {
        Some(self.begun.elapsed().as_secs_f64())
    }
}

/// Gives part of an answer less time than the whole.
pub struct Patience<'a> {
    whole: &'a dyn Watch,
    begun: Instant,
    time: Duration,
}

impl<'a> Patience<'a> {
    /// So much time from now on, and no more than the whole has.
    pub fn new(whole: &'a dyn Watch, time: Duration) -> Patience<'a> {
        Patience { whole, begun: Instant::now(), time }
    }
}

impl Watch for Patience<'_> {
    fn stopped(&self) -> Option<By> {
        self.whole.stopped().or_else(|| (self.begun.elapsed() >= self.time).then_some(By::Time))
    }
}

/// Somebody who waits, as long as he does.
struct Waiting(Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
