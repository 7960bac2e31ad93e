//! Examples for the topics that are no codecs: the chunk grid, chunk keys, the fill value along the chain. Also which
//! example a card gets.

use super::{example, fill, hex, nbytes};
use crate::codec::{Chain, Outcome, Representation, StageInfo};
use crate::metadata::text::escape;
use crate::metadata::{ChunkGrid, ChunkKeyEncoding, KeyScheme, starts};
use crate::pipeline::{Array, ChunkTrace, State};
use crate::tell::cards;
use crate::tell::cards::Card;
use crate::tell::words::{count, shape, size};

/// From an element to its chunk, and to its place in the chunk. There are no lines for an element outside the array.
#[must_use]
pub fn grid(grid: &ChunkGrid, element: &[u64]) -> Vec<String> {
    let Some((chunk, rest)) = grid.locate(element) else { return Vec::new() };
    let (at, chunk_text, rest) = (shape(element), shape(&chunk), shape(&rest));
    let mut lines = if let Some(edges) = grid.common_shape() {
        let edges = shape(&edges);
        vec![
            format!("element {at} // chunk shape {edges} = chunk {chunk_text}  (// divides and rounds down)"),
            format!("element {at} mod chunk shape {edges} = {rest} within the chunk"),
        ]
    } else {
        let start = starts(&grid.extent(&chunk).unwrap_or_default());
        vec![
            format!("chunk {chunk_text} begins at element {}", shape(&start)),
            format!("element {at} - {} = {rest} within the chunk", shape(&start)),
        ]
    };
    let (extent, used) = (grid.extent(&chunk).unwrap_or_default(), grid.used(&chunk).unwrap_or_default());
    for (dimension, (extent, used)) in extent.iter().zip(&used).enumerate() {
        if let over @ 1.. = extent.end.saturating_sub(used.end) {
            lines.push(format!(
                "dimension {dimension}: the chunk covers {}:{}, the array ends at {}: {} of overhang",
                extent.start,
                extent.end,
                used.end,
                count(over.into(), "element")
            ));
        }
    }
    lines
}

/// From the coordinates of a chunk to its key.
#[must_use]
pub fn key(encoding: ChunkKeyEncoding, coords: &[u64]) -> Vec<String> {
    let separator = encoding.separator;
    let rule = match encoding.scheme {
        KeyScheme::Default => format!("\"c\", then each coordinate after \"{separator}\""),
        KeyScheme::V2 => format!("the coordinates with \"{separator}\" between them"),
    };
    let rule = if coords.is_empty() { "no coordinates: one chunk".to_owned() } else { rule };
    vec![
        format!("chunk key encoding {}: {rule}", encoding.name()),
        format!("chunk {} has the key {}", shape(coords), encoding.key(coords)),
    ]
}

/// The fill value after each codec that encodes it.
#[must_use]
pub fn fill_value(chain: &Chain) -> Vec<String> {
    let mut lines = vec![format!("fill value of the array: {}", fill(chain.decoded()))];
    for stage in chain.stages() {
        if let Representation::Array(encoded) = &stage.encoded {
            let name = escape(&stage.codec.name);
            lines.push(format!("after {name}: {} as {}", fill(encoded), encoded.data_type));
        }
    }
    lines.extend(chain.fill_path().text().map(|way| format!("through the codecs and back: {way}")));
    lines
}

/// Lines on one chunk of an array.
type Lines = fn(&Array, &ChunkTrace) -> Vec<String>;

/// The cards that explain no codec, and the example of each.
const TOPICS: &[(&str, Lines)] = &[
    ("metadata", document),
    ("zarr-v2", document),
    ("data-type", data_type),
    ("chunk-grid", last_element),
    ("chunk-key-encoding", |array, trace| key(array.metadata.chunk_key_encoding, &trace.address.chunk)),
    ("missing-chunk", state),
    ("fill-value", |array, _| fill_value(array.chain())),
    ("codec-pipeline", stages),
];

