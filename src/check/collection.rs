//! Collections of images as bioformats2raw writes them.
//!
//! Source: [OME-Zarr 0.5, bioformats2raw.layout](https://ngff.openmicroscopy.org/0.5/index.html#bf2raw)

use serde_json::{Map, Value};

use super::attributes::{LISTED, attributes, ome};
use super::conventions::COLLECTION;
use super::image::ImageCheck;
use super::ome_form::{integer, shown};
use crate::hierarchy::NodeKind;
use crate::metadata::text::escape;
use crate::store::join;

const LAYOUT: &str = "bioformats2raw.layout";
const METADATA: &str = "OME";

impl ImageCheck<'_> {
    pub(super) fn collection(&mut self, attributes: &Map<String, Value>) {
        let (members, before) = ome(attributes);
        if let Some(layout) = members.get(LAYOUT) {
            if integer(layout) != Some(3) {
                let reason = format!("expected 3, found {}", shown(layout));
                self.add(&COLLECTION, &format!("{before}/{LAYOUT}"), reason);
            }
            // A plate says where its images are.
            if !members.contains_key("plate") && !self.has_series() {
                self.numbered_images(&format!("{before}/{LAYOUT}"));
            }
        }
        let is_metadata = self.key.rsplit('/').next() == Some(METADATA);
        if is_metadata && let Some(series) = members.get("series") {
            self.series(series, &format!("{before}/series"));
        }
    }

    pub(super) fn members_of(&self, key: &str) -> Option<Map<String, Value>> {
        let NodeKind::Document(document) = self.hierarchy.describe(key).kind else { return None };
        Some(ome(attributes(&document)?).0.clone())
    }

    fn has_series(&self) -> bool {
        let own = self.members_of(&join(self.key, METADATA));
        own.is_some_and(|own| own.contains_key("series"))
    }

    fn series(&mut self, series: &Value, pointer: &str) {
        let above = self.above(1).to_owned();
        if !self.members_of(&above).is_some_and(|own| own.contains_key(LAYOUT)) {
            return;
        }
        let Some(paths) = series.as_array() else {
            let reason = format!("expected a list of paths, found {}", shown(series));
            return self.add(&COLLECTION, pointer, reason);
        };
        for (index, path) in paths.iter().take(LISTED).enumerate() {
            let pointer = format!("{pointer}/{index}");
            let Some(path) = path.as_str() else {
                self.add(&COLLECTION, &pointer, format!("expected a path, found {}", shown(path)));
                continue;
            };
            let name = path.trim_matches('/');
            // bioformats2raw names an image at the root by an empty path.
            let is_below = name.is_empty() || !name.split('/').any(|part| matches!(part, "" | "." | ".."));
            let instead =
                if is_below { self.instead_of_image(&join(&above, name)) } else { Some("another path") };
            if let Some(found) = instead {
                let reason = format!("expected an image at \"{}\", found {found}", escape(path));
                self.add(&COLLECTION, &pointer, reason);
            }
        }
    }

    /// Without a list, images are in groups called 0, 1, 2 and so on.
    fn numbered_images(&mut self, pointer: &str) {
        let at = |number: usize| self.instead_of_image(&join(self.key, &number.to_string()));
        let Some((next, found)) = (0..LISTED).find_map(|number| Some((number, at(number)?))) else { return };
        // Other groups may be there too, but no image that the numbers do not reach.
        let is_beyond = |name: &str| name.parse::<usize>().is_ok_and(|number| number >= next);
        let children = self.hierarchy.children(self.key).unwrap_or_default();
        if next == 0 || children.iter().any(|child| is_beyond(&child.name)) {
            let reason =
                format!("expected images in groups called 0, 1, 2 and so on, found {found} at {next}");
            self.add(&COLLECTION, pointer, reason);
        }
    }
}
