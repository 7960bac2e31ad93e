//! What the document states of values, beside what they are.

use serde_json::Value;

use super::super::confidence::around as sure;
use super::super::documents::{with_data_type, with_reversed_scales};
use super::super::plausible::verdict::short;
use super::super::{Hypothesis, hypothesis};
use super::digest::{CellBytes, CellDigest, NumberView};
use super::values::{AllValues, OtherValues};
use crate::codec::DecodeOptions;
use crate::meaning::{FlagTable, Packing, RawNumber};
use crate::metadata::{Change, DataType, GroupOrArray, Integer};
use crate::pipeline::{Array, ChunkAddress};

/// So many chunks are decoded again to see whether another document would give what is stated.
const TRIED: usize = 6;
/// A range that was stated of numbers before they were packed is that of the packed ones but for this part of it.
const ROUNDED: f64 = 0.01;

/// What the attributes state.
#[derive(Debug, Clone, Default)]
pub(super) struct Stated {
    /// The factor that stored numbers are multiplied by.
    pub scale: Option<f64>,
    /// Numbers that mean that nothing was measured.
    pub marks: Vec<f64>,
    /// The least and the greatest number, as stored; infinite where only one of them is stated.
    valid: Option<[f64; 2]>,
    /// Where that is said.
    source: &'static str,
    /// The least and the greatest of the numbers that stand for something.
    named: Option<[f64; 2]>,
    /// Whether numbers stand for something: classes, or bits of which each says something.
    pub has_flags: bool,
    units: String,
    standard_name: String,
    /// How stored numbers become those that are stated, where they do.
    packing: Option<Packing>,
}

impl Stated {
    pub fn of(array: &Array) -> Self {
        let has_flags = ["flag_values", "flag_masks"].iter().any(|name| attribute(array, name).is_some());
        let Some(meaning) = array.meaning() else { return Self { has_flags, ..Self::default() } };
        let mask = &meaning.mask;
        let marks = mask.fill.iter().chain(&mask.missing).map(|mark| mark.real()).collect();
        let mut stated = Self {
            scale: meaning.packing.as_ref().and_then(|packing| packing.scale).map(RawNumber::real),
            marks,
            has_flags,
            named: meaning.flags.as_ref().and_then(FlagTable::ends),
            units: meaning.description.units.clone().unwrap_or_default(),
            standard_name: meaning.description.standard_name.clone().unwrap_or_default(),
            ..Self::default()
        };
        let possible = possible(&stated.standard_name, &stated.units);
        let (range, is_physical) = match (actual_range(array), mask.valid) {
            (Some(range), _) => {
                stated.source = "actual_range";
                (range, true)
            }
            (None, [None, None]) => {
                let Some((range, source)) = possible else { return stated };
                stated.source = source;
                (range, true)
            }
            (None, [least, most]) => {
                stated.source = "its attributes";
                let end = |end: Option<RawNumber>, none| end.map_or(none, RawNumber::real);
                ([end(least, f64::NEG_INFINITY), end(most, f64::INFINITY)], mask.valid_is_physical)
            }
        };
        stated.packing = meaning.packing.filter(|_| is_physical);
        let unit = (range[1] - range[0]).abs() * ROUNDED;
        let is_of_writer = ["actual_range", "its attributes"].contains(&stated.source);
        let slack = if unit.is_finite() && is_of_writer && stated.packing.is_some() { unit } else { 0.0 };
        stated.valid = Some([range[0] - slack, range[1] + slack]).filter(|[least, most]| least < most);
        stated
    }

    /// A value of a cell that stands for nothing, where those of all others do.
    pub fn unnamed(&self, cell: &CellDigest, all: &AllValues, others: &OtherValues) -> Option<String> {
        let [least, most] = self.named?;
        let is_named = |value: f64| (least..=most).contains(&value) || self.marks.contains(&value);
        let odd = [cell.least[0].value, cell.most[0].value].into_iter().find(|value| !is_named(*value))?;
        if !is_named(others.least) || !is_named(others.most) || all.strange > 0 {
            return None;
        }
        Some(format!(
            "it is {}; flag_values name numbers from {} to {}, and all other chunks have no other",
            short(odd),
            short(least),
            short(most)
        ))
    }

