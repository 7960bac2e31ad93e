//! The branches, the tags and the history of a repository.
//!
//! In version 2 of the format one file, `repo`, has all of them. In version 1 a branch or a tag is a file below `refs`, and each
//! snapshot names the one before it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;

use icechunk_format::SnapshotId;
use icechunk_format::flatbuffers::generated;
use icechunk_format::format_constants::FileTypeBin;
use serde_json::Value;

use super::super::percent::percent_decoded;
use super::super::{EntryKind, NamedSnapshot, RepositoryHistory, SnapshotRecord, StoreError};
use super::file::{FileFault, RepositoryFiles, root};
use super::flexbuffer::FlexValue;
use crate::limits::{HISTORY, HISTORY_BYTES, MESSAGE_BYTES, NODES, at_most};

pub(super) const OVERVIEW: &str = "repo";
pub(super) const REFS: &str = "refs";
pub(super) const SNAPSHOTS: &str = "snapshots";
const REF_BYTES: u64 = 1 << 16;

#[derive(Debug, Default)]
pub(super) struct RepositoryRefs {
    pub(super) version: u8,
    pub(super) branches: BTreeMap<String, String>,
    pub(super) tags: BTreeMap<String, String>,
    /// Branches and tags, as in keys, of which it is not known where they lead.
    pub(super) unreadable: BTreeMap<String, FileFault>,
    pub(super) containers: BTreeMap<String, String>,
    /// There may be others: a server that lists no names only says what it is asked for.
    pub(super) are_some: bool,
}

impl RepositoryRefs {
    pub(super) fn read(files: &RepositoryFiles) -> Result<Self, FileFault> {
        Self::of(files.written(OVERVIEW)?.as_deref(), files)
    }

    pub(super) fn of(overview: Option<&[u8]>, files: &RepositoryFiles) -> Result<Self, FileFault> {
        match overview {
            Some(bytes) => of_overview(&files.tables_in(bytes, OVERVIEW, FileTypeBin::RepoInfo)?, files),
            None => of_files(files),
        }
    }

    pub(super) fn snapshot(&self, name: &str) -> Option<String> {
        let (kind, name) = name.split_once('.')?;
        match kind {
            "branch" => self.branches.get(name).cloned(),
            "tag" => self.tags.get(name).cloned(),
            "snapshot" if is_id(name) => Some(name.to_owned()),
            _ => None,
        }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        let branches = self.branches.keys().map(|name| format!("branch.{name}"));
        let tags = self.tags.keys().map(|name| format!("tag.{name}"));
        let names: BTreeSet<String> = branches.chain(tags).chain(self.unreadable.keys().cloned()).collect();
        names.into_iter()
    }
}

fn is_id(text: &str) -> bool {
    SnapshotId::try_from(text).is_ok_and(|id| id.to_string() == text)
}

fn in_key(name: &str) -> String {
    // The escaping character comes first, so that it is replaced once.
    name.replace('%', "%25").replace('/', "%2F").replace('\\', "%5C").replace('\0', "%00")
}

fn of_overview(bytes: &[u8], files: &RepositoryFiles) -> Result<RepositoryRefs, FileFault> {
    let wrong = |found: String| FileFault::new(format!("a list of branches and tags in {OVERVIEW}"), found);
    let repository = root::<generated::Repo>(bytes).map_err(wrong)?;
    let snapshots = repository.snapshots();
    let mut unreadable = BTreeMap::new();
    let mut named =
        |kind, refs: flatbuffers::Vector<'_, flatbuffers::ForwardsUOffset<generated::Ref<'_>>>| {
            if refs.len() as u64 > files.limits.nodes {
                return Err(wrong(format!("more than {}", at_most(files.limits.nodes, "names", NODES))));
            }
            let mut found = BTreeMap::new();
            for row in refs {
                let name = in_key(row.name());
                // The library panics at an index that is too large.
                match usize::try_from(row.snapshot_index()) {
                    Ok(index) if index < snapshots.len() => {
                        found.insert(name, text_of(snapshots.get(index).id()));
                    }
                    _ => {
                        let (at, count) = (row.snapshot_index(), snapshots.len());
                        unreadable.insert(
                            format!("{kind}.{name}"),
                            FileFault::new(
                                format!("a snapshot that is listed in {OVERVIEW}"),
                                format!("number {at} of {count}"),
                            ),
                        );
                    }
                }
            }
            Ok(found)
        };
    let branches = named("branch", repository.branches())?;
    let tags = named("tag", repository.tags())?;
    Ok(RepositoryRefs {
        version: repository.spec_version(),
        branches,
        tags,
        unreadable,
        containers: containers(&repository),
        are_some: false,
    })
}

