//! A store in a directory of the file system: every key is a relative path.
//!
//! A link to a file counts as that file. A link to a directory may lead anywhere: it is followed for a key that leads through
//! it. Listing and walking report it as a link, and callers follow it only where they expect a node or chunks.

use std::fs::{self, FileType};
#[cfg(not(unix))]
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use walkdir::WalkDir;

use super::entry::{is_archive, sort};
use super::regular::{NOWHERE, check_regular, is_missing, open_regular, present};
use super::{Below, Detail, DirectoryEntry, EntryKind, StoreError, StoredFile, Walk, ZipStore, join};
use crate::limits::LINKS;

/// A path is looked up from its end so many names up, then from the root: each look costs the length of the path.
const NEAR: usize = 4;

#[derive(Debug, Clone)]
pub struct DirectoryStore {
    root: PathBuf,
    links: u64,
    above: Arc<Mutex<Arc<LinksAbove>>>,
    archives: Arc<Mutex<Vec<FoundArchive>>>,
}

/// Each keeps its file open.
const ARCHIVES: usize = 32;

/// The key of a file that is named like an archive, and the store in it.
type FoundArchive = (String, Option<ZipStore>);

/// What is above the links of one directory. It is found once for all of them: below many names, each look takes long.
#[derive(Debug, Default)]
struct LinksAbove {
    parent: PathBuf,
    links: usize,
    /// The directory itself and those that it lies in, wherever links led to them.
    directories: Vec<(u64, u64)>,
}

