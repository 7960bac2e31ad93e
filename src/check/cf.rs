//! How the arrays of a group fit each other by the
//! [CF conventions](https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html). An attribute that is there is held
//! to what CF says of it; units and names are, where the group or the array says that it follows CF.

use std::collections::{BTreeMap, BTreeSet};
use std::{cell::OnceCell, path::Path};

use serde_json::{Map, Value};

use super::attributes::{attributes, dimension_names};
use super::cf_form::{
    CellMethods, dimension_fault, mapping_fault, name_fault, quoted, terms_fault, unit_fault, word_pairs,
};
use super::conventions::{
    AXIS, BOUNDS, MAPPING, MEASURES, METHODS, NAMED_DIMENSIONS, NO_SUCH_ARRAY, STANDARD_NAME, TERMS, UNITS,
    UNITS_DIMENSION,
};
use super::{Breach, BreachPlace, Rule};
use crate::hierarchy::{Glance, Hierarchy};
use crate::meaning::StandardNames;
use crate::metadata::{ArrayDocument, DataType, NodeDocument};
use crate::pipeline::Home;
use crate::store::{StoreAccess, join};

/// What is kept of an array until all of its group are known. Other attributes may be large.
const KEPT: [&str; 12] = [
    "standard_name",
    "units",
    "axis",
    "positive",
    "cell_methods",
    "cell_measures",
    "bounds",
    "climatology",
    "coordinates",
    "grid_mapping",
    "formula_terms",
    "ancillary_variables",
];
const LONGEST: usize = 10_000;
const LEVELS: usize = 64;

/// What the groups around an array say that concerns it.
#[derive(Debug, Clone, Default)]
pub(super) struct CfScope {
    /// Conventions of a group name CF.
    is_cf: bool,
    /// Profiles and stations have coordinates of another form.
    is_sampled: bool,
    external: BTreeSet<String>,
}

pub(super) struct CfArray {
    name: String,
    path: String,
    is_v2: bool,
    is_text: bool,
    shape: Vec<u64>,
    names: Vec<Option<String>>,
    attributes: BTreeMap<&'static str, String>,
    /// Of an array of a grid mapping, what is wrong with it.
    mapping: Option<String>,
}

impl CfScope {
    pub(super) fn below(&self, attributes: &Map<String, Value>) -> Self {
        let text = |name: &str| attributes.get(name).and_then(Value::as_str).unwrap_or_default();
        let conventions = text("Conventions");
        let mut own = self.clone();
        own.is_cf |= ["CF-", "CF 1", "COARDS"].iter().any(|name| conventions.contains(name));
        own.is_sampled |= attributes.contains_key("featureType");
        let external = text("external_variables");
        own.external.extend(external.split([' ', ',']).take(LEVELS).map(str::to_owned));
        own
    }
}

impl CfArray {
    pub(super) fn of(name: &str, path: &str, document: &NodeDocument, array: &ArrayDocument) -> Option<Self> {
        let shape = array.shape.as_ref().ok()?.clone();
        let own = attributes(document)?;
        let text = |name: &'static str| {
            let text = own.get(name)?.as_str().filter(|text| text.len() <= LONGEST)?;
            Some((name, text.to_owned()))
        };
        Some(Self {
            name: name.to_owned(),
            path: path.to_owned(),
            is_v2: document.zarr_format() == 2,
            is_text: !matches!(array.data_type, Ok(DataType::Integer(_) | DataType::Float(_))),
            names: dimension_names(array).to_vec(),
            attributes: KEPT.into_iter().filter_map(text).collect(),
            mapping: if shape.is_empty() { mapping_fault(own) } else { None },
            shape,
        })
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }

    fn has(&self, dimension: Option<&String>) -> bool {
        self.names.iter().any(|own| own.as_ref() == dimension)
    }
}

pub(super) struct CfCheck<'a> {
    pub(super) hierarchy: &'a Hierarchy,
    pub(super) key: &'a str,
    pub(super) scope: &'a CfScope,
    pub(super) home: &'a OnceCell<Option<Home>>,
    pub(super) arrays: BTreeMap<&'a str, &'a CfArray>,
    pub(super) found: &'a mut Vec<Breach>,
}

