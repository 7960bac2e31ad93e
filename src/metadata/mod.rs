//! What the metadata documents say: plain data, no input or output.
//!
//! A document is read field by field, so that one bad field never hides the others; every fault is a
//! [`DocumentError`] with its JSON pointer.
#![warn(clippy::indexing_slicing)]

mod array;
mod boxes;
mod chunk_grid;
mod chunk_key;
mod data_type;
mod decimal;
mod elements;
mod exact;
mod extension;
pub mod fill_value;
pub mod float;
mod group;
mod json;
mod layout;
mod node;
mod parse;
mod region;
mod representation;
mod scalar;
mod source;
pub mod text;
mod time;
pub mod v2;

pub use array::{ArrayDocument, ArrayMetadata, CodecMetadata, CodecRole};
pub use boxes::BoxMut;
pub use chunk_grid::ChunkGrid;
pub use chunk_key::{ChunkKeyEncoding, KeyScheme};
pub use data_type::{DataType, Integer, REFERENCE_NBYTES, StructField, Subarray, Variable, structure};
pub use elements::{Elements, Place, copy_box};
pub use group::{Consolidated, GroupDocument};
pub use json::{DOCUMENT, DocumentError, Field, Json};
pub use layout::Layout;
pub use node::{Change, Node, NodeDocument};
pub use parse::{Extent, parse};
pub use region::{common, delinear, lengths, linear, seen_from, starts};
pub use representation::ArrayRepresentation;
pub use scalar::Scalar;
pub(crate) use scalar::little_endian;
pub use source::{Source, lines_of};
pub use time::{NOT_A_TIME, TimeKind, TimeType, TimeUnit};
