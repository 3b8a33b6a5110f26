//! The server of `adli serve`: a page on which people write rules, see them fail on a board, and play them; and the same for programs.
//!
//! There is no second way here to read, check, prove or explain anything: answers are those of the workbench, and methods and tables are
//! what the program hands over ([`Tools`]). What is here is how they are asked for over HTTP, within which limits, and by whom.
//!
//! From outside in: [`listen`] takes connections, so many and so long; [`guard`] lets in who may ask; a [`route`] reads what is asked and has
//! it answered by one of two [`pool`]s of threads, or as one of the [`jobs`]; [`desk`] is what is known meanwhile. [`api`] answers programs,
//! [`pages`] people.
//!
//! Nothing here prints, or reads the environment. No path of a request reaches the file system.

#![forbid(unsafe_code)]

mod api;
mod asked;
mod assets;
mod body;
mod clients;
mod config;
mod damaged;
mod desk;
mod guard;
mod hall;
mod html;
mod jobs;
mod kept;
mod limits;
mod listen;
mod openapi;
mod page;
mod pages;
mod pool;
mod random;
mod refusal;
mod reply;
mod route;
mod server;
mod texts;
mod tools;
mod values;

pub use config::{Config, PORT};
pub use jobs::{Counted, Progress};
pub use pool::Patience;
pub use refusal::{Refusal, Told};
pub use server::serve;
pub use tools::{Proof, Tools};
