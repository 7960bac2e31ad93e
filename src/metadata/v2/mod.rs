//! Zarr V2 documents, read into the same model as those of V3.
//!
//! Specification: [Zarr storage specification version 2](https://zarr-specs.readthedocs.io/en/latest/v2/v2.0.html).
//! `dtype` and `order` become stages of the chain, before the filters and the compressor: in V3 these are codecs too.

mod dtype;
mod fill_value;
pub(super) mod names;

use serde_json::{Map, Value, json};

use super::array::{ArrayDocument, read_shape};
use super::byte_order::ByteOrder;
use super::chunk_grid::{ChunkGrid, read_edge};
use super::chunk_key::{ChunkKeyEncoding, KeyScheme, read_separator};
use super::codec_metadata::{CodecMetadata, CodecRole};
use super::data_type::DataType;
use super::group::{Consolidated, GroupDocument};
use super::json::{Field, Json};
use super::scalar::Scalar;
use super::time::NOT_A_TIME;

pub use dtype::Dtype;
pub use names::{ARRAY, ATTRIBUTES, CONSOLIDATED, DOCUMENTS, GROUP};

/// The attribute in which xarray keeps dimension names: V2 has no member for them.
pub const DIMENSIONS_POINTER: &str = "/_ARRAY_DIMENSIONS";

pub type Attributes = Field<Map<String, Value>>;

pub fn read_attributes(value: &Value) -> Attributes {
    Json::root(value).in_document(ATTRIBUTES).object().cloned()
}

pub fn read_array(value: &Value, attributes: Attributes) -> Field<ArrayDocument> {
    let json = Json::root(value).in_document(ARRAY);
    check_format(&json)?;
    let shape = read_shape(&json);
    let dtype = json.required("dtype", "a dtype").and_then(|field| match field.value().as_str() {
        Some("|O" | "O") => Ok(Dtype { data_type: objects(&json)?, byte_order: ByteOrder::Same(0) }),
        _ => Dtype::read(&field),
    });
    let fill_value = read_fill_value(&json, &dtype);
    let data_type = dtype.map(|dtype| dtype.data_type);
    Ok(ArrayDocument {
        chunk_grid: read_chunk_grid(&json, &shape),
        chunk_key_encoding: match json.member("dimension_separator") {
            // Some writers put `null` for the default.
            Some(given) if !given.value().is_null() => read_separator(&given),
            _ => Ok('.'),
        }
        .map(|separator| ChunkKeyEncoding::new(KeyScheme::V2, separator)),
        fill_is_undefined: fill_value.is_ok() && json.value().get("fill_value") == Some(&Value::Null),
        fill_value,
        codecs: read_codecs(&json, &shape),
        // V2 has no storage transformers, and readers should ignore members that they do not know.
        storage_transformers: Ok(()),
        other: Ok(()),
        dimension_names: Ok(dimension_names(&attributes, &shape)),
        attributes,
        // V2 has no one form of a fill value, so that none is wrong.
        notes: Vec::new(),
        shape,
        data_type,
    })
}

pub fn read_group(value: &Value, attributes: Attributes) -> Field<GroupDocument> {
    check_format(&Json::root(value).in_document(GROUP))?;
    Ok(GroupDocument { attributes, consolidated: Ok(Consolidated::Absent), other: Ok(()) })
}

fn check_format(json: &Json) -> Field<()> {
    json.object()?;
    let format = json.required("zarr_format", "2")?;
    if format.integer("2")? == 2 { Ok(()) } else { Err(format.unexpected("2")) }
}

/// The entries of filters and compressor, in this order.
fn entries<'a>(json: &Json<'a>) -> Field<Vec<(Json<'a>, CodecRole)>> {
    let present = |name: &str| json.member(name).filter(|field| !field.value().is_null());
    let filters = present("filters").map_or(Ok(Vec::new()), |filters| filters.items("filters"))?;
    let filters = filters.into_iter().map(|entry| (entry, CodecRole::Filter));
    Ok(filters.chain(present("compressor").map(|entry| (entry, CodecRole::Compressor))).collect())
}