impl DirectoryStore {
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), links: LINKS.default, above: Arc::default(), archives: Arc::default() }
    }

    pub(super) fn with_links(self, links: u64) -> Self {
        Self { links, ..self }
    }

    /// Archives may have been replaced.
    pub(super) fn reopen(&self) -> Self {
        Self { archives: Arc::default(), ..self.clone() }
    }

    /// The archive with a store in it that a key leads to or into.
    pub(super) fn archive(&self, key: &str) -> Option<ZipStore> {
        let ends = key.match_indices('/').map(|(end, _)| end).chain([key.len()]);
        let mut places = ends.filter_map(|end| key.get(..end)).filter(|place| is_archive(place));
        places.find_map(|place| self.archive_at(place))
    }

    fn archive_at(&self, place: &str) -> Option<ZipStore> {
        let mut known = self.archives.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = known.iter().find(|(own, _)| own == place) {
            return found.clone();
        }
        let path = self.path(place).ok().filter(|path| path.is_file());
        let found = path.and_then(|path| ZipStore::at(&path).ok()?).filter(ZipStore::has_nodes);
        let found = found.map(|store| store.mounted(place));
        if known.len() >= ARCHIVES {
            known.remove(0);
        }
        known.push((place.to_owned(), found.clone()));
        found
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn path(&self, key: &str) -> Result<PathBuf, StoreError> {
        let mut path = self.root.clone();
        if key.is_empty() {
            return Ok(path);
        }
        for name in key.split('/') {
            // A name has to be one whole component: `..`, `.`, a drive or a `\` of Windows would mean something else.
            let mut components = Path::new(name).components();
            match (components.next(), components.next()) {
                (Some(Component::Normal(part)), None) if part == name => path.push(name),
                _ => return Err(StoreError::NoKey(key.to_owned())),
            }
        }
        Ok(path)
    }

    pub fn leads_back(&self, key: &str) -> bool {
        let Ok(path) = self.path(key) else { return false };
        if !path.is_symlink() {
            return false;
        }
        let (Some(parent), Some(target)) = (path.parent(), identity(&path)) else { return false };
        self.above(parent).directories.contains(&target)
    }

    pub fn links(&self, key: &str) -> usize {
        let Ok(path) = self.path(key) else { return 0 };
        match path.parent() {
            Some(parent) if path != self.root => usize::from(path.is_symlink()) + self.above(parent).links,
            _ => 0,
        }
    }

    fn above(&self, parent: &Path) -> Arc<LinksAbove> {
        let mut known = self.above.lock().unwrap_or_else(PoisonError::into_inner);
        if known.parent != parent {
            let below_root = parent.ancestors().take_while(|path| *path != self.root);
            let links = below_root.filter(|path| path.is_symlink()).count();
            let canonical = parent.canonicalize().unwrap_or_default();
            let directories = canonical.ancestors().filter_map(identity).collect();
            *known = Arc::new(LinksAbove { parent: parent.to_owned(), links, directories });
        }
        Arc::clone(&known)
    }

    pub fn leads_out(&self, key: &str) -> bool {
        let Ok(path) = self.path(key) else { return false };
        if self.links(key) == 0 {
            return false;
        }
        match (path.canonicalize(), self.root.canonicalize()) {
            (Ok(target), Ok(root)) => !target.starts_with(root),
            _ => false,
        }
    }

    pub fn link_target(&self, key: &str) -> Option<String> {
        Some(fs::read_link(self.path(key).ok()?).ok()?.to_string_lossy().into_owned())
    }

    pub fn open(&self, key: &str) -> Result<Option<StoredFile>, StoreError> {
        let path = self.path(key)?;
        // Only a file is opened: opening anything else may wait, or have an effect.
        let Some(metadata) = present(key, fs::metadata(&path))? else {
            self.check_missing(key, &path)?;
            return Ok(None);
        };
        check_regular(key, &metadata)?;
        open_regular(key, &path)
    }

    /// One look at the file system, where opening takes several.
    pub(super) fn has(&self, key: &str) -> bool {
        self.path(key).is_ok_and(|path| path.is_file())
    }

    pub fn check_directory(&self, key: &str) -> Result<(), StoreError> {
        let found = match present(key, fs::metadata(self.path(key)?))? {
            Some(found) if found.is_dir() => return Ok(()),
            Some(found) if found.is_file() => "a file",
            Some(_) => "neither a directory nor a file",
            None => "nothing",
        };
        Err(StoreError::NotADirectory { key: key.to_owned(), found })
    }

    pub fn is_empty_directory(&self, key: &str) -> bool {
        let Ok(path) = self.path(key) else { return false };
        fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none())
    }

    /// A link that leads nowhere, or a file in place of a directory, is an error and no missing chunk.
    fn check_missing(&self, key: &str, path: &Path) -> Result<(), StoreError> {
        // The last thing that exists decides. Mostly only the last names are missing; a key may have very many.
        let below = path.ancestors().take_while(|place| *place != self.root);
        let mut last =
            below.take(NEAR).find_map(|place| Some((place.to_owned(), fs::symlink_metadata(place).ok()?)));
        if last.is_none() {
            let mut place = self.root.clone();
            for name in path.strip_prefix(&self.root).unwrap_or(path).components() {
                place.push(name);
                let Ok(found) = fs::symlink_metadata(&place) else { break };
                last = Some((place.clone(), found));
            }
        }
        let Some((place, found)) = last else { return Ok(()) };
        match fs::metadata(&place) {
            Err(_) if found.is_symlink() => Err(StoreError::NotAFile { key: key.to_owned(), found: NOWHERE }),
            // Something on the way to the key, which should be a directory.
            Ok(behind) if !behind.is_dir() && place != path => {
                let key = place.strip_prefix(&self.root).unwrap_or(&place).to_string_lossy().into_owned();
                let found = if behind.is_file() { "a file" } else { "neither a directory nor a file" };
                Err(StoreError::NotADirectory { key, found })
            }
            _ => Ok(()),
        }
    }

    /// Sorted by name. Reading ends one name after `limit`: the caller refuses that many.
    pub(super) fn list(&self, key: &str, limit: u64) -> Result<Vec<DirectoryEntry>, StoreError> {
        // Links may have been made since it was listed last.
        *self.above.lock().unwrap_or_else(PoisonError::into_inner) = Arc::default();
        let directory = fs::read_dir(self.path(key)?).map_err(|error| StoreError::io(key, &error))?;
        let mut entries = Vec::new();
        for entry in directory.take(usize::try_from(limit).unwrap_or(usize::MAX).saturating_add(1)) {
            entries.push(read_entry(&entry.map_err(|error| StoreError::io(key, &error))?));
        }
        for entry in &mut entries {
            if entry.kind == EntryKind::File
                && is_archive(&entry.name)
                && self.archive_at(&join(key, &entry.name)).is_some()
            {
                entry.kind = EntryKind::Directory;
            }
        }
        sort(&mut entries);
        Ok(entries)
    }

    pub fn walk(&self, key: &str, detail: Detail, mut visit: impl FnMut(&str, Below) -> Walk) {
        let start = match self.path(key) {
            Ok(path) => path,
            Err(error) => {
                visit("", Below::Unreadable(error));
                return;
            }
        };
        let mut entries = WalkDir::new(&start).follow_links(true).into_iter();
        let mut links = Links { most: self.links, depths: Vec::new() };
        while let Some(entry) = entries.next() {
            let path = match &entry {
                Ok(entry) => Some(entry.path()),
                Err(error) => error.path(),
            };
            let Some(name) = path.and_then(|path| path.strip_prefix(&start).ok()?.to_str()) else { continue };
            let key = join(key, name);
            let below = match &entry {
                Ok(_) if name.is_empty() => continue,
                Ok(entry) => links.below(entry, &key, detail),
                // What has been deleted since it was listed is left out. A link without a target is still there.
                Err(error) if is_missing(error.io_error()) && !name.is_empty() => match path {
                    Some(path) if fs::symlink_metadata(path).is_ok() => {
                        Below::Unreadable(StoreError::NotAFile { key, found: NOWHERE })
                    }
                    _ => continue,
                },
                Err(error) => Below::Unreadable(match error.io_error() {
                    Some(error) => StoreError::io(&key, error),
                    // The only other error of `walkdir` is a loop of links.
                    None => StoreError::NotAFile { key, found: "a link back to a directory it lies in" },
                }),
            };
            let is_directory = entry.as_ref().is_ok_and(|entry| entry.file_type().is_dir());
            let is_refused = matches!(below, Below::Unreadable(_));
            match visit(name, below) {
                Walk::Stop => return,
                Walk::On if !is_refused => {}
                // A directory after too many links is there, and would be entered unless it is skipped.
                Walk::Past | Walk::On if is_directory => entries.skip_current_dir(),
                Walk::Past | Walk::On => {}
            }
        }
    }
}

