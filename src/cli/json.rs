use std::io::{self, Write};
use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Output, Result};
use crate::check::broken_by;
use crate::codec::{Representation, Statistics};
use crate::metadata::float::{Float, FloatType};
use crate::metadata::{ArrayRepresentation, ChunkGrid, DocumentError, Scalar, fill_value, text::escape_json};
use crate::pipeline::Fault;

pub(super) fn print<T: Serialize + ?Sized>(value: &T, output: &mut Output) -> Result {
    serde_json::to_writer_pretty(EscapedOutput(output), value).map_err(io::Error::from)?;
    Ok(writeln!(output)?)
}

pub(super) fn print_line<T: Serialize>(value: &T, output: &mut Output) -> Result {
    serde_json::to_writer(EscapedOutput(output), value).map_err(io::Error::from)?;
    Ok(writeln!(output)?)
}

/// Takes JSON piece by piece, as `serde_json` writes it, so that a large report is never in memory as text.
struct EscapedOutput<'a>(&'a mut Output);

impl Write for EscapedOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // No piece ends within a character.
        let text =
            str::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        self.0.write_all(escape_json(text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct FaultReport {
    pub(super) stage: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) document: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) codec_index: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pointer: Option<String>,
    pub(super) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hints: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) element: Option<Vec<u64>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) inner: Vec<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) byte: Option<u64>,
    /// Not in a finding, which has one anyway.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub(super) rule: Option<&'static str>,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub(super) severity: Option<&'static str>,
}

impl From<&DocumentError> for FaultReport {
    fn from(error: &DocumentError) -> Self {
        (&Fault::Metadata(error.clone())).into()
    }
}

impl FaultReport {
    pub(super) fn of(stage: &str, message: String) -> Self {
        Self { stage: stage.to_owned(), message, ..Self::default() }
    }
}

impl From<&Fault> for FaultReport {
    fn from(fault: &Fault) -> Self {
        let rule = broken_by(fault);
        let report = Self {
            inner: fault.inner(),
            byte: fault.byte(),
            rule: Some(rule.id),
            severity: Some(rule.severity.name()),
            ..Self::of(fault.stage(), fault.message())
        };
        match fault {
            Fault::Metadata(error) => Self {
                document: Some(error.document.to_owned()),
                pointer: Some(error.pointer.clone()),
                ..report
            },
            Fault::Store(_) | Fault::Address(_) | Fault::Missing(_) => report,
            Fault::Stage(stage) => Self {
                codec_index: Some(stage.stage.codec_index),
                pointer: Some(stage.stage.codec.pointer.clone()),
                hints: Some(fault.hints()),
                element: stage.element().map(<[u64]>::to_vec),
                ..report
            },
        }
    }
}

#[derive(Serialize)]
pub(super) struct FaultyArray<'a> {
    pub(super) array: &'a str,
    pub(super) fault: FaultReport,
}

#[derive(Serialize)]
pub(super) struct GridReport {
    name: &'static str,
    chunk_shape: Option<Vec<u64>>,
    grid_shape: Vec<u64>,
}

impl From<&ChunkGrid> for GridReport {
    fn from(grid: &ChunkGrid) -> Self {
        Self { name: grid.name, chunk_shape: grid.common_shape(), grid_shape: grid.grid_shape() }
    }
}

#[derive(Serialize)]
pub(super) struct ArrayReport {
    data_type: String,
    shape: Vec<u64>,
    nbytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fill_value: Option<Value>,
}

impl From<&ArrayRepresentation> for ArrayReport {
    fn from(array: &ArrayRepresentation) -> Self {
        Self {
            data_type: array.data_type.to_string(),
            shape: array.shape.clone(),
            nbytes: if array.data_type.is_variable() { None } else { array.nbytes() },
            fill_value: None,
        }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum RepresentationReport {
    Array(ArrayReport),
    Bytes { nbytes: Option<u64> },
    Unknown,
}

impl From<&Representation> for RepresentationReport {
    fn from(representation: &Representation) -> Self {
        match representation {
            Representation::Array(found) => Self::Array(found.into()),
            Representation::Bytes(nbytes) => Self::Bytes { nbytes: nbytes.exactly() },
            Representation::Unknown => Self::Unknown,
        }
    }
}

#[derive(Serialize)]
pub(super) struct StatisticsReport {
    entropy: f64,
    #[serde(flatten)]
    elements: Option<ElementsReport>,
}

#[derive(Serialize)]
struct ElementsReport {
    min: Option<Value>,
    max: Option<Value>,
    nan: u64,
    infinite: u64,
    fill: u64,
    looked_at: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    overhang: Option<u64>,
}

impl From<&Statistics> for StatisticsReport {
    fn from(statistics: &Statistics) -> Self {
        let elements = statistics.elements.as_ref().map(|found| ElementsReport {
            min: found.range.as_ref().map(|(least, _)| fill_value::write(least)),
            max: found.range.as_ref().map(|(_, greatest)| fill_value::write(greatest)),
            nan: found.nan,
            infinite: found.infinite,
            fill: found.fill,
            looked_at: found.looked_at,
            overhang: Some(found.overhang).filter(|overhang| *overhang > 0),
        });
        Self { entropy: statistics.entropy, elements }
    }
}

pub(super) fn real(number: f64) -> Value {
    fill_value::write(&Scalar::Float(Float { kind: FloatType::Float64, bits: number.to_bits() }))
}

pub(super) fn pairs(ranges: &[Range<u64>]) -> Vec<[u64; 2]> {
    ranges.iter().map(|range| [range.start, range.end]).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::metadata::text::is_unsafe;

    #[test]
    fn what_could_control_a_terminal_is_escaped_and_reads_back() {
        let value = json!({"a\u{9b}": ["\u{1b}[2J", "\u{202e}", "\u{7f}", "\n", "é"]});
        let text = serde_json::to_string_pretty(&value).unwrap_or_default();
        let written = escape_json(&text);
        assert!(!written.contains(|c| is_unsafe(c) && c != '\n'), "{written}");
        assert!(written.contains("\\u009b") && written.contains("\\u202e"), "{written}");
        assert_eq!(serde_json::from_str::<Value>(&written).ok(), Some(value));
    }
}
