//! A store in a directory of the file system: every key is a relative path.
//!
//! A link to a file is that file. A link to a directory, which may be anywhere, is followed for a key that leads through
//! it; whoever lists or walks follows it only where a node or chunks are known to be behind it, and no other link behind it.

use std::fs::{self, File, FileType, Metadata};
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use walkdir::WalkDir;

use super::{StoreError, StoredFile};
use crate::limits::LINKS;

/// A directory that holds a hierarchy, or part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryStore {
    root: PathBuf,
    /// How many links to directories, one behind the other, are followed.
    links: u64,
}

/// What is found where a link is not followed.
pub const LINK_BEHIND_LINK: &str = "a link behind as many links as are followed (--max-links)";

/// What is found where a link has no target.
const NOWHERE: &str = "a link that leads nowhere";

/// Something in a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its name; bytes that are no UTF-8 are replaced.
    pub name: String,
    /// What it is; a link to a file counts as that file.
    pub kind: EntryKind,
}

/// What an entry of a directory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A directory.
    Directory,
    /// A link to a directory.
    Link,
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
    /// A link to a directory, or a directory behind one. It may be anything: only who knows what is there goes on.
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
        Self { root: root.into(), links: LINKS.default }
    }

    /// The same store, of which no more links are followed, one behind the other.
    #[must_use]
    pub(super) fn with_links(self, links: u64) -> Self {
        Self { links, ..self }
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

    /// How many links a key leads through, its own place among them.
    #[must_use]
    pub fn links(&self, key: &str) -> usize {
        let Ok(path) = self.path(key) else { return 0 };
        let own = path.ancestors().take_while(|path| *path != self.root);
        own.filter(|path| fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink())).count()
    }

    /// What a key that is a link says it leads to.
    #[must_use]
    pub fn link_target(&self, key: &str) -> Option<String> {
        let target = fs::read_link(self.path(key).ok()?).ok()?;
        Some(target.to_string_lossy().into_owned())
    }

    /// Opens the value of a key; `None` when there is none.
    ///
    /// # Errors
    /// When there is something else than a regular file, or it cannot be opened.
    pub fn open(&self, key: &str) -> Result<Option<StoredFile>, StoreError> {
        let path = self.path(key)?;
        // What is no file is not opened at all: that may wait, or do something.
        let Some(metadata) = present(key, fs::metadata(&path))? else {
            self.check_missing(key, &path)?;
            return Ok(None);
        };
        check_regular(key, &metadata)?;
        open_regular(key, &path)
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

    /// Looks whether nothing is there, rather than a link that leads nowhere, or something on the way that is no directory.
    fn check_missing(&self, key: &str, path: &Path) -> Result<(), StoreError> {
        for place in path.ancestors().take_while(|place| *place != self.root) {
            let Ok(found) = fs::symlink_metadata(place) else { continue };
            return match fs::metadata(place) {
                Err(_) if found.is_symlink() => {
                    Err(StoreError::NotAFile { key: key.to_owned(), found: NOWHERE })
                }
                Ok(behind) if !behind.is_dir() && place != path => Err(self.in_the_way(place, &behind)),
                _ => Ok(()),
            };
        }
        Ok(())
    }

    /// The fault of a place that should be a directory.
    fn in_the_way(&self, place: &Path, found: &Metadata) -> StoreError {
        let key = place.strip_prefix(&self.root).unwrap_or(place).to_string_lossy().into_owned();
        let found = if found.is_file() { "a file" } else { "neither a directory nor a file" };
        StoreError::NotADirectory { key, found }
    }

    /// What is directly below a key, sorted by name. Of more than `limit` names it is one more, which ones is not said.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub(super) fn list(&self, key: &str, limit: u64) -> Result<Vec<Entry>, StoreError> {
        let directory = fs::read_dir(self.path(key)?).map_err(|error| StoreError::io(key, &error))?;
        let mut entries = Vec::new();
        for entry in directory.take(usize::try_from(limit).unwrap_or(usize::MAX).saturating_add(1)) {
            entries.push(read_entry(&entry.map_err(|error| StoreError::io(key, &error))?));
        }
        sort(&mut entries);
        Ok(entries)
    }

    /// Shows `visit` everything below a key, at any depth, with its key from there.
    ///
    /// Names that are no UTF-8 are passed over: no chunk has one. The key itself is shown,
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
        let mut links = Links { most: self.links, depths: Vec::new() };
        while let Some(entry) = entries.next() {
            let path = entry.as_ref().map_or_else(walkdir::Error::path, |entry| Some(entry.path()));
            let Some(name) = path.and_then(|path| path.strip_prefix(&base).ok()).and_then(Path::to_str)
            else {
                continue;
            };
            let below = match &entry {
                Ok(_) if name.is_empty() => continue,
                Ok(entry) => links.below(entry, &join(key, name), detail),
                Err(error) if is_missing(error.io_error()) && !name.is_empty() => {
                    // What is gone by now is nothing. A link that leads nowhere is still there.
                    if path.is_none_or(|path| fs::symlink_metadata(path).is_err()) {
                        continue;
                    }
                    Below::Unreadable(StoreError::NotAFile { key: join(key, name), found: NOWHERE })
                }
                Err(error) => Below::Unreadable(unreadable(&join(key, name), error)),
            };
            let is_directory = entry.as_ref().is_ok_and(|entry| entry.file_type().is_dir());
            let is_refused = matches!(below, Below::Unreadable(_));
            match visit(name, below) {
                Walk::Stop => return,
                Walk::On if !is_refused => {}
                Walk::Past | Walk::On if is_directory => entries.skip_current_dir(),
                Walk::Past | Walk::On => {}
            }
        }
    }
}

