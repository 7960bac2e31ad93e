//! A repository of Icechunk: a hierarchy with its history. The first name of a key is that of a branch, a tag or a snapshot, as in
//! `branch.main/group/array`, `tag.v1` or `snapshot.1CECHNKREP0F1RSTCMT0`.
//!
//! Specification: [Icechunk](https://icechunk.io/en/stable/spec/). The tables of its files are read through the crate of its authors;
//! which file is read, how much of it, and what a virtual chunk may lead to is decided here, by the rules of every other store.
//! Snapshots are not listed beside branches and tags: there may be thousands, and the history has them in order.

mod below;
mod file;
mod manifest;
mod nodes;
mod overview;
mod repository;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::file::{FileFault, RepositoryFiles};
use self::nodes::SnapshotNodes;
use self::repository::OpenRepository;
use super::Store;
#[cfg(feature = "remote")]
use super::address::Address;
#[cfg(feature = "remote")]
use super::address::RequestCount;
use super::address::StoreAccess;
use super::directory::DirectoryStore;
use super::entry::join;
use super::error::{PathError, StoreError};
use super::first_read::FirstRead;
use super::history::RepositoryHistory;
use super::keys::{is_name, some_of};
use super::references::{ReferenceTargets, ReferencedValue};
#[cfg(feature = "remote")]
use super::remote::RemoteStore;

/// How many chunks are looked at for a note.
const NOTED: usize = 100_000;
/// How many of their locations are looked at.
const LOCATIONS: usize = 1000;

/// A repository of Icechunk, or a part of one.
#[derive(Debug, Clone)]
pub struct IcechunkStore {
    /// The directory or the address of the repository, as it is shown.
    path: PathBuf,
    origin: RepositoryOrigin,
    access: StoreAccess,
    repository: Arc<OpenRepository>,
    /// What keys begin with; empty for all of the repository.
    prefix: String,
}

/// Where a repository is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum RepositoryOrigin {
    /// In a directory, by its path without links.
    Directory(PathBuf),
    /// At an address.
    #[cfg(feature = "remote")]
    Address(Address),
}

/// What a key names.
enum VersionedPath {
    /// All branches and tags.
    Root,
    /// Something in a snapshot, by its path there.
    Within(Arc<SnapshotNodes>, String),
    /// Nothing: there is no such branch, tag or snapshot.
    Nowhere,
}

