//! What coordinates hold: latitudes, and whether those of a group are those of the group above it.

use std::collections::{BTreeMap, BTreeSet};

use super::array::{ArrayCheck, Coordinate, ELEMENTS};
use super::conventions::RANGE;
use super::{BreachPlace, attributes};
use crate::codec::DecodeOptions;
use crate::meaning::computed_text;
use crate::metadata::Scalar;
use crate::pipeline::Array;

const NORTH: [&str; 6] = ["degrees_north", "degree_north", "degree_N", "degrees_N", "degreeN", "degreesN"];
/// Beyond a pole, in degrees. Numbers of 32 bits are rounded by less.
const ROUNDED: f64 = 1e-3;

/// The dimensions of a group.
#[derive(Debug, Default)]
pub(super) struct GroupScope {
    /// Those that have coordinates, and the values of these where they were read.
    pub(super) coordinates: BTreeMap<String, Option<Coordinate>>,
    /// Those of one size that have none.
    pub(super) sizes: BTreeMap<String, u64>,
    /// Levels of one image differ in size, and are no tree of data sets.
    pub(super) is_image: bool,
}

impl GroupScope {
    pub(super) fn names(&self) -> BTreeSet<&String> {
        self.coordinates.keys().chain(self.sizes.keys()).collect()
    }
}

/// Why xarray opens no tree of a group below others: it [aligns](https://docs.xarray.dev/en/stable/user-guide/hierarchical-data.html#alignment-and-coordinate-inheritance)
/// its dimensions exactly with the coordinates of all groups above it, and with the sizes of the one right above.
pub(super) fn misaligned(own: &GroupScope, above: &[GroupScope]) -> Option<String> {
    if own.is_image || above.iter().any(|scope| scope.is_image) {
        return None;
    }
    for name in own.names() {
        let inherited = above.iter().rev().find_map(|scope| scope.coordinates.get(name));
        let own_coordinate = own.coordinates.get(name);
        let own_size =
            own.sizes.get(name).copied().or(own_coordinate.and_then(|own| Some(own.as_ref()?.size)));
        let Some(own_size) = own_size else { continue };
        let expected = match inherited {
            Some(Some(known)) if known.size != own_size => known.size,
            Some(Some(known)) => match own_coordinate {
                Some(Some(own)) if own != known => {
                    return Some(format!(
                        "expected the values that the coordinate \"{name}\" has in a group above, found others: xarray opens \
                         no such groups as one tree"
                    ));
                }
                _ => continue,
            },
            Some(None) => continue,
            None => match above.last().and_then(|scope| scope.sizes.get(name)) {
                Some(size) if *size != own_size => *size,
                _ => continue,
            },
        };
        return Some(format!(
            "expected {expected} elements along \"{name}\", as in a group above, found {own_size}: xarray opens no such groups as one \
             tree"
        ));
    }
    None
}

impl ArrayCheck<'_> {
    /// Whether the array has latitudes, by its units, or its name and units of degrees.
    fn has_latitudes(&self) -> bool {
        let Some(attributes) = attributes(self.document) else { return false };
        let text = |name: &str| attributes.get(name).and_then(serde_json::Value::as_str).unwrap_or_default();
        let is_named = matches!(text("standard_name"), "latitude" | "grid_latitude");
        NORTH.contains(&text("units")) || (is_named && text("units").starts_with("deg"))
    }

    pub(super) fn range(&mut self, array: &Array, options: &DecodeOptions) {
        let shape = &array.metadata.shape;
        let size = shape.iter().try_fold(1_u64, |size, edge| size.checked_mul(*edge));
        if !self.has_latitudes()
            || size.is_none_or(|size| size > ELEMENTS)
            || (array.is_remote() && shape.len() > 1)
        {
            return;
        }
        let whole: Vec<_> = shape.iter().map(|edge| 0..*edge).collect();
        // What cannot be decoded is told by others.
        let Ok(values) = array.physical().read_region(&whole, options) else { return };
        let beyond = values.elements().iter().enumerate().find_map(|(index, value)| {
            let value = match value {
                Scalar::Float(value) => value.value(),
                Scalar::Integer(value) => i32::try_from(value).map_or(f64::MAX, f64::from),
                _ => return None,
            };
            (value.abs() > 90.0 + ROUNDED).then_some((index, value))
        });
        if let Some((index, value)) = beyond {
            let place = if shape.len() == 1 { format!(" at {index}") } else { String::new() };
            let reason =
                format!("expected latitudes from -90 to 90 degrees, found {}{place}", computed_text(value));
            self.add(&RANGE, BreachPlace::Node, reason);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(coordinates: &[(&str, u64, u64)], sizes: &[(&str, u64)]) -> GroupScope {
        let coordinate = |(name, size, digest): &(&str, u64, u64)| {
            (String::from(*name), Some(Coordinate { size: *size, digest: *digest }))
        };
        GroupScope {
            coordinates: coordinates.iter().map(coordinate).collect(),
            sizes: sizes.iter().map(|(name, size)| (String::from(*name), *size)).collect(),
            is_image: false,
        }
    }

    #[test]
    fn groups_are_aligned_as_xarray_aligns_them() {
        let x = &[("x", 3, 7)][..];
        for (above, own, is_aligned) in [
            (vec![scope(x, &[])], scope(x, &[]), true),
            (vec![scope(x, &[])], scope(&[("x", 3, 8)], &[]), false),
            (vec![scope(x, &[])], scope(&[("x", 4, 8)], &[]), false),
            (vec![scope(x, &[])], scope(&[], &[("x", 3)]), true),
            (vec![scope(x, &[])], scope(&[], &[("x", 4)]), false),
            // Coordinates are inherited through all groups, sizes only from the one right above.
            (vec![scope(x, &[]), scope(&[], &[])], scope(&[], &[("x", 4)]), false),
            (vec![scope(&[], &[("x", 3)])], scope(&[], &[("x", 4)]), false),
            (vec![scope(&[], &[("x", 3)]), scope(&[], &[])], scope(&[], &[("x", 4)]), true),
            (vec![], scope(x, &[]), true),
            (vec![scope(x, &[])], scope(&[], &[("y", 4)]), true),
        ] {
            assert_eq!(misaligned(&own, &above).is_none(), is_aligned, "{own:?} below {above:?}");
        }
    }
}
