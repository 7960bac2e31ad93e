//! Coordinates that no array has, because a transform says where the cells of a plane lie.
//!
//! Source: [spatial](https://github.com/zarr-conventions/spatial#spatialtransform). The attributes of an array count first, then what the layout
//! of a group above says of it, or its own group of the arrays in it.

use super::{Array, image_axes::linear};
use crate::hierarchy::{Hierarchy, Node};
use crate::limits::LEVELS;
use crate::meaning::GeoPlace;
use crate::metadata::GroupOrArray;

/// The centres of the cells along a dimension. `None` where the plane is turned, or where nothing says where it lies.
pub(super) fn coordinate_on_earth(hierarchy: &Hierarchy, key: &str, name: &str, size: u64) -> Option<Array> {
    let (dimensions, lies) = plane(hierarchy, key)?;
    // A transform of another number of cells is that of another level.
    let index = dimensions.iter().position(|own| own == name)?;
    #[expect(clippy::cast_precision_loss, reason = "there are fewer labels")]
    if lies
        .shape
        .and_then(|shape| shape.get(index).copied())
        .is_some_and(|edge| (edge - size as f64).abs() > 0.5)
    {
        return None;
    }
    let [step, start] = lies.along(&dimensions, name)?;
    linear(name, size, step, start)
}

/// Whether a transform says where the cells along a dimension lie.
pub fn lies_on_earth(hierarchy: &Hierarchy, key: &str, name: &str) -> bool {
    plane(hierarchy, key).is_some_and(|(dimensions, lies)| lies.along(&dimensions, name).is_some())
}

/// The names of rows and columns, and what has the transform.
fn plane(hierarchy: &Hierarchy, key: &str) -> Option<(Vec<String>, GeoPlace)> {
    let own = of_node(&hierarchy.describe(key));
    let mut dimensions = own.as_ref().map(|own| own.dimensions.clone()).unwrap_or_default();
    let mut found = own.filter(|own| own.transform.is_some());
    let mut group = key;
    for level in 0..LEVELS {
        if found.is_some() && !dimensions.is_empty() || group.is_empty() {
            break;
        }
        group = group.rsplit_once('/').map_or("", |(above, _)| above);
        let node = hierarchy.describe(group);
        let Some(above) = of_node(&node) else { continue };
        let attributes = attributes(&node)?;
        let has_layout = attributes.get("multiscales").is_some_and(|own| own.get("layout").is_some());
        let path = key.strip_prefix(group)?.trim_start_matches('/');
        let registration = above.registration;
        if dimensions.is_empty() && (level == 0 || has_layout) {
            dimensions.clone_from(&above.dimensions);
        }
        if found.is_none() {
            found = match GeoPlace::of_level(attributes, path) {
                Some(level) => Some(GeoPlace { registration: level.registration.or(registration), ..level }),
                None if level == 0 && !has_layout => Some(above),
                None => None,
            };
            found = found.filter(|found| found.transform.is_some());
        }
    }
    Some((dimensions, found?))
}

fn of_node(node: &Node) -> Option<GeoPlace> {
    GeoPlace::read(attributes(node)?)
}

fn attributes(node: &Node) -> Option<&serde_json::Map<String, serde_json::Value>> {
    match node.kind.described()? {
        GroupOrArray::Group(group) => group.attributes.as_ref().ok(),
        GroupOrArray::Array(array) => array.attributes.as_ref().ok(),
    }
}
