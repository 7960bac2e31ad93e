#[cfg(feature = "remote")]
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::super::kept::{KeptParts, ReadParts};
#[cfg(feature = "remote")]
use super::super::{Address, StoreAccess};
use super::file::FileFault;
use super::manifest::ManifestChunks;
use super::nodes::SnapshotNodes;

const SNAPSHOT_BYTES: usize = 64 << 20;
const MANIFEST_BYTES: usize = 128 << 20;
/// What a reference takes beside its key and its location.
const REFERENCE: usize = 128;
const FAULTS_KEPT: usize = 1000;

#[derive(Debug)]
pub(super) struct RecentFiles {
    pub(super) snapshots: KeptParts<String, SnapshotNodes>,
    pub(super) manifests: ReadParts<String, ManifestChunks, FileFault>,
}

pub(super) fn weight(chunks: &ManifestChunks) -> usize {
    let nbytes = usize::try_from(chunks.nbytes).unwrap_or(usize::MAX);
    chunks.count.saturating_mul(REFERENCE).saturating_add(nbytes)
}

impl Default for RecentFiles {
    fn default() -> Self {
        Self {
            snapshots: KeptParts::new(SNAPSHOT_BYTES),
            manifests: ReadParts::new(MANIFEST_BYTES, FAULTS_KEPT),
        }
    }
}

#[cfg(feature = "remote")]
static IN_USE: Mutex<Vec<(SharedPlace, Weak<RecentFiles>)>> = Mutex::new(Vec::new());

#[cfg(feature = "remote")]
type SharedPlace = (Address, StoreAccess);

impl RecentFiles {
    /// Shared, so that the two sides of a comparison ask for each file once.
    #[cfg(feature = "remote")]
    pub(super) fn of(address: &Address, access: &StoreAccess) -> Arc<Self> {
        let mut in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
        in_use.retain(|(_, recent)| recent.strong_count() > 0);
        for ((own, by), recent) in in_use.iter() {
            if own == address
                && by == access
                && let Some(recent) = recent.upgrade()
            {
                return recent;
            }
        }
        let recent = Arc::new(Self::default());
        in_use.push(((address.clone(), access.clone()), Arc::downgrade(&recent)));
        recent
    }
}
