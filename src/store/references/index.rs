//! What says where the values are: a file of JSON, or tables of Parquet.

use super::super::entry::{Below, DirectoryEntry, Walk};
use super::super::error::StoreError;
use super::document::ReferenceSet;
#[cfg(feature = "references-parquet")]
use super::records::RecordedReferences;
use super::reference::Reference;

#[derive(Debug)]
pub(super) enum ReferenceIndex {
    File(ReferenceSet),
    #[cfg(feature = "references-parquet")]
    Tables(RecordedReferences),
}

impl ReferenceIndex {
    /// The reference of a key.
    ///
    /// # Errors
    /// When the table that has it cannot be read.
    #[cfg_attr(
        not(feature = "references-parquet"),
        expect(clippy::unnecessary_wraps, reason = "only tables are read when they are wanted")
    )]
    pub(super) fn find(&self, name: &str) -> Result<Option<Reference>, StoreError> {
        match self {
            Self::File(set) => Ok(set.keys.find(name).cloned()),
            #[cfg(feature = "references-parquet")]
            Self::Tables(tables) => tables.find(name),
        }
    }

    pub(super) fn has_directory(&self, name: &str) -> bool {
        match self {
            Self::File(set) => set.keys.has_directory(name),
            #[cfg(feature = "references-parquet")]
            Self::Tables(tables) => tables.documents().has_directory(name),
        }
    }

    /// What is directly below a name, at most one more than `limit`.
    pub(super) fn list(&self, name: &str, limit: u64) -> Vec<DirectoryEntry> {
        let _ = limit; // the names of a file are known
        match self {
            Self::File(set) => set.keys.list(name),
            #[cfg(feature = "references-parquet")]
            Self::Tables(tables) => tables.list(name, limit),
        }
    }

    /// Calls `visit` with everything below a name, at any depth, and with its reference where it has one.
    pub(super) fn walk(&self, name: &str, visit: &mut dyn FnMut(&str, Below, Option<&Reference>) -> Walk) {
        match self {
            Self::File(set) => set.keys.walk_values(name, visit),
            #[cfg(feature = "references-parquet")]
            Self::Tables(tables) => tables.walk(name, visit),
        }
    }

    /// A text with what the templates in it stand for.
    pub(super) fn render<'t>(&self, text: &'t str) -> Result<std::borrow::Cow<'t, str>, String> {
        match self {
            Self::File(set) => set.templates.render(text),
            #[cfg(feature = "references-parquet")]
            Self::Tables(_) => Ok(std::borrow::Cow::Borrowed(text)),
        }
    }

    pub(super) fn repeated(&self) -> &[Box<str>] {
        match self {
            Self::File(set) => &set.repeated,
            #[cfg(feature = "references-parquet")]
            Self::Tables(_) => &[],
        }
    }

    pub(super) fn unusable(&self) -> &[Box<str>] {
        match self {
            Self::File(set) => &set.unusable,
            #[cfg(feature = "references-parquet")]
            Self::Tables(tables) => tables.unusable(),
        }
    }
}
