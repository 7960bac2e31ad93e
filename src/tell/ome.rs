//! Images, plates and wells in words, for reports.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::plate::{PlateTable, plate_name};
use super::report_line::Line;
use crate::meaning::{
    AxisKind, MeaningNote, OmeAxis, OmeChannel, OmeDefaults, OmeImage, OmeLabels, OmeLevel, OmeMetadata,
    OmePlate, computed_text,
};
use crate::metadata::text::{count, escape, shape, shorten};
use crate::pipeline::{ImageLevel, LevelPlace};

/// The longest name in a line.
const LONGEST: usize = 60;
/// How many names, channels and levels are listed.
const LISTED: usize = 24;
/// How many rows and columns of a plate are drawn: as many as a plate of 1536 wells has.
const DRAWN: [usize; 2] = [32, 48];

/// What a group is in OME-Zarr, as lines.
pub fn lines(found: &OmeMetadata) -> Vec<Line> {
    let mut lines = vec![Line::Heading("what it is".to_owned())];
    let mut fact = |name, value: Option<String>| lines.extend(value.map(|value| Line::Fact(name, value)));
    fact(
        "convention",
        Some(match &found.version {
            Some(version) => format!("OME-Zarr {}", name(version)),
            None => "OME-Zarr".to_owned(),
        }),
    );
    for image in &found.images {
        fact(if found.label.is_some() { "label image" } else { "image" }, Some(image_text(image)));
        if !image.axes.is_empty() {
            fact("axes", Some(axes_text(image)));
        }
    }
    if let Some(label) = &found.label {
        fact("label colours", label_count(label.color_count()));
        fact("properties", label_count(label.property_count()));
    }
    for (index, channel) in found.channels.iter().take(LISTED).enumerate() {
        fact(if index == 0 { "channels" } else { "" }, Some(channel_text(index, channel)));
    }
    if found.channels.len() > LISTED {
        fact("", Some(format!("… {} more", found.channels.len() - LISTED)));
    }
    fact("shown first", first_text(&found.defaults));
    if found.label_count > 0 {
        fact("labels", Some(names(&found.labels, found.label_count)));
    }
    if let Some(fields) = &found.fields {
        let paths: Vec<String> = fields.iter().map(|field| field.path.clone()).collect();
        let count = count(fields.len() as u128, "field");
        fact("well", Some(format!("{count}: {}", names(&paths, fields.len()))));
    }
    if found.is_collection {
        fact("images", Some("those below, as bioformats2raw numbers them".to_owned()));
    }
    lines.extend(found.plate.iter().flat_map(plate));
    lines.extend(found.notes.iter().map(|note| Line::Text(note_text(note))));
    lines
}

fn label_count(number: usize) -> Option<String> {
    if number == 0 { None } else { Some(format!("of {}", count(number as u128, "label"))) }
}

fn note_text(note: &MeaningNote) -> String {
    format!("note: {}", escape(&note.to_string()))
}

fn name(text: &str) -> String {
    shorten(&escape(text), LONGEST)
}

fn names(all: &[String], total: usize) -> String {
    let shown: Vec<String> = all.iter().take(LISTED).map(|own| name(own)).collect();
    let more = total.saturating_sub(shown.len());
    format!("{}{}", shown.join(", "), if more > 0 { format!(", … {more} more") } else { String::new() })
}

fn image_text(image: &OmeImage) -> String {
    let levels = count(image.level_count as u128, "level");
    match &image.name {
        Some(own) => format!("\"{}\", {levels}", name(own)),
        None => levels,
    }
}

/// The axes, with the size of an element of the first level: `c (channel), y (space) 0.5 µm`.
fn axes_text(image: &OmeImage) -> String {
    let scale = image.levels.first().and_then(|level| level.scale.as_deref()).unwrap_or_default();
    let mut axes = Vec::new();
    for (index, axis) in image.axes.iter().enumerate() {
        let mut text = name(&axis.name);
        if axis.kind != AxisKind::Other {
            let _ = write!(text, " ({})", axis.kind);
        }
        if axis.kind != AxisKind::Channel
            && let Some(size) = scale.get(index).and_then(|size| step_text(axis, *size))
        {
            let _ = write!(text, " {size}");
        }
        axes.push(text);
    }
    axes.join(", ")
}

/// The edge of an element along an axis: `0.5 µm`. Without a unit, 1 says nothing.
fn step_text(axis: &OmeAxis, size: f64) -> Option<String> {
    let size = computed_text(size);
    match axis.unit_sign() {
        Some(unit) => Some(format!("{size} {}", name(unit))),
        None if size == "1" => None,
        None => Some(size),
    }
}

