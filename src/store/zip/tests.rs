use std::fs;
use std::io::{Cursor, Write};

use ::zip::write::SimpleFileOptions;
use ::zip::{CompressionMethod, ZipWriter};

use super::*;
use crate::store::Detail;
use crate::store::{ByteSource, Store};

const STORED: CompressionMethod = CompressionMethod::Stored;
const DEFLATED: CompressionMethod = CompressionMethod::Deflated;

type Members<'a> = &'a [(&'a str, CompressionMethod, &'a [u8])];

/// The bytes of an archive; the name of a directory ends with `/`.
fn archive(members: Members) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, method, bytes) in members {
        let options = SimpleFileOptions::default().compression_method(*method);
        if name.ends_with('/') {
            writer.add_directory(*name, options).unwrap();
            continue;
        }
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// The archive with some bytes instead of others, wherever they are: its members' names, say.
fn patched(mut archive: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let places: Vec<usize> = (0..archive.len()).filter(|place| archive[*place..].starts_with(from)).collect();
    assert!(!places.is_empty());
    for place in places {
        archive[place..place + to.len()].copy_from_slice(to);
    }
    archive
}

/// The archive with other bytes in the entry that its list has for the first member.
fn entry_patched(mut archive: Vec<u8>, offset: usize, to: &[u8]) -> Vec<u8> {
    let entry = archive.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    archive[entry + offset..][..to.len()].copy_from_slice(to);
    archive
}

const FLAGS: usize = 8;
const METHOD: usize = 10;
const PACKED: usize = 20;
const NBYTES: usize = 24;
const ATTRIBUTES: usize = 38;
const HEADER: usize = 42;

fn open_at(bytes: &[u8], inner: &str) -> Result<Store, PathError> {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), bytes).unwrap();
    let inner = if inner.is_empty() { String::new() } else { format!("/{inner}") };
    Store::at(Path::new(&format!("{}{inner}", file.path().display())))
}

fn open(bytes: &[u8]) -> Store {
    open_at(bytes, "").unwrap()
}

fn list(store: &Store, key: &str) -> Vec<String> {
    let described = |entry: DirectoryEntry| format!("{} {:?}", entry.name, entry.kind);
    store.list(key, 99).unwrap().into_iter().map(described).collect()
}

fn walk(store: &Store, key: &str, past: &str) -> Vec<String> {
    let mut seen = Vec::new();
    store.walk(key, Detail::Sizes, |name, below| {
        seen.push(format!("{name} {below:?}"));
        if name == past { Walk::Past } else { Walk::On }
    });
    seen
}

fn refused(archive: &[u8], key: &str) -> String {
    open(archive).read(key, 1 << 20).unwrap_err().to_string()
}

#[test]
fn stored_and_deflated_members_are_read_whole_and_by_range() {
    for method in [STORED, DEFLATED] {
        let store = open(&archive(&[("zarr.json", STORED, b"{}"), ("a/c/0", method, b"0123456789")]));
        assert_eq!(store.read("a/c/0", 10), Ok(Some(b"0123456789".to_vec())));
        let value = store.open("a/c/0").unwrap().unwrap();
        assert_eq!((value.nbytes(), value.is_packed()), (10, method == DEFLATED));
        assert_eq!(value.read_range(7, 3).unwrap().as_ref(), b"789");
        assert_eq!(value.read_range(2, 2).unwrap().as_ref(), b"23");
        assert_eq!(value.read_all().unwrap().as_ref(), b"0123456789");
        for (offset, nbytes) in [(8, 3), (11, 0), (u64::MAX, 1)] {
            let error = value.read_range(offset, nbytes).unwrap_err();
            assert_eq!(error, StoreError::OutOfRange { offset, nbytes, end: 10 });
        }
    }
}

#[test]
fn a_key_without_a_member_is_none_and_a_directory_is_no_value() {
    let store = open(&archive(&[("a/c/0", STORED, b"chunk"), ("empty/", STORED, b"")]));
    assert_eq!(store.read("a/c/1", 9), Ok(None));
    assert_eq!(store.read("a/c/0/1", 9), Ok(None));
    for key in ["", "a", "a/c", "empty"] {
        assert_eq!(
            store.read(key, 9).unwrap_err().reason(),
            "expected a regular file, found a directory",
            "{key}"
        );
    }
    for key in ["../a", "a/../a", "/a", "a//c", "a/", "a\\c"] {
        assert_eq!(store.read(key, 9), Err(StoreError::NoKey(key.to_owned())), "{key}");
    }
}

