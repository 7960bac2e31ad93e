//! What a repository says of itself: its branches, its tags and its history.
//!
//! In version 2 of the format one file, `repo`, has all of it. In version 1 a branch or a tag is a file below `refs`, and each snapshot
//! names the one before it.

use std::collections::{BTreeMap, BTreeSet};

use icechunk_format::SnapshotId;
use icechunk_format::flatbuffers::generated;
use serde_json::Value;

use super::super::entry::EntryKind;
use super::super::history::{NamedSnapshot, RepositoryHistory, SnapshotRecord};
use super::file::{FileFault, RepositoryFile, RepositoryFiles, root};
use crate::limits::{HISTORY, NODES, at_most};

/// The file that has everything, in version 2.
pub(super) const OVERVIEW: &str = "repo";
/// The directory of branches and tags, in version 1.
pub(super) const REFS: &str = "refs";
/// The directory of snapshots.
pub(super) const SNAPSHOTS: &str = "snapshots";
/// The longest file of a branch or a tag.
const REF_BYTES: u64 = 1 << 16;

/// The branches and tags of a repository.
#[derive(Debug, Default)]
pub(super) struct RepositoryRefs {
    /// The version of the format.
    pub(super) version: u8,
    /// The id of the snapshot of each branch.
    pub(super) branches: BTreeMap<String, String>,
    /// The id of the snapshot of each tag.
    pub(super) tags: BTreeMap<String, String>,
}

impl RepositoryRefs {
    /// Reads the branches and tags.
    ///
    /// # Errors
    /// When what has them cannot be read.
    pub(super) fn read(files: &RepositoryFiles) -> Result<Self, FileFault> {
        match files.tables(OVERVIEW, RepositoryFile::Overview)? {
            Some(bytes) => of_overview(&bytes, files),
            None => of_files(files),
        }
    }

    /// The id of the snapshot that the first name of a key leads to, as written: it need not be there.
    pub(super) fn snapshot(&self, name: &str) -> Option<String> {
        let (kind, name) = name.split_once('.')?;
        match kind {
            "branch" => self.branches.get(name).cloned(),
            "tag" => self.tags.get(name).cloned(),
            "snapshot" => is_id(name).then(|| name.to_owned()),
            _ => None,
        }
    }

    /// The first names of keys: one for each branch and tag.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        let branches = self.branches.keys().map(|name| format!("branch.{name}"));
        branches.chain(self.tags.keys().map(|name| format!("tag.{name}")))
    }
}

/// Whether a text is an id of a snapshot as Icechunk writes it.
fn is_id(text: &str) -> bool {
    SnapshotId::try_from(text).is_ok_and(|id| id.to_string() == text)
}

/// A name of a branch or a tag as part of a key, in which `/` would mean something else.
fn in_key(name: &str) -> String {
    // The sign of what is replaced comes first, so that it is replaced once.
    let signs = [("%", "%25"), ("/", "%2F"), ("\\", "%5C"), ("\0", "%00")];
    signs.iter().fold(name.to_owned(), |key, (sign, written)| key.replace(sign, written))
}

/// The refs of version 2.
fn of_overview(bytes: &[u8], files: &RepositoryFiles) -> Result<RepositoryRefs, FileFault> {
    let wrong = |found: String| FileFault::new(format!("branches and tags in {OVERVIEW}"), found);
    let repository = root::<generated::Repo>(bytes).map_err(wrong)?;
    let snapshots: Vec<String> = repository.snapshots().iter().map(|row| text_of(row.id())).collect();
    let named = |refs: flatbuffers::Vector<'_, flatbuffers::ForwardsUOffset<generated::Ref<'_>>>| {
        if refs.len() as u64 > files.limits.nodes {
            return Err(wrong(format!("more than {}", at_most(files.limits.nodes, "names", NODES))));
        }
        let id = |row: generated::Ref<'_>| {
            let index = usize::try_from(row.snapshot_index()).ok();
            let id = index.and_then(|index| snapshots.get(index)).cloned();
            let found =
                || format!("{} at snapshot {} of {}", row.name(), row.snapshot_index(), snapshots.len());
            id.map(|id| (in_key(row.name()), id)).ok_or_else(|| wrong(found()))
        };
        refs.iter().map(id).collect::<Result<BTreeMap<_, _>, _>>()
    };
    Ok(RepositoryRefs {
        version: repository.spec_version(),
        branches: named(repository.branches())?,
        tags: named(repository.tags())?,
    })
}

