use serde_json::json;

use super::case::{Case, Failing};
use super::confidence::sizes as sure;
use super::documents::{with_chunk_shape, with_codec};
use super::phases::{Width, width_of};
use super::rough;
use super::{Hypothesis, hypothesis};
use crate::codec::{CodecError, CodecKind, PACKED_BOOLS, Representation, StoredForm, label, same_kind};
use crate::metadata::text::shape as text;
use crate::metadata::v2::Dtype;
use crate::metadata::{ArrayRepresentation, Change, CodecRole, DataType, Elements, lengths};

/// Data types that documents commonly name, the likelier first.
pub const COMMON: &[&str] = &[
    "float64",
    "float32",
    "float16",
    "int64",
    "int32",
    "int16",
    "int8",
    "uint64",
    "uint32",
    "uint16",
    "uint8",
    "complex128",
    "complex64",
    "bool",
];

/// Bools of which eight are in a byte: as numcodecs packs them, with the number of bits left over in the first byte.
fn packed_bits(case: &Case, array: &ArrayRepresentation, failing: &Failing) -> Option<Hypothesis> {
    let size = usize::try_from(array.size()?).ok()?;
    let nbytes = size.div_ceil(8);
    let spare = u8::try_from(nbytes * 8 - size).ok()?;
    let is_packed = failing.input.len() == nbytes + 1 && failing.input.first() == Some(&spare);
    if array.data_type != DataType::Bool || !is_packed {
        return None;
    }
    let what = format!("the filter {} is missing: eight bools are in each byte", label(PACKED_BOOLS.name));
    let evidence = format!(
        "{} bytes are the {size} bits of the chunk, and one more in front of them that says {spare} bits are left over",
        nbytes + 1
    );
    let packed = PACKED_BOOLS.entry(CodecRole::Filter, json!({}))?;
    let changes = vec![with_codec(case.array, "/filters", None, packed)?];
    let changes = if case.is_v2() && case.verify(&changes) { changes } else { Vec::new() };
    Some(hypothesis(what, sure::PACKED_BITS, evidence).changing(changes))
}