fn containers(repository: &generated::Repo<'_>) -> BTreeMap<String, String> {
    let mut named = BTreeMap::new();
    let config = repository.config().and_then(|bytes| FlexValue::root(bytes.bytes()));
    let Some(all) = config.and_then(|config| config.get("virtual_chunk_containers")) else { return named };
    for (_, container) in all.members() {
        let text = |name: &str| container.get(name)?.text();
        if let (Some(name), Some(begin)) = (text("name"), text("url_prefix")) {
            named.insert(name.to_owned(), begin.to_owned());
        }
    }
    named
}

/// In version 1 `refs` is a directory with one for each branch and tag.
fn of_files(files: &RepositoryFiles) -> Result<RepositoryRefs, FileFault> {
    let mut refs = RepositoryRefs { version: 1, ..RepositoryRefs::default() };
    if !files.store.lists() {
        // Every repository has this one.
        refs.are_some = true;
        if let Some(id) = of_file(files, "branch.main")? {
            refs.branches.insert("main".to_owned(), id);
        }
        return Ok(refs);
    }
    let listed = match files.store.list(REFS, files.limits.nodes) {
        Ok(listed) => listed,
        Err(
            StoreError::NotADirectory { .. }
            | StoreError::Io { kind: ErrorKind::NotFound | ErrorKind::NotADirectory, .. },
        ) => return Ok(refs),
        Err(error) => return Err(FileFault::of(&error, &format!(" in {REFS}"))),
    };
    for entry in listed {
        if entry.kind != EntryKind::Directory {
            continue;
        }
        let (names, name) = match entry.name.split_once('.') {
            Some(("branch", name)) => (&mut refs.branches, name),
            // A deleted tag keeps its file, and has another beside it.
            Some(("tag", name)) if !is_deleted(files, &entry.name) => (&mut refs.tags, name),
            _ => continue,
        };
        match of_file(files, &entry.name) {
            Ok(Some(id)) => drop(names.insert(name.to_owned(), id)),
            Ok(None) => {}
            Err(fault) if files.goes_without(&fault) => drop(refs.unreadable.insert(entry.name, fault)),
            Err(fault) => return Err(fault),
        }
    }
    Ok(refs)
}

fn is_deleted(files: &RepositoryFiles, name: &str) -> bool {
    files.store.has(&format!("{REFS}/{name}/ref.json.deleted"))
}

pub(super) fn asked_version(files: &RepositoryFiles, name: &str) -> Result<Option<String>, FileFault> {
    let is_tag = name.starts_with("tag.");
    if !is_tag && !name.starts_with("branch.") || is_tag && is_deleted(files, name) {
        return Ok(None);
    }
    of_file(files, name)
}

fn of_file(files: &RepositoryFiles, name: &str) -> Result<Option<String>, FileFault> {
    let path = format!("{REFS}/{name}/ref.json");
    let Some(bytes) = files.read(&path, REF_BYTES)? else { return Ok(None) };
    let wrong = |found: String| FileFault::new(format!("the id of a snapshot in {path}"), found);
    let value: Value = serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))?;
    match value.get("snapshot").and_then(Value::as_str) {
        Some(id) if is_id(id) => Ok(Some(id.to_owned())),
        _ => Err(wrong("none".to_owned())),
    }
}

pub(super) fn text_of(id: &generated::ObjectId12) -> String {
    SnapshotId::new(id.0).to_string()
}

pub fn history(files: &RepositoryFiles, refs: &RepositoryRefs) -> Result<RepositoryHistory, FileFault> {
    let unreadable = refs.unreadable.iter();
    let faults = unreadable.map(|(name, fault)| fault.clone().at(name)).collect();
    let mut reader = HistoryReader { files, left: Some(HISTORY_BYTES), faults };
    let mut snapshots = match files.tables(OVERVIEW, FileTypeBin::RepoInfo)? {
        Some(bytes) => {
            let repository = root::<generated::Repo>(&bytes)
                .map_err(|found| FileFault::new(format!("a history in {OVERVIEW}"), found))?;
            records(&repository)
        }
        None => reader.followed(refs)?,
    };
    let has_more = snapshots.len() > HISTORY;
    snapshots.truncate(HISTORY);
    let named = |names: &BTreeMap<String, String>| {
        let mut rows = Vec::new();
        for (key, id) in names {
            let name = if refs.version < 2 { key.clone() } else { percent_decoded(key) };
            rows.push(NamedSnapshot { name, key: key.clone(), id: id.clone() });
        }
        rows
    };
    let branches = named(&refs.branches);
    let tags = named(&refs.tags);
    let (is_cut, faults) = (reader.left.is_none(), reader.faults);
    Ok(RepositoryHistory { version: refs.version, branches, tags, snapshots, has_more, is_cut, faults })
}

