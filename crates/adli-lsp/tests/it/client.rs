//! A client that speaks the protocol, written from its specification and not from our code.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write, pipe};
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use adli_claims::{Options, Report, Watch};
use adli_lang::Program;
use adli_lsp::{End, Limits, Tools, serve};
use adli_workbench::{Beside, Found, Text};
use serde_json::{Value, json};

/// Nothing here takes longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the program would hand over: files only as they are open, one method.
pub struct Handed;

struct Open<'a>(&'a dyn Fn(&Path) -> Option<String>);

impl Beside for Open<'_> {
    type Place = PathBuf;
    type Error = String;

    fn find(&self, by: &PathBuf, name: &str, _: bool) -> Result<Option<Found<PathBuf>>, String> {
        let place = by.with_file_name(format!("{name}.adv"));
        if name == "broken" {
            return Err("`broken.adv` is not a text".to_owned());
        }
        let words = (self.0)(&place);
        Ok(words.map(|words| Found { shown: place.display().to_string(), place, words }))
    }
}

impl Tools for Handed {
    fn text(&self, path: &Path, words: &str, open: &dyn Fn(&Path) -> Option<String>) -> Result<Text, String> {
        let name = path.display().to_string();
        Text::given(&name, "mine", words, path.to_owned(), &Open(open)).map_err(|error| format!("{error:?}"))
    }

    fn library_file(&self, name: &str, _: &str) -> Result<PathBuf, String> {
        Ok(Path::new("/library").join(format!("{name}.adv")))
    }

    fn prove(&self, text: &Text, programs: &[Program], options: &Options, watch: &dyn Watch) -> Report {
        // Where a test wants to see a proof given up, it lasts until it is.
        while text.words().contains("-- for ever") && watch.stopped().is_none() {
            watch.advance(7, 100);
            thread::sleep(Duration::from_millis(1));
        }
        assert!(!text.words().contains("-- panic"), "as the test wants it");
        adli_exhaustive::prove(&text.name, programs, options, watch)
    }
}

pub struct Client {
    input: Option<PipeWriter>,
    heard: mpsc::Receiver<Value>,
    /// What was heard and not yet asked for.
    kept: VecDeque<Value>,
    ended: mpsc::Receiver<End>,
    next: u64,
}

fn hear(output: PipeReader, told: &mpsc::Sender<Value>) {
    let mut output = BufReader::new(output);
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if output.read_line(&mut line).unwrap() == 0 {
                return;
            }
            let Some(value) = line.strip_prefix("Content-Length: ") else { break };
            length = value.trim().parse().unwrap();
        }
        let mut body = vec![0; length];
        output.read_exact(&mut body).unwrap();
        let _ = told.send(serde_json::from_slice(&body).unwrap());
    }
}

impl Client {
    /// A server that has heard nothing.
    pub fn silent() -> Client {
        let ((server_in, input), (output, server_out)) = (pipe().unwrap(), pipe().unwrap());
        let (told, heard) = mpsc::channel();
        thread::spawn(move || hear(output, &told));
        let (end, ended) = mpsc::channel();
        let limits = Limits { seconds: 60.0, memory: 1 << 30 };
        thread::spawn(move || end.send(serve(server_in, server_out, Arc::new(Handed), limits).unwrap()));
        Client { input: Some(input), heard, kept: VecDeque::new(), ended, next: 0 }
    }

    /// A server that knows its client.
    pub fn new(capabilities: &Value) -> Client {
        let mut client = Client::silent();
        let hello = client.ask("initialize", json!({"processId": null, "capabilities": capabilities}));
        assert_eq!(hello["capabilities"]["executeCommandProvider"]["commands"], json!(["adli.prove"]));
        client.tell("initialized", json!({}));
        client
    }

    /// A client that can do everything.
    pub fn able() -> Client {
        Client::new(&json!({
            "window": {"workDoneProgress": true},
            "workspace": {"codeLens": {"refreshSupport": true}},
            "textDocument": {
                "hover": {"contentFormat": ["markdown"]},
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            },
        }))
    }

    pub fn raw(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    pub fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Asks, and does not wait: the id.
    pub fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}));
        self.next
    }

    /// The next message of a sort; others are kept.
    pub fn wait(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&wanted) {
            return self.kept.remove(at).unwrap();
        }
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let message = self.heard.recv_timeout(left).unwrap_or_else(|why| {
                panic!("{what} was not heard ({why}), but {:?}", self.kept);
            });
            if wanted(&message) {
                return message;
            }
            self.kept.push_back(message);
        }
    }

    pub fn answer(&mut self, id: u64) -> Value {
        self.wait("the answer", |message| message["id"] == json!(id) && message.get("method").is_none())
    }

    /// The result of a request.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The error of a request.
    pub fn refused(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.answer(id)["error"].clone()
    }

    pub fn notified(&mut self, method: &str) -> Value {
        self.wait(method, |message| message["method"] == json!(method))["params"].clone()
    }

    /// All that was told by a method so far.
    pub fn heard_of(&mut self, method: &str) -> Vec<Value> {
        self.kept.extend(self.heard.try_iter());
        let told = self.kept.iter().filter(|message| message["method"] == method);
        told.map(|message| message["params"].clone()).collect()
    }

    pub fn open(&mut self, uri: &str, words: &str) {
        let document = json!({"uri": uri, "languageId": "adv", "version": 1, "text": words});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    pub fn change(&mut self, uri: &str, version: i64, words: &str) {
        let params =
            json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": words}]});
        self.tell("textDocument/didChange", params);
    }

    /// The diagnostics of a version.
    pub fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Value> {
        let told = self.wait("diagnostics", |message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
                && message["params"]["version"] == json!(version)
        });
        told["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// Closes the input; how the server ends.
    pub fn end(mut self) -> End {
        self.input = None;
        self.ended.recv_timeout(PATIENCE).unwrap()
    }

    /// Leaves as the protocol has it.
    pub fn leave(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        assert_eq!(self.ended.recv_timeout(PATIENCE).unwrap(), End::Orderly);
    }
}

/// The place of the so-manieth occurrence of some words, in UTF-16.
pub fn place(words: &str, wanted: &str, time: usize) -> Value {
    let at = words.match_indices(wanted).nth(time).unwrap().0;
    let before = &words[..at];
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
    json!({"line": line, "character": character})
}

/// A question about a place.
pub fn at(uri: &str, position: &Value) -> Value {
    json!({"textDocument": {"uri": uri}, "position": position})
}
