//! The labels along the dimensions of an array, read to be shown beside its rows and columns.

use std::path::Path;

use super::labels::{LabelError, LabelPlace, LabelSelection, coordinate};
use super::{Array, Home, LabelQuery};
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::metadata::{Elements, Scalar};

/// The most labels of a dimension that are kept to be shown.
const MOST: u64 = 1 << 20;
/// How many labels are looked at for the room that they take.
const SAMPLES: u64 = 256;

/// The digits of a number that is a label.
const DIGITS: usize = 8;

/// The labels along one dimension.
#[derive(Debug)]
pub struct AxisLabels {
    coordinate: Array,
    values: Elements,
    /// The characters that the longest takes, of some that were looked at.
    pub width: usize,
}

impl AxisLabels {
    /// The label of an element along the dimension, as its attributes mean it.
    #[must_use]
    pub fn text(&self, index: u64) -> Option<String> {
        let value = self.values.get(usize::try_from(index).ok()?)?;
        let text = match self.coordinate.shown_meaning() {
            Some(meaning) => meaning.table_text(&value),
            None => value.to_string(),
        };
        Some(if matches!(value, Scalar::Float(_)) { in_few_digits(text) } else { text })
    }
}

impl Array {
    /// The labels along each dimension, where it has a coordinate that can be read.
    #[must_use]
    pub fn axis_labels(&self, hierarchy: &Hierarchy, options: &DecodeOptions) -> Vec<Option<AxisLabels>> {
        let names = self.meaning().map(|meaning| meaning.dimensions).unwrap_or_default();
        let home = home(hierarchy, &self.key);
        let place = home.as_ref().map_or(LabelPlace { hierarchy, key: &self.key }, |home| LabelPlace {
            hierarchy: &home.hierarchy,
            key: &home.key,
        });
        let shape = self.metadata.shape.iter();
        names.iter().zip(shape).map(|(name, size)| labels(place, name.as_deref()?, *size, options)).collect()
    }

    /// Finds the part of the array that labels name, wherever its coordinates are.
    ///
    /// # Errors
    /// As [`Array::select`].
    pub fn select_around(
        &self,
        hierarchy: &Hierarchy,
        queries: &[LabelQuery],
        options: &DecodeOptions,
    ) -> Result<LabelSelection, LabelError> {
        match home(hierarchy, &self.key) {
            Some(home) => {
                self.select(LabelPlace { hierarchy: &home.hierarchy, key: &home.key }, queries, options)
            }
            None => self.select(LabelPlace { hierarchy, key: &self.key }, queries, options),
        }
    }
}

/// A number with no more digits than tell neighbours apart in most grids: `45.83333` for `45.83333333333333`.
fn in_few_digits(text: String) -> String {
    if text.len() <= DIGITS {
        return text;
    }
    let number: Option<f64> = text.parse().ok().filter(|number: &f64| number.is_finite());
    // Through the decimal text of so many digits, which has no zeros at its end.
    let short = number.and_then(|number| format!("{number:.*e}", DIGITS - 2).parse::<f64>().ok());
    short.map_or(text, |short| short.to_string())
}

/// The hierarchy above an array that was opened alone.
fn home(hierarchy: &Hierarchy, key: &str) -> Option<Home> {
    key.is_empty().then(|| Home::above(Path::new(&hierarchy.name), &hierarchy.store().access())).flatten()
}

fn labels(place: LabelPlace, name: &str, size: u64, options: &DecodeOptions) -> Option<AxisLabels> {
    if size > MOST {
        return None;
    }
    let coordinate = coordinate(place, name, size).ok()?.physical();
    let values = coordinate.read_region(&coordinate.whole(), options).ok()?.into_elements();
    let mut labels = AxisLabels { coordinate, values, width: 0 };
    let step = size.div_ceil(SAMPLES).max(1);
    let looked = (0..size).step_by(usize::try_from(step).unwrap_or(1)).chain(size.checked_sub(1));
    labels.width = looked.filter_map(|index| labels.text(index)).map(|text| text.chars().count()).max()?;
    Some(labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short() {
        let short = |text: &str| in_few_digits(text.to_owned());
        assert_eq!(short("45.83333333333333"), "45.83333");
        assert_eq!(short("-4.166666666666671"), "-4.166667");
        assert_eq!(short("12.499999999999993"), "12.5");
        assert_eq!(short("2020-03-01"), "2020-03-01");
        assert_eq!(["0.0", "1e300", "360.0"].map(short), ["0.0", "1e300", "360.0"]);
    }
}
