//! Stores in zip archives.

use std::fs;
use std::io::Write;
use std::path::Path;

use ::zip::write::SimpleFileOptions;
use ::zip::{CompressionMethod, ZipWriter};
use serde_json::Value;
use tempfile::TempDir;
use walkdir::WalkDir;

use crate::document::Document;
use crate::run::*;

const STORES: [&str; 2] = ["grids.zarr", "sharded.zarr"];

/// Puts a sample into an archive, below a folder if one is given.
pub fn zip(store: &str, to: &Path, folder: &str, method: CompressionMethod) {
    let from = repository("sample-data").join(store);
    let options = SimpleFileOptions::default().compression_method(method);
    let mut writer = ZipWriter::new(fs::File::create(to).unwrap());
    for entry in WalkDir::new(&from).into_iter().map(Result::unwrap) {
        let key = entry.path().strip_prefix(&from).unwrap().to_str().unwrap();
        if entry.file_type().is_file() {
            writer.start_file(format!("{folder}{key}"), options).unwrap();
            writer.write_all(&fs::read(entry.path()).unwrap()).unwrap();
        }
    }
    writer.finish().unwrap();
}

/// Changes bytes of a member's entry in the archive's central directory, where the name is at byte 46.
fn change(archive: &Path, name: &str, offset: usize, to: &[u8]) {
    let mut bytes = fs::read(archive).unwrap();
    let place = bytes.windows(name.len()).rposition(|found| found == name.as_bytes()).unwrap();
    bytes[place - 46 + offset..][..to.len()].copy_from_slice(to);
    fs::write(archive, bytes).unwrap();
}

/// What a command prints in a directory: exit status, stdout and stderr.
fn said(directory: &Path, arguments: &str) -> (Option<i32>, Vec<u8>, Vec<u8>) {
    let output = zarrscope(arguments).current_dir(directory).output().unwrap();
    (output.status.code(), output.stdout, output.stderr)
}

/// The same; JSON without its times, and the path of the store as `STORE`.
fn said_without_times(
    directory: &Path,
    command: &str,
    store: &str,
    node: &str,
) -> (Option<i32>, String, Vec<u8>) {
    let (verb, options) = command.split_once(' ').unwrap_or((command, ""));
    let (status, stdout, stderr) = said(directory, &format!("{verb} {store}{node} {options}"));
    let mut text = stdout.escape_ascii().to_string();
    if let Ok(mut value) = serde_json::from_slice(&stdout) {
        without_times(&mut value);
        text = value.to_string();
    }
    (status, text.replace(store, "STORE"), String::from_utf8_lossy(&stderr).replace(store, "STORE").into())
}

fn without_times(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| name != "seconds" && name != "elapsed_us");
            members.values_mut().for_each(without_times);
        }
        Value::Array(items) => items.iter_mut().for_each(without_times),
        _ => {}
    }
}

/// The arrays of a sample, each with the coordinates of its first chunk.
fn arrays(store: &str) -> Vec<(String, String)> {
    let tree = parsed(&format!("tree {store} --json"));
    let first = |node: &Value| {
        let rank = node["shape"].as_array().unwrap().len();
        (format!("/{}", node["name"].as_str().unwrap()), vec!["0"; rank].join(","))
    };
    tree["children"].as_array().unwrap().iter().map(first).collect()
}

fn assert_same(directory: &Path, command: &str, node: &str, stores: [&str; 2]) {
    let [archive, original] = stores.map(|store| said_without_times(directory, command, store, node));
    assert_eq!(archive, original, "{command} {node} of {stores:?}");
}

#[test]
fn every_command_says_the_same_of_a_store_and_of_its_archive() {
    for store in STORES {
        let directory = TempDir::new().unwrap();
        copy(store, directory.path());
        let archives = [
            ("stored.zip", "", CompressionMethod::Stored),
            ("deflated.zip", "", CompressionMethod::Deflated),
            ("folder.zip", "some/where/", CompressionMethod::Deflated),
        ];
        for (name, folder, method) in archives {
            zip(store, &directory.path().join(name), folder, method);
            let archive = format!("{name}/{folder}");
            let stores = [archive.trim_end_matches('/'), store];
            for command in ["tree", "tree --json", "tree --depth 0", "info", "info --json", "verify --json"] {
                assert_same(directory.path(), command, "", stores);
            }
            for (array, first) in arrays(store) {
                assert_same(directory.path(), "info", &array, stores);
                assert_same(directory.path(), "chunks --json", &array, stores);
                assert_same(directory.path(), "decode --format raw", &array, stores);
                assert_same(directory.path(), &format!("trace --json --chunk={first}"), &array, stores);
            }
        }
    }
}

