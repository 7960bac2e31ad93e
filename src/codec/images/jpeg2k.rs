//! `imagecodecs_jpeg2k`: one JPEG 2000 image, as a codestream (J2K) or in a JP2 file, lossless or lossy.
//!
//! Specification: [ITU-T T.800](https://www.itu.int/rec/T-REC-T.800). Configuration, as far as decoding takes it:
//! `{"planar": null, "skipres": null}`; with `planar` samples come before rows. All components have to be of the size of the
//! image and of one type of at most 16 bits. Of a JP2 file the codestream is read: one with a palette or in sYCC is not decoded.

use super::super::signature::MOST_FIELDS;
#[cfg(not(feature = "images"))]
use super::build;
use super::{CodecRow, FieldReading, StoredField, big_at, field, row};
#[cfg(feature = "images")]
use decode::build;

pub(in super::super) const ROW: CodecRow = CodecRow {
    amounts: &["level"],
    inside,
    ..row(
        "imagecodecs_jpeg2k",
        "writes a chunk as a JPEG 2000 image, with or without a loss",
        &["imagecodecs_jpeg2k"],
        &[],
        build,
    )
};

const SOC: &[u8] = &[0xff, 0x4f, 0xff, 0x51];
const JP2: &[u8] = b"\0\0\0\x0cjP  \r\n\x87\n";

/// A box of a JP2 file: its kind, and where what is in it starts and ends.
struct Jp2Box<'a> {
    start: usize,
    kind: &'a [u8],
    body: std::ops::Range<usize>,
}

fn boxes(input: &[u8], within: std::ops::Range<usize>) -> Vec<Jp2Box<'_>> {
    let mut boxes = Vec::new();
    let mut start = within.start;
    while let (Some(nbytes), Some(kind)) = (big_at(input, start, 4), input.get(start + 4..start + 8))
        && start < within.end
        && boxes.len() < MOST_FIELDS
    {
        let (header, nbytes) = match nbytes {
            0 => (8, within.end - start),
            1 => (16, big_at(input, start + 8, 8).unwrap_or(0)),
            nbytes => (8, nbytes),
        };
        let end = start.saturating_add(nbytes).min(within.end);
        if nbytes < header || end < start + header {
            break;
        }
        boxes.push(Jp2Box { start, kind, body: start + header..end });
        start = end;
    }
    boxes
}

/// Where the codestream is.
fn codestream(input: &[u8]) -> Option<std::ops::Range<usize>> {
    if input.starts_with(SOC) {
        return Some(0..input.len());
    }
    let found = boxes(input, 0..input.len()).into_iter().find(|one| one.kind == b"jp2c")?;
    input.get(found.body.clone())?.starts_with(SOC).then_some(found.body)
}

/// A marker with its parameters.
struct CodestreamMarker<'a> {
    start: usize,
    marker: u8,
    body: &'a [u8],
}

const SIZ: u8 = 0x51;
const COD: u8 = 0x52;
const COC: u8 = 0x53;
const SOT: u8 = 0x90;
const SOD: u8 = 0x93;
const EOC: u8 = 0xd9;

/// Those of the main header and of the headers of tile-parts, over whose data is jumped.
fn segments(stream: &[u8], most: usize) -> Vec<CodestreamMarker<'_>> {
    let mut segments = Vec::new();
    let (mut start, mut next_part) = (2, None);
    while let Some([0xff, marker]) = stream.get(start..).and_then(<[u8]>::first_chunk)
        && segments.len() < most
    {
        let has_body = !matches!(*marker, SOD | EOC | 0x30..=0x3f);
        let nbytes = if has_body { big_at(stream, start + 2, 2).unwrap_or(0) } else { 0 };
        let body = stream.get(start + 4..start + 2 + nbytes).unwrap_or_default();
        segments.push(CodestreamMarker { start, marker: *marker, body });
        if *marker == SOT {
            next_part =
                big_at(body, 2, 4).filter(|nbytes| *nbytes > 0).and_then(|part| start.checked_add(part));
        }
        match (*marker, next_part) {
            (EOC, _) | (SOD, None) => break,
            (SOD, Some(next)) if next <= start => break,
            (SOD, Some(next)) => start = next,
            _ if has_body && nbytes < 2 => break,
            _ => start += 2 + nbytes,
        }
    }
    segments
}

/// What SIZ says: edges, and of each component its type and how it is sampled.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CodestreamSize {
    height: usize,
    width: usize,
    tiles: usize,
    components: Vec<[u8; 3]>,
}

