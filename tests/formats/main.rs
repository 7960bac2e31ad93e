//! Stores by other libraries, against the values that those libraries read; and the doctor on stores that were damaged
//! on purpose.

#[path = "../fixtures/array.rs"]
mod array;
#[path = "../fixtures/document.rs"]
mod document;
#[cfg(feature = "explorer")]
#[path = "../fixtures/program.rs"]
mod program;
#[path = "../fixtures/repository.rs"]
mod repository;
#[path = "../fixtures/store.rs"]
mod store;

mod around;
#[cfg(feature = "explorer")]
mod cards;
mod cast_matrix;
mod columns;
mod corpus;
mod doctor;
#[cfg(feature = "explorer")]
mod doctor_command;
mod encoded;
mod filters;
#[cfg(feature = "icechunk")]
mod icechunk;
mod imagecodecs;
mod meaning;
mod plausible;
mod references;
mod sources;
mod sparse;
mod stores;
#[cfg(feature = "explorer")]
mod stores_commands;
mod strings;
