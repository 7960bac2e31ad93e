use super::super::{Below, Detail, DirectoryEntry, EntryKind, StoreError, Walk, join};
use super::nodes::{SnapshotArray, SnapshotNodes};
use super::{IcechunkStore, VersionedPath};

impl IcechunkStore {
    pub(in crate::store) fn list(&self, key: &str) -> Result<Vec<DirectoryEntry>, StoreError> {
        self.check_directory(key)?;
        let VersionedPath::Within(snapshot, path) = self.place(key)? else {
            let entry = |name| DirectoryEntry { name, kind: EntryKind::Directory };
            return Ok(DirectoryEntry::sorted(self.repository.refs.names().map(entry)));
        };
        let mut entries = snapshot.documents.list(&path);
        if let Some((array, rest)) = snapshot.array_above(&path) {
            entries.extend(self.repository.chunks(array).map_err(|fault| fault.at(key))?.list(rest));
        }
        Ok(DirectoryEntry::sorted(entries.into_iter()))
    }

    pub(in crate::store) fn walk(&self, key: &str, _: Detail, mut visit: impl FnMut(&str, Below) -> Walk) {
        match self.place(key) {
            Ok(VersionedPath::Within(snapshot, path)) => {
                self.walk_snapshot(&snapshot, &path, &mut visit);
            }
            Ok(VersionedPath::Root) => self.walk_root(&mut visit),
            Ok(VersionedPath::Nowhere) => {}
            Err(error) => {
                visit("", Below::Unreadable(error));
            }
        }
    }

    fn walk_root(&self, visit: &mut dyn FnMut(&str, Below) -> Walk) {
        for name in self.repository.refs.names() {
            match visit(&name, Below::Directory) {
                Walk::Stop => return,
                Walk::Past => continue,
                Walk::On => {}
            }
            let walked = match self.place(&name) {
                Ok(VersionedPath::Within(snapshot, path)) => {
                    self.walk_snapshot(&snapshot, &path, &mut |key, below| visit(&join(&name, key), below))
                }
                Ok(_) => Walk::On,
                Err(error) => visit(&name, Below::Unreadable(error)),
            };
            if walked == Walk::Stop {
                return;
            }
        }
    }

    fn walk_snapshot(
        &self,
        snapshot: &SnapshotNodes,
        path: &str,
        visit: &mut dyn FnMut(&str, Below) -> Walk,
    ) -> Walk {
        if let Some((array, rest)) = snapshot.array_above(path)
            && !rest.is_empty()
        {
            return self.chunks(array, rest, visit);
        }
        let mut last = Walk::On;
        snapshot.documents.walk(path, |key, below| {
            last = visit(key, below);
            if last != Walk::Stop
                && let Some(node) = key.strip_suffix("zarr.json").map(|node| node.trim_end_matches('/'))
                && let Some(array) = snapshot.arrays.get(&join(path, node))
            {
                last = self.chunks(array, "", &mut |chunk, below| visit(&join(node, chunk), below));
            }
            last
        });
        last
    }

    fn chunks(&self, array: &SnapshotArray, rest: &str, visit: &mut dyn FnMut(&str, Below) -> Walk) -> Walk {
        let chunks = match self.repository.chunks(array) {
            Ok(chunks) => chunks,
            Err(fault) => return visit("", Below::Unreadable(fault.at(""))),
        };
        let mut last = Walk::On;
        chunks.walk(rest, |key, below| {
            last = visit(key, below);
            last
        });
        last
    }
}