/// The newest snapshots of version 2, one more than are shown if there are more.
fn records(repository: &generated::Repo<'_>) -> Vec<SnapshotRecord> {
    let rows = repository.snapshots();
    let mut newest = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        newest.push((Reverse(row.flushed_at()), index));
    }
    newest.sort_unstable();
    newest.truncate(HISTORY.saturating_add(1));
    let mut records = Vec::new();
    for (_, index) in newest {
        let row = rows.get(index);
        let parent = match usize::try_from(row.parent_offset()) {
            Ok(parent) if parent < rows.len() => Some(text_of(rows.get(parent).id())),
            _ => None,
        };
        records.push(record(text_of(row.id()), parent, row.flushed_at(), row.message()));
    }
    records
}

fn record(id: String, parent: Option<String>, written: u64, message: &str) -> SnapshotRecord {
    let kept = message.get(..message.floor_char_boundary(MESSAGE_BYTES)).unwrap_or_default();
    let message_is_cut = kept.len() < message.len();
    SnapshotRecord { id, parent, written, message: kept.to_owned(), message_is_cut }
}

struct HistoryReader<'f> {
    files: &'f RepositoryFiles,
    /// How many more bytes of snapshots are read. `None` once there were more.
    left: Option<u64>,
    faults: Vec<StoreError>,
}

