//! `zstd`: Zstandard frames.
//!
//! Specifications: [zstd](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/zstd), RFC 8878.
//! Configuration: `{"level": 0, "checksum": false}`; decoding needs neither. Frames one after the other are one
//! stream; skippable frames are skipped.

mod fields;
mod frame;
mod locate;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::io::Write;
use std::ops::Range;

use zstd::bulk::Decompressor;
use zstd::stream::Encoder;
use zstd::stream::raw::{DParameter, Decoder, InBuffer, Operation, OutBuffer};
use zstd::zstd_safe::get_frame_content_size;

use super::StreamEnd;
use super::reader::{corrupt_at, ended_at, hex};
use super::signature::may_have;
use super::work::{CHECKSUM, MISMATCH};
use super::{
    Build, BytesToBytes, CodecError, CodecRow, CutSign, FieldReading, Signature, StageWork, StoredField,
};
use crate::metadata::{CodecMetadata, Field, text::lower_first};
use crate::store::StoreError;
use frame::{FrameChecksum, frames};
use serde_json::json;

#[derive(Debug)]
struct Zstd {
    /// 0 is Zstandard's own choice.
    level: i32,
    checksum: bool,
}

const STEP: usize = 1 << 17;
/// The decoder needs so many bytes to see what a frame is.
const FRAME_START: usize = 5;
/// The decoder needs so many bytes to see what a block is.
const BLOCK_HEADER: usize = 3;

const SIGNATURE: Signature = Signature {
    // A header of 6 bytes, and an empty block of 3.
    least_nbytes: 9,
    end: frame::end,
    cut: CutSign::Stream(cut),
    has_checksum: frame::has_checksum,
    ..Signature::new(&frame::MAGIC, |_| json!({"level": 0, "checksum": false}), 2)
};

fn cut(input: &[u8], decoded: Option<u64>) -> Option<String> {
    match frame::end(input) {
        StreamEnd::Beyond(wanted) if may_have(wanted, decoded) => Some(format!(
            "a block of the zstd frame goes on to byte {wanted} at least, the bytes end at {}",
            input.len()
        )),
        _ => None,
    }
}

pub(super) const ROW: CodecRow = CodecRow {
    aliases: &["numcodecs.zstd"],
    v2: &["zstd"],
    // Adds what a document may leave out.
    canonical: |_, configuration| {
        for (member, default) in [("level", json!(0)), ("checksum", json!(false))] {
            configuration.entry(member).or_insert(default);
        }
    },
    // Only encoding needs this: frames say themselves whether they have a checksum.
    checks: |codec| codec.optional("checksum").is_some_and(|field| field.value().as_bool() == Some(true)),
    amounts: &["level"],
    fields: &[
        StoredField::at(0, 4, FieldReading::Plain, "signature", "the signature of a Zstandard frame"),
        StoredField::at(
            4,
            1,
            FieldReading::Plain,
            "descriptor",
            "the flags: which sizes follow, and whether a checksum does",
        ),
    ],
    inside: fields::of_frame,
    signature: Some(&SIGNATURE),
    ..CodecRow::new("zstd", "compresses with Zstandard", Build::BytesToBytes(build))
};

fn build(codec: &CodecMetadata) -> Field<Box<dyn BytesToBytes>> {
    let level = match codec.optional("level") {
        None => 0,
        Some(field) => {
            let expected = "a level from -131072 to 22";
            match i32::try_from(field.integer(expected)?) {
                Ok(level @ -131_072..=22) => level,
                _ => return Err(field.unexpected(expected)),
            }
        }
    };
    let checksum = codec.optional("checksum").map_or(Ok(false), |checksum| checksum.boolean())?;
    Ok(Box::new(Zstd { level, checksum }))
}

impl BytesToBytes for Zstd {
    fn decode(&self, input: &[u8], work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        if work.is_traced {
            note(input, work);
        }
        if let Some(output) = decompress_whole(input, work.limit) {
            return Ok(output);
        }
        let limit = work.limit;
        let new = || Decompression { input, limit, ..Decompression::default() };
        let mut run = new();
        match run.all() {
            Err(error) if work.options.ignore_checksums => {
                run = Decompression { ignore_checksum: true, ..new() };
                run.all()?;
                work.note(MISMATCH, error.to_string());
                Ok(run.output)
            }
            Err(error) => {
                if work.is_traced {
                    // Once more, so that the decoder gives each block before it looks at the next.
                    run = Decompression { by_block: true, ..new() };
                    let _ = run.all();
                }
                work.or_leave(Err(error), run.output, run.position)
            }
            Ok(()) => Ok(run.output),
        }
    }

    fn locate(&self, ranges: &[Range<u64>], encoded: &[u8]) -> Option<Vec<Range<u64>>> {
        locate::locate(ranges, encoded)
    }

    fn encode(&self, input: &[u8], _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let written = Encoder::new(Vec::new(), self.level).and_then(|mut encoder| {
            encoder.include_checksum(self.checksum)?;
            encoder.set_pledged_src_size(Some(input.len() as u64))?;
            encoder.write_all(input)?;
            encoder.finish()
        });
        written.map_err(|error| StoreError::io("", &error).into())
    }
}

