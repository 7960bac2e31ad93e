use std::io::{self, Write};
use std::{borrow::Cow, cell::OnceCell, path::Path, sync::Arc};

use serde_json::{Map, Value};

use super::arguments::{NodeArguments, ValueArguments};
use super::region::region_of;
use super::{Failure, Result};
use crate::codec::DecodeOptions;
use crate::meaning::Meaning;
use crate::metadata::{fill_value, text::escape};
use crate::pipeline::{
    Array, ArrayLabels, CoordinateColumn, Home, LabelError, LabelQuery, LabelSelection, Region,
};
use crate::store::StoreAccess;
use crate::tell::nearest::{did_you_mean, nearest};

pub(super) struct Chosen<'a> {
    pub(super) path: &'a Path,
    pub(super) limits: StoreAccess,
    pub(super) values: &'a ValueArguments,
    pub(super) options: DecodeOptions,
    /// Filled when it is first needed: at an address that takes requests.
    home: OnceCell<Home>,
}

impl<'a> Chosen<'a> {
    pub(super) fn of(node: &'a NodeArguments, values: &'a ValueArguments, options: DecodeOptions) -> Self {
        Self::at(&node.path, node.limits.access(), values, options)
    }

    pub(super) fn at(
        path: &'a Path,
        limits: StoreAccess,
        values: &'a ValueArguments,
        options: DecodeOptions,
    ) -> Self {
        Self { path, limits, values, options, home: OnceCell::new() }
    }

    pub(super) fn home(&self, array: &Array) -> Result<&Home> {
        if let Some(home) = self.home.get() {
            return Ok(home);
        }
        let here = super::open(self.path, &self.limits)?;
        let home = Home::above(self.path, &self.limits).or_else(|| Home::of_array(&here, array));
        Ok(self.home.get_or_init(|| home.unwrap_or(Home { hierarchy: here, key: String::new() })))
    }

    pub(super) fn values_of(&self, array: Array) -> Array {
        if !self.values.physical {
            return array;
        }
        let home = if array.may_be_bounds() { self.home(&array).ok() } else { None };
        let array = home.map_or_else(|| array.physical(), |home| array.physical_at(home.place()));
        if let Some(meaning) = array.shown_meaning() {
            say_packed_twice(&array, meaning);
        }
        array
    }

    pub(super) fn labels_of(&self, array: &Array) -> Option<Arc<ArrayLabels>> {
        if !self.values.physical && self.values.sel.is_empty() {
            return None;
        }
        let labels = array.axis_labels_at(self.home(array).ok()?.place(), &self.options);
        say_unread(array, &labels);
        Some(Arc::new(labels))
    }

    pub(super) fn columns_of(&self, array: &Array, region: &Region) -> Result<Vec<CoordinateColumn>> {
        let (columns, unread) = array.coordinate_columns(self.home(array)?.place(), region, &self.options);
        say_unread(array, &ArrayLabels { unread, ..ArrayLabels::default() });
        Ok(columns)
    }

    /// The coordinates of one element that have labels; dates are texts.
    pub(super) fn coordinates_at(&self, array: &Array, at: &[u64]) -> Map<String, Value> {
        let mut found = Map::new();
        if !self.values.physical && self.values.sel.is_empty() {
            return found;
        }
        let Ok(home) = self.home(array) else { return found };
        let region = at.iter().map(|coord| *coord..coord.saturating_add(1)).collect();
        let (columns, _) = array.coordinate_columns(home.place(), &region, &self.options);
        for column in columns.iter().filter(|column| column.has_labels()) {
            let Some((value, meaning)) = column.value(at, &vec![0; at.len()]) else { continue };
            let value = match meaning {
                Some(meaning) if meaning.time.is_some() => meaning.table_text(&value).into(),
                _ => fill_value::write(&value),
            };
            found.insert(column.name.clone(), value);
        }
        found
    }

    /// What `--region` and `--sel` select together; `None` without either. `others` are options that exclude labels, and whether
    /// they were given.
    pub(super) fn selection(
        &self,
        array: &Array,
        region: Option<&String>,
        others: &[(&str, bool)],
    ) -> Result<Option<LabelSelection>> {
        let region = region.map(|text| region_of(array, text)).transpose()?;
        if self.values.sel.is_empty() {
            return Ok(region.map(|region| LabelSelection { region, picks: Vec::new() }));
        }
        let usage = |text: String| Failure::Usage(format!("{}: --sel: {text}", escape(&array.path)));
        if let Some((other, _)) = others.iter().find(|(_, is_given)| *is_given) {
            return Err(usage(format!("expected either labels or {other}, found both")));
        }
        let mut selection = self.labelled(array)?;
        let Some(region) = region else { return Ok(Some(selection)) };
        for (dimension, own) in region.into_iter().enumerate() {
            let whole = 0..array.metadata.shape.get(dimension).copied().unwrap_or(0);
            let Some(selected) = selection.region.get_mut(dimension) else { continue };
            if *selected == whole {
                *selected = own;
            } else if own != whole {
                let place = self.home(array)?.place();
                let names = array.dimension_names(place.hierarchy, place.key);
                let name = names.into_iter().nth(dimension).flatten();
                let name =
                    name.map_or_else(|| format!("dimension {dimension}"), |name| escape(&name).into_owned());
                return Err(usage(format!(
                    "expected {name} to be selected once, found it in --region as well"
                )));
            }
        }
        Ok(Some(selection))
    }

    fn labelled(&self, array: &Array) -> Result<LabelSelection> {
        let usage = |text: String| Failure::Usage(format!("{}: --sel: {text}", escape(&array.path)));
        let place = self.home(array)?.place();
        let known = array.dimension_names(place.hierarchy, place.key);
        let queries = LabelQuery::read_all(&self.values.sel.join(","), &known)
            .map_err(|error| usage(error.to_string()))?;
        match array.select(place, &queries, &self.options, &mut |_| true) {
            Ok(selection) => Ok(selection),
            Err(error @ LabelError::Unread { .. }) => {
                Err(Failure::Data(format!("{}: --sel: {error}", escape(&array.path))))
            }
            Err(error) => {
                let mut text = error.to_string();
                if let LabelError::NoDimension { found, known, .. } = &error {
                    let near = nearest(found, known.iter().map(String::as_str));
                    let near: Vec<Cow<str>> = near.into_iter().map(escape).collect();
                    text.push_str(&did_you_mean(&near));
                }
                Err(usage(text))
            }
        }
    }
}

fn say_unread(array: &Array, labels: &ArrayLabels) {
    if let Some(why) = labels.why_none() {
        // Where stderr cannot be written, the values have to be enough.
        let _ = writeln!(io::stderr(), "note: {}: {}", escape(&array.path), escape(&why));
    }
}

/// Where a codec has unpacked the values already, unpacking them again is hardly what was meant.
pub(super) fn say_packed_twice(array: &Array, meaning: &Meaning) {
    if let Some(note) = meaning.packed_twice() {
        // Where stderr cannot be written, the values have to be enough.
        let _ = writeln!(io::stderr(), "note: {}: {}", escape(&array.path), escape(&note.to_string()));
    }
}

pub(super) fn home(path: &Path, limits: &StoreAccess) -> Result<Home> {
    let here = super::open(path, limits)?;
    Ok(Home::above(path, limits).unwrap_or(Home { hierarchy: here, key: String::new() }))
}
