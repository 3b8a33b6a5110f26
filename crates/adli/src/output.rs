//! Standard output and standard error.
//!
//! A command works out a [`Report`] and hands it over; it is written as text or as JSON. A reader who has
//! heard enough and closes the pipe (`adli stats KRK | head`) changes nothing but that no more is written:
//! the command goes on, and the exit code still carries the verdict.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::panic;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use schemars::JsonSchema;
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::args::Format;
use crate::failure::{Failure, INTERNAL};
use crate::read_from::{self, ReadFrom};

/// Results are wanted as JSON, and none has been written yet. Known before anything is read, so that a command line that makes no sense
/// and a panic are told to programs too.
static OWES_JSON: AtomicBool = AtomicBool::new(false);

/// Looks which format is asked for.
pub fn expect_format(args: impl Iterator<Item = OsString>) {
    let args: Vec<OsString> = args.collect();
    let apart = args.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "json");
    OWES_JSON.store(apart || args.iter().any(|arg| arg == "--format=json"), Ordering::Relaxed);
}

/// Tells a failure: to people on standard error, and to programs that have no result yet on standard output.
pub fn fail(failure: &Failure) {
    note(failure);
    fail_json(failure);
}

/// The part of [`fail`] for programs.
pub fn fail_json(failure: &Failure) {
    if OWES_JSON.swap(false, Ordering::Relaxed)
        && let Ok(text) = serde_json::to_string_pretty(&Versioned::new(failure.as_json()))
    {
        // If nobody can be told, the exit code says it.
        let _ = writeln!(io::stdout().lock(), "{text}");
    }
}

/// Lets a panic in any thread end the process at once, with a request for a report. Nothing is lost by
/// that: a table that is being written has no name yet that a reader would look for.
pub fn install_panic_hook() {
    panic::set_hook(Box::new(|info| {
        fail(&Failure::panic(&info.to_string()));
        process::exit(INTERNAL.into());
    }));
}

/// The same for a server, which tells of a panic and goes on: whoever asked is told, and nobody else is concerned.
pub fn go_on_after_panics() {
    panic::set_hook(Box::new(|info| note(&Failure::panic(&info.to_string()))));
}

/// The version of all reports as JSON. It changes when a field goes away or means something else; new fields do not change it.
pub const VERSION: u32 = 1;

/// A report as programs get it.
#[derive(Serialize, JsonSchema)]
pub struct Versioned<T> {
    /// The version of this JSON.
    version: u32,
    /// The version of the program.
    adli: &'static str,
    /// Where the texts were read that were named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    read_from: Vec<ReadFrom>,
    #[serde(flatten)]
    report: T,
}

impl<T> Versioned<T> {
    pub fn new(report: T) -> Versioned<T> {
        Versioned { version: VERSION, adli: env!("CARGO_PKG_VERSION"), read_from: read_from::kept(), report }
    }
}

