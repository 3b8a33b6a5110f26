//! Folders of certificates: clauses that cannot be satisfied, or problems of linear arithmetic without a solution, the proofs of that, and the claims that they stand for.
//!
//! [`Folder`] writes one; no certificate gets into it that the checker has not accepted. [`verify`] checks a finished one
//! with nothing but the folder, and [`compare`] says whether its clauses are those of a text. The format is described in `docs/certificates.md`.

mod acl2;
mod compare;
mod digest;
mod error;
mod folder;
mod linear;
mod manifest;
mod refuted;
mod verify;

pub use acl2::{AuditFault, audit};
pub use compare::{Compared, Given, compare};
pub use digest::digest_of;
pub use error::{NotAFolder, WriteError};
pub use folder::{Folder, Kept, Place};
pub use linear::LinearPlace;
pub use manifest::{Certificate, Clauses, Evidence, Linear, MANIFEST, Manifest, Part, Text};
pub use refuted::{Refuted, refuted};
pub use verify::{Entry, Fault, Verified, verify};
