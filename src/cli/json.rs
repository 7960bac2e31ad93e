//! The JSON that several commands print.

use std::io::Write;
use std::ops::Range;

use serde_json::{Number, Value, json};

use super::{Failure, Output};
use crate::codec::{Representation, Statistics};
use crate::metadata::text::escape_json;
use crate::metadata::{ArrayRepresentation, DocumentError, Scalar, fill_value};
use crate::pipeline::{ChunkNote, Fault};

/// Prints a JSON value.
pub(super) fn print(value: &Value, output: &mut Output) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    writeln!(output, "{}", escape_json(&text))?;
    Ok(())
}

/// Prints a report. That of a part is one line: those of all parts, one behind the other, are JSON lines.
pub(super) fn report(value: &Value, output: &mut Output) -> Result<(), Failure> {
    if value["part"].is_null() {
        return print(value, output);
    }
    writeln!(output, "{}", escape_json(&value.to_string()))?;
    Ok(())
}

/// A fault of a document.
pub(super) fn document_fault(error: &DocumentError) -> Value {
    json!({"stage": "metadata", "document": error.document, "pointer": error.pointer, "message": error.message()})
}

/// Any fault.
pub(super) fn fault(fault: &Fault) -> Value {
    match fault {
        Fault::Metadata(error) => document_fault(error),
        Fault::Store(error) => json!({"stage": "store", "message": error.reason()}),
        Fault::Address(error) => json!({"stage": "address", "message": error.to_string()}),
        Fault::Missing(_) => json!({"stage": fault.stage(), "message": fault.message()}),
        Fault::Stage(stage) => {
            let mut value = json!({
                "stage": stage.stage.codec.name, "codec_index": stage.stage.codec_index,
                "pointer": stage.stage.codec.pointer, "message": fault.message(), "hints": fault.hints(),
            });
            if let Some(element) = stage.element() {
                value["element"] = json!(element);
            }
            value
        }
    }
}

/// Adds what is odd about a node, if anything is.
pub(super) fn notes(notes: &[String], value: &mut Value) {
    if !notes.is_empty() {
        value["notes"] = json!(notes);
    }
}

/// Adds notes, if there are any.
pub(super) fn add_notes(notes: Vec<Value>, value: &mut Value) {
    if !notes.is_empty() {
        value["notes"] = Value::Array(notes);
    }
}

/// A note on chunks that decode.
pub(super) fn chunk_note(note: &ChunkNote) -> Value {
    json!({
        "array": note.array, "note": note.name, "chunks": note.chunks, "key": note.key, "message": note.value,
    })
}

/// Data type, shape and bytes of an array.
pub(super) fn array(array: &ArrayRepresentation) -> Value {
    let nbytes = array.nbytes().filter(|_| !array.data_type.is_variable());
    json!({"data_type": array.data_type.to_string(), "shape": array.shape, "nbytes": nbytes})
}

/// The representation between two stages.
pub(super) fn representation(representation: &Representation) -> Value {
    match representation {
        Representation::Array(found) => array(found),
        Representation::Bytes(nbytes) => json!({"nbytes": nbytes.exactly()}),
        Representation::Unknown => Value::Null,
    }
}

/// What was counted of a value.
pub(super) fn statistics(statistics: &Statistics) -> Value {
    let mut value = json!({"entropy": statistics.entropy});
    if let Some(found) = &statistics.elements {
        let (least, greatest) = found.range.clone().unzip();
        let write = |scalar: Option<Scalar>| scalar.as_ref().map(fill_value::write);
        value["min"] = json!(write(least));
        value["max"] = json!(write(greatest));
        value["nan"] = json!(found.nan);
        value["infinite"] = json!(found.infinite);
        value["fill"] = json!(found.fill);
        value["looked_at"] = json!(found.looked_at);
        if found.overhang > 0 {
            value["overhang"] = json!(found.overhang);
        }
    }
    value
}

/// Ranges of bytes: the first byte of each, and the one after its last.
pub(super) fn ranges(ranges: &[Range<u64>]) -> Value {
    ranges.iter().map(|range| json!([range.start, range.end])).collect()
}

/// A number beyond 64 bits.
pub(super) fn large(number: Option<u128>) -> Value {
    number.and_then(|number| number.to_string().parse::<Number>().ok()).map_or(Value::Null, Value::Number)
}

/// Reads such a number.
pub(super) fn read_large(value: &Value) -> Option<u128> {
    value.as_number()?.to_string().parse().ok()
}

#[cfg(test)]
mod tests {
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
