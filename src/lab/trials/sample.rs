//! The values that chains are tried on: those of a few stored chunks, spread over the array.

use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use super::spread;
use crate::codec::{Chain, DecodeOptions, Entry, inner_chain};
use crate::metadata::text::shape as shown;
use crate::metadata::{ArrayRepresentation, Elements, lengths};
use crate::pipeline::{Array, ChunkAddress, Fault, ReadError, Region, Survey};

/// The decoded bytes of a sample, at most. With the stored bytes, and what encoding and decoding need, trials take no more
/// than five times as many.
pub const SAMPLE_BYTES: u64 = 40 << 20;

/// Which values are wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleChoice {
    /// One chunk, or inner chunk; without it stored chunks are chosen. Of a shard, some of its inner chunks.
    pub address: Option<ChunkAddress>,
    /// How many chunks at most.
    pub most: u64,
    /// The same values in chunks of this shape.
    pub chunk_shape: Option<Vec<u64>>,
}

/// Why there is nothing to try chains on.
#[derive(Debug, Error)]
pub enum SampleError {
    /// Every chunk is missing.
    #[error("expected a stored chunk, found none")]
    NothingStored,
    /// The chunk is missing.
    #[error("expected a stored chunk, found {} missing", address_text(.0))]
    Missing(ChunkAddress),
    /// A chunk is too large.
    #[error(
        "expected chunks that decode to at most {limit} bytes, found {nbytes}; in smaller chunks the values can be tried \
         (--chunk-shape)"
    )]
    Large {
        /// Its decoded bytes.
        nbytes: u64,
        /// The most that are tried.
        limit: u64,
    },
    /// The chunk shape that was asked for does not fit.
    #[error("--chunk-shape: expected {expected}, found {}", shown(.found))]
    Shape {
        /// What fits.
        expected: String,
        /// What was asked for.
        found: Vec<u64>,
    },
    /// None of the chunks can be decoded; the first of them, and why.
    #[error("{}: {fault}", address_text(.address))]
    Faulty {
        /// The chunk.
        address: ChunkAddress,
        /// What is wrong with it.
        fault: Box<Fault>,
    },
    /// It was stopped.
    #[error("stopped")]
    Stopped,
}

/// A chunk as it is stored.
#[derive(Debug)]
pub struct SampledChunk {
    /// Which one.
    pub address: ChunkAddress,
    /// Its stored bytes.
    pub stored: Vec<u8>,
    /// The chain of the chunk; of a shard, for its inner chunks too.
    chain: Arc<Chain>,
}

/// Values that a chain is tried on, as one chunk.
#[derive(Debug, Clone)]
pub struct TrialValues {
    /// Shape, data type and fill value.
    pub decoded: ArrayRepresentation,
    /// The values.
    pub elements: Arc<Elements>,
    /// The box of the array that they are from, where they are no stored chunk.
    pub region: Option<Region>,
}

/// The values of a few chunks.
#[derive(Debug, Default)]
pub struct TrialSample {
    /// The stored chunks, in the order of the array.
    pub chunks: Vec<SampledChunk>,
    /// The values of each, or of the same part of the array in other chunks.
    pub values: Vec<TrialValues>,
    /// Chunks that cannot be decoded, and why.
    pub left_out: Vec<(ChunkAddress, Fault)>,
    /// How many chunks are stored, of which these are some; `None` where one was named.
    pub stored: Option<u64>,
    /// Whether the values are in other chunks than stored.
    pub is_regrouped: bool,
}

impl SampledChunk {
    /// The chain that decodes the stored bytes.
    pub fn chain(&self) -> &Chain {
        inner_chain(&self.chain, &self.address.inner).unwrap_or(&self.chain)
    }
}

impl TrialValues {
    /// The bytes that a person counts: of elements of any length, what they refer to.
    pub fn nbytes(&self) -> u64 {
        self.elements.visible_bytes().len() as u64
    }
}

