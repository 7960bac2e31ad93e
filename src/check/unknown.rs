use serde_json::{Map, Value};

use super::attributes::{LISTED, OmeRules, attributes, ome, rules_named, rules_of};
use super::conventions::{ARCHIVE, CONVENTION_UNKNOWN, OME_CANDIDATE, OME_FORM, OME_MEMBER, OME_VERSION};
use super::{Breach, BreachPlace, Rule};
use crate::hierarchy::Child;
use crate::meaning::ZarrConvention;
use crate::metadata::text::{count, escape, shorten};
use crate::metadata::{NodeDocument, join_pointer};
use crate::store::{EntryKind, is_archive};

const OME_MEMBERS: [&str; 10] = [
    "version",
    "multiscales",
    "omero",
    "labels",
    "image-label",
    "plate",
    "well",
    "bioformats2raw.layout",
    "series",
    "scene",
];
/// Members that have a version of their own before 0.5. A version of another type is found with their form.
const VERSIONED: [&str; 4] = ["plate", "well", "omero", "image-label"];
const ARCHIVES: usize = 16;
const SHOWN: usize = 100;

/// `above` is the version that the groups above state.
pub(super) fn attributes_of(
    path: &str,
    document: &NodeDocument,
    above: Option<&str>,
    found: &mut Vec<Breach>,
) {
    let Some(attributes) = attributes(document) else { return };
    let mut add = |rule: &'static Rule, pointer: &str, reason: String| {
        let place = BreachPlace::attribute(document, pointer);
        found.push(Breach { rule, path: path.to_owned(), place, reason });
    };
    let own = stated_version(document);
    if let (Some(own), Some(above)) = (&own, above)
        && own != above
    {
        let reason = format!(
            "expected version {} of OME-Zarr, as in the groups above, found {}",
            shown(&Value::from(above)),
            shown(&Value::from(own.as_str()))
        );
        add(&OME_FORM, "/ome/version", reason);
    } else if own.is_none() || above.is_none() {
        // What is said of a version holds below too.
        for (pointer, version) in ome_versions(attributes) {
            if let Some(reason) = doubtful_version(&pointer, version) {
                let own = version.as_str().and_then(rules_named);
                let is_candidate = own == Some(OmeRules::V06) && pointer.starts_with("/ome/");
                add(if is_candidate { &OME_CANDIDATE } else { &OME_VERSION }, &pointer, reason);
            }
        }
    }
    if document.zarr_format() == 3 {
        if let Some(other) = attributes.get("ome").filter(|ome| !ome.is_object()) {
            add(&OME_FORM, "/ome", format!("expected an object with a version, found {}", shown(other)));
        }
        if let Some(name) = old_member(attributes) {
            let reason = "expected metadata of OME-Zarr within ome, as version 0.5 has them in Zarr V3, found those of 0.4";
            add(&OME_VERSION, &join_pointer("", name), reason.to_owned());
        }
    } else if attributes.get("ome").is_some_and(|ome| ome.get("version").is_some()) {
        let reason = "expected metadata of OME-Zarr 0.4, as groups of Zarr V2 have them, found those of a later version";
        add(&OME_VERSION, "/ome", reason.to_owned());
    }
    if let Some(Value::Object(members)) = attributes.get("ome") {
        for name in members.keys().filter(|name| !OME_MEMBERS.contains(&name.as_str())).take(LISTED) {
            let known = OME_MEMBERS.join(", ");
            let reason = format!(
                "expected a member of OME-Zarr that is known ({known}), found \"{}\": it is not checked",
                shorten(&escape(name), SHOWN)
            );
            add(&OME_MEMBER, &join_pointer("/ome", name), reason);
        }
    }
    for (pointer, convention) in conventions(attributes) {
        let reason = format!("expected a convention that is known, found {convention}: it is not checked");
        add(&CONVENTION_UNKNOWN, &pointer, reason);
    }
}

/// Within `ome`.
pub(super) fn stated_version(document: &NodeDocument) -> Option<String> {
    let own = attributes(document)?.get("ome")?.get("version")?.as_str()?;
    Some(own.to_owned())
}

/// A member at the top that is of version 0.4.
fn old_member(attributes: &Map<String, Value>) -> Option<&'static str> {
    if attributes.contains_key("ome") {
        return None;
    }
    let image = attributes.get("multiscales").and_then(|images| images.get(0));
    let is_image = image.is_some_and(|image| {
        image.is_object() && rules_of(attributes, "multiscales", image) == Some(OmeRules::V04)
    });
    if is_image {
        return Some("multiscales");
    }
    let is_of_0_4 = |name: &str| {
        attributes.get(name).is_some_and(|own| rules_of(attributes, name, own) == Some(OmeRules::V04))
    };
    ["plate", "well", "image-label"].into_iter().find(|name| is_of_0_4(name))
}

/// What is expected instead of a version that is not known, or not stated as one.
fn doubtful_version(pointer: &str, version: &Value) -> Option<String> {
    // Version 0.5 is the first that has `ome`.
    let (known, which): (&[&str], &str) = if pointer.starts_with("/ome/") {
        (&["0.5"], "0.5 here")
    } else {
        (&["0.1", "0.2", "0.3", "0.4"], "from 0.1 to 0.4 here")
    };
    let Some(own) = version.as_str() else {
        let found = if version.is_null() { "none".to_owned() } else { shown(version) };
        return Some(format!("expected the version of OME-Zarr as a text, found {found}"));
    };
    if known.contains(&own) {
        return None;
    }
    let found = shown(version);
    let expected = format!("expected a version of OME-Zarr {which}, found {found}");
    Some(match rules_named(own) {
        // It is held to its rules, wherever it is.
        Some(OmeRules::V04 | OmeRules::V05) => expected,
        Some(OmeRules::V06) => {
            format!("{expected}: it may still change, and is held to the candidate 0.6rc0, here and below")
        }
        Some(OmeRules::Draft06) => format!(
            "{expected}: only its rules for plates, wells, labels and channels are known; axes, transformations and scenes \
             are not checked, here and below"
        ),
        None => format!(
            "{expected}: its rules are not known, and axes, scales and scenes of it are not checked, here and below"
        ),
    })
}

