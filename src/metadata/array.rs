//! The metadata document of an array: first field by field ([`ArrayDocument`]), then as a whole that can be used
//! ([`ArrayMetadata`]).
//!
//! Specification: [Array metadata](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#array-metadata).

use std::fmt;

use serde_json::{Map, Value};

use super::chunk_grid::{self, ChunkGrid};
use super::chunk_key::{self, ChunkKeyEncoding};
use super::codec_metadata::CodecMetadata;
use super::data_type::DataType;
use super::extension::Extension;
use super::fill_value;
use super::group::{read_attributes, refuse_unknown};
use super::json::{DocumentError, DocumentNote, Field, Json, named_only};
use super::region::product;
use super::scalar::Scalar;

pub(crate) const MEMBERS: &[&str] = &[
    "zarr_format",
    "node_type",
    "shape",
    "data_type",
    "chunk_grid",
    "chunk_key_encoding",
    "fill_value",
    "codecs",
    "attributes",
    "storage_transformers",
    "dimension_names",
];

/// An array document, field by field: what can be read of it, and what is wrong with the rest.
///
/// ```
/// use zarrscope::document::{GroupOrArray, NodeDocument};
///
/// let text = br#"{
///     "zarr_format": 3, "node_type": "array", "shape": [30, 30], "data_type": "int33", "fill_value": 0,
///     "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [16, 16]}},
///     "chunk_key_encoding": "default", "codecs": ["bytes"]
/// }"#;
/// let document = NodeDocument::read(text, &zarrscope::Limits::default());
/// // The fault is named once,
/// assert_eq!(document.faults()[0].to_string(), "/data_type: expected a known data type, found \"int33\"");
///
/// // and the other fields can be used. Decoding needs all of them.
/// let GroupOrArray::Array(array) = document.node? else { panic!("a group") };
/// assert_eq!(array.chunk_grid.as_ref().map(|grid| grid.grid_shape()), Ok(vec![2, 2]));
/// assert!(array.resolve().is_err());
/// # Ok::<(), zarrscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ArrayDocument {
    /// Elements in each dimension.
    pub shape: Field<Vec<u64>>,
    /// The data type.
    pub data_type: Field<DataType>,
    /// The chunk grid.
    pub chunk_grid: Field<ChunkGrid>,
    /// The chunk key encoding.
    pub chunk_key_encoding: Field<ChunkKeyEncoding>,
    /// The fill value.
    pub fill_value: Field<Scalar>,
    #[doc(hidden)]
    pub fill_is_undefined: bool,
    /// The codecs, in encoding order.
    pub codecs: Field<Vec<CodecMetadata>>,
    #[doc(hidden)]
    pub storage_transformers: Field<()>,
    #[doc(hidden)]
    pub other: Field<()>,
    /// A name for each dimension, where there are names.
    pub dimension_names: Field<Option<Vec<Option<String>>>>,
    /// What users of the array have written about it.
    pub attributes: Field<Map<String, Value>>,
    #[doc(hidden)]
    pub notes: Vec<DocumentNote>,
}

/// The metadata of an array with everything that decoding needs.
#[derive(Debug, Clone)]
pub struct ArrayMetadata {
    /// Elements in each dimension.
    pub shape: Vec<u64>,
    /// The data type.
    pub data_type: DataType,
    /// The chunk grid.
    pub chunk_grid: ChunkGrid,
    /// The chunk key encoding.
    pub chunk_key_encoding: ChunkKeyEncoding,
    /// The fill value.
    pub fill_value: Scalar,
    /// The codecs, in encoding order.
    pub codecs: Vec<CodecMetadata>,
}

impl ArrayDocument {
    #[doc(hidden)]
    pub fn read(json: &Json) -> Self {
        let shape = read_shape(json);
        let data_type = json.required("data_type", "a data type").and_then(|field| DataType::read(&field));
        let mut notes = Vec::new();
        if let (Some(field), Ok(data_type)) = (json.member("fill_value"), &data_type) {
            notes.extend(fill_value::note(&field, data_type));
        }
        for (name, what, proposals) in [
            ("chunk_grid", "a chunk grid", chunk_grid::PROPOSALS),
            ("chunk_key_encoding", "a chunk key encoding", chunk_key::PROPOSALS),
        ] {
            notes.extend(json.member(name).and_then(|field| Extension::note(&field, what, proposals)));
        }
        Self {
            chunk_grid: json
                .required("chunk_grid", "a chunk grid")
                .and_then(|field| ChunkGrid::read(&field, shape.as_ref().map_err(Clone::clone)?)),
            chunk_key_encoding: json
                .required("chunk_key_encoding", "a chunk key encoding")
                .and_then(|field| ChunkKeyEncoding::read(&field)),
            fill_value: json
                .required("fill_value", "an element of the data type")
                .and_then(|field| fill_value::read(&field, data_type.as_ref().map_err(Clone::clone)?)),
            // V3 has no undefined fill value: the member is required, and has no `null`.
            fill_is_undefined: false,
            codecs: json
                .required("codecs", "an array of codecs")
                .and_then(|field| field.list("codecs", CodecMetadata::read)),
            storage_transformers: read_storage_transformers(json),
            other: refuse_unknown(json, MEMBERS),
            dimension_names: read_dimension_names(json, &shape),
            attributes: read_attributes(json),
            notes,
            shape,
            data_type,
        }
    }