pub fn hypotheses(case: &Case, failing: &Failing) -> Vec<Hypothesis> {
    let CodecError::Length { found, .. } = failing.error else { return Vec::new() };
    let Representation::Array(array) = &failing.info.decoded else { return Vec::new() };
    if failing.info.kind != CodecKind::ArrayToBytes || case.chain.sharding().is_some() {
        return Vec::new();
    }
    if let Some(packed) = packed_bits(case, array, failing) {
        return vec![packed];
    }
    let is_first = failing.is_first && case.chain.encoded_nbytes().is_some();
    let bonus = if case.is_inner { 0.0 } else { bonus(case, is_first) };
    let width = width_of(array, failing);
    let (of_type, of_shape, words) = match width {
        Width::Narrow => (sure::NARROW, 0.0, "; as narrower elements all of them are alike"),
        Width::Wide => {
            (-sure::WIDE, sure::WIDE, "; as narrower elements every other one would be of another kind")
        }
        Width::Unclear => (0.0, 0.0, ""),
    };
    let mut hypotheses = data_types(case, array, *found);
    for hypothesis in &mut hypotheses {
        hypothesis.confidence += of_type;
        hypothesis.evidence.push_str(words);
    }
    if let Some((mut shape, ways)) = chunk_shape(case, array, failing, *found) {
        // Where other chunks have the declared size, the shape is right whatever this one looks like.
        let by_values = match (ways, width) {
            _ if bonus < 0.0 => 0.0,
            (ShapeFit::Nearer, Width::Wide) => sure::NEARER,
            (ShapeFit::Nearer, Width::Unclear) if array.data_type.nbytes() == 1 => sure::NEARER,
            (ShapeFit::Nearer, Width::Unclear) => sure::NEARER_MAYBE,
            _ => 0.0,
        };
        shape.confidence += by_values.max(of_shape);
        shape.evidence.push_str(words);
        shape.evidence.push_str(match ways {
            ShapeFit::Same => "; a chunk of the declared shape that is cut there has the same bytes",
            ShapeFit::Nearer => "; neighbours are nearer so than in the declared shape",
            ShapeFit::Unclear => "",
        });
        hypotheses.push(shape);
    }
    for hypothesis in &mut hypotheses {
        hypothesis.confidence = (hypothesis.confidence + bonus).clamp(sure::LEAST, sure::MOST);
    }
    hypotheses.extend(clipped(case, array, *found));
    hypotheses
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ShapeFit {
    Same,
    Nearer,
    Unclear,
}

fn bonus(case: &Case, is_fixed: bool) -> f64 {
    let found = case.stored().len() as u64;
    let all = case.siblings.others(case.coords).count();
    let same = case.siblings.with_size(case.coords, found);
    let sound = match case.chain.encoded_nbytes() {
        Some(nbytes) => case.siblings.with_size(case.coords, nbytes),
        None => 0,
    };
    match (all, is_fixed) {
        (1.., true) if same == all => sure::ALL_ALIKE,
        _ if sound > 0 => -sure::ALONE,
        _ => 0.0,
    }
}

fn data_types(case: &Case, array: &ArrayRepresentation, found: u64) -> Vec<Hypothesis> {
    let mut hypotheses = Vec::new();
    let Some(size) = array.size() else { return hypotheses };
    if size == 0 || !found.is_multiple_of(size) {
        return hypotheses;
    }
    for name in COMMON {
        let Some(other) = DataType::from_name(name) else { continue };
        if other.nbytes() as u64 != found / size {
            continue;
        }
        let confidence = if same_kind(&array.data_type, &other) { sure::SAME_KIND } else { sure::OTHER_KIND };
        let changes = data_type_changes(case, &array.data_type, &other);
        let fit = ArrayRepresentation { data_type: other, ..array.clone() };
        let evidence = format!("{found} bytes would be {fit}");
        hypotheses
            .push(hypothesis(format!("data type should be {name}"), confidence, evidence).changing(changes));
    }
    hypotheses.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
    hypotheses.truncate(2);
    hypotheses
}

fn data_type_changes(case: &Case, current: &DataType, other: &DataType) -> Vec<Change> {
    if *current != case.array.metadata.data_type {
        return Vec::new();
    }
    let mut changes = Vec::new();
    if case.is_v2() {
        changes.push(Change::new("/dtype", Dtype::name_of(other)));
    } else {
        changes.push(Change::new("/data_type", other.to_string()));
        // A data type of more than one byte needs a byte order; one of a byte does without.
        let stage = case.chain.array_to_bytes_info();
        let has_order = stage.codec.configuration.get("endian").is_some();
        if !has_order && stage.row().is_some_and(|row| row.form == StoredForm::Plain) {
            let configuration = format!("{}/configuration", stage.codec.pointer);
            changes.push(Change::new(configuration, json!({"endian": "little"})));
        }
    }
    if opens(case, &changes) {
        return changes;
    }
    // The fill value may be none of the other data type.
    changes.push(Change::new("/fill_value", if *other == DataType::Bool { json!(false) } else { json!(0) }));
    if opens(case, &changes) { changes } else { Vec::new() }
}

fn opens(case: &Case, changes: &[Change]) -> bool {
    case.array.changed(changes).is_ok_and(|array| array.fault().is_none())
}

fn clipped(case: &Case, array: &ArrayRepresentation, found: u64) -> Option<Hypothesis> {
    let grid = &case.array.metadata.chunk_grid;
    if case.is_inner || !grid.overhangs(case.coords) {
        return None;
    }
    let fit = ArrayRepresentation { shape: lengths(&grid.used(case.coords)?), ..array.clone() };
    if fit.nbytes() != Some(found) {
        return None;
    }
    let evidence = format!(
        "{found} bytes are {fit}, the part of the chunk within the array; N5 writes chunks so, Zarr writes them whole"
    );
    Some(hypothesis("the chunk was cut to the array", sure::CLIPPED, evidence))
}

fn chunk_shape(
    case: &Case,
    array: &ArrayRepresentation,
    failing: &Failing,
    found: u64,
) -> Option<(Hypothesis, ShapeFit)> {
    let grid = &case.array.metadata.chunk_grid;
    let is_whole = !case.is_inner && array.shape == case.chain.decoded().shape && grid.name == "regular";
    let expected = array.nbytes()?;
    if expected == 0 || !is_whole {
        return None;
    }
    let mut shapes = Vec::new();
    for (axis, edge) in array.shape.iter().enumerate() {
        let mut shape = array.shape.clone();
        if let (Some(edge), Some(other)) = (shape.get_mut(axis), scaled(*edge, found, expected)) {
            *edge = other;
            shapes.push(shape);
        }
    }
    for factor in 2..=4 {
        for (times, by) in [(1, factor), (factor, 1)] {
            let shape: Option<Vec<u64>> = array.shape.iter().map(|edge| scaled(*edge, times, by)).collect();
            shapes.extend(shape);
        }
    }
    let width = array.data_type.nbytes() as u64;
    shapes.retain(|shape| shape.iter().try_fold(width, |size, edge| size.checked_mul(*edge)) == Some(found));
    let extent = &case.array.metadata.shape;
    // A chunk larger than the array, or one edge of many, is less likely.
    shapes.sort_by_key(|shape| shape.iter().zip(extent).any(|(edge, size)| edge > size));
    let (shape, rows) = smoothest(array, failing, shapes)?;
    let is_certain = shape.iter().zip(extent).all(|(edge, size)| edge == size);
    let fit = ArrayRepresentation { shape: shape.clone(), ..array.clone() };
    let what = format!("chunk shape should be {}", text(&shape));
    let confidence = if is_certain { sure::WHOLE_ARRAY } else { sure::CHUNK_SHAPE };
    let found = hypothesis(what, confidence, format!("{found} bytes would be {fit}"));
    Some((found.changing(vec![with_chunk_shape(case.array, &shape)]), rows))
}

fn scaled(edge: u64, times: u64, by: u64) -> Option<u64> {
    let edge = edge.checked_mul(times)?;
    if edge.is_multiple_of(by) && edge > 0 { Some(edge / by) } else { None }
}

fn smoothest(
    array: &ArrayRepresentation,
    failing: &Failing,
    shapes: Vec<Vec<u64>>,
) -> Option<(Vec<u64>, ShapeFit)> {
    let is_big = failing.info.codec.configuration.get("endian").is_some_and(|endian| endian == "big");
    let mut bytes = failing.input.to_vec();
    if is_big {
        bytes.chunks_exact_mut(array.data_type.nbytes().max(1)).for_each(<[u8]>::reverse);
    }
    let elements = Elements::new(array.data_type.clone(), bytes);
    let is_nearer = |than: &[u64], shape: &[u64]| {
        rough::compare(&elements, than, shape).is_some_and(|times| times >= sure::TIMES_NEARER)
    };
    let mut shapes = shapes.into_iter();
    let mut best = shapes.next()?;
    for other in shapes {
        if is_nearer(&best, &other) {
            best = other;
        }
    }
    let rows = match best.get(1..) == array.shape.get(1..) {
        true if failing.input.len() as u64 <= array.nbytes()? => ShapeFit::Same,
        false if is_nearer(&array.shape, &best) => ShapeFit::Nearer,
        _ => ShapeFit::Unclear,
    };
    Some((best, rows))
}