fn channel_text(index: usize, channel: &OmeChannel) -> String {
    let label = channel.label.as_deref().map_or("without a name".to_owned(), name);
    let mut parts = vec![format!("{index} {label}")];
    if let Some([red, green, blue]) = channel.color {
        parts.push(format!("#{red:02X}{green:02X}{blue:02X}"));
    }
    let ends = |(low, high): (f64, f64)| format!("{} to {}", computed_text(low), computed_text(high));
    if let Some(window) = channel.window {
        let of = channel.limits.map(|limits| format!(" (of {})", ends(limits))).unwrap_or_default();
        parts.push(format!("window {}{of}", ends(window)));
    }
    if channel.active == Some(false) {
        parts.push("not active".to_owned());
    }
    parts.join(", ")
}

/// What is shown first of an image, and whether in grey.
fn first_text(defaults: &OmeDefaults) -> Option<String> {
    let mut parts = Vec::new();
    for (name, at) in [("z", defaults.z), ("t", defaults.t)] {
        parts.extend(at.map(|at| format!("{name} {at}")));
    }
    if defaults.is_grey {
        parts.push("channels in grey".to_owned());
    }
    if parts.is_empty() { None } else { Some(parts.join(", ")) }
}

fn plate(plate: &OmePlate) -> Vec<Line> {
    let mut parts: Vec<String> = plate.name.iter().map(|own| format!("\"{}\"", name(own))).collect();
    parts.push(count(plate.rows.len() as u128, "row"));
    parts.push(count(plate.columns.len() as u128, "column"));
    parts.push(format!("{} with images", count(plate.well_count as u128, "well")));
    if plate.acquisitions > 0 {
        parts.push(count(plate.acquisitions as u128, "acquisition"));
    }
    if let Some(fields) = plate.field_count {
        parts.push(format!("at most {} in a well", count(fields as u128, "field")));
    }
    let mut lines = vec![Line::Fact("plate", parts.join(", "))];
    let [rows, columns] = [plate.rows.len().min(DRAWN[0]), plate.columns.len().min(DRAWN[1])];
    let table = PlateTable { plate, states: &[] };
    let first = plate.rows.iter().map(|own| plate_name(own).chars().count()).max().unwrap_or(0);
    let width = table.width().saturating_sub(1);
    let cut = if plate.columns.len() > columns { " …" } else { "" };
    let mut heads = String::new();
    for own in plate.columns.iter().take(columns) {
        let _ = write!(heads, " {:>width$}", plate_name(own));
    }
    lines.push(Line::Text(format!("{:first$}{heads}{cut}", "")));
    for (row, own) in plate.rows.iter().take(rows).enumerate() {
        let mut wells = String::new();
        for column in 0..columns {
            let _ = write!(wells, " {:>width$}", table.sign(row, column));
        }
        lines.push(Line::Text(format!("{:<first$}{wells}{cut}", plate_name(own))));
    }
    if plate.rows.len() > rows {
        lines.push(Line::Text(format!("… {} more rows", plate.rows.len() - rows)));
    }
    lines.push(Line::Text("■ a well that is listed, · none".to_owned()));
    lines
}

/// The levels of an image as they are in the store.
pub fn level_lines(image: &OmeImage, levels: &[ImageLevel]) -> Vec<Line> {
    let mut lines = Vec::new();
    if !levels.is_empty() {
        lines.push(Line::Heading("levels".to_owned()));
    }
    for one in levels.iter().take(LISTED) {
        let mut text = format!("{:>2}  {:<12} ", one.level.index, name(&one.level.path));
        text.push_str(&one.shape.as_deref().map_or("no array there".to_owned(), shape));
        if let Some(size) = element_text(image, &one.level) {
            let _ = write!(text, "  elements of {size}");
        }
        lines.push(if one.shape.is_some() { Line::Text(text) } else { Line::Fault(text) });
    }
    let more = image.level_count.saturating_sub(levels.len().min(LISTED));
    if more > 0 {
        lines.push(Line::Text(format!("… {more} more")));
    }
    lines
}

/// The edges of an element in all axes but that of channels: `z 2 µm, y 0.5 µm`.
fn element_text(image: &OmeImage, level: &OmeLevel) -> Option<String> {
    let mut parts = Vec::new();
    for (axis, size) in image.axes.iter().zip(level.scale.as_deref()?) {
        if axis.kind != AxisKind::Channel
            && let Some(size) = step_text(axis, *size)
        {
            parts.push(format!("{} {size}", name(&axis.name)));
        }
    }
    if parts.is_empty() { None } else { Some(parts.join(", ")) }
}

