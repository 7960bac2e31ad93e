//! Codecs of Python's imagecodecs that decode what codecs here do, under its names and with its configurations.
//!
//! Source: [imagecodecs](https://github.com/cgohlke/imagecodecs), its `numcodecs.py` for V2 and `zarr.py` for V3. Only what
//! decoding takes of a configuration is read. Nothing is encoded: levels mean other things there.

use std::ops::Range;

use serde_json::{Value, json};

use super::checksum::{CRC32, Checksum, Sum};
use super::{bz2, given, lz4, lzma, size, zlib};
use crate::codec::deflate::inflate;
use crate::codec::filters::pcodec;
use crate::codec::reader::{Reader, corrupt_at};
use crate::codec::row::BuildArrayToBytes;
use crate::codec::{
    Build, BuildBytesToBytes, BytesToBytes, CodecError, CodecRow, StageWork, StoredForm, WhichEnd, blosc,
    zfp, zstd,
};
use crate::metadata::{ArrayRepresentation, CodecMetadata, CodecRole, Field, Json};

/// The row of a codec that gives the same, with its header, under another name.
const fn named(
    name: &'static str,
    aliases: &'static [&'static str],
    v2: &'static [&'static str],
    summary: &'static str,
    of: &CodecRow,
    build: Build,
) -> CodecRow {
    let plain =
        CodecRow { aliases, v2, card: "imagecodecs", encodes: false, ..CodecRow::new(name, summary, build) };
    CodecRow {
        checks: of.checks,
        form: of.form,
        fields: of.fields,
        inside: of.inside,
        amounts: &["level"],
        ..plain
    }
}

const fn row(
    name: &'static str,
    aliases: &'static [&'static str],
    v2: &'static [&'static str],
    summary: &'static str,
    of: &CodecRow,
    build: BuildBytesToBytes,
) -> CodecRow {
    named(name, aliases, v2, summary, of, Build::BytesToBytes(build))
}

/// Of a codec whose bytes say nothing of themselves.
const PLAIN: CodecRow = CodecRow::new("", "", Build::BytesToBytes(build_deflate));

pub(in super::super) const ZLIB: CodecRow = row(
    "imagecodecs_zlib",
    &["imagecodecs_zlibng", "imagecodecs_zopfli"],
    &["imagecodecs_zlib", "imagecodecs_zlibng", "imagecodecs_zopfli"],
    "compresses with DEFLATE, with an Adler-32 of the bytes",
    &zlib::ROW,
    |codec| as_here(&zlib::ROW, codec, json!({})),
);

pub(in super::super) const DEFLATE: CodecRow = row(
    "imagecodecs_deflate",
    &["imagecodecs_isal"],
    &["imagecodecs_deflate", "imagecodecs_isal"],
    "compresses with DEFLATE, as zlib does or raw",
    &zlib::ROW,
    build_deflate,
);

pub(in super::super) const ZSTD: CodecRow =
    row("imagecodecs_zstd", &[], &["imagecodecs_zstd"], "compresses with Zstandard", &zstd::ROW, |codec| {
        as_here(&zstd::ROW, codec, json!({}))
    });

pub(in super::super) const BZ2: CodecRow =
    row("imagecodecs_bz2", &[], &["imagecodecs_bz2"], "compresses with bzip2", &bz2::ROW, |codec| {
        as_here(&bz2::ROW, codec, json!({}))
    });

pub(in super::super) const LZMA: CodecRow = row(
    "imagecodecs_lzma",
    &[],
    &["imagecodecs_lzma"],
    "compresses with LZMA, in the container of xz",
    &lzma::ROW,
    |codec| as_here(&lzma::ROW, codec, json!({})),
);

pub(in super::super) const BLOSC: CodecRow = row(
    "imagecodecs_blosc",
    &[],
    &["imagecodecs_blosc"],
    "compresses with Blosc, in blocks that may be shuffled",
    &blosc::ROW,
    |codec| as_here(&blosc::ROW, codec, json!({})),
);

pub(in super::super) const LZ4: CodecRow = CodecRow {
    fields: &[],
    ..row(
        "imagecodecs_lz4",
        &[],
        &["imagecodecs_lz4"],
        "compresses with LZ4: one block, with its size in front of it or not",
        &lz4::ROW,
        build_lz4,
    )
};

pub(in super::super) const SNAPPY: CodecRow = row(
    "imagecodecs_snappy",
    &[],
    &["imagecodecs_snappy"],
    "compresses with Snappy, in one block",
    &PLAIN,
    |_| Ok(Box::new(SnappyBlock)),
);

