//! How much anybody may ask for.

use std::time::Duration;

/// A request's body in bytes.
pub const BODY: usize = 256 << 10;
/// A text in bytes.
pub const TEXT: usize = 128 << 10;
/// A position as it is written, in bytes.
pub const FEN: usize = 120;
/// The moves of a line.
pub const LINE: usize = 600;
/// The head of a request in bytes.
pub const HEAD: usize = 16 << 10;

/// Connections at a time.
pub const CONNECTIONS: usize = 512;
/// Refused connections that may stay open until the client has read the answer.
pub const LEAVING: usize = 128;
/// Time that each of these has for reading.
pub const LEAVING_TIME: Duration = Duration::from_secs(2);
/// Those that a job may be watched by at a time, all jobs together.
pub const LISTENERS: usize = 128;
/// Until the head of a request is there, or the next request; until its body is there; until something of what is sent is taken.
pub const PATIENCE: Duration = Duration::from_secs(15);

/// For an answer that is looked up, or a text that is checked.
pub const QUICK_TIME: Duration = Duration::from_secs(10);
/// For one that takes a search.
pub const SLOW_TIME: Duration = Duration::from_secs(30);
/// Questions that wait.
pub const QUICK_QUEUE: usize = 256;
/// Questions that wait and take longer.
pub const SLOW_QUEUE: usize = 32;

/// For all plays of a strategy, in which the defence that holds out longest is found.
pub const PLAYS_TIME: Duration = Duration::from_secs(10);
/// How many bytes that may take.
pub const PLAYS: u64 = 1 << 30;
/// Strategies whose plays are remembered.
pub const PLAYS_KEPT: usize = 8;
/// For what a text says of a position, where that is part of a page.
pub const ASIDE_TIME: Duration = Duration::from_secs(2);

/// For rules that never apply, while somebody writes.
pub const IDLE_TIME: Duration = Duration::from_secs(3);

/// Jobs that wait.
pub const JOBS_WAITING: usize = 16;
/// Jobs that are remembered when they are done.
pub const JOBS_KEPT: usize = 64;
/// Failures of a claim that are shown, if nothing is said.
pub const FAILURES_USUAL: u16 = 20;
/// The most that are shown.
pub const FAILURES: u16 = 100;

/// Texts that are remembered, with what they mean.
pub const TEXTS_KEPT: usize = 32;
/// Claims whose verdicts are remembered.
pub const VERDICTS_KEPT: usize = 2000;

/// Of one client (an IPv4 address, or 64 bits of an IPv6 address), where a network is served: connections at
/// a time.
pub const CLIENT_CONNECTIONS: usize = 24;
/// Requests that it may make at once, after a pause.
pub const CLIENT_BURST: f64 = 100.0;
/// Requests in a second, again and again.
pub const CLIENT_RATE: f64 = 20.0;
/// Answers with a search at a time.
pub const CLIENT_SEARCHES: usize = 1;
/// Jobs that wait or run.
pub const CLIENT_JOBS: usize = 3;
/// Clients that are told apart; who comes when there are more begins as if he were new.
pub const CLIENTS: usize = 4096;
/// Endgames whose counts are remembered.
pub const COUNTS_KEPT: usize = 64;
