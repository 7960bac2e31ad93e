//! What other libraries wrote, against what they read of it themselves; and the doctor on what was damaged on purpose.

#[path = "../fixtures/array.rs"]
mod array;
#[path = "../fixtures/program.rs"]
mod program;
#[path = "../fixtures/repository.rs"]
mod repository;

mod cast_matrix;
mod corpus;
mod doctor;
mod plausible;
mod sources;
mod stores;
