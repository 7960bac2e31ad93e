//! Where two documents of one node do not say the same: not which words they have, but what they mean.
//!
//! A copy in consolidated metadata may be written by another version of a library than the document that it copies. What the
//! specifications let writers leave out, or write in several ways, is the same here:
//! [V3](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#array-metadata),
//! [V2](https://zarr-specs.readthedocs.io/en/latest/v2/v2.0.html#arrays).

use serde_json::{Map, Number, Value};

use super::array::ArrayDocument;
use super::json::{DOCUMENT, Field, Json, join};
use super::{GroupOrArray, NodeDocument, v2};

/// The JSON pointer of the first member that differs; `None` if the two mean the same.
pub fn first_difference(name: &str, own: &Value, copy: &Value) -> Option<String> {
    let (Some(own_members), Some(copied)) = (own.as_object(), copy.as_object()) else {
        return different("", own, copy);
    };
    let (mut own_members, mut copied) = (own_members.clone(), copied.clone());
    for members in [&mut own_members, &mut copied] {
        drop_what_says_nothing(name, members);
    }
    if let (Some(own), Some(copy)) = (array(name, own), array(name, copy)) {
        for field in same_fields(name, &own, &copy) {
            own_members.shift_remove(field);
            copied.shift_remove(field);
        }
    }
    different_members("", &own_members, &copied)
}

fn array(name: &str, document: &Value) -> Option<ArrayDocument> {
    if name == v2::ARRAY {
        return v2::read_array(document, Ok(Map::new())).ok();
    }
    match (name == DOCUMENT).then(|| NodeDocument::from_value(document.clone()).node)? {
        Ok(GroupOrArray::Array(array)) => Some(*array),
        _ => None,
    }
}

fn drop_what_says_nothing(name: &str, members: &mut Map<String, Value>) {
    if name != v2::ATTRIBUTES {
        // Only a group has copies, and none of itself. zarr-python writes it into copies of `.zgroup` too.
        members.shift_remove("consolidated_metadata");
    }
    if name == v2::ARRAY {
        let is_flat = members.get("shape").and_then(Value::as_array).is_some_and(|shape| shape.len() < 2);
        members.retain(|name, value| match name.as_str() {
            "compressor" | "dimension_separator" => !value.is_null(),
            "filters" => !(value.is_null() || is_empty(value)),
            // With fewer than two dimensions there is one order.
            "order" => !is_flat && *value != "C",
            _ => true,
        });
    }
    if name == DOCUMENT {
        members.retain(|name, value| match name.as_str() {
            "attributes" | "storage_transformers" => !is_empty(value),
            "dimension_names" => {
                !value.is_null() && !value.as_array().is_some_and(|all| all.iter().all(Value::is_null))
            }
            _ => true,
        });
        for name in ["data_type", "chunk_grid", "chunk_key_encoding"] {
            members.get_mut(name).map(write_out);
        }
        for name in ["codecs", "storage_transformers"] {
            members.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten().for_each(write_out);
        }
    }
}

fn is_empty(value: &Value) -> bool {
    value.as_object().is_some_and(Map::is_empty) || value.as_array().is_some_and(Vec::is_empty)
}

/// An extension as an object with what is not implied, and so the codecs of a shard. Documents have no more levels than
/// [`crate::limits::JSON_DEPTH`].
fn write_out(extension: &mut Value) {
    if extension.is_string() {
        *extension = Value::Object(Map::from_iter([("name".to_owned(), extension.take())]));
    }
    let Some(members) = extension.as_object_mut() else { return };
    members.retain(|name, value| match name.as_str() {
        "configuration" => !is_empty(value),
        "must_understand" => *value != true,
        _ => true,
    });
    let Some(Value::Object(configuration)) = members.get_mut("configuration") else { return };
    for list in ["codecs", "index_codecs"] {
        configuration.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten().for_each(write_out);
    }
}

