//! How far the work has come, on a terminal.

use adli_tables::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::interrupt;

/// A bar with a denominator and the time left. Only a terminal sees it.
pub struct Bar {
    bar: ProgressBar,
}

impl Bar {
    pub fn new(units: u64) -> Bar {
        Bar::of(units, "rows")
    }

    /// A bar that counts something else than rows of a table.
    pub fn of(units: u64, what: &str) -> Bar {
        let bar = ProgressBar::with_draw_target(Some(units), ProgressDrawTarget::stderr());
        let template = format!("{{msg:16}} [{{bar:30}}] {{human_pos}} of {{human_len}} {what}, {{eta}} left");
        // The template is a constant; should it ever be wrong, the default style will do.
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Bar { bar }
    }

    /// Says what is being done.
    pub fn task(&self, what: String) {
        self.bar.set_message(what);
    }

    /// So many units are done, of so many.
    pub fn at(&self, done: u64, of: u64) {
        self.bar.set_length(of);
        self.bar.set_position(done);
    }

    /// Lets somebody else write to the terminal.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Bar {
    fn advance(&self, units: u64) {
        self.bar.inc(units);
    }

    fn stopped(&self) -> bool {
        interrupt::is_requested()
    }
}
