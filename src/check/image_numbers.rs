//! The rules for the numbers of images (OME-Zarr 0.4 and 0.5): scales beside shapes, and how channels are shown.

use serde_json::{Map, Value};

use super::attributes::{LISTED, attributes, ome};
use super::conventions::{LEVEL_SCALE, OMERO};
use super::image::ImageCheck;
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::meaning::{AxisKind, OmeAxis, OmeImage, OmeMetadata};
use crate::metadata::text::escape;
use crate::pipeline::{ImageLevel, image_levels};

impl ImageCheck<'_> {
    /// Holds the scales of levels to their shapes, and what is said of channels to the image.
    pub(super) fn numbers(&mut self) {
        let Some(attributes) = attributes(self.document) else { return };
        let (members, before) = ome(attributes);
        let Some(found) = OmeMetadata::read(attributes) else { return };
        let listed = members.get("multiscales").and_then(Value::as_array).map_or(0, Vec::len);
        // What cannot be read is a finding already, and would shift the others.
        if listed != found.images.len() {
            return;
        }
        let levels: Vec<Vec<ImageLevel>> =
            found.images.iter().map(|image| image_levels(self.hierarchy, self.key, image)).collect();
        for (index, (image, levels)) in found.images.iter().zip(&levels).enumerate() {
            self.scales(image, levels, &format!("{before}/multiscales/{index}/datasets"));
        }
        if let Some(omero) = members.get("omero").and_then(Value::as_object) {
            let image = found.images.first().zip(levels.first());
            let count = image.and_then(|(image, levels)| channel_count(image, levels));
            self.channels(omero, count, &format!("{before}/omero/channels"));
        }
    }

    /// A level whose elements are so many times as long has so many times fewer of them, but for one that is cut off or
    /// begun.
    fn scales(&mut self, image: &OmeImage, levels: &[ImageLevel], pointer: &str) {
        let Some((first, others)) = levels.split_first() else { return };
        for level in others {
            let wrong = (0..image.axes.len()).find_map(|axis| wrong_scale(image, (first, level), axis));
            if let Some(reason) = wrong {
                self.add(
                    &LEVEL_SCALE,
                    &format!("{pointer}/{}/coordinateTransformations", level.level.index),
                    reason,
                );
            }
        }
    }

    /// Whether labels of other shapes than their image lie within it all the same, by the scales and the places of both.
    pub(super) fn lies_within(&self, labels: &str, image: &str) -> bool {
        let sides = first_sides(self.hierarchy, labels).zip(first_sides(self.hierarchy, image));
        sides.is_some_and(|(own, image)| {
            own.iter().filter(|side| !side.is_channel).all(|side| {
                let other = image.iter().find(|other| other.name == side.name);
                side.edge < 2.0 || other.is_some_and(|other| side.lies_within(other))
            })
        })
    }

    fn channels(&mut self, omero: &Map<String, Value>, count: Option<u64>, pointer: &str) {
        let Some(channels) = omero.get("channels").and_then(Value::as_array) else { return };
        if let Some(count) = count.filter(|count| *count != channels.len() as u64) {
            let reason =
                format!("expected a channel for each of the {count} of the image, found {}", channels.len());
            self.add(&OMERO, pointer, reason);
        }
        for (index, channel) in channels.iter().take(LISTED).enumerate() {
            if let Some(color) = channel.get("color").filter(|color| !is_color(color)) {
                let reason = format!("expected six hexadecimal digits, found {}", escape(&shown(color)));
                self.add(&OMERO, &format!("{pointer}/{index}/color"), reason);
            }
            for [low, high] in [["start", "end"], ["min", "max"]] {
                let end = |name: &str| channel.get("window")?.get(name)?.as_f64();
                if let Some((from, to)) = end(low).zip(end(high)).filter(|(from, to)| from > to) {
                    let reason = format!("expected {low} not above {high}, found {from} and {to}");
                    self.add(&OMERO, &format!("{pointer}/{index}/window"), reason);
                }
            }
        }
    }
}

/// An axis of an image, as it lies in space or time.
struct AxisSide {
    name: String,
    is_channel: bool,
    /// How many elements there are.
    edge: f64,
    /// How long an element is.
    scale: f64,
    /// Where the first one is.
    begin: f64,
}

impl AxisSide {
    /// An element more or less is let through.
    fn lies_within(&self, other: &Self) -> bool {
        let slack = self.scale.max(other.scale);
        let end = |side: &Self| side.begin + side.edge * side.scale;
        self.begin >= other.begin - slack && end(self) <= end(other) + slack
    }
}

/// The axes of the first level of the first image that a group describes; `None` where it has no scales.
#[expect(clippy::cast_precision_loss, reason = "one element more or less is let through")]
fn first_sides(hierarchy: &Hierarchy, group: &str) -> Option<Vec<AxisSide>> {
    let NodeKind::Document(document) = hierarchy.describe(group).kind else { return None };
    let found = OmeMetadata::read(attributes(&document)?)?;
    let image = found.images.first()?;
    let level = image_levels(hierarchy, group, image).into_iter().next()?;
    let (scales, shape) = (level.level.scale.as_ref()?, level.shape.as_ref()?);
    let begins = level.level.translation.as_deref().unwrap_or_default();
    let axes = image.axes.iter().zip(scales).zip(shape).enumerate();
    let side = |(index, ((axis, scale), edge)): (usize, ((&OmeAxis, &f64), &u64))| AxisSide {
        name: axis.name.clone(),
        is_channel: axis.kind == AxisKind::Channel,
        edge: *edge as f64,
        scale: *scale,
        begin: begins.get(index).copied().unwrap_or(0.0),
    };
    Some(axes.map(side).collect())
}

/// How many channels an image has: one where no axis is one of channels.
fn channel_count(image: &OmeImage, levels: &[ImageLevel]) -> Option<u64> {
    let shape = levels.first()?.shape.as_ref()?;
    if image.axes.is_empty() {
        return None;
    }
    image.channel_axis().map_or(Some(1), |axis| shape.get(axis).copied())
}

#[expect(clippy::cast_precision_loss, reason = "one element more or less is let through")]
fn wrong_scale(image: &OmeImage, (first, level): (&ImageLevel, &ImageLevel), axis: usize) -> Option<String> {
    let own = image.axes.get(axis).filter(|own| own.kind != AxisKind::Channel)?;
    let scale =
        |level: &ImageLevel| level.level.scale.as_ref()?.get(axis).copied().filter(|scale| *scale > 0.0);
    let edge = |level: &ImageLevel| level.shape.as_ref()?.get(axis).map(|edge| *edge as f64);
    let (times, edges) = (scale(level)? / scale(first)?, (edge(first)?, edge(level)?));
    let expected = edges.0 / times;
    ((expected - edges.1).abs() > 1.0).then(|| {
        let name = escape(&own.name).into_owned();
        format!(
            "expected about {} elements along {name}, because each is {times} times as long as in the first level, which has {}; found {}",
            expected.round(),
            edges.0,
            edges.1
        )
    })
}

fn is_color(color: &Value) -> bool {
    let digits = color.as_str().map(|text| text.strip_prefix('#').unwrap_or(text));
    color.is_null()
        || digits.is_some_and(|text| text.len() == 6 && text.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        other => other.to_string().chars().take(60).collect(),
    }
}
