//! The chains that are tried: the one in force, those that are proposed, and what somebody wrote down.

use serde_json::Value;

use super::sample::{SampledChunk, TrialSample, TrialValues};
use super::traits;
use crate::codec::{Chain, ValueTraits, cast_to, completed, in_full, proposals, written};
use crate::metadata::{ArrayRepresentation, CodecMetadata, CodecRole, DataType, DocumentError, Field, Json};
use crate::pipeline::Array;

/// A chain that is tried.
#[derive(Debug, Clone, PartialEq)]
pub struct TrialChain {
    /// Its codecs, in encoding order.
    pub codecs: Vec<CodecMetadata>,
    /// Where it is from.
    pub origin: TrialOrigin,
}

/// Where a chain is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrialOrigin {
    /// It is the array's own: what it stores is there.
    InForce,
    /// It is the array's own, on values in other chunks or of another data type.
    InForceElsewhere,
    /// It is proposed for such values.
    Proposed,
    /// Somebody wrote it down.
    Given,
}

impl TrialChain {
    /// Its codecs in one line.
    pub fn in_full(&self) -> String {
        in_full(&self.codecs)
    }

    /// Its codecs as a document lists them.
    pub fn written(&self) -> Vec<Value> {
        // What stands for `dtype` and `order` is no codec of a document.
        self.codecs.iter().filter(|codec| codec.role != CodecRole::Implied).map(written).collect()
    }

    /// Its codecs as a document of Zarr V3 lists them, whichever version it is from.
    ///
    /// # Errors
    /// When it cannot be put together for such values.
    pub fn as_v3(&self, values: &TrialValues) -> Field<Vec<Value>> {
        if self.codecs.iter().all(|codec| codec.role == CodecRole::Codec) {
            return Ok(self.written());
        }
        Ok(self.bind(&values.decoded)?.meaning())
    }

    /// The chain for chunks of one representation.
    ///
    /// # Errors
    /// When it is out of order, or a codec is not known or not configured well.
    pub(super) fn bind(&self, decoded: &ArrayRepresentation) -> Field<Chain> {
        let chain = Chain::build(&self.codecs, "/codecs", decoded.clone())?;
        if let Some(fault) = chain.fault() {
            return Err(fault.clone());
        }
        let unknown = chain.stages().find(|stage| stage.row().is_none()).map(|stage| {
            let found = format!("\"{}\"", stage.codec.name);
            stage.codec.fault("a known codec", found)
        });
        unknown.map_or(Ok(chain), Err)
    }
}

/// The chain in force; of shards, that of their inner chunks.
pub fn chain_in_force(array: &Array, sample: &TrialSample) -> TrialChain {
    let mut chain = sample.chunks.first().map_or(array.chain().as_ref(), SampledChunk::chain);
    while let Some(sharding) = chain.sharding() {
        chain = sharding.inner();
    }
    TrialChain { codecs: codecs_of(chain), origin: TrialOrigin::InForce }
}

/// The same chain on values in other chunks, or of another data type; `None` where they are neither.
///
/// # Errors
/// When it cannot be used on them.
pub fn in_force_elsewhere(
    in_force: &TrialChain,
    sample: &TrialSample,
    cast: Option<&DataType>,
) -> Field<Option<TrialChain>> {
    let is_v2 = in_force.codecs.iter().any(|codec| codec.role != CodecRole::Codec);
    // What stands for the dtype of V2 is only for that data type.
    if (cast.is_some() && is_v2) || (cast.is_none() && !sample.is_regrouped) {
        return Ok(None);
    }
    let codecs = with_cast(cast, in_force.codecs.clone())?;
    Ok(Some(TrialChain { codecs, origin: TrialOrigin::InForceElsewhere }))
}

/// The chains that are worth trying on the values of a sample, after they were converted to a data type if one is given.
///
/// # Errors
/// When the values cannot be converted to it at all.
pub fn proposed_chains(
    in_force: &TrialChain,
    sample: &TrialSample,
    cast: Option<&DataType>,
) -> Field<Vec<TrialChain>> {
    let Some(values) = sample.values.first() else { return Ok(Vec::new()) };
    let traits = if cast.is_none() { traits::seen(sample) } else { ValueTraits::default() };
    let data_type = cast.unwrap_or(&values.decoded.data_type);
    let own = meaning(in_force, &values.decoded).filter(|_| !sample.is_regrouped);
    let mut found = Vec::new();
    for codecs in proposals(data_type, &traits) {
        let codecs = with_cast(cast, read(&codecs)?)?;
        let chain = TrialChain { codecs, origin: TrialOrigin::Proposed };
        // It would stand there twice.
        if own.is_none() || meaning(&chain, &values.decoded) != own {
            found.push(chain);
        }
    }
    Ok(found)
}

/// A chain that somebody wrote down as a document lists its codecs.
///
/// # Errors
/// Where it is wrong, as in a document.
pub fn given_chain(codecs: &Value, values: &TrialValues, cast: Option<&DataType>) -> Field<TrialChain> {
    let codecs = with_cast(cast, read(&completed(codecs.clone()))?)?;
    let chain = TrialChain { codecs, origin: TrialOrigin::Given };
    chain.bind(&values.decoded)?;
    Ok(chain)
}

/// Why values cannot be converted to a data type.
pub fn check_cast(values: &TrialValues, cast: &DataType) -> Option<DocumentError> {
    let plain = proposals(cast, &ValueTraits::default()).into_iter().next()?;
    let codecs = read(&plain).and_then(|codecs| with_cast(Some(cast), codecs));
    let chain = codecs.map(|codecs| TrialChain { codecs, origin: TrialOrigin::Proposed });
    chain.and_then(|chain| chain.bind(&values.decoded)).err()
}

fn read(codecs: &Value) -> Field<Vec<CodecMetadata>> {
    Json::at(codecs, "/codecs".to_owned()).list("codecs", CodecMetadata::read)
}

fn with_cast(cast: Option<&DataType>, codecs: Vec<CodecMetadata>) -> Field<Vec<CodecMetadata>> {
    let cast = cast.map(|data_type| cast_to(data_type, "/data_type")).transpose()?;
    Ok(cast.into_iter().chain(codecs).collect())
}

fn codecs_of(chain: &Chain) -> Vec<CodecMetadata> {
    chain.stages().map(|stage| stage.codec.as_ref().clone()).collect()
}

/// What a chain means, whichever way it is written.
fn meaning(chain: &TrialChain, decoded: &ArrayRepresentation) -> Option<Vec<Value>> {
    chain.bind(decoded).ok().map(|chain| chain.meaning())
}
