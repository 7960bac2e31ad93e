//! `crc32c`: four bytes of CRC-32C behind the bytes, little-endian.
//!
//! Specification: [crc32c](https://zarr-specs.readthedocs.io/en/latest/v3/codecs/crc32c/index.html).
//! It has no configuration.

use std::ops::Range;

use super::{Build, BytesToBytes, ChecksumFacts, CodecError, CodecRow, Lesson, StageWork, WhichEnd};
use crate::metadata::{CodecMetadata, Field};
use serde_json::Value;

#[derive(Debug)]
struct Crc32c;

const CHECKSUM: u64 = 4;

/// The reversed polynomial, by which a wrong checksum gives away a flipped bit.
pub const POLYNOMIAL: u32 = 0x82f6_3b78;

/// It comes after the bytes, and a document has no choices for it.
const FACTS: ChecksumFacts = ChecksumFacts {
    title: "CRC-32C",
    default: WhichEnd::End,
    sides: &[WhichEnd::End],
    polynomial: Some(POLYNOMIAL),
    configuration: |_| Value::Null,
};

/// The row of the codec.
pub const ROW: CodecRow = CodecRow {
    checks: |_| true,
    checksum: Some(&FACTS),
    lesson: Lesson::Checksum,
    ..CodecRow::new("crc32c", "appends a CRC-32C checksum", Build::BytesToBytes(build))
};

#[expect(clippy::unnecessary_wraps, reason = "the table of codecs wants this signature")]
fn build(_: &CodecMetadata) -> Field<Box<dyn BytesToBytes>> {
    Ok(Box::new(Crc32c))
}

impl BytesToBytes for Crc32c {
    fn encoded_nbytes(&self, decoded: Option<u64>) -> Option<u64> {
        decoded?.checked_add(CHECKSUM)
    }

    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let Some((payload, checksum)) = input.split_last_chunk() else {
            return Err(CodecError::Length {
                expected: CHECKSUM,
                what: "a checksum at least".into(),
                found: input.len() as u64,
            });
        };
        work.check_payload(u32::from_le_bytes(*checksum), crc32c::crc32c(payload), payload, 0)
    }

    fn locate(&self, ranges: &[Range<u64>], _encoded: &[u8]) -> Option<Vec<Range<u64>>> {
        Some(ranges.to_vec())
    }

    fn locate_back(&self, range: &Range<u64>, encoded: &[u8]) -> Option<Range<u64>> {
        let end = (encoded.len() as u64).saturating_sub(4);
        Some(range.start.min(end)..range.end.min(end))
    }

    fn encode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let checksum = crc32c::crc32c(input);
        work.note("checksum", format!("{checksum:#010x}"));
        Ok([input, &checksum.to_le_bytes()].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::super::DecodeOptions;
    use super::super::fixture::{decode_bytes, encode_bytes, left_bytes};
    use super::*;

    /// The check value of CRC-32C (RFC 3720, appendix B.4, has more) for the digits 1 to 9.
    const STORED: [u8; 13] = *b"123456789\x83\x92\x06\xe3";

    fn decode(input: &[u8], ignore_checksums: bool) -> (Result<Vec<u8>, CodecError>, Vec<String>) {
        decode_bytes(&Crc32c, input, DecodeOptions { ignore_checksums, ..DecodeOptions::default() })
    }

    #[test]
    fn the_check_value() {
        let (result, notes) = decode(&STORED, false);
        assert_eq!(result.unwrap(), b"123456789");
        assert_eq!(notes, ["checksum: 0xe3069283"]);
    }

    #[test]
    fn encoding_appends_the_check_value() {
        assert_eq!(encode_bytes(&Crc32c, b"123456789"), STORED);
    }

    #[test]
    fn a_flipped_bit_is_found() {
        let mut stored = STORED;
        stored[0] ^= 1;
        let (result, _) = decode(&stored, false);
        assert!(matches!(result, Err(CodecError::Checksum { stored: 0xe306_9283, .. })), "{result:?}");
        let (result, notes) = decode(&stored, true);
        assert_eq!(result.unwrap(), b"023456789");
        assert_eq!(notes.len(), 2);
    }

    #[test]
    fn fewer_bytes_than_a_checksum() {
        assert_eq!(
            decode(b"abc", true).0.unwrap_err().to_string(),
            "expected 4 bytes (a checksum at least), found 3"
        );
    }

    #[test]
    fn the_bytes_of_a_wrong_checksum_are_left() {
        let mut stored = STORED;
        stored[12] ^= 1;
        assert_eq!(left_bytes(&Crc32c, &stored), (b"123456789".to_vec(), Some(9)));
        assert_eq!(decode(&stored, false).1, ["checksum: 0xe2069283", "computed checksum: 0xe3069283"]);
    }
}
