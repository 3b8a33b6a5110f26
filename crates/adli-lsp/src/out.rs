//! What is said to the client. One thread writes, so that the others need not wait for the client to read; only if much is unread they do,
//! and with them in the end the client that writes. One that reads nothing for long hears nothing more.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::frame;
use crate::message::Fault;

/// How grave a message to the user is, as the protocol numbers them.
#[derive(Clone, Copy)]
pub enum Grave {
    /// Something is wrong.
    Error = 1,
    /// Something is told.
    Info = 3,
}

/// So many bytes may wait to be written.
const MOST_UNREAD: usize = 16 << 20;
/// So long a message waits for room.
const PATIENCE: Duration = Duration::from_secs(60);

/// The way to the client.
pub struct Out {
    queue: Arc<Queue>,
    asked: AtomicU64,
}

/// What is still to be written.
pub struct Unwritten(Arc<Queue>);

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    messages: VecDeque<Vec<u8>>,
    bytes: usize,
    /// Nothing more is said, or read.
    is_over: bool,
}

impl Queue {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is room, or a message, or the end.
    fn wait(&self, patience: Duration, is_needless: impl Fn(&Waiting) -> bool) -> MutexGuard<'_, Waiting> {
        let is_needed = |waiting: &mut Waiting| !is_needless(waiting);
        let waited = self.changed.wait_timeout_while(self.waiting(), patience, is_needed);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn end(&self) {
        self.waiting().is_over = true;
        self.changed.notify_all();
    }
}

impl Out {
    /// The way to the client, and what somebody has to write.
    pub fn new() -> (Out, Unwritten) {
        let queue = Arc::new(Queue::default());
        (Out { queue: Arc::clone(&queue), asked: AtomicU64::new(0) }, Unwritten(queue))
    }

    fn say(&self, message: &Value) {
        let message = frame::framed(message);
        let has_room = |waiting: &Waiting| waiting.is_over || waiting.bytes < MOST_UNREAD;
        let mut waiting = self.queue.wait(PATIENCE, has_room);
        if waiting.is_over {
            return;
        }
        if waiting.bytes >= MOST_UNREAD {
            // The client does not read: it hears nothing more, and what it does not hear needs no memory.
            (waiting.is_over, waiting.bytes) = (true, 0);
            waiting.messages.clear();
        } else {
            waiting.bytes += message.len();
            waiting.messages.push_back(message);
        }
        drop(waiting);
        self.queue.changed.notify_all();
    }

    /// Answers a request.
    pub fn answer(&self, id: &Value, answer: Result<Value, Fault>) {
        self.say(&match answer {
            Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
            Err(fault) => json!({"jsonrpc": "2.0", "id": id, "error": fault.json()}),
        });
    }

    /// Tells something.
    pub fn notify(&self, method: &str, params: Value) {
        self.say(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Asks for something of which we need not know how it went.
    pub fn request(&self, method: &str, params: Value) {
        let number = self.asked.fetch_add(1, Ordering::Relaxed);
        self.say(
            &json!({"jsonrpc": "2.0", "id": format!("adli-{number}"), "method": method, "params": params}),
        );
    }

    /// Shows something to the user.
    pub fn show(&self, grave: Grave, message: &str) {
        self.notify("window/showMessage", json!({"type": grave as u8, "message": message}));
    }

    /// Notes something for whoever looks for a fault.
    pub fn log(&self, message: &str) {
        self.notify("window/logMessage", json!({"type": Grave::Error as u8, "message": message}));
    }

    /// Nothing more is said after what has been said.
    pub fn end(&self) {
        self.queue.end();
    }
}

impl Unwritten {
    /// Writes until the end, or until nobody listens.
    pub fn write(self, mut output: impl Write) {
        loop {
            let some = |waiting: &Waiting| waiting.is_over || !waiting.messages.is_empty();
            let mut waiting = self.0.wait(PATIENCE, some);
            let (next, is_over) = (waiting.messages.pop_front(), waiting.is_over);
            waiting.bytes -= next.as_ref().map_or(0, Vec::len).min(waiting.bytes);
            drop(waiting);
            self.0.changed.notify_all();
            let Some(next) = next else {
                if is_over {
                    return;
                }
                continue;
            };
            if output.write_all(&next).and_then(|()| output.flush()).is_err() {
                return self.0.end();
            }
        }
    }
}
