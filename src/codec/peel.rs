//! One `bytes -> bytes` codec on its own, for whoever looks for the codecs that some bytes were written with.

use super::{Build, CodecError, CodecRow, DecodeOptions, Work};
use crate::metadata::CodecMetadata;

/// Decodes bytes with one codec; at most `limit` come out.
///
/// # Errors
/// When it is no such codec, cannot be used, or did not write the bytes.
pub fn peel(codec: &CodecMetadata, input: &[u8], limit: u64) -> Result<Vec<u8>, CodecError> {
    let Some(Build::BytesToBytes(build)) = CodecRow::of(codec).map(|row| row.build) else {
        return Err(CodecError::Unknown { name: codec.name.clone() });
    };
    let options = DecodeOptions::default();
    let mut work = Work::new(&options);
    work.limit = limit;
    build(codec)?.decode(input, &mut work)
}
