//! `gzip`: DEFLATE with a header and a trailer.
//!
//! Specifications: [gzip](https://zarr-specs.readthedocs.io/en/latest/v3/codecs/gzip/index.html), RFC 1952.
//! Configuration: `{"level": 5}`; decoding does not need it. Several members one after the other are one stream.
//! Header and trailer are read here, so that both can be shown and a wrong checksum can be passed over.

use std::io::Write;

use flate2::write::GzEncoder;
use flate2::{Compression, Crc, Decompress, FlushDecompress, Status};

use super::{BytesToBytes, CodecError, Work};
use crate::metadata::{CodecMetadata, Field, Json};
use crate::store::StoreError;

#[derive(Debug)]
struct Gzip {
    /// How hard to try when encoding, from 0 to 9.
    level: u32,
}

/// The level where none is given; the one of the libraries in use.
const LEVEL: u32 = 5;

pub(super) fn build(codec: &CodecMetadata) -> Field<Box<dyn BytesToBytes>> {
    let level = codec.optional("level").map_or(Ok(LEVEL), |level| read_level(&level))?;
    Ok(Box::new(Gzip { level }))
}

fn read_level(level: &Json) -> Field<u32> {
    let expected = "a level from 0 to 9";
    let number = u32::try_from(level.size(expected)?).ok().filter(|number| *number <= 9);
    number.ok_or_else(|| level.unexpected(expected))
}

impl BytesToBytes for Gzip {
    fn encoded_nbytes(&self, _decoded: Option<u64>) -> Option<u64> {
        None
    }

    fn decode(&self, input: &[u8], work: &mut Work) -> Result<Vec<u8>, CodecError> {
        let mut output = Vec::new();
        let mut reader = Reader { input, position: 0 };
        let mut members = 0;
        while members == 0 || !reader.is_at_padding() {
            let before = output.len();
            reader.header()?;
            reader.inflate(&mut output, work.limit)?;
            reader.trailer(output.get(before..).unwrap_or_default(), work)?;
            members += 1;
        }
        if members > 1 {
            work.note("members", members.to_string());
        }
        Ok(output)
    }

    fn encode(&self, input: &[u8], _work: &mut Work) -> Result<Vec<u8>, CodecError> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::new(self.level));
        // Writing to memory does not fail.
        let written = encoder.write_all(input).and_then(|()| encoder.finish());
        written.map_err(|error| StoreError::io("", &error).into())
    }
}

/// The input and how far it has been read.
struct Reader<'a> {
    input: &'a [u8],
    position: usize,
}

