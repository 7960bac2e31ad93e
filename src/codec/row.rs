//! What is known of a codec before any array is opened: its row in [`CODECS`](super::CODECS).
//!
//! It stands in the file of its codec, and is asked, so that no other file names a codec by a string.

use std::fmt;

use serde_json::{Map, Value, json};

use super::filters::FilterDtypes;
use super::signature::{ChecksumFacts, Signature, StoredField};
use super::{ArrayOrBytes, ArrayToArray, ArrayToBytes, BytesToBytes, CodecError, Representation, StageInfo};
use crate::metadata::{ArrayRepresentation, CodecMetadata, CodecRole, DataType, DocumentNote, Field};

pub struct CodecRow {
    /// In documents of V3.
    pub name: &'static str,
    /// Other names for it in documents of V3.
    pub aliases: &'static [&'static str],
    /// The ids of documents of V2.
    pub v2: &'static [&'static str],
    pub summary: &'static str,
    /// The topic of its card; by default its name.
    pub card: &'static str,
    /// The codec that `diff` takes for the same; by default itself.
    pub same_as: &'static str,
    /// Brings a configuration into the form in which `diff` compares it.
    pub canonical: fn(&StageInfo, &mut Map<String, Value>),
    /// What its bytes are like. By default no other bytes decode, which the doctor takes as proof.
    pub form: StoredForm,
    /// Which worked example fits.
    pub lesson: Lesson,
    /// How its bytes are recognised.
    pub signature: Option<&'static Signature>,
    /// If it is a checksum and nothing else.
    pub checksum: Option<&'static ChecksumFacts>,
    /// Whether decoding notices a wrong byte.
    pub checks: fn(&CodecMetadata) -> bool,
    /// What a document says in another way than the specification, but is still read.
    pub notes: fn(&StageInfo) -> Vec<DocumentNote>,
    /// The dtypes that a filter of V2 states for what it takes and what it gives.
    pub(super) dtypes: fn(&CodecMetadata) -> FilterDtypes,
    /// The parts of its header that have a fixed place.
    pub fields: &'static [StoredField],
    /// Those whose place depends on what the bytes say, at most some thousand of them.
    pub inside: fn(&[u8]) -> Vec<StoredField>,
    /// Members of its configuration that are names, such as `cname`: said with its name.
    pub named: &'static [&'static str],
    /// Members that say how much, such as `level`: said only where a codec is named in full.
    pub amounts: &'static [&'static str],
    /// Members of its configuration, with values, that may repair a chunk.
    pub remedies: &'static [Remedy],
    /// Whether chunks can be written with it here.
    pub encodes: bool,
    pub(super) build: Build,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remedy {
    pub member: &'static str,
    pub value: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoredForm {
    Own,
    Plain,
    Text,
    /// Any bytes decode, so that decoding without a fault proves nothing.
    Anything,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lesson {
    Sizes,
    Transpose,
    Reshape,
    ScaleOffset,
    CastValue,
    Elementwise,
    Delta,
    PackedBools,
    Plain,
    Lengths,
    PackedBits,
    Shard,
    Checksum,
    Shuffle,
    Base64,
}

/// What a codec takes and gives when it encodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CodecKind {
    /// `array -> array`.
    ArrayToArray,
    /// `array -> bytes`.
    ArrayToBytes,
    /// `bytes -> bytes`.
    BytesToBytes,
}

impl fmt::Display for CodecKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ArrayToArray => "array->array",
            Self::ArrayToBytes => "array->bytes",
            Self::BytesToBytes => "bytes->bytes",
        })
    }
}

pub(super) type BuildArrayToArray = fn(&CodecMetadata, &ArrayRepresentation) -> Field<Box<dyn ArrayToArray>>;
pub(super) type BuildArrayToBytes = fn(&CodecMetadata, &ArrayRepresentation) -> Field<Box<dyn ArrayToBytes>>;
pub(super) type BuildBytesToBytes = fn(&CodecMetadata) -> Field<Box<dyn BytesToBytes>>;
pub(super) type BuildImage =
    fn(&CodecMetadata, Option<&ArrayRepresentation>) -> Result<Box<dyn ArrayOrBytes>, CodecError>;

