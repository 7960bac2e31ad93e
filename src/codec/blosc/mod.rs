//! `blosc`: a Blosc1 container.
//!
//! Specifications: [blosc](https://zarr-specs.readthedocs.io/en/latest/v3/codecs/blosc/index.html),
//! [the container](https://github.com/Blosc/c-blosc/blob/main/README_CHUNK_FORMAT.rst).
//! Configuration: `{"cname": "lz4", "clevel": 5, "shuffle": "shuffle", "typesize": 4, "blocksize": 0}`; decoding needs
//! none of it, because the container says it all again. numcodecs writes `shuffle` as a number from -1 to 2.
//! The decoder is ours, so that header, blocks and shuffle can be shown, and so is the encoder of the container and of
//! `BloscLZ`. `lz4hc` is only decoded: no library that is used here has its encoder.

mod bitshuffle;
mod blosclz;
mod compressor;
mod container;
mod decompressor;
mod encode;

mod error;
mod header;
mod rearrange;
mod settings;
mod shuffle;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::signature::{MOST_FIELDS, may_have};
use super::{
    Build, BytesToBytes, CodecError, CodecRow, CutSign, FieldReading, Signature, StageWork, StoredField,
    StreamEnd,
};
use crate::metadata::{CodecMetadata, Field};
use compressor::Compressor;
use container::{BloscBlock, Decoded};
pub use error::BloscError;
use header::{BlockShuffle, BloscHeader, HEADER_NBYTES, parse_header};
pub use rearrange::shuffle;
use serde_json::{Value, json};
use settings::{BloscSettings, COMPRESSORS, SHUFFLES, read_name, read_shuffle};
pub use shuffle::unshuffle;

#[derive(Debug)]
struct Blosc {
    /// Or why they are not known: decoding does not need them.
    settings: Field<BloscSettings>,
}

/// The versions of container and compressor, and a header that can be true.
const SIGNATURE: Signature = Signature {
    mark_nbytes: HEADER_NBYTES,
    fits: |input| sound_header(input).is_some_and(|header| header.cbytes as usize == input.len()),
    least_nbytes: HEADER_NBYTES,
    end: |input| match sound_header(input).map(|header| u64::from(header.cbytes)) {
        Some(cbytes) if cbytes > input.len() as u64 => StreamEnd::Beyond(cbytes),
        Some(cbytes) => StreamEnd::At(cbytes),
        None => StreamEnd::Unknown,
    },
    cut: CutSign::Stream(cut),
    ..Signature::new(b"\x02\x01", stated, 2)
};

fn sound_header(input: &[u8]) -> Option<BloscHeader> {
    parse_header(input).ok().filter(BloscHeader::may_be_true)
}

/// From the table after the header.
fn block_offsets(input: &[u8]) -> Vec<StoredField> {
    const FIRST: usize = 16;
    let Some(header) = sound_header(input).filter(|header| !header.is_memcpyed()) else { return Vec::new() };
    let blocks = (header.nbytes as usize).div_ceil((header.blocksize as usize).max(1)).min(MOST_FIELDS);
    let field = |number: usize| {
        let meaning = format!("where block {number} begins").into();
        StoredField { meaning, ..StoredField::at(FIRST + 4 * number, 4, FieldReading::Number, "block", "") }
    };
    (0..blocks).map(field).collect()
}

fn cut(input: &[u8], decoded: Option<u64>) -> Option<String> {
    let header = sound_header(input)?;
    let (nbytes, cbytes) = (u64::from(header.nbytes), u64::from(header.cbytes));
    let is_cut = cbytes > input.len() as u64
        && may_have(cbytes, Some(nbytes))
        && decoded.is_none_or(|decoded| decoded == nbytes);
    is_cut.then(|| format!("the header of blosc says {cbytes} bytes, found {}", input.len()))
}

/// As the header says, with the level that is commonly chosen.
fn stated(input: &[u8]) -> Value {
    let header = parse_header(input).ok();
    let cname = header.map_or_else(|| "blosclz".to_owned(), |header| header.compressor().to_string());
    let shuffle = match header.map_or(BlockShuffle::None, |header| header.stated_shuffle()) {
        BlockShuffle::None => "noshuffle",
        BlockShuffle::Byte => "shuffle",
        BlockShuffle::Bit => "bitshuffle",
    };
    let typesize = header.map_or(1, |header| header.typesize);
    json!({"cname": cname, "clevel": 5, "shuffle": shuffle, "typesize": typesize, "blocksize": 0})
}