#[test]
fn an_inner_chunk_of_a_shard_in_an_archive_is_traced() {
    let directory = TempDir::new().unwrap();
    copy("sharded.zarr", directory.path());
    for (name, method) in
        [("stored.zip", CompressionMethod::Stored), ("deflated.zip", CompressionMethod::Deflated)]
    {
        zip("sharded.zarr", &directory.path().join(name), "", method);
        for array in ["/plain", "/nested", "/index_at_start", "/missing_inner"] {
            assert_same(
                directory.path(),
                "trace --json --chunk 0,0 --inner 0,1",
                array,
                [name, "sharded.zarr"],
            );
        }
    }
}

#[test]
fn an_archive_with_the_store_in_a_folder_opens_at_its_top() {
    let directory = TempDir::new().unwrap();
    zip("sharded.zarr", &directory.path().join("a.zip"), "sharded.zarr/", CompressionMethod::Stored);
    let (status, stdout, _) = said(directory.path(), "tree a.zip");
    let tree = String::from_utf8(stdout).unwrap();
    assert_eq!(status, Some(0));
    assert_names(
        &tree,
        &["▿ a.zip  (a directory without zarr.json, .zarray or .zgroup)", "└ ▾ sharded.zarr", "  ├ ▪ plain"],
    );
}

#[test]
fn a_path_that_leads_nowhere_in_an_archive_is_a_usage_error() {
    let directory = TempDir::new().unwrap();
    zip("grids.zarr", &directory.path().join("a.zip"), "", CompressionMethod::Stored);
    fs::write(directory.path().join("notes"), "no archive").unwrap();
    let mut cut = fs::read(directory.path().join("a.zip")).unwrap();
    cut.truncate(999);
    fs::write(directory.path().join("cut.zip"), cut).unwrap();
    let expected =
        "expected a directory, a zip archive or references (a store or a node of one), found a file";
    for (path, code, message) in [
        ("a.zip/nothing", 2, "no such path"),
        ("a.zip/../a.zip", 2, "no such path"),
        ("a.zip/zarr.json", 2, expected),
        ("notes", 2, expected),
        ("notes/inside", 2, "no such path"),
        ("cut.zip", 1, "expected a zip archive that can be read, found one that cannot"),
        ("cut.zip/one_d", 1, "expected a zip archive that can be read, found one that cannot"),
    ] {
        let (status, _, stderr) = said(directory.path(), &format!("info {path}"));
        assert_eq!(status, Some(code), "{path}");
        assert_names(&String::from_utf8(stderr).unwrap(), &[&format!("error: {path}: {message}")]);
    }
}

#[test]
fn a_document_that_is_there_twice_is_noted() {
    let directory = TempDir::new().unwrap();
    let mut writer = ZipWriter::new(fs::File::create(directory.path().join("a.zip")).unwrap());
    for (name, title) in [("zarr.json", "new"), ("zarr.jso_", "old")] {
        let document = Document::group().with("attributes", format!(r#"{{"title": "{title}"}}"#));
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(document.text().as_bytes()).unwrap();
    }
    writer.finish().unwrap();
    let mut bytes = fs::read(directory.path().join("a.zip")).unwrap();
    // Of two members with the same name the later one counts.
    for place in 0..bytes.len() - 9 {
        if bytes[place..].starts_with(b"zarr.jso_") {
            bytes[place + 8] = b'n';
        }
    }
    fs::write(directory.path().join("a.zip"), bytes).unwrap();
    let note = "more than once in the archive, of which the last one counts: zarr.json";
    for command in ["tree", "tree --json", "info", "info --json"] {
        let (status, stdout, _) = said(directory.path(), &format!("{command} a.zip"));
        let text = String::from_utf8(stdout).unwrap();
        assert_eq!(status, Some(0));
        assert_names(&text, &[note]);
        assert!(!command.starts_with("info") || text.contains("old"), "{text}");
    }
}

#[test]
fn a_member_that_cannot_be_read_is_reported_with_its_key() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("a.zip");
    zip("grids.zarr", &path, "", CompressionMethod::Stored);
    change(&path, "one_d/c/1", 10, &[93, 0]);
    let (status, _, stderr) = said(directory.path(), "decode a.zip/one_d");
    assert_eq!(status, Some(1));
    assert_eq!(
        String::from_utf8(stderr).unwrap(),
        "error: a.zip/one_d: c/1: store: expected a stored or deflated member, found the compression method Zstd\n"
    );
}

#[test]
fn a_deflated_shard_over_the_limit_is_not_inflated() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("a.zip");
    zip("sharded.zarr", &path, "", CompressionMethod::Deflated);
    change(&path, "plain/c/0/0", 24, &u32::to_le_bytes(3 << 30));
    let (status, _, stderr) = said(directory.path(), "trace a.zip/plain --chunk 0,0 --inner 0,0");
    assert_eq!(status, Some(1));
    assert_names(
        &String::from_utf8(stderr).unwrap(),
        &[
            "c/0/0: store: expected at most 67181120 bytes, as many as are read of such a chunk, found 3221225472",
        ],
    );
}

