//! An image in several sizes.
//!
//! Source: [OME-Zarr 0.5, multiscales](https://ngff.openmicroscopy.org/0.5/#multiscale-md)
//!
//! ```json
//! {"name": "cells", "axes": ["y", "x"], "datasets": [
//!     {"path": "0", "coordinateTransformations": [{"type": "scale", "scale": [0.5, 0.5]}]},
//!     {"path": "1", "coordinateTransformations": [{"type": "scale", "scale": [1, 1]}]}]}
//! ```

use serde_json::Value;

use super::axis::{AxisKind, OmeAxis};
use super::read::{LISTED, first, member, path, text};
use crate::meaning::attributes::{MeaningNotes, finite, shown};

const TRANSFORMATIONS: &str = "coordinateTransformations";

#[derive(Debug, Clone, PartialEq)]
pub struct OmeImage {
    pub name: Option<String>,
    pub axes: Vec<OmeAxis>,
    pub levels: Vec<OmeLevel>,
    pub level_count: usize,
}

#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct OmeLevel {
    pub index: usize,
    pub path: String,
    pub scale: Option<Vec<f64>>,
    pub translation: Option<Vec<f64>>,
}

impl OmeImage {
    pub(super) fn read(image: &Value, notes: &mut MeaningNotes) -> Option<Self> {
        let Value::Array(datasets) = &image["datasets"] else {
            notes.add(
                "multiscales",
                format!("expected an image with a list of datasets, found {}", shown(image)),
            );
            return None;
        };
        let axes = OmeAxis::read_all(image, notes);
        let mut levels = Vec::new();
        for (index, level) in first(datasets, "datasets", LISTED, notes).iter().enumerate() {
            let Some(path) = path(level, "datasets", notes) else { continue };
            let mut placed = OmeLevel { index, path, scale: None, translation: None };
            let mut rank = axes.len();
            // Those of the whole image come after those of the level. Without one of them it is not known where the level is.
            let is_placed = placed.place(level, &mut rank, notes) & placed.place(image, &mut rank, notes);
            if !is_placed {
                (placed.scale, placed.translation) = (None, None);
            }
            levels.push(placed);
        }
        if datasets.is_empty() {
            notes.add("datasets", "an image without a level");
        }
        Some(Self { name: text(image, "name"), axes, levels, level_count: datasets.len() })
    }

    pub fn channel_axis(&self) -> Option<usize> {
        self.axes.iter().position(|axis| axis.kind == AxisKind::Channel)
    }

    pub fn axis_named(&self, name: &str) -> Option<usize> {
        let kinds = [AxisKind::Space, AxisKind::Time];
        self.axes.iter().position(|axis| axis.name == name && kinds.contains(&axis.kind))
    }

    pub fn plane(&self) -> Option<[usize; 2]> {
        let columns = self.axes.iter().rposition(|axis| axis.kind == AxisKind::Space)?;
        let rows = self.axes.iter().take(columns).rposition(|axis| axis.kind == AxisKind::Space)?;
        Some([rows, columns])
    }

    pub fn axis_names(&self) -> String {
        let names: Vec<&str> = self.axes.iter().map(|axis| axis.name.as_str()).collect();
        let is_short = names.iter().all(|name| name.chars().count() == 1);
        names.join(if is_short { "" } else { " " })
    }
}

impl OmeLevel {
    /// Whether all transformations could be used.
    fn place(&mut self, of: &Value, rank: &mut usize, notes: &mut MeaningNotes) -> bool {
        let level = self.path.clone();
        let Some(list) = member(of, TRANSFORMATIONS) else { return true };
        let Some(list) = list.as_array() else {
            notes.unexpected(TRANSFORMATIONS, "a list", list);
            return false;
        };
        let mut is_placed = true;
        for one in first(list, TRANSFORMATIONS, LISTED, notes) {
            let kind = one["type"].as_str().unwrap_or_default();
            match kind {
                "identity" => {}
                "scale" | "translation" => match numbers(one.get(kind), rank) {
                    Some(numbers) if kind == "scale" => self.scale_by(&numbers, notes),
                    Some(numbers) => {
                        let own = self.translation.get_or_insert_with(|| vec![0.0; numbers.len()]);
                        for (own, number) in own.iter_mut().zip(numbers) {
                            *own += number;
                        }
                    }
                    None => {
                        is_placed = false;
                        notes.add(TRANSFORMATIONS, format!("level {level}: {}", unusable(one, kind, *rank)));
                    }
                },
                _ => notes.add(
                    TRANSFORMATIONS,
                    format!("level {level}: expected scale, translation or identity, found {}", shown(one)),
                ),
            }
        }
        is_placed
    }

    fn scale_by(&mut self, numbers: &[f64], notes: &mut MeaningNotes) {
        let level = &self.path;
        if let Some(odd) = numbers.iter().find(|number| **number <= 0.0) {
            notes.add(
                TRANSFORMATIONS,
                format!("level {level}: expected scales above zero, found {odd}; elements have no size"),
            );
        }
        self.scale.get_or_insert_with(|| vec![1.0; numbers.len()]);
        for list in [&mut self.translation, &mut self.scale] {
            for (own, factor) in list.iter_mut().flatten().zip(numbers) {
                *own *= factor;
            }
        }
    }
}

fn unusable(transformation: &Value, kind: &str, rank: usize) -> String {
    match (transformation.get(kind), transformation.get("path")) {
        (None, Some(Value::String(path))) => {
            let path = shown(&Value::from(path.as_str()));
            format!("the numbers of its {kind} are in an array, {path}, and are not used")
        }
        (found, _) => {
            let found = shown(found.unwrap_or(&Value::Null));
            format!("expected a {kind} of {rank} numbers, found {found}; it is not used")
        }
    }
}

/// Without axes the first list says how many there are.
fn numbers(list: Option<&Value>, rank: &mut usize) -> Option<Vec<f64>> {
    let list = list?.as_array()?;
    if *rank == 0 && list.len() <= LISTED {
        *rank = list.len();
    }
    if list.len() == *rank { list.iter().map(finite).collect() } else { None }
}
