//! What was found in the elements of two arrays.

use super::distance::Distance;
use super::sides::{DiffSide, Sides};
use crate::metadata::Scalar;
use crate::pipeline::Fault;

/// What was found in the elements of two arrays.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ElementDiff {
    /// Elements that were compared, those of missing chunks among them.
    pub compared: u128,
    /// Those that differ.
    pub differ: u128,
    /// The largest difference of two numbers, whether they count as equal or not; `None` where all are the same, or none is
    /// a number.
    #[doc(hidden)]
    pub largest: Option<Distance>,
    /// The largest difference as a part of the second number.
    #[doc(hidden)]
    pub relative: Option<f64>,
    /// The first element that differs, in C order.
    pub first: Option<FirstDiff>,
    /// The chunks.
    #[doc(hidden)]
    pub chunks: ChunkCounts,
}

/// An element that differs, and where it is.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstDiff {
    /// Its coordinates in the array.
    pub at: Vec<u64>,
    /// What it is on each side.
    pub values: Sides<Scalar>,
    /// The coordinates of its chunk.
    #[doc(hidden)]
    pub chunks: Sides<Vec<u64>>,
    /// The key of its chunk, relative to the array.
    #[doc(hidden)]
    pub keys: Sides<String>,
}

/// The chunks that were compared, in the chunk grid of the first array.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChunkCounts {
    /// Chunks of which something is stored on one side at least; all, where the fill values differ.
    pub compared: u128,
    /// Those in which an element differs.
    pub differ: u128,
    /// Stored chunks of each side where nothing is stored on the other one: there the fill value counts.
    pub only_in: Sides<u64>,
}

#[derive(Debug, Default)]
pub(super) struct ElementNews {
    pub(super) found: ElementDiff,
    /// What is wrong, since the last time: the side, the chunk where it is one, and the fault.
    pub(super) faults: Vec<(DiffSide, Option<Vec<u64>>, Fault)>,
    /// Chunks that were read and those that could not be, and the bytes of elements, since the last time.
    pub(super) read: u64,
    pub(super) faulty: u64,
    pub(super) nbytes: u64,
}

/// Hears how far it is, and says whether to go on.
pub(super) type Hear<'a> = dyn FnMut(&mut ElementNews) -> bool + 'a;
