//! What two arrays do not have in common beside their elements, which are compared by their places and as numbers.

use super::labels::Chosen;
use crate::metadata::text::escape;
use crate::pipeline::{Array, Region};

/// A line for each.
pub(super) fn notes(a: (&Array, &Chosen), b: (&Array, &Chosen), region: &Region) -> Vec<String> {
    let mut notes: Vec<String> = other_units(a.0, b.0).into_iter().collect();
    let (Ok(home), Ok(home_of_other)) = (a.1.home(a.0), b.1.home(b.0)) else { return notes };
    let labels = a.0.axis_labels_at(home.place(), &a.1.options);
    let labels_of_other = b.0.axis_labels_at(home_of_other.place(), &b.1.options);
    let names = a.0.dimension_names(&home.hierarchy, &home.key);
    let last = a.0.path.rsplit('/').next().unwrap_or_default();
    let axes = labels.axes.iter().zip(&labels_of_other.axes).zip(names.iter().zip(region));
    for ((own, other), (name, range)) in axes {
        let (Some(own), Some(other), Some(name)) = (own, other, name) else { continue };
        // A coordinate is its own label.
        if name != last && range.clone().any(|index| own.text(index) != other.text(index)) {
            notes.push(format!("the coordinates of {} differ: compared by position", escape(name)));
        }
    }
    notes
}

/// Dates are compared as dates with `--physical`, and otherwise the differing attributes are named.
pub(super) fn other_units(a: &Array, b: &Array) -> Option<String> {
    let [own, other] = [a, b].map(|array| array.meaning().map(|meaning| meaning.description.units));
    let are_times = [a, b].iter().all(|array| array.meaning().is_some_and(|own| own.time.is_some()));
    if own == other || are_times {
        return None;
    }
    let [own, other] = [own, other].map(|unit| unit.flatten().unwrap_or_else(|| "none".to_owned()));
    Some(format!("units differ: {} and {}", escape(&own), escape(&other)))
}
