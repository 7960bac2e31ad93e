//! The codecs of an array, in order and bound to what each of them decodes to.
//!
//! The order is checked here: any number of `array -> array` codecs, one `array -> bytes` codec, any number of
//! `bytes -> bytes` codecs. After that a misplaced codec cannot exist.

use std::fmt;
use std::sync::Arc;

use super::stand_in::{PassedOver, StandIn};
use super::{
    ArrayToArray, ArrayToBytes, Build, BytesToBytes, CodecError, CodecKind, CodecRow, FillPath, NBytes,
    Sharding,
};
use crate::limits;
use crate::metadata::{
    ArrayRepresentation, CodecMetadata, CodecRole, DOCUMENT, DocumentError, Field, Scalar,
};

/// A codec pipeline.
///
/// ```
/// use zarrscope::{Array, Hierarchy};
///
/// let array = Array::open(&Hierarchy::open("sample-data/climate.zarr")?, "temperature")?;
/// let stages: Vec<String> =
///     array.chain().stages().map(|stage| format!("{} {}", stage.codec.name, stage.kind)).collect();
/// assert_eq!(stages[..2], ["scale_offset array->array", "cast_value array->array"]);
/// # Ok::<(), zarrscope::Error>(())
/// ```
#[derive(Debug)]
pub struct Chain {
    decoded: ArrayRepresentation,
    pub(super) array_to_array: Vec<Stage<dyn ArrayToArray>>,
    pub(super) array_to_bytes: Stage<dyn ArrayToBytes>,
    pub(super) bytes_to_bytes: Vec<Stage<dyn BytesToBytes>>,
    fill_path: FillPath,
}

#[derive(Debug)]
pub(super) struct Stage<C: ?Sized> {
    pub(super) info: StageInfo,
    pub(super) codec: Box<C>,
}

/// What is known of a stage before anything is decoded.
#[derive(Debug, Clone, PartialEq)]
pub struct StageInfo {
    /// The codec as the document names and configures it.
    pub codec: Arc<CodecMetadata>,
    #[doc(hidden)]
    pub codec_index: usize,
    /// What it takes and gives.
    pub kind: CodecKind,
    /// What comes out when it decodes.
    pub decoded: Representation,
    #[doc(hidden)]
    pub encoded: Representation,
    #[doc(hidden)]
    pub dimensions: Dimensions,
    /// Why its configuration cannot be used. A codec that is unknown has none: `check` and each decode say so.
    pub fault: Option<DocumentError>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dimensions {
    Kept,
    /// Dimension `i` of the encoded array is this one of the decoded array.
    Permuted(Vec<usize>),
    Changed,
}

/// What stands between two stages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Representation {
    #[doc(hidden)]
    Array(ArrayRepresentation),
    #[doc(hidden)]
    Bytes(NBytes),
    #[doc(hidden)]
    Unknown,
}

impl StageInfo {
    #[doc(hidden)]
    pub fn row(&self) -> Option<&'static CodecRow> {
        CodecRow::named(&self.codec.name, self.codec.role)
    }

    #[doc(hidden)]
    pub fn is_known(&self) -> bool {
        self.row().is_some_and(CodecRow::decodes)
    }

    #[doc(hidden)]
    pub fn part(&self) -> String {
        match self.codec.role {
            CodecRole::Codec => self.kind.to_string(),
            CodecRole::Filter => "filter".to_owned(),
            CodecRole::Compressor => "compressor".to_owned(),
            CodecRole::Implied => "layout".to_owned(),
        }
    }
}

impl Representation {
    #[doc(hidden)]
    pub fn fill_value(&self) -> Option<&Scalar> {
        match self {
            Self::Array(array) => array.fill_value.as_ref(),
            _ => None,
        }
    }
}

impl fmt::Display for Representation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Array(array) => write!(f, "{array}"),
            Self::Bytes(NBytes::Exactly(nbytes)) => write!(f, "{nbytes} bytes"),
            Self::Bytes(_) => f.write_str("bytes"),
            Self::Unknown => f.write_str("not known"),
        }
    }
}

