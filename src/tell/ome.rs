use std::fmt::Write as _;

use serde::Serialize;

use super::plate::{PLATE_LEGEND, PlateTable, plate_name};
use super::words::{count, cut, level_name, names, shape};
use super::{channel::hex_color, line_rows::Line};
use crate::meaning::{
    AxisKind, MeaningNote, OmeAxis, OmeChannel, OmeDefaults, OmeField, OmeImage, OmeLevel, OmeMetadata,
    OmePlate, OmeSceneStep, OmeSystem, computed_text,
};
use crate::metadata::text::escape;
use crate::pipeline::{ImageLevel, ImageSeries, LevelPlace, WellState};

const LONGEST: usize = 60;
const LISTED: usize = 24;
/// The rows and columns of a plate of 1536 wells.
const DRAWN: [usize; 2] = [32, 48];

pub fn lines(found: &OmeMetadata, wells: &[WellState]) -> Vec<Line> {
    let mut lines = vec![Line::Heading("what it is".to_owned())];
    let mut fact = |name, value: String| lines.push(Line::Fact(name, value));
    let mut convention = "OME-Zarr".to_owned();
    if let Some(version) = &found.version {
        convention = format!("{convention} {}", cut(version, LONGEST));
    }
    fact("convention", convention);
    for image in &found.images {
        let mut text = count(image.level_count as u128, "level");
        if let Some(own) = &image.name {
            text = format!("\"{}\", {text}", cut(own, LONGEST));
        }
        fact(if found.label.is_some() { "label image" } else { "image" }, text);
        if !image.axes.is_empty() {
            fact("axes", axes_text(image));
        }
        // Of one system there is nothing to say that axes do not say.
        for (index, system) in
            image.systems.iter().filter(|_| image.systems.len() > 1).take(LISTED).enumerate()
        {
            let name = format!("{} ({})", cut(&system.name, LONGEST), cut(&system.axes.join(", "), LONGEST));
            let how = match &system.transformation {
                Some(by) => format!(
                    ", by {}, which pictures and positions here are not put through",
                    cut(by, LONGEST)
                ),
                None if index == 0 => ", in which pictures and positions are".to_owned(),
                None => String::new(),
            };
            fact(if index == 0 { "coordinate systems" } else { "" }, name + &how);
        }
    }
    if let Some(label) = &found.label {
        for (name, number) in [("label colours", label.colors.len()), ("properties", label.properties.len())]
        {
            if number > 0 {
                fact(name, format!("of {}", count(number as u128, "label")));
            }
        }
    }
    for (index, channel) in found.channels.iter().take(LISTED).enumerate() {
        fact(if index == 0 { "channels" } else { "" }, channel_text(index, channel));
    }
    if found.channels.len() > LISTED {
        fact("", format!("… {} more", found.channels.len() - LISTED));
    }
    let mut first = Vec::new();
    for (name, at) in [("z", found.defaults.z), ("t", found.defaults.t)] {
        if let Some(at) = at {
            first.push(format!("{name} {at}"));
        }
    }
    if found.defaults.is_grey {
        first.push("channels in grey".to_owned());
    }
    if !first.is_empty() {
        fact("shown first", first.join(", "));
    }
    if found.label_count > 0 {
        fact("labels", names(&found.labels, found.label_count, LISTED, LONGEST));
    }
    if let Some(fields) = &found.fields {
        let paths: Vec<String> = fields.iter().map(|field| field.path.clone()).collect();
        let count = count(fields.len() as u128, "field");
        fact("well", format!("{count}: {}", names(&paths, fields.len(), LISTED, LONGEST)));
    }
    for (index, step) in found.scene.iter().take(LISTED).enumerate() {
        let parts = [&step.from, &step.to, &step.transformation].map(|part| cut(part, LONGEST));
        let [from, to, by] = parts;
        fact(if index == 0 { "scene" } else { "" }, format!("{from} → {to}, by {by}"));
    }
    if found.scene.len() > LISTED {
        fact("", format!("… {} more", found.scene.len() - LISTED));
    }
    if found.is_collection {
        fact("images", "those below, as bioformats2raw numbers them".to_owned());
    }
    if let Some(plate) = &found.plate {
        lines.extend(self::plate(plate, wells));
    }
    for note in &found.notes {
        lines.push(Line::Text(format!("note: {}", escape(&note.to_string()))));
    }
    lines
}

