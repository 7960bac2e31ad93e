//! The metadata document of a group.
//!
//! Specification: [Group metadata](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#group-metadata).

use serde_json::{Map, Value};

use super::json::{DocumentError, Field, Json};

/// A group document, field by field.
#[derive(Debug, Clone)]
pub struct GroupDocument {
    /// What users of the group have written about it.
    pub attributes: Field<Map<String, Value>>,
    #[doc(hidden)]
    pub consolidated: Field<Consolidated>,
    #[doc(hidden)]
    pub other: Field<()>,
}

/// The specification does not have it; zarr-python writes it.
#[derive(Debug, Clone, PartialEq)]
pub enum Consolidated {
    Absent,
    Null,
    Inline(Map<String, Value>),
}

impl GroupDocument {
    #[doc(hidden)]
    pub fn read(json: &Json) -> Self {
        Self {
            attributes: read_attributes(json),
            consolidated: read_consolidated(json),
            other: refuse_unknown(json, &["zarr_format", "node_type", "attributes", "consolidated_metadata"]),
        }
    }

    pub(crate) fn faults(&self) -> Vec<DocumentError> {
        let faults =
            [self.other.as_ref().err(), self.attributes.as_ref().err(), self.consolidated.as_ref().err()];
        faults.into_iter().flatten().cloned().collect()
    }
}

fn read_consolidated(json: &Json) -> Field<Consolidated> {
    let Some(field) = json.member("consolidated_metadata") else { return Ok(Consolidated::Absent) };
    if field.value().is_null() {
        return Ok(Consolidated::Null);
    }
    let kind = field.required("kind", "\"inline\"")?;
    if kind.value().as_str() != Some("inline") {
        return Err(kind.unexpected("\"inline\""));
    }
    Ok(Consolidated::Inline(field.required("metadata", "an object of documents")?.object()?.clone()))
}

pub(super) fn read_attributes(json: &Json) -> Field<Map<String, Value>> {
    match json.member("attributes") {
        Some(field) => field.object().cloned(),
        None => Ok(Map::new()),
    }
}

/// Refuses the first member that is neither `known` nor an object with `"must_understand": false`: a reader has to fail on a
/// member that it does not know ([Extension
/// points](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#extension-points)).
pub(super) fn refuse_unknown(json: &Json, known: &[&str]) -> Field<()> {
    for name in json.object()?.keys().filter(|name| !known.contains(&name.as_str())) {
        let field = json.required(name, "")?;
        if field.value().get("must_understand") != Some(&Value::Bool(false)) {
            return Err(field.unexpected("a known member, or an object with \"must_understand\": false"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn consolidated(value: &Value) -> Field<Consolidated> {
        let document = json!({"zarr_format": 3, "node_type": "group", "consolidated_metadata": value});
        GroupDocument::read(&Json::root(&document)).consolidated
    }

    #[test]
    fn consolidated_metadata_in_its_three_forms() {
        let plain = json!({"zarr_format": 3, "node_type": "group"});
        assert_eq!(GroupDocument::read(&Json::root(&plain)).consolidated, Ok(Consolidated::Absent));
        assert_eq!(consolidated(&json!(null)), Ok(Consolidated::Null));
        let inline =
            json!({"must_understand": false, "kind": "inline", "metadata": {"a": {"zarr_format": 3}}});
        assert!(matches!(consolidated(&inline), Ok(Consolidated::Inline(documents)) if documents.len() == 1));
    }

    #[test]
    fn a_fault_in_it_does_not_hide_the_attributes() {
        let document = json!({"attributes": {"a": 1}, "consolidated_metadata": {"kind": "remote"}});
        let group = GroupDocument::read(&Json::root(&document));
        assert_eq!(group.attributes.as_ref().unwrap().len(), 1);
        assert_eq!(
            group.faults()[0].to_string(),
            "/consolidated_metadata/kind: expected \"inline\", found \"remote\""
        );
    }
}
