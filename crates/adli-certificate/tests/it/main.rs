//! Folders of certificates, and the certificates that others check.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

#[cfg(unix)]
mod acl2;
mod folders;
mod linear;
mod plants;
