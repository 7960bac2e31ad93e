use std::mem;
use std::sync::Arc;

use super::entry::{Below, DirectoryEntry, EntryKind, Walk, join, sort};
use super::error::StoreError;

/// The most bytes of a key: the limit of paths in file systems, so that nothing is nested without end.
const KEY_LIMIT: usize = 4096;
const NAMED: usize = 3;

/// Each key is there once. The name of a directory may end with `/`.
#[derive(Debug, Default)]
pub(super) struct SortedKeys<T>(Vec<KeyRow<T>>);

#[derive(Debug, Default)]
struct KeyRow<T> {
    key: Box<str>,
    value: T,
}

pub(super) trait Listed {
    /// A file, or something else that is no directory.
    fn below(&self) -> Below;
}

impl Listed for Arc<[u8]> {
    fn below(&self) -> Below {
        Below::File(self.len() as u64)
    }
}

pub(super) fn is_name(name: &str) -> bool {
    !name.contains(['\\', '\0']) && name.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

pub(super) fn is_usable(name: &str) -> bool {
    name.len() <= KEY_LIMIT && is_name(name.strip_suffix('/').unwrap_or(name))
}

pub(super) fn directory(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("{name}/") }
}

/// The name of what a key of a store leads to, where the store begins at `prefix`.
pub(super) fn name_below(prefix: &str, key: &str) -> Result<String, StoreError> {
    if key.is_empty() || is_name(key) {
        Ok(join(prefix, key))
    } else {
        Err(StoreError::NoKey(key.to_owned()))
    }
}

/// What is said of names in `place` below `base` that are there more than once, or lead to nothing.
pub(super) fn notes(place: &str, base: &str, repeated: &[Box<str>], unusable: &[Box<str>]) -> Vec<String> {
    let mut notes = Vec::new();
    let from = repeated.partition_point(|name| **name < *base);
    let repeated: Vec<&str> = repeated.iter().skip(from).map_while(|name| name.strip_prefix(base)).collect();
    if !repeated.is_empty() {
        let names = some_of(&repeated);
        notes.push(format!("more than once in the {place}, of which the last one counts: {names}"));
    }
    if base.is_empty() && !unusable.is_empty() {
        let names = some_of(unusable);
        notes.push(format!("in the {place}, but passed over, because it is no key of a store: {names}"));
    }
    notes
}

pub(super) fn some_of(names: &[impl AsRef<str>]) -> String {
    let shown: Vec<&str> = names.iter().take(NAMED).map(AsRef::as_ref).collect();
    let more = names.len() - shown.len();
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}

impl<T> SortedKeys<T> {
    /// The last of a repeated key stays, as when an archive is extracted: writers that cannot delete add. Gives the others, sorted.
    pub(super) fn new(keys: impl IntoIterator<Item = (Box<str>, T)>) -> (Self, Vec<Box<str>>) {
        let mut rows: Vec<KeyRow<T>> = keys.into_iter().map(|(key, value)| KeyRow { key, value }).collect();
        let mut repeated: Vec<Box<str>> = Vec::new();
        rows.sort_by(|one, other| one.key.cmp(&other.key));
        rows.dedup_by(|later, earlier| {
            let same = later.key == earlier.key;
            if same {
                mem::swap(later, earlier);
                if !earlier.key.ends_with('/') && repeated.last() != Some(&earlier.key) {
                    repeated.push(earlier.key.clone());
                }
            }
            same
        });
        (Self(rows), repeated)
    }

    #[cfg(feature = "icechunk")]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|row| (&*row.key, &row.value))
    }

    pub(super) fn find(&self, key: &str) -> Option<&T> {
        let index = self.0.binary_search_by(|row| (*row.key).cmp(key)).ok()?;
        Some(&self.0.get(index)?.value)
    }

    fn first_from(&self, key: &str) -> usize {
        self.0.partition_point(|row| *row.key < *key)
    }

    fn first_behind(&self, directory: &str) -> usize {
        self.0.partition_point(|row| *row.key < *directory || row.key.starts_with(directory))
    }

    fn at(&self, base: &str, index: usize) -> Option<(&str, &T)> {
        let row = self.0.get(index)?;
        Some((row.key.strip_prefix(base)?, &row.value))
    }

    pub(super) fn has_directory(&self, name: &str) -> bool {
        let base = directory(name);
        base.is_empty() || self.at(&base, self.first_from(&base)).is_some()
    }
}

impl<T: Listed> SortedKeys<T> {
    pub(super) fn list(&self, name: &str) -> Vec<DirectoryEntry> {
        let base = directory(name);
        let mut entries = Vec::new();
        let mut index = self.first_from(&base);
        while let Some((rest, value)) = self.at(&base, index) {
            let (name, kind) = match rest.split_once('/') {
                Some((name, _)) => (name, EntryKind::Directory),
                None if matches!(value.below(), Below::File(_)) => (rest, EntryKind::File),
                None => (rest, EntryKind::Other),
            };
            index = match kind {
                // The contents of the directory are passed over by bisection: a root with millions of chunks below it is listed
                // at once.
                EntryKind::Directory => self.first_behind(&format!("{base}{name}/")),
                EntryKind::File | EntryKind::Link | EntryKind::Unnameable | EntryKind::Other => index + 1,
            };
            // The directory itself may be a key too.
            if !name.is_empty() {
                entries.push(DirectoryEntry { name: name.to_owned(), kind });
            }
        }
        sort(&mut entries);
        // A file and a directory of one name are neighbours, in this order.
        entries.dedup_by(|directory, file| {
            let same = directory.name == file.name;
            if same {
                file.kind = directory.kind;
            }
            same
        });
        entries
    }

    /// Visits a directory before what is in it. Keys are those from `name` on.
    pub(super) fn walk(&self, name: &str, mut visit: impl FnMut(&str, Below) -> Walk) {
        self.walk_values(name, |key, below, _| visit(key, below));
    }

    pub(super) fn walk_values(&self, name: &str, mut visit: impl FnMut(&str, Below, Option<&T>) -> Walk) {
        let base = directory(name);
        // The directory that the walk is in, with `/` at its end.
        let mut inside = String::new();
        let mut index = self.first_from(&base);
        while let Some((rest, value)) = self.at(&base, index) {
            while !rest.starts_with(&inside) {
                let outer = inside.trim_end_matches('/').rfind('/').map_or(0, |slash| slash + 1);
                inside.truncate(outer);
            }
            let name = rest.strip_prefix(inside.as_str()).unwrap_or(rest);
            let next = match name.split_once('/') {
                Some((name, _)) => {
                    // A directory need not be a key: the first key in it shows it.
                    let next = visit(&format!("{inside}{name}"), Below::Directory, None);
                    inside = format!("{inside}{name}/");
                    if next == Walk::Past {
                        index = self.first_behind(&format!("{base}{inside}"));
                    }
                    next
                }
                None => {
                    index += 1;
                    if name.is_empty() { Walk::On } else { visit(rest, value.below(), Some(value)) }
                }
            };
            if next == Walk::Stop {
                return;
            }
        }
    }
}
