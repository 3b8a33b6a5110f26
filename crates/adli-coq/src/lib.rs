//! Claims as theorems that Coq's kernel checks.

mod claim;
mod names;
mod print;
mod refused;
mod text;
mod turns;

pub use refused::Refused;
