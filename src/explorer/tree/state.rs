//! Which nodes of the hierarchy are listed and open.

use std::collections::BTreeSet;
use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use crate::explorer::{Late, Request, Scroll};
use crate::hierarchy::Child;
use crate::metadata::text::escape;
use crate::pipeline::{NodeRow, RowKind};
use crate::store::EntryKind;
use crate::tell::rows;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Towards {
    There(usize),
    /// Below this row, which is closed.
    Closed(usize),
    Waiting,
    Failed(String),
    Nowhere,
}

#[derive(Debug)]
pub struct Tree {
    pub rows: Vec<TreeRow>,
    pub selected: usize,
    pub(crate) asked: BTreeSet<String>,
    pub(crate) folds_files: bool,
    /// The width of the widest row so far: neither moving the cursor nor closing a node moves a border.
    pub(crate) columns: u16,
    pub scroll: Scroll,
}

const MEASURED: usize = 1 << 12;

impl Tree {
    pub fn new(name: &str) -> Self {
        let child = Child { name: name.to_owned(), key: String::new(), kind: EntryKind::Directory };
        let root = TreeRow::new(child, 0);
        let (columns, rows) = (root.columns(), vec![root]);
        let scroll = Scroll::default();
        Self { rows, selected: 0, asked: BTreeSet::new(), folds_files: true, columns, scroll }
    }

    pub(crate) fn measure(&mut self) {
        let widest = self.rows.iter().take(MEASURED).map(TreeRow::columns).max();
        self.columns = widest.unwrap_or(0).max(self.columns);
    }

    pub fn current(&self) -> Option<&TreeRow> {
        self.rows.get(self.selected)
    }

    pub fn select(&mut self, row: usize) -> bool {
        let row = row.min(self.rows.len().saturating_sub(1));
        let changed = row != self.selected;
        self.selected = row;
        changed
    }

    pub fn parent(&self) -> Option<usize> {
        let depth = self.current()?.depth;
        self.rows.get(..self.selected)?.iter().rposition(|row| row.depth < depth)
    }

    pub fn open_at(&mut self, row: usize, request: &Request) -> Option<String> {
        let row = self.rows.get_mut(row)?;
        if !row.may_open() || row.children.so_far().is_some() || row.children.is_waiting() {
            return None;
        }
        row.children = Late::asked(request.clone());
        Some(row.child.key.clone())
    }

    pub fn close(&mut self) -> Option<Vec<TreeRow>> {
        let row = self.rows.get_mut(self.selected)?;
        let was_open = row.is_open();
        row.children = Late::Idle;
        let gone = self.rows.drain(self.below(self.selected)).collect();
        self.measure();
        was_open.then_some(gone)
    }

    pub(crate) fn below(&self, row: usize) -> Range<usize> {
        let depth = self.rows.get(row).map_or(0, |row| row.depth);
        let first = (row + 1).min(self.rows.len());
        first..first + self.rows.iter().skip(first).take_while(|row| row.depth > depth).count()
    }

    pub fn forget_selected(&mut self) {
        if let Some(row) = self.rows.get_mut(self.selected) {
            row.described = TreeRow::new(row.child.clone(), row.depth).described;
            self.asked.remove(&row.child.key);
        }
    }

    pub fn fold_files(&mut self, folds: bool) {
        if std::mem::replace(&mut self.folds_files, folds) == folds {
            return;
        }
        let (mut rows, mut selected) = (Vec::with_capacity(self.rows.len()), 0);
        let mut files: Vec<TreeRow> = Vec::new();
        for (index, row) in std::mem::take(&mut self.rows).into_iter().enumerate() {
            let is_joined = folds && row.child.kind == EntryKind::File;
            // The files of a group follow each other.
            if !is_joined || files.last().is_some_and(|last| last.depth != row.depth) {
                push_files(&mut rows, std::mem::take(&mut files));
            }
            if index == self.selected {
                selected = rows.len();
            }
            if is_joined {
                files.push(row);
            } else if row.files.is_empty() {
                rows.push(row);
            } else {
                rows.extend(row.files.into_iter().map(|child| TreeRow::new(child, row.depth)));
            }
        }
        push_files(&mut rows, files);
        self.rows = rows;
        self.measure();
        self.selected = selected;
    }

