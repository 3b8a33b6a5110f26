//! Takes messages one after the other, keeps the documents up to date, and hands out the work. Nothing here takes long.

use std::io::{BufReader, Read, Write};
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use std::{io, thread};

use adli_workbench::Verdicts;
use serde_json::Value;

use crate::answerer::{self, Asked, Pending};
use crate::client::{Client, hello};
use crate::desk::{Desk, VERDICTS_KEPT};
use crate::documents::Documents;
use crate::frame::{self, Frame};
use crate::jobs::Jobs;
use crate::message::{Fault, Message, params, parse};
use crate::out::Out;
use crate::params::{About, Changed, Files};
use crate::tools::{Limits, Tools};
use crate::{checker, prover};

/// So many messages may have been read and not been heard.
const MOST_UNHEARD: usize = 16;
/// So many questions may wait.
const MOST_UNANSWERED: usize = 100;
/// So long a client may take to read what is left when it has said goodbye.
const FAREWELL: Duration = Duration::from_secs(10);

/// How it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// As the protocol has it: `shutdown`, then `exit` or the end of the input.
    Orderly,
    /// Without `shutdown`; with what was wrong with the last message that could not be read, if there was one.
    Abrupt(Option<String>),
}

/// Serves a client until it leaves.
///
/// # Errors
/// A thread cannot be started.
pub fn serve(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    tools: Arc<dyn Tools>,
    limits: Limits,
) -> io::Result<End> {
    let (out, unwritten) = Out::new();
    let (jobs, arrive) = Jobs::new();
    let (changed, changes) = channel();
    let desk = Arc::new(Desk {
        tools,
        limits,
        out: Arc::new(out),
        documents: Documents::default(),
        jobs,
        verdicts: Verdicts::new(VERDICTS_KEPT),
        client: OnceLock::new(),
        changed,
        tokens: AtomicU64::new(0),
    });
    let (written, all_written) = channel::<()>();
    start("writer", move || {
        unwritten.write(output);
        drop(written);
    })?;
    let (events, heard) = sync_channel(MOST_UNHEARD);
    start("reader", move || listen(input, &events))?;
    let theirs = Arc::clone(&desk);
    start("checker", move || checker::run(&theirs, &changes))?;
    let theirs = Arc::clone(&desk);
    start("prover", move || prover::run(&theirs, &arrive))?;
    let (questions, asked) = sync_channel(MOST_UNANSWERED);
    let pending = Arc::new(Pending::default());
    let (theirs, cancelled) = (Arc::clone(&desk), Arc::clone(&pending));
    start("answerer", move || answerer::run(&theirs, &asked, &cancelled))?;
    let mut server = Server { desk: Arc::clone(&desk), questions, pending, is_shut: false, unread: None };
    let end = server.run(&heard);
    desk.jobs.cancel_all();
    desk.out.end();
    // It has nothing to say any more, or nobody to say it to; a client that is there and does not read is not waited for.
    let _: Result<(), RecvTimeoutError> = all_written.recv_timeout(FAREWELL);
    Ok(end)
}

fn start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<thread::JoinHandle<()>> {
    // Texts are read with some depth; the main thread of a program has as much.
    thread::Builder::new().name(name.to_owned()).stack_size(8 << 20).spawn(work)
}

/// Takes messages off the input.
fn listen(input: impl Read, events: &SyncSender<Message>) {
    let mut input = BufReader::new(input);
    loop {
        let message = match frame::read(&mut input) {
            Ok(Frame::Message(bytes)) => parse(&bytes),
            Ok(Frame::Unreadable(why)) => Message::Bad(Value::Null, Fault::parse(why)),
            Ok(Frame::End) | Err(_) => return,
        };
        if events.send(message).is_err() {
            return;
        }
    }
}

struct Server {
    desk: Arc<Desk>,
    questions: SyncSender<Asked>,
    pending: Arc<Pending>,
    /// The client has said `shutdown`.
    is_shut: bool,
    /// What was wrong with the last message that could not be read.
    unread: Option<String>,
}

