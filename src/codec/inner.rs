use std::time::Instant;

use super::chain::Chain;
use super::run::StageFault;
use super::sharding::{Sharding, SourceRange};
use super::trace::{Outcome, StageTrace, Trace, Tracer, not_reached};
use super::{CodecError, DecodeOptions, Note, StageWork};
use crate::metadata::text::join;
use crate::store::{ByteSource, Slice, StoreError};

#[derive(Debug)]
pub struct InnerTrace {
    pub trace: Trace,
    pub offset: Option<u64>,
    /// As the index says: the bytes may still not be read.
    pub nbytes: Option<u64>,
}

impl InnerTrace {
    /// `path` has the coordinates in the shard and, where shards are nested, the coordinates in that one, and so on. Outputs
    /// beyond `keep` bytes in all are dropped. `None` when a chain on the way has no shards, or the path leads out of a grid.
    pub fn record(
        chain: &Chain,
        shard: &dyn ByteSource,
        path: &[Vec<u64>],
        options: &DecodeOptions,
        keep: usize,
    ) -> Option<Self> {
        let inner = inner_chain(chain, path)?;
        let tracer = Tracer { stages: Vec::new(), input: shard.nbytes(), keep };
        let mut descent =
            Descent { options, tracer, stored: None, offset: None, nbytes: None, stages_on_the_way: 0 };
        let fault = descent.enter(chain, shard, path).err();
        let mut stages = descent.tracer.stages;
        let reached = if descent.stored.is_some() { descent.stages_on_the_way } else { stages.len() };
        stages.extend(inner.decoding().skip(stages.len() - reached).map(not_reached));
        let Descent { stored, offset, nbytes, .. } = descent;
        Some(Self { trace: Trace { stored, stages, fault }, offset, nbytes })
    }
}

pub fn inner_chain<'a>(chain: &'a Chain, path: &[Vec<u64>]) -> Option<&'a Chain> {
    let mut chain = chain;
    for coords in path {
        let sharding = chain.sharding()?;
        if !sharding.grid().contains(coords) {
            return None;
        }
        chain = sharding.inner();
    }
    Some(chain)
}

struct Descent<'a> {
    options: &'a DecodeOptions,
    tracer: Tracer,
    stored: Option<Vec<u8>>,
    offset: Option<u64>,
    nbytes: Option<u64>,
    stages_on_the_way: usize,
}

