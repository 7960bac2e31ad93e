use std::ops::Range;

use super::{Array, ChunkAddress, Fault, array::first_wanted};
use crate::codec::{Chain, CodecError, DecodeOptions, Representation, StageFault, StageWork};
use crate::metadata::{ArrayRepresentation, starts};
use crate::store::{ByteSource, FileOf, FirstRead, StoredValue};

/// A chunk, or an inner chunk, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// The chunk, or the inner chunk.
    pub address: ChunkAddress,
    /// The key of the chunk, relative to the array.
    pub key: String,
    /// The file of the chunk.
    pub file: FileOf,
    /// The file or directory of the array.
    #[doc(hidden)]
    pub array: FileOf,
    /// Where its bytes are in the file.
    pub place: StoredPlace,
    /// The elements it covers, with its overhang; `None` where a codec in front of a shard mixes dimensions.
    #[doc(hidden)]
    pub covers: Option<Vec<Range<u64>>>,
    /// The part of them that is in the array.
    #[doc(hidden)]
    pub inside: Option<Vec<Range<u64>>>,
}

/// Where the bytes of a chunk are in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredPlace {
    /// It is not stored.
    Missing,
    /// These bytes of the file.
    Range(Range<u64>),
    /// All of a deflated member of an archive.
    Deflated,
    /// Written out in a file of references, or in a manifest of a repository.
    Inline,
    /// Somewhere in bytes that are compressed as a whole.
    Compressed,
}

impl Array {
    /// Finds a chunk, or an inner chunk. Of a shard only the index is read.
    ///
    /// ```
    /// use zarrscope::trace::StoredPlace;
    /// use zarrscope::{Array, ChunkAddress, DecodeOptions, Hierarchy};
    ///
    /// let array = Array::open(&Hierarchy::open("sample-data/sharded.zarr")?, "plain")?;
    /// let inner = ChunkAddress { chunk: vec![0, 0], inner: vec![vec![1, 0]] };
    /// let located = array.locate(inner, &DecodeOptions::default())?;
    /// assert!(located.file.path.ends_with("plain/c/0/0"));
    /// assert_eq!(located.place, StoredPlace::Range(42..86));
    /// # Ok::<(), zarrscope::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such chunk, or the value or a shard index cannot be read.
    pub fn locate(
        &self,
        address: impl Into<ChunkAddress>,
        options: &DecodeOptions,
    ) -> Result<Located, Fault> {
        let address = &address.into();
        self.check_chunk(&address.chunk)?;
        let ChunkAddress { chunk, inner } = address;
        let chain = self.chain_at(chunk)?;
        address.follow(&chain)?;
        let wanted = if inner.is_empty() { FirstRead::Size } else { first_wanted(&chain) };
        let value = self.open_value(chunk, wanted, options, |_| None)?;
        let place = match &value {
            None => StoredPlace::Missing,
            Some(value) => match value.range() {
                Some(range) => find(&chain, value, range.start, inner, options)?,
                None if value.is_inline() => StoredPlace::Inline,
                None if inner.is_empty() => StoredPlace::Deflated,
                None => StoredPlace::Compressed,
            },
        };
        let covers = match (self.metadata.chunk_grid.extent(chunk), covered(&chain, inner)) {
            (Some(extent), Some(own)) => moved(&own, &starts(&extent)),
            _ => None,
        };
        let clipped = |(range, end): (&Range<u64>, &u64)| {
            let start = range.start.min(*end);
            start..range.end.min(*end).max(start)
        };
        let inside =
            covers.as_ref().map(|covers| covers.iter().zip(&self.metadata.shape).map(clipped).collect());
        Ok(Located {
            address: address.clone(),
            key: self.chunk_key(chunk),
            file: match value.as_ref().and_then(StoredValue::target) {
                Some(target) => target,
                None => self.store().file_of(&self.store_key(chunk))?,
            },
            array: self.store().file_of(&self.key)?,
            place,
            covers,
            inside,
        })
    }
}

fn find(
    chain: &Chain,
    source: &dyn ByteSource,
    base: u64,
    path: &[Vec<u64>],
    options: &DecodeOptions,
) -> Result<StoredPlace, Fault> {
    let Some((coords, rest)) = path.split_first() else {
        return Ok(StoredPlace::Range(base..base.saturating_add(source.nbytes())));
    };
    let sharding = match chain.sharding() {
        Some(sharding) if chain.reads_ranges() => sharding,
        _ => return Ok(StoredPlace::Compressed),
    };
    let fault = |error: CodecError| StageFault::new(chain.array_to_bytes_info(), error);
    let index = sharding.read_index(source, &mut StageWork::new(options)).map_err(fault)?;
    match sharding.inner_source(source, &index, coords).map_err(fault)? {
        Some(inner) => find(sharding.inner(), &inner, base.saturating_add(inner.offset), rest, options),
        None => Ok(StoredPlace::Missing),
    }
}

fn covered(chain: &Chain, path: &[Vec<u64>]) -> Option<Vec<Range<u64>>> {
    let Some((coords, rest)) = path.split_first() else {
        return Some(chain.decoded().shape.iter().map(|edge| 0..*edge).collect());
    };
    let sharding = chain.sharding()?;
    let stored = moved(&covered(sharding.inner(), rest)?, &starts(&sharding.grid().extent(coords)?))?;
    let mut covered = Vec::new();
    for axis in axes(chain)? {
        covered.push(stored.get(axis)?.clone());
    }
    Some(covered)
}

fn moved(region: &[Range<u64>], by: &[u64]) -> Option<Vec<Range<u64>>> {
    let mut moved = Vec::new();
    for (range, by) in region.iter().zip(by) {
        moved.push(range.start.checked_add(*by)?..range.end.checked_add(*by)?);
    }
    Some(moved)
}

/// For each dimension of the chunk, the one it becomes before sharding; `None` where codecs do more than move dimensions.
fn axes(chain: &Chain) -> Option<Vec<usize>> {
    let Representation::Array(ArrayRepresentation { shape: stored, .. }) =
        &chain.array_to_bytes_info().decoded
    else {
        return None;
    };
    let shape = &chain.decoded().shape;
    if shape.len() != stored.len() {
        return None;
    }
    let mut places = Vec::new();
    let mut free: Vec<usize> = (0..stored.len()).rev().collect();
    for (axis, edge) in shape.iter().enumerate() {
        let place = if *edge > 1 { Some(lands(chain, axis)?) } else { None };
        free.retain(|axis| Some(*axis) != place);
        places.push(place);
    }
    let mut found = Vec::new();
    for (place, edge) in places.into_iter().zip(shape) {
        // A dimension with one element is at 0 wherever it is.
        let place = place.or_else(|| free.pop())?;
        if stored.get(place) != Some(edge) {
            return None;
        }
        found.push(place);
    }
    Some(found)
}

fn lands(chain: &Chain, axis: usize) -> Option<usize> {
    let second: Vec<u64> = (0..chain.decoded().shape.len()).map(|other| u64::from(other == axis)).collect();
    let coords = chain.locate_in_front(&second)?;
    let mut moved = coords.iter().enumerate().filter(|(_, coord)| **coord != 0);
    match (moved.next(), moved.next()) {
        (Some((place, 1)), None) => Some(place),
        _ => None,
    }
}
