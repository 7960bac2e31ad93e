//! The command line as a user, a script or a terminal sees it: what is printed, and the exit status.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::wildcard_imports)]

#[path = "../fixtures/document.rs"]
mod document;
#[path = "../fixtures/labelled.rs"]
mod labelled;
#[path = "../fixtures/plain.rs"]
mod plain;
#[path = "../fixtures/program.rs"]
mod program;
#[path = "../fixtures/repository.rs"]
mod repository;
#[path = "../fixtures/schema.rs"]
mod schema;
#[path = "../fixtures/store.rs"]
mod store;
mod sums;

mod advise;
mod check;
mod check_cf;
mod check_geo;
mod check_ome;
mod config;
mod decode;
mod diff;
mod expect;
mod explain;
mod find;
mod findings;
mod icechunk;
mod index;
mod keys;
mod links;
mod locate;
mod looking;
mod meaning;
mod messages;
mod named;
mod output;
mod parts;
mod picture;
mod plan;
mod preview;
mod probe;
mod references;
mod report;
mod resume;
mod run;
mod said;
mod scripts;
mod shell_files;
mod stage;
mod stats;
mod stats_parts;
mod tables;
mod terminal;
mod trace;
mod trials;
mod verify;
mod zip;
