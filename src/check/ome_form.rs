//! The form of metadata of OME-Zarr, as far as a document alone says it. Only where a document states the version 0.4 or 0.5 it
//! is held to it, and an error is what the specification says with MUST.
//!
//! Source: [OME-Zarr 0.5](https://ngff.openmicroscopy.org/0.5/index.html), [0.4](https://ngff.openmicroscopy.org/0.4/index.html)

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Rule;
use super::attributes::{LISTED, WELLS, ome};
use super::conventions::{ATTRIBUTE, IMAGE_FORM, LABEL_FORM, PLATE_FORM, WELL_FORM};
use crate::metadata::text::{escape, shorten};

const SHOWN: usize = 60;
const COUNT: &str = "a whole number above 0";
const TRANSFORMATIONS: &str = "coordinateTransformations";

/// What does not have its form, with pointers.
#[derive(Default)]
pub(super) struct FormFaults(pub(super) Vec<(&'static Rule, String, String)>);

pub(super) fn form(attributes: &Map<String, Value>) -> FormFaults {
    let (members, before) = ome(attributes);
    let mut faults = FormFaults::default();
    let own = if before.is_empty() { None } else { members.get("version") };
    let is_known = |version: Option<&Value>| {
        own.or(version).and_then(Value::as_str).is_some_and(|version| ["0.4", "0.5"].contains(&version))
    };
    // GeoZarr has an object of the same name.
    if let Some(images) = members.get("multiscales").filter(|images| images.get("layout").is_none()) {
        let pointer = format!("{before}/multiscales");
        match images.as_array() {
            Some(images) if images.is_empty() => {
                let rule = if is_known(None) { &IMAGE_FORM } else { &ATTRIBUTE };
                faults.add(rule, &pointer, "at least one image", "none");
            }
            // Other conventions have an object of this name.
            None if is_known(None) => faults.add(&IMAGE_FORM, &pointer, "a list of images", &shown(images)),
            _ => {}
        }
        for (index, image) in images.as_array().into_iter().flatten().take(LISTED).enumerate() {
            if is_known(image.get("version")) {
                faults.image(image, &format!("{pointer}/{index}"));
            }
        }
    }
    for (name, read) in [
        ("plate", FormFaults::plate as fn(&mut FormFaults, &Value, &str)),
        ("well", FormFaults::well),
        ("image-label", FormFaults::label),
    ] {
        if let Some(found) = members.get(name)
            && is_known(found.get("version"))
        {
            read(&mut faults, found, &format!("{before}/{name}"));
        }
    }
    faults
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        other => shorten(&escape(&other.to_string()), SHOWN),
    }
}

impl FormFaults {
    fn add(&mut self, rule: &'static Rule, pointer: &str, expected: &str, found: &str) {
        self.0.push((rule, pointer.to_owned(), format!("expected {expected}, found {found}")));
    }

    fn list<'a>(
        &mut self,
        rule: &'static Rule,
        of: &'a Value,
        name: &str,
        pointer: &str,
    ) -> Option<&'a [Value]> {
        if let Some(list) = of[name].as_array() {
            return Some(list);
        }
        self.add(rule, &format!("{pointer}/{name}"), "a list", &shown(&of[name]));
        None
    }

    fn image(&mut self, image: &Value, pointer: &str) {
        let axes = self.axes(image, pointer);
        if let Some(levels) = self.list(&IMAGE_FORM, image, "datasets", pointer) {
            let pointer = format!("{pointer}/datasets");
            if levels.is_empty() {
                self.add(&IMAGE_FORM, &pointer, "at least one level", "none");
            }
            for (index, level) in levels.iter().take(LISTED).enumerate() {
                let pointer = format!("{pointer}/{index}");
                if !level["path"].is_string() {
                    self.add(&IMAGE_FORM, &format!("{pointer}/path"), "a path", &shown(&level["path"]));
                }
                self.transformations(&level[TRANSFORMATIONS], axes, &format!("{pointer}/{TRANSFORMATIONS}"));
            }
        }
        if let Some(own) = image.get(TRANSFORMATIONS).filter(|own| !own.is_null()) {
            self.transformations(own, axes, &format!("{pointer}/{TRANSFORMATIONS}"));
        }
    }

    /// Gives how many there are.
    fn axes(&mut self, image: &Value, pointer: &str) -> Option<usize> {
        let axes = self.list(&IMAGE_FORM, image, "axes", pointer)?;
        let pointer = format!("{pointer}/axes");
        let mut add = |expected: &str, found: &str| self.add(&IMAGE_FORM, &pointer, expected, found);
        if !(2..=5).contains(&axes.len()) {
            add("2 to 5 axes", &axes.len().to_string());
        }
        let mut names = BTreeSet::new();
        let mut counts = [0_usize; 3];
        let (mut places, mut units) = (Vec::new(), Vec::new());
        for axis in axes.iter().take(LISTED) {
            match axis["name"].as_str() {
                Some(name) if !names.insert(name) => {
                    add("each axis with a name of its own", &shown(&axis["name"]));
                }
                Some(_) => {}
                None => add("each axis with a name", &shown(axis)),
            }
            let place = match axis["type"].as_str() {
                Some("time") => 0,
                Some("space") => 2,
                // A channel, or of any other type.
                _ => 1,
            };
            places.push(place);
            if let Some(unit) = axis.get("unit").filter(|unit| !unit.is_null())
                && place != 1
                && !unit.as_str().is_some_and(|unit| is_unit(unit, place == 0))
            {
                units.push(shown(unit));
            }
            if let Some(count) = counts.get_mut(place) {
                *count += 1;
            }
        }
        let [times, others, spaces] = counts;
        if !(2..=3).contains(&spaces) {
            add("2 or 3 axes with the type \"space\"", &spaces.to_string());
        }
        if times > 1 {
            add("at most one axis of time", &times.to_string());
        }
        if others > 1 {
            add("at most one axis that is neither time nor space", &others.to_string());
        }
        if !places.is_sorted() {
            let types: Vec<String> = axes.iter().take(LISTED).map(|axis| shown(&axis["type"])).collect();
            add("time first, then channels, then space", &shorten(&types.join(", "), SHOWN));
        }
        if !units.is_empty() {
            let expected = "units by their names in UDUNITS-2, such as micrometer";
            self.add(&ATTRIBUTE, &pointer, expected, &shorten(&units.join(", "), SHOWN));
        }
        Some(axes.len())
    }

    fn transformations(&mut self, list: &Value, axes: Option<usize>, pointer: &str) {
        let Some(all) = list.as_array() else {
            return self.add(&IMAGE_FORM, pointer, "a list of transformations", &shown(list));
        };
        let mut kinds = Vec::new();
        for (index, one) in all.iter().take(LISTED).enumerate() {
            let pointer = format!("{pointer}/{index}");
            let kind = one["type"].as_str().unwrap_or_default();
            kinds.push(kind);
            if !["scale", "translation"].contains(&kind) {
                self.add(
                    &IMAGE_FORM,
                    &format!("{pointer}/type"),
                    "scale or translation",
                    &shown(&one["type"]),
                );
                continue;
            }
            // The numbers may be in an array instead, whose path is given.
            if one[kind].is_null() && one["path"].is_string() {
                continue;
            }
            let numbers = one[kind].as_array().filter(|list| list.iter().all(Value::is_number));
            let count = numbers.map(Vec::len);
            if count.is_none() || (axes.is_some() && count != axes) {
                let each = axes.map_or(String::new(), |axes| format!("{axes} numbers, "));
                let expected = format!("{each}one for each axis");
                self.add(&IMAGE_FORM, &format!("{pointer}/{kind}"), &expected, &shown(&one[kind]));
            }
            let is_above_zero = |number: &Value| number.as_f64().is_some_and(|number| number > 0.0);
            if kind == "scale" && numbers.is_some_and(|list| !list.iter().all(is_above_zero)) {
                let pointer = format!("{pointer}/scale");
                self.add(&ATTRIBUTE, &pointer, "the size of an element, above zero", &shown(&one[kind]));
            }
        }
        if kinds != ["scale"] && kinds != ["scale", "translation"] {
            let found =
                if kinds.is_empty() { "none".to_owned() } else { escape(&kinds.join(", ")).into_owned() };
            self.add(
                &IMAGE_FORM,
                pointer,
                "one scale, and after it one translation or none",
                &shorten(&found, SHOWN),
            );
        }
    }

    /// The names of rows or columns.
    fn names<'a>(&mut self, plate: &'a Value, list: &str, pointer: &str) -> Option<Vec<&'a str>> {
        let mut names = Vec::new();
        for (index, own) in self.list(&PLATE_FORM, plate, list, pointer)?.iter().take(LISTED).enumerate() {
            let name = own["name"].as_str().unwrap_or_default();
            if !is_alphanumeric(name) || names.contains(&name) {
                let pointer = format!("{pointer}/{list}/{index}/name");
                self.add(
                    &PLATE_FORM,
                    &pointer,
                    "a name of its own, of letters and digits",
                    &shown(&own["name"]),
                );
            }
            names.push(name);
        }
        Some(names)
    }

    fn plate(&mut self, plate: &Value, pointer: &str) {
        let rows = self.names(plate, "rows", pointer);
        let columns = self.names(plate, "columns", pointer);
        let wells = self.list(&PLATE_FORM, plate, "wells", pointer).unwrap_or_default();
        for (at, well) in wells.iter().take(WELLS).enumerate() {
            let pointer = format!("{pointer}/wells/{at}");
            let path = well["path"].as_str().unwrap_or_default();
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
                    self.add(&PLATE_FORM, &format!("{pointer}/path"), &expected, &shown(&well["path"]));
                    break;
                };
                if well[index].as_u64() != Some(position as u64) {
                    let expected = format!("{position}, the position of the {what} of the path");
                    self.add(&PLATE_FORM, &format!("{pointer}/{index}"), &expected, &shown(&well[index]));
                }
            }
        }
        self.members(plate, pointer);
        let Some(acquisitions) = plate.get("acquisitions") else { return };
        if !acquisitions.is_array() {
            self.add(&PLATE_FORM, &format!("{pointer}/acquisitions"), "a list", &shown(acquisitions));
        }
        let mut ids = BTreeSet::new();
        for (index, own) in acquisitions.as_array().into_iter().flatten().take(LISTED).enumerate() {
            let pointer = format!("{pointer}/acquisitions/{index}");
            if !own["id"].as_u64().is_some_and(|id| ids.insert(id)) {
                self.add(
                    &PLATE_FORM,
                    &format!("{pointer}/id"),
                    "a whole number of its own from 0 on",
                    &shown(&own["id"]),
                );
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
            let Some(own) = of.get(name).filter(|own| !own.is_null()) else { continue };
            let is_right = match expected {
                COUNT => own.as_u64().is_some_and(|count| count > 0),
                "a text" => own.is_string(),
                _ => own.is_i64() || own.is_u64(),
            };
            if !is_right {
                self.add(&PLATE_FORM, &format!("{pointer}/{name}"), expected, &shown(own));
            }
        }
    }

    fn well(&mut self, well: &Value, pointer: &str) {
        let mut paths = BTreeSet::new();
        let images = self.list(&WELL_FORM, well, "images", pointer).unwrap_or_default();
        for (index, image) in images.iter().take(LISTED).enumerate() {
            let path = image["path"].as_str().unwrap_or_default();
            if !is_alphanumeric(path) || !paths.insert(path) {
                let pointer = format!("{pointer}/images/{index}/path");
                self.add(
                    &WELL_FORM,
                    &pointer,
                    "a path of its own, of letters and digits",
                    &shown(&image["path"]),
                );
            }
        }
    }

    fn label(&mut self, label: &Value, pointer: &str) {
        if !label.is_object() {
            return self.add(&LABEL_FORM, pointer, "an object", &shown(label));
        }
        for (name, is_color) in [("colors", true), ("properties", false)] {
            let Some(list) = label.get(name).filter(|list| !list.is_null()) else { continue };
            let pointer = format!("{pointer}/{name}");
            let Some(list) = list.as_array() else {
                self.add(&LABEL_FORM, &pointer, "a list", &shown(list));
                continue;
            };
            let mut known = BTreeSet::new();
            for (index, own) in list.iter().take(LISTED).enumerate() {
                let value = &own["label-value"];
                // Some writers have whole numbers with a point.
                let is_whole = value.as_f64().is_some_and(|number| number.fract() == 0.0);
                if !is_whole || (!known.insert(value.to_string()) && is_color) {
                    let pointer = format!("{pointer}/{index}/label-value");
                    self.add(&LABEL_FORM, &pointer, "a whole number of its own", &shown(value));
                }
                let byte = |part: &Value| part.as_u64().is_some_and(|part| part < 256);
                let is_rgba =
                    own["rgba"].as_array().is_some_and(|rgba| rgba.len() == 4 && rgba.iter().all(byte));
                if is_color && !own["rgba"].is_null() && !is_rgba {
                    let pointer = format!("{pointer}/{index}/rgba");
                    self.add(&LABEL_FORM, &pointer, "four whole numbers from 0 to 255", &shown(&own["rgba"]));
                }
            }
        }
        let source = &label["source"];
        if !source.is_null() && !source.is_object() {
            self.add(&LABEL_FORM, &format!("{pointer}/source"), "an object", &shown(source));
        }
        if source.get("image").is_some_and(|image| !image.is_string()) {
            let pointer = format!("{pointer}/source/image");
            self.add(&LABEL_FORM, &pointer, "the path of an image", &shown(&source["image"]));
        }
    }
}

/// The units that OME-Zarr lists.
fn is_unit(unit: &str, is_time: bool) -> bool {
    const PREFIXES: [&str; 20] = [
        "", "atto", "centi", "deci", "exa", "femto", "giga", "hecto", "kilo", "mega", "micro", "milli",
        "nano", "peta", "pico", "tera", "yocto", "yotta", "zepto", "zetta",
    ];
    let base = if is_time { "second" } else { "meter" };
    let others: &[&str] = if is_time {
        &["day", "hour", "minute"]
    } else {
        &["angstrom", "foot", "inch", "mile", "parsec", "yard"]
    };
    others.contains(&unit) || unit.strip_suffix(base).is_some_and(|prefix| PREFIXES.contains(&prefix))
}

fn is_alphanumeric(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric())
}