    /// Only rows on the screen keep their descriptions. Others are requested when they are needed.
    pub fn described(&mut self, found: Vec<NodeRow>, visible: usize) {
        let first = usize::try_from(self.scroll.first).unwrap_or(usize::MAX);
        for NodeRow { key, facts } in found {
            self.asked.remove(&*key);
            let mut on_screen = self.rows.iter_mut().skip(first).take(visible);
            if let Some(row) = on_screen.find(|row| *row.child.key == *key) {
                let is_unusable = facts.kind.is_node() && facts.faults > 0;
                row.described = Some(if is_unusable { RowKind::Unusable } else { facts.kind });
                row.short_type.clone_from(&facts.short_type);
                row.is_old = false;
            }
        }
    }

    /// The nodes on the screen without a description; none if a worker has all of them already. A new list replaces the worker's.
    pub fn undescribed(&mut self, visible: usize) -> Vec<Child> {
        let first = usize::try_from(self.scroll.first).unwrap_or(usize::MAX);
        let mut unknown = Vec::new();
        for row in self.rows.iter().skip(first).take(visible) {
            if row.described.is_none() || row.is_old {
                unknown.push(row.child.clone());
            }
        }
        if unknown.iter().all(|child| self.asked.contains(&child.key)) {
            return Vec::new();
        }
        self.asked = unknown.iter().map(|child| child.key.clone()).collect();
        unknown
    }

    pub fn towards(&self, key: &str) -> Towards {
        let mut at = 0;
        while let Some(row) = self.rows.get(at) {
            if row.child.key == key {
                return Towards::There(at);
            }
            let below =
                self.rows.iter().enumerate().skip(at + 1).take_while(|(_, other)| other.depth > row.depth);
            let mut children = below.filter(|(_, other)| other.depth == row.depth + 1);
            at = match (&row.children, children.find(|(_, other)| lies_in(key, &other.child.key))) {
                (_, Some((next, _))) => next,
                (Late::Idle, None) if row.may_open() => return Towards::Closed(at),
                (Late::Waiting { .. }, None) => return Towards::Waiting,
                (Late::Failed(error), None) => return Towards::Failed(error.clone()),
                (Late::Idle | Late::Ready { .. }, None) => return Towards::Nowhere,
            };
        }
        Towards::Nowhere
    }
}

pub(crate) fn rows_of(children: Vec<Child>, depth: usize, key: &str, folds: bool) -> Vec<TreeRow> {
    let (files, nodes): (Vec<Child>, Vec<Child>) =
        children.into_iter().partition(|child| child.kind == EntryKind::File);
    let mut rows: Vec<TreeRow> = nodes.into_iter().map(|child| TreeRow::new(child, depth)).collect();
    if folds && !files.is_empty() {
        rows.push(TreeRow::of_files(files, depth, key));
    } else {
        rows.extend(files.into_iter().map(|child| TreeRow::new(child, depth)));
    }
    rows
}

fn push_files(rows: &mut Vec<TreeRow>, files: Vec<TreeRow>) {
    let Some(first) = files.first() else { return };
    let parent = first.child.key.rsplit_once('/').map_or("", |(parent, _)| parent).to_owned();
    let depth = first.depth;
    rows.push(TreeRow::of_files(files.into_iter().map(|row| row.child).collect(), depth, &parent));
}