/// Members whose meanings are equal, however they are written.
fn same_fields(name: &str, own: &ArrayDocument, copy: &ArrayDocument) -> Vec<&'static str> {
    fn are_same<T: PartialEq>(own: &Field<T>, copy: &Field<T>) -> bool {
        own.is_ok() && own == copy
    }
    let is_v2 = name == v2::ARRAY;
    let mut same = Vec::new();
    if are_same(&own.chunk_grid, &copy.chunk_grid) {
        same.push(if is_v2 { "chunks" } else { "chunk_grid" });
    }
    if are_same(&own.chunk_key_encoding, &copy.chunk_key_encoding) {
        same.push(if is_v2 { "dimension_separator" } else { "chunk_key_encoding" });
    }
    if are_same(&own.data_type, &copy.data_type) {
        // A dtype of V2 has a byte order too, which the codecs have here.
        let dtypes = [own, copy].map(|array| array.codecs.as_ref().ok().and_then(|codecs| dtype(codecs)));
        if !is_v2 {
            same.push("data_type");
        } else if matches!(&dtypes, [Some(own), Some(copy)] if own == copy) {
            same.push("dtype");
        }
        if are_same(&own.fill_value, &copy.fill_value) && own.fill_is_undefined == copy.fill_is_undefined {
            same.push("fill_value");
        }
    }
    same
}

fn dtype(codecs: &[super::CodecMetadata]) -> Option<v2::Dtype> {
    let codec = codecs.iter().find(|codec| codec.name == "dtype")?;
    v2::Dtype::read(&Json::root(codec.configuration.get("dtype")?)).ok()
}

fn different(pointer: &str, own: &Value, copy: &Value) -> Option<String> {
    let are_same = match (own, copy) {
        (Value::Object(own), Value::Object(copy)) => return different_members(pointer, own, copy),
        (Value::Array(own), Value::Array(copy)) if own.len() == copy.len() => {
            let mut pairs = own.iter().zip(copy).enumerate();
            return pairs
                .find_map(|(index, (own, copy))| different(&format!("{pointer}/{index}"), own, copy));
        }
        (Value::Number(own), Value::Number(copy)) => own == copy || are_equal(own, copy),
        _ => own == copy,
    };
    (!are_same).then(|| pointer.to_owned())
}

fn different_members(pointer: &str, own: &Map<String, Value>, copy: &Map<String, Value>) -> Option<String> {
    for (name, value) in own {
        let place = join(pointer, name);
        match copy.get(name) {
            Some(copy) => {
                if let Some(found) = different(&place, value, copy) {
                    return Some(found);
                }
            }
            None => return Some(place),
        }
    }
    copy.keys().find(|name| !own.contains_key(*name)).map(|name| join(pointer, name))
}

/// `1`, `1.0` and `1e0` are one number. Integers have all of their digits, and others those of a float64.
fn are_equal(own: &Number, copy: &Number) -> bool {
    let (own, copy) = (own.to_string(), copy.to_string());
    if let (Some(own), Some(copy)) = (whole(&own), whole(&copy)) {
        return own == copy;
    }
    // Zeros of either sign are one number, and infinities are none.
    let bits = |text: &str| {
        text.parse().ok().filter(|number: &f64| number.is_finite()).map(|number| (number + 0.0).to_bits())
    };
    bits(&own).is_some() && bits(&own) == bits(&copy)
}