fn objects(json: &Json) -> Field<DataType> {
    for (entry, _) in entries(json)? {
        let id = entry.member("id").and_then(|id| id.value().as_str());
        if let Some(data_type) = dtype::of_objects(id.unwrap_or_default(), &entry)? {
            return Ok(data_type);
        }
    }
    Err(json
        .required("dtype", "a dtype")?
        .fault("a codec for objects among the filters, such as vlen-utf8", "\"|O\" without one"))
}

/// Where the document says `null`, the value is zero, and of times the one that is none, as zarr-python reads it.
fn read_fill_value(json: &Json, dtype: &Field<Dtype>) -> Field<Scalar> {
    let dtype = dtype.as_ref().map_err(Clone::clone)?;
    let field = json.required("fill_value", "an element, or null")?;
    if field.value().is_null() {
        let value = match dtype.data_type {
            DataType::Time(time) => Some(Scalar::Time(time, NOT_A_TIME)),
            _ => Scalar::zero(&dtype.data_type),
        };
        return value.ok_or_else(|| field.unexpected("an element"));
    }
    fill_value::read(&field, dtype)
}

fn read_chunk_grid(json: &Json, shape: &Field<Vec<u64>>) -> Field<ChunkGrid> {
    let shape = shape.as_ref().map_err(Clone::clone)?;
    let expected = format!("an array of {} positive integers, one per dimension", shape.len());
    let field = json.required("chunks", &expected)?;
    let edges = field.list("positive integers", |item| match item.value().as_u64() {
        // Some writers give a dimension of length zero chunks of length zero. Any length is right: there is no chunk.
        Some(0) if shape.contains(&0) => Ok(1),
        _ => read_edge(item, "a positive integer"),
    })?;
    if edges.len() != shape.len() {
        return Err(field.unexpected(expected));
    }
    Ok(ChunkGrid::regular(shape, &edges))
}

fn read_codecs(json: &Json, shape: &Field<Vec<u64>>) -> Field<Vec<CodecMetadata>> {
    let implied = |name: &str, member: &str, value: Value| CodecMetadata {
        name: name.to_owned(),
        configuration: json!({ member: value }),
        must_understand: true,
        pointer: format!("/{member}"),
        role: CodecRole::Implied,
    };
    let mut codecs = Vec::new();
    // With one dimension both orders are the same, and a stage that does nothing would only confuse.
    let is_fortran = match json.member("order") {
        None => false,
        Some(field) => match field.value().as_str() {
            Some("C") => false,
            Some("F") => true,
            Some("c" | "f") => return Err(field.unexpected("\"C\" or \"F\", in capitals")),
            _ => return Err(field.unexpected("\"C\" or \"F\"")),
        },
    };
    if is_fortran && shape.as_ref().is_ok_and(|shape| shape.len() > 1) {
        codecs.push(implied("transpose", "order", json!("F")));
    }
    // Filters are given bytes in the order of the dtype, so that its stage comes before theirs when encoding.
    let dtype = json.required("dtype", "a dtype")?.value().clone();
    codecs.push(implied("dtype", "dtype", dtype));
    for (entry, role) in entries(json)? {
        codecs.push(CodecMetadata {
            name: entry.required("id", "the id of a codec")?.string("the id of a codec")?.to_owned(),
            configuration: entry.value().clone(),
            must_understand: true,
            pointer: entry.pointer().to_owned(),
            role,
        });
    }
    Ok(codecs)
}

