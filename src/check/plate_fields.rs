//! Plates and wells: what they name is there, and fits.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::attributes::{LISTED, attributes, ome, places};
use super::conventions::{PLATE_FORM, PLATE_PATH, WELL_FORM, WELL_PATH};
use super::image::ImageCheck;
use super::ome_form::{found, integer, shown};
use crate::hierarchy::NodeKind;
use crate::metadata::text::escape;
use crate::store::{EntryKind, join};

/// Rows that are looked into for a well.
const ROWS: usize = 4;

impl ImageCheck<'_> {
    pub(super) fn fields(&mut self, attributes: &Map<String, Value>) {
        // What is named again is not read again: it may be large.
        let mut wells = BTreeSet::new();
        for (path, pointer) in places(attributes, "plate", "wells") {
            if !wells.insert(path.clone()) {
                continue;
            }
            let group = join(self.key, &path);
            if !self.is_node(&group) {
                self.add(&PLATE_PATH, &pointer, format!("expected a well at {}, found none", escape(&path)));
            } else if !self.is_well(&group) {
                let reason = format!("expected the fields of a well in {}, found none", escape(&path));
                self.add(&WELL_FORM, &pointer, reason);
            }
        }
        let mut images = BTreeSet::new();
        for (path, pointer) in places(attributes, "well", "images") {
            if images.insert(path.clone())
                && let Some(found) = self.instead_of_image(&join(self.key, &path))
            {
                let reason = format!("expected an image at {}, found {found}", escape(&path));
                self.add(&WELL_PATH, &pointer, reason);
            }
        }
        self.acquisitions(attributes);
        self.unlike_any_plate(attributes);
    }

    /// Before 0.5 anything may be called `plate` or `well`: what is around it says whether it is one.
    fn unlike_any_plate(&mut self, attributes: &Map<String, Value>) {
        if !ome(attributes).1.is_empty() {
            return;
        }
        if let Some(well) = attributes.get("well").filter(|well| !well.is_object() && well.get(0).is_none())
            && self.plate_above().is_some()
        {
            self.add(&WELL_FORM, "/well", format!("expected an object, found {}", shown(well)));
        }
        if let Some(plate) =
            attributes.get("plate").filter(|plate| !plate.is_object() && plate.get(0).is_none())
            && self.has_wells()
        {
            self.add(&PLATE_FORM, "/plate", format!("expected an object, found {}", shown(plate)));
        }
    }

    /// Wells are two levels below.
    fn has_wells(&self) -> bool {
        let Ok(rows) = self.hierarchy.children(self.key) else { return false };
        for row in rows.iter().filter(|row| row.kind == EntryKind::Directory).take(ROWS) {
            let Ok(wells) = self.hierarchy.children(&row.key) else { continue };
            let mut wells = wells.iter().filter(|well| well.kind == EntryKind::Directory);
            if wells.next().is_some_and(|well| self.is_well(&well.key)) {
                return true;
            }
        }
        false
    }

    fn is_well(&self, group: &str) -> bool {
        let NodeKind::Document(document) = self.hierarchy.describe(group).kind else { return false };
        attributes(&document).is_some_and(|own| ome(own).0.contains_key("well"))
    }

    /// A field of a well says to which of several acquisitions of the plate it belongs.
    fn acquisitions(&mut self, attributes: &Map<String, Value>) {
        let (members, before) = ome(attributes);
        let Some(images) = members.get("well").and_then(|well| well["images"].as_array()) else { return };
        let Some(plate) = self.plate_above() else { return };
        let all = match plate.get("acquisitions") {
            Some(Value::Array(all)) => all.as_slice(),
            None => &[],
            // That is a finding at the plate.
            Some(_) => return,
        };
        let ids: Vec<i128> = all.iter().filter_map(|own| integer(&own["id"])).collect();
        for (index, image) in images.iter().take(LISTED).enumerate() {
            let own = image.get("acquisition");
            // A plate of one acquisition, or of none that is listed, leaves no question.
            if own.is_none() && ids.len() < 2 {
                continue;
            }
            let number = own.and_then(integer);
            // What is no number is a finding already.
            if own.is_none() || number.is_some_and(|own| !ids.contains(&own)) {
                let known: Vec<String> = ids.iter().take(8).map(i128::to_string).collect();
                let known = if ids.is_empty() { "which lists none".to_owned() } else { known.join(", ") };
                let found = found(image, "acquisition");
                let reason = format!("expected an acquisition of the plate ({known}), found {found}");
                self.add(&WELL_FORM, &format!("{before}/well/images/{index}/acquisition"), reason);
            }
        }
    }

    fn plate_above(&self) -> Option<Map<String, Value>> {
        self.key.rsplit('/').nth(1)?;
        let NodeKind::Document(document) = self.hierarchy.describe(self.above(2)).kind else { return None };
        ome(attributes(&document)?).0.get("plate")?.as_object().cloned()
    }
}
