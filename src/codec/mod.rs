//! The codecs, one file each, the one table of them, and the chain they are put together in.
//!
//! Specification: [Codecs](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#codecs).
//! The set of codecs is closed: an open set would need a table that is handed to everything that builds a chain, and traits that
//! never change; and most of what is explained of a codec is in this crate. A codec that is not in
//! [`CODECS`] is a stage that fails when it is reached.
//!
//! Adding a codec is one file with its row, a `mod` line, a line in [`CODECS`], and a card in `assets/explain`.
#![warn(clippy::indexing_slicing)]

mod blosc;
mod bytes;
mod cast_value;
mod chain;
mod conditional;
mod crc32c;
#[cfg(test)]
mod damage;
mod deflate;
mod depends;
mod dtype;
mod elsewhere;
mod encode;
mod error;
mod fill;
mod filters;
#[cfg(test)]
mod fixture;
mod gzip;
mod hints;
mod images;
mod inner;
mod kernel;
mod map;
mod marks;
mod meaning;
mod n5_default;
mod named;
mod nbytes;
mod numcodecs;
mod packbits;
mod probe;
mod proposals;
mod reader;
#[cfg(test)]
mod reference;
mod reshape;
mod row;
mod run;
mod salvage;
mod scale_offset;
mod sharding;
mod short;
mod signature;
mod spare;
mod stand_in;
mod statistics;
mod trace;
mod transpose;
mod used;
mod value;
mod vlen;
mod work;
mod zfp;
mod zstd;

use std::fmt;
use std::ops::Range;

use crate::metadata::{ArrayRepresentation, CodecMetadata, CodecRole, Elements};
use crate::store::{ByteSource, Slice};

pub use bytes::ROW as BYTES;
pub use chain::{Chain, Dimensions, Representation, StageInfo};
pub use crc32c::ROW as CRC32C;
pub(crate) use deflate::inflate_all;
pub use depends::Dependents;
pub use dtype::arrange;
pub use elsewhere::stored_elsewhere;
pub use error::CodecError;
pub use fill::FillPath;
use filters::view::ROW as VIEW;
pub use filters::view::viewed_dtypes;
pub(crate) use filters::{delta::ROW as DELTA, packbits::ROW as PACKED_BOOLS};
pub use hints::hints;
pub(crate) use hints::same_kind;
pub use inner::InnerTrace;
pub(crate) use inner::inner_chain;
pub use marks::Marks;
pub use named::NAMED_ONLY;
pub use nbytes::NBytes;
pub(crate) use numcodecs::peel;
pub use numcodecs::shuffle::ROW as SHUFFLE;
pub(crate) use probe::output;
pub use probe::{Location, Step};
pub use proposals::{DecimalForm, ValueTraits, begun, cast_to, completed, compressed, proposals, tried_out};
pub(crate) use reader::hex;
pub use row::{CodecKind, CodecRow, Lesson, Remedy, StoredForm};
pub(crate) use row::{label, written};
pub(crate) use run::cut;
pub use run::{Beside, Recorder, Remarks, Silent, StageFault};
pub use salvage::Salvage;
pub(crate) use sharding::IndexForm;
pub use sharding::ROW as SHARDING;
pub use sharding::{Entry, MissingInner, ShardIndex, ShardMap, Sharding, SourceRange, Use};
pub use short::{all_names, in_full, in_short};
pub use signature::{
    ChecksumFacts, CutSign, FieldPlace, FieldReading, Signature, StoredField, StreamEnd, WhichEnd,
};
pub(crate) use spare::recycle;
pub use statistics::{ElementStatistics, Statistics};
pub use trace::{Outcome, StageTrace, Trace};
pub use transpose::ROW as TRANSPOSE;
pub use used::UsedElements;
pub use value::Value;
pub use work::{DecodeOptions, Note, Partial};
pub(crate) use work::{ODD_BOOLS, StageWork};

pub(crate) use crate::metadata::text::join;
use map::Elementwise;
use row::{Build, BuildArrayToArray, BuildArrayToBytes, BuildBytesToBytes};

