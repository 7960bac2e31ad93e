//! `imagecodecs_jpegxl`: one JPEG XL image, or as many as an animation has frames, lossless or lossy.
//!
//! Specification: ISO/IEC 18181, as [its draft](https://arxiv.org/abs/1908.03565) and
//! [libjxl](https://github.com/libjxl/libjxl) describe it. Configuration, as far as decoding takes it:
//! `{"index": null, "keeporientation": null}`. Frames come before rows. Gray images with further channels that are not alpha
//! have their channels before rows too; of other images, channels that are neither colours nor alpha are left out.

use super::super::signature::MOST_FIELDS;
#[cfg(not(feature = "images"))]
use super::build;
use super::{CodecRow, FieldReading, StoredField, big_at, field, row};
#[cfg(feature = "images")]
use decode::build;

pub(in super::super) const ROW: CodecRow = CodecRow {
    amounts: &["level", "distance", "effort"],
    inside,
    ..row(
        "imagecodecs_jpegxl",
        "writes a chunk as a JPEG XL image, with or without a loss",
        &["imagecodecs_jpegxl"],
        &["jpegxl"],
        build,
    )
};

const CODESTREAM: &[u8] = &[0xff, 0x0a];
const CONTAINER: &[u8] = b"\0\0\0\x0cJXL \r\n\x87\n";

/// Reads bits from the lowest of each byte on.
struct HeaderBits<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl HeaderBits<'_> {
    fn take(&mut self, count: usize) -> Option<u32> {
        let mut value = 0;
        for place in 0..count {
            let byte = self.bytes.get(self.position / 8)?;
            value |= u32::from(byte >> (self.position % 8) & 1) << place;
            self.position += 1;
        }
        Some(value)
    }

    fn flag(&mut self) -> Option<bool> {
        self.take(1).map(|bit| bit == 1)
    }

    /// Two bits choose how many bits follow, and what is added to them.
    fn choice(&mut self, of: [(usize, u32); 4]) -> Option<u32> {
        let (count, least) = *of.get(self.take(2)? as usize)?;
        self.take(count)?.checked_add(least)
    }

    /// Height and width.
    fn size(&mut self) -> Option<(u32, u32)> {
        let is_small = self.flag()?;
        let edge = |bits: &mut Self| {
            if is_small {
                bits.take(5).map(|eighth| (eighth + 1) * 8)
            } else {
                bits.choice([(9, 1), (13, 1), (18, 1), (30, 1)])
            }
        };
        let height = edge(self)?;
        let width = match self.take(3)? {
            0 => edge(self)?,
            ratio => {
                let (over, under) = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
                    .get(ratio as usize - 1)
                    .copied()?;
                u32::try_from(u64::from(height) * over / under).ok()?
            }
        };
        Some((height, width))
    }

    /// The bits of a sample, up to where the metadata of the image gets long.
    fn depth(&mut self) -> Option<String> {
        if self.flag()? {
            return Some("8 bits, sRGB, with a loss".to_owned());
        }
        // What displays need: an orientation, a size, a preview, an animation.
        if self.flag()? {
            let orientation = self.take(3)?;
            let is_longer = self.flag()? || self.flag()? || self.flag()?;
            return (orientation == 0 && !is_longer).then(|| self.samples()).flatten();
        }
        self.samples()
    }

    fn samples(&mut self) -> Option<String> {
        if self.flag()? {
            let bits = self.choice([(0, 32), (0, 16), (0, 24), (6, 1)])?;
            return Some(format!("floats of {bits} bits"));
        }
        Some(format!("{} bits", self.choice([(0, 8), (0, 10), (0, 12), (6, 1)])?))
    }
}

fn inside(input: &[u8]) -> Vec<StoredField> {
    use FieldReading::{BigNumber, Plain};
    if input.starts_with(CODESTREAM) {
        return codestream(input, 0);
    }
    let mut fields = Vec::new();
    if !input.starts_with(CONTAINER) {
        return fields;
    }
    fields.push(field(0, CONTAINER.len(), Plain, "signature", "the signature of a JPEG XL container"));
    for start in box_starts(input) {
        let (Some(nbytes), Some(kind)) = (big_at(input, start, 4), input.get(start + 4..start + 8)) else {
            break;
        };
        if fields.len() >= MOST_FIELDS {
            break;
        }
        let (name, meaning, skipped) = match kind {
            b"ftyp" => ("ftyp", "the kind of file", None),
            b"jxlc" => ("jxlc", "the image", Some(0)),
            b"jxlp" => ("jxlp", "a part of the image", Some(4)),
            b"jbrd" => ("jbrd", "what else makes the JPEG file that this was", None),
            b"Exif" | b"xml " => ("metadata", "Exif or XMP", None),
            _ => ("box", "another box", None),
        };
        fields.push(field(
            start,
            4,
            BigNumber,
            "nbytes",
            "of the box; 0 up to the end, 1 where 8 bytes say it",
        ));
        fields.push(field(start + 4, 4, Plain, name, meaning));
        let header = if nbytes == 1 { 16 } else { 8 };
        if let Some(skipped) = skipped {
            fields.extend(codestream(input, start + header + skipped));
        }
    }
    fields
}

