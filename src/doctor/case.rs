//! One chunk that fails: its bytes, its chain, and what other chains make of the bytes.

use serde_json::{Value, json};

use super::siblings::Siblings;
use crate::codec::{
    Chain, CodecError, CodecKind, DecodeOptions, Outcome, Representation, Silent, StageInfo, Trace, written,
};
use crate::metadata::{ArrayRepresentation, Change, CodecMetadata, CodecRole, Elements};
use crate::pipeline::Array;
use crate::store::Slice;

/// How many bytes may go through codecs for one chunk. Most codecs pass 200 MB in a second.
pub const BUDGET: u64 = 24 << 20;

/// A chunk, or an inner chunk, and its chain.
pub struct Case<'a> {
    /// The array.
    pub array: &'a Array,
    /// The chunk in the grid of the array.
    pub coords: &'a [u64],
    /// The chain that did not decode it.
    pub chain: &'a Chain,
    /// How far it came, with all values kept.
    pub trace: &'a Trace,
    /// The sizes of other chunks.
    pub siblings: &'a Siblings,
    /// Whether it is a chunk in a shard.
    pub is_inner: bool,
}

/// The stage that failed.
pub struct Failing<'a> {
    /// The stage.
    pub info: &'a StageInfo,
    /// What went into it.
    pub input: &'a [u8],
    /// Why it failed.
    pub error: &'a CodecError,
    /// Whether it is the first to see the stored bytes.
    pub is_first: bool,
    /// How many bytes it had given.
    pub given: Option<u64>,
}

