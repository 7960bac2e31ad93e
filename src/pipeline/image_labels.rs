//! Labels over an image: which of their elements lies over which of the image.

use super::image_pyramid::ImagePyramid;
use super::{array::Array, image_grid::AxisGrid, image_levels::ImageLevel, number::NumberType};
use crate::hierarchy::Hierarchy;
use crate::meaning::{OmeImage, OmeLabels};
use crate::metadata::text::{escape, shorten};

const LONGEST: usize = 60;

#[derive(Debug, Clone)]
pub struct LabelLayer {
    pub name: String,
    pub about: OmeLabels,
    pub level: usize,
    pub level_count: usize,
    pub array: Array,
    pub(super) axes: Vec<LabelAxis>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LabelAxis {
    /// `None` where labels have one element along the axis, which is for all of the image.
    pub(super) image: Option<usize>,
    pub(super) grids: [AxisGrid; 2],
    pub(super) is_counted: bool,
}

impl LabelAxis {
    pub(super) fn place(self, at: u64) -> Option<u64> {
        let [image, own] = self.grids;
        if !self.is_counted {
            return image.place_in(at, own);
        }
        if at < own.edge { Some(at) } else { None }
    }
}

impl LabelLayer {
    pub fn find(
        hierarchy: &Hierarchy,
        image: &ImagePyramid,
        level: usize,
        name: &str,
    ) -> Result<Self, String> {
        let is_name = !name.split('/').any(|part| matches!(part, "" | "." | ".."));
        if !is_name || !image.labels.iter().any(|own| own == name) {
            let listed: Vec<String> = image.labels.iter().map(|own| shown(own)).collect();
            let listed = match listed.as_slice() {
                [] => "the image has none".to_owned(),
                names => format!("one of {}", names.join(", ")),
            };
            return Err(format!("expected labels of the image: {listed}, found \"{}\"", shown(name)));
        }
        let own = ImagePyramid::of_group(hierarchy, &image.labels_key(name));
        let own = own.ok_or("expected an image of labels there, found none")?;
        let over = image.levels.get(level).ok_or("the image has no such level")?;
        let plane = image.plane().ok_or("the image has no rows and columns")?;
        let mut best: Option<(f64, usize, Vec<LabelAxis>)> = None;
        let mut why = "it has no level".to_owned();
        for (index, level) in own.levels.iter().enumerate() {
            let axes = match own.why_not(index) {
                Some(reason) => Err(reason),
                None => axes_over(&own, level, image, over, plane),
            };
            let axes = match axes {
                Ok(axes) => axes,
                Err(reason) => {
                    why = reason;
                    continue;
                }
            };
            let mut apart = 0.0;
            for axis in &axes {
                if axis.image.is_some_and(|image| plane.contains(&image)) {
                    apart += axis.grids[0].factor(axis.grids[1]).ln().abs();
                }
            }
            if best.as_ref().is_none_or(|(least, ..)| apart < *least) {
                best = Some((apart, index, axes));
            }
        }
        let (_, index, axes) = best.ok_or(why)?;
        let key = own.key_of(index).unwrap_or_default();
        let array = Array::open(hierarchy, &key).map_err(|error| error.to_string())?;
        let data_type = &array.metadata.data_type;
        if !NumberType::of(data_type).is_some_and(NumberType::is_whole) {
            return Err(format!("expected whole numbers, found {data_type}"));
        }
        let level = own.levels.get(index).map_or(index, |level| level.level.index);
        let level_count = own.image().map_or(0, |image| image.level_count);
        let about = own.metadata.label.unwrap_or_default();
        Ok(Self { name: name.to_owned(), about, level, level_count, array, axes })
    }
}

/// The axes of labels and those of the image that belong together: by name, or from the last on where one side has no names.
fn axes_over(
    own: &ImagePyramid,
    level: &ImageLevel,
    image: &ImagePyramid,
    over: &ImageLevel,
    plane: [usize; 2],
) -> Result<Vec<LabelAxis>, String> {
    let shape = level.shape.as_deref().unwrap_or_default();
    let rank = over.shape.as_ref().map_or(0, |shape| shape.len());
    let own_names = own.image().map_or(&[][..], |image| image.axes.as_slice());
    let names = image.image().map_or(&[][..], |image| image.axes.as_slice());
    let mut axes = Vec::new();
    for (axis, edge) in shape.iter().enumerate() {
        let name = own_names.get(axis).map(|axis| axis.name.as_str());
        let mut there = match name {
            Some(name) if !names.is_empty() => names.iter().take(rank).position(|own| own.name == name),
            _ => (rank + axis).checked_sub(shape.len()),
        };
        let grid = AxisGrid::of(level, axis).ok_or("it has no array")?;
        let over = there.and_then(|axis| AxisGrid::of(over, axis));
        if *edge != 1 && over.is_none() {
            let name = match name {
                Some(name) => shown(name),
                None => axis.to_string(),
            };
            return Err(format!(
                "it has {edge} elements along its axis {name}, which the image does not have"
            ));
        }
        // One element along an axis that makes neither rows nor columns is for all of the image.
        if *edge == 1 && there.is_some_and(|axis| !plane.contains(&axis)) {
            there = None;
        }
        let is_counted = own.image().and_then(OmeImage::channel_axis) == Some(axis);
        axes.push(LabelAxis { image: there, grids: [over.unwrap_or(grid), grid], is_counted });
    }
    Ok(axes)
}

fn shown(name: &str) -> String {
    shorten(&escape(name), LONGEST)
}