impl TrialSample {
    /// Reads a sample of an array. `go_on` is asked between two chunks.
    ///
    /// # Errors
    /// When there is nothing to try chains on.
    pub fn take(
        array: &Array,
        choice: &SampleChoice,
        options: &DecodeOptions,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Self, SampleError> {
        check_shape(array, choice.chunk_shape.as_deref())?;
        let regrouped = choice.chunk_shape.is_some();
        let limit = if regrouped { SAMPLE_BYTES / 2 } else { SAMPLE_BYTES };
        let mut reading = Reading {
            array,
            options,
            limit,
            sample: Self::default(),
            nbytes: 0,
            shards: 0,
            large: None,
            go_on,
        };
        reading.sample.is_regrouped = regrouped;
        let addresses = reading.addresses(choice)?;
        reading.read_all(&addresses)?;
        let Reading { mut sample, large, go_on, .. } = reading;
        // A chunk that is too large can be tried in smaller ones.
        let is_large = large.is_some() && regrouped;
        if sample.chunks.is_empty() && !is_large {
            return Err(sample.why_empty(choice, large));
        }
        let mut regrouped = Vec::new();
        if let Some(edges) = &choice.chunk_shape {
            regrouped = regions(array, edges, &addresses, options)?;
        }
        for region in regrouped {
            if !go_on() {
                return Err(SampleError::Stopped);
            }
            sample.read_region(array, region, options);
        }
        if sample.values.is_empty() { Err(sample.why_empty(choice, large)) } else { Ok(sample) }
    }

    /// The decoded bytes of all values.
    pub fn nbytes(&self) -> u64 {
        let mut nbytes = 0_u64;
        for values in &self.values {
            nbytes = nbytes.saturating_add(values.nbytes());
        }
        nbytes
    }

    fn why_empty(&mut self, choice: &SampleChoice, large: Option<u64>) -> SampleError {
        if let Some((address, fault)) = self.left_out.drain(..).next() {
            return SampleError::Faulty { address, fault: Box::new(fault) };
        }
        match (large, &choice.address) {
            (Some(nbytes), _) => SampleError::Large { nbytes, limit: SAMPLE_BYTES },
            (None, Some(address)) => SampleError::Missing(address.clone()),
            (None, None) => SampleError::NothingStored,
        }
    }

    fn read_region(&mut self, array: &Array, region: Region, options: &DecodeOptions) {
        match array.read_region(&region, options) {
            Ok(values) => {
                let decoded = representation(array, &region);
                let elements = Arc::new(values.into_elements());
                self.values.push(TrialValues { decoded, elements, region: Some(region) });
            }
            Err(ReadError::Chunk { coords, fault }) => self.left_out.push((coords.into(), *fault)),
            // The region lies within the array, and is no larger than a sample.
            Err(_) => {}
        }
    }
}

fn representation(array: &Array, region: &[Range<u64>]) -> ArrayRepresentation {
    ArrayRepresentation {
        shape: lengths(region),
        data_type: array.metadata.data_type.clone(),
        fill_value: Some(array.metadata.fill_value.clone()),
    }
}

/// The chunks of another shape that lie where these chunks lie, as many as a sample has room for.
fn regions(
    array: &Array,
    edges: &[u64],
    addresses: &[ChunkAddress],
    options: &DecodeOptions,
) -> Result<Vec<Region>, SampleError> {
    let limit = SAMPLE_BYTES / 2;
    let mut taken = Vec::new();
    for address in addresses {
        let Ok(located) = array.locate(address, options) else { continue };
        let Some(covers) = located.covers else { continue };
        let region = around(&covers, edges, &array.metadata.shape);
        let nbytes = representation(array, &region).nbytes().unwrap_or(u64::MAX);
        if nbytes > limit {
            return Err(SampleError::Large { nbytes, limit });
        }
        if (taken.len() as u64).saturating_add(1).saturating_mul(nbytes) > limit {
            break;
        }
        if !taken.contains(&region) {
            taken.push(region);
        }
    }
    Ok(taken)
}

/// The chunk of that shape that the first element of a box lies in, moved back where it would reach past the array.
fn around(covers: &[Range<u64>], edges: &[u64], shape: &[u64]) -> Region {
    let mut region = Vec::new();
    for ((range, edge), size) in covers.iter().zip(edges).zip(shape) {
        let edge = (*edge).max(1);
        let start = (range.start / edge * edge).min(size.saturating_sub(edge));
        region.push(start..start.saturating_add(edge).min(*size));
    }
    region
}

fn check_shape(array: &Array, edges: Option<&[u64]>) -> Result<(), SampleError> {
    let Some(edges) = edges else { return Ok(()) };
    let shape = &array.metadata.shape;
    if edges.len() == shape.len() && edges.iter().zip(shape).all(|(edge, size)| (1..=*size).contains(edge)) {
        return Ok(());
    }
    // The nearest shape that fits.
    let mut near = shape.clone();
    for (axis, size) in near.iter_mut().enumerate() {
        *size = edges.get(axis).copied().unwrap_or(*size).clamp(1, (*size).max(1));
    }
    let such = if shape.contains(&0) {
        "which has no element".to_owned()
    } else {
        format!("such as {}", shown(&near))
    };
    let count = if shape.len() == 1 { "1 edge".to_owned() } else { format!("{} edges", shape.len()) };
    let expected = format!("{count} of at least 1, within the array of {}, {such}", shown(shape));
    Err(SampleError::Shape { expected, found: edges.to_vec() })
}

struct Reading<'a> {
    array: &'a Array,
    options: &'a DecodeOptions,
    limit: u64,
    sample: TrialSample,
    nbytes: u64,
    /// How many shards were looked into.
    shards: u64,
    /// The decoded bytes of a chunk that is too large.
    large: Option<u64>,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl Reading<'_> {
    /// The chunks to look at; of shards, their inner chunks.
    fn addresses(&mut self, choice: &SampleChoice) -> Result<Vec<ChunkAddress>, SampleError> {
        if let Some(address) = &choice.address {
            return self.inside(address.clone(), choice.most);
        }
        let survey = Survey::take_names(&self.array.stored_chunks(), |_| (self.go_on)());
        let survey = survey.ok_or(SampleError::Stopped)?;
        self.sample.stored = Some(survey.stored());
        let picks = spread(survey.stored(), choice.most, 0);
        let each = choice.most.div_ceil((picks.len() as u64).max(1));
        let mut picks = picks.into_iter().peekable();
        let mut found = Vec::new();
        for (number, (coords, _)) in survey.iter().enumerate() {
            if picks.next_if_eq(&(number as u64)).is_some() {
                found.extend(self.inside(coords.into(), each)?);
            }
        }
        Ok(found)
    }

