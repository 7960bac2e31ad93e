//! Where bytes are: keys to bytes, ranges of bytes, and listings.
//!
//! Specification: [Stores](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#stores). A key is a path of
//! names with `/` between them. Nothing here ever writes, and nothing is opened that is not a regular file, or a member
//! of an archive that is one.
#![warn(clippy::indexing_slicing)]

mod byte_source;
mod directory;
mod zip;

use std::path::{Path, PathBuf};
use std::{fs, io};

use thiserror::Error;

use crate::limits::{DOCUMENT_BYTES, NODES, at_most};

use self::byte_source::room;
pub use byte_source::{ByteSource, Slice, StoredFile, StoredValue};
pub use directory::{
    Below, Detail, DirectoryStore, Entry, EntryKind, LINK_BEHIND_LINK, Walk, join, relative,
};
pub use zip::{StoredMember, ZipStore};

/// A store, wherever it is.
#[derive(Debug, Clone)]
pub enum Store {
    /// In a directory.
    Directory(DirectoryStore),
    /// In a zip archive.
    Zip(ZipStore),
}

/// Which file holds a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileOf {
    /// The file: that of the value, or the archive.
    pub path: PathBuf,
    /// The name of the member in the archive.
    pub member: Option<String>,
}

/// Why a path leads to no store.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PathError {
    /// There is nothing.
    #[error("no such path")]
    Missing,
    /// There is something else than a directory.
    #[error("expected a directory or a zip archive (a store or a node of one), found a file")]
    NotADirectory,
    /// There is an archive that is damaged.
    #[error("expected a zip archive that can be read, found one that cannot: {found}")]
    Archive {
        /// What is wrong.
        found: String,
    },
}