pub(crate) trait ArrayToArray: fmt::Debug + Send + Sync {
    fn encoded(&self) -> &ArrayRepresentation;

    fn decode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError>;

    fn locate(&self, coords: &[u64]) -> Option<Vec<u64>> {
        Some(coords.to_vec())
    }

    /// The first element of the decoded array that depends on an element of the encoded one.
    fn locate_back(&self, coords: &[u64]) -> Option<Vec<u64>> {
        Some(coords.to_vec())
    }

    /// Counts the elements of the decoded array that depend on `count` of the encoded one, from this one on.
    fn dependents(&self, _first: &[u64], count: u64) -> Option<u64> {
        Some(count)
    }

    fn dimensions(&self) -> Dimensions {
        Dimensions::Kept
    }

    fn elementwise(&self) -> Option<&dyn Elementwise> {
        None
    }

    fn encode(&self, _input: &Elements, _work: &mut StageWork) -> Result<Elements, CodecError> {
        Err(CodecError::OnlyDecoded)
    }
}

pub(crate) trait ArrayToBytes: fmt::Debug + Send + Sync {
    /// How many times as much memory decoding takes as that of other codecs does, for a chunk of the same size.
    fn memory(&self) -> u64 {
        1
    }

    fn encoded_nbytes(&self) -> Option<u64> {
        None
    }

    fn decode(&self, input: &dyn ByteSource, work: &mut StageWork) -> Result<Elements, CodecError>;

    fn decode_owned(&self, input: Vec<u8>, work: &mut StageWork) -> Result<Elements, CodecError> {
        self.decode(&Slice(&input), work)
    }

    fn locate(&self, _index: u64, _encoded: &[u8]) -> Option<Range<u64>> {
        None
    }

    /// The elements, of `size`, that depend on a byte of the encoded chunk; none where the byte holds no element. `None`
    /// where that is not known. They are found by bisection: the bytes of the elements are in the order of the elements.
    fn locate_back(&self, byte: u64, size: u64, encoded: &[u8]) -> Option<Range<u64>> {
        let first = bisect(size, |index| Some(self.locate(index, encoded)?.end > byte))?;
        let end = bisect(size, |index| Some(self.locate(index, encoded)?.start > byte))?;
        Some(first..end.max(first))
    }

    fn encode(&self, _input: &Elements, _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        Err(CodecError::OnlyDecoded)
    }

    fn sharding(&self) -> Option<&Sharding> {
        None
    }
}

pub(crate) trait BytesToBytes: fmt::Debug + Send + Sync {
    /// How many times as much memory decoding takes as that of other codecs does, for a chunk of the same size.
    fn memory(&self) -> u64 {
        1
    }

    fn encoded_nbytes(&self, _decoded: Option<u64>) -> Option<u64> {
        None
    }

    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError>;

    fn locate(&self, _ranges: &[Range<u64>], _encoded: &[u8]) -> Option<Vec<Range<u64>>> {
        None
    }

    fn locate_back(&self, _range: &Range<u64>, _encoded: &[u8]) -> Option<Range<u64>> {
        None
    }

    fn encode(&self, _input: &[u8], _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        Err(CodecError::OnlyDecoded)
    }
}

/// A codec that is used in two ways: it makes bytes of an array, or of bytes.
pub(crate) trait ArrayOrBytes: ArrayToBytes + BytesToBytes {}

/// The first of `size` numbers from which on something holds; `size` where it never does.
fn bisect(size: u64, holds: impl Fn(u64) -> Option<bool>) -> Option<u64> {
    let (mut low, mut high) = (0, size);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle)? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(low)
}

