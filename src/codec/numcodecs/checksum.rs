//! What the checksum codecs have in common: four bytes of a checksum, little-endian, before or behind the bytes.
//!
//! Source: [checksum32.py](https://github.com/zarr-developers/numcodecs/blob/main/src/numcodecs/checksum32.py).

use std::fmt;
use std::ops::Range;

use serde_json::{Value, json};

use super::super::WhichEnd;
use super::super::probe::shifted;
use super::{BytesToBytes, CodecError, StageWork, given};
use crate::metadata::{CodecMetadata, Field};

/// A checksum of 32 bits.
pub trait Sum: fmt::Debug + Send + Sync {
    fn of(&self, payload: &[u8]) -> u32;
}

#[derive(Debug)]
pub struct Checksum<S> {
    pub sum: S,
    pub location: WhichEnd,
}

const NBYTES: u64 = 4;

/// The configuration that puts a checksum on that side.
pub fn location_of(side: WhichEnd) -> Value {
    json!({"location": side.name()})
}

/// The member `location` of the configuration.
pub fn location(codec: &CodecMetadata, default: WhichEnd) -> Field<WhichEnd> {
    let Some(field) = given(&codec.configuration(), "location") else { return Ok(default) };
    let expected = "\"start\" or \"end\"";
    match field.string(expected)? {
        "start" => Ok(WhichEnd::Start),
        "end" => Ok(WhichEnd::End),
        _ => Err(field.unexpected(expected)),
    }
}

impl<S: Sum> BytesToBytes for Checksum<S> {
    fn encoded_nbytes(&self, decoded: Option<u64>) -> Option<u64> {
        decoded?.checked_add(NBYTES)
    }

    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let split = match self.location {
            WhichEnd::Start => input.split_first_chunk().map(|(stored, payload)| (payload, stored)),
            WhichEnd::End => input.split_last_chunk(),
        };
        let Some((payload, stored)) = split else {
            return Err(CodecError::Length {
                expected: NBYTES,
                what: "a checksum at least".into(),
                found: input.len() as u64,
            });
        };
        let before = match self.location {
            WhichEnd::Start => NBYTES,
            WhichEnd::End => 0,
        };
        work.check_payload(u32::from_le_bytes(*stored), self.sum.of(payload), payload, before)
    }

    fn locate(&self, ranges: &[Range<u64>], _encoded: &[u8]) -> Option<Vec<Range<u64>>> {
        Some(match self.location {
            WhichEnd::Start => shifted(ranges, NBYTES),
            WhichEnd::End => ranges.to_vec(),
        })
    }

    fn locate_back(&self, range: &Range<u64>, encoded: &[u8]) -> Option<Range<u64>> {
        let payload = (encoded.len() as u64).saturating_sub(NBYTES);
        let shift = if matches!(self.location, WhichEnd::Start) { NBYTES } else { 0 };
        let place = |byte: u64| byte.saturating_sub(shift).min(payload);
        Some(place(range.start)..place(range.end))
    }

    fn encode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let checksum = self.sum.of(input);
        work.note("checksum", format!("{checksum:#010x}"));
        let stored = checksum.to_le_bytes();
        Ok(match self.location {
            WhichEnd::Start => [&stored, input].concat(),
            WhichEnd::End => [input, &stored].concat(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::left_bytes;
    use super::super::fixture::{codec, decode, fault, pass_over};
    use super::*;

    #[test]
    fn fewer_bytes_than_a_checksum() {
        for id in ["crc32", "crc32c", "adler32", "fletcher32", "jenkins_lookup3"] {
            let codec = codec(id, json!({})).unwrap();
            assert_eq!(
                fault(codec.as_ref(), b"abc"),
                "expected 4 bytes (a checksum at least), found 3",
                "{id}"
            );
        }
    }

    #[test]
    fn a_wrong_checksum_can_be_passed_over() {
        let codec = codec("crc32", json!({})).unwrap();
        let stored = b"\x11\xcd\x82\xedabce";
        assert!(matches!(
            decode(codec.as_ref(), stored).0,
            Err(CodecError::Checksum { stored: 0xed82_cd11, .. })
        ));
        let (result, notes) = pass_over(codec.as_ref(), stored);
        assert_eq!(result.unwrap(), b"abce");
        assert_eq!(notes.len(), 2);
    }

    #[test]
    fn the_location_is_checked() {
        assert_eq!(
            codec("adler32", json!({"location": "middle"})).unwrap_err().to_string(),
            "/codecs/0/configuration/location: expected \"start\" or \"end\", found \"middle\""
        );
    }

    #[test]
    fn the_bytes_of_a_wrong_checksum_are_left() {
        let stored = b"\x11\xcd\x82\xeeabcd";
        let left = |location: &str| {
            left_bytes(codec("crc32", json!({"location": location})).unwrap().as_ref(), stored)
        };
        assert_eq!(left("start"), (b"abcd".to_vec(), Some(8)));
        assert_eq!(left("end"), (b"\x11\xcd\x82\xee".to_vec(), Some(4)));
    }
}