/// Flags of a member header (RFC 1952, section 2.3.1).
const HEADER_CRC: u8 = 0x02;
const EXTRA: u8 = 0x04;
const NAME: u8 = 0x08;
const COMMENT: u8 = 0x10;

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a [u8] {
        self.input.get(self.position..).unwrap_or_default()
    }

    /// Behind the last member nothing may follow but zeros, which writers on tape and block devices leave.
    fn is_at_padding(&self) -> bool {
        self.rest().iter().all(|byte| *byte == 0)
    }

    fn corrupt(&self, expected: &str, found: impl Into<String>) -> CodecError {
        CodecError::Corrupt { offset: self.position as u64, expected: expected.into(), found: found.into() }
    }

    fn take(&mut self, nbytes: usize, what: &str) -> Result<&'a [u8], CodecError> {
        let rest = self.rest();
        let taken = rest.get(..nbytes).ok_or_else(|| {
            self.corrupt(&format!("{nbytes} bytes of {what}"), format!("the end after {} bytes", rest.len()))
        })?;
        self.position += nbytes;
        Ok(taken)
    }

    fn header(&mut self) -> Result<(), CodecError> {
        let start = self.position;
        let fixed = self.take(10, "a gzip header")?;
        let [0x1f, 0x8b, method, flags, ..] = *fixed else {
            self.position = start;
            let found: Vec<String> = fixed.iter().take(2).map(|byte| format!("{byte:02x}")).collect();
            return Err(self.corrupt("the gzip magic 1f 8b", found.join(" ")));
        };
        if method != 8 {
            return Err(self.corrupt("compression method 8 (DEFLATE)", method.to_string()));
        }
        if flags & EXTRA != 0 {
            let length = self.take(2, "an extra field")?;
            let length = length.iter().rev().fold(0, |sum, byte| (sum << 8) | usize::from(*byte));
            self.take(length, "an extra field")?;
        }
        for (flag, what) in [(NAME, "a file name"), (COMMENT, "a comment")] {
            if flags & flag != 0 {
                let end = self.rest().iter().position(|byte| *byte == 0);
                let end =
                    end.ok_or_else(|| self.corrupt(&format!("{what} with a zero at its end"), "no zero"))?;
                self.take(end + 1, what)?;
            }
        }
        if flags & HEADER_CRC != 0 {
            self.take(2, "a header checksum")?;
        }
        Ok(())
    }

    /// Appends the member's bytes to `output`, which may grow to `limit` bytes.
    fn inflate(&mut self, output: &mut Vec<u8>, limit: u64) -> Result<(), CodecError> {
        let mut inflate = Decompress::new(false);
        let start = self.position;
        loop {
            // One byte over the limit tells a stream that ends there from one that goes on.
            let room = (limit + 1).saturating_sub(output.len() as u64).min(1 << 16);
            output.reserve(usize::try_from(room).unwrap_or(0));
            let before = (inflate.total_in(), inflate.total_out());
            let status = inflate.decompress_vec(self.rest(), output, FlushDecompress::None);
            self.position = start + usize::try_from(inflate.total_in()).unwrap_or(usize::MAX - start);
            let status = status.map_err(|error| self.corrupt("a sound DEFLATE stream", error.to_string()))?;
            if output.len() as u64 > limit {
                return Err(CodecError::TooMuch { limit });
            }
            let stuck = before == (inflate.total_in(), inflate.total_out());
            match status {
                Status::StreamEnd => return Ok(()),
                Status::Ok | Status::BufError if !stuck => {}
                _ => {
                    let found = format!("the end of the input, after {} bytes of output", output.len());
                    return Err(self.corrupt("more of the DEFLATE stream", found));
                }
            }
        }
    }

    fn trailer(&mut self, member: &[u8], work: &mut Work) -> Result<(), CodecError> {
        let trailer = self.take(8, "a gzip trailer")?;
        let (checksum, length) = trailer.split_at(4);
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0_u32, |sum, byte| (sum << 8) | u32::from(*byte));
        let mut crc = Crc::new();
        crc.update(member);
        work.check(number(checksum), crc.sum())?;
        // The trailer holds the length modulo 2^32.
        let found = number(length);
        if u64::from(found) == member.len() as u64 & 0xffff_ffff {
            return Ok(());
        }
        let expected = format!("a length of {} bytes in the trailer", member.len());
        if !work.options.ignore_checksums {
            return Err(self.corrupt(&expected, found.to_string()));
        }
        work.note("length mismatch ignored", format!("stored {found}, found {}", member.len()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::DecodeOptions;
    use super::super::fixture::{decode_bytes, encode_bytes, metadata};
    use super::*;
    use serde_json::json;

    /// One stored (uncompressed) DEFLATE block with "hello", CRC-32 3610a686.
    const HELLO: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\0\xff\x01\x05\0\xfa\xffhello\x86\xa6\x10\x36\x05\0\0\0";

    const GZIP: Gzip = Gzip { level: LEVEL };

    #[test]
    fn encoding_without_compression_gives_a_stored_block() {
        let codec = build(&metadata("gzip", json!({"level": 0}))).unwrap();
        let mut expected = HELLO.to_vec();
        expected[8] = 4; // XFL: the fastest way was taken
        assert_eq!(encode_bytes(codec.as_ref(), b"hello"), expected);
    }

    #[test]
    fn encoding_compresses() {
        let zeros = [0; 5000];
        let stored = encode_bytes(&GZIP, &zeros);
        assert!(stored.len() < 50);
        assert_eq!(decode(&stored, false).0.unwrap(), zeros);
    }

    fn decode(input: &[u8], ignore_checksums: bool) -> (Result<Vec<u8>, CodecError>, Vec<String>) {
        decode_bytes(&GZIP, input, DecodeOptions { ignore_checksums, ..DecodeOptions::default() })
    }

    fn fault(input: &[u8]) -> String {
        decode(input, false).0.unwrap_err().to_string()
    }

    #[test]
    fn a_stored_block() {
        let (result, notes) = decode(HELLO, false);
        assert_eq!(result.unwrap(), b"hello");
        assert_eq!(notes, ["checksum: 0x3610a686"]);
    }

    #[test]
    fn a_header_with_every_optional_field() {
        let mut input = b"\x1f\x8b\x08\x1e\0\0\0\0\0\xff\x02\0exname\0comment\0cc".to_vec();
        input.extend(&HELLO[10..]);
        assert_eq!(decode(&input, false).0.unwrap(), b"hello");
    }

    #[test]
    fn several_members_and_zeros_behind_them() {
        let input = [HELLO, HELLO, &[0; 5]].concat();
        let (result, notes) = decode(&input, false);
        assert_eq!(result.unwrap(), b"hellohello");
        assert_eq!(notes.last().unwrap(), "members: 2");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        assert_eq!(fault(b""), "at byte 0: expected 10 bytes of a gzip header, found the end after 0 bytes");
        assert_eq!(fault(b"\x28\xb5\x2f\xfd......"), "at byte 0: expected the gzip magic 1f 8b, found 28 b5");
        assert_eq!(
            fault(&HELLO[..17]),
            "at byte 17: expected more of the DEFLATE stream, found the end of the input, after 2 bytes of output"
        );
        assert_eq!(
            fault(&HELLO[..22]),
            "at byte 20: expected 8 bytes of a gzip trailer, found the end after 2 bytes"
        );
        assert!(fault(&[HELLO, b"x"].concat()).starts_with("at byte 28: expected 10 bytes of a gzip header"));
    }

    #[test]
    fn a_wrong_checksum_can_be_passed_over() {
        let mut input = HELLO.to_vec();
        input[20] ^= 1;
        assert!(matches!(decode(&input, false).0, Err(CodecError::Checksum { computed: 0x3610_a686, .. })));
        let (result, notes) = decode(&input, true);
        assert_eq!(result.unwrap(), b"hello");
        assert_eq!(notes[1], "checksum mismatch ignored: stored 0x3610a687, computed 0x3610a686");
    }

    #[test]
    fn a_bomb_is_stopped_at_the_limit() {
        let options = DecodeOptions { max_chunk_bytes: 4, ..DecodeOptions::default() };
        assert_eq!(decode_bytes(&GZIP, HELLO, options).0, Err(CodecError::TooMuch { limit: 4 }));
        let options = DecodeOptions { max_chunk_bytes: 5, ..DecodeOptions::default() };
        assert_eq!(decode_bytes(&GZIP, HELLO, options).0.unwrap(), b"hello");
    }

    #[test]
    fn a_level_is_checked() {
        assert!(build(&metadata("gzip", json!({"level": 9}))).is_ok());
        assert_eq!(
            build(&metadata("gzip", json!({"level": 10}))).unwrap_err().to_string(),
            "/codecs/0/configuration/level: expected a level from 0 to 9, found 10"
        );
    }
}
