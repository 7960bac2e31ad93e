//! `crc32c`: four bytes of CRC-32C behind the bytes, little-endian.
//!
//! Specification: [crc32c](https://zarr-specs.readthedocs.io/en/latest/v3/codecs/crc32c/index.html).
//! It has no configuration.

use serde_json::Value;

use super::numcodecs::checksum::{Checksum, POLYNOMIAL, Sum};
use super::{Build, ChecksumFacts, CodecRow, Lesson, WhichEnd};

const CHECKSUM: Checksum = Checksum { sum: Sum::Plain(crc32c::crc32c), location: WhichEnd::End };

pub const ROW: CodecRow = CodecRow {
    checks: |_| true,
    checksum: Some(&ChecksumFacts {
        title: "CRC-32C",
        default: WhichEnd::End,
        sides: &[WhichEnd::End],
        polynomial: Some(POLYNOMIAL),
        configuration: |_| Value::Null,
    }),
    lesson: Lesson::Checksum,
    ..CodecRow::new("crc32c", "appends a CRC-32C checksum", Build::BytesToBytes(|_| Ok(Box::new(CHECKSUM))))
};

#[cfg(test)]
mod tests {
    use super::super::fixture::{decode_bytes, encode_bytes, left_bytes};
    use super::super::{CodecError, DecodeOptions};
    use super::*;

    /// The check value of CRC-32C (RFC 3720, appendix B.4, has more) for the digits 1 to 9.
    const STORED: [u8; 13] = *b"123456789\x83\x92\x06\xe3";

    fn decode(input: &[u8], ignore_checksums: bool) -> (Result<Vec<u8>, CodecError>, Vec<String>) {
        decode_bytes(&CHECKSUM, input, DecodeOptions { ignore_checksums, ..DecodeOptions::default() })
    }

    #[test]
    fn the_check_value() {
        let (result, notes) = decode(&STORED, false);
        assert_eq!(result.unwrap(), b"123456789");
        assert_eq!(notes, ["checksum: 0xe3069283"]);
    }

    #[test]
    fn encoding_appends_the_check_value() {
        assert_eq!(encode_bytes(&CHECKSUM, b"123456789"), STORED);
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
        assert_eq!(left_bytes(&CHECKSUM, &stored), (b"123456789".to_vec(), Some(9)));
        assert_eq!(decode(&stored, false).1, ["checksum: 0xe2069283", "computed checksum: 0xe3069283"]);
    }
}