impl Chain {
    /// Puts a chain together for chunks of one representation; `pointer` is the place of `codecs`.
    ///
    /// A codec that is not known or not configured well becomes a stand-in that fails when decoding reaches it.
    ///
    /// # Errors
    /// When the codecs are not in order, or there is not exactly one `array -> bytes` codec.
    pub fn build(codecs: &[CodecMetadata], pointer: &str, decoded: ArrayRepresentation) -> Field<Self> {
        let count = codecs.iter().fold(0, |sum: usize, codec| sum.saturating_add(codec.count()));
        let document = codecs.first().map_or(DOCUMENT, |codec| codec.role.document());
        if count > limits::CODECS {
            let expected = format!("at most {} codecs, with those inside of codecs", limits::CODECS);
            return Err(DocumentError::new(document, pointer, expected, count.to_string()));
        }
        let none = || {
            let found = if codecs.is_empty() { "an empty array" } else { "none" };
            DocumentError::new(document, pointer, "one array->bytes codec, such as \"bytes\"", found)
        };
        let first = |wanted| codecs.iter().position(|codec| CodecRow::kind_of(codec) == Some(wanted));
        // An unknown codec may be any kind that its place allows.
        let unknown = || {
            let before = codecs.get(..first(CodecKind::BytesToBytes).unwrap_or(codecs.len()))?;
            before.iter().rposition(|codec| CodecRow::kind_of(codec).is_none())
        };
        let middle = first(CodecKind::ArrayToBytes).or_else(unknown).ok_or_else(none)?;
        check_order(codecs, middle)?;
        let mut binder = Binder { current: Ok(decoded.clone()), nbytes: NBytes::Any };
        let mut stages = codecs.iter().enumerate();
        let array_to_array =
            stages.by_ref().take(middle).map(|(index, codec)| binder.array_to_array(index, codec)).collect();
        let (index, codec) = stages.next().ok_or_else(none)?;
        let array_to_bytes = binder.array_to_bytes(index, codec);
        let bytes_to_bytes = stages.map(|(index, codec)| binder.bytes_to_bytes(index, codec)).collect();
        let fill_path = FillPath::default();
        let mut chain = Self { decoded, array_to_array, array_to_bytes, bytes_to_bytes, fill_path };
        chain.fill_path = FillPath::of(&chain);
        Ok(chain)
    }

    /// What a chunk decodes to.
    pub fn decoded(&self) -> &ArrayRepresentation {
        &self.decoded
    }

    #[doc(hidden)]
    pub fn encoded_nbytes(&self) -> Option<u64> {
        self.nbytes().exactly()
    }

    pub(crate) fn most_encoded_nbytes(&self) -> Option<u64> {
        self.nbytes().most()
    }

    fn nbytes(&self) -> NBytes {
        match self.stages().last().map(|stage| &stage.encoded) {
            Some(Representation::Bytes(nbytes)) => *nbytes,
            _ => NBytes::Any,
        }
    }

    /// The stages in encoding order, as the document lists them.
    pub fn stages(&self) -> impl DoubleEndedIterator<Item = &StageInfo> {
        let arrays = self.array_to_array.iter().map(|stage| &stage.info);
        let bytes = self.bytes_to_bytes.iter().map(|stage| &stage.info);
        arrays.chain(std::iter::once(&self.array_to_bytes.info)).chain(bytes)
    }

    #[doc(hidden)]
    pub fn decoding(&self) -> impl Iterator<Item = &StageInfo> {
        self.stages().rev()
    }

    #[doc(hidden)]
    pub fn array_to_bytes_info(&self) -> &StageInfo {
        &self.array_to_bytes.info
    }

    #[doc(hidden)]
    pub fn fault(&self) -> Option<&DocumentError> {
        self.stages().find_map(|stage| stage.fault.as_ref())
    }

