//! Decoders: a chain by number, and a chunk that may be anything.

use std::ops::Range;

use zarrscope::codec::{
    Chain, DecodeOptions, InnerTrace, Outcome, ShardMap, Silent, StageFault, Statistics, Trace, hints,
};
use zarrscope::metadata::{BoxCorner, Elements, copy_box, delinear, lengths, starts};
use zarrscope::store::Slice;

use super::chains::{ROWS, Row};
use super::check::{self, LENIENT, OPTIONS, check_message, check_messages, check_plain_message};

/// The first byte is the number of the chain among those of the group, and the rest is the chunk.
pub fn any(data: &[u8], group: &str) {
    let Some((number, chunk)) = data.split_first() else { return };
    let rows: Vec<&Row> = ROWS.iter().filter(|row| group.is_empty() || row.group == group).collect();
    let chain = &rows[usize::from(*number) % rows.len()].chain;
    for options in [OPTIONS, LENIENT] {
        let result = decode(chain, chunk, &options);
        if let Err(fault) = &result {
            check_plain_message(&fault.to_string());
        }
    }
}

/// Decodes a chunk in every way there is, and looks at all that can be said of it.
pub fn decode(chain: &Chain, chunk: &[u8], options: &DecodeOptions) -> Result<Elements, StageFault> {
    let result = chain.decode(&Slice(chunk), options, &mut Silent);
    let trace = Trace::record(chain, chunk.to_vec(), options, usize::MAX);
    check::trace(&trace, options);
    assert_eq!(trace.fault.as_ref(), result.as_ref().err(), "a traced decode is another one");
    if let Ok(elements) = &result {
        let decoded = chain.decoded();
        assert_eq!(Some(elements.bytes().len() as u64), decoded.nbytes());
        assert_eq!(trace.result(), Some(elements));
        boxes(chain, chunk, elements, options);
        encode(chain, elements, options);
    }
    look(chain, &trace);
    salvage(chain, &trace, options);
    shard(chain, chunk, options);
    result
}

/// A box of the chunk is cut out of the whole.
fn boxes(chain: &Chain, chunk: &[u8], whole: &Elements, options: &DecodeOptions) {
    let shape = &chain.decoded().shape;
    let all: Vec<Range<u64>> = shape.iter().map(|edge| 0..*edge).collect();
    let half: Vec<Range<u64>> = shape.iter().map(|edge| edge / 3..edge.div_ceil(2)).collect();
    for region in [all, half] {
        let part =
            chain.decode_box(&Slice(chunk), &region, options, &mut Silent).expect("a box of a sound chunk");
        let size = lengths(&region);
        let count: u64 = size.iter().product();
        assert_eq!(part.size() as u64, count);
        let mut cut = part.clone();
        let (from, to) = (
            BoxCorner { shape, start: &starts(&region) },
            BoxCorner { shape: &size, start: &vec![0; size.len()] },
        );
        let _ = copy_box(whole, from, &mut cut, to, &size);
        assert_eq!(part, cut, "a box is not what the whole has there");
    }
}

fn encode(chain: &Chain, elements: &Elements, options: &DecodeOptions) {
    let trace = Trace::record_encoding(chain, elements, options, usize::MAX);
    if let Some(fault) = &trace.fault {
        check_message(&fault.to_string());
    }
}

/// What is shown of a trace: notes, statistics, where elements are.
fn look(chain: &Chain, trace: &Trace) {
    for stage in &trace.stages {
        stage.notes.iter().for_each(|note| check_message(note.name));
        if let Outcome::Failed(error) = &stage.outcome {
            check_messages(hints(&stage.info, error));
        }
        if let Outcome::Decoded(_, Some(value)) = &stage.outcome {
            let counted = Statistics::of(value, stage.info.decoded.fill_value(), None);
            assert!((0.0..=8.0).contains(&counted.entropy));
        }
    }
    let shape = &chain.decoded().shape;
    let size: u64 = shape.iter().product();
    for index in [0, size / 2, size.saturating_sub(1)] {
        let steps = chain.probe(trace, &delinear(index, shape), usize::MAX);
        assert!(steps.is_some() || size == 0 || trace.fault.is_some());
    }
    let nbytes = trace.stored.as_ref().map_or(0, |stored| stored.len() as u64);
    for place in 0..=trace.stages.len() {
        for byte in [0, 1, nbytes / 2, nbytes.saturating_sub(1), u64::MAX] {
            let _ = chain.dependents_of_byte(trace, place, byte);
        }
    }
}

fn salvage(chain: &Chain, trace: &Trace, options: &DecodeOptions) {
    let Some(salvage) = chain.salvage(trace, options) else { return };
    let decoded = chain.decoded();
    assert_eq!(Some(salvage.elements.bytes().len() as u64), decoded.nbytes());
    let size = decoded.size().unwrap_or(0);
    for index in [0, size / 2, size.saturating_sub(1)] {
        let _ = chain.is_readable(trace, &salvage, &delinear(index, &decoded.shape));
    }
}

/// The inside of a shard: its index, the uses of its bytes, and its first and last inner chunk.
fn shard(chain: &Chain, chunk: &[u8], options: &DecodeOptions) {
    let Some(sharding) = chain.sharding() else { return };
    let _ = chain.count_inner(&Slice(chunk), options);
    if let Some(Ok(map)) = ShardMap::read(chain, &Slice(chunk), &[], options) {
        assert!(map.strip(80).len() <= 80);
        assert!(
            map.gaps
                .iter()
                .chain(&map.overlaps)
                .all(|range| range.start < range.end && range.end <= map.nbytes)
        );
    }
    let last: Vec<u64> = sharding.grid().grid_shape().iter().map(|count| count.saturating_sub(1)).collect();
    for coords in [vec![0; last.len()], last] {
        let mut path = vec![coords];
        // Into the shards within the shard, too.
        if let Some(inner) = sharding.inner().sharding() {
            path.push(vec![0; inner.grid().rank()]);
        }
        if let Some(inner) = InnerTrace::record(chain, &Slice(chunk), &path, options, usize::MAX) {
            check::trace(&inner.trace, options);
        }
    }
}
