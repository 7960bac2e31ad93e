//! Other bytes for a stored chunk, in memory only: to see what a damaged chunk would be without the damage.

use std::sync::Arc;

use super::{Array, Fault};
use crate::codec::{DecodeOptions, StageWork};
use crate::store::{ByteSource, FirstRead, MemoryValue, StoredValue};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mend {
    pub chunk: Vec<u64>,
    pub bytes: MendedBytes,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MendedBytes {
    All(Arc<[u8]>),
    From { at: u64, bytes: Vec<u8> },
    OfChunk(Vec<u64>),
}

impl Array {
    #[doc(hidden)]
    #[must_use]
    pub fn mended(&self, mends: &[Mend]) -> Self {
        let mut array = self.clone();
        array.mends = mends.into();
        array
    }

    pub(crate) fn with_inner_exchanged(&self, coords: &[u64], inner: [&[u64]; 2]) -> Option<Mend> {
        let chain = self.chain_at(coords).ok()?;
        let sharding = chain.sharding()?;
        if !chain.reads_ranges() {
            return None;
        }
        let options = DecodeOptions::default();
        let shard = self.open_value(coords, FirstRead::Whole, &options, |_| None).ok()??;
        let index = sharding.read_index(&shard, &mut StageWork::new(&options)).ok()?;
        let [one, other] = inner;
        let entries = [(one, index.entry(other)), (other, index.entry(one))];
        let (at, bytes) = sharding.other_index(&shard, &entries)?;
        Some(Mend { chunk: coords.to_vec(), bytes: MendedBytes::From { at, bytes } })
    }

    pub(crate) fn stored_bytes(&self, coords: &[u64], most: u64) -> Option<Vec<u8>> {
        let options = DecodeOptions::default();
        let value = self.open_value(coords, FirstRead::Whole, &options, |_| Some(most)).ok()??;
        value.read_all().ok().map(std::borrow::Cow::into_owned)
    }

    pub(super) fn mend_of(&self, coords: &[u64]) -> Option<&MendedBytes> {
        Some(&self.mends.iter().find(|mend| mend.chunk == coords)?.bytes)
    }
}

impl MendedBytes {
    pub(super) fn source<'a>(&'a self, coords: &'a [u64]) -> &'a [u64] {
        match self {
            Self::OfChunk(other) => other,
            Self::All(_) | Self::From { .. } => coords,
        }
    }

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
