mod array;
mod bytes;
mod layout;
mod places;
mod shard;

use serde_json::Value as Json;

use super::byte_fields;
use super::words::{count, shape};
use crate::codec::{Lesson, Location, Outcome, Representation, StageTrace, Step, Value};
use crate::metadata::text::{escape, shorten};
use crate::metadata::{ArrayRepresentation, Elements, Scalar, delinear};
use crate::pipeline::{ChunkTrace, State};

pub use places::{fill_value, grid, in_chunk, key};

const VALUE: usize = 40;
const BYTES: usize = 16;
/// A chunk of fill values is not searched to its end for an example.
const SEARCHED: usize = 4096;

struct WorkedStage<'a> {
    run: &'a StageTrace,
    input_bytes: Option<&'a [u8]>,
    input_array: Option<&'a Elements>,
    output_bytes: Option<&'a [u8]>,
    output_array: Option<&'a Elements>,
    looked_at: Option<usize>,
    /// The number of its first byte, where the output is bytes.
    looked_at_byte: Option<usize>,
}

/// The lines are safe to show. `stage` counts all of the trace: [`ChunkTrace::stages`] begin after the first `lead` of them. `steps`
/// leads to the element that the user looks at; without steps, an element is taken that shows the rule well.
pub fn example(chunk: &ChunkTrace, stage: usize, steps: &[Step]) -> Vec<String> {
    let Some(run) = chunk.trace.stages.get(stage) else { return Vec::new() };
    let step = steps.iter().find(|step| step.stage.as_ref() == Some(&run.info));
    let mut looked_at = None;
    let mut looked_at_byte = None;
    match step.map(|step| &step.location) {
        Some(Location::Element(_, number)) => looked_at = usize::try_from(*number).ok(),
        Some(Location::Ranges(ranges)) => {
            looked_at_byte = ranges.first().and_then(|range| usize::try_from(range.start).ok());
        }
        Some(Location::Whole) | None => {}
    }
    let (input_bytes, input_array) = if stage == chunk.lead {
        (chunk.trace.stored.as_deref(), None)
    } else {
        gives(stage.checked_sub(1).and_then(|before| chunk.trace.stages.get(before)))
    };
    let (output_bytes, output_array) = gives(Some(run));
    let stage =
        WorkedStage { run, input_bytes, input_array, output_bytes, output_array, looked_at, looked_at_byte };
    let mut lines = match &run.outcome {
        Outcome::NotReached => match chunk.state {
            State::Unread(_) => vec!["It was not reached: the bytes of the chunk cannot be read.".to_owned()],
            State::Stored(_) => vec!["It was not reached: a stage before it failed.".to_owned()],
            State::Missing => {
                let mut lines = vec!["Nothing is stored, so no codec runs.".to_owned()];
                if let (Some(decoded), Some(encoded)) = (stage.decoded(), stage.encoded()) {
                    let (fill, stored) = (fill(decoded), fill(encoded));
                    lines.push(format!("The fill value {fill} would be stored as {stored}."));
                }
                lines
            }
        },
        Outcome::Decoded(..) | Outcome::Failed(_) => stage.lesson().unwrap_or_else(|| bytes::sizes(&stage)),
    };
    if let Outcome::Failed(error) = &run.outcome {
        lines.push(format!("It fails here: {error}"));
    }
    lines.iter().map(|line| escape(line).into_owned()).collect()
}

fn gives(stage: Option<&StageTrace>) -> (Option<&[u8]>, Option<&Elements>) {
    match stage.map(|stage| &stage.outcome) {
        Some(Outcome::Decoded(_, Some(value))) => match value.as_ref() {
            Value::Bytes(bytes) => (Some(bytes), None),
            Value::Array(elements) => (None, Some(elements)),
        },
        Some(Outcome::Decoded(_, None) | Outcome::Failed(_) | Outcome::NotReached) | None => (None, None),
    }
}

impl<'a> WorkedStage<'a> {
    fn lesson(&self) -> Option<Vec<String>> {
        match self.run.info.row()?.lesson {
            Lesson::Sizes => None,
            Lesson::Transpose => array::transpose(self),
            Lesson::Reshape => array::reshape(self),
            Lesson::ScaleOffset => array::scale_offset(self),
            Lesson::CastValue => array::cast_value(self),
            Lesson::Elementwise => array::elementwise(self),
            Lesson::Delta => array::delta(self),
            Lesson::PackedBools => array::packed_bools(self),
            Lesson::Plain => layout::bytes(self),
            Lesson::Lengths => layout::vlen(self),
            Lesson::PackedBits => layout::packbits(self),
            Lesson::Shard => shard::sharding(self),
            Lesson::Checksum => bytes::checksum(self),
            Lesson::Shuffle => bytes::shuffle(self),
            Lesson::Base64 => bytes::base64(self),
        }
    }

    fn decoded(&self) -> Option<&'a ArrayRepresentation> {
        array_of(&self.run.info.decoded)
    }

    fn encoded(&self) -> Option<&'a ArrayRepresentation> {
        array_of(&self.run.info.encoded)
    }

    fn member(&self, name: &str) -> Option<&'a Json> {
        let member = self.run.info.codec.configuration.get(name)?;
        if member.is_null() { None } else { Some(member) }
    }

    fn text(&self, name: &str, default: &str) -> String {
        self.member(name).map_or(default.to_owned(), plain)
    }

    /// Without one that the user looks at, the first that is not the fill value: at the origin most rules show nothing.
    fn example_element(&self) -> Option<usize> {
        let elements = self.output_array?;
        if let Some(number) = self.looked_at
            && number < elements.size()
        {
            return Some(number);
        }
        let fill = self.decoded()?.fill_value.as_ref();
        for (number, scalar) in elements.iter().take(SEARCHED).enumerate().skip(1) {
            if Some(&scalar) != fill {
                return Some(number);
            }
        }
        if elements.size() > 0 { Some(0) } else { None }
    }

    fn coords(&self, number: usize) -> Option<Vec<u64>> {
        Some(delinear(number as u64, &self.decoded()?.shape))
    }
}

fn array_of(representation: &Representation) -> Option<&ArrayRepresentation> {
    match representation {
        Representation::Array(array) => Some(array),
        Representation::Bytes(_) | Representation::Unknown => None,
    }
}

fn plain(value: &Json) -> String {
    value.as_str().map_or(value.to_string(), str::to_owned)
}

fn fill(array: &ArrayRepresentation) -> String {
    array.fill_value.as_ref().map_or("without an encoded form".to_owned(), ToString::to_string)
}

fn at(elements: &Elements, number: usize) -> Option<String> {
    Some(show(&elements.get(number)?))
}

fn show(scalar: &Scalar) -> String {
    shorten(&scalar.to_string(), VALUE)
}

fn hex(bytes: &[u8]) -> String {
    crate::codec::hex(bytes.get(..BYTES).unwrap_or(bytes)) + if bytes.len() > BYTES { " …" } else { "" }
}

fn span(start: usize, nbytes: usize) -> String {
    byte_fields::span(start as u64, nbytes as u64)
}

fn element(coords: &[u64]) -> String {
    format!("element {}", shape(coords))
}

fn nbytes(number: usize) -> String {
    count(number as u128, "byte")
}

#[cfg(test)]
mod tests;
