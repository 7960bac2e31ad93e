use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::attributes::{ImageLevels, LISTED, attributes, images, labels, ome, places};
use super::conventions::{
    ATTRIBUTE, LABEL_FORM, LABEL_LEVELS, LABEL_PATH, LABEL_SHAPE, LEVEL_NAMES, LEVEL_PATH, LEVEL_SHAPE,
    PLATE_PATH, WELL_FORM, WELL_PATH,
};
use super::first_level::{FirstLevel, first_sides};
use super::ome_form::form;
use super::{Breach, BreachPlace, Rule};
use crate::hierarchy::{Glance, Hierarchy, NodeKind};
use crate::meaning::OmeMetadata;
use crate::metadata::text::{count, escape, shape as shape_text};
use crate::metadata::{DataType, NodeDocument};
use crate::pipeline::ome_of;
use crate::store::join;

pub(super) struct ImageCheck<'a> {
    pub(super) hierarchy: &'a Hierarchy,
    pub(super) key: &'a str,
    pub(super) document: &'a NodeDocument,
    pub(super) found: &'a mut Vec<Breach>,
}

impl<'a> ImageCheck<'a> {
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
                    let reason = "expected what OME-Zarr says of images in several sizes, found another form";
                    if !faults.iter().any(|(_, own, _)| own.starts_with(&pointer)) {
                        self.add(&ATTRIBUTE, &pointer, reason.to_owned());
                    }
                }
            }
        }
        for (rule, pointer, reason) in faults {
            self.add(rule, &pointer, reason);
        }
        self.numbers();
        for (of, list, rule, what) in
            [("plate", "wells", &PLATE_PATH, "a well"), ("well", "images", &WELL_PATH, "an image")]
        {
            for (path, pointer) in places(attributes, of, list) {
                let group = join(self.key, &path);
                if !self.is_node(&group) {
                    self.add(rule, &pointer, format!("expected {what} at {}, found none", escape(&path)));
                } else if of == "plate" && !self.is_well(&group) {
                    let reason = format!("expected the fields of a well in {}, found none", escape(&path));
                    self.add(&WELL_FORM, &pointer, reason);
                }
            }
        }
        self.acquisitions(attributes);
        let image = self.image_of_labels();
        let is_ome = !ome(attributes).1.is_empty() || OmeMetadata::read(attributes, "").is_some();
        // Anything may be called `labels` elsewhere.
        if !is_ome && image.is_none() {
            return;
        }
        match labels(attributes) {
            Ok(labels) => self.labels(&labels, image),
            Err(pointer) => {
                let rule = if ome(attributes).0.get("version") == Some(&Value::from("0.5")) {
                    &LABEL_FORM
                } else {
                    &ATTRIBUTE
                };
                self.add(rule, &pointer, "expected a list of names, found another form".to_owned());
            }
        }
    }

    fn is_well(&self, group: &str) -> bool {
        let NodeKind::Document(document) = self.hierarchy.describe(group).kind else { return false };
        attributes(&document).is_some_and(|own| ome(own).0.contains_key("well"))
    }

    /// A field of a well says to which of several acquisitions of the plate it belongs.
    fn acquisitions(&mut self, attributes: &Map<String, Value>) {
        let (members, before) = ome(attributes);
        let Some(images) = members.get("well").and_then(|well| well["images"].as_array()) else { return };
        let Some(plate) = self.key.rsplit('/').nth(1).map(|_| self.above(2)) else { return };
        let NodeKind::Document(document) = self.hierarchy.describe(plate).kind else { return };
        let Some(all) = self::attributes(&document)
            .and_then(|own| ome(own).0.get("plate")?.get("acquisitions")?.as_array())
        else {
            return;
        };
        let ids: Vec<u64> = all.iter().filter_map(|own| own["id"].as_u64()).collect();
        for (index, image) in images.iter().take(LISTED).enumerate() {
            let own = &image["acquisition"];
            let is_known = own.as_u64().is_some_and(|own| ids.contains(&own));
            let may_be_unsaid = own.is_null() && ids.len() < 2;
            if !is_known && !may_be_unsaid {
                let ids: Vec<String> = ids.iter().take(8).map(u64::to_string).collect();
                let found =
                    if own.is_null() { "none".to_owned() } else { escape(&own.to_string()).into_owned() };
                let reason =
                    format!("expected an acquisition of the plate ({}), found {found}", ids.join(", "));
                self.add(&WELL_FORM, &format!("{before}/well/images/{index}/acquisition"), reason);
            }
        }
    }

    /// The key of the group so many levels above this one.
    fn above(&self, levels: usize) -> &str {
        let end = self.key.rmatch_indices('/').nth(levels.saturating_sub(1)).map_or(0, |(at, _)| at);
        self.key.get(..end).unwrap_or_default()
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
        if version != Some(&Value::from("0.5")) {
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

    fn first_level(&self, group: &str) -> Option<FirstLevel> {
        let NodeKind::Document(document) = self.hierarchy.describe(group).kind else { return None };
        let attributes = attributes(&document)?;
        let image = images(attributes).into_iter().next()?.ok()?;
        let levels = image.paths.len();
        let path = image.paths.into_iter().next()??;
        let shape = self.shape(group, &path)?;
        let sides = first_sides(attributes, &shape);
        Some(FirstLevel { axes: image.axes, path, shape, sides, levels })
    }

    /// The key of the image that a group named `labels` is in.
    fn image_of_labels(&self) -> Option<&'a str> {
        let key: &'a str = self.key;
        let above = match key.strip_suffix("labels")? {
            "" => "",
            above => above.strip_suffix('/')?,
        };
        ome_of(&self.hierarchy.describe(above)).map(|_| above)
    }

    /// A name may be listed again and again, and is looked at once.
    fn labels(&mut self, labels: &[(String, String)], image: Option<&str>) {
        let image = image.filter(|_| !labels.is_empty()).and_then(|image| self.first_level(image));
        let mut known: HashMap<&str, Vec<(&'static Rule, String)>> = HashMap::new();
        for (name, pointer) in labels {
            let breaches = known.entry(name).or_insert_with(|| self.label(name, image.as_ref()));
            for (rule, reason) in breaches {
                self.add(rule, pointer, reason.clone());
            }
        }
    }

    fn label(&self, name: &str, image: Option<&FirstLevel>) -> Vec<(&'static Rule, String)> {
        let group = join(self.key, name);
        if name.is_empty() || !self.is_node(&group) {
            return vec![(&LABEL_PATH, format!("expected an image at {name}, found none"))];
        }
        let mut found = Vec::new();
        let Some(own) = self.first_level(&group) else { return found };
        let numbers = self.hierarchy.describe(&join(&group, &own.path));
        if let Some(Ok(data_type)) = numbers.kind.array().map(|array| array.data_type.as_ref())
            && !matches!(data_type, DataType::Integer(_))
        {
            found.push((
                &LABEL_FORM,
                format!("expected labels that are integers at {name}, found {data_type}"),
            ));
        }
        let Some(image) = image else { return found };
        if own.levels != image.levels {
            let expected = count(image.levels as u128, "level");
            let reason =
                format!("expected {expected}, as many as the image has, at {name}, found {}", own.levels);
            found.push((&LABEL_LEVELS, reason));
        }
        if !own.lies_over(image) && !own.lies_within(image) {
            let reason = format!(
                "expected the shape {} of the image, but for channels, or a scale that fits the shape, found {}",
                shape_text(&image.shape),
                shape_text(&own.shape)
            );
            found.push((&LABEL_SHAPE, reason));
        }
        found
    }
}
