//! A `zarr.json`: the document of a group or of an array.

use serde_json::Value;

use super::array::ArrayDocument;
use super::group::GroupDocument;
use super::json::{DocumentError, Field, Json};

/// The name of the document of every V3 node.
pub const DOCUMENT: &str = "zarr.json";

/// The document of a node: its text, and what it says.
#[derive(Debug, Clone)]
pub struct NodeDocument {
    /// The JSON value; `Null` when the text is no JSON.
    pub value: Value,
    /// What the document describes.
    pub node: Field<Node>,
}

/// What a document describes.
#[derive(Debug, Clone)]
pub enum Node {
    /// A group.
    Group(Box<GroupDocument>),
    /// An array.
    Array(Box<ArrayDocument>),
}

impl NodeDocument {
    /// Reads the bytes of a document.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Self {
        match serde_json::from_slice(bytes) {
            Ok(value) => Self::from_value(value),
            Err(error) => Self { value: Value::Null, node: Err(no_json(bytes, &error)) },
        }
    }

    /// Reads a document that is JSON already, such as a member of consolidated metadata.
    #[must_use]
    pub fn from_value(value: Value) -> Self {
        let node = read_node(&Json::root(&value));
        Self { value, node }
    }

    /// Everything that is wrong in the document.
    #[must_use]
    pub fn faults(&self) -> Vec<DocumentError> {
        match &self.node {
            Ok(Node::Group(group)) => group.faults(),
            Ok(Node::Array(array)) => array.faults(),
            Err(fault) => vec![fault.clone()],
        }
    }
}

fn no_json(bytes: &[u8], error: &serde_json::Error) -> DocumentError {
    let found = if bytes.is_empty() { "an empty file".to_owned() } else { error.to_string() };
    DocumentError { pointer: String::new(), expected: "a JSON document".to_owned(), found }
}

fn read_node(json: &Json) -> Field<Node> {
    json.object()?;
    let format = json.required("zarr_format", "3")?;
    if format.integer("3")? != 3 {
        return Err(format.unexpected("3"));
    }
    let node_type = json.required("node_type", "\"group\" or \"array\"")?;
    match node_type.value().as_str() {
        Some("group") => Ok(Node::Group(Box::new(GroupDocument::read(json)))),
        Some("array") => Ok(Node::Array(Box::new(ArrayDocument::read(json)))),
        _ => Err(node_type.unexpected("\"group\" or \"array\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        NodeDocument::read(text.as_bytes()).node.unwrap_err().to_string()
    }

    #[test]
    fn a_group_is_told_from_an_array() {
        let read = |text: &str| NodeDocument::read(text.as_bytes()).node.unwrap();
        assert!(matches!(read(r#"{"zarr_format": 3, "node_type": "group"}"#), Node::Group(_)));
        assert!(matches!(read(r#"{"zarr_format": 3, "node_type": "array"}"#), Node::Array(_)));
    }

    #[test]
    fn what_is_no_node_says_why() {
        assert_eq!(fault(""), "document: expected a JSON document, found an empty file");
        assert!(fault("{\"zarr_format\": 3,").starts_with("document: expected a JSON document, found EOF"));
        assert_eq!(fault("[]"), "document: expected an object, found an empty array");
        assert_eq!(fault(r#"{"zarr_format": 2}"#), "/zarr_format: expected 3, found 2");
        assert_eq!(
            fault(r#"{"zarr_format": 3, "node_type": "table"}"#),
            "/node_type: expected \"group\" or \"array\", found \"table\""
        );
    }
}
