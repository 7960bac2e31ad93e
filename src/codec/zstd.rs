//! `zstd`: Zstandard frames.
//!
//! Specifications: [zstd](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/zstd), RFC 8878.
//! Configuration: `{"level": 0, "checksum": false}`; decoding needs neither. Frames one after the other are one
//! stream; skippable frames are skipped.

use std::io::Write;

use zstd::stream::Encoder;
use zstd::stream::raw::{DParameter, Decoder, InBuffer, Operation, OutBuffer};

use super::error::MISMATCH;
use super::{BytesToBytes, CodecError, Work};
use crate::metadata::{CodecMetadata, Field, Json, text::lower_first};
use crate::store::StoreError;

#[derive(Debug)]
struct Zstd {
    /// How hard to try when encoding; 0 is Zstandard's own choice.
    level: i32,
    /// Whether frames get a checksum when encoding.
    checksum: bool,
}

/// How many bytes are decompressed at a time.
const STEP: usize = 1 << 17;
/// How many bytes tell what a frame is.
const FRAME_START: usize = 5;

pub(super) fn build(codec: &CodecMetadata) -> Field<Box<dyn BytesToBytes>> {
    let level = codec.optional("level").map_or(Ok(0), |level| read_level(&level))?;
    let checksum = codec.optional("checksum").map_or(Ok(false), |checksum| checksum.boolean())?;
    Ok(Box::new(Zstd { level, checksum }))
}

fn read_level(level: &Json) -> Field<i32> {
    let expected = "a level from -131072 to 22";
    let number = i32::try_from(level.integer(expected)?).ok();
    number.filter(|number| (-131_072..=22).contains(number)).ok_or_else(|| level.unexpected(expected))
}

impl BytesToBytes for Zstd {
    fn encoded_nbytes(&self, _decoded: Option<u64>) -> Option<u64> {
        None
    }

    fn decode(&self, input: &[u8], work: &mut Work) -> Result<Vec<u8>, CodecError> {
        note_content_size(input, work);
        match decompress(input, work, false) {
            Err(error) if work.options.ignore_checksums => {
                let output = decompress(input, work, true)?;
                work.note(MISMATCH, error.to_string());
                Ok(output)
            }
            result => result,
        }
    }

    fn encode(&self, input: &[u8], _work: &mut Work) -> Result<Vec<u8>, CodecError> {
        let written = Encoder::new(Vec::new(), self.level).and_then(|mut encoder| {
            encoder.include_checksum(self.checksum)?;
            encoder.set_pledged_src_size(Some(input.len() as u64))?;
            encoder.write_all(input)?;
            encoder.finish()
        });
        written.map_err(|error| StoreError::io("", &error).into())
    }
}

fn note_content_size(input: &[u8], work: &mut Work) {
    match zstd::zstd_safe::get_frame_content_size(input) {
        Ok(Some(nbytes)) => work.note("frame content size", format!("{nbytes} bytes")),
        Ok(None) => work.note("frame content size", "not stored"),
        Err(_) => {}
    }
}

fn decompress(input: &[u8], work: &Work, ignore_checksum: bool) -> Result<Vec<u8>, CodecError> {
    let corrupt = |offset: usize, expected: &str, found: String| CodecError::Corrupt {
        offset: offset as u64,
        expected: expected.into(),
        found,
    };
    if input.is_empty() {
        return Err(corrupt(0, "a Zstandard frame", "an empty chunk".into()));
    }
    let mut decoder =
        decoder(ignore_checksum).map_err(|error| corrupt(0, "a Zstandard decoder", error.to_string()))?;
    let mut output = Vec::new();
    let mut step = vec![0; STEP];
    let (mut position, mut wanted) = (0_usize, FRAME_START);
    loop {
        // The decoder gets no more than it asks for: then the place of a fault is known to the block.
        let end = position.saturating_add(wanted).min(input.len());
        let mut source = InBuffer::around(input.get(position..end).unwrap_or_default());
        let mut buffer = OutBuffer::around(step.as_mut_slice());
        let status = decoder.run(&mut source, &mut buffer);
        let status = status
            .map_err(|error| corrupt(position, "a sound Zstandard frame", lower_first(&error.to_string())))?;
        let stuck = source.pos() == 0 && buffer.pos() == 0;
        position += source.pos();
        output.extend_from_slice(buffer.as_slice());
        if output.len() as u64 > work.limit {
            return Err(CodecError::TooMuch { limit: work.limit });
        }
        if status == 0 && position == input.len() {
            return Ok(output);
        }
        if stuck {
            let found = format!("the end of the input, after {} bytes of output", output.len());
            return Err(corrupt(position, "more of the Zstandard frame", found));
        }
        wanted = if status == 0 { FRAME_START } else { status };
    }
}

