//! Who keeps an eye on a solver while it works.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use adli_watch::Watch;
use cadical_sys::{CaDiCal, Status, TerminateFlag};

/// How long a solver may go on after a limit before somebody looks.
const PAUSE: Duration = Duration::from_millis(10);

/// Solves while another thread asks the watch, and looks at the memory; the second part is why the work was ended, if it was.
pub(crate) fn solve(
    solver: &mut CaDiCal,
    watch: &dyn Watch,
    memory: Option<u64>,
) -> (Status, Option<String>) {
    let flag = TerminateFlag::new();
    solver.connect_terminator(flag.clone());
    let is_done = AtomicBool::new(false);
    let answer = thread::scope(|scope| {
        let guard = scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                let reason = reason(watch, memory);
                if reason.is_some() {
                    flag.terminate();
                    return reason;
                }
                thread::park_timeout(PAUSE);
            }
            None
        });
        let status = solver.solve();
        is_done.store(true, Ordering::Relaxed);
        guard.thread().unpark();
        (status, guard.join().unwrap_or_default())
    });
    solver.disconnect_terminator();
    answer
}

/// Why the work is to end, if it is.
pub(crate) fn reason(watch: &dyn Watch, memory: Option<u64>) -> Option<String> {
    if let Some(by) = watch.stopped() {
        return Some(by.to_string());
    }
    let used = memory.and_then(|allowed| Some((allowed, resident()?)));
    used.filter(|(allowed, used)| used > allowed)
        .map(|_| "the memory allowed was not enough for the solver".to_owned())
}

/// How many bytes of memory this process has now, where the system tells.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024)
}
