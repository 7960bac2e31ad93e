//! `lz4`: the size of the bytes, as four bytes, little-endian, and one LZ4 block.
//!
//! Sources: [numcodecs](https://numcodecs.readthedocs.io/en/stable/compression/lz4.html),
//! [the block](https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md).
//! Configuration: `{"acceleration": 1}`; the encoder here has one speed, and says so where another one is asked for.

use lz4_flex::block;
use serde_json::json;

use super::row;
use crate::codec::reader::{Reader, corrupt_at};
use crate::codec::{
    BytesToBytes, CodecError, CodecRow, CutSign, FieldReading, Signature, StageWork, StoredField, StreamEnd,
};

#[derive(Debug)]
struct Lz4 {
    acceleration: i128,
}

const SIZE: usize = 4;
/// One byte of a block stands for no more bytes: a length goes on in bytes of up to 255.
pub(super) const RATIO: usize = 255;
const MOST: u32 = 0x7e00_0000;

/// A block has no magic: it has to end, by the lengths in it, where the bytes end.
const SIGNATURE: Signature = Signature {
    mark_nbytes: SIZE,
    fits: |input| input.len() > SIZE && end(input) == BlockEnd::At(input.len() as u64),
    end: |input| match end(input) {
        BlockEnd::At(end) => StreamEnd::At(end),
        BlockEnd::Cut(_) | BlockEnd::Broken => StreamEnd::Unknown,
    },
    cut: CutSign::Stream(cut),
    ..Signature::new(b"", |_| json!({"acceleration": 1}), 2)
};

pub(in super::super) const ROW: CodecRow = CodecRow {
    v2: &["lz4"],
    fields: &[StoredField::at(0, 4, FieldReading::Number, "nbytes", "how many bytes come out")],
    signature: Some(&SIGNATURE),
    ..row("numcodecs.lz4", "compresses with LZ4, after the size of the bytes", |codec| {
        let given = codec.optional("acceleration").and_then(|field| field.integer("an integer").ok());
        Ok(Box::new(Lz4 { acceleration: given.unwrap_or(1).max(1) }))
    })
};

impl BytesToBytes for Lz4 {
    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let mut reader = Reader::new(input);
        let size = u32::from_le_bytes(reader.array("the original size")?);
        work.note("original size", format!("{size} bytes"));
        if u64::from(size) > work.limit {
            return Err(CodecError::TooMuch { limit: work.limit });
        }
        let block = reader.rest();
        let most = block.len().saturating_mul(RATIO);
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        if size > most {
            let expected = format!("an original size of at most {most} bytes, from {} bytes", block.len());
            return Err(corrupt_at(0, expected, size.to_string()));
        }
        let mut output = vec![0; size];
        let sound = || format!("an LZ4 block of {size} bytes");
        let error = match block::decompress_into(block, &mut output) {
            Ok(found) if found == size => return Ok(output),
            Ok(found) => corrupt_at(SIZE, sound(), format!("one of {found} bytes")),
            Err(error) => corrupt_at(SIZE, sound(), error.to_string()),
        };
        if work.is_traced {
            let mut front =
                BlockFront { reader: Reader::new(block), output: Vec::new(), most: size, used: 0 };
            while front.sequence().is_some() {}
            work.leave_bytes(front.output, Some((SIZE + front.used) as u64));
        }
        Err(error)
    }

    fn encode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        if self.acceleration > 1 {
            work.note("acceleration", format!("1 instead of {}: there is no other here", self.acceleration));
        }
        let size = match u32::try_from(input.len()) {
            Ok(size) if size <= MOST => size,
            _ => {
                let what = "the most that an LZ4 block holds".to_owned();
                return Err(CodecError::Length { expected: MOST.into(), what, found: input.len() as u64 });
            }
        };
        Ok([size.to_le_bytes().as_slice(), &block::compress(input)].concat())
    }
}