impl<'a> Case<'a> {
    /// The stored bytes.
    pub fn stored(&self) -> &'a [u8] {
        self.trace.stored.as_deref().unwrap_or_default()
    }

    /// The stage that failed, with what went into it.
    pub fn failing(&self) -> Option<Failing<'a>> {
        let mut input = Some(self.stored());
        for (index, stage) in self.trace.stages.iter().enumerate() {
            match &stage.outcome {
                Outcome::Decoded(_, value) => input = value.as_ref().map(|value| value.bytes()),
                Outcome::Failed(error) => {
                    let given = stage.partial.as_ref().map(|partial| partial.value.bytes().len() as u64);
                    let (info, is_first) = (&stage.info, index == 0);
                    return Some(Failing { info, input: input?, error, is_first, given });
                }
                Outcome::NotReached => return None,
            }
        }
        None
    }

    /// The codecs of the chain, in encoding order.
    pub fn codecs(&self) -> Vec<CodecMetadata> {
        self.chain.stages().map(|stage| CodecMetadata::clone(&stage.codec)).collect()
    }

    /// The `bytes -> bytes` codecs, in encoding order.
    pub fn outer(&self) -> Vec<CodecMetadata> {
        self.chain
            .stages()
            .filter(|stage| stage.kind == CodecKind::BytesToBytes)
            .map(|stage| CodecMetadata::clone(&stage.codec))
            .collect()
    }

    /// The codecs that make bytes of the array.
    pub fn core(&self) -> Vec<CodecMetadata> {
        self.chain
            .stages()
            .filter(|stage| stage.kind != CodecKind::BytesToBytes)
            .map(|stage| CodecMetadata::clone(&stage.codec))
            .collect()
    }

    /// Whether the document is one of V2.
    pub fn is_v2(&self) -> bool {
        self.array.document().zarr_format() == 2
    }

    /// The place of the codecs in a V3 document.
    pub fn place(&self) -> String {
        let pointer = &self.chain.array_to_bytes_info().codec.pointer;
        pointer.rsplit_once('/').map_or_else(String::new, |(place, _)| place.to_owned())
    }

    /// How many bytes the `array -> bytes` codec wants, where that is fixed.
    pub fn target(&self) -> Option<u64> {
        match self.chain.array_to_bytes_info().encoded {
            Representation::Bytes(nbytes) => nbytes.exactly(),
            _ => None,
        }
    }

    /// What the chunk is when it is bytes no more, as the `array -> bytes` codec wants it.
    pub fn wanted(&self) -> String {
        self.chain.array_to_bytes_info().decoded.to_string()
    }

    /// The shape in front of the `array -> bytes` codec.
    pub fn core_shape(&self) -> Vec<u64> {
        match &self.chain.array_to_bytes_info().decoded {
            Representation::Array(array) => array.shape.clone(),
            _ => Vec::new(),
        }
    }

    /// A chain of other codecs for the same chunk.
    pub fn chain_of(&self, codecs: &[CodecMetadata], decoded: ArrayRepresentation) -> Option<Chain> {
        Chain::build(codecs, &self.place(), decoded).ok().filter(|chain| chain.fault().is_none())
    }

    /// What other codecs make of the bytes.
    pub fn decode(&self, codecs: &[CodecMetadata], bytes: &[u8]) -> Option<Elements> {
        let chain = self.chain_of(codecs, self.chain.decoded().clone())?;
        chain.decode(&Slice(bytes), &DecodeOptions::default(), &mut Silent).ok()
    }

    /// Whether the whole chunk, or the shard it lies in, decodes when the document says something else.
    pub fn verify(&self, changes: &[Change]) -> bool {
        if self.is_inner || self.stored().len() as u64 > BUDGET {
            return false;
        }
        let Ok(array) = self.array.changed(changes) else { return false };
        let Ok(chain) = array.chain_at(self.coords) else { return false };
        chain.decode(&Slice(self.stored()), &DecodeOptions::default(), &mut Silent).is_ok()
    }

    /// What the document has to say for the chain to have these `bytes -> bytes` codecs.
    pub fn changes(&self, outer: &[CodecMetadata]) -> Vec<Change> {
        if self.is_v2() { self.changes_v2(outer) } else { self.changes_v3(outer) }
    }

    fn changes_v3(&self, outer: &[CodecMetadata]) -> Vec<Change> {
        let before = self.codecs();
        let after: Vec<CodecMetadata> = self.core().into_iter().chain(outer.iter().cloned()).collect();
        let place = self.place();
        let document = &self.array.document().value;
        let entry = |codec: &CodecMetadata| document.pointer(&codec.pointer).cloned().unwrap_or(json!(null));
        let value =
            |codec: &CodecMetadata| if codec.pointer.is_empty() { written(codec) } else { entry(codec) };
        let differing: Vec<usize> = (0..after.len())
            .filter(|index| before.get(*index).map(entry) != after.get(*index).map(value))
            .collect();
        match (differing.as_slice(), before.len() == after.len()) {
            ([index], true) => {
                let value = after.get(*index).map_or(Value::Null, value);
                vec![Change { pointer: format!("{place}/{index}"), value }]
            }
            _ => vec![Change { pointer: place, value: after.iter().map(value).collect() }],
        }
    }

    fn changes_v2(&self, outer: &[CodecMetadata]) -> Vec<Change> {
        let (compressor, filters) =
            outer.split_last().map_or((None, outer), |(last, rest)| (Some(last), rest));
        let core = self.core();
        let kept = core.iter().filter(|codec| codec.role == CodecRole::Filter);
        let filters: Vec<Value> = kept.chain(filters).map(|codec| codec.configuration.clone()).collect();
        let filters = if filters.is_empty() { Value::Null } else { Value::Array(filters) };
        let compressor = compressor.map_or(Value::Null, |codec| codec.configuration.clone());
        let document = &self.array.document().value;
        let is_none = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        [("filters", filters), ("compressor", compressor)]
            .into_iter()
            .filter(|(member, value)| {
                let found = document.get(*member).unwrap_or(&Value::Null);
                found != value && !(is_none(found) && is_none(value))
            })
            .map(|(member, value)| Change { pointer: format!("/{member}"), value })
            .collect()
    }
}
