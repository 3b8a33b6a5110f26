//! What programs ask, the page's own among them. Every answer is one of the workbench.

mod described;
mod editor;
mod endgames;
mod jobs;
mod kept;
mod library;
mod play;
mod plots;
mod texts;

mod position;
mod standard;

pub use endgames::{all as all_endgames, counted};
pub use library::{ClaimLine, claim_lines, entries};
pub use position::report;

use crate::route::Route;

/// All ways in for programs.
pub fn routes() -> Vec<Route> {
    let all = [
        position::routes(),
        standard::routes(),
        texts::routes(),
        editor::routes(),
        play::routes(),
        plots::routes(),
        kept::routes(),
        library::routes(),
        endgames::routes(),
        jobs::routes(),
        described::routes(),
    ];
    all.into_iter().flatten().collect()
}
