//! The address of a chunk, from the coordinates on the command line.

use serde::Serialize;

use super::arguments::{AddressArguments, Coords};
use super::json::{self, FaultReport};
use super::open::message;
use super::{Failure, Output};
use crate::pipeline::{AddressError, Array, ChunkAddress, Fault, Level};

pub(super) fn address(array: &Array, chunk: &Coords, inner: &[Coords]) -> Result<ChunkAddress, Failure> {
    let inner = inner.iter().map(|coords| coords.0.clone()).collect();
    let address = ChunkAddress { chunk: chunk.0.clone(), inner };
    array.check_address(&address).map_err(|error| misfit(array, &error))?;
    Ok(address)
}

impl AddressArguments {
    pub(super) fn of(&self, array: &Array) -> Result<ChunkAddress, Failure> {
        address(array, &self.chunk, &self.inner)
    }
}

fn misfit(array: &Array, error: &AddressError) -> Failure {
    let option = match error.level {
        Level::Chunk => "--chunk",
        Level::Inner => "--inner",
    };
    Failure::Usage(format!("{}: {option}: {error}", array.path))
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
) -> Result<Failure, Failure> {
    let key = array.chunk_key(&address.chunk);
    if as_json {
        let chunk = &address.chunk;
        let report = UnreadableChunk { array: &array.path, chunk, key: &key, fault: fault.into() };
        json::print(&report, output)?;
    }
    Ok(Failure::Data(message(&array.path, Some(&key), fault)))
}