    /// Temperatures of the earth in the other of two units: as kelvin they would be below zero, as degrees Celsius no water
    /// or air has them.
    pub fn other_temperature(&self, cells: &[&CellDigest]) -> Option<Hypothesis> {
        let (is_celsius, is_kelvin) = (is_celsius(&self.units), is_kelvin(&self.units));
        if !is_celsius && !is_kelvin || !self.standard_name.ends_with("temperature") {
            return None;
        }
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for stored in cells.iter().flat_map(|cell| &cell.sample) {
            let value = self.packing.as_ref().map_or(*stored, |packing| packing.unpack(*stored));
            (least, most) = (least.min(value), most.max(value));
        }
        let other = if is_celsius && least > 150.0 && most < 350.0 {
            "K"
        } else if is_kelvin && least < 0.0 && least > -100.0 && most < 80.0 {
            "degC"
        } else {
            return None;
        };
        let what = format!("the units are {other}, not {}", self.units);
        let why =
            format!("values lie between {} and {}, as temperatures do in {other}", short(least), short(most));
        Some(hypothesis(what, sure::STATED, why))
    }

    /// How many of some stored numbers are as stated, when they become what they mean so.
    fn valid_with(&self, values: &[f64], physical: impl Fn(f64) -> f64) -> usize {
        let Some([least, most]) = self.valid else { return values.len() };
        values.iter().filter(|value| (least..=most).contains(&physical(**value))).count()
    }

    fn valid_among(&self, values: &[f64]) -> usize {
        match &self.packing {
            Some(packing) => self.valid_with(values, |value| packing.unpack(value)),
            None => self.valid_with(values, |value| value),
        }
    }

    /// Whether nearly none of the values of a cell is as stated.
    pub fn excludes(&self, cell: &CellDigest) -> bool {
        self.valid.is_some()
            && !cell.sample.is_empty()
            && self.valid_among(&cell.sample) * 10 < cell.sample.len()
    }

    pub fn valid_words(&self) -> String {
        let [least, most] = self.valid.unwrap_or_default();
        match (least.is_finite(), most.is_finite()) {
            (true, true) => {
                format!("{} say that values lie between {} and {}", self.source, short(least), short(most))
            }
            (true, false) => format!("{} say that no value is below {}", self.source, short(least)),
            _ => format!("{} say that no value is above {}", self.source, short(most)),
        }
    }

    /// What is wrong with the document or the attributes, where many values are not as stated.
    pub fn contradicted(
        &self,
        array: &Array,
        cells: &[&CellDigest],
        options: &DecodeOptions,
    ) -> Option<Hypothesis> {
        let valid = self.valid?;
        let mut values: Vec<f64> = cells.iter().flat_map(|cell| cell.sample.iter().copied()).collect();
        values.retain(|value| self.marks.iter().all(|mark| mark.total_cmp(value).is_ne()));
        let before = self.valid_among(&values);
        if before * 50 > values.len() * 49 {
            return None;
        }
        let outside = format!(
            "{}; {} of {} that were looked at do not",
            self.valid_words(),
            values.len() - before,
            values.len()
        );
        let step = cells.len().div_ceil(TRIED).max(1);
        for (what, changes) in documents(array, valid) {
            let Ok(other) = array.changed(&changes) else { continue };
            let tried = cells.iter().step_by(step).map(|cell| sample(&other, &cell.address, options));
            let Some(tried) = tried.collect::<Option<Vec<Vec<f64>>>>() else { continue };
            let tried = tried.concat();
            if tried.is_empty() || self.valid_among(&tried) < tried.len() {
                continue;
            }
            let evidence = format!(
                "{outside}, and with it all do, from {} to {}",
                short(tried.iter().copied().fold(f64::INFINITY, f64::min)),
                short(tried.iter().copied().fold(f64::NEG_INFINITY, f64::max))
            );
            return Some(Hypothesis { changes, ..hypothesis(what, sure::STATED, evidence) });
        }
        if let Some(packing) = &self.packing {
            let scale = packing.scale.map_or(1.0, RawNumber::real);
            let offset = packing.offset.map_or(0.0, RawNumber::real);
            let other = [
                (1.0 / scale, offset, format!("scale_factor is the wrong way round: it is {}", 1.0 / scale)),
                (scale, -offset, format!("add_offset has the wrong sign: it is {}", -offset)),
                (1.0, 0.0, "scale_factor was not applied when the values were stored: it is 1".to_owned()),
            ];
            for (scale, offset, text) in other {
                if self.valid_with(&values, |value| value * scale + offset) * 50 > values.len() * 49 {
                    return Some(hypothesis(
                        text,
                        sure::STATED,
                        format!("{outside}; with it, nearly all do"),
                    ));
                }
            }
        }
        // What few values exceed may be wrong itself; what nothing can be is not.
        let is_of_writer = ["actual_range", "its attributes"].contains(&self.source);
        let is_exceeded =
            if is_of_writer { before * 10 <= values.len() } else { before * 10 <= 9 * values.len() };
        if !is_exceeded {
            return None;
        }
        let what = "a codec or an attribute that scales the values is missing or wrong";
        Some(hypothesis(what, sure::UNSCALED, outside))
    }
}

