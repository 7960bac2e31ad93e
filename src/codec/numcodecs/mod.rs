//! The `bytes -> bytes` codecs of [numcodecs](https://numcodecs.readthedocs.io/en/stable/), which documents of version 2
//! name by their `id`, and documents of version 3 as `numcodecs.<id>`.
//!
//! Without a configuration, the defaults of numcodecs hold. Its `gzip`, `zstd` and `blosc` are the registered codecs.

pub(super) mod base64;
pub(super) mod bz2;
pub(super) mod checksum;
mod fletcher32;
pub(super) mod imagecodecs;
mod jenkins_lookup3;
pub(super) mod lz4;
pub(super) mod lzma;
pub(super) mod shuffle;
pub(super) mod zlib;

use std::ops::RangeInclusive;

use super::reader::{Reader, corrupt_at};
use super::{Build, BuildBytesToBytes, CodecError, CodecRow, DecodeOptions, StageWork};
use crate::metadata::{CodecMetadata, Field, Json};
use crate::store::StoreError;

const fn row(name: &'static str, summary: &'static str, build: BuildBytesToBytes) -> CodecRow {
    CodecRow { card: "numcodecs", ..CodecRow::new(name, summary, Build::BytesToBytes(build)) }
}

/// `None` for null too, which Python writes for what was not chosen.
pub(super) fn given<'a>(configuration: &Json<'a>, member: &str) -> Option<Json<'a>> {
    configuration.member(member).filter(|field| !field.value().is_null())
}

pub(super) fn integer(
    configuration: &Json,
    member: &str,
    range: RangeInclusive<i64>,
    default: i64,
) -> Field<i64> {
    let Some(field) = given(configuration, member) else { return Ok(default) };
    let expected = format!("an integer from {} to {}", range.start(), range.end());
    match i64::try_from(field.integer(&expected)?) {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(field.unexpected(expected)),
    }
}

fn size(configuration: &Json, member: &str, range: RangeInclusive<u32>, default: u32) -> Field<u32> {
    let range = i64::from(*range.start())..=i64::from(*range.end());
    Ok(u32::try_from(integer(configuration, member, range, default.into())?).unwrap_or(default))
}

pub(super) const UNUSED: &str = "unused bytes";

/// Python's decoders pass over what follows the last stream; a note reports it.
fn note_rest(reader: &Reader, work: &mut StageWork) {
    let rest = reader.rest().len();
    if rest > 0 {
        work.note(UNUSED, format!("{rest} after the stream"));
    }
}

/// Writing to memory does not fail.
fn written(result: std::io::Result<Vec<u8>>) -> Result<Vec<u8>, CodecError> {
    result.map_err(|error| StoreError::io("", &error).into())
}

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
mod fixture {
    use serde_json::Value;

    use super::super::fixture::{decode_bytes, encode_bytes, metadata};
    use super::super::{BytesToBytes, CodecError, CodecRow, DecodeOptions};
    use crate::metadata::Field;

    pub fn codec(id: &str, configuration: Value) -> Field<Box<dyn BytesToBytes>> {
        let row = CodecRow::find_v2(id).unwrap();
        let super::super::Build::BytesToBytes(build) = row.build else { panic!("{id}") };
        build(&metadata(row.name, configuration))
    }

    pub fn decode(codec: &dyn BytesToBytes, input: &[u8]) -> (Result<Vec<u8>, CodecError>, Vec<String>) {
        decode_bytes(codec, input, DecodeOptions::default())
    }

    pub fn pass_over(codec: &dyn BytesToBytes, input: &[u8]) -> (Result<Vec<u8>, CodecError>, Vec<String>) {
        decode_bytes(codec, input, DecodeOptions { ignore_checksums: true, ..DecodeOptions::default() })
    }

    pub fn decode_at_most(codec: &dyn BytesToBytes, input: &[u8], limit: u64) -> Result<Vec<u8>, CodecError> {
        decode_bytes(codec, input, DecodeOptions { max_chunk_bytes: limit, ..DecodeOptions::default() }).0
    }

    pub fn fault(codec: &dyn BytesToBytes, input: &[u8]) -> String {
        decode(codec, input).0.unwrap_err().to_string()
    }

    pub fn buffers() -> Vec<Vec<u8>> {
        let noise = |n: u32| {
            (0..n).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 13).to_le_bytes()[0]).collect::<Vec<u8>>()
        };
        let steps = (0..3000_u32).flat_map(|i| (i * 3).to_le_bytes()).collect();
        vec![vec![], vec![7], b"abcd".to_vec(), vec![0; 100_000], steps, noise(1 << 16), noise(13)]
    }

    pub fn round_trips(codec: &dyn BytesToBytes) {
        for buffer in buffers() {
            let stored = encode_bytes(codec, &buffer);
            if let Some(nbytes) = codec.encoded_nbytes(Some(buffer.len() as u64)) {
                assert_eq!(stored.len() as u64, nbytes);
            }
            assert!(decode(codec, &stored).0.unwrap() == buffer, "{} bytes", buffer.len());
        }
    }

    pub fn no_part_is_enough(codec: &dyn BytesToBytes, stored: &[u8]) {
        for end in 0..stored.len() {
            assert!(decode(codec, &stored[..end]).0.is_err(), "{end} of {} bytes", stored.len());
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
        assert!(error.to_string().ends_with("found 4 after the stream"), "{error}");
        assert!(peel(&zlib, stream, 4).is_err());
        assert!(peel(&metadata("bytes", Value::Null), stream, 9).is_err());
    }
}
