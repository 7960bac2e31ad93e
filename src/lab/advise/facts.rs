//! The facts that advice is based on: all are counted, none is guessed.

use super::access::{AccessCost, AccessPattern, quotient};
use crate::codec::{CodecKind, CodecRow, DecodeOptions, StoredForm, compressed};
use crate::lab::trials::{
    SampleChoice, SampleError, Trial, TrialSample, TrialValues, given_chain, innermost,
};
use crate::metadata::GroupOrArray;
use crate::pipeline::{Array, NodeWeight, Survey};

/// How many chunks are decoded to see what they are like.
const SAMPLED: u64 = 8;

#[derive(Debug, Clone, PartialEq)]
pub struct StorageFacts {
    pub shape: Vec<u64>,
    /// Bytes of an element; `None` where it has no fixed size.
    pub element_nbytes: Option<u64>,
    /// The shape of its chunks; `None` where they have several.
    pub chunk_shape: Option<Vec<u64>>,
    /// The shape of what is decoded at once, where chunks are shards: the innermost chunks.
    pub inner_shape: Option<Vec<u64>>,
    /// Chunks of the grid; `None` beyond 2^128.
    pub chunks: Option<u128>,
    pub stored: u64,
    pub stored_nbytes: u64,
    /// Their bytes, decoded; `None` where elements have no fixed size.
    pub decoded_nbytes: Option<u128>,
    /// Whether a codec of the chain compresses, as far as its codecs are known.
    pub compresses: bool,
    /// The part of what the grid covers that lies past the array.
    pub overhang: Option<f64>,
    /// What a few chunks are like; `None` where none could be decoded, or they are too large.
    pub sample: Option<SampleFacts>,
    pub access: Option<AccessCost>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct SampleFacts {
    pub chunks: u64,
    /// Those that have nothing but the fill value.
    pub fill_only: u64,
    /// How many times smaller a compressor makes them; only where nothing compresses them now.
    pub compressible: Option<f64>,
    /// Others that do not decode.
    pub faulty: u64,
}

impl StorageFacts {
    pub fn of(
        array: &Array,
        access: Option<&AccessPattern>,
        options: &DecodeOptions,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let survey = Survey::take(&array.stored_chunks(), |_| go_on())?;
        let weight = NodeWeight::of_chunks(array, &survey);
        let metadata = &array.metadata;
        let chain = innermost(array.chain());
        let data_type = &metadata.data_type;
        // What is not known may compress.
        let compresses = chain.stages().any(|stage| stage.row().is_none_or(may_compress));
        let mut facts = Self {
            shape: metadata.shape.clone(),
            element_nbytes: if data_type.is_variable() { None } else { Some(data_type.nbytes() as u64) },
            chunk_shape: metadata.chunk_grid.common_shape(),
            inner_shape: array.chain().sharding().map(|_| chain.decoded().shape.clone()),
            chunks: weight.chunks,
            stored: weight.stored,
            stored_nbytes: weight.stored_nbytes,
            decoded_nbytes: weight.decoded_nbytes,
            compresses,
            overhang: overhang(array),
            sample: None,
            access: None,
        };
        if facts.stored > 0 {
            facts.sample = sample(array, compresses, options, go_on);
        }
        if let (Some(access), Some(edges), Some(nbytes)) = (access, facts.unit_shape(), facts.element_nbytes)
        {
            let names = dimension_names(array).into_iter().enumerate();
            let names: Vec<String> =
                names.map(|(number, name)| name.unwrap_or_else(|| format!("dimension {number}"))).collect();
            facts.access = Some(access.cost(&facts.shape, edges, nbytes, &names));
        }
        if go_on() { Some(facts) } else { None }
    }

    /// The shape of what is decoded at once: of a shard, that of its inner chunks.
    pub fn unit_shape(&self) -> Option<&[u64]> {
        self.inner_shape.as_deref().or(self.chunk_shape.as_deref())
    }

    /// The bytes of a chunk that is decoded; of a shard, of all of it.
    pub fn chunk_nbytes(&self) -> Option<u64> {
        nbytes(self.chunk_shape.as_deref()?, self.element_nbytes?)
    }

    pub fn unit_nbytes(&self) -> Option<u64> {
        nbytes(self.unit_shape()?, self.element_nbytes?)
    }

    /// How many times smaller the chunks are stored.
    pub fn ratio(&self) -> Option<f64> {
        if self.stored_nbytes == 0 {
            return None;
        }
        Some(quotient(self.decoded_nbytes?, self.stored_nbytes.into()))
    }
}

fn nbytes(edges: &[u64], element: u64) -> Option<u64> {
    edges.iter().try_fold(element, |nbytes, edge| nbytes.checked_mul(*edge))
}

pub fn dimension_names(array: &Array) -> Vec<Option<String>> {
    let mut names = vec![None; array.metadata.shape.len()];
    if let Ok(GroupOrArray::Array(document)) = &array.document().node
        && let Ok(Some(written)) = &document.dimension_names
    {
        names.iter_mut().zip(written).for_each(|(name, written)| name.clone_from(written));
    }
    names
}

fn may_compress(row: &CodecRow) -> bool {
    match row.kind() {
        CodecKind::ArrayToArray => false,
        CodecKind::ArrayToBytes => row.form == StoredForm::Own,
        CodecKind::BytesToBytes => row.checksum.is_none(),
    }
}

fn overhang(array: &Array) -> Option<f64> {
    let mut inside = 1_u128;
    let mut covered = 1_u128;
    for (size, past) in array.metadata.shape.iter().zip(array.metadata.chunk_grid.overhang()) {
        inside = inside.checked_mul(u128::from(*size))?;
        covered = covered.checked_mul(u128::from(*size) + u128::from(past))?;
    }
    if covered == 0 {
        return None;
    }
    Some(quotient(covered.saturating_sub(inside), covered))
}

fn sample(
    array: &Array,
    compresses: bool,
    options: &DecodeOptions,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<SampleFacts> {
    let choice = SampleChoice { address: None, most: SAMPLED, chunk_shape: None };
    let sample = match TrialSample::take(array, &choice, options, go_on) {
        Ok(sample) => sample,
        // All of them: how many there are is not known then.
        Err(SampleError::Faulty { .. }) => {
            return Some(SampleFacts { chunks: 0, fill_only: 0, compressible: None, faulty: 1 });
        }
        Err(_) => return None,
    };
    let fill = array.metadata.fill_value.bytes(&array.metadata.data_type);
    let is_fill = |values: &&TrialValues| values.elements.each().all(|element| element == fill);
    Some(SampleFacts {
        chunks: sample.values.len() as u64,
        fill_only: sample.values.iter().filter(is_fill).count() as u64,
        compressible: if compresses { None } else { compressible(array, &sample, options) },
        faulty: sample.left_out.len() as u64,
    })
}

fn compressible(array: &Array, sample: &TrialSample, options: &DecodeOptions) -> Option<f64> {
    let codecs = compressed(&array.metadata.data_type)?;
    let chain = given_chain(&codecs, sample.values.first()?, None).ok()?;
    Trial::of(chain, sample, options, &|| true).outcome.ok()?.ratio()
}
