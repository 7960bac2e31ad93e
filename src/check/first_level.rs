//! The largest level of an image, and whether labels lie over it.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::meaning::{AxisKind, OmeMetadata};

const CHANNELS: &str = "c";

pub(super) struct FirstLevel {
    pub(super) axes: Option<Vec<String>>,
    pub(super) shape: Arc<[u64]>,
    pub(super) sides: Option<Vec<AxisSide>>,
    /// How many levels the image has.
    pub(super) levels: usize,
}

impl FirstLevel {
    /// Dimensions are paired by name where both have names. A dimension of one element lies over any number of them.
    pub(super) fn lies_over(&self, image: &Self) -> bool {
        let (Some(own_axes), Some(axes)) = (&self.axes, &image.axes) else {
            let mut from_last = self.shape.iter().rev().zip(image.shape.iter().rev());
            return self.shape.len() <= image.shape.len()
                && from_last.all(|(own, edge)| own == edge || *own == 1);
        };
        own_axes.iter().zip(&*self.shape).all(|(name, own)| {
            let edge = axes.iter().position(|axis| axis == name).and_then(|axis| image.shape.get(axis));
            name == CHANNELS || *own == 1 || edge == Some(own)
        })
    }

    /// Labels of another shape than their image may lie within it by the scales and places of both.
    pub(super) fn lies_within(&self, image: &Self) -> bool {
        let (Some(own), Some(image)) = (&self.sides, &image.sides) else { return false };
        own.iter().all(|side| {
            let same_axis = image.iter().find(|other| other.name == side.name);
            side.is_channel || side.edge < 2.0 || same_axis.is_some_and(|other| side.lies_within(other))
        })
    }
}

pub(super) struct AxisSide {
    name: String,
    is_channel: bool,
    edge: f64,
    scale: f64,
    begin: f64,
}

impl AxisSide {
    fn lies_within(&self, other: &Self) -> bool {
        let slack = self.scale.max(other.scale);
        let end = |side: &Self| side.begin + side.edge * side.scale;
        self.begin >= other.begin - slack && end(self) <= end(other) + slack
    }
}

#[expect(clippy::cast_precision_loss, reason = "one element more or less is allowed")]
pub(super) fn first_sides(attributes: &Map<String, Value>, shape: &[u64]) -> Option<Vec<AxisSide>> {
    let found = OmeMetadata::read(attributes, "")?;
    let image = found.images.first()?;
    let level = image.levels.first()?;
    let scales = level.scale.as_ref()?;
    let begins = level.translation.as_deref().unwrap_or_default();
    let mut sides = Vec::new();
    for (index, axis) in image.axes.iter().enumerate() {
        let (Some(scale), Some(edge)) = (scales.get(index), shape.get(index)) else { break };
        sides.push(AxisSide {
            name: axis.name.clone(),
            is_channel: axis.kind == AxisKind::Channel,
            edge: *edge as f64,
            scale: *scale,
            begin: begins.get(index).copied().unwrap_or(0.0),
        });
    }
    Some(sides)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &str, shape: &[u64]) -> FirstLevel {
        let axes = if names.is_empty() { None } else { Some(names.chars().map(String::from).collect()) };
        FirstLevel { axes, shape: shape.into(), sides: None, levels: 1 }
    }

    #[test]
    fn labels_lie_over_an_image_but_for_its_channels() {
        let image = named("tcyx", &[5, 3, 20, 30]);
        assert!(named("tyx", &[5, 20, 30]).lies_over(&image));
        assert!(named("tyx", &[1, 20, 30]).lies_over(&image));
        assert!(!named("tyx", &[5, 20, 31]).lies_over(&image));
        assert!(!named("z", &[5]).lies_over(&image));
        assert!(named("", &[20, 30]).lies_over(&image) && !named("", &[30, 20]).lies_over(&image));
        assert!(!named("", &[1, 1, 1, 20, 30]).lies_over(&image));
    }
}