    #[doc(hidden)]
    pub fn fill_path(&self) -> &FillPath {
        &self.fill_path
    }

    pub(crate) fn reads_ranges(&self) -> bool {
        self.bytes_to_bytes.is_empty() && self.sharding().is_some()
    }

    /// Whether a box takes only the inner chunks that it touches: codecs before the sharding may rearrange elements.
    pub(crate) fn decodes_parts(&self) -> bool {
        self.reads_ranges() && self.array_to_array.is_empty()
    }

    /// Also true where it is not known what the `array -> array` codecs do to coordinates.
    #[doc(hidden)]
    pub fn rearranges(&self) -> bool {
        let coords: Vec<u64> = (0..self.decoded.shape.len() as u64).collect();
        self.array_to_array.iter().any(|stage| stage.codec.locate(&coords).as_ref() != Some(&coords))
    }

    /// The shard, when the chunks of this chain are shards.
    pub fn sharding(&self) -> Option<&Sharding> {
        self.array_to_bytes.codec.sharding()
    }
}

fn check_order(codecs: &[CodecMetadata], middle: usize) -> Field<()> {
    for (index, codec) in codecs.iter().enumerate() {
        let wanted = match index.cmp(&middle) {
            std::cmp::Ordering::Less => CodecKind::ArrayToArray,
            std::cmp::Ordering::Equal => CodecKind::ArrayToBytes,
            std::cmp::Ordering::Greater => CodecKind::BytesToBytes,
        };
        let row = CodecRow::of(codec);
        if wanted == CodecKind::BytesToBytes && row.is_some_and(CodecRow::is_image) {
            continue;
        }
        if let Some(found) = row.map(CodecRow::kind).filter(|kind| *kind != wanted) {
            let side = if index < middle { "before" } else { "after" };
            let expected = format!("a codec {wanted} {side} the array->bytes codec");
            return Err(codec.fault(expected, format!("\"{}\", which is {found}", codec.name)));
        }
    }
    Ok(())
}

struct Binder {
    current: Result<ArrayRepresentation, String>,
    nbytes: NBytes,
}

impl Binder {
    fn array_to_array(&mut self, index: usize, codec: &CodecMetadata) -> Stage<dyn ArrayToArray> {
        let before = self.current.clone();
        let row = CodecRow::of(codec).map(|row| row.build);
        let built: Result<Box<dyn ArrayToArray>, CodecError> = match (&before, row) {
            (Err(because), _) => Err(CodecError::Unbound { because: because.clone() }),
            (Ok(decoded), Some(Build::ArrayToArray(read))) => {
                read(codec, decoded).map_err(|fault| fault.of_codec(&codec.name).into())
            }
            (Ok(decoded), _) if !codec.must_understand => {
                Ok(Box::new(PassedOver { representation: decoded.clone() }))
            }
            (Ok(_), _) => Err(CodecError::Unknown { name: codec.name.clone() }),
        };
        self.current = match (&built, &before) {
            (Ok(built), _) => Ok(built.encoded().clone()),
            (Err(_), Ok(_)) => Err(codec.name.clone()),
            (Err(_), Err(because)) => Err(because.clone()),
        };
        let (decoded, encoded) = (array_or_unknown(&before), array_or_unknown(&self.current));
        let mut info = describe(index, codec, CodecKind::ArrayToArray, &built, decoded, encoded);
        info.dimensions = built.as_ref().map_or(Dimensions::Kept, |built| built.dimensions());
        Stage { info, codec: built.unwrap_or_else(|error| Box::new(stand_in(error))) }
    }

