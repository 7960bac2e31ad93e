use super::case::Failing;
use crate::codec::{CodecError, CodecRow, CutSign, StreamEnd, label};

/// How many bytes a trailer may take: a decoder that misses fewer has come to the end.
const TRAILER: u64 = 16;

pub fn end(codec: &str, input: &[u8]) -> StreamEnd {
    match CodecRow::meant_by(codec).and_then(|row| row.signature) {
        Some(signature) => (signature.end)(input),
        None => StreamEnd::Unknown,
    }
}

pub fn missing(codec: &str, failing: &Failing, target: Option<u64>) -> Option<String> {
    let input = failing.input;
    let label = label(codec);
    let signature = CodecRow::meant_by(codec)?.signature?;
    if signature.is_too_short(input) {
        let (length, least) = (input.len(), signature.least_nbytes);
        return Some(format!("{length} bytes are there; {label} writes at least {least}"));
    }
    if let CutSign::Stream(cut) = signature.cut {
        return cut(input, target);
    }
    let CodecError::Ended { offset, .. } = failing.error else { return None };
    let length = input.len() as u64;
    // What fails within the first bytes is no such stream, and was not cut off from one either.
    if *offset <= 2 || offset.saturating_add(TRAILER) <= length {
        return None;
    }
    let mut given = String::new();
    if let Some(nbytes) = failing.given {
        given = format!(" after {nbytes} bytes of output");
    }
    Some(format!("the {label} stream is sound up to its last byte, and stops there{given}"))
}
