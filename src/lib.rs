//! Reads [Zarr](https://zarr.dev) arrays of versions 2 and 3, and shows how they are read: which bytes a chunk is stored in,
//! what each codec makes of them, where an element lies, and what is wrong where something is.
//!
//! ```no_run
//! use std::path::Path;
//!
//! use zarrscope::{Array, DecodeOptions, Hierarchy};
//!
//! // A directory, a zip archive, or a group or an array in one of them.
//! let hierarchy = Hierarchy::open(Path::new("climate.zarr"))?;
//! let array = Array::open(&hierarchy, "ocean/temperature")?;
//!
//! // A range of indices in each dimension. Only the chunks that it touches are read.
//! let options = DecodeOptions::default();
//! let values = array.read_region(&[0..1, 10..20, 30..40], &options)?;
//! let mean = values.to_ndarray::<f32>()?.mean();
//!
//! // One chunk, stage by stage.
//! for stage in array.trace([0, 0, 0], &options)?.stages() {
//!     println!("{}: {} bytes go in", stage.info.codec.name, stage.input_nbytes.unwrap_or(0));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where to begin:
//!
//! - [`Hierarchy`] finds groups and arrays;
//! - [`Array`] reads regions and chunks, traces chunks, and finds the bytes of an element;
//! - [`verify`] decodes everything and reports each fault;
//! - [`diff`] compares two stores, however each is stored;
//! - [`Array::diagnose`] says what may be wrong with a chunk that does not decode.
//!
//! Nothing is ever written to a store, and it may hold anything: what is wrong in it is an error that says where, what was
//! expected and what was found, and [`limits`] bound how much is read and kept. Elements in memory are packed,
//! little-endian and in C order, whatever the stored order is. There are runnable programs in `examples`.
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
//! `remote` adds stores at addresses, such as `s3://bucket/data.zarr`: see [`Hierarchy::open_at`].
#![cfg_attr(feature = "explorer", doc = include_str!("ARCHITECTURE.md"))]
#![cfg_attr(feature = "explorer", doc = include_str!("DECISIONS.md"))]

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
