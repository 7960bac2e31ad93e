//! Stores by other libraries, against the values that those libraries read; and the doctor on stores that were damaged
//! on purpose.

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