pub(super) const ROW: CodecRow = CodecRow {
    aliases: &["numcodecs.blosc"],
    v2: &["blosc"],
    fields: &[
        StoredField::at(0, 1, FieldReading::Number, "version", "the version of the format"),
        StoredField::at(1, 1, FieldReading::Number, "format", "the version of what the compressor writes"),
        StoredField::at(2, 1, FieldReading::Plain, "flags", "the flags: shuffle, and which compressor"),
        StoredField::at(3, 1, FieldReading::Number, "typesize", "the bytes of an element, for the shuffle"),
        StoredField::at(4, 4, FieldReading::Number, "nbytes", "how many bytes come out"),
        StoredField::at(8, 4, FieldReading::Number, "blocksize", "how many bytes of them a block has"),
        StoredField::at(12, 4, FieldReading::Number, "cbytes", "how many bytes are stored, with this header"),
    ],
    inside: block_offsets,
    named: &["cname", "shuffle"],
    amounts: &["clevel"],
    // Without the bytes of an element: V2 documents do not have them, and decoding goes by the header.
    canonical: |_, configuration| {
        configuration.shift_remove("typesize");
        let number = configuration.get("shuffle").and_then(Value::as_u64);
        if let Some(name) = number.and_then(|number| SHUFFLES.get(usize::try_from(number).ok()?)) {
            configuration.insert("shuffle".to_owned(), (*name).into());
        }
    },
    signature: Some(&SIGNATURE),
    ..CodecRow::new(
        "blosc",
        "splits the bytes, shuffles and compresses each part",
        Build::BytesToBytes(build),
    )
};

fn build(codec: &CodecMetadata) -> Field<Box<dyn BytesToBytes>> {
    if let Some(field) = codec.optional("cname") {
        read_name(&field, COMPRESSORS)?;
    }
    if let Some(field) = codec.optional("shuffle") {
        read_shuffle(&field)?;
    }
    Ok(Box::new(Blosc { settings: settings::read(codec) }))
}

impl BytesToBytes for Blosc {
    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        match container::decompress(input, work.limit) {
            Ok(decoded) => {
                note(&decoded, work);
                Ok(decoded.bytes)
            }
            Err(fault) => {
                if let Some(partial) = fault.partial {
                    note(&partial, work);
                    let used = partial.used();
                    work.leave_bytes(partial.bytes, used);
                }
                Err(fault.error.into())
            }
        }
    }

    fn locate(&self, ranges: &[Range<u64>], encoded: &[u8]) -> Option<Vec<Range<u64>>> {
        container::locate(encoded, ranges)
    }

    fn locate_back(&self, range: &Range<u64>, encoded: &[u8]) -> Option<Range<u64>> {
        container::locate_back(encoded, range)
    }

    fn encode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let settings = self.settings.clone()?.for_elements(work.element_nbytes)?;
        let container = encode::compress(input, &settings)?;
        if let Ok(header) = parse_header(&container) {
            work.note("header", describe_header(&header));
        }
        Ok(container)
    }
}

fn note(decoded: &Decoded, work: &mut StageWork) {
    let header = &decoded.header;
    work.note("header", describe_header(header));
    if header.is_memcpyed() {
        work.note("blocks", "none: the bytes are copied as they are");
        return;
    }
    work.note("compressor", header.compressor().to_string());
    work.note(
        "shuffle",
        match header.shuffle() {
            BlockShuffle::None => "none".to_owned(),
            BlockShuffle::Byte => format!("bytes of {}-byte elements", header.typesize),
            BlockShuffle::Bit => format!("bits of {}-byte elements", header.typesize),
        },
    );
    let blocks = &decoded.blocks;
    let (count, blocksize) = (header.nblocks(), header.blocksize);
    let splits = blocks.first().map_or(1, |block| block.splits);
    let largest = blocks.iter().map(|block| block.cbytes).max().unwrap_or(0);
    let smallest = blocks.iter().map(|block| block.cbytes).min().unwrap_or(0);
    let stored = format!("in {splits} splits each, stored in {smallest} to {largest} bytes");
    work.note("blocks", format!("{count} of {blocksize} bytes, {stored}"));
    if work.is_traced && !blocks.is_empty() {
        work.note("block table", describe_table(header, blocks));
    }
}

