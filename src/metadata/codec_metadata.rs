use serde_json::Value;

use super::extension::Extension;
use super::json::{DOCUMENT, DocumentError, DocumentNote, Field, Json};
use super::v2::names::ARRAY as V2_ARRAY;

/// One entry of `codecs`, as written.
#[derive(Debug, Clone, PartialEq)]
pub struct CodecMetadata {
    /// The codec's name.
    pub name: String,
    /// Its configuration object; `Null` where the document has none.
    pub configuration: Value,
    #[doc(hidden)]
    pub must_understand: bool,
    #[doc(hidden)]
    pub pointer: String,
    #[doc(hidden)]
    pub role: CodecRole,
}

/// What a codec is in its document. Error messages and screens name it as its own document does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodecRole {
    Codec,
    Filter,
    Compressor,
    /// A codec that stands for `dtype` or `order`: in V2 these are members of the document, in V3 they are codecs.
    Implied,
}

impl CodecRole {
    pub fn document(self) -> &'static str {
        if self == Self::Codec { DOCUMENT } else { V2_ARRAY }
    }
}

#[doc(hidden)]
impl CodecMetadata {
    pub fn read(json: &Json) -> Field<Self> {
        let extension = Extension::read(json, "a codec")?;
        Ok(Self {
            must_understand: extension.must_understand,
            configuration: extension.configuration.map_or(Value::Null, |own| own.value().clone()),
            name: extension.name,
            pointer: json.pointer().to_owned(),
            role: CodecRole::Codec,
        })
    }

    pub fn count(&self) -> usize {
        count_in(&self.configuration).saturating_add(1)
    }

    pub fn configuration(&self) -> Json<'_> {
        let member = if self.role == CodecRole::Codec { "/configuration" } else { "" };
        Json::at(&self.configuration, format!("{}{member}", self.pointer)).in_document(self.role.document())
    }

    pub fn fault(&self, expected: impl Into<String>, found: impl Into<String>) -> DocumentError {
        DocumentError::new(self.role.document(), &self.pointer, expected, found)
    }

    pub fn note(&self, text: impl Into<String>) -> DocumentNote {
        DocumentNote { document: self.role.document(), pointer: self.pointer.clone(), text: text.into() }
    }

    pub fn only(&self, known: &[&str]) -> Field<()> {
        if self.configuration.is_null() { Ok(()) } else { self.configuration().only(known) }
    }

    pub fn required(&self, member: &str, expected: &str) -> Field<Json<'_>> {
        self.configuration().required(member, expected)
    }

    pub fn optional(&self, member: &str) -> Option<Json<'_>> {
        self.configuration().member(member)
    }
}

/// Documents have no more levels than [`crate::limits::JSON_DEPTH`].
fn count_in(configuration: &Value) -> usize {
    let mut count = 0_usize;
    for list in ["codecs", "index_codecs"] {
        let Some(codecs) = configuration.get(list).and_then(Value::as_array) else { continue };
        for codec in codecs {
            count = count.saturating_add(codec.get("configuration").map_or(0, count_in)).saturating_add(1);
        }
    }
    count
}
