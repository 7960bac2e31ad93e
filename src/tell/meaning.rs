use serde::Serialize;
use serde_json::Value;

use crate::meaning::{
    Convention, CountedTime, ElementMask, FlagRow, FlagTable, MaskReason, Meaning, MeaningNote, MeaningValue,
    RawNumber, date_text,
};
use crate::metadata::fill_value;
use crate::metadata::text::{escape, shorten};
use crate::pipeline::Array;

const LONGEST: usize = 200;
const LISTED: usize = 12;

pub fn title(meaning: &Meaning) -> String {
    let are_stored = meaning.keeps_values() && meaning.flags.is_none();
    let note = if are_stored { ", the same as stored" } else { "" };
    match (&meaning.time, &meaning.description.units) {
        (Some(time), _) => format!("physical values: dates of the calendar {}", time.calendar.name()),
        (None, Some(units)) => format!("physical values, in {}{note}", line(units)),
        (None, None) => format!("physical values{note}"),
    }
}

pub fn place(name: &str, label: Option<&str>, coord: u64, is_long: bool) -> String {
    match label {
        Some(label) if is_long => format!("{name}={} ({coord})", line(label)),
        Some(label) => format!("{name}={}", line(label)),
        None => format!("{name} = {coord}"),
    }
}

fn line(text: &str) -> String {
    let beginning: String = text.chars().take(LONGEST + 1).collect();
    shorten(&escape(&beginning), LONGEST)
}

pub fn facts(meaning: &Meaning) -> Vec<(&'static str, String)> {
    let description = &meaning.description;
    let mut facts = Vec::new();
    let mut fact = |name, value: Option<String>| {
        if let Some(value) = value {
            facts.push((name, value));
        }
    };
    fact("long name", description.long_name.as_deref().map(line));
    fact("standard name", description.standard_name.as_deref().map(line));
    if meaning.time.is_none() {
        fact("unit", description.units.as_deref().map(line));
    }
    if let Some(time) = &meaning.time {
        let start = date_text(time.start, time.calendar, time.unit == CountedTime::Nanos(1));
        let units = description.units.as_deref().map_or(format!("since {start}"), line);
        fact("dates", Some(format!("{units}, calendar {}", time.calendar.name())));
    }
    if let Some(integer) = meaning.unsigned {
        let sign = if integer.signed { "" } else { "u" };
        fact("sign", Some(format!("read as {sign}int{}", integer.bits)));
    }
    if meaning.is_bool {
        fact("bools", Some("0 is false, all others are true".to_owned()));
    }
    if let Some(packing) = meaning.packing {
        let mut text = "stored".to_owned();
        if let Some(scale) = packing.scale {
            text = format!("{text} × {scale}");
        }
        if let Some(offset) = packing.offset {
            text = format!("{text} + {offset}");
        }
        fact("unpacked", Some(text));
    }
    let missing = meaning.mask.fill.iter().chain(&meaning.mask.missing);
    let mut missing: Vec<String> = missing.take(LISTED + 1).map(ToString::to_string).collect();
    if let Some(last) = missing.get_mut(LISTED) {
        "…".clone_into(last);
    }
    if !missing.is_empty() {
        fact("no value", Some(missing.join(", ")));
    }
    fact("valid", valid(&meaning.mask));
    fact("flags", meaning.flags.as_ref().map(flags));
    // How dates are counted says nothing about them.
    let physical = if meaning.time.is_some() { "dates".to_owned() } else { meaning.physical.to_string() };
    if !meaning.keeps_values() || meaning.time.is_some() {
        fact("values", Some(format!("{physical}, with --physical")));
    }
    facts
}

fn valid(mask: &ElementMask) -> Option<String> {
    let [least, greatest] = mask.valid;
    let of = if mask.valid_is_physical { "physical" } else { "stored" };
    let range = match (least, greatest) {
        (None, None) => return None,
        (Some(least), None) => format!("from {least}"),
        (None, Some(greatest)) => format!("up to {greatest}"),
        (Some(least), Some(greatest)) => format!("from {least} to {greatest}"),
    };
    Some(format!("{range} ({of} numbers); others are masked here, and kept by xarray"))
}