/// What an array is as a level of an image.
pub fn place_lines(place: &LevelPlace, group: &str) -> Vec<Line> {
    let (Some(image), Some(level)) = (place.image(), place.level()) else { return Vec::new() };
    let own = image.name.as_deref().map(|own| format!(" \"{}\"", name(own))).unwrap_or_default();
    let what = if place.metadata.label.is_some() { "label image" } else { "image" };
    let mut lines = vec![
        Line::Heading("what it is".to_owned()),
        Line::Fact(
            "level",
            format!("{} of {} of the {what}{own} in {}", level.index, image.level_count, escape(group)),
        ),
    ];
    if let Some(size) = element_text(image, level) {
        lines.push(Line::Fact("element", size));
    }
    if let Some(translation) = &level.translation {
        let mut parts = Vec::new();
        for (axis, at) in image.axes.iter().zip(translation) {
            if axis.kind != AxisKind::Channel {
                let unit = axis.unit_sign().map(|unit| format!(" {}", name(unit))).unwrap_or_default();
                parts.push(format!("{} {}{unit}", name(&axis.name), computed_text(*at)));
            }
        }
        lines.push(Line::Fact("begins at", parts.join(", ")));
    }
    lines
}

/// What a group is, for scripts.
pub fn json(found: &OmeMetadata, levels: &[Vec<ImageLevel>]) -> Value {
    let images = found.images.iter().enumerate();
    let images = images.map(|(index, image)| image_json(image, levels.get(index).map_or(&[], Vec::as_slice)));
    json!({
        "version": found.version,
        "images": images.collect::<Value>(),
        "channels": found.channels.iter().map(channel_json).collect::<Value>(),
        "shown_first": {"z": found.defaults.z, "t": found.defaults.t, "grey": found.defaults.is_grey},
        "labels": found.labels,
        "is_label_image": found.label.is_some(),
        "label_colors": found.label.as_ref().map(OmeLabels::color_count),
        "label_properties": found.label.as_ref().map(OmeLabels::property_count),
        "plate": found.plate.as_ref().map(plate_json),
        "fields": found.fields.as_ref().map(|fields| {
            fields.iter().map(|field| json!({"path": field.path, "acquisition": field.acquisition})).collect::<Value>()
        }),
        "notes": found.notes.iter().map(|note| json!({"attribute": note.attribute, "message": note.message})).collect::<Value>(),
    })
}

fn image_json(image: &OmeImage, levels: &[ImageLevel]) -> Value {
    let axes = image.axes.iter();
    let shape = |index: usize| levels.get(index).and_then(|level| level.shape.clone());
    let level = |(index, level): (usize, &OmeLevel)| {
        json!({
            "index": level.index, "path": level.path, "scale": level.scale, "translation": level.translation,
            "shape": shape(index),
        })
    };
    json!({
        "name": image.name,
        "axes": axes.map(|axis| json!({"name": axis.name, "kind": axis.kind.to_string(), "unit": axis.unit})).collect::<Value>(),
        "level_count": image.level_count,
        "levels": image.levels.iter().enumerate().map(level).collect::<Value>(),
    })
}

fn channel_json(channel: &OmeChannel) -> Value {
    let color = channel.color.map(|[red, green, blue]| format!("#{red:02X}{green:02X}{blue:02X}"));
    json!({
        "label": channel.label, "color": color, "active": channel.active,
        "window": channel.window.map(|(low, high)| [low, high]), "limits": channel.limits.map(|(low, high)| [low, high]),
    })
}

fn plate_json(plate: &OmePlate) -> Value {
    let wells = plate.wells.iter();
    json!({
        "name": plate.name, "rows": plate.rows, "columns": plate.columns, "acquisitions": plate.acquisitions,
        "field_count": plate.field_count, "well_count": plate.well_count,
        "wells": wells.map(|well| json!({"path": well.path, "row": well.row, "column": well.column})).collect::<Value>(),
    })
}

/// What an array is as a level, for scripts.
pub fn place_json(place: &LevelPlace, group: &str) -> Value {
    let (image, level) = (place.image(), place.level());
    json!({
        "group": group, "image": image.and_then(|image| image.name.clone()),
        "level": level.map(|level| level.index), "levels": image.map(|image| image.level_count),
        "scale": level.map(|level| level.scale.clone()), "translation": level.map(|level| level.translation.clone()),
        "units": image.map(|image| image.axes.iter().map(|axis| axis.unit.clone()).collect::<Vec<_>>()),
    })
}
