use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use icechunk_format::format_constants::FileTypeBin;

#[cfg(feature = "remote")]
use super::super::address::RequestCount;
use super::super::keys::SortedKeys;
use super::super::percent::percent_decoded;
use super::super::references::{ReferenceTargets, ReferencedBytes, shown};
use super::super::{FileKind, FirstRead, REQUESTS_AT_ONCE, ReferencedValue, StoreError, StoredValue};
use super::file::{FileFault, RepositoryFiles};
use super::manifest::{ManifestChunks, ManifestEntry, WrittenSource, coords};
use super::nodes::{SnapshotArray, SnapshotNodes};
use super::overview::{self, RepositoryRefs, SNAPSHOTS};
use super::recent::{RecentFiles, weight};
use crate::limits::{REFERENCE_BYTES, REFERENCES, at_most};

const ALLOWED: &str =
    "a virtual chunk in a file of the repository itself, or in a place that --allow-references names";
const CONTAINER: &str = "vcc://";

#[derive(Debug)]
pub(super) struct OpenRepository {
    pub(super) files: RepositoryFiles,
    pub(super) refs: RepositoryRefs,
    targets: ReferenceTargets,
    asked: Mutex<BTreeMap<String, Option<String>>>,
    recent: Arc<RecentFiles>,
    /// The chunks of one array after the other: all that its manifests say is in memory.
    gathering: Mutex<()>,
}

impl OpenRepository {
    pub(super) fn new(
        files: RepositoryFiles,
        refs: RepositoryRefs,
        targets: ReferenceTargets,
        recent: Arc<RecentFiles>,
    ) -> Self {
        Self { files, refs, targets, asked: Mutex::default(), recent, gathering: Mutex::default() }
    }

    /// The id of the snapshot of a branch or tag; the snapshot need not be there. A server that lists no names is asked for it.
    pub(super) fn version(&self, name: &str) -> Result<Option<String>, FileFault> {
        if let Some(fault) = self.refs.unreadable.get(name) {
            return Err(fault.clone());
        }
        let known = self.refs.snapshot(name);
        if known.is_some() || !self.refs.are_some {
            return Ok(known);
        }
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = asked.get(name) {
            return Ok(known.clone());
        }
        let found = overview::asked_version(&self.files, name)?;
        asked.insert(name.to_owned(), found.clone());
        Ok(found)
    }

    pub(super) fn snapshot(&self, id: &str) -> Result<Option<Arc<SnapshotNodes>>, FileFault> {
        let id = id.to_owned();
        if let Some(known) = self.recent.snapshots.find(&id) {
            return Ok(Some(known));
        }
        let name = format!("{SNAPSHOTS}/{id}");
        let Some(bytes) = self.files.tables(&name, FileTypeBin::Snapshot)? else { return Ok(None) };
        let nodes = SnapshotNodes::read(&bytes, self.files.limits.nodes)
            .map_err(|found| FileFault::new(format!("a snapshot of Icechunk in {name}"), found))?;
        let nodes = Arc::new(nodes);
        let weight = bytes.len();
        self.recent.snapshots.keep(id, &nodes, weight);
        Ok(Some(nodes))
    }

    /// What is `ahead` was read already.
    fn manifest(&self, id: &str, ahead: Option<Vec<u8>>) -> Result<Arc<ManifestChunks>, FileFault> {
        let name = manifest_name(id);
        let expected = || format!("a manifest of Icechunk in {name}");
        let read = || {
            let written = match ahead {
                Some(bytes) => Some(bytes),
                None => self.files.written(&name)?,
            };
            let written = written.ok_or_else(|| FileFault::new(expected(), "nothing"))?;
            let bytes = self.files.tables_in(&written, &name, FileTypeBin::Manifest)?;
            drop(written);
            let chunks = ManifestChunks::read(&bytes, self.files.limits);
            let chunks = chunks.map_err(|found| FileFault::new(expected(), found))?;
            let weight = weight(&chunks);
            Ok((chunks, weight))
        };
        self.recent.manifests.get(id.to_owned(), read, |fault| !fault.is_unread)
    }

