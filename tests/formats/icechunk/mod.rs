//! Repositories of Icechunk in both versions of its format: every array of every branch, tag and snapshot against the values
//! that zarr-python reads through Icechunk.
//!
//! `tests/python/make_icechunk.py` wrote `tests/icechunk` and its manifest.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod damage;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use zarrscope::codec::DecodeOptions;
use zarrscope::hierarchy::{Hierarchy, PathError};
use zarrscope::pipeline::Array;
use zarrscope::store::{ByteSource, EntryKind, FileKind, Store, StoreAccess, StoredValue};

use crate::array::open;
use crate::repository::repository;

/// What stands in the data in place of the directory of the virtual chunks.
const ELSEWHERE: usize = "/zarrscope-virtual-chunks".len() + 90;

/// The repositories, with what Icechunk says of them.
pub fn manifest() -> BTreeMap<String, Value> {
    let text = fs::read_to_string(repository("tests/icechunk/manifest.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn path(name: &str) -> PathBuf {
    repository("tests/icechunk").join(name)
}

/// What the first name of a key in a repository is for a branch, a tag or a snapshot.
fn in_key(version: &str) -> String {
    version.replace('%', "%25").replace('/', "%2F")
}

fn bytes(array: &Array) -> Vec<u8> {
    array.read_region(&array.whole(), &DecodeOptions::default()).unwrap().elements().bytes().to_vec()
}

/// A copy of a repository, with virtual chunks that lead into another directory.
struct Copied {
    directory: tempfile::TempDir,
    root: PathBuf,
}

impl Copied {
    fn of(name: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().canonicalize().unwrap().join("home/repo.icechunk");
        for file in files(&path(name)) {
            let to = root.join(&file);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(path(name).join(&file), to).unwrap();
        }
        Self { directory, root }
    }

    /// The directory is written over the text that stands in its place, with slashes in front to the same length.
    fn with_targets_in(self, folder: &str) -> (Self, PathBuf) {
        let elsewhere = self.directory.path().canonicalize().unwrap().join(folder);
        fs::create_dir_all(&elsewhere).unwrap();
        let written = elsewhere.to_str().unwrap();
        let padded = format!("{}{written}", "/".repeat(ELSEWHERE - written.len()));
        let placeholder = format!("/zarrscope-virtual-chunks{}", "-".repeat(90));
        for file in files(&self.root.join("manifests")) {
            let file = self.root.join("manifests").join(file);
            rewrite(&file, |tables| {
                let text = placeholder.as_bytes();
                for at in 0..tables.len().saturating_sub(text.len()) {
                    if tables[at..].starts_with(text) {
                        tables[at..at + text.len()].copy_from_slice(padded.as_bytes());
                    }
                }
            });
        }
        (self, elsewhere)
    }
}

/// Changes the tables in a file, behind its header of 39 bytes.
pub fn rewrite(file: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let whole = fs::read(file).unwrap();
    let (header, frame) = whole.split_at(39);
    let mut tables = zstd::stream::decode_all(frame).unwrap();
    change(&mut tables);
    let frame = zstd::stream::encode_all(tables.as_slice(), 1).unwrap();
    fs::write(file, [header, &frame].concat()).unwrap();
}

/// The files below a directory, sorted.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(directory).sort_by_file_name().into_iter().map(Result::unwrap);
    let files = entries.filter(|entry| entry.file_type().is_file());
    files.map(|entry| entry.path().strip_prefix(directory).unwrap().to_owned()).collect()
}

#[test]
fn every_array_of_every_version_decodes_to_the_values_of_zarr_python() {
    let mut compared = 0;
    for (name, expected) in manifest() {
        for (version, arrays) in expected["arrays"].as_object().unwrap() {
            for (array, expected) in arrays.as_object().unwrap() {
                let at = path(&name).join(in_key(version)).join(array);
                let read = open(&at).unwrap_or_else(|fault| panic!("{}: {fault}", at.display()));
                assert_eq!(expected["shape"], serde_json::json!(read.metadata.shape), "{}", at.display());
                let expected = BASE64_STANDARD.decode(expected["bytes"].as_str().unwrap()).unwrap();
                assert_eq!(bytes(&read), expected, "{}", at.display());
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 62);
}

#[test]
fn the_first_names_are_those_of_branches_and_tags() {
    for (name, expected) in manifest() {
        let hierarchy = Hierarchy::open(&path(&name)).unwrap();
        let listed: Vec<String> =
            hierarchy.children("").unwrap().into_iter().map(|child| child.name).collect();
        let of = |kind: &str, names: &Value| -> Vec<String> {
            names.as_object().unwrap().keys().map(|name| format!("{kind}.{}", in_key(name))).collect()
        };
        let mut all = of("branch", &expected["branches"]);
        all.extend(of("tag", &expected["tags"]));
        assert_eq!(listed, all, "{name}");
    }
}

#[test]
fn the_history_is_that_of_icechunk() {
    for (name, expected) in manifest() {
        let history = Store::at(&path(&name)).unwrap().history("").unwrap().unwrap();
        assert_eq!(u64::from(history.version), expected["version"].as_u64().unwrap(), "{name}");
        assert!(!history.has_more);
        let found: Vec<Value> = history
            .snapshots
            .iter()
            .map(|row| serde_json::json!({"id": row.id, "parent": row.parent, "message": row.message, "written": row.written}))
            .collect();
        assert_eq!(Value::from(found), expected["history"], "{name}");
        for (refs, expected) in
            [(&history.branches, &expected["branches"]), (&history.tags, &expected["tags"])]
        {
            let expected: Vec<[String; 3]> = expected
                .as_object()
                .unwrap()
                .iter()
                .map(|(name, id)| [name.clone(), in_key(name), id.as_str().unwrap().to_owned()])
                .collect();
            let found: Vec<[String; 3]> =
                refs.iter().map(|one| [one.name.clone(), one.key.clone(), one.id.clone()]).collect();
            assert_eq!(found, expected, "{name}");
        }
    }
}

#[test]
fn a_chunk_is_native_or_inline() {
    for version in [1, 2] {
        let store = Store::at(&path(&format!("plain{version}.icechunk/branch.main"))).unwrap();
        let kind = |key: &str| {
            let value: StoredValue = store.open(key).unwrap().unwrap();
            (value.target().map(|target| target.kind), value.range(), value.is_inline(), value.nbytes())
        };
        assert_eq!(kind("native/c/0/1"), (Some(FileKind::Native), Some(0..80), false, 80));
        assert_eq!(kind("inner/small/c/1"), (None, None, true, 4));
        let target = store.open("native/c/0/1").unwrap().unwrap().target().unwrap();
        assert!(target.path.starts_with(path(&format!("plain{version}.icechunk/chunks"))), "{target:?}");
        assert_eq!(store.open("native/c/0/2").unwrap().map(|value| value.nbytes()), None);
        assert_eq!(store.open("native/c/00/1").unwrap().map(|value| value.nbytes()), None);
        assert!(store.open("native/c/0").is_err(), "a directory");
    }
}

#[test]
fn what_is_listed_is_what_is_walked() {
    let store = Store::at(&path("history2.icechunk/branch.work")).unwrap();
    let names = |key: &str| -> Vec<(String, EntryKind)> {
        store.list(key, 1000).unwrap().into_iter().map(|entry| (entry.name, entry.kind)).collect()
    };
    let row = |name: &str, kind| (name.to_owned(), kind);
    assert_eq!(names("grid"), [row("c", EntryKind::Directory), row("zarr.json", EntryKind::File)]);
    assert_eq!(names("grid/c").len(), 6);
    assert_eq!(names("grid/c/5"), ["0", "1", "2"].map(|name| row(name, EntryKind::File)));
    let mut walked = Vec::new();
    store.walk("grid", zarrscope::store::Detail::Names, |key, below| {
        if matches!(below, zarrscope::store::Below::File(_)) {
            walked.push(key.to_owned());
        }
        zarrscope::store::Walk::On
    });
    assert_eq!(walked.len(), 19, "{walked:?}");
    assert!(store.check_directory("nothing").is_err());
    assert!(Store::at(&path("history2.icechunk/branch.nothing")).is_err());
    assert_eq!(Store::at(&path("history2.icechunk/branch.main/gone")).err(), Some(PathError::Missing));
}

#[test]
fn a_virtual_chunk_is_read_where_it_may_lead() {
    for version in [1, 2] {
        // In the folder of the repository, without being told.
        let (copied, elsewhere) =
            Copied::of(&format!("history{version}.icechunk")).with_targets_in("home/repo.icechunk/data");
        fs::write(elsewhere.join("beside it.bin"), [10, 11, 12, 13, 14, 15, 16, 17]).unwrap();
        let at = |array: &str| copied.root.join("branch.work/virtual").join(array);
        assert_eq!(bytes(&open(&at("beside")).unwrap()), [10, 11, 12, 13, 255, 255]);
        let store = Store::at(&at("beside")).unwrap();
        let value = store.open("c/1").unwrap().unwrap();
        assert_eq!(value.range(), Some(2..4));
        assert_eq!(value.target().unwrap().kind, FileKind::Virtual);
        let said =
            |array: &str, chunk: &str| Store::at(&at(array)).unwrap().open(chunk).unwrap_err().to_string();
        assert!(
            said("changed", "c/0").ends_with("found one that was written later"),
            "{}",
            said("changed", "c/0")
        );
        assert!(said("short", "c/0").ends_with("found its end at byte 8"), "{}", said("short", "c/0"));
        fs::remove_file(elsewhere.join("beside it.bin")).unwrap();
        assert!(said("beside", "c/0").ends_with("found nothing"));
    }
}

#[test]
fn a_virtual_chunk_is_not_read_where_it_may_not_lead() {
    for version in [1, 2] {
        // A folder beside the repository belongs to somebody else, too.
        let (copied, elsewhere) =
            Copied::of(&format!("history{version}.icechunk")).with_targets_in("home/data");
        fs::write(elsewhere.join("beside it.bin"), [10; 8]).unwrap();
        let root = copied.root.join("branch.work");
        let said = |key: &str| Store::at(&root).unwrap().open(key).unwrap_err().to_string();
        for (key, found) in [
            ("virtual/away/c/0", "one to file:///etc/passwd"),
            ("virtual/away/c/1", "one to s3://bucket/key/of/data.bin"),
            ("virtual/away/c/2", "one to https://host.invalid/data.bin"),
            ("virtual/many/c/59", "one to s3://a-bucket/with/a/rather/long/name/of/a/file/part-0059.bin"),
        ] {
            let expected = "expected a virtual chunk in a file of the repository itself, or in a place that \
                            --allow-references names";
            assert_eq!(said(key), format!("{key}: {expected}, found {found}"));
        }
        assert!(said("virtual/beside/c/0").contains("--allow-references"));
        let references = vec![elsewhere.to_str().unwrap().to_owned()];
        let access = StoreAccess { references, ..StoreAccess::default() };
        let told = Store::open_at(&root, &access).unwrap();
        let value = told.open("virtual/beside/c/0").unwrap().unwrap();
        assert_eq!(value.read_all().unwrap().as_ref(), [10, 10]);
        assert!(told.open("virtual/away/c/0").is_err());
    }
}

#[test]
fn nothing_is_written() {
    let copied = Copied::of("history2.icechunk");
    let state = || -> Vec<(PathBuf, Vec<u8>)> {
        files(&copied.root)
            .into_iter()
            .map(|file| (file.clone(), fs::read(copied.root.join(file)).unwrap()))
            .collect()
    };
    let before = state();
    assert!(before.len() > 20);
    let hierarchy = Hierarchy::open(&copied.root).unwrap();
    hierarchy.store().walk("", zarrscope::store::Detail::Sizes, |_, _| zarrscope::store::Walk::On);
    bytes(&open(&copied.root.join("branch.main/grid")).unwrap());
    hierarchy.reopen().unwrap();
    assert_eq!(state(), before);
}
