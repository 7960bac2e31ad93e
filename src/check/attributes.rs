//! Attributes of another form than a convention says give `None`.

use serde_json::{Map, Value};

use crate::meaning::{MULTISCALES, ZarrConvention};
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

/// The rules of a version of OME-Zarr.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OmeRules {
    V04,
    V05,
    /// And its candidates. Images have coordinate systems in it.
    V06,
    /// Its drafts, which say other things of coordinate systems.
    Draft06,
}

/// The rules that a member is held to, where they are known. Within `ome` the version is stated once. Before 0.5 each member states its
/// own with SHOULD only, so one that has the form of 0.4 is held to it.
pub(super) fn rules_of(attributes: &Map<String, Value>, name: &str, member: &Value) -> Option<OmeRules> {
    let (members, before) = ome(attributes);
    let own = if before.is_empty() { None } else { members.get("version") };
    match own.or_else(|| member.get("version")) {
        Some(Value::String(version)) => rules_named(version),
        // Any other type is a finding of its own. Many that write a number mean the version.
        Some(Value::Number(version)) if rules_named(&version.to_string()).is_some() => {
            rules_named(&version.to_string())
        }
        _ if before.is_empty() && has_form_of_0_4(name, member) => Some(OmeRules::V04),
        _ => None,
    }
}

pub(super) fn rules_named(version: &str) -> Option<OmeRules> {
    match version {
        "0.4" => Some(OmeRules::V04),
        "0.5" => Some(OmeRules::V05),
        version if version == "0.6" || version.starts_with("0.6rc") => Some(OmeRules::V06),
        version if version.starts_with("0.6") => Some(OmeRules::Draft06),
        _ => None,
    }
}

/// Without a version, what is called `plate` or `well` may be anything.
fn has_form_of_0_4(name: &str, member: &Value) -> bool {
    let has_any = |names: &[&str]| {
        let object = member.as_object().or_else(|| member.get(0)?.as_object());
        object.is_some_and(|object| object.is_empty() || names.iter().any(|name| object.contains_key(*name)))
    };
    match name {
        "plate" => has_any(&["rows", "columns", "wells", "acquisitions"]),
        "well" => has_any(&["images"]),
        "multiscales" => {
            let has_transformations = |of: &Value| of.get("coordinateTransformations").is_some();
            let Some(levels) = member.get("datasets") else { return true };
            // Version 0.3 has axes that are texts.
            let has_objects =
                |axes: &Value| axes.as_array().is_some_and(|all| all.iter().any(Value::is_object));
            has_transformations(member)
                || member.get("axes").is_some_and(has_objects)
                || levels.as_array().is_some_and(|levels| levels.iter().any(has_transformations))
        }
        _ => true,
    }
}

/// What a pointer leads to.
pub(super) fn at<'a>(attributes: &'a Map<String, Value>, pointer: &str) -> Option<&'a Value> {
    let (name, rest) = match pointer.strip_prefix('/')?.split_once('/') {
        Some((name, rest)) => (name, format!("/{rest}")),
        None => (pointer.strip_prefix('/')?, String::new()),
    };
    attributes.get(name)?.pointer(&rest)
}

/// `Err` has the pointer to an image of another form.
pub(super) fn images(attributes: &Map<String, Value>) -> Vec<Result<ImageLevels, String>> {
    let (members, before) = ome(attributes);
    let Some(multiscales) = members.get("multiscales") else { return Vec::new() };
    // GeoZarr says under the same name what its levels are, as an object.
    let conventions = attributes.get("zarr_conventions").and_then(Value::as_array);
    let is_own = |item: &Value| ZarrConvention::of(item) == Some(&MULTISCALES);
    if multiscales.get("layout").is_some() || conventions.is_some_and(|all| all.iter().any(is_own)) {
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
        // Version 0.6 has them in the coordinate system that the levels are in.
        Value::Null => {
            let systems = image["coordinateSystems"].as_array().map(Vec::as_slice).unwrap_or_default();
            let name =
                &levels.first().unwrap_or(&Value::Null)["coordinateTransformations"][0]["output"]["name"];
            systems
                .iter()
                .find(|system| system["name"] == *name)
                .and_then(|system| axis_names(&system["axes"]))
        }
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

/// With pointers; `Err` has that to what is no list, or no name in it.
pub(super) fn labels(attributes: &Map<String, Value>) -> Result<Vec<(String, String)>, String> {
    let (members, before) = ome(attributes);
    let pointer = format!("{before}/labels");
    let mut labels = Vec::new();
    let Some(list) = members.get("labels") else { return Ok(labels) };
    let Some(list) = list.as_array() else { return Err(pointer) };
    for (index, name) in list.iter().take(LISTED).enumerate() {
        let Some(name) = name.as_str() else { return Err(format!("{pointer}/{index}")) };
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
    fn members_without_a_version_are_held_to_that_whose_form_they_have() {
        let scale = json!([{"type": "scale", "scale": [1, 1]}]);
        for (attributes, name, rules) in [
            (
                json!({"multiscales": {"axes": [{"name": "y"}], "datasets": []}}),
                "multiscales",
                Some(OmeRules::V04),
            ),
            (
                json!({"multiscales": {"datasets": [{"path": "0", "coordinateTransformations": scale}]}}),
                "multiscales",
                Some(OmeRules::V04),
            ),
            // Versions 0.1 to 0.3 have neither.
            (json!({"multiscales": {"axes": ["y", "x"], "datasets": [{"path": "0"}]}}), "multiscales", None),
            (json!({"multiscales": {"version": "0.3", "datasets": []}}), "multiscales", None),
            (json!({"plate": {"rows": []}}), "plate", Some(OmeRules::V04)),
            (json!({"plate": {"version": 0.4}}), "plate", Some(OmeRules::V04)),
            (json!({"plate": "P 7", "well": {"depth": 3}}), "plate", None),
            (json!({"plate": "P 7", "well": {"depth": 3}}), "well", None),
            (
                json!({"ome": {"version": "0.6rc0", "plate": {"version": "0.4"}}}),
                "plate",
                Some(OmeRules::V06),
            ),
            (json!({"ome": {"plate": {}}}), "plate", None),
        ] {
            let attributes = attributes.as_object().unwrap();
            let member = &ome(attributes).0[name];
            assert_eq!(rules_of(attributes, name, member), rules, "{name} of {attributes:?}");
        }
    }

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
