//! Going through everything below a directory of the file system.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use super::entry::{Below, Detail, Walk, join};
use super::error::StoreError;
use super::regular::{NOWHERE, is_missing};

/// What is found where a link is not followed.
pub const LINK_BEHIND_LINK: &str = "a link behind as many links as are followed (--max-links)";

pub(super) struct WalkStart<'a> {
    pub(super) path: &'a Path,
    /// Its key: faults name the whole key of what they are about.
    pub(super) key: &'a str,
    /// How many links to directories are followed in a row.
    pub(super) links: u64,
}

/// Calls `visit` with everything below a directory, at any depth, and its key from there.
pub(super) fn walk(start: &WalkStart, detail: Detail, mut visit: impl FnMut(&str, Below) -> Walk) {
    let mut entries = WalkDir::new(start.path).follow_links(true).into_iter();
    let mut links = Links { most: start.links, depths: Vec::new() };
    while let Some(entry) = entries.next() {
        let path = entry.as_ref().map_or_else(walkdir::Error::path, |entry| Some(entry.path()));
        let name = path.and_then(|path| path.strip_prefix(start.path).ok()).and_then(Path::to_str);
        let Some(name) = name else { continue };
        let key = join(start.key, name);
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
            Err(error) => Below::Unreadable(unreadable(&key, error)),
        };
        let is_directory = entry.as_ref().is_ok_and(|entry| entry.file_type().is_dir());
        let is_refused = matches!(below, Below::Unreadable(_));
        match visit(name, below) {
            Walk::Stop => return,
            Walk::On if !is_refused => {}
            // A directory behind too many links is there, and would be gone into unless it is skipped.
            Walk::Past | Walk::On if is_directory => entries.skip_current_dir(),
            Walk::Past | Walk::On => {}
        }
    }
}

struct Links {
    most: u64,
    depths: Vec<usize>,
}

impl Links {
    fn below(&mut self, entry: &walkdir::DirEntry, key: &str, detail: Detail) -> Below {
        match entry.file_type() {
            kind if kind.is_file() && detail == Detail::Names => Below::File(0),
            kind if kind.is_file() => Below::File(entry.metadata().map_or(0, |metadata| metadata.len())),
            kind if kind.is_dir() => self.directory(entry, key),
            _ => Below::Other,
        }
    }

    fn directory(&mut self, entry: &walkdir::DirEntry, key: &str) -> Below {
        // A walk goes depth first: what is not deeper than a link is no longer behind it.
        self.depths.retain(|depth| *depth < entry.depth());
        if entry.path_is_symlink() {
            if self.depths.len() as u64 >= self.most {
                let key = key.to_owned();
                let found = LINK_BEHIND_LINK;
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
        // The only other error of `walkdir` is a loop of links.
        None => StoreError::NotAFile { key: key.to_owned(), found: "a link back to a directory it lies in" },
    }
}
