//! The facts that advice is based on: all are counted, none is guessed.

use super::access::{AccessCost, AccessPattern, quotient};
use crate::codec::{CodecKind, CodecRow, DecodeOptions, StoredForm, compressed};
use crate::lab::trials::{
    SampleChoice, SampleError, Trial, TrialSample, TrialValues, given_chain, innermost,
};
use crate::metadata::{GroupOrArray, text::ratio};
use crate::pipeline::{Array, NodeWeight, Survey};

const SAMPLED: u64 = 8;

#[derive(Debug, Clone, PartialEq)]
pub struct StorageFacts {
    pub shape: Vec<u64>,
    pub element_nbytes: Option<u64>,
    pub chunk_shape: Option<Vec<u64>>,
    pub inner_shape: Option<Vec<u64>>,
    pub chunks: Option<u128>,
    pub stored: u64,
    pub stored_nbytes: u64,
    pub decoded_nbytes: Option<u128>,
    pub compresses: bool,
    pub overhang: Option<f64>,
    /// `None` where no chunk could be decoded, or they are too large.
    pub sample: Option<SampleFacts>,
    pub access: Option<AccessCost>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct SampleFacts {
    pub chunks: u64,
    pub fill_only: u64,
    /// How many times smaller a compressor makes them; `None` where something compresses them already.
    pub compressible: Option<f64>,
    pub faulty: u64,
}

impl StorageFacts {
    pub fn of(
        array: &Array,
        access: Option<&AccessPattern>,
        options: &DecodeOptions,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let weight = NodeWeight::of_chunks(array, &Survey::take(&array.stored_chunks(), |_| go_on())?);
        let metadata = &array.metadata;
        let chain = innermost(array.chain());
        let data_type = &metadata.data_type;
        let may_compress = |row: &CodecRow| match row.kind() {
            CodecKind::ArrayToArray => false,
            CodecKind::ArrayToBytes => row.form == StoredForm::Own,
            CodecKind::BytesToBytes => row.checksum.is_none(),
        };
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
            let mut names = Vec::new();
            for (number, name) in dimension_names(array).into_iter().enumerate() {
                names.push(name.unwrap_or(format!("dimension {number}")));
            }
            facts.access = Some(access.cost(&facts.shape, edges, nbytes, &names));
        }
        if go_on() { Some(facts) } else { None }
    }

    pub fn unit_shape(&self) -> Option<&[u64]> {
        self.inner_shape.as_deref().or(self.chunk_shape.as_deref())
    }

    /// Of a shard, all of its decoded bytes.
    pub fn chunk_nbytes(&self) -> Option<u64> {
        nbytes(self.chunk_shape.as_deref()?, self.element_nbytes?)
    }

    pub fn unit_nbytes(&self) -> Option<u64> {
        nbytes(self.unit_shape()?, self.element_nbytes?)
    }

    pub fn ratio(&self) -> Option<f64> {
        ratio(self.decoded_nbytes?, self.stored_nbytes)
    }
}

fn nbytes(edges: &[u64], element: u64) -> Option<u64> {
    edges.iter().try_fold(element, |nbytes, edge| nbytes.checked_mul(*edge))
}

pub fn dimension_names(array: &Array) -> Vec<Option<String>> {
    match &array.document().node {
        Ok(GroupOrArray::Array(document)) if let Ok(Some(names)) = &document.dimension_names => names.clone(),
        _ => vec![None; array.metadata.shape.len()],
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
    let chain = given_chain(&compressed(&array.metadata.data_type)?, sample.values.first()?, None).ok()?;
    Trial::of(chain, sample, options, &|| true).outcome.ok()?.ratio()
}
