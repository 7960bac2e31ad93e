//! `crc32c`: four bytes of CRC-32C, little-endian, behind or before the bytes.
//!
//! Source: [numcodecs](https://numcodecs.readthedocs.io/en/stable/checksum32.html#crc32c).
//! Configuration: `{"location": "end"}`; the checksum stands at the end where none is given, as that of the registered
//! `crc32c` always does.

use super::super::crc32c::POLYNOMIAL;
use super::super::{Build, ChecksumFacts, CodecRow, Lesson, WhichEnd};
use super::BytesToBytes;
use super::checksum::{Checksum, Sum, location, location_of};
use crate::metadata::{CodecMetadata, Field};

#[derive(Debug)]
struct Crc32cSum;

impl Sum for Crc32cSum {
    fn of(&self, payload: &[u8]) -> u32 {
        crc32c::crc32c(payload)
    }
}

const FACTS: ChecksumFacts = ChecksumFacts {
    title: "CRC-32C",
    default: WhichEnd::End,
    sides: &[WhichEnd::End, WhichEnd::Start],
    polynomial: Some(POLYNOMIAL),
    configuration: location_of,
};

pub(in super::super) const ROW: CodecRow = CodecRow {
    v2: &["crc32c"],
    card: "numcodecs",
    checks: |_| true,
    checksum: Some(&FACTS),
    lesson: Lesson::Checksum,
    ..CodecRow::new(
        "numcodecs.crc32c",
        "adds a CRC-32C checksum behind or before the bytes",
        Build::BytesToBytes(build),
    )
};

fn build(codec: &CodecMetadata) -> Field<Box<dyn BytesToBytes>> {
    Ok(Box::new(Checksum { sum: Crc32cSum, location: location(codec, WhichEnd::End)? }))
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::encode_bytes;
    use super::super::fixture::{codec, decode, round_trips};
    use serde_json::{Value, json};

    #[test]
    fn the_checksum_stands_at_the_end() {
        let codec = codec("crc32c", Value::Null).unwrap();
        let stored = b"abcd\x31\x0a\xc8\x92";
        assert_eq!(decode(codec.as_ref(), stored).0.unwrap(), b"abcd");
        assert_eq!(encode_bytes(codec.as_ref(), b"abcd"), stored);
        round_trips(codec.as_ref());
    }

    #[test]
    fn or_at_the_start() {
        let codec = codec("crc32c", json!({"location": "start"})).unwrap();
        assert_eq!(encode_bytes(codec.as_ref(), b"123456789"), b"\x83\x92\x06\xe3123456789");
    }
}
