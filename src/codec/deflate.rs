//! DEFLATE (RFC 1951), which `gzip` and zlib wrap.

use flate2::{Decompress, FlushDecompress, Status};

use super::CodecError;
use super::reader::Reader;

/// Appends one stream's bytes to `output`, which may grow to `limit` bytes.
pub fn inflate(reader: &mut Reader, output: &mut Vec<u8>, limit: u64) -> Result<(), CodecError> {
    let mut inflate = Decompress::new(false);
    let start = reader.position();
    loop {
        // One byte over the limit tells a stream that ends there from one that goes on.
        let room = (limit + 1).saturating_sub(output.len() as u64).min(1 << 16);
        output.reserve(usize::try_from(room).unwrap_or(0));
        let before = (inflate.total_in(), inflate.total_out());
        let status = inflate.decompress_vec(reader.rest(), output, FlushDecompress::None);
        reader.set_position(start + usize::try_from(inflate.total_in()).unwrap_or(usize::MAX - start));
        let status = status.map_err(|error| reader.corrupt("a sound DEFLATE stream", error.to_string()))?;
        if output.len() as u64 > limit {
            return Err(CodecError::TooMuch { limit });
        }
        let stuck = before == (inflate.total_in(), inflate.total_out());
        match status {
            Status::StreamEnd => return Ok(()),
            Status::Ok | Status::BufError if !stuck => {}
            _ => {
                let found = format!("the end of the input, after {} bytes of output", output.len());
                return Err(reader.corrupt("more of the DEFLATE stream", found));
            }
        }
    }
}