thread_local! {
    /// Starting a decompressor takes as long as decompressing a small chunk.
    static DECOMPRESSOR: RefCell<Decompressor<'static>> = RefCell::default();
}

/// For sound input whose first frame says how many bytes come out of all. Input that does not come out whole here is
/// decompressed again step by step, which finds the fault: sound chunks take half the time, damaged ones a little more.
fn decompress_whole(input: &[u8], limit: u64) -> Option<Vec<u8>> {
    let nbytes = get_frame_content_size(input).ok()?.filter(|nbytes| *nbytes <= limit)?;
    let mut output = Vec::new();
    output.try_reserve_exact(usize::try_from(nbytes).ok()?).ok()?;
    DECOMPRESSOR
        .with_borrow_mut(|decompressor| decompressor.decompress_to_buffer(input, &mut output))
        .ok()?;
    Some(output)
}

/// Of all frames, but with the header of the first.
fn note(input: &[u8], work: &mut StageWork) {
    let (mut first, mut count, mut skippable, mut blocks) = (None, 0, 0, [0; 3]);
    for frame in frames(input) {
        if frame.is_skippable {
            skippable += 1;
            continue;
        }
        count += 1;
        for (sum, own) in blocks.iter_mut().zip(frame.counts) {
            *sum += own;
        }
        first.get_or_insert(frame);
    }
    let Some(first) = first else { return };
    // As far as the header and the checksum are there.
    if let Some(window) = first.window {
        let content = first.content.map_or("not given".to_owned(), |nbytes| format!("{nbytes} bytes"));
        work.note("frame content size", content);
        let segment = if first.is_single_segment { " (single segment)" } else { "" };
        work.note("window", format!("{window} bytes{segment}"));
        work.note("dictionary id", first.dictionary.map_or("none".to_owned(), |id| id.to_string()));
        let checksum = match first.checksum {
            FrameChecksum::None => "none".to_owned(),
            FrameChecksum::CutOff => "cut off".to_owned(),
            FrameChecksum::Stored(checksum) => format!("{checksum:#010x}"),
        };
        work.note(CHECKSUM, checksum);
    }
    let [raw, rle, compressed] = blocks;
    work.note("blocks", format!("{}: {raw} raw, {rle} RLE, {compressed} compressed", raw + rle + compressed));
    let skipped = if skippable > 0 { format!(" and {skippable} skippable") } else { String::new() };
    work.note("frames", format!("{count}{skipped}"));
    let own = input.get(first.start..first.end).unwrap_or_default();
    work.note("magic", hex(own.get(..4).unwrap_or(own)));
}

#[derive(Default)]
struct Decompression<'a> {
    input: &'a [u8],
    limit: u64,
    ignore_checksum: bool,
    /// The decoder gets a block without the header of the next one.
    by_block: bool,
    output: Vec<u8>,
    /// In the input.
    position: usize,
}

impl Decompression<'_> {
    fn all(&mut self) -> Result<(), CodecError> {
        if self.input.is_empty() {
            return Err(corrupt_at(0, "a Zstandard frame", "an empty chunk"));
        }
        let fault = |error: std::io::Error| corrupt_at(0, "a Zstandard decoder", error.to_string());
        let mut decoder = Decoder::new().map_err(fault)?;
        decoder.set_parameter(DParameter::ForceIgnoreChecksum(self.ignore_checksum)).map_err(fault)?;
        let mut step = vec![0; STEP];
        let mut wanted = FRAME_START;
        loop {
            // The decoder gets no more than it asks for: then the place of a fault is known to the block.
            let end = self.position.saturating_add(wanted).min(self.input.len());
            let mut source = InBuffer::around(self.input.get(self.position..end).unwrap_or_default());
            let mut buffer = OutBuffer::around(step.as_mut_slice());
            let status = decoder.run(&mut source, &mut buffer).map_err(|error| {
                let found = match lower_first(&error.to_string()) {
                    text if text.contains("match checksum") => "one whose checksum does not match".to_owned(),
                    text if text.contains("corruption") => "damaged data".to_owned(),
                    text => text,
                };
                corrupt_at(self.position, "a sound Zstandard frame", found)
            })?;
            let stuck = source.pos() == 0 && buffer.pos() == 0;
            self.position += source.pos();
            self.output.extend_from_slice(buffer.as_slice());
            if self.output.len() as u64 > self.limit {
                return Err(CodecError::TooMuch { limit: self.limit });
            }
            if status == 0 && self.position == self.input.len() {
                return Ok(());
            }
            if stuck {
                let found = format!("the end of the input, after {} bytes of output", self.output.len());
                return Err(ended_at(self.position, "more of the Zstandard frame", found));
            }
            wanted = match status {
                0 => FRAME_START,
                status if self.by_block && status > BLOCK_HEADER => status - BLOCK_HEADER,
                status => status,
            };
        }
    }
}
