//! Images, plates and wells in words, for reports.

use serde::Serialize;

use super::plate::{PlateTable, plate_name};
use super::report_line::Line;
use crate::meaning::{
    AxisKind, MeaningNote, OmeAxis, OmeChannel, OmeDefaults, OmeField, OmeImage, OmeLabels, OmeLevel,
    OmeMetadata, OmePlate, computed_text,
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
    let version = found
        .version
        .as_deref()
        .map_or_else(|| "OME-Zarr".to_owned(), |version| format!("OME-Zarr {}", name(version)));
    let mut fact = |name, value: Option<String>| lines.extend(value.map(|value| Line::Fact(name, value)));
    fact("convention", Some(version));
    for image in &found.images {
        fact(if found.label.is_some() { "label image" } else { "image" }, Some(image_text(image)));
        fact("axes", (!image.axes.is_empty()).then(|| axes_text(image)));
    }
    let labels = |number: usize| (number > 0).then(|| format!("of {}", count(number as u128, "label")));
    fact("label colours", found.label.as_ref().and_then(|label| labels(label.color_count())));
    fact("properties", found.label.as_ref().and_then(|label| labels(label.property_count())));
    for (index, channel) in found.channels.iter().take(LISTED).enumerate() {
        fact(if index == 0 { "channels" } else { "" }, Some(channel_text(index, channel)));
    }
    fact("", more(found.channels.len()));
    fact("shown first", first_text(&found.defaults));
    fact("labels", (found.label_count > 0).then(|| names(&found.labels, found.label_count)));
    fact(
        "well",
        found.fields.as_ref().map(|fields| {
            let paths: Vec<String> = fields.iter().map(|field| field.path.clone()).collect();
            format!("{}: {}", count(fields.len() as u128, "field"), names(&paths, fields.len()))
        }),
    );
    fact("images", found.is_collection.then(|| "those below, as bioformats2raw numbers them".to_owned()));
    lines.extend(found.plate.iter().flat_map(plate));
    lines.extend(found.notes.iter().map(|note| Line::Text(note_text(note))));
    lines
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

fn more(total: usize) -> Option<String> {
    (total > LISTED).then(|| format!("… {} more", total - LISTED))
}

fn image_text(image: &OmeImage) -> String {
    let levels = count(image.level_count as u128, "level");
    image.name.as_deref().map_or(levels.clone(), |own| format!("\"{}\", {levels}", name(own)))
}

/// The axes, with the size of an element of the first level: `c (channel), y (space) 0.5 µm`.
fn axes_text(image: &OmeImage) -> String {
    let scale = image.levels.first().and_then(|level| level.scale.as_deref());
    let axis = |(index, axis): (usize, &OmeAxis)| {
        let size = scale.and_then(|scale| scale.get(index)).filter(|_| axis.kind != AxisKind::Channel);
        let size = size.and_then(|size| step_text(axis, *size)).map(|size| format!(" {size}"));
        let kind = match axis.kind {
            AxisKind::Other => String::new(),
            kind => format!(" ({kind})"),
        };
        format!("{}{kind}{}", name(&axis.name), size.unwrap_or_default())
    };
    image.axes.iter().enumerate().map(axis).collect::<Vec<_>>().join(", ")
}

/// The edge of an element along an axis: `0.5 µm`. Without a unit, 1 says nothing.
fn step_text(axis: &OmeAxis, size: f64) -> Option<String> {
    let size = computed_text(size);
    match axis.unit_sign() {
        Some(unit) => Some(format!("{size} {}", name(unit))),
        None => (size != "1").then_some(size),
    }
}

fn channel_text(index: usize, channel: &OmeChannel) -> String {
    let mut parts = vec![format!(
        "{index} {}",
        channel.label.as_deref().map_or_else(|| "without a name".to_owned(), name)
    )];
    parts.extend(channel.color.map(hex));
    let ends = |(low, high): (f64, f64)| format!("{} to {}", computed_text(low), computed_text(high));
    parts.extend(channel.window.map(|window| {
        let of = channel.limits.map(|limits| format!(" (of {})", ends(limits))).unwrap_or_default();
        format!("window {}{of}", ends(window))
    }));
    parts.extend((channel.active == Some(false)).then(|| "not active".to_owned()));
    parts.join(", ")
}

/// What is shown first of an image, and whether in grey.
fn first_text(defaults: &OmeDefaults) -> Option<String> {
    let at = |name: &str, at: Option<u64>| at.map(|at| format!("{name} {at}"));
    let grey = defaults.is_grey.then(|| "channels in grey".to_owned());
    let parts: Vec<String> = [at("z", defaults.z), at("t", defaults.t), grey].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// A plate as a table of its wells.
fn plate(plate: &OmePlate) -> Vec<Line> {
    let mut parts: Vec<String> = plate.name.iter().map(|own| format!("\"{}\"", name(own))).collect();
    parts.push(count(plate.rows.len() as u128, "row"));
    parts.push(count(plate.columns.len() as u128, "column"));
    parts.push(format!("{} with images", count(plate.well_count as u128, "well")));
    parts.extend((plate.acquisitions > 0).then(|| count(plate.acquisitions as u128, "acquisition")));
    parts.extend(
        plate.field_count.map(|fields| format!("at most {} in a well", count(fields as u128, "field"))),
    );
    let mut lines = vec![Line::Fact("plate", parts.join(", "))];
    let [rows, columns] = [plate.rows.len().min(DRAWN[0]), plate.columns.len().min(DRAWN[1])];
    let table = PlateTable { plate, states: &[] };
    let widest =
        |names: &[String]| names.iter().map(|own| plate_name(own).chars().count()).max().unwrap_or(0);
    let (first, width) = (widest(&plate.rows), table.width().saturating_sub(1));
    let cut = if plate.columns.len() > columns { " …" } else { "" };
    let heads: Vec<String> =
        plate.columns.iter().take(columns).map(|own| format!(" {:>width$}", plate_name(own))).collect();
    let heads = heads.concat();
    lines.push(Line::Text(format!("{:first$}{heads}{cut}", "")));
    for (row, own) in plate.rows.iter().take(rows).enumerate() {
        let well = |column| format!(" {:>width$}", table.sign(row, column));
        let wells: String = (0..columns).map(well).collect();
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
    let heading = (!levels.is_empty()).then(|| Line::Heading("levels".to_owned()));
    let mut lines: Vec<Line> = heading.into_iter().collect();
    for one in levels.iter().take(LISTED) {
        let shape = one.shape.as_deref().map_or_else(|| "no array there".to_owned(), shape);
        let size = element_text(image, &one.level).map(|size| format!("  elements of {size}"));
        let text = format!(
            "{:>2}  {:<12} {shape}{}",
            one.level.index,
            name(&one.level.path),
            size.unwrap_or_default()
        );
        let is_there = one.shape.is_some();
        lines.push(if is_there { Line::Text(text) } else { Line::Fault(text) });
    }
    let more = image.level_count.saturating_sub(levels.len().min(LISTED));
    lines.extend((more > 0).then(|| Line::Text(format!("… {more} more"))));
    lines
}

/// The edges of an element in all axes but that of channels: `z 2 µm, y 0.5 µm`.
fn element_text(image: &OmeImage, level: &OmeLevel) -> Option<String> {
    let scale = level.scale.as_deref()?;
    let own = image.axes.iter().zip(scale).filter(|(axis, _)| axis.kind != AxisKind::Channel);
    let parts: Vec<String> = own
        .filter_map(|(axis, size)| Some(format!("{} {}", name(&axis.name), step_text(axis, *size)?)))
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
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
    let mut fact = |name, value: Option<String>| lines.extend(value.map(|value| Line::Fact(name, value)));
    fact("element", element_text(image, level));
    let start = level.translation.as_deref().map(|translation| {
        let own = image.axes.iter().zip(translation).filter(|(axis, _)| axis.kind != AxisKind::Channel);
        let part = |(axis, at): (&OmeAxis, &f64)| {
            let unit = axis.unit_sign().map(|unit| format!(" {}", name(unit))).unwrap_or_default();
            format!("{} {}{unit}", name(&axis.name), computed_text(*at))
        };
        own.map(part).collect::<Vec<_>>().join(", ")
    });
    fact("begins at", start);
    lines
}

/// What a group is, for scripts.
#[derive(Serialize)]
pub struct OmeReport {
    version: Option<String>,
    images: Vec<ImageReport>,
    channels: Vec<ChannelReport>,
    shown_first: OmeDefaults,
    labels: Vec<String>,
    is_label_image: bool,
    label_colors: Option<usize>,
    label_properties: Option<usize>,
    plate: Option<OmePlate>,
    fields: Option<Vec<OmeField>>,
    notes: Vec<MeaningNote>,
}

#[derive(Serialize)]
struct ImageReport {
    name: Option<String>,
    axes: Vec<OmeAxis>,
    level_count: usize,
    levels: Vec<ImageLevel>,
}

#[derive(Serialize)]
struct ChannelReport {
    label: Option<String>,
    color: Option<String>,
    active: Option<bool>,
    window: Option<(f64, f64)>,
    limits: Option<(f64, f64)>,
}

impl OmeReport {
    /// What is said of a group, with the levels of its images as they are in the store.
    pub fn of(found: OmeMetadata, levels: Vec<Vec<ImageLevel>>) -> Self {
        let images = found.images.into_iter().zip(levels);
        let images = images.map(|(OmeImage { name, axes, level_count, .. }, levels)| ImageReport {
            name,
            axes,
            level_count,
            levels,
        });
        let channels = found.channels.into_iter().map(|channel| ChannelReport {
            label: channel.label,
            color: channel.color.map(hex),
            active: channel.active,
            window: channel.window,
            limits: channel.limits,
        });
        Self {
            version: found.version,
            images: images.collect(),
            channels: channels.collect(),
            shown_first: found.defaults,
            labels: found.labels,
            is_label_image: found.label.is_some(),
            label_colors: found.label.as_ref().map(OmeLabels::color_count),
            label_properties: found.label.as_ref().map(OmeLabels::property_count),
            plate: found.plate,
            fields: found.fields,
            notes: found.notes,
        }
    }
}

/// What an array is as a level, for scripts.
#[derive(Serialize)]
pub struct LevelPlaceReport {
    group: String,
    image: Option<String>,
    level: Option<usize>,
    levels: Option<usize>,
    scale: Option<Vec<f64>>,
    translation: Option<Vec<f64>>,
    units: Option<Vec<Option<String>>>,
}

impl LevelPlaceReport {
    /// What is said of a level of an image in a group.
    pub fn of(place: &LevelPlace, group: String) -> Self {
        let (image, level) = (place.image(), place.level().cloned());
        Self {
            group,
            image: image.and_then(|image| image.name.clone()),
            level: level.as_ref().map(|level| level.index),
            levels: image.map(|image| image.level_count),
            scale: level.as_ref().and_then(|level| level.scale.clone()),
            translation: level.and_then(|level| level.translation),
            units: image.map(|image| image.axes.iter().map(|axis| axis.unit.clone()).collect()),
        }
    }
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}
