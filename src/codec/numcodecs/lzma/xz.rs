//! The container of xz: streams of blocks, each block with a check, each stream with an index of its blocks.
//!
//! Source: [the format](https://tukaani.org/xz/xz-file-format.txt), whose names are used here. It is read here, and not
//! by the library, so that its parts can be shown, and a wrong checksum can be passed over.

use lzma_rust2::Lzma2Stream;
use lzma_rust2::filter::{FilterConfig, FilterType};

use super::super::super::reader::{Reader, corrupt_at, hex};
use super::super::super::work::{CHECKSUM, MISMATCH};
use super::super::super::{CodecError, StageWork};
use super::check::{Check, crc32};
use super::filters::{describe_all, undo_all};
use super::stream::{Stream, run};
use crate::limits::STREAMS;

pub const MAGIC: &[u8] = b"\xfd7zXZ\0";
const FOOTER_MAGIC: &[u8] = b"YZ";

pub fn cut(input: &[u8]) -> Option<String> {
    if !input.starts_with(MAGIC) || input.ends_with(FOOTER_MAGIC) {
        return None;
    }
    let tail = input.last_chunk::<2>().map(|tail| hex(tail)).unwrap_or_default();
    Some(format!("an xz stream ends in {}, these bytes end in {tail}", hex(FOOTER_MAGIC)))
}

#[derive(Debug, PartialEq, Eq)]
struct Record {
    unpadded: u64,
    uncompressed: u64,
}

struct BlockHeader {
    compressed: Option<u64>,
    uncompressed: Option<u64>,
    before: Vec<FilterConfig>,
    dictionary: u32,
}

pub fn decode(reader: &mut Reader, output: &mut Vec<u8>, work: &mut StageWork) -> Result<(), CodecError> {
    let mut streams = 0;
    while streams == 0 || reader.rest().starts_with(MAGIC) {
        stream(reader, output, streams == 0, work)?;
        streams += 1;
        // Stream padding: zeros, four at a time.
        while reader.rest().starts_with(&[0; 4]) {
            reader.take(4, "stream padding")?;
        }
    }
    if streams > 1 {
        work.note("streams", streams.to_string());
    }
    Ok(())
}

fn stream(
    reader: &mut Reader,
    output: &mut Vec<u8>,
    is_first: bool,
    work: &mut StageWork,
) -> Result<(), CodecError> {
    let (flags, check) = stream_header(reader, work)?;
    if is_first {
        work.note("check", check.name());
    }
    let mut records = Vec::new();
    // An index starts with a zero, where a block has its size.
    while reader.rest().first() != Some(&0) {
        let is_first = is_first && records.is_empty();
        records.push(block(reader, output, check, is_first, work)?);
    }
    if is_first {
        work.note("blocks", records.len().to_string());
    }
    let index = reader.position();
    read_index(reader, &records, work)?;
    let index_nbytes = reader.position() - index;
    footer(reader, flags, index_nbytes, work)
}

fn stream_header(reader: &mut Reader, work: &mut StageWork) -> Result<([u8; 2], Check), CodecError> {
    let start = reader.position();
    let magic = reader.take(MAGIC.len(), "the xz magic")?;
    if magic != MAGIC {
        return Err(corrupt_at(start, format!("the xz magic {}", hex(MAGIC)), hex(magic)));
    }
    let at = reader.position();
    let flags: [u8; 2] = reader.array("stream flags")?;
    verify(at, "stream flags", &reader.array::<4>("a CRC-32 of the stream flags")?, &crc32(&flags), work)?;
    match flags {
        [0, code @ 0..=15] => Ok((flags, Check::from_code(code))),
        _ => Err(corrupt_at(at, "stream flags from 00 00 to 00 0f", hex(&flags))),
    }
}

