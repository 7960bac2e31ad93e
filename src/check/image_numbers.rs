//! The rules for the numbers of images (OME-Zarr 0.4 and 0.5): scales against shapes, and how channels are displayed.

use serde_json::{Map, Value};

use super::attributes::{LISTED, attributes, ome};
use super::conventions::{LEVEL_SCALE, OMERO};
use super::image::ImageCheck;
use crate::meaning::{AxisKind, OmeImage, OmeMetadata};
use crate::metadata::text::escape;
use crate::pipeline::{ImageLevel, image_levels};

impl ImageCheck<'_> {
    pub(super) fn numbers(&mut self) {
        let Some(attributes) = attributes(self.document) else { return };
        let (members, before) = ome(attributes);
        let Some(found) = OmeMetadata::read(attributes, self.key) else { return };
        let listed = members.get("multiscales").and_then(Value::as_array).map_or(0, Vec::len);
        // What cannot be read is a finding already, and would shift the others.
        if listed != found.images.len() {
            return;
        }
        let mut first_channels = None;
        for (index, image) in found.images.iter().enumerate() {
            let levels = image_levels(self.hierarchy, self.key, image);
            // The size of a level times its scale is that of the first one, but for an element that is cut off or begun.
            for level in levels.iter().skip(1) {
                let mut axes = 0..image.axes.len();
                let reason = axes.find_map(|axis| wrong_scale(image, levels.first()?, level, axis));
                if let Some(reason) = reason {
                    let level = level.level.index;
                    let pointer =
                        format!("{before}/multiscales/{index}/datasets/{level}/coordinateTransformations");
                    self.add(&LEVEL_SCALE, &pointer, reason);
                }
            }
            if index == 0 {
                let shape = levels.first().and_then(|level| level.shape.as_ref());
                first_channels = shape
                    .filter(|_| !image.axes.is_empty())
                    .and_then(|shape| image.channel_axis().map_or(Some(1), |axis| shape.get(axis).copied()));
            }
        }
        if let Some(omero) = members.get("omero").and_then(Value::as_object) {
            self.channels(omero, first_channels, &format!("{before}/omero/channels"));
        }
    }

    fn channels(&mut self, omero: &Map<String, Value>, count: Option<u64>, pointer: &str) {
        let Some(channels) = omero.get("channels").and_then(Value::as_array) else { return };
        if let Some(count) = count
            && count != channels.len() as u64
        {
            let reason =
                format!("expected a channel for each of the {count} of the image, found {}", channels.len());
            self.add(&OMERO, pointer, reason);
        }
        for (index, channel) in channels.iter().take(LISTED).enumerate() {
            for [low, high] in [["start", "end"], ["min", "max"]] {
                let end = |name: &str| channel.get("window")?.get(name)?.as_f64();
                if let (Some(from), Some(to)) = (end(low), end(high))
                    && from > to
                {
                    let reason = format!("expected {low} not above {high}, found {from} and {to}");
                    self.add(&OMERO, &format!("{pointer}/{index}/window"), reason);
                }
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "one element more or less is allowed")]
fn wrong_scale(image: &OmeImage, first: &ImageLevel, level: &ImageLevel, axis: usize) -> Option<String> {
    let own = image.axes.get(axis)?;
    if own.kind == AxisKind::Channel {
        return None;
    }
    let times = positive_scale(level, axis)? / positive_scale(first, axis)?;
    let first_edge = *first.shape.as_ref()?.get(axis)? as f64;
    let edge = *level.shape.as_ref()?.get(axis)? as f64;
    let expected = first_edge / times;
    if (expected - edge).abs() <= 1.0 {
        return None;
    }
    let name = escape(&own.name);
    Some(format!(
        "expected about {} elements along {name}, because each is {times} times as long as in the first level, which has {first_edge}; found {edge}",
        expected.round(),
    ))
}

fn positive_scale(level: &ImageLevel, axis: usize) -> Option<f64> {
    let scale = *level.level.scale.as_ref()?.get(axis)?;
    if scale > 0.0 { Some(scale) } else { None }
}
