//! `imagecodecs_webp`: one WebP image, lossy (VP8) or lossless (VP8L).
//!
//! Specification: [WebP](https://developers.google.com/speed/webp/docs/riff_container). Configuration, as far as decoding takes
//! it: `{"index": null, "hasalpha": null}`. An image has three samples, or four with alpha; gray ones are written as RGB.

use super::super::signature::MOST_FIELDS;
#[cfg(not(feature = "images"))]
use super::build;
use super::{CodecRow, FieldReading, StoredField, field, little_at, row};
#[cfg(feature = "images")]
use decode::build;

pub(in super::super) const ROW: CodecRow = CodecRow {
    amounts: &["level"],
    inside,
    ..row(
        "imagecodecs_webp",
        "writes a chunk as a WebP image, with or without a loss",
        &["imagecodecs_webp"],
        &[],
        build,
    )
};

fn inside(input: &[u8]) -> Vec<StoredField> {
    use FieldReading::{Number, Plain};
    let mut fields = Vec::new();
    if !input.starts_with(b"RIFF") || input.get(8..12) != Some(b"WEBP") {
        return fields;
    }
    fields.push(field(0, 4, Plain, "signature", "the signature of a RIFF file"));
    fields.push(field(4, 4, Number, "nbytes", "how many bytes follow"));
    fields.push(field(8, 4, Plain, "format", "WEBP"));
    let mut start = 12;
    while let (Some(kind), Some(nbytes)) = (input.get(start..start + 4), little_at(input, start + 4, 4))
        && fields.len() < MOST_FIELDS
    {
        let (name, meaning) = match kind {
            b"VP8 " => ("VP8", "a lossy image"),
            b"VP8L" => ("VP8L", "a lossless image"),
            b"VP8X" => ("VP8X", "features: alpha, animation, profile"),
            b"ALPH" => ("ALPH", "the alpha of a lossy image"),
            b"ANIM" | b"ANMF" => ("animation", "frames of an animation"),
            _ => ("chunk", "another chunk"),
        };
        fields.push(field(start, 8, Plain, name, meaning));
        fields.extend(size(input, start + 8, kind));
        let Some(after) = start.checked_add(8 + nbytes % 2).and_then(|body| body.checked_add(nbytes)) else {
            break;
        };
        start = after;
    }
    fields
}

fn size(input: &[u8], start: usize, kind: &[u8]) -> Option<StoredField> {
    let (place, nbytes, width, height) = match kind {
        b"VP8 " => {
            let bits = little_at(input, start + 6, 4)?;
            (start + 6, 4, bits & 0x3fff, bits >> 16 & 0x3fff)
        }
        b"VP8L" => {
            let bits = little_at(input, start + 1, 4)?;
            (start + 1, 4, (bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1)
        }
        b"VP8X" => (start + 4, 6, little_at(input, start + 4, 3)? + 1, little_at(input, start + 7, 3)? + 1),
        _ => return None,
    };
    let has_alpha = match kind {
        b"VP8L" => little_at(input, start + 1, 4)? >> 28 & 1 == 1,
        b"VP8X" => input.get(start)? & 0x10 != 0,
        _ => false,
    };
    let meaning = format!("{height} rows of {width}{}", if has_alpha { ", with alpha" } else { "" });
    Some(field(place, nbytes, FieldReading::Plain, "size", meaning))
}

#[cfg(feature = "images")]
mod decode {
    use std::io::{Cursor, ErrorKind};

    use image_webp::{DecodingError, WebPDecoder};

    use super::super::super::ArrayOrBytes;
    use super::super::super::numcodecs::{given, integer};
    use super::super::super::reader::{corrupt_at, ended_at};
    use super::super::super::{CodecError, StageWork};
    use super::super::{ExpectedImage, ReadImage, UINT8, bind};
    use crate::metadata::{ArrayRepresentation, CodecMetadata, Field};

    /// For the state of the decoder, beside the image.
    const ROOM: usize = 1 << 20;

    #[derive(Debug)]
    struct Webp {
        has_alpha: Option<bool>,
    }

    fn read(codec: &CodecMetadata) -> Field<Box<dyn ReadImage>> {
        let configuration = codec.configuration();
        integer(&configuration, "index", 0..=0, 0)?;
        let has_alpha = given(&configuration, "hasalpha").map(|field| field.boolean()).transpose()?;
        Ok(Box::new(Webp { has_alpha }))
    }

    pub(super) fn build(
        codec: &CodecMetadata,
        decoded: Option<&ArrayRepresentation>,
    ) -> Result<Box<dyn ArrayOrBytes>, CodecError> {
        bind(codec, decoded, &[UINT8], read)
    }

    impl ReadImage for Webp {
        fn read(
            &self,
            input: &[u8],
            wanted: &ExpectedImage,
            work: &mut StageWork,
        ) -> Result<Vec<u8>, CodecError> {
            let fault = |error: DecodingError| match error {
                DecodingError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => {
                    ended_at(input.len(), "the rest of a WebP image", "the end")
                }
                other => corrupt_at(0, "a WebP image that can be decoded", other.to_string()),
            };
            let mut decoder = WebPDecoder::new(Cursor::new(input)).map_err(fault)?;
            let (width, height) = decoder.dimensions();
            let own_alpha = decoder.has_alpha();
            let is_lossy = decoder.is_lossy();
            let alpha = if own_alpha { ", with alpha" } else { "" };
            work.note("image", format!("{height} rows of {width}, RGB{alpha}"));
            work.note("loss", if is_lossy { "values are near what was written" } else { "none" });
            if decoder.is_animated() {
                let found = format!("an animation of {} frames", decoder.num_frames());
                return Err(corrupt_at(0, "one image", found));
            }
            let has_alpha = self.has_alpha.unwrap_or(own_alpha);
            let samples = |has_alpha| if has_alpha { 4 } else { 3 };
            let shape = [height as usize, width as usize, samples(has_alpha)];
            let nbytes = wanted.nbytes(&shape, &UINT8)?;
            let own_nbytes = nbytes / samples(has_alpha) * samples(own_alpha);
            decoder.set_memory_limit(input.len().saturating_add(nbytes).saturating_add(ROOM));
            let mut bytes = vec![0; own_nbytes];
            decoder.read_image(&mut bytes).map_err(fault)?;
            Ok(match (own_alpha, has_alpha) {
                (false, true) => {
                    bytes.as_chunks::<3>().0.iter().flat_map(|[r, g, b]| [*r, *g, *b, 255]).collect()
                }
                (true, false) => {
                    bytes.as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect()
                }
                _ => bytes,
            })
        }
    }
}
