//! Long work, watched from Python.
//!
//! The work is done by threads that know nothing of Python. The thread that called waits, without Python's lock, and looks up every twentieth
//! of a second: has a signal arrived (Ctrl-C), does the caller's event want the work to end, and what does the caller's function say
//! to how far it has come? So everything of Python's happens in the thread that called, where an exception can be raised, and a proof that
//! takes a moment costs nothing but starting its threads.
//!
//! An exception ends the work first, which asks its watch every few milliseconds; then it is raised. Tables are written under another name
//! until they are whole, and so nothing half-written stays behind even where somebody does not wait for that.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use adli_command::embed::{Answer, Counted, Failure, Place, Progress};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::Told;

/// How often the thread that called looks up.
const LOOK: Duration = Duration::from_millis(50);

/// How long somebody who wants to be gone waits for the work to end. Only waiting for another process that writes into the same folder
/// takes longer, and writes nothing.
const GRACE: Duration = Duration::from_secs(5);

/// Who watches.
#[derive(Default)]
pub struct Watching {
    /// Called with how far the work has come; answers `False` to end it.
    progress: Option<Py<PyAny>>,
    /// Asked by `is_set()` whether to end it.
    cancel: Option<Py<PyAny>>,
    /// The time allowed.
    seconds: Option<f64>,
}

impl Watching {
    pub fn new((progress, cancel): (Option<Py<PyAny>>, Option<Py<PyAny>>), seconds: Option<f64>) -> Watching {
        Watching { progress, cancel, seconds }
    }

    /// Is the work to go on? An exception ends it too, and is raised.
    fn look(&self, py: Python<'_>, work: &Progress) -> PyResult<bool> {
        py.check_signals()?;
        if let Some(cancel) = &self.cancel
            && cancel.bind(py).call_method0("is_set")?.is_truthy()?
        {
            return Ok(false);
        }
        let Some(progress) = &self.progress else { return Ok(true) };
        let Counted { claim, done, of, .. } = work.counted();
        let said = progress.bind(py).call1((done, of, claim.unwrap_or_default()))?;
        Ok(!said.is(PyBool::new(py, false)))
    }
}

/// Nobody watches what is done in a moment.
pub fn unwatched() -> Progress {
    Progress::new(f64::INFINITY)
}

/// Has something done, and watches it.
pub fn run(
    py: Python<'_>,
    (tables, threads): (Option<PathBuf>, Option<u16>),
    watching: Watching,
    work: impl FnOnce(&Place, &Progress) -> Answer + Send + 'static,
) -> PyResult<Told> {
    let place = Arc::new(Place { tables, threads });
    let progress = Arc::new(Progress::new(watching.seconds.unwrap_or(f64::INFINITY)));
    progress.start();
    let (send, receive) = channel();
    let receive = Mutex::new(receive);
    let theirs = (Arc::clone(&place), Arc::clone(&progress));
    let begun = place.begin(
        move || work(&theirs.0, &theirs.1),
        move |answer| {
            // Whoever has gone away does not hear it.
            let _ = send.send(answer);
        },
    );
    if let Err(failure) = begun {
        return Ok(told(Err(failure)));
    }
    loop {
        if let Some(answer) = wait(py, &receive) {
            return Ok(told(answer));
        }
        match watching.look(py, &progress) {
            Ok(true) => {}
            Ok(false) => progress.cancel(),
            Err(error) => {
                progress.cancel();
                see_out(py, &receive);
                return Err(error);
            }
        }
    }
}

/// The answer, if it comes within a moment.
fn wait(py: Python<'_>, receive: &Mutex<Receiver<Answer>>) -> Option<Answer> {
    let heard = py.detach(|| receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK));
    match heard {
        Ok(answer) => Some(answer),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => Some(Err(Failure::internal("the answer was lost"))),
    }
}

/// Waits for the end of work that has been given up, unless there is a second Ctrl-C.
fn see_out(py: Python<'_>, receive: &Mutex<Receiver<Answer>>) {
    let begun = Instant::now();
    while wait(py, receive).is_none() && begun.elapsed() < GRACE {
        if py.check_signals().is_err() {
            return;
        }
    }
}

/// What Python is told.
pub fn told(answer: Answer) -> Told {
    match answer {
        Ok(json) => (true, json),
        Err(failure) => (false, failure.to_json()),
    }
}
