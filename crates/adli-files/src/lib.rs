//! Files and folders of users: the one place where they are opened for reading, and where something new gets its name.
//!
//! Reading ([`open`], [`read`], [`read_text`]) takes regular files alone, without waiting for a pipe, and never more bytes than the caller
//! allows. Writing ([`Unfinished`], [`write_all`]) happens under a name that cannot be guessed, beside the goal, which
//! changes in one step when everything is there. What a process leaves unfinished because it was killed is removed by the next one that
//! writes in the same folder.

#![forbid(unsafe_code)]

mod folders;
mod names;
mod read;
mod unfinished;
mod write;

pub use folders::NewFolders;
pub use read::{open, read, read_text};
pub use unfinished::{Unfinished, remove_abandoned};
pub use write::{NewFile, Trouble, write_all};
