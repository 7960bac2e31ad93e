//! Small pieces for the tests of the codecs.

use serde_json::Value;

use super::{
    ArrayToArray, ArrayToBytes, BytesToBytes, CodecError, DecodeOptions, Partial, StageWork, Value as Decoded,
};
use crate::metadata::{ArrayRepresentation, CodecMetadata, CodecRole, DataType, Elements};
use crate::store::Slice;

pub fn metadata(name: &str, configuration: Value) -> CodecMetadata {
    let (name, pointer) = (name.into(), "/codecs/0".into());
    CodecMetadata { name, configuration, must_understand: true, pointer, role: CodecRole::Codec }
}

pub fn data_type(name: &str) -> DataType {
    DataType::from_name(name).unwrap()
}

pub fn representation(name: &str, shape: &[u64]) -> ArrayRepresentation {
    ArrayRepresentation { shape: shape.to_vec(), data_type: data_type(name), fill_value: None }
}

pub fn texts(elements: &Elements) -> Vec<String> {
    elements.iter().map(|scalar| scalar.to_string()).collect()
}

pub fn decode_array(codec: &dyn ArrayToArray, elements: &Elements) -> Result<Elements, CodecError> {
    codec.decode(elements, &mut StageWork::new(&DecodeOptions::default()))
}

/// Decodes with the given limit and gives the notes beside the result.
pub fn decode_bytes(
    codec: &dyn BytesToBytes,
    input: &[u8],
    options: DecodeOptions,
) -> (Result<Vec<u8>, CodecError>, Vec<String>) {
    let mut work = StageWork::new(&options);
    let result = codec.decode(input, &mut work);
    (result, work.notes.into_iter().map(|note| format!("{}: {}", note.name, note.value)).collect())
}

pub fn encode_array(codec: &dyn ArrayToArray, elements: &Elements) -> Result<Elements, CodecError> {
    codec.encode(elements, &mut StageWork::new(&DecodeOptions::default()))
}

pub fn encode_bytes(codec: &dyn BytesToBytes, input: &[u8]) -> Vec<u8> {
    codec.encode(input, &mut StageWork::new(&DecodeOptions::default())).unwrap()
}

/// What an `array -> bytes` codec leaves when it fails: the elements, and how many bytes of the input they are from.
pub fn left_elements(codec: &dyn ArrayToBytes, input: &[u8]) -> (Vec<String>, Option<u64>) {
    let options = DecodeOptions::default();
    let mut work = StageWork::new(&options);
    assert!(codec.decode(&Slice(input), &mut work).is_err());
    match work.partial {
        Some(Partial { value: Decoded::Array(elements), consumed, .. }) => (texts(&elements), consumed),
        Some(_) => panic!("bytes"),
        None => (Vec::new(), None),
    }
}

/// What a codec leaves when it fails: the bytes, and how many of the input they are from.
pub fn left_bytes(codec: &dyn BytesToBytes, input: &[u8]) -> (Vec<u8>, Option<u64>) {
    let options = DecodeOptions::default();
    let mut work = StageWork::new(&options);
    assert!(codec.decode(input, &mut work).is_err());
    match work.partial {
        Some(Partial { value: Decoded::Bytes(bytes), consumed, .. }) => (bytes, consumed),
        Some(_) => panic!("elements"),
        None => (Vec::new(), None),
    }
}