impl CodestreamSize {
    fn of(segments: &[CodestreamMarker]) -> Option<Self> {
        let body = segments.iter().find(|segment| segment.marker == SIZ)?.body;
        let number = |place| big_at(body, place, 4);
        let (right, bottom, left, top) = (number(2)?, number(6)?, number(10)?, number(14)?);
        let (tile_width, tile_height, tile_left, tile_top) =
            (number(18)?, number(22)?, number(26)?, number(30)?);
        let tiles_along = |end: usize, first: usize, edge: usize| {
            end.checked_sub(first)?.checked_add(edge)?.checked_sub(1)?.checked_div(edge)
        };
        let across = tiles_along(right, tile_left, tile_width)?;
        Some(Self {
            height: bottom.checked_sub(top)?,
            width: right.checked_sub(left)?,
            tiles: tiles_along(bottom, tile_top, tile_height)?.checked_mul(across)?,
            components: body.get(36..)?.as_chunks::<3>().0.to_vec(),
        })
    }

    /// The bits of each sample, and whether they have a sign; `None` where components differ.
    fn depth(&self) -> Option<(u32, bool)> {
        let [first, ..] = self.components.as_slice() else { return None };
        let is_same = self.components.iter().all(|one| one == first);
        let [depth, ..] = first;
        is_same.then(|| (u32::from(depth & 0x7f) + 1, depth & 0x80 != 0))
    }

    fn describe(&self) -> String {
        let depth = self.depth().map_or_else(
            || "components that differ".to_owned(),
            |(bits, is_signed)| format!("{bits} bits{}", if is_signed { " with a sign" } else { "" }),
        );
        let tiles = if self.tiles == 1 { String::new() } else { format!(", {} tiles", self.tiles) };
        format!("{} rows of {}, {} × {depth}{tiles}", self.height, self.width, self.components.len())
    }
}

/// Whether the wavelets and the steps lose nothing.
fn is_reversible(segments: &[CodestreamMarker]) -> Option<bool> {
    let body = segments.iter().find(|segment| segment.marker == COD)?.body;
    Some(*body.get(9)? == 1)
}

fn inside(input: &[u8]) -> Vec<StoredField> {
    use FieldReading::{BigNumber, Plain};
    let mut fields = Vec::new();
    if input.starts_with(JP2) {
        for Jp2Box { start, kind, .. } in boxes(input, 0..input.len()) {
            let (name, meaning) = match kind {
                b"jP  " => ("signature", "the signature of a JP2 file"),
                b"ftyp" => ("ftyp", "the kind of file"),
                b"jp2h" => ("jp2h", "size and colours"),
                b"jp2c" => ("jp2c", "the image"),
                _ => ("box", "another box"),
            };
            fields.push(field(start, 4, BigNumber, "nbytes", "of the box; 0 up to the end"));
            fields.push(field(start + 4, 4, Plain, name, meaning));
        }
    }
    let Some(place) = codestream(input) else { return fields };
    let stream = input.get(place.clone()).unwrap_or_default();
    let all = segments(stream, MOST_FIELDS);
    fields.push(field(place.start, 2, Plain, "SOC", "a codestream starts"));
    for CodestreamMarker { start, marker, body } in &all {
        let (name, meaning): (&str, std::borrow::Cow<'static, str>) = match *marker {
            SIZ => ("SIZ", CodestreamSize::of(&all).map_or_else(String::new, |size| size.describe()).into()),
            COD if is_reversible(&all) == Some(true) => {
                ("COD", "how it is coded: reversible, 5/3 wavelets".into())
            }
            COD => ("COD", "how it is coded: with a loss, 9/7 wavelets".into()),
            COC => ("COC", "how one component is coded".into()),
            0x5c => ("QCD", "the steps of quantization".into()),
            0x5d => ("QCC", "the steps of one component".into()),
            0x64 => ("COM", "a comment".into()),
            SOT => ("SOT", "a part of a tile starts".into()),
            SOD => ("SOD", "its data follows".into()),
            EOC => ("EOC", "the codestream ends".into()),
            _ => ("marker", "another marker".into()),
        };
        let nbytes = if matches!(*marker, SOD | EOC) { 2 } else { 4 + body.len() };
        fields.push(field(place.start + start, nbytes, Plain, name, meaning));
    }
    fields.truncate(MOST_FIELDS);
    fields
}

