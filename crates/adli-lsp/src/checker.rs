//! Says what is wrong with the documents, whenever one of them has changed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use adli_claims::{By, Watch};
use adli_workbench::{Extent, PlacedDiagnostic, PlacedNote};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::lens::complaints;
use crate::read::{Moment, Read};

/// So long nobody must have typed before rules that never apply are looked for.
const PAUSE: Duration = Duration::from_millis(400);
/// So long it is looked for them.
const PATIENCE: Duration = Duration::from_secs(5);

/// Works as long as somebody may wake it.
pub fn run(desk: &Desk, changes: &Receiver<()>) {
    while changes.recv().is_ok() {
        loop {
            while let Some(uri) = desk.documents.next_untold() {
                guarded(desk, || {
                    if let Ok(read) = desk.read(&uri) {
                        publish(desk, &read);
                    }
                });
            }
            match changes.recv_timeout(PAUSE) {
                Ok(()) => continue,
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let Some(read) = desk.documents.next_unexamined() else { break };
            guarded(desk, || {
                read.look_for_idle(&Fresh { desk, moment: &read.moment, since: Instant::now() });
                if read.idle.get().is_some_and(|idle| !idle.is_empty()) {
                    publish(desk, &read);
                }
            });
        }
    }
}

/// A fault of ours is told, and does not end the server.
fn guarded(desk: &Desk, work: impl FnOnce()) {
    if catch_unwind(AssertUnwindSafe(work)).is_err() {
        desk.out.log("a text could not be checked: this is a fault of Adli; please report it with the text");
    }
}

/// Work goes on while the text is what it was, and not for ever.
struct Fresh<'a> {
    desk: &'a Desk,
    moment: &'a Moment,
    since: Instant,
}

impl Watch for Fresh<'_> {
    fn stopped(&self) -> Option<By> {
        if !self.desk.documents.is_current(self.moment) {
            return Some(By::Hand);
        }
        (self.since.elapsed() >= PATIENCE).then_some(By::Time)
    }
}

/// Tells all that is wrong with a document, unless it has changed meanwhile.
fn publish(desk: &Desk, read: &Read) {
    let moment = &read.moment;
    let mut all: Vec<Value> = Vec::new();
    all.extend(read.untaken.iter().map(|why| told(read, 1, Extent::default(), why)));
    all.extend(read.report.diagnostics.iter().map(|one| diagnostic(read, one)));
    all.extend(read.idle.get().into_iter().flatten().map(|one| diagnostic(read, one)));
    let verdicts = desk.documents.verdicts(&moment.uri);
    for claim in &read.report.claims {
        let decided = verdicts.get(&claim.name).filter(|decided| decided.digest == read.digest);
        let complaints = decided.map_or_else(Vec::new, complaints);
        all.extend(complaints.iter().map(|complaint| told(read, 1, first_line(read, claim.at), complaint)));
    }
    let params = json!({"uri": moment.uri, "version": moment.version, "diagnostics": all});
    desk.documents.while_current(moment, || desk.out.notify("textDocument/publishDiagnostics", params));
}

fn told(read: &Read, severity: u8, at: Extent, message: &str) -> Value {
    json!({"range": read.lines.range(at), "severity": severity, "source": "adli", "message": message})
}

/// A whole claim may be long; its head is enough to be found.
fn first_line(read: &Read, at: Extent) -> Extent {
    let words = at.words(read.text.words());
    let head = words.lines().next().map_or(0, |line| line.trim_end().len());
    Extent { from: at.from, to: at.from + head as u32 }
}

/// A complaint as the protocol has it: what can be done about it, and what stands in other texts, in its message.
pub fn diagnostic(read: &Read, complaint: &PlacedDiagnostic) -> Value {
    let severity = if complaint.severity == "warning" { 2 } else { 1 };
    let mut message = complaint.message.clone();
    for note in &complaint.notes {
        if let PlacedNote { message: note, at: None, file: Some(file) } = note {
            message.push_str(&format!("\n{note}: in `{file}`"));
        }
    }
    if let Some(help) = &complaint.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    let mut said = told(read, severity, complaint.at, &message);
    said["code"] = json!(complaint.code);
    let here = complaint.notes.iter().filter_map(|note| {
        let location = json!({"uri": read.moment.uri, "range": read.lines.range(note.at?)});
        Some(json!({"location": location, "message": note.message}))
    });
    let related: Vec<Value> = here.collect();
    if !related.is_empty() {
        said["relatedInformation"] = json!(related);
    }
    said
}