/// `c (channel), y (space) 0.5 µm`: the size is that of the first level.
fn axes_text(image: &OmeImage) -> String {
    let scale = image.levels.first().and_then(|level| level.scale.as_deref()).unwrap_or_default();
    let mut axes = Vec::new();
    for (index, axis) in image.axes.iter().enumerate() {
        let mut text = cut(&axis.name, LONGEST);
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

fn step_text(axis: &OmeAxis, size: f64) -> Option<String> {
    let size = computed_text(size);
    match axis.unit_sign() {
        Some(unit) => Some(format!("{size} {}", cut(unit, LONGEST))),
        None if size == "1" => None,
        None => Some(size),
    }
}

fn channel_text(index: usize, channel: &OmeChannel) -> String {
    let label = channel.label.as_deref().map_or("without a name".to_owned(), |label| cut(label, LONGEST));
    let mut parts = vec![format!("{index} {label}")];
    if let Some(color) = channel.color {
        parts.push(hex_color(color));
    }
    let ends = |(low, high): (f64, f64)| format!("{} to {}", computed_text(low), computed_text(high));
    if let Some(window) = channel.window {
        let mut text = format!("window {}", ends(window));
        if let Some(limits) = channel.limits {
            let _ = write!(text, " (of {})", ends(limits));
        }
        parts.push(text);
    }
    if channel.active == Some(false) {
        parts.push("not active".to_owned());
    }
    parts.join(", ")
}

fn plate(plate: &OmePlate, wells: &[WellState]) -> Vec<Line> {
    let mut parts: Vec<String> = plate.name.iter().map(|own| format!("\"{}\"", cut(own, LONGEST))).collect();
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
    let table = PlateTable { plate, states: wells };
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
    let legend = if wells.is_empty() { "■ a well that is listed, · none" } else { PLATE_LEGEND };
    lines.push(Line::Text(legend.to_owned()));
    lines
}

pub fn level_lines(image: &OmeImage, levels: &[ImageLevel]) -> Vec<Line> {
    let mut lines = Vec::new();
    if !levels.is_empty() {
        lines.push(Line::Heading("levels".to_owned()));
    }
    for one in levels.iter().take(LISTED) {
        let mut text = format!("{:>2}  {:<12} ", one.level.index, cut(&one.level.path, LONGEST));
        text += &one.shape.as_ref().map_or("no array there".to_owned(), |edges| shape(edges));
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

fn element_text(image: &OmeImage, level: &OmeLevel) -> Option<String> {
    let mut parts = Vec::new();
    for (axis, size) in image.axes.iter().zip(level.scale.as_deref()?) {
        if axis.kind != AxisKind::Channel
            && let Some(size) = step_text(axis, *size)
        {
            parts.push(format!("{} {size}", cut(&axis.name, LONGEST)));
        }
    }
    if parts.is_empty() { None } else { Some(parts.join(", ")) }
}

pub fn place_lines(place: &LevelPlace, group: &str) -> Vec<Line> {
    let (Some(image), Some(level)) = (place.image(), place.level()) else { return Vec::new() };
    let mut own = String::new();
    if let Some(name_of) = &image.name {
        own = format!(" \"{}\"", cut(name_of, LONGEST));
    }
    let what = if place.metadata.label.is_some() { "label image" } else { "image" };
    let level_name = level_name(level.index, image.level_count);
    let text = format!("{} of the {what}{own} in {}", level_name.trim_start_matches("level "), escape(group));
    let mut lines = vec![Line::Heading("what it is".to_owned()), Line::Fact("level", text)];
    if let Some(size) = element_text(image, level) {
        lines.push(Line::Fact("element", size));
    }
    if let Some(translation) = &level.translation {
        let mut parts = Vec::new();
        for (axis, at) in image.axes.iter().zip(translation) {
            if axis.kind != AxisKind::Channel {
                let mut part = format!("{} {}", cut(&axis.name, LONGEST), computed_text(*at));
                if let Some(unit) = axis.unit_sign() {
                    let _ = write!(part, " {}", cut(unit, LONGEST));
                }
                parts.push(part);
            }
        }
        lines.push(Line::Fact("begins at", parts.join(", ")));
    }
    lines
}

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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing_wells: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    series: Vec<SeriesReport>,
    fields: Option<Vec<OmeField>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scene: Vec<OmeSceneStep>,
    notes: Vec<MeaningNote>,
}

#[derive(Serialize)]
struct ImageReport {
    name: Option<String>,
    axes: Vec<OmeAxis>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    coordinate_systems: Vec<OmeSystem>,
    level_count: usize,
    levels: Vec<ImageLevel>,
}

#[derive(Serialize)]
struct SeriesReport {
    path: String,
    name: Option<String>,
    is_there: bool,
}

impl From<ImageSeries> for SeriesReport {
    fn from(series: ImageSeries) -> Self {
        let is_there = series.image.is_some();
        let name = series.image.and_then(|own| own.images.into_iter().next()?.name);
        Self { path: series.path, name, is_there }
    }
}

#[derive(Serialize)]
struct ChannelReport {
    label: Option<String>,
    color: Option<String>,
    active: Option<bool>,
    #[serde(rename = "inverted")]
    is_inverted: bool,
    window: Option<(f64, f64)>,
    limits: Option<(f64, f64)>,
}

impl OmeReport {
    pub fn of(
        found: OmeMetadata,
        levels: Vec<Vec<ImageLevel>>,
        wells: &[WellState],
        series: Vec<ImageSeries>,
    ) -> Self {
        let mut missing_wells = Vec::new();
        if let Some(plate) = &found.plate {
            for (well, state) in plate.wells.iter().zip(wells) {
                if *state == WellState::Missing {
                    missing_wells.push(well.path.clone());
                }
            }
        }
        let mut images = Vec::new();
        for (image, levels) in found.images.into_iter().zip(levels) {
            let OmeImage { name, axes, level_count, systems: coordinate_systems, .. } = image;
            images.push(ImageReport { name, axes, coordinate_systems, level_count, levels });
        }
        let mut channels = Vec::new();
        for OmeChannel { label, color, active, is_inverted, window, limits } in found.channels {
            let color = color.map(hex_color);
            channels.push(ChannelReport { label, color, active, is_inverted, window, limits });
        }
        Self {
            version: found.version,
            images,
            channels,
            shown_first: found.defaults,
            labels: found.labels,
            is_label_image: found.label.is_some(),
            label_colors: found.label.as_ref().map(|label| label.colors.len()),
            label_properties: found.label.as_ref().map(|label| label.properties.len()),
            plate: found.plate,
            missing_wells,
            series: series.into_iter().map(SeriesReport::from).collect(),
            fields: found.fields,
            scene: found.scene,
            notes: found.notes,
        }
    }
}

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
    pub fn of(place: &LevelPlace, group: String) -> Self {
        let image = place.image();
        let level = place.level();
        Self {
            group,
            image: image.and_then(|image| image.name.clone()),
            level: level.map(|level| level.index),
            levels: image.map(|image| image.level_count),
            scale: level.and_then(|level| level.scale.clone()),
            translation: level.and_then(|level| level.translation.clone()),
            units: image.map(|image| image.axes.iter().map(|axis| axis.unit.clone()).collect()),
        }
    }
}
