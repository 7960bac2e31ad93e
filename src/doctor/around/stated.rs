//! What the document states of values, beside what they are.

use serde_json::{Value, json};

use super::super::confidence::around as sure;
use super::super::plausible::verdict::short;
use super::super::{Hypothesis, hypothesis};
use super::digest::{CellBytes, CellDigest, NumberView};
use crate::codec::DecodeOptions;
use crate::meaning::RawNumber;
use crate::metadata::{Change, DataType};
use crate::pipeline::{Array, ChunkAddress};

/// So many chunks are decoded again to see whether another document would give what is stated.
const TRIED: usize = 6;

/// What the attributes state.
#[derive(Debug, Clone, Default)]
pub(super) struct Stated {
    /// The factor that stored numbers are multiplied by.
    pub scale: Option<f64>,
    /// The least and the greatest valid number, as stored.
    valid: Option<[f64; 2]>,
}

impl Stated {
    pub fn of(array: &Array) -> Self {
        let Some(meaning) = array.meaning() else { return Self::default() };
        let scale = meaning.packing.as_ref().and_then(|packing| packing.scale).map(RawNumber::real);
        let is_plain = meaning.packing.is_none() || !meaning.mask.valid_is_physical;
        let valid = match meaning.mask.valid {
            [Some(least), Some(most)] if is_plain => Some([least.real(), most.real()]),
            _ => None,
        };
        Self { scale, valid: valid.filter(|[least, most]| least < most) }
    }

    /// How many of some values are valid.
    fn valid_among(valid: [f64; 2], values: &[f64]) -> usize {
        values.iter().filter(|value| (valid[0]..=valid[1]).contains(*value)).count()
    }

    /// Whether nearly none of the values of a cell is valid.
    pub fn excludes(&self, cell: &CellDigest) -> bool {
        let valid = |valid| Self::valid_among(valid, &cell.sample);
        self.valid.is_some_and(|own| !cell.sample.is_empty() && valid(own) * 10 < cell.sample.len())
    }

    pub fn valid_words(&self) -> String {
        let [least, most] = self.valid.unwrap_or_default();
        format!("its attributes say that values lie between {} and {}", short(least), short(most))
    }

    /// Another document whose values are valid, where many of those of this one are not.
    pub fn contradicted(
        &self,
        array: &Array,
        cells: &[&CellDigest],
        options: &DecodeOptions,
    ) -> Option<Hypothesis> {
        let valid = self.valid?;
        let values: Vec<f64> = cells.iter().flat_map(|cell| cell.sample.iter().copied()).collect();
        let before = Self::valid_among(valid, &values);
        if before * 50 > values.len() * 49 {
            return None;
        }
        let step = cells.len().div_ceil(TRIED).max(1);
        for (what, change) in changes(array, valid) {
            let changes = vec![change];
            let Ok(other) = array.changed(&changes) else { continue };
            let tried = cells.iter().step_by(step).map(|cell| sample(&other, &cell.address, options));
            let Some(tried) = tried.collect::<Option<Vec<Vec<f64>>>>() else { continue };
            let tried = tried.concat();
            if tried.is_empty() || Self::valid_among(valid, &tried) < tried.len() {
                continue;
            }
            let evidence = format!(
                "{}; {} of {} that were looked at do not, and with it all do, from {} to {}",
                self.valid_words(),
                values.len() - before,
                values.len(),
                short(tried.iter().copied().fold(f64::INFINITY, f64::min)),
                short(tried.iter().copied().fold(f64::NEG_INFINITY, f64::max))
            );
            return Some(Hypothesis { changes, ..hypothesis(what, sure::STATED, evidence) });
        }
        None
    }
}

/// Some values of a chunk.
fn sample(array: &Array, address: &ChunkAddress, options: &DecodeOptions) -> Option<Vec<f64>> {
    let elements = array.decode(&address.chunk, options).ok()??;
    let numbers = NumberView::of(&array.metadata.data_type, &array.metadata.fill_value)?;
    let count = elements.size();
    let cell = CellBytes { bytes: elements.bytes(), shape: &[count], used: &[count] };
    Some(CellDigest::take(&numbers, address.clone(), cell)?.sample)
}

/// Other documents: the sign of integers, and the numbers of codecs that scale, the wrong way round.
fn changes(array: &Array, valid: [f64; 2]) -> Vec<(String, Change)> {
    let document = &array.document().value;
    let mut found = Vec::new();
    let sign = match &array.metadata.data_type {
        DataType::Integer(_) if array.document().zarr_format() == 2 => {
            let dtype = document.pointer("/dtype").and_then(Value::as_str).unwrap_or_default();
            let (now, then) = if valid[0] < 0.0 { ("u", "i") } else { ("i", "u") };
            Some(("/dtype", dtype.replace(now, then)))
        }
        DataType::Integer(_) => {
            let name = document.pointer("/data_type").and_then(Value::as_str).unwrap_or_default();
            let plain = name.trim_start_matches('u');
            Some(("/data_type", if valid[0] < 0.0 { plain.to_owned() } else { format!("u{plain}") }))
        }
        _ => None,
    };
    if let Some((pointer, name)) = sign {
        found.push((format!("data type is {name}"), change(pointer, json!(name))));
    }
    found.extend(reversed_scales(document));
    found
}

fn change(pointer: &str, value: Value) -> Change {
    Change { pointer: pointer.to_owned(), value }
}

/// The documents in which one codec divides by its scale where it multiplied, or has an offset of the other sign.
pub(in super::super) fn reversed_scales(document: &Value) -> Vec<(String, Change)> {
    let mut found = Vec::new();
    for (list, inner) in [("/codecs", "/configuration"), ("/filters", "")] {
        let Some(Value::Array(codecs)) = document.pointer(list) else { continue };
        for (index, codec) in codecs.iter().enumerate() {
            let name = codec.get("name").or(codec.get("id")).and_then(Value::as_str).unwrap_or_default();
            let member = |member: &str| {
                let pointer = format!("{list}/{index}{inner}/{member}");
                let number = document.pointer(&pointer)?.as_f64().filter(|number| *number != 0.0)?;
                Some((pointer, number))
            };
            if let Some((pointer, scale)) = member("scale") {
                let value = tidy(1.0 / scale);
                found.push((
                    format!("the scale of {name} is the wrong way round: it is {value}"),
                    change(&pointer, value),
                ));
            }
            if let Some((pointer, offset)) = member("offset") {
                let value = tidy(-offset);
                found.push((
                    format!("the offset of {name} has the wrong sign: it is {value}"),
                    change(&pointer, value),
                ));
            }
        }
    }
    found
}

/// A number as one would write it: 100, not 100.00000000000001.
fn tidy(number: f64) -> Value {
    let whole = number.round();
    if whole != 0.0 && (number / whole - 1.0).abs() < 1e-12 { json!(whole) } else { json!(number) }
}
