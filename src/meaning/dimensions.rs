//! The names of dimensions, wherever a writer has put them.
//!
//! Sources: [`dimension_names` of V3](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#dimension-names),
//! [`_ARRAY_DIMENSIONS` of xarray](https://docs.xarray.dev/en/stable/internals/zarr-encoding-spec.html), and the `dimrefs` of
//! [NCZarr](https://docs.unidata.ucar.edu/netcdf-c/current/nczarr_head.html).
//!
//! ```json
//! {"_ARRAY_DIMENSIONS": ["time", "lat"], "_nczarr_array": {"dimension_references": ["/time", "/lat"]}}
//! ```

use serde_json::Value;

use super::attributes::{MeaningNotes, NoteKind, shown};
use crate::metadata::ArrayDocument;

pub(super) const XARRAY: &str = "_ARRAY_DIMENSIONS";
pub(super) const NCZARR: [&str; 3] = ["_nczarr_array", "_NCZARR_ARRAY", "_NCZARR_ARRAY_"];
const REFERENCES: [&str; 2] = ["dimension_references", "dimrefs"];

pub(super) fn read(array: &ArrayDocument, document: &Value, notes: &mut MeaningNotes) -> Vec<Option<String>> {
    let rank = array.shape.as_ref().map_or(0, Vec::len);
    if let Ok(Some(names)) = &array.dimension_names {
        return names.clone();
    }
    let Ok(attributes) = &array.attributes else { return vec![None; rank] };
    if let Some(value) = attributes.get(XARRAY) {
        if let Some(names) = names(value, rank) {
            return names;
        }
        // xarray opens no array of V2 with such names, and looks at them in V2 only.
        let kind = if document["zarr_format"] == 2 { NoteKind::Dimensions } else { NoteKind::Form };
        let text = format!("expected {rank} names, found {}; they are not used", shown(value));
        notes.add_of(kind, XARRAY, text);
    }
    for place in NCZARR {
        let Some(value) = attributes.get(place).or(document.get(place)) else { continue };
        let Some(references) = REFERENCES.iter().find_map(|member| value.get(member)) else { continue };
        if let Some(mut found) = names(references, rank) {
            for name in found.iter_mut().flatten() {
                // A reference is the path of a dimension from the root.
                *name = name.rsplit('/').next().unwrap_or_default().to_owned();
            }
            return found;
        }
        notes.add(
            place,
            format!("expected {rank} dimensions, found {}; they are not used", shown(references)),
        );
    }
    vec![None; rank]
}

fn names(value: &Value, rank: usize) -> Option<Vec<Option<String>>> {
    let items = value.as_array()?;
    if items.len() != rank {
        return None;
    }
    let name = |item: &Value| match item {
        Value::Null => Some(None),
        other => Some(Some(other.as_str()?.to_owned())),
    };
    items.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::metadata::{GroupOrArray, NodeDocument};
    use serde_json::json;

    fn read_from(mut document: Value, attributes: &Value) -> (Vec<Option<String>>, usize) {
        for (name, value) in [
            ("shape", json!([4, 5])),
            ("chunks", json!([4, 5])),
            ("dtype", json!("<i2")),
            ("order", json!("C")),
            ("fill_value", json!(0)),
            ("filters", Value::Null),
            ("compressor", Value::Null),
            ("zarr_format", json!(2)),
        ] {
            document[name] = value;
        }
        let (own, beside) = (document.to_string(), attributes.to_string());
        let node =
            NodeDocument::read_v2(".zarray", own.as_bytes(), Some(beside.as_bytes()), &Limits::default());
        let Ok(GroupOrArray::Array(array)) = &node.node else { panic!("{node:?}") };
        let mut notes = MeaningNotes::default();
        (read(array, &node.value, &mut notes), notes.0.len())
    }

    #[test]
    fn names_are_found_where_writers_put_them() {
        let expected = vec![Some("y".to_owned()), Some("x".to_owned())];
        assert_eq!(read_from(json!({}), &json!({"_ARRAY_DIMENSIONS": ["y", "x"]})), (expected.clone(), 0));
        let references = json!({"_nczarr_array": {"dimension_references": ["/y", "/group/x"]}});
        assert_eq!(read_from(json!({}), &references), (expected.clone(), 0));
        assert_eq!(read_from(json!({"_NCZARR_ARRAY": {"dimrefs": ["/y", "/x"]}}), &json!({})), (expected, 0));
        assert_eq!(read_from(json!({}), &json!({})), (vec![None, None], 0));
    }

    #[test]
    fn names_that_do_not_fit_are_a_note() {
        for bad in [json!(["y"]), json!("y x"), json!(vec!["y"; 100_000])] {
            let (names, notes) = read_from(json!({}), &json!({"_ARRAY_DIMENSIONS": bad}));
            assert_eq!((names, notes), (vec![None, None], 1));
        }
    }
}
