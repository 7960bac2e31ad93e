use super::{Store, StoreError};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepositoryHistory {
    pub version: u8,
    pub branches: Vec<NamedSnapshot>,
    pub tags: Vec<NamedSnapshot>,
    pub snapshots: Vec<SnapshotRecord>,
    pub has_more: bool,
    /// More bytes of snapshots were there than are read.
    pub is_cut: bool,
    /// Of branches, tags and snapshots that cannot be read.
    pub faults: Vec<StoreError>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSnapshot {
    pub name: String,
    pub key: String,
    pub id: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SnapshotRecord {
    pub id: String,
    pub parent: Option<String>,
    pub written: u64,
    pub message: String,
    pub message_is_cut: bool,
}

#[doc(hidden)]
impl Store {
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
