use std::ops::Range;

use super::super::markdown::{Markdown, code};
use super::super::{hex_rows::printable, stage_bytes::input, words::grouped};
use crate::codec::{CodecError, Outcome, hex};
use crate::doctor::CauseByte;
use crate::pipeline::ChunkTrace;

const ROW: usize = 16;
const FIRST: usize = 64;
const AROUND: usize = 2;

pub(super) fn write(trace: &ChunkTrace, named: Option<CauseByte>, page: &mut Markdown) {
    let Some(stored) = trace.trace.stored.as_deref() else { return };
    page.heading(3, "Bytes");
    let shown = stored.len().min(FIRST);
    let all = grouped(stored.len() as u128);
    let what = if trace.address.is_inner() { "the inner chunk" } else { "the chunk" };
    if stored.is_empty() {
        page.paragraph(&format!("Nothing is stored of {what}: it has 0 bytes."));
        return;
    }
    page.paragraph(&format!("The first {shown} of {all} bytes of {what}, as stored:"));
    page.block("text", &rows(stored, 0, shown, 0));
    let shown = around_cause(trace, named, page);
    let Some(failed) = failed_stage(trace) else { return };
    let (Some(stage), Some(input)) = (trace.stages().get(failed), input(trace, failed)) else { return };
    let Outcome::Failed(error) = &stage.outcome else { return };
    let partial = stage.partial.as_ref().and_then(|partial| partial.consumed);
    let Some(offset) = offset(error, partial, input.len() as u64) else { return };
    let around = rows_around(offset, input.len());
    let name = code(&stage.info.codec.name);
    // The first bytes are shown in any case.
    let are_first = failed == 0 && around.start == 0 && around.end <= FIRST;
    if are_first || shown == Some((failed, around.clone())) {
        let place = if offset < input.len() as u64 { "which is among them" } else { "where they end" };
        page.paragraph(&format!("{name} fails at byte {offset}, {place}."));
        return;
    }
    let nbytes = grouped(input.len() as u128);
    let input_bytes = format!("the {nbytes} bytes that go into it");
    page.paragraph(&format!("Around byte {offset}, at which {name} fails, of {input_bytes}:"));
    page.block("text", &rows(input, around.start, around.end, 0));
}

pub(super) fn index(start: u64, bytes: &[u8], page: &mut Markdown) {
    if bytes.is_empty() {
        return;
    }
    let end = start.saturating_add(bytes.len() as u64);
    page.paragraph(&format!("Bytes {start}:{end} of the shard, in its index:"));
    page.block("text", &rows(bytes, 0, bytes.len(), start));
}

/// Bytes can end before they should: then the last ones are meant.
fn rows_around(byte: u64, nbytes: usize) -> Range<usize> {
    let at = usize::try_from(byte).unwrap_or(usize::MAX).min(nbytes.saturating_sub(1));
    let end = (at / ROW).saturating_add(AROUND + 1).saturating_mul(ROW).min(nbytes);
    (at / ROW).saturating_sub(AROUND) * ROW..end
}

fn failed_stage(trace: &ChunkTrace) -> Option<usize> {
    trace.stages().iter().position(|stage| matches!(stage.outcome, Outcome::Failed(_)))
}

/// With the stage whose input was shown.
fn around_cause(
    trace: &ChunkTrace,
    named: Option<CauseByte>,
    page: &mut Markdown,
) -> Option<(usize, Range<usize>)> {
    let (stage, byte) = match named? {
        CauseByte::Stored(byte) => (0, byte),
        CauseByte::Input(byte) => (failed_stage(trace)?, byte),
    };
    let bytes = input(trace, stage)?;
    let around = rows_around(byte, bytes.len());
    let place = match stage {
        0 => "stored bytes".to_owned(),
        _ => format!("bytes that go into {}", code(&trace.stages().get(stage)?.info.codec.name)),
    };
    if stage == 0 && byte < FIRST as u64 {
        page.paragraph(&format!("Byte {byte}, which the likeliest cause points to, is among them."));
    } else {
        let nbytes = grouped(bytes.len() as u128);
        let about = "which the likeliest cause points to";
        page.paragraph(&format!("Around byte {byte}, {about}, of the {nbytes} {place}:"));
        page.block("text", &rows(bytes, around.start, around.end, 0));
    }
    Some((stage, around))
}

fn offset(error: &CodecError, consumed: Option<u64>, nbytes: u64) -> Option<u64> {
    match (error.offset(), consumed) {
        (Some(offset), _) => Some(offset),
        (None, Some(consumed)) if consumed < nbytes => Some(consumed),
        _ => None,
    }
}

fn rows(bytes: &[u8], start: usize, end: usize, base: u64) -> Vec<String> {
    let shown = bytes.get(start..end).unwrap_or_default();
    let mut offset = base.saturating_add(start as u64);
    let mut lines = Vec::new();
    for row in shown.chunks(ROW) {
        let text: String = row.iter().copied().map(printable).collect();
        lines.push(format!("{offset:08x}  {:<47}  {text}", hex(row)));
        offset = offset.saturating_add(ROW as u64);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_its_offset_its_bytes_and_its_characters() {
        let bytes: Vec<u8> = (0x5a..0x6c).collect();
        assert_eq!(
            rows(&bytes, 0, 18, 0),
            [
                "00000000  5a 5b 5c 5d 5e 5f 60 61 62 63 64 65 66 67 68 69  Z[\\]^_`abcdefghi",
                "00000010  6a 6b                                            jk",
            ]
        );
        assert_eq!(rows(&bytes, 16, 99, 0), Vec::<String>::new());
    }

    #[test]
    fn a_fault_without_a_place_is_where_decoding_stopped() {
        let error = CodecError::Checksum { stored: 1, computed: 2 };
        assert_eq!(offset(&error, Some(64), 68), Some(64));
        assert_eq!(offset(&error, Some(68), 68), None);
        let error = CodecError::Ended { offset: 9, expected: String::new(), found: String::new() };
        assert_eq!(offset(&error, Some(3), 10), Some(9));
    }
}
