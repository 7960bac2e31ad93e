//! What the metadata documents describe: plain data, no input or output.
//!
//! [`NodeDocument::read`] takes the bytes of a `zarr.json`, [`NodeDocument::read_v2`] those of a `.zarray` or
//! `.zgroup`. Both give a [`GroupOrArray`], in the same terms. A document is read field by field, so that one bad field
//! never hides the others; every fault is a [`DocumentError`] with its JSON pointer. [`ArrayDocument`] shows how that
//! looks.
//!
//! Specifications: [V3](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#metadata),
//! [V2](https://zarr-specs.readthedocs.io/en/latest/v2/v2.0.html#metadata).
#![warn(clippy::indexing_slicing)]

mod array;
mod boxes;
mod byte_order;
mod chunk_grid;
mod chunk_key;
mod codec_metadata;
mod data_type;
mod differs;
mod elements;
mod extension;
pub mod fill_value;
pub mod float;
mod group;
mod json;
mod node;
mod parse;
mod region;
mod scalar;
mod source;
pub mod text;
mod time;
pub mod v2;

pub(crate) use array::MEMBERS;
pub use array::{ArrayDocument, ArrayMetadata, ArrayRepresentation};
pub use boxes::BoxMut;
pub use byte_order::ByteOrder;
pub use chunk_grid::ChunkGrid;
pub use chunk_key::{ChunkKeyEncoding, KeyScheme};
pub use codec_metadata::{CodecMetadata, CodecRole};
pub use data_type::{DataType, Integer, REFERENCE_NBYTES, StructField, Subarray, Variable, structure};
pub use differs::first_difference;
pub use elements::{BoxCorner, Elements, copy_box};
pub use group::{Consolidated, GroupDocument};
pub(crate) use json::join as join_pointer;
pub use json::{DOCUMENT, DocumentError, DocumentNote, Field, Json};
pub use node::{Change, GroupOrArray, NodeDocument};
pub use parse::{Extent, parse};
pub use region::{boxes_between, common, covers, delinear, lengths, linear, product, seen_from, starts};
pub use scalar::Scalar;
pub(crate) use scalar::little_endian;
pub use source::SourceSpan;
pub use time::{NOT_A_TIME, TimeKind, TimeType, TimeUnit, gregorian_date};
