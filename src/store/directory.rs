//! A store in a directory of the file system: every key is a relative path.

use std::fs::{self, File, FileType};
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use walkdir::WalkDir;

use super::{StoreError, StoredFile};

/// A directory that holds a hierarchy, or part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryStore {
    root: PathBuf,
}

/// Something in a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its name; bytes that are no UTF-8 are replaced.
    pub name: String,
    /// What it is; a link counts as what it leads to.
    pub kind: EntryKind,
}

/// What an entry of a directory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A directory.
    Directory,
    /// A regular file.
    File,
    /// Neither: a FIFO, a socket, a device, a dangling link, a name that is no UTF-8.
    Other,
}

/// What a walk comes upon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Below {
    /// A regular file of so many bytes; of none, where nobody asked for sizes.
    File(u64),
    /// A directory.
    Directory,
    /// A link to a directory.
    Link,
    /// Neither a file nor a directory.
    Other,
    /// Something that cannot be looked at, such as a link that leads back.
    Unreadable(StoreError),
}

/// What a walk finds out about files. Asking for the size of each takes as long as all the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// That they are there.
    Names,
    /// How large they are, too.
    Sizes,
}

/// How a walk goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walk {
    /// With everything else, also below a directory.
    On,
    /// Not below this directory.
    Past,
    /// Not at all.
    Stop,
}

/// A key below another.
#[must_use]
pub fn join(key: &str, name: &str) -> String {
    match (key, name) {
        ("", name) => name.to_owned(),
        (key, "") => key.to_owned(),
        (key, name) => format!("{key}/{name}"),
    }
}

/// A key of the store, seen from a node in it.
#[must_use]
pub fn relative<'a>(key: &'a str, node: &str) -> &'a str {
    key.strip_prefix(node).map_or(key, |rest| rest.trim_start_matches('/'))
}

impl DirectoryStore {
    /// The store in this directory.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The directory.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The file or directory of a key; the empty key is the root.
    ///
    /// # Errors
    /// When a part of the key is empty, `.` or `..`: such a key could lead out of the store.
    pub fn path(&self, key: &str) -> Result<PathBuf, StoreError> {
        let mut path = self.root.clone();
        for name in key.split('/').filter(|_| !key.is_empty()) {
            let mut components = Path::new(name).components();
            if !matches!((components.next(), components.next()), (Some(Component::Normal(part)), None) if part == name)
            {
                return Err(StoreError::NoKey(key.to_owned()));
            }
            path.push(name);
        }
        Ok(path)
    }

    /// Whether a key is a link that leads back to a directory it lies in: following it would never end.
    #[must_use]
    pub fn leads_back(&self, key: &str) -> bool {
        let Ok(path) = self.path(key) else { return false };
        if !fs::symlink_metadata(&path).is_ok_and(|found| found.is_symlink()) {
            return false;
        }
        let parent = path.parent().and_then(|parent| parent.canonicalize().ok());
        let target = path.canonicalize();
        parent.zip(target.ok()).is_some_and(|(parent, target)| parent.starts_with(target))
    }

    /// Opens the value of a key; `None` when there is none.
    ///
    /// # Errors
    /// When there is something else than a regular file, or it cannot be opened.
    pub fn open(&self, key: &str) -> Result<Option<StoredFile>, StoreError> {
        let path = self.path(key)?;
        let Some(metadata) = present(key, fs::metadata(&path))? else { return Ok(None) };
        if !metadata.is_file() {
            return Err(StoreError::NotAFile { key: key.to_owned(), found: describe(metadata.file_type()) });
        }
        let Some(file) = present(key, File::open(&path))? else { return Ok(None) };
        Ok(Some(StoredFile::fresh(key.to_owned(), file, metadata.len())))
    }

    /// Looks whether there is a directory under a key.
    ///
    /// # Errors
    /// When there is none, with what is there instead.
    pub fn check_directory(&self, key: &str) -> Result<(), StoreError> {
        let found = match present(key, fs::metadata(self.path(key)?))? {
            Some(found) if found.is_dir() => return Ok(()),
            Some(found) if found.is_file() => "a file",
            Some(_) => "neither a directory nor a file",
            None => "nothing",
        };
        Err(StoreError::NotADirectory { key: key.to_owned(), found })
    }

