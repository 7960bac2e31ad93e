//! What was read last of the files of a repository: snapshots and manifests. A file of these never changes, its name is written once.

#[cfg(feature = "remote")]
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::super::kept::KeptParts;
#[cfg(feature = "remote")]
use super::super::{Address, StoreAccess};
use super::manifest::ManifestChunks;
use super::nodes::SnapshotNodes;

const SNAPSHOT_BYTES: usize = 64 << 20;
const CHUNKS_KEPT: usize = 1_000_000;

#[derive(Debug)]
pub(super) struct RecentFiles {
    pub(super) snapshots: KeptParts<String, SnapshotNodes>,
    pub(super) manifests: KeptParts<String, ManifestChunks>,
}

impl Default for RecentFiles {
    fn default() -> Self {
        Self { snapshots: KeptParts::new(SNAPSHOT_BYTES), manifests: KeptParts::new(CHUNKS_KEPT) }
    }
}

/// Repositories at addresses, kept as long as they are in use.
#[cfg(feature = "remote")]
static IN_USE: Mutex<Vec<(SharedPlace, Weak<RecentFiles>)>> = Mutex::new(Vec::new());

/// A repository at an address, and how it is read.
#[cfg(feature = "remote")]
type SharedPlace = (Address, StoreAccess);

impl RecentFiles {
    /// What is kept of a repository at an address: the two sides of a comparison ask for each of its files once.
    #[cfg(feature = "remote")]
    pub(super) fn of(address: &Address, access: &StoreAccess) -> Arc<Self> {
        let mut in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
        in_use.retain(|(_, recent)| recent.strong_count() > 0);
        let is_same = |(own, by): &SharedPlace| own == address && by == access;
        let known = in_use.iter().find(|(place, _)| is_same(place)).and_then(|(_, recent)| recent.upgrade());
        known.unwrap_or_else(|| {
            let recent = Arc::new(Self::default());
            in_use.push(((address.clone(), access.clone()), Arc::downgrade(&recent)));
            recent
        })
    }
}