/// What a card says, worked through with one chunk of an array.
#[must_use]
pub fn in_chunk(array: &Array, trace: &ChunkTrace, card: &Card) -> Vec<String> {
    if let Some((_, lines)) = TOPICS.iter().find(|(topic, _)| *topic == card.topic) {
        return lines(array, trace);
    }
    let mut lines = Vec::new();
    for (place, stage) in trace.trace.stages.iter().enumerate() {
        if of_stage(&stage.info).is_some_and(|found| found.topic == card.topic) {
            lines.push(format!("{} ({})", escape(&stage.info.codec.name), escape(&stage.info.codec.pointer)));
            lines.extend(example(trace, place).iter().map(|line| format!("  {line}")));
        }
    }
    if lines.is_empty() {
        let names: Vec<&str> =
            trace.trace.stages.iter().map(|stage| stage.info.codec.name.as_str()).collect();
        lines.push(format!(
            "No codec of this chunk is on this card. Its codecs: {}",
            escape(&names.join(", "))
        ));
    }
    lines
}

/// The card of a stage's codec.
#[must_use]
pub fn of_stage(info: &StageInfo) -> Option<Card> {
    cards::find(info.row().map_or(&info.codec.name, |row| row.card))
}

fn document(array: &Array, _: &ChunkTrace) -> Vec<String> {
    let document = array.document();
    vec![format!("the document in force is {}, zarr_format {}", document.name, document.zarr_format())]
}

fn data_type(_: &Array, trace: &ChunkTrace) -> Vec<String> {
    let decoded = &trace.decoded;
    let Some(elements) = trace.trace.result().filter(|elements| elements.size() > 0) else {
        return vec![format!("{decoded}: an element has {}", nbytes(decoded.data_type.nbytes()))];
    };
    let last = elements.size() - 1;
    let (own, value) = (elements.element(last).unwrap_or_default(), super::at(elements, last));
    let order = if own.len() > 1 && !decoded.data_type.is_variable() { " (little-endian)" } else { "" };
    vec![format!(
        "{decoded}: the last element is {}, in memory {}{order}",
        value.unwrap_or_default(),
        hex(own)
    )]
}

/// The last element of the array in the chunk.
fn last_element(array: &Array, trace: &ChunkTrace) -> Vec<String> {
    let used = array.metadata.chunk_grid.used(&trace.address.chunk).unwrap_or_default();
    let last: Option<Vec<u64>> = used.iter().map(|range| range.clone().next_back()).collect();
    last.map_or_else(Vec::new, |last| grid(&array.metadata.chunk_grid, &last))
}

fn state(array: &Array, trace: &ChunkTrace) -> Vec<String> {
    let (chunk, key) = (shape(&trace.address.chunk), &trace.key);
    match trace.state {
        State::Stored(nbytes) => vec![format!("chunk {chunk} is stored under {key}, in {}", size(nbytes))],
        State::Missing => vec![
            format!("chunk {chunk} would have the key {key}, and there is no such key"),
            format!("each of its elements reads as the fill value {}", array.metadata.fill_value),
        ],
    }
}

/// How large the chunk is behind each stage.
fn stages(_: &Array, trace: &ChunkTrace) -> Vec<String> {
    let stored = match trace.state {
        State::Stored(nbytes) => format!("stored: {nbytes} bytes"),
        State::Missing => "not stored".to_owned(),
    };
    let stage = |stage: &crate::codec::StageTrace| {
        let name = escape(&stage.info.codec.name);
        match (&stage.outcome, &stage.info.decoded) {
            (Outcome::Decoded(nbytes, _), Representation::Array(array))
                if array.nbytes() == Some(*nbytes) =>
            {
                format!("after {name}: {array}, {nbytes} bytes")
            }
            (Outcome::Decoded(nbytes, _), _) => format!("after {name}: {nbytes} bytes"),
            (Outcome::Failed(_), _) => format!("{name} fails"),
            (Outcome::NotReached, _) => format!("{name} is not reached"),
        }
    };
    std::iter::once(stored).chain(trace.trace.stages.iter().map(stage)).collect()
}