fn block(
    reader: &mut Reader,
    output: &mut Vec<u8>,
    check: Check,
    is_first: bool,
    work: &mut StageWork,
) -> Result<Record, CodecError> {
    let start = reader.position();
    let before = output.len();
    let header = block_header(reader, work)?;
    if is_first {
        let before = describe_all(&header.before);
        work.note("filters", format!("{before}LZMA2 (dictionary {} bytes)", header.dictionary));
    }
    reader.begin_stream(output, STREAMS)?;
    let data = reader.position();
    let result = run(&|| Ok(Stream::Lzma2(Lzma2Stream::new(header.dictionary))), reader, output, work);
    undo_all(&header.before, output, before, result)?;
    let decoded = output.get(before..).unwrap_or_default();
    let compressed = (reader.position() - data) as u64;
    let uncompressed = decoded.len() as u64;
    for (stored, found, what) in [
        (header.compressed, compressed, "compressed bytes"),
        (header.uncompressed, uncompressed, "uncompressed bytes"),
    ] {
        if let Some(stored) = stored.filter(|stored| *stored != found) {
            return Err(corrupt_at(data, format!("{stored} {what} (block header)"), found.to_string()));
        }
    }
    let end = reader.position();
    padding(reader, end - data, "block padding")?;
    let at = reader.position();
    let stored = reader.take(check.nbytes(), "a check of the block")?;
    if let Some(computed) = check.of(decoded) {
        if is_first {
            work.note(CHECKSUM, hex(stored).replace(' ', ""));
        }
        verify(at, "uncompressed bytes", stored, &computed, work)?;
    }
    Ok(Record { unpadded: (end - start + check.nbytes()) as u64, uncompressed })
}

fn block_header(reader: &mut Reader, work: &mut StageWork) -> Result<BlockHeader, CodecError> {
    let start = reader.position();
    let [size] = reader.array("a block header")?;
    let rest = reader.take(usize::from(size) * 4 + 3, "a block header")?;
    let (fields, stored) = rest.split_last_chunk::<4>().unwrap_or((&[], &[0; 4]));
    verify(start, "block header", stored, &crc32(&[&[size], fields].concat()), work)?;
    // The header is read as an input of its own, so that nothing reaches beyond it.
    let mut header = Reader::new(fields);
    block_fields(&mut header).map_err(|error| match error {
        // The header ends within the input: what it is too short for is wrong in it.
        CodecError::Corrupt { offset, expected, found } | CodecError::Ended { offset, expected, found } => {
            CodecError::Corrupt { offset: offset + start as u64 + 1, expected, found }
        }
        error => error,
    })
}

fn block_fields(header: &mut Reader) -> Result<BlockHeader, CodecError> {
    let [flags] = header.array("block flags")?;
    if flags & 0x3c != 0 {
        return Err(corrupt_at(0, "block flags with bits 2 to 5 clear", format!("{flags:#04x}")));
    }
    let size = |header: &mut Reader, flag: u8| (flags & flag != 0).then(|| number(header)).transpose();
    let compressed = size(header, 0x40)?;
    let uncompressed = size(header, 0x80)?;
    let mut before = Vec::new();
    for _ in 0..flags & 3 {
        before.push(filter(header)?);
    }
    let dictionary = lzma2(header)?;
    match header.rest().iter().position(|byte| *byte != 0) {
        None => Ok(BlockHeader { compressed, uncompressed, before, dictionary }),
        Some(_) => Err(header.corrupt("header padding of zeros", hex(header.rest()))),
    }
}

fn filter(header: &mut Reader) -> Result<FilterConfig, CodecError> {
    let start = header.position();
    let id = number(header)?;
    let nbytes = number(header)?;
    let properties = header.take(usize::try_from(nbytes).unwrap_or(usize::MAX), "filter properties")?;
    let filter_type = FilterType::try_from(id).ok();
    match (filter_type, properties) {
        (Some(FilterType::Delta), [distance]) => Ok(FilterConfig::new_delta(u32::from(*distance) + 1)),
        (None | Some(FilterType::Lzma2 | FilterType::Delta), _) => {
            let found = format!("filter {id:#04x} with properties {}", hex(properties));
            Err(corrupt_at(start, "delta (0x03) or a branch filter (0x04 to 0x0b)", found))
        }
        (Some(filter_type), []) => Ok(FilterConfig { filter_type, property: 0 }),
        (Some(filter_type), [a, b, c, d]) => {
            Ok(FilterConfig { filter_type, property: u32::from_le_bytes([*a, *b, *c, *d]) })
        }
        _ => Err(corrupt_at(start, "no or four bytes of properties", hex(properties))),
    }
}

