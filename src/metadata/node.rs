use std::sync::Arc;

use serde_json::{Map, Value};

use super::array::ArrayDocument;
use super::group::GroupDocument;
use super::json::{DOCUMENT, DocumentError, Field, Json};
use super::parse::parse;
use super::v2;
use crate::limits::Limits;

/// The metadata document of a node: its JSON, and the group or array that it describes.
#[derive(Debug, Clone)]
pub struct NodeDocument {
    /// The name of the document.
    pub name: &'static str,
    /// The JSON value; `Null` when the text is no JSON.
    pub value: Value,
    /// What the document describes.
    pub node: Field<GroupOrArray>,
    texts: Texts,
}

#[derive(Debug, Clone, Default)]
struct Texts {
    own: Option<Arc<str>>,
    attributes: Option<Arc<str>>,
}

/// A longer text is not kept: it is not read line by line, and a hierarchy may have many nodes.
const TEXT_LIMIT: usize = 1 << 20;

fn weight(value: &Value) -> usize {
    /// Of a value and its place, without its text.
    const VALUE: usize = 64;
    VALUE.saturating_add(match value {
        Value::String(text) => text.len(),
        Value::Array(values) => values.iter().map(weight).sum(),
        Value::Object(members) => weight_of_members(members),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    })
}

fn weight_of_members(members: &Map<String, Value>) -> usize {
    members.iter().map(|(name, value)| name.len().saturating_add(weight(value))).sum()
}

fn kept(bytes: &[u8]) -> Option<Arc<str>> {
    let text = std::str::from_utf8(bytes).ok()?;
    (bytes.len() <= TEXT_LIMIT).then(|| text.into())
}

/// Another value for one member of a document, to try in memory what an array would be with it.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct Change {
    /// The JSON pointer of the member. The last name in it may be new.
    pub pointer: String,
    /// The value it would have.
    pub value: Value,
}

impl Change {
    /// The member at this JSON pointer becomes that value.
    pub fn new(pointer: impl Into<String>, value: impl Into<Value>) -> Self {
        Self { pointer: pointer.into(), value: value.into() }
    }
}

/// What a document describes.
#[derive(Debug, Clone)]
pub enum GroupOrArray {
    /// A group.
    Group(Box<GroupDocument>),
    /// An array.
    Array(Box<ArrayDocument>),
}

impl NodeDocument {
    /// Reads the bytes of a `zarr.json`.
    pub fn read(bytes: &[u8], limits: &Limits) -> Self {
        match parse(bytes, DOCUMENT, limits) {
            Ok(value) => {
                Self { texts: Texts { own: kept(bytes), attributes: None }, ..Self::from_value(value) }
            }
            Err(fault) => Self::no_json(fault),
        }
    }

    pub(crate) fn from_value(value: Value) -> Self {
        let node = read_node(&Json::root(&value));
        Self { name: DOCUMENT, value, node, texts: Texts::default() }
    }

    /// Reads the bytes of a V2 document, `.zarray` or `.zgroup`, and those of the attributes beside it, if there are
    /// any.
    ///
    /// ```
    /// use zarrscope::Limits;
    /// use zarrscope::document::{GroupOrArray, NodeDocument};
    ///
    /// let text = br#"{"zarr_format": 2, "shape": [6], "chunks": [4], "dtype": ">i2", "fill_value": 0,
    ///     "order": "C", "filters": null, "compressor": {"id": "zlib", "level": 5}}"#;
    /// let attributes = br#"{"units": "K"}"#;
    /// let document = NodeDocument::read_v2(".zarray", text, Some(attributes), &Limits::default());
    /// let GroupOrArray::Array(array) = document.node? else { panic!("a group") };
    /// assert_eq!(array.resolve()?.data_type.to_string(), "int16");
    /// assert_eq!(array.attributes?["units"], "K");
    /// # Ok::<(), zarrscope::Error>(())
    /// ```
    pub fn read_v2(name: &'static str, bytes: &[u8], attributes: Option<&[u8]>, limits: &Limits) -> Self {
        let value = match parse(bytes, name, limits) {
            Ok(value) => value,
            Err(fault) => return Self::no_json(fault),
        };
        // Attributes are a document of their own: a fault in them is no fault of the array.
        let texts = Texts { own: kept(bytes), attributes: attributes.and_then(kept) };
        let attributes = match attributes {
            Some(bytes) => parse(bytes, v2::ATTRIBUTES, limits).and_then(|value| v2::read_attributes(&value)),
            None => Ok(Map::new()),
        };
        let node = if name == v2::ARRAY {
            v2::read_array(&value, attributes).map(|array| GroupOrArray::Array(Box::new(array)))
        } else {
            v2::read_group(&value, attributes).map(|group| GroupOrArray::Group(Box::new(group)))
        };
        Self { name, value, node, texts }
    }

    /// The memory that it takes, more or less: what it says is there as JSON and as what it describes.
    pub(crate) fn weight(&self) -> usize {
        let attributes = match &self.node {
            Ok(GroupOrArray::Array(array)) => array.attributes.as_ref().ok(),
            Ok(GroupOrArray::Group(group)) => group.attributes.as_ref().ok(),
            Err(_) => None,
        };
        weight(&self.value).saturating_add(attributes.map_or(0, weight_of_members))
    }

    #[doc(hidden)]
    pub fn text(&self, document: &str) -> Option<&str> {
        match document {
            _ if document == self.name => self.texts.own.as_deref(),
            v2::ATTRIBUTES => self.texts.attributes.as_deref(),
            _ => None,
        }
    }

