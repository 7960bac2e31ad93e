//! Where the bytes of a hierarchy are: from a key to its value, to ranges of it, and to the names below it.
//!
//! A [`Store`] is a directory, a zip archive, a file of references, a repository of Icechunk, in memory, or at an address on a
//! network. A key is a path of names with `/` between them. Nothing is ever written, and nothing is opened that is not a
//! regular file, or a member of an archive that is one.
//!
//! Specification: [Stores](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#stores).
#![warn(clippy::indexing_slicing)]

mod address;
mod byte_source;
mod directory;
mod entry;
mod error;
mod file;
mod history;
#[cfg(feature = "icechunk")]
mod icechunk;
mod joined_ranges;
#[cfg(any(feature = "icechunk", feature = "references-parquet"))]
mod kept;
mod keys;
mod memory;
mod network;
#[cfg(any(feature = "icechunk", feature = "remote"))]
mod percent;
mod recognised;
mod references;
mod regular;
#[cfg(feature = "remote")]
mod remote;
mod secrets;

mod value;
mod zip;

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use crate::limits::{DOCUMENT_BYTES, NODES, at_most};

pub use address::{
    Address, AddressScheme, REQUESTS_AT_ONCE, RemoteOptions, RequestCount, RequestListener, RequestMade,
    SCHEMES, StoreAccess,
};
pub use byte_source::{ByteSource, FirstRead, Slice};
pub use directory::{DirectoryStore, LINK_BEHIND_LINK};
pub(crate) use entry::is_key;
pub use entry::{Below, Detail, DirectoryEntry, EntryKind, Walk, is_archive, join, path_order, relative};
pub use error::{OpenStoreError, PathError, StoreError};
pub use file::{FileKind, FileOf, FileStamp, StoredFile};
pub use history::{NamedSnapshot, RepositoryHistory, SnapshotRecord};
#[cfg(feature = "icechunk")]
pub use icechunk::IcechunkStore;
pub use joined_ranges::JoinedRanges;
pub use memory::{MemoryStore, MemoryValue};
#[doc(hidden)]
pub use network::is_caught;
pub use recognised::is_repository;
#[cfg(feature = "references-parquet")]
pub(crate) use references::read_keys;
pub use references::{ReferenceStore, ReferencedValue};
pub use regular::open_named;
#[cfg(feature = "remote")]
pub use remote::{RemoteStore, RemoteValue, check_list};
pub use secrets::Secrets;

pub use value::StoredValue;
pub use zip::{StoredMember, ZipStore};

/// A store, wherever it is.
///
/// ```
/// use zarrscope::Hierarchy;
///
/// let hierarchy = Hierarchy::open("sample-data/climate.zarr")?;
/// let document = hierarchy.store().read("zarr.json", 1 << 20)?.expect("a value");
/// assert!(document.starts_with(b"{"));
/// assert_eq!(hierarchy.store().read("no/such/key", 1 << 20)?, None);
/// # Ok::<(), zarrscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub enum Store {
    #[doc(hidden)]
    Directory(DirectoryStore),
    #[doc(hidden)]
    Zip(ZipStore),
    #[doc(hidden)]
    References(ReferenceStore),
    #[cfg(feature = "icechunk")]
    #[doc(hidden)]
    Icechunk(IcechunkStore),
    #[doc(hidden)]
    Memory(MemoryStore),
    #[cfg(feature = "remote")]
    #[doc(hidden)]
    Remote(RemoteStore),
}

impl From<MemoryStore> for Store {
    fn from(store: MemoryStore) -> Self {
        Self::Memory(store)
    }
}

impl Store {
    #[doc(hidden)]
    pub fn at(path: &Path) -> Result<Self, PathError> {
        Self::local(path, &StoreAccess::default())
    }