impl Store {
    /// The store, or the part of one, at a path: a directory, an archive, or a directory in an archive.
    ///
    /// # Errors
    /// When there is neither.
    pub fn at(path: &Path) -> Result<Self, PathError> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Ok(Self::Directory(DirectoryStore::new(path))),
            Ok(found) if found.is_file() => match ZipStore::at(path)? {
                Some(store) => Ok(Self::Zip(store)),
                None => Err(PathError::NotADirectory),
            },
            Ok(_) => Err(PathError::NotADirectory),
            Err(_) => Self::inside(path),
        }
    }

    /// The same store, of which no more links to directories are followed, one behind the other.
    #[must_use]
    pub fn with_links(self, links: u64) -> Self {
        match self {
            Self::Directory(store) => Self::Directory(store.with_links(links)),
            Self::Zip(store) => Self::Zip(store),
        }
    }

    /// The store at a path that leads into an archive.
    fn inside(path: &Path) -> Result<Self, PathError> {
        // Without a slash at the end, which would make a file seem missing.
        let path: PathBuf = path.components().collect();
        let file = path.ancestors().find(|path| path.is_file()).ok_or(PathError::Missing)?;
        let store = ZipStore::at(file)?.ok_or(PathError::Missing)?;
        let inner = path.strip_prefix(file).map_err(|_| PathError::Missing)?;
        let names: Option<Vec<&str>> = inner.iter().map(|name| name.to_str()).collect();
        Ok(Self::Zip(store.within(&names.ok_or(PathError::Missing)?.join("/"))?))
    }

    /// Opens the value of a key; `None` when there is none.
    ///
    /// # Errors
    /// When there is something else than a regular file, or it cannot be opened.
    pub fn open(&self, key: &str) -> Result<Option<StoredValue>, StoreError> {
        match self {
            Self::Directory(store) => Ok(store.open(key)?.map(StoredValue::File)),
            Self::Zip(store) => Ok(store.open(key)?.map(StoredValue::Member)),
        }
    }

    /// The file that holds the value of a key, whether there is one or not.
    ///
    /// # Errors
    /// When it is no key of the store.
    pub fn file_of(&self, key: &str) -> Result<FileOf, StoreError> {
        match self {
            Self::Directory(store) => Ok(FileOf { path: store.path(key)?, member: None }),
            Self::Zip(store) => Ok(FileOf { path: store.path().to_owned(), member: Some(store.name(key)?) }),
        }
    }

    /// The document of a key, at most `limit` bytes; `None` when there is none.
    ///
    /// # Errors
    /// When it cannot be read, or is larger.
    pub fn read(&self, key: &str, limit: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(value) = self.open(key)? else { return Ok(None) };
        if value.nbytes() > limit {
            let expected = at_most(limit, "bytes", DOCUMENT_BYTES);
            let found = value.nbytes().to_string();
            return Err(StoreError::OverLimit { key: key.to_owned(), expected, found });
        }
        Ok(Some(value.read_all()?.into_owned()))
    }

    /// What is directly below a key, sorted by name; at most `limit` names.
    ///
    /// # Errors
    /// When the directory cannot be read, or has more names.
    pub fn list(&self, key: &str, limit: u64) -> Result<Vec<Entry>, StoreError> {
        let entries = match self {
            Self::Directory(store) => store.list(key, limit)?,
            Self::Zip(store) => store.list(key)?,
        };
        if entries.len() as u64 > limit {
            let (expected, found) = (at_most(limit, "names", NODES), "more".to_owned());
            return Err(StoreError::OverLimit { key: key.to_owned(), expected, found });
        }
        Ok(entries)
    }

    /// Looks whether there is a directory under a key.
    ///
    /// # Errors
    /// When there is none, with what is there instead.
    pub fn check_directory(&self, key: &str) -> Result<(), StoreError> {
        match self {
            Self::Directory(store) => store.check_directory(key),
            Self::Zip(store) => store.check_directory(key),
        }
    }

    /// The same store as it is by now. The list of members of an archive is read anew.
    ///
    /// # Errors
    /// When there is no archive any more.
    pub fn reopen(&self) -> Result<Self, PathError> {
        match self {
            Self::Directory(_) => Ok(self.clone()),
            Self::Zip(store) => store.reopen().map(Self::Zip),
        }
    }

    /// Shows `visit` everything below a key, at any depth, with its key from there.
    ///
    /// Names that are no UTF-8 are passed over: no chunk has one. The key itself is shown,
    /// as the empty one, only when it cannot be read.
    pub fn walk(&self, key: &str, detail: Detail, visit: impl FnMut(&str, Below) -> Walk) {
        match self {
            Self::Directory(store) => store.walk(key, detail, visit),
            // The list of members has their sizes.
            Self::Zip(store) => store.walk(key, visit),
        }
    }

    /// Whether a key is a link that leads back to a directory it lies in: following it would never end.
    #[must_use]
    pub fn leads_back(&self, key: &str) -> bool {
        match self {
            Self::Directory(store) => store.leads_back(key),
            // Nothing follows a link there.
            Self::Zip(_) => false,
        }
    }

    /// How many links a key leads through, its own place among them.
    #[must_use]
    pub fn links(&self, key: &str) -> usize {
        match self {
            Self::Directory(store) => store.links(key),
            Self::Zip(_) => 0,
        }
    }

    /// What a key that is a link says it leads to.
    #[must_use]
    pub fn link_target(&self, key: &str) -> Option<String> {
        match self {
            Self::Directory(store) => store.link_target(key),
            Self::Zip(_) => None,
        }
    }

    /// What is odd about the store below a key, though nothing is wrong.
    #[must_use]
    pub fn notes(&self, key: &str) -> Vec<String> {
        match self {
            Self::Directory(_) => Vec::new(),
            Self::Zip(store) => store.notes(key),
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
    /// There is no directory under this key.
    #[error("{key}: {}", self.reason())]
    NotADirectory {
        /// The key.
        key: String,
        /// What is there: a file, nothing ….
        found: &'static str,
    },
    /// There is more than may be read.
    #[error("{key}: {}", self.reason())]
    OverLimit {
        /// The key.
        key: String,
        /// What may be there at most, and what says so.
        expected: String,
        /// What is there.
        found: String,
    },
    /// A member of an archive that cannot be read.
    #[error("{key}: {}", self.reason())]
    Member {
        /// The key.
        key: String,
        /// What the member should be.
        expected: String,
        /// What it is.
        found: String,
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
            Self::NotADirectory { found, .. } => ("a directory".to_owned(), (*found).to_owned()),
            Self::OverLimit { expected, found, .. } | Self::Member { expected, found, .. } => {
                (expected.clone(), found.clone())
            }
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
            | Self::OverLimit { key, .. }
            | Self::NotADirectory { key, .. }
            | Self::Member { key, .. }
            | Self::NoKey(key) => key,
            Self::OutOfRange { .. } => "",
        }
    }

    pub(crate) fn io(key: &str, error: &io::Error) -> Self {
        Self::Io { key: key.to_owned(), reason: error.kind().to_string(), kind: error.kind() }
    }
}
