use std::io::Write;

use serde::Serialize;

use super::address::{address, unreadable};
use super::arguments::LocateArguments;
use super::json::{self, pairs};
use super::{Failure, Output, Result, open::open_usable, output::Tone, unless_closed};
use crate::codec::{Entry, ShardMap, Use, inner_chain};
use crate::metadata::text::escape;
use crate::pipeline::ChunkAddress;
use crate::tell::words::{ranges, shape, size};

/// The columns of the strip: with its margin it fits a terminal of 80 columns.
const WIDTH: u16 = 72;

pub(super) fn run(arguments: &LocateArguments, output: &mut Output) -> Result {
    let array = open_usable(&arguments.node, output)?;
    let address = address(&array, &arguments.address.chunk, &arguments.address.inner)?;
    let chain = inner_chain(array.chain(), &address.inner).unwrap_or(array.chain());
    if chain.sharding().is_none() {
        let name = escape(&chain.array_to_bytes_info().codec.name).into_owned();
        return Err(Failure::Usage(format!("{}: expected an array of shards, found \"{name}\"", array.path)));
    }
    let map = match array.shard_map(&address, &arguments.decode.options()) {
        Ok(map) => map,
        Err(fault) => return Err(unreadable(&array, &address, &fault, arguments.node.json, output)?),
    };
    let key = array.chunk_key(&address.chunk);
    let shard = ShardReport {
        array: &array.path,
        address: &address,
        key: &key,
        state: if map.is_some() { "stored" } else { "missing" },
        map: map.as_ref().map(MapReport::from),
    };
    unless_closed(match (&map, arguments.node.json) {
        (_, true) => json::print(&shard, output),
        (Some(map), false) => text(&shard, map, output),
        (None, false) => Ok(writeln!(output, "{}: {key}: the shard is missing", escape(&array.path))?),
    })?;
    let outside = map.map_or(0, |map| map.outside);
    if outside == 0 {
        return Ok(());
    }
    let expected = "expected inner chunks that lie within the shard";
    let place = format!("{}: {key}: shard index", escape(&array.path));
    Err(Failure::Data(format!("{place}: {expected}, found {outside} outside it")))
}

#[derive(Serialize)]
struct ShardReport<'a> {
    array: &'a str,
    #[serde(flatten)]
    address: &'a ChunkAddress,
    key: &'a str,
    state: &'static str,
    #[serde(flatten)]
    map: Option<MapReport<'a>>,
}

#[derive(Serialize)]
struct MapReport<'a> {
    nbytes: u64,
    as_stored: bool,
    grid_shape: Vec<u64>,
    chunk_shape: Option<Vec<u64>>,
    index: BytesAt,
    inner_chunks: Vec<InnerChunk<'a>>,
    gaps: Vec<[u64; 2]>,
    overlaps: Vec<[u64; 2]>,
    outside: u64,
}

#[derive(Serialize)]
struct InnerChunk<'a> {
    coords: &'a [u64],
    state: &'static str,
    #[serde(flatten)]
    bytes: Option<BytesAt>,
}

#[derive(Serialize)]
struct BytesAt {
    offset: u64,
    nbytes: u64,
}

impl<'a> From<&'a ShardMap> for MapReport<'a> {
    fn from(map: &'a ShardMap) -> Self {
        let mut inner_chunks = Vec::with_capacity(map.entries.len());
        for (coords, entry) in &map.entries {
            let (state, bytes) = match *entry {
                Entry::Missing => ("missing", None),
                Entry::Stored { offset, nbytes } => {
                    let state = if map.is_outside(*entry) { "outside" } else { "stored" };
                    (state, Some(BytesAt { offset, nbytes }))
                }
            };
            inner_chunks.push(InnerChunk { coords, state, bytes });
        }
        Self {
            nbytes: map.nbytes,
            as_stored: map.as_stored,
            grid_shape: map.grid.grid_shape(),
            chunk_shape: map.grid.common_shape(),
            index: BytesAt { offset: map.index.start, nbytes: map.index.end - map.index.start },
            inner_chunks,
            gaps: pairs(&map.gaps),
            overlaps: pairs(&map.overlaps),
            outside: map.outside,
        }
    }
}

fn text(shard: &ShardReport, map: &ShardMap, output: &mut Output) -> Result {
    writeln!(output, "array    {}", escape(shard.array))?;
    writeln!(output, "shard    {}  key {}  {}", shape(&shard.address.chunk), shard.key, size(map.nbytes))?;
    for inner in &shard.address.inner {
        writeln!(output, "inner    {}", shape(inner))?;
    }
    if !map.as_stored {
        writeln!(output, "offsets count the bytes that the codecs after the sharding give")?;
    }
    let stored = map.stored;
    let missing = (map.entries.len() as u64).saturating_sub(stored);
    let grid = shape(&map.grid.grid_shape());
    writeln!(output, "inner    grid {grid}  {stored} stored, {missing} missing")?;
    writeln!(output, "index    bytes {}:{}", map.index.start, map.index.end)?;
    for (name, found) in [("gaps", &map.gaps), ("overlaps", &map.overlaps)] {
        if !found.is_empty() {
            writeln!(output, "{name:<8} {}", ranges(found))?;
        }
    }
    let sign = |used: Use| match used {
        Use::Inner(number) if number.is_multiple_of(2) => '#',
        Use::Inner(_) => '=',
        Use::Index => 'i',
        Use::Gap => '.',
        Use::Overlap => 'X',
    };
    let strip: String = map.strip(WIDTH).into_iter().map(sign).collect();
    writeln!(output, "\n{strip}")?;
    let legend = "# = inner chunks in turn, i index, . nothing, X used twice";
    writeln!(output, "{}\n", output.paint(Tone::Quiet, legend))?;
    for (coords, entry) in &map.entries {
        let coords = shape(coords);
        match entry {
            Entry::Stored { offset, nbytes } => {
                let outside = if map.is_outside(*entry) { "  lies outside the shard" } else { "" };
                let outside = output.paint(Tone::Fault, outside);
                writeln!(output, "{coords:<16} {offset:>12} {nbytes:>12}{outside}")?;
            }
            Entry::Missing => writeln!(output, "{coords:<16} {:>12} {:>12}", "-", "missing")?,
        }
    }
    Ok(())
}
