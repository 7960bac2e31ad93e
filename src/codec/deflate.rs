//! DEFLATE (RFC 1951), which `gzip` and zlib wrap.
//!
//! Encoding is that of `miniz_oxide`, whose levels store what zlib's do, as a trial should say. Those of `zlib-rs`, which decodes
//! here, are others: its first one makes a ramp of integers larger, its fifth stores half as much again.

use std::cell::RefCell;

use flate2::{Decompress, FlushDecompress, Status};

use super::reader::Reader;
use super::{CodecError, DecodeOptions, StageWork};

const STEP: u64 = 1 << 16;

thread_local! {
    /// Making one takes far longer than an empty member of a gzip stream, or a small inner chunk: it clears all of its memory.
    static INFLATE: RefCell<Decompress> = RefCell::new(Decompress::new(false));
}

pub fn inflate_all(input: &[u8], limit: u64) -> Option<Vec<u8>> {
    let mut output = Vec::new();
    let mut reader = Reader::new(input);
    let options = DecodeOptions { max_chunk_bytes: limit, ..DecodeOptions::default() };
    inflate(&mut reader, &mut output, &StageWork::new(&options)).ok()?;
    if reader.rest().is_empty() { Some(output) } else { None }
}

pub fn inflate(reader: &mut Reader, output: &mut Vec<u8>, work: &StageWork) -> Result<(), CodecError> {
    INFLATE.with_borrow_mut(|inflate| {
        inflate.reset(false);
        let limit = work.limit;
        let expected = work.expected.unwrap_or(0);
        let start = reader.position();
        loop {
            let filled = output.len();
            if (output.capacity() as u64) < expected {
                output.reserve_exact(usize::try_from(expected).unwrap_or(0).saturating_sub(filled));
            }
            let before = (inflate.total_in(), inflate.total_out());
            // Room is cleared before it is filled, so that an empty member of many must not get all of it.
            let step = before.1.max(STEP);
            // Room for one byte over the limit: if it is filled, the stream goes on behind the limit.
            let room = limit.saturating_add(1).saturating_sub(filled as u64).min(step);
            output.resize(filled.saturating_add(usize::try_from(room).unwrap_or(0)), 0);
            let into = output.get_mut(filled..).unwrap_or_default();
            let status = inflate.decompress(reader.rest(), into, FlushDecompress::None);
            let made = usize::try_from(inflate.total_out() - before.1).unwrap_or(0);
            output.truncate(filled.saturating_add(made));
            reader.set_position(start + usize::try_from(inflate.total_in()).unwrap_or(usize::MAX - start));
            let status =
                status.map_err(|error| reader.corrupt("a sound DEFLATE stream", error.to_string()))?;
            if output.len() as u64 > limit {
                return Err(CodecError::TooMuch { limit });
            }
            let stuck = before == (inflate.total_in(), inflate.total_out());
            match status {
                Status::StreamEnd => return Ok(()),
                Status::Ok | Status::BufError if !stuck => {}
                _ => {
                    let found = format!("the end of the input, after {} bytes of output", output.len());
                    return Err(reader.ended("more of the DEFLATE stream", found));
                }
            }
        }
    })
}
