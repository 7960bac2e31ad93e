//! The history of a repository, where a store has one.

use super::Store;
use super::error::StoreError;

/// The history of a repository, as far as it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepositoryHistory {
    /// The version of the format of the repository.
    pub version: u8,
    /// The branches, by name.
    pub branches: Vec<NamedSnapshot>,
    /// The tags, by name.
    pub tags: Vec<NamedSnapshot>,
    /// The snapshots, newest first.
    pub snapshots: Vec<SnapshotRecord>,
    /// Whether there are more snapshots.
    pub has_more: bool,
}

/// A branch or a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSnapshot {
    /// Its name.
    pub name: String,
    /// Its name as it stands in keys, in which some signs would mean something else.
    pub key: String,
    /// The id of the snapshot that it leads to.
    pub id: String,
}

/// One snapshot in the history of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SnapshotRecord {
    /// Its id, which is the name of its file.
    pub id: String,
    /// The id of the one before it.
    pub parent: Option<String>,
    /// When it was written, in microseconds since 1970, UTC.
    pub written: u64,
    /// What was said when it was written.
    pub message: String,
}

#[doc(hidden)]
impl Store {
    /// The history of the repository whose root is at a key; `None` where there is none.
    pub fn history(&self, key: &str) -> Option<Result<RepositoryHistory, StoreError>> {
        match self {
            #[cfg(feature = "icechunk")]
            Self::Icechunk(store) => store.is_root(key).then(|| store.history()),
            _ => {
                let _ = key; // no other store keeps one
                None
            }
        }
    }
}
