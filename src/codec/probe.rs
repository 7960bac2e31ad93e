//! One element's way through the stages: where it is in what each of them takes and gives.
//!
//! Where that depends on everything, as in a compressor without blocks, a codec says so.

use std::ops::Range;

use super::chain::{Chain, StageInfo};
use super::trace::{Outcome, StageTrace, Trace};
use super::value::Value;
use crate::metadata::{Scalar, linear};

/// Where an element is in an array, or which bytes it depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// An element: its coordinates and its number in C order.
    Element(Vec<u64>, u64),
    /// Ranges of bytes, in order.
    Ranges(Vec<Range<u64>>),
    /// All bytes of the buffer.
    Whole,
}

/// An element at the decoded side of one stage, or at the last, as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The stage; `None` for the stored bytes.
    pub stage: Option<StageInfo>,
    /// Where the element is in what the stage gives when it decodes.
    pub location: Location,
    /// The element there, or the bytes; `None` where the stage was not reached, or its output was not kept.
    pub value: Option<String>,
    #[doc(hidden)]
    pub formula: Option<String>,
}

const SHOWN: usize = 16;

#[doc(hidden)]
impl Chain {
    pub fn locate_in_front(&self, coords: &[u64]) -> Option<Vec<u64>> {
        linear(coords, &self.decoded().shape)?;
        self.array_to_array.iter().try_fold(coords.to_vec(), |coords, stage| stage.codec.locate(&coords))
    }

    /// Of a text, at most its first `most` bytes are written.
    pub fn probe(&self, trace: &Trace, coords: &[u64], most: usize) -> Option<Vec<Step>> {
        let mut location = Location::Element(coords.to_vec(), linear(coords, &self.decoded().shape)?);
        let mut steps = Vec::new();
        for (place, stage) in self.array_to_array.iter().enumerate() {
            steps.push(step(trace, &stage.info, location.clone(), most));
            location = match &location {
                Location::Element(coords, _) => match stage.codec.locate(coords) {
                    Some(coords) => {
                        let index = linear(&coords, &stage.codec.encoded().shape)?;
                        Location::Element(coords, index)
                    }
                    None => Location::Whole,
                },
                other => other.clone(),
            };
            let before =
                self.array_to_array.get(place + 1).map_or(&self.array_to_bytes.info, |stage| &stage.info);
            if let Some(rule) = stage.codec.elementwise()
                && let Some(encoded) = scalar_at(trace, before, &location, most)
                && let Some(step) = steps.last_mut()
            {
                step.formula = Some(rule.formula(&encoded));
            }
        }
        let stage = &self.array_to_bytes;
        steps.push(step(trace, &stage.info, location.clone(), most));
        location = match &location {
            Location::Element(_, index) => {
                let range = stage.codec.locate(*index, encoded_bytes(trace, &stage.info).unwrap_or_default());
                range.map_or(Location::Whole, |range| Location::Ranges(vec![range]))
            }
            other => other.clone(),
        };
        for stage in &self.bytes_to_bytes {
            steps.push(step(trace, &stage.info, location.clone(), most));
            location = match &location {
                Location::Ranges(ranges) => {
                    let encoded = encoded_bytes(trace, &stage.info).unwrap_or_default();
                    stage.codec.locate(ranges, encoded).map_or(Location::Whole, Location::Ranges)
                }
                other => other.clone(),
            };
        }
        let value = trace.stored.as_deref().and_then(|stored| bytes_at(stored, &location));
        steps.push(Step { stage: None, location, value, formula: None });
        Some(steps)
    }
}

fn step(trace: &Trace, info: &StageInfo, location: Location, most: usize) -> Step {
    let value = match (output(trace, info), &location) {
        (Some(Value::Array(_)), Location::Element(..)) => {
            scalar_at(trace, info, &location, most).map(|scalar| scalar.to_string())
        }
        (Some(Value::Bytes(bytes)), _) => bytes_at(bytes, &location),
        _ => None,
    };
    Step { stage: Some(info.clone()), location, value, formula: None }
}

fn scalar_at(trace: &Trace, info: &StageInfo, location: &Location, most: usize) -> Option<Scalar> {
    match (output(trace, info)?, location) {
        (Value::Array(elements), Location::Element(_, index)) => {
            elements.beginning(usize::try_from(*index).ok()?, most)
        }
        _ => None,
    }
}

fn bytes_at(bytes: &[u8], location: &Location) -> Option<String> {
    let Location::Ranges(ranges) = location else { return None };
    let slice =
        |range: &Range<u64>| bytes.get(usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?);
    // The ranges may be all of a large chunk: nothing is copied but what is shown.
    let found = ranges.iter().map(slice).collect::<Option<Vec<_>>>()?;
    let mut found = found.into_iter().flatten();
    let hex: Vec<String> = found.by_ref().take(SHOWN).map(|byte| format!("{byte:02x}")).collect();
    Some(hex.join(" ") + if found.next().is_some() { " …" } else { "" })
}

pub(crate) fn output<'a>(trace: &'a Trace, info: &StageInfo) -> Option<&'a Value> {
    match &stage_trace(trace, info)?.1.outcome {
        Outcome::Decoded(_, Some(value)) => Some(value),
        _ => None,
    }
}