#[test]
fn an_archive_is_never_written() {
    let directory = TempDir::new().unwrap();
    zip("grids.zarr", &directory.path().join("a.zip"), "", CompressionMethod::Stored);
    zip("sharded.zarr", &directory.path().join("b.zip"), "", CompressionMethod::Stored);
    fs::copy(directory.path().join("a.zip"), directory.path().join("plain.npy")).unwrap();
    let before = snapshot(directory.path());
    for file in ["a.zip", "./a.zip", "b.zip", "plain.npy", "a.zip/new", "a.zip/one_d/new"] {
        let (status, _, stderr) =
            said(directory.path(), &format!("decode a.zip/one_d --format raw -o {file}"));
        assert!(before == snapshot(directory.path()), "{file} was written");
        assert_eq!(status, Some(2), "{file}");
        assert_names(
            &String::from_utf8(stderr).unwrap(),
            &["expected a file outside of any store, found the archive "],
        );
    }
    for command in ["", "tree", "info", "verify"] {
        said(directory.path(), &format!("{command} a.zip"));
    }
    assert!(before == snapshot(directory.path()));
    let (status, ..) = said(directory.path(), "decode a.zip/one_d --format raw -o new");
    assert_eq!(status, Some(0));
}

#[test]
fn archives_below_a_directory_are_stores_within_it() {
    let directory = TempDir::new().unwrap();
    let below = directory.path().join("all");
    fs::create_dir_all(below.join("more")).unwrap();
    zip("grids.zarr", &below.join("more/grids.ZIP"), "", CompressionMethod::Deflated);
    zip("grids.zarr", &directory.path().join("grids.zip"), "", CompressionMethod::Deflated);
    let of = |arguments: &str| {
        let (status, stdout, _) = said(directory.path(), arguments);
        (status, String::from_utf8(stdout).unwrap())
    };
    let counts = |path: &str| {
        let report: Value = serde_json::from_str(&of(&format!("verify {path} --json")).1).unwrap();
        (report["arrays"].clone(), report["chunks"].clone(), report["faults"].clone())
    };
    assert_eq!(counts("all"), counts("grids.zip"));
    let tree = of("tree all").1;
    assert!(tree.contains("▾ grids.ZIP") && tree.contains("zero_d"), "{tree}");
    assert!(of("find all zero").1.contains("more/grids.ZIP/zero_d"));
    let part = of("decode all/more/grids.ZIP/zero_d");
    assert_eq!(part, of("decode grids.zip/zero_d"));
    // What has no node, or is damaged, is said to be an archive, and not to be sound.
    fs::write(below.join("broken.zip"), b"PK\x03\x04").unwrap();
    let mut empty = ZipWriter::new(fs::File::create(below.join("other.zip")).unwrap());
    empty.start_file("a.txt", SimpleFileOptions::default()).unwrap();
    empty.finish().unwrap();
    let tree = of("tree all").1;
    for name in ["broken.zip", "other.zip"] {
        assert!(
            tree.contains(&format!("? {name}  (an archive that has no group and no array, or")),
            "{tree}"
        );
    }
    let (status, said) = of("verify all");
    assert_eq!(status, Some(0));
    assert!(said.contains("all/broken.zip") && said.contains("it was not looked into"), "{said}");
    let report: Value = serde_json::from_str(&of("verify all --json").1).unwrap();
    let notes = report["notes"].as_array().unwrap();
    assert_eq!(notes.iter().filter(|note| note["rule"] == "archive-unchecked").count(), 2, "{report}");
}