/// The refs of version 1: a directory with a file for each.
fn of_files(files: &RepositoryFiles) -> Result<RepositoryRefs, FileFault> {
    let mut refs = RepositoryRefs { version: 1, ..RepositoryRefs::default() };
    if !files.store.lists() {
        // A server of files says no names; this one every repository has.
        refs.branches.extend(of_file(files, "branch.main")?.map(|id| ("main".to_owned(), id)));
        return Ok(refs);
    }
    if files.store.check_directory(REFS).is_err() {
        return Ok(refs);
    }
    let listed = files.store.list(REFS, files.limits.nodes).map_err(|error| {
        let (expected, found) = error.contrast();
        FileFault::new(format!("{expected} in {REFS}"), found)
    })?;
    for entry in listed.iter().filter(|entry| entry.kind == EntryKind::Directory) {
        let named = match entry.name.split_once('.') {
            Some(("branch", name)) => (&mut refs.branches, name),
            // A tag that was deleted keeps its file, with another beside it.
            Some(("tag", name)) if !files.store.has(&format!("{REFS}/{}/ref.json.deleted", entry.name)) => {
                (&mut refs.tags, name)
            }
            _ => continue,
        };
        named.0.extend(of_file(files, &entry.name)?.map(|id| (named.1.to_owned(), id)));
    }
    Ok(refs)
}

/// The id of the snapshot in the file of a branch or a tag; `None` where there is no such file.
fn of_file(files: &RepositoryFiles, name: &str) -> Result<Option<String>, FileFault> {
    let path = format!("{REFS}/{name}/ref.json");
    let Some(bytes) = files.read(&path, REF_BYTES)? else { return Ok(None) };
    let wrong = |found: String| FileFault::new(format!("the id of a snapshot in {path}"), found);
    let value: Value = serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))?;
    match value.get("snapshot").and_then(Value::as_str).filter(|id| is_id(id)) {
        Some(id) => Ok(Some(id.to_owned())),
        None => Err(wrong("none".to_owned())),
    }
}

/// The id of a snapshot, as its file is called.
pub(super) fn text_of(id: &generated::ObjectId12) -> String {
    SnapshotId::new(id.0).to_string()
}

/// Reads the history, newest first.
///
/// # Errors
/// When a part of it cannot be read.
pub(super) fn history(
    files: &RepositoryFiles,
    refs: &RepositoryRefs,
) -> Result<RepositoryHistory, FileFault> {
    let mut snapshots = match files.tables(OVERVIEW, RepositoryFile::Overview)? {
        Some(bytes) => {
            let repository = root::<generated::Repo>(&bytes)
                .map_err(|found| FileFault::new(format!("a history in {OVERVIEW}"), found))?;
            records(&repository)
        }
        None => followed(files, refs)?,
    };
    snapshots.sort_by(|one, other| other.written.cmp(&one.written).then_with(|| one.id.cmp(&other.id)));
    let has_more = snapshots.len() > HISTORY;
    snapshots.truncate(HISTORY);
    let named = |names: &BTreeMap<String, String>| {
        names.iter().map(|(name, id)| NamedSnapshot { name: name.clone(), id: id.clone() }).collect()
    };
    let (branches, tags) = (named(&refs.branches), named(&refs.tags));
    Ok(RepositoryHistory { version: refs.version, branches, tags, snapshots, has_more })
}

/// The snapshots of version 2.
fn records(repository: &generated::Repo<'_>) -> Vec<SnapshotRecord> {
    let ids: Vec<String> = repository.snapshots().iter().map(|row| text_of(row.id())).collect();
    let rows = repository.snapshots().iter();
    rows.zip(&ids)
        .map(|(row, id)| SnapshotRecord {
            id: id.clone(),
            parent: usize::try_from(row.parent_offset()).ok().and_then(|parent| ids.get(parent)).cloned(),
            written: row.flushed_at(),
            message: row.message().to_owned(),
        })
        .collect()
}

/// The snapshots of version 1: from each branch and tag back to the first one. Each is a file of its own, and one more than are
/// shown are read.
fn followed(files: &RepositoryFiles, refs: &RepositoryRefs) -> Result<Vec<SnapshotRecord>, FileFault> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut found = Vec::new();
    let mut waiting: Vec<String> = refs.branches.values().chain(refs.tags.values()).cloned().collect();
    while let Some(id) = waiting.pop() {
        if found.len() > HISTORY {
            break;
        }
        if !seen.insert(id.clone()) {
            continue;
        }
        let name = format!("{SNAPSHOTS}/{id}");
        // A snapshot that has expired is gone, and the history ends there.
        let Some(bytes) = files.tables(&name, RepositoryFile::Snapshot)? else { continue };
        let snapshot = root::<generated::Snapshot>(&bytes)
            .map_err(|found| FileFault::new(format!("a snapshot of Icechunk in {name}"), found))?;
        let parent = snapshot.parent_id().map(text_of);
        waiting.extend(parent.clone());
        let (written, message) = (snapshot.flushed_at(), snapshot.message().to_owned());
        found.push(SnapshotRecord { id, parent, written, message });
    }
    Ok(found)
}
