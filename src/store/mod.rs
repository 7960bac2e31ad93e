//! Where bytes are: keys to bytes, ranges of bytes, and listings.
//!
//! Specification: [Stores](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#stores). A key is a path of
//! names with `/` between them. Nothing here ever writes, and nothing is opened that is not a regular file.
#![warn(clippy::indexing_slicing)]

mod byte_source;
mod directory;

use std::io;
use std::path::Path;

use thiserror::Error;

pub use byte_source::{ByteSource, Slice, StoredFile};
pub use directory::{Below, DirectoryStore, Entry, EntryKind, Walk, join, relative};

/// A store, wherever it is.
#[derive(Debug, Clone)]
pub enum Store {
    /// In a directory.
    Directory(DirectoryStore),
}

/// Why a path leads to no store.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PathError {
    /// There is nothing.
    #[error("no such path")]
    Missing,
    /// There is something else than a directory.
    #[error("expected a directory (a store or a node of one), found a file")]
    NotADirectory,
}

impl Store {
    /// The store, or the part of one, at a path.
    ///
    /// # Errors
    /// When there is no directory.
    pub fn at(path: &Path) -> Result<Self, PathError> {
        let metadata = std::fs::metadata(path).map_err(|_| PathError::Missing)?;
        if !metadata.is_dir() {
            return Err(PathError::NotADirectory);
        }
        Ok(Self::Directory(DirectoryStore::new(path)))
    }

    /// Opens the value of a key; `None` when there is none.
    ///
    /// # Errors
    /// When there is something else than a regular file, or it cannot be opened.
    pub fn open(&self, key: &str) -> Result<Option<StoredFile>, StoreError> {
        match self {
            Self::Directory(store) => store.open(key),
        }
    }

    /// The value of a key, at most `limit` bytes; `None` when there is none.
    ///
    /// # Errors
    /// When it cannot be read, or is larger.
    pub fn read(&self, key: &str, limit: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(value) = self.open(key)? else { return Ok(None) };
        if value.nbytes() > limit {
            return Err(StoreError::TooLarge { key: key.to_owned(), limit, found: value.nbytes() });
        }
        Ok(Some(value.read_all()?.into_owned()))
    }

    /// What is directly below a key, sorted by name.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn list(&self, key: &str) -> Result<Vec<Entry>, StoreError> {
        match self {
            Self::Directory(store) => store.list(key),
        }
    }

    /// Shows `visit` everything below a key, at any depth, with its key from there.
    ///
    /// Names that are no UTF-8 are passed over: no chunk has one. A dangling link is nothing. The key itself is shown,
    /// as the empty one, only when it cannot be read.
    pub fn walk(&self, key: &str, visit: impl FnMut(&str, Below) -> Walk) {
        match self {
            Self::Directory(store) => store.walk(key, visit),
        }
    }

    /// Whether a key is a link that leads back to a directory it lies in: following it would never end.
    #[must_use]
    pub fn leads_back(&self, key: &str) -> bool {
        match self {
            Self::Directory(store) => store.leads_back(key),
        }
    }
}

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
