use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::chain::{Chain, Representation, StageInfo};
use super::value::Value;
use super::work::CHECKSUM;
use super::{CodecError, DecodeOptions, Note, Partial, ShardIndex, StageWork};
use crate::limits::{STAGE_SLACK, STORED_SLACK};
use crate::metadata::text::join;
use crate::metadata::{ArrayRepresentation, Elements, lengths};
use crate::store::{ByteSource, Slice, StoreError};

/// A stage that failed, and why.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{}: {}", self.name(), self.message())]
pub struct StageFault {
    /// The stage.
    pub stage: Box<StageInfo>,
    /// Why it failed.
    pub error: CodecError,
}

impl StageFault {
    pub(crate) fn new(stage: &StageInfo, error: CodecError) -> Self {
        Self { stage: Box::new(stage.clone()), error }
    }

    pub(super) fn of_inner_chunk(self, coords: &[u64]) -> CodecError {
        CodecError::InnerChunk {
            coords: coords.to_vec(),
            stage: self.stage.codec.name.clone(),
            codec_index: self.stage.codec_index,
            error: Box::new(self.error),
        }
    }

    pub(super) fn of_index(self) -> CodecError {
        CodecError::Index { stage: self.stage.codec.name.clone(), error: Box::new(self.error) }
    }

    pub(super) fn of_block(self) -> CodecError {
        CodecError::Block { stage: self.stage.codec.name.clone(), error: Box::new(self.error) }
    }

    pub(crate) fn name(&self) -> &str {
        if self.store().is_some() { "store" } else { &self.stage.codec.name }
    }

    #[doc(hidden)]
    pub fn store(&self) -> Option<&StoreError> {
        self.error.store()
    }

    /// What was expected and found, with the place in the array.
    pub fn message(&self) -> String {
        if let Some(error) = self.store() {
            return error.reason();
        }
        match self.element() {
            Some(coords) => format!("{}; in the array it is ({})", self.error, join(coords)),
            None => self.error.to_string(),
        }
    }

    pub(crate) fn element(&self) -> Option<&[u64]> {
        self.error.in_array()
    }
}

#[derive(Debug, Clone, Default)]
pub struct Beside {
    pub notes: Vec<Note>,
    pub partial: Option<Partial>,
    pub elapsed: Duration,
}

pub trait Recorder {
    fn ran(&mut self, stage: &StageInfo, result: Result<&Arc<Value>, &CodecError>, beside: Beside);

    fn is_tracing(&self) -> bool {
        false
    }