impl Server {
    fn run(&mut self, heard: &Receiver<Message>) -> End {
        for message in heard {
            match message {
                Message::Request { id, method, params } => self.request(id, method, params),
                Message::Notification { method, .. } if method == "exit" => break,
                Message::Notification { method, params } => {
                    if let Err(fault) = self.notification(&method, params) {
                        self.desk.out.log(&format!("{method}: {}", fault.message));
                    }
                }
                Message::Response => {}
                Message::Bad(id, fault) => {
                    self.unread = Some(fault.message.clone());
                    self.desk.out.answer(&id, Err(fault));
                }
            }
        }
        if self.is_shut { End::Orderly } else { End::Abrupt(self.unread.take()) }
    }

    fn request(&mut self, id: Value, method: String, params: Value) {
        let is_known = self.desk.client.get().is_some();
        let said = match &method[..] {
            _ if self.is_shut => Err(Fault::invalid("after `shutdown` there is only `exit`")),
            "initialize" if is_known => Err(Fault::invalid("`initialize` comes once")),
            "initialize" => {
                let client = Client::new(&params);
                let _ = self.desk.client.set(client);
                Ok(hello(client))
            }
            _ if !is_known => Err(Fault::uninitialized()),
            "shutdown" => {
                self.is_shut = true;
                self.desk.jobs.cancel_all();
                Ok(Value::Null)
            }
            _ => {
                self.pending.add(&id);
                let _ = self.questions.send(Asked::Question { id, method, params });
                return;
            }
        };
        self.desk.out.answer(&id, said);
    }

    fn notification(&mut self, method: &str, asked: Value) -> Result<(), Fault> {
        if self.desk.client.get().is_none() || self.is_shut {
            return Ok(());
        }
        let documents = &self.desk.documents;
        match method {
            "textDocument/didOpen" => {
                let document = params::<About>(asked)?.text_document;
                let words = document.text.ok_or_else(|| Fault::params("the document has no text"))?;
                documents.open(&document.uri, document.version, &words);
                self.desk.wake();
            }
            "textDocument/didChange" => self.change(params(asked)?)?,
            "textDocument/didClose" => {
                let uri = params::<About>(asked)?.text_document.uri;
                let none = serde_json::json!({"uri": uri, "diagnostics": []});
                let out = &self.desk.out;
                documents.close(&uri, || out.notify("textDocument/publishDiagnostics", none));
                self.desk.jobs.cancel(&uri);
                self.desk.wake();
            }
            "textDocument/didSave" => {
                let saved = Asked::Saved(params::<About>(asked)?.text_document.uri);
                // Whoever answers outlives us.
                let _ = self.questions.send(saved);
            }
            "workspace/didChangeWatchedFiles" => {
                for file in params::<Files>(asked)?.changes {
                    documents.changed_outside(&file.uri);
                }
                self.desk.wake();
            }
            "$/cancelRequest" => self.pending.cancel(&asked["id"]),
            "window/workDoneProgress/cancel" => self.desk.jobs.cancel_by(&asked["token"]),
            // Whatever else a client tells may be overheard.
            _ => {}
        }
        Ok(())
    }

    fn change(&self, changed: Changed) -> Result<(), Fault> {
        let document = changed.text_document;
        let Some(last) = changed.content_changes.last() else { return Ok(()) };
        // What comes before a whole text does not matter; a part alone would leave us with other words than the client has.
        if last.range.is_some() {
            return Err(Fault::params("a change of a part, although whole texts are asked for"));
        }
        let before = self.desk.documents.now(&document.uri).map(|(moment, _)| moment.words);
        if !self.desk.documents.change(&document.uri, document.version, &last.text) {
            return Err(Fault::params(format!("`{}` is not open, or newer already", document.uri)));
        }
        if before.as_deref() != Some(&last.text) {
            self.desk.jobs.cancel(&document.uri);
        }
        self.desk.wake();
        Ok(())
    }
}
