use std::ops::Range;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::boxes::{ElementBox, product};
use crate::codec::DecodeOptions;
use crate::metadata::{Elements, common, lengths, seen_from, starts};
use crate::pipeline::{Array, Fault, Region, Survey};
use crate::store::{ByteSource, StoredValue};

const STEP: u64 = 4 << 20;

#[derive(Debug)]
pub(super) struct ArrayChunks<'a> {
    pub(super) array: &'a Array,
    pub(super) survey: Survey,
    /// Parts of a chunk are decoded alone: of a shard, its inner chunks.
    pub(super) comes_in_parts: bool,
}

#[derive(Debug)]
pub(super) struct DecodedChunk {
    pub(super) coords: Vec<u64>,
    pub(super) found: Result<(Elements, Region), Fault>,
}

impl DecodedChunk {
    pub(super) fn elements(&self) -> Option<ElementBox<'_>> {
        let (elements, extent) = self.found.as_ref().ok()?;
        Some(ElementBox { elements, extent })
    }
}

impl<'a> ArrayChunks<'a> {
    pub fn find(array: &'a Array, options: &DecodeOptions, go_on: &mut dyn FnMut() -> bool) -> Option<Self> {
        let survey = Survey::take_names(&array.stored_chunks(), |_| go_on())?;
        let chain = array.chain();
        // A chunk that is over the limit fails as a whole, and as often as it is asked for.
        let comes_in_parts =
            chain.decoded_at_once().shape != chain.decoded().shape && chain.check_sizes(options).is_ok();
        Some(Self { array, survey, comes_in_parts })
    }

    pub(super) fn covered(&self, coords: &[u64], region: &[Range<u64>]) -> Region {
        common(&self.array.metadata.chunk_grid.used(coords).unwrap_or_default(), region)
    }

    pub(super) fn is_stored(&self, coords: &[u64]) -> bool {
        self.survey.nbytes(coords).is_some() || self.survey.is_blocked(coords)
    }

    pub(super) fn is_hidden(&self, coords: &[u64]) -> bool {
        self.survey.hidden > 0 && self.survey.is_hidden(&self.array.store_key(coords))
    }

    pub(super) fn stored(&self) -> impl Iterator<Item = &[u64]> {
        self.survey.blocked().chain(self.survey.iter().map(|(coords, _)| coords))
    }

    pub(super) fn stored_in(&self, region: &[Range<u64>]) -> Vec<Vec<u64>> {
        let Some(chunks) = self.array.metadata.chunk_grid.touching(region) else { return Vec::new() };
        let mut all: Vec<Vec<u64>> = self.survey.in_box(&chunks).map(|(coords, _)| coords.to_vec()).collect();
        all.extend(self.survey.blocked_in_box(&chunks).map(<[u64]>::to_vec));
        all.sort_unstable();
        all
    }

    pub(super) fn has_any_in(&self, region: &[Range<u64>]) -> bool {
        let Some(chunks) = self.array.metadata.chunk_grid.touching(region) else { return false };
        self.survey.in_box(&chunks).next().is_some() || self.survey.blocked_in_box(&chunks).next().is_some()
    }

    pub(super) fn edges(&self) -> &[u64] {
        let chain = self.array.chain();
        if self.comes_in_parts { &chain.decoded_at_once().shape } else { &chain.decoded().shape }
    }

    /// Counts whole chunks, unless they come in parts, as if all were stored.
    pub(super) fn decoded_size(&self, region: &[Range<u64>]) -> u64 {
        if self.comes_in_parts {
            return product(&lengths(region));
        }
        let grid = &self.array.metadata.chunk_grid;
        let whole = grid.touching(region).and_then(|touching| {
            let last: Vec<u64> = touching.iter().map(|range| range.end.saturating_sub(1)).collect();
            let ends = grid.extent(&starts(&touching))?.into_iter().zip(grid.extent(&last)?);
            Some(ends.map(|(first, last)| first.start..last.end).collect::<Region>())
        });
        product(&lengths(&whole.unwrap_or_default()))
    }

    pub(super) fn decoded(&self, region: &[Range<u64>], options: &DecodeOptions) -> Vec<DecodedChunk> {
        let chunks = self.stored_in(region).into_par_iter();
        chunks.map(|coords| DecodedChunk { found: self.decode(&coords, region, options), coords }).collect()
    }

    fn decode(
        &self,
        coords: &[u64],
        region: &[Range<u64>],
        options: &DecodeOptions,
    ) -> Result<(Elements, Region), Fault> {
        let extent = self.array.metadata.chunk_grid.extent(coords).unwrap_or_default();
        let part = self.covered(coords, region);
        let is_part = self.comes_in_parts && part != extent;
        let decoded = if is_part {
            self.array.decode_part(coords, &seen_from(&part, &extent), options)?
        } else {
            self.array.decode(coords, options)?
        };
        match decoded {
            Some(elements) => Ok((self.array.values_of(elements), if is_part { part } else { extent })),
            None => Err(self.array.gone(coords)),
        }
    }

    pub(super) fn filled(&self, region: &[Range<u64>]) -> Elements {
        let size = usize::try_from(product(&lengths(region))).unwrap_or(0);
        let metadata = &self.array.metadata;
        self.array.values_of(Elements::filled(&metadata.data_type, &metadata.fill_value, size))
    }

    fn open(&self, coords: &[u64], options: &DecodeOptions) -> Option<StoredValue> {
        let value = self.array.store().open(&self.array.store_key(coords)).ok().flatten()?;
        // A file of any size costs nothing to make.
        if value.nbytes() <= self.array.chain().most_stored_nbytes(options) { Some(value) } else { None }
    }

    pub(super) fn leads_to_same(&self, other: &Self, coords: &[u64]) -> bool {
        let (one, beside) = (self.array, other.array);
        one.store().leads_to_same(&one.store_key(coords), beside.store(), &beside.store_key(coords))
    }

    /// Returns how many bytes both sides share. Where they cannot be read, decoding shows why.
    pub fn has_same_bytes(&self, other: &Self, coords: &[u64], options: &DecodeOptions) -> Option<u64> {
        let one = self.open(coords, options)?;
        let other = other.open(coords, options)?;
        let nbytes = one.nbytes();
        if nbytes != other.nbytes() {
            return None;
        }
        let step = if one.is_packed() || other.is_packed() { nbytes.max(1) } else { STEP };
        let mut offset = 0;
        while offset < nbytes {
            let length = step.min(nbytes - offset);
            let own = one.read_range(offset, length).ok()?;
            if own != other.read_range(offset, length).ok()? {
                return None;
            }
            offset += length;
        }
        Some(nbytes)
    }
}
