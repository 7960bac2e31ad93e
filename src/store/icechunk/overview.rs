//! What a repository says of itself: its branches, its tags and its history.
//!
//! In version 2 of the format one file, `repo`, has all of it. In version 1 a branch or a tag is a file below `refs`, and each snapshot
//! names the one before it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;

use icechunk_format::SnapshotId;
use icechunk_format::flatbuffers::generated;
use serde_json::Value;

use super::super::entry::EntryKind;
use super::super::error::StoreError;
use super::super::history::{NamedSnapshot, RepositoryHistory, SnapshotRecord};
use super::super::percent::percent_decoded;
use super::file::{FileFault, RepositoryFile, RepositoryFiles, root};
use super::flexbuffer::FlexValue;
use crate::limits::{HISTORY, NODES, at_most};

/// The file that has everything, in version 2.
pub(super) const OVERVIEW: &str = "repo";
/// The directory of branches and tags, in version 1.
pub(super) const REFS: &str = "refs";
pub(super) const SNAPSHOTS: &str = "snapshots";
const REF_BYTES: u64 = 1 << 16;

#[derive(Debug, Default)]
pub(super) struct RepositoryRefs {
    pub(super) version: u8,
    pub(super) branches: BTreeMap<String, String>,
    pub(super) tags: BTreeMap<String, String>,
    /// The beginnings of locations in the containers of a name.
    pub(super) containers: BTreeMap<String, String>,
    /// Whether there may be others, because a server that lists no names says only what it is asked for.
    pub(super) are_some: bool,
}

impl RepositoryRefs {
    pub(super) fn read(files: &RepositoryFiles) -> Result<Self, FileFault> {
        Self::of(files.written(OVERVIEW)?.as_deref(), files)
    }

