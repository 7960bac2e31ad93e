use serde::Serialize;

use super::json::{self, FaultReport};
use super::{Failure, Output, Result, arguments::Coords, open::failure};
use crate::pipeline::{Array, ChunkAddress, Fault, Level};

pub(super) fn address(array: &Array, chunk: &Coords, inner: &[Coords]) -> Result<ChunkAddress> {
    let inner = inner.iter().map(|coords| coords.0.clone()).collect();
    let address = ChunkAddress { chunk: chunk.0.clone(), inner };
    let Err(error) = array.check_address(&address) else { return Ok(address) };
    let option = match error.level {
        Level::Chunk => "--chunk",
        Level::Inner => "--inner",
    };
    Err(Failure::Usage(format!("{}: {option}: {error}", array.path)))
}

#[derive(Serialize)]
struct UnreadableChunk<'a> {
    array: &'a str,
    chunk: &'a [u64],
    key: &'a str,
    fault: FaultReport,
}

pub(super) fn unreadable(
    array: &Array,
    address: &ChunkAddress,
    fault: &Fault,
    as_json: bool,
    output: &mut Output,
) -> Result<Failure> {
    let key = array.chunk_key(&address.chunk);
    if as_json {
        let report =
            UnreadableChunk { array: &array.path, chunk: &address.chunk, key: &key, fault: fault.into() };
        json::print(&report, output)?;
    }
    Ok(failure(&array.path, Some(&key), fault))
}
