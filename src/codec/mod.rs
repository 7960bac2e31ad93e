//! The codecs, one file each, the one table of them, and the chain they are put together in.
//!
//! Specification: [Codecs](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#codecs).
//! Adding a codec is one file and two lines: `mod` and a row in [`CODECS`].
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
mod encode;
mod error;
mod filters;
#[cfg(test)]
mod fixture;
mod gzip;
mod hints;
mod inner;
mod kernel;
mod map;
mod n5_default;
mod nbytes;
mod numcodecs;
mod packbits;
mod peel;
mod probe;
mod reader;
#[cfg(test)]
mod reference;
mod reshape;
mod run;
mod salvage;
mod scale_offset;
mod sharding;
mod stand_in;
mod statistics;
mod trace;
mod transpose;
mod vlen;
mod zfp;
mod zstd;

use std::fmt;
use std::ops::Range;

use crate::metadata::{ArrayRepresentation, CodecMetadata, CodecRole, DocumentError, Elements, Field};
use crate::store::{ByteSource, Slice};

pub use chain::{Chain, Representation, StageInfo};
pub use depends::Dependents;
pub use dtype::arrange;
pub use error::{CodecError, DecodeOptions, Note, Partial, Work};
pub use hints::hints;
pub use inner::{InnerTrace, inner_chain};
pub use nbytes::NBytes;
pub use peel::peel;
pub use probe::{Location, Step};
pub use run::{Beside, Recorder, Silent, StageFault, Value};
pub use salvage::Salvage;
pub use sharding::{Entry, ShardIndex, ShardMap, Sharding, Use};
pub use statistics::{ElementStatistics, Statistics};
pub use trace::{Outcome, StageTrace, Trace};

pub use error::join;

/// A codec that maps an array to an array.
pub trait ArrayToArray: fmt::Debug + Send + Sync {
    /// What the codec encodes to.
    fn encoded(&self) -> &ArrayRepresentation;

    /// Decodes a chunk.
    ///
    /// # Errors
    /// When an element has no decoded value.
    fn decode(&self, input: &Elements, work: &mut Work) -> Result<Elements, CodecError>;

    /// Where an element of the decoded array is in the encoded one; `None` where that cannot be told.
    fn locate(&self, coords: &[u64]) -> Option<Vec<u64>> {
        Some(coords.to_vec())
    }

    /// The first element of the decoded array that depends on an element of the encoded one.
    fn locate_back(&self, coords: &[u64]) -> Option<Vec<u64>> {
        Some(coords.to_vec())
    }

    /// How many elements of the decoded array depend on so many of the encoded one, the first of which has these
    /// coordinates.
    fn dependents(&self, _first: &[u64], count: u64) -> Option<u64> {
        Some(count)
    }

    /// Encodes a chunk.
    ///
    /// # Errors
    /// When an element has no encoded value, or the codec is only decoded here.
    fn encode(&self, _input: &Elements, _work: &mut Work) -> Result<Elements, CodecError> {
        Err(CodecError::OnlyDecoded)
    }
}

/// A codec that maps an array to bytes.
pub trait ArrayToBytes: fmt::Debug + Send + Sync {
    /// How many bytes the codec encodes to, when that is fixed.
    fn encoded_nbytes(&self) -> Option<u64>;

    /// Decodes a chunk.
    ///
    /// # Errors
    /// When the bytes are not what the codec writes.
    fn decode(&self, input: &dyn ByteSource, work: &mut Work) -> Result<Elements, CodecError>;

    /// The same for bytes that nobody else needs: they may become those of the elements.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    fn decode_owned(&self, input: Vec<u8>, work: &mut Work) -> Result<Elements, CodecError> {
        self.decode(&Slice(&input), work)
    }

    /// The bytes of an element, by its number in C order, in the encoded chunk; `None` where they cannot be told from the
    /// others.
    fn locate(&self, _index: u64, _encoded: &[u8]) -> Option<Range<u64>> {
        None
    }

    /// The elements, of `size`, that depend on a byte of the encoded chunk; none where the byte holds no element. `None`
    /// where that cannot be told.
    ///
    /// This looks for them by bisection: the bytes of the elements are in the order of the elements.
    fn locate_back(&self, byte: u64, size: u64, encoded: &[u8]) -> Option<Range<u64>> {
        let first = bisect(size, |index| Some(self.locate(index, encoded)?.end > byte))?;
        let end = bisect(size, |index| Some(self.locate(index, encoded)?.start > byte))?;
        Some(first..end.max(first))
    }

    /// Encodes a chunk.
    ///
    /// # Errors
    /// When an inner chunk cannot be encoded, or the codec is only decoded here.
    fn encode(&self, _input: &Elements, _work: &mut Work) -> Result<Vec<u8>, CodecError> {
        Err(CodecError::OnlyDecoded)
    }

    /// The codec as a shard, whose inner chunks can be read one by one.
    fn sharding(&self) -> Option<&Sharding> {
        None
    }
}

