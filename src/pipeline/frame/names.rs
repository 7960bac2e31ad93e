//! Elements of arrays of one dimension, as values.

use std::ops::Range;

use super::edge;
use crate::codec::DecodeOptions;
use crate::metadata::Scalar;
use crate::pipeline::Array;

/// The most names that are read to be looked up.
const NAMES: u64 = 1 << 20;

/// The elements of some rows, of texts about `most` bytes. A column that is too short has no others.
pub(super) fn scalars(
    array: &Array,
    rows: &Range<u64>,
    most: usize,
    options: &DecodeOptions,
) -> Result<Vec<Scalar>, String> {
    let end = edge(array);
    let rows = rows.start.min(end)..rows.end.min(end);
    let read = array.read_region(&[rows], options).map_err(|error| error.to_string())?;
    let elements = read.elements();
    let count = read.shape().first().copied().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
    Ok((0..count).map_while(|index| elements.beginning(index, most)).collect())
}

pub(super) fn all(array: &Array, most: usize, options: &DecodeOptions) -> Result<Vec<Scalar>, String> {
    let count = edge(array);
    if count > NAMES {
        return Err(format!("expected at most {NAMES} names, found {count}"));
    }
    scalars(array, &(0..count), most, options)
}