impl CfCheck<'_> {
    fn add(&mut self, rule: &'static Rule, array: &CfArray, attribute: &str, reason: String) {
        let place = BreachPlace::attribute_of(array.is_v2, &format!("/{attribute}"));
        self.found.push(Breach { rule, path: array.path.clone(), place, reason });
    }

    pub(super) fn all(mut self) {
        let mut mappings = BTreeSet::new();
        let arrays: Vec<&CfArray> = self.arrays.values().copied().collect();
        for array in arrays {
            self.words(array);
            self.bounds(array);
            self.measures(array);
            self.methods(array);
            self.terms(array);
            self.coordinates(array);
            if let Some(text) = array.text("grid_mapping") {
                let words: Vec<&str> = text.split_whitespace().collect();
                let is_long = words.iter().any(|word| word.ends_with(':'));
                let named = words.into_iter().filter(|word| !is_long || word.ends_with(':'));
                mappings.extend(named.map(|word| word.trim_end_matches(':').to_owned()));
            }
        }
        for name in mappings {
            if let Some(array) = self.arrays.get(name.as_str()).copied()
                && let Some(fault) = &array.mapping
            {
                self.add(&MAPPING, array, "grid_mapping_name", fault.clone());
            }
        }
    }

    /// Attributes whose words are known.
    fn words(&mut self, array: &CfArray) {
        for (attribute, allowed) in [("axis", "X Y Z T"), ("positive", "up down")] {
            if let Some(text) = array.text(attribute)
                && self.follows_cf(array)
                && !allowed.split(' ').any(|word| word.eq_ignore_ascii_case(text))
            {
                let reason =
                    format!("expected one of {}, found {}", allowed.replace(' ', ", "), quoted(text));
                self.add(&AXIS, array, attribute, reason);
            }
        }
        if !self.follows_cf(array) {
            return;
        }
        if let Some(name) = array.text("standard_name")
            && let Some(reason) = name_fault(name)
        {
            self.add(&STANDARD_NAME, array, "standard_name", reason);
        }
        let Some(units) = array.text("units") else { return };
        if let Some(reason) = unit_fault(units) {
            self.add(&UNITS, array, "units", reason);
        } else if let Some(name) = array.text("standard_name")
            && let Some(reason) = dimension_fault(name, units, array.text("cell_methods"))
        {
            self.add(&UNITS_DIMENSION, array, "units", reason);
        }
    }

    fn follows_cf(&self, array: &CfArray) -> bool {
        self.scope.is_cf || ["standard_name", "cell_methods"].iter().any(|name| array.text(name).is_some())
    }

    fn bounds(&mut self, array: &CfArray) {
        for attribute in ["bounds", "climatology"] {
            let Some(name) = array.text(attribute) else { continue };
            let Some(shape) = self.shape(name.trim()) else {
                // The description of an array has its bounds, which are looked for with what it names.
                if attribute == "climatology" {
                    self.missing(array, attribute, name);
                }
                continue;
            };
            let fits = shape.len() == array.shape.len() + 1 && shape.starts_with(&array.shape);
            let ends = shape.last().copied().unwrap_or_default();
            let is_pair = array.shape.len() > 1 || ends == 2;
            if !fits || ends < 2 || !is_pair {
                let own: Vec<String> = array.shape.iter().map(u64::to_string).collect();
                let last = if array.shape.len() > 1 { "n" } else { "2" };
                let expected = own.iter().map(String::as_str).chain([last]).collect::<Vec<_>>().join(", ");
                let reason =
                    format!("expected {} to have the shape [{expected}], found {shape:?}", quoted(name));
                self.add(&BOUNDS, array, attribute, reason);
            }
        }
    }

    fn measures(&mut self, array: &CfArray) {
        let Some(text) = array.text("cell_measures") else { return };
        // What tables of projects have in its place.
        if text.starts_with("--") {
            return;
        }
        let pairs = match word_pairs(text) {
            Ok(pairs) => pairs,
            Err(found) => {
                let reason = format!(
                    "expected a measure and an array, as in \"area: cell\", found {}",
                    quoted(&found)
                );
                return self.add(&MEASURES, array, "cell_measures", reason);
            }
        };
        for (measure, name) in pairs {
            if !matches!(measure.as_str(), "area" | "volume") {
                let reason = format!("expected area or volume, found {}", quoted(&measure));
                self.add(&MEASURES, array, "cell_measures", reason);
            }
            self.has_dimensions(array, "cell_measures", &name);
        }
    }

    fn methods(&mut self, array: &CfArray) {
        let Some(text) = array.text("cell_methods") else { return };
        let methods = CellMethods::read(text);
        if let Some(fault) = methods.fault {
            return self.add(&METHODS, array, "cell_methods", format!("expected {fault}"));
        }
        // Without names of dimensions it is not known which there are.
        if array.names.iter().any(Option::is_none) || array.names.len() != array.shape.len() {
            return;
        }
        for name in methods.names {
            let is_coordinate = || {
                let words = array.text("coordinates").unwrap_or_default();
                words.split_whitespace().any(|word| word == name) || self.shape(&name).is_some()
            };
            let is_known = name == "area" || array.has(Some(&name)) || StandardNames::units(&name).is_some();
            if !is_known && !is_coordinate() {
                let reason = format!(
                    "expected a dimension, a coordinate, a standard name or area, found {}",
                    quoted(&name)
                );
                self.add(&METHODS, array, "cell_methods", reason);
            }
        }
    }

    fn terms(&mut self, array: &CfArray) {
        let Some(text) = array.text("formula_terms") else { return };
        let pairs = match word_pairs(text) {
            Ok(pairs) => pairs,
            Err(found) => {
                let reason = format!("expected terms and arrays, as in \"ps: ps\", found {}", quoted(&found));
                return self.add(&TERMS, array, "formula_terms", reason);
            }
        };
        if let Some(name) = array.text("standard_name")
            && let Some(reason) = terms_fault(name, &pairs)
        {
            self.add(&TERMS, array, "formula_terms", reason);
        }
        for (_, name) in &pairs {
            if self.shape(name).is_none() {
                self.missing(array, "formula_terms", name);
            }
        }
    }

    fn coordinates(&mut self, array: &CfArray) {
        if self.scope.is_sampled {
            return;
        }
        let Some(text) = array.text("coordinates") else { return };
        for name in text.split_whitespace().take(LEVELS) {
            if self.arrays.contains_key(name) {
                self.has_dimensions(array, "coordinates", name);
            }
        }
    }

    /// The dimensions of what is named are among those of the array that names it.
    fn has_dimensions(&mut self, array: &CfArray, attribute: &str, name: &str) {
        let Some(named) = self.arrays.get(name).copied() else {
            if self.shape(name).is_none() && !self.scope.external.contains(name) {
                self.missing(array, attribute, name);
            }
            return;
        };
        let other = named.names.iter().flatten().find(|own| !array.has(Some(own)));
        // Texts of characters have a dimension for these.
        if let Some(other) = other
            && !named.is_text
            && array.names.iter().all(Option::is_some)
            && array.names.len() == array.shape.len()
        {
            let reason = format!(
                "expected {} to have dimensions of {}, found {}",
                quoted(name),
                array.name,
                quoted(other)
            );
            self.add(&NAMED_DIMENSIONS, array, attribute, reason);
        }
    }

    fn missing(&mut self, array: &CfArray, attribute: &str, name: &str) {
        // At an address, groups above the one that was opened are not looked at.
        if self.hierarchy.store().is_remote() {
            return;
        }
        let reason =
            format!("expected an array {} beside the array or in a group above, found none", quoted(name));
        self.add(&NO_SUCH_ARRAY, array, attribute, reason);
    }

    fn shape(&self, name: &str) -> Option<Vec<u64>> {
        let own = name.trim_start_matches('/');
        if own.len() > 1000 || own.split('/').any(|part| matches!(part, "" | "." | "..")) {
            return None;
        }
        if let Some(array) = self.arrays.get(own) {
            return Some(array.shape.clone());
        }
        upwards(self.hierarchy, self.key, own).or_else(|| {
            let home = self
                .home
                .get_or_init(|| Home::above(Path::new(&self.hierarchy.name), &StoreAccess::default()));
            let home = home.as_ref()?;
            upwards(&home.hierarchy, &join(&home.key, self.key), own)
        })
    }
}

/// In a group, or in one that it lies in.
fn upwards(hierarchy: &Hierarchy, key: &str, name: &str) -> Option<Vec<u64>> {
    let mut group = key;
    for _ in 0..LEVELS {
        if let Glance::Array(shape) = hierarchy.glance(&join(group, name)) {
            return Some(shape.to_vec());
        }
        group = match group.rsplit_once('/') {
            Some((above, _)) => above,
            None if group.is_empty() => return None,
            None => "",
        };
    }
    None
}