    fn inside(&mut self, address: ChunkAddress, most: u64) -> Result<Vec<ChunkAddress>, SampleError> {
        let is_shard = match self.array.chain_at(&address.chunk) {
            Ok(chain) => match inner_chain(&chain, &address.inner) {
                Some(chain) => chain.sharding().is_some(),
                None => false,
            },
            Err(_) => false,
        };
        if !is_shard {
            return Ok(vec![address]);
        }
        if !(self.go_on)() {
            return Err(SampleError::Stopped);
        }
        let map = match self.array.shard_map(&address, self.options) {
            Ok(Some(map)) => map,
            Ok(None) => return Ok(Vec::new()),
            Err(fault) => {
                self.sample.left_out.push((address, fault));
                return Ok(Vec::new());
            }
        };
        let mut stored = Vec::new();
        for (coords, entry) in &map.entries {
            if let Entry::Stored { .. } = entry {
                stored.push(coords);
            }
        }
        let mut found = Vec::new();
        self.shards += 1;
        let picks = spread(stored.len() as u64, most, self.shards);
        let each = most.div_ceil((picks.len() as u64).max(1));
        for pick in picks {
            let Ok(pick) = usize::try_from(pick) else { continue };
            let Some(coords) = stored.get(pick) else { continue };
            let mut inner = address.clone();
            inner.inner.push((*coords).clone());
            found.extend(self.inside(inner, each)?);
        }
        Ok(found)
    }

    fn read_all(&mut self, addresses: &[ChunkAddress]) -> Result<(), SampleError> {
        for address in addresses {
            if !(self.go_on)() {
                return Err(SampleError::Stopped);
            }
            match self.read(address) {
                Ok(true) => {}
                Ok(false) => break,
                Err(fault) => self.sample.left_out.push((address.clone(), fault)),
            }
        }
        Ok(())
    }

    /// Reads a chunk, and returns whether there was room for it.
    fn read(&mut self, address: &ChunkAddress) -> Result<bool, Fault> {
        let chain = self.array.chain_at(&address.chunk)?;
        let decoded = inner_chain(&chain, &address.inner).unwrap_or(&chain).decoded().clone();
        let nbytes = decoded.nbytes().unwrap_or(u64::MAX);
        if self.nbytes.saturating_add(nbytes) > self.limit {
            if self.large.is_none() && nbytes > self.limit {
                self.large = Some(nbytes);
            }
            return Ok(false);
        }
        // Only the elements are kept of what the stages give.
        let keep = usize::try_from(nbytes).unwrap_or(0);
        let mut found = self.array.trace_within(address, self.options, keep)?;
        if let Some(fault) = found.trace.fault.take() {
            return Err(fault.into());
        }
        let (Some(stored), Some(elements)) = (found.trace.stored.take(), found.trace.result().cloned())
        else {
            return Ok(true);
        };
        self.nbytes = self
            .nbytes
            .saturating_add(elements.visible_bytes().len() as u64)
            .saturating_add(if elements.data_type().is_variable() { nbytes } else { 0 });
        if !self.sample.is_regrouped {
            let elements = Arc::new(elements);
            self.sample.values.push(TrialValues { decoded, elements, region: None });
        }
        self.sample.chunks.push(SampledChunk { address: address.clone(), stored, chain });
        Ok(true)
    }
}

fn address_text(address: &ChunkAddress) -> String {
    let mut text = format!("chunk {}", shown(&address.chunk));
    for coords in &address.inner {
        text = format!("{text}, inner chunk {}", shown(coords));
    }
    text
}
