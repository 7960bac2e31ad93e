//! A row of the node tree.

use unicode_width::UnicodeWidthStr;

use crate::explorer::core::late::Late;
use crate::hierarchy::{Child, NOT_UTF_8};
use crate::metadata::text::escape;
use crate::store::EntryKind;
use crate::tell::rows;

/// The columns of a row beside its indentation and name: a sign and a space.
const BESIDE: usize = 2;

#[derive(Debug, Clone)]
pub struct TreeRow {
    pub child: Child,
    pub depth: usize,
    pub described: Option<Described>,
    /// Whether that was known before the store was read again; it is shown until it is known anew.
    pub is_old: bool,
    /// How many children that are no files are shown below it; not requested while the row is closed.
    pub children: Late<usize>,
    /// The files that it stands for, where it stands for files.
    pub files: Vec<Child>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Described {
    Group,
    /// An array, with the short name of its data type.
    Array(String),
    /// A directory without a document.
    Directory,
    /// A document that cannot be used.
    Unusable,
    /// Neither group nor array.
    Other(&'static str),
}

impl TreeRow {
    pub(crate) fn new(child: Child, depth: usize) -> Self {
        let described = match child.kind {
            EntryKind::Directory | EntryKind::Link => None,
            EntryKind::File => Some(Described::Other("a file")),
            EntryKind::Unnameable => Some(Described::Other(NOT_UTF_8)),
            EntryKind::Other => Some(Described::Other("neither a directory nor a regular file")),
        };
        Self { child, depth, described, is_old: false, children: Late::Idle, files: Vec::new() }
    }

    pub(crate) fn of_files(files: Vec<Child>, depth: usize, parent: &str) -> Self {
        // No file has such a key: names have no slash at their end.
        let [name, ..] = rows::files(files.len());
        let key = format!("{parent}/");
        Self { files, ..Self::new(Child { name, key, kind: EntryKind::File }, depth) }
    }

    pub(crate) fn columns(&self) -> u16 {
        // Whoever opens a path sees its last name only.
        let path = self.child.name.trim_end_matches('/');
        let name = if self.depth == 0 { path.rsplit('/').next().unwrap_or(path) } else { &self.child.name };
        // The words for files become fewer where there is little room.
        let fewest = (!self.files.is_empty()).then(|| rows::files(self.files.len()));
        let name = fewest.as_ref().and_then(|words| words.last()).map_or(name, String::as_str);
        let columns =
            self.depth.saturating_mul(2).saturating_add(escape(name).width()).saturating_add(BESIDE);
        u16::try_from(columns).unwrap_or(u16::MAX)
    }

    /// Whether the rows below it are shown: also while its names are listed again.
    pub fn is_open(&self) -> bool {
        self.children.so_far().is_some()
    }

    pub fn may_open(&self) -> bool {
        !matches!(self.described, Some(Described::Array(_) | Described::Other(_)))
    }
}
