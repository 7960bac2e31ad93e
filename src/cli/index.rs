//! `index`: the inside of a shard.

use std::io::Write;

use serde_json::{Value, json};

use super::address::unreadable;
use super::arguments::LocateArguments;
use super::open::open_usable;
use super::output::Tone;
use super::{Failure, Output, json as print, unless_closed};
use crate::codec::{Entry, ShardMap, Use, inner_chain};
use crate::metadata::text::escape;
use crate::pipeline::{Array, ChunkAddress};
use crate::tell::words::{ranges, shape, size};

/// The columns of the strip: with its margin it fits a terminal of 80 columns.
const WIDTH: u16 = 72;

pub(super) fn run(arguments: &LocateArguments, output: &mut Output) -> Result<(), Failure> {
    let array = open_usable(&arguments.node, output)?;
    let address = arguments.address.of(&array)?;
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
    let shard = ShownShard { array: &array, address: &address, key: &key };
    unless_closed(match (&map, arguments.node.json) {
        (Some(map), true) => print::print(&shard.json(map), output),
        (Some(map), false) => shard.text(map, output),
        (None, true) => print::print(&shard.missing(), output),
        (None, false) => Ok(writeln!(output, "{}: {key}: the shard is missing", escape(&array.path))?),
    })?;
    match map.filter(|map| map.outside > 0) {
        Some(map) => {
            let expected = "expected inner chunks that lie within the shard";
            let found = format!("{} of them leading out of it", map.outside);
            Err(Failure::Data(format!(
                "{}: {key}: shard index: {expected}, found {found}",
                escape(&array.path)
            )))
        }
        None => Ok(()),
    }
}

/// The shard that is shown.
struct ShownShard<'a> {
    array: &'a Array,
    address: &'a ChunkAddress,
    key: &'a str,
}

impl ShownShard<'_> {
    fn missing(&self) -> Value {
        let ChunkAddress { chunk, inner } = self.address;
        json!({"array": self.array.path, "chunk": chunk, "inner": inner, "key": self.key, "state": "missing"})
    }

    fn json(&self, map: &ShardMap) -> Value {
        let entry = |(coords, entry): &(Vec<u64>, Entry)| match entry {
            Entry::Stored { offset, nbytes } => {
                let state = if map.is_outside(*entry) { "outside" } else { "stored" };
                json!({"coords": coords, "state": state, "offset": offset, "nbytes": nbytes})
            }
            Entry::Missing => json!({"coords": coords, "state": "missing"}),
        };
        let mut value = self.missing();
        value["state"] = json!("stored");
        value["nbytes"] = json!(map.nbytes);
        value["as_stored"] = json!(map.as_stored);
        value["grid_shape"] = json!(map.grid.grid_shape());
        value["chunk_shape"] = json!(map.grid.common_shape());
        value["index"] = json!({"offset": map.index.start, "nbytes": map.index.end - map.index.start});
        value["inner_chunks"] = map.entries.iter().map(entry).collect();
        value["gaps"] = print::ranges(&map.gaps);
        value["overlaps"] = print::ranges(&map.overlaps);
        value["outside"] = json!(map.outside);
        value
    }

    fn text(&self, map: &ShardMap, output: &mut Output) -> Result<(), Failure> {
        writeln!(output, "array    {}", escape(&self.array.path))?;
        writeln!(output, "shard    {}  key {}  {}", shape(&self.address.chunk), self.key, size(map.nbytes))?;
        for inner in &self.address.inner {
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
        let strip: String = map.strip(WIDTH).into_iter().map(sign).collect();
        writeln!(output, "\n{strip}")?;
        let legend = "# = inner chunks in turn, i index, . nothing, X used twice";
        writeln!(output, "{}\n", output.paint(Tone::Quiet, legend))?;
        for (coords, entry) in &map.entries {
            let coords = shape(coords);
            match entry {
                Entry::Stored { offset, nbytes } => {
                    let outside = if map.is_outside(*entry) {
                        output.paint(Tone::Fault, "  leads out of the shard")
                    } else {
                        String::new()
                    };
                    writeln!(output, "{coords:<16} {offset:>12} {nbytes:>12}{outside}")?;
                }
                Entry::Missing => writeln!(output, "{coords:<16} {:>12} {:>12}", "-", "missing")?,
            }
        }
        Ok(())
    }
}

fn sign(used: Use) -> char {
    match used {
        Use::Inner(number) if number.is_multiple_of(2) => '#',
        Use::Inner(_) => '=',
        Use::Index => 'i',
        Use::Gap => '.',
        Use::Overlap => 'X',
    }
}