#[test]
fn a_level_is_listed_whether_or_not_its_directories_are_members() {
    let members: Members = &[
        ("a/", STORED, b""),
        ("a/c10", STORED, b""),
        ("a/c9", STORED, b""),
        ("a-b/c", STORED, b""),
        ("a/b/c/d", STORED, b""),
        ("a/b0", STORED, b""),
        ("z", STORED, b""),
    ];
    let store = open(&archive(members));
    assert_eq!(list(&store, ""), ["a Directory", "a-b Directory", "z File"]);
    assert_eq!(list(&store, "a"), ["b Directory", "b0 File", "c9 File", "c10 File"]);
    assert_eq!(list(&store, "a/b"), ["c Directory"]);
    assert!(store.list("z", 9).is_err() && store.list("nothing", 9).is_err());
    assert_eq!(list(&open(&archive(&[])), ""), [] as [&str; 0]);
}

#[test]
fn a_name_that_is_a_file_and_a_directory_is_listed_once() {
    let store = open(&archive(&[("a/0", STORED, b"in it"), ("a", STORED, b"it")]));
    assert_eq!(list(&store, ""), ["a Directory"]);
    assert_eq!(store.read("a", 9), Ok(Some(b"it".to_vec())));
    assert_eq!(store.read("a/0", 9), Ok(Some(b"in it".to_vec())));
}

#[test]
fn walking_shows_a_directory_before_what_is_in_it() {
    let members: Members = &[
        ("a/zarr.json", STORED, b"{}"),
        ("a/c/0/1", DEFLATED, b"chunk"),
        ("a/c/1/0", STORED, b""),
        ("a/c.d", STORED, b""),
        ("a/n/", STORED, b""),
        ("b", STORED, b""),
    ];
    let store = open(&archive(members));
    let all = ["c.d File(0)", "c Directory", "c/0 Directory", "c/0/1 File(5)", "c/1 Directory"];
    let all: Vec<&str> =
        all.into_iter().chain(["c/1/0 File(0)", "n Directory", "zarr.json File(2)"]).collect();
    assert_eq!(walk(&store, "a", ""), all);
    let without: Vec<&str> = all.iter().copied().filter(|seen| !seen.starts_with("c/0/")).collect();
    assert_eq!(walk(&store, "a", "c/0"), without);
    assert_eq!(walk(&store, "a/c/0", ""), ["1 File(5)"]);
    let mut count = 0;
    store.walk("", Detail::Sizes, |_, _| {
        count += 1;
        if count == 3 { Walk::Stop } else { Walk::On }
    });
    assert_eq!(count, 3);
}

#[test]
fn a_path_may_lead_into_an_archive() {
    let bytes = archive(&[("top/group/array/c/0", STORED, b"chunk"), ("top/zarr.json", DEFLATED, b"{}")]);
    for inner in ["top/group", "top/group/", "./top//group/."] {
        let store = open_at(&bytes, inner).unwrap();
        assert_eq!(store.read("array/c/0", 9), Ok(Some(b"chunk".to_vec())), "{inner}");
        assert_eq!(list(&store, ""), ["array Directory"]);
        assert_eq!(walk(&store, "array/c", ""), ["0 File(5)"]);
        assert!(store.open("zarr.json").unwrap().is_none());
    }
    assert_eq!(list(&open_at(&bytes, "/").unwrap(), ""), ["top Directory"]);
    for (inner, error) in [
        ("top/nothing", PathError::Missing),
        ("to", PathError::Missing),
        ("top/../top", PathError::Missing),
        ("top/zarr.json", PathError::NotADirectory),
        ("top/zarr.json/x", PathError::Missing),
    ] {
        assert_eq!(open_at(&bytes, inner).unwrap_err(), error, "{inner}");
    }
}

