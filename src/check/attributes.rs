//! What is read of attributes: small questions, each with an answer or none. Attributes of another form than a convention says
//! have no answer.

use serde_json::{Map, Value};

use crate::metadata::{ArrayDocument, GroupOrArray, NodeDocument};

/// The most of a list that is gone through: attributes are written by strangers.
pub(super) const LISTED: usize = 256;

/// The attributes of a node.
pub(super) fn attributes(document: &NodeDocument) -> Option<&Map<String, Value>> {
    match document.node.as_ref().ok()? {
        GroupOrArray::Group(group) => group.attributes.as_ref().ok(),
        GroupOrArray::Array(array) => array.attributes.as_ref().ok(),
    }
}

/// The names of the dimensions, as the document has them or, in V2, the attributes.
pub(super) fn dimension_names(array: &ArrayDocument) -> &[Option<String>] {
    array.dimension_names.as_ref().ok().and_then(Option::as_deref).unwrap_or_default()
}

/// An image in several sizes, as OME-Zarr 0.4 and 0.5 describe it.
pub(super) struct ImageLevels {
    /// Where it stands, from the attributes.
    pub(super) pointer: String,
    /// The names of its axes, where it has some.
    pub(super) axes: Option<Vec<String>>,
    /// The paths of its arrays, the largest first; `None` for what is no path.
    pub(super) paths: Vec<Option<String>>,
}

/// The members of OME-Zarr among the attributes, and the pointer to them: version 0.5 has them within `ome`.
pub(super) fn ome(attributes: &Map<String, Value>) -> (&Map<String, Value>, &'static str) {
    match attributes.get("ome").and_then(Value::as_object) {
        Some(ome) => (ome, "/ome"),
        None => (attributes, ""),
    }
}

/// The images that a group describes; `Err` where they have another form.
pub(super) fn images(attributes: &Map<String, Value>) -> Vec<Result<ImageLevels, String>> {
    let (members, before) = ome(attributes);
    let Some(multiscales) = members.get("multiscales") else { return Vec::new() };
    // GeoZarr says under the same name what its levels are, as an object.
    if multiscales.get("layout").is_some() {
        return Vec::new();
    }
    let pointer = format!("{before}/multiscales");
    let Some(list) = multiscales.as_array() else { return vec![Err(pointer)] };
    list.iter()
        .take(LISTED)
        .enumerate()
        .map(|(index, image)| read_image(image, format!("{pointer}/{index}")))
        .collect()
}

fn read_image(image: &Value, pointer: String) -> Result<ImageLevels, String> {
    let Some(levels) = image["datasets"].as_array() else { return Err(format!("{pointer}/datasets")) };
    let name = |axis: &Value| axis.as_str().or_else(|| axis["name"].as_str()).map(str::to_owned);
    let axes = match &image["axes"] {
        Value::Null => None,
        axes => match axes.as_array().map(|axes| axes.iter().map(name).collect::<Option<Vec<String>>>()) {
            Some(Some(axes)) => Some(axes),
            _ => return Err(format!("{pointer}/axes")),
        },
    };
    let path = |level: &Value| level["path"].as_str().map(str::to_owned);
    Ok(ImageLevels { pointer, axes, paths: levels.iter().take(LISTED).map(path).collect() })
}

/// The names of the labels in a group of labels, and the pointer to their list; `Err` where it has another form.
pub(super) fn labels(attributes: &Map<String, Value>) -> Option<Result<(Vec<String>, String), String>> {
    let (members, before) = ome(attributes);
    let (list, pointer) = (members.get("labels")?, format!("{before}/labels"));
    let names: Option<Vec<String>> = list
        .as_array()
        .and_then(|list| list.iter().take(LISTED).map(|name| name.as_str().map(str::to_owned)).collect());
    Some(match names {
        Some(names) => Ok((names, pointer)),
        None => Err(pointer),
    })
}

/// The paths of the wells of a plate, and the pointers to them.
pub(super) fn wells(attributes: &Map<String, Value>) -> Vec<(String, String)> {
    let (members, before) = ome(attributes);
    let list = members.get("plate").and_then(|plate| plate["wells"].as_array());
    let wells = list.into_iter().flatten().take(LISTED).enumerate();
    wells
        .filter_map(|(index, well)| {
            let path = well["path"].as_str()?.to_owned();
            Some((path, format!("{before}/plate/wells/{index}/path")))
        })
        .collect()
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
