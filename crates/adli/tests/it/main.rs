//! The whole command, as users meet it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod common;
mod contract;
mod coq;
#[cfg(target_os = "linux")]
mod costs;
mod embed;
mod engine;
mod exported;
#[cfg(target_os = "linux")]
mod files;
mod folded;
mod golden;
mod hostile;
mod imported;
#[cfg(unix)]
mod interruptions;
mod kept;
mod layers;
mod measure;
mod methods;
mod mirrored;
mod nothing;
mod options;
mod pictures;
#[path = "../../../adli-tables/tests/plants/mod.rs"]
mod planted;
mod plants;
mod recognisers;
mod repair;
mod rooms;
mod rules;
mod schema;
mod serve;
mod serve_folder;
mod serve_network;
mod snapshots;
mod verified;
mod verify;
#[cfg(unix)]
mod watch;
mod yesterday;