impl Descent<'_> {
    fn enter(&mut self, chain: &Chain, source: &dyn ByteSource, path: &[Vec<u64>]) -> Result<(), StageFault> {
        let Some((coords, rest)) = path.split_first() else { return self.decode(chain, source) };
        let bytes = chain.decode_bytes(source, self.options, &mut self.tracer)?;
        let slice = bytes.as_ref().map(|bytes| Slice(bytes.bytes()));
        let shard = slice.as_ref().map_or(source, |slice| slice as &dyn ByteSource);
        match self.locate(chain, shard, coords)? {
            Some((sharding, inner)) => self.enter(sharding.inner(), &inner, rest),
            None => Ok(()),
        }
    }

    fn locate<'a>(
        &mut self,
        chain: &'a Chain,
        shard: &'a dyn ByteSource,
        coords: &[u64],
    ) -> Result<Option<(&'a Sharding, SourceRange<'a>)>, StageFault> {
        let info = chain.array_to_bytes_info();
        let start = Instant::now();
        let mut work = StageWork::new(self.options);
        let found = chain.sharding().ok_or_else(|| CodecError::Unknown { name: info.codec.name.clone() });
        let found = found.and_then(|sharding| {
            let index = sharding.read_index(shard, &mut work)?;
            Ok((sharding, sharding.inner_source(shard, &index, coords)?))
        });
        let mut stage = StageTrace {
            input_nbytes: Some(self.tracer.input),
            elapsed: start.elapsed(),
            notes: work.notes,
            ..not_reached(info)
        };
        let inner = found.as_ref().ok().and_then(|(_, inner)| inner.as_ref());
        let nbytes = inner.map_or(0, ByteSource::nbytes);
        stage.outcome = match &found {
            Ok(_) => {
                let place = match inner {
                    Some(inner) => format!("{nbytes} bytes at byte {}", inner.offset),
                    None => "missing".to_owned(),
                };
                stage.notes.push(Note { name: "inner chunk", value: format!("({}), {place}", join(coords)) });
                Outcome::Decoded(nbytes, None)
            }
            Err(error) => Outcome::Failed(error.clone()),
        };
        self.tracer.stages.push(stage);
        self.tracer.input = nbytes;
        self.offset = inner.map(|inner| inner.offset);
        let (sharding, inner) = found.map_err(|error| StageFault::new(info, error))?;
        Ok(inner.map(|inner| (sharding, inner)))
    }

    fn decode(&mut self, chain: &Chain, source: &dyn ByteSource) -> Result<(), StageFault> {
        self.nbytes = Some(source.nbytes());
        let unread = |error: StoreError| StageFault::new(chain.array_to_bytes_info(), error.into());
        let stored = source.read_all().map_err(unread)?.into_owned();
        self.stages_on_the_way = self.tracer.stages.len();
        let decoded = chain.decode(&Slice(&stored), self.options, &mut self.tracer);
        self.stored = Some(stored);
        decoded.map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{representation, texts};
    use super::*;
    use crate::metadata::{CodecMetadata, Json};
    use serde_json::json;

    /// Shards of 4 uint8 in inner chunks of 2, each with a checksum; the shard ends in its index.
    fn chain() -> Chain {
        let codecs = json!([{"name": "sharding_indexed", "configuration": {
            "chunk_shape": [2], "codecs": ["bytes", "crc32c"],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
        }}]);
        let codecs = Json::at(&codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
        Chain::build(&codecs, "/codecs", representation("uint8", &[4])).unwrap()
    }

    fn shard(second: (u64, u64)) -> Vec<u8> {
        let mut shard = vec![1, 2];
        shard.extend(crc32c::crc32c(&[1, 2]).to_le_bytes());
        shard.extend([0_u64, 6, second.0, second.1].into_iter().flat_map(u64::to_le_bytes));
        shard
    }

    fn record(shard: &[u8], coords: u64) -> (InnerTrace, Vec<String>) {
        let options = DecodeOptions::default();
        let inner =
            InnerTrace::record(&chain(), &Slice(shard), &[vec![coords]], &options, usize::MAX).unwrap();
        let describe = |stage: &StageTrace| match &stage.outcome {
            Outcome::Decoded(nbytes, _) => format!("{}: {nbytes} bytes", stage.info.codec.name),
            Outcome::Failed(error) => format!("{}: {error}", stage.info.codec.name),
            Outcome::NotReached => format!("{}: not reached", stage.info.codec.name),
        };
        let stages = inner.trace.stages.iter().map(describe).collect();
        (inner, stages)
    }

    #[test]
    fn the_stages_lead_from_the_shard_to_the_elements() {
        let (inner, stages) = record(&shard((u64::MAX, u64::MAX)), 0);
        assert_eq!(stages, ["sharding_indexed: 6 bytes", "crc32c: 2 bytes", "bytes: 2 bytes"]);
        assert_eq!(texts(inner.trace.result().unwrap()), ["1", "2"]);
        assert_eq!((inner.offset, inner.trace.stored.unwrap().len()), (Some(0), 6));
    }

    #[test]
    fn a_missing_inner_chunk_stores_nothing() {
        let (inner, stages) = record(&shard((u64::MAX, u64::MAX)), 1);
        assert_eq!(stages, ["sharding_indexed: 0 bytes", "crc32c: not reached", "bytes: not reached"]);
        assert!(inner.trace.stored.is_none() && inner.trace.fault.is_none());
    }

    #[test]
    fn a_fault_on_the_way_is_that_of_the_sharding() {
        let (inner, stages) = record(&shard((99, 6)), 1);
        assert!(
            stages[0]
                .starts_with("sharding_indexed: shard index, inner chunk (1): expected a range within 38")
        );
        assert_eq!(stages[1..], ["crc32c: not reached", "bytes: not reached"]);
        assert_eq!(inner.trace.fault.unwrap().stage.codec.name, "sharding_indexed");
    }

    #[test]
    fn a_fault_inside_ends_the_inner_chain() {
        let mut damaged = shard((u64::MAX, u64::MAX));
        damaged[0] ^= 1;
        let (inner, stages) = record(&damaged, 0);
        assert_eq!(stages[2], "bytes: not reached");
        let fault = inner.trace.fault.unwrap();
        assert_eq!(fault.stage.codec.pointer, "/codecs/0/configuration/codecs/1");
    }
}
