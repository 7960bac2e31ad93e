use unicode_width::UnicodeWidthStr;

use crate::explorer::core::late::Late;
use crate::hierarchy::Child;
use crate::metadata::text::escape;
use crate::pipeline::RowKind;
use crate::store::EntryKind;
use crate::tell::rows;

const BESIDE: usize = 2;

#[derive(Debug, Clone)]
pub struct TreeRow {
    pub child: Child,
    pub depth: usize,
    pub described: Option<RowKind>,
    pub short_type: String,
    /// The description is from before the store was read again, and shown until the new one comes.
    pub is_old: bool,
    /// The number of children that are no files; not requested while the row is closed.
    pub children: Late<usize>,
    pub files: Vec<Child>,
}

impl TreeRow {
    pub(crate) fn new(child: Child, depth: usize) -> Self {
        let described = match child.kind {
            EntryKind::Directory | EntryKind::Link => None,
            EntryKind::File | EntryKind::Unnameable | EntryKind::Other => Some(RowKind::Other),
        };
        let (short_type, files) = (String::new(), Vec::new());
        Self { child, depth, described, short_type, is_old: false, children: Late::Idle, files }
    }

    pub(crate) fn of_files(files: Vec<Child>, depth: usize, parent: &str) -> Self {
        // No file has such a key, because names have no slash at their end.
        let [name, ..] = rows::files(files.len());
        Self { files, ..Self::new(Child { name, key: format!("{parent}/"), kind: EntryKind::File }, depth) }
    }

    pub(crate) fn columns(&self) -> u16 {
        let path = self.child.name.trim_end_matches('/');
        let name = if self.depth == 0 { path.rsplit('/').next().unwrap_or(path) } else { &self.child.name };
        let width = if self.files.is_empty() {
            escape(name).width()
        } else {
            // The shortest words are used where there is little room.
            let [.., shortest] = rows::files(self.files.len());
            shortest.width()
        };
        let columns = self.depth.saturating_mul(2).saturating_add(width).saturating_add(BESIDE);
        u16::try_from(columns).unwrap_or(u16::MAX)
    }

    pub fn is_open(&self) -> bool {
        self.children.so_far().is_some()
    }

    pub fn may_open(&self) -> bool {
        !matches!(self.described, Some(RowKind::Array | RowKind::Other))
    }
}
