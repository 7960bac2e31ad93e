use std::collections::HashMap;
use std::sync::Arc;

use super::attributes::{ImageLevels, attributes, images, labels, wells};
use super::conventions::{ATTRIBUTE, LABEL_PATH, LABEL_SHAPE, LEVEL_PATH, LEVEL_SHAPE, PLATE_PATH};
use super::first_level::{FirstLevel, first_sides};
use super::{Breach, BreachPlace, Rule};
use crate::hierarchy::{Glance, Hierarchy, NodeKind};
use crate::metadata::NodeDocument;
use crate::metadata::text::{escape, shape as shape_text};
use crate::store::join;

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
        for image in images(attributes) {
            match image {
                Ok(image) => self.levels(&image),
                Err(pointer) => {
                    let reason = "expected what OME-Zarr says of images in several sizes, found another form";
                    self.add(&ATTRIBUTE, &pointer, reason.to_owned());
                }
            }
        }
        self.numbers();
        for (path, pointer) in wells(attributes) {
            if !self.is_node(&join(self.key, &path)) {
                self.add(&PLATE_PATH, &pointer, format!("expected a well at {}, found none", escape(&path)));
            }
        }
        match labels(attributes) {
            Ok(labels) => self.labels(&labels),
            Err(pointer) => {
                self.add(&ATTRIBUTE, &pointer, "expected a list of names, found another form".to_owned());
            }
        }
    }

    fn is_node(&self, key: &str) -> bool {
        self.hierarchy.glance(key) != Glance::Nothing
    }

    fn shape(&self, group: &str, path: &str) -> Option<Arc<[u64]>> {
        match self.hierarchy.glance(&join(group, path)) {
            Glance::Array(shape) if !path.is_empty() => Some(shape),
            _ => None,
        }
    }

    fn levels(&mut self, image: &ImageLevels) {
        let mut larger: Option<(&str, Arc<[u64]>)> = None;
        for (index, path) in image.paths.iter().enumerate() {
            let pointer = format!("{}/datasets/{index}/path", image.pointer);
            let Some(path) = path else {
                let reason = "expected the path of an array, found another form";
                self.add(&ATTRIBUTE, &pointer, reason.to_owned());
                continue;
            };
            let Some(shape) = self.shape(self.key, path) else {
                self.add(&LEVEL_PATH, &pointer, format!("expected an array at {path}, found none"));
                continue;
            };
            if let Some(axes) = &image.axes
                && axes.len() != shape.len()
            {
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

    fn first_level(&self, group: &str) -> Option<FirstLevel> {
        let NodeKind::Document(document) = self.hierarchy.describe(group).kind else { return None };
        let attributes = attributes(&document)?;
        let image = images(attributes).into_iter().next()?.ok()?;
        let path = image.paths.into_iter().next()??;
        let shape = self.shape(group, &path)?;
        let sides = first_sides(attributes, &shape);
        Some(FirstLevel { axes: image.axes, shape, sides })
    }

    /// The image is the group that the labels lie in. A name may be listed again and again, and is looked at once.
    fn labels(&mut self, labels: &[(String, String)]) {
        let above = match self.key.strip_suffix("labels") {
            Some("") => Some(""),
            Some(above) if above.ends_with('/') => Some(above.trim_end_matches('/')),
            _ => None,
        };
        let image = above.filter(|_| !labels.is_empty()).and_then(|above| self.first_level(above));
        let mut known: HashMap<&str, Option<(&'static Rule, String)>> = HashMap::new();
        for (name, pointer) in labels {
            let breach = known.entry(name).or_insert_with(|| self.label(name, image.as_ref()));
            if let Some((rule, reason)) = breach {
                self.add(rule, pointer, reason.clone());
            }
        }
    }

    fn label(&self, name: &str, image: Option<&FirstLevel>) -> Option<(&'static Rule, String)> {
        let group = join(self.key, name);
        if name.is_empty() || !self.is_node(&group) {
            return Some((&LABEL_PATH, format!("expected an image at {name}, found none")));
        }
        let image = image?;
        let own = self.first_level(&group)?;
        if own.lies_over(image) || own.lies_within(image) {
            return None;
        }
        let reason = format!(
            "expected the shape {} of the image, but for channels, or a scale that fits the shape, found {}",
            shape_text(&image.shape),
            shape_text(&own.shape)
        );
        Some((&LABEL_SHAPE, reason))
    }
}
