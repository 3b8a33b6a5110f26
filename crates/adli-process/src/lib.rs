//! Programs that work for Adli, and who keeps an eye on them.
//!
//! Solvers are programs of others: they are given a text, they answer with one, and they may take as long and as much as they like. So
//! each has limits ([`Limits`]), and a guard ([`Guard`]) who looks every few milliseconds whether one is reached or somebody wants the
//! work to end.
//!
//! This is an edge of the program: it looks at the clock and at the memory in use, and starts programs.

use std::fs;
use std::io::{self, Read, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use adli_watch::By;

/// How much a program may use for one problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Time by the clock on the wall.
    pub time: Option<Duration>,
    /// Bytes of memory: what this process grows by, or what the program takes. It is observed where the system
    /// says how much a process uses (`/proc`), and nowhere else.
    pub memory: Option<u64>,
}

/// Asked every few milliseconds, from another thread, whether the work is to be given up, and who wants that.
pub type Stop<'a> = &'a (dyn Fn() -> Option<By> + Sync);

/// How long a program may go on after a limit before somebody looks.
pub const PAUSE: Duration = Duration::from_millis(10);

/// The limits of one run.
pub struct Guard<'a> {
    limits: &'a Limits,
    stop: Stop<'a>,
    began: Instant,
    process: u32,
    memory_at_first: u64,
}

impl<'a> Guard<'a> {
    /// Begins to watch a process, or this one.
    #[must_use]
    pub fn new(limits: &'a Limits, stop: Stop<'a>, process: u32) -> Guard<'a> {
        // A program of its own has nothing to begin with; what this process has was there before.
        let memory_at_first = if process == std::process::id() { resident(process).unwrap_or(0) } else { 0 };
        Guard { limits, stop, began: Instant::now(), process, memory_at_first }
    }

    /// How long it has been.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Looks once: why the work is to end, if it is.
    #[must_use]
    pub fn look(&self) -> Option<String> {
        let late = || self.limits.time.is_some_and(|time| self.began.elapsed() >= time).then_some(By::Time);
        if let Some(by) = (self.stop)().or_else(late) {
            return Some(by.to_string());
        }
        let used = resident(self.process).unwrap_or(0).saturating_sub(self.memory_at_first);
        if self.limits.memory.is_some_and(|memory| used > memory) {
            return Some("the memory allowed was not enough for the solver".to_owned());
        }
        None
    }
}

/// Works on this thread while another one looks every few milliseconds whether the work is to end; where it is, `end` asks
/// for that, and the work is expected to come back soon. The second part is why it was ended, if it was.
pub fn guarded<T>(
    work: impl FnOnce() -> T,
    mut look: impl FnMut() -> Option<String> + Send,
    end: impl FnOnce() + Send,
) -> (T, Option<String>) {
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let guard = scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                let reason = look();
                if reason.is_some() {
                    end();
                    return reason;
                }
                thread::park_timeout(PAUSE);
            }
            None
        });
        let done = work();
        is_done.store(true, Ordering::Relaxed);
        guard.thread().unpark();
        (done, guard.join().unwrap_or_default())
    })
}

/// What a program wrote, or why it was ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ran {
    /// It came to its end.
    Wrote(String),
    /// It was ended, for this reason.
    Ended(String),
}

/// All that a program that came to its end has said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Whether it says that all went well.
    pub success: bool,
    /// What it wrote.
    pub wrote: String,
    /// What it complained of.
    pub complained: String,
}

/// The longest answer that is read.
const LONGEST: u64 = 64 << 20;

/// Runs a program that reads a text from its standard input and answers on its standard output.
///
/// # Errors
/// Where the program cannot be started.
pub fn run(
    program: &str,
    arguments: &[&str],
    input: &str,
    limits: &Limits,
    stop: Stop<'_>,
) -> io::Result<Ran> {
    let ended = run_to_the_end(Command::new(program).args(arguments), input, limits, stop)?;
    Ok(ended.map_or_else(Ran::Ended, |finished| Ran::Wrote(finished.wrote)))
}

/// Runs a program, and hands back all that it has said; or why it was ended.
///
/// # Errors
/// Where the program cannot be started.
pub fn run_to_the_end(
    command: &mut Command,
    input: &str,
    limits: &Limits,
    stop: Stop<'_>,
) -> io::Result<Result<Finished, String>> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let guard = Guard::new(limits, stop, child.id());
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let input = input.to_owned();
    // A program that stops reading has said all it will; that the rest is not written is no fault.
    thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
    let (wrote, complained) = (thread::spawn(move || all_of(stdout)), thread::spawn(move || all_of(stderr)));
    let mut reason = None;
    while !(wrote.is_finished() && complained.is_finished()) && reason.is_none() {
        reason = guard.look();
        thread::sleep(PAUSE);
    }
    if let Some(reason) = reason {
        // It may have ended by itself meanwhile.
        let _ = child.kill();
        let _ = child.wait();
        // A grandchild may keep the pipe open: nobody waits for it.
        return Ok(Err(reason));
    }
    let success = child.wait().is_ok_and(|status| status.success());
    let (wrote, complained) = (wrote.join().unwrap_or_default(), complained.join().unwrap_or_default());
    Ok(Ok(Finished { success, wrote, complained }))
}

/// What comes out of a pipe, as far as it is read. What is no text is passed over.
fn all_of(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    // Whoever cannot be read to his end has said what he has said.
    pipe.map(|pipe| pipe.take(LONGEST).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// How many bytes of memory a process has now, where the system tells.
#[must_use]
pub fn resident(process: u32) -> Option<u64> {
    // The size of a page is not to be had without unsafe code; `status` counts in kibibytes.
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024)
}