/// Where each box of a container starts, its signature left out.
fn box_starts(input: &[u8]) -> impl Iterator<Item = usize> {
    let first = input.starts_with(CONTAINER).then_some(CONTAINER.len());
    let next = |start: &usize| {
        let (header, nbytes) = match big_at(input, *start, 4)? {
            1 => (16, big_at(input, start + 8, 8)?),
            nbytes => (8, nbytes),
        };
        start.checked_add(nbytes).filter(|_| nbytes >= header)
    };
    std::iter::successors(first, next).take_while(|start| *start + 8 <= input.len())
}

fn codestream(input: &[u8], start: usize) -> Vec<StoredField> {
    let Some(bytes) = input.get(start..).and_then(|bytes| bytes.strip_prefix(CODESTREAM)) else {
        return Vec::new();
    };
    let mut fields = vec![field(start, 2, FieldReading::Plain, "signature", "a JPEG XL image starts")];
    let mut bits = HeaderBits { bytes, position: 0 };
    if let Some((height, width)) = bits.size() {
        let depth = bits.depth().map_or_else(String::new, |depth| format!(", {depth}"));
        let meaning = format!("{height} rows of {width}{depth}");
        fields.push(field(start + 2, bits.position.div_ceil(8), FieldReading::Plain, "header", meaning));
    }
    fields
}

#[cfg(feature = "images")]
mod decode {
    use std::error::Error;

    use half::f16;
    use jxl_oxide::frame::Encoding;
    use jxl_oxide::image::{BitDepth, ExtraChannelInfo};
    use jxl_oxide::{AllocTracker, FrameBuffer, InitializeResult, JxlImage, JxlThreadPool};

    use super::super::super::ArrayOrBytes;
    use super::super::super::numcodecs::{given, integer};
    use super::super::super::reader::{corrupt_at, ended_at};
    use super::super::super::{CodecError, StageWork};
    use super::super::{ExpectedImage, ReadImage, UINT8, UINT16, bind};
    use super::box_starts;
    use crate::metadata::float::FloatType;
    use crate::metadata::{ArrayRepresentation, CodecMetadata, DataType, Field};

    /// Bytes of memory for each sample of each channel, with those of frames that others refer to.
    const PER_SAMPLE: usize = 64;
    const ROOM: usize = 64 << 20;
    /// Channels that are decoded and left out.
    const MORE_CHANNELS: usize = 4;
    /// Frames that are not shown: the decoder frees those that refer to each other one within the other.
    const MORE_FRAMES: usize = 1 << 10;
    /// Boxes of a container, each of which is kept. Usual are about five.
    const BOXES: usize = 1 << 10;
    /// So many bytes are given to the decoder before its frames are counted, of which each takes some.
    const PIECE: usize = 4096;

    #[derive(Debug)]
    struct JpegXl {
        index: Option<usize>,
        keeps_orientation: bool,
    }

    pub(super) fn build(
        codec: &CodecMetadata,
        decoded: Option<&ArrayRepresentation>,
    ) -> Result<Box<dyn ArrayOrBytes>, CodecError> {
        bind(
            codec,
            decoded,
            &[UINT8, UINT16, DataType::Float(FloatType::Float16), DataType::Float(FloatType::Float32)],
            read,
        )
    }

    fn read(codec: &CodecMetadata) -> Field<Box<dyn ReadImage>> {
        let configuration = codec.configuration();
        let index = integer(&configuration, "index", -1..=i64::from(u32::MAX), -1)?;
        let keeps = given(&configuration, "keeporientation").map(|field| field.boolean()).transpose()?;
        Ok(Box::new(JpegXl { index: usize::try_from(index).ok(), keeps_orientation: keeps.unwrap_or(false) }))
    }

    /// How the samples of one image lie.
    struct SampleLayout {
        /// Of each sample, its channel among the colours and then the others.
        channels: Vec<usize>,
        is_planar: bool,
        depth: BitDepth,
        is_lossy: bool,
    }

