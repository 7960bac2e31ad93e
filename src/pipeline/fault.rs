//! What went wrong with an array or a chunk, and where.

use thiserror::Error;

use super::AddressError;
use crate::codec::{StageFault, hints};
use crate::metadata::DocumentError;
use crate::metadata::text::count;
use crate::store::StoreError;

/// Why an array or one of its chunks cannot be used.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Fault {
    /// The metadata document cannot be used.
    #[error("metadata: {}", describe(.0))]
    Metadata(DocumentError),
    /// The stored bytes cannot be read.
    #[error("store: {0}")]
    Store(#[from] StoreError),
    /// A stage of the codec pipeline failed.
    #[error(transparent)]
    Stage(StageFault),
    /// There is no such chunk in the array.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// A chunk is missing where somebody expects one.
    #[error("store: {0}")]
    #[doc(hidden)]
    Missing(Box<MissingChunks>),
}

/// Which chunks are missing where they are expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MissingChunks {
    /// One.
    #[error("expected a stored chunk (--expect), found none")]
    One,
    /// More than are named; `None` beyond 2^128.
    #[error("expected {} behind those that are named (--expect), found none stored", many(*.0))]
    More(Option<u128>),
    /// All of an array: there is nothing but its document.
    #[error("expected {} (--expect), found none stored", many(*.0))]
    All(Option<u128>),
}

/// A number of chunks in words.
fn many(chunks: Option<u128>) -> String {
    chunks.map_or_else(|| "more than 2^128 chunks".to_owned(), |chunks| count(chunks, "chunk"))
}

impl From<MissingChunks> for Fault {
    fn from(missing: MissingChunks) -> Self {
        Self::Missing(Box::new(missing))
    }
}

impl From<StageFault> for Fault {
    fn from(fault: StageFault) -> Self {
        match fault.store() {
            Some(error) => Self::Store(error.clone()),
            None => Self::Stage(fault),
        }
    }
}

impl From<DocumentError> for Fault {
    fn from(error: DocumentError) -> Self {
        Self::Metadata(error)
    }
}

impl Fault {
    /// The stage: a codec's name, `metadata`, `store` or `address`.
    pub fn stage(&self) -> &str {
        match self {
            Self::Metadata(_) => "metadata",
            Self::Store(_) | Self::Missing(_) => "store",
            Self::Stage(fault) => &fault.stage.codec.name,
            Self::Address(_) => "address",
        }
    }

    /// What was expected and what was found.
    pub fn message(&self) -> String {
        match self {
            Self::Metadata(error) => error.message(),
            Self::Store(error) => error.reason(),
            Self::Stage(fault) => fault.message(),
            Self::Address(error) => error.to_string(),
            Self::Missing(missing) => missing.to_string(),
        }
    }

    /// Whether it says nothing of the data: the store did not answer.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_unknown())
    }

    /// What it may mean.
    #[doc(hidden)]
    pub fn hints(&self) -> Vec<String> {
        match self {
            Self::Stage(fault) => hints(&fault.stage, &fault.error),
            _ => Vec::new(),
        }
    }
}

fn describe(error: &DocumentError) -> String {
    format!("{}: {error}", error.document)
}
