//! The history of a repository, where a store has one.

use super::Store;
use super::error::StoreError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepositoryHistory {
    /// The version of the format of the repository.
    pub version: u8,
    pub branches: Vec<NamedSnapshot>,
    pub tags: Vec<NamedSnapshot>,
    pub snapshots: Vec<SnapshotRecord>,
    pub has_more: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSnapshot {
    pub name: String,
    /// Its name as it stands in keys, in which some signs would mean something else.
    pub key: String,
    pub id: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SnapshotRecord {
    /// Its id, which is the name of its file.
    pub id: String,
    pub parent: Option<String>,
    /// When it was written, in microseconds since 1970, UTC.
    pub written: u64,
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
