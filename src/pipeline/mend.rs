//! Other bytes for a stored chunk, in memory only: to see what a damaged one would be without the damage.

use std::sync::Arc;

use super::{Array, Fault};
use crate::codec::{DecodeOptions, StageWork};
use crate::store::{ByteSource, FirstRead, MemoryValue, StoredValue};

/// A stored chunk as it would be with other bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mend {
    pub chunk: Vec<u64>,
    pub bytes: MendedBytes,
}

/// The bytes that take the place of the stored ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MendedBytes {
    All(Arc<[u8]>),
    /// As many as these, from a byte on.
    From {
        at: u64,
        bytes: Vec<u8>,
    },
    /// Those that are stored for another chunk.
    OfChunk(Vec<u64>),
}

impl Array {
    /// The array as it would be if chunks had other bytes. Nothing is written.
    #[doc(hidden)]
    #[must_use]
    pub fn mended(&self, mends: &[Mend]) -> Self {
        let mut array = self.clone();
        array.mends = mends.into();
        array
    }

    /// A shard as it would be if two entries of its index were exchanged; `None` where that cannot be said byte by byte.
    pub(crate) fn with_inner_exchanged(&self, coords: &[u64], inner: [&[u64]; 2]) -> Option<Mend> {
        let chain = self.chain_at(coords).ok()?;
        let sharding = chain.sharding().filter(|_| chain.reads_ranges())?;
        let options = DecodeOptions::default();
        let shard = self.open_value(coords, FirstRead::Whole, &options, |_| None).ok()??;
        let index = sharding.read_index(&shard, &mut StageWork::new(&options)).ok()?;
        let [one, other] = inner;
        let entries = [(one, index.entry(other)), (other, index.entry(one))];
        let (at, bytes) = sharding.other_index(&shard, &entries)?;
        Some(Mend { chunk: coords.to_vec(), bytes: MendedBytes::From { at, bytes } })
    }

    /// The stored bytes of a chunk, where there are no more than `most` of them.
    pub(crate) fn stored_bytes(&self, coords: &[u64], most: u64) -> Option<Vec<u8>> {
        let options = DecodeOptions::default();
        let value = self.open_value(coords, FirstRead::Whole, &options, |_| Some(most)).ok()??;
        value.read_all().ok().map(std::borrow::Cow::into_owned)
    }

    pub(super) fn mend_of(&self, coords: &[u64]) -> Option<&MendedBytes> {
        self.mends.iter().find(|mend| mend.chunk == coords).map(|mend| &mend.bytes)
    }
}

impl MendedBytes {
    /// The chunk under whose key the bytes are that these are made of.
    pub(super) fn source<'a>(&'a self, coords: &'a [u64]) -> &'a [u64] {
        match self {
            Self::OfChunk(other) => other,
            Self::All(_) | Self::From { .. } => coords,
        }
    }

    /// A stored value with these bytes in it.
    pub(super) fn apply(&self, value: StoredValue) -> Result<StoredValue, Fault> {
        let bytes: Arc<[u8]> = match self {
            Self::OfChunk(_) => return Ok(value),
            Self::All(bytes) => Arc::clone(bytes),
            Self::From { at, bytes } => {
                let mut all = value.read_all()?.into_owned();
                let start = usize::try_from(*at).unwrap_or(usize::MAX);
                if let Some(place) = all.get_mut(start..).and_then(|rest| rest.get_mut(..bytes.len())) {
                    place.copy_from_slice(bytes);
                }
                all.into()
            }
        };
        Ok(StoredValue::Memory(MemoryValue(bytes)))
    }
}
