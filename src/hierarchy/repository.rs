//! Repositories of Icechunk on a network: one is known when its root is looked at, so that others cost no request more.

use std::sync::OnceLock;

use super::{Hierarchy, NodeKind, PathError};
use crate::store::{Store, StoreError};

#[cfg(feature = "icechunk")]
pub(super) const REPOSITORY: &str = "an Icechunk repository: branches and tags are below it, and a snapshot is opened by its path, as PATH/snapshot.ID";

impl Hierarchy {
    pub fn store(&self) -> &Store {
        self.repository.get().unwrap_or(&self.store)
    }

    pub(super) fn root_repository(&self, key: &str) -> Option<NodeKind> {
        if !key.is_empty() {
            return None;
        }
        if self.repository.get().is_none() {
            match self.store.repository(&self.access) {
                // Two threads may look at the same time; both find the same.
                Ok(Some(found)) => drop(self.repository.set(found)),
                Ok(None) => {}
                Err(error) => return Some(NodeKind::Unreadable(unusable(&error))),
            }
        }
        None
    }

    pub(super) fn reopen_repository(&self) -> Result<OnceLock<Store>, PathError> {
        Ok(self.repository.get().map(Store::reopen).transpose()?.map(OnceLock::from).unwrap_or_default())
    }
}

fn unusable(error: &PathError) -> StoreError {
    let (expected, found) = error.contrast();
    StoreError::Reference { key: String::new(), expected, found }
}