fn describe_header(header: &BloscHeader) -> String {
    let BloscHeader { version, versionlz, flags, typesize, nbytes, blocksize, cbytes } = header;
    format!(
        "version {version}, versionlz {versionlz}, flags {flags:#04x}, typesize {typesize}, nbytes {nbytes}, \
         blocksize {blocksize}, cbytes {cbytes}"
    )
}

const SHOWN: usize = 8;

fn describe_table(header: &BloscHeader, blocks: &[BloscBlock]) -> String {
    let row = |block: &BloscBlock| {
        let raw = match block.raw {
            0 => String::new(),
            raw if raw == block.splits => " raw".to_owned(),
            raw => format!(" ({raw} of {} splits raw)", block.splits),
        };
        format!("{}+{}{raw}", block.offset, block.cbytes)
    };
    let rows: Vec<String> = blocks.iter().take(SHOWN).map(row).collect();
    let more = if header.nblocks() as usize > rows.len() { ", …" } else { "" };
    format!("{}{more}", rows.join(", "))
}

#[cfg(test)]
mod encoding {
    use super::super::DecodeOptions;
    use super::super::fixture::{decode_bytes, encode_bytes, metadata};
    use super::*;

    #[test]
    fn few_bytes_are_stored_as_they_are() {
        let codec = build(&metadata("blosc", json!({"cname": "lz4", "typesize": 2}))).unwrap();
        let stored = encode_bytes(codec.as_ref(), &[7, 8, 9, 10]);
        let header = [2, 1, 0x33, 2, 4, 0, 0, 0, 4, 0, 0, 0, 20, 0, 0, 0];
        assert_eq!(stored, [&header[..], &[7, 8, 9, 10]].concat());
        assert_eq!(decode_bytes(codec.as_ref(), &stored, DecodeOptions::default()).0.unwrap(), [7, 8, 9, 10]);
        let empty = encode_bytes(codec.as_ref(), &[]);
        assert!(decode_bytes(codec.as_ref(), &empty, DecodeOptions::default()).0.unwrap().is_empty());
    }

    #[test]
    fn what_cannot_be_encoded_is_named() {
        let refused = |configuration| {
            let codec = build(&metadata("blosc", configuration)).unwrap();
            codec.encode(&[0; 9], &mut StageWork::new(&DecodeOptions::default())).unwrap_err().to_string()
        };
        assert_eq!(
            refused(json!({"cname": "lz4hc"})),
            "expected blosclz, lz4, snappy, zlib or zstd to encode with, found lz4hc, whose encoder lz4_flex does not have"
        );
        let level = refused(json!({"clevel": 10}));
        assert_eq!(level, "/codecs/0/configuration/clevel: expected a level from 0 to 9, found 10");
    }

    #[test]
    fn a_shuffle_may_be_a_number() {
        for shuffle in -1..=2 {
            assert!(
                build(&metadata("numcodecs.blosc", json!({"cname": "zstd", "shuffle": shuffle}))).is_ok()
            );
        }
        assert_eq!(
            build(&metadata("numcodecs.blosc", json!({"shuffle": 3}))).unwrap_err().to_string(),
            "/codecs/0/configuration/shuffle: expected a number from -1 to 2, found 3"
        );
        assert!(build(&metadata("numcodecs.blosc", Value::Null)).is_ok());
    }

    #[test]
    fn a_container_is_distinguished_from_other_bytes() {
        let header = b"\x02\x01\x21\x04\x40\0\0\0\x40\0\0\0\x20\0\0\0";
        assert_eq!((SIGNATURE.end)(header), StreamEnd::Beyond(32));
        assert_eq!((SIGNATURE.configuration)(header)["cname"], "lz4");
        let other_version = b"\x03\x01\x21\x04\x40\0\0\0\x40\0\0\0\x20\0\0\0";
        assert_eq!((SIGNATURE.end)(other_version), StreamEnd::Unknown);
        assert_eq!((SIGNATURE.end)(b"\x02\x01"), StreamEnd::Unknown);
    }
}
