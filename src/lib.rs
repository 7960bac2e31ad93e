//! Reads [Zarr](https://zarr.dev) arrays of versions 2 and 3, and shows how they are read: which bytes a chunk is stored in,
//! what each codec makes of them, where an element lies, and what is wrong where something is.
//!
//! Open a store, read a region:
//!
//! ```
//! use zarrscope::{Array, DecodeOptions, Hierarchy};
//!
//! // A directory, a zip archive, or a group or an array in one of them.
//! let hierarchy = Hierarchy::open("sample-data/climate.zarr")?;
//! assert_eq!(hierarchy.arrays()?[..2], ["mask", "ocean/deep/trench/pressure"]);
//! let array = Array::open(&hierarchy, "ocean/salinity")?;
//!
//! // A range of indices in each dimension. Only the chunks that it touches are read.
//! let values = array.read_region(&[0..5, 10..20], &DecodeOptions::default())?.to_ndarray::<f32>()?;
//! assert_eq!(values.shape(), [5, 10]);
//! # Ok::<(), zarrscope::Error>(())
//! ```
//!
//! Where the data type is not known before, [`RegionValues::elements`] and [`Elements::iter`] give each element as a [`Scalar`].
//!
//! Decode one chunk and look at every stage, from the stored bytes to the elements. A trace has its stages in this order,
//! decoding; [`Chain::stages`] has them as the document lists them, for encoding:
//!
//! ```
//! # use zarrscope::{Array, DecodeOptions, Hierarchy};
//! # let hierarchy = Hierarchy::open("sample-data/climate.zarr")?;
//! let array = Array::open(&hierarchy, "temperature")?;
//! let chunk = array.trace([0, 0, 0], &DecodeOptions::default())?;
//! for stage in chunk.stages() {
//!     println!("{}: {} bytes go in", stage.info.codec.name, stage.input_nbytes.unwrap_or(0));
//! }
//! // A missing chunk is given as fill values, up to so many bytes.
//! assert_eq!(chunk.elements(1 << 20).expect("a chunk that decodes").size(), 5 * 20 * 400);
//! # Ok::<(), zarrscope::Error>(())
//! ```
//!
//! Ask what is wrong with a chunk that does not decode:
//!
//! ```
//! # use zarrscope::{Array, DecodeOptions, Hierarchy};
//! let array = Array::open(&Hierarchy::open("sample-data/broken.zarr")?, "truncated_gzip")?;
//! let causes = array.diagnose([0, 1], &DecodeOptions::default())?;
//! assert_eq!(causes[0].hypothesis, "the file is truncated");
//! # Ok::<(), zarrscope::Error>(())
//! ```
//!
//! Everything that goes wrong becomes an [`Error`] with `?`; it says where, what was expected and what was found. Nothing is
//! ever written to a store, and it may hold anything: [`Limits`] and [`DecodeOptions`] bound how much is read and kept.
//! Elements in memory are packed, little-endian and in C order, whatever the stored order is.
//!
//! # If you know `zarrs`
//!
//! | there | here |
//! | --- | --- |
//! | `FilesystemStore::new`, `Array::open` | [`Hierarchy::open`], [`Array::open`] |
//! | `Group::child_arrays` | [`Hierarchy::arrays`], or [`Hierarchy::children`] for one level |
//! | `retrieve_array_subset` | [`Array::read_region`], then [`RegionValues::to_ndarray`] |
//! | `retrieve_chunk` | [`Array::decode_or_fill`] |
//! | `retrieve_chunk_if_exists` | [`Array::decode`] |
//! | `data_type`, `chunk_grid`, `fill_value`, … | the fields of [`Array::metadata`] |
//! | codecs that decode as one | [`Array::trace`] shows each; [`Array::probe`] follows one element, [`Array::locate`] finds the bytes |
//! | an error where an array cannot be opened | [`Array::open`] opens it where only a codec is unknown: [`Array::unknown_codecs`] |
//!
//! Without a counterpart there: [`verify`] decodes every chunk of a store and reports each fault, [`diff`] compares two
//! stores by value, however each is stored, and [`Array::diagnose`] looks for causes. There is no writing.
//!
//! There are programs to start from in `examples`: `read_region`, `trace_chunk` and `verify_store`.
//!
//! # Features
//!
//! `explorer`, which is on by default, adds the program `zarrscope`: an explorer in the terminal, and commands for scripts.
//! Programs that only read turn it off, and build half as many crates:
//!
//! ```toml
//! zarrscope = { version = "0.1", default-features = false }
//! ```
//!
//! `remote` adds stores at addresses, such as `s3://bucket/data.zarr`: see [`Hierarchy::open_at`]. `icechunk` adds repositories of
//! Icechunk, `references-parquet` references to chunks in tables of Parquet, `images` chunks that are images; `stores` is all of them.

