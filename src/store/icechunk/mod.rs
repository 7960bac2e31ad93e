//! A repository of Icechunk: a hierarchy with its history. A key begins with the name of a branch, a tag or a snapshot, as in
//! `branch.main/group/array`, `tag.v1` or `snapshot.1CECHNKREP0F1RSTCMT0`.
//!
//! Specification: [Icechunk](https://icechunk.io/en/stable/spec/). Which file is read, how much of it, and where a virtual chunk may
//! lead is decided here. Snapshots are not listed: there may be thousands, and the history has them in order.

mod below;
mod file;
mod flexbuffer;
mod manifest;
mod nodes;
mod overview;
mod recent;
mod repository;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(feature = "remote")]
use icechunk_format::format_constants::ICECHUNK_FORMAT_MAGIC_BYTES;

use self::file::{FileFault, RepositoryFiles};
use self::nodes::SnapshotNodes;
#[cfg(feature = "remote")]
use self::overview::OVERVIEW;
use self::overview::RepositoryRefs;
#[cfg(feature = "remote")]
use self::recent::RecentFiles;
use self::repository::OpenRepository;
use super::keys::{self, name_below, some_of};
use super::references::ReferenceTargets;
#[cfg(feature = "remote")]
use super::{Address, RemoteStore, RequestCount};
use super::{
    DirectoryStore, FirstRead, PathError, ReferencedValue, RepositoryHistory, Store, StoreAccess, StoreError,
    join,
};

const NOTED: usize = 100_000;
const LOCATIONS: usize = 1000;

const OTHERS: &str =
    "the server lists no names: there may be others than branch.main, which are opened by their names";

#[derive(Debug, Clone)]
pub struct IcechunkStore {
    path: PathBuf,
    origin: RepositoryOrigin,
    pub(super) access: StoreAccess,
    repository: Arc<OpenRepository>,
    prefix: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum RepositoryOrigin {
    Directory(PathBuf),
    #[cfg(feature = "remote")]
    Address(Address),
}

fn files(store: Store, access: &StoreAccess) -> RepositoryFiles {
    RepositoryFiles { store: Box::new(store), limits: access.limits }
}

fn damaged(fault: &FileFault) -> PathError {
    PathError::Repository { found: fault.sentence(), is_unread: fault.is_unread }
}

enum VersionedPath {
    Root,
    Within(Arc<SnapshotNodes>, String),
    Nowhere,
}

impl IcechunkStore {
    pub(super) fn at(path: &Path, access: &StoreAccess) -> Result<Self, PathError> {
        let targets = ReferenceTargets::within(path, access)?;
        let store = Store::Directory(DirectoryStore::new(path).with_links(access.limits.links));
        let whole = path.canonicalize().map_err(|_| PathError::Missing)?;
        let files = files(store, access);
        let refs = RepositoryRefs::read(&files).map_err(|fault| damaged(&fault))?;
        let repository = OpenRepository::new(files, refs, targets, Arc::default());
        let found = Self {
            path: path.to_owned(),
            origin: RepositoryOrigin::Directory(whole),
            access: access.clone(),
            repository: Arc::new(repository),
            prefix: String::new(),
        };
        found.check_versions()?;
        Ok(found)
    }

    #[cfg(feature = "remote")]
    pub(super) fn at_address(address: &Address, access: &StoreAccess) -> Result<Self, PathError> {
        let files = files(Store::Remote(RemoteStore::at(address.clone(), &access.remote)?), access);
        let refs = RepositoryRefs::read(&files).map_err(|fault| damaged(&fault))?;
        Self::away(address, files, refs, access)
    }

    /// `None` where a store on a network is no repository. Another program may use one of its file names.
    #[cfg(feature = "remote")]
    pub(super) fn found_at(store: &RemoteStore, access: &StoreAccess) -> Result<Option<Self>, PathError> {
        let files = files(Store::Remote(store.clone()), access);
        let Ok(overview) = files.written(OVERVIEW) else { return Ok(None) };
        if overview.as_ref().is_some_and(|bytes| !bytes.starts_with(ICECHUNK_FORMAT_MAGIC_BYTES)) {
            return Ok(None);
        }
        let refs = RepositoryRefs::of(overview.as_deref(), &files).map_err(|fault| damaged(&fault))?;
        if refs.names().next().is_none() && !files.store.is_icechunk("") {
            return Ok(None);
        }
        let found = Self::away(store.address(), files, refs, access)?;
        found.check_versions()?;
        Ok(Some(found))
    }

    #[cfg(feature = "remote")]
    fn away(
        address: &Address,
        files: RepositoryFiles,
        refs: RepositoryRefs,
        access: &StoreAccess,
    ) -> Result<Self, PathError> {
        let recent = RecentFiles::of(address, access);
        let repository = OpenRepository::new(files, refs, ReferenceTargets::away(access)?, recent);
        Ok(Self {
            path: address.shown().into(),
            origin: RepositoryOrigin::Address(address.clone()),
            access: access.clone(),
            repository: Arc::new(repository),
            prefix: String::new(),
        })
    }

    pub(super) fn has_versions(&self) -> bool {
        self.repository.refs.names().next().is_some()
    }

    #[cfg(feature = "remote")]
    pub(super) fn has_version(&self, key: &str) -> bool {
        let version = key.split('/').next().unwrap_or_default();
        !version.starts_with("snapshot.") && matches!(self.repository.version(version), Ok(Some(_)))
    }

    fn check_versions(&self) -> Result<(), PathError> {
        if self.has_versions() {
            return Ok(());
        }
        let found = if self.repository.refs.version < 2 {
            "neither repo (version 2) nor branches or tags in refs (version 1)"
        } else {
            "none in repo"
        };
        Err(damaged(&FileFault::new("a list of its branches and tags", found)))
    }

