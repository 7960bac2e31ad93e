use super::{Array, ChunkAddress, ChunkTrace, Fault, State};
use crate::codec::{Chain, CodecKind, DecodeOptions, Dependents, Outcome, StageFault, Step};
use crate::metadata::{Scalar, linear};

/// Where an element is: in which chunk, where within it, and before every stage.
#[derive(Debug)]
pub struct Probe {
    /// Its coordinates in the array.
    pub element: Vec<u64>,
    /// Its coordinates within the chunk.
    pub within: Vec<u64>,
    /// Where it is in a shard, from the outermost inwards.
    pub shards: Vec<InShard>,
    /// The element's places, from the array to the stored bytes; of a shard, in its innermost chunk.
    pub steps: Vec<Step>,
    /// The chunk, decoded; of a shard, its innermost chunk.
    pub trace: ChunkTrace,
    /// The element as the whole chain decodes it; the fill value where nothing is stored.
    pub value: Option<String>,
    /// The same as a value, unless the chunk does not decode.
    pub scalar: Option<Scalar>,
}

/// An element's place in a shard.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct InShard {
    /// Its coordinates before the sharding.
    #[doc(hidden)]
    pub element: Vec<u64>,
    /// The inner chunk.
    pub inner: Vec<u64>,
    /// Its coordinates within that.
    pub within: Vec<u64>,
}

impl Array {
    /// Follows one element; `None` outside the array.
    ///
    /// ```
    /// use zarrscope::trace::Location;
    /// use zarrscope::{Array, DecodeOptions, Hierarchy};
    ///
    /// let array = Array::open(&Hierarchy::open("sample-data/fill-values.zarr")?, "partly_missing")?;
    /// let probe = array.probe(&[1, 2], &DecodeOptions::default())?.expect("an element");
    /// assert_eq!(probe.value.as_deref(), Some("5"));
    /// let stored = probe.steps.last().expect("the stored bytes");
    /// assert_eq!(stored.location, Location::Ranges(vec![20..24]));
    /// assert_eq!(stored.value.as_deref(), Some("05 00 00 00"));
    /// # Ok::<(), zarrscope::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the stored bytes cannot be read. A stage that fails is part of the trace.
    pub fn probe(&self, element: &[u64], options: &DecodeOptions) -> Result<Option<Probe>, Fault> {
        let Some((chunk, within)) = self.metadata.chunk_grid.locate(element) else { return Ok(None) };
        let chain = self.chain_at(&chunk)?;
        let Some((shards, innermost, last)) = descend(&chain, &within) else { return Ok(None) };
        let inner = shards.iter().map(|shard| shard.inner.clone()).collect();
        let address = ChunkAddress { chunk, inner };
        let trace = self.trace_within(&address, options, usize::MAX)?;
        let steps = innermost.probe(&trace.trace, &last, usize::MAX).unwrap_or_default();
        let is_changed = changes_elements(&chain);
        let fill = &self.metadata.fill_value;
        let scalar = match trace.state {
            _ if trace.trace.fault.is_some() => None,
            State::Unread(_) => None,
            // Codecs before a shard do not run for an inner chunk, but for the element.
            _ if is_changed => {
                let only: Vec<_> = within.iter().map(|at| *at..at.saturating_add(1)).collect();
                let part = self.decode_part(&address.chunk, &only, options)?;
                Some(part.and_then(|part| part.get(0)).unwrap_or_else(|| fill.clone()))
            }
            State::Missing => Some(fill.clone()),
            State::Stored(_) => {
                let index = linear(&last, &innermost.decoded().shape);
                let index = index.and_then(|index| usize::try_from(index).ok());
                trace.trace.result().and_then(|elements| elements.get(index?))
            }
        };
        let value = match &scalar {
            Some(scalar) if is_changed || trace.state == State::Missing => Some(scalar.to_string()),
            _ => steps.first().and_then(|step| step.value.clone()),
        };
        Ok(Some(Probe { element: element.to_vec(), within, shards, steps, trace, value, scalar }))
    }
}

fn changes_elements(chain: &Chain) -> bool {
    let Some(sharding) = chain.sharding() else { return false };
    let is_first = chain.stages().next().is_some_and(|stage| stage.kind == CodecKind::ArrayToBytes);
    !is_first || changes_elements(sharding.inner())
}

fn descend<'a>(chain: &'a Chain, within: &[u64]) -> Option<(Vec<InShard>, &'a Chain, Vec<u64>)> {
    let mut chain = chain;
    let mut within = within.to_vec();
    let mut shards = Vec::new();
    while let Some(sharding) = chain.sharding() {
        let element = chain.locate_in_front(&within)?;
        let (inner, rest) = sharding.grid().locate(&element)?;
        shards.push(InShard { element, inner, within: rest.clone() });
        chain = sharding.inner();
        within = rest;
    }
    Some((shards, chain, within))
}

#[derive(Debug)]
pub struct Back {
    pub trace: ChunkTrace,
    pub dependents: Dependents,
    pub element: Option<Vec<u64>>,
}

#[derive(Debug, Clone, Copy)]
pub struct ByteAt<'a> {
    pub address: &'a ChunkAddress,
    pub place: Option<usize>,
    pub byte: u64,
}

#[doc(hidden)]
impl Array {
    pub fn probe_byte(&self, at: ByteAt, options: &DecodeOptions) -> Result<Option<Back>, Fault> {
        let trace = self.trace_within(at.address, options, usize::MAX)?;
        let codecs = trace.stages().len();
        let place = at.place.unwrap_or(codecs);
        let nbytes = match codecs.checked_sub(place + 1).and_then(|row| trace.stages().get(row)) {
            Some(stage) => match &stage.outcome {
                Outcome::Decoded(nbytes, _) => *nbytes,
                _ => return Ok(None),
            },
            None => trace.trace.stored.as_ref().map_or(0, |stored| stored.len() as u64),
        };
        if at.byte >= nbytes {
            return Ok(None);
        }
        let dependents = trace.chain().dependents_of_byte(&trace.trace, place, at.byte);
        let mut element = None;
        // The overhang of a chunk at the edge is in no array.
        if let Dependents::Elements { first, .. } = &dependents
            && let Some(coords) = self.in_array(at.address, first)
            && coords.iter().zip(&self.metadata.shape).all(|(coord, edge)| coord < edge)
        {
            element = Some(coords);
        }
        Ok(Some(Back { trace, dependents, element }))
    }

    pub(super) fn placed(&self, address: &ChunkAddress, chain: &Chain, mut fault: StageFault) -> StageFault {
        if let Some(within) = chain.element_of(&fault)
            && let Some(coords) = self.in_array(address, &within)
        {
            fault.error.place_in_array(coords, &self.metadata.shape);
        }
        fault
    }

    fn in_array(&self, address: &ChunkAddress, within: &[u64]) -> Option<Vec<u64>> {
        let bound = self.chain_at(&address.chunk).ok()?;
        let chunk = self.metadata.chunk_grid.extent(&address.chunk)?;
        let mut coords = Vec::new();
        for (range, own) in chunk.iter().zip(within) {
            coords.push(range.start + own);
        }
        let mut chain: &Chain = &bound;
        for inner in &address.inner {
            if chain.rearranges() {
                return None;
            }
            let sharding = chain.sharding()?;
            for (coord, range) in coords.iter_mut().zip(sharding.grid().extent(inner)?) {
                *coord += range.start;
            }
            chain = sharding.inner();
        }
        Some(coords)
    }
}