    fn array_to_bytes(&mut self, index: usize, codec: &CodecMetadata) -> Stage<dyn ArrayToBytes> {
        let before = self.current.clone();
        let row = CodecRow::of(codec).map(|row| row.build);
        let built = match (&before, row) {
            (Err(because), _) => Err(CodecError::Unbound { because: because.clone() }),
            (Ok(decoded), Some(Build::ArrayToBytes(read))) => {
                read(codec, decoded).map_err(|fault| fault.of_codec(&codec.name).into())
            }
            (Ok(decoded), Some(Build::Image(read))) => {
                read(codec, Some(decoded)).map(|image| -> Box<dyn ArrayToBytes> { image })
            }
            (Ok(_), _) => Err(CodecError::Unknown { name: codec.name.clone() }),
        };
        self.nbytes = match (&built, &before) {
            (Ok(built), Ok(decoded)) => NBytes::of_array(built.as_ref(), decoded),
            _ => NBytes::Any,
        };
        let (decoded, encoded) = (array_or_unknown(&before), Representation::Bytes(self.nbytes));
        let info = describe(index, codec, CodecKind::ArrayToBytes, &built, decoded, encoded);
        Stage { info, codec: built.unwrap_or_else(|error| Box::new(stand_in(error))) }
    }

    fn bytes_to_bytes(&mut self, index: usize, codec: &CodecMetadata) -> Stage<dyn BytesToBytes> {
        let row = CodecRow::of(codec).map(|row| row.build);
        let built: Result<Box<dyn BytesToBytes>, CodecError> = match row {
            Some(Build::BytesToBytes(read)) => {
                read(codec).map_err(|fault| fault.of_codec(&codec.name).into())
            }
            Some(Build::Image(read)) => read(codec, None).map(|image| -> Box<dyn BytesToBytes> { image }),
            _ if !codec.must_understand => Ok(Box::new(PassedOver { representation: nothing() })),
            _ => Err(CodecError::Unknown { name: codec.name.clone() }),
        };
        let decoded = Representation::Bytes(self.nbytes);
        self.nbytes = built.as_ref().map_or(NBytes::Any, |built| self.nbytes.through(built.as_ref()));
        let encoded = Representation::Bytes(self.nbytes);
        let info = describe(index, codec, CodecKind::BytesToBytes, &built, decoded, encoded);
        Stage { info, codec: built.unwrap_or_else(|error| Box::new(stand_in(error))) }
    }
}

fn array_or_unknown(current: &Result<ArrayRepresentation, String>) -> Representation {
    current.as_ref().map_or(Representation::Unknown, |array| Representation::Array(array.clone()))
}

fn describe<C: ?Sized>(
    codec_index: usize,
    codec: &CodecMetadata,
    kind: CodecKind,
    built: &Result<Box<C>, CodecError>,
    decoded: Representation,
    encoded: Representation,
) -> StageInfo {
    let fault = match built {
        Err(CodecError::Document(fault)) => Some(fault.clone()),
        _ => None,
    };
    let codec = Arc::new(codec.clone());
    StageInfo { codec, codec_index, kind, decoded, encoded, dimensions: Dimensions::Kept, fault }
}

fn nothing() -> ArrayRepresentation {
    ArrayRepresentation { shape: vec![], data_type: crate::metadata::DataType::Bool, fill_value: None }
}