/// A codec that maps bytes to bytes.
pub trait BytesToBytes: fmt::Debug + Send + Sync {
    /// How many bytes `decoded` bytes are encoded to, when that is fixed.
    fn encoded_nbytes(&self, decoded: Option<u64>) -> Option<u64>;

    /// Decodes the bytes; at most `work.limit` come out.
    ///
    /// # Errors
    /// When the bytes are not what the codec writes.
    fn decode(&self, input: &[u8], work: &mut Work) -> Result<Vec<u8>, CodecError>;

    /// Where some of the decoded bytes are in the encoded ones; `None` where they depend on all of them.
    fn locate(&self, _ranges: &[Range<u64>], _encoded: &[u8]) -> Option<Vec<Range<u64>>> {
        None
    }

    /// The decoded bytes that depend on some of the encoded ones; none where these are a checksum. `None` where all of
    /// them may.
    fn locate_back(&self, _range: &Range<u64>, _encoded: &[u8]) -> Option<Range<u64>> {
        None
    }

    /// Encodes bytes.
    ///
    /// # Errors
    /// When the bytes are more than the format can hold, or the codec is only decoded here.
    fn encode(&self, _input: &[u8], _work: &mut Work) -> Result<Vec<u8>, CodecError> {
        Err(CodecError::OnlyDecoded)
    }
}

/// The first of `size` numbers of which something holds, where it holds of all behind it too; `size` where it holds of none.
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

/// What a codec takes and gives when it encodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CodecKind {
    /// `array -> array`.
    ArrayToArray,
    /// `array -> bytes`.
    ArrayToBytes,
    /// `bytes -> bytes`.
    BytesToBytes,
}

impl fmt::Display for CodecKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ArrayToArray => "array->array",
            Self::ArrayToBytes => "array->bytes",
            Self::BytesToBytes => "bytes->bytes",
        })
    }
}

/// Binds a codec to what it decodes to. A fill value that cannot be encoded is left as a second result.
type BuildArrayToArray =
    fn(&CodecMetadata, &ArrayRepresentation, &mut Option<DocumentError>) -> Field<Box<dyn ArrayToArray>>;
type BuildArrayToBytes = fn(&CodecMetadata, &ArrayRepresentation) -> Field<Box<dyn ArrayToBytes>>;
type BuildBytesToBytes = fn(&CodecMetadata) -> Field<Box<dyn BytesToBytes>>;

/// How a codec is made from its metadata.
#[derive(Clone, Copy)]
enum Build {
    ArrayToArray(BuildArrayToArray),
    ArrayToBytes(BuildArrayToBytes),
    BytesToBytes(BuildBytesToBytes),
}

/// One codec.
pub struct CodecRow {
    /// The registered name.
    pub name: &'static str,
    /// Other names that documents use for it.
    pub aliases: &'static [&'static str],
    /// The ids under which Zarr V2 documents name it.
    pub v2: &'static [&'static str],
    /// What it does, in one line.
    pub summary: &'static str,
    build: Build,
}