pub(in super::super) const PACKBITS: CodecRow = row(
    "imagecodecs_packbits",
    &[],
    &["imagecodecs_packbits"],
    "writes runs of equal bytes as one, as TIFF files do",
    &CodecRow { form: StoredForm::Anything, ..PLAIN },
    |_| Ok(Box::new(RunsOfBytes)),
);

pub(in super::super) const CHECKSUM: CodecRow = row(
    "imagecodecs_checksum",
    &[],
    &["imagecodecs_checksum"],
    "adds one of four checksums before or after the bytes",
    &CRC32,
    build_checksum,
);

pub(in super::super) const PCODEC: CodecRow = array(
    "imagecodecs_pcodec",
    &["imagecodecs_pcodec"],
    "compresses numbers with the library pco",
    &pcodec::ROW,
    |codec, decoded| array_as_here(&pcodec::ROW, codec, decoded),
);

pub(in super::super) const ZFP: CodecRow = array(
    "imagecodecs_zfp",
    &["imagecodecs_zfp"],
    "compresses numbers with zfp, after a header",
    &zfp::ZFPY,
    |codec, decoded| {
        if flag(codec, "header", true)? {
            return array_as_here(&zfp::ZFPY, codec, decoded);
        }
        Err(codec.fault("a header, which says how numbers were compressed", "\"header\": false"))
    },
);

const fn array(
    name: &'static str,
    v2: &'static [&'static str],
    summary: &'static str,
    of: &CodecRow,
    build: BuildArrayToBytes,
) -> CodecRow {
    named(name, &[], v2, summary, of, Build::ArrayToBytes(build))
}

/// The same codec with a configuration that it knows here.
fn translated(row: &CodecRow, codec: &CodecMetadata, configuration: Value) -> CodecMetadata {
    CodecMetadata { name: row.name.to_owned(), configuration, role: CodecRole::Codec, ..codec.clone() }
}

fn as_here(row: &CodecRow, codec: &CodecMetadata, configuration: Value) -> Field<Box<dyn BytesToBytes>> {
    let codec = translated(row, codec, configuration);
    match row.build {
        Build::BytesToBytes(build) => Ok(Box::new(OnlyDecoded(build(&codec)?))),
        _ => Err(codec.fault("a bytes->bytes codec", row.kind().to_string())),
    }
}

fn array_as_here(
    row: &CodecRow,
    codec: &CodecMetadata,
    decoded: &ArrayRepresentation,
) -> Field<Box<dyn crate::codec::ArrayToBytes>> {
    let codec = translated(row, codec, json!({}));
    match row.build {
        Build::ArrayToBytes(build) => Ok(Box::new(OnlyDecodedArray(build(&codec, decoded)?))),
        _ => Err(codec.fault("an array->bytes codec", row.kind().to_string())),
    }
}

#[derive(Debug)]
struct OnlyDecoded(Box<dyn BytesToBytes>);

impl BytesToBytes for OnlyDecoded {
    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        self.0.decode(input, work)
    }

    fn locate(&self, ranges: &[Range<u64>], encoded: &[u8]) -> Option<Vec<Range<u64>>> {
        self.0.locate(ranges, encoded)
    }

    fn locate_back(&self, range: &Range<u64>, encoded: &[u8]) -> Option<Range<u64>> {
        self.0.locate_back(range, encoded)
    }
}

#[derive(Debug)]
struct OnlyDecodedArray(Box<dyn crate::codec::ArrayToBytes>);

impl crate::codec::ArrayToBytes for OnlyDecodedArray {
    fn decode(
        &self,
        input: &dyn crate::store::ByteSource,
        work: &mut StageWork,
    ) -> Result<crate::metadata::Elements, CodecError> {
        self.0.decode(input, work)
    }
}

fn flag(codec: &CodecMetadata, member: &str, default: bool) -> Field<bool> {
    given(&codec.configuration(), member).map_or(Ok(default), |field| field.boolean())
}

fn build_deflate(codec: &CodecMetadata) -> Field<Box<dyn BytesToBytes>> {
    if flag(codec, "gzip", false)? {
        return Err(codec
            .fault("a stream of zlib or raw DEFLATE", "\"gzip\": true, which is not decoded there either"));
    }
    if flag(codec, "raw", false)? { Ok(Box::new(RawDeflate)) } else { as_here(&zlib::ROW, codec, json!({})) }
}

#[derive(Debug)]
struct RawDeflate;

