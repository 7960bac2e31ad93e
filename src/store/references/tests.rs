use std::fs;
use std::path::Path;

use super::super::{ByteSource, Detail, Store};
use super::*;

fn store(text: &str) -> (tempfile::TempDir, Store) {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("sub")).unwrap();
    fs::write(directory.path().join("sub/a.bin"), b"0123456789").unwrap();
    fs::write(directory.path().join("refs.json"), text).unwrap();
    let store = Store::at(&directory.path().join("refs.json")).unwrap();
    (directory, store)
}

const REFERENCES: &str = r#"{"version": 1, "templates": {"u": "sub"}, "refs": {
    ".zgroup": "{\"zarr_format\": 2}", "a/.zarray": {"zarr_format": 2},
    "a/0": ["{{u}}/a.bin", 2, 3], "a/1": ["sub/a.bin"], "a/2": ["sub/a.bin", 8, 3], "a/3": ["sub/gone.bin", 0, 1],
    "a/4": ["/etc/passwd", 0, 1], "a/5": null, "a/6": "inline", "a/7": ["{{v}}/a.bin", 0, 1],
    "a/8": ["sub/a.bin", 18446744073709551615, 9], "a/9": ["sub", 0, 1], "a/10": ["http://169.254.169.254/x", 0, 1],
    "a/11": ["sub/a.bin", 10, 0]
}}"#;

fn read(store: &Store, key: &str) -> Result<Vec<u8>, String> {
    let value = store.open(key).map_err(|error| error.to_string())?.ok_or("missing")?;
    value.read_all().map(std::borrow::Cow::into_owned).map_err(|error| error.to_string())
}

#[test]
fn a_key_has_the_bytes_to_which_its_reference_leads() {
    let (_directory, store) = store(REFERENCES);
    for (key, expected) in [
        ("a/0", "234"),
        ("a/1", "0123456789"),
        ("a/6", "inline"),
        ("a/.zarray", r#"{"zarr_format": 2}"#),
        ("a/11", ""),
    ] {
        assert_eq!(read(&store, key), Ok(expected.as_bytes().to_vec()), "{key}");
    }
    let value = store.open("a/0").unwrap().unwrap();
    assert_eq!(value.read_range(1, 2).unwrap().as_ref(), b"34");
    assert_eq!(value.range(), Some(2..5));
    // The file goes on, but with something else.
    for (offset, nbytes) in [(1, 3), (4, 0), (u64::MAX, 1), (1, u64::MAX)] {
        let error = value.read_range(offset, nbytes).unwrap_err();
        assert_eq!(error, StoreError::OutOfRange { offset, nbytes, end: 3 });
    }
    assert_eq!(read(&store, "a/12"), Err("missing".to_owned()));
    assert_eq!(read(&store, "a"), Err("a: expected a regular file, found a directory".to_owned()));
    assert_eq!(read(&store, "../a"), Err("\"../a\" is no key of a store".to_owned()));
}

#[test]
fn what_cannot_be_followed_is_an_error_and_never_missing() {
    let (_directory, store) = store(REFERENCES);
    let place = "a reference into the folder of the reference file or below it, or to a place that --allow-references names";
    let form = "a reference: a text, [url], or [url, offset, length]";
    for (key, expected, found) in [
        ("a/2", "3 bytes at byte 8 of sub/a.bin, to which the reference leads", "its end at byte 10"),
        ("a/3", "the file to which the reference leads, sub/gone.bin", "nothing"),
        ("a/4", place, "one to /etc/passwd"),
        ("a/5", form, "null"),
        ("a/7", form, "{{v}}, where only names and + - * // % of whole numbers are read"),
        (
            "a/8",
            "9 bytes at byte 18446744073709551615 of sub/a.bin, to which the reference leads",
            "its end at byte 10",
        ),
        ("a/9", "a regular file", "a directory"),
        ("a/10", place, "one to http://169.254.169.254/x"),
    ] {
        assert_eq!(read(&store, key), Err(format!("{key}: expected {expected}, found {found}")));
        assert!(store.has(key), "{key}");
    }
}

#[test]
fn names_are_listed_and_walked_as_in_a_directory() {
    let (directory, store) = store(REFERENCES);
    let names = |key: &str| -> Vec<String> {
        store.list(key, 99).unwrap().into_iter().map(|entry| entry.name).collect()
    };
    assert_eq!(names(""), [".zgroup", "a"]);
    assert_eq!(names("a").len(), 13);
    let mut sizes = Vec::new();
    store.walk("a", Detail::Sizes, |key, below| {
        sizes.push((key.to_owned(), below));
        if sizes.len() < 4 { Walk::On } else { Walk::Stop }
    });
    let expected = [(".zarray", 18), ("0", 3), ("1", 10), ("10", 1)];
    assert_eq!(sizes, expected.map(|(key, nbytes)| (key.to_owned(), Below::File(nbytes))));
    let inside = Store::at(&directory.path().join("refs.json/a")).unwrap();
    assert_eq!(read(&inside, "0"), Ok(b"234".to_vec()));
    assert!(Store::at(&directory.path().join("refs.json/b")).is_err());
}

#[test]
fn notes_name_what_is_not_followed() {
    let (_directory, store) = store(
        r#"{".zgroup": "{}", "a": "1", "a": "2", "b/0": ["/etc/passwd", 0, 1], "b/1": ["s3://u:secret@b/x"],
            "b/2": ["sub/a.bin"], "../c": ""}"#,
    );
    assert_eq!(
        store.notes(""),
        [
            "more than once in the references, of which the last one counts: a",
            "in the references, but passed over, because it is no key of a store: ../c",
            "references lead out of the folder of their file, and are followed only with --allow-references: \
             /etc/passwd, s3://b/x",
        ]
    );
    assert_eq!(store.notes("b").len(), 1);
}

