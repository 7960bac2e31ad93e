//! The rows of the node tree that are visible, and the selected one.

use std::collections::BTreeSet;

use super::keymap::Move;
use super::late::{Late, RequestId};
use super::plane::Scroll;
use super::row::{Described, TreeRow};
use crate::hierarchy::Child;
use crate::store::EntryKind;

/// The tree.
#[derive(Debug)]
pub struct Tree {
    rows: Vec<TreeRow>,
    selected: usize,
    /// The keys of the nodes that a worker is describing.
    asked: BTreeSet<String>,
    /// The first row on the screen.
    pub scroll: Scroll,
}

impl Tree {
    /// A tree with only its root.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let child = Child { name: name.to_owned(), key: String::new(), kind: EntryKind::Directory };
        let rows = vec![TreeRow::new(child, 0)];
        Self { rows, selected: 0, asked: BTreeSet::new(), scroll: Scroll::default() }
    }

    /// All rows.
    #[must_use]
    pub fn rows(&self) -> &[TreeRow] {
        &self.rows
    }

    /// The number of the selected row.
    #[must_use]
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// The selected row; there always is one.
    #[must_use]
    pub fn current(&self) -> Option<&TreeRow> {
        self.rows.get(self.selected)
    }

    /// Selects a row. Gives `false` where it was selected already.
    pub fn select(&mut self, row: usize) -> bool {
        let row = row.min(self.rows.len().saturating_sub(1));
        let changed = row != self.selected;
        self.selected = row;
        changed
    }

    /// Moves up or down. Gives `false` where the same row stays selected.
    pub fn step(&mut self, by: Move, page: usize) -> bool {
        let last = self.rows.len().saturating_sub(1);
        let page = page.max(1);
        let row = match by {
            Move::Up => self.selected.saturating_sub(1),
            Move::Down => self.selected + 1,
            Move::PageUp => self.selected.saturating_sub(page),
            Move::PageDown => self.selected.saturating_add(page),
            Move::First => 0,
            Move::Last => last,
            Move::Left | Move::Right | Move::RowStart | Move::RowEnd => self.selected,
        };
        self.select(row)
    }

    /// The row of the selected row's parent.
    #[must_use]
    pub fn parent(&self) -> Option<usize> {
        let depth = self.current()?.depth;
        self.rows.get(..self.selected)?.iter().rposition(|row| row.depth < depth)
    }

    /// Starts to expand the selected row, unless it is expanded or has nothing below it. Gives the key to list.
    pub fn open(&mut self, id: RequestId) -> Option<String> {
        let row = self.rows.get_mut(self.selected)?;
        if !row.may_open() || row.children.so_far().is_some() || row.children.is_waiting() {
            return None;
        }
        row.children = Late::asked(id);
        Some(row.child.key.clone())
    }

    /// Closes the selected row. Gives the rows that are removed, if it was expanded.
    pub fn close(&mut self) -> Option<Vec<TreeRow>> {
        let row = self.rows.get_mut(self.selected)?;
        let was_open = row.children.ready().is_some();
        row.children = Late::Idle;
        let depth = row.depth;
        let below = self.selected + 1;
        let end = self
            .rows
            .iter()
            .skip(below)
            .position(|row| row.depth <= depth)
            .map_or(self.rows.len(), |n| below + n);
        let gone = self.rows.drain(below..end).collect();
        was_open.then_some(gone)
    }

    /// Forgets what the selected node is, because it may have changed.
    pub fn forget_selected(&mut self) {
        if let Some(row) = self.rows.get_mut(self.selected) {
            row.described = TreeRow::new(row.child.clone(), row.depth).described;
            self.asked.remove(&row.child.key);
        }
    }

    /// Takes the names below the row that has asked for them.
    pub fn children(&mut self, id: RequestId, result: Result<Vec<Child>, String>) {
        let waits = |row: &TreeRow| row.children.is_waiting() && row.children.is_of(id);
        let Some(at) = self.rows.iter().position(waits) else { return };
        let Some(row) = self.rows.get_mut(at) else { return };
        let children = match result {
            Ok(children) => children,
            Err(error) => {
                row.children.answer(id, Err(error));
                return;
            }
        };
        row.children.answer(id, Ok(children.len()));
        // Answers on their way may be about earlier nodes of the same names, so that all nodes are asked for again.
        self.asked.clear();
        let depth = row.depth + 1;
        let count = children.len();
        self.rows.splice((at + 1)..=at, children.into_iter().map(|child| TreeRow::new(child, depth)));
        if self.selected > at {
            self.selected += count;
        }
    }

    /// Takes the descriptions of nodes that are on the screen. Others are dropped, and asked for when they are needed.
    pub fn described(&mut self, found: Vec<(String, Described)>, visible: usize) {
        let first = usize::try_from(self.scroll.first).unwrap_or(usize::MAX);
        for (key, described) in found {
            self.asked.remove(&key);
            let mut on_screen = self.rows.iter_mut().skip(first).take(visible);
            if let Some(row) = on_screen.find(|row| row.child.key == key) {
                row.described = Some(described);
            }
        }
    }

    /// The nodes on the screen that are not described yet; none where a worker is already describing all of them. A new
    /// list replaces the one that the worker has.
    pub fn to_describe(&mut self, visible: usize) -> Vec<Child> {
        let first = usize::try_from(self.scroll.first).unwrap_or(usize::MAX);
        let on_screen = self.rows.iter().skip(first).take(visible);
        let unknown = || on_screen.clone().filter(|row| row.described.is_none()).map(|row| &row.child);
        if unknown().all(|child| self.asked.contains(&child.key)) {
            return Vec::new();
        }
        self.asked = unknown().map(|child| child.key.clone()).collect();
        unknown().cloned().collect()
    }

    /// Scrolls so that the selected row is on the screen.
    pub fn follow(&mut self, visible: usize) {
        self.scroll.follow(self.selected as u64, visible as u64, self.rows.len() as u64);
    }

    /// The next row whose name contains `text`, in the given direction. The search goes on at the other end.
    #[must_use]
    pub fn find(&self, text: &str, backwards: bool) -> Option<usize> {
        let wanted = text.to_lowercase();
        let count = self.rows.len();
        let step = |distance: usize| {
            if backwards {
                (self.selected + count - distance) % count
            } else {
                (self.selected + distance) % count
            }
        };
        let matches = |row: &usize| self.rows.get(*row).is_some_and(|row| contains(&row.child.name, &wanted));
        (1..=count).map(step).find(matches)
    }
}

