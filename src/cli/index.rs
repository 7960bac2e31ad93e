//! `index`: the inside of a shard.

use std::io::Write;

use serde_json::{Value, json};

use super::arguments::LocateArguments;
use super::open::{check_coords, message, open_usable};
use super::output::Tone;
use super::{Failure, Output, json as print, path, unless_closed};
use crate::codec::{Entry, ShardMap, Use, inner_chain};
use crate::metadata::text::escape;
use crate::pipeline::Array;
use crate::tell::words::{ranges, shape, size};

/// Columns of the strip.
const WIDTH: u16 = 72;

pub(super) fn run(arguments: &LocateArguments, output: &mut Output) -> Result<(), Failure> {
    let array = open_usable(&arguments.node, output)?;
    let coords = &arguments.chunk.0;
    check_coords(coords, &array.metadata.chunk_grid.grid_shape(), &format!("{}: --chunk", array.path))?;
    let inner = path::inner(&array, &arguments.inner)?;
    let chain = inner_chain(array.chain(), &inner).unwrap_or(array.chain());
    if chain.sharding().is_none() {
        let name = escape(&chain.array_to_bytes_info().name).into_owned();
        return Err(Failure::Usage(format!("{}: expected an array of shards, found \"{name}\"", array.path)));
    }
    let key = array.chunk_key(coords);
    let map = match array.shard_map(coords, &inner, &arguments.decode.options()) {
        Ok(map) => map,
        Err(fault) => {
            if arguments.node.json {
                let value =
                    json!({"array": array.path, "chunk": coords, "key": key, "fault": print::fault(&fault)});
                print::print(&value, output)?;
            }
            return Err(Failure::Data(message(&array.path, Some(&key), &fault)));
        }
    };
    let place = Place { array: &array, coords, inner: &inner, key: &key };
    unless_closed(match (&map, arguments.node.json) {
        (Some(map), true) => print::print(&place.json(map), output),
        (Some(map), false) => place.text(map, output),
        (None, true) => print::print(&place.missing(), output),
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
struct Place<'a> {
    array: &'a Array,
    coords: &'a [u64],
    inner: &'a [Vec<u64>],
    key: &'a str,
}

impl Place<'_> {
    fn missing(&self) -> Value {
        json!({"array": self.array.path, "chunk": self.coords, "inner": self.inner, "key": self.key, "state": "missing"})
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
        writeln!(output, "shard    {}  key {}  {}", shape(self.coords), self.key, size(map.nbytes))?;
        for inner in self.inner {
            writeln!(output, "inner    {}", shape(inner))?;
        }
        if !map.as_stored {
            writeln!(output, "offsets count the bytes that the codecs behind the sharding give")?;
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