/// Every codec there is.
pub const CODECS: &[CodecRow] = &[
    CodecRow {
        name: "transpose",
        aliases: &[],
        v2: &[],
        summary: "permutes the dimensions",
        build: Build::ArrayToArray(transpose::build),
    },
    CodecRow {
        name: "scale_offset",
        aliases: &[],
        v2: &[],
        summary: "subtracts an offset, then multiplies by a scale",
        build: Build::ArrayToArray(scale_offset::build),
    },
    CodecRow {
        name: "cast_value",
        aliases: &[],
        v2: &[],
        summary: "converts every element to another data type",
        build: Build::ArrayToArray(cast_value::build),
    },
    CodecRow {
        name: "bitround",
        aliases: &["numcodecs.bitround"],
        v2: &["bitround"],
        summary: "keeps fewer significant bits; decoding does nothing",
        build: Build::ArrayToArray(filters::bitround::build),
    },
    CodecRow {
        name: "numcodecs.delta",
        aliases: &[],
        v2: &["delta"],
        summary: "keeps what each element has more than the one before it",
        build: Build::ArrayToArray(filters::delta::build),
    },
    CodecRow {
        name: "numcodecs.fixedscaleoffset",
        aliases: &[],
        v2: &["fixedscaleoffset"],
        summary: "subtracts an offset, multiplies by a scale, and rounds",
        build: Build::ArrayToArray(filters::fixedscaleoffset::build),
    },
    CodecRow {
        name: "numcodecs.quantize",
        aliases: &[],
        v2: &["quantize"],
        summary: "rounds floats to some decimal digits",
        build: Build::ArrayToArray(filters::build_quantize),
    },
    CodecRow {
        name: "numcodecs.astype",
        aliases: &[],
        v2: &["astype"],
        summary: "converts every element as NumPy does",
        build: Build::ArrayToArray(filters::build_astype),
    },
    CodecRow {
        name: "numcodecs.packbits",
        aliases: &[],
        v2: &["packbits"],
        summary: "packs eight bools into a byte",
        build: Build::ArrayToArray(filters::packbits::build),
    },
    CodecRow {
        name: "numcodecs.categorize",
        aliases: &[],
        v2: &["categorize"],
        summary: "writes the number of each text in a list of texts",
        build: Build::ArrayToArray(filters::categorize::build),
    },
    CodecRow {
        name: "reshape",
        aliases: &[],
        v2: &[],
        summary: "gives the elements another shape",
        build: Build::ArrayToArray(reshape::build),
    },
    CodecRow {
        name: "bytes",
        aliases: &["endian"],
        v2: &[],
        summary: "writes the elements one after the other, in a given byte order",
        build: Build::ArrayToBytes(bytes::build),
    },
    CodecRow {
        name: "vlen-utf8",
        aliases: &["numcodecs.vlen-utf8"],
        v2: &["vlen-utf8"],
        summary: "writes texts of any length, each behind its length",
        build: Build::ArrayToBytes(vlen::build_utf8),
    },
    CodecRow {
        name: "vlen-bytes",
        aliases: &["numcodecs.vlen-bytes"],
        v2: &["vlen-bytes"],
        summary: "writes bytes of any length, each element behind its length",
        build: Build::ArrayToBytes(vlen::build_bytes),
    },
    CodecRow {
        name: "vlen-array",
        aliases: &["numcodecs.vlen-array"],
        v2: &["vlen-array"],
        summary: "writes arrays of any length, each behind its length",
        build: Build::ArrayToBytes(vlen::build_array),
    },
    CodecRow {
        name: "numcodecs.json2",
        aliases: &[],
        v2: &["json2"],
        summary: "writes objects as JSON, with their dtype and shape",
        build: Build::ArrayToBytes(filters::objects::build_json),
    },
    CodecRow {
        name: "numcodecs.msgpack2",
        aliases: &[],
        v2: &["msgpack2"],
        summary: "writes objects as MessagePack, with their dtype and shape",
        build: Build::ArrayToBytes(filters::objects::build_msgpack),
    },
    CodecRow {
        name: "packbits",
        aliases: &[],
        v2: &[],
        summary: "packs elements of few bits one right behind the other",
        build: Build::ArrayToBytes(packbits::build),
    },
    CodecRow {
        name: "n5_default",
        aliases: &[],
        v2: &[],
        summary: "reads a block of N5, with its header",
        build: Build::ArrayToBytes(n5_default::build),
    },
    CodecRow {
        name: "numcodecs.pcodec",
        aliases: &[],
        v2: &["pcodec"],
        summary: "compresses numbers with the library pco",
        build: Build::ArrayToBytes(filters::pcodec::build),
    },
    CodecRow {
        name: "zfp",
        aliases: &[],
        v2: &[],
        summary: "compresses numbers with zfp",
        build: Build::ArrayToBytes(zfp::build),
    },
    CodecRow {
        name: "numcodecs.zfpy",
        aliases: &[],
        v2: &["zfpy"],
        summary: "compresses numbers with zfp, behind a header",
        build: Build::ArrayToBytes(zfp::build_zfpy),
    },
    CodecRow {
        name: "sharding_indexed",
        aliases: &[],
        v2: &[],
        summary: "packs many inner chunks and their index into one shard",
        build: Build::ArrayToBytes(sharding::build),
    },
    CodecRow {
        name: "gzip",
        aliases: &["numcodecs.gzip"],
        v2: &["gzip"],
        summary: "compresses with DEFLATE, with a CRC-32 of the bytes",
        build: Build::BytesToBytes(gzip::build),
    },
    CodecRow {
        name: "zstd",
        aliases: &["numcodecs.zstd"],
        v2: &["zstd"],
        summary: "compresses with Zstandard",
        build: Build::BytesToBytes(zstd::build),
    },
    CodecRow {
        name: "blosc",
        aliases: &["numcodecs.blosc"],
        v2: &["blosc"],
        summary: "splits the bytes, shuffles and compresses each part",
        build: Build::BytesToBytes(blosc::build),
    },
    CodecRow {
        name: "crc32c",
        aliases: &[],
        v2: &[],
        summary: "appends a CRC-32C checksum",
        build: Build::BytesToBytes(crc32c::build),
    },
    CodecRow {
        name: "conditional",
        aliases: &[],
        v2: &[],
        summary: "applies each of its codecs only where a bit says so",
        build: Build::BytesToBytes(conditional::build),
    },
    CodecRow {
        name: "numcodecs.zlib",
        aliases: &[],
        v2: &["zlib"],
        summary: "compresses with DEFLATE, with an Adler-32 of the bytes",
        build: Build::BytesToBytes(numcodecs::zlib::build),
    },
    CodecRow {
        name: "numcodecs.bz2",
        aliases: &[],
        v2: &["bz2"],
        summary: "compresses with bzip2",
        build: Build::BytesToBytes(numcodecs::bz2::build),
    },
    CodecRow {
        name: "numcodecs.lzma",
        aliases: &[],
        v2: &["lzma"],
        summary: "compresses with LZMA, in the container of xz or another",
        build: Build::BytesToBytes(numcodecs::lzma::build),
    },
    CodecRow {
        name: "numcodecs.lz4",
        aliases: &[],
        v2: &["lz4"],
        summary: "compresses with LZ4, behind the size of the bytes",
        build: Build::BytesToBytes(numcodecs::lz4::build),
    },
    CodecRow {
        name: "numcodecs.shuffle",
        aliases: &[],
        v2: &["shuffle"],
        summary: "puts the first bytes of all elements together, then the second ones",
        build: Build::BytesToBytes(numcodecs::shuffle::build),
    },
    CodecRow {
        name: "numcodecs.crc32",
        aliases: &[],
        v2: &["crc32"],
        summary: "adds a CRC-32 checksum before or behind the bytes",
        build: Build::BytesToBytes(numcodecs::crc32::build),
    },
    CodecRow {
        name: "numcodecs.crc32c",
        aliases: &[],
        v2: &["crc32c"],
        summary: "adds a CRC-32C checksum behind or before the bytes",
        build: Build::BytesToBytes(numcodecs::crc32c::build),
    },
    CodecRow {
        name: "numcodecs.adler32",
        aliases: &[],
        v2: &["adler32"],
        summary: "adds an Adler-32 checksum before or behind the bytes",
        build: Build::BytesToBytes(numcodecs::adler32::build),
    },
    CodecRow {
        name: "numcodecs.fletcher32",
        aliases: &[],
        v2: &["fletcher32"],
        summary: "appends the Fletcher-32 checksum of HDF5",
        build: Build::BytesToBytes(numcodecs::fletcher32::build),
    },
    CodecRow {
        name: "numcodecs.jenkins_lookup3",
        aliases: &[],
        v2: &["jenkins_lookup3"],
        summary: "appends the hash lookup3 of Bob Jenkins",
        build: Build::BytesToBytes(numcodecs::jenkins_lookup3::build),
    },
    CodecRow {
        name: "numcodecs.base64",
        aliases: &[],
        v2: &["base64"],
        summary: "writes the bytes as base64 text",
        build: Build::BytesToBytes(numcodecs::base64::build),
    },
];

