//! `crc32`: four bytes of CRC-32 (that of zlib and gzip), little-endian, before or behind the bytes.
//!
//! Source: [numcodecs](https://numcodecs.readthedocs.io/en/stable/checksum32.html#crc32).
//! Configuration: `{"location": "start"}`; the checksum stands at the start where none is given.

use super::super::{Build, ChecksumFacts, CodecRow, Lesson, WhichEnd};
use super::BytesToBytes;
use super::checksum::{Checksum, Sum, location, location_of};
use crate::metadata::{CodecMetadata, Field};

#[derive(Debug)]
struct Crc32;

impl Sum for Crc32 {
    fn of(&self, payload: &[u8]) -> u32 {
        crc32fast::hash(payload)
    }
}

/// The reversed polynomial, by which a wrong checksum gives away a flipped bit.
pub const POLYNOMIAL: u32 = 0xedb8_8320;

const FACTS: ChecksumFacts = ChecksumFacts {
    title: "CRC-32",
    default: WhichEnd::Start,
    sides: &[WhichEnd::End, WhichEnd::Start],
    polynomial: Some(POLYNOMIAL),
    configuration: location_of,
};

pub(in super::super) const ROW: CodecRow = CodecRow {
    v2: &["crc32"],
    card: "numcodecs",
    checks: |_| true,
    checksum: Some(&FACTS),
    lesson: Lesson::Checksum,
    ..CodecRow::new(
        "numcodecs.crc32",
        "adds a CRC-32 checksum before or behind the bytes",
        Build::BytesToBytes(build),
    )
};

fn build(codec: &CodecMetadata) -> Field<Box<dyn BytesToBytes>> {
    Ok(Box::new(Checksum { sum: Crc32, location: location(codec, WhichEnd::Start)? }))
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::encode_bytes;
    use super::super::fixture::{codec, decode, round_trips};
    use serde_json::{Value, json};

    #[test]
    fn the_checksum_stands_at_the_start() {
        let codec = codec("crc32", Value::Null).unwrap();
        let stored = b"\x11\xcd\x82\xedabcd";
        let (result, notes) = decode(codec.as_ref(), stored);
        assert_eq!(result.unwrap(), b"abcd");
        assert_eq!(notes, ["checksum: 0xed82cd11"]);
        assert_eq!(encode_bytes(codec.as_ref(), b"abcd"), stored);
    }

    #[test]
    fn or_at_the_end() {
        let codec = codec("crc32", json!({"location": "end"})).unwrap();
        // The check value of CRC-32.
        assert_eq!(encode_bytes(codec.as_ref(), b"123456789"), b"123456789\x26\x39\xf4\xcb");
        round_trips(codec.as_ref());
    }
}
