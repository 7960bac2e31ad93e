//! `zlib`: DEFLATE with a header of two bytes and an Adler-32 of the bytes behind.
//!
//! Sources: [numcodecs](https://numcodecs.readthedocs.io/en/stable/compression/zlib.html), RFC 1950.
//! Configuration: `{"level": 1}`; decoding does not need it. As in Python, one stream is read, and bytes behind it are
//! passed over.

use miniz_oxide::deflate::compress_to_vec_zlib;

use serde_json::json;

use super::{integer, note_rest, row};
use crate::codec::deflate::inflate;
use crate::codec::reader::{Reader, corrupt_at, hex};
use crate::codec::{BytesToBytes, CodecError, CodecRow, FieldReading, Signature, StageWork, StoredField};

#[derive(Debug)]
struct Zlib {
    level: u8,
}

const SIGNATURE: Signature = Signature {
    mark_nbytes: 2,
    fits: |input| input.first_chunk().is_some_and(|header| fault(*header).is_none()),
    ..Signature::new(b"", |_| json!({"level": 1}), 4)
};

pub(in super::super) const ROW: CodecRow = CodecRow {
    v2: &["zlib"],
    checks: |_| true,
    fields: &[
        StoredField::at(0, 1, FieldReading::Plain, "method", "DEFLATE, and the size of its window"),
        StoredField::before_end(4, 4, FieldReading::Big, "Adler-32", "the Adler-32 of what comes out"),
    ],
    signature: Some(&SIGNATURE),
    ..row("numcodecs.zlib", "compresses with DEFLATE, with an Adler-32 of the bytes", |codec| {
        let level = integer(&codec.configuration(), "level", -1..=9, 1)?;
        // -1 is zlib's own choice, which is 6.
        Ok(Box::new(Zlib { level: u8::try_from(level).unwrap_or(6) }))
    })
};

impl BytesToBytes for Zlib {
    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let mut reader = Reader::new(input);
        let mut output = Vec::new();
        header(&mut reader, work)?;
        let inflated = inflate(&mut reader, &mut output, work);
        let used = reader.position();
        let result = match inflated {
            Ok(()) => reader
                .array("an Adler-32")
                .and_then(|stored| work.check(u32::from_be_bytes(stored), adler2::adler32_slice(&output))),
            Err(error) => Err(error),
        };
        if result.is_ok() {
            note_rest(&reader, work);
        }
        work.or_leave(result, output, used)
    }

    fn encode(&self, input: &[u8], _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        Ok(compress_to_vec_zlib(input, self.level))
    }
}

const DICTIONARY: u8 = 0x20;
const LEVELS: [&str; 4] = ["fastest", "fast", "default", "slowest"];

fn fault([method, flags]: [u8; 2]) -> Option<(usize, &'static str)> {
    if method & 0x0f != 8 || method >> 4 > 7 {
        Some((0, "a zlib header (78 for DEFLATE with a window of 32 KiB)"))
    } else if !u16::from_be_bytes([method, flags]).is_multiple_of(31) {
        Some((0, "a zlib header that is a multiple of 31"))
    } else if flags & DICTIONARY != 0 {
        Some((1, "a zlib stream without a dictionary"))
    } else {
        None
    }
}

