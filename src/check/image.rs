use super::attributes::{ImageLevels, attributes, images, labels, wells};
use super::conventions::{ATTRIBUTE, LABEL_PATH, LABEL_SHAPE, LEVEL_PATH, LEVEL_SHAPE, PLATE_PATH};
use super::{Breach, BreachPlace, Rule};
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::metadata::text::{escape, shape as shape_text};
use crate::metadata::{GroupOrArray, NodeDocument};
use crate::store::join;

const CHANNELS: &str = "c";

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
            Ok(labels) => labels.iter().for_each(|(name, pointer)| self.label(name, pointer)),
            Err(pointer) => {
                self.add(&ATTRIBUTE, &pointer, "expected a list of names, found another form".to_owned());
            }
        }
    }

    fn is_node(&self, key: &str) -> bool {
        matches!(self.hierarchy.describe(key).kind, NodeKind::Document(_))
    }

    fn shape(&self, group: &str, path: &str) -> Option<Vec<u64>> {
        let NodeKind::Document(document) = self.hierarchy.describe(&join(group, path)).kind else {
            return None;
        };
        match &document.node {
            Ok(GroupOrArray::Array(array)) if !path.is_empty() => array.shape.clone().ok(),
            _ => None,
        }
    }

    fn levels(&mut self, image: &ImageLevels) {
        let mut larger: Option<(&str, Vec<u64>)> = None;
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
                && (most.len() != shape.len() || shape.iter().zip(most).any(|(edge, most)| edge > most))
            {
                let (most, found) = (shape_text(most), shape_text(&shape));
                let reason =
                    format!("expected a shape within {most} of {before}, the level before it, found {found}");
                self.add(&LEVEL_SHAPE, &pointer, reason);
            }
            larger = Some((path, shape));
        }
    }

    fn first_level(&self, group: &str) -> Option<NamedShape> {
        let NodeKind::Document(document) = self.hierarchy.describe(group).kind else { return None };
        let image = images(attributes(&document)?).into_iter().next()?.ok()?;
        let path = image.paths.into_iter().next()??;
        Some(NamedShape { axes: image.axes, shape: self.shape(group, &path)? })
    }

    /// The image is the group that the labels lie in.
    fn label(&mut self, name: &str, pointer: &str) {
        let group = join(self.key, name);
        if name.is_empty() || !self.is_node(&group) {
            return self.add(&LABEL_PATH, pointer, format!("expected an image at {name}, found none"));
        }
        let above = match self.key.strip_suffix("labels") {
            Some("") => "",
            Some(above) if above.ends_with('/') => above.trim_end_matches('/'),
            _ => return,
        };
        let Some(image) = self.first_level(above) else { return };
        let Some(own) = self.first_level(&group) else { return };
        if !own.lies_over(&image) && !self.lies_within(&group, above) {
            let reason = format!(
                "expected the shape {} of the image, but for channels, or a scale that fits the shape, found {}",
                shape_text(&image.shape),
                shape_text(&own.shape)
            );
            self.add(&LABEL_SHAPE, pointer, reason);
        }
    }
}

struct NamedShape {
    axes: Option<Vec<String>>,
    shape: Vec<u64>,
}

impl NamedShape {
    /// Dimensions are paired by name where both have names. A dimension of one element lies over any number of them.
    fn lies_over(&self, image: &Self) -> bool {
        let (Some(own_axes), Some(axes)) = (&self.axes, &image.axes) else {
            let mut from_last = self.shape.iter().rev().zip(image.shape.iter().rev());
            return self.shape.len() <= image.shape.len()
                && from_last.all(|(own, edge)| own == edge || *own == 1);
        };
        own_axes.iter().zip(&self.shape).all(|(name, own)| {
            let edge = axes.iter().position(|axis| axis == name).and_then(|axis| image.shape.get(axis));
            name == CHANNELS || *own == 1 || edge == Some(own)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &str, shape: &[u64]) -> NamedShape {
        let axes = if names.is_empty() { None } else { Some(names.chars().map(String::from).collect()) };
        NamedShape { axes, shape: shape.to_vec() }
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
