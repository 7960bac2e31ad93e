use std::collections::HashMap;
use std::sync::Arc;

use crate::explorer::tree::state::TreeRow;
use crate::explorer::tree::state::{Tree, rows_of};
use crate::explorer::tree::work::ListChildren;
use crate::explorer::{App, Request, RequestId};
use crate::hierarchy::Child;
use crate::store::EntryKind;

impl App {
    /// Lists the nodes above the selected one again; others when they are selected, so that a store far away is not asked for all.
    pub(crate) fn list_again(&mut self) {
        for row in self.hierarchy.tree.open_above() {
            let request = self.shared.request();
            if let Some(key) = self.hierarchy.tree.ask_again(row, &request) {
                let hierarchy = Arc::clone(&self.shared.hierarchy);
                self.shared.send(&request, ListChildren { hierarchy, key });
            }
        }
    }

    pub(crate) fn listed(&mut self, id: RequestId, result: Result<Vec<Child>, String>) {
        let gone = self.hierarchy.tree.children(id, result);
        if !gone.is_empty() {
            self.shared.free(gone);
        }
    }
}

impl Tree {
    fn open_above(&self) -> Vec<usize> {
        let mut depth = self.current().map_or(0, |row| row.depth);
        let mut above = Vec::new();
        for (index, row) in self.rows.iter().enumerate().take(self.selected).rev() {
            if row.depth < depth {
                depth = row.depth;
                if row.children.ready().is_some() {
                    above.push(index);
                }
            }
        }
        above
    }

    fn ask_again(&mut self, row: usize, request: &Request) -> Option<String> {
        let row = self.rows.get_mut(row)?;
        row.children.ask_again(request.clone());
        Some(row.child.key.clone())
    }

    /// Gives the rows that are gone. The selected row and those above it stay: a deleted node says so itself, and may come back.
    pub fn children(&mut self, id: RequestId, result: Result<Vec<Child>, String>) -> Vec<TreeRow> {
        let waits = |row: &TreeRow| row.children.is_waiting() && row.children.is_of(id);
        let Some(at) = self.rows.iter().position(waits) else { return Vec::new() };
        let range = self.below(at);
        let Some(row) = self.rows.get_mut(at) else { return Vec::new() };
        let children = match result {
            Ok(children) => children,
            Err(_) if row.children.so_far().is_some() => {
                // The node itself says that it cannot be read.
                row.children.give_up();
                return Vec::new();
            }
            Err(error) => {
                row.children.answer(id, Err(error));
                return Vec::new();
            }
        };
        // Answers on their way may be about earlier nodes of the same names, so all nodes are described again.
        self.asked.clear();
        let depth = row.depth + 1;
        let now = rows_of(children, depth, &row.child.key, self.folds_files);
        let before: Vec<TreeRow> = self.rows.drain(range.clone()).collect();
        let selected = self.selected.checked_sub(range.start);
        let (now, gone) = merge(parts(now, depth, None), parts(before, depth, selected));
        // All files together are one row, with their number.
        let is_node =
            |part: &&Subtree| part.rows.first().is_some_and(|row| row.child.kind != EntryKind::File);
        let nodes = now.iter().filter(is_node).count();
        if let Some(row) = self.rows.get_mut(at) {
            row.children.answer(id, Ok(nodes));
        }
        self.selected = match selected {
            Some(after) if after >= range.len() => {
                at + 1 + now.iter().map(|part| part.rows.len()).sum::<usize>() + (after - range.len())
            }
            Some(_) => place_of_selected(&now).map_or(at, |place| at + 1 + place),
            None => self.selected,
        };
        self.rows.splice(range.start..range.start, now.into_iter().flat_map(|part| part.rows));
        self.measure();
        gone
    }
}

struct Subtree {
    rows: Vec<TreeRow>,
    selected: Option<usize>,
}

impl Subtree {
    fn key(&self) -> &str {
        self.rows.first().map_or("", |row| &row.child.key)
    }

    fn take(&mut self, before: Self) -> Vec<TreeRow> {
        let kind = |part: &Self| part.rows.first().map(|row| (row.child.kind, row.files.is_empty()));
        if kind(self) == kind(&before) && kind(self).is_some_and(|(_, is_node)| is_node) {
            *self = before;
            for row in &mut self.rows {
                row.is_old = row.described.is_some();
            }
            return Vec::new();
        }
        self.selected = before.selected.map(|_| 0);
        before.rows
    }
}

fn place_of_selected(parts: &[Subtree]) -> Option<usize> {
    let with = parts.iter().position(|part| part.selected.is_some())?;
    let above = parts.iter().take(with).map(|part| part.rows.len()).sum::<usize>();
    Some(above + parts.get(with)?.selected?)
}