impl IcechunkStore {
    /// The repository in a directory. Its branches and tags are read, and nothing else.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(super) fn at(path: &Path, access: &StoreAccess) -> Result<Self, PathError> {
        let targets = ReferenceTargets::within(path, access)?;
        let store = Store::Directory(DirectoryStore::new(path).with_links(access.limits.links));
        let whole = path.canonicalize().map_err(|_| PathError::Missing)?;
        let store = Self::of(store, targets, access, RepositoryOrigin::Directory(whole))?;
        Ok(Self { path: path.to_owned(), ..store })
    }

    /// The repository at an address.
    ///
    /// # Errors
    /// When its branches and tags cannot be read.
    #[cfg(feature = "remote")]
    pub(super) fn at_address(address: &Address, access: &StoreAccess) -> Result<Self, PathError> {
        let store = Store::Remote(RemoteStore::at(address.clone(), &access.remote)?);
        let store = Self::of(
            store,
            ReferenceTargets::away(access)?,
            access,
            RepositoryOrigin::Address(address.clone()),
        )?;
        Ok(Self { path: address.shown().into(), ..store })
    }

    fn of(
        store: Store,
        targets: ReferenceTargets,
        access: &StoreAccess,
        origin: RepositoryOrigin,
    ) -> Result<Self, PathError> {
        let files = RepositoryFiles { store: Box::new(store), limits: access.limits };
        let repository = OpenRepository::open(files, targets)
            .map_err(|fault| PathError::Repository { found: fault.sentence() })?;
        let (path, repository) = (PathBuf::new(), Arc::new(repository));
        Ok(Self { path, origin, access: access.clone(), repository, prefix: String::new() })
    }

    /// Whether there are any branches: a place without them is no repository.
    #[cfg(feature = "remote")]
    pub(super) fn has_branches(&self) -> bool {
        !self.repository.refs.branches.is_empty()
    }

    /// The part of the store in a directory.
    ///
    /// # Errors
    /// When there is no such directory.
    pub(super) fn within(self, key: &str) -> Result<Self, PathError> {
        match self.check_directory(key) {
            Ok(()) => Ok(Self { prefix: join(&self.prefix, key), ..self }),
            Err(StoreError::NotADirectory { found: "a file", .. }) => Err(PathError::NotADirectory),
            Err(error @ StoreError::Reference { .. }) => {
                let (expected, found) = error.contrast();
                Err(PathError::Repository { found: FileFault::new(expected, found).sentence() })
            }
            Err(_) => Err(PathError::Missing),
        }
    }

    /// The same store, read again.
    ///
    /// # Errors
    /// When it is gone.
    pub(super) fn reopen(&self) -> Result<Self, PathError> {
        let store = match &self.origin {
            RepositoryOrigin::Directory(_) => Self::at(&self.path, &self.access)?,
            #[cfg(feature = "remote")]
            RepositoryOrigin::Address(address) => Self::at_address(address, &self.access)?,
        };
        store.within(&self.prefix)
    }

    /// How it was opened.
    pub(super) fn access(&self) -> &StoreAccess {
        &self.access
    }

    /// The directory or the address of the repository.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a key is the root of the repository, above all branches and tags.
    #[must_use]
    pub fn is_root(&self, key: &str) -> bool {
        self.prefix.is_empty() && key.is_empty()
    }

    /// The history of the repository, newest first.
    ///
    /// # Errors
    /// When a part of it cannot be read.
    pub(super) fn history(&self) -> Result<RepositoryHistory, StoreError> {
        self.repository.history().map_err(|fault| fault.at(""))
    }

    /// Opens the value of a key; `None` when there is none.
    ///
    /// # Errors
    /// When there is a directory, or what should say where the value is cannot be read.
    pub(super) fn open(&self, key: &str, wanted: FirstRead) -> Result<Option<ReferencedValue>, StoreError> {
        let directory = || StoreError::NotAFile { key: key.to_owned(), found: "a directory" };
        let (snapshot, path) = match self.place(key)? {
            VersionedPath::Root => return Err(directory()),
            VersionedPath::Nowhere => return Ok(None),
            VersionedPath::Within(snapshot, path) => (snapshot, path),
        };
        if let Some(document) = snapshot.documents.find(&path) {
            return Ok(Some(ReferencedValue::inline(Arc::clone(&document.0))));
        }
        let at = |fault: FileFault| fault.at(key);
        if let Some((array, rest)) = snapshot.array_above(&path) {
            if let Some(entry) = self.repository.entry(array, rest).map_err(at)? {
                return self.repository.value(entry, key, wanted).map(Some);
            }
            // All manifests are read for that, so that it is not asked of a chunk that is missing.
            if array.may_be_directory(rest) && self.repository.chunks(array).map_err(at)?.has_directory(rest)
            {
                return Err(directory());
            }
        }
        if snapshot.documents.has_directory(&path) { Err(directory()) } else { Ok(None) }
    }

    /// Whether there is a value under a key. Wherever a chunk may lead, it is there.
    pub(super) fn has(&self, key: &str) -> bool {
        let Ok(VersionedPath::Within(snapshot, path)) = self.place(key) else { return false };
        let chunk = || {
            let (array, rest) = snapshot.array_above(&path)?;
            self.repository.entry(array, rest).ok()?
        };
        snapshot.documents.find(&path).is_some() || chunk().is_some()
    }

    /// Whether the same bytes stand for a key here and for one of another version of the same repository.
    pub(super) fn leads_to_same(&self, key: &str, (other, beside): (&Self, &str)) -> bool {
        let entry = |store: &Self, key: &str| {
            let VersionedPath::Within(snapshot, path) = store.place(key).ok()? else { return None };
            let (array, rest) = snapshot.array_above(&path)?;
            store.repository.entry(array, rest).ok()?
        };
        self.origin == other.origin
            && entry(self, key).is_some_and(|own| entry(other, beside).is_some_and(|other| own == other))
    }

    /// Checks that there is a directory under a key.
    ///
    /// # Errors
    /// When there is none, or what should say so cannot be read.
    pub(super) fn check_directory(&self, key: &str) -> Result<(), StoreError> {
        let not = |found| Err(StoreError::NotADirectory { key: key.to_owned(), found });
        let (snapshot, path) = match self.place(key)? {
            VersionedPath::Root => return Ok(()),
            VersionedPath::Nowhere => return not("nothing"),
            VersionedPath::Within(snapshot, path) => (snapshot, path),
        };
        if snapshot.documents.has_directory(&path) {
            return Ok(());
        }
        let Some((array, rest)) = snapshot.array_above(&path) else {
            return not(if snapshot.documents.find(&path).is_some() { "a file" } else { "nothing" });
        };
        let chunks = self.repository.chunks(array).map_err(|fault| fault.at(key))?;
        match chunks.find(rest) {
            _ if chunks.has_directory(rest) => Ok(()),
            Some(_) => not("a file"),
            None => not(if snapshot.documents.find(&path).is_some() { "a file" } else { "nothing" }),
        }
    }

    /// What is unusual below a key, and which virtual chunks are not read.
    pub(super) fn notes(&self, key: &str) -> Vec<String> {
        let Ok(VersionedPath::Within(snapshot, path)) = self.place(key) else { return Vec::new() };
        let mut notes = Vec::new();
        if path.is_empty() && !snapshot.unusable.is_empty() {
            let names = some_of(&snapshot.unusable);
            notes.push(format!("in the snapshot, but passed over, because it is no key of a store: {names}"));
        }
        // Only of an array: its manifests are read anyway.
        let array = snapshot.arrays.get(&path);
        let chunks = array.and_then(|array| self.repository.chunks(array).ok());
        let rows = chunks.iter().flat_map(|chunks| chunks.iter()).take(NOTED);
        let locations: BTreeSet<&str> = rows.filter_map(|(_, entry)| entry.location()).collect();
        let some = locations.iter().take(LOCATIONS);
        let refused: BTreeSet<String> =
            some.filter_map(|location| self.repository.refuses(location)).collect();
        if !refused.is_empty() {
            let names: Vec<&String> = refused.iter().collect();
            notes.push(format!(
                "virtual chunks lead out of the repository, and are read only with --allow-references: {}",
                some_of(&names)
            ));
        }
        notes
    }

    /// How many requests it took so far; `None` where none were sent.
    #[cfg(feature = "remote")]
    pub(super) fn requests(&self) -> Option<RequestCount> {
        self.repository.requests()
    }

    /// What a key names. Reads the snapshot.
    fn place(&self, key: &str) -> Result<VersionedPath, StoreError> {
        let name = self.name(key)?;
        if name.is_empty() {
            return Ok(VersionedPath::Root);
        }
        let (version, path) = name.split_once('/').unwrap_or((&name, ""));
        let Some(id) = self.repository.refs.snapshot(version) else { return Ok(VersionedPath::Nowhere) };
        let found = self.repository.snapshot(&id).map_err(|fault| fault.at(key))?;
        match found {
            Some(snapshot) => Ok(VersionedPath::Within(snapshot, path.to_owned())),
            None if version.starts_with("snapshot.") => Ok(VersionedPath::Nowhere),
            None => {
                Err(FileFault::new(format!("the snapshot {id}, to which {version} leads"), "nothing").at(key))
            }
        }
    }

    /// The whole key of a key below the directory.
    pub(super) fn name(&self, key: &str) -> Result<String, StoreError> {
        if key.is_empty() || is_name(key) {
            return Ok(join(&self.prefix, key));
        }
        Err(StoreError::NoKey(key.to_owned()))
    }
}
