//! `bz2`: bzip2 streams.
//!
//! Sources: [numcodecs](https://numcodecs.readthedocs.io/en/stable/compression/bz2.html),
//! [bzip2](https://sourceware.org/bzip2/).
//! Configuration: `{"level": 1}`; decoding does not need it. Streams one after the other are one; other bytes behind
//! them are passed over, as in Python. The library compares the checksums of blocks and streams itself, so that a wrong
//! one cannot be passed over.

use std::io::Write;

use bzip2::write::BzEncoder;
use bzip2::{Compression, Decompress, Status};
use serde_json::json;

use super::{note_rest, row, size, written};
use crate::codec::reader::{Reader, corrupt_at, hex};
use crate::codec::{BytesToBytes, CodecError, CodecRow, FieldReading, Signature, StageWork, StoredField};
use crate::limits::STREAMS;

#[derive(Debug)]
struct Bz2 {
    level: Compression,
}

const MAGIC: &[u8] = b"BZh";

/// Three letters are few: after the digit, the first block has to begin.
const SIGNATURE: Signature = Signature {
    mark_nbytes: 4,
    fits: |input| input.get(4..10) == Some(b"1AY&SY"),
    // An empty stream: the header, the mark of its end and a checksum.
    least_nbytes: 14,
    ..Signature::new(MAGIC, |_| json!({"level": 1}), 48)
};

pub(in super::super) const ROW: CodecRow = CodecRow {
    v2: &["bz2"],
    checks: |_| true,
    fields: &[
        StoredField::at(0, 3, FieldReading::Plain, "signature", "the signature of a bzip2 stream, BZh"),
        StoredField::at(
            3,
            1,
            FieldReading::Plain,
            "block size",
            "a digit: the size of a block in 100 000 bytes",
        ),
    ],
    signature: Some(&SIGNATURE),
    ..row("numcodecs.bz2", "compresses with bzip2", |codec| {
        let level = size(&codec.configuration(), "level", 1..=9, 1)?;
        Ok(Box::new(Bz2 { level: Compression::new(level) }))
    })
};

impl BytesToBytes for Bz2 {
    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let mut reader = Reader::new(input);
        let mut output = Vec::new();
        let result = streams(&mut reader, &mut output, work);
        work.or_leave(result, output, reader.position())
    }

    fn encode(&self, input: &[u8], _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let mut encoder = BzEncoder::new(Vec::new(), self.level);
        written(encoder.write_all(input).and_then(|()| encoder.finish()))
    }
}

fn streams(reader: &mut Reader, output: &mut Vec<u8>, work: &mut StageWork) -> Result<(), CodecError> {
    let mut streams = 0;
    while streams == 0 || reader.rest().starts_with(MAGIC) {
        let block = block_nbytes(reader)?;
        reader.begin_stream(output, STREAMS)?;
        if streams == 0 {
            work.note("block size", format!("{block} bytes"));
        }
        stream(reader, output, work.limit)?;
        streams += 1;
    }
    if streams > 1 {
        work.note("streams", streams.to_string());
    }
    note_rest(reader, work);
    Ok(())
}

fn block_nbytes(reader: &Reader) -> Result<u32, CodecError> {
    let start = reader.position();
    match reader.rest() {
        [b'B', b'Z', b'h', level @ b'1'..=b'9', ..] => Ok(u32::from(*level - b'0') * 100_000),
        header => {
            let expected = "a bzip2 header (42 5a 68, then 31 to 39)";
            match hex(header.get(..4).unwrap_or(header)) {
                none if none.is_empty() => Err(reader.ended(expected, "the end of the input")),
                found => Err(corrupt_at(start, expected, found)),
            }
        }
    }
}