    fn local(path: &Path, access: &StoreAccess) -> Result<Self, PathError> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => {
                #[cfg(feature = "references-parquet")]
                if let Some(store) = ReferenceStore::in_tables(path, access)? {
                    return Ok(Self::References(store));
                }
                #[cfg(feature = "icechunk")]
                if is_repository(path) {
                    return Ok(Self::Icechunk(IcechunkStore::at(path, access)?));
                }
                Ok(Self::Directory(DirectoryStore::new(path).with_links(access.limits.links)))
            }
            Ok(found) if found.is_file() => Self::in_file(path, "", access)?.ok_or(PathError::NotADirectory),
            Ok(_) => Err(PathError::NotADirectory),
            Err(_) => Self::inside(path, access),
        }
    }

    fn in_file(path: &Path, key: &str, access: &StoreAccess) -> Result<Option<Self>, PathError> {
        if let Some(store) = ZipStore::at(path)? {
            return Ok(Some(Self::Zip(store.within(key)?)));
        }
        let Some(store) = ReferenceStore::at(path, access)? else { return Ok(None) };
        Ok(Some(Self::References(store.within(key)?)))
    }

    #[doc(hidden)]
    pub fn open_at(path: &Path, access: &StoreAccess) -> Result<Self, PathError> {
        match Address::of(path) {
            Some(address) => Self::at_address(&address, access),
            None => Self::local(path, access),
        }
    }

    fn inside(path: &Path, access: &StoreAccess) -> Result<Self, PathError> {
        #[cfg(feature = "references-parquet")]
        if let Some(store) = ReferenceStore::in_tables(path, access)? {
            return Ok(Self::References(store));
        }
        if let Some((root, key)) = recognised::icechunk_above(path) {
            return Self::in_repository(&root, &key, access);
        }
        // A slash at the end of the path would make the archive seem missing.
        let path: PathBuf = path.components().collect();
        let file = path.ancestors().find(|path| path.is_file()).ok_or(PathError::Missing)?;
        let inner = path.strip_prefix(file).map_err(|_| PathError::Missing)?;
        let names: Option<Vec<&str>> = inner.iter().map(|name| name.to_str()).collect();
        Self::in_file(file, &names.ok_or(PathError::Missing)?.join("/"), access)?.ok_or(PathError::Missing)
    }

    #[cfg(feature = "icechunk")]
    fn in_repository(root: &Path, key: &str, access: &StoreAccess) -> Result<Self, PathError> {
        Ok(Self::Icechunk(IcechunkStore::at(root, access)?.within(key)?))
    }

    #[cfg(not(feature = "icechunk"))]
    fn in_repository(_: &Path, _: &str, _: &StoreAccess) -> Result<Self, PathError> {
        let found =
            "one, and a program that was built without reading it: build it with `--features icechunk`";
        Err(PathError::Repository { found: found.to_owned(), is_unread: false })
    }

    /// How a store near it is opened: where its references may lead.
    pub(crate) fn access(&self) -> StoreAccess {
        match self {
            Self::References(store) => store.access.clone(),
            #[cfg(feature = "icechunk")]
            Self::Icechunk(store) => store.access.clone(),
            _ => StoreAccess::default(),
        }
    }

    #[doc(hidden)]
    pub fn open(&self, key: &str) -> Result<Option<StoredValue>, StoreError> {
        self.open_for(key, FirstRead::Whole)
    }

    #[doc(hidden)]
    pub fn open_for(&self, key: &str, wanted: FirstRead) -> Result<Option<StoredValue>, StoreError> {
        match &*self.holder(key) {
            #[cfg(feature = "remote")]
            Self::Remote(store) => Ok(store.open(key, wanted)?.map(Box::new).map(StoredValue::Remote)),
            Self::Directory(store) => Ok(store.open(key)?.map(StoredValue::File)),
            Self::Zip(store) => Ok(store.open(key)?.map(StoredValue::Member)),
            Self::References(own) => Ok(own.open(key, wanted)?.map(Box::new).map(StoredValue::Referenced)),
            #[cfg(feature = "icechunk")]
            Self::Icechunk(store) => Ok(store.open(key, wanted)?.map(Box::new).map(StoredValue::Referenced)),
            Self::Memory(store) => Ok(store.open(key)?.map(StoredValue::Memory)),
        }
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        match &*self.holder(key) {
            Self::Directory(store) => store.has(key),
            Self::References(store) => store.has(key),
            #[cfg(feature = "icechunk")]
            Self::Icechunk(store) => store.has(key),
            #[cfg(feature = "remote")]
            Self::Remote(store) => store.has(key),
            _ => self.open_for(key, FirstRead::Size).is_ok_and(|value| value.is_some()),
        }
    }

    /// Whether two keys have the same bytes, where stores know it without reading: in versions of a repository.
    pub(crate) fn leads_to_same(&self, key: &str, other: &Self, beside: &str) -> bool {
        match (self, other) {
            #[cfg(feature = "icechunk")]
            (Self::Icechunk(store), Self::Icechunk(other)) => store.leads_to_same(key, other, beside),
            _ => {
                let _ = (key, other, beside); // no other store knows
                false
            }
        }
    }

    #[doc(hidden)]
    pub fn leads_out(&self, key: &str) -> bool {
        matches!(self, Self::Directory(store) if store.leads_out(key))
    }

    /// What has the values below a key: an archive below a directory is a store within the store.
    fn holder(&self, key: &str) -> Cow<'_, Self> {
        match self {
            Self::Directory(store) => {
                store.archive(key).map_or(Cow::Borrowed(self), |own| Cow::Owned(Self::Zip(own)))
            }
            _ => Cow::Borrowed(self),
        }
    }

    pub(crate) fn file_of(&self, key: &str) -> Result<FileOf, StoreError> {
        match &*self.holder(key) {
            Self::Directory(store) => Ok(FileOf::whole(store.path(key)?)),
            Self::Zip(store) => Ok(FileOf::part(store.path(), store.name(key)?, FileKind::Archive)),
            Self::References(store) => Ok(FileOf::part(store.path(), store.name(key)?, store.kind())),
            #[cfg(feature = "icechunk")]
            Self::Icechunk(store) => Ok(FileOf::part(store.path(), store.name(key)?, FileKind::Repository)),
            Self::Memory(store) => Ok(FileOf::whole(store.path(key)?)),
            #[cfg(feature = "remote")]
            Self::Remote(store) => Ok(FileOf::whole(store.path(key)?)),
        }
    }

    /// The whole value of a key, if it has at most `limit` bytes; `None` when there is none.
    ///
    /// # Errors
    /// When it cannot be read, or is larger.
    pub fn read(&self, key: &str, limit: u64) -> Result<Option<Vec<u8>>, StoreError> {
        #[cfg(feature = "remote")]
        if let Self::Remote(store) = self
            && let Some(known) = store.known(key, limit)
        {
            return Ok(known.value());
        }
        let read = match self.open(key)? {
            // The size is known before anything is read or reserved.
            Some(value) if value.nbytes() > limit => {
                let expected = at_most(limit, "bytes", DOCUMENT_BYTES);
                let found = value.nbytes().to_string();
                return Err(StoreError::OverLimit { key: key.to_owned(), expected, found });
            }
            Some(value) => Some(value.read_all()?.into_owned()),
            None => None,
        };
        #[cfg(feature = "remote")]
        if let Self::Remote(store) = self {
            store.keep(key, read.as_deref());
        }
        Ok(read)
    }

    #[doc(hidden)]
    pub fn list(&self, key: &str, limit: u64) -> Result<Vec<DirectoryEntry>, StoreError> {
        let entries = match &*self.holder(key) {
            Self::Directory(store) => store.list(key, limit)?,
            Self::Zip(store) => store.list(key)?,
            Self::References(store) => store.list(key, limit)?,
            #[cfg(feature = "icechunk")]
            Self::Icechunk(store) => store.list(key)?,
            Self::Memory(store) => store.list(key)?,
            #[cfg(feature = "remote")]
            Self::Remote(store) => store.list(key, limit)?,
        };
        if entries.len() as u64 > limit {
            let expected = at_most(limit, "names", NODES);
            return Err(StoreError::OverLimit { key: key.to_owned(), expected, found: "more".to_owned() });
        }
        Ok(entries)
    }

    #[doc(hidden)]
    pub fn check_directory(&self, key: &str) -> Result<(), StoreError> {
        match &*self.holder(key) {
            Self::Directory(store) => store.check_directory(key),
            Self::Zip(store) => store.check_directory(key),
            Self::References(store) => store.check_directory(key),
            #[cfg(feature = "icechunk")]
            Self::Icechunk(store) => store.check_directory(key),
            Self::Memory(store) => store.check_directory(key),
            #[cfg(feature = "remote")]
            Self::Remote(store) => store.check_directory(key),
        }
    }

    /// In an archive, the stamp of the archive. `None` where there is no file.
    #[doc(hidden)]
    pub fn stamp(&self, key: &str) -> Option<FileStamp> {
        if let Self::Memory(_) = self {
            return None; // there is no file, whatever lies where its name would lead
        }
        let found = fs::metadata(self.file_of(key).ok()?.path).ok()?;
        Some(FileStamp { nbytes: found.len(), modified: found.modified().ok() })
    }

    pub(crate) fn is_empty_directory(&self, key: &str) -> bool {
        matches!(self, Self::Directory(store) if store.is_empty_directory(key))
    }

    #[doc(hidden)]
    pub fn reopen(&self) -> Result<Self, PathError> {
        match self {
            Self::Memory(_) => Ok(self.clone()),
            Self::Directory(store) => Ok(Self::Directory(store.reopen())),
            Self::Zip(store) => Ok(Self::Zip(store.reopen()?)),
            Self::References(store) => Ok(Self::References(store.reopen()?)),
            #[cfg(feature = "icechunk")]
            Self::Icechunk(store) => Ok(Self::Icechunk(store.reopen()?)),
            #[cfg(feature = "remote")]
            Self::Remote(store) => Ok(Self::Remote(store.reopen())),
        }
    }

    /// Gives `visit` keys from `key` on, without names that are not UTF-8. The key is empty only if `key` itself cannot be read.
    #[doc(hidden)]
    pub fn walk(&self, key: &str, detail: Detail, visit: impl FnMut(&str, Below) -> Walk) {
        match &*self.holder(key) {
            Self::Directory(store) => store.walk(key, detail, visit),
            // The list of members has their sizes.
            Self::Zip(store) => store.walk(key, visit),
            Self::References(store) => store.walk(key, detail, visit),
            #[cfg(feature = "icechunk")]
            Self::Icechunk(store) => store.walk(key, detail, visit),
            Self::Memory(store) => store.walk(key, visit),
            // A list of objects has their sizes too.
            #[cfg(feature = "remote")]
            Self::Remote(store) => store.walk(key, visit),
        }
    }

    /// The same from a name on: a server is not asked for what comes before it. Other stores give all.
    pub(crate) fn walk_from(
        &self,
        key: &str,
        start: &str,
        detail: Detail,
        visit: impl FnMut(&str, Below) -> Walk,
    ) {
        match self {
            #[cfg(feature = "remote")]
            Self::Remote(store) => store.walk_from(key, start, visit),
            _ => {
                let _ = start; // where nothing is asked for, the caller passes over it
                self.walk(key, detail, visit);
            }
        }
    }

    pub(crate) fn leads_back(&self, key: &str) -> bool {
        // A link in an archive is never followed.
        matches!(self, Self::Directory(store) if store.leads_back(key))
    }

    pub(crate) fn links(&self, key: &str) -> usize {
        if let Self::Directory(store) = self { store.links(key) } else { 0 }
    }

    pub(crate) fn link_target(&self, key: &str) -> Option<String> {
        if let Self::Directory(store) = self { store.link_target(key) } else { None }
    }

    /// What the store is, unless it is what its documents look like.
    #[doc(hidden)]
    pub fn form(&self) -> Option<&'static str> {
        match self {
            Self::References(_) => Some("references to chunks in other files (Kerchunk, VirtualiZarr)"),
            _ => None,
        }
    }

    /// Names of an archive or of references below a key that are passed over or there twice.
    pub(crate) fn odd_names(&self, key: &str) -> Vec<String> {
        match &*self.holder(key) {
            Self::Zip(store) => store.notes(key),
            Self::References(store) => store.odd_names(key),
            _ => Vec::new(),
        }
    }

    #[doc(hidden)]
    pub fn notes(&self, key: &str) -> Vec<String> {
        match &*self.holder(key) {
            Self::Zip(store) => store.notes(key),
            Self::References(store) => store.notes(key),
            #[cfg(feature = "icechunk")]
            Self::Icechunk(store) => store.notes(key),
            _ => Vec::new(),
        }
    }
}
