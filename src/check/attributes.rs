//! What is read of attributes: small questions, each with an answer or none. Attributes of another form than a convention says
//! have no answer.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Number, Value};

use crate::metadata::{ArrayDocument, DataType, GroupOrArray, Json, NodeDocument, Scalar, fill_value};

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

/// The attributes that scale elements.
pub(super) fn scaling(attributes: &Map<String, Value>) -> Option<&'static str> {
    let is_other = |name: &str, nothing: f64| {
        attributes.get(name).and_then(Value::as_f64).is_some_and(|value| (value - nothing).abs() > 0.0)
    };
    match (is_other("scale_factor", 1.0), is_other("add_offset", 0.0)) {
        (true, true) => Some("scale_factor and add_offset"),
        (true, false) => Some("scale_factor"),
        (false, true) => Some("add_offset"),
        (false, false) => None,
    }
}

/// What `_FillValue` says.
pub(super) enum FillAttribute {
    /// A value of the data type.
    Value(Scalar),
    /// A number that the data type does not have.
    Outside(String),
    /// Something of another form.
    Unknown(String),
}

/// The attribute `_FillValue` of an array, where it has one.
pub(super) fn fill_attribute(attributes: &Map<String, Value>, data_type: &DataType) -> Option<FillAttribute> {
    let value = attributes.get("_FillValue")?;
    // Some writers put every attribute into a list.
    let value = match value.as_array().map(Vec::as_slice) {
        Some([only]) => only,
        _ => value,
    };
    Some(match (data_type, value) {
        (DataType::Integer(integer), Value::Number(number)) => {
            // The bits of a signed integer may be read as those of an unsigned one.
            let unsigned = 0..=integer.max().saturating_sub(integer.min());
            let fits =
                |value: &i128| integer.has(*value) || says_unsigned(attributes) && unsigned.contains(value);
            match whole(number).filter(fits) {
                Some(value) => FillAttribute::Value(Scalar::Integer(integer.wrap(value))),
                None => FillAttribute::Outside(number.to_string()),
            }
        }
        (DataType::Float(_), Value::Number(_)) => read(value, data_type)
            .map_or_else(|| FillAttribute::Outside(value.to_string()), FillAttribute::Value),
        (DataType::Float(_), Value::String(text)) => {
            let named = read(value, data_type).or_else(|| read(&float_of(text)?, data_type));
            named.map_or_else(|| FillAttribute::Unknown(value.to_string()), FillAttribute::Value)
        }
        (DataType::Integer(_) | DataType::Float(_) | DataType::Bool, _) => read(value, data_type)
            .map_or_else(|| FillAttribute::Unknown(value.to_string()), FillAttribute::Value),
        // What other types write there differs from writer to writer.
        _ => return None,
    })
}

fn says_unsigned(attributes: &Map<String, Value>) -> bool {
    let value = attributes.get("_Unsigned");
    value.is_some_and(|value| value.as_bool() == Some(true) || value.as_str() == Some("true"))
}

fn read(value: &Value, data_type: &DataType) -> Option<Scalar> {
    fill_value::read(&Json::root(value), data_type).ok()
}

/// A whole number, also when it is written as `-999.0`.
fn whole(number: &Number) -> Option<i128> {
    let text = number.to_string();
    text.parse().ok().or_else(|| text.strip_suffix(".0")?.parse().ok())
}

/// The float64 that xarray writes in base64, as a document writes it.
fn float_of(text: &str) -> Option<Value> {
    let bytes: [u8; 8] = STANDARD.decode(text).ok()?.try_into().ok()?;
    let value = f64::from_le_bytes(bytes);
    Some(match value {
        _ if value.is_nan() => "NaN".into(),
        _ if value.is_infinite() => if value > 0.0 { "Infinity" } else { "-Infinity" }.into(),
        _ => value.into(),
    })
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
fn ome(attributes: &Map<String, Value>) -> (&Map<String, Value>, &'static str) {
    match attributes.get("ome").and_then(Value::as_object) {
        Some(ome) => (ome, "/ome"),
        None => (attributes, ""),
    }
}

/// The images that a group describes; `Err` where they have another form.
pub(super) fn images(attributes: &Map<String, Value>) -> Vec<Result<ImageLevels, String>> {
    let (members, before) = ome(attributes);
    let Some(multiscales) = members.get("multiscales") else { return Vec::new() };
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fill(attribute: &Value, data_type: &str) -> String {
        let attributes = json!({"_FillValue": attribute});
        let data_type = DataType::from_name(data_type).unwrap();
        match fill_attribute(attributes.as_object().unwrap(), &data_type) {
            Some(FillAttribute::Value(value)) => value.to_string(),
            Some(FillAttribute::Outside(text)) => format!("outside: {text}"),
            Some(FillAttribute::Unknown(text)) => format!("unknown: {text}"),
            None => "none".to_owned(),
        }
    }

    #[test]
    fn the_fill_attribute_in_the_forms_that_writers_use() {
        for (attribute, data_type, expected) in [
            (json!(-999), "int16", "-999"),
            (json!(-999.0), "int16", "-999"),
            (json!([-999]), "int16", "-999"),
            (json!(300), "uint8", "outside: 300"),
            (json!(1.5), "int16", "outside: 1.5"),
            (json!("NaN"), "float32", "NaN"),
            // xarray: base64 of the float64 in little-endian order.
            (json!("AAAAAAAA+H8="), "float32", "NaN"),
            (json!("AAAAAAAA8D8="), "float64", "1.0"),
            (json!(1e39), "float32", "outside: 1e+39"),
            (json!("x"), "float32", "unknown: \"x\""),
            (json!({"a": 1}), "int8", "unknown: {\"a\":1}"),
            (json!("x"), "string", "none"),
        ] {
            assert_eq!(fill(&attribute, data_type), expected, "{attribute} of {data_type}");
        }
    }

    #[test]
    fn a_signed_type_may_be_read_as_unsigned() {
        let attributes = json!({"_FillValue": 255, "_Unsigned": "true"});
        let int8 = DataType::from_name("int8").unwrap();
        let found = fill_attribute(attributes.as_object().unwrap(), &int8);
        assert!(matches!(found, Some(FillAttribute::Value(Scalar::Integer(-1)))));
    }

    #[test]
    fn hostile_attributes_have_no_images() {
        for (attributes, found) in [
            (json!({"multiscales": 3}), 1),
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