impl HistoryReader<'_> {
    /// Those of version 1, each a file. The newest known one is followed next, so that the first ones are the newest of all.
    fn followed(&mut self, refs: &RepositoryRefs) -> Result<Vec<SnapshotRecord>, FileFault> {
        let heads: BTreeSet<&String> = refs.branches.values().chain(refs.tags.values()).collect();
        let mut seen: BTreeSet<String> = heads.into_iter().take(HISTORY).cloned().collect();
        let mut known = BTreeMap::new();
        for id in &seen {
            if let Some(row) = self.record(id)? {
                known.insert((row.written, row.id.clone()), row);
            }
        }
        let mut found = Vec::new();
        while found.len() <= HISTORY
            && let Some((_, row)) = known.pop_last()
        {
            if let Some(parent) = &row.parent
                && seen.insert(parent.clone())
                && let Some(row) = self.record(parent)?
            {
                known.insert((row.written, row.id.clone()), row);
            }
            found.push(row);
        }
        Ok(found)
    }

    /// `None` where the snapshot has expired and its file is gone, where it is damaged, or where enough was read: the history ends
    /// there.
    fn record(&mut self, id: &str) -> Result<Option<SnapshotRecord>, FileFault> {
        let Some(left) = self.left.filter(|left| *left > 0) else {
            self.left = None;
            return Ok(None);
        };
        match snapshot_record(self.files, id) {
            Ok(Some((row, nbytes))) => {
                self.left = Some(left.saturating_sub(nbytes));
                Ok(Some(row))
            }
            Ok(None) => Ok(None),
            Err(fault) if self.files.goes_without(&fault) => {
                self.faults.push(fault.at(&format!("snapshot.{id}")));
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }
}

/// With the bytes of its tables.
fn snapshot_record(files: &RepositoryFiles, id: &str) -> Result<Option<(SnapshotRecord, u64)>, FileFault> {
    let name = format!("{SNAPSHOTS}/{id}");
    let Some(bytes) = files.tables(&name, FileTypeBin::Snapshot)? else { return Ok(None) };
    let snapshot = root::<generated::Snapshot>(&bytes)
        .map_err(|found| FileFault::new(format!("a snapshot of Icechunk in {name}"), found))?;
    let parent = snapshot.parent_id().map(text_of);
    let row = record(id.to_owned(), parent, snapshot.flushed_at(), snapshot.message());
    Ok(Some((row, bytes.len() as u64)))
}

#[cfg(test)]
mod tests {
    use flatbuffers::FlatBufferBuilder;

    use super::super::super::{MemoryStore, Store};
    use super::*;
    use crate::limits::Limits;

    fn files() -> RepositoryFiles {
        let nothing: [(String, Vec<u8>); 0] = [];
        RepositoryFiles {
            store: Box::new(Store::Memory(MemoryStore::new("r", nothing))),
            limits: Limits::default(),
        }
    }

    /// An overview with a snapshot at 0, and a branch that leads to the snapshot at an index.
    fn overview(snapshot_index: u32, parent_offset: i32) -> Vec<u8> {
        overview_with(snapshot_index, parent_offset, b"")
    }

    /// The same with a configuration.
    fn overview_with(snapshot_index: u32, parent_offset: i32, config: &[u8]) -> Vec<u8> {
        let mut builder = FlatBufferBuilder::new();
        let (name, message) = (builder.create_string("a/b"), builder.create_string("first"));
        let branch =
            generated::Ref::create(&mut builder, &generated::RefArgs { name: Some(name), snapshot_index });
        let id = generated::ObjectId12::new(&[0; 12]);
        let row = generated::SnapshotInfoArgs {
            id: Some(&id),
            parent_offset,
            flushed_at: 5,
            message: Some(message),
            ..Default::default()
        };
        let row = generated::SnapshotInfo::create(&mut builder, &row);
        let status = generated::RepoStatus::create(&mut builder, &generated::RepoStatusArgs::default());
        let repo = generated::RepoArgs {
            spec_version: 2,
            tags: Some(builder.create_vector::<flatbuffers::ForwardsUOffset<generated::Ref>>(&[])),
            branches: Some(builder.create_vector(&[branch])),
            deleted_tags: Some(builder.create_vector::<flatbuffers::ForwardsUOffset<&str>>(&[])),
            snapshots: Some(builder.create_vector(&[row])),
            status: Some(status),
            latest_updates: Some(
                builder.create_vector::<flatbuffers::ForwardsUOffset<generated::Update>>(&[]),
            ),
            config: Some(builder.create_vector(config)),
            ..Default::default()
        };
        let repo = generated::Repo::create(&mut builder, &repo);
        builder.finish(repo, None);
        builder.finished_data().to_vec()
    }

    #[test]
    fn a_branch_leads_to_a_snapshot_that_is_there() {
        let refs = of_overview(&overview(0, -1), &files()).unwrap();
        assert_eq!(refs.branches, BTreeMap::from([("a%2Fb".to_owned(), "00000000000000000000".to_owned())]));
        assert_eq!(refs.snapshot("branch.a%2Fb").as_deref(), Some("00000000000000000000"));
        let refs = of_overview(&overview(7, -1), &files()).unwrap();
        let (name, fault) = refs.unreadable.first_key_value().unwrap();
        assert_eq!((name.as_str(), refs.branches.len()), ("branch.a%2Fb", 0));
        assert_eq!(fault.sentence(), "number 7 of 1, where a snapshot that is listed in repo was expected");
    }

    #[test]
    fn containers_with_a_name_are_those_of_the_configuration() {
        // Written by flexbuffers.py of FlatBuffers 25: two containers, the second without a name.
        const CONFIG: &[u8] = b"caching\0virtual_chunk_containers\0file:///d/\0name\0\x06mydata\0store\0local\0\x02/d\0\x01\
            \x0b\x01\x01\x01\x08\x14url_prefix\0\nfile:///d/\0\x03<0\x1a\x03\x01\x03<!\x14\x14$\x14s3://b/\0name\0url_prefix\0\
            \x07s3://b/\0\x02\x1a\x16\x02\x01\x02\0\x0f\0\x14\x02\x7f-\x02\x01\x027\x0b$$\x02\xaa\xa3\x02\x01\x02\0\x0b\0$\x04$\x01";
        let refs = of_overview(&overview_with(0, -1, CONFIG), &files()).unwrap();
        let expected = BTreeMap::from([("mydata".to_owned(), "file:///d/".to_owned())]);
        assert_eq!(refs.containers, expected);
        for end in 0..CONFIG.len() {
            let refs = of_overview(&overview_with(0, -1, &CONFIG[..end]), &files()).unwrap();
            assert!(refs.containers.len() <= 1);
        }
    }

    #[test]
    fn a_parent_that_is_not_there_is_none() {
        for parent in [-1, 1, i32::MAX, i32::MIN] {
            let bytes = overview(0, parent);
            let found = records(&root::<generated::Repo>(&bytes).unwrap());
            assert_eq!((found.len(), found[0].parent.clone(), found[0].written), (1, None, 5), "{parent}");
        }
    }

    #[test]
    fn an_id_is_written_as_icechunk_writes_it() {
        for (text, expected) in [
            ("1CECHNKREP0F1RSTCMT0", true),
            ("1cechnkrep0f1rstcmt0", false),
            ("1CECHNKREP0F1RSTCMT", false),
            ("1CECHNKREP0F1RSTCMTU", false),
            ("../../etc/passwd/a/b", false),
            ("", false),
        ] {
            assert_eq!(is_id(text), expected, "{text}");
        }
    }
}