fn stand_in(error: CodecError) -> StandIn {
    StandIn { error, encoded: nothing() }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{data_type, representation, texts};
    use super::super::{DecodeOptions, Outcome, Trace};
    use super::*;
    use crate::metadata::{Json, Scalar};
    use serde_json::{Value, json};

    fn built(decoded: ArrayRepresentation, codecs: &Value) -> Field<Chain> {
        let codecs = Json::at(codecs, "/codecs".into()).list("codecs", CodecMetadata::read)?;
        Chain::build(&codecs, "/codecs", decoded)
    }

    fn chain(codecs: &Value) -> Field<Chain> {
        built(representation("int16", &[2, 3]), codecs)
    }

    fn bytes() -> Value {
        json!({"name": "bytes", "configuration": {"endian": "little"}})
    }

    fn transpose() -> Value {
        json!({"name": "transpose", "configuration": {"order": [1, 0]}})
    }

    fn record(chain: &Chain, stored: &[u8]) -> Trace {
        Trace::record(chain, stored.to_vec(), &DecodeOptions::default(), usize::MAX)
    }

    fn outcomes(trace: &Trace) -> Vec<String> {
        let describe = |outcome: &Outcome| match outcome {
            Outcome::Decoded(nbytes, _) => format!("{nbytes} bytes"),
            Outcome::Failed(error) => error.to_string(),
            Outcome::NotReached => "not reached".to_owned(),
        };
        trace
            .stages
            .iter()
            .map(|stage| format!("{}: {}", stage.info.codec.name, describe(&stage.outcome)))
            .collect()
    }

    #[test]
    fn stages_run_in_reverse_and_each_is_recorded() {
        let chain = chain(&json!([transpose(), bytes(), "crc32c"])).unwrap();
        assert_eq!(chain.encoded_nbytes(), Some(16));
        let mut stored = vec![1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6, 0];
        stored.extend(crc32c::crc32c(&stored).to_le_bytes());
        let trace = record(&chain, &stored);
        assert_eq!(outcomes(&trace), ["crc32c: 12 bytes", "bytes: 12 bytes", "transpose: 12 bytes"]);
        assert_eq!(texts(trace.result().unwrap()), ["1", "2", "3", "4", "5", "6"]);
        assert_eq!(trace.stages[1].input_nbytes, Some(12));
    }

    #[test]
    fn a_failed_stage_ends_the_chain() {
        let chain = chain(&json!([transpose(), bytes(), "crc32c"])).unwrap();
        let trace = record(&chain, &[0; 16]);
        assert_eq!(outcomes(&trace)[1..], ["bytes: not reached", "transpose: not reached"]);
        let fault = trace.fault.unwrap();
        assert_eq!((fault.stage.codec.name.as_str(), fault.stage.codec_index), ("crc32c", 2));
    }

    #[test]
    fn an_unknown_codec_fails_only_when_it_is_reached() {
        let chain = chain(&json!([bytes(), "example.secret", "crc32c"])).unwrap();
        assert_eq!(chain.fault(), None);
        let mut stored = vec![0; 12];
        stored.extend(crc32c::crc32c(&stored).to_le_bytes());
        assert_eq!(
            outcomes(&record(&chain, &stored)),
            [
                "crc32c: 12 bytes",
                "example.secret: expected a known codec, found \"example.secret\"",
                "bytes: not reached"
            ]
        );
    }

    #[test]
    fn behind_an_unknown_array_codec_nothing_is_guessed() {
        let chain = chain(&json!(["example.secret", transpose(), bytes(), "crc32c"])).unwrap();
        let mut stored = vec![0; 12];
        stored.extend(crc32c::crc32c(&stored).to_le_bytes());
        assert_eq!(
            outcomes(&record(&chain, &stored))[1],
            "bytes: expected a known representation, but that depends on the codec \"example.secret\", which cannot \
             be used"
        );
    }

    #[test]
    fn an_unknown_codec_that_need_not_be_understood_is_passed_over() {
        let secret = json!({"name": "example.secret", "must_understand": false});
        let chain = chain(&json!([secret, bytes(), secret])).unwrap();
        let trace = record(&chain, &[0; 12]);
        assert!(trace.fault.is_none());
        assert_eq!(trace.stages[0].notes[0].name, "passed over");
    }

    #[test]
    fn an_unknown_codec_may_be_the_one_that_makes_bytes() {
        let chain = chain(&json!(["example.secret", "crc32c"])).unwrap();
        let kinds: Vec<CodecKind> = chain.stages().map(|stage| stage.kind).collect();
        assert_eq!(kinds, [CodecKind::ArrayToBytes, CodecKind::BytesToBytes]);
    }

    #[test]
    fn a_misplaced_codec_is_named() {
        for (codecs, fault) in [
            (
                json!([bytes(), transpose()]),
                "/codecs/1: expected a codec bytes->bytes after the array->bytes codec, found \"transpose\", which is \
                 array->array",
            ),
            (
                json!(["crc32c", bytes()]),
                "/codecs/0: expected a codec array->array before the array->bytes codec, found \"crc32c\", which is \
                 bytes->bytes",
            ),
            (
                json!([bytes(), bytes()]),
                "/codecs/1: expected a codec bytes->bytes after the array->bytes codec, found \"bytes\", which is \
                 array->bytes",
            ),
            (json!([]), "/codecs: expected one array->bytes codec, such as \"bytes\", found an empty array"),
            (json!(["crc32c"]), "/codecs: expected one array->bytes codec, such as \"bytes\", found none"),
            (json!([transpose()]), "/codecs: expected one array->bytes codec, such as \"bytes\", found none"),
        ] {
            assert_eq!(chain(&codecs).unwrap_err().to_string(), fault);
        }
    }

    #[test]
    fn a_bad_configuration_leaves_the_other_stages_usable() {
        let bad = json!({"name": "transpose", "configuration": {"order": [0, 0]}});
        let chain = chain(&json!([bad, bytes(), "crc32c"])).unwrap();
        assert_eq!(chain.fault().unwrap().pointer, "/codecs/0/configuration/order");
        let names: Vec<String> =
            chain.stages().map(|stage| format!("{}: {}", stage.codec.name, stage.encoded)).collect();
        assert_eq!(names, ["transpose: not known", "bytes: bytes", "crc32c: bytes"]);
    }

    #[test]
    fn representation_and_fill_value_are_handed_along() {
        let mut decoded = representation("float64", &[2, 3]);
        decoded.fill_value = data_type("float64").scalar(&7_f64.to_le_bytes());
        let codecs = json!([
            transpose(),
            {"name": "scale_offset", "configuration": {"offset": 2, "scale": 10}},
            {"name": "cast_value", "configuration": {"data_type": "uint8"}},
            "bytes",
            {"name": "gzip", "configuration": {"level": 1}},
        ]);
        let chain = built(decoded, &codecs).unwrap();
        let encoded: Vec<String> = chain.stages().map(|stage| stage.encoded.to_string()).collect();
        assert_eq!(encoded, ["3×2 float64", "3×2 float64", "3×2 uint8", "6 bytes", "bytes"]);
        let fills: Vec<Option<Scalar>> = chain
            .stages()
            .filter_map(|stage| match &stage.encoded {
                Representation::Array(array) => Some(array.fill_value.clone()),
                _ => None,
            })
            .collect();
        let fills: Vec<String> = fills.into_iter().map(|fill| fill.unwrap().to_string()).collect();
        assert_eq!(fills, ["7.0", "50.0", "50"]);
    }

    #[test]
    fn a_chunk_over_the_limit_is_refused_before_anything_is_decoded() {
        let chain = chain(&json!([bytes(), "crc32c"])).unwrap();
        let options = DecodeOptions { max_chunk_bytes: 11, ..DecodeOptions::default() };
        let trace = Trace::record(&chain, vec![0; 16], &options, usize::MAX);
        assert_eq!(
            outcomes(&trace),
            [
                "crc32c: not reached",
                "bytes: expected a decoded form of at most 11 bytes (--max-chunk-bytes), found 12 bytes (2×3 int16)"
            ]
        );
    }

    #[test]
    fn a_fill_value_that_inner_chunks_cannot_encode_is_reported() {
        let inner = json!({"chunk_shape": [2, 3], "index_codecs": [bytes()], "codecs": [
            {"name": "cast_value", "configuration": {"data_type": "uint8"}}, "bytes"]});
        let codecs = json!([{"name": "sharding_indexed", "configuration": inner}]);
        let mut decoded = representation("int16", &[2, 3]);
        decoded.fill_value = Some(crate::metadata::Scalar::Integer(-1));
        let chain = built(decoded, &codecs).unwrap();
        assert_eq!(chain.fault(), None);
        assert_eq!(chain.fill_path().fault.as_ref().unwrap().pointer, "/codecs/0/configuration/codecs/0",);
    }
}
