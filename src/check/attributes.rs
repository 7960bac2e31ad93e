//! Attributes of another form than a convention says give `None`.

use serde_json::{Map, Value};

use crate::metadata::{ArrayDocument, GroupOrArray, NodeDocument};

/// Attributes are written by strangers: longer lists are cut.
pub(super) const LISTED: usize = 256;
/// Four times as many as the largest plates have.
pub(super) const WELLS: usize = 6144;

pub fn attributes(document: &NodeDocument) -> Option<&Map<String, Value>> {
    match document.node.as_ref().ok()? {
        GroupOrArray::Group(group) => group.attributes.as_ref().ok(),
        GroupOrArray::Array(array) => array.attributes.as_ref().ok(),
    }
}

pub(super) fn dimension_names(array: &ArrayDocument) -> &[Option<String>] {
    match &array.dimension_names {
        Ok(Some(names)) => names,
        _ => &[],
    }
}

/// In several sizes, as OME-Zarr 0.4 and 0.5 describe it.
pub(super) struct ImageLevels {
    pub(super) pointer: String,
    pub(super) axes: Option<Vec<String>>,
    /// The largest first; `None` for what is no path.
    pub(super) paths: Vec<Option<String>>,
}

/// With the pointer to the members: version 0.5 has them within `ome`.
pub(super) fn ome(attributes: &Map<String, Value>) -> (&Map<String, Value>, &'static str) {
    match attributes.get("ome").and_then(Value::as_object) {
        Some(ome) => (ome, "/ome"),
        None => (attributes, ""),
    }
}

/// `Err` has the pointer to an image of another form.
pub(super) fn images(attributes: &Map<String, Value>) -> Vec<Result<ImageLevels, String>> {
    let (members, before) = ome(attributes);
    let Some(multiscales) = members.get("multiscales") else { return Vec::new() };
    // GeoZarr says under the same name what its levels are, as an object.
    if multiscales.get("layout").is_some() {
        return Vec::new();
    }
    let pointer = format!("{before}/multiscales");
    let Some(list) = multiscales.as_array() else { return vec![Err(pointer)] };
    let images = list.iter().take(LISTED).enumerate();
    images.map(|(index, image)| read_image(image, format!("{pointer}/{index}"))).collect()
}

fn read_image(image: &Value, pointer: String) -> Result<ImageLevels, String> {
    let Some(levels) = image["datasets"].as_array() else { return Err(format!("{pointer}/datasets")) };
    let axes = match &image["axes"] {
        Value::Null => None,
        axes => Some(axis_names(axes).ok_or_else(|| format!("{pointer}/axes"))?),
    };
    let paths = levels.iter().take(LISTED).map(|level| level["path"].as_str().map(str::to_owned)).collect();
    Ok(ImageLevels { pointer, axes, paths })
}

/// Version 0.3 lists texts.
fn axis_names(axes: &Value) -> Option<Vec<String>> {
    let name = |axis: &Value| Some(axis.as_str().or_else(|| axis["name"].as_str())?.to_owned());
    axes.as_array()?.iter().map(name).collect()
}

/// With pointers; `Err` has that to a list of another form.
pub(super) fn labels(attributes: &Map<String, Value>) -> Result<Vec<(String, String)>, String> {
    let (members, before) = ome(attributes);
    let pointer = format!("{before}/labels");
    let mut labels = Vec::new();
    let Some(list) = members.get("labels") else { return Ok(labels) };
    let Some(list) = list.as_array() else { return Err(pointer) };
    for (index, name) in list.iter().take(LISTED).enumerate() {
        let Some(name) = name.as_str() else { return Err(pointer) };
        labels.push((name.to_owned(), format!("{pointer}/{index}")));
    }
    Ok(labels)
}

/// The wells of a plate (`plate`, `wells`), or the fields of a well (`well`, `images`), with pointers.
pub(super) fn places(attributes: &Map<String, Value>, of: &str, list: &str) -> Vec<(String, String)> {
    let (members, before) = ome(attributes);
    let Some(own) = members.get(of) else { return Vec::new() };
    let mut places = Vec::new();
    for (index, place) in own[list].as_array().into_iter().flatten().take(WELLS).enumerate() {
        if let Some(path) = place["path"].as_str() {
            places.push((path.to_owned(), format!("{before}/{of}/{list}/{index}/path")));
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn hostile_attributes_have_no_images() {
        for (attributes, found) in [
            (json!({"multiscales": 3}), 1),
            (json!({"multiscales": {"layout": [{"asset": "r10m"}]}}), 0),
            (json!({"multiscales": [3, {"datasets": 4}, {"datasets": [], "axes": 5}]}), 3),
            (json!({"ome": 3}), 0),
            (json!({"ome": {"multiscales": {}}}), 1),
        ] {
            let images = images(attributes.as_object().unwrap());
            assert_eq!(images.len(), found, "{attributes}");
            assert!(images.iter().all(Result::is_err), "{attributes}");
        }
    }
}
