//! Writes files, never into a store, and each whole or not at all ([`write_file`]). Values go piece by piece through an
//! [`ElementWriter`], so that arrays of any size can be saved.
#![warn(clippy::indexing_slicing)]

mod elements;
mod figure;
mod file;
mod folder;
mod format;
mod graphics;
mod lettering;
mod picture;
mod records;
mod screen;
mod table;
mod tidy;
mod values;

use std::io;

use thiserror::Error;

pub use elements::{ElementWriter, WrittenValues};
pub use figure::{figure, room_in};
pub use file::{Begun, check_place, write_file};
pub use format::{SaveFormat, ValuesFormat, unwritten_ending};
pub use graphics::GraphicsProtocol;
pub use picture::{Pixels, pixels};
pub use records::RecordWriter;
pub use screen::{PrintedCell, screen};
pub use table::{SavedTable, write_sparse, write_table};
pub use tidy::write_tidy;
pub use values::{SavedRegion, write_chunk, write_elements, write_hex, write_region};

use crate::pipeline::Fault;

#[derive(Debug, Error)]
pub enum SaveError {
    #[error("{0}")]
    Refused(String),
    #[error("{key}: {fault}")]
    Chunk { path: String, key: String, fault: Box<Fault> },
    #[error("{0}")]
    Read(String),
    #[error("{0}")]
    Output(#[from] io::Error),
    #[error("stopped before all was written")]
    Stopped,
}
