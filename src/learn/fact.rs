use std::{error::Error, ops::Range};

use serde_json::Value;

use super::answer::Answer;
use super::bench::{Bench, BenchOutcome};
use crate::check;
use crate::codec::{CODECS, DecodeOptions, Location};
use crate::hierarchy::{Hierarchy, Node, NodeKind};
use crate::lab::{SampleChoice, Trial, TrialSample, chain_in_force, proposed_chains};
use crate::metadata::{ChunkGrid, lengths};
use crate::pipeline::{Array, Back, ByteAt, ChunkAddress, Probe, State};

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fact {
    StoredBytes(&'static str, &'static [u64]),
    ChunkOf(&'static str, &'static [u64]),
    WithinChunk(&'static str, &'static [u64]),
    UsedElements(&'static str, &'static [u64]),
    ChunkElements(&'static str, &'static [u64]),
    /// The number of chunks side by side in the last two dimensions.
    ChunksOfPlane(&'static str),
    /// The first chunk that is not stored.
    MissingChunk(&'static str),
    ChunkKey(&'static str, &'static [u64]),
    ValueAt(&'static str, &'static [u64]),
    StoredNumber(&'static str, &'static [u64]),
    ElementOfByte(&'static str, &'static [u64], u64),
    /// The array that stores the fewest bytes in its first chunk.
    Smallest(&'static [&'static str]),
    FaultyChunk(&'static str),
    FaultyInner(&'static str),
    StoredInner(&'static str, &'static [u64]),
    InnerChunks(&'static str, &'static [u64]),
    IndexStart(&'static str, &'static [u64]),
    IndexBytes(&'static str, &'static [u64]),
    Attribute(&'static str, &'static str),
    /// A node that only the consolidated metadata have.
    StaleCopy,
    Endian(&'static str),
    LikelyDataType(&'static str, &'static [u64]),
    /// Bytes that a proposed chain would store; the chain as the lab names it.
    Tried(&'static str, &'static str),
    /// The codec that notices a flipped bit in a chunk with a checksum.
    NoticedBy,
    Mistake(f64),
    MistakenCoords(&'static [u64]),
    MistakenWord(&'static str),
}

type FactResult<T> = Result<T, Box<dyn Error>>;

impl Fact {
    pub fn find(&self, hierarchy: &Hierarchy) -> FactResult<Answer> {
        let open = |array: &str| Array::open(hierarchy, array);
        match *self {
            Self::Mistake(number) => Ok(Answer::Number(number)),
            Self::MistakenCoords(coords) => Ok(Answer::Coords(coords.to_vec())),
            Self::MistakenWord(word) => Ok(Answer::Text(word.to_owned())),
            Self::ChunksOfPlane(array) => {
                Ok(count(open(array)?.metadata.chunk_grid.grid_shape().iter().rev().take(2).product()))
            }
            Self::MissingChunk(array) => {
                let array = open(array)?;
                let is_missing = |chunk: &Vec<u64>| stored_nbytes(&array, chunk).is_err();
                let missing = chunks(&array.metadata.chunk_grid).find(is_missing);
                Ok(Answer::Coords(missing.ok_or("no chunk is missing")?))
            }
            Self::NoticedBy => {
                let checksum = CODECS.iter().find(|row| row.checksum.is_some());
                let mut bench = Bench::with(&[checksum.ok_or("there is no checksum")?]);
                bench.flip(0, 0);
                match bench.run().outcome {
                    BenchOutcome::Noticed { codec, .. } => Ok(Answer::Text(codec)),
                    _ => Err("no codec notices it".into()),
                }
            }
            Self::Smallest(arrays) => smallest(hierarchy, arrays),
            Self::Attribute(node, name) => attribute(&hierarchy.describe(node), name),
            Self::StaleCopy => {
                for note in &hierarchy.consolidated_notes(&hierarchy.describe("")) {
                    if let Some(rest) = note.strip_prefix("consolidated metadata lists ")
                        && note.ends_with("but there is no such document")
                    {
                        return Ok(Answer::Text(rest.split(' ').next().unwrap_or_default().to_owned()));
                    }
                }
                Err("the copies are as the documents".into())
            }
            Self::StoredBytes(array, chunk) => Ok(count(stored_nbytes(&open(array)?, chunk)?)),
            Self::ChunkOf(array, at) => Ok(Answer::Coords(located(&open(array)?, at)?.0)),
            Self::WithinChunk(array, at) => Ok(Answer::Coords(located(&open(array)?, at)?.1)),
            Self::UsedElements(array, chunk) => elements(open(array)?.metadata.chunk_grid.used(chunk)),
            Self::ChunkElements(array, chunk) => elements(open(array)?.metadata.chunk_grid.extent(chunk)),
            Self::ChunkKey(array, chunk) => Ok(Answer::Text(open(array)?.chunk_key(chunk))),
            Self::ValueAt(array, at) => {
                number(&probe(&open(array)?, at)?.value.ok_or("the element has no value")?)
            }
            Self::StoredNumber(array, at) => {
                let steps = probe(&open(array)?, at)?.steps;
                // The last value on the way to the store that is still a number.
                let last = steps.iter().rfind(|step| matches!(step.location, Location::Element(..)));
                number(
                    last.and_then(|last| last.value.as_deref()).ok_or("nothing is stored for the element")?,
                )
            }
            Self::ElementOfByte(array, chunk, byte) => {
                let at = ByteAt { address: &chunk.into(), place: None, byte };
                match open(array)?.probe_byte(at, &DecodeOptions::default())? {
                    Some(Back { element: Some(element), .. }) => Ok(Answer::Coords(element)),
                    _ => Err("no element depends on that byte alone".into()),
                }
            }
            Self::Endian(array) => endian(&open(array)?),
            Self::LikelyDataType(array, chunk) => {
                let found = open(array)?.diagnose(chunk, &DecodeOptions::default())?;
                let name =
                    found.first().and_then(|first| first.hypothesis.strip_prefix("data type should be "));
                Ok(Answer::Text(name.ok_or("the doctor names no data type")?.to_owned()))
            }
            Self::Tried(array, chain) => tried(&open(array)?, chain),
            Self::FaultyChunk(array) => Ok(Answer::Coords(faulty_chunk(&open(array)?)?)),
            Self::FaultyInner(array) => {
                let array = open(array)?;
                let chunk = faulty_chunk(&array)?;
                let sharding = array.chain().sharding().ok_or("the array has no shards")?;
                for inner in chunks(sharding.grid()) {
                    let address = ChunkAddress { chunk: chunk.clone(), inner: vec![inner.clone()] };
                    if is_faulty(&array, &address) {
                        return Ok(Answer::Coords(inner));
                    }
                }
                Err("every inner chunk decodes".into())
            }
            Self::StoredInner(array, chunk) => Ok(count(inner_chunks(&open(array)?, chunk)?[0])),
            Self::InnerChunks(array, chunk) => Ok(count(inner_chunks(&open(array)?, chunk)?.iter().sum())),
            Self::IndexStart(array, chunk) => Ok(count(index(&open(array)?, chunk)?.start)),
            Self::IndexBytes(array, chunk) => {
                let index = index(&open(array)?, chunk)?;
                Ok(count(index.end.saturating_sub(index.start)))
            }
        }
    }
}

fn located(array: &Array, at: &[u64]) -> FactResult<(Vec<u64>, Vec<u64>)> {
    Ok(array.metadata.chunk_grid.locate(at).ok_or("the array has no such element")?)
}

fn elements(region: Option<Vec<Range<u64>>>) -> FactResult<Answer> {
    Ok(count(lengths(&region.ok_or("no such chunk")?).iter().product()))
}

fn stored_nbytes(array: &Array, chunk: &[u64]) -> FactResult<u64> {
    match array.trace_within(&chunk.into(), &DecodeOptions::default(), 0)?.state {
        State::Stored(nbytes) => Ok(nbytes),
        State::Missing => Err("the chunk is missing".into()),
        State::Unread(_) => Err("the chunk cannot be read".into()),
    }
}

fn index(array: &Array, chunk: &[u64]) -> FactResult<Range<u64>> {
    Ok(array.shard_map(&chunk.into(), &DecodeOptions::default())?.ok_or("the shard is missing")?.index)
}

fn inner_chunks(array: &Array, chunk: &[u64]) -> FactResult<[u64; 2]> {
    let counts = array.count_inner(chunk, &DecodeOptions::default())?;
    Ok(counts.ok_or("the shard is missing")?.map(|count| count as u64))
}

/// Lessons count to thousands, which every float is exact about.
#[allow(clippy::cast_precision_loss)]
fn count(number: u64) -> Answer {
    Answer::Number(number as f64)
}

fn number(text: &str) -> FactResult<Answer> {
    Ok(Answer::Number(text.parse().map_err(|_| format!("{text} is no number"))?))
}

fn probe(array: &Array, at: &[u64]) -> FactResult<Probe> {
    Ok(array.probe(at, &DecodeOptions::default())?.ok_or("the array has no such element")?)
}

/// V3 names the byte order in a codec, V2 in the first letter of its dtype.
fn endian(array: &Array) -> FactResult<Answer> {
    let mut codecs = array.metadata.codecs.iter();
    let order = match codecs.find_map(|codec| codec.configuration.get("endian")?.as_str()) {
        Some(order) => order,
        None => match array.document().value["dtype"].as_str().unwrap_or_default().chars().next() {
            Some('<') => "little",
            Some('>') => "big",
            _ => return Err("the document names no byte order".into()),
        },
    };
    Ok(Answer::Text(order.to_owned()))
}

fn chunks(grid: &ChunkGrid) -> impl Iterator<Item = Vec<u64>> + use<> {
    let all: Vec<_> = grid.array_shape().iter().map(|edge| 0..*edge).collect();
    grid.touched(&all)
}

fn is_faulty(array: &Array, address: &ChunkAddress) -> bool {
    match array.trace_within(address, &DecodeOptions::default(), 0) {
        Ok(trace) => trace.trace.fault.is_some(),
        Err(_) => true,
    }
}

fn faulty_chunk(array: &Array) -> FactResult<Vec<u64>> {
    for chunk in chunks(&array.metadata.chunk_grid) {
        if is_faulty(array, &chunk.as_slice().into()) {
            return Ok(chunk);
        }
    }
    Err("every chunk decodes".into())
}

fn smallest(hierarchy: &Hierarchy, arrays: &[&str]) -> FactResult<Answer> {
    let mut smallest: Option<(u64, &str)> = None;
    for name in arrays {
        let array = Array::open(hierarchy, name)?;
        let nbytes = stored_nbytes(&array, &vec![0; array.metadata.shape.len()])?;
        smallest = Some(smallest.unwrap_or((nbytes, name)).min((nbytes, name)));
    }
    let (_, name) = smallest.ok_or("nothing is stored")?;
    Ok(Answer::Text(name.to_owned()))
}

fn attribute(node: &Node, name: &str) -> FactResult<Answer> {
    let NodeKind::Document(document) = &node.kind else { return Err("there is no such node".into()) };
    match check::attributes(document).and_then(|attributes| attributes.get(name)) {
        Some(Value::String(text)) => Ok(Answer::Text(text.clone())),
        _ => Err(format!("there is no attribute {name}").into()),
    }
}

fn tried(array: &Array, chain: &str) -> FactResult<Answer> {
    let options = DecodeOptions::default();
    let choice = SampleChoice { address: None, most: 1, chunk_shape: None };
    let sample = TrialSample::take(array, &choice, &options, &mut || true)?;
    let proposed = proposed_chains(&chain_in_force(array, &sample), &sample, None)?;
    let chain = proposed.into_iter().find(|known| known.in_full() == chain);
    let chain = chain.ok_or("the chain is not proposed for these values")?;
    match Trial::of(chain, &sample, &options, &|| true).outcome {
        Ok(figures) => Ok(count(figures.stored_nbytes)),
        Err(_) => Err("the chain cannot encode these values".into()),
    }
}