/// Finds the output before the first fault of a block; the library does not say how far it came.
struct BlockFront<'a> {
    reader: Reader<'a>,
    output: Vec<u8>,
    most: usize,
    used: usize,
}

const LEAST_MATCH: usize = 4;

impl BlockFront<'_> {
    fn sequence(&mut self) -> Option<()> {
        let [token] = self.reader.array("a token").ok()?;
        let literals = length(&mut self.reader, token >> 4)?;
        let room = self.most.saturating_sub(self.output.len());
        let there = literals.min(room).min(self.reader.rest().len());
        self.output.extend_from_slice(self.reader.take(there, "literals").ok()?);
        self.used = self.reader.position();
        if there < literals {
            return None;
        }
        let Match { offset, length } = Match::read(&mut self.reader, token)?;
        let start = self.output.len().checked_sub(offset.into()).filter(|_| offset > 0)?;
        for place in start..start.saturating_add(length.min(room.saturating_sub(there))) {
            // A match may reach into what it writes itself.
            self.output.push(*self.output.get(place)?);
        }
        self.used = self.reader.position();
        Some(())
    }
}

#[derive(Debug, PartialEq, Eq)]
enum BlockEnd {
    At(u64),
    Cut(u64),
    Broken,
}

fn size(input: &[u8]) -> Option<u64> {
    input.first_chunk().map(|size| u32::from_le_bytes(*size).into())
}

fn cut(input: &[u8], _: Option<u64>) -> Option<String> {
    match (end(input), size(input)) {
        (BlockEnd::Cut(given), Some(size)) => Some(format!(
            "the LZ4 block ends after {given} bytes of the {size} that its first {SIZE} bytes say"
        )),
        _ => None,
    }
}

fn end(input: &[u8]) -> BlockEnd {
    let Some(size) = size(input) else { return BlockEnd::Cut(0) };
    let mut reader = Reader::new(input);
    let mut given = 0_u64;
    reader.set_position(SIZE);
    loop {
        let Ok([token]) = reader.array("a token") else { return BlockEnd::Cut(given) };
        let Some(literals) = length(&mut reader, token >> 4) else { return BlockEnd::Cut(given) };
        if reader.take(literals, "literals").is_err() {
            return BlockEnd::Cut(given);
        }
        given = given.saturating_add(literals as u64);
        let after = reader.position();
        if given >= size {
            return if given == size { BlockEnd::At(after as u64) } else { BlockEnd::Broken };
        }
        let Some(copied) = Match::read(&mut reader, token) else {
            // Only the last literals end a block, and those end with its last byte.
            return if after == input.len() { BlockEnd::Broken } else { BlockEnd::Cut(given) };
        };
        if copied.offset == 0 || u64::from(copied.offset) > given {
            return BlockEnd::Broken;
        }
        given = given.saturating_add(copied.length as u64);
    }
}

struct Match {
    offset: u16,
    length: usize,
}

impl Match {
    fn read(reader: &mut Reader, token: u8) -> Option<Self> {
        let offset = u16::from_le_bytes(reader.array("an offset").ok()?);
        Some(Self { offset, length: length(reader, token & 0x0f)?.saturating_add(LEAST_MATCH) })
    }
}