/// xarray gives the names. Attributes are no part of the format, so that names which do not fit are no fault.
fn dimension_names(attributes: &Attributes, shape: &Field<Vec<u64>>) -> Option<Vec<Option<String>>> {
    let names = attributes.as_ref().ok()?.get("_ARRAY_DIMENSIONS")?.as_array()?;
    if names.len() != shape.as_ref().ok()?.len() {
        return None;
    }
    Some(names.iter().map(|name| name.as_str().map(str::to_owned)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Value {
        json!({
            "zarr_format": 2, "shape": [4, 5], "chunks": [2, 2], "dtype": ">i2", "order": "F", "fill_value": 7,
            "filters": [{"id": "delta", "dtype": ">i2"}], "compressor": {"id": "zlib", "level": 1}, "extra": [1],
        })
    }

    fn read(value: &Value) -> ArrayDocument {
        read_array(value, Ok(Map::new())).unwrap()
    }

    #[test]
    fn a_document_becomes_a_chain_of_its_own_words() {
        let array = read(&document());
        assert_eq!(array.faults(), []);
        let metadata = array.resolve().unwrap();
        assert_eq!(metadata.data_type.to_string(), "int16");
        assert_eq!(metadata.chunk_key_encoding.key(&[1, 2]), "1.2");
        let codecs: Vec<(&str, &str)> =
            metadata.codecs.iter().map(|codec| (codec.name.as_str(), codec.pointer.as_str())).collect();
        let expected =
            [("transpose", "/order"), ("dtype", "/dtype"), ("delta", "/filters/0"), ("zlib", "/compressor")];
        assert_eq!(codecs, expected);
    }

    #[test]
    fn what_is_null_or_absent_has_a_meaning() {
        let mut value = document();
        value["filters"] = json!([]);
        value["compressor"] = json!(null);
        value["fill_value"] = json!(null);
        value["order"] = json!("C");
        value["dimension_separator"] = json!("/");
        let array = read(&value);
        assert_eq!(array.fill_value, Ok(Scalar::Integer(0)));
        assert!(array.fill_is_undefined);
        let metadata = array.resolve().unwrap();
        assert_eq!((metadata.codecs.len(), metadata.chunk_key_encoding.key(&[1, 2])), (1, "1/2".to_owned()));
        value["dtype"] = json!("<M8[s]");
        assert_eq!(read(&value).fill_value.unwrap().to_string(), "NaT");
    }

    #[test]
    fn faults_name_the_document_and_the_pointer() {
        let fault = |member: &str, wrong: Value| {
            let mut value = document();
            value[member] = wrong;
            let faults = read(&value).faults();
            format!("{} {}", faults[0].document, faults[0])
        };
        assert_eq!(
            fault("chunks", json!([2])),
            ".zarray /chunks: expected an array of 2 positive integers, one per dimension, found [2]"
        );
        assert!(fault("dtype", json!("<q9")).starts_with(".zarray /dtype: expected a dtype"));
        assert!(fault("compressor", json!({"level": 1})).starts_with(".zarray /compressor/id: expected"));
        assert!(fault("order", json!("A")).starts_with(".zarray /order: expected \"C\" or \"F\""));
        let small = ".zarray /order: expected \"C\" or \"F\", in capitals, found \"c\"";
        assert_eq!(fault("order", json!("c")), small);
        assert!(fault("dtype", json!("|O")).contains("a codec for objects"));
        assert!(read_array(&json!({"zarr_format": 3}), Ok(Map::new())).is_err());
    }

    #[test]
    fn objects_are_what_their_codec_says() {
        let of = |filter: Value| {
            let mut value = document();
            (value["dtype"], value["filters"], value["fill_value"]) =
                (json!("|O"), json!([filter]), json!(0));
            read(&value).data_type.unwrap().to_string()
        };
        assert_eq!(of(json!({"id": "vlen-utf8"})), "string");
        assert_eq!(of(json!({"id": "vlen-array", "dtype": "<i4"})), "arrays of int32");
        assert_eq!(of(json!({"id": "json2"})), "JSON values");
    }

    #[test]
    fn xarray_names_dimensions_among_the_attributes() {
        let attributes = json!({"_ARRAY_DIMENSIONS": ["y", "x"]});
        let array = read_array(&document(), read_attributes(&attributes)).unwrap();
        assert_eq!(array.dimension_names, Ok(Some(vec![Some("y".to_owned()), Some("x".to_owned())])));
    }
}