fn whole(text: &str) -> Option<i128> {
    let digits = text
        .split_once('.')
        .map_or(text, |(digits, zeros)| if zeros.bytes().all(|zero| zero == b'0') { digits } else { text });
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const V3: &str = r#"{"zarr_format": 3, "node_type": "array", "shape": [6, 4], "data_type": "float32",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 2]}},
        "chunk_key_encoding": {"name": "default"}, "fill_value": "NaN", "codecs": [{"name": "bytes", "configuration":
        {"endian": "little"}}, {"name": "crc32c"}], "attributes": {"a": 1, "b": [0.5, {"c": null}], "big": 9007199254740993}}"#;
    const V2: &str = r#"{"zarr_format": 2, "shape": [6, 4], "chunks": [2, 2], "dtype": "<f4", "fill_value": "NaN",
        "order": "C", "filters": null, "compressor": {"id": "zlib", "level": 5}}"#;

    /// The document with other values in these places; `"absent"` takes a member away.
    fn with(text: &str, changes: &[(&str, Value)]) -> Value {
        let mut document: Value = serde_json::from_str(text).unwrap();
        for (pointer, value) in changes {
            let (parent, name) = pointer.rsplit_once('/').unwrap();
            let parent = document.pointer_mut(parent).unwrap();
            if let Some(items) = parent.as_array_mut() {
                items[name.parse::<usize>().unwrap()] = value.clone();
            } else if value == "absent" {
                parent.as_object_mut().unwrap().shift_remove(name);
            } else {
                parent[name] = value.clone();
            }
        }
        document
    }

    fn differences(name: &str, text: &str, own: &[(&str, Value)], copy: &[(&str, Value)]) -> Option<String> {
        let found = first_difference(name, &with(text, own), &with(text, copy));
        let other_way = first_difference(name, &with(text, copy), &with(text, own));
        assert_eq!(found.is_some(), other_way.is_some(), "{own:?} {copy:?}");
        found
    }

    #[test]
    fn what_v3_lets_writers_leave_out_or_write_in_several_ways_is_the_same() {
        let number = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let regular = |name: &str| json!({"name": name, "configuration": {"chunk_shape": [2, 2]}});
        let rectilinear = |edges: Value| json!({"name": "rectilinear", "configuration": {"kind": "inline", "chunk_shapes": edges}});
        for (own, copy) in [
            (vec![("/attributes", json!({}))], vec![("/attributes", json!("absent"))]),
            (vec![("/storage_transformers", json!([]))], vec![]),
            (vec![("/dimension_names", Value::Null)], vec![]),
            (vec![("/dimension_names", json!([null, null]))], vec![]),
            (vec![("/consolidated_metadata", json!({"kind": "inline"}))], vec![]),
            (
                vec![(
                    "/chunk_key_encoding",
                    json!({"name": "default", "configuration": {"separator": "/"}}),
                )],
                vec![],
            ),
            (vec![("/chunk_key_encoding", json!({"name": "default", "configuration": {}}))], vec![]),
            (vec![("/chunk_key_encoding", json!("default"))], vec![]),
            (
                vec![("/chunk_key_encoding", json!("v2"))],
                vec![("/chunk_key_encoding", json!({"name": "v2", "configuration": {"separator": "."}}))],
            ),
            (
                vec![("/chunk_grid", rectilinear(json!([[2, 2, 2], [[2, 2]]])))],
                vec![("/chunk_grid", rectilinear(json!([[[2, 3]], 2])))],
            ),
            (
                vec![(
                    "/chunk_grid",
                    json!({"name": "regular", "configuration": {"chunk_shape": [2, 2]}, "must_understand": true}),
                )],
                vec![("/chunk_grid", regular("regular"))],
            ),
            (
                vec![("/codecs/1", json!("crc32c"))],
                vec![("/codecs/1", json!({"name": "crc32c", "configuration": {}}))],
            ),
            (vec![("/codecs/1", json!({"name": "crc32c", "must_understand": true}))], vec![]),
            (vec![("/data_type", json!({"name": "float32"}))], vec![]),
            (vec![("/fill_value", json!("0x7fc00000"))], vec![]),
            (vec![("/fill_value", json!("Infinity"))], vec![("/fill_value", json!("0x7f800000"))]),
            (vec![("/fill_value", json!(1))], vec![("/fill_value", number("1.0"))]),
            (vec![("/fill_value", number("0.1"))], vec![("/fill_value", number("0.100000001"))]),
            (vec![("/attributes/a", number("1.0"))], vec![]),
            (vec![("/attributes/a", number("1e0"))], vec![]),
            (vec![("/attributes/b/0", number("0.50"))], vec![("/attributes/b/0", number("5e-1"))]),
            (vec![("/attributes/big", number("9007199254740993.0"))], vec![]),
        ] {
            assert_eq!(differences(DOCUMENT, V3, &own, &copy), None, "{own:?} {copy:?}");
        }
        let shard = |codecs: Value, index: Value| json!([{"name": "sharding_indexed", "configuration": {"chunk_shape": [1, 1], "codecs": codecs, "index_codecs": index}}]);
        let short = shard(json!(["bytes"]), json!(["bytes", "crc32c"]));
        let long = shard(
            json!([{"name": "bytes"}]),
            json!([{"name": "bytes", "configuration": {}}, {"name": "crc32c"}]),
        );
        assert_eq!(differences(DOCUMENT, V3, &[("/codecs", short)], &[("/codecs", long)]), None);
        // Members have no order.
        let group = [
            r#"{"zarr_format": 3, "node_type": "group", "attributes": {"a": 1, "b": 2}}"#,
            r#"{"attributes": {"b": 2, "a": 1.0}, "node_type": "group", "zarr_format": 3}"#,
        ];
        let [own, copy] = group.map(|text| serde_json::from_str(text).unwrap());
        assert_eq!(first_difference(DOCUMENT, &own, &copy), None);
    }

    #[test]
    fn what_v2_lets_writers_leave_out_or_write_in_several_ways_is_the_same() {
        for (own, copy) in [
            (vec![("/dimension_separator", json!("."))], vec![]),
            (vec![("/dimension_separator", Value::Null)], vec![]),
            (vec![("/filters", json!([]))], vec![]),
            (vec![("/filters", json!("absent"))], vec![]),
            (vec![("/order", json!("absent"))], vec![]),
            (vec![("/compressor", Value::Null)], vec![("/compressor", json!("absent"))]),
            (
                vec![("/dtype", json!("<u1")), ("/fill_value", json!(0))],
                vec![("/dtype", json!("|u1")), ("/fill_value", json!(0))],
            ),
            (vec![("/fill_value", json!(0))], vec![("/fill_value", json!(0.0))]),
            (
                vec![("/shape", json!([6])), ("/chunks", json!([2])), ("/order", json!("F"))],
                vec![("/shape", json!([6])), ("/chunks", json!([2]))],
            ),
        ] {
            assert_eq!(differences(v2::ARRAY, V2, &own, &copy), None, "{own:?} {copy:?}");
        }
        let group =
            [r#"{"zarr_format": 2}"#, r#"{"zarr_format": 2, "consolidated_metadata": {"metadata": {}}}"#];
        let [own, copy] = group.map(|text| serde_json::from_str(text).unwrap());
        assert_eq!(first_difference(v2::GROUP, &own, &copy), None);
        assert_eq!(differences(v2::ATTRIBUTES, r#"{"a": 1}"#, &[("/a", json!(1.0))], &[]), None);
    }

    #[test]
    fn what_differs_is_named_by_its_pointer() {
        let number = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        for (pointer, value) in [
            ("/shape", json!([7, 4])),
            ("/shape/1", json!(5)),
            ("/data_type", json!("float64")),
            ("/chunk_grid/configuration/chunk_shape/0", json!(3)),
            ("/chunk_key_encoding", json!("v2")),
            ("/chunk_key_encoding", json!({"name": "default", "configuration": {"separator": "."}})),
            ("/fill_value", json!(0)),
            ("/fill_value", json!("0x7fc00001")),
            ("/codecs", json!(["bytes"])),
            ("/codecs/0/configuration/endian", json!("big")),
            ("/codecs/1", json!({"name": "crc32c", "must_understand": false})),
            ("/storage_transformers", json!([{"name": "x", "must_understand": false}])),
            ("/dimension_names", json!(["y", null])),
            ("/attributes", json!({})),
            ("/attributes/a", json!(2)),
            ("/attributes/a", json!("1")),
            ("/attributes/a", json!(true)),
            ("/attributes/b/1/c", json!("absent")),
            ("/attributes/b/1/c", json!([])),
            ("/attributes/big", number("9007199254740992")),
            ("/attributes/big", number("9007199254740992.0")),
            ("/attributes/new", Value::Null),
            ("/node_type", json!("group")),
            ("/later", json!({"must_understand": false})),
        ] {
            let found = differences(DOCUMENT, V3, &[], &[(pointer, value.clone())]);
            let found = found.unwrap_or_else(|| panic!("{pointer} {value}"));
            assert!(found.starts_with(pointer) || pointer.starts_with(&found), "{pointer} {value}: {found}");
        }
        for (pointer, value) in [
            ("/shape/0", json!(7)),
            ("/chunks/0", json!(3)),
            ("/dtype", json!(">f4")),
            ("/fill_value", Value::Null),
            ("/fill_value", json!(0)),
            ("/order", json!("F")),
            ("/filters", json!([{"id": "shuffle"}])),
            ("/compressor", Value::Null),
            ("/compressor/level", json!(4)),
            ("/dimension_separator", json!("/")),
        ] {
            let found = differences(v2::ARRAY, V2, &[], &[(pointer, value.clone())]);
            assert!(
                found.is_some_and(|found| found.starts_with(pointer) || pointer.starts_with(&found)),
                "{pointer} {value}"
            );
        }
        assert_eq!(first_difference(DOCUMENT, &json!([]), &json!({})), Some(String::new()));
    }
}