pub(super) fn encoded_bytes<'a>(trace: &'a Trace, info: &StageInfo) -> Option<&'a [u8]> {
    let (place, _) = stage_trace(trace, info)?;
    let before = place.checked_sub(1).and_then(|before| trace.stages.get(before));
    let is_within = |outer: &StageTrace| {
        let rest = info.codec.pointer.strip_prefix(outer.info.codec.pointer.as_str());
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    match before.filter(|before| !is_within(before)) {
        Some(StageTrace { outcome: Outcome::Decoded(_, Some(value)), .. }) => match value.as_ref() {
            Value::Bytes(bytes) => Some(bytes),
            Value::Array(_) => None,
        },
        Some(_) => None,
        None => trace.stored.as_deref(),
    }
}

fn stage_trace<'a>(trace: &'a Trace, info: &StageInfo) -> Option<(usize, &'a StageTrace)> {
    let same = |stage: &StageTrace| {
        stage.info.codec.pointer == info.codec.pointer && stage.info.codec.name == info.codec.name
    };
    trace.stages.iter().enumerate().rfind(|(_, stage)| same(stage))
}

pub(super) fn shifted(ranges: &[Range<u64>], by: u64) -> Vec<Range<u64>> {
    ranges.iter().map(|range| range.start.saturating_add(by)..range.end.saturating_add(by)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::DecodeOptions;
    use super::super::fixture::representation;
    use super::*;
    use crate::metadata::{CodecMetadata, Json};
    use serde_json::{Value as JsonValue, json};

    fn probe(name: &str, shape: &[u64], codecs: &JsonValue, stored: &[u8], coords: &[u64]) -> Vec<String> {
        let codecs = Json::at(codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
        let chain = Chain::build(&codecs, "/codecs", representation(name, shape)).unwrap();
        let trace = Trace::record(&chain, stored.to_vec(), &DecodeOptions::default(), usize::MAX);
        let steps = chain.probe(&trace, coords, usize::MAX).unwrap();
        let describe = |step: &Step| {
            let name = step.stage.as_ref().map_or("stored", |stage| stage.codec.name.as_str());
            format!("{name} {:?} {}", step.location, step.value.as_deref().unwrap_or("-"))
        };
        steps.iter().map(describe).collect()
    }

    #[test]
    fn an_element_through_a_transposition_and_a_cast_to_its_bytes() {
        // A 2×3 chunk of float64, stored as uint8 in columns: element (1, 0) is the second byte behind a checksum.
        let codecs = json!([
            {"name": "transpose", "configuration": {"order": [1, 0]}},
            {"name": "cast_value", "configuration": {"data_type": "uint16"}},
            {"name": "bytes", "configuration": {"endian": "big"}},
            {"name": "numcodecs.adler32", "configuration": {"location": "start"}}
        ]);
        let payload = [0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6_u8];
        let mut sums = (1_u32, 0_u32);
        for byte in payload {
            sums.0 += u32::from(byte);
            sums.1 += sums.0;
        }
        let stored = [&(sums.1 << 16 | sums.0).to_le_bytes()[..], &payload].concat();
        assert_eq!(
            probe("float64", &[2, 3], &codecs, &stored, &[1, 0]),
            [
                "transpose Element([1, 0], 3) 4.0",
                "cast_value Element([0, 1], 1) 4.0",
                "bytes Element([0, 1], 1) 4",
                "numcodecs.adler32 Ranges([2..4]) 00 04",
                "stored Ranges([6..8]) 00 04",
            ]
        );
    }

    #[test]
    fn a_shuffle_scatters_the_bytes_of_an_element() {
        let codecs = json!([
            {"name": "bytes", "configuration": {"endian": "little"}},
            {"name": "numcodecs.shuffle", "configuration": {"elementsize": 2}}
        ]);
        let steps = probe("int16", &[3], &codecs, &[1, 2, 3, 0xa, 0xb, 0xc], &[1]);
        assert_eq!(
            steps[1..],
            ["numcodecs.shuffle Ranges([2..4]) 02 0b", "stored Ranges([1..2, 4..5]) 02 0b"]
        );
    }

    #[test]
    fn a_compressor_without_blocks_is_one_whole() {
        let codecs = json!([{"name": "bytes"}, {"name": "gzip", "configuration": {"level": 1}}]);
        let steps = probe("uint8", &[2], &codecs, b"nothing", &[1]);
        assert_eq!(steps, ["bytes Element([1], 1) -", "gzip Ranges([1..2]) -", "stored Whole -"]);
    }

    #[test]
    fn a_fault_leaves_the_places_in_front_of_it() {
        let codecs = json!([{"name": "bytes"}, "crc32c"]);
        let steps = probe("uint8", &[2], &codecs, &[1, 2, 0, 0, 0, 0], &[1]);
        assert_eq!(steps, ["bytes Element([1], 1) -", "crc32c Ranges([1..2]) -", "stored Ranges([1..2]) 02"]);
    }

    #[test]
    fn texts_are_found_by_their_lengths() {
        let codecs = json!(["vlen-utf8"]);
        let stored = b"\x02\0\0\0\x02\0\0\0ab\x01\0\0\0c";
        assert_eq!(
            probe("string", &[2], &codecs, stored, &[1]),
            ["vlen-utf8 Element([1], 1) \"c\"", "stored Ranges([14..15]) 63"]
        );
    }
}
