//! Files of references that are in use. A command opens the same file more than once, as for the groups above an array, and a
//! file of a million references takes a second and 100 MiB each time.

use std::fs::Metadata;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use super::index::ReferenceIndex;

/// What was read, as long as it is in use.
static IN_USE: Mutex<Vec<(FileVersion, Weak<ReferenceIndex>)>> = Mutex::new(Vec::new());

/// A file as it was when it was read, and how much of it might be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileVersion {
    path: PathBuf,
    nbytes: u64,
    modified: SystemTime,
    most: u64,
}

impl FileVersion {
    /// The version that is there now; `None` where nothing says when it was written.
    pub(super) fn of(path: PathBuf, found: &Metadata, most: u64) -> Option<Self> {
        Some(Self { path, nbytes: found.len(), modified: found.modified().ok()?, most })
    }
}

/// The references of a file, if they are in use; otherwise what `read` gives.
pub(super) fn shared<E>(
    version: Option<FileVersion>,
    read: impl FnOnce() -> Result<ReferenceIndex, E>,
) -> Result<Arc<ReferenceIndex>, E> {
    let Some(version) = version else { return read().map(Arc::new) };
    let known = |version: &FileVersion| {
        let in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
        in_use.iter().find(|(own, _)| own == version).and_then(|(_, index)| index.upgrade())
    };
    if let Some(index) = known(&version) {
        return Ok(index);
    }
    let index = Arc::new(read()?);
    let mut in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
    in_use.retain(|(own, index)| *own != version && index.strong_count() > 0);
    in_use.push((version, Arc::downgrade(&index)));
    Ok(index)
}