fn header(reader: &mut Reader, work: &mut StageWork) -> Result<(), CodecError> {
    let header @ [method, flags] = reader.array("a zlib header")?;
    let found = hex(&header);
    if let Some((place, expected)) = fault(header) {
        return Err(corrupt_at(place, expected, found));
    }
    work.note("window", format!("{} bytes", 256_u32 << (method >> 4)));
    let level = LEVELS.get(usize::from(flags >> 6)).copied().unwrap_or_default();
    work.note("header", format!("{found}, level {} ({level})", flags >> 6));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::{encode_bytes, left_bytes};
    use super::super::fixture::{
        codec, decode, decode_at_most, fault, no_part_is_enough, pass_over, round_trips,
    };
    use super::*;
    use serde_json::{Value, json};

    /// One stored (uncompressed) block with "hello", Adler-32 062c0215.
    const HELLO: &[u8] = b"\x78\x01\x01\x05\0\xfa\xffhello\x06\x2c\x02\x15";

    fn zlib() -> Box<dyn BytesToBytes> {
        codec("zlib", Value::Null).unwrap()
    }

    #[test]
    fn a_stored_block() {
        let (result, notes) = decode(zlib().as_ref(), HELLO);
        assert_eq!(result.unwrap(), b"hello");
        assert_eq!(
            notes,
            ["window: 32768 bytes", "header: 78 01, level 0 (fastest)", "checksum: 0x062c0215"]
        );
        let level_0 = codec("zlib", json!({"level": 0})).unwrap();
        assert_eq!(encode_bytes(level_0.as_ref(), b"hello"), HELLO);
        no_part_is_enough(zlib().as_ref(), HELLO);
    }

    #[test]
    fn a_stream_of_python() {
        let stored = b"\x78\x01\x4b\x4c\x4a\x4e\x01\x00\x03\xd8\x01\x8b";
        assert_eq!(decode(zlib().as_ref(), stored).0.unwrap(), b"abcd");
        let more = [stored.as_slice(), b"??"].concat();
        let (result, notes) = decode(zlib().as_ref(), &more);
        assert_eq!(result.unwrap(), b"abcd");
        assert_eq!(notes.last().unwrap(), "unused bytes: 2 after the stream");
    }

    #[test]
    fn what_is_encoded_decodes_to_the_same() {
        for level in [-1, 0, 1, 9] {
            round_trips(codec("zlib", json!({"level": level})).unwrap().as_ref());
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let fault = |input: &[u8]| fault(zlib().as_ref(), input);
        assert_eq!(fault(b""), "at byte 0: expected 2 bytes of a zlib header, found the end after 0 bytes");
        assert_eq!(
            fault(b"\x1f\x8b\x08"),
            "at byte 0: expected a zlib header (78 for DEFLATE with a window of 32 KiB), found 1f 8b"
        );
        assert_eq!(
            fault(b"\x78\x02"),
            "at byte 0: expected a zlib header that is a multiple of 31, found 78 02"
        );
        assert_eq!(fault(b"\x78\xbb"), "at byte 1: expected a zlib stream without a dictionary, found 78 bb");
        assert_eq!(
            fault(&HELLO[..14]),
            "at byte 12: expected 4 bytes of an Adler-32, found the end after 2 bytes"
        );
    }

    #[test]
    fn a_wrong_checksum_can_be_passed_over() {
        let mut stored = HELLO.to_vec();
        stored[7] = b'j';
        assert!(matches!(
            decode(zlib().as_ref(), &stored).0,
            Err(CodecError::Checksum { stored: 0x062c_0215, .. })
        ));
        assert_eq!(pass_over(zlib().as_ref(), &stored).0.unwrap(), b"jello");
    }

    #[test]
    fn a_bomb_is_stopped_at_the_limit() {
        assert_eq!(decode_at_most(zlib().as_ref(), HELLO, 4), Err(CodecError::TooMuch { limit: 4 }));
        assert_eq!(decode_at_most(zlib().as_ref(), HELLO, 5).unwrap(), b"hello");
    }

    #[test]
    fn the_level_is_checked() {
        assert_eq!(
            codec("zlib", json!({"level": 10})).unwrap_err().to_string(),
            "/codecs/0/configuration/level: expected an integer from -1 to 9, found 10"
        );
    }

    #[test]
    fn what_came_out_before_a_fault_is_left() {
        let left = |input: &[u8]| left_bytes(zlib().as_ref(), input);
        assert_eq!(left(&HELLO[..9]), (b"he".to_vec(), Some(9)));
        assert_eq!(left(&HELLO[..14]), (b"hello".to_vec(), Some(12)));
    }
}