#[derive(Clone, Copy)]
pub(super) enum Build {
    ArrayToArray(BuildArrayToArray),
    ArrayToBytes(BuildArrayToBytes),
    BytesToBytes(BuildBytesToBytes),
    /// `array -> bytes`, or `bytes -> bytes` after such a codec: libraries that share the name differ.
    Image(BuildImage),
}

impl CodecRow {
    pub(super) const fn new(name: &'static str, summary: &'static str, build: Build) -> Self {
        Self {
            name,
            aliases: &[],
            v2: &[],
            summary,
            card: name,
            same_as: name,
            canonical: |_, _| {},
            form: StoredForm::Own,
            lesson: Lesson::Sizes,
            signature: None,
            checksum: None,
            checks: |_| false,
            encodes: true,
            notes: |_| Vec::new(),
            dtypes: |_| FilterDtypes::default(),
            fields: &[],
            inside: |_| Vec::new(),
            named: &[],
            amounts: &[],
            remedies: &[],
            build,
        }
    }

    pub const fn kind(&self) -> CodecKind {
        match self.build {
            Build::ArrayToArray(_) => CodecKind::ArrayToArray,
            Build::ArrayToBytes(_) | Build::Image(_) => CodecKind::ArrayToBytes,
            Build::BytesToBytes(_) => CodecKind::BytesToBytes,
        }
    }

    /// Whether it may also follow an `array -> bytes` codec.
    pub(super) const fn is_image(&self) -> bool {
        matches!(self.build, Build::Image(_))
    }

    /// Whether bytes begin as an image of this codec does: then they are no file of something else.
    pub fn is_image_in(&self, stored: &[u8]) -> bool {
        self.is_image() && !(self.inside)(stored).is_empty()
    }

    pub fn is(&self, other: &Self) -> bool {
        self.name == other.name
    }

    pub fn label(&self) -> &'static str {
        label(self.name)
    }

    /// What it costs to decode a byte with a codec of which nothing else is known; see [`Signature::cost`].
    pub const COMMON_COST: u64 = 2;

    pub fn cost(&self) -> u64 {
        match (self.signature, self.checksum) {
            (Some(signature), _) => signature.cost,
            (None, Some(_)) => ChecksumFacts::COST,
            (None, None) => Self::COMMON_COST,
        }
    }

    pub fn leaves_a_mark(&self) -> bool {
        self.signature.is_some() || self.checksum.is_some()
    }

    pub fn metadata(&self, role: CodecRole, configuration: Value) -> Option<CodecMetadata> {
        let (name, configuration) = match role {
            CodecRole::Codec | CodecRole::Implied => (self.name, configuration),
            CodecRole::Filter | CodecRole::Compressor => {
                let id = *self.v2.first()?;
                let mut entry = match configuration {
                    Value::Object(members) => members,
                    _ => Map::new(),
                };
                entry.shift_insert(0, "id".to_owned(), id.into());
                (id, Value::Object(entry))
            }
        };
        let name = name.to_owned();
        Some(CodecMetadata { name, configuration, must_understand: true, pointer: String::new(), role })
    }

    pub fn entry(&self, role: CodecRole, configuration: Value) -> Option<Value> {
        self.metadata(role, configuration).as_ref().map(written)
    }
}

/// Codecs for numbers read times as the integers that NumPy keeps them in.
pub(super) fn times_as_integers(stage: &StageInfo) -> Vec<DocumentNote> {
    let Representation::Array(array) = &stage.decoded else { return Vec::new() };
    if !matches!(array.data_type, DataType::Time(_)) {
        return Vec::new();
    }
    let name = stage.codec.name.as_str();
    let data_type = &array.data_type;
    vec![stage.codec.note(format!("{name} is not specified for {data_type}, which is read as int64"))]
}

pub fn written(codec: &CodecMetadata) -> Value {
    if codec.role != CodecRole::Codec {
        return codec.configuration.clone();
    }
    match &codec.configuration {
        Value::Null => json!({"name": codec.name}),
        configuration => json!({"name": codec.name, "configuration": configuration}),
    }
}

pub fn label(name: &str) -> &str {
    name.strip_prefix("numcodecs.").unwrap_or(name)
}
