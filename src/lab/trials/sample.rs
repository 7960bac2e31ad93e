use std::{ops::Range, sync::Arc};

use thiserror::Error;

use crate::codec::{Chain, DecodeOptions, Entry, inner_chain};
use crate::metadata::{ArrayRepresentation, Elements, lengths, text::shape as shown};
use crate::pipeline::{Array, ChunkAddress, Fault, ReadError, Region, Survey};

/// Decoded bytes, at most. With the stored bytes, and what encoding and decoding need, trials take up to five times as many.
pub const SAMPLE_BYTES: u64 = 40 << 20;

#[derive(Debug, Clone, PartialEq)]
pub struct SampleChoice {
    /// One chunk, or inner chunk; `None` chooses stored chunks. Of a shard, some of its inner chunks are taken.
    pub address: Option<ChunkAddress>,
    pub most: u64,
    pub chunk_shape: Option<Vec<u64>>,
}

#[derive(Debug, Error)]
pub enum SampleError {
    #[error("expected a stored chunk, found none")]
    NothingStored,
    #[error("expected a stored chunk, found {} missing", address_text(.0))]
    Missing(ChunkAddress),
    #[error(
        "expected chunks that decode to at most {limit} bytes, found {nbytes}; the values can be tried in smaller chunks \
         (--chunk-shape)"
    )]
    Large { nbytes: u64, limit: u64 },
    #[error("--chunk-shape: expected {expected}, found {}", shown(.found))]
    Shape { expected: String, found: Vec<u64> },
    /// The first chunk, where none can be decoded.
    #[error("{}: {fault}", address_text(.address))]
    Faulty { address: ChunkAddress, fault: Box<Fault> },
    #[error("stopped")]
    Stopped,
}

#[derive(Debug)]
pub struct SampledChunk {
    pub address: ChunkAddress,
    pub stored: Vec<u8>,
    chain: Arc<Chain>,
}

#[derive(Debug, Clone)]
pub struct TrialValues {
    pub decoded: ArrayRepresentation,
    pub elements: Arc<Elements>,
    pub region: Option<Region>,
}

#[derive(Debug, Default)]
pub struct TrialSample {
    pub chunks: Vec<SampledChunk>,
    /// Of each chunk, or of the same part of the array in other chunks.
    pub values: Vec<TrialValues>,
    pub left_out: Vec<(ChunkAddress, Fault)>,
    pub stored: Option<u64>,
    pub is_regrouped: bool,
}

impl SampledChunk {
    pub fn chain(&self) -> &Chain {
        inner_chain(&self.chain, &self.address.inner).unwrap_or(&self.chain)
    }
}

impl TrialValues {
    /// Of elements of variable length, what they refer to.
    pub fn nbytes(&self) -> u64 {
        self.elements.visible_bytes().len() as u64
    }
}