fn length(reader: &mut Reader, bits: u8) -> Option<usize> {
    let mut length = usize::from(bits);
    let mut goes_on = bits == 15;
    while goes_on {
        let [more] = reader.array("a length").ok()?;
        length = length.saturating_add(more.into());
        goes_on = more == 255;
    }
    Some(length)
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::{encode_bytes, left_bytes};
    use super::super::fixture::{codec, decode, decode_at_most, fault, no_part_is_enough, round_trips};
    use super::*;
    use serde_json::json;

    /// The size, a token for four literals, the literals.
    const ABCD: &[u8] = b"\x04\0\0\0\x40abcd";
    /// A hundred times "a": a literal, a match of 4+15+75 bytes one byte back, five literals.
    const RUN: &[u8] = b"\x64\0\0\0\x1fa\x01\0\x4b\x50aaaaa";

    fn lz4() -> Box<dyn BytesToBytes> {
        codec("lz4", json!({"acceleration": 1})).unwrap()
    }

    #[test]
    fn literals_and_a_match() {
        let (result, notes) = decode(lz4().as_ref(), ABCD);
        assert_eq!(result.unwrap(), b"abcd");
        assert_eq!(notes, ["original size: 4 bytes"]);
        assert_eq!(decode(lz4().as_ref(), RUN).0.unwrap(), [b'a'; 100]);
        assert_eq!(encode_bytes(lz4().as_ref(), b"abcd"), ABCD);
        for stored in [ABCD, RUN] {
            no_part_is_enough(lz4().as_ref(), stored);
        }
    }

    #[test]
    fn what_is_encoded_decodes_to_the_same() {
        round_trips(lz4().as_ref());
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let fault = |input: &[u8]| fault(lz4().as_ref(), input);
        assert_eq!(
            fault(b"\x04\0"),
            "at byte 0: expected 4 bytes of the original size, found the end after 2 bytes"
        );
        assert_eq!(
            fault(b"\x05\0\0\0\x40abcd"),
            "at byte 4: expected an LZ4 block of 5 bytes, found one of 4 bytes"
        );
        let short = fault(b"\x03\0\0\0\x40abcd");
        assert!(short.starts_with("at byte 4: expected an LZ4 block of 3 bytes, found "), "{short}");
    }

    #[test]
    fn a_size_that_cannot_be_is_not_allocated() {
        assert_eq!(
            fault(lz4().as_ref(), b"\0\0\0\x10\x40abcd"),
            "at byte 0: expected an original size of at most 1275 bytes, from 5 bytes, found 268435456"
        );
        assert_eq!(decode_at_most(lz4().as_ref(), RUN, 99), Err(CodecError::TooMuch { limit: 99 }));
        assert!(decode_at_most(lz4().as_ref(), RUN, 100).is_ok());
    }

    #[test]
    fn what_comes_out_in_front_of_a_fault_is_left() {
        let left = |input: &[u8]| left_bytes(lz4().as_ref(), input);
        assert_eq!(left(&ABCD[..7]), (b"ab".to_vec(), Some(7)), "literals are cut");
        assert_eq!(left(&RUN[..8]), (b"a".to_vec(), Some(6)), "the length of a match is cut");
        assert_eq!(left(&RUN[..9]), ([b'a'; 95].to_vec(), Some(9)));
        assert_eq!(left(&RUN[..12]), ([b'a'; 97].to_vec(), Some(12)));
        assert_eq!(left(b"\x05\0\0\0\x40abcd"), (b"abcd".to_vec(), Some(9)), "fewer than are stated");
        assert_eq!(left(b"\x32\0\0\0\x1fa\x01\0\x4b\x50aaaaa").0, [b'a'; 50], "more than are stated");
        assert_eq!(left(b"\x09\0\0\0\x12a\x02\0\x10b").0, b"a", "a match in front of the first byte");
    }

    #[test]
    fn a_block_says_where_it_ends() {
        // A hundred times "a": a literal, a match of 4+15+75 bytes one byte back, five literals.
        let run = b"\x64\0\0\0\x1fa\x01\0\x4b\x50aaaaa";
        assert_eq!(end(run), BlockEnd::At(15));
        assert_eq!(end(&[run.as_slice(), b"more"].concat()), BlockEnd::At(15));
        assert_eq!(end(&run[..9]), BlockEnd::Cut(95));
        assert_eq!(end(&run[..12]), BlockEnd::Cut(95));
        assert_eq!(end(b"\x64\0\0\0\x1fa\x09\0\x4b\x50aaaaa"), BlockEnd::Broken);
    }
}
