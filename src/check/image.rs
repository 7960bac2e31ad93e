use std::sync::Arc;

use serde_json::{Map, Value};

use super::attributes::{ImageLevels, LISTED, at, attributes, images, ome};
use super::conventions::{ATTRIBUTE, LEVEL_NAMES, LEVEL_PATH, LEVEL_SHAPE, SCENE_FORM};
use super::ome_form::{form, shown};
use super::ome_systems::systems_of;
use super::{Breach, BreachPlace, Rule};
use crate::hierarchy::{Glance, Hierarchy, NodeKind};
use crate::metadata::text::{escape, shape as shape_text};
use crate::metadata::{GroupOrArray, NodeDocument};
use crate::store::{StoreError, join};

pub(super) struct ImageCheck<'a> {
    pub(super) hierarchy: &'a Hierarchy,
    pub(super) key: &'a str,
    pub(super) document: &'a NodeDocument,
    pub(super) found: &'a mut Vec<Breach>,
}

impl ImageCheck<'_> {
    pub(super) fn add(&mut self, rule: &'static Rule, pointer: &str, reason: String) {
        let path = self.hierarchy.display(self.key);
        self.found.push(Breach { rule, path, place: BreachPlace::attribute(self.document, pointer), reason });
    }

    pub(super) fn all(&mut self) {
        let Some(attributes) = attributes(self.document) else { return };
        let faults = form(attributes).0;
        for image in images(attributes) {
            match image {
                Ok(image) => self.levels(&image),
                Err(pointer) => {
                    let found = at(attributes, &pointer).map_or_else(|| "none".to_owned(), shown);
                    let reason =
                        format!("expected what OME-Zarr says of images in several sizes, found {found}");
                    let is_said = |own: &str| own.starts_with(&pointer) || pointer.starts_with(own);
                    if !faults.iter().any(|(_, own, _)| is_said(own)) {
                        self.add(&ATTRIBUTE, &pointer, reason);
                    }
                }
            }
        }
        for (rule, pointer, reason) in faults {
            self.add(rule, &pointer, reason);
        }
        self.numbers();
        self.scene(attributes);
        self.fields(attributes);
        self.collection(attributes);
        self.label_images(attributes);
    }

    /// The key of the group so many levels above this one.
    pub(super) fn above(&self, levels: usize) -> &str {
        let end = self.key.rmatch_indices('/').nth(levels.saturating_sub(1)).map_or(0, |(at, _)| at);
        self.key.get(..end).unwrap_or_default()
    }

    pub(super) fn is_node(&self, key: &str) -> bool {
        self.hierarchy.glance(key) != Glance::Nothing
    }

    pub(super) fn shape(&self, group: &str, path: &str) -> Option<Arc<[u64]>> {
        match self.hierarchy.glance(&join(group, path)) {
            Glance::Array(shape) if !path.is_empty() => Some(shape),
            _ => None,
        }
    }

    /// What is there instead of an image. What cannot be read may be one.
    pub(super) fn instead_of_image(&self, key: &str) -> Option<&'static str> {
        match self.hierarchy.describe(key).kind {
            NodeKind::Document(document) => match document.node.as_ref().ok()? {
                GroupOrArray::Array(_) => Some("an array"),
                GroupOrArray::Group(group) => {
                    let own = group.attributes.as_ref().ok()?;
                    if ome(own).0.contains_key("multiscales") {
                        None
                    } else {
                        Some("a group without multiscales")
                    }
                }
            },
            // A directory that is gone, or a path that leads nowhere.
            NodeKind::Unreadable(StoreError::NotADirectory { .. } | StoreError::NoKey(_))
            | NodeKind::Directory(_)
            | NodeKind::Other(_) => Some("none"),
            NodeKind::Unreadable(_) => None,
        }
    }

    /// Images that transformations of a scene name are there, and have the coordinate systems that they name.
    fn scene(&mut self, attributes: &Map<String, Value>) {
        let (members, before) = ome(attributes);
        let steps = members.get("scene").and_then(|scene| scene["coordinateTransformations"].as_array());
        for (index, step) in steps.into_iter().flatten().take(LISTED).enumerate() {
            for end in ["input", "output"] {
                let Some(path) = step[end]["path"].as_str() else { continue };
                let key = join(self.key, path.trim_matches('/'));
                let pointer = format!("{before}/scene/coordinateTransformations/{index}/{end}");
                // What leads elsewhere is a fault of its form.
                if path.split('/').any(|part| matches!(part, "." | "..")) {
                    continue;
                }
                if let Some(found) = self.instead_of_image(&key) {
                    let reason = format!("expected an image at \"{}\", found {found}", escape(path));
                    self.add(&SCENE_FORM, &format!("{pointer}/path"), reason);
                } else if let Some(name) = step[end]["name"].as_str()
                    && let Some(own) = self.members_of(&key)
                    && let Some(image) = own.get("multiscales").and_then(|images| images.get(0))
                    && !systems_of(image).contains_key(name)
                {
                    let reason = format!(
                        "expected a coordinate system of {}, found \"{}\"",
                        escape(path),
                        escape(name)
                    );
                    self.add(&SCENE_FORM, &format!("{pointer}/name"), reason);
                }
            }
        }
    }

    fn levels(&mut self, image: &ImageLevels) {
        let mut larger: Option<(&str, Arc<[u64]>)> = None;
        for (index, path) in image.paths.iter().enumerate() {
            let pointer = format!("{}/datasets/{index}/path", image.pointer);
            let Some(path) = path else {
                let own = attributes(self.document).and_then(|own| at(own, &pointer));
                let found = own.map_or_else(|| "none".to_owned(), shown);
                self.add(&ATTRIBUTE, &pointer, format!("expected the path of an array, found {found}"));
                continue;
            };
            let Some(shape) = self.shape(self.key, path) else {
                self.add(&LEVEL_PATH, &pointer, format!("expected an array at {path}, found none"));
                continue;
            };
            if let Some(axes) = &image.axes
                && axes.len() == shape.len()
            {
                self.names(path, axes, &pointer);
            } else if let Some(axes) = &image.axes {
                let count = axes.len();
                let found = shape_text(&shape);
                let reason = format!("expected {count} dimensions, one for each axis, found {found}");
                self.add(&LEVEL_SHAPE, &pointer, reason);
            }
            if let Some((before, most)) = &larger
                && (most.len() != shape.len() || shape.iter().zip(&**most).any(|(edge, most)| edge > most))
            {
                let (most, found) = (shape_text(most), shape_text(&shape));
                let reason =
                    format!("expected a shape within {most} of {before}, the level before it, found {found}");
                self.add(&LEVEL_SHAPE, &pointer, reason);
            }
            larger = Some((path, shape));
        }
    }

    /// In version 0.5 the dimensions of each level have the names of the axes.
    fn names(&mut self, path: &str, axes: &[String], pointer: &str) {
        let version = attributes(self.document).and_then(|own| own.get("ome")?.get("version"));
        // There are no such names in V2.
        if version != Some(&Value::from("0.5")) || self.document.zarr_format() == 2 {
            return;
        }
        let node = self.hierarchy.describe(&join(self.key, path));
        let Some(names) = node.kind.array().and_then(|array| array.dimension_names.as_ref().ok()) else {
            return;
        };
        let own = names.as_ref().map(|names| names.iter().map(|name| name.as_deref().unwrap_or("(no name)")));
        let own: Option<Vec<&str>> = own.map(Iterator::collect);
        if own.as_deref().is_none_or(|own| own != axes) {
            let found = own.map_or("none".to_owned(), |own| own.join(", "));
            let (axes, found) = (escape(&axes.join(", ")).into_owned(), escape(&found).into_owned());
            let reason = format!(
                "expected the dimension_names {axes}, as the axes are called, in {path}, found {found}"
            );
            self.add(&LEVEL_NAMES, pointer, reason);
        }
    }
}