/// What a command found out: data for programs that can also be written for people.
pub trait Report: Serialize {
    fn text(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// Standard output.
pub struct Output {
    format: Format,
    is_closed: bool,
}

impl Output {
    pub fn new(format: Format) -> Output {
        Output { format, is_closed: false }
    }

    pub fn format(&self) -> Format {
        self.format
    }

    /// Writes a report.
    pub fn report(&mut self, report: &impl Report) -> Result<(), Failure> {
        match self.format {
            Format::Text => self.text(report),
            Format::Json => self.json(report),
        }
    }

    /// Writes a report as text if that is wanted; for reports that come one by one, of which programs get
    /// the sum.
    pub fn as_text(&mut self, report: &impl Report) -> Result<(), Failure> {
        if self.format == Format::Text { self.text(report) } else { Ok(()) }
    }

    /// Writes the sum of reports that came one by one.
    pub fn as_json(&mut self, sum: &impl Serialize) -> Result<(), Failure> {
        if self.format == Format::Json { self.json(sum) } else { Ok(()) }
    }

    fn text(&mut self, report: &impl Report) -> Result<(), Failure> {
        let mut text = Vec::new();
        report.text(&mut text).map_err(|error| cannot_write(&error))?;
        self.bytes(&text)
    }

    /// Writes a report as one line of JSON; for reports that come one by one to programs that read them as they come.
    pub fn json_line(&mut self, data: &impl Serialize) -> Result<(), Failure> {
        let mut text = serde_json::to_vec(&Versioned::new(data))
            .map_err(|error| Failure::internal(error.to_string()))?;
        text.push(b'\n');
        self.bytes(&text)
    }

    fn json(&mut self, data: &impl Serialize) -> Result<(), Failure> {
        let mut text = serde_json::to_vec_pretty(&Versioned::new(data))
            .map_err(|error| Failure::internal(error.to_string()))?;
        text.push(b'\n');
        self.bytes(&text)
    }

    /// Leaves a line between reports for people.
    pub fn blank(&mut self) -> Result<(), Failure> {
        if self.format == Format::Text { self.bytes(b"\n") } else { Ok(()) }
    }

    /// Writes bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.write_all(bytes).map_err(|error| cannot_write(&error))
    }

    /// Writes what comes one by one, each as soon as it is there, so that no more than one is in memory: as text, or as one JSON with a
    /// list of this name. If one fails, the list ends before it, and the JSON says why.
    pub fn each<T: Serialize>(
        &mut self,
        name: &'static str,
        items: impl Iterator<Item = Result<T, Failure>>,
        text: impl Fn(&T, usize, &mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        if self.format == Format::Json {
            let (items, failed) = (RefCell::new(items), RefCell::new(None));
            let list = List { name, items: &items, failed: &failed };
            let mut out = BufWriter::new(&mut *self);
            let written = serde_json::to_writer_pretty(&mut out, &Versioned::new(list));
            let written =
                written.map_err(io::Error::from).and_then(|()| writeln!(out)).and_then(|()| out.flush());
            return written.map_err(|error| cannot_write(&error)).and(failed.take().map_or(Ok(()), Err));
        }
        for (number, item) in items.enumerate() {
            let mut told = Vec::new();
            text(&item?, number, &mut told).map_err(|error| cannot_write(&error))?;
            self.bytes(&told)?;
        }
        Ok(())
    }

    /// Refuses JSON for what is a format of its own.
    pub fn refuse_json(&self, what: &str, instead: &str) -> Result<(), Failure> {
        match self.format {
            Format::Text => Ok(()),
            Format::Json => {
                let message = format!("{what} is a format of its own, and not JSON");
                Err(Failure::input(message).help(format!("leave out {instead}`--format json`")))
            }
        }
    }

    /// Does somebody read this on a screen?
    pub fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }
}

/// A reader who has gone is no trouble: the rest is not written.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_closed {
            OWES_JSON.store(false, Ordering::Relaxed);
            let mut out = io::stdout().lock();
            match out.write_all(bytes).and_then(|()| out.flush()) {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => self.is_closed = true,
                done => done?,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A list whose parts come one by one, and why it ends early, if it does.
struct List<'l, I> {
    name: &'static str,
    items: &'l RefCell<I>,
    failed: &'l RefCell<Option<Failure>>,
}

impl<T: Serialize, I: Iterator<Item = Result<T, Failure>>> Serialize for List<'_, I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.name, &Items(self))?;
        if let Some(failure) = &*self.failed.borrow() {
            map.serialize_entry("error", failure)?;
        }
        map.end()
    }
}

struct Items<'l, I>(&'l List<'l, I>);

impl<T: Serialize, I: Iterator<Item = Result<T, Failure>>> Serialize for Items<'_, I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for item in &mut *self.0.items.borrow_mut() {
            match item {
                Ok(item) => list.serialize_element(&item)?,
                Err(failure) => {
                    *self.0.failed.borrow_mut() = Some(failure);
                    break;
                }
            }
        }
        list.end()
    }
}

/// Writes help or the version, coloured as the terminal has it.
pub fn show(told: &clap::Error) -> Result<(), Failure> {
    match told.print().and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(cannot_write(&error)),
        _ => Ok(()),
    }
}

/// Ends the program at once if standard output cannot be written: for protocols, where another thread waits
/// for input that need not come. That the reader has gone is left to the caller.
pub fn or_exit<T>(written: io::Result<T>) -> io::Result<T> {
    written.inspect_err(|error| {
        if error.kind() != ErrorKind::BrokenPipe {
            fail(&cannot_write(error));
            process::exit(2);
        }
    })
}

fn cannot_write(error: &io::Error) -> Failure {
    Failure::input(format!("cannot write the result: {error}"))
}

/// Says something beside the result, on standard error. If nobody can be told, so be it.
pub fn note(message: &impl fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "{message}");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Run by the next test, in a process of its own.
    #[test]
    #[ignore = "ends its process"]
    fn panics_in_another_thread() {
        install_panic_hook();
        let _ = std::thread::spawn(|| panic!("the board\nis round")).join();
    }

    #[test]
    fn a_panic_in_any_thread_asks_for_a_report() {
        let this = std::env::current_exe().unwrap();
        let run = process::Command::new(this)
            .args(["--exact", "--ignored", "--nocapture", "output::tests::panics_in_another_thread"])
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(INTERNAL.into()));
        let stderr = String::from_utf8(run.stderr).unwrap();
        assert!(stderr.contains("internal error: panicked at"), "{stderr}");
        assert!(stderr.contains("the board is round\nhelp: this is a fault of Adli"), "{stderr}");
    }
}
