//! Where bytes are: keys to bytes, ranges of bytes, and listings.
//!
//! Specification: [Stores](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#stores). A key is a path of
//! names with `/` between them. Nothing here ever writes, and nothing is opened that is not a regular file.
#![warn(clippy::indexing_slicing)]

mod byte_source;
mod directory;

use std::io;

use thiserror::Error;

pub use byte_source::{ByteSource, Slice, StoredFile};
pub use directory::{Below, DirectoryStore, Entry, EntryKind, Walk, join, relative};

/// Why bytes could not be had from a store.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The operating system refused.
    #[error("{key}: {}", self.reason())]
    Io {
        /// The key.
        key: String,
        /// What the system said.
        reason: String,
        /// Its kind.
        kind: io::ErrorKind,
    },
    /// There is something under this key, but no file.
    #[error("{key}: {}", self.reason())]
    NotAFile {
        /// The key.
        key: String,
        /// What is there: a directory, a FIFO ….
        found: &'static str,
    },
    /// The value is larger than it may be.
    #[error("{key}: {}", self.reason())]
    TooLarge {
        /// The key.
        key: String,
        /// The limit in bytes.
        limit: u64,
        /// The size in bytes.
        found: u64,
    },
    /// A range that does not lie within the bytes.
    #[error("expected {nbytes} bytes at byte {offset}, found an end at byte {end}")]
    OutOfRange {
        /// Where the range begins.
        offset: u64,
        /// How long it is.
        nbytes: u64,
        /// Where the bytes end.
        end: u64,
    },
    /// A name that cannot be part of a key.
    #[error("\"{0}\" is no key of a store")]
    NoKey(String),
}

impl StoreError {
    /// What was expected and what was found, without the key.
    #[must_use]
    pub fn contrast(&self) -> (String, String) {
        match self {
            Self::Io { reason, .. } => ("something that can be read".to_owned(), reason.clone()),
            Self::NotAFile { found, .. } => ("a regular file".to_owned(), (*found).to_owned()),
            Self::TooLarge { limit, found, .. } => (format!("at most {limit} bytes"), found.to_string()),
            Self::OutOfRange { offset, nbytes, end } => {
                (format!("{nbytes} bytes at byte {offset}"), format!("an end at byte {end}"))
            }
            Self::NoKey(key) => ("a key of a store".to_owned(), format!("\"{key}\"")),
        }
    }

    /// What is wrong, without the key.
    #[must_use]
    pub fn reason(&self) -> String {
        let (expected, found) = self.contrast();
        format!("expected {expected}, found {found}")
    }

    /// The key it is about; empty where there is none.
    #[must_use]
    pub fn key(&self) -> &str {
        match self {
            Self::Io { key, .. }
            | Self::NotAFile { key, .. }
            | Self::TooLarge { key, .. }
            | Self::NoKey(key) => key,
            Self::OutOfRange { .. } => "",
        }
    }

    pub(crate) fn io(key: &str, error: &io::Error) -> Self {
        Self::Io { key: key.to_owned(), reason: error.kind().to_string(), kind: error.kind() }
    }
}