fn is_celsius(units: &str) -> bool {
    matches!(
        units,
        "degC"
            | "degree_C"
            | "degrees_C"
            | "celsius"
            | "Celsius"
            | "°C"
            | "degree_Celsius"
            | "degrees_Celsius"
    )
}

fn is_kelvin(units: &str) -> bool {
    matches!(units, "K" | "kelvin" | "Kelvin")
}

/// Wide limits of what a quantity can be at all, in its units, and where they are from.
fn possible(standard_name: &str, units: &str) -> Option<([f64; 2], &'static str)> {
    const UNITS: &str = "its units";
    const BOTH: &str = "its name and units";
    let is_temperature = standard_name.ends_with("temperature");
    let is_pressure =
        standard_name.ends_with("air_pressure") || standard_name == "air_pressure_at_mean_sea_level";
    let is_rain =
        ["lwe_thickness_of_precipitation_amount", "thickness_of_rainfall_amount"].contains(&standard_name);
    match units {
        "degrees_north" | "degree_north" | "degree_N" | "degrees_N" | "degreeN" | "degreesN" => {
            Some(([-90.0, 90.0], UNITS))
        }
        "K" | "kelvin" | "Kelvin" if is_temperature => Some(([0.0, 1e4], BOTH)),
        _ if is_temperature && is_celsius(units) => Some(([-273.15, 1e4], BOTH)),
        "%" if standard_name == "relative_humidity" => Some(([-5.0, 300.0], BOTH)),
        // A metre of rain in a day is a record.
        "m" if is_rain => Some(([0.0, 5.0], BOTH)),
        "Pa" if is_pressure => Some(([0.0, 2e5], BOTH)),
        "hPa" | "mbar" if is_pressure => Some(([0.0, 2e3], BOTH)),
        _ => None,
    }
}

/// The range that a writer found the values to have.
fn actual_range(array: &Array) -> Option<[f64; 2]> {
    let range = attribute(array, "actual_range")?.as_array()?;
    let [least, most] = range.as_slice() else { return None };
    Some([least.as_f64()?, most.as_f64()?])
}

pub(super) fn attribute<'a>(array: &'a Array, name: &str) -> Option<&'a Value> {
    let Ok(GroupOrArray::Array(document)) = &array.document().node else { return None };
    document.attributes.as_ref().ok()?.get(name)
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
fn documents(array: &Array, valid: [f64; 2]) -> Vec<(String, Vec<Change>)> {
    let mut found = Vec::new();
    if let DataType::Integer(integer) = array.metadata.data_type {
        let data_type = DataType::Integer(Integer { signed: valid[0] < 0.0, ..integer });
        let changes = with_data_type(array, &data_type);
        found.extend(changes.map(|changes| (format!("data type should be {data_type}"), changes)));
    }
    for (what, change) in with_reversed_scales(&array.document().value) {
        found.push((what, vec![change]));
    }
    found
}