    fn inner_limit(&self) -> Option<u64> {
        None
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Recorder for Silent {
    fn ran(&mut self, _: &StageInfo, _: Result<&Arc<Value>, &CodecError>, _: Beside) {}
}

#[derive(Debug, Clone, Default)]
pub struct Remarks {
    pub notes: Vec<Note>,
}

impl Recorder for Remarks {
    fn ran(&mut self, _: &StageInfo, _: Result<&Arc<Value>, &CodecError>, beside: Beside) {
        self.notes.extend(beside.notes.into_iter().filter(Note::is_remark));
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct Overheard {
    pub(super) inner_limit: Option<u64>,
    pub(super) every_checksum: bool,
    pub(super) notes: Vec<(String, Note)>,
}

impl Recorder for Overheard {
    fn ran(&mut self, stage: &StageInfo, _: Result<&Arc<Value>, &CodecError>, beside: Beside) {
        let is_kept = |note: &Note| note.is_remark() || (self.every_checksum && note.name == CHECKSUM);
        let kept = beside.notes.into_iter().filter(is_kept);
        self.notes.extend(kept.map(|note| (stage.codec.name.clone(), note)));
    }

    fn inner_limit(&self) -> Option<u64> {
        self.inner_limit
    }
}

impl StageWork<'_> {
    pub(super) fn pass_on(&mut self, place: &str, inner: Overheard) {
        const NAMED: usize = 16;
        const LAST: usize = NAMED - 1;
        for (stage, note) in inner.notes.into_iter().filter(|(_, note)| note.is_remark()) {
            match self.notes.iter().filter(|own| own.name == note.name).count() {
                NAMED.. => {}
                LAST => self.note(note.name, "and in more inner chunks"),
                _ => self.note(note.name, format!("{place}: {stage}: {}", note.value)),
            }
        }
    }
}

#[doc(hidden)]
impl Chain {
    pub fn decode(
        &self,
        source: &dyn ByteSource,
        options: &DecodeOptions,
        recorder: &mut dyn Recorder,
    ) -> Result<Elements, StageFault> {
        let value = self.run(source, options, recorder)?;
        Ok(Arc::unwrap_or_clone(value).into_elements(&self.decoded().data_type))
    }

    pub(super) fn run(
        &self,
        source: &dyn ByteSource,
        options: &DecodeOptions,
        recorder: &mut dyn Recorder,
    ) -> Result<Arc<Value>, StageFault> {
        self.check_sizes(options)?;
        let bytes = self.decode_bytes(source, options, recorder)?;
        let stage = &self.array_to_bytes;
        let mut run = StageRun { options, recorder };
        let mut value = run.stage(&stage.info, |work| {
            let elements = match bytes.map(Arc::try_unwrap) {
                Some(Ok(bytes)) => stage.codec.decode_owned(bytes.into_bytes(), work),
                // The recorder keeps them.
                Some(Err(bytes)) => stage.codec.decode(&Slice(bytes.bytes()), work),
                None => stage.codec.decode(source, work),
            };
            Ok(Value::Array(elements?))
        })?;
        for stage in self.array_to_array.iter().rev() {
            value = run.stage(&stage.info, |work| match value.as_ref() {
                Value::Array(elements) => Ok(Value::Array(stage.codec.decode(elements, work)?)),
                Value::Bytes(_) => Err(CodecError::Unbound { because: stage.info.codec.name.clone() }),
            })?;
        }
        Ok(value)
    }

    pub fn decode_box(
        &self,
        source: &dyn ByteSource,
        region: &[Range<u64>],
        options: &DecodeOptions,
        recorder: &mut dyn Recorder,
    ) -> Result<Elements, StageFault> {
        let shape = &self.decoded().shape;
        if *shape == lengths(region) {
            return self.decode(source, options, recorder);
        }
        let sharding = match self.sharding() {
            Some(sharding) if self.array_to_array.is_empty() => sharding,
            _ => return Ok(cut(&self.decode(source, options, recorder)?, shape, region)),
        };
        self.check_sizes(options)?;
        let bytes = self.decode_bytes(source, options, recorder)?;
        let slice = bytes.as_ref().map(|bytes| Slice(bytes.bytes()));
        let shard = slice.as_ref().map_or(source, |slice| slice as &dyn ByteSource);
        let value = StageRun { options, recorder }.stage(self.array_to_bytes_info(), |work| {
            Ok(Value::Array(sharding.decode_box(shard, &sharding.read_index(shard, work)?, region, work)?))
        })?;
        Ok(Arc::unwrap_or_clone(value).into_elements(&self.decoded().data_type))
    }

    /// The index of a shard that is stored as it is. It is read once for many boxes.
    pub(crate) fn read_index(
        &self,
        shard: &dyn ByteSource,
        options: &DecodeOptions,
    ) -> Result<Option<ShardIndex>, StageFault> {
        let Some(sharding) = self.sharding().filter(|_| self.decodes_parts()) else { return Ok(None) };
        self.check_sizes(options)?;
        let mut work = StageWork { is_traced: false, ..StageWork::new(options) };
        let index = sharding.read_index(shard, &mut work);
        index.map(Some).map_err(|error| StageFault::new(self.array_to_bytes_info(), error))
    }

    /// [`Self::decode_box`] with an index that was read before.
    pub(crate) fn decode_box_by(
        &self,
        shard: &dyn ByteSource,
        index: &ShardIndex,
        region: &[Range<u64>],
        options: &DecodeOptions,
    ) -> Result<Elements, StageFault> {
        let Some(sharding) = self.sharding() else {
            return self.decode_box(shard, region, options, &mut Silent);
        };
        let value = StageRun { options, recorder: &mut Silent }
            .stage(self.array_to_bytes_info(), |work| {
                Ok(Value::Array(sharding.decode_box(shard, index, region, work)?))
            })?;
        Ok(Arc::unwrap_or_clone(value).into_elements(&self.decoded().data_type))
    }

    pub fn decoded_at_once(&self) -> &ArrayRepresentation {
        match self.sharding() {
            Some(sharding) if self.array_to_array.is_empty() => sharding.inner().decoded_at_once(),
            _ => self.decoded(),
        }
    }

    /// `None` when there are no `bytes -> bytes` stages and the bytes are still in the source.
    pub fn decode_bytes(
        &self,
        source: &dyn ByteSource,
        options: &DecodeOptions,
        recorder: &mut dyn Recorder,
    ) -> Result<Option<Arc<Value>>, StageFault> {
        let mut run = StageRun { options, recorder };
        let mut value: Option<Arc<Value>> = None;
        for stage in self.bytes_to_bytes.iter().rev() {
            value = Some(run.stage(&stage.info, |work| match &value {
                Some(value) => Ok(Value::Bytes(stage.codec.decode(value.bytes(), work)?)),
                None => Ok(Value::Bytes(stage.codec.decode(&source.read_all()?, work)?)),
            })?);
        }
        Ok(value)
    }

    pub fn count_inner(
        &self,
        source: &dyn ByteSource,
        options: &DecodeOptions,
    ) -> Result<(usize, usize), StageFault> {
        let bytes = self.decode_bytes(source, options, &mut Silent)?;
        let slice = bytes.as_ref().map(|bytes| Slice(bytes.bytes()));
        let shard = slice.as_ref().map_or(source, |slice| slice as &dyn ByteSource);
        let Some(sharding) = self.sharding() else { return Ok((0, 0)) };
        let mut work = StageWork { is_traced: false, ..StageWork::new(options) };
        match sharding.read_index(shard, &mut work) {
            Ok(index) => Ok(index.count()),
            Err(error) => Err(StageFault::new(self.array_to_bytes_info(), error)),
        }
    }

    pub fn most_stored_nbytes(&self, options: &DecodeOptions) -> u64 {
        let most = self.most_encoded_nbytes().unwrap_or(u64::MAX);
        most.min(options.max_chunk_bytes).saturating_add(STORED_SLACK)
    }

    pub fn check_sizes(&self, options: &DecodeOptions) -> Result<(), StageFault> {
        for (stage, times) in self.memory() {
            let limit = options.max_chunk_bytes / times;
            let nbytes = match &stage.decoded {
                Representation::Array(array) => array.nbytes(),
                Representation::Bytes(nbytes) if times > 1 => nbytes.most(),
                Representation::Bytes(_) | Representation::Unknown => continue,
            };
            if nbytes.is_none_or(|nbytes| nbytes > limit || usize::try_from(nbytes).is_err()) {
                let nbytes = nbytes.map_or("more than 2^64 bytes".to_owned(), |n| format!("{n} bytes"));
                let what = match &stage.decoded {
                    Representation::Array(array) => format!("{nbytes} ({array})"),
                    _ => format!("{nbytes} (an image)"),
                };
                return Err(StageFault::new(stage, CodecError::Limit { limit, what }));
            }
        }
        Ok(())
    }

    /// The bytes of a decoded chunk, as many times as the memory that decoding takes is more than usual.
    pub fn weight(&self) -> Option<u64> {
        let times = self.memory().map(|(_, times)| times).max().unwrap_or(1);
        let own = self.decoded().nbytes()?.saturating_mul(times);
        let inner = self.sharding().map_or(Some(0), |sharding| sharding.inner().weight())?;
        Some(own.max(inner))
    }

    /// How many times as much memory as others each stage takes.
    fn memory(&self) -> impl Iterator<Item = (&StageInfo, u64)> {
        let arrays = self.array_to_array.iter().map(|stage| (&stage.info, 1));
        let bytes = self.bytes_to_bytes.iter().map(|stage| (&stage.info, stage.codec.memory()));
        let middle = (&self.array_to_bytes.info, self.array_to_bytes.codec.memory());
        arrays.chain(std::iter::once(middle)).chain(bytes)
    }
}

pub(crate) fn cut(array: &Elements, shape: &[u64], region: &[Range<u64>]) -> Elements {
    // The caller asks for a box within the array.
    array.part(shape, region).unwrap_or_else(|| array.moved(Vec::new()))
}

pub(super) struct StageRun<'a> {
    pub(super) options: &'a DecodeOptions,
    pub(super) recorder: &'a mut dyn Recorder,
}

impl StageRun<'_> {
    pub(super) fn stage(
        &mut self,
        info: &StageInfo,
        run: impl FnOnce(&mut StageWork) -> Result<Value, CodecError>,
    ) -> Result<Arc<Value>, StageFault> {
        let mut work = StageWork::new(self.options);
        if let Representation::Bytes(nbytes) = info.decoded {
            work.expected = nbytes.exactly();
            work.limit = nbytes.most().unwrap_or(u64::MAX).min(work.limit).saturating_add(STAGE_SLACK);
        }
        work.is_traced = self.recorder.is_tracing();
        if work.is_traced {
            for note in info.document_notes() {
                work.note("document", note.to_string());
            }
        }
        work.inner_limit = self.recorder.inner_limit();
        let start = Instant::now();
        let result = run(&mut work).map(Arc::new);
        let partial = work.partial.filter(|_| result.is_err());
        let beside = Beside { notes: work.notes, partial, elapsed: start.elapsed() };
        self.recorder.ran(info, result.as_ref(), beside);
        result.map_err(|error| StageFault::new(info, error))
    }
}
