//! Tests of the reader, the search and the certificates.
#![allow(missing_docs)]

mod made_up;
mod reading;
mod verdicts;