/// Whether a key is that of a node, or below it. The key of the root is empty.
pub(crate) fn lies_in(key: &str, node: &str) -> bool {
    let rest = key.strip_prefix(node);
    rest.is_some_and(|rest| node.is_empty() || rest.is_empty() || rest.starts_with('/'))
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::NodeFacts;
    use std::sync::Arc;

    fn group(key: &str) -> NodeRow {
        let facts = NodeFacts { kind: RowKind::Group, ..NodeFacts::default() };
        NodeRow { key: key.into(), facts: Arc::new(facts) }
    }

    fn child(key: &str) -> Child {
        let name = key.rsplit('/').next().unwrap_or(key).to_owned();
        Child { name, key: key.to_owned(), kind: EntryKind::Directory }
    }

    fn opened() -> Tree {
        let mut tree = Tree::new("root");
        tree.open_at(tree.selected, &Request::new(1.into()));
        tree.children(1.into(), Ok(vec![child("a"), child("b")]));
        tree.select(1);
        tree.open_at(tree.selected, &Request::new(2.into()));
        tree.children(2.into(), Ok(vec![child("a/x"), child("a/y")]));
        tree
    }

    fn names(tree: &Tree) -> Vec<&str> {
        tree.rows.iter().map(|row| row.child.name.as_str()).collect()
    }

    #[test]
    fn opening_and_closing_keeps_the_order() {
        let mut tree = opened();
        assert_eq!(names(&tree), ["root", "a", "x", "y", "b"]);
        assert_eq!(tree.close().map(|gone| gone.len()), Some(2));
        assert_eq!(names(&tree), ["root", "a", "b"]);
        tree.select(0);
        tree.close();
        assert_eq!(names(&tree), ["root"]);
    }

    #[test]
    fn names_that_arrive_above_the_selection_do_not_move_it() {
        let mut tree = Tree::new("root");
        tree.open_at(tree.selected, &Request::new(1.into()));
        tree.children(1.into(), Ok(vec![child("a"), child("b")]));
        tree.select(1);
        tree.open_at(tree.selected, &Request::new(2.into()));
        tree.select(2);
        tree.children(2.into(), Ok(vec![child("a/x")]));
        assert_eq!(tree.current().unwrap().child.key, "b");
    }

    #[test]
    fn the_rows_lead_to_a_node_as_far_as_they_are_open() {
        let mut tree = opened();
        for (key, towards) in [
            ("a/y", Towards::There(3)),
            ("a/y/deep/down", Towards::Closed(3)),
            ("a/yes", Towards::Nowhere),
            ("b/z", Towards::Closed(4)),
        ] {
            assert_eq!(tree.towards(key), towards, "{key}");
        }
        assert_eq!(tree.open_at(4, &Request::new(3.into())).as_deref(), Some("b"));
        assert_eq!(tree.towards("b/z"), Towards::Waiting);
        tree.children(3.into(), Err("gone".to_owned()));
        assert_eq!(tree.towards("b/z"), Towards::Failed("gone".to_owned()));
    }

    fn asked(tree: &mut Tree, visible: usize) -> Vec<String> {
        tree.undescribed(visible).into_iter().map(|child| child.key).collect()
    }

    #[test]
    fn the_nodes_on_the_screen_are_asked_for_in_their_order_until_they_are_known() {
        let mut tree = opened();
        assert_eq!(asked(&mut tree, 2), ["", "a"]);
        assert_eq!(asked(&mut tree, 2), [""; 0], "they are on their way");
        assert_eq!(asked(&mut tree, 4), ["", "a", "a/x", "a/y"], "the request before is replaced");
        tree.described(vec![group("a")], 4);
        assert_eq!(asked(&mut tree, 4), [""; 0]);
        assert_eq!(asked(&mut tree, 5), ["", "a/x", "a/y", "b"]);
    }

    #[test]
    fn what_is_not_on_the_screen_any_more_is_asked_for_again() {
        let mut tree = opened();
        tree.undescribed(2);
        tree.scroll.first = 3;
        tree.described(vec![group("a")], 2);
        tree.scroll.first = 0;
        assert_eq!(asked(&mut tree, 2), ["", "a"]);
    }

    #[test]
    fn a_list_that_cannot_be_read_is_reported() {
        let mut tree = Tree::new("root");
        tree.open_at(tree.selected, &Request::new(1.into()));
        tree.children(1.into(), Err("no permission".to_owned()));
        assert!(matches!(&tree.rows[0].children, Late::Failed(error) if error == "no permission"));
    }
}
