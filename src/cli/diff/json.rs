//! `diff --json`.

use std::io::Write;

use serde_json::{Value, json};

use super::super::{Failure, Output, json as print};
use super::{Compared, stage};
use crate::lab::{
    ArrayDiff, Distance, ElementDiff, FieldDiff, FieldWeight, Fields, FirstDiff, GroupDiff, OtherKind,
    SideFault,
};
use crate::metadata::fill_value;
use crate::metadata::float::{Float, FloatType};
use crate::metadata::text::escape_json;

/// Prints everything. Arrays are written one after the other: there may be very many.
pub(super) fn print_all(compared: &Compared, output: &mut Output) -> Result<(), Failure> {
    let found = &compared.found;
    writeln!(output, "{{\n  \"equal\": {},", found.is_equal() && !compared.interrupted)?;
    if compared.interrupted {
        writeln!(output, "  \"interrupted\": true,")?;
    }
    let mut nodes = json!({"only_in_a": found.only_in.a.names, "only_in_b": found.only_in.b.names});
    if !found.kinds.is_empty() {
        nodes["other_kinds"] = found.kinds.iter().map(kind_json).collect();
    }
    for (side, only) in found.only_in.each() {
        let more = only.count.saturating_sub(only.names.len() as u64);
        if more > 0 {
            nodes[format!("more_in_{side}")] = json!(more);
        }
    }
    for (side, groups) in found.unlisted.each().filter(|(_, groups)| groups.count > 0) {
        nodes[format!("unlisted_in_{side}")] = json!(groups.names);
    }
    if found.not_looked_for.count > 0 {
        nodes["not_looked_for"] = json!(found.not_looked_for.names);
    }
    member("nodes", &nodes, ",", output)?;
    if let (Some(chunk), Some(stages)) = (&compared.chunk, &compared.stages) {
        member("chunk", &stage::comparison_json(chunk, stages), ",", output)?;
    }
    if !found.groups.is_empty() {
        list("groups", found.groups.iter().map(group_json), ",", output)?;
    }
    if !found.faults.is_empty() {
        list("faults", found.faults.iter().map(fault_json), ",", output)?;
        let more = found.fault_count.saturating_sub(found.faults.len() as u64);
        if more > 0 {
            member("more_faults", &json!(more), ",", output)?;
        }
    }
    list("arrays", found.arrays.iter().map(array_json), "", output)?;
    writeln!(output, "}}")?;
    Ok(())
}

fn member(name: &str, value: &Value, end: &str, output: &mut Output) -> Result<(), Failure> {
    writeln!(output, "  \"{name}\": {}{end}", indented(value, 2))?;
    Ok(())
}

fn list(
    name: &str,
    each: impl Iterator<Item = Value>,
    end: &str,
    output: &mut Output,
) -> Result<(), Failure> {
    write!(output, "  \"{name}\": [")?;
    let mut before = "\n";
    for value in each {
        write!(output, "{before}    {}", indented(&value, 4))?;
        before = ",\n";
    }
    let close = if before == "\n" { "]" } else { "\n  ]" };
    writeln!(output, "{close}{end}")?;
    Ok(())
}

/// A value as text, in which further lines begin with so many blanks.
fn indented(value: &Value, blanks: usize) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    escape_json(&text).replace('\n', &format!("\n{}", " ".repeat(blanks)))
}

fn kind_json(other: &OtherKind) -> Value {
    json!({"path": other.path, "a": other.kinds.a, "b": other.kinds.b})
}

fn group_json(group: &GroupDiff) -> Value {
    let mut value = json!({"path": group.path});
    add_fields(&group.fields, &mut value);
    value
}

fn fault_json(fault: &SideFault) -> Value {
    let mut value = print::fault(&fault.fault);
    value["side"] = json!(fault.side.to_string());
    value["array"] = json!(fault.node);
    value["path"] = json!(fault.path);
    value["key"] = json!(fault.key);
    value["chunk"] = json!(fault.chunk);
    value
}

fn array_json(array: &ArrayDiff) -> Value {
    let mut value = json!({"path": array.path});
    add_fields(&array.fields, &mut value);
    match &array.elements {
        Ok(found) => {
            let chunks = &found.chunks;
            value["chunks"] = json!({
                "compared": print::large(Some(chunks.compared)), "differ": print::large(Some(chunks.differ)),
                "only_in_a": chunks.only_in.a, "only_in_b": chunks.only_in.b,
            });
            value["elements"] = elements_json(found);
        }
        Err(reason) => {
            value["chunks"] = Value::Null;
            value["elements"] = Value::Null;
            value["not_compared"] = json!(reason.to_string());
        }
    }
    value
}

fn add_fields(fields: &Fields, value: &mut Value) {
    value["metadata"] = fields.rows.iter().map(field_json).collect();
    let more = fields.count.saturating_sub(fields.rows.len() as u64);
    if more > 0 {
        value["more_metadata"] = json!(more);
    }
}

fn field_json(row: &FieldDiff) -> Value {
    let mut value = json!({"pointer": row.pointer, "a": row.values.a, "b": row.values.b});
    match row.weight {
        FieldWeight::Different => {}
        FieldWeight::Stored => value["stored"] = json!(true),
        FieldWeight::Written => value["written"] = json!(true),
    }
    value
}

fn elements_json(found: &ElementDiff) -> Value {
    json!({
        "compared": print::large(Some(found.compared)), "differ": print::large(Some(found.differ)),
        "max_abs": found.largest.map(distance_json), "max_rel": found.relative.map(real_json),
        "first": found.first.as_ref().map(first_json),
    })
}

fn first_json(first: &FirstDiff) -> Value {
    json!({
        "at": first.at, "a": fill_value::write(&first.values.a), "b": fill_value::write(&first.values.b),
        "chunk_a": first.chunks.a, "key_a": first.keys.a, "chunk_b": first.chunks.b, "key_b": first.keys.b,
    })
}

fn distance_json(distance: Distance) -> Value {
    match distance {
        Distance::Whole(distance) => print::large(Some(distance)),
        Distance::Real(distance) => real_json(distance),
    }
}

/// A real number; infinity is a text, as in a fill value.
fn real_json(number: f64) -> Value {
    fill_value::write(&crate::metadata::Scalar::Float(Float {
        kind: FloatType::Float64,
        bits: number.to_bits(),
    }))
}
