//! Digests of chunks: written, compared with a copy, and with each other. The digests themselves are those of Python's hashlib.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

fn lines(path: &std::path::Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Two arrays of two chunks each, the last with three bytes past the edge, which may be anything.
fn store(past_the_edge: u8) -> Store {
    let store = Store::new();
    let last = vec![5, past_the_edge, past_the_edge, past_the_edge];
    for array in ["a", "b"] {
        let document = Document::v3().shaped("[5]", "[4]");
        store.put(array, &document, &[("c/0", vec![1, 2, 3, 4]), ("c/1", last.clone())]);
    }
    store
}

#[test]
fn two_digests_of_a_chunk_that_differ_are_refused() {
    let (store, directory) = (store(0), tempfile::tempdir().unwrap());
    let file = directory.path().join("a.sums");
    text(&format!("verify {store} --write-sums {}", file.display()));
    let written = std::fs::read_to_string(&file).unwrap();
    let last = written.lines().last().unwrap();
    std::fs::write(&file, format!("{written}{last}\n")).unwrap();
    text(&format!("verify {store} --sums {}", file.display()));
    let mut other: Value = serde_json::from_str(last).unwrap();
    other["values"] = json!(hex(&[7]));
    std::fs::write(&file, format!("{written}{other}\n")).unwrap();
    let said = misused(&format!("verify {store} --sums {}", file.display()));
    assert_names(&said, &["a.sums", "b/c/1", "expected one digest, found two that differ"]);
}

#[test]
fn digests_are_those_of_the_bytes_and_of_the_values() {
    let (store, directory) = (store(0), tempfile::tempdir().unwrap());
    let file = directory.path().join("a.sums");
    text(&format!("verify {store} --write-sums {}", file.display()));
    let lines = lines(&file);
    assert_eq!(lines[0], json!({"schema": "zarrscope.sums", "version": 1}));
    assert_eq!(lines.len(), 5);
    assert_eq!(
        lines[2],
        json!({"array": "a", "chunk": [1], "key": "c/1", "nbytes": 4, "stored": hex(&[5, 0, 0, 0]), "values": hex(&[5])})
    );
    // python3 -c 'import hashlib; print(hashlib.sha256(bytes([1, 2, 3, 4])).hexdigest())'
    assert_eq!(lines[1]["values"], "9f64a747e1b97f131fabb6b447296c9b6f0201e79fb3c5356e6c77e89b6a806a");
}

#[test]
fn a_copy_is_compared_by_its_values() {
    let (one, other) = (store(0), store(9));
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name).display().to_string();
    text(&format!("verify {one} --write-sums {}", file("one")));
    text(&format!("verify {other} --write-sums {}", file("other")));
    assert_eq!(text(&format!("verify {one} --sums {}", file("one"))).lines().count(), 3);
    // Bytes past the edge are no values.
    let rewritten = parsed(&format!("verify {other} --sums {} --json", file("one")));
    assert_eq!(each(&rewritten["notes"], "rule"), ["chunk-remark", "sum-bytes", "chunk-remark", "sum-bytes"]);
    assert_names(
        &text(&format!("diff {} {}", file("one"), file("other"))),
        &["2 chunks: other bytes, the same values", "equal: all chunks have the same values"],
    );
    // One value, one chunk less, and one more.
    std::fs::write(other.path("a/c/0"), [1, 2, 3, 5]).unwrap();
    std::fs::remove_file(other.path("b/c/1")).unwrap();
    other.put("c", &Document::v3().shaped("[5]", "[4]"), &[("c/0", vec![1, 2, 3, 4])]);
    let found = parsed_fault(&format!("verify {other} --sums {} --json", file("one")));
    assert_eq!(each(&found["faults"], "rule"), ["sum-values", "sum-missing"]);
    assert_has(&found["faults"][0], &json!({"key": "c/0", "chunk": [0]}));
    assert_has(&found["faults"][1], &json!({"keys": ["c/1"], "count": 1}));
    assert_eq!(each(&found["notes"], "rule"), ["chunk-remark", "sum-bytes", "sum-new"]);
    text(&format!("verify {other} --write-sums {}", file("changed")));
    let run = zarrscope(&format!("diff {} {} --json", file("one"), file("changed"))).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(
        found["chunks"],
        json!({"a": 4, "b": 4, "same": 1, "rewritten": 1, "different": 1, "only_a": 1, "only_b": 1})
    );
    assert_eq!(
        [&found["different"], &found["only_a"], &found["only_b"]],
        [&json!(["a/c/0"]), &json!(["b/c/1"]), &json!(["c/c/0"])]
    );
}

#[test]
fn a_file_of_digests_is_whole_or_refused() {
    let (store, directory) = (store(0), tempfile::tempdir().unwrap());
    let file = |name: &str| directory.path().join(name);
    for (name, text) in [
        ("empty", ""),
        ("other", "{\"a\": 1}\n"),
        ("torn", "{\"schema\":\"zarrscope.sums\",\"version\":1}\n{\"array\":"),
    ] {
        std::fs::write(file(name), text).unwrap();
        let message = misused(&format!("verify {store} --sums {}", file(name).display()));
        assert_names(&message, &[name, "line ", "expected digests"]);
    }
    let part = format!("verify {store} --write-sums {} --max-requests 1 --threads 1", file("part").display());
    assert_eq!(zarrscope(&part).output().unwrap().status.code(), Some(3));
    assert!(!file("part").exists(), "half of the digests are none");
    text(&format!("verify {store} --write-sums {}", file("whole").display()));
    let message = misused(&format!("diff {} {store}", file("whole").display()));
    assert_names(&message, &["expected digests as those of the other side"]);
    assert_names(
        &misused(&format!("verify {store} --write-sums {store}/a/a.sums")),
        &["outside of any store"],
    );
}