#[cfg(feature = "images")]
mod decode {
    use std::borrow::Cow;

    use hayro_jpeg2000::{ComponentData, DecodeSettings, DecoderContext, Image};

    use super::super::super::ArrayOrBytes;
    use super::super::super::numcodecs::{given, integer};
    use super::super::super::reader::corrupt_at;
    use super::super::super::{CodecError, StageWork};
    use super::super::{ExpectedImage, ReadImage, bind};
    use super::{
        COC, COD, CodestreamMarker, CodestreamSize, EOC, boxes, codestream, is_reversible, segments,
    };
    use crate::metadata::{ArrayRepresentation, CodecMetadata, DataType, Field, Integer};

    #[derive(Debug)]
    struct Jpeg2k {
        is_planar: bool,
    }

    pub(super) fn build(
        codec: &CodecMetadata,
        decoded: Option<&ArrayRepresentation>,
    ) -> Result<Box<dyn ArrayOrBytes>, CodecError> {
        let sample = |bits, signed| DataType::Integer(Integer { bits, signed });
        let samples = [sample(8, false), sample(16, false), sample(8, true), sample(16, true)];
        bind(codec, decoded, &samples, read)
    }

    fn read(codec: &CodecMetadata) -> Field<Box<dyn ReadImage>> {
        let configuration = codec.configuration();
        // Lower resolutions have another size than the chunk.
        integer(&configuration, "skipres", 0..=0, 0)?;
        let is_planar = given(&configuration, "planar").map(|field| field.boolean()).transpose()?;
        Ok(Box::new(Jpeg2k { is_planar: is_planar.unwrap_or(false) }))
    }

    /// A part of a tile has a marker of 12 bytes, and one that its data starts.
    const PART: usize = 14;
    /// Tiles know of each component how it is coded.
    const TILE_COMPONENTS: usize = 1 << 20;
    /// Bytes that the decoder keeps of blocks for each sample; usual blocks of 64 × 64 take less than one.
    const PER_SAMPLE: u64 = 64;
    const ROOM: u64 = 16 << 20;