pub const CODECS: &[CodecRow] = &[
    transpose::ROW,
    scale_offset::ROW,
    cast_value::ROW,
    filters::bitround::ROW,
    filters::delta::ROW,
    filters::fixedscaleoffset::ROW,
    filters::QUANTIZE,
    filters::ASTYPE,
    filters::packbits::ROW,
    filters::categorize::ROW,
    reshape::ROW,
    bytes::ROW,
    vlen::UTF8,
    vlen::BYTES,
    vlen::ARRAY,
    filters::objects::JSON2,
    filters::objects::MSGPACK2,
    packbits::ROW,
    n5_default::ROW,
    filters::pcodec::ROW,
    zfp::ROW,
    zfp::ZFPY,
    images::jpeg::ROW,
    images::jpeg2k::ROW,
    images::jpegxl::ROW,
    images::png::ROW,
    images::webp::ROW,
    numcodecs::imagecodecs::PCODEC,
    numcodecs::imagecodecs::ZFP,
    sharding::ROW,
    gzip::ROW,
    zstd::ROW,
    blosc::ROW,
    crc32c::ROW,
    conditional::ROW,
    numcodecs::zlib::ROW,
    numcodecs::bz2::ROW,
    numcodecs::lzma::ROW,
    numcodecs::lz4::ROW,
    numcodecs::shuffle::ROW,
    numcodecs::checksum::CRC32,
    numcodecs::checksum::CRC32C,
    numcodecs::checksum::ADLER32,
    numcodecs::checksum::FLETCHER32,
    numcodecs::checksum::JENKINS_LOOKUP3,
    numcodecs::base64::ROW,
    numcodecs::imagecodecs::ZLIB,
    numcodecs::imagecodecs::DEFLATE,
    numcodecs::imagecodecs::ZSTD,
    numcodecs::imagecodecs::BZ2,
    numcodecs::imagecodecs::LZMA,
    numcodecs::imagecodecs::BLOSC,
    numcodecs::imagecodecs::LZ4,
    numcodecs::imagecodecs::SNAPPY,
    numcodecs::imagecodecs::PACKBITS,
    numcodecs::imagecodecs::CHECKSUM,
];

impl CodecRow {
    pub fn find(name: &str) -> Option<&'static Self> {
        CODECS.iter().find(|row| row.name == name || row.aliases.contains(&name))
    }

    pub fn find_v2(id: &str) -> Option<&'static Self> {
        CODECS.iter().find(|row| row.v2.contains(&id))
    }

    /// Whether chunks are decoded by what this build has.
    pub const fn decodes(&self) -> bool {
        cfg!(feature = "images") || !self.is_image()
    }

    pub fn of(codec: &CodecMetadata) -> Option<&'static Self> {
        Self::named(&codec.name, codec.role)
    }

    pub(crate) fn kind_of(codec: &CodecMetadata) -> Option<CodecKind> {
        Self::of(codec).map(Self::kind)
    }

    pub(crate) fn named(name: &str, role: CodecRole) -> Option<&'static Self> {
        match role {
            CodecRole::Filter | CodecRole::Compressor => Self::find_v2(name),
            CodecRole::Implied if name == dtype::ROW.name => Some(&dtype::ROW),
            CodecRole::Implied if name == VIEW.name => Some(&VIEW),
            CodecRole::Codec | CodecRole::Implied => Self::find(name),
        }
    }

    pub fn meant_by(name: &str) -> Option<&'static Self> {
        Self::find(name).or_else(|| Self::find_v2(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_and_no_id_stands_for_two_codecs() {
        let mut names: Vec<&str> =
            CODECS.iter().flat_map(|row| row.aliases.iter().copied().chain([row.name])).collect();
        let mut ids: Vec<&str> = CODECS.iter().flat_map(|row| row.v2.iter().copied()).collect();
        for list in [&mut names, &mut ids] {
            list.sort_unstable();
            assert!(list.is_sorted_by(|one, other| one < other), "{list:?}");
        }
    }

    #[test]
    fn a_codec_of_numcodecs_that_is_registered_is_the_registered_one() {
        for name in ["gzip", "zstd", "blosc"] {
            assert_eq!(CodecRow::find(&format!("numcodecs.{name}")).unwrap().name, name);
            assert_eq!(CodecRow::find_v2(name).unwrap().name, name);
        }
    }
}
