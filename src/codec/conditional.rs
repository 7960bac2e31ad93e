//! `conditional`: codecs of which each chunk says whether they were applied to it.
//!
//! Specification: [conditional](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/conditional).
//! Configuration: `{"codecs": ["crc32c", "gzip"], "header_bits": 8}`. A chunk begins with a bit for each codec, the lowest
//! bit of the first byte for the first; `header_bits` is how many there are, by default as few whole bytes as it takes.
//! Encoding leaves a codec out where it would not make the bytes fewer, but never one whose output has a fixed size, such as
//! a checksum.

use super::reader::corrupt_at;
use super::{Build, BytesToBytes, CodecError, CodecKind, CodecRow, StageWork};
use crate::metadata::{CodecMetadata, Field};

#[derive(Debug)]
struct Conditional {
    codecs: Vec<(String, Box<dyn BytesToBytes>)>,
    header_nbytes: usize,
}

pub(super) const ROW: CodecRow = CodecRow::new(
    "conditional",
    "applies each of its codecs only where a bit says so",
    Build::BytesToBytes(build),
);

fn build(codec: &CodecMetadata) -> Field<Box<dyn BytesToBytes>> {
    let codecs = codec.required("codecs", "an array of codecs")?.list("codecs", CodecMetadata::read)?;
    let mut built = Vec::with_capacity(codecs.len());
    for codec in &codecs {
        let Some(row) = CodecRow::of(codec) else {
            return Err(codec.fault("a known codec", format!("\"{}\"", codec.name)));
        };
        let Build::BytesToBytes(read) = row.build else {
            let found = format!("\"{}\", which is {}", codec.name, row.kind());
            return Err(codec.fault(format!("a codec {}", CodecKind::BytesToBytes), found));
        };
        built.push((codec.name.clone(), read(codec)?));
    }
    let least = built.len().div_ceil(8);
    let header_nbytes = match codec.optional("header_bits") {
        None => least,
        Some(field) => {
            let expected = format!("a multiple of 8 of at least {}", 8 * least);
            let bits = usize::try_from(field.size(&expected)?).unwrap_or(usize::MAX);
            if !bits.is_multiple_of(8) || bits < 8 * least {
                return Err(field.unexpected(expected));
            }
            bits / 8
        }
    };
    Ok(Box::new(Conditional { codecs: built, header_nbytes }))
}

impl BytesToBytes for Conditional {
    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let Some((header, rest)) = input.split_at_checked(self.header_nbytes) else {
            let expected = self.header_nbytes as u64;
            let what = "a bit for each codec".to_owned();
            return Err(CodecError::Length { expected, what, found: input.len() as u64 });
        };
        let applied = |index: usize| header.get(index / 8).is_some_and(|byte| byte >> (index % 8) & 1 == 1);
        if let Some(bit) = (self.codecs.len()..8 * self.header_nbytes).find(|bit| applied(*bit)) {
            let expected = format!("bits for {} codecs", self.codecs.len());
            return Err(corrupt_at(bit / 8, expected, format!("bit {bit}")));
        }
        let mut bytes = rest.to_vec();
        for (index, (name, codec)) in self.codecs.iter().enumerate().rev() {
            work.note("codec", format!("{name}: {}", if applied(index) { "applied" } else { "not applied" }));
            if !applied(index) {
                continue;
            }
            bytes = match codec.decode(&bytes, work) {
                Ok(bytes) => bytes,
                Err(error) => {
                    // What it has left is what this codec would give only where nothing is left to undo.
                    let is_last = !(0..index).any(applied);
                    match &mut work.partial {
                        Some(partial) if is_last => partial.consumed = None,
                        _ => work.partial = None,
                    }
                    return Err(CodecError::Block { stage: name.clone(), error: Box::new(error) });
                }
            };
        }
        Ok(bytes)
    }

    fn encode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let mut header = vec![0; self.header_nbytes];
        let mut bytes = input.to_vec();
        for (index, (name, codec)) in self.codecs.iter().enumerate() {
            let failed = |error| CodecError::Block { stage: name.clone(), error: Box::new(error) };
            let encoded = codec.encode(&bytes, work).map_err(failed)?;
            let is_fixed = codec.encoded_nbytes(Some(bytes.len() as u64)).is_some();
            let applied = is_fixed || encoded.len() < bytes.len();
            work.note("codec", format!("{name}: {}", if applied { "applied" } else { "not applied" }));
            if applied && let Some(byte) = header.get_mut(index / 8) {
                *byte |= 1 << (index % 8);
                bytes = encoded;
            }
        }
        header.append(&mut bytes);
        Ok(header)
    }
}

#[cfg(test)]
mod tests {
    use super::super::DecodeOptions;
    use super::super::fixture::{decode_bytes, encode_bytes, left_bytes, metadata};
    use super::*;
    use serde_json::json;

    fn decode(bytes: &[u8]) -> Result<Vec<u8>, String> {
        let codec = build(&metadata("conditional", json!({"codecs": ["crc32c", "gzip"]}))).unwrap();
        decode_bytes(codec.as_ref(), bytes, DecodeOptions::default()).0.map_err(|error| error.to_string())
    }

    #[test]
    fn only_what_was_applied_is_undone() {
        assert_eq!(decode(b"\0abc").unwrap(), b"abc");
        assert_eq!(decode(b"\x01123456789\x83\x92\x06\xe3").unwrap(), b"123456789");
        assert!(decode(b"\x02abc").unwrap_err().starts_with("gzip: at byte 0"));
        assert_eq!(decode(b"\x04abc").unwrap_err(), "at byte 0: expected bits for 2 codecs, found bit 2");
        assert!(decode(b"").unwrap_err().contains("a bit for each codec"));
    }

    #[test]
    fn a_codec_that_gains_nothing_is_left_out() {
        let codec = build(&metadata("conditional", json!({"codecs": ["gzip", "crc32c"], "header_bits": 16})));
        let codec = codec.unwrap();
        let short = encode_bytes(codec.as_ref(), b"123456789");
        assert_eq!(short, b"\x02\x00123456789\x83\x92\x06\xe3");
        let long = encode_bytes(codec.as_ref(), &[7; 1000]);
        assert_eq!((long[0], long[2]), (3, 0x1f));
        for (stored, decoded) in [(short, b"123456789".to_vec()), (long, vec![7; 1000])] {
            assert_eq!(decode_bytes(codec.as_ref(), &stored, DecodeOptions::default()).0.unwrap(), decoded);
        }
    }

    #[test]
    fn the_configuration_is_checked() {
        let fault = |configuration| build(&metadata("conditional", configuration)).unwrap_err().to_string();
        assert!(fault(json!({"codecs": ["bytes"]})).contains("a codec bytes->bytes"));
        assert!(fault(json!({"codecs": ["nope"]})).contains("a known codec"));
        assert!(fault(json!({"codecs": ["gzip"], "header_bits": 4})).contains("a multiple of 8"));
    }

    #[test]
    fn what_an_inner_codec_leaves_counts_only_when_nothing_else_is_to_be_undone() {
        let codec =
            build(&metadata("conditional", json!({"codecs": ["crc32c", "numcodecs.crc32"]}))).unwrap();
        assert_eq!(left_bytes(codec.as_ref(), b"\x02\0\0\0\0abc"), (b"abc".to_vec(), None));
        assert_eq!(left_bytes(codec.as_ref(), b"\x03\0\0\0\0abc"), (Vec::new(), None));
    }
}
