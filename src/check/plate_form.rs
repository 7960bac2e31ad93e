//! The form of plates and wells, which is the same in all versions from 0.4 on.

use std::collections::BTreeSet;

use serde_json::Value;

use super::attributes::{LISTED, OmeRules, WELLS};
use super::conventions::{ATTRIBUTE, OME_VERSION, PLATE_FORM, WELL_FORM};
use super::ome_form::{FormFaults, SHOWN, found, integer};
use crate::metadata::text::{escape, shorten};

const COUNT: &str = "a whole number above 0";

impl FormFaults {
    /// The names of rows or columns.
    fn names<'a>(&mut self, plate: &'a Value, list: &str, pointer: &str) -> Option<Vec<&'a str>> {
        let mut names = Vec::new();
        for (index, own) in self.list(&PLATE_FORM, plate, list, pointer)?.iter().take(LISTED).enumerate() {
            let pointer = format!("{pointer}/{list}/{index}");
            let name = own["name"].as_str().unwrap_or_default();
            if self.is_object(&PLATE_FORM, own, &pointer) && (!is_alphanumeric(name) || names.contains(&name))
            {
                let expected = "a name of its own, of letters and digits";
                self.add(&PLATE_FORM, &format!("{pointer}/name"), expected, &found(own, "name"));
            }
            names.push(name);
        }
        Some(names)
    }

    pub(super) fn plate(&mut self, plate: &Value, pointer: &str, rules: OmeRules) {
        if !self.is_object(&PLATE_FORM, plate, pointer) {
            return;
        }
        self.version(&PLATE_FORM, plate, pointer);
        // With MUST, but bioformats2raw states the version beside the plate only.
        if rules == OmeRules::V05 && plate.get("version").is_none() {
            let expected = "the version of the plate as a text";
            self.add(&OME_VERSION, &format!("{pointer}/version"), expected, "none");
        }
        let rows = self.names(plate, "rows", pointer);
        let columns = self.names(plate, "columns", pointer);
        let wells = self.list(&PLATE_FORM, plate, "wells", pointer).unwrap_or_default();
        if rules == OmeRules::V06 && wells.is_empty() && plate["wells"].is_array() {
            self.add(&PLATE_FORM, &format!("{pointer}/wells"), "at least one well", "none");
        }
        let mut paths = BTreeSet::new();
        for (at, well) in wells.iter().take(WELLS).enumerate() {
            let pointer = format!("{pointer}/wells/{at}");
            if !self.is_object(&PLATE_FORM, well, &pointer) {
                continue;
            }
            let Some(path) = well["path"].as_str() else {
                let expected = "the name of a row, a slash and the name of a column";
                self.add(&PLATE_FORM, &format!("{pointer}/path"), expected, &found(well, "path"));
                continue;
            };
            if !paths.insert(path) {
                let expected = "each well once";
                self.add(&PLATE_FORM, &format!("{pointer}/path"), expected, &found(well, "path"));
            }
            let (row, column) = path.split_once('/').unwrap_or((path, ""));
            for (names, name, index, what) in
                [(&rows, row, "rowIndex", "row"), (&columns, column, "columnIndex", "column")]
            {
                let Some(names) = names else { continue };
                let Some(position) = names.iter().position(|own| *own == name) else {
                    let expected = format!(
                        "the name of a row, a slash and the name of a column; no {what} is \"{}\"",
                        shorten(&escape(name), SHOWN)
                    );
                    self.add(&PLATE_FORM, &format!("{pointer}/path"), &expected, &found(well, "path"));
                    break;
                };
                if integer(&well[index]) != Some(position as i128) {
                    let expected = format!("{position}, the position of the {what} of the path");
                    self.add(&PLATE_FORM, &format!("{pointer}/{index}"), &expected, &found(well, index));
                }
            }
        }
        self.members(plate, pointer);
        if plate.get("acquisitions").is_none() {
            return;
        }
        let mut ids = BTreeSet::new();
        let acquisitions = self.list(&PLATE_FORM, plate, "acquisitions", pointer).unwrap_or_default();
        for (index, own) in acquisitions.iter().take(LISTED).enumerate() {
            let pointer = format!("{pointer}/acquisitions/{index}");
            if !self.is_object(&PLATE_FORM, own, &pointer) {
                continue;
            }
            if !integer(&own["id"]).is_some_and(|id| id >= 0 && ids.insert(id)) {
                let expected = "a whole number of its own from 0 on";
                self.add(&PLATE_FORM, &format!("{pointer}/id"), expected, &found(own, "id"));
            }
            self.members(own, &pointer);
        }
    }

    /// Members that a plate or an acquisition may have.
    fn members(&mut self, of: &Value, pointer: &str) {
        for (name, expected) in [
            ("field_count", COUNT),
            ("maximumfieldcount", COUNT),
            ("name", "a text"),
            ("description", "a text"),
            ("starttime", "a whole number"),
            ("endtime", "a whole number"),
        ] {
            let Some(own) = of.get(name) else { continue };
            let is_right = match expected {
                COUNT => integer(own).is_some_and(|count| count > 0),
                "a text" => own.is_string(),
                _ => integer(own).is_some(),
            };
            if !is_right {
                // A plate that has no name is called null by bioformats2raw.
                let is_nameless = name == "name" && own.is_null();
                let rule = if is_nameless { &ATTRIBUTE } else { &PLATE_FORM };
                self.add(rule, &format!("{pointer}/{name}"), expected, &found(of, name));
            }
        }
    }

    pub(super) fn well(&mut self, well: &Value, pointer: &str, rules: OmeRules) {
        if !self.is_object(&WELL_FORM, well, pointer) {
            return;
        }
        self.version(&WELL_FORM, well, pointer);
        let mut paths = BTreeSet::new();
        let images = self.list(&WELL_FORM, well, "images", pointer).unwrap_or_default();
        let is_new = matches!(rules, OmeRules::V06 | OmeRules::Draft06);
        if rules == OmeRules::V06 && images.is_empty() && well["images"].is_array() {
            self.add(&WELL_FORM, &format!("{pointer}/images"), "at least one image", "none");
        }
        for (index, image) in images.iter().take(LISTED).enumerate() {
            let pointer = format!("{pointer}/images/{index}");
            if !self.is_object(&WELL_FORM, image, &pointer) {
                continue;
            }
            let path = image["path"].as_str().unwrap_or_default();
            let is_right = if is_new { is_node_name(path) } else { is_alphanumeric(path) };
            if !is_right || !paths.insert(path) {
                let more = if is_new { ", and of _, . and -" } else { "" };
                let expected = &format!("a path of its own, of letters and digits{more}");
                self.add(&WELL_FORM, &format!("{pointer}/path"), expected, &found(image, "path"));
            }
            // Which one it may be is said by the plate.
            if image.get("acquisition").is_some_and(|own| integer(own).is_none()) {
                let found = found(image, "acquisition");
                self.add(&WELL_FORM, &format!("{pointer}/acquisition"), "a whole number", &found);
            }
        }
    }
}

fn is_alphanumeric(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric())
}

/// As the schema of 0.6 has the names of fields.
fn is_node_name(name: &str) -> bool {
    let is_dots = name.chars().all(|c| c == '.');
    !is_dots
        && !name.starts_with("__")
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
}