    /// Several at the same time from a server.
    fn ahead(&self, ids: &[&str]) -> Result<Vec<Option<Vec<u8>>>, FileFault> {
        if !self.files.store.is_remote() {
            return Ok(Vec::new());
        }
        each(ids, REQUESTS_AT_ONCE, |id| match self.recent.manifests.find(&id.to_owned()) {
            Some(_) => Ok(None),
            None => self.files.small(&manifest_name(id)),
        })
    }

    /// `None` where the chunk is missing. `key` begins at the array.
    pub(super) fn entry(&self, array: &SnapshotArray, key: &str) -> Result<Option<ManifestEntry>, FileFault> {
        let Some(coords) = coords(key) else { return Ok(None) };
        for part in &array.manifests {
            if !part.covers(&coords) {
                continue;
            }
            let manifest = self.manifest(&part.id, None)?;
            if let Some(chunks) = manifest.arrays.get(&array.node)
                && let Some(entry) = chunks.find(key)
            {
                return Ok(Some(entry.clone()));
            }
        }
        Ok(None)
    }

    pub(super) fn chunks(&self, array: &SnapshotArray) -> Result<Arc<SortedKeys<ManifestEntry>>, FileFault> {
        if let [part] = array.manifests.as_slice()
            && let Some(chunks) = self.manifest(&part.id, None)?.arrays.get(&array.node)
        {
            return Ok(Arc::clone(chunks));
        }
        let _gathering = self.gathering.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = Vec::new();
        let mut nbytes: u64 = 0;
        for parts in array.manifests.chunks(REQUESTS_AT_ONCE) {
            let ids: Vec<&str> = parts.iter().map(|part| part.id.as_str()).collect();
            let mut ahead = self.ahead(&ids)?.into_iter();
            for id in ids {
                let manifest = self.manifest(id, ahead.next().flatten())?;
                let Some(chunks) = manifest.arrays.get(&array.node) else { continue };
                nbytes = nbytes.saturating_add(manifest.nbytes);
                self.check_gathered(all.len().saturating_add(chunks.len()) as u64, nbytes)?;
                for (key, entry) in chunks.iter() {
                    all.push((Box::<str>::from(key), entry.clone()));
                }
            }
        }
        Ok(Arc::new(SortedKeys::new(all).0))
    }

    fn check_gathered(&self, count: u64, nbytes: u64) -> Result<(), FileFault> {
        let limits = &self.files.limits;
        let (most, unit, limit) = if count > limits.references {
            (limits.references, "chunks", REFERENCES)
        } else if nbytes > limits.reference_bytes {
            (limits.reference_bytes, "bytes of keys, inline chunks and locations", REFERENCE_BYTES)
        } else {
            return Ok(());
        };
        let expected = format!("{} in the manifests of an array", at_most(most, unit, limit));
        Err(FileFault::new(expected, "more"))
    }

    pub(super) fn value(
        &self,
        entry: ManifestEntry,
        key: &str,
        wanted: FirstRead,
    ) -> Result<ReferencedValue, StoreError> {
        match entry {
            ManifestEntry::Inline(bytes) => Ok(ReferencedValue::inline(bytes)),
            ManifestEntry::Wrong(found) => {
                Err(FileFault::new("bytes, a file or a location for the chunk in its manifest", found)
                    .at(key))
            }
            ManifestEntry::Native { id, offset, nbytes } => {
                let value = self.native(&format!("chunks/{id}"), (offset, nbytes), key, wanted)?;
                Ok(value.of_kind(FileKind::Native))
            }
            ManifestEntry::Virtual { location, offset, nbytes, source } => {
                let target = self.target(&location).map_err(|fault| fault.at(key))?;
                let value = match self.targets.open(key, &target, Some((offset, nbytes)), wanted) {
                    Err(StoreError::Refused { key, found, .. }) => {
                        return Err(StoreError::Refused { key, expected: ALLOWED, found });
                    }
                    opened => opened?.of_kind(FileKind::Virtual),
                };
                // Icechunk makes the tag of a file from its inode, which no copy has: of files only the time is compared.
                if let Some(target) = value.target()
                    && let Some(found) = change(&source, value.tag(), value.modified())
                {
                    let expected =
                        format!("{} as it was when the chunk was referred to", target.path.display());
                    return Err(StoreError::SourceChanged { key: key.to_owned(), expected, found });
                }
                Ok(value)
            }
        }
    }

