use crate::metadata::{DataType, Elements};

/// What comes out of a stage.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Bytes.
    Bytes(Vec<u8>),
    /// The elements of an array.
    Array(Elements),
}

impl Value {
    /// The bytes of the value; those of an array are little-endian, in C order.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Array(elements) => elements.bytes(),
        }
    }

    pub(crate) fn visible_bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Array(elements) => elements.visible_bytes(),
        }
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Array(elements) => elements.into_bytes(),
        }
    }

    pub(super) fn into_elements(self, data_type: &DataType) -> Elements {
        match self {
            Self::Bytes(bytes) => Elements::new(data_type.clone(), bytes),
            Self::Array(elements) => elements,
        }
    }
}