#[test]
fn only_an_archive_is_a_store() {
    assert_eq!(open_at(b"no archive", "").unwrap_err(), PathError::NotADirectory);
    assert_eq!(open_at(b"no archive", "inside").unwrap_err(), PathError::Missing);
    assert_eq!(open_at(b"", "").unwrap_err(), PathError::NotADirectory);
    let mut cut = archive(&[("a", STORED, b"0123456789")]);
    cut.truncate(60);
    let error = open_at(&cut, "").unwrap_err();
    assert!(matches!(&error, PathError::Archive { .. }), "{error}");
    // What stands before an archive does no harm.
    let mut before = b"#!/bin/sh\n".to_vec();
    before.extend(archive(&[("a", STORED, b"0123456789")]));
    assert_eq!(open(&before).read("a", 10), Ok(Some(b"0123456789".to_vec())));
    // A list that is nowhere is not looked for in all of a large archive.
    let mut lost = vec![0; 17 << 20];
    lost[..4].copy_from_slice(b"PK\x03\x04");
    lost.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0\x2e\0\0\0\x04\0\0\0\0\0");
    let error = open_at(&lost, "").unwrap_err().to_string();
    assert!(error.contains("found none in 16 MiB"), "{error}");
}

#[test]
fn of_members_with_the_same_name_the_last_one_counts() {
    let members: Members = &[
        ("a/zarr.json", STORED, b"first"),
        ("b/zarr.json", DEFLATED, b"second"),
        ("c/zarr.json", STORED, b"third"),
        ("once", STORED, b"once"),
    ];
    let bytes = patched(archive(members), b"b/zarr.json", b"a/zarr.json");
    let bytes = patched(bytes, b"c/zarr.json", b"a/zarr.json");
    let store = open(&bytes);
    assert_eq!(store.read("a/zarr.json", 9), Ok(Some(b"third".to_vec())));
    assert_eq!(list(&store, "a"), ["zarr.json File"]);
    let note = |name| vec![format!("more than once in the archive, of which the last one counts: {name}")];
    assert_eq!(store.notes(""), note("a/zarr.json"));
    assert_eq!(store.notes("a"), note("zarr.json"));
    assert_eq!(open_at(&bytes, "a").unwrap().notes(""), note("zarr.json"));
    assert_eq!(store.notes("o"), [] as [&str; 0]);
}

#[test]
fn names_that_are_no_keys_are_passed_over_with_a_note() {
    let long = "a/".repeat(2048) + "b";
    for name in ["../../x", "/etc/x", "a\\zarr.x", "a//zar.x", "./zarr.x", "a/../a.x", &long] {
        let store = open(&archive(&[(name, STORED, b"x"), ("fine", STORED, b"fine")]));
        assert_eq!(list(&store, ""), ["fine File"], "{name}");
        assert_eq!(walk(&store, "", ""), ["fine File(4)"]);
        let note = format!("in the archive, but passed over, because it is no key of a store: {name}");
        assert_eq!(store.notes(""), [note]);
    }
    let store = open(&patched(archive(&[("abcd", STORED, b"x")]), b"abcd", b"a\xff\0d"));
    assert_eq!(list(&store, ""), [] as [&str; 0]);
    assert!(store.notes("")[0].contains("a\u{fffd}\0d"));
}

#[test]
fn a_member_of_another_kind_is_an_error_that_names_its_key() {
    let bytes = archive(&[("a/0", STORED, b"0123456789")]);
    assert_eq!(
        refused(&entry_patched(bytes.clone(), FLAGS, &[1, 0]), "a/0"),
        "a/0: expected a stored or deflated member, found an encrypted one"
    );
    assert_eq!(
        refused(&entry_patched(bytes.clone(), METHOD, &[93, 0]), "a/0"),
        "a/0: expected a stored or deflated member, found the compression method Zstd"
    );
    let link = entry_patched(bytes, ATTRIBUTES, &(0o120_777_u32 << 16).to_le_bytes());
    assert_eq!(refused(&link, "a/0"), "a/0: expected a regular file, found a link");
    assert_eq!(list(&open(&link), "a"), ["0 Other"]);
    assert_eq!(walk(&open(&link), "a", ""), ["0 Other"]);
}