    #[doc(hidden)]
    pub fn changed(&self, changes: &[Change]) -> Field<Self> {
        let mut value = self.value.clone();
        for change in changes {
            if put(&mut value, change).is_none() {
                return Err(DocumentError::new(
                    self.name,
                    &change.pointer,
                    "a place in the document",
                    "none",
                ));
            }
        }
        if self.name == DOCUMENT {
            return Ok(Self::from_value(value));
        }
        // A change names a place of this document only; the attributes beside it stay as they are.
        let attributes = match &self.node {
            Ok(GroupOrArray::Array(array)) => array.attributes.clone(),
            _ => Ok(Map::new()),
        };
        let node = v2::read_array(&value, attributes).map(|array| GroupOrArray::Array(Box::new(array)));
        Ok(Self { name: self.name, value, node, texts: Texts { own: None, ..self.texts.clone() } })
    }

    fn no_json(fault: DocumentError) -> Self {
        Self { name: fault.document, value: Value::Null, node: Err(fault), texts: Texts::default() }
    }

    /// The version of the format.
    pub fn zarr_format(&self) -> u8 {
        if self.name == DOCUMENT { 3 } else { 2 }
    }

    /// Everything that is wrong in the document.
    pub fn faults(&self) -> Vec<DocumentError> {
        match &self.node {
            Ok(GroupOrArray::Group(group)) => group.faults(),
            Ok(GroupOrArray::Array(array)) => array.faults(),
            Err(fault) => vec![fault.clone()],
        }
    }
}

fn put(document: &mut Value, change: &Change) -> Option<()> {
    if let Some(place) = document.pointer_mut(&change.pointer) {
        *place = change.value.clone();
        return Some(());
    }
    let (parent, member) = change.pointer.rsplit_once('/')?;
    let member = member.replace("~1", "/").replace("~0", "~");
    document.pointer_mut(parent)?.as_object_mut()?.insert(member, change.value.clone());
    Some(())
}

/// The draft of V3 from 2020 has a URL for its `zarr_format`; naming it is more use to people than "expected 3".
const DRAFT: &str = "https://purl.org/zarr/spec/protocol/core/";

fn read_node(json: &Json) -> Field<GroupOrArray> {
    json.object()?;
    let format = json.required("zarr_format", "3")?;
    if let Some(url) = format.value().as_str()
        && url.starts_with(DRAFT)
    {
        return Err(format.fault("3", "a store of the draft of 2020, which is not read"));
    }
    if format.integer("3")? != 3 {
        return Err(format.unexpected("3"));
    }
    let node_type = json.required("node_type", "\"group\" or \"array\"")?;
    match node_type.value().as_str() {
        Some("group") => Ok(GroupOrArray::Group(Box::new(GroupDocument::read(json)))),
        Some("array") => Ok(GroupOrArray::Array(Box::new(ArrayDocument::read(json)))),
        _ => Err(node_type.unexpected("\"group\" or \"array\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        NodeDocument::read(text.as_bytes(), &Limits::default()).node.unwrap_err().to_string()
    }

    #[test]
    fn a_group_is_distinguished_from_an_array() {
        let read = |text: &str| NodeDocument::read(text.as_bytes(), &Limits::default()).node.unwrap();
        assert!(matches!(read(r#"{"zarr_format": 3, "node_type": "group"}"#), GroupOrArray::Group(_)));
        assert!(matches!(read(r#"{"zarr_format": 3, "node_type": "array"}"#), GroupOrArray::Array(_)));
    }

    #[test]
    fn bare_numbers_that_json_does_not_have_are_read_as_text() {
        let text = br#"{"zarr_format": 3, "node_type": "group", "attributes": {"a NaN\\\"": [NaN, -Infinity], "b": "NaN"}}"#;
        let read = NodeDocument::read(text, &Limits::default());
        assert_eq!(read.value["attributes"]["a NaN\\\""], serde_json::json!(["NaN", "-Infinity"]));
        assert!(read.node.is_ok());
        assert!(fault("{NaN 1}").starts_with("document: expected a JSON document"));
    }

    #[test]
    fn a_document_can_be_seen_with_changes() {
        let text = r#"{"zarr_format": 3, "node_type": "array", "data_type": "int32", "codecs": [{"name": "bytes"}]}"#;
        let document = NodeDocument::read(text.as_bytes(), &Limits::default());
        let change = |pointer: &str, value| Change { pointer: pointer.to_owned(), value };
        let changed = document.changed(&[
            change("/data_type", serde_json::json!("int16")),
            change("/codecs/0/configuration", serde_json::json!({"endian": "big"})),
        ]);
        let changed = changed.unwrap();
        assert_eq!(changed.value["codecs"][0]["configuration"]["endian"], "big");
        let Ok(GroupOrArray::Array(array)) = changed.node else { panic!("{changed:?}") };
        assert_eq!(array.data_type.unwrap().to_string(), "int16");
        let nowhere = document.changed(&[change("/codecs/1/name", serde_json::json!("gzip"))]);
        assert_eq!(
            nowhere.unwrap_err().to_string(),
            "/codecs/1/name: expected a place in the document, found none"
        );
    }

    #[test]
    fn what_is_no_node_says_why() {
        assert_eq!(fault(""), "document: expected a JSON document, found an empty file");
        assert!(
            fault("{\"zarr_format\": 3,")
                .starts_with("document: expected a JSON document, found the end of the file within ")
        );
        assert_eq!(fault("[]"), "document: expected an object, found an empty array");
        assert_eq!(fault(r#"{"zarr_format": 2}"#), "/zarr_format: expected 3, found 2");
        assert_eq!(
            fault(r#"{"zarr_format": 3, "node_type": "table"}"#),
            "/node_type: expected \"group\" or \"array\", found \"table\""
        );
    }
}
