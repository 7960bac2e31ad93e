use std::{ops::Range, sync::Arc, time::Duration};

use super::{Array, ChunkAddress, Fault, Overhang};
use crate::codec::{
    Chain, DecodeOptions, InnerTrace, Outcome, Salvage, ShardMap, StageFault, StageTrace, Statistics, Trace,
    inner_chain,
};
use crate::limits::TRACE_BYTES;
use crate::metadata::{ArrayRepresentation, Elements};
use crate::store::{ByteSource, FileKind, FileOf, Slice, StoreError, StoredValue};

/// Whether a chunk is stored.
///
/// ```
/// use zarrscope::{Array, DecodeOptions, Hierarchy, trace::State};
///
/// let array = Array::open(&Hierarchy::open("sample-data/fill-values.zarr")?, "partly_missing")?;
/// assert_eq!(array.trace([0, 0], &DecodeOptions::default())?.state, State::Stored(24));
/// assert_eq!(array.trace([0, 1], &DecodeOptions::default())?.state, State::Missing);
/// # Ok::<(), zarrscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It is, in so many bytes.
    Stored(u64),
    /// It is not: every element has the fill value.
    Missing,
    /// Its bytes could not be reached, and nothing is known of its elements: it is stored in so many bytes, if that is known.
    Unread(Option<u64>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkTarget {
    pub file: FileOf,
    pub range: Range<u64>,
}

impl ChunkTarget {
    fn of(value: &StoredValue) -> Option<Self> {
        Some(Self { file: value.target()?, range: value.range()? })
    }
}

/// One chunk's way through the pipeline.
#[derive(Debug)]
pub struct ChunkTrace {
    /// The chunk, or the inner chunk.
    pub address: ChunkAddress,
    /// The key of the chunk, relative to the array.
    pub key: String,
    #[doc(hidden)]
    pub offset: Option<u64>,
    /// Whether it is stored.
    pub state: State,
    /// Where a reference leads that is stored in place of the chunk; of an inner chunk, that of its shard.
    #[doc(hidden)]
    pub target: Option<ChunkTarget>,
    /// What it is written out in, references or a repository, where nothing leads elsewhere.
    #[doc(hidden)]
    pub written_out: Option<FileKind>,
    /// What it decodes to.
    pub decoded: ArrayRepresentation,
    /// The stages.
    pub trace: Trace,
    /// How many of the stages lead to the stored bytes: for an inner chunk, those from its shard to it.
    #[doc(hidden)]
    pub lead: usize,
    #[doc(hidden)]
    pub salvage: Option<Arc<Salvage>>,
    #[doc(hidden)]
    pub shard: Option<Arc<ShardMap>>,
    #[doc(hidden)]
    pub overhang: Option<Overhang>,
    chain: Arc<Chain>,
}

impl Array {
    /// Decodes a chunk, or an inner chunk of a shard, and records every stage. Of a shard whose inner chunk is wanted no
    /// more is read than the index and that chunk.
    ///
    /// The outputs of the last stages are kept, up to 512 MiB: see [`trace_within`](Self::trace_within).
    ///
    /// ```
    /// use zarrscope::{Array, DecodeOptions, Hierarchy};
    ///
    /// let array = Array::open(&Hierarchy::open("sample-data/climate.zarr")?, "temperature")?;
    /// let trace = array.trace([0, 0, 0], &DecodeOptions::default())?;
    /// let stages: Vec<_> = trace.stages().iter().map(|stage| stage.info.codec.name.as_str()).collect();
    /// assert_eq!(stages, ["crc32c", "zstd", "bytes", "cast_value", "scale_offset"]);
    /// assert_eq!(trace.stages()[1].input_nbytes, Some(3378));
    /// # Ok::<(), zarrscope::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such chunk, or the stored bytes cannot be read. A stage that fails is part of the trace.
    pub fn trace(
        &self,
        address: impl Into<ChunkAddress>,
        options: &DecodeOptions,
    ) -> Result<ChunkTrace, Fault> {
        self.trace_within(&address.into(), options, TRACE_BYTES)
    }

    /// As [`trace`](Self::trace); the outputs of the last stages are kept up to `keep` bytes in all.
    ///
    /// # Errors
    /// As [`trace`](Self::trace).
    pub fn trace_within(
        &self,
        address: &ChunkAddress,
        options: &DecodeOptions,
        keep: usize,
    ) -> Result<ChunkTrace, Fault> {
        self.check_chunk(&address.chunk)?;
        let chain = self.chain_at(&address.chunk)?;
        let mut trace = Trace::missing(address.follow(&chain)?);
        let mut state = State::Missing;
        let (mut offset, mut target, mut written_out) = (None, None, None);
        let opened = if address.is_inner() {
            self.open_part(&chain, &address.chunk, options)?
        } else {
            self.open_whole(&chain, &address.chunk, options)?
        };
        if let Some(value) = opened {
            target = ChunkTarget::of(&value);
            if value.is_inline() {
                written_out = Some(self.store().file_of(&self.store_key(&address.chunk))?.kind);
            }
            if !address.is_inner() {
                let stored = value.read_all()?.into_owned();
                trace = Trace::record(&chain, stored, options, kept(&chain, keep));
                state = state_of(&trace, None);
            } else if let Some(found) = InnerTrace::record(&chain, &value, &address.inner, options, keep) {
                state = state_of(&found.trace, found.nbytes);
                (trace, offset) = (found.trace, found.offset);
            }
        }
        Ok(ChunkTrace { offset, target, written_out, ..self.traced(address, chain, trace, state)? })
    }

    fn traced(
        &self,
        address: &ChunkAddress,
        chain: Arc<Chain>,
        mut trace: Trace,
        state: State,
    ) -> Result<ChunkTrace, Fault> {
        let own = address.follow(&chain)?;
        trace.fault = trace.fault.map(|fault| self.placed(address, own, fault));
        let overhang = self.overhang(address);
        if let Some(overhang) = &overhang
            && let Some(elements) = trace.result()
        {
            let note = self.overhang_note(overhang, elements);
            if let Some(stage) = trace.stages.last_mut() {
                stage.notes.extend(note);
            }
        }
        let lead = trace.stages.len().saturating_sub(own.stages().count());
        Ok(ChunkTrace {
            key: self.chunk_key(&address.chunk),
            address: address.clone(),
            offset: None,
            state,
            target: None,
            written_out: None,
            decoded: own.decoded().clone(),
            trace,
            lead,
            salvage: None,
            shard: None,
            overhang,
            chain,
        })
    }

    /// As [`trace_within`](Self::trace_within), but if the store gives no answer, the trace says so: nothing is known of the chunk.
    #[doc(hidden)]
    pub fn trace_as_known(
        &self,
        address: &ChunkAddress,
        options: &DecodeOptions,
        keep: usize,
    ) -> Result<ChunkTrace, Fault> {
        match self.trace_within(address, options, keep) {
            Err(Fault::Store(error)) if error.is_unknown() => {
                let chain = self.chain_at(&address.chunk)?;
                let own = address.follow(&chain)?;
                let fault = StageFault::new(own.array_to_bytes_info(), error.into());
                let trace = Trace { fault: Some(fault), ..Trace::missing(own) };
                self.traced(address, chain, trace, State::Unread(None))
            }
            traced => traced,
        }
    }
}

impl ChunkTrace {
    #[doc(hidden)]
    pub fn is_unknown(&self) -> bool {
        self.trace.fault.as_ref().and_then(StageFault::store).is_some_and(StoreError::is_unknown)
    }

    #[doc(hidden)]
    pub fn elapsed(&self) -> Duration {
        let mut sum = Duration::ZERO;
        for stage in self.stages() {
            sum = sum.saturating_add(stage.elapsed);
        }
        sum
    }

    /// The chain that decodes what is stored of the chunk, or of the inner chunk.
    pub fn chain(&self) -> &Chain {
        inner_chain(&self.chain, &self.address.inner).unwrap_or(&self.chain)
    }

    #[doc(hidden)]
    pub fn look_inside(&mut self, options: &DecodeOptions) {
        let Some(stored) = &self.trace.stored else { return };
        let map = ShardMap::read(self.chain(), &Slice(stored), &[], options);
        self.shard = map.and_then(Result::ok).map(Arc::new);
        self.salvage = self.chain().salvage(&self.trace, options).map(Arc::new);
    }

    /// The stages from the stored bytes to the elements.
    pub fn stages(&self) -> &[StageTrace] {
        self.trace.stages.get(self.lead..).unwrap_or_default()
    }

    #[doc(hidden)]
    pub fn statistics(&self, stage: &StageTrace) -> Option<Statistics> {
        let Outcome::Decoded(_, Some(value)) = &stage.outcome else { return None };
        let used = match &self.overhang {
            Some(overhang) => self.chain().used_behind(stage.info.codec_index, &overhang.used),
            None => None,
        };
        Some(Statistics::of(value, stage.info.decoded.fill_value(), used.as_ref()))
    }

    /// The decoded elements; for a missing chunk the fill value, unless there are more than `limit` bytes of it.
    pub fn elements(&self, limit: u64) -> Option<Elements> {
        if self.state != State::Missing {
            return self.trace.result().cloned();
        }
        let nbytes = self.decoded.nbytes()?;
        if nbytes > limit {
            return None;
        }
        let size = usize::try_from(nbytes).ok()? / self.decoded.data_type.nbytes().max(1);
        Some(Elements::filled(&self.decoded.data_type, self.decoded.fill_value.as_ref()?, size))
    }
}

fn state_of(trace: &Trace, nbytes: Option<u64>) -> State {
    match (&trace.stored, &trace.fault) {
        (Some(stored), _) => State::Stored(stored.len() as u64),
        (None, Some(_)) => State::Unread(nbytes),
        (None, None) => State::Missing,
    }
}

fn kept(chain: &Chain, keep: usize) -> usize {
    const STAGES: u64 = 16;
    const LEAST: u64 = 16 << 20;
    let decoded = chain.decoded();
    match decoded.nbytes() {
        Some(nbytes) if !decoded.data_type.is_variable() => {
            usize::try_from(nbytes.saturating_mul(STAGES).saturating_add(LEAST)).unwrap_or(keep).min(keep)
        }
        _ => keep,
    }
}
