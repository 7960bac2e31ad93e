use serde_json::{Value, json};

use super::{CauseByte, siblings::Siblings};
use crate::codec::{
    Chain, CodecError, CodecKind, CodecRow, DecodeOptions, Outcome, Representation, Silent, StageInfo, Trace,
    label, written,
};
use crate::metadata::{ArrayRepresentation, Change, CodecMetadata, CodecRole, Elements};
use crate::pipeline::{Array, Mend, MendedBytes};
use crate::store::Slice;

/// How many bytes may go through codecs for one chunk. Most codecs pass 200 MB in a second.
pub const BUDGET: u64 = 24 << 20;

pub struct Case<'a> {
    pub array: &'a Array,
    pub coords: &'a [u64],
    pub chain: &'a Chain,
    pub trace: &'a Trace,
    pub siblings: &'a Siblings,
    /// The byte of the stored chunk that the bytes begin at; `None` where they are not stored as they are.
    pub origin: Option<u64>,
    pub is_inner: bool,
}

pub struct Failing<'a> {
    pub info: &'a StageInfo,
    pub input: &'a [u8],
    pub error: &'a CodecError,
    pub is_first: bool,
    pub given: Option<u64>,
}

impl Failing<'_> {
    pub fn label(&self) -> &str {
        label(&self.info.codec.name)
    }

    /// Of the codec that was meant, by any of its names.
    pub fn row(&self) -> Option<&'static CodecRow> {
        CodecRow::meant_by(&self.info.codec.name)
    }

    pub fn named_byte(&self, byte: u64) -> CauseByte {
        if self.is_first { CauseByte::Stored(byte) } else { CauseByte::Input(byte) }
    }
}

pub fn decoded_by(chain: &Chain, bytes: &[u8]) -> Option<Elements> {
    chain.decode(&Slice(bytes), &DecodeOptions::default(), &mut Silent).ok()
}

pub fn decodes(chain: &Chain, bytes: &[u8]) -> bool {
    decoded_by(chain, bytes).is_some()
}

