//! What the convention [multiscales](https://github.com/zarr-conventions/multiscales) asks of a group, and how its levels fit each other, and
//! what [spatial](https://github.com/zarr-conventions/spatial#usage-with-multiscales-convention) says of them.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::attributes::{LISTED, dimension_names};
use super::conventions::{LAYOUT_FORM, LAYOUT_PATH, LAYOUT_SCALE};
use super::geo_form::{GeoCheck, SpatialPlane, numbers, plane_shape};
use super::ome_form::shown;
use crate::hierarchy::Glance;
use crate::metadata::{GroupOrArray, join_pointer};
use crate::store::join;

/// Arrays of one level that are looked at for one with rows and columns.
const ARRAYS: usize = 32;
const NAMES: [&str; 2] = ["asset", "derived_from"];

struct LayoutLevel {
    pointer: String,
    asset: String,
    source: Option<String>,
    /// Of rows and columns, in the order of the axes.
    scale: Option<[f64; 2]>,
    plane: SpatialPlane,
}

impl GeoCheck<'_> {
    pub(super) fn layout(
        &mut self,
        attributes: &Map<String, Value>,
        is_declared: bool,
        dimensions: Option<&[String; 2]>,
        own: &SpatialPlane,
    ) {
        let multiscales = match attributes.get("multiscales") {
            // Images of OME-Zarr have the same name for another thing.
            Some(value) if is_declared || value.get("layout").is_some() => value,
            None if is_declared => {
                let reason =
                    "expected an object with a layout, as zarr_conventions says, found none".to_owned();
                return self.add(&LAYOUT_FORM, "/multiscales", reason);
            }
            _ => return,
        };
        let Some(layout) = multiscales.get("layout") else {
            let reason = format!("expected an object with a layout, found {}", shown(multiscales));
            return self.add(&LAYOUT_FORM, "/multiscales", reason);
        };
        self.text("/multiscales", multiscales, "resampling_method");
        let Some(items) = layout.as_array().filter(|items| !items.is_empty()) else {
            let reason = format!("expected an array of at least one level, found {}", shown(layout));
            return self.add(&LAYOUT_FORM, "/multiscales/layout", reason);
        };
        let mut levels: Vec<LayoutLevel> = Vec::new();
        let mut shapes: BTreeMap<String, Option<[u64; 2]>> = BTreeMap::new();
        for (index, item) in items.iter().take(LISTED).enumerate() {
            let pointer = format!("/multiscales/layout/{index}");
            let Some(mut level) = self.level(pointer, item) else { continue };
            if levels.iter().any(|other| other.asset == level.asset) {
                let reason =
                    format!("expected another asset for each level, found {} again", quoted(&level.asset));
                self.add(&LAYOUT_FORM, &join_pointer(&level.pointer, "asset"), reason);
            }
            level.plane.registration = own.registration;
            // What is named again is not read again: it may be large.
            let is = match shapes.get(&level.asset) {
                Some(known) => *known,
                None => dimensions.and_then(|own| self.shape_of(&join(self.key, &level.asset), own)),
            };
            shapes.insert(level.asset.clone(), is);
            let pointer = level.pointer.clone();
            self.own_shape(&mut level.plane, is, &pointer);
            self.place(&pointer, &SpatialPlane { bbox: own.bbox, ..level.plane });
            levels.push(level);
        }
        for level in &levels {
            if let Some(source) = &level.source
                && let Some(source) = levels.iter().find(|other| other.asset == *source)
            {
                self.fit(level, source);
            }
        }
    }

    fn level(&mut self, pointer: String, item: &Value) -> Option<LayoutLevel> {
        let Some(members) = item.as_object() else {
            self.add(
                &LAYOUT_FORM,
                &pointer,
                format!("expected an object with an asset, found {}", shown(item)),
            );
            return None;
        };
        let mut paths = [None, None];
        for (name, path) in NAMES.iter().zip(&mut paths) {
            let place = join_pointer(&pointer, name);
            match members.get(*name) {
                Some(Value::String(own)) if is_path(own) => {
                    if self.hierarchy.glance(&join(self.key, own)) == Glance::Nothing {
                        let reason = format!("expected a group or an array at {}, found none", quoted(own));
                        self.add(&LAYOUT_PATH, &place, reason);
                    }
                    *path = Some(own.clone());
                }
                None if *name == "derived_from" => {}
                other => {
                    let found = other.map_or_else(|| "none".to_owned(), shown);
                    let reason = format!(
                        "expected a path below the group, such as \"0\" or \"0/data\", found {found}"
                    );
                    self.add(&LAYOUT_FORM, &place, reason);
                }
            }
        }
        let [asset, source] = paths;
        if source.is_some() && source == asset {
            let reason = "expected another level than the one that is derived, found the same".to_owned();
            self.add(&LAYOUT_FORM, &join_pointer(&pointer, "derived_from"), reason);
        }
        self.text(&pointer, item, "resampling_method");
        let scale = self.transform(&pointer, members, source.is_some());
        let plane = self.plane(&pointer, members);
        Some(LayoutLevel { pointer, asset: asset?, source, scale, plane })
    }

    fn transform(
        &mut self,
        pointer: &str,
        members: &Map<String, Value>,
        is_derived: bool,
    ) -> Option<[f64; 2]> {
        let place = join_pointer(pointer, "transform");
        let Some(transform) = members.get("transform") else {
            if is_derived {
                let reason = "expected a transform beside derived_from, found none".to_owned();
                self.add(&LAYOUT_FORM, &place, reason);
            }
            return None;
        };
        let Some(transform) = transform.as_object() else {
            self.add(&LAYOUT_FORM, &place, format!("expected an object, found {}", shown(transform)));
            return None;
        };
        let mut lists = [None, None];
        for (name, list) in ["scale", "translation"].iter().zip(&mut lists) {
            let Some(value) = transform.get(*name) else { continue };
            let all: Option<Vec<f64>> =
                value.as_array().and_then(|all| all.iter().take(LISTED).map(Value::as_f64).collect());
            let is_sound =
                |all: &Vec<f64>| !all.is_empty() && (*name != "scale" || all.iter().all(|one| *one > 0.0));
            if !all.as_ref().is_some_and(is_sound) {
                let above = if *name == "scale" { " above 0" } else { "" };
                let reason = format!("expected a number{above} for each axis, found {}", shown(value));
                self.add(&LAYOUT_FORM, &join_pointer(&place, name), reason);
                return None;
            }
            *list = all;
        }
        let [scale, translation] = lists;
        let scale = scale?;
        if let Some(translation) = translation.filter(|translation| translation.len() != scale.len()) {
            let reason =
                format!("expected {} numbers, as in scale, found {}", scale.len(), translation.len());
            self.add(&LAYOUT_FORM, &join_pointer(&place, "translation"), reason);
        }
        // Rows and columns are the last axes.
        scale.last_chunk().copied()
    }

    fn text(&mut self, pointer: &str, of: &Value, name: &str) {
        if let Some(value) = of.get(name).filter(|value| !value.is_string()) {
            self.add(
                &LAYOUT_FORM,
                &join_pointer(pointer, name),
                format!("expected a text, found {}", shown(value)),
            );
        }
    }

    /// Of an array, or of the first array of a group that has rows and columns.
    fn shape_of(&self, key: &str, dimensions: &[String; 2]) -> Option<[u64; 2]> {
        let node = self.hierarchy.describe(key);
        match node.kind.described()? {
            GroupOrArray::Array(array) => {
                plane_shape(dimensions, dimension_names(array), array.shape.as_ref().ok()?)
            }
            GroupOrArray::Group(_) => {
                for child in self.hierarchy.children(key).ok()?.iter().take(ARRAYS) {
                    let node = self.hierarchy.describe_child(child);
                    if let Some(GroupOrArray::Array(array)) = node.kind.described()
                        && let Ok(shape) = &array.shape
                        && let Some(found) = plane_shape(dimensions, dimension_names(array), shape)
                    {
                        return Some(found);
                    }
                }
                None
            }
        }
    }

    /// The convention does not say which number of a scale is of rows, so that either order will do.
    fn fit(&mut self, level: &LayoutLevel, source: &LayoutLevel) {
        let Some(scale @ [first, second]) = level.scale else { return };
        let scales = [scale, [second, first]];
        if let (Some(own), Some(other)) = (level.plane.transform, source.plane.transform) {
            let sizes = |own: [f64; 6]| {
                let [x_column, x_row, _, y_column, y_row, _] = own;
                [x_row.hypot(y_row), x_column.hypot(y_column)]
            };
            let ratios = [0, 1].map(|at: usize| {
                let pair = [own, other].map(|one| sizes(one).get(at).copied().unwrap_or_default());
                pair[0] / pair[1]
            });
            // Cells that share one extent are a little larger where their number does not divide.
            let within =
                level.plane.shape.map_or(0.01, |shape| 1.0 / edge(shape.into_iter().min().unwrap_or(1)));
            let is_same = |scale: &[f64; 2]| {
                scale
                    .iter()
                    .zip(&ratios)
                    .all(|(scale, ratio)| (ratio / scale - 1.0).abs() <= within.max(1e-6))
            };
            if !scales.iter().any(is_same) {
                let reason = format!(
                    "expected cells that are {} times as large as those of {}, as scale says, found {}",
                    numbers(&scale),
                    quoted(&source.asset),
                    numbers(&ratios)
                );
                self.add(&LAYOUT_SCALE, &join_pointer(&level.pointer, "spatial:transform"), reason);
            }
        }
        if let (Some(own), Some(other)) = (level.plane.shape, source.plane.shape) {
            let is_same = |scale: &[f64; 2]| {
                let mut edges = own.iter().zip(&other).zip(scale);
                edges.all(|((own, other), scale)| (edge(*own) - edge(*other) / scale).abs() < 1.0)
            };
            if !scales.iter().any(is_same) {
                let reason = format!(
                    "expected {} rows and {} columns of {}, divided by the scale {}, found {} and {}",
                    other[0],
                    other[1],
                    quoted(&source.asset),
                    numbers(&scale),
                    own[0],
                    own[1]
                );
                self.add(&LAYOUT_SCALE, &format!("{}/transform/scale", level.pointer), reason);
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "it is compared with a tolerance")]
fn edge(edge: u64) -> f64 {
    edge as f64
}

fn quoted(path: &str) -> String {
    shown(&Value::from(path))
}

fn is_path(path: &str) -> bool {
    !path.contains("..") && path.split('/').all(|name| !name.is_empty())
}