fn lzma2(header: &mut Reader) -> Result<u32, CodecError> {
    let start = header.position();
    let id = number(header)?;
    let nbytes = number(header)?;
    if (id, nbytes) != (0x21, 1) {
        let found = format!("filter {id:#04x} with {nbytes} bytes of properties");
        return Err(corrupt_at(start, "LZMA2 (0x21) with one byte of properties", found));
    }
    let [bits] = header.array("the size of the dictionary")?;
    match bits {
        0..=39 => Ok((2 | u32::from(bits & 1)) << (bits / 2 + 11)),
        40 => Ok(u32::MAX),
        _ => Err(corrupt_at(start + 2, "a size of the dictionary from 0 to 40", bits.to_string())),
    }
}

fn number(reader: &mut Reader) -> Result<u64, CodecError> {
    let start = reader.position();
    let mut value = 0;
    for shift in (0..63).step_by(7) {
        let [byte] = reader.array("a multibyte integer")?;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err(corrupt_at(start, "a multibyte integer of at most nine bytes", "more"))
}

fn padding(reader: &mut Reader, nbytes: usize, what: &str) -> Result<(), CodecError> {
    let start = reader.position();
    let zeros = reader.take(nbytes.next_multiple_of(4) - nbytes, what)?;
    if zeros.iter().all(|byte| *byte == 0) {
        return Ok(());
    }
    Err(corrupt_at(start, format!("{what} of zeros"), hex(zeros)))
}

fn read_index(reader: &mut Reader, records: &[Record], work: &mut StageWork) -> Result<(), CodecError> {
    let start = reader.position();
    reader.take(1, "an index")?;
    let at = reader.position();
    let count = number(reader)?;
    if count != records.len() as u64 {
        return Err(corrupt_at(at, format!("an index of {} blocks", records.len()), count.to_string()));
    }
    for record in records {
        let at = reader.position();
        let found = Record { unpadded: number(reader)?, uncompressed: number(reader)? };
        if found != *record {
            return Err(corrupt_at(at, format!("{record:?} in the index"), format!("{found:?}")));
        }
    }
    padding(reader, reader.position() - start, "index padding")?;
    let computed = crc32(reader.since(start));
    verify(start, "index", &reader.array::<4>("a CRC-32 of the index")?, &computed, work)
}

fn footer(
    reader: &mut Reader,
    flags: [u8; 2],
    index_nbytes: usize,
    work: &mut StageWork,
) -> Result<(), CodecError> {
    let start = reader.position();
    let stored: [u8; 4] = reader.array("a stream footer")?;
    let fields: [u8; 6] = reader.array("a stream footer")?;
    let magic: [u8; 2] = reader.array("a stream footer")?;
    if magic != FOOTER_MAGIC {
        return Err(corrupt_at(start + 10, format!("the footer magic {}", hex(FOOTER_MAGIC)), hex(&magic)));
    }
    verify(start, "stream footer", &stored, &crc32(&fields), work)?;
    let [b0, b1, b2, b3, f0, f1] = fields;
    let backward = (u64::from(u32::from_le_bytes([b0, b1, b2, b3])) + 1) * 4;
    if backward != index_nbytes as u64 {
        return Err(corrupt_at(start + 4, format!("an index of {index_nbytes} bytes"), backward.to_string()));
    }
    if [f0, f1] != flags {
        let expected = format!("the flags of the header, {}", hex(&flags));
        return Err(corrupt_at(start + 8, expected, hex(&[f0, f1])));
    }
    Ok(())
}

fn verify(
    offset: usize,
    of: &str,
    stored: &[u8],
    computed: &[u8],
    work: &mut StageWork,
) -> Result<(), CodecError> {
    if stored == computed {
        return Ok(());
    }
    let stored = hex(stored);
    let computed = hex(computed);
    if !work.options.ignore_checksums {
        let expected = format!("the checksum {stored} of the {of} (stored)");
        return Err(corrupt_at(offset, expected, format!("{computed} (computed)")));
    }
    work.note(MISMATCH, format!("{of}: stored {stored}, computed {computed}"));
    Ok(())
}
