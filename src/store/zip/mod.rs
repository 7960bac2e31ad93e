//! A store in a zip archive: every key is the name of a member.
//!
//! Specification: [APPNOTE](https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT). The list of members at the
//! end of the archive (the central directory) is read once; listing and walking need nothing else. Names, sizes and
//! offsets are claims of the archive: they are checked before they are used. Nothing is ever extracted.

mod archive;
mod member;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::archive::{Archive, LOCAL_HEADER, is_name};
pub use self::member::StoredMember;
use super::entry::{Below, DirectoryEntry, EntryKind, Walk, join, sort};
use super::error::{PathError, StoreError};
use super::file::StoredFile;

/// How many names a note lists.
const NAMED: usize = 3;

/// An archive that holds a hierarchy, or a directory in one.
#[derive(Debug, Clone)]
pub struct ZipStore {
    /// Where the archive is.
    path: PathBuf,
    archive: Arc<Archive>,
    /// The directory; empty for the whole archive.
    prefix: String,
}

impl ZipStore {
    /// The store in a file; `None` when the file is no archive.
    ///
    /// # Errors
    /// When the file cannot be read, or is an archive that is damaged.
    pub fn at(path: &Path) -> Result<Option<Self>, PathError> {
        let unreadable = |error: io::Error| PathError::Archive { found: error.kind().to_string() };
        let mut file = File::open(path).map_err(unreadable)?;
        let nbytes = file.metadata().map_err(unreadable)?.len();
        let mut head = Vec::new();
        file.by_ref().take(LOCAL_HEADER.len() as u64).read_to_end(&mut head).map_err(unreadable)?;
        // A file that neither begins like an archive nor is named like one is just no archive: only what should be one
        // can be damaged.
        let is_named_so = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"));
        match Archive::read(StoredFile::new(path.to_string_lossy().into_owned(), file, nbytes)) {
            Ok(archive) => {
                Ok(Some(Self { path: path.to_owned(), archive: Arc::new(archive), prefix: String::new() }))
            }
            Err(found) if head == LOCAL_HEADER || is_named_so => Err(PathError::Archive { found }),
            Err(_) => Ok(None),
        }
    }

    /// The part of the store in a directory.
    ///
    /// # Errors
    /// When there is no such directory.
    pub fn within(self, key: &str) -> Result<Self, PathError> {
        let prefix = self.name(key).map_err(|_| PathError::Missing)?;
        if self.archive.has_directory(&prefix) {
            return Ok(Self { prefix, ..self });
        }
        Err(if self.archive.find(&prefix).is_some() { PathError::NotADirectory } else { PathError::Missing })
    }

    /// The archive.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the value of a key; `None` when there is none.
    ///
    /// # Errors
    /// When there is a directory, or the member is of a kind that cannot be read, or is not where it should be.
    pub fn open(&self, key: &str) -> Result<Option<StoredMember>, StoreError> {
        let name = self.name(key)?;
        match self.archive.find(&name) {
            Some(record) => StoredMember::open(&self.archive, key, *record).map(Some),
            None if self.archive.has_directory(&name) => {
                Err(StoreError::NotAFile { key: key.to_owned(), found: "a directory" })
            }
            None => Ok(None),
        }
    }

    /// Looks whether there is a directory under a key.
    ///
    /// # Errors
    /// When there is none.
    pub fn check_directory(&self, key: &str) -> Result<(), StoreError> {
        if self.archive.has_directory(&self.name(key)?) {
            return Ok(());
        }
        Err(StoreError::NotADirectory { key: key.to_owned(), found: "nothing" })
    }

    /// The same store, in the archive that is now at its path.
    ///
    /// # Errors
    /// When there is no such archive, or nothing at its key.
    pub fn reopen(&self) -> Result<Self, PathError> {
        if !self.path.exists() {
            return Err(PathError::Missing);
        }
        Self::at(&self.path)?.ok_or(PathError::NotADirectory)?.within(&self.prefix)
    }

