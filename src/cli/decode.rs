//! `decode`: the values of an array, a chunk or a region.

use std::io::Write;
use std::ops::Range;

use super::arguments::DecodeCommand;
use super::file::write_file;
use super::format::{ElementWriter, WrittenValues};
use super::open::{OpenedPath, check_coords, message, open_array};
use super::{Failure, Output, OutputFormat};
use crate::codec::DecodeOptions;
use crate::metadata::{Elements, text::escape};
use crate::pipeline::{Array, ReadError, Region};

/// How many chunks of elements of variable length are decoded before they are written. The size of such a chunk in
/// memory is not known before it is decoded, so that chunks are counted instead of bytes.
const CHUNKS: u64 = 64;
/// How many bytes of elements are decoded before they are written: enough to keep all cores busy, and little memory
/// beside that of the chunks.
const PIECE: u64 = 16 << 20;
/// The same for text formats. Formatting takes longer than decoding, so that smaller pieces let both go on at the
/// same time.
const TEXT_PIECE: u64 = 1 << 20;

pub(super) fn run(arguments: &DecodeCommand, output: &mut Output) -> Result<(), Failure> {
    arguments.threads.start()?;
    let array = match open_array(&arguments.path, arguments.limits.limits())? {
        OpenedPath::Array(array) => array,
        OpenedPath::Unusable(path, fault) => return Err(Failure::Data(message(&path, None, &fault))),
    };
    let what = What::read(&array, arguments)?;
    match &arguments.output {
        None => write(&array, &what, arguments, output)?,
        Some(path) => write_file(path, |file| write(&array, &what, arguments, file))?,
    }
    Ok(())
}

/// The part of the array that is decoded.
enum What {
    /// One chunk with its overhang.
    Chunk(Vec<u64>),
    /// A box of the array.
    Region(Region),
}

impl What {
    fn read(array: &Array, arguments: &DecodeCommand) -> Result<Self, Failure> {
        let data_type = &array.metadata.data_type;
        if data_type.is_variable() && matches!(arguments.format, OutputFormat::Raw | OutputFormat::Npy) {
            let text =
                format!("--format: expected json, csv or table for elements of any length ({data_type})");
            return Err(Failure::Usage(format!("{}: {text}, found raw or npy", array.path)));
        }
        match (&arguments.chunk, &arguments.region) {
            (Some(coords), _) => {
                check_coords(
                    &coords.0,
                    &array.metadata.chunk_grid.grid_shape(),
                    &format!("{}: --chunk", array.path),
                )?;
                Ok(Self::Chunk(coords.0.clone()))
            }
            (None, Some(text)) => match parse_region(text, &array.metadata.shape) {
                Ok(region) => Ok(Self::Region(region)),
                Err(reason) => Err(Failure::Usage(format!("{}: --region: {reason}", array.path))),
            },
            (None, None) => Ok(Self::Region(array.whole())),
        }
    }
}

/// Reads `0:10,5:6`. A bound may be left out; a single number is a range of one.
pub(super) fn parse_region(text: &str, shape: &[u64]) -> Result<Region, String> {
    let bad = |why: String| format!("{why}, found \"{}\"", escape(text));
    let parts: Vec<&str> = text.split(',').filter(|_| !text.trim().is_empty()).collect();
    if parts.len() != shape.len() {
        return Err(bad(format!("expected {} ranges, one per dimension", shape.len())));
    }
    let range = |(part, size): (&&str, &u64)| {
        let range = parse_range(part.trim(), *size)
            .ok_or_else(|| bad("expected ranges such as 0:10,5:6".to_owned()))?;
        if range.start > range.end || range.end > *size {
            return Err(bad(format!(
                "expected ranges within the shape {}",
                crate::tell::words::shape(shape)
            )));
        }
        Ok(range)
    };
    parts.iter().zip(shape).map(range).collect()
}

fn parse_range(text: &str, size: u64) -> Option<Range<u64>> {
    let bound =
        |text: &str, default| if text.trim().is_empty() { Some(default) } else { text.trim().parse().ok() };
    match text.split_once(':') {
        Some((start, end)) => Some(bound(start, 0)?..bound(end, size)?),
        None => {
            let single: u64 = text.parse().ok()?;
            Some(single..single.checked_add(1)?)
        }
    }
}

fn write(
    array: &Array,
    what: &What,
    arguments: &DecodeCommand,
    output: &mut (dyn Write + Send),
) -> Result<(), Failure> {
    let options = arguments.decode.options();
    match what {
        What::Chunk(coords) => write_chunk(array, coords, arguments.format, &options, output),
        What::Region(region) => {
            // A file is written whole or not at all, but half of a document that is printed cannot be taken back.
            if arguments.format == OutputFormat::Json && arguments.output.is_none() {
                check_region(array, region, &options)?;
            }
            write_region(array, region, arguments.format, &options, output)
        }
    }
}

