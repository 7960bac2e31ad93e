//! An image in several sizes.
//!
//! Source: [OME-Zarr 0.5, multiscales](https://ngff.openmicroscopy.org/0.5/#multiscale-md), and
//! [0.6rc0](https://github.com/ome/ngff-spec/blob/0.6rc0/index.md#multiscales-metadata), where axes are those of a coordinate system. The one
//! that the levels lie in is to be used for viewing: it is reached by scales and translations only. Other systems are named.
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

pub(super) const TRANSFORMATIONS: &str = "coordinateTransformations";
const SYSTEMS: &str = "coordinateSystems";
/// Sequences in sequences.
const DEEPEST: usize = 4;

#[derive(Debug, Clone, PartialEq)]
pub struct OmeImage {
    pub name: Option<String>,
    pub axes: Vec<OmeAxis>,
    pub levels: Vec<OmeLevel>,
    pub level_count: usize,
    /// Version 0.6: the system that `axes` are of, in which the levels lie, then others that transformations lead to.
    pub systems: Vec<OmeSystem>,
}

/// A coordinate system, and by which transformations it is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct OmeSystem {
    pub name: String,
    pub axes: Vec<String>,
    /// `sequence of rotation, translation`; none of the system that the levels lie in.
    pub transformation: Option<String>,
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
        let systems = member(image, SYSTEMS).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let own = datasets.first().and_then(|level| level.pointer("/coordinateTransformations/0/output"));
        let own = own.unwrap_or(&Value::Null);
        // Drafts of 0.6 have the name alone.
        let own = own.get("name").unwrap_or(own);
        let intrinsic = systems.iter().find(|system| system["name"] == *own).or(systems.first());
        let axes = OmeAxis::read_all(intrinsic.unwrap_or(image), notes);
        let mut levels = Vec::new();
        for (index, level) in first(datasets, "datasets", LISTED, notes).iter().enumerate() {
            let Some(path) = path(level, "datasets", notes) else { continue };
            let mut placed = OmeLevel { index, path, scale: None, translation: None };
            let mut rank = axes.len();
            // Those of the whole image come after those of the level. Without one of them it is not known where the level is.
            let mut is_placed = placed.place(level, &mut rank, notes);
            // Between coordinate systems, they lead away from that of the levels.
            if intrinsic.is_none() {
                is_placed &= placed.place(image, &mut rank, notes);
            }
            if !is_placed {
                (placed.scale, placed.translation) = (None, None);
            }
            levels.push(placed);
        }
        if datasets.is_empty() {
            notes.add("datasets", "an image without a level");
        }
        let systems = match intrinsic {
            Some(intrinsic) => OmeSystem::read_all(image, systems, intrinsic, notes),
            None => Vec::new(),
        };
        Some(Self { name: text(image, "name"), axes, levels, level_count: datasets.len(), systems })
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

impl OmeSystem {
    fn read_all(image: &Value, systems: &[Value], intrinsic: &Value, notes: &mut MeaningNotes) -> Vec<Self> {
        let steps =
            image.get(TRANSFORMATIONS).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let steps = first(steps, TRANSFORMATIONS, LISTED, notes);
        let read = |system: &Value| {
            let axes = system["axes"].as_array().into_iter().flatten().take(LISTED);
            let ends = |step: &&Value| {
                ["/output/name", "/input/name"].iter().any(|end| step.pointer(end) == system.get("name"))
            };
            let step = steps.iter().find(ends).filter(|_| !std::ptr::eq(system, intrinsic));
            Some(Self {
                name: text(system, "name")?,
                axes: axes.filter_map(|axis| text(axis, "name")).collect(),
                transformation: step.map(kind_text),
            })
        };
        let others = first(systems, SYSTEMS, LISTED, notes);
        let others = others.iter().filter(|system| !std::ptr::eq(*system, intrinsic));
        [intrinsic].into_iter().chain(others).filter_map(read).collect()
    }
}

/// The type of a transformation, and of those in it.
pub(super) fn kind_text(transformation: &Value) -> String {
    let kind = text(transformation, "type").unwrap_or_else(|| "a transformation without a type".to_owned());
    let inner: Vec<String> = match transformation["transformations"].as_array() {
        Some(inner) => inner
            .iter()
            .take(8)
            .filter_map(|one| text(one, "type").or(text(one.get("transformation")?, "type")))
            .collect(),
        None => return kind,
    };
    if inner.is_empty() { kind } else { format!("{kind} of {}", inner.join(", ")) }
}

impl OmeLevel {
    /// Whether all transformations could be used.
    fn place(&mut self, of: &Value, rank: &mut usize, notes: &mut MeaningNotes) -> bool {
        member(of, TRANSFORMATIONS).is_none_or(|list| self.place_by(list, rank, DEEPEST, notes))
    }

    fn place_by(&mut self, list: &Value, rank: &mut usize, deepest: usize, notes: &mut MeaningNotes) -> bool {
        let level = self.path.clone();
        let Some(list) = list.as_array() else {
            notes.unexpected(TRANSFORMATIONS, "a list", list);
            return false;
        };
        let mut is_placed = true;
        for one in first(list, TRANSFORMATIONS, LISTED, notes) {
            let kind = one["type"].as_str().unwrap_or_default();
            match kind {
                "identity" => {}
                // One after the other, as lists had them before version 0.6.
                "sequence" if one["transformations"].is_array() && deepest > 0 => {
                    is_placed &= self.place_by(&one["transformations"], rank, deepest - 1, notes);
                }
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
