use std::sync::Arc;
use std::time::Duration;

use super::chain::{Chain, StageInfo};
use super::run::{Beside, Recorder, StageFault};
use super::value::Value;
use super::{CodecError, DecodeOptions, Note, Partial};
use crate::metadata::Elements;
use crate::store::Slice;

/// One chunk's way through the chain. Tracing as such never fails: a failure is part of the trace.
///
/// ```
/// use zarrscope::{Array, DecodeOptions, Hierarchy, Trace};
///
/// let array = Array::open(&Hierarchy::open("sample-data/codecs.zarr")?, "gzip")?;
/// let options = DecodeOptions::default();
/// let elements = array.decode(&[0, 0], &options)?.expect("a stored chunk");
///
/// // The way there and back, in memory.
/// let encoded = Trace::record_encoding(array.chain(), &elements, &options, 0).stored.expect("encoded bytes");
/// let decoded = Trace::record(array.chain(), encoded, &options, 1 << 20);
/// assert_eq!(decoded.result(), Some(&elements));
/// # Ok::<(), zarrscope::Error>(())
/// ```
#[derive(Debug)]
pub struct Trace {
    /// The bytes as stored; `None` for a chunk that is missing, or cannot be encoded.
    pub stored: Option<Vec<u8>>,
    /// The stages, in the order in which they run.
    pub stages: Vec<StageTrace>,
    /// The first failure.
    pub fault: Option<StageFault>,
}

/// One codec's run on one chunk.
#[derive(Debug)]
pub struct StageTrace {
    /// What is known of the stage beforehand.
    pub info: StageInfo,
    /// How it went.
    pub outcome: Outcome,
    /// What the codec had to say.
    pub notes: Vec<Note>,
    /// How long it took.
    pub elapsed: Duration,
    /// How many bytes went in; `None` when the stage was not reached.
    pub input_nbytes: Option<u64>,
    #[doc(hidden)]
    pub partial: Option<Partial>,
}

/// How a stage went.
///
/// ```
/// use zarrscope::{Array, DecodeOptions, Hierarchy, Outcome};
///
/// let array = Array::open(&Hierarchy::open("sample-data/broken.zarr")?, "truncated_gzip")?;
/// let trace = array.trace([0, 1], &DecodeOptions::default())?;
/// let outcomes: Vec<&Outcome> = trace.stages().iter().map(|stage| &stage.outcome).collect();
/// assert!(matches!(outcomes[..], [Outcome::Failed(error), Outcome::NotReached]
///     if error.to_string().starts_with("at byte 41")));
/// # Ok::<(), zarrscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It gave so many bytes; the value itself is dropped when the trace would grow over its bound.
    Decoded(u64, Option<Arc<Value>>),
    /// It failed.
    Failed(CodecError),
    /// An earlier stage failed, or the chunk is missing.
    NotReached,
}

impl Trace {
    /// Decodes stored bytes and records every stage; the last outputs are kept, up to `keep` bytes in all.
    pub fn record(chain: &Chain, stored: Vec<u8>, options: &DecodeOptions, keep: usize) -> Self {
        let mut tracer = Tracer { stages: Vec::new(), input: stored.len() as u64, keep };
        let fault = chain.run(&Slice(&stored), options, &mut tracer).err();
        let mut stages = tracer.stages;
        stages.extend(chain.decoding().skip(stages.len()).map(not_reached));
        // A chunk over the limit is refused before any stage runs.
        if let Some(fault) = &fault
            && let Some(stage) =
                stages.iter_mut().find(|stage| stage.info.codec_index == fault.stage.codec_index)
        {
            stage.outcome = Outcome::Failed(fault.error.clone());
        }
        Self { stored: Some(stored), stages, fault }
    }

