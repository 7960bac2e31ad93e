use super::{example, fill, hex, nbytes};
use crate::codec::{Chain, Outcome, Representation, inner_chain};
use crate::metadata::{ChunkGrid, ChunkKeyEncoding, KeyScheme, linear, starts, text::escape};
use crate::pipeline::{Array, ChunkTrace, State};
use crate::tell::cards::{Card, card_of_stage};
use crate::tell::words::{count, shape, size};

/// Bytes of a text that are written, more than a line shows.
const WRITTEN: usize = 1024;

/// Coordinates within the chunk, where the user looks at an element.
type Element<'a> = Option<&'a [u64]>;

/// Empty for an element outside the array.
pub fn grid(grid: &ChunkGrid, element: &[u64]) -> Vec<String> {
    let Some((chunk, rest)) = grid.locate(element) else { return Vec::new() };
    let at = shape(element);
    let chunk_text = shape(&chunk);
    let rest = shape(&rest);
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
    let extent = grid.extent(&chunk).unwrap_or_default();
    let used = grid.used(&chunk).unwrap_or_default();
    for (dimension, (extent, used)) in extent.iter().zip(&used).enumerate() {
        if let over @ 1.. = extent.end.saturating_sub(used.end) {
            let covers = format!("the chunk covers {}:{}", extent.start, extent.end);
            let past =
                format!("the array ends at {}: {} past the end", used.end, count(over.into(), "place"));
            lines.push(format!("dimension {dimension}: {covers}, {past}"));
        }
    }
    lines
}

pub fn key(encoding: &ChunkKeyEncoding, coords: &[u64]) -> Vec<String> {
    let separator = encoding.separator;
    let rule = match encoding.scheme {
        KeyScheme::Default => format!("\"c\", then each coordinate after \"{separator}\""),
        KeyScheme::V2 => format!("the coordinates with \"{separator}\" between them"),
        KeyScheme::Fanout { digits } => {
            format!(
                "\"c\", then of each coordinate how many further groups it has, and its groups of {digits} digits"
            )
        }
    };
    let rule = if coords.is_empty() { "no coordinates: one chunk".to_owned() } else { rule };
    let suffix = encoding.suffix.as_ref().map(|suffix| format!(", and then \"{}\"", escape(suffix)));
    let suffix = suffix.unwrap_or_default();
    vec![
        format!("chunk key encoding {}: {rule}{suffix}", encoding.name()),
        format!("chunk {} has the key {}", shape(coords), encoding.key(coords)),
    ]
}

pub fn fill_value(chain: &Chain) -> Vec<String> {
    let mut lines = vec![format!("fill value of the array: {}", fill(chain.decoded()))];
    for stage in chain.stages() {
        if let Representation::Array(encoded) = &stage.encoded {
            let name = escape(&stage.codec.name);
            lines.push(format!("after {name}: {} as {}", fill(encoded), encoded.data_type));
        }
    }
    if let Some(way) = chain.fill_path().text() {
        lines.push(format!("through the codecs and back: {way}"));
    }
    lines
}

type Lines = fn(&Array, &ChunkTrace, Element) -> Vec<String>;

const TOPICS: &[(&str, Lines)] = &[
    ("metadata", document),
    ("zarr-v2", document),
    ("data-type", data_type),
    ("chunk-grid", place_in_grid),
    ("chunk-key-encoding", |array, trace, _| key(&array.metadata.chunk_key_encoding, &trace.address.chunk)),
    ("missing-chunk", state),
    ("fill-value", filled),
    ("codec-pipeline", stages),
];

pub fn in_chunk(array: &Array, trace: &ChunkTrace, card: &Card, element: Element) -> Vec<String> {
    if let Some((_, lines)) = TOPICS.iter().find(|(topic, _)| *topic == card.topic) {
        return lines(array, trace, element);
    }
    let steps =
        element.and_then(|coords| trace.chain().probe(&trace.trace, coords, WRITTEN)).unwrap_or_default();
    let mut lines = Vec::new();
    for (place, stage) in trace.trace.stages.iter().enumerate() {
        if card_of_stage(&stage.info).is_some_and(|found| found.topic == card.topic) {
            lines.push(format!("{} ({})", escape(&stage.info.codec.name), escape(&stage.info.codec.pointer)));
            for line in example(trace, place, &steps) {
                lines.push(format!("  {line}"));
            }
        }
    }
    if lines.is_empty() {
        let names: Vec<&str> = trace.trace.stages.iter().map(|own| own.info.codec.name.as_str()).collect();
        let names = escape(&names.join(", ")).into_owned();
        lines.push(format!("This card describes none of the codecs of this chunk: {names}"));
    }
    lines
}

fn document(array: &Array, _: &ChunkTrace, _: Element) -> Vec<String> {
    let document = array.document();
    vec![format!("the document used is {}, zarr_format {}", document.name, document.zarr_format())]
}

