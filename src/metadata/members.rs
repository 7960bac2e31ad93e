//! What documents of groups and of arrays have in common: attributes, and the rule for members that are not known.
//!
//! Specification: [Extension points](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#extension-points).
//! A reader has to fail on a member that it does not know, unless the member is an object with `"must_understand":
//! false`.

use serde_json::{Map, Value};

use super::json::{Field, Json};

pub(super) fn read_attributes(json: &Json) -> Field<Map<String, Value>> {
    json.member("attributes").map_or_else(|| Ok(Map::new()), |field| field.object().cloned())
}

/// Refuses the first member that is neither `known` nor an object with `"must_understand": false`.
pub(super) fn refuse_unknown(json: &Json, known: &[&str]) -> Field<()> {
    let unknown = json.object()?.keys().filter(|name| !known.contains(&name.as_str()));
    for name in unknown {
        let field = json.required(name, "")?;
        if field.value().get("must_understand") != Some(&Value::Bool(false)) {
            return Err(field.unexpected("a known member, or an object with \"must_understand\": false"));
        }
    }
    Ok(())
}
