//! `shuffle`: the bytes of the elements, plane by plane.
//!
//! Source: [numcodecs](https://numcodecs.readthedocs.io/en/stable/filter/shuffle.html).
//! Configuration: `{"elementsize": 4}`; with a size of 1 or less nothing moves.
//!
//! ```text
//! decoded   a0 a1 b0 b1 c0 c1       elements a, b, c of 2 bytes
//! encoded   a0 b0 c0 a1 b1 c1       one plane for each byte of an element
//! ```

use std::ops::Range;

use super::{given, row};
use crate::codec::blosc::{shuffle, unshuffle};
use crate::codec::reader::corrupt_at;
use crate::codec::{BytesToBytes, CodecError, CodecRow, Lesson, StageWork, StoredForm};

#[derive(Debug)]
struct Shuffle {
    elementsize: usize,
}

const MOST: u64 = 4096;

pub const ROW: CodecRow = CodecRow {
    v2: &["shuffle"],
    form: StoredForm::Anything,
    lesson: Lesson::Shuffle,
    ..row(
        "numcodecs.shuffle",
        "puts the first bytes of all elements together, then the second ones",
        |codec| {
            let field = given(&codec.configuration(), "elementsize");
            let size = field.as_ref().map_or(Ok(4), |field| field.integer("a number of bytes"))?;
            Ok(Box::new(Shuffle { elementsize: usize::try_from(size.max(1)).unwrap_or(usize::MAX) }))
        },
    )
};

impl Shuffle {
    fn whole(&self, input: &[u8]) -> Result<(), CodecError> {
        let over = input.len() % self.elementsize;
        if over == 0 {
            return Ok(());
        }
        let expected = format!("whole elements of {} bytes", self.elementsize);
        Err(corrupt_at(input.len() - over, expected, format!("{over} bytes at the end")))
    }
}

impl BytesToBytes for Shuffle {
    fn encoded_nbytes(&self, decoded: Option<u64>) -> Option<u64> {
        decoded
    }

    fn decode(&self, input: &[u8], _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        self.whole(input)?;
        let mut output = vec![0; input.len()];
        unshuffle(self.elementsize, input, &mut output);
        Ok(output)
    }

    fn locate(&self, ranges: &[Range<u64>], encoded: &[u8]) -> Option<Vec<Range<u64>>> {
        let size = self.elementsize as u64;
        let elements = (encoded.len() as u64).checked_div(size).filter(|elements| *elements > 0)?;
        if ranges.iter().map(|range| range.end - range.start).sum::<u64>() > MOST {
            return None;
        }
        let place = |byte: u64| (byte % size) * elements + byte / size;
        Some(ranges.iter().cloned().flatten().map(|byte| place(byte)..place(byte) + 1).collect())
    }

    fn locate_back(&self, range: &Range<u64>, encoded: &[u8]) -> Option<Range<u64>> {
        let elements = (encoded.len() as u64).checked_div(self.elementsize as u64)?;
        if range.end.checked_sub(range.start)? != 1 || elements == 0 {
            return None;
        }
        let byte = (range.start % elements) * self.elementsize as u64 + range.start / elements;
        Some(byte..byte + 1)
    }

    fn encode(&self, input: &[u8], _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        self.whole(input)?;
        Ok(shuffle(self.elementsize, input))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::encode_bytes;
    use super::super::super::{DecodeOptions, StageWork};
    use super::super::fixture::{codec, decode, fault};
    use serde_json::{Value, json};

    #[test]
    fn planes_are_put_together() {
        let codec = codec("shuffle", json!({"elementsize": 2})).unwrap();
        let (decoded, encoded) = (b"aAbBcC", b"abcABC");
        assert_eq!(decode(codec.as_ref(), encoded).0.unwrap(), decoded);
        assert_eq!(encode_bytes(codec.as_ref(), decoded), encoded);
    }

    #[test]
    fn an_element_has_four_bytes_where_nothing_is_said() {
        for configuration in [Value::Null, json!({"elementsize": null})] {
            let codec = codec("shuffle", configuration).unwrap();
            assert_eq!(encode_bytes(codec.as_ref(), b"abcdABCD"), b"aAbBcCdD");
        }
    }

    #[test]
    fn elements_of_one_byte_stay_where_they_are() {
        for elementsize in [1, 0, -4] {
            let codec = codec("shuffle", json!({"elementsize": elementsize})).unwrap();
            assert_eq!(decode(codec.as_ref(), b"abcde").0.unwrap(), b"abcde");
            assert_eq!(encode_bytes(codec.as_ref(), b"abcde"), b"abcde");
        }
    }

    #[test]
    fn what_is_encoded_decodes_to_the_same_for_every_size() {
        for elementsize in 1..40 {
            let codec = codec("shuffle", json!({"elementsize": elementsize})).unwrap();
            let decoded: Vec<u8> = (0..=255).cycle().take(elementsize * 23).collect();
            assert_eq!(decode(codec.as_ref(), &encode_bytes(codec.as_ref(), &decoded)).0.unwrap(), decoded);
        }
    }

    #[test]
    fn bytes_that_are_no_whole_elements_are_refused() {
        let codec = codec("shuffle", json!({})).unwrap();
        let expected = "at byte 4: expected whole elements of 4 bytes, found 2 bytes at the end";
        assert_eq!(fault(codec.as_ref(), b"abcdef"), expected);
        let error = codec.encode(b"abcdef", &mut StageWork::new(&DecodeOptions::default())).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn an_element_may_be_larger_than_anything() {
        let codec = codec("shuffle", json!({"elementsize": u64::MAX})).unwrap();
        assert_eq!(decode(codec.as_ref(), b"").0.unwrap(), b"");
        assert_eq!(encode_bytes(codec.as_ref(), b""), b"");
        assert!(decode(codec.as_ref(), b"abcd").0.is_err());
    }
}
