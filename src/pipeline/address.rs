use std::fmt;

use thiserror::Error;

use super::Array;
use crate::codec::{Chain, join};

/// Names a chunk, or an inner chunk of a shard.
///
/// It is the same from a key press or the command line to the trace that is shown.
///
/// ```
/// use zarrscope::{Array, ChunkAddress, DecodeOptions, Hierarchy};
///
/// let array = Array::open(&Hierarchy::open("sample-data/sharded.zarr")?, "plain")?;
/// let inner = ChunkAddress { chunk: vec![0, 0], inner: vec![vec![1, 0]] };
/// let trace = array.trace(inner, &DecodeOptions::default())?;
/// assert_eq!(trace.decoded.to_string(), "4×4 int32");
/// # Ok::<(), zarrscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct ChunkAddress {
    /// The coordinates of the chunk in the chunk grid of the array.
    pub chunk: Vec<u64>,
    /// The coordinates of the inner chunk, one set for every shard on the way, the outermost first; empty for the
    /// whole chunk.
    pub inner: Vec<Vec<u64>>,
}

impl ChunkAddress {
    /// Whether this is an inner chunk of a shard.
    pub fn is_inner(&self) -> bool {
        !self.inner.is_empty()
    }

    #[doc(hidden)]
    pub fn last(&self) -> &[u64] {
        self.inner.last().unwrap_or(&self.chunk)
    }

    #[doc(hidden)]
    pub fn last_mut(&mut self) -> &mut Vec<u64> {
        self.inner.last_mut().unwrap_or(&mut self.chunk)
    }

    #[doc(hidden)]
    pub fn levels(&self) -> impl DoubleEndedIterator<Item = &Vec<u64>> {
        std::iter::once(&self.chunk).chain(&self.inner)
    }

    pub(super) fn follow<'a>(&self, mut chain: &'a Chain) -> Result<&'a Chain, AddressError> {
        for coords in &self.inner {
            let Some(sharding) = chain.sharding() else {
                let codec = chain.array_to_bytes_info().codec.name.clone();
                return Err(AddressError { level: Level::Inner, found: Misfit::NoShard { codec } });
            };
            let found = Misfit::check(coords, &sharding.grid().grid_shape());
            found.map_err(|found| AddressError { level: Level::Inner, found })?;
            chain = sharding.inner();
        }
        Ok(chain)
    }
}

impl From<Vec<u64>> for ChunkAddress {
    fn from(chunk: Vec<u64>) -> Self {
        Self { chunk, inner: Vec::new() }
    }
}

impl From<&[u64]> for ChunkAddress {
    fn from(chunk: &[u64]) -> Self {
        chunk.to_vec().into()
    }
}

impl<const RANK: usize> From<[u64; RANK]> for ChunkAddress {
    fn from(chunk: [u64; RANK]) -> Self {
        chunk.to_vec().into()
    }
}

impl From<&Self> for ChunkAddress {
    fn from(address: &Self) -> Self {
        address.clone()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{found}")]
pub struct AddressError {
    #[doc(hidden)]
    pub level: Level,
    #[doc(hidden)]
    pub found: Misfit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Chunk,
    Inner,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misfit {
    Rank { rank: usize, coords: Vec<u64> },
    Outside { grid_shape: Vec<u64>, coords: Vec<u64> },
    NoShard { codec: String },
}

impl Misfit {
    pub(crate) fn check(coords: &[u64], shape: &[u64]) -> Result<(), Self> {
        if coords.len() != shape.len() {
            return Err(Self::Rank { rank: shape.len(), coords: coords.to_vec() });
        }
        if coords.iter().zip(shape).any(|(coord, edge)| coord >= edge) {
            return Err(Self::Outside { grid_shape: shape.to_vec(), coords: coords.to_vec() });
        }
        Ok(())
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rank { rank: 1, coords } => write!(f, "expected 1 coordinate, found ({})", join(coords)),
            Self::Rank { rank, coords } => write!(f, "expected {rank} coordinates, found ({})", join(coords)),
            Self::Outside { grid_shape: grid, coords } => {
                write!(f, "expected coordinates within the grid ({}), found ({})", join(grid), join(coords))
            }
            Self::NoShard { codec } => write!(f, "expected an array of shards, found \"{codec}\""),
        }
    }
}

#[doc(hidden)]
impl Array {
    pub fn check_address(&self, address: &ChunkAddress) -> Result<(), AddressError> {
        self.check_chunk(&address.chunk)?;
        // All chunks have the same codecs, whatever their shape.
        address.follow(self.chain())?;
        Ok(())
    }

    pub(super) fn check_chunk(&self, chunk: &[u64]) -> Result<(), AddressError> {
        Misfit::check(chunk, &self.metadata.chunk_grid.grid_shape())
            .map_err(|found| AddressError { level: Level::Chunk, found })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_outside_a_grid_are_named_with_it() {
        let text =
            |coords: &[u64], shape: &[u64]| Misfit::check(coords, shape).map_err(|found| found.to_string());
        assert_eq!(text(&[1, 2], &[2, 3]), Ok(()));
        assert_eq!(text(&[], &[]), Ok(()));
        assert_eq!(
            text(&[1, 3], &[2, 3]),
            Err("expected coordinates within the grid (2, 3), found (1, 3)".to_owned())
        );
        assert_eq!(text(&[1], &[2, 3]), Err("expected 2 coordinates, found (1)".to_owned()));
        assert_eq!(text(&[], &[2]), Err("expected 1 coordinate, found ()".to_owned()));
    }

    #[test]
    fn the_last_coordinates_are_those_of_the_innermost_grid() {
        let mut address = ChunkAddress::from(vec![1, 2]);
        assert_eq!((address.last(), address.is_inner()), (&[1, 2][..], false));
        address.inner.push(vec![0, 1]);
        assert_eq!((address.last(), address.is_inner()), (&[0, 1][..], true));
        assert_eq!(address.levels().collect::<Vec<_>>(), [&vec![1, 2], &vec![0, 1]]);
    }
}