    /// What is directly below a key, sorted by name. A name that is both a file and a directory is a directory.
    ///
    /// # Errors
    /// When there is no such directory.
    pub fn list(&self, key: &str) -> Result<Vec<DirectoryEntry>, StoreError> {
        let name = self.name(key)?;
        if !self.archive.has_directory(&name) {
            return Err(StoreError::io(key, &io::ErrorKind::NotFound.into()));
        }
        let base = directory(&name);
        let mut entries = Vec::new();
        let mut index = self.archive.first_from(&base);
        while let Some((rest, record)) = self.archive.below(&base, index) {
            let (name, kind) = match rest.split_once('/') {
                Some((name, _)) => (name, EntryKind::Directory),
                None => (rest, record.kind()),
            };
            index = match kind {
                // All that is in the directory is passed over by bisection: a root with millions of chunks below is
                // listed at once.
                EntryKind::Directory => self.archive.first_behind(&format!("{base}{name}/")),
                EntryKind::File | EntryKind::Link | EntryKind::Unnameable | EntryKind::Other => index + 1,
            };
            // The directory itself may be a member too.
            if !name.is_empty() {
                entries.push(DirectoryEntry { name: name.to_owned(), kind });
            }
        }
        sort(&mut entries);
        // A file and a directory of one name stand side by side, in this order.
        entries.dedup_by(|directory, file| {
            let same = directory.name == file.name;
            if same {
                file.kind = directory.kind;
            }
            same
        });
        Ok(entries)
    }

    /// Calls `visit` with everything below a key, at any depth, and its key from there: a directory before what is in
    /// it.
    pub fn walk(&self, key: &str, mut visit: impl FnMut(&str, Below) -> Walk) {
        let base = match self.name(key) {
            Ok(name) => directory(&name),
            Err(error) => {
                visit("", Below::Unreadable(error));
                return;
            }
        };
        // The directory that the walk is in, with `/` behind it.
        let mut inside = String::new();
        let mut index = self.archive.first_from(&base);
        while let Some((rest, record)) = self.archive.below(&base, index) {
            while !rest.starts_with(&inside) {
                let outer = inside.trim_end_matches('/').rfind('/').map_or(0, |slash| slash + 1);
                inside.truncate(outer);
            }
            let name = rest.strip_prefix(inside.as_str()).unwrap_or(rest);
            let next = match name.split_once('/') {
                Some((name, _)) => {
                    // A directory need not be a member: the first member in it is what shows that it is there.
                    let next = visit(&format!("{inside}{name}"), Below::Directory);
                    inside = format!("{inside}{name}/");
                    if next == Walk::Past {
                        index = self.archive.first_behind(&format!("{base}{inside}"));
                    }
                    next
                }
                None => {
                    index += 1;
                    if name.is_empty() { Walk::On } else { visit(rest, record.below()) }
                }
            };
            if next == Walk::Stop {
                return;
            }
        }
    }

    /// What is unusual about the archive below a key.
    #[must_use]
    pub fn notes(&self, key: &str) -> Vec<String> {
        let Ok(name) = self.name(key) else { return Vec::new() };
        let base = directory(&name);
        let repeated: Vec<&str> = self.archive.repeated_below(&base).collect();
        let mut notes = Vec::new();
        if !repeated.is_empty() {
            let names = some_of(&repeated);
            notes.push(format!("more than once in the archive, of which the last one counts: {names}"));
        }
        if base.is_empty() && !self.archive.unusable.is_empty() {
            let names = some_of(&self.archive.unusable);
            notes.push(format!("in the archive, but passed over, because it is no key of a store: {names}"));
        }
        notes
    }

    /// The name of a key in the archive.
    pub(super) fn name(&self, key: &str) -> Result<String, StoreError> {
        if key.is_empty() || is_name(key) {
            return Ok(join(&self.prefix, key));
        }
        Err(StoreError::NoKey(key.to_owned()))
    }
}

/// A few names, and how many more there are.
fn some_of(names: &[impl AsRef<str>]) -> String {
    let shown: Vec<&str> = names.iter().take(NAMED).map(AsRef::as_ref).collect();
    let more = names.len() - shown.len();
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}

/// What all names in a directory begin with.
fn directory(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("{name}/") }
}
