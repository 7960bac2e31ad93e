//! The command line as a user or a script sees it: what is run, what is printed, which exit status.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::wildcard_imports)]

mod decode;
mod explain;
mod index;
mod links;
mod locate;
mod looking;
mod messages;
mod output;
mod probe;
mod run;
mod scripts;
mod trace;
mod verify;
mod zip;
