//! The nodes that documents name, for a server that lists no names: the levels of an image, its labels, the wells of a plate, the
//! elements of `AnnData`. A document is believed as far as a name: what is not there is left out, and there may be others.
//!
//! Source: [OME-Zarr](https://ngff.openmicroscopy.org/0.5/),
//! [AnnData](https://anndata.readthedocs.io/en/latest/fileformat-prose.html).

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Hierarchy, Node, NodeKind};
use crate::store::{DirectoryEntry, EntryKind, StoreError, join, relative};

/// Nodes below one are asked for with a request each. A large plate has so many wells.
const MOST: usize = 6144;
/// Series of bioformats2raw are looked for one after the other, where no list says how many there are.
const SERIES: usize = 128;
/// Groups above a node may name what is below it: a plate names its wells, which lie in rows.
const ABOVE: usize = 4;

type NameReader = fn(&Map<String, Value>, &mut Vec<String>);
const CONVENTIONS: &[NameReader] = &[images, plates, elements, coordinates];

/// Below an element of `AnnData` or `SpatialData`, by the attribute that says how it is written.
const ELEMENTS: &[(&str, &[&str])] = &[
    ("anndata", &["X", "layers", "obs", "obsm", "obsp", "raw", "uns", "var", "varm", "varp"]),
    ("raw", &["X", "var", "varm"]),
    ("csr_matrix", &["data", "indices", "indptr"]),
    ("csc_matrix", &["data", "indices", "indptr"]),
    ("categorical", &["categories", "codes"]),
    ("nullable-integer", &["mask", "values"]),
    ("nullable-boolean", &["mask", "values"]),
    ("nullable-string-array", &["mask", "values"]),
];

#[doc(hidden)]
impl Hierarchy {
    pub fn unlisted_note(&self, node: &Node) -> Option<String> {
        let is_group = node.kind.group().is_some_and(|group| group.attributes.is_ok());
        if !is_group || self.store().lists() || self.copies().is_some_and(|copies| copies.decide(&node.key)) {
            return None;
        }
        let unknown = StoreError::Unlisted { key: node.key.clone() }.reason();
        Some(format!("{unknown}, but for nodes that documents name"))
    }

    pub(super) fn named_children(&self, key: &str) -> Result<Vec<DirectoryEntry>, StoreError> {
        let names = self.names_below(key);
        let entries = names.into_iter().map(|name| DirectoryEntry { name, kind: EntryKind::Directory });
        let mut entries = DirectoryEntry::sorted(entries);
        // A caller that asks for one of them asks for all.
        self.store().expect(key, &entries);
        entries.retain(|entry| self.may_be(&join(key, &entry.name)));
        if entries.is_empty() { Err(StoreError::Unlisted { key: key.to_owned() }) } else { Ok(entries) }
    }

    fn may_be(&self, key: &str) -> bool {
        match self.describe(key).kind {
            NodeKind::Document(_) => true,
            NodeKind::Unreadable(error) => !matches!(error, StoreError::NotADirectory { .. }),
            NodeKind::Directory(_) | NodeKind::Other(_) => false,
        }
    }

    fn names_below(&self, key: &str) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let mut group = key;
        for _ in 0..=ABOVE {
            let own = relative(key, group);
            for path in self.paths_below(group) {
                if let Some(rest) = path.strip_prefix(own)
                    && let Some(rest) = if own.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
                    && let Some(name) = rest.split('/').next()
                {
                    names.insert(name.to_owned());
                }
            }
            if group.is_empty() {
                break;
            }
            group = group.rsplit_once('/').map_or("", |(above, _)| above);
        }
        names
    }

    fn paths_below(&self, group: &str) -> Vec<String> {
        let node = self.describe(group);
        let attributes = node.kind.group().and_then(|group| group.attributes.as_ref().ok());
        let Some(attributes) = attributes else { return Vec::new() };
        let mut paths = Vec::new();
        for read in CONVENTIONS {
            read(attributes, &mut paths);
        }
        if ome(attributes).contains_key("bioformats2raw.layout") {
            paths.push("OME".to_owned());
            paths.extend(self.series(group));
        }
        paths.iter().filter_map(|path| plain(path)).take(MOST).collect()
    }

    fn series(&self, group: &str) -> Vec<String> {
        let node = self.describe(&join(group, "OME"));
        let mut names = Vec::new();
        if let Some(Ok(attributes)) = node.kind.group().map(|group| &group.attributes)
            && let Some(series) = ome(attributes).get("series")
        {
            add_texts(Some(series), &mut names);
            return names;
        }
        for number in 0..SERIES {
            let name = number.to_string();
            if !self.may_be(&join(group, &name)) {
                break;
            }
            names.push(name);
        }
        names
    }
}

