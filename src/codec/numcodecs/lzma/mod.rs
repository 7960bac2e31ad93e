//! `lzma`: LZMA in the container of xz, in the older one, or in none.
//!
//! Sources: [numcodecs](https://numcodecs.readthedocs.io/en/stable/compression/lzma.html),
//! [Python's lzma](https://docs.python.org/3/library/lzma.html),
//! [the containers](https://tukaani.org/xz/format.html).
//! Configuration: `{"format": 1, "check": -1, "preset": null, "filters": null}`. Format 1 is xz, 2 the older `.lzma`, 3
//! raw. Only raw streams need `filters` to be decoded, because the containers name their own:
//! `[{"id": 3, "dist": 4}, {"id": 33, "preset": 6}]`.

mod check;
mod filters;
mod stream;
mod xz;

use std::io::{self, Write};

use lzma_rust2::{
    CheckType, Lzma2Options, Lzma2Stream, Lzma2Writer, LzmaOptions, LzmaStream, LzmaWriter, XzOptions,
    XzWriter,
};

use serde_json::json;

use super::{given, integer, note_rest, row, written};
use crate::codec::reader::{Reader, corrupt_at};
use crate::codec::{BytesToBytes, CodecError, CodecRow, CutSign, Signature, StageWork};
use crate::metadata::{CodecMetadata, DocumentError, Field, Json};
use filters::{Coder, Filters};
use stream::Stream;

#[derive(Debug)]
struct Lzma {
    format: Container,
    check: CheckType,
    filters: Filters,
    refused: Option<DocumentError>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Container {
    Xz,
    Alone,
    Raw,
}

/// Of the container of xz; the others have no mark.
const SIGNATURE: Signature = Signature {
    // A header and a footer of 12 bytes each, and the index of an empty stream.
    least_nbytes: 32,
    cut: CutSign::Stream(|input, _| xz::cut(input)),
    ..Signature::new(xz::MAGIC, |_| json!({"format": 1, "check": -1, "preset": null, "filters": null}), 48)
};

pub(in super::super) const ROW: CodecRow = CodecRow {
    v2: &["lzma"],
    checks: |_| true,
    signature: Some(&SIGNATURE),
    ..row("numcodecs.lzma", "compresses with LZMA, in the container of xz or another", build)
};

fn build(codec: &CodecMetadata) -> Field<Box<dyn BytesToBytes>> {
    let configuration = codec.configuration();
    let format = match integer(&configuration, "format", 1..=3, 1)? {
        1 => Container::Xz,
        2 => Container::Alone,
        _ => Container::Raw,
    };
    let check = match integer(&configuration, "check", -1..=15, -1)? {
        0 => CheckType::None,
        1 => CheckType::Crc32,
        10 => CheckType::Sha256,
        _ => CheckType::Crc64,
    };
    let filters = read_filters(&configuration, format)?;
    Ok(Box::new(Lzma { format, check, filters, refused: refused(&configuration, format) }))
}

fn read_filters(configuration: &Json, format: Container) -> Field<Filters> {
    let preset = Filters::preset(filters::preset(configuration)?);
    match (given(configuration, "filters"), format) {
        (Some(list), Container::Raw) => Filters::read(&list),
        (None, Container::Raw) => {
            configuration.required("filters", "a list of filters, which a raw stream does not name")?;
            Ok(preset)
        }
        // The container names its filters: a list that cannot be used is no reason not to decode.
        (list, _) => Ok(list.and_then(|list| Filters::read(&list).ok()).unwrap_or(preset)),
    }
}

fn refused(configuration: &Json, format: Container) -> Option<DocumentError> {
    if let Some(list) = given(configuration, "filters") {
        match Filters::read(&list) {
            Err(fault) => return Some(fault),
            Ok(filters) if format == Container::Alone && !filters.before.is_empty() => {
                return Some(list.unexpected("no filter before LZMA, which this container has no place for"));
            }
            Ok(_) => {}
        }
    }
    let check = given(configuration, "check").filter(|_| format == Container::Xz)?;
    let is_known = check.integer("").is_ok_and(|check| [-1, 0, 1, 4, 10].contains(&check));
    (!is_known).then(|| check.unexpected("a check that can be written: -1, 0, 1, 4 or 10"))
}

impl BytesToBytes for Lzma {
    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let mut reader = Reader::new(input);
        let mut output = Vec::new();
        let result = match self.format {
            Container::Xz => xz::decode(&mut reader, &mut output, work),
            Container::Alone => alone(&mut reader, &mut output, work),
            Container::Raw => self.raw(&mut reader, &mut output, work),
        };
        if result.is_ok() {
            note_rest(&reader, work);
        }
        let fault = result.as_ref().err().and_then(CodecError::offset);
        let used = fault.map_or(reader.position(), |offset| usize::try_from(offset).unwrap_or(usize::MAX));
        work.or_leave(result, output, used)
    }

