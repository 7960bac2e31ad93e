use crate::codec::{BYTES, Outcome, Representation, StageFault, StageTrace, Value};
use crate::pipeline::{ChunkTrace, State};

#[derive(Debug)]
pub enum StageBytes<'a> {
    Bytes { bytes: &'a [u8], group: u64 },
    Fill,
    Nothing(String),
}

impl<'a> StageBytes<'a> {
    pub fn of(trace: &'a ChunkTrace, row: usize) -> Self {
        let stages = trace.stages();
        let Some(stage) = row.checked_sub(1).and_then(|stage| stages.get(stage)) else {
            let what = if trace.address.is_inner() { "this inner chunk" } else { "this chunk" };
            return match &trace.trace.stored {
                Some(bytes) => Self::Bytes { bytes, group: bytes_in_element(trace, 0) },
                None => Self::Nothing(format!("{what} is missing: nothing is stored")),
            };
        };
        match value_of(stage) {
            Some(Value::Bytes(bytes)) => Self::Bytes { bytes, group: bytes_in_element(trace, row) },
            Some(Value::Array(elements)) => {
                let data_type = elements.data_type();
                let group = if data_type.is_variable() { 1 } else { data_type.nbytes() };
                Self::Bytes { bytes: elements.visible_bytes(), group: group as u64 }
            }
            None if trace.state == State::Missing && row == stages.len() => match &trace.decoded.fill_value {
                Some(_) => Self::Fill,
                None => Self::Nothing("this chunk is missing, and there is no fill value".to_owned()),
            },
            None => Self::Nothing(match &stage.outcome {
                Outcome::Decoded(..) => {
                    "not kept: the stages of this chunk have too many bytes; only the last ones are kept"
                        .to_owned()
                }
                Outcome::Failed(error) => format!("{} failed: {error}", stage.info.codec.name),
                Outcome::NotReached if matches!(trace.state, State::Unread(_)) => match &trace.trace.fault {
                    Some(fault) => format!("not known: {fault}"),
                    None => "not known".to_owned(),
                },
                Outcome::NotReached if trace.state == State::Missing => {
                    "this chunk is missing: no stage runs".to_owned()
                }
                Outcome::NotReached => {
                    let culprit = trace.trace.fault.as_ref().map_or("an earlier stage", StageFault::name);
                    format!("not reached: {culprit} failed")
                }
            }),
        }
    }
}

pub fn value_of(stage: &StageTrace) -> Option<&Value> {
    match &stage.outcome {
        Outcome::Decoded(_, value) => value.as_deref(),
        Outcome::Failed(_) => stage.partial.as_ref().map(|partial| &partial.value),
        Outcome::NotReached => None,
    }
}

pub(super) fn input(trace: &ChunkTrace, row: usize) -> Option<&[u8]> {
    let Some(before) = row.checked_sub(1) else { return trace.trace.stored.as_deref() };
    match &trace.stages().get(before)?.outcome {
        Outcome::Decoded(_, Some(value)) => Some(value.visible_bytes()),
        _ => None,
    }
}

/// Bytes of an element, where the `array -> bytes` codec reads them; otherwise 1.
fn bytes_in_element(trace: &ChunkTrace, row: usize) -> u64 {
    let Some(reader) = trace.stages().get(row) else { return 1 };
    match (&reader.info.decoded, reader.info.row()) {
        (Representation::Array(array), Some(row)) if row.is(&BYTES) => array.data_type.nbytes() as u64,
        _ => 1,
    }
}