pub use ndarray;

pub use codec::{Chain, DecodeOptions, Outcome, StageTrace, Trace};
pub use doctor::Hypothesis;
pub use error::Error;
pub use hierarchy::{Hierarchy, Node};
pub use lab::{Diff, DiffOptions, diff};
pub use limits::Limits;
pub use metadata::{ArrayMetadata, DataType, Elements, Scalar};
pub use pipeline::{Array, ChunkAddress, ChunkTrace, Probe, RegionValues, verify};
pub use store::{MemoryStore, Store, StoreAccess};

pub mod error;

/// How the crate is built: for those who change it.
#[cfg(all(doc, feature = "explorer"))]
mod architecture {
    #![doc = include_str!("ARCHITECTURE.md")]
    #![doc = include_str!("DECISIONS.md")]
    #[allow(unused_imports, reason = "the pages link to all modules")]
    use super::*;
}

/// What metadata documents say: nodes, chunk grids, keys, codecs, data types.
pub mod document {
    pub use crate::hierarchy::{Child, NodeKind};
    pub use crate::metadata::float::{Float, FloatType};
    pub use crate::metadata::{
        ArrayDocument, ArrayRepresentation, Change, ChunkGrid, ChunkKeyEncoding, CodecMetadata, Field,
        GroupDocument, GroupOrArray, Integer, KeyScheme, NodeDocument, StructField, TimeType, Variable,
    };
}

/// What a trace and a probe have in them, and where a chunk is stored.
pub mod trace {
    pub use crate::codec::{CodecKind, Location, Note, Representation, Sharding, StageInfo, Step, Value};
    pub use crate::pipeline::{ElementType, InShard, Located, Region, State, StoredPlace};
    pub use crate::store::FileOf;
    #[cfg(feature = "remote")]
    pub use crate::store::RemoteOptions;
}

/// What [`verify`] and [`diff`] find.
pub mod report {
    pub use crate::lab::{
        ArrayDiff, DiffNews, ElementDiff, EqualityRules, FieldDiff, Fields, FirstDiff, NamedNodes,
        NotCompared, Sides,
    };
    pub use crate::pipeline::{Counts, Findings, VerifyFault};
}

// The rest is for the program and for the tests of this package. It may change at any time.
#[doc(hidden)]
pub mod check;
#[doc(hidden)]
pub mod codec;
#[doc(hidden)]
pub mod doctor;
#[doc(hidden)]
pub mod hierarchy;
#[doc(hidden)]
pub mod lab;
mod lenient;
#[doc(hidden)]
pub mod limits;
#[doc(hidden)]
pub mod meaning;
#[doc(hidden)]
pub mod metadata;
#[doc(hidden)]
pub mod pipeline;
mod simd;
#[doc(hidden)]
pub mod store;

#[cfg(feature = "explorer")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "explorer")]
#[doc(hidden)]
pub mod configuration;
#[cfg(feature = "explorer")]
#[doc(hidden)]
pub mod explorer;
#[cfg(feature = "explorer")]
#[doc(hidden)]
pub mod issue;
#[cfg(feature = "explorer")]
#[doc(hidden)]
pub mod learn;
#[cfg(feature = "explorer")]
#[doc(hidden)]
pub mod places;
#[cfg(feature = "explorer")]
#[doc(hidden)]
pub mod save;
#[cfg(feature = "explorer")]
#[doc(hidden)]
pub mod tell;