#[test]
fn only_files_that_look_so_are_references() {
    let directory = tempfile::tempdir().unwrap();
    let open = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        Store::at(&path).map_err(|error| error.to_string())
    };
    let other = "expected a directory, a zip archive or references (a store or a node of one), found a file";
    for (name, text) in [
        ("a.json", r#"{"type": "FeatureCollection", "features": []}"#),
        (".zmetadata", r#"{"metadata": {".zgroup": {}, "a/.zarray": {}}}"#),
        ("zarr.json", r#"{"zarr_format": 3, ".zgroup": ""}"#),
        ("a.txt", r#"[".zgroup"]"#),
        ("empty", ""),
    ] {
        assert_eq!(open(name, text).unwrap_err(), other, "{name}");
    }
    let broken = open("b.json", r#"{"version": 1, "refs": {"a/.zarray": "#).unwrap_err();
    assert_eq!(
        broken,
        "expected references to chunks (Kerchunk) that can be read, found EOF while parsing a value at line 1 column 37"
    );
    assert!(open("any.name", r#"{".zgroup": "{}"}"#).is_ok());
}

#[test]
fn limits_hold_before_anything_is_read() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("refs.json");
    fs::write(&path, REFERENCES).unwrap();
    let open = |bytes: u64, references: u64| {
        let mut access = StoreAccess::default();
        (access.limits.reference_bytes, access.limits.references) = (bytes, references);
        Store::open_at(&path, &access).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(open(100, 100).contains("at most 100 bytes (--max-reference-bytes)"), "{}", open(100, 100));
    assert!(open(9999, 5).contains("more than 5 references (--max-references)"), "{}", open(9999, 5));
    assert_eq!(open(9999, 14), "");
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_of_references_leads_to_its_folder() {
    let (directory, _) = store(REFERENCES);
    let elsewhere = tempfile::tempdir().unwrap();
    let link = elsewhere.path().join("link.json");
    std::os::unix::fs::symlink(directory.path().join("refs.json"), &link).unwrap();
    assert_eq!(read(&Store::at(&link).unwrap(), "a/0"), Ok(b"234".to_vec()));
}

#[test]
fn what_is_told_is_followed() {
    let (directory, _) = store(r#"{".zgroup": "{}", "a/0": ["../sub/a.bin", 0, 2]}"#);
    let inner = directory.path().join("inner");
    fs::create_dir(&inner).unwrap();
    fs::rename(directory.path().join("refs.json"), inner.join("refs.json")).unwrap();
    let open = |references: &[&Path]| {
        let references = references.iter().map(|path| path.display().to_string()).collect();
        let access = StoreAccess { references, ..StoreAccess::default() };
        read(&Store::open_at(&inner.join("refs.json"), &access).unwrap(), "a/0")
    };
    assert!(open(&[]).unwrap_err().contains("--allow-references"));
    assert_eq!(open(&[&directory.path().join("sub")]), Ok(b"01".to_vec()));
    assert_eq!(open(&[&directory.path().join("sub/a.bin")]), Ok(b"01".to_vec()));
}

#[test]
fn files_of_references_are_recognised_before_they_are_written_over() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file.json");
    for (text, are_references) in [
        (r#"{"version": 1, "refs": {".zgroup": "{}"}}"#, true),
        (r#"{".zgroup": "{\"zarr_format\":2}", "a/0": "base64:AAAA"}"#, true),
        (r#"{"a/0": "base64:AAAA", "a/.zarray": "{}"}"#, true),
        (r#"{"a/0": ["file", 0, 3], "zarr.json": "{}", "#, true),
        // A report of ours names documents.
        (r#"{"schema": "verify", "faults": [{"document": "zarr.json", "path": "a/.zarray"}]}"#, false),
        (r#"{"x": {".zgroup": "{}"}}"#, false),
        (r#"[".zgroup"]"#, false),
        ("", false),
    ] {
        std::fs::write(&file, text).unwrap();
        assert_eq!(ReferenceStore::is_at(&file), are_references, "{text}");
    }
}