    /// Fields come before those that need them, so that the first fault is a cause.
    fn blocking(&self) -> impl Iterator<Item = &DocumentError> {
        let fields = [
            self.shape.as_ref().err(),
            self.data_type.as_ref().err(),
            self.chunk_grid.as_ref().err(),
            self.chunk_key_encoding.as_ref().err(),
            self.fill_value.as_ref().err(),
            self.codecs.as_ref().err(),
            self.storage_transformers.as_ref().err(),
            self.other.as_ref().err(),
        ];
        fields.into_iter().flatten()
    }

    pub(crate) fn faults(&self) -> Vec<DocumentError> {
        let mut faults: Vec<DocumentError> = Vec::new();
        let rest = [self.dimension_names.as_ref().err(), self.attributes.as_ref().err()];
        for fault in self.blocking().chain(rest.into_iter().flatten()) {
            // A field that another one needs repeats the other one's fault.
            if !faults.contains(fault) {
                faults.push(fault.clone());
            }
        }
        faults
    }

    /// The metadata, when all that decoding needs is sound. Names and attributes are not needed.
    ///
    /// # Errors
    /// The first fault that makes the array unusable.
    pub fn resolve(&self) -> Field<ArrayMetadata> {
        if let Some(fault) = self.blocking().next() {
            return Err(fault.clone());
        }
        Ok(ArrayMetadata {
            shape: self.shape.clone()?,
            data_type: self.data_type.clone()?,
            chunk_grid: self.chunk_grid.clone()?,
            chunk_key_encoding: self.chunk_key_encoding.clone()?,
            fill_value: self.fill_value.clone()?,
            codecs: self.codecs.clone()?,
        })
    }
}

impl ArrayMetadata {
    pub(crate) fn chunk_representation(&self, coords: &[u64]) -> Option<ArrayRepresentation> {
        let shape = self.chunk_grid.chunk_shape(coords)?;
        let fill_value = Some(self.fill_value.clone());
        Some(ArrayRepresentation { shape, data_type: self.data_type.clone(), fill_value })
    }
}

pub(super) fn read_shape(json: &Json) -> Field<Vec<u64>> {
    json.required("shape", "an array of sizes")?.list("sizes", |item| item.size("a size from 0 to 2^64-1"))
}

const PROPOSED_TRANSFORMERS: &[(&str, &str)] =
    &[("concat-parts", "a proposal, for values that are put together of parts")];

fn read_storage_transformers(json: &Json) -> Field<()> {
    let Some(field) = json.member("storage_transformers") else { return Ok(()) };
    for item in field.items("storage transformers")? {
        let transformer = Extension::read(&item, "a storage transformer")?;
        // Bytes that went through an unknown transformer would decode to anything.
        if transformer.must_understand {
            let found = format!("\"{}\"", transformer.name);
            let fault = item.fault("no storage transformer (none is registered)", found);
            return Err(named_only(fault, &transformer.name, PROPOSED_TRANSFORMERS));
        }
    }
    Ok(())
}

fn read_dimension_names(json: &Json, shape: &Field<Vec<u64>>) -> Field<Option<Vec<Option<String>>>> {
    // Some writers put `null` where there are no names, though the specification has only lists.
    let Some(field) = json.member("dimension_names").filter(|field| !field.value().is_null()) else {
        return Ok(None);
    };
    let names = field.list("names or nulls", |item| {
        Ok(if item.value().is_null() { None } else { Some(item.string("a name or null")?.to_owned()) })
    })?;
    match shape {
        Ok(shape) if shape.len() != names.len() => {
            Err(field.unexpected(format!("{} names, one per dimension", shape.len())))
        }
        _ => Ok(Some(names)),
    }
}

/// Shape, data type and fill value of a chunk, as they go into or come out of one codec.
///
/// Specification: [Codecs](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#codecs). It is handed along
/// the chain in encoding order: `transpose` permutes the shape, `scale_offset` maps the fill value, `cast_value` maps
/// data type and fill value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrayRepresentation {
    /// Elements in each dimension.
    pub shape: Vec<u64>,
    /// The data type.
    pub data_type: DataType,
    /// The fill value; `None` behind a codec that could not encode it.
    pub fill_value: Option<Scalar>,
}