fn decoder(ignore_checksum: bool) -> std::io::Result<Decoder<'static>> {
    let mut decoder = Decoder::new()?;
    decoder.set_parameter(DParameter::ForceIgnoreChecksum(ignore_checksum))?;
    Ok(decoder)
}

#[cfg(test)]
mod tests {
    use super::super::DecodeOptions;
    use super::super::fixture::{decode_bytes, encode_bytes, metadata};
    use super::*;
    use serde_json::{Value, json};

    /// A frame by hand (RFC 8878, section 3.1.1): magic, single segment with content size 5, one last raw block of
    /// five bytes.
    const HELLO: &[u8] = b"\x28\xb5\x2f\xfd\x20\x05\x29\0\0hello";

    fn decode(input: &[u8], options: DecodeOptions) -> (Result<Vec<u8>, CodecError>, Vec<String>) {
        decode_bytes(&Zstd { level: 0, checksum: false }, input, options)
    }

    #[test]
    fn encoding_writes_one_frame_with_its_size() {
        let codec = build(&metadata("zstd", json!({"level": 1, "checksum": true}))).unwrap();
        let stored = encode_bytes(codec.as_ref(), b"hello");
        // Magic; a single segment with a checksum and a content size of one byte; the size (RFC 8878, section 3.1.1).
        assert_eq!(stored[..6], [0x28, 0xb5, 0x2f, 0xfd, 0x24, 5]);
        assert_eq!(decode(&stored, DecodeOptions::default()).0.unwrap(), b"hello");
        let codec = build(&metadata("zstd", Value::Null)).unwrap();
        assert_eq!(encode_bytes(codec.as_ref(), b"hello"), HELLO);
    }

    #[test]
    fn a_raw_block() {
        let (result, notes) = decode(HELLO, DecodeOptions::default());
        assert_eq!(result.unwrap(), b"hello");
        assert_eq!(notes, ["frame content size: 5 bytes"]);
    }

    #[test]
    fn frames_one_after_the_other_with_a_skippable_one_between() {
        let input = [HELLO, b"\x50\x2a\x4d\x18\x02\0\0\0zz", HELLO].concat();
        assert_eq!(decode(&input, DecodeOptions::default()).0.unwrap(), b"hellohello");
    }

    #[test]
    fn a_truncated_frame_names_its_place() {
        let fault = |end: usize| decode(&HELLO[..end], DecodeOptions::default()).0.unwrap_err().to_string();
        assert_eq!(fault(0), "at byte 0: expected a Zstandard frame, found an empty chunk");
        assert!(fault(12).starts_with("at byte 12: expected more of the Zstandard frame"), "{}", fault(12));
        let magic = decode(b"\x1f\x8b\x08\0\0\0\0\0", DecodeOptions::default()).0.unwrap_err().to_string();
        assert!(magic.starts_with("at byte 0: expected a sound Zstandard frame, found "), "{magic}");
    }

    #[test]
    fn a_frame_checksum_can_be_passed_over() {
        let mut frame = Vec::new();
        let mut encoder = zstd::stream::Encoder::new(&mut frame, 1).unwrap();
        encoder.include_checksum(true).unwrap();
        std::io::Write::write_all(&mut encoder, b"hello").unwrap();
        encoder.finish().unwrap();
        *frame.last_mut().unwrap() ^= 1;
        assert!(decode(&frame, DecodeOptions::default()).0.unwrap_err().to_string().contains("checksum"));
        let options = DecodeOptions { ignore_checksums: true, ..DecodeOptions::default() };
        let (result, notes) = decode(&frame, options);
        assert_eq!(result.unwrap(), b"hello");
        assert!(notes.iter().any(|note| note.starts_with("checksum mismatch ignored: ")), "{notes:?}");
    }

    #[test]
    fn a_bomb_is_stopped_at_the_limit() {
        let bomb = zstd::bulk::compress(&vec![0; 10 << 20], 1).unwrap();
        let options = DecodeOptions { max_chunk_bytes: 1000, ..DecodeOptions::default() };
        assert_eq!(decode(&bomb, options).0, Err(CodecError::TooMuch { limit: 1000 }));
    }

    #[test]
    fn the_configuration_is_checked() {
        assert!(build(&metadata("zstd", json!({"level": -131_072, "checksum": true}))).is_ok());
        assert!(build(&metadata("zstd", json!({"level": 23}))).is_err());
        assert!(build(&metadata("zstd", json!({"checksum": 1}))).is_err());
    }
}
