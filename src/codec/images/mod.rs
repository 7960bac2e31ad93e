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
pub(super) mod webp;

use std::borrow::Cow;
use std::fmt;

use super::reader::corrupt_at;
use super::row::BuildImage;
use super::{
    ArrayOrBytes, ArrayToBytes, Build, BytesToBytes, CodecError, CodecRow, FieldPlace, FieldReading,
    StageInfo, StageWork, StoredField,
};
use crate::metadata::{
    ArrayRepresentation, CodecMetadata, DataType, DocumentNote, Elements, Integer, product,
};
use crate::store::ByteSource;

/// Reads images of one format, as the configuration says.
trait ReadImage: fmt::Debug + Send + Sync {
    /// The samples, in C order and little-endian, after `wanted` has agreed to their number and type.
    fn read(&self, input: &[u8], wanted: &ExpectedImage, work: &mut StageWork)
    -> Result<Vec<u8>, CodecError>;
}

/// What an image has to be.
#[derive(Debug)]
struct ExpectedImage<'a> {
    /// `None` after a codec that made bytes: then the number of bytes is all that is known.
    decoded: Option<&'a ArrayRepresentation>,
    limit: u64,
}

#[derive(Debug)]
#[cfg_attr(not(feature = "images"), expect(dead_code, reason = "only builds that decode images have one"))]
struct ImageCodec {
    decoded: Option<ArrayRepresentation>,
    reader: Box<dyn ReadImage>,
}

const fn row(
    name: &'static str,
    summary: &'static str,
    v2: &'static [&'static str],
    aliases: &'static [&'static str],
    build: BuildImage,
) -> CodecRow {
    CodecRow { v2, aliases, card: "imagecodecs", notes, ..CodecRow::new(name, summary, Build::Image(build)) }
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

#[cfg(feature = "images")]
fn bind(
    codec: &CodecMetadata,
    decoded: Option<&ArrayRepresentation>,
    read: fn(&CodecMetadata) -> crate::metadata::Field<Box<dyn ReadImage>>,
) -> Result<Box<dyn ArrayOrBytes>, CodecError> {
    let reader = read(codec).map_err(|fault| fault.of_codec(&codec.name))?;
    Ok(Box::new(ImageCodec { decoded: decoded.cloned(), reader }))
}

#[cfg(not(feature = "images"))]
fn build(
    codec: &CodecMetadata,
    _: Option<&ArrayRepresentation>,
) -> Result<Box<dyn ArrayOrBytes>, CodecError> {
    Err(CodecError::Unknown { name: codec.name.clone() })
}

impl ImageCodec {
    fn samples(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let wanted = ExpectedImage { decoded: self.decoded.as_ref(), limit: work.limit };
        self.reader.read(input, &wanted, work)
    }
}

impl ArrayOrBytes for ImageCodec {}

impl ArrayToBytes for ImageCodec {
    fn decode(&self, input: &dyn ByteSource, work: &mut StageWork) -> Result<Elements, CodecError> {
        let samples = self.samples(&input.read_all()?, work)?;
        let data_type = self.decoded.as_ref().map_or(UINT8, |decoded| decoded.data_type.clone());
        Ok(Elements::new(data_type, samples))
    }
}

impl BytesToBytes for ImageCodec {
    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        self.samples(input, work)
    }
}

const UINT8: DataType = DataType::Integer(Integer { bits: 8, signed: false });
const UINT16: DataType = DataType::Integer(Integer { bits: 16, signed: false });

#[cfg(feature = "images")]
impl ExpectedImage<'_> {
    /// Whether an image of so many rows and columns can be one of the chunk, for decoders that reserve memory for rows before
    /// they know what samples are.
    fn may_have(&self, height: usize, width: usize) -> Result<(), CodecError> {
        let edges = [height as u64, width as u64];
        if product(&edges).is_none_or(|size| size > self.limit) {
            return Err(CodecError::TooMuch { limit: self.limit });
        }
        match self.decoded {
            Some(decoded) if edges.iter().any(|edge| *edge != 1 && !decoded.shape.contains(edge)) => Err(
                corrupt_at(0, format!("an image of {decoded}"), format!("one of {height} rows of {width}")),
            ),
            _ => Ok(()),
        }
    }

    /// How many bytes the samples of an image take, where it is one of the chunk.
    fn nbytes(&self, shape: &[usize], data_type: &DataType) -> Result<usize, CodecError> {
        let shape: Vec<u64> = shape.iter().map(|edge| *edge as u64).collect();
        let nbytes = product(&shape).and_then(|size| size.checked_mul(data_type.nbytes() as u64));
        let longer = |shape: &[u64]| shape.iter().copied().filter(|edge| *edge != 1).collect::<Vec<u64>>();
        if let Some(decoded) = self.decoded
            && (longer(&decoded.shape) != longer(&shape) || decoded.data_type != *data_type)
        {
            let found = ArrayRepresentation { shape, data_type: data_type.clone(), fill_value: None };
            return Err(corrupt_at(0, format!("an image of {decoded}"), format!("one of {found}")));
        }
        let nbytes = nbytes.filter(|nbytes| *nbytes <= self.limit);
        let nbytes = nbytes.and_then(|nbytes| usize::try_from(nbytes).ok());
        nbytes.ok_or(CodecError::TooMuch { limit: self.limit })
    }
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
