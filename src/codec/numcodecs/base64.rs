//! `base64`: the bytes as base64 text (RFC 4648, section 4), with padding.
//!
//! Source: [numcodecs](https://github.com/zarr-developers/numcodecs/blob/main/src/numcodecs/base64.py).
//! It has no configuration. Python passes over characters that are not of the alphabet; here they are faults. Only documents of version 2 are known to use it.

use base64::DecodeError;
use base64::prelude::{BASE64_STANDARD, Engine};

use super::row;
use crate::codec::reader::corrupt_at;
use crate::codec::{BytesToBytes, CodecError, CodecRow, Lesson, StageWork};

#[derive(Debug)]
struct Base64;

pub(in super::super) const ROW: CodecRow = CodecRow {
    v2: &["base64"],
    lesson: Lesson::Base64,
    ..row("numcodecs.base64", "writes the bytes as base64 text", |_| Ok(Box::new(Base64)))
};

impl BytesToBytes for Base64 {
    fn encoded_nbytes(&self, decoded: Option<u64>) -> Option<u64> {
        decoded?.div_ceil(3).checked_mul(4)
    }

    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let output = match BASE64_STANDARD.decode(input) {
            Ok(output) => output,
            Err(error) => {
                let (sound, fault) = match error {
                    DecodeError::InvalidByte(place, byte) => {
                        (place, corrupt_at(place, "a character of base64", format!("{byte:#04x}")))
                    }
                    DecodeError::InvalidLastSymbol(place, byte) => {
                        let expected = "a last character without unused bits";
                        (place, corrupt_at(place, expected, format!("{byte:#04x}")))
                    }
                    DecodeError::InvalidLength(_) | DecodeError::InvalidPadding => {
                        let found = format!("{} characters", input.len());
                        let expected = "padding to a multiple of four characters";
                        (input.len().saturating_sub(1), corrupt_at(input.len(), expected, found))
                    }
                };
                let front = sound - sound % 4;
                if work.is_traced
                    && let Ok(output) = BASE64_STANDARD.decode(input.get(..front).unwrap_or_default())
                {
                    work.leave_bytes(output, Some(front as u64));
                }
                return Err(fault);
            }
        };
        if output.len() as u64 > work.limit {
            return Err(CodecError::TooMuch { limit: work.limit });
        }
        Ok(output)
    }

    fn encode(&self, input: &[u8], _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        Ok(BASE64_STANDARD.encode(input).into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::{encode_bytes, left_bytes};
    use super::super::fixture::{codec, decode, decode_at_most, fault, round_trips};
    use super::*;
    use serde_json::Value;

    fn base64() -> Box<dyn BytesToBytes> {
        codec("base64", Value::Null).unwrap()
    }

    #[test]
    fn the_examples_of_the_rfc() {
        for (decoded, encoded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(decode(base64().as_ref(), encoded.as_bytes()).0.unwrap(), decoded.as_bytes());
            assert_eq!(encode_bytes(base64().as_ref(), decoded.as_bytes()), encoded.as_bytes());
        }
        round_trips(base64().as_ref());
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let fault = |input: &[u8]| fault(base64().as_ref(), input);
        assert_eq!(fault(b"Zm9-"), "at byte 3: expected a character of base64, found 0x2d");
        assert_eq!(fault(b"Zh=="), "at byte 1: expected a last character without unused bits, found 0x68");
        let padding = "at byte 6: expected padding to a multiple of four characters, found 6 characters";
        assert_eq!(fault(b"Zm9vYg"), padding);
    }

    #[test]
    fn no_more_than_the_limit_comes_out() {
        assert_eq!(decode_at_most(base64().as_ref(), b"Zm9v", 2), Err(CodecError::TooMuch { limit: 2 }));
        assert!(decode_at_most(base64().as_ref(), b"Zm9v", 3).is_ok());
    }

    #[test]
    fn the_characters_before_a_fault_are_left() {
        let codec = codec("base64", Value::Null).unwrap();
        assert_eq!(left_bytes(codec.as_ref(), b"YWJjZG?="), (b"abc".to_vec(), Some(4)));
        assert_eq!(left_bytes(codec.as_ref(), b"YWJjZGV").0, b"abc");
    }
}
