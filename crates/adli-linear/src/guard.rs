//! Who keeps an eye on a solver while it works.

use adli_process::{guarded, resident};
use adli_watch::Watch;
use cadical_sys::{CaDiCal, Status, TerminateFlag};

/// Solves while another thread asks the watch, and looks at the memory; the second part is why the work was ended, if it was.
pub(crate) fn solve(
    solver: &mut CaDiCal,
    watch: &dyn Watch,
    memory: Option<u64>,
) -> (Status, Option<String>) {
    let flag = TerminateFlag::new();
    solver.connect_terminator(flag.clone());
    let answer = guarded(|| solver.solve(), || reason(watch, memory), || flag.terminate());
    solver.disconnect_terminator();
    answer
}

/// Why the work is to end, if it is.
pub(crate) fn reason(watch: &dyn Watch, memory: Option<u64>) -> Option<String> {
    if let Some(by) = watch.stopped() {
        return Some(by.to_string());
    }
    let used = memory.and_then(|allowed| Some((allowed, resident(std::process::id())?)));
    used.filter(|(allowed, used)| used > allowed)
        .map(|_| "the memory allowed was not enough for the solver".to_owned())
}