fn write_chunk(
    array: &Array,
    coords: &[u64],
    format: OutputFormat,
    options: &DecodeOptions,
    output: &mut (dyn Write + Send),
) -> Result<(), Failure> {
    let fault = |fault| Failure::Data(message(&array.path, Some(&array.chunk_key(coords)), &fault));
    let chunk = array.metadata.chunk_representation(coords);
    let (Some(extent), Some(chunk)) = (array.metadata.chunk_grid.extent(coords), chunk) else {
        return Err(Failure::Usage("--chunk: expected coordinates within the grid".to_owned()));
    };
    let elements = array.decode_or_fill(coords, options).map_err(fault)?;
    let origin = extent.iter().map(|range| range.start).collect();
    let end = array.overhang(&coords.into()).map(|_| array.metadata.shape.clone());
    let subject = WrittenValues { shape: chunk.shape, origin, data_type: chunk.data_type, end };
    let mut writer = ElementWriter::begin(format, subject, output)?;
    writer.piece(&elements)?;
    Ok(writer.end()?)
}

/// The most bytes of elements that are decoded at once. Elements of variable length take more memory than these bytes.
fn most_at_once(array: &Array) -> u64 {
    let chunk = array.chain().decoded();
    let nbytes = chunk.nbytes().filter(|_| chunk.data_type.is_variable());
    nbytes.map_or(u64::MAX, |nbytes| nbytes.saturating_mul(CHUNKS))
}

/// Decodes a region for nothing but to know whether it decodes. That takes far less time than writing it as text.
fn check_region(array: &Array, region: &Region, options: &DecodeOptions) -> Result<(), Failure> {
    let limit = PIECE.min(most_at_once(array));
    let mut reused = Vec::new();
    for piece in array.pieces(region.clone(), (limit, options.max_chunk_bytes.max(limit))) {
        let read =
            array.read_region_into(&piece, options, reused).map_err(|error| not_read(array, &error))?;
        reused = read.into_elements().into_bytes();
    }
    Ok(())
}

fn write_region(
    array: &Array,
    region: &Region,
    format: OutputFormat,
    options: &DecodeOptions,
    output: &mut (dyn Write + Send),
) -> Result<(), Failure> {
    let subject = WrittenValues {
        shape: region.iter().map(|range| range.end - range.start).collect(),
        origin: region.iter().map(|range| range.start).collect(),
        data_type: array.metadata.data_type.clone(),
        end: None,
    };
    let is_empty = subject.shape.contains(&0);
    let limit = if matches!(format, OutputFormat::Raw | OutputFormat::Npy) { PIECE } else { TEXT_PIECE };
    let limit = limit.min(most_at_once(array));
    let mut writer = ElementWriter::begin(format, subject, output)?;
    let pieces = array.pieces(region.clone(), (limit, options.max_chunk_bytes.max(limit)));
    // A piece is written while the next one is read.
    let mut ready: Option<Elements> = None;
    let mut reused = Vec::new();
    for piece in pieces.filter(|_| !is_empty) {
        let (written, read) = rayon::join(
            || ready.as_ref().map_or(Ok(()), |elements| writer.piece(elements)),
            || array.read_region_into(&piece, options, std::mem::take(&mut reused)),
        );
        written?;
        let read = read.map_err(|error| not_read(array, &error))?;
        reused = ready.replace(read.into_elements()).map(Elements::into_bytes).unwrap_or_default();
    }
    ready.map_or(Ok(()), |elements| writer.piece(&elements))?;
    Ok(writer.end()?)
}

/// The end of the command at a region that cannot be read.
fn not_read(array: &Array, error: &ReadError) -> Failure {
    Failure::Data(match error {
        ReadError::Chunk { coords, fault } => message(&array.path, Some(&array.chunk_key(coords)), fault),
        _ => format!("{}: {error}", array.path),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str, shape: &[u64]) -> Option<Region> {
        parse_region(text, shape).ok()
    }

    #[test]
    fn a_region_is_a_range_for_each_dimension() {
        assert_eq!(parsed("0:10,5:6", &[10, 10]), Some(vec![0..10, 5..6]));
        assert_eq!(parsed(":, 3: ,:4,7", &[2, 5, 5, 9]), Some(vec![0..2, 3..5, 0..4, 7..8]));
        assert_eq!(parsed("", &[]), Some(vec![]));
        assert_eq!(parsed("2:2,0:1", &[4, 4]), Some(vec![2..2, 0..1]));
        for text in ["0:11,0:1", "0:1", "3:2,0:1", "a:b,0:1", "-1:2,0:1", "0:1,0:1,0:1", "10,0"] {
            assert_eq!(parsed(text, &[10, 10]), None, "{text}");
        }
    }
}
