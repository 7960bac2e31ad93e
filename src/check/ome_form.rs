//! The form of metadata of OME-Zarr, as far as a document alone says it: of images here, of plates, labels and channels in files of
//! their own. A document is held to the version that it states, and an error is what the specification says with MUST.
//!
//! Source: [OME-Zarr 0.5](https://ngff.openmicroscopy.org/0.5/index.html), [0.4](https://ngff.openmicroscopy.org/0.4/index.html)

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Rule;
use super::attributes::{LISTED, OmeRules, ome, rules_of};
use super::conventions::{ATTRIBUTE, IMAGE_FORM};
use crate::metadata::text::{escape, shorten};

pub(super) const SHOWN: usize = 60;
pub(super) const TRANSFORMATIONS: &str = "coordinateTransformations";

/// What does not have its form, with pointers.
#[derive(Default)]
pub(super) struct FormFaults(pub(super) Vec<(&'static Rule, String, String)>);

pub(super) fn form(attributes: &Map<String, Value>) -> FormFaults {
    let (members, before) = ome(attributes);
    let mut faults = FormFaults::default();
    if let Some(images) = members.get("multiscales") {
        faults.images(attributes, images, &format!("{before}/multiscales"));
    }
    for (name, read) in [
        ("plate", FormFaults::plate as fn(&mut FormFaults, &Value, &str, OmeRules)),
        ("well", FormFaults::well),
        ("image-label", FormFaults::label),
    ] {
        if let Some(found) = members.get(name)
            && let Some(rules) = rules_of(attributes, name, found)
        {
            read(&mut faults, found, &format!("{before}/{name}"), rules);
        }
    }
    if let Some(scene) = members.get("scene")
        && rules_of(attributes, "scene", scene) == Some(OmeRules::V06)
    {
        faults.scene(scene, &format!("{before}/scene"));
    }
    if let Some(omero) = members.get("omero") {
        // Before 0.5 it has seldom a version of its own.
        let image = members.get("multiscales").and_then(|images| images.get(0));
        let of_image = match image {
            Some(image) => rules_of(attributes, "multiscales", image),
            None if before.is_empty() => None,
            None => rules_of(attributes, "multiscales", &Value::Null),
        };
        let is_held = match omero.get("version") {
            Some(Value::String(_)) => rules_of(attributes, "multiscales", omero).is_some(),
            _ => of_image.is_some(),
        };
        faults.omero(omero, is_held, &format!("{before}/omero"));
    }
    faults
}

pub(super) fn shown(value: &Value) -> String {
    shorten(&escape(&value.to_string()), SHOWN)
}

/// A member as it is shown, or that there is none.
pub(super) fn found(of: &Value, name: &str) -> String {
    of.get(name).map_or_else(|| "none".to_owned(), shown)
}

/// Some writers have whole numbers with a point.
pub(super) fn integer(value: &Value) -> Option<i128> {
    if let Some(number) = value.as_u64() {
        return Some(number.into());
    }
    if let Some(number) = value.as_i64() {
        return Some(number.into());
    }
    let number = value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 2_f64.powi(64))?;
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and below 2^64")]
    let whole = number as i128;
    Some(whole)
}

impl FormFaults {
    pub(super) fn add(&mut self, rule: &'static Rule, pointer: &str, expected: &str, found: &str) {
        self.0.push((rule, pointer.to_owned(), format!("expected {expected}, found {found}")));
    }

    pub(super) fn list<'a>(
        &mut self,
        rule: &'static Rule,
        of: &'a Value,
        name: &str,
        pointer: &str,
    ) -> Option<&'a [Value]> {
        if let Some(list) = of[name].as_array() {
            return Some(list);
        }
        self.add(rule, &format!("{pointer}/{name}"), "a list", &found(of, name));
        None
    }

    pub(super) fn is_object(&mut self, rule: &'static Rule, value: &Value, pointer: &str) -> bool {
        if !value.is_object() {
            self.add(rule, pointer, "an object", &shown(value));
        }
        value.is_object()
    }

    /// A version of its own, where a member states one.
    pub(super) fn version(&mut self, rule: &'static Rule, of: &Value, pointer: &str) {
        if let Some(version) = of.get("version").filter(|version| !version.is_string()) {
            self.add(rule, &format!("{pointer}/version"), "a version as a text", &shown(version));
        }
    }

    fn images(&mut self, attributes: &Map<String, Value>, images: &Value, pointer: &str) {
        let (members, before) = ome(attributes);
        let own = if before.is_empty() { None } else { rules_of(attributes, "multiscales", &Value::Null) };
        // Nothing is known of other versions, and drafts of 0.6 say other things of images.
        if !before.is_empty() && matches!(own, None | Some(OmeRules::Draft06)) {
            return;
        }
        let is_stated = own.is_some() || members.contains_key("omero");
        match images {
            Value::Array(list) if list.is_empty() => {
                let rule = if is_stated { &IMAGE_FORM } else { &ATTRIBUTE };
                self.add(rule, pointer, "at least one image", "none");
            }
            Value::Array(list) => {
                for (index, image) in list.iter().take(LISTED).enumerate() {
                    let pointer = format!("{pointer}/{index}");
                    match rules_of(attributes, "multiscales", image) {
                        Some(OmeRules::V04 | OmeRules::V05) => self.image(image, &pointer),
                        Some(OmeRules::V06) => self.image_in_systems(image, &pointer),
                        Some(OmeRules::Draft06) | None => {}
                    }
                }
            }
            // GeoZarr and other conventions have an object of this name.
            Value::Object(other) if other.contains_key("layout") || !is_stated => {}
            other => self.add(&IMAGE_FORM, pointer, "a list of images", &shown(other)),
        }
    }

    fn image(&mut self, image: &Value, pointer: &str) {
        if !self.is_object(&IMAGE_FORM, image, pointer) {
            return;
        }
        let axes = self.axes(image, pointer);
        if let Some(levels) = self.list(&IMAGE_FORM, image, "datasets", pointer) {
            let pointer = format!("{pointer}/datasets");
            if levels.is_empty() {
                self.add(&IMAGE_FORM, &pointer, "at least one level", "none");
            }
            for (index, level) in levels.iter().take(LISTED).enumerate() {
                let pointer = format!("{pointer}/{index}");
                if !self.is_object(&IMAGE_FORM, level, &pointer) {
                    continue;
                }
                if !level["path"].is_string() {
                    self.add(&IMAGE_FORM, &format!("{pointer}/path"), "a path", &found(level, "path"));
                }
                self.transformations(level, axes, &pointer);
            }
        }
        if image.get(TRANSFORMATIONS).is_some() {
            self.transformations(image, axes, pointer);
        }
    }

    /// Gives how many there are.
    fn axes(&mut self, image: &Value, pointer: &str) -> Option<usize> {
        let axes = self.list(&IMAGE_FORM, image, "axes", pointer)?;
        let pointer = format!("{pointer}/axes");
        if !(2..=5).contains(&axes.len()) {
            self.add(&IMAGE_FORM, &pointer, "2 to 5 axes", &axes.len().to_string());
        }
        let mut names = BTreeSet::new();
        let mut places = Vec::new();
        for (index, axis) in axes.iter().take(LISTED).enumerate() {
            let pointer = format!("{pointer}/{index}");
            if !self.is_object(&IMAGE_FORM, axis, &pointer) {
                continue;
            }
            if !axis["name"].as_str().is_some_and(|name| names.insert(name)) {
                self.add(&IMAGE_FORM, &format!("{pointer}/name"), "a name of its own", &found(axis, "name"));
            }
            if !axis["type"].is_string() {
                let pointer = format!("{pointer}/type");
                self.add(&ATTRIBUTE, &pointer, "time, channel or space", &found(axis, "type"));
            }
            let place = AxisPlace::of(axis);
            places.push(place);
            if let Some(unit) = axis.get("unit")
                && let Some(expected) = place.unit()
                && !unit.as_str().is_some_and(|unit| is_unit(unit, place == AxisPlace::Time))
            {
                self.add(&ATTRIBUTE, &format!("{pointer}/unit"), expected, &shown(unit));
            }
        }
        // What is no axis would be counted as missing.
        if places.len() == axes.len() {
            self.order_of_axes(axes, &places, &pointer);
        }
        Some(axes.len())
    }

    pub(super) fn order_of_axes(&mut self, axes: &[Value], places: &[AxisPlace], pointer: &str) {
        let mut add = |expected: &str, found: &str| self.add(&IMAGE_FORM, pointer, expected, found);
        let count = |of: AxisPlace| places.iter().filter(|place| **place == of).count();
        let spaces = count(AxisPlace::Space);
        if !(2..=3).contains(&spaces) {
            add("2 or 3 axes with the type \"space\"", &spaces.to_string());
        }
        let times = count(AxisPlace::Time);
        if times > 1 {
            add("at most one axis of time", &times.to_string());
        }
        let others = count(AxisPlace::Other);
        if others > 1 {
            add("at most one axis that is neither time nor space", &others.to_string());
        }
        if !places.is_sorted() {
            let types: Vec<String> = axes.iter().take(LISTED).map(|axis| found(axis, "type")).collect();
            add("time first, then channels, then space", &shorten(&types.join(", "), SHOWN));
        }
    }

    fn transformations(&mut self, of: &Value, axes: Option<usize>, pointer: &str) {
        let pointer = format!("{pointer}/{TRANSFORMATIONS}");
        let Some(all) = of[TRANSFORMATIONS].as_array() else {
            let found = found(of, TRANSFORMATIONS);
            return self.add(&IMAGE_FORM, &pointer, "a list of transformations", &found);
        };
        let mut kinds = Vec::new();
        for (index, one) in all.iter().take(LISTED).enumerate() {
            let pointer = format!("{pointer}/{index}");
            if !self.is_object(&IMAGE_FORM, one, &pointer) {
                continue;
            }
            let kind = one["type"].as_str().unwrap_or_default();
            if !["scale", "translation"].contains(&kind) {
                let found = found(one, "type");
                self.add(&IMAGE_FORM, &format!("{pointer}/type"), "scale or translation", &found);
                continue;
            }
            kinds.push(kind);
            // The numbers may be in an array instead, whose path is given.
            if one.get(kind).is_none() && one["path"].is_string() {
                continue;
            }
            let numbers = one[kind].as_array().filter(|list| list.iter().all(Value::is_number));
            let count = numbers.map(Vec::len);
            if count.is_none() || (axes.is_some() && count != axes) {
                let each = axes.map_or(String::new(), |axes| format!("{axes} numbers, "));
                let expected = format!("{each}one for each axis");
                self.add(&IMAGE_FORM, &format!("{pointer}/{kind}"), &expected, &found(one, kind));
            }
            let is_above_zero = |number: &Value| number.as_f64().is_some_and(|number| number > 0.0);
            if kind == "scale" && numbers.is_some_and(|list| !list.iter().all(is_above_zero)) {
                let pointer = format!("{pointer}/scale");
                self.add(&ATTRIBUTE, &pointer, "the size of an element, above zero", &shown(&one[kind]));
            }
        }
        // One of another type is a finding already.
        let are_known = kinds.len() == all.len().min(LISTED);
        if are_known && kinds != ["scale"] && kinds != ["scale", "translation"] {
            let found = if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") };
            let expected = "one scale, and after it one translation or none";
            self.add(&IMAGE_FORM, &pointer, expected, &shorten(&found, SHOWN));
        }
    }
}

/// In the order that axes have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AxisPlace {
    Time,
    /// A channel, or of any other type.
    Other,
    Space,
}

impl AxisPlace {
    pub(super) fn of(axis: &Value) -> Self {
        match axis["type"].as_str() {
            Some("time") => Self::Time,
            Some("space") => Self::Space,
            _ => Self::Other,
        }
    }

    fn unit(self) -> Option<&'static str> {
        match self {
            Self::Time => Some("a unit of time by its name in UDUNITS-2, such as second"),
            Self::Space => Some("a unit of length by its name in UDUNITS-2, such as micrometer"),
            Self::Other => None,
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