    /// The branches and tags, where the file that has everything in version 2 was read, or is not there.
    pub(super) fn of(overview: Option<&[u8]>, files: &RepositoryFiles) -> Result<Self, FileFault> {
        match overview {
            Some(bytes) => of_overview(&files.tables_in(bytes, OVERVIEW, RepositoryFile::Overview)?, files),
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

fn of_overview(bytes: &[u8], files: &RepositoryFiles) -> Result<RepositoryRefs, FileFault> {
    let wrong = |found: String| FileFault::new(format!("a list of branches and tags in {OVERVIEW}"), found);
    let repository = root::<generated::Repo>(bytes).map_err(wrong)?;
    let snapshots = repository.snapshots();
    let named = |refs: flatbuffers::Vector<'_, flatbuffers::ForwardsUOffset<generated::Ref<'_>>>| {
        if refs.len() as u64 > files.limits.nodes {
            return Err(wrong(format!("more than {}", at_most(files.limits.nodes, "names", NODES))));
        }
        let id = |row: generated::Ref<'_>| {
            let index = usize::try_from(row.snapshot_index()).ok();
            // The library panics at an index that is too large.
            let id = index
                .filter(|index| *index < snapshots.len())
                .map(|index| text_of(snapshots.get(index).id()));
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
        containers: containers(&repository),
        are_some: false,
    })
}

/// The containers of virtual chunks that have a name, from the configuration. Without one there are none.
fn containers(repository: &generated::Repo<'_>) -> BTreeMap<String, String> {
    let config = repository.config().and_then(|bytes| FlexValue::root(bytes.bytes()));
    let all = config.and_then(|config| config.get("virtual_chunk_containers"));
    let named = all.into_iter().flat_map(FlexValue::members).filter_map(|(_, container)| {
        let text = |name: &str| container.get(name).and_then(FlexValue::text).map(str::to_owned);
        Some((text("name")?, text("url_prefix")?))
    });
    named.collect()
}

/// The refs of version 1: a directory with a file for each.
fn of_files(files: &RepositoryFiles) -> Result<RepositoryRefs, FileFault> {
    let mut refs = RepositoryRefs { version: 1, ..RepositoryRefs::default() };
    if !files.store.lists() {
        // This one every repository has.
        refs.are_some = true;
        refs.branches.extend(of_file(files, "branch.main")?.map(|id| ("main".to_owned(), id)));
        return Ok(refs);
    }
    let listed = match files.store.list(REFS, files.limits.nodes) {
        Ok(listed) => listed,
        Err(error) if is_no_directory(&error) => return Ok(refs),
        Err(error) => {
            let (expected, found) = error.contrast();
            return Err(FileFault::new(format!("{expected} in {REFS}"), found));
        }
    };
    for entry in listed.iter().filter(|entry| entry.kind == EntryKind::Directory) {
        let named = match entry.name.split_once('.') {
            Some(("branch", name)) => (&mut refs.branches, name),
            // A tag that was deleted keeps its file, with another beside it.
            Some(("tag", name)) if !is_deleted(files, &entry.name) => (&mut refs.tags, name),
            _ => continue,
        };
        named.0.extend(of_file(files, &entry.name)?.map(|id| (named.1.to_owned(), id)));
    }
    Ok(refs)
}

fn is_no_directory(error: &StoreError) -> bool {
    match error {
        StoreError::NotADirectory { .. } => true,
        StoreError::Io { kind, .. } => matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory),
        _ => false,
    }
}

fn is_deleted(files: &RepositoryFiles, name: &str) -> bool {
    files.store.has(&format!("{REFS}/{name}/ref.json.deleted"))
}

/// The id of the snapshot of a branch or a tag of version 1 that is asked for by the first name of a key.
pub(super) fn asked_version(files: &RepositoryFiles, name: &str) -> Result<Option<String>, FileFault> {
    let is_tag = name.starts_with("tag.");
    if !is_tag && !name.starts_with("branch.") || is_tag && is_deleted(files, name) {
        return Ok(None);
    }
    of_file(files, name)
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

pub(super) fn text_of(id: &generated::ObjectId12) -> String {
    SnapshotId::new(id.0).to_string()
}

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
    let has_more = snapshots.len() > HISTORY;
    snapshots.truncate(HISTORY);
    let named = |names: &BTreeMap<String, String>| {
        let row = |(key, id): (&String, &String)| {
            let name = if refs.version < 2 { key.clone() } else { percent_decoded(key) };
            NamedSnapshot { name, key: key.clone(), id: id.clone() }
        };
        names.iter().map(row).collect()
    };
    let branches = named(&refs.branches);
    let tags = named(&refs.tags);
    Ok(RepositoryHistory { version: refs.version, branches, tags, snapshots, has_more })
}

/// The newest snapshots of version 2, one more than are shown if there are more.
fn records(repository: &generated::Repo<'_>) -> Vec<SnapshotRecord> {
    let rows = repository.snapshots();
    let id_at = |index: usize| (index < rows.len()).then(|| text_of(rows.get(index).id()));
    let mut newest: Vec<(Reverse<u64>, usize)> =
        rows.iter().enumerate().map(|(index, row)| (Reverse(row.flushed_at()), index)).collect();
    newest.sort_unstable();
    let record = |index: usize| {
        let row = rows.get(index);
        SnapshotRecord {
            id: text_of(row.id()),
            parent: usize::try_from(row.parent_offset()).ok().and_then(id_at),
            written: row.flushed_at(),
            message: row.message().to_owned(),
        }
    };
    newest.into_iter().take(HISTORY.saturating_add(1)).map(|(_, index)| record(index)).collect()
}

/// The snapshots of version 1, from each branch and tag back to the first one: each is a file of its own, which is read. Of
/// those that are known the newest is followed next, so that the first ones are the newest of all.
fn followed(files: &RepositoryFiles, refs: &RepositoryRefs) -> Result<Vec<SnapshotRecord>, FileFault> {
    let heads: BTreeSet<&String> = refs.branches.values().chain(refs.tags.values()).collect();
    let mut seen: BTreeSet<String> = heads.into_iter().take(HISTORY).cloned().collect();
    let mut known = BTreeMap::new();
    for id in &seen {
        known.extend(snapshot_record(files, id)?.map(|row| ((row.written, row.id.clone()), row)));
    }
    let mut found = Vec::new();
    while let Some((_, row)) = known.pop_last().filter(|_| found.len() <= HISTORY) {
        if let Some(parent) = row.parent.as_ref().filter(|parent| seen.insert((*parent).clone())) {
            known.extend(snapshot_record(files, parent)?.map(|row| ((row.written, row.id.clone()), row)));
        }
        found.push(row);
    }
    Ok(found)
}

/// What the file of a snapshot says of it; `None` where it has expired and is gone: the history ends there.
fn snapshot_record(files: &RepositoryFiles, id: &str) -> Result<Option<SnapshotRecord>, FileFault> {
    let name = format!("{SNAPSHOTS}/{id}");
    let Some(bytes) = files.tables(&name, RepositoryFile::Snapshot)? else { return Ok(None) };
    let snapshot = root::<generated::Snapshot>(&bytes)
        .map_err(|found| FileFault::new(format!("a snapshot of Icechunk in {name}"), found))?;
    Ok(Some(SnapshotRecord {
        id: id.to_owned(),
        parent: snapshot.parent_id().map(text_of),
        written: snapshot.flushed_at(),
        message: snapshot.message().to_owned(),
    }))
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
        let fault = of_overview(&overview(7, -1), &files()).unwrap_err();
        assert_eq!(
            fault.sentence(),
            "a/b at snapshot 7 of 1, where a list of branches and tags in repo was expected"
        );
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