    fn native(
        &self,
        name: &str,
        range: (u64, u64),
        key: &str,
        wanted: FirstRead,
    ) -> Result<ReferencedValue, StoreError> {
        let opened = self
            .files
            .open_range(name, range, wanted)
            .map_err(|error| FileFault::of(&error, &format!(" in {name}, where the chunk is")).at(key))?;
        let path = self.files.store.file_of(name)?.path;
        let bytes = match opened {
            Some(StoredValue::File(file)) => ReferencedBytes::File(file, path),
            #[cfg(feature = "remote")]
            Some(StoredValue::Remote(value)) => ReferencedBytes::Object(value, path),
            _ => {
                return Err(FileFault::new(format!("the file {name}, where the chunk is"), "nothing").at(key));
            }
        };
        ReferencedValue::within(bytes, Some(range), key, name)
    }

    #[cfg(feature = "remote")]
    pub(super) fn requests(&self) -> Option<RequestCount> {
        let own = self.files.store.requests();
        let referred = self.targets.requests();
        [own, referred].into_iter().flatten().reduce(RequestCount::plus)
    }

    pub(super) fn refuses(&self, location: &str) -> Option<String> {
        let target = self.target(location).ok()?;
        if self.targets.refuses(&target) { Some(shown(&target)) } else { None }
    }

    /// A location in the form of references elsewhere. Its beginning may be in the configuration.
    fn target(&self, location: &str) -> Result<String, FileFault> {
        let Some(rest) = location.strip_prefix(CONTAINER) else { return Ok(decoded(location)) };
        let (name, below) = rest.split_once('/').unwrap_or((rest, ""));
        let Some(begin) = self.refs.containers.get(name) else {
            let expected =
                "a location in a container that the configuration of the repository names".to_owned();
            // What looks like a user or a signature in another address may be one here.
            let name = name.rsplit('@').next().unwrap_or_default();
            let name = name.split(['?', '#', ';']).next().unwrap_or_default();
            return Err(FileFault::new(expected, format!("one in \"{name}\"")));
        };
        Ok(decoded(&format!("{}/{below}", begin.trim_end_matches('/'))))
    }
}

fn manifest_name(id: &str) -> String {
    format!("manifests/{id}")
}