impl ArrayRepresentation {
    #[doc(hidden)]
    pub fn size(&self) -> Option<u64> {
        product(&self.shape)
    }

    #[doc(hidden)]
    pub fn nbytes(&self) -> Option<u64> {
        self.size()?.checked_mul(self.data_type.nbytes() as u64)
    }
}

impl fmt::Display for ArrayRepresentation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.shape.is_empty() {
            return write!(f, "one {}", self.data_type);
        }
        let edges: Vec<String> = self.shape.iter().map(u64::to_string).collect();
        write!(f, "{} {}", edges.join("×"), self.data_type)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sound() -> Value {
        json!({
            "zarr_format": 3, "node_type": "array", "shape": [30, 30], "data_type": "int32",
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [16, 16]}},
            "chunk_key_encoding": {"name": "default"}, "fill_value": 0,
            "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, "crc32c"],
            "dimension_names": ["y", null],
        })
    }

    fn read(document: &Value) -> ArrayDocument {
        ArrayDocument::read(&Json::root(document))
    }

    #[test]
    fn a_sound_document_has_no_faults() {
        let document = read(&sound());
        assert_eq!(document.faults(), []);
        let metadata = document.resolve().unwrap();
        assert_eq!(metadata.codecs[1].name, "crc32c");
        assert_eq!(metadata.codecs[1].pointer, "/codecs/1");
        assert_eq!(metadata.chunk_representation(&[0, 1]).unwrap().to_string(), "16×16 int32");
        assert_eq!(metadata.chunk_representation(&[0, 2]), None);
        assert_eq!(document.dimension_names, Ok(Some(vec![Some("y".to_owned()), None])));
    }

    #[test]
    fn one_bad_field_leaves_the_others_readable() {
        let mut value = sound();
        value["data_type"] = json!("int33");
        let document = read(&value);
        assert_eq!(document.chunk_grid.as_ref().unwrap().grid_shape(), [2, 2]);
        let faults: Vec<String> = document.faults().iter().map(ToString::to_string).collect();
        assert_eq!(faults, ["/data_type: expected a known data type, found \"int33\""]);
    }

    #[test]
    fn names_and_attributes_do_not_make_an_array_unusable() {
        let mut value = sound();
        value["dimension_names"] = json!(["y"]);
        value["attributes"] = json!([]);
        let document = read(&value);
        assert!(document.resolve().is_ok());
        assert_eq!(document.faults().len(), 2);
    }

    #[test]
    fn a_missing_field_is_named() {
        for name in ["shape", "data_type", "chunk_grid", "chunk_key_encoding", "fill_value", "codecs"] {
            let mut value = sound();
            value.as_object_mut().unwrap().remove(name);
            let fault = read(&value).resolve().unwrap_err();
            assert_eq!((fault.pointer, fault.found), (format!("/{name}"), "nothing".to_owned()));
        }
    }

    #[test]
    fn an_unknown_member_has_to_be_understood_unless_it_says_otherwise() {
        let mut value = sound();
        value["future"] = json!({"must_understand": false});
        assert!(read(&value).resolve().is_ok());
        value["other"] = json!({"name": "x"});
        assert_eq!(read(&value).resolve().unwrap_err().pointer, "/other");
    }

    #[test]
    fn a_storage_transformer_is_named() {
        let mut value = sound();
        value["storage_transformers"] = json!([]);
        assert!(read(&value).resolve().is_ok());
        value["storage_transformers"] = json!([{"name": "chunk-manifest-json"}]);
        assert_eq!(
            read(&value).resolve().unwrap_err().to_string(),
            "/storage_transformers/0: expected no storage transformer (none is registered), \
             found \"chunk-manifest-json\""
        );
    }

    #[test]
    fn sizes_are_checked() {
        for bad in [json!([-1]), json!([1.5]), json!("x"), json!([18_446_744_073_709_551_615_u64, "1"])] {
            let mut value = sound();
            value["shape"] = bad;
            assert!(read(&value).shape.is_err());
        }
    }

    #[test]
    fn sizes_do_not_overflow() {
        let data_type = DataType::from_name("int32").unwrap();
        let of = |shape: &[u64]| ArrayRepresentation {
            shape: shape.to_vec(),
            data_type: data_type.clone(),
            fill_value: None,
        };
        assert_eq!((of(&[4, 4]).nbytes(), of(&[4, 4]).to_string()), (Some(64), "4×4 int32".to_owned()));
        assert_eq!((of(&[]).nbytes(), of(&[]).to_string()), (Some(4), "one int32".to_owned()));
        assert_eq!(of(&[1 << 40, 1 << 40]).size(), None);
        assert_eq!(of(&[1 << 62]).nbytes(), None);
    }
}