impl<'a> Case<'a> {
    pub fn stored(&self) -> &'a [u8] {
        self.trace.stored.as_deref().unwrap_or_default()
    }

    pub fn failing(&self) -> Option<Failing<'a>> {
        let mut input = Some(self.stored());
        for (index, stage) in self.trace.stages.iter().enumerate() {
            match &stage.outcome {
                Outcome::Decoded(_, value) => input = value.as_ref().map(|value| value.bytes()),
                Outcome::Failed(error) => {
                    let given = stage.partial.as_ref().map(|partial| partial.value.bytes().len() as u64);
                    let is_first = index == 0;
                    return Some(Failing { info: &stage.info, input: input?, error, is_first, given });
                }
                Outcome::NotReached => return None,
            }
        }
        None
    }

    pub fn mend(&self, at: usize, bytes: Vec<u8>) -> Vec<Mend> {
        let at = self.origin.and_then(|origin| origin.checked_add(at as u64));
        let mend = at.map(|at| Mend { chunk: self.coords.to_vec(), bytes: MendedBytes::From { at, bytes } });
        mend.into_iter().collect()
    }

    pub fn mend_all(&self, bytes: &[u8]) -> Vec<Mend> {
        if bytes.len() == self.stored().len() {
            return self.mend(0, bytes.to_vec());
        }
        if self.is_inner {
            // Other entries of the index would have to move.
            return Vec::new();
        }
        vec![Mend { chunk: self.coords.to_vec(), bytes: MendedBytes::All(bytes.into()) }]
    }

    pub fn mend_bit(&self, byte: usize, bit: u32) -> Vec<Mend> {
        let wrong = self.stored().get(byte);
        wrong.map(|wrong| self.mend(byte, vec![wrong ^ 1 << bit])).unwrap_or_default()
    }

    pub fn codecs(&self) -> Vec<CodecMetadata> {
        self.codecs_where(|_| true)
    }

    pub fn outer(&self) -> Vec<CodecMetadata> {
        self.codecs_where(|kind| kind == CodecKind::BytesToBytes)
    }

    pub fn core(&self) -> Vec<CodecMetadata> {
        self.codecs_where(|kind| kind != CodecKind::BytesToBytes)
    }

    fn codecs_where(&self, is_wanted: impl Fn(CodecKind) -> bool) -> Vec<CodecMetadata> {
        let stages = self.chain.stages().filter(|stage| is_wanted(stage.kind));
        stages.map(|stage| CodecMetadata::clone(&stage.codec)).collect()
    }

    pub fn is_v2(&self) -> bool {
        self.array.document().zarr_format() == 2
    }

    pub fn place(&self) -> String {
        let pointer = &self.chain.array_to_bytes_info().codec.pointer;
        pointer.rsplit_once('/').unwrap_or_default().0.to_owned()
    }

    pub fn target(&self) -> Option<u64> {
        match self.chain.array_to_bytes_info().encoded {
            Representation::Bytes(nbytes) => nbytes.exactly(),
            _ => None,
        }
    }

    pub fn wanted(&self) -> String {
        self.chain.array_to_bytes_info().decoded.to_string()
    }

    pub fn core_shape(&self) -> Vec<u64> {
        match &self.chain.array_to_bytes_info().decoded {
            Representation::Array(array) => array.shape.clone(),
            _ => Vec::new(),
        }
    }

    pub fn chain_of(&self, codecs: &[CodecMetadata], decoded: ArrayRepresentation) -> Option<Chain> {
        let chain = Chain::build(codecs, &self.place(), decoded).ok()?;
        if chain.fault().is_none() { Some(chain) } else { None }
    }

    pub fn decode(&self, codecs: &[CodecMetadata], bytes: &[u8]) -> Option<Elements> {
        decoded_by(&self.chain_of(codecs, self.chain.decoded().clone())?, bytes)
    }

    pub fn verify(&self, changes: &[Change]) -> bool {
        if self.is_inner || self.stored().len() as u64 > BUDGET {
            return false;
        }
        let Ok(array) = self.array.changed(changes) else { return false };
        let Ok(chain) = array.chain_at(self.coords) else { return false };
        decodes(&chain, self.stored())
    }

    pub fn changes(&self, outer: &[CodecMetadata]) -> Vec<Change> {
        if self.is_v2() { self.changes_v2(outer) } else { self.changes_v3(outer) }
    }

    fn changes_v3(&self, outer: &[CodecMetadata]) -> Vec<Change> {
        let document = &self.array.document().value;
        let entry = |codec: &CodecMetadata| document.pointer(&codec.pointer).cloned().unwrap_or(json!(null));
        let before: Vec<Value> = self.codecs().iter().map(entry).collect();
        let mut after = Vec::new();
        for codec in self.core().iter().chain(outer) {
            after.push(if codec.pointer.is_empty() { written(codec) } else { entry(codec) });
        }
        let place = self.place();
        let differing: Vec<usize> =
            (0..after.len()).filter(|index| before.get(*index) != after.get(*index)).collect();
        if let [index] = differing.as_slice()
            && before.len() == after.len()
        {
            return vec![Change::new(format!("{place}/{index}"), after.swap_remove(*index))];
        }
        vec![Change::new(place, after)]
    }

    fn changes_v2(&self, outer: &[CodecMetadata]) -> Vec<Change> {
        let core = self.core().into_iter().filter(|codec| codec.role == CodecRole::Filter);
        let mut filters: Vec<Value> = core.map(|codec| codec.configuration).collect();
        let mut compressor = Value::Null;
        if let Some((last, others)) = outer.split_last() {
            filters.extend(others.iter().map(|codec| codec.configuration.clone()));
            compressor = last.configuration.clone();
        }
        let filters = if filters.is_empty() { Value::Null } else { Value::Array(filters) };
        let document = &self.array.document().value;
        // A list without filters says the same as `null`.
        let is_none = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        let mut changes = Vec::new();
        for (member, value) in [("filters", filters), ("compressor", compressor)] {
            let found = document.get(member).unwrap_or(&Value::Null);
            if *found != value && !(is_none(found) && is_none(&value)) {
                changes.push(Change::new(format!("/{member}"), value));
            }
        }
        changes
    }
}
