//! The way to an inner chunk, as it is given on the command line.

use super::Failure;
use super::arguments::Coords;
use super::open::check_coords;
use crate::pipeline::Array;

/// Checks the coordinates of inner chunks, one set for every shard on the way.
pub(super) fn inner(array: &Array, inner: &[Coords]) -> Result<Vec<Vec<u64>>, Failure> {
    let path: Vec<Vec<u64>> = inner.iter().map(|coords| coords.0.clone()).collect();
    let mut chain = array.chain().as_ref();
    for coords in &path {
        let Some(sharding) = chain.sharding() else {
            let name = &chain.array_to_bytes_info().name;
            let text = format!("{}: --inner: expected an array of shards, found \"{name}\"", array.path);
            return Err(Failure::Usage(text));
        };
        check_coords(coords, &sharding.grid().grid_shape(), &format!("{}: --inner", array.path))?;
        chain = sharding.inner();
    }
    Ok(path)
}
