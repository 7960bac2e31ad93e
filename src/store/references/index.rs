use std::fs::Metadata;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use super::super::{Below, DirectoryEntry, StoreError, Walk};
use super::document::ReferenceSet;
#[cfg(feature = "references-parquet")]
use super::records::RecordedReferences;
use super::reference::Reference;

#[derive(Debug)]
pub(super) enum ReferenceIndex {
    File(ReferenceSet),
    #[cfg(feature = "references-parquet")]
    Tables(Box<RecordedReferences>),
}

impl ReferenceIndex {
    #[cfg_attr(
        not(feature = "references-parquet"),
        expect(clippy::unnecessary_wraps, reason = "only tables are read when they are wanted")
    )]
    pub(super) fn find(&self, name: &str) -> Result<Option<Reference>, StoreError> {
        match self {
            Self::File(set) => Ok(set.keys.find(name).cloned()),
            #[cfg(feature = "references-parquet")]
            Self::Tables(tables) => tables.find(name),
        }
    }

    pub(super) fn has_directory(&self, name: &str) -> bool {
        match self {
            Self::File(set) => set.keys.has_directory(name),
            #[cfg(feature = "references-parquet")]
            Self::Tables(tables) => tables.documents.has_directory(name),
        }
    }

    pub(super) fn list(&self, name: &str, limit: u64) -> Vec<DirectoryEntry> {
        let _ = limit; // the names of a file are known
        match self {
            Self::File(set) => set.keys.list(name),
            #[cfg(feature = "references-parquet")]
            Self::Tables(tables) => tables.list(name, limit),
        }
    }

    pub(super) fn walk(&self, name: &str, visit: &mut dyn FnMut(&str, Below, Option<&Reference>) -> Walk) {
        match self {
            Self::File(set) => set.keys.walk_values(name, visit),
            #[cfg(feature = "references-parquet")]
            Self::Tables(tables) => tables.walk(name, visit),
        }
    }

    pub(super) fn render<'t>(&self, text: &'t str) -> Result<std::borrow::Cow<'t, str>, String> {
        match self {
            Self::File(set) => set.templates.render(text),
            #[cfg(feature = "references-parquet")]
            Self::Tables(_) => Ok(std::borrow::Cow::Borrowed(text)),
        }
    }

    pub(super) fn repeated(&self) -> &[Box<str>] {
        match self {
            Self::File(set) => &set.repeated,
            #[cfg(feature = "references-parquet")]
            Self::Tables(_) => &[],
        }
    }

    pub(super) fn unusable(&self) -> &[Box<str>] {
        match self {
            Self::File(set) => &set.unusable,
            #[cfg(feature = "references-parquet")]
            Self::Tables(tables) => &tables.unusable,
        }
    }
}

static IN_USE: Mutex<Vec<(FileVersion, Weak<ReferenceIndex>)>> = Mutex::new(Vec::new());

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileVersion {
    path: PathBuf,
    nbytes: u64,
    modified: SystemTime,
    most: u64,
}

impl FileVersion {
    pub(super) fn of(path: PathBuf, found: &Metadata, most: u64) -> Option<Self> {
        Some(Self { path, nbytes: found.len(), modified: found.modified().ok()?, most })
    }
}

pub(super) fn shared<E>(
    version: Option<FileVersion>,
    read: impl FnOnce() -> Result<ReferenceIndex, E>,
) -> Result<Arc<ReferenceIndex>, E> {
    let Some(version) = version else { return read().map(Arc::new) };
    for (own, index) in IN_USE.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        if *own == version
            && let Some(index) = index.upgrade()
        {
            return Ok(index);
        }
    }
    let index = Arc::new(read()?);
    let mut in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
    in_use.retain(|(own, index)| *own != version && index.strong_count() > 0);
    in_use.push((version, Arc::downgrade(&index)));
    Ok(index)
}
