//! Codecs that write a chunk as an image, under the names that Python's imagecodecs gives them.
//!
//! Source: [imagecodecs](https://github.com/cgohlke/imagecodecs), its `numcodecs.py` for V2 and `zarr.py` for V3. An image has
//! rows, columns and samples, where an image of one sample per pixel has no third dimension; dimensions of one that the chunk
//! has besides are left out. In V3 imagecodecs makes bytes of an array with them, and
//! [virtual-tiff](https://github.com/virtual-zarr/virtual-tiff) has them after `bytes`: both are read.
//!
//! Decoders are in crates that come with the feature `images`. What the header of an image says is read here, so that it can be
//! shown without them, and before any of them reserves memory: an image of another size than the chunk is never decoded.

pub(super) mod jpeg;
pub(super) mod jpeg2k;
pub(super) mod jpegxl;
pub(super) mod png;
#[cfg(feature = "images")]
mod read;
pub(super) mod webp;

use std::borrow::Cow;

use super::row::BuildImage;
#[cfg(not(feature = "images"))]
use super::{ArrayOrBytes, CodecError};
use super::{Build, CodecRow, FieldPlace, FieldReading, StageInfo, StoredField};
use crate::metadata::DocumentNote;
#[cfg(not(feature = "images"))]
use crate::metadata::{ArrayRepresentation, CodecMetadata};
#[cfg(feature = "images")]
use read::{ExpectedImage, ReadImage, UINT8, UINT16, bind};

const fn row(
    name: &'static str,
    summary: &'static str,
    v2: &'static [&'static str],
    aliases: &'static [&'static str],
    build: BuildImage,
) -> CodecRow {
    CodecRow {
        v2,
        aliases,
        card: "imagecodecs",
        encodes: false,
        notes,
        ..CodecRow::new(name, summary, Build::Image(build))
    }
}

const PROPOSALS: &[(&str, &str)] = &[
    ("jpeg", "https://github.com/zarr-developers/zarr-extensions/pull/66"),
    ("jpegxl", "https://github.com/zarr-developers/zarr-extensions/pull/70"),
];

/// What a build without the feature says of a codec that it cannot decode.
pub fn left_out(name: &str) -> Option<String> {
    let row = CodecRow::meant_by(name)?;
    let why = || format!("it {}; builds with the feature `images` decode it", row.summary);
    if row.decodes() { None } else { Some(why()) }
}

fn notes(stage: &StageInfo) -> Vec<DocumentNote> {
    let name = stage.codec.name.as_str();
    let left_out = left_out(name).map(|why| stage.codec.note(format!("\"{name}\" is named only: {why}")));
    let proposal = PROPOSALS.iter().find(|(proposed, _)| *proposed == name).map(|(_, place)| {
        stage.codec.note(format!("\"{name}\" is a proposal that may still change ({place})"))
    });
    left_out.into_iter().chain(proposal).collect()
}

#[cfg(not(feature = "images"))]
fn build(
    codec: &CodecMetadata,
    _: Option<&ArrayRepresentation>,
) -> Result<Box<dyn ArrayOrBytes>, CodecError> {
    Err(CodecError::Unknown { name: codec.name.clone() })
}

/// The field of a header that is there, with what it says in words.
fn field(
    start: usize,
    nbytes: usize,
    reading: FieldReading,
    name: &'static str,
    meaning: impl Into<Cow<'static, str>>,
) -> StoredField {
    StoredField { place: FieldPlace::FromStart(start), nbytes, reading, name, meaning: meaning.into() }
}

fn big_endian(bytes: &[u8]) -> usize {
    bytes.iter().fold(0, |sum: usize, byte| sum.wrapping_shl(8) | usize::from(*byte))
}

fn little(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |sum: usize, byte| sum.wrapping_shl(8) | usize::from(*byte))
}

/// `nbytes` bytes from a place on, as an integer with the first byte the highest.
fn big_at(input: &[u8], start: usize, nbytes: usize) -> Option<usize> {
    input.get(start..start.checked_add(nbytes)?).map(big_endian)
}

fn little_at(input: &[u8], start: usize, nbytes: usize) -> Option<usize> {
    input.get(start..start.checked_add(nbytes)?).map(little)
}