    fn encode(&self, input: &[u8], _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        if let Some(fault) = &self.refused {
            return Err(fault.clone().into());
        }
        written(match self.format {
            Container::Xz => self.write_xz(input),
            Container::Alone => LzmaWriter::new_use_header(Vec::new(), &self.options(input.len()), None)
                .and_then(|mut writer| {
                    writer.write_all(input)?;
                    writer.finish()
                }),
            Container::Raw => self.write_raw(input),
        })
    }
}

fn alone(reader: &mut Reader, output: &mut Vec<u8>, work: &mut StageWork) -> Result<(), CodecError> {
    let header = *reader.rest().first_chunk::<13>().unwrap_or(&[0; 13]);
    let [properties, d0, d1, d2, d3, size @ ..] = header;
    let dictionary = u32::from_le_bytes([d0, d1, d2, d3]);
    let size = u64::from_le_bytes(size);
    if properties >= 9 * 5 * 5 {
        return Err(corrupt_at(0, "properties of LZMA (0 to 224)", properties.to_string()));
    }
    let size = if size == u64::MAX { "no size".to_owned() } else { format!("{size} bytes") };
    let lc = properties % 9;
    let lp = properties / 9 % 5;
    let pb = properties / 45;
    work.note("header", format!("lc {lc}, lp {lp}, pb {pb}, dictionary {dictionary} bytes, {size}"));
    stream::run(&|| Ok(Stream::Lzma1(LzmaStream::new_mem_limit(u32::MAX, None))), reader, output, work)
}

impl Lzma {
    fn raw(&self, reader: &mut Reader, output: &mut Vec<u8>, work: &mut StageWork) -> Result<(), CodecError> {
        let LzmaOptions { dict_size, lc, lp, pb, .. } = self.filters.options;
        work.note("filters", self.filters.to_string());
        let make = || match self.filters.coder {
            Coder::Lzma1 => LzmaStream::new(u64::MAX, lc, lp, pb, dict_size, None).map(Stream::Lzma1),
            Coder::Lzma2 => Ok(Stream::Lzma2(Lzma2Stream::new(dict_size))),
        };
        let result = stream::run(&make, reader, output, work);
        filters::undo_all(&self.filters.before, output, 0, result)
    }

    fn options(&self, nbytes: usize) -> LzmaOptions {
        let mut options = self.filters.options.clone();
        let enough = u32::try_from(nbytes).unwrap_or(u32::MAX).max(filters::SMALLEST_DICTIONARY);
        options.dict_size = options.dict_size.min(enough);
        options
    }

    fn write_xz(&self, input: &[u8]) -> io::Result<Vec<u8>> {
        let mut options = XzOptions::default();
        options.lzma_options = self.options(input.len());
        options.check_type = self.check;
        options.filters.clone_from(&self.filters.before);
        let mut writer = XzWriter::new(Vec::new(), options)?;
        writer.write_all(input)?;
        writer.finish()
    }

    fn write_raw(&self, input: &[u8]) -> io::Result<Vec<u8>> {
        let options = self.options(input.len());
        let filtered = filters::apply(&self.filters.before, input)?;
        match self.filters.coder {
            Coder::Lzma1 => {
                let mut writer = LzmaWriter::new_no_header(Vec::new(), &options, true)?;
                writer.write_all(&filtered)?;
                writer.finish()
            }
            Coder::Lzma2 => {
                let options = Lzma2Options { lzma_options: options, chunk_size: None };
                let mut writer = Lzma2Writer::new(Vec::new(), options);
                writer.write_all(&filtered)?;
                writer.finish()
            }
        }
    }
}

#[cfg(test)]
mod tests;
