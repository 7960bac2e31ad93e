//! Decoding a box of a shard: the inner chunks that it touches, one after the other.

use std::ops::Range;

use super::super::run::Overheard;
use super::super::{CodecError, StageFault, StageWork, join};
use super::{ShardIndex, Sharding};
use crate::metadata::{BoxCorner, Elements, common, copy_box, lengths, seen_from, starts};
use crate::store::ByteSource;

/// What is read of a shard.
struct ShardReading<'a> {
    shard: &'a dyn ByteSource,
    index: &'a ShardIndex,
    region: &'a [Range<u64>],
}

/// The inner chunks that cannot be decoded.
#[derive(Default)]
struct Broken {
    count: u64,
    /// The elements in them.
    size: u64,
    /// Their coordinates.
    all: Vec<Vec<u64>>,
    /// Why the first cannot be decoded.
    error: Option<CodecError>,
}

/// Broken inner chunks that are named; the others are counted.
const SHOWN: usize = 8;
/// Broken inner chunks behind which no other one is tried: each may give much before it fails, and all of them may be the
/// same few bytes.
const MOST: u64 = 1024;

impl Sharding {
    /// Decodes a box of a shard. Where somebody wants to know all there is to know, a broken inner chunk does not end it:
    /// the others are left beside the error.
    ///
    /// # Errors
    /// The first inner chunk that cannot be decoded, and why.
    pub(in super::super) fn decode_box(
        &self,
        shard: &dyn ByteSource,
        index: &ShardIndex,
        region: &[Range<u64>],
        work: &mut StageWork,
    ) -> Result<Elements, CodecError> {
        let mut elements = self.filled(&lengths(region))?;
        let mut broken = Broken::default();
        let reading = ShardReading { shard, index, region };
        for coords in self.grid.touched(region) {
            let tried = match broken.given_up() {
                Some(error) => Err(error),
                None => self.decode_inner(&reading, &coords, &mut elements, work),
            };
            if let Err(error) = tried {
                if !work.is_traced {
                    return Err(error);
                }
                broken.add(&coords, lengths(&self.common(&coords, region)), error);
            }
        }
        match broken.error.take() {
            Some(error) => {
                work.note("broken inner chunks", broken.to_string());
                work.leave_filled(elements, broken.size, broken.all);
                Err(error)
            }
            None => Ok(elements),
        }
    }

    /// Decodes what the box has of one inner chunk, and puts it in its place.
    fn decode_inner(
        &self,
        reading: &ShardReading,
        coords: &[u64],
        elements: &mut Elements,
        work: &mut StageWork,
    ) -> Result<(), CodecError> {
        let Some(source) = self.inner_source(reading.shard, reading.index, coords)? else {
            return self.known_fill(coords);
        };
        let extent = self.grid.extent(coords).unwrap_or_default();
        let common = self.common(coords, reading.region);
        let mut overheard = Overheard::default();
        let part = self.inner.decode_box(&source, &seen_from(&common, &extent), work.options, &mut overheard);
        let part = part.map_err(|StageFault { stage, error, .. }| CodecError::InnerChunk {
            coords: coords.to_vec(),
            stage: stage.codec.name.clone(),
            codec_index: stage.codec_index,
            error: Box::new(error),
        })?;
        work.pass_on(&format!("inner chunk ({})", join(coords)), overheard);
        let (size, shape) = (lengths(&common), lengths(reading.region));
        let start = starts(&seen_from(&common, reading.region));
        let whole = BoxCorner { shape: &size, start: &vec![0; size.len()] };
        // The boxes fit because both were cut to what is common.
        let _ = copy_box(&part, whole, elements, BoxCorner { shape: &shape, start: &start }, &size);
        self.check_texts(elements, work.options.max_chunk_bytes)
    }

    /// Texts have no declared size, and inner chunks may share their bytes: together they are no more than a chunk may be.
    fn check_texts(&self, elements: &Elements, limit: u64) -> Result<(), CodecError> {
        let nbytes = elements.visible_bytes().len() as u64;
        if nbytes <= limit {
            return Ok(());
        }
        Err(CodecError::Limit { limit, what: format!("{nbytes} bytes and more ({})", self.decoded) })
    }

    /// What a box has of an inner chunk.
    fn common(&self, coords: &[u64], region: &[Range<u64>]) -> Vec<Range<u64>> {
        common(&self.grid.extent(coords).unwrap_or_default(), region)
    }

    /// Refuses a missing inner chunk where a codec before this one could not encode the fill value.
    fn known_fill(&self, coords: &[u64]) -> Result<(), CodecError> {
        match &self.decoded.fill_value {
            Some(_) => Ok(()),
            None => Err(CodecError::NoFillValue { coords: coords.to_vec() }),
        }
    }

    /// So many elements of the fill value.
    fn filled(&self, shape: &[u64]) -> Result<Elements, CodecError> {
        let limit = || CodecError::Limit { limit: u64::MAX, what: self.decoded.to_string() };
        let size = shape.iter().try_fold(1_u64, |size, edge| size.checked_mul(*edge));
        let size = size.and_then(|size| usize::try_from(size).ok()).ok_or_else(limit)?;
        // Where the fill value could not be encoded, a missing inner chunk is an error: this is overwritten.
        let zero =
            self.decoded.data_type.scalar(&vec![0; self.decoded.data_type.nbytes()]).ok_or_else(limit)?;
        let fill_value = self.decoded.fill_value.as_ref().unwrap_or(&zero);
        Ok(Elements::filled(&self.decoded.data_type, fill_value, size))
    }
}

impl Broken {
    fn add(&mut self, coords: &[u64], size: Vec<u64>, error: CodecError) {
        self.count += 1;
        self.size = self.size.saturating_add(size.into_iter().fold(1, u64::saturating_mul));
        self.all.push(coords.to_vec());
        self.error.get_or_insert(error);
    }

    /// Why no other inner chunk is tried, where that is so.
    fn given_up(&self) -> Option<CodecError> {
        self.error.clone().filter(|_| self.count >= MOST)
    }
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let more = if self.count > SHOWN as u64 { ", …" } else { "" };
        let shown: Vec<String> =
            self.all.iter().take(SHOWN).map(|coords| format!("({})", join(coords))).collect();
        let untried = if self.count > MOST { format!(", of which {MOST} were tried") } else { String::new() };
        write!(f, "{}{untried}: {}{more}", self.count, shown.join(", "))
    }
}
