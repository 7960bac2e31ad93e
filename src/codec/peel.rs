use super::numcodecs::UNUSED;
use super::reader::corrupt_at;
use super::{Build, CodecError, CodecRow, DecodeOptions, StageWork};
use crate::metadata::CodecMetadata;

pub fn peel(codec: &CodecMetadata, input: &[u8], limit: u64) -> Result<Vec<u8>, CodecError> {
    let Some(Build::BytesToBytes(build)) = CodecRow::of(codec).map(|row| row.build) else {
        return Err(CodecError::Unknown { name: codec.name.clone() });
    };
    let options = DecodeOptions::default();
    let mut work = StageWork::new(&options);
    work.limit = limit;
    let output = build(codec)?.decode(input, &mut work)?;
    match work.notes.iter().find(|note| note.name == UNUSED) {
        None => Ok(output),
        Some(note) => {
            Err(corrupt_at(input.len(), "the end of the stream at the end of the bytes", note.value.clone()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::metadata;
    use super::*;
    use serde_json::Value;

    #[test]
    fn no_bytes_may_be_left_over() {
        // One stored block with "hello", Adler-32 062c0215.
        let stream = b"\x78\x01\x01\x05\0\xfa\xffhello\x06\x2c\x02\x15";
        let zlib = metadata("numcodecs.zlib", Value::Null);
        assert_eq!(peel(&zlib, stream, 9).unwrap(), b"hello");
        let error = peel(&zlib, &[stream, b"more".as_slice()].concat(), 9).unwrap_err();
        assert!(error.to_string().ends_with("found 4 behind the stream"), "{error}");
        assert!(peel(&zlib, stream, 4).is_err());
        assert!(peel(&metadata("bytes", Value::Null), stream, 9).is_err());
    }
}
