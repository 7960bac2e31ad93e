use std::ops::Not;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::super::json::{self, FaultReport};
use super::super::{Output, Result};
use super::{Compared, stage::DiffComparison};
use crate::lab::{
    ArrayDiff, Diff, Distance, ElementDiff, FieldDiff, FieldWeight, Fields, FirstDiff, NamedNodes, OtherKind,
    SideFault, Sides,
};
use crate::metadata::fill_value;

#[derive(Serialize)]
struct DiffJson<'a> {
    equal: bool,
    #[serde(skip_serializing_if = "Not::not")]
    interrupted: bool,
    /// "physical", if those were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<&'static str>,
    /// Where the elements were compared, if not everywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Vec<[u64; 2]>>,
    /// What is not the same beside the elements of two arrays.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
    nodes: DiffNodes<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chunk: Option<DiffComparison<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<DiffNode<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<DiffFault<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    more_faults: Option<u64>,
    #[serde(serialize_with = "write_arrays")]
    arrays: &'a [ArrayDiff],
}

#[derive(Serialize)]
struct DiffNodes<'a> {
    only_in_a: &'a [String],
    only_in_b: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    other_kinds: &'a [OtherKind],
    #[serde(skip_serializing_if = "Option::is_none")]
    more_in_a: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    more_in_b: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unlisted_in_a: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unlisted_in_b: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_looked_for: Option<&'a [String]>,
}

#[derive(Serialize)]
struct DiffNode<'a> {
    path: &'a str,
    metadata: Vec<DiffField<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    more_metadata: Option<u64>,
}

#[derive(Serialize)]
struct DiffField<'a> {
    pointer: &'a str,
    #[serde(flatten)]
    values: &'a Sides<Option<Value>>,
    #[serde(skip_serializing_if = "Not::not")]
    stored: bool,
    #[serde(skip_serializing_if = "Not::not")]
    written: bool,
}

#[derive(Serialize)]
struct DiffFault<'a> {
    #[serde(flatten)]
    fault: FaultReport,
    side: String,
    array: &'a str,
    path: &'a str,
    key: &'a str,
    chunk: Option<&'a [u64]>,
}

#[derive(Serialize)]
struct DiffArray<'a> {
    #[serde(flatten)]
    node: DiffNode<'a>,
    chunks: Option<DiffChunks>,
    elements: Option<DiffElements<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_compared: Option<String>,
}

#[derive(Serialize)]
struct DiffChunks {
    compared: u128,
    differ: u128,
    only_in_a: u64,
    only_in_b: u64,
}

#[derive(Serialize)]
struct DiffElements<'a> {
    compared: u128,
    differ: u128,
    max_abs: Option<Value>,
    max_rel: Option<Value>,
    first: Option<DiffFirst<'a>>,
}

#[derive(Serialize)]
struct DiffFirst<'a> {
    at: &'a [u64],
    a: Value,
    b: Value,
    chunk_a: &'a [u64],
    key_a: &'a str,
    chunk_b: &'a [u64],
    key_b: &'a str,
}

pub(super) fn print_all(compared: &Compared, output: &mut Output) -> Result {
    let found = &compared.found;
    let chunk = match (&compared.chunk, &compared.stages) {
        (Some(at), Some(stages)) => Some(DiffComparison::new(at, stages)),
        _ => None,
    };
    let more_faults = more(found.fault_count, found.faults.len());
    let value = DiffJson {
        equal: found.is_equal() && !compared.interrupted,
        interrupted: compared.interrupted,
        values: if compared.physical { Some("physical") } else { None },
        region: compared.region.as_ref().map(|region| json::pairs(region)),
        notes: &compared.notes,
        nodes: found.into(),
        chunk,
        groups: found.groups.iter().map(|group| DiffNode::new(&group.path, &group.fields)).collect(),
        faults: found.faults.iter().map(DiffFault::from).collect(),
        more_faults: if found.faults.is_empty() { None } else { more_faults },
        arrays: &found.arrays,
    };
    json::print(&value, output)
}

fn write_arrays<S: Serializer>(arrays: &[ArrayDiff], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(arrays.iter().map(DiffArray::from))
}

fn more(all: u64, listed: usize) -> Option<u64> {
    let more = all.saturating_sub(listed as u64);
    if more > 0 { Some(more) } else { None }
}

impl<'a> From<&'a Diff> for DiffNodes<'a> {
    fn from(found: &'a Diff) -> Self {
        let Sides { a, b } = &found.only_in;
        let named = |nodes: &'a NamedNodes| if nodes.count > 0 { Some(&nodes.names[..]) } else { None };
        Self {
            only_in_a: &a.names,
            only_in_b: &b.names,
            other_kinds: &found.kinds,
            more_in_a: more(a.count, a.names.len()),
            more_in_b: more(b.count, b.names.len()),
            unlisted_in_a: named(&found.unlisted.a),
            unlisted_in_b: named(&found.unlisted.b),
            not_looked_for: named(&found.not_looked_for),
        }
    }
}

impl<'a> DiffNode<'a> {
    fn new(path: &'a str, fields: &'a Fields) -> Self {
        let field = |row: &'a FieldDiff| DiffField {
            pointer: &row.pointer,
            values: &row.values,
            stored: row.weight == FieldWeight::Stored,
            written: row.weight == FieldWeight::Written,
        };
        let metadata = fields.rows.iter().map(field).collect();
        Self { path, metadata, more_metadata: more(fields.count, fields.rows.len()) }
    }
}

impl<'a> From<&'a SideFault> for DiffFault<'a> {
    fn from(fault: &'a SideFault) -> Self {
        let SideFault { side, path, node, key, chunk, fault } = fault;
        Self { fault: fault.into(), side: side.to_string(), array: node, path, key, chunk: chunk.as_deref() }
    }
}

impl<'a> From<&'a ArrayDiff> for DiffArray<'a> {
    fn from(array: &'a ArrayDiff) -> Self {
        let found = array.elements.as_deref().ok();
        Self {
            node: DiffNode::new(&array.path, &array.fields),
            chunks: found.map(|found| DiffChunks {
                compared: found.chunks.compared,
                differ: found.chunks.differ,
                only_in_a: found.chunks.only_in.a,
                only_in_b: found.chunks.only_in.b,
            }),
            elements: found.map(DiffElements::from),
            not_compared: array.elements.as_ref().err().map(ToString::to_string),
        }
    }
}

impl<'a> From<&'a ElementDiff> for DiffElements<'a> {
    fn from(found: &'a ElementDiff) -> Self {
        let first = |first: &'a FirstDiff| DiffFirst {
            at: &first.at,
            a: fill_value::write(&first.values.a),
            b: fill_value::write(&first.values.b),
            chunk_a: &first.chunks.a,
            key_a: &first.keys.a,
            chunk_b: &first.chunks.b,
            key_b: &first.keys.b,
        };
        Self {
            compared: found.compared,
            differ: found.differ,
            max_abs: found.largest.map(|distance| match distance {
                Distance::Whole(distance) => Value::Number(distance.into()),
                Distance::Real(distance) => json::real(distance),
            }),
            max_rel: found.relative.map(json::real),
            first: found.first.as_ref().map(first),
        }
    }
}