fn stream(reader: &mut Reader, output: &mut Vec<u8>, limit: u64) -> Result<(), CodecError> {
    let mut decompress = Decompress::new(false);
    let start = reader.position();
    loop {
        // Room for one byte over the limit: if it is filled, the stream goes on behind the limit.
        let room = (limit + 1).saturating_sub(output.len() as u64).min(1 << 16);
        output.reserve(usize::try_from(room).unwrap_or(0));
        let before = (decompress.total_in(), decompress.total_out());
        let status = decompress.decompress_vec(reader.rest(), output);
        reader.set_position(start + usize::try_from(decompress.total_in()).unwrap_or(usize::MAX - start));
        let status = status.map_err(|error| {
            let found = error.to_string();
            let found = found.strip_prefix("bzip2: ").unwrap_or(&found);
            reader.corrupt("a sound bzip2 block before this place, checksum and all", found)
        })?;
        if output.len() as u64 > limit {
            return Err(CodecError::TooMuch { limit });
        }
        let stuck = before == (decompress.total_in(), decompress.total_out());
        match status {
            Status::StreamEnd => return Ok(()),
            Status::MemNeeded => return Err(reader.corrupt("a bzip2 block", "no memory for one")),
            _ if !stuck => {}
            _ => {
                let found = format!("the end of the input, after {} bytes of output", output.len());
                return Err(reader.ended("more of the bzip2 stream", found));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::{encode_bytes, left_bytes};
    use super::super::fixture::{codec, decode, decode_at_most, fault, no_part_is_enough, round_trips};
    use super::*;
    use serde_json::{Value, json};

    /// "abcd" as Python writes it.
    const ABCD: &[u8] = b"BZh11AY&SY=L3K\0\0\0\x01\0<\0 \0!\x9ah3M\x13<]\xc9\x14\xe1B@\xf50\xcd,";
    /// Nothing: the header, the mark of the end (the digits of the root of pi) and a checksum of zero.
    const NOTHING: &[u8] = b"BZh1\x17\x72\x45\x38\x50\x90\0\0\0\0";

    fn bz2() -> Box<dyn BytesToBytes> {
        codec("bz2", Value::Null).unwrap()
    }

    #[test]
    fn a_stream_of_python() {
        let (result, notes) = decode(bz2().as_ref(), ABCD);
        assert_eq!(result.unwrap(), b"abcd");
        assert_eq!(notes, ["block size: 100000 bytes"]);
        assert_eq!(encode_bytes(bz2().as_ref(), b"abcd"), ABCD);
        no_part_is_enough(bz2().as_ref(), ABCD);
    }

    #[test]
    fn an_empty_stream() {
        assert_eq!(decode(bz2().as_ref(), NOTHING).0.unwrap(), b"");
        assert_eq!(encode_bytes(bz2().as_ref(), b""), NOTHING);
    }

    #[test]
    fn streams_one_after_the_other_and_bytes_behind_them() {
        let (result, notes) = decode(bz2().as_ref(), &[ABCD, NOTHING, ABCD, b"BZ"].concat());
        assert_eq!(result.unwrap(), b"abcdabcd");
        assert_eq!(notes[1..], ["streams: 3", "unused bytes: 2 after the stream"]);
    }

    #[test]
    fn what_is_encoded_decodes_to_the_same() {
        for level in [1, 9] {
            round_trips(codec("bz2", json!({"level": level})).unwrap().as_ref());
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let fault = |input: &[u8]| fault(bz2().as_ref(), input);
        let header = "at byte 0: expected a bzip2 header (42 5a 68, then 31 to 39), found";
        assert_eq!(fault(b""), format!("{header} the end of the input"));
        assert_eq!(fault(b"BZh0abcd"), format!("{header} 42 5a 68 30"));
        assert_eq!(
            fault(&NOTHING[..8]),
            "at byte 8: expected more of the bzip2 stream, found the end of the input, after 0 bytes of output"
        );
        let mut flipped = ABCD.to_vec();
        flipped[12] ^= 1; // in the checksum of the block
        let place = "expected a sound bzip2 block before this place, checksum and all, found invalid data";
        assert!(fault(&flipped).ends_with(place), "{}", fault(&flipped));
    }

    #[test]
    fn a_bomb_is_stopped_at_the_limit() {
        let bomb = encode_bytes(bz2().as_ref(), &vec![0; 10 << 20]);
        assert_eq!(decode_at_most(bz2().as_ref(), &bomb, 1000), Err(CodecError::TooMuch { limit: 1000 }));
        assert_eq!(decode_at_most(bz2().as_ref(), ABCD, 4).unwrap(), b"abcd");
    }

    #[test]
    fn streams_of_nothing_are_counted() {
        assert_eq!(decode(bz2().as_ref(), &NOTHING.repeat(1024)).0.unwrap(), b"");
        assert_eq!(
            fault(bz2().as_ref(), &NOTHING.repeat(1025)),
            "at byte 14336: expected at most 1024 streams, and one more for each 16384 bytes of output, found another \
             after 1024"
        );
    }

    #[test]
    fn the_level_is_checked() {
        assert!(codec("bz2", json!({"level": 0})).is_err());
    }

    #[test]
    fn the_blocks_before_a_fault_are_left() {
        let left = |input: &[u8]| left_bytes(bz2().as_ref(), input);
        assert_eq!(left(&[ABCD, &ABCD[..20]].concat()).0, b"abcd");
        assert_eq!(left(&ABCD[..ABCD.len() - 2]).0, b"abcd", "the checksum of the stream is cut");
        assert_eq!(left(&[ABCD, b"BZh0"].concat()), (b"abcd".to_vec(), Some(ABCD.len() as u64)));
    }
}
