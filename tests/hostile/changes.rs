//! Files that change while they are read.

use std::borrow::Cow;
use std::cell::Cell;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use zarrscope::codec::{DecodeOptions, Silent};
use zarrscope::hierarchy::{Hierarchy, NodeKind};
use zarrscope::pipeline::{Array, Counts, verify};
use zarrscope::store::{ByteSource, Store, StoreError, StoredValue};

use crate::document::Document;

/// An array of eight bytes in one chunk; gives its directory and the file of the chunk.
fn array() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    Document::v3().write(directory.path(), &[1, 2, 3, 4, 5, 6, 7, 8]);
    let chunk = directory.path().join("c/0");
    (directory, chunk)
}

fn shrink(path: &Path, nbytes: u64) {
    File::options().write(true).open(path).unwrap().set_len(nbytes).unwrap();
}

/// What happens to a file.
type Change = fn(&Path);

/// What is read of a chunk that changes after it was opened.
fn read_after(change: impl Fn(&Path)) -> Result<Vec<u8>, String> {
    let (directory, chunk) = array();
    let value = Store::at(directory.path()).unwrap().open("c/0").unwrap().unwrap();
    change(&chunk);
    value.read_all().map(Cow::into_owned).map_err(|error| error.to_string())
}

#[test]
fn a_file_that_shrinks_after_it_was_opened_is_an_error() {
    let expected = "expected 8 bytes at byte 0, found an end at byte 3";
    assert_eq!(read_after(|path| shrink(path, 3)), Err(expected.to_owned()));
}

#[test]
fn a_file_that_grows_vanishes_or_is_replaced_is_read_as_it_was_opened() {
    let changes: [Change; 3] = [
        |path| shrink(path, 1 << 30),
        |path| fs::remove_file(path).unwrap(),
        |path| {
            fs::write(path.with_extension("new"), "other").unwrap();
            fs::rename(path.with_extension("new"), path).unwrap();
        },
    ];
    for change in changes {
        assert_eq!(read_after(change), Ok(vec![1, 2, 3, 4, 5, 6, 7, 8]));
    }
}

/// What `verify` says of an array whose chunk changes as soon as it has been listed.
fn verify_after(change: impl Fn(&Path)) -> (Counts, Vec<String>) {
    let (directory, chunk) = array();
    let hierarchy = Hierarchy::open(directory.path()).unwrap();
    let (mut last, mut faults) = (Counts::default(), Vec::new());
    verify(&hierarchy, "", &DecodeOptions::default(), &mut |counts, found| {
        if last.stored == 0 && counts.stored == 1 {
            change(&chunk);
        }
        last = counts;
        faults.extend(found.faults.iter().map(|found| format!("{}: {}", found.key, found.fault)));
        true
    });
    (last, faults)
}

#[test]
fn verify_reports_a_chunk_that_vanishes_or_changes_after_it_was_listed() {
    let changes: [(Change, &str); 4] = [
        (
            |path| fs::remove_file(path).unwrap(),
            "expected something that can be read, found entity not found",
        ),
        (|path| shrink(path, 3), "expected 8 bytes (8 uint8), found 3"),
        (
            |path| {
                fs::remove_file(path).unwrap();
                fs::create_dir(path).unwrap();
            },
            "expected a regular file, found a directory",
        ),
        (
            |path| {
                fs::remove_file(path).unwrap();
                assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
            },
            "expected a regular file, found something that is no file",
        ),
    ];
    for (change, expected) in changes {
        let (counts, faults) = verify_after(change);
        assert_eq!((counts.stored, counts.decoded, counts.faulty), (1, 0, 1), "{faults:?}");
        assert!(
            matches!(faults.as_slice(), [one] if one.starts_with("c/0: ") && one.contains(expected)),
            "{faults:?}"
        );
    }
}

/// A value whose file ends after the first read.
struct Ending {
    value: StoredValue,
    path: PathBuf,
    reads: Cell<u32>,
}

impl ByteSource for Ending {
    fn nbytes(&self) -> u64 {
        self.value.nbytes()
    }

    fn read_range(&self, offset: u64, nbytes: u64) -> Result<Cow<'_, [u8]>, StoreError> {
        if self.reads.replace(self.reads.get() + 1) == 1 {
            shrink(&self.path, 2);
        }
        self.value.read_range(offset, nbytes)
    }
}

#[test]
fn a_shard_that_shrinks_between_its_index_and_an_inner_chunk_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let entries = [0_u64, 4, 4, 4].iter().flat_map(|word| word.to_le_bytes());
    let bytes: Vec<u8> = (1..=8).chain(entries).collect();
    let codecs = r#"[{"name": "sharding_indexed", "configuration": {"chunk_shape": [4], "codecs": [{"name": "bytes"}],
        "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}]"#;
    Document::v3().with("codecs", codecs).write(directory.path(), &bytes);
    let hierarchy = Hierarchy::open(directory.path()).unwrap();
    let array = Array::open(&hierarchy, "").unwrap();
    let value = array.store().open("c/0").unwrap().unwrap();
    let source = Ending { value, path: directory.path().join("c/0"), reads: Cell::new(0) };
    let fault = array
        .chain()
        .decode_box(&source, std::slice::from_ref(&(4..8)), &DecodeOptions::default(), &mut Silent)
        .unwrap_err();
    assert!(fault.to_string().contains("found an end at byte"), "{fault}");
}

#[test]
fn a_node_that_vanishes_after_it_was_listed_is_reported() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("a")).unwrap();
    Document::v3().write(&directory.path().join("a"), &[7; 8]);
    let hierarchy = Hierarchy::open(directory.path()).unwrap();
    let children = hierarchy.children("").unwrap();
    fs::remove_dir_all(directory.path().join("a")).unwrap();
    let node = hierarchy.describe_child(&children[0]);
    let NodeKind::Unreadable(error) = node.kind else { panic!("{node:?}") };
    assert_eq!(error.to_string(), "a: expected a directory, found nothing");
    let error = hierarchy.children("a").unwrap_err();
    assert_eq!(error.to_string(), "a: expected something that can be read, found entity not found");
}
