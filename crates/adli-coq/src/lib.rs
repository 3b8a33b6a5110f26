//! Claims as theorems that Coq's kernel checks.
//!
//! ```text
//! core terms --print--> Rules.v --+
//! moves left --left---> Left.v  --+--> coqc --> accepted, and resting on primitive integers and arrays alone
//! values ---tables----> KRK.v ..--+      ^
//! claim --------------> Claim.v --+      |
//!                                        the library `proofs/`, compiled once
//! ```
//!
//! Everything that this crate and all others do only has to lead to files that Coq accepts. What has to be believed is what the files say: the laws of chess
//! and what a forced mate is (`Laws.v` and `Games.v` of the library), and that the printed `Rules.v` says what the text says. Helper data is checked by the
//! theorem itself.
//!
//! It is an edge of the program: files are written into folders that were handed over, and a program is run.

mod certificate;
mod claim;
mod coqc;
mod domain;
mod figures;
mod laws;
mod left;
mod library;
mod method;
mod names;
mod plays;
mod print;
mod refused;
mod tables;
mod text;
mod theorem;
mod turns;
mod verified;
mod workshop;

pub use certificate::{Certified, certify};
pub use coqc::{Coqc, Trouble};
pub use figures::Figures;
pub use laws::laws;
pub use library::{ASSUMPTIONS, Library, SOURCES};
pub use method::{AtHand, COQ, Coq, InPlay, Tables, accept, files};
pub use refused::Refused;
pub use tables::{PrintedTable, TABLES, Tabled, check_tables};
pub use theorem::Helpers;
pub use verified::{Opinion, VERIFIED, Verified};
pub use workshop::Workshop;
