//! Facts of a store that questions ask for, found in the way that commands and screens find them.

use std::fmt::Display;

use super::answer::Answer;
use super::bench::{Bench, BenchOutcome};
use crate::codec::{CODECS, DecodeOptions, Location, inner_chain};
use crate::hierarchy::{Hierarchy, Node, NodeKind};
use crate::lab::{SampleChoice, Trial, TrialSample, chain_in_force, proposed_chains};
use crate::metadata::{ChunkGrid, GroupOrArray, lengths};
use crate::pipeline::{Array, ByteAt, ChunkAddress, Probe, State};

/// Something that can be found in a store. Arrays and groups are named by their keys.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fact {
    /// How many bytes are stored for a chunk.
    StoredBytes(&'static str, &'static [u64]),
    /// The chunk that an element is in.
    ChunkOf(&'static str, &'static [u64]),
    /// Where the element is within that chunk.
    WithinChunk(&'static str, &'static [u64]),
    /// How many elements of a chunk are elements of the array.
    UsedElements(&'static str, &'static [u64]),
    /// How many elements a chunk has.
    ChunkElements(&'static str, &'static [u64]),
    /// The key of a chunk, from its array.
    ChunkKey(&'static str, &'static [u64]),
    /// The value of an element.
    ValueAt(&'static str, &'static [u64]),
    /// The number that is stored for an element: what is made bytes of.
    StoredNumber(&'static str, &'static [u64]),
    /// The element that a byte of a chunk belongs to.
    ElementOfByte(&'static str, &'static [u64], u64),
    /// Which of the arrays below a group stores the fewest bytes in its first chunk.
    Smallest(&'static [&'static str]),
    /// The first chunk of an array that does not decode.
    FaultyChunk(&'static str),
    /// The first inner chunk of that shard that does not decode.
    FaultyInner(&'static str),
    /// How many inner chunks of a shard are stored.
    StoredInner(&'static str, &'static [u64]),
    /// How many inner chunks a shard can have.
    InnerChunks(&'static str, &'static [u64]),
    /// The byte of a shard at which its index begins.
    IndexStart(&'static str, &'static [u64]),
    /// How many bytes the index of a shard has.
    IndexBytes(&'static str, &'static [u64]),
    /// An attribute of a node, where it is a text.
    Attribute(&'static str, &'static str),
    /// The node that the consolidated metadata of a group list, and that is not there.
    StaleCopy,
    /// The byte order of an array's elements.
    Endian(&'static str),
    /// The data type that the doctor takes for the likeliest.
    LikelyDataType(&'static str, &'static [u64]),
    /// How many bytes a proposed chain would store for the values of an array; the chain as the lab names it.
    Tried(&'static str, &'static str),
    /// The codec that notices a bit turned over in a chunk that is built with a checksum.
    NoticedBy,
    /// A number that stands in no store, such as the result of a common mistake.
    Mistake(f64),
    /// Coordinates of the same kind.
    MistakenCoords(&'static [u64]),
}

impl Fact {
    /// Finds it.
    ///
    /// # Errors
    /// When the store does not have it, with the reason.
    pub fn find(&self, hierarchy: &Hierarchy) -> Result<Answer, String> {
        match self {
            Self::Mistake(number) => Ok(Answer::Number(*number)),
            Self::MistakenCoords(coords) => Ok(Answer::Coords(coords.to_vec())),
            Self::NoticedBy => noticed_by(),
            Self::Smallest(arrays) => smallest(hierarchy, arrays),
            Self::Attribute(node, name) => attribute(&hierarchy.describe(node), name),
            Self::StaleCopy => stale_copy(hierarchy),
            Self::ChunkOf(array, _)
            | Self::WithinChunk(array, _)
            | Self::UsedElements(array, _)
            | Self::ChunkElements(array, _)
            | Self::ChunkKey(array, _)
            | Self::Endian(array) => self.of_document(&open(hierarchy, array)?),
            Self::StoredBytes(array, _)
            | Self::ValueAt(array, _)
            | Self::StoredNumber(array, _)
            | Self::ElementOfByte(array, ..)
            | Self::FaultyChunk(array)
            | Self::LikelyDataType(array, _)
            | Self::Tried(array, _) => self.of_chunks(&open(hierarchy, array)?),
            Self::FaultyInner(array)
            | Self::StoredInner(array, _)
            | Self::InnerChunks(array, _)
            | Self::IndexStart(array, _)
            | Self::IndexBytes(array, _) => self.of_shards(&open(hierarchy, array)?),
        }
    }

    /// What the document of an array says.
    fn of_document(&self, array: &Array) -> Result<Answer, String> {
        let grid = &array.metadata.chunk_grid;
        let located = |at: &[u64]| grid.locate(at).ok_or("the array has no such element");
        let product = |edges: &[u64]| count(edges.iter().fold(1, |all, edge| all.saturating_mul(*edge)));
        Ok(match self {
            Self::ChunkOf(_, at) => Answer::Coords(located(at)?.0),
            Self::WithinChunk(_, at) => Answer::Coords(located(at)?.1),
            Self::UsedElements(_, chunk) => product(&lengths(&grid.used(chunk).ok_or("no such chunk")?)),
            Self::ChunkElements(_, chunk) => product(&lengths(&grid.extent(chunk).ok_or("no such chunk")?)),
            Self::ChunkKey(_, chunk) => Answer::Text(array.chunk_key(chunk)),
            _ => Answer::Text(endian(array)?),
        })
    }

    /// What the chunks of an array say.
    fn of_chunks(&self, array: &Array) -> Result<Answer, String> {
        let options = DecodeOptions::default();
        let said = |fault: &dyn Display| fault.to_string();
        match self {
            Self::StoredBytes(_, chunk) => {
                let trace =
                    array.trace_within(&(*chunk).into(), &options, 0).map_err(|fault| said(&fault))?;
                match trace.state {
                    State::Stored(nbytes) => Ok(count(nbytes)),
                    State::Missing => Err("the chunk is missing".to_owned()),
                    State::Unread(_) => Err("the chunk cannot be read".to_owned()),
                }
            }
            Self::ValueAt(_, at) => number(&probe(array, at)?.value.ok_or("the element has no value")?),
            Self::StoredNumber(_, at) => stored_number(array, at),
            Self::ElementOfByte(_, chunk, byte) => {
                let address = ChunkAddress::from(*chunk);
                let at = ByteAt { address: &address, place: None, byte: *byte };
                let back = array.probe_byte(at, &options).map_err(|fault| said(&fault))?;
                let element = back.and_then(|back| back.element);
                element.map(Answer::Coords).ok_or_else(|| "no element depends on that byte alone".to_owned())
            }
            Self::FaultyChunk(_) => Ok(Answer::Coords(faulty_chunk(array)?)),
            Self::LikelyDataType(_, chunk) => {
                let found = array.diagnose(*chunk, &options).map_err(|fault| said(&fault))?;
                let first = found.first().and_then(|first| first.hypothesis.strip_prefix("data type is "));
                let Some(name) = first else { return Err("the doctor names no data type".to_owned()) };
                Ok(Answer::Text(name.to_owned()))
            }
            Self::Tried(_, chain) => tried(array, chain),
            _ => Err("nothing of a chunk is asked for".to_owned()),
        }
    }

    /// What the shards of an array say.
    fn of_shards(&self, array: &Array) -> Result<Answer, String> {
        let options = DecodeOptions::default();
        if let Self::FaultyInner(_) = self {
            return faulty_inner(array);
        }
        let (Self::StoredInner(_, chunk)
        | Self::InnerChunks(_, chunk)
        | Self::IndexStart(_, chunk)
        | Self::IndexBytes(_, chunk)) = self
        else {
            return Err("nothing of a shard is asked for".to_owned());
        };
        let map = array.shard_map(&(*chunk).into(), &options).map_err(|fault| fault.to_string())?;
        let index = map.ok_or("the shard is missing")?.index;
        let counts = array.count_inner(chunk, &options).map_err(|fault| fault.to_string())?;
        let (stored, missing) = counts.ok_or("the shard is missing")?;
        Ok(count(match self {
            Self::StoredInner(..) => stored as u64,
            Self::InnerChunks(..) => stored.saturating_add(missing) as u64,
            Self::IndexStart(..) => index.start,
            _ => index.end.saturating_sub(index.start),
        }))
    }
}

fn open(hierarchy: &Hierarchy, array: &str) -> Result<Array, String> {
    Array::open(hierarchy, array).map_err(|error| error.to_string())
}

/// A number of things. Lessons count to thousands, which every float is exact about.
#[allow(clippy::cast_precision_loss)]
fn count(number: u64) -> Answer {
    Answer::Number(number as f64)
}

fn number(text: &str) -> Result<Answer, String> {
    text.parse().map(Answer::Number).map_err(|_| format!("{text} is no number"))
}

fn probe(array: &Array, at: &[u64]) -> Result<Probe, String> {
    let probe = array.probe(at, &DecodeOptions::default()).map_err(|fault| fault.to_string())?;
    probe.ok_or_else(|| "the array has no such element".to_owned())
}

/// The last of the element's values on its way to the store that is still a number.
fn stored_number(array: &Array, at: &[u64]) -> Result<Answer, String> {
    let probe = probe(array, at)?;
    let last = probe.steps.iter().rev().find(|step| matches!(step.location, Location::Element(..)));
    let value = last.and_then(|step| step.value.as_deref());
    number(value.ok_or("nothing is stored for the element")?)
}

/// The byte order of an array's elements: V3 says it in a codec, V2 in the first letter of its dtype.
fn endian(array: &Array) -> Result<String, String> {
    for codec in &array.metadata.codecs {
        if let Some(endian) = codec.configuration.get("endian").and_then(|endian| endian.as_str()) {
            return Ok(endian.to_owned());
        }
    }
    match array.document().value["dtype"].as_str().unwrap_or_default().chars().next() {
        Some('<') => Ok("little".to_owned()),
        Some('>') => Ok("big".to_owned()),
        _ => Err("the document names no byte order".to_owned()),
    }
}

/// The coordinates of every chunk of a grid.
fn chunks(grid: &ChunkGrid) -> impl Iterator<Item = Vec<u64>> + use<> {
    let all: Vec<_> = grid.array_shape().iter().map(|edge| 0..*edge).collect();
    grid.touched(&all)
}

fn faulty_chunk(array: &Array) -> Result<Vec<u64>, String> {
    let options = DecodeOptions::default();
    let grid = &array.metadata.chunk_grid;
    let faulty = |chunk: &Vec<u64>| {
        array
            .trace_within(&chunk.as_slice().into(), &options, 0)
            .map_or(true, |trace| trace.trace.fault.is_some())
    };
    chunks(grid).find(faulty).ok_or_else(|| "every chunk decodes".to_owned())
}

fn faulty_inner(array: &Array) -> Result<Answer, String> {
    let options = DecodeOptions::default();
    let chunk = faulty_chunk(array)?;
    let chain = inner_chain(array.chain(), &[]).unwrap_or(array.chain());
    let grid = chain.sharding().ok_or("the array has no shards")?.grid();
    let faulty = |inner: &Vec<u64>| {
        let address = ChunkAddress { chunk: chunk.clone(), inner: vec![inner.clone()] };
        array.trace_within(&address, &options, 0).map_or(true, |trace| trace.trace.fault.is_some())
    };
    chunks(grid).find(faulty).map(Answer::Coords).ok_or_else(|| "every inner chunk decodes".to_owned())
}

fn smallest(hierarchy: &Hierarchy, arrays: &[&str]) -> Result<Answer, String> {
    let mut sizes = Vec::new();
    for name in arrays {
        let array = open(hierarchy, name)?;
        let first = vec![0; array.metadata.shape.len()];
        let trace = array.trace_within(&first.as_slice().into(), &DecodeOptions::default(), 0);
        if let State::Stored(nbytes) = trace.map_err(|fault| fault.to_string())?.state {
            sizes.push((nbytes, *name));
        }
    }
    match sizes.into_iter().min() {
        Some((_, name)) => Ok(Answer::Text(name.to_owned())),
        None => Err("nothing is stored".to_owned()),
    }
}

fn noticed_by() -> Result<Answer, String> {
    let checksum = CODECS.iter().find(|row| row.checksum.is_some()).ok_or("there is no checksum")?;
    let mut bench = Bench::with(&[checksum]);
    bench.flip(0, 0);
    match bench.run().outcome {
        BenchOutcome::Noticed { codec, .. } => Ok(Answer::Text(codec)),
        _ => Err("no codec notices it".to_owned()),
    }
}

fn attribute(node: &Node, name: &str) -> Result<Answer, String> {
    let NodeKind::Document(document) = &node.kind else { return Err("there is no such node".to_owned()) };
    let attributes = match &document.node {
        Ok(GroupOrArray::Group(group)) => group.attributes.as_ref().ok(),
        Ok(GroupOrArray::Array(array)) => array.attributes.as_ref().ok(),
        Err(_) => None,
    };
    match attributes.and_then(|all| all.get(name)?.as_str()) {
        Some(text) => Ok(Answer::Text(text.to_owned())),
        None => Err(format!("there is no attribute {name}")),
    }
}

fn stale_copy(hierarchy: &Hierarchy) -> Result<Answer, String> {
    let notes = hierarchy.consolidated_notes(&hierarchy.describe(""));
    for note in &notes {
        if let Some(rest) = note.strip_prefix("consolidated metadata lists ")
            && note.ends_with("but there is no such document")
        {
            return Ok(Answer::Text(rest.split(' ').next().unwrap_or_default().to_owned()));
        }
    }
    Err("the copies are as the documents".to_owned())
}

fn tried(array: &Array, chain: &str) -> Result<Answer, String> {
    let options = DecodeOptions::default();
    let choice = SampleChoice { address: None, most: 1, chunk_shape: None };
    let sample =
        TrialSample::take(array, &choice, &options, &mut || true).map_err(|error| error.to_string())?;
    let in_force = chain_in_force(array, &sample);
    let proposed = proposed_chains(&in_force, &sample, None).map_err(|fault| fault.to_string())?;
    let chain = proposed.into_iter().find(|known| known.in_full() == chain);
    let chain = chain.ok_or("the chain is not proposed for these values")?;
    match Trial::of(chain, &sample, &options).outcome {
        Ok(figures) => Ok(count(figures.stored_nbytes)),
        Err(_) => Err("the chain cannot encode these values".to_owned()),
    }
}