/// Whether a name contains a text, which is in lower case; the case of the name does not matter.
fn contains(name: &str, wanted: &str) -> bool {
    // Outside ASCII the case of a letter may change the length, so that the copy is needed.
    if !name.is_ascii() || wanted.is_empty() {
        return name.to_lowercase().contains(wanted);
    }
    // There may be millions of names: ASCII is compared in place, without a copy, and mostly by one byte.
    let (name, wanted) = (name.as_bytes(), wanted.as_bytes());
    let may_begin = |byte: u8| wanted.first().is_some_and(|first| byte.eq_ignore_ascii_case(first));
    name.windows(wanted.len())
        .any(|part| part.first().is_some_and(|byte| may_begin(*byte)) && part.eq_ignore_ascii_case(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(key: &str) -> Child {
        let name = key.rsplit('/').next().unwrap_or(key).to_owned();
        Child { name, key: key.to_owned(), kind: EntryKind::Directory }
    }

    fn opened() -> Tree {
        let mut tree = Tree::new("root");
        tree.open(1.into());
        tree.children(1.into(), Ok(vec![child("a"), child("b")]));
        tree.select(1);
        tree.open(2.into());
        tree.children(2.into(), Ok(vec![child("a/x"), child("a/y")]));
        tree
    }

    fn names(tree: &Tree) -> Vec<&str> {
        tree.rows().iter().map(|row| row.child.name.as_str()).collect()
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
        tree.open(1.into());
        tree.children(1.into(), Ok(vec![child("a"), child("b")]));
        tree.select(1);
        tree.open(2.into());
        tree.select(2);
        tree.children(2.into(), Ok(vec![child("a/x")]));
        assert_eq!(tree.current().unwrap().child.key, "b");
    }

    #[test]
    fn finding_goes_round_the_end() {
        let mut tree = opened();
        tree.select(2);
        assert_eq!(tree.find("A", false), Some(1));
        assert_eq!(tree.find("b", true), Some(4));
        assert_eq!(tree.find("nothing", false), None);
    }

    fn asked(tree: &mut Tree, visible: usize) -> Vec<String> {
        tree.to_describe(visible).into_iter().map(|child| child.key).collect()
    }

    #[test]
    fn the_nodes_on_the_screen_are_asked_for_in_their_order_until_they_are_known() {
        let mut tree = opened();
        assert_eq!(asked(&mut tree, 2), ["", "a"]);
        assert_eq!(asked(&mut tree, 2), [""; 0], "they are on their way");
        assert_eq!(asked(&mut tree, 4), ["", "a", "a/x", "a/y"], "the request before is replaced");
        tree.described(vec![("a".to_owned(), Described::Group)], 4);
        assert_eq!(asked(&mut tree, 4), [""; 0]);
        assert_eq!(asked(&mut tree, 5), ["", "a/x", "a/y", "b"]);
    }

    #[test]
    fn what_is_not_on_the_screen_any_more_is_asked_for_again() {
        let mut tree = opened();
        tree.to_describe(2);
        tree.scroll.first = 3;
        tree.described(vec![("a".to_owned(), Described::Group)], 2);
        tree.scroll.first = 0;
        assert_eq!(asked(&mut tree, 2), ["", "a"]);
    }

    #[test]
    fn a_name_is_found_in_any_case() {
        for (name, wanted, found) in [
            ("Ab-cD", "b-c", true),
            ("Ab", "abc", false),
            ("É", "é", true),
            ("ab", "é", false),
            ("a", "", true),
        ] {
            assert_eq!(contains(name, wanted), found, "{name} {wanted}");
        }
    }

    #[test]
    fn a_list_that_cannot_be_read_is_reported() {
        let mut tree = Tree::new("root");
        tree.open(1.into());
        tree.children(1.into(), Err("no permission".to_owned()));
        assert!(matches!(&tree.rows()[0].children, Late::Failed(error) if error == "no permission"));
    }
}