    /// What is directly below a key, sorted by name.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn list(&self, key: &str) -> Result<Vec<Entry>, StoreError> {
        let directory = fs::read_dir(self.path(key)?).map_err(|error| StoreError::io(key, &error))?;
        let mut entries = Vec::new();
        for entry in directory {
            entries.push(read_entry(&entry.map_err(|error| StoreError::io(key, &error))?));
        }
        sort(&mut entries);
        Ok(entries)
    }

    /// Shows `visit` everything below a key, at any depth, with its key from there.
    ///
    /// Names that are no UTF-8 are passed over: no chunk has one. A dangling link is nothing. The key itself is shown,
    /// as the empty one, only when it cannot be read.
    pub fn walk(&self, key: &str, detail: Detail, mut visit: impl FnMut(&str, Below) -> Walk) {
        let base = match self.path(key) {
            Ok(base) => base,
            Err(error) => {
                visit("", Below::Unreadable(error));
                return;
            }
        };
        let mut entries = WalkDir::new(&base).follow_links(true).into_iter();
        while let Some(entry) = entries.next() {
            let path = entry.as_ref().map_or_else(walkdir::Error::path, |entry| Some(entry.path()));
            let Some(name) = path.and_then(|path| path.strip_prefix(&base).ok()).and_then(Path::to_str)
            else {
                continue;
            };
            let below = match &entry {
                Ok(_) if name.is_empty() => continue,
                Ok(entry) => below(entry, detail),
                Err(error) if is_missing(error.io_error()) && !name.is_empty() => continue,
                Err(error) => Below::Unreadable(unreadable(&join(key, name), error)),
            };
            let is_directory = matches!(below, Below::Directory | Below::Link);
            match visit(name, below) {
                Walk::Stop => return,
                Walk::Past if is_directory => entries.skip_current_dir(),
                Walk::Past | Walk::On => {}
            }
        }
    }
}

/// What an entry of a walk is.
fn below(entry: &walkdir::DirEntry, detail: Detail) -> Below {
    match entry.file_type() {
        kind if kind.is_file() && detail == Detail::Names => Below::File(0),
        kind if kind.is_file() => Below::File(entry.metadata().map_or(0, |metadata| metadata.len())),
        kind if kind.is_dir() && entry.path_is_symlink() => Below::Link,
        kind if kind.is_dir() => Below::Directory,
        _ => Below::Other,
    }
}

fn unreadable(key: &str, error: &walkdir::Error) -> StoreError {
    match error.io_error() {
        Some(error) => StoreError::io(key, error),
        None => StoreError::NotAFile { key: key.to_owned(), found: "a link back to a directory it lies in" },
    }
}

/// Sorts entries by name.
pub(super) fn sort(entries: &mut [Entry]) {
    entries.sort_by_cached_key(|entry| (natural(&entry.name), entry.name.clone()));
}

/// Sorts numbers inside names by value, so that `c10` comes after `c9`.
fn natural(name: &str) -> Vec<(u64, String)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        let text = after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len());
        let (word, next) = after.split_at(text);
        parts.push((number.parse().unwrap_or(u64::MAX), word.to_owned()));
        rest = next;
    }
    parts
}

fn read_entry(entry: &fs::DirEntry) -> Entry {
    let name = entry.file_name();
    let kind = match (name.to_str(), entry.file_type()) {
        (None, _) | (_, Err(_)) => EntryKind::Other,
        (Some(_), Ok(kind)) if kind.is_symlink() => {
            fs::metadata(entry.path()).map_or(EntryKind::Other, |metadata| entry_kind(metadata.file_type()))
        }
        (Some(_), Ok(kind)) => entry_kind(kind),
    };
    Entry { name: name.to_string_lossy().into_owned(), kind }
}

fn entry_kind(kind: FileType) -> EntryKind {
    match kind {
        kind if kind.is_dir() => EntryKind::Directory,
        kind if kind.is_file() => EntryKind::File,
        _ => EntryKind::Other,
    }
}

fn describe(kind: FileType) -> &'static str {
    if kind.is_dir() { "a directory" } else { "something that is no file" }
}

/// Turns "there is nothing" into `None`.
fn present<T>(key: &str, result: std::io::Result<T>) -> Result<Option<T>, StoreError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if is_missing(Some(&error)) => Ok(None),
        Err(error) => Err(StoreError::io(key, &error)),
    }
}

fn is_missing(error: Option<&std::io::Error>) -> bool {
    error.is_some_and(|error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory))
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
        assert_eq!(store.read("a/zarr.json/0", 99), Ok(None));
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
            "a/c/0/1: expected at most 4 bytes, found 5"
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
        let entries = DirectoryStore::new(directory.path()).list("").unwrap();
        let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["b", "c9", "c9a", "c10"]);
    }
}