/// The depths of the links that a walk is behind.
struct Links {
    /// How many there may be.
    most: u64,
    depths: Vec<usize>,
}

impl Links {
    /// What the next entry of a walk is.
    fn below(&mut self, entry: &walkdir::DirEntry, key: &str, detail: Detail) -> Below {
        match entry.file_type() {
            kind if kind.is_file() && detail == Detail::Names => Below::File(0),
            kind if kind.is_file() => Below::File(entry.metadata().map_or(0, |metadata| metadata.len())),
            kind if kind.is_dir() => self.directory(entry, key),
            _ => Below::Other,
        }
    }

    fn directory(&mut self, entry: &walkdir::DirEntry, key: &str) -> Below {
        self.depths.retain(|depth| *depth < entry.depth());
        if entry.path_is_symlink() {
            if self.depths.len() as u64 >= self.most {
                let (key, found) = (key.to_owned(), LINK_BEHIND_LINK);
                return Below::Unreadable(StoreError::NotAFile { key, found });
            }
            self.depths.push(entry.depth());
        }
        if self.depths.is_empty() { Below::Directory } else { Below::Link }
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
            fs::metadata(entry.path()).map_or(EntryKind::Other, |metadata| {
                if metadata.is_dir() { EntryKind::Link } else { entry_kind(metadata.file_type()) }
            })
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

/// Opens what was a regular file a moment ago. Should it be another thing by now, that is an error at once.
fn open_regular(key: &str, path: &Path) -> Result<Option<StoredFile>, StoreError> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, NONBLOCK);
    let Some(file) = present(key, options.read(true).open(path))? else { return Ok(None) };
    let metadata = file.metadata().map_err(|error| StoreError::io(key, &error))?;
    check_regular(key, &metadata)?;
    Ok(Some(StoredFile::fresh(key.to_owned(), file, metadata.len())))
}

/// The flag `O_NONBLOCK` of `open`, where its value is known: opening a FIFO does not wait for a writer then.
#[cfg(unix)]
const NONBLOCK: i32 = if cfg!(any(target_os = "linux", target_os = "android")) {
    if cfg!(any(target_arch = "mips", target_arch = "mips64", target_arch = "sparc64")) { 0 } else { 0o4000 }
} else if cfg!(any(
    target_vendor = "apple",
    target_os = "freebsd",
    target_os = "netbsd",
    target_os = "openbsd"
)) {
    4
} else {
    0
};

fn check_regular(key: &str, metadata: &Metadata) -> Result<(), StoreError> {
    if metadata.is_file() {
        return Ok(());
    }
    Err(StoreError::NotAFile { key: key.to_owned(), found: describe(metadata.file_type()) })
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
    }

    #[test]
    fn a_directory_is_no_value() {
        let (_directory, store) = store();
        let error = store.read("a/c/0", 99).unwrap_err();
        assert_eq!(error.to_string(), "a/c/0: expected a regular file, found a directory");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_becomes_a_fifo_before_it_is_opened_is_not_waited_for() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("0");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let error = open_regular("c/0", &path).unwrap_err();
        assert_eq!(error.to_string(), "c/0: expected a regular file, found something that is no file");
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
