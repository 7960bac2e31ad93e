//! `adler32`: four bytes of Adler-32 (RFC 1950), little-endian, before or behind the bytes.
//!
//! Source: [numcodecs](https://numcodecs.readthedocs.io/en/stable/checksum32.html#adler32).
//! Configuration: `{"location": "start"}`; the checksum stands at the start where none is given.

use super::super::{Build, ChecksumFacts, CodecRow, Lesson, WhichEnd};
use super::BytesToBytes;
use super::checksum::{Checksum, Sum, location, location_of};
use crate::metadata::{CodecMetadata, Field};

#[derive(Debug)]
struct Adler32;

impl Sum for Adler32 {
    fn of(&self, payload: &[u8]) -> u32 {
        adler2::adler32_slice(payload)
    }
}

const FACTS: ChecksumFacts = ChecksumFacts {
    title: "Adler-32",
    default: WhichEnd::Start,
    sides: &[WhichEnd::End, WhichEnd::Start],
    polynomial: None,
    configuration: location_of,
};

pub(in super::super) const ROW: CodecRow = CodecRow {
    v2: &["adler32"],
    card: "numcodecs",
    checks: |_| true,
    checksum: Some(&FACTS),
    lesson: Lesson::Checksum,
    ..CodecRow::new(
        "numcodecs.adler32",
        "adds an Adler-32 checksum before or behind the bytes",
        Build::BytesToBytes(build),
    )
};

fn build(codec: &CodecMetadata) -> Field<Box<dyn BytesToBytes>> {
    Ok(Box::new(Checksum { sum: Adler32, location: location(codec, WhichEnd::Start)? }))
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::encode_bytes;
    use super::super::fixture::{codec, decode, round_trips};
    use serde_json::{Value, json};

    #[test]
    fn the_checksum_stands_at_the_start() {
        let codec = codec("adler32", Value::Null).unwrap();
        // One sum is 1+97+98+99+100 = 0x18b, the other 98+196+295+395 = 0x3d8.
        let stored = b"\x8b\x01\xd8\x03abcd";
        let (result, notes) = decode(codec.as_ref(), stored);
        assert_eq!(result.unwrap(), b"abcd");
        assert_eq!(notes, ["checksum: 0x03d8018b"]);
        assert_eq!(encode_bytes(codec.as_ref(), b"abcd"), stored);
        assert_eq!(encode_bytes(codec.as_ref(), b""), [1, 0, 0, 0]);
        round_trips(codec.as_ref());
    }

    #[test]
    fn or_at_the_end() {
        let codec = codec("adler32", json!({"location": "end"})).unwrap();
        assert_eq!(encode_bytes(codec.as_ref(), b"abcd"), b"abcd\x8b\x01\xd8\x03");
    }
}