    impl SampleLayout {
        fn of(image: &JxlImage) -> Self {
            let metadata = &image.image_header().metadata;
            let colours = if metadata.grayscale() { 1 } else { 3 };
            let others = metadata.ec_info.len();
            let alpha = metadata.ec_info.iter().position(ExtraChannelInfo::is_alpha);
            let is_planar = colours == 1 && others > 0 && alpha.is_none();
            let channels = match alpha {
                _ if is_planar => (0..=others).collect(),
                Some(alpha) => (0..colours).chain([colours + alpha]).collect(),
                None => (0..colours).collect(),
            };
            let is_lossy = metadata.xyb_encoded
                || image.frame_header(0).is_some_and(|frame| frame.encoding == Encoding::VarDct);
            Self { channels, is_planar, depth: metadata.bit_depth, is_lossy }
        }

        fn data_type(&self) -> Option<DataType> {
            Some(match (self.depth, self.depth.bits_per_sample()) {
                (BitDepth::IntegerSample { .. }, 1..=8) => UINT8,
                (BitDepth::IntegerSample { .. }, 9..=16) => UINT16,
                (BitDepth::IntegerSample { .. }, _) | (BitDepth::FloatSample { .. }, 32) => {
                    DataType::Float(FloatType::Float32)
                }
                (BitDepth::FloatSample { exp_bits: 5, .. }, 16) => DataType::Float(FloatType::Float16),
                (BitDepth::FloatSample { .. }, _) => return None,
            })
        }