/// The results for each name in order, up to the first fault. At most `at_once` are read at the same time.
fn each<T: Send + Sync, E: Send + Sync>(
    names: &[&str],
    at_once: usize,
    read: impl Fn(&str) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let threads = at_once.min(names.len());
    if threads < 2 {
        return names.iter().map(|name| read(name)).collect();
    }
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let found: Vec<OnceLock<Result<T, E>>> = names.iter().map(|_| OnceLock::new()).collect();
    let work = || {
        while !failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let (Some(name), Some(place)) = (names.get(index), found.get(index)) else { return };
            let result = read(name);
            failed.fetch_or(result.is_err(), Ordering::Relaxed);
            // Each place has one owner.
            let _ = place.set(result);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // If there is no other thread, this one does its work too.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    // After a fault others may not have been read.
    let mut results: Vec<Result<T, E>> = found.into_iter().filter_map(OnceLock::into_inner).collect();
    match results.iter().position(Result::is_err) {
        Some(fault) => results.swap_remove(fault).map(|one| vec![one]),
        None => results.into_iter().collect(),
    }
}

fn decoded(location: &str) -> String {
    let is_http = location.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http"));
    if is_http { location.to_owned() } else { percent_decoded(location) }
}

fn change(source: &WrittenSource, tag: Option<&str>, modified: Option<u64>) -> Option<String> {
    if let (Some(own), Some(tag)) = (&source.tag, tag)
        && opaque(own) != opaque(tag)
    {
        return Some(format!("one with the ETag {}, where it was {}", opaque(tag), opaque(own)));
    }
    let since = u64::from(source.unchanged_since);
    match modified {
        Some(seconds) if since > 0 && seconds > since => Some("one that was written later".to_owned()),
        _ => None,
    }
}

/// The part of a tag that servers compare: writers keep it with or without quotes.
fn opaque(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag).trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::super::super::{MemoryStore, Store, StoreAccess};
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn a_location_in_a_container_begins_as_the_configuration_says() {
        let nothing: [(String, Vec<u8>); 0] = [];
        let store = Box::new(Store::Memory(MemoryStore::new("r", nothing)));
        let files = RepositoryFiles { store, limits: Limits::default() };
        let named = [("a", "file:///d%20e/"), ("b", "s3://bucket/x")];
        let containers = named.map(|(name, begin)| (name.to_owned(), begin.to_owned()));
        let refs = RepositoryRefs { containers: containers.into(), ..RepositoryRefs::default() };
        let directory = tempfile::tempdir().unwrap();
        let targets = ReferenceTargets::within(directory.path(), &StoreAccess::default()).unwrap();
        let repository = OpenRepository::new(files, refs, targets, Arc::default());
        for (location, target) in [
            ("vcc://a/f/g.bin", "file:///d e/f/g.bin"),
            ("vcc://b/f.bin", "s3://bucket/x/f.bin"),
            ("vcc://b/../f.bin", "s3://bucket/x/../f.bin"),
            ("file:///h", "file:///h"),
        ] {
            assert_eq!(repository.target(location).as_deref(), Ok(target));
            // Neither is in the folder of the repository.
            assert!(repository.refuses(location).is_some(), "{location}");
        }
        assert_eq!(
            repository.target("vcc://user:secret@other?secret/f").unwrap_err().sentence(),
            "one in \"other\", where a location in a container that the configuration of the repository names \
             was expected"
        );
    }

    #[test]
    fn a_source_has_changed_where_its_tag_or_its_time_says_so() {
        let changed = |own: Option<&str>, since: u32, tag: Option<&str>, modified: Option<u64>| {
            let source = WrittenSource { unchanged_since: since, tag: own.map(Arc::from) };
            change(&source, tag, modified)
        };
        // Icechunk keeps a tag as it was given, with quotes or without.
        assert_eq!(changed(Some("5d41402a"), 0, Some("\"5d41402a\""), Some(99)), None);
        assert_eq!(changed(Some("\"5d41402a\""), 0, Some("W/\"5d41402a\""), None), None);
        let found = changed(Some("5d41402a"), 0, Some("\"7d793037\""), Some(0)).unwrap();
        assert_eq!(found, "one with the ETag 7d793037, where it was 5d41402a");
        assert_eq!(changed(None, 10, Some("\"7d793037\""), Some(11)).unwrap(), "one that was written later");
        assert_eq!(changed(None, 10, None, Some(10)), None);
        // Where nothing is known, nothing is said.
        assert_eq!(changed(Some("5d41402a"), 10, None, None), None);
        assert_eq!(changed(None, 0, Some("\"7d793037\""), Some(99)), None);
    }

    #[test]
    fn all_are_read_in_their_order() {
        let names: Vec<String> = (0..100).map(|number: u32| number.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        for at_once in [0, 1, 2, 16, 1000] {
            let found = each(&names, at_once, |name| Ok::<_, ()>(name.to_owned()));
            assert_eq!(found, Ok(names.iter().map(|name| (*name).to_owned()).collect()), "{at_once}");
            let fault = each(&names, at_once, |name| if name == "57" { Err("it") } else { Ok(()) });
            assert_eq!(fault, Err("it"), "{at_once}");
        }
        assert_eq!(each(&[], 16, |_| Err::<(), _>(())), Ok(Vec::new()));
    }

    #[test]
    fn several_are_read_at_the_same_time() {
        // Nobody goes on before all four are there.
        let barrier = std::sync::Barrier::new(4);
        let found = each(&["a", "b", "c", "d"], 16, |_| Ok::<_, ()>(barrier.wait().is_leader()));
        assert_eq!(found.map(|all| all.into_iter().filter(|leads| *leads).count()), Ok(1));
    }
}
