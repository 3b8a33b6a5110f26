//! How far the work has come, on a terminal.

use adli_tables::{By, Watch};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::interrupt;

/// A bar with a denominator and the time left, as far as they are known. Only a terminal sees it.
pub struct Bar<'w> {
    bar: ProgressBar,
    /// What is counted.
    what: &'static str,
    /// Somebody who wants to know instead of the terminal, and who ends the work instead of Ctrl-C.
    watch: Option<&'w dyn Watch>,
}

/// What is known of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// Nothing yet.
    Nothing,
    /// How much is done.
    Done,
    /// And how much there is.
    Whole,
}

impl<'w> Bar<'w> {
    pub fn new(units: u64) -> Bar<'w> {
        let bar = Bar::open("rows");
        bar.at(0, units);
        bar
    }

    /// Nothing is shown; somebody else is told.
    pub fn told_to(watch: &'w dyn Watch) -> Bar<'w> {
        Bar { bar: ProgressBar::hidden(), what: "rows", watch: Some(watch) }
    }

    /// A bar for work of which nobody knows yet how much it is.
    pub fn open(what: &'static str) -> Bar<'w> {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let bar = Bar { bar, what, watch: None };
        bar.style(Known::Nothing, what);
        bar
    }

    /// Says what is being done.
    pub fn task(&self, what: String) {
        if let Some(watch) = self.watch {
            watch.begins(&what);
        }
        self.bar.set_message(what);
    }

    /// Something else is being done, and nothing of it yet.
    pub fn begin(&self, what: String) {
        self.bar.reset();
        self.bar.unset_length();
        self.style(Known::Nothing, self.what);
        self.task(what);
    }

    /// So many units are done, of so many.
    pub fn at(&self, done: u64, of: u64) {
        if self.bar.length() != Some(of) {
            self.style(if of == 0 { Known::Nothing } else { Known::Whole }, self.what);
            self.bar.set_length(of);
        }
        self.bar.set_position(done);
    }

    /// So many of something are done; how many there are is not known, and so no time left is told.
    pub fn counted(&self, done: u64, of_what: &str) {
        if self.bar.length().is_some() || self.bar.position() == 0 {
            self.bar.unset_length();
            self.style(Known::Done, of_what);
        }
        self.bar.set_position(done);
    }

    fn style(&self, known: Known, what: &str) {
        // The templates are constants; should one ever be wrong, the style before it will do.
        if let Ok(style) = ProgressStyle::with_template(&template(known, what)) {
            self.bar.set_style(style.progress_chars("=> "));
        }
    }

    /// Lets somebody else write to the terminal.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

fn template(known: Known, what: &str) -> String {
    match known {
        Known::Nothing => "{msg:16} {elapsed}".to_owned(),
        Known::Done => format!("{{msg:16}} {{human_pos}} {what}, {{elapsed}}"),
        Known::Whole => {
            format!("{{msg:16}} [{{bar:30}}] {{human_pos}} of {{human_len}} {what}, {{eta}} left")
        }
    }
}

impl Drop for Bar<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Bar<'_> {
    fn rows(&self, more: u64) {
        self.bar.inc(more);
        if let Some(watch) = self.watch {
            watch.rows(more);
        }
    }

    fn stopped(&self) -> Option<By> {
        interrupt::asked().or_else(|| self.watch?.stopped())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bar that was full before anything was done, and hours left that nobody could know.
    #[test]
    fn no_bar_and_no_time_left_before_the_whole_is_known() {
        for known in [Known::Nothing, Known::Done] {
            let shown = template(known, "positions");
            assert!(!shown.contains("{bar") && !shown.contains("eta") && !shown.contains("len"), "{shown}");
        }
        assert!(template(Known::Whole, "positions").contains("of {human_len} positions, {eta} left"));
        let bar = Bar::open("positions");
        bar.begin("wins".to_owned());
        assert_eq!(bar.bar.length(), None);
        bar.at(3, 10);
        bar.counted(7, "positions");
        assert_eq!((bar.bar.length(), bar.bar.position()), (None, 7));
        bar.at(1, 20);
        assert_eq!((bar.bar.length(), bar.bar.position()), (Some(20), 1));
    }
}