    pub(super) fn within(self, key: &str) -> Result<Self, PathError> {
        match self.check_directory(key) {
            Ok(()) => Ok(Self { prefix: join(&self.prefix, key), ..self }),
            Err(StoreError::NotADirectory { found: "a file", .. }) => Err(PathError::NotADirectory),
            Err(error @ (StoreError::Reference { .. } | StoreError::Answer { .. })) => {
                Err(damaged(&FileFault::of(&error, "")))
            }
            Err(_) => Err(PathError::Missing),
        }
    }

    pub(super) fn reopen(&self) -> Result<Self, PathError> {
        let store = match &self.origin {
            RepositoryOrigin::Directory(_) => Self::at(&self.path, &self.access)?,
            #[cfg(feature = "remote")]
            RepositoryOrigin::Address(address) => Self::at_address(address, &self.access)?,
        };
        store.within(&self.prefix)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn is_root(&self, key: &str) -> bool {
        self.prefix.is_empty() && key.is_empty()
    }

    pub(super) fn history(&self) -> Result<RepositoryHistory, StoreError> {
        overview::history(&self.repository.files, &self.repository.refs).map_err(|fault| fault.at(""))
    }

    pub(super) fn open(&self, key: &str, wanted: FirstRead) -> Result<Option<ReferencedValue>, StoreError> {
        let directory = || StoreError::NotAFile { key: key.to_owned(), found: "a directory" };
        let (snapshot, path) = match self.place(key)? {
            VersionedPath::Root => return Err(directory()),
            VersionedPath::Nowhere => return Ok(None),
            VersionedPath::Within(snapshot, path) => (snapshot, path),
        };
        if let Some(document) = snapshot.documents.find(&path) {
            return Ok(Some(ReferencedValue::inline(Arc::clone(document))));
        }
        let at = |fault: FileFault| fault.at(key);
        if let Some((array, rest)) = snapshot.array_above(&path) {
            if let Some(entry) = self.repository.entry(array, rest).map_err(at)? {
                return self.repository.value(entry, key, wanted).map(Some);
            }
            // This reads all manifests, so it comes last.
            if array.may_be_directory(rest) && self.repository.chunks(array).map_err(at)?.has_directory(rest)
            {
                return Err(directory());
            }
        }
        if snapshot.documents.has_directory(&path) { Err(directory()) } else { Ok(None) }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        let Ok(VersionedPath::Within(snapshot, path)) = self.place(key) else { return false };
        if snapshot.documents.find(&path).is_some() {
            return true;
        }
        let Some((array, rest)) = snapshot.array_above(&path) else { return false };
        matches!(self.repository.entry(array, rest), Ok(Some(_)))
    }

    pub(super) fn leads_to_same(&self, key: &str, other: &Self, beside: &str) -> bool {
        let entry = |store: &Self, key: &str| {
            let VersionedPath::Within(snapshot, path) = store.place(key).ok()? else { return None };
            let (array, rest) = snapshot.array_above(&path)?;
            store.repository.entry(array, rest).ok()?
        };
        if self.origin != other.origin {
            return false;
        }
        let Some(own) = entry(self, key) else { return false };
        entry(other, beside) == Some(own)
    }

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

    pub(super) fn notes(&self, key: &str) -> Vec<String> {
        let place = self.place(key);
        if let Ok(VersionedPath::Root) = place {
            return if self.repository.refs.are_some { vec![OTHERS.to_owned()] } else { Vec::new() };
        }
        let Ok(VersionedPath::Within(snapshot, path)) = place else { return Vec::new() };
        let mut notes = keys::notes("snapshot", &path, &[], &snapshot.unusable);
        let mut refused = BTreeSet::new();
        // The manifests of an array are read anyway.
        if let Some(array) = snapshot.arrays.get(&path)
            && let Ok(chunks) = self.repository.chunks(array)
        {
            let mut locations = BTreeSet::new();
            for (_, entry) in chunks.iter().take(NOTED) {
                locations.extend(entry.location());
            }
            for location in locations.into_iter().take(LOCATIONS) {
                refused.extend(self.repository.refuses(location));
            }
        }
        if !refused.is_empty() {
            let names: Vec<&String> = refused.iter().collect();
            notes.push(format!(
                "virtual chunks lead out of the repository, and are read only with --allow-references: {}",
                some_of(&names)
            ));
        }
        notes
    }

    #[cfg(feature = "remote")]
    pub(super) fn requests(&self) -> Option<RequestCount> {
        self.repository.requests()
    }

    fn place(&self, key: &str) -> Result<VersionedPath, StoreError> {
        let name = self.name(key)?;
        if name.is_empty() {
            return Ok(VersionedPath::Root);
        }
        let (version, path) = name.split_once('/').unwrap_or((&name, ""));
        let known = self.repository.version(version).map_err(|fault| fault.at(key))?;
        let Some(id) = known else { return Ok(VersionedPath::Nowhere) };
        let found = self.repository.snapshot(&id).map_err(|fault| fault.at(key))?;
        match found {
            Some(snapshot) => Ok(VersionedPath::Within(snapshot, path.to_owned())),
            None if version.starts_with("snapshot.") => Ok(VersionedPath::Nowhere),
            None => {
                Err(FileFault::new(format!("the snapshot {id}, to which {version} leads"), "nothing").at(key))
            }
        }
    }

    pub(super) fn name(&self, key: &str) -> Result<String, StoreError> {
        name_below(&self.prefix, key)
    }
}
