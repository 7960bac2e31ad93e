use serde_json::Value;

use super::sample::{SampledChunk, TrialSample, TrialValues};
use super::traits;
use crate::codec::{Chain, ValueTraits, cast_to, completed, in_full, proposals, written};
use crate::metadata::{ArrayRepresentation, CodecMetadata, CodecRole, DataType, DocumentError, Field, Json};
use crate::pipeline::Array;

#[derive(Debug, Clone, PartialEq)]
pub struct TrialChain {
    pub codecs: Vec<CodecMetadata>,
    pub origin: TrialOrigin,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrialOrigin {
    InForce,
    /// The array's own chain, on values in other chunks or of another data type.
    InForceElsewhere,
    Proposed,
    Given,
}

impl TrialChain {
    pub fn in_full(&self) -> String {
        in_full(&self.codecs)
    }

    pub fn written(&self) -> Vec<Value> {
        // The codecs that are made of `dtype` and `order` are none of a document.
        self.codecs.iter().filter(|codec| codec.role != CodecRole::Implied).map(written).collect()
    }

    pub fn as_v3(&self, values: &TrialValues) -> Field<Vec<Value>> {
        if self.codecs.iter().all(|codec| codec.role == CodecRole::Codec) {
            return Ok(self.written());
        }
        Ok(self.bind(&values.decoded)?.meaning())
    }

    pub(super) fn bind(&self, decoded: &ArrayRepresentation) -> Field<Chain> {
        let chain = Chain::build(&self.codecs, "/codecs", decoded.clone())?;
        if let Some(fault) = chain.fault() {
            return Err(fault.clone());
        }
        for stage in chain.stages() {
            if stage.row().is_none() {
                return Err(stage.codec.fault("a known codec", format!("\"{}\"", stage.codec.name)));
            }
        }
        Ok(chain)
    }
}

pub(in crate::lab) fn innermost(mut chain: &Chain) -> &Chain {
    while let Some(sharding) = chain.sharding() {
        chain = sharding.inner();
    }
    chain
}

/// Of shards, the chain of their inner chunks.
pub fn chain_in_force(array: &Array, sample: &TrialSample) -> TrialChain {
    let chain = sample.chunks.first().map_or(array.chain().as_ref(), SampledChunk::chain);
    let codecs = innermost(chain).stages().map(|stage| stage.codec.as_ref().clone()).collect();
    TrialChain { codecs, origin: TrialOrigin::InForce }
}

/// `None` where the values are stored in these chunks, and of this data type.
pub fn in_force_elsewhere(
    in_force: &TrialChain,
    sample: &TrialSample,
    cast: Option<&DataType>,
) -> Field<Option<TrialChain>> {
    let is_v2 = in_force.codecs.iter().any(|codec| codec.role != CodecRole::Codec);
    // The codec made of the dtype of V2 is only for that data type.
    if (cast.is_some() && is_v2) || (cast.is_none() && !sample.is_regrouped) {
        return Ok(None);
    }
    let codecs = with_cast(cast, in_force.codecs.clone())?;
    Ok(Some(TrialChain { codecs, origin: TrialOrigin::InForceElsewhere }))
}

pub fn proposed_chains(
    in_force: &TrialChain,
    sample: &TrialSample,
    cast: Option<&DataType>,
) -> Field<Vec<TrialChain>> {
    let Some(values) = sample.values.first() else { return Ok(Vec::new()) };
    let traits = if cast.is_none() { traits::seen(sample) } else { ValueTraits::default() };
    let data_type = cast.unwrap_or(&values.decoded.data_type);
    let own = if sample.is_regrouped { None } else { meaning(in_force, &values.decoded) };
    let mut found = Vec::new();
    for codecs in proposals(data_type, &traits) {
        let chain = TrialChain { codecs: with_cast(cast, read(&codecs)?)?, origin: TrialOrigin::Proposed };
        // It would be there twice.
        if own.is_none() || meaning(&chain, &values.decoded) != own {
            found.push(chain);
        }
    }
    Ok(found)
}

pub fn given_chain(codecs: &Value, values: &TrialValues, cast: Option<&DataType>) -> Field<TrialChain> {
    let codecs = with_cast(cast, read(&completed(codecs.clone()))?)?;
    let chain = TrialChain { codecs, origin: TrialOrigin::Given };
    chain.bind(&values.decoded)?;
    Ok(chain)
}

pub fn check_cast(values: &TrialValues, cast: &DataType) -> Option<DocumentError> {
    given_chain(&proposals(cast, &ValueTraits::default()).into_iter().next()?, values, Some(cast)).err()
}

fn read(codecs: &Value) -> Field<Vec<CodecMetadata>> {
    Json::at(codecs, "/codecs".to_owned()).list("codecs", CodecMetadata::read)
}

fn with_cast(cast: Option<&DataType>, mut codecs: Vec<CodecMetadata>) -> Field<Vec<CodecMetadata>> {
    if let Some(data_type) = cast {
        codecs.insert(0, cast_to(data_type, "/data_type")?);
    }
    Ok(codecs)
}

fn meaning(chain: &TrialChain, decoded: &ArrayRepresentation) -> Option<Vec<Value>> {
    chain.bind(decoded).ok().map(|chain| chain.meaning())
}