    /// Encodes a chunk and records every stage, in encoding order; the last outputs are kept, up to `keep` bytes in all.
    /// What is `stored` then is the encoded chunk.
    pub fn record_encoding(chain: &Chain, elements: &Elements, options: &DecodeOptions, keep: usize) -> Self {
        let mut tracer = Tracer { stages: Vec::new(), input: elements.bytes().len() as u64, keep };
        let result = chain.encode(elements, options, &mut tracer);
        let mut stages = tracer.stages;
        stages.extend(chain.stages().skip(stages.len()).map(not_reached));
        let (stored, fault) = match result {
            Ok(stored) => (Some(stored), None),
            Err(fault) => (None, Some(fault)),
        };
        Self { stored, stages, fault }
    }

    pub(crate) fn missing(chain: &Chain) -> Self {
        Self { stored: None, stages: chain.decoding().map(not_reached).collect(), fault: None }
    }

    /// The decoded chunk, when decoding came to its end and the value was kept.
    pub fn result(&self) -> Option<&Elements> {
        match &self.stages.last()?.outcome {
            Outcome::Decoded(_, Some(value)) => match value.as_ref() {
                Value::Array(elements) => Some(elements),
                Value::Bytes(_) => None,
            },
            _ => None,
        }
    }
}

pub(super) fn not_reached(info: &StageInfo) -> StageTrace {
    StageTrace {
        info: info.clone(),
        outcome: Outcome::NotReached,
        notes: Vec::new(),
        elapsed: Duration::ZERO,
        input_nbytes: None,
        partial: None,
    }
}

fn kept_nbytes(stage: &StageTrace) -> usize {
    match &stage.outcome {
        Outcome::Decoded(_, Some(value)) => value.bytes().len(),
        _ => 0,
    }
}

pub(super) struct Tracer {
    pub(super) stages: Vec<StageTrace>,
    pub(super) input: u64,
    pub(super) keep: usize,
}

impl Recorder for Tracer {
    fn ran(&mut self, info: &StageInfo, result: Result<&Arc<Value>, &CodecError>, beside: Beside) {
        let input_nbytes = Some(self.input);
        let outcome = match result {
            Ok(value) => {
                let nbytes = value.bytes().len();
                self.input = nbytes as u64;
                let kept = self.keep.checked_sub(nbytes).map(|left| {
                    self.drop_first(left);
                    Arc::clone(value)
                });
                Outcome::Decoded(nbytes as u64, kept)
            }
            Err(error) => Outcome::Failed(error.clone()),
        };
        let Beside { notes, partial, elapsed } = beside;
        self.stages.push(StageTrace { info: info.clone(), outcome, notes, elapsed, input_nbytes, partial });
    }

    fn is_tracing(&self) -> bool {
        true
    }
}

impl Tracer {
    /// Leaves no more than `most` bytes. The last outputs are kept, because they are nearest to the values.
    fn drop_first(&mut self, most: usize) {
        let mut kept: usize = self.stages.iter().map(kept_nbytes).sum();
        for stage in &mut self.stages {
            if kept <= most {
                return;
            }
            kept -= kept_nbytes(stage);
            if let Outcome::Decoded(_, value) = &mut stage.outcome {
                *value = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::representation;
    use super::*;
    use crate::metadata::{CodecMetadata, Json};
    use serde_json::json;

    #[test]
    fn the_last_outputs_are_kept_and_those_before_them_as_far_as_there_is_room() {
        // Each of the three stages gives 4 bytes.
        let codecs = json!([
            {"name": "transpose", "configuration": {"order": [1, 0]}}, "bytes",
            {"name": "numcodecs.shuffle", "configuration": {"elementsize": 1}}
        ]);
        let codecs = Json::at(&codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
        let chain = Chain::build(&codecs, "/codecs", representation("uint8", &[2, 2])).unwrap();
        for (keep, kept) in
            [(12, [true, true, true]), (11, [false, true, true]), (4, [false, false, true]), (3, [false; 3])]
        {
            let trace = Trace::record(&chain, vec![1, 2, 3, 4], &DecodeOptions::default(), keep);
            let found: Vec<bool> = trace.stages.iter().map(|stage| kept_nbytes(stage) == 4).collect();
            assert_eq!(found, kept, "{keep}");
            assert!(trace.stages.iter().all(|stage| matches!(stage.outcome, Outcome::Decoded(4, _))));
        }
    }
}
