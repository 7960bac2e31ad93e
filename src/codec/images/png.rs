//! `imagecodecs_png`: one PNG image, lossless.
//!
//! Specification: [PNG](https://www.w3.org/TR/png-3/). Configuration: `{"level": 6}` and others, of which decoding needs none.
//! As libpng is used, samples of fewer than 8 bits become such of 8, and palettes and transparent colours are resolved.

use super::super::signature::MOST_FIELDS;
#[cfg(not(feature = "images"))]
use super::build;
use super::{CodecRow, FieldReading, StoredField, big_at, field, row};
#[cfg(feature = "images")]
use decode::build;

pub(in super::super) const ROW: CodecRow = CodecRow {
    checks: |_| true,
    amounts: &["level"],
    inside,
    ..row(
        "imagecodecs_png",
        "writes a chunk as a PNG image, without a loss",
        &["imagecodecs_png"],
        &[],
        build,
    )
};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

fn inside(input: &[u8]) -> Vec<StoredField> {
    let mut fields = Vec::new();
    if !input.starts_with(SIGNATURE) {
        return fields;
    }
    fields.push(field(0, SIGNATURE.len(), FieldReading::Plain, "signature", "the signature of a PNG image"));
    let mut start = SIGNATURE.len();
    while let (Some(nbytes), Some(kind)) = (big_at(input, start, 4), input.get(start + 4..start + 8))
        && fields.len() < MOST_FIELDS
    {
        let (name, meaning) = match kind {
            b"IHDR" => ("IHDR", "the header: size, bits and colours"),
            b"PLTE" => ("PLTE", "the colours of a palette"),
            b"IDAT" => ("IDAT", "filtered rows, compressed with zlib"),
            b"IEND" => ("IEND", "the end of the image"),
            b"tRNS" => ("tRNS", "transparent colours"),
            b"cICP" | b"cHRM" | b"gAMA" | b"iCCP" | b"sRGB" => ("colour", "what the colours look like"),
            _ => ("chunk", "another chunk"),
        };
        fields.push(field(start, 8, FieldReading::Plain, name, meaning));
        if kind == b"IHDR" {
            fields.extend(header(start + 8));
        }
        let Some(after) = start.checked_add(8).and_then(|body| body.checked_add(nbytes)) else { break };
        if after.saturating_add(4) <= input.len() {
            fields.push(field(after, 4, FieldReading::Big, "CRC-32", "the CRC-32 of the chunk"));
        }
        start = after.saturating_add(4);
    }
    fields
}

fn header(start: usize) -> [StoredField; 7] {
    use FieldReading::{BigNumber, Number};
    [
        field(start, 4, BigNumber, "width", "pixels in a row"),
        field(start + 4, 4, BigNumber, "height", "rows"),
        field(start + 8, 1, Number, "bits", "bits of each sample, or of each index of a palette"),
        field(
            start + 9,
            1,
            Number,
            "colours",
            "0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha",
        ),
        field(start + 10, 1, Number, "compression", "0, zlib"),
        field(start + 11, 1, Number, "filters", "0, one of five filters for each row"),
        field(start + 12, 1, Number, "interlace", "0 none, 1 Adam7"),
    ]
}

#[cfg(feature = "images")]
mod decode {
    use std::io::{Cursor, ErrorKind};

    use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Transformations};

    use super::super::super::ArrayOrBytes;
    use super::super::super::reader::{corrupt_at, ended_at};
    use super::super::super::{CodecError, StageWork};
    use super::super::{ExpectedImage, ReadImage, UINT8, UINT16, bind};
    use crate::metadata::{ArrayRepresentation, CodecMetadata, Elements};

    #[derive(Debug)]
    struct Png;

    pub(super) fn build(
        codec: &CodecMetadata,
        decoded: Option<&ArrayRepresentation>,
    ) -> Result<Box<dyn ArrayOrBytes>, CodecError> {
        bind(codec, decoded, &[UINT8, UINT16], |_| Ok(Box::new(Png)))
    }

    /// For the state of the decoder, beside rows.
    const ROOM: usize = 1 << 20;
    /// Bytes of memory for each column: a few rows of pixels of up to 8 bytes.
    const ROW: usize = 64;

    impl ReadImage for Png {
        fn read(
            &self,
            input: &[u8],
            wanted: &ExpectedImage,
            work: &mut StageWork,
        ) -> Result<Vec<u8>, CodecError> {
            let fault = |error: DecodingError| match error {
                DecodingError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => {
                    ended_at(input.len(), "the rest of a PNG image", "the end")
                }
                other => corrupt_at(0, "a PNG image that can be decoded", other.to_string()),
            };
            let mut decoder =
                Decoder::new_with_limits(Cursor::new(input), Limits { bytes: input.len() + ROOM });
            let info = decoder.read_header_info().map_err(fault)?;
            let (height, width) = (info.height as usize, info.width as usize);
            wanted.may_have(height, width)?;
            decoder.set_limits(Limits { bytes: input.len() + ROOM + width.saturating_mul(ROW) });
            decoder.set_transformations(Transformations::EXPAND);
            decoder.set_ignore_text_chunk(true);
            decoder.set_ignore_iccp_chunk(true);
            let mut reader = decoder.read_info().map_err(fault)?;
            let (colours, bits) = reader.output_color_type();
            let info = reader.info();
            let (stored, is_interlaced) = (info.color_type, info.interlaced);
            work.note(
                "image",
                format!("{height} rows of {width}, {}, {} bits", name(stored), info.bit_depth as u8),
            );
            let data_type = if bits == BitDepth::Sixteen { UINT16 } else { UINT8 };
            let nbytes = wanted.nbytes(&[height, width, colours.samples()], &data_type)?;
            let mut samples = Vec::with_capacity(nbytes);
            let result = if is_interlaced {
                samples.resize(nbytes, 0);
                reader.next_frame(&mut samples).map(|_| ())
            } else {
                rows(&mut reader, &mut samples)
            };
            if bits == BitDepth::Sixteen {
                samples.as_chunks_mut::<2>().0.iter_mut().for_each(|sample| sample.reverse());
            }
            match result {
                Ok(()) if samples.len() == nbytes => Ok(samples),
                Ok(()) => Err(corrupt_at(0, format!("{nbytes} bytes of rows"), samples.len().to_string())),
                Err(error) => {
                    if let Some(decoded) = wanted.decoded.filter(|_| !is_interlaced) {
                        work.leave_elements(Elements::new(decoded.data_type.clone(), samples), None);
                    }
                    Err(fault(error))
                }
            }
        }
    }

    fn name(colours: ColorType) -> &'static str {
        match colours {
            ColorType::Grayscale => "gray",
            ColorType::GrayscaleAlpha => "gray with alpha",
            ColorType::Rgb => "RGB",
            ColorType::Rgba => "RGB with alpha",
            ColorType::Indexed => "a palette",
        }
    }

    fn rows(reader: &mut png::Reader<Cursor<&[u8]>>, samples: &mut Vec<u8>) -> Result<(), DecodingError> {
        while let Some(row) = reader.next_row()? {
            samples.extend_from_slice(row.data());
        }
        Ok(())
    }
}