fn read_entry(entry: &fs::DirEntry) -> DirectoryEntry {
    let name = entry.file_name();
    let kind = match (name.to_str(), entry.file_type()) {
        (None, _) => EntryKind::Unnameable,
        (_, Err(_)) => EntryKind::Other,
        (Some(_), Ok(kind)) if kind.is_symlink() => match fs::metadata(entry.path()) {
            Ok(target) if target.is_dir() => EntryKind::Link,
            Ok(target) => entry_kind(target.file_type()),
            Err(_) => EntryKind::Other,
        },
        (Some(_), Ok(kind)) => entry_kind(kind),
    };
    DirectoryEntry { name: name.to_string_lossy().into_owned(), kind }
}

fn entry_kind(kind: FileType) -> EntryKind {
    match kind {
        kind if kind.is_dir() => EntryKind::Directory,
        kind if kind.is_file() => EntryKind::File,
        _ => EntryKind::Other,
    }
}

pub const LINK_BEHIND_LINK: &str = "more links in a row than are followed (--max-links)";

struct Links {
    most: u64,
    depths: Vec<usize>,
}

impl Links {
    fn below(&mut self, entry: &walkdir::DirEntry, key: &str, detail: Detail) -> Below {
        match entry.file_type() {
            kind if kind.is_file() && detail == Detail::Names => return Below::File(0),
            kind if kind.is_file() => {
                return Below::File(entry.metadata().map_or(0, |metadata| metadata.len()));
            }
            kind if !kind.is_dir() => return Below::Other,
            _ => {}
        }
        // A walk goes depth first: what is not deeper than a link does not come after it.
        self.depths.retain(|depth| *depth < entry.depth());
        if entry.path_is_symlink() {
            if self.depths.len() as u64 >= self.most {
                let key = key.to_owned();
                return Below::Unreadable(StoreError::NotAFile { key, found: LINK_BEHIND_LINK });
            }
            self.depths.push(entry.depth());
        }
        if self.depths.is_empty() { Below::Directory } else { Below::Link }
    }
}

/// The same for all paths that lead to a directory.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(path).ok()?;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<(u64, u64)> {
    let mut hasher = DefaultHasher::new();
    path.canonicalize().ok()?.hash(&mut hasher);
    Some((hasher.finish(), 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    fn store() -> (tempfile::TempDir, Store) {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir_all(directory.path().join("a/c/0")).unwrap();
        fs::write(directory.path().join("a/c/0/1"), b"chunk").unwrap();
        fs::write(directory.path().join("a/zarr.json"), b"{}").unwrap();
        let store = Store::at(directory.path()).unwrap();
        (directory, store)
    }

    #[test]
    fn a_key_without_a_value_is_none() {
        let (_directory, store) = store();
        assert_eq!(store.read("a/c/0/1", 99), Ok(Some(b"chunk".to_vec())));
        assert_eq!(store.read("a/c/9/9", 99), Ok(None));
    }

    #[test]
    fn a_directory_is_no_value() {
        let (_directory, store) = store();
        let error = store.read("a/c/0", 99).unwrap_err();
        assert_eq!(error.to_string(), "a/c/0: expected a regular file, found a directory");
    }

    #[test]
    fn a_value_over_the_limit_is_not_read() {
        let (_directory, store) = store();
        assert_eq!(
            store.read("a/c/0/1", 4).unwrap_err().to_string(),
            "a/c/0/1: expected at most 4 bytes (--max-document-bytes), found 5"
        );
    }

    #[test]
    fn no_key_leads_out_of_the_store() {
        let (_directory, store) = store();
        for key in ["../x", "a/../../x", "/etc", "a//b", "./a"] {
            assert_eq!(store.read(key, 9), Err(StoreError::NoKey(key.to_owned())), "{key}");
        }
    }

    #[test]
    fn walking_gives_every_file_with_its_size() {
        let (_directory, store) = store();
        let mut seen = Vec::new();
        store.walk("a", Detail::Sizes, |key, below| {
            if let Below::File(nbytes) = below {
                seen.push((key.to_owned(), nbytes));
            }
            Walk::On
        });
        seen.sort();
        assert_eq!(seen, [("c/0/1".to_owned(), 5), ("zarr.json".to_owned(), 2)]);
    }

    #[test]
    fn names_sort_as_people_count() {
        let directory = tempfile::tempdir().unwrap();
        for name in ["c10", "c9", "b", "c9a"] {
            fs::write(directory.path().join(name), b"").unwrap();
        }
        let entries = DirectoryStore::new(directory.path()).list("", 99).unwrap();
        let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["b", "c9", "c9a", "c10"]);
    }
}
