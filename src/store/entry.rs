use super::error::StoreError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryEntry {
    /// Bytes that are no UTF-8 are replaced.
    pub name: String,
    pub kind: EntryKind,
}

impl DirectoryEntry {
    pub fn sorted(entries: impl Iterator<Item = Self>) -> Vec<Self> {
        let mut entries: Vec<Self> = entries.collect();
        sort(&mut entries);
        entries
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    Directory,
    Link,
    File,
    /// Anything with a name that is not UTF-8: no key leads there.
    Unnameable,
    /// A FIFO, a socket, a device, a link without a target.
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Below {
    /// A regular file, and its size in bytes; 0 for [`Detail::Names`].
    File(u64),
    Directory,
    /// A link to a directory, or a directory after one, which may be outside of the store. Only follow it where you expect chunks.
    Link,
    Other,
    Unreadable(StoreError),
}

/// Asking for the size of each file takes as long as the rest of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    Names,
    Sizes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walk {
    On,
    Past,
    Stop,
}

pub fn join(key: &str, name: &str) -> String {
    match (key, name) {
        ("", name) => name.to_owned(),
        (key, "") => key.to_owned(),
        (key, name) => format!("{key}/{name}"),
    }
}

pub fn relative<'a>(key: &'a str, node: &str) -> &'a str {
    key.strip_prefix(node).map_or(key, |rest| rest.trim_start_matches('/'))
}

pub(crate) fn is_key(key: &str) -> bool {
    key.is_empty() || key.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

#[cfg(feature = "remote")]
pub(super) fn is_in(key: &str, directory: &str) -> bool {
    key.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'))
}

pub(super) fn sort(entries: &mut [DirectoryEntry]) {
    entries.sort_by_cached_key(|entry| (natural(&entry.name), entry.name.clone()));
}

pub fn path_order(path: &str) -> impl Ord + use<> {
    path.split('/').map(|name| (natural(name), name.to_owned())).collect::<Vec<_>>()
}

/// The parts of a name, with numbers by value: `c10` comes after `c9`.
fn natural(name: &str) -> Vec<(u64, String)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let (number, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
        let (word, next) = after.split_at(after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len()));
        parts.push((number.parse().unwrap_or(u64::MAX), word.to_owned()));
        rest = next;
    }
    parts
}