#[test]
fn a_member_that_is_not_where_the_list_says_is_an_error() {
    let bytes = archive(&[("a", DEFLATED, b"0123456789"), ("b", STORED, b"0123456789")]);
    for (offset, value, found) in [
        (HEADER, 5, "something else"),
        (HEADER, u32::MAX - 1, "its end at byte"),
        (PACKED, 1 << 30, "its end at byte"),
    ] {
        let refused = refused(&entry_patched(bytes.clone(), offset, &value.to_le_bytes()), "a");
        assert!(refused.contains(found), "{refused}");
    }
    let stored = archive(&[("a", STORED, b"0123456789")]);
    assert_eq!(
        refused(&entry_patched(stored, NBYTES, &[9, 0, 0, 0]), "a"),
        "a: expected a stored member to take as many bytes as it has, found 10 bytes in the archive for 9"
    );
}

#[test]
fn a_deflated_member_is_never_more_than_the_archive_says() {
    let bytes = archive(&[("a", DEFLATED, &vec![0; 100_000])]);
    let store = open(&bytes);
    assert_eq!(
        store.read("a", 99_999).unwrap_err().to_string(),
        "a: expected at most 99999 bytes (--max-document-bytes), found 100000"
    );
    let lying = |nbytes: u32| entry_patched(bytes.clone(), NBYTES, &nbytes.to_le_bytes());
    assert_eq!(refused(&lying(10), "a"), "a: expected 10 bytes of a deflated member, found more");
    assert_eq!(refused(&lying(100_001), "a"), "a: expected 100001 bytes of a deflated member, found 100000");
    // So much room is never made for so few bytes.
    let huge = open(&lying(u32::MAX - 1)).open("a").unwrap().unwrap();
    assert_eq!(
        huge.read_all().unwrap_err().to_string(),
        "a: expected 4294967294 bytes of a deflated member, found 100000"
    );
}

#[test]
fn bytes_that_do_not_have_their_checksum_are_an_error_unless_it_does_not_matter() {
    for method in [STORED, DEFLATED] {
        let text = b"0123456789";
        let bytes = archive(&[("a", method, text)]);
        let wrong = entry_patched(bytes, 16, &[0; 4]);
        assert_eq!(refused(&wrong, "a"), "a: expected CRC-32 0x00000000, found 0xa684c7c6");
        let value = open(&wrong).open("a").unwrap().unwrap().unchecked();
        assert_eq!(value.read_all().unwrap().as_ref(), text);
    }
}

/// An archive with the records that archives beyond 4 GiB or 65535 members have.
fn large_archive() -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.set_raw_zip64_extensible_data_sector(Box::default());
    let options = SimpleFileOptions::default().compression_method(STORED).large_file(true);
    writer.start_file("a", options).unwrap();
    writer.write_all(b"chunk").unwrap();
    let mut bytes = writer.finish().unwrap().into_inner();
    // The record that everybody has says that the other one counts.
    let end = bytes.len() - 22;
    bytes[end + 8..end + 20].fill(0xff);
    bytes
}

#[test]
fn sizes_beyond_32_bits_are_read() {
    let store = open(&large_archive());
    assert_eq!(store.read("a", 9), Ok(Some(b"chunk".to_vec())));
    assert_eq!(list(&store, ""), ["a File"]);
}

fn look(store: &Store) {
    let mut keys = Vec::new();
    store.walk("", Detail::Sizes, |key, below| {
        keys.push((key.to_owned(), matches!(below, Below::Directory)));
        Walk::On
    });
    for (key, is_directory) in keys {
        // What is a file may be a directory as well.
        assert!(store.list(&key, 99).is_ok() || !is_directory, "{key}");
        let _ = store.read(&key, 1 << 20);
        let _ = store.open(&key).map(|value| value.map(|value| value.read_range(1, 3).is_ok()));
    }
    let _ = store.notes("");
}

#[test]
fn no_damage_is_more_than_an_error() {
    let members: Members =
        &[("a/0", DEFLATED, &[7; 300]), ("a/b/", STORED, b""), ("b", STORED, b"0123456789")];
    for bytes in [archive(members), large_archive()] {
        for place in 0..bytes.len() {
            for value in [0, 1, 0x2f, 0x7f, 0xff] {
                let mut damaged = bytes.clone();
                damaged[place] = value;
                let _ = open_at(&damaged, "").map(|store| look(&store));
            }
            let _ = open_at(&bytes[..place], "").map(|store| look(&store));
        }
    }
}