impl TrialSample {
    pub fn take(
        array: &Array,
        choice: &SampleChoice,
        options: &DecodeOptions,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Self, SampleError> {
        let is_regrouped = choice.chunk_shape.is_some();
        if let Some(edges) = &choice.chunk_shape {
            check_shape(&array.metadata.shape, edges)?;
        }
        let limit = if is_regrouped { SAMPLE_BYTES / 2 } else { SAMPLE_BYTES };
        let sample = Self { is_regrouped, ..Self::default() };
        let mut reading = Reading { array, options, limit, sample, nbytes: 0, shards: 0, large: None, go_on };
        let addresses = reading.addresses(choice)?;
        for address in &addresses {
            if !(reading.go_on)() {
                return Err(SampleError::Stopped);
            }
            match reading.read(address) {
                Ok(true) => {}
                Ok(false) => break,
                Err(fault) => reading.sample.left_out.push((address.clone(), fault)),
            }
        }
        let Reading { mut sample, large, go_on, .. } = reading;
        // A chunk that is too large can be tried in smaller ones.
        let is_large = large.is_some() && is_regrouped;
        if let Some(edges) = &choice.chunk_shape
            && (is_large || !sample.chunks.is_empty())
        {
            for region in regions(array, edges, &addresses, options)? {
                if !go_on() {
                    return Err(SampleError::Stopped);
                }
                match array.read_region(&region, options) {
                    Ok(values) => {
                        let decoded = representation(array, &region);
                        let elements = Arc::new(values.into_elements());
                        sample.values.push(TrialValues { decoded, elements, region: Some(region) });
                    }
                    Err(ReadError::Chunk { coords, fault }) => sample.left_out.push((coords.into(), *fault)),
                    // The region lies within the array, and is no larger than a sample.
                    Err(_) => {}
                }
            }
        }
        if !sample.values.is_empty() {
            return Ok(sample);
        }
        if let Some((address, fault)) = sample.left_out.into_iter().next() {
            return Err(SampleError::Faulty { address, fault: Box::new(fault) });
        }
        Err(match (large, &choice.address) {
            (Some(nbytes), _) => SampleError::Large { nbytes, limit: SAMPLE_BYTES },
            (None, Some(address)) => SampleError::Missing(address.clone()),
            (None, None) => SampleError::NothingStored,
        })
    }

    pub fn nbytes(&self) -> u64 {
        self.values.iter().map(TrialValues::nbytes).sum()
    }
}

fn representation(array: &Array, region: &[Range<u64>]) -> ArrayRepresentation {
    ArrayRepresentation {
        shape: lengths(region),
        data_type: array.metadata.data_type.clone(),
        fill_value: Some(array.metadata.fill_value.clone()),
    }
}

fn regions(
    array: &Array,
    edges: &[u64],
    addresses: &[ChunkAddress],
    options: &DecodeOptions,
) -> Result<Vec<Region>, SampleError> {
    let limit = SAMPLE_BYTES / 2;
    let mut taken = Vec::new();
    for address in addresses {
        let Some(covers) = array.locate(address, options).ok().and_then(|located| located.covers) else {
            continue;
        };
        // The chunk of that shape that the first element lies in, moved back where it would reach past the array.
        let mut region = Vec::new();
        for ((range, edge), size) in covers.iter().zip(edges).zip(&array.metadata.shape) {
            let edge = (*edge).max(1);
            let start = (range.start / edge * edge).min(size.saturating_sub(edge));
            region.push(start..start.saturating_add(edge).min(*size));
        }
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

fn check_shape(shape: &[u64], edges: &[u64]) -> Result<(), SampleError> {
    if edges.len() == shape.len() && edges.iter().zip(shape).all(|(edge, size)| (1..=*size).contains(edge)) {
        return Ok(());
    }
    let mut such = "which has no element".to_owned();
    if !shape.contains(&0) {
        // The nearest shape that fits.
        let near = |(axis, size): (usize, &u64)| *edges.get(axis).unwrap_or(size).clamp(&1, size);
        such = format!("such as {}", shown(&shape.iter().enumerate().map(near).collect::<Vec<u64>>()));
    }
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
    shards: u64,
    large: Option<u64>,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl Reading<'_> {
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
        let chain = self.array.chain_at(&address.chunk).ok();
        let chain = chain.as_ref().and_then(|chain| inner_chain(chain, &address.inner));
        if chain.is_none_or(|chain| chain.sharding().is_none()) {
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
        let mut stored = map.entries;
        stored.retain(|(_, entry)| matches!(entry, Entry::Stored { .. }));
        let mut found = Vec::new();
        self.shards += 1;
        let picks = spread(stored.len() as u64, most, self.shards);
        let each = most.div_ceil((picks.len() as u64).max(1));
        for pick in picks {
            let Some((coords, _)) = usize::try_from(pick).ok().and_then(|pick| stored.get(pick)) else {
                continue;
            };
            let mut inner = address.clone();
            inner.inner.push(coords.clone());
            found.extend(self.inside(inner, each)?);
        }
        Ok(found)
    }

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
        let references = if elements.data_type().is_variable() { nbytes } else { 0 };
        let visible = elements.visible_bytes().len() as u64;
        self.nbytes = self.nbytes.saturating_add(visible).saturating_add(references);
        if !self.sample.is_regrouped {
            self.sample.values.push(TrialValues { decoded, elements: Arc::new(elements), region: None });
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

/// Parts of fewer numbers would follow a grid.
const FEW_TIMES: u64 = 4;

/// Chooses one number of each of `wanted` parts of the same length, at a place that differs from part to part and from turn
/// to turn: at regular steps all could lie in one column of a grid. Of few numbers any are chosen, as if they were shuffled.
fn spread(count: u64, wanted: u64, turn: u64) -> Vec<u64> {
    if wanted >= count {
        return (0..count).collect();
    }
    if count / wanted.max(1) < FEW_TIMES {
        let mut shuffled: Vec<u64> = (0..count).collect();
        shuffled.sort_by_key(|number| mixed(number ^ mixed(turn)));
        let mut chosen: Vec<u64> =
            shuffled.into_iter().take(usize::try_from(wanted).unwrap_or(usize::MAX)).collect();
        chosen.sort_unstable();
        return chosen;
    }
    let bound =
        |part: u64| u64::try_from(u128::from(part) * u128::from(count) / u128::from(wanted)).unwrap_or(count);
    let pick = |part: u64| {
        let (start, end) = (bound(part), bound(part + 1));
        start + mixed(part.wrapping_add(turn.wrapping_mul(wanted))) % (end - start).max(1)
    };
    (0..wanted).map(pick).collect()
}

fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_are_in_order_and_one_of_each_part() {
        assert_eq!(spread(3, 8, 0), [0, 1, 2]);
        assert_eq!(spread(0, 8, 0), Vec::<u64>::new());
        let picks = spread(64, 8, 0);
        let parts: Vec<u64> = picks.iter().map(|pick| pick / 8).collect();
        assert_eq!(parts, [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_ne!(spread(64, 1, 0), spread(64, 1, 1), "the same place in each shard would be none of many");
        assert!(spread(u64::MAX, 3, 7).is_sorted());
    }

    #[test]
    fn of_few_every_column_of_a_grid_may_be_chosen() {
        for (count, columns) in [(12, 3), (16, 2), (24, 3), (30, 2), (31, 3)] {
            let picks = spread(count, 8, 0);
            let of: std::collections::BTreeSet<u64> = picks.iter().map(|pick| pick % columns).collect();
            assert!(picks.len() == 8 && picks.is_sorted() && of.len() as u64 > columns / 2, "{picks:?}");
        }
    }
}
