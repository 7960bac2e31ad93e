use std::io::{self, Write};
use std::{fmt::Write as _, ops::Range, sync::Arc};

use super::elements::{ElementWriter, WrittenValues};
use super::{SaveError, ValuesFormat};
use crate::codec::DecodeOptions;
use crate::metadata::{Elements, lengths, starts, text::grouped};
use crate::pipeline::{Array, ArrayLabels, LabelPick, ReadError, Region};

/// Chunks of elements of variable length that are decoded at once: their size in memory is not known before.
const CHUNKS: u64 = 64;
/// Of others: what is asked for first should not wait for a million chunks of one byte.
const SMALL_CHUNKS: u64 = 4096;
const MOST_ELEMENTS: u64 = 1 << 50;
/// Bytes of elements that are decoded at once: enough for all cores, and little beside the memory of the chunks.
const PIECE: u64 = 16 << 20;
/// Formatting takes longer than decoding: with smaller pieces both go on at the same time.
const TEXT_PIECE: u64 = 1 << 20;

#[derive(Debug, Clone)]
pub struct SavedRegion<'a> {
    pub array: &'a Array,
    pub region: &'a Region,
    pub options: &'a DecodeOptions,
    pub picks: &'a [LabelPick],
    pub labels: Option<Arc<ArrayLabels>>,
}

pub fn write_chunk(
    array: &Array,
    coords: &[u64],
    format: ValuesFormat,
    options: &DecodeOptions,
    output: &mut (dyn Write + Send),
) -> Result<(), SaveError> {
    let fault = |fault| SaveError::Chunk {
        path: array.path.clone(),
        key: array.chunk_key(coords),
        fault: Box::new(fault),
    };
    let chunk = array.metadata.chunk_representation(coords);
    let (Some(extent), Some(chunk)) = (array.metadata.chunk_grid.extent(coords), chunk) else {
        return Err(SaveError::Refused("--chunk: expected coordinates within the grid".to_owned()));
    };
    let elements = array.values_of(array.decode_or_fill(coords, options).map_err(fault)?);
    let end = array.overhang(&coords.into()).map(|_| array.metadata.shape.clone());
    let plain = WrittenValues::plain(chunk.shape, starts(&extent), array.values_type().clone());
    let subject = WrittenValues { end, meaning: array.shown_meaning().cloned(), ..plain };
    write_elements(&elements, subject, format, output)
}

pub fn write_elements(
    elements: &Elements,
    subject: WrittenValues,
    format: ValuesFormat,
    output: &mut (dyn Write + Send),
) -> Result<(), SaveError> {
    let mut writer = ElementWriter::begin(format, subject, output)?;
    writer.piece(elements)?;
    Ok(writer.end()?)
}

impl SavedRegion<'_> {
    fn pieces(&self, nbytes: u64) -> impl Iterator<Item = Region> {
        let chunk = self.array.chain().decoded();
        let most = if chunk.data_type.is_variable() { CHUNKS } else { SMALL_CHUNKS };
        let limit = chunk.nbytes().map_or(nbytes, |own| nbytes.min(own.saturating_mul(most)));
        let is_empty = self.region.iter().any(Range::is_empty);
        let most = self.options.max_chunk_bytes.max(limit);
        self.array.pieces(self.region.clone(), limit, most).filter(move |_| !is_empty)
    }

    /// More elements cannot be written in any time.
    fn check_size(&self) -> Result<(), SaveError> {
        let mut size = 1_u64;
        for length in lengths(self.region) {
            size = if length == 0 { return Ok(()) } else { size.saturating_mul(length) };
        }
        if size < MOST_ELEMENTS {
            return Ok(());
        }
        let path = &self.array.path;
        let found = if size == u64::MAX { "more".to_owned() } else { grouped(size.into()) };
        let expected = format!("expected fewer than 2^50 elements, found {found}: --region takes a part");
        Err(SaveError::Read(format!("{path}: {expected}")))
    }

    /// Only decodes, which takes far less time than writing text.
    pub fn check(&self) -> Result<(), SaveError> {
        self.check_size()?;
        let mut reused = Vec::new();
        for piece in self.pieces(PIECE) {
            let read = self.array.read_region_into(&piece, self.options, reused);
            reused = read.map_err(|error| self.not_read(error))?.into_elements().into_bytes();
        }
        Ok(())
    }

    fn not_read(&self, error: ReadError) -> SaveError {
        let path = self.array.path.clone();
        match error {
            ReadError::Chunk { coords, fault } => {
                SaveError::Chunk { path, key: self.array.chunk_key(&coords), fault }
            }
            error => SaveError::Read(format!("{path}: {error}")),
        }
    }
}

pub fn write_region(
    saved: &SavedRegion,
    format: ValuesFormat,
    output: &mut (dyn Write + Send),
    go_on: &mut dyn FnMut() -> bool,
) -> Result<(), SaveError> {
    saved.check_size()?;
    let data_type = saved.array.values_type().clone();
    let subject = WrittenValues {
        picks: saved.picks.to_vec(),
        meaning: saved.array.shown_meaning().cloned(),
        labels: saved.labels.clone(),
        ..WrittenValues::plain(lengths(saved.region), starts(saved.region), data_type)
    };
    let mut writer = ElementWriter::begin(format, subject, output)?;
    let is_binary = matches!(format, ValuesFormat::Raw | ValuesFormat::Npy);
    let nbytes = if is_binary { PIECE } else { TEXT_PIECE };
    read_and_write(saved, nbytes, go_on, &mut |elements| writer.piece(elements))?;
    Ok(writer.end()?)
}

pub(super) fn each_piece(
    saved: &SavedRegion,
    go_on: &mut dyn FnMut() -> bool,
    write: &mut (dyn FnMut(&Elements) -> io::Result<()> + Send),
) -> Result<(), SaveError> {
    saved.check_size()?;
    read_and_write(saved, TEXT_PIECE, go_on, write)
}

/// A piece is written while the next one is read.
fn read_and_write(
    saved: &SavedRegion,
    nbytes: u64,
    go_on: &mut dyn FnMut() -> bool,
    write: &mut (dyn FnMut(&Elements) -> io::Result<()> + Send),
) -> Result<(), SaveError> {
    let mut ready: Option<Elements> = None;
    let mut reused = Vec::new();
    for piece in saved.pieces(nbytes) {
        if !go_on() {
            return Err(SaveError::Stopped);
        }
        let (written, read) = rayon::join(
            || if let Some(elements) = &ready { write(elements) } else { Ok(()) },
            || saved.array.read_region_into(&piece, saved.options, std::mem::take(&mut reused)),
        );
        written?;
        let read = read.map_err(|error| saved.not_read(error))?;
        reused = ready.replace(read.into_elements()).map(Elements::into_bytes).unwrap_or_default();
    }
    if let Some(elements) = ready {
        write(&elements)?;
    }
    Ok(())
}

const IN_LINE: usize = 32;

/// Python's `bytes.fromhex` reads the text back.
pub fn write_hex(bytes: &[u8], output: &mut (dyn Write + Send)) -> io::Result<()> {
    let mut line = String::new();
    for row in bytes.chunks(IN_LINE) {
        line.clear();
        for byte in row {
            let _ = write!(line, "{byte:02x} ");
        }
        line.pop();
        line.push('\n');
        output.write_all(line.as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_two_bytes_are_a_line() {
        let mut text = Vec::new();
        write_hex(&(0..33).collect::<Vec<u8>>(), &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.starts_with("00 01 02 ") && text.ends_with(" 1e 1f\n20\n"), "{text}");
    }
}