        fn append(&self, value: f32, samples: &mut Vec<u8>) {
            let bits = self.depth.bits_per_sample();
            match self.depth {
                BitDepth::FloatSample { .. } if bits == 16 && self.is_lossy => {
                    samples.extend(f16::from_f32(value).to_le_bytes());
                }
                BitDepth::FloatSample { .. } if bits == 16 => {
                    // The decoder moves the bits to where a wider float has them, whatever they mean.
                    let exponent = (value.to_bits() >> 23 & 0xff).wrapping_sub(112) & 0x1f;
                    let [_, _, low, high] = (value.to_bits() >> 16 & 0x8000 | exponent << 10).to_be_bytes();
                    let [_, _, rest_low, rest_high] = (value.to_bits() >> 13 & 0x3ff).to_be_bytes();
                    samples.extend([high | rest_high, low | rest_low]);
                }
                BitDepth::IntegerSample { .. } if bits <= 16 => {
                    #[expect(
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss,
                        reason = "it saturates"
                    )]
                    #[expect(clippy::cast_precision_loss, reason = "of at most 16 bits none is lost")]
                    let whole = (value * ((1_u32 << bits) - 1) as f32).round() as u16;
                    match u8::try_from(whole) {
                        _ if bits > 8 => samples.extend(whole.to_le_bytes()),
                        Ok(byte) => samples.push(byte),
                        Err(_) => samples.push(u8::MAX),
                    }
                }
                _ => samples.extend(value.to_le_bytes()),
            }
        }
    }

    impl ReadImage for JpegXl {
        fn memory(&self) -> u64 {
            // Up to 29 times the samples were measured, where other codecs take 6.
            5
        }

        fn read(
            &self,
            input: &[u8],
            wanted: &ExpectedImage,
            work: &mut StageWork,
        ) -> Result<Vec<u8>, CodecError> {
            let corrupt = |expected: String, found: String| Err(corrupt_at(0, expected, found));
            let tracker = AllocTracker::with_limit(ROOM.saturating_add(input.len()));
            let boxes = box_starts(input).take(BOXES + 1).count();
            if boxes > BOXES {
                return corrupt(format!("at most {BOXES} boxes"), "more".into());
            }
            let image = parsed(input, wanted.most_frames(), &tracker)?;
            let layout = SampleLayout::of(&image);
            note(&image, &layout, work);
            if !image.is_loading_done() {
                return Err(ended_at(input.len(), "the rest of a JPEG XL image", "the end"));
            }
            let metadata = &image.image_header().metadata;
            if self.keeps_orientation && metadata.orientation != 1 {
                return corrupt(
                    "an image that is not turned".into(),
                    format!("orientation {}", metadata.orientation),
                );
            }
            let Some(data_type) = layout.data_type() else {
                let bits = layout.depth.bits_per_sample();
                return corrupt("floats of 16 or 32 bits".into(), format!("such of {bits} bits"));
            };
            if layout.is_planar && metadata.ec_info.iter().any(|one| one.bit_depth != layout.depth) {
                return corrupt("channels of the same type".into(), "channels of several".into());
            }
            let (height, width) = (image.height() as usize, image.width() as usize);
            let shown = image.num_loaded_keyframes();
            let mut shape = if layout.is_planar {
                vec![layout.channels.len(), height, width]
            } else {
                vec![height, width, layout.channels.len()]
            };
            let frames = match self.index {
                Some(index) if index < shown => index..index + 1,
                Some(index) => return corrupt(format!("more than {index} frames"), shown.to_string()),
                None => 0..shown,
            };
            shape.insert(0, frames.len());
            let nbytes = wanted.nbytes(&shape, &data_type)?;
            let channels = if metadata.grayscale() { 1 } else { 3 } + metadata.ec_info.len();
            if channels > layout.channels.len() + MORE_CHANNELS {
                return corrupt("few channels beside those that are shown".into(), channels.to_string());
            }
            let size = width.saturating_mul(height).saturating_mul(channels);
            tracker.expand_limit(size.saturating_mul(PER_SAMPLE));
            let mut samples = Vec::with_capacity(nbytes);
            for frame in frames {
                let render = image.render_frame(frame).map_err(undecodable)?;
                append(&render, &layout, &mut samples);
            }
            if samples.len() == nbytes {
                Ok(samples)
            } else {
                corrupt(format!("{nbytes} bytes of samples"), samples.len().to_string())
            }
        }
    }

    #[expect(clippy::needless_pass_by_value, reason = "as `map_err` gives it")]
    fn undecodable(error: Box<dyn Error + Send + Sync>) -> CodecError {
        corrupt_at(0, "a JPEG XL image that can be decoded", error.to_string())
    }

    /// Reads all frames, as far as they are there and not too many.
    fn parsed(input: &[u8], most: usize, tracker: &AllocTracker) -> Result<JxlImage, CodecError> {
        let mut empty =
            JxlImage::builder().pool(JxlThreadPool::none()).alloc_tracker(tracker.clone()).build_uninit();
        let mut rest = input;
        // What is left of a piece is given again with the next one.
        let mut image = loop {
            let piece = rest.get(..PIECE).unwrap_or(rest);
            let used = empty.feed_bytes(piece).map_err(undecodable)?;
            rest = rest.get(used..).unwrap_or_default();
            let is_end = used == 0 || rest.is_empty();
            match empty.try_init().map_err(undecodable)? {
                InitializeResult::Initialized(image) => break image,
                InitializeResult::NeedMoreData(_) if is_end => {
                    return Err(ended_at(input.len(), "the rest of a JPEG XL image", "the end"));
                }
                InitializeResult::NeedMoreData(more) => empty = more,
            }
        };
        while !rest.is_empty() && !image.is_loading_done() {
            let piece = rest.get(..PIECE).unwrap_or(rest);
            let used = image.feed_bytes(piece).map_err(undecodable)?;
            rest = rest.get(used..).unwrap_or_default();
            let shown = image.num_loaded_keyframes();
            let hidden = image.num_loaded_frames().saturating_sub(shown);
            if shown > most || hidden > MORE_FRAMES {
                let expected = format!("at most {most} frames, and {MORE_FRAMES} that are not shown");
                return Err(corrupt_at(0, expected, format!("{shown} and {hidden}, and no end")));
            }
            if used == 0 {
                break;
            }
        }
        image.finalize().map_err(undecodable)?;
        Ok(image)
    }

    fn append(render: &jxl_oxide::Render, layout: &SampleLayout, samples: &mut Vec<u8>) {
        let all = render.image_planar();
        let planes: Vec<&[f32]> =
            layout.channels.iter().filter_map(|channel| all.get(*channel)).map(FrameBuffer::buf).collect();
        if layout.is_planar {
            planes.iter().copied().flatten().for_each(|value| layout.append(*value, samples));
            return;
        }
        let size = planes.iter().map(|plane| plane.len()).min().unwrap_or(0);
        for place in 0..size {
            for value in planes.iter().filter_map(|plane| plane.get(place)) {
                layout.append(*value, samples);
            }
        }
    }

    fn note(image: &JxlImage, layout: &SampleLayout, work: &mut StageWork) {
        let metadata = &image.image_header().metadata;
        let is_float = matches!(metadata.bit_depth, BitDepth::FloatSample { .. });
        let (kind, bits) =
            (if is_float { "floats" } else { "integers" }, metadata.bit_depth.bits_per_sample());
        let colours = if metadata.grayscale() { "gray" } else { "RGB" };
        let others = match metadata.ec_info.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        work.note(
            "image",
            format!("{} rows of {}, {kind} of {bits} bits, {colours}{others}", image.height(), image.width()),
        );
        work.note(
            "loss",
            if layout.is_lossy { "values are near what was written" } else { "none, by its header" },
        );
    }
}
