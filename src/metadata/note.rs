//! What a document says in another way than its specification, where it is plain all the same what it means.

use std::fmt;

use super::codec_metadata::CodecMetadata;
use super::json::Json;

/// A place of a document that is read although its specification wants something else there, or a name that is known
/// and not decoded. It is no fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentNote {
    /// The name of the document.
    pub document: &'static str,
    /// Where in the document.
    pub pointer: String,
    /// What is there, what it is read as, and what should be there.
    pub text: String,
}

impl fmt::Display for DocumentNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pointer, self.text)
    }
}

impl Json<'_> {
    /// A note on this place.
    pub fn note(&self, text: impl Into<String>) -> DocumentNote {
        DocumentNote { document: self.document(), pointer: self.pointer().to_owned(), text: text.into() }
    }
}

#[doc(hidden)]
impl CodecMetadata {
    /// A note on the whole entry, not on one member.
    pub fn note(&self, text: impl Into<String>) -> DocumentNote {
        DocumentNote { document: self.role.document(), pointer: self.pointer.clone(), text: text.into() }
    }
}
