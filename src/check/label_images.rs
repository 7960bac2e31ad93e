//! The labels over an image: those that a group lists, and each label image.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::Rule;
use super::attributes::{at, attributes, images, labels, ome};
use super::conventions::{ATTRIBUTE, LABEL_FORM, LABEL_LEVELS, LABEL_PATH, LABEL_SHAPE, LABEL_SOURCE};
use super::first_level::{FirstLevel, first_sides};
use super::image::ImageCheck;
use super::ome_form::shown;
use crate::hierarchy::NodeKind;
use crate::meaning::OmeMetadata;
use crate::metadata::DataType;
use crate::metadata::text::{count, escape, shape as shape_text};
use crate::pipeline::ome_of;
use crate::store::join;

impl<'a> ImageCheck<'a> {
    pub(super) fn label_images(&mut self, attributes: &Map<String, Value>) {
        let (members, before) = ome(attributes);
        self.label_image(attributes);
        let image = self.image_of_labels();
        let is_ome = !before.is_empty() || OmeMetadata::read(attributes, "").is_some();
        // Anything may be called `labels` elsewhere.
        if !is_ome && image.is_none() {
            return;
        }
        let is_group_of_labels = image.is_some_and(|image| self.has_images(image));
        match labels(attributes) {
            Ok(labels) => {
                if is_group_of_labels && !members.contains_key("labels") {
                    let reason = "expected a list of the label images in this group, found none";
                    self.add(&LABEL_FORM, &format!("{before}/labels"), reason.to_owned());
                }
                self.labels(&labels, image);
            }
            Err(pointer) => {
                let is_held = is_group_of_labels || members.get("version") == Some(&Value::from("0.5"));
                let rule = if is_held { &LABEL_FORM } else { &ATTRIBUTE };
                let expected = if pointer.ends_with("/labels") { "a list of names" } else { "a name" };
                let found = at(attributes, &pointer).map_or_else(|| "none".to_owned(), shown);
                self.add(rule, &pointer, format!("expected {expected}, found {found}"));
            }
        }
    }

    fn has_images(&self, key: &str) -> bool {
        ome_of(&self.hierarchy.describe(key)).is_some_and(|ome| !ome.images.is_empty())
    }

    /// Of an image whose elements are labels, whether a list names it or not.
    fn label_image(&mut self, attributes: &Map<String, Value>) {
        let (members, before) = ome(attributes);
        let label = members.get("image-label");
        if label.is_none() && !self.is_among_labels() {
            return;
        }
        for image in images(attributes).into_iter().flatten() {
            for (index, path) in image.paths.iter().enumerate() {
                let Some(path) = path else { continue };
                let level = self.hierarchy.describe(&join(self.key, path));
                if let Some(Ok(data_type)) = level.kind.array().map(|array| array.data_type.as_ref())
                    && !matches!(data_type, DataType::Integer(_))
                {
                    let pointer = format!("{}/datasets/{index}/path", image.pointer);
                    let reason = format!(
                        "expected an integer data type, as labels have, in {}, found {data_type}",
                        escape(path)
                    );
                    self.add(&LABEL_FORM, &pointer, reason);
                }
            }
        }
        let Some(label) = label else { return };
        let pointer = format!("{before}/image-label");
        if !members.contains_key("multiscales") {
            let reason = "expected multiscales beside it, as each label image has them, found none";
            self.add(&LABEL_FORM, &pointer, reason.to_owned());
        }
        if let Some(source) = label.get("source").and_then(|source| source.get("image")?.as_str())
            && let Some(found) = self.instead_of_source(source)
        {
            let reason = format!("expected the relative path of an image, such as ../../, found {found}");
            self.add(&LABEL_SOURCE, &format!("{pointer}/source/image"), reason);
        }
    }

    /// What lies above the place that was opened is not seen.
    fn instead_of_source(&self, source: &str) -> Option<String> {
        let shown_source = shown(&Value::from(source));
        if source.is_empty() || source.starts_with('/') || source.contains("://") {
            return Some(shown_source);
        }
        let mut parts: Vec<&str> = self.key.split('/').filter(|part| !part.is_empty()).collect();
        for part in source.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop()?;
                }
                part => parts.push(part),
            }
        }
        let instead = self.instead_of_image(&parts.join("/"))?;
        Some(format!("{instead} at {shown_source}"))
    }

    fn is_among_labels(&self) -> bool {
        match self.key.rsplit_once("/labels/") {
            Some((image, _)) => self.has_images(image),
            None => self.key.starts_with("labels/") && self.has_images(""),
        }
    }

    fn is_said_to_be_label(&self, key: &str) -> bool {
        let NodeKind::Document(document) = self.hierarchy.describe(key).kind else { return false };
        attributes(&document).is_some_and(|own| ome(own).0.contains_key("image-label"))
    }

    /// From 0.5 on, groups between `labels` and a label image have none.
    fn metadata_between<'b>(&self, name: &'b str) -> Option<&'b str> {
        let own = attributes(self.document)?;
        for (end, _) in name.match_indices('/').filter(|_| !ome(own).1.is_empty()) {
            let between = name.get(..end)?;
            let NodeKind::Document(document) = self.hierarchy.describe(&join(self.key, between)).kind else {
                continue;
            };
            if attributes(&document).is_some_and(|attributes| !attributes.is_empty()) {
                return Some(between);
            }
        }
        None
    }

    fn first_level(&self, group: &str) -> Option<FirstLevel> {
        let NodeKind::Document(document) = self.hierarchy.describe(group).kind else { return None };
        let attributes = attributes(&document)?;
        let image = images(attributes).into_iter().next()?.ok()?;
        let levels = image.paths.len();
        let path = image.paths.into_iter().next()??;
        let shape = self.shape(group, &path)?;
        let sides = first_sides(attributes, &shape);
        Some(FirstLevel { axes: image.axes, shape, sides, levels })
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
        let shown_name = escape(name);
        if name.is_empty() || !self.is_node(&group) {
            return vec![(&LABEL_PATH, format!("expected an image at {shown_name}, found none"))];
        }
        let mut found = Vec::new();
        // Where it says that it is a label, it is found wanting there.
        if let Some(instead) = self.instead_of_image(&group) {
            if !self.is_said_to_be_label(&group) {
                found.push((&LABEL_PATH, format!("expected an image at {shown_name}, found {instead}")));
            }
        } else if let Some(between) = self.metadata_between(name) {
            let reason = format!(
                "expected no metadata of a group between labels and an image, found some in {}",
                escape(between)
            );
            found.push((&LABEL_FORM, reason));
        }
        let (Some(own), Some(image)) = (self.first_level(&group), image) else { return found };
        if own.levels != image.levels {
            let expected = count(image.levels as u128, "level");
            let reason = format!(
                "expected {expected}, as many as the image has, at {shown_name}, found {}",
                own.levels
            );
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
