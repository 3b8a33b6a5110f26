//! The language server of `adli lsp`: what the workbench knows of a text, said in the Language Server Protocol.
//!
//! Four threads and a desk between them. The *reader* takes messages off the input and does nothing else, so that no client ever waits to be
//! heard. The *server* brings the documents up to date and hands out the work. The *answerer* answers questions in their order. The *checker*
//! says what is wrong with the texts that have changed: always with their newest words, first what is found at once, then, when nobody has typed for a
//! moment, which rules never apply. The *prover* decides claims. Work on words that are no longer there is given up, through
//! [`adli_claims::Watch`].
//!
//! The protocol is written down here and not taken from a library: of its some hundred messages a dozen are needed, and a client that sends
//! rubbish is to be answered and not hung up on.
//!
//! Methods, files and folders belong to the program, which hands them over ([`Tools`]).

#![forbid(unsafe_code)]

mod answerer;
mod answers;
mod checker;
mod client;
mod desk;
mod documents;
mod frame;
mod jobs;
mod lens;
mod lines;
mod message;
mod out;
mod params;
mod prover;
mod read;
mod server;
mod tools;
mod uri;

pub use server::{End, serve};
pub use tools::{Limits, Tools};
