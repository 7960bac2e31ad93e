//! `--sel` and `--physical`: the part of an array that labels name, and its values as attributes mean them.

use std::cell::OnceCell;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::Failure;
use super::arguments::{NodeArguments, ValueArguments};
use crate::codec::DecodeOptions;
use crate::meaning::Meaning;
use crate::metadata::text::escape;
use crate::pipeline::{Array, ArrayLabels, Home, LabelError, LabelQuery, LabelSelection};
use crate::store::StoreAccess;
use crate::tell::nearest::nearest;

/// What was chosen on the command line besides a region.
pub(super) struct Chosen<'a> {
    pub(super) path: &'a Path,
    pub(super) limits: StoreAccess,
    pub(super) values: &'a ValueArguments,
    pub(super) options: DecodeOptions,
    /// Where the array is, once somebody has asked: at an address that takes requests.
    home: OnceCell<Home>,
}

impl<'a> Chosen<'a> {
    /// What was chosen for a node.
    pub(super) fn of(node: &'a NodeArguments, values: &'a ValueArguments, options: DecodeOptions) -> Self {
        Self::at((&node.path, node.limits.limits()), values, options)
    }

    /// The same for the node at a path.
    pub(super) fn at(
        (path, limits): (&'a Path, StoreAccess),
        values: &'a ValueArguments,
        options: DecodeOptions,
    ) -> Self {
        Self { path, limits, values, options, home: OnceCell::new() }
    }

    /// Where the array is in the hierarchy above it.
    fn home(&self, array: &Array) -> Result<&Home, Failure> {
        if let Some(home) = self.home.get() {
            return Ok(home);
        }
        let here = super::open(self.path, &self.limits)?;
        let home = Home::above(self.path, &self.limits).or_else(|| Home::of_array(&here, array));
        Ok(self.home.get_or_init(|| home.unwrap_or(Home { hierarchy: here, key: String::new() })))
    }

    /// The array with the values that are asked for.
    pub(super) fn values_of(&self, array: Array) -> Array {
        if !self.values.physical {
            return array;
        }
        let array = array.physical();
        if let Some(meaning) = array.shown_meaning() {
            say_packed_twice(&array, meaning);
        }
        array
    }

    /// The labels along the dimensions, where values or places are asked for by what attributes say. Why there are none of a
    /// dimension that has a coordinate is said on stderr.
    pub(super) fn labels_of(&self, array: &Array) -> Option<Arc<ArrayLabels>> {
        if !self.values.physical && self.values.sel.is_empty() {
            return None;
        }
        let labels = array.axis_labels_at(self.home(array).ok()?.place(), &self.options);
        if let Some(why) = labels.why_none() {
            // Where stderr cannot be written, the values have to be enough.
            let _ = writeln!(io::stderr(), "note: {}: {}", escape(&array.path), escape(&why));
        }
        Some(Arc::new(labels))
    }

    /// The part that labels name; `None` where there are none. `other` is the option beside which they cannot stand.
    pub(super) fn selection(
        &self,
        array: &Array,
        other: Option<&str>,
    ) -> Result<Option<LabelSelection>, Failure> {
        if self.values.sel.is_empty() {
            return Ok(None);
        }
        let usage = |text: String| Failure::Usage(format!("{}: --sel: {text}", escape(&array.path)));
        if let Some(other) = other {
            return Err(usage(format!("expected either labels or {other}, found both")));
        }
        let place = self.home(array)?.place();
        let known = array.dimension_names(place.hierarchy, place.key);
        let queries = LabelQuery::read_all(&self.values.sel.join(","), &known);
        let queries = queries.map_err(|error| usage(error.to_string()))?;
        let found = array.select(place, &queries, &self.options, &mut |_| true);
        found.map(Some).map_err(|error| match &error {
            LabelError::Unread { .. } => Failure::Data(format!("{}: --sel: {error}", escape(&array.path))),
            LabelError::NoDimension { found, known, .. } => usage(format!("{error}{}", meant(found, known))),
            _ => usage(error.to_string()),
        })
    }
}

/// Says on stderr where values are unpacked that a codec has unpacked already: what is printed is then hardly what was meant.
pub(super) fn say_packed_twice(array: &Array, meaning: &Meaning) {
    if let Some(note) = meaning.packed_twice() {
        // Where stderr cannot be written, the values have to be enough.
        let _ = writeln!(io::stderr(), "note: {}: {}", escape(&array.path), escape(&note.to_string()));
    }
}

/// What may have been meant by a name.
fn meant(found: &str, known: &[String]) -> String {
    let near = nearest(found, known.iter().map(String::as_str));
    let near: Vec<String> = near.iter().map(|name| escape(name).into_owned()).collect();
    if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) }
}

/// Where an array is in the hierarchy above it.
///
/// # Errors
/// When nothing can be opened at the path itself.
pub(super) fn home(path: &Path, limits: &StoreAccess) -> Result<Home, Failure> {
    let here = super::open(path, limits)?;
    Ok(Home::above(path, limits).unwrap_or(Home { hierarchy: here, key: String::new() }))
}