fn ome_versions(attributes: &Map<String, Value>) -> Vec<(String, &Value)> {
    let (members, before) = ome(attributes);
    let mut versions = Vec::new();
    if !before.is_empty() {
        return vec![(format!("{before}/version"), members.get("version").unwrap_or(&Value::Null))];
    }
    let images = members.get("multiscales").and_then(Value::as_array);
    for (index, image) in images.into_iter().flatten().take(LISTED).enumerate() {
        if let Some(version) = image.get("version") {
            versions.push((format!("{before}/multiscales/{index}/version"), version));
        }
    }
    for name in VERSIONED {
        if let Some(version) = members.get(name).and_then(|member| member.get("version"))
            && (version.is_string() || name == "omero")
        {
            versions.push((format!("{before}/{name}/version"), version));
        }
    }
    versions
}

fn conventions(attributes: &Map<String, Value>) -> Vec<(String, String)> {
    let mut unknown = Vec::new();
    match attributes.get("zarr_conventions") {
        Some(Value::Array(all)) => {
            for (index, one) in all.iter().take(LISTED).enumerate() {
                if ZarrConvention::of(one).is_none() {
                    let text = |name: &str| one.get(name).filter(|own| own.is_string());
                    // A name says more than an id, where both are there, but it is the id that is unknown.
                    let name = match (text("name"), text("uuid")) {
                        (Some(name), Some(uuid)) => format!("{} ({})", shown(name), shown(uuid)),
                        (name, uuid) => shown(name.or(uuid).unwrap_or(one)),
                    };
                    unknown.push((format!("/zarr_conventions/{index}"), name));
                }
            }
        }
        // An older form has the ids as names of members.
        Some(Value::Object(all)) => {
            for (id, one) in all.iter().take(LISTED) {
                let name = one.get("name").and_then(Value::as_str).unwrap_or(id);
                if ZarrConvention::named(id).or_else(|| ZarrConvention::named(name)).is_none() {
                    unknown.push(("/zarr_conventions".to_owned(), shown(&Value::from(name))));
                }
            }
        }
        _ => {}
    }
    unknown
}

fn shown(value: &Value) -> String {
    shorten(&escape(&value.to_string()), SHOWN)
}

/// Archives with a group or an array in them are nodes; others may hold anything.
pub(super) fn archives(path: &str, children: &[Child], found: &mut Vec<Breach>) {
    let is_archive = |child: &&Child| child.kind == EntryKind::File && is_archive(&child.name);
    let mut add = |place, reason| {
        found.push(Breach { rule: &ARCHIVE, path: path.to_owned(), place, reason });
    };
    for child in children.iter().filter(is_archive).take(ARCHIVES) {
        let reason = "expected a node, found an archive that has no group and no array, or that is damaged";
        add(BreachPlace::Key(child.name.clone()), reason.to_owned());
    }
    let more = children.iter().filter(is_archive).count().saturating_sub(ARCHIVES);
    if more > 0 {
        add(BreachPlace::Node, format!("expected nodes, found {} more", count(more as u128, "archive")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_version_is_looked_for_where_it_may_be() {
        let versions = |attributes: Value| -> Vec<String> {
            let found = ome_versions(attributes.as_object().unwrap());
            found.into_iter().map(|(pointer, version)| format!("{pointer} {version}")).collect()
        };
        assert_eq!(versions(json!({"ome": {"version": "0.6", "scene": {}}})), ["/ome/version \"0.6\""]);
        assert_eq!(
            versions(
                json!({"multiscales": [{"version": 0.4}, {}], "plate": {"version": "7"}, "well": {"version": 7}})
            ),
            ["/multiscales/0/version 0.4", "/plate/version \"7\""]
        );
        // Any attribute may be called so.
        assert!(versions(json!({"version": "2026-11", "ome": 3})).is_empty());
    }

    #[test]
    fn conventions_that_are_read_are_known_by_their_id_or_name() {
        let unknown = |list: Value| -> Vec<String> {
            let attributes = json!({"zarr_conventions": list});
            conventions(attributes.as_object().unwrap()).into_iter().map(|(_, name)| name).collect()
        };
        let proj = "f17cb550-5864-4468-aeb7-f3180cfb622f";
        assert!(unknown(json!([{"uuid": proj}, {"name": "spatial:"}, "multiscales"])).is_empty());
        assert!(unknown(json!({proj: {"name": "geo-proj"}})).is_empty());
        let url = "https://github.com/zarr-experimental/geo-proj/blob/v1/README.md";
        assert!(unknown(json!([{"spec_url": url}, {"schema_url": url, "name": "x"}])).is_empty());
        // The name identifies nothing where there is an id.
        let other = json!([{"uuid": "0b", "name": "proj:"}, {"spec_url": "x"}, {"uuid": "0c"}, 7]);
        assert_eq!(unknown(other), ["\"proj:\" (\"0b\")", "{\"spec_url\":\"x\"}", "\"0c\"", "7"]);
        assert_eq!(unknown(json!({"0b": {"version": "1"}})), ["\"0b\""]);
    }
}
