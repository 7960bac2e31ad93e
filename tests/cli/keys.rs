//! `verify --keys`: what the store has comes from a list.

use serde_json::json;

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

#[test]
fn what_the_list_names_is_verified_and_nothing_else() {
    let store = Store::new();
    let chunks: Vec<(String, Vec<u8>)> =
        (0..4_u8).map(|number| (format!("c/{number}"), vec![number; 2])).collect();
    let chunks: Vec<_> = chunks.iter().map(|(key, bytes)| (key.as_str(), bytes.clone())).collect();
    store.put("a", &Document::v3().shaped("[10]", "[2]"), &chunks);
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("keys");
    let name = file.display();
    // Chunk 3 is there and not listed, chunk 4 is listed and not there, chunk 2 has another size.
    let list = "a/zarr.json\na/c/0\na/c/1\t2\na/c/2\t3\na/c/4\na/c/7\nother/c/0\n";
    std::fs::write(&file, list).unwrap();
    let found = parsed_fault(&format!("verify {store} --keys {name} --json"));
    assert_has(&found["chunks"], &json!({"stored": 4, "missing": 1, "decoded": 3, "faulty": 1}));
    assert_eq!(each(&found["faults"], "rule"), ["chunk-length", "chunk-missing"]);
    assert_eq!(each(&found["faults"], "key"), ["c/2", "c/4"]);
    let message = found["faults"][0]["message"].as_str().unwrap();
    assert_names(message, &["expected 3 bytes, as the list says (--keys), found 2"]);
    std::fs::write(&file, "a/zarr.json\na/c/0\na/c/1\n").unwrap();
    let sound = parsed(&format!("verify {store} --keys {name} --json"));
    assert_has(&sound["chunks"], &json!({"stored": 2, "missing": 3, "decoded": 2}));
    let sample = parsed(&format!("verify {store} --keys {name} --sample 1 --json"));
    assert_has(&sample["sample"], &json!({"chunks": 1, "of": 2}));
    std::fs::write(&file, "a/zarr.json\na/c/0\nlost/zarr.json\nlost/c/0\n").unwrap();
    let absent = parsed_fault(&format!("verify {store} --keys {name} --json"));
    assert_eq!(each(&absent["faults"], "key"), ["zarr.json"]);
    let message = absent["faults"][0]["message"].as_str().unwrap();
    assert_names(message, &["expected the document that --keys names, found none"]);
    std::fs::write(&file, "elsewhere/c/0\n").unwrap();
    assert_names(&misused(&format!("verify {store} --keys {name}")), &["--keys", "expected keys below"]);
    assert_names(&misused(&format!("verify {store} --keys {name}.none")), &["--keys"]);
}

/// As a bucket with versions is listed: older versions and those that mark a deletion do not count. The table is written by pyarrow.
#[test]
fn an_inventory_may_be_a_table_or_compressed() {
    use std::io::Write;

    let store = Store::new();
    let chunks = ["c/0", "c/1", "c/2"].map(|key| (key, vec![1; 2]));
    store.put("a", &Document::v3().shaped("[10]", "[2]"), &chunks);
    let directory = tempfile::tempdir().unwrap();
    let expected = |file: &str| {
        let found = parsed_fault(&format!("verify {store} --keys {file} --json"));
        assert_has(&found["chunks"], &json!({"stored": 4, "missing": 1, "decoded": 3, "faulty": 1}));
        assert_eq!(each(&found["faults"], "rule"), ["chunk-length", "chunk-missing"]);
        assert_eq!(each(&found["faults"], "key"), ["c/2", "c/4"]);
    };
    if cfg!(feature = "references-parquet") {
        expected("../tests/references/inventory.parquet");
    }
    let row = |key: &str, latest: bool, deleted: bool, nbytes: &str| {
        format!(
            "\"bucket\",\"store/a/{key}\",\"v1\",\"{latest}\",\"{deleted}\",\"{nbytes}\",\"2026-01-31T10:00:00.000Z\"\n"
        )
    };
    let rows = [
        row("zarr.json", true, false, "300"),
        row("c/0", true, false, "2"),
        row("c/1", true, false, "2"),
        row("c/1", false, false, "9"),
        row("c/2", true, false, "3"),
        row("c/3", false, false, "2"),
        row("c/3", true, true, ""),
        row("c/4", true, false, "2"),
    ];
    let file = directory.path().join("inventory.csv.gz");
    let mut encoder =
        flate2::write::GzEncoder::new(std::fs::File::create(&file).unwrap(), flate2::Compression::fast());
    encoder.write_all(rows.concat().as_bytes()).unwrap();
    encoder.finish().unwrap();
    expected(&file.to_string_lossy());
    std::fs::write(&file, [0xff, 0xfe, 0, 1, 2]).unwrap();
    let refused = misused(&format!("verify {store} --keys {}", file.display()));
    assert_names(&refused, &["expected lines of text, found other bytes"]);
}

/// What is in an archive under names that are no keys is not looked at, and that is said.
#[test]
fn names_of_an_archive_that_are_passed_over_are_a_warning() {
    use std::io::Write;

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("odd.zip");
    let mut archive = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    for (name, text) in
        [("zarr.json", r#"{"zarr_format": 3, "node_type": "group"}"#), ("../a/zarr.json", "{")]
    {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap();
    let name = path.display();
    let report = parsed(&format!("verify {name} --json"));
    assert_eq!(each(&report["notes"], "rule"), ["store-names"]);
    assert_names(report["notes"][0]["message"].as_str().unwrap(), &["passed over", "../a/zarr.json"]);
    let checked = parsed(&format!("check {name} --json"));
    assert!(each(&checked["findings"], "rule").contains(&"store-names"), "{checked}");
}