fn flags(flags: &FlagTable) -> String {
    let one = |row: &FlagRow| match (row.mask, row.value) {
        (None, value) => format!("{} {}", value.unwrap_or(0), line(&row.name)),
        (Some(mask), None) => format!("bits {mask} {}", line(&row.name)),
        (Some(mask), Some(value)) => format!("bits {mask} = {value} {}", line(&row.name)),
    };
    let shown: Vec<String> = flags.rows.iter().take(LISTED).map(one).collect();
    let more = flags.rows.len().saturating_sub(LISTED);
    let more = if more > 0 { format!(", … {more} more") } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

#[derive(Serialize)]
pub struct MeaningReport<'a> {
    conventions: &'a [&'static Convention],
    long_name: Option<&'a str>,
    standard_name: Option<&'a str>,
    units: Option<&'a str>,
    dimension_names: &'a [Option<String>],
    data_type: String,
    unsigned: Option<bool>,
    scale_factor: Option<RawNumber>,
    add_offset: Option<RawNumber>,
    fill_value: Option<RawNumber>,
    missing_values: &'a [RawNumber],
    valid_min: Option<RawNumber>,
    valid_max: Option<RawNumber>,
    calendar: Option<&'static str>,
    flags: &'a [FlagRow],
    coordinates: &'a [String],
    grid_mapping: &'a [String],
    bounds: Option<&'a str>,
    ancillary_variables: &'a [String],
    notes: &'a [MeaningNote],
}

impl<'a> From<&'a Meaning> for MeaningReport<'a> {
    fn from(meaning: &'a Meaning) -> Self {
        let Meaning { description, mask, packing, .. } = meaning;
        Self {
            conventions: &meaning.conventions,
            long_name: description.long_name.as_deref(),
            standard_name: description.standard_name.as_deref(),
            units: description.units.as_deref(),
            dimension_names: &meaning.dimensions,
            data_type: meaning.physical.to_string(),
            unsigned: meaning.unsigned.map(|integer| !integer.signed),
            scale_factor: packing.and_then(|packing| packing.scale),
            add_offset: packing.and_then(|packing| packing.offset),
            fill_value: mask.fill,
            missing_values: &mask.missing,
            valid_min: mask.valid[0],
            valid_max: mask.valid[1],
            calendar: meaning.time.as_ref().map(|time| time.calendar.name()),
            flags: meaning.flags.as_ref().map_or(&[], |flags| &flags.rows),
            coordinates: &description.coordinates,
            grid_mapping: &description.grid_mapping,
            bounds: description.bounds.as_deref(),
            ancillary_variables: &description.ancillary,
            notes: &meaning.notes,
        }
    }
}

#[derive(Serialize)]
pub struct MeaningValueReport<'a> {
    raw: Value,
    masked: Option<&'static str>,
    number: Option<RawNumber>,
    date: Option<&'a str>,
    packed_twice: bool,
    flags: &'a [String],
    unit: Option<&'a str>,
    text: String,
    steps: &'a [String],
}

impl<'a> From<&'a MeaningValue> for MeaningValueReport<'a> {
    fn from(value: &'a MeaningValue) -> Self {
        Self {
            raw: fill_value::write(&value.raw),
            masked: value.masked.map(MaskReason::name),
            number: value.number,
            date: value.date.as_deref(),
            packed_twice: value.is_packed_twice,
            flags: &value.flags,
            unit: value.unit.as_deref(),
            text: value.text(),
            steps: &value.steps,
        }
    }
}

/// Where numbers are shown as they are stored, although the attributes leave no doubt what they mean, or which of them is none.
pub fn stored_note(array: &Array) -> Option<&'static str> {
    let meaning = array.meaning().filter(|_| array.shown_meaning().is_none())?;
    let has_mark = meaning.mask.fill.is_some_and(|fill| fill.real().is_finite());
    (meaning.is_clear() || has_mark)
        .then_some("these are the stored numbers; --physical shows what the attributes make of them")
}
