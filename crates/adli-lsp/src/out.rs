//! What is said to the client. One thread writes, so that nobody who has something to say waits for the client to listen.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

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

/// The way to the client.
pub struct Out {
    /// Nothing ends the thread that writes.
    messages: Sender<Option<Value>>,
    asked: AtomicU64,
}

/// What is still to be written.
pub struct Unwritten(Receiver<Option<Value>>);

impl Out {
    /// The way to the client, and what somebody has to write.
    pub fn new() -> (Out, Unwritten) {
        let (messages, unwritten) = channel();
        (Out { messages, asked: AtomicU64::new(0) }, Unwritten(unwritten))
    }

    fn say(&self, message: Value) {
        // If nobody writes any more, nobody listens.
        let _ = self.messages.send(Some(message));
    }

    /// Answers a request.
    pub fn answer(&self, id: &Value, answer: Result<Value, Fault>) {
        self.say(match answer {
            Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
            Err(fault) => json!({"jsonrpc": "2.0", "id": id, "error": fault.json()}),
        });
    }

    /// Tells something.
    pub fn notify(&self, method: &str, params: Value) {
        self.say(json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Asks for something of which we need not know how it went.
    pub fn request(&self, method: &str, params: Value) {
        let number = self.asked.fetch_add(1, Ordering::Relaxed);
        self.say(
            json!({"jsonrpc": "2.0", "id": format!("adli-{number}"), "method": method, "params": params}),
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
        let _ = self.messages.send(None);
    }
}

impl Unwritten {
    /// Writes until the end, or until nobody listens.
    pub fn write(self, mut output: impl Write) {
        for message in self.0.iter().map_while(|message| message) {
            if frame::write(&mut output, &message).is_err() {
                return;
            }
        }
    }
}