impl BytesToBytes for RawDeflate {
    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let mut reader = Reader::new(input);
        let mut output = Vec::new();
        let result = inflate(&mut reader, &mut output, work);
        super::note_rest(&reader, work);
        let used = reader.position();
        work.or_leave(result, output, used)
    }
}

fn build_lz4(codec: &CodecMetadata) -> Field<Box<dyn BytesToBytes>> {
    if flag(codec, "header", false)? { as_here(&lz4::ROW, codec, json!({})) } else { Ok(Box::new(Lz4Block)) }
}

/// One block, which does not say how many bytes come out.
#[derive(Debug)]
struct Lz4Block;

impl BytesToBytes for Lz4Block {
    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let most = input.len().saturating_mul(lz4::RATIO);
        let room = usize::try_from(work.limit).map_or(most, |limit| most.min(limit));
        let mut output = vec![0; room];
        match lz4_flex::block::decompress_into(input, &mut output) {
            Ok(found) => {
                output.truncate(found);
                output.shrink_to_fit();
                Ok(output)
            }
            Err(lz4_flex::block::DecompressError::OutputTooSmall { .. }) if room < most => {
                Err(CodecError::TooMuch { limit: work.limit })
            }
            Err(error) => Err(corrupt_at(0, "an LZ4 block", error.to_string())),
        }
    }
}

#[derive(Debug)]
struct SnappyBlock;

impl BytesToBytes for SnappyBlock {
    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let corrupt = |error: snap::Error| corrupt_at(0, "a block of Snappy", error.to_string());
        let nbytes = snap::raw::decompress_len(input).map_err(corrupt)?;
        work.note("original size", format!("{nbytes} bytes"));
        if nbytes as u64 > work.limit {
            return Err(CodecError::TooMuch { limit: work.limit });
        }
        snap::raw::Decoder::new().decompress_vec(input).map_err(corrupt)
    }
}

/// A byte of 0 to 127 is followed by one literal more, one of 129 to 255 by a byte that comes 257 times less it; 128 is nothing.
#[derive(Debug)]
struct RunsOfBytes;

impl BytesToBytes for RunsOfBytes {
    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let mut reader = Reader::new(input);
        let mut output = Vec::new();
        let mut result = Ok(());
        while let Some(count) = reader.rest().first().map(|count| usize::from(*count)) {
            reader.set_position(reader.position() + 1);
            let step = match count {
                0..=127 => {
                    reader.take(count + 1, "literals").map(|literals| output.extend_from_slice(literals))
                }
                128 => Ok(()),
                _ => reader.array("a byte to repeat").map(|[byte]| {
                    output.resize(output.len() + (257 - count), byte);
                }),
            };
            result = step;
            if output.len() as u64 > work.limit {
                result = Err(CodecError::TooMuch { limit: work.limit });
            }
            if result.is_err() {
                break;
            }
        }
        let used = reader.position();
        work.or_leave(result, output, used)
    }
}

fn build_checksum(codec: &CodecMetadata) -> Field<Box<dyn BytesToBytes>> {
    let configuration = codec.configuration();
    let expected = "\"crc32\", \"adler32\", \"fletcher32\" or \"lookup3\"";
    let kind = codec.required("kind", expected)?;
    let initval = size(&configuration, "value", 0..=u32::MAX, 0)?;
    let (sum, default) = match kind.string(expected)? {
        "crc32" => (Sum::Plain(crc32fast::hash), WhichEnd::Start),
        "adler32" => (Sum::Plain(adler2::adler32_slice), WhichEnd::Start),
        "fletcher32" => (Sum::Plain(super::fletcher32::fletcher32), WhichEnd::End),
        "lookup3" => (Sum::Lookup3 { initval, prefix: Vec::new() }, WhichEnd::End),
        _ => return Err(kind.unexpected(expected)),
    };
    let is_plain = matches!(sum, Sum::Plain(_));
    let refused =
        |member: &str, expected: &str, is_fine: fn(&Json) -> bool| match given(&configuration, member) {
            Some(field) if !is_fine(&field) => Err(field.unexpected(expected)),
            _ => Ok(()),
        };
    if is_plain {
        refused("value", "no value that the sum starts with", |_| false)?;
    }
    refused("prefix", "no prefix", |_| false)?;
    refused("byteorder", "little-endian", |field| matches!(field.value().as_str(), Some("<" | "little")))?;
    let location = match given(&configuration, "prepend").map(|field| field.boolean()).transpose()? {
        None => default,
        Some(prepend) => {
            if prepend {
                WhichEnd::Start
            } else {
                WhichEnd::End
            }
        }
    };
    Ok(Box::new(OnlyDecoded(Box::new(Checksum { sum, location }))))
}