fn ome(attributes: &Map<String, Value>) -> &Map<String, Value> {
    attributes.get("ome").and_then(Value::as_object).unwrap_or(attributes)
}

fn items(list: Option<&Value>) -> impl Iterator<Item = &Value> {
    list.and_then(Value::as_array).into_iter().flatten().take(MOST)
}

fn add_texts(list: Option<&Value>, names: &mut Vec<String>) {
    names.extend(items(list).filter_map(Value::as_str).map(str::to_owned));
}

fn add_paths(list: Option<&Value>, names: &mut Vec<String>) {
    for item in items(list) {
        if let Some(Value::String(path)) = item.get("path") {
            names.push(path.clone());
        }
    }
}

fn images(attributes: &Map<String, Value>, names: &mut Vec<String>) {
    for image in items(ome(attributes).get("multiscales")) {
        add_paths(image.get("datasets"), names);
        names.push("labels".to_owned());
    }
    add_texts(ome(attributes).get("labels"), names);
}

fn plates(attributes: &Map<String, Value>, names: &mut Vec<String>) {
    for (name, list) in [("plate", "wells"), ("well", "images")] {
        if let Some(own) = ome(attributes).get(name) {
            add_paths(own.get(list), names);
        }
    }
}

fn elements(attributes: &Map<String, Value>, names: &mut Vec<String>) {
    if attributes.contains_key("spatialdata_attrs") {
        names.extend(["images", "labels", "points", "shapes", "tables"].map(str::to_owned));
    }
    let Some(Value::String(encoding)) = attributes.get("encoding-type") else { return };
    for (own, parts) in ELEMENTS {
        if own == encoding {
            names.extend(parts.iter().map(ToString::to_string));
        }
    }
    if encoding == "dataframe" {
        if let Some(Value::String(index)) = attributes.get("_index") {
            names.push(index.clone());
        }
        add_texts(attributes.get("column-order"), names);
    }
}

fn plain(path: &str) -> Option<String> {
    let path = path.strip_prefix("./").unwrap_or(path).trim_end_matches('/');
    if path.split('/').all(|part| !matches!(part, "" | "." | "..")) { Some(path.to_owned()) } else { None }
}

fn coordinates(attributes: &Map<String, Value>, names: &mut Vec<String>) {
    let text = attributes.get("coordinates").and_then(Value::as_str).unwrap_or_default();
    names.extend(text.split_whitespace().take(MOST).map(str::to_owned));
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn named(attributes: &Value) -> Vec<String> {
        let mut names = Vec::new();
        for read in CONVENTIONS {
            read(attributes.as_object().unwrap(), &mut names);
        }
        names
    }

    #[test]
    fn an_image_names_its_levels_in_both_versions() {
        let image = json!({"multiscales": [{"datasets": [{"path": "0"}, {"path": "a/1"}, {"no": 1}]}]});
        assert_eq!(named(&image), ["0", "a/1", "labels"]);
        assert_eq!(named(&json!({"ome": image})), ["0", "a/1", "labels"]);
    }

    #[test]
    fn labels_plates_and_wells_name_what_is_below() {
        assert_eq!(named(&json!({"labels": ["cells", 7, "nuclei"]})), ["cells", "nuclei"]);
        assert_eq!(named(&json!({"plate": {"wells": [{"path": "A/1"}, {"path": "B/2"}]}})), ["A/1", "B/2"]);
        assert_eq!(named(&json!({"ome": {"well": {"images": [{"path": "0"}]}}})), ["0"]);
    }

    #[test]
    fn elements_of_anndata_have_known_parts() {
        assert_eq!(named(&json!({"encoding-type": "csr_matrix"})), ["data", "indices", "indptr"]);
        let table = json!({"encoding-type": "dataframe", "_index": "cell", "column-order": ["n", "type"]});
        assert_eq!(named(&table), ["cell", "n", "type"]);
    }

    #[test]
    fn other_attributes_name_nothing() {
        for odd in [json!({}), json!({"multiscales": 1, "labels": {"a": 1}, "plate": [], "coordinates": []})]
        {
            assert_eq!(named(&odd), Vec::<String>::new());
        }
        assert_eq!(named(&json!({"coordinates": "lat  lon"})), ["lat", "lon"]);
    }

    #[test]
    fn a_path_that_leads_out_is_none() {
        let paths = ["./0", "a/b/", "..", "a/../b", "", "/etc", "a//b"].map(plain);
        let expected = [Some("0"), Some("a/b"), None, None, None, None, None];
        assert_eq!(paths.each_ref().map(Option::as_deref), expected);
    }
}
