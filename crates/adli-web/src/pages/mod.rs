//! Pages for people, readable without script: the page's program takes over from there.

mod endgames;
mod help;
mod library;
mod messages;
mod position;

use crate::route::Route;

/// All pages.
pub fn routes() -> Vec<Route> {
    [position::routes(), library::routes(), endgames::routes(), help::routes(), messages::routes()]
        .into_iter()
        .flatten()
        .collect()
}
