use thiserror::Error;

use super::AddressError;
use crate::codec::{StageFault, hints};
use crate::metadata::DocumentError;
use crate::metadata::text::{chunk_count, count, shape, shorten};
use crate::store::StoreError;

#[derive(Debug, Clone, PartialEq, Error)]
pub enum Fault {
    #[error("metadata: {document}: {0}", document = .0.document)]
    Metadata(DocumentError),
    #[error("store: {0}")]
    Store(#[from] StoreError),
    #[error(transparent)]
    Stage(StageFault),
    #[error(transparent)]
    Address(#[from] AddressError),
    /// A chunk is missing where somebody expects one.
    #[error("store: {0}")]
    #[doc(hidden)]
    Missing(Box<MissingChunks>),
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MissingChunks {
    #[error("expected a stored chunk (--expect), found none")]
    One,
    #[error("expected {} after those that are named (--expect), found none stored", chunk_count(*.0))]
    More(Option<u128>),
    #[error(
        "inner chunk {} of the shard {}: expected a stored chunk (--expect), found none",
        path(inner),
        shape(chunk)
    )]
    Inner { chunk: Vec<u64>, inner: Vec<Vec<u64>> },
    #[error("expected {} after those that are named (--expect), found none stored", count((*.0).into(), "inner chunk"))]
    MoreInner(u64),
    /// All of an array: there is nothing but its document.
    #[error("expected {} (--expect), found none stored", chunk_count(*.0))]
    All(Option<u128>),
    #[error("expected a stored chunk, as the list says (--keys), found none")]
    Listed,
    #[error("expected {listed} bytes, as the list says (--keys), found {found}")]
    ListedSize { listed: u64, found: u64 },
}

/// `(1, 0)`, or `(1, 0), (2, 3)` in a shard within a shard.
fn path(inner: &[Vec<u64>]) -> String {
    inner.iter().map(|coords| shape(coords)).collect::<Vec<_>>().join(", ")
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

    /// Whether nothing was read that could be at fault.
    #[doc(hidden)]
    pub fn is_unread(&self) -> bool {
        match self {
            Self::Store(error) => error.is_unread(),
            Self::Metadata(error) => error.is_unread,
            Self::Stage(_) | Self::Address(_) | Self::Missing(_) => false,
        }
    }

    /// The inner chunk of a shard that it is about: coordinates for each shard on the way, the outermost first. Empty where it
    /// is about no inner chunk, or about many.
    pub fn inner(&self) -> Vec<Vec<u64>> {
        match self {
            Self::Stage(fault) => fault.error.inner(),
            Self::Missing(missing) => match &**missing {
                MissingChunks::Inner { inner, .. } => inner.clone(),
                _ => Vec::new(),
            },
            Self::Metadata(_) | Self::Store(_) | Self::Address(_) => Vec::new(),
        }
    }

    /// The byte at which it is, of what goes into the stage that failed; in an inner chunk, of what goes into its stage there.
    pub fn byte(&self) -> Option<u64> {
        match self {
            Self::Stage(fault) => fault.error.byte(),
            Self::Metadata(_) | Self::Store(_) | Self::Address(_) | Self::Missing(_) => None,
        }
    }

    #[doc(hidden)]
    pub fn hints(&self) -> Vec<String> {
        match self {
            Self::Stage(fault) => hints(&fault.stage, &fault.error),
            _ => Vec::new(),
        }
    }
}

const LONGEST: usize = 200;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortFault {
    pub node: String,
    pub site: FaultSite,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultSite {
    Document(String),
    /// A key that belongs to no chunk, from which it is not possible to go on to one.
    Key(String),
    Chunk(Vec<u64>),
}

impl ShortFault {
    pub fn of_document(node: &str, fault: &DocumentError) -> Self {
        Self::of_text(node, shorten(&fault.to_string(), LONGEST))
    }

    pub fn of_text(node: &str, text: String) -> Self {
        Self { node: node.to_owned(), site: FaultSite::Document(text.clone()), text }
    }

    pub fn of_key(node: &str, key: &str, text: &str) -> Self {
        Self { node: node.to_owned(), site: FaultSite::Key(key.to_owned()), text: shorten(text, LONGEST) }
    }

    pub fn of_chunk(node: &str, chunk: &[u64], text: &str) -> Self {
        Self { node: node.to_owned(), site: FaultSite::Chunk(chunk.to_vec()), text: shorten(text, LONGEST) }
    }

    pub fn chunk(&self) -> Option<&[u64]> {
        match &self.site {
            FaultSite::Chunk(chunk) => Some(chunk),
            FaultSite::Document(_) | FaultSite::Key(_) => None,
        }
    }
}