fn parts(rows: Vec<TreeRow>, depth: usize, selected: Option<usize>) -> Vec<Subtree> {
    let mut parts: Vec<Subtree> = Vec::new();
    for (index, row) in rows.into_iter().enumerate() {
        let is_selected = selected == Some(index);
        match parts.last_mut() {
            Some(part) if row.depth > depth => {
                part.selected = part.selected.or(is_selected.then_some(part.rows.len()));
                part.rows.push(row);
            }
            _ => parts.push(Subtree { rows: vec![row], selected: is_selected.then_some(0) }),
        }
    }
    parts
}

/// Keeps each old node that is listed again, and the selected one, after the node it followed. Gives all, and the rows that are gone.
fn merge(mut now: Vec<Subtree>, before: Vec<Subtree>) -> (Vec<Subtree>, Vec<TreeRow>) {
    let places: HashMap<String, usize> =
        now.iter().enumerate().map(|(place, part)| (part.key().to_owned(), place)).collect();
    let (mut gone, mut next, mut lost) = (Vec::new(), 0, None);
    for part in before {
        if let Some(place) = places.get(part.key()).copied()
            && let Some(same) = now.get_mut(place)
        {
            gone.extend(same.take(part));
            next = place + 1;
        } else if part.selected.is_some() {
            lost = Some((next, part));
        } else {
            gone.extend(part.rows);
        }
    }
    if let Some((place, part)) = lost {
        now.insert(place, part);
    }
    (now, gone)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(key: &str) -> Child {
        let name = key.rsplit('/').next().unwrap_or(key).to_owned();
        Child { name, key: key.to_owned(), kind: EntryKind::Directory }
    }

    fn list(tree: &mut Tree, row: usize, id: u64, names: &[&str]) -> Vec<String> {
        let request = Request::new(id.into());
        let asked = tree.open_at(row, &request).or_else(|| tree.ask_again(row, &request));
        assert!(asked.is_some());
        let gone = tree.children(id.into(), Ok(names.iter().map(|name| child(name)).collect()));
        gone.into_iter().map(|row| row.child.key).collect()
    }

    /// A tree of `a` with `a/x` and `a/y`, `b` and `c`.
    fn opened(selected: usize) -> Tree {
        let mut tree = Tree::new("root");
        list(&mut tree, 0, 1, &["a", "b", "c"]);
        list(&mut tree, 1, 2, &["a/x", "a/y"]);
        tree.select(selected);
        tree
    }

    fn keys(tree: &Tree) -> Vec<&str> {
        tree.rows.iter().map(|row| row.child.key.as_str()).collect()
    }

    #[test]
    fn new_nodes_come_and_deleted_ones_go_while_the_others_stay_open() {
        let mut tree = opened(4);
        assert_eq!(list(&mut tree, 0, 3, &["a", "aa", "b", "d"]), ["c"]);
        assert_eq!(keys(&tree), ["", "a", "a/x", "a/y", "aa", "b", "d"]);
        assert_eq!(tree.current().unwrap().child.key, "b");
    }

    #[test]
    fn a_selected_node_that_is_gone_keeps_its_place_until_another_is_selected() {
        let mut tree = opened(3);
        assert_eq!(list(&mut tree, 0, 3, &["0", "b", "c"]), [""; 0]);
        assert_eq!(keys(&tree), ["", "a", "a/x", "a/y", "0", "b", "c"], "there was none before it");
        assert_eq!(tree.current().unwrap().child.key, "a/y");
        tree.select(5);
        assert_eq!(list(&mut tree, 0, 4, &["0", "b", "c"]), ["a", "a/x", "a/y"]);
        assert_eq!(tree.current().unwrap().child.key, "b");
    }

    #[test]
    fn only_rows_above_the_selected_one_are_listed_again() {
        let mut tree = opened(3);
        assert_eq!(tree.open_above(), [1, 0]);
        tree.select(5);
        assert_eq!(tree.open_above(), [0]);
        tree.select(0);
        assert!(tree.open_above().is_empty());
    }

    #[test]
    fn rows_stay_where_they_cannot_be_listed_again() {
        let mut tree = opened(0);
        tree.ask_again(0, &Request::new(3.into()));
        assert!(tree.children(3.into(), Err("no answer".to_owned())).is_empty());
        assert_eq!(keys(&tree), ["", "a", "a/x", "a/y", "b", "c"]);
        assert!(tree.rows[0].children.ready().is_some());
    }
}