    impl ReadImage for Jpeg2k {
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
            let corrupt = |expected: &str, found: String| Err(corrupt_at(0, expected, found));
            let Some(place) = codestream(input) else {
                return corrupt("a JPEG 2000 image", "no codestream".to_owned());
            };
            let start = place.start;
            let stream = input.get(place).unwrap_or_default();
            let all = segments(stream, stream.len());
            let Some(size) = CodestreamSize::of(&all) else {
                return Err(corrupt_at(start, "the size of an image (SIZ)", "none that can be read"));
            };
            work.note("image", size.describe());
            if let Some(is_reversible) = is_reversible(&all) {
                let lossy = "values are near what was written";
                work.note("loss", if is_reversible { "none, unless parts were left out" } else { lossy });
            }
            let Some((bits, signed)) = size.depth().filter(|(bits, _)| *bits <= 16) else {
                return corrupt("components of one type of at most 16 bits", size.describe());
            };
            if size.components.iter().any(|[_, across, down]| [*across, *down] != [1, 1]) {
                return corrupt(
                    "components of the size of the image",
                    "components that are sampled less".to_owned(),
                );
            }
            check_colours(input)?;
            let data_type = DataType::Integer(Integer { bits: if bits <= 8 { 8 } else { 16 }, signed });
            let samples = size.components.len();
            let shape = if self.is_planar {
                [samples, size.height, size.width]
            } else {
                [size.height, size.width, samples]
            };
            let nbytes = wanted.nbytes(&shape, &data_type)?;
            check_structure(stream, &all, &size, start)?;
            let stream = if stream.ends_with(&[0xff, EOC]) {
                Cow::Borrowed(stream)
            } else {
                // Some writers leave the end out.
                Cow::Owned([stream, &[0xff, EOC]].concat())
            };
            let settings =
                DecodeSettings { resolve_palette_indices: false, strict: true, target_resolution: None };
            let fault = |error: hayro_jpeg2000::DecodeError| {
                corrupt_at(start, "a JPEG 2000 image that can be decoded", error.to_string())
            };
            let image = Image::new(&stream, &settings).map_err(fault)?;
            let mut context = DecoderContext::default();
            let decoded = image.decode(&mut context).map_err(fault)?;
            let planes: Vec<&[f32]> = decoded.components().iter().map(ComponentData::samples).collect();
            let samples = gather(&planes, bits, signed, self.is_planar);
            if samples.len() != nbytes {
                return corrupt(&format!("{nbytes} bytes of samples"), samples.len().to_string());
            }
            Ok(samples)
        }
    }

    /// The decoder adds half of the range to samples with a sign too.
    fn gather(planes: &[&[f32]], bits: u32, signed: bool, is_planar: bool) -> Vec<u8> {
        let half = if signed { 1_i32 << (bits - 1) } else { 0 };
        let most = (1_i32 << bits) - 1;
        let mut samples = Vec::new();
        let mut append = |value: f32| {
            #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
            let whole = (value.round_ties_even() as i32).clamp(0, most) - half;
            let [low, high, ..] = whole.to_le_bytes();
            samples.push(low);
            if bits > 8 {
                samples.push(high);
            }
        };
        if is_planar {
            planes.iter().copied().flatten().for_each(|value| append(*value));
        } else {
            let size = planes.iter().map(|plane| plane.len()).min().unwrap_or(0);
            for place in 0..size {
                planes.iter().filter_map(|plane| plane.get(place)).for_each(|value| append(*value));
            }
        }
        samples
    }

    /// A JP2 file may say that samples are indices of a palette or sYCC.
    fn check_colours(input: &[u8]) -> Result<(), CodecError> {
        const SYCC: &[u8] = &[0, 0, 0, 18];
        let all = boxes(input, 0..input.len());
        let Some(header) = all.iter().find(|one| one.kind == b"jp2h") else { return Ok(()) };
        for one in boxes(input, header.body.clone()) {
            let body = input.get(one.body).unwrap_or_default();
            let found = match one.kind {
                b"pclr" => "indices of a palette",
                b"colr" if body.first() == Some(&1) && body.get(3..7) == Some(SYCC) => "sYCC",
                _ => continue,
            };
            return Err(corrupt_at(one.start, "samples that are stored as they are", found));
        }
        Ok(())
    }

    /// Refuses images of which the decoder would keep far more than the image is large, as no encoder writes them.
    fn check_structure(
        stream: &[u8],
        segments: &[CodestreamMarker],
        size: &CodestreamSize,
        start: usize,
    ) -> Result<(), CodecError> {
        let most_tiles = (stream.len() / PART).min(TILE_COMPONENTS / size.components.len().max(1));
        if size.tiles > most_tiles {
            let expected = format!("at most {most_tiles} tiles in {} bytes", stream.len());
            return Err(corrupt_at(start, expected, size.tiles.to_string()));
        }
        let mut layers = 1;
        let mut least_block = u64::MAX;
        for CodestreamMarker { marker, body, .. } in segments {
            let (own, has_precincts) = match *marker {
                COD => (body.get(5..), body.first().is_some_and(|style| style & 1 == 1)),
                COC if size.components.len() < 257 => {
                    (body.get(2..), body.get(1).is_some_and(|style| style & 1 == 1))
                }
                COC => (body.get(3..), body.get(2).is_some_and(|style| style & 1 == 1)),
                _ => continue,
            };
            if *marker == COD {
                layers = layers.max(
                    super::big_at(body, 2, 1).unwrap_or(0) * 256 + super::big_at(body, 3, 1).unwrap_or(0),
                );
            }
            let Some([levels, width, height, _, _, precincts @ ..]) = own else { continue };
            let block = [(width & 15) + 2, (height & 15) + 2];
            // The lowest resolution has no halves; others have precincts of half the edge in each band.
            let precincts = if has_precincts { precincts } else { &[] };
            let each = precincts.iter().take(usize::from(*levels) + 1).map(|edges| {
                let [precinct_width, precinct_height] =
                    [edges & 15, edges >> 4].map(|edge| edge.saturating_sub(1));
                1 << (precinct_width.min(block[0]) + precinct_height.min(block[1]))
            });
            least_block = each.chain([1 << (block[0] + block[1]).min(30)]).fold(least_block, u64::min);
        }
        let samples = (size.width as u64)
            .saturating_mul(size.height as u64)
            .saturating_mul(size.components.len() as u64);
        let kept = samples / least_block.max(1) * (320 + 24 * layers as u64);
        let limit = samples.saturating_mul(PER_SAMPLE).saturating_add(ROOM);
        if kept > limit {
            let found = format!("blocks of {least_block} in {layers} layers");
            return Err(corrupt_at(start, format!("blocks that take at most {limit} bytes"), found));
        }
        Ok(())
    }
}