/// Codecs that are named but not decoded, and why.
pub const NAMED_ONLY: &[(&str, &str)] = &[("pickle", "it can run any program when it is read")];

impl CodecRow {
    /// The row of a codec, by its name or another name of it.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        CODECS.iter().find(|row| row.name == name || row.aliases.contains(&name))
    }

    /// The row of a codec under an id of Zarr V2.
    #[must_use]
    pub fn find_v2(id: &str) -> Option<&'static Self> {
        CODECS.iter().find(|row| row.v2.contains(&id))
    }

    /// The row of a codec in a document.
    #[must_use]
    pub fn of(codec: &CodecMetadata) -> Option<&'static Self> {
        match codec.role {
            CodecRole::Filter | CodecRole::Compressor => Self::find_v2(&codec.name),
            CodecRole::Implied if codec.name == dtype::ROW.name => Some(&dtype::ROW),
            CodecRole::Codec | CodecRole::Implied => Self::find(&codec.name),
        }
    }

    /// What the codec takes and gives.
    #[must_use]
    pub const fn kind(&self) -> CodecKind {
        match self.build {
            Build::ArrayToArray(_) => CodecKind::ArrayToArray,
            Build::ArrayToBytes(_) => CodecKind::ArrayToBytes,
            Build::BytesToBytes(_) => CodecKind::BytesToBytes,
        }
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
