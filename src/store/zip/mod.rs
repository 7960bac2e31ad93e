//! A store in a zip archive: every key is the name of a member.
//!
//! Specification: [APPNOTE](https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT). The list of members at the end is read
//! once. Names, sizes and offsets are claims of the archive: they are checked before they are used. Nothing is ever extracted.

mod archive;
mod member;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::archive::{Archive, LOCAL_HEADER};
pub use self::member::StoredMember;
use super::keys::{self, directory, name_below};
use super::{Below, DirectoryEntry, PathError, StoreError, StoredFile, Walk};

#[derive(Debug, Clone)]
pub struct ZipStore {
    path: PathBuf,
    archive: Arc<Archive>,
    prefix: String,
    /// The key of the archive, where it lies in a store that is a directory: keys begin with it.
    mount: String,
}

impl ZipStore {
    pub fn at(path: &Path) -> Result<Option<Self>, PathError> {
        let unreadable = |error: io::Error| PathError::Archive { found: error.kind().to_string() };
        let mut file = File::open(path).map_err(unreadable)?;
        let nbytes = file.metadata().map_err(unreadable)?.len();
        let mut head = Vec::new();
        file.by_ref().take(LOCAL_HEADER.len() as u64).read_to_end(&mut head).map_err(unreadable)?;
        // Only a file that begins like an archive, or has such a name, can be a damaged one.
        let is_named_so = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"));
        match Archive::read(StoredFile::new(path.to_string_lossy().into_owned(), file, nbytes)) {
            Ok(archive) => Ok(Some(Self {
                path: path.to_owned(),
                archive: Arc::new(archive),
                prefix: String::new(),
                mount: String::new(),
            })),
            Err(found) if head == LOCAL_HEADER || is_named_so => Err(PathError::Archive { found }),
            Err(_) => Ok(None),
        }
    }

    pub fn within(self, key: &str) -> Result<Self, PathError> {
        let prefix = self.name(key).map_err(|_| PathError::Missing)?;
        if self.archive.members.has_directory(&prefix) {
            return Ok(Self { prefix, ..self });
        }
        let is_file = self.archive.members.find(&prefix).is_some();
        Err(if is_file { PathError::NotADirectory } else { PathError::Missing })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn open(&self, key: &str) -> Result<Option<StoredMember>, StoreError> {
        let name = self.name(key)?;
        match self.archive.members.find(&name) {
            Some(record) => Ok(Some(StoredMember::open(&self.archive, key, *record)?)),
            None if self.archive.members.has_directory(&name) => {
                Err(StoreError::NotAFile { key: key.to_owned(), found: "a directory" })
            }
            None => Ok(None),
        }
    }

    pub fn check_directory(&self, key: &str) -> Result<(), StoreError> {
        if self.archive.members.has_directory(&self.name(key)?) {
            return Ok(());
        }
        Err(StoreError::NotADirectory { key: key.to_owned(), found: "nothing" })
    }

    pub fn reopen(&self) -> Result<Self, PathError> {
        if !self.path.exists() {
            return Err(PathError::Missing);
        }
        Self::at(&self.path)?.ok_or(PathError::NotADirectory)?.within(&self.prefix)
    }

    /// Sorted by name. A name that is both a file and a directory is a directory.
    pub fn list(&self, key: &str) -> Result<Vec<DirectoryEntry>, StoreError> {
        let name = self.name(key)?;
        if !self.archive.members.has_directory(&name) {
            return Err(StoreError::io(key, &io::ErrorKind::NotFound.into()));
        }
        Ok(self.archive.members.list(&name))
    }

    pub fn walk(&self, key: &str, mut visit: impl FnMut(&str, Below) -> Walk) {
        match self.name(key) {
            Ok(name) => self.archive.members.walk(&name, visit),
            Err(error) => {
                visit("", Below::Unreadable(error));
            }
        }
    }

    pub fn notes(&self, key: &str) -> Vec<String> {
        let Ok(name) = self.name(key) else { return Vec::new() };
        keys::notes("archive", &directory(&name), &self.archive.repeated, &self.archive.unusable)
    }

    pub(super) fn mounted(self, key: &str) -> Self {
        Self { mount: key.to_owned(), ..self }
    }

    /// Whether there is a document of a group or an array in it.
    pub(super) fn has_nodes(&self) -> bool {
        let documents = ["zarr.json", ".zarray", ".zgroup"];
        let last = |name: &str| documents.contains(&name.rsplit('/').next().unwrap_or(name));
        self.archive.members.iter().any(|(name, _)| last(name))
    }

    pub(super) fn name(&self, key: &str) -> Result<String, StoreError> {
        let own = key.strip_prefix(&self.mount).ok_or_else(|| StoreError::NoKey(key.to_owned()))?;
        name_below(&self.prefix, if self.mount.is_empty() { own } else { own.trim_start_matches('/') })
    }
}