fn data_type(_: &Array, trace: &ChunkTrace, element: Element) -> Vec<String> {
    let decoded = &trace.decoded;
    let elements = match trace.trace.result() {
        Some(elements) if elements.size() > 0 => elements,
        _ => return vec![format!("{decoded}: an element has {}", nbytes(decoded.data_type.nbytes()))],
    };
    let mut number = elements.size() - 1;
    let mut name = "the last element".to_owned();
    if let Some(coords) = element
        && let Some(own) = element_number(trace, coords)
    {
        number = own;
        name = super::element(coords);
    }
    let own = elements.element(number).unwrap_or_default();
    let value = super::at(elements, number);
    let order = if own.len() > 1 && !decoded.data_type.is_variable() { " (little-endian)" } else { "" };
    vec![format!("{decoded}: {name} is {}, in memory {}{order}", value.unwrap_or_default(), hex(own))]
}

fn element_number(trace: &ChunkTrace, coords: &[u64]) -> Option<usize> {
    usize::try_from(linear(coords, &trace.decoded.shape)?).ok()
}

fn place_in_shard(array: &Array, trace: &ChunkTrace, element: Element) -> Option<Vec<String>> {
    let (last, outer) = trace.address.inner.split_last()?;
    let inner_grid = inner_chain(array.chain(), outer)?.sharding()?.grid();
    let begin = starts(&inner_grid.extent(last)?);
    let zero = vec![0; begin.len()];
    let own = element.unwrap_or(&zero);
    let in_shard: Vec<u64> = begin.iter().zip(own).map(|(start, at)| start.saturating_add(*at)).collect();
    let mut lines = grid(inner_grid, &in_shard);
    for line in &mut lines {
        *line = line
            .replacen("element (", "element of the shard (", 1)
            .replacen("chunk shape", "inner chunk shape", 1)
            .replacen("= chunk", "= inner chunk", 1);
    }
    Some(lines)
}

/// Without an element, the last one of the array in the chunk.
fn place_in_grid(array: &Array, trace: &ChunkTrace, element: Element) -> Vec<String> {
    let chunk_grid = &array.metadata.chunk_grid;
    if let Some(lines) = place_in_shard(array, trace, element) {
        return lines;
    }
    let used = chunk_grid.used(&trace.address.chunk).unwrap_or_default();
    let last: Option<Vec<u64>> = used.iter().map(|range| range.clone().next_back()).collect();
    let last_lines = last.map(|last| grid(chunk_grid, &last)).unwrap_or_default();
    let Some(coords) = element else { return last_lines };
    let begin = used.iter().map(|range| range.start);
    let in_array: Vec<u64> = coords.iter().zip(begin).map(|(own, start)| own.saturating_add(start)).collect();
    let mut lines = grid(chunk_grid, &in_array);
    if lines.is_empty() {
        let element = shape(coords);
        let past = "of the chunk lies past the array: it is overhang, and is not read";
        lines.push(format!("element {element} {past}"));
        lines.extend(last_lines);
    }
    lines
}

fn filled(array: &Array, trace: &ChunkTrace, element: Element) -> Vec<String> {
    let mut lines = fill_value(array.chain());
    if let Some(coords) = element
        && let Some(number) = element_number(trace, coords)
        && let Some(value) = trace.trace.result().and_then(|elements| elements.get(number))
    {
        let is_fill = Some(&value) == trace.decoded.fill_value.as_ref();
        // In a shard an inner chunk may be missing: of an element in it nothing is stored.
        let what = match (is_fill, trace.chain().sharding().is_some()) {
            (true, false) => "the fill value, and stored",
            (true, true) => "the fill value: stored, or of an inner chunk that is missing",
            (false, _) => "not the fill value",
        };
        lines.push(format!("element {} of the chunk is {}: {what}", shape(coords), super::show(&value)));
    }
    lines
}

fn state(array: &Array, trace: &ChunkTrace, _: Element) -> Vec<String> {
    let chunk = shape(&trace.address.chunk);
    let key = &trace.key;
    let missing = match (trace.state, trace.address.inner.last()) {
        (State::Stored(nbytes), _) => {
            return vec![format!("chunk {chunk} is stored under {key}, in {}", size(nbytes))];
        }
        (State::Unread(_), _) => {
            return vec![format!("chunk {chunk} has the key {key}, and its bytes cannot be read")];
        }
        (State::Missing, None) => format!("chunk {chunk} would have the key {key}, and there is no such key"),
        (State::Missing, Some(inner)) => {
            let inner = shape(inner);
            format!("inner chunk {inner} of the shard {key} has no bytes: its entry in the index says so")
        }
    };
    vec![missing, format!("each of its elements reads as the fill value {}", array.metadata.fill_value)]
}

fn stages(_: &Array, trace: &ChunkTrace, _: Element) -> Vec<String> {
    let mut lines = vec![match trace.state {
        State::Stored(nbytes) => format!("stored: {nbytes} bytes"),
        State::Missing => "not stored".to_owned(),
        State::Unread(_) => "not read".to_owned(),
    }];
    for stage in &trace.trace.stages {
        let name = escape(&stage.info.codec.name);
        lines.push(match (&stage.outcome, &stage.info.decoded) {
            (Outcome::Decoded(nbytes, _), Representation::Array(array))
                if array.nbytes() == Some(*nbytes) =>
            {
                format!("after {name}: {array}, {nbytes} bytes")
            }
            (Outcome::Decoded(nbytes, _), _) => format!("after {name}: {nbytes} bytes"),
            (Outcome::Failed(_), _) => format!("{name} fails"),
            (Outcome::NotReached, _) => format!("{name} is not reached"),
        });
    }
    lines
}
