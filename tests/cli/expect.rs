//! `verify --expect`: which chunks should be there.

use std::fs;

use serde_json::{Value, json};

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

/// A store of an array `a/tas` of 4×6 chunks of one element each, of which some are stored.
fn store(stored: &[&str]) -> Store {
    let store = Store::named("s.zarr").group("").group("a");
    let store = store.array("a/tas", &Document::v3().shaped("[4, 6]", "[1, 1]"));
    for key in stored {
        store.write(&format!("a/tas/{key}"), [7]);
    }
    store
}

/// All 24 chunks but for some.
fn all_but(missing: &[&str]) -> Vec<String> {
    let all = (0..4).flat_map(|row| (0..6).map(move |column| format!("c/{row}/{column}")));
    all.filter(|key| !missing.contains(&key.as_str())).collect()
}

fn ran(store: &Store, arguments: &str) -> (Value, Option<i32>) {
    let output = zarrscope(&format!("verify {store} --json {arguments}")).output().unwrap();
    assert_schema("verify --json", &output.stdout);
    let text = String::from_utf8_lossy(&output.stderr);
    (serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{text}")), output.status.code())
}

/// Runs it with a list of chunks that may be missing.
fn listed(store: &Store, list: &str) -> (Value, Option<i32>) {
    let path = store.beside("list.txt");
    fs::write(&path, list).unwrap();
    ran(store, &format!("--expect {}", path.display()))
}

fn totals(report: &Value) -> [u64; 4] {
    ["present", "absent", "may_be_missing", "unknown"]
        .map(|name| report["completeness"][name].as_u64().unwrap())
}

#[test]
fn a_missing_chunk_is_a_fault_only_where_it_is_expected() {
    let keys = all_but(&["c/0/3", "c/2/1"]);
    let store = store(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    let (report, status) = ran(&store, "");
    assert_eq!((status, &report["faults"], report.get("completeness")), (Some(0), &json!([]), None));
    let (report, status) = ran(&store, "--expect all");
    assert_eq!((status, totals(&report)), (Some(1), [22, 2, 0, 0]));
    assert_eq!(each(&report["faults"], "key"), ["c/0/3", "c/2/1"]);
    assert_has(
        &report["faults"][0],
        &json!({"chunk": [0, 3], "stage": "store", "rule": "chunk-missing",
        "message": "expected a stored chunk (--expect), found none"}),
    );
    assert_has(&report, &json!({"chunks": {"stored": 22, "missing": 2, "decoded": 22, "faulty": 0}}));
}

#[test]
fn a_list_names_what_may_be_missing() {
    let keys = all_but(&["c/0/3", "c/2/1", "c/2/2", "c/3/5"]);
    let store = store(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    for (list, expected, keys) in [
        ("a/tas/c/0/3\na/tas[2, 1:3] # one row\na/tas[3]", [20, 0, 4, 0], vec![]),
        ("a/tas[0:3]", [20, 1, 3, 0], vec!["c/3/5"]),
        // Overlapping ranges count each chunk once.
        ("a/tas[:, 1:4]\na/tas[2]\na/tas/c/2/2\na/tas/c/2/2", [20, 1, 3, 0], vec!["c/3/5"]),
        ("a/tas[]", [20, 0, 4, 0], vec![]),
        ("a/tas[:, :]\n/a/tas/c/1/1", [20, 0, 4, 0], vec![]),
    ] {
        let (report, status) = listed(&store, list);
        assert_eq!(totals(&report), expected, "{list}");
        assert_eq!(each(&report["faults"], "key"), keys, "{list}");
        assert_eq!(status, Some(i32::from(!keys.is_empty())), "{list}");
        assert_eq!(report["completeness"]["expect"], "listed");
    }
}

#[test]
fn a_line_that_names_no_chunk_is_named() {
    let store = store(&["c/0/0"]);
    let (report, _) =
        listed(&store, "a/tas[:]\n# a comment\na/tos[0]\na/tas[9:]\na/tas/c/9/9\na/tas[0, 0, 0]");
    let notes = report["notes"].as_array().unwrap();
    let lines: Vec<&str> = notes.iter().map(|note| note["message"].as_str().unwrap()).collect();
    assert_eq!(notes.iter().filter(|note| note["rule"] == "expect-line").count(), 4, "{notes:#?}");
    for (line, number) in lines.iter().zip([3, 4, 5, 6]) {
        assert_names(line, &[&format!("line {number} of the list names no chunk")]);
    }
    let many = "b/c/0\n".repeat(1_500);
    let (report, _) = listed(&store, &many);
    let notes = report["notes"].as_array().unwrap();
    assert_eq!(notes.iter().filter(|note| note["rule"] == "expect-line").count(), 1_001);
    assert!(
        notes.iter().any(|note| note["message"].as_str().unwrap().starts_with("500 more lines of the list"))
    );
    let wrong = store.beside("wrong");
    fs::write(&wrong, "a/tas[x]").unwrap();
    let message = misused(&format!("verify {store} --expect {}", wrong.display()));
    assert_names(&message, &["line 1: expected ranges such as [0:10, 3], found a/tas[x]"]);
    assert_names(
        &misused("verify climate.zarr --expect nothing.txt"),
        &["--expect: nothing.txt: ", "not found"],
    );
}

#[test]
fn what_is_stored_for_nothing_is_counted_and_named() {
    let keys = all_but(&["c/1/1"]);
    let store = store(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    let store = store
        .files(&[("a/tas/c/0/0", [0]), ("a/tas/c/0/1", [0]), ("a/tas/c/0/77", [1])])
        .file("a/tas/notes.txt", "hello")
        .array("empty", &Document::v3());
    let (report, status) = ran(&store, "--expect all");
    assert_eq!((status, totals(&report)), (Some(1), [23, 2, 0, 0]));
    assert_has(
        &report["completeness"],
        &json!({"all_fill": 2, "header_only_arrays": 1, "stray_keys": 2, "chunks": 25}),
    );
    let faults: Vec<(&str, &str)> = report["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| (fault["key"].as_str().unwrap(), fault["message"].as_str().unwrap()))
        .collect();
    assert_eq!(
        faults,
        [
            ("c/1/1", "expected a stored chunk (--expect), found none"),
            ("", "expected 1 chunk (--expect), found none stored")
        ]
    );
    let run = zarrscope(&format!("verify {store} --expect all")).output().unwrap();
    let text = String::from_utf8(run.stdout).unwrap();
    assert_names(
        &text,
        &[
            "a/tas: all fill: 2 chunks, first c/0/0: every element is the fill value",
            "a/tas: stray keys: 2 keys belong to no chunk: ",
            "empty: header only: no chunk is stored, of 1 chunk",
            "expected: 23 present, 2 absent, 0 that may be missing, 0 unknown; 2 all fill, 1 array without a chunk, 2 \
             keys of no chunk",
        ],
    );
}

#[test]
fn a_grid_of_any_size_is_counted_and_not_gone_through() {
    let store = store(&["c/0/0"]);
    let huge = Document::v3().shaped("[9223372036854775807, 9223372036854775807]", "[1, 1]");
    store.put("a/tas", &huge, &[]);
    let (report, _) = listed(&store, "a/tas[1:]\na/tas[0, 100:]");
    assert_has(&report["completeness"], &json!({"present": 1, "absent": 99}));
    assert_eq!(each(&report["faults"], "key").len(), 64 + 1);
    assert_names(
        report["faults"][64]["message"].as_str().unwrap(),
        &["expected 35 chunks after those that are named (--expect), found none stored"],
    );
    let square = (i64::MAX as u128).pow(2);
    assert_eq!(report["completeness"]["may_be_missing"].to_string(), (square - 100).to_string());
    assert_eq!(report["completeness"]["chunks"].to_string(), square.to_string());
    let (report, _) = ran(&store, "--expect all");
    assert_eq!(report["completeness"]["absent"].to_string(), (square - 1).to_string());
}

#[cfg(unix)]
#[test]
fn what_is_behind_something_unreadable_is_unknown() {
    let store = store(&["c/0/0"]);
    // A file where a directory of six chunks should be.
    store.write("a/tas/c/2", [1]);
    let (report, status) = listed(&store, "a/tas[1:3, :2]");
    assert_eq!((status, totals(&report)), (Some(1), [1, 15, 2, 6]));
    assert!(!each(&report["faults"], "key").contains(&"c/2/5"));
}

#[test]
fn parts_are_as_complete_as_the_whole() {
    let keys = all_but(&["c/0/3", "c/2/1"]);
    let store = store(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    let array = store.path("a/tas");
    fs::write(array.join("c/3/3"), [0]).unwrap();
    fs::write(array.join("c/1/0"), [0]).unwrap();
    fs::write(array.join("stray"), [0]).unwrap();
    let list = store.beside("list");
    fs::write(&list, "a/tas/c/0/3\nb[0]").unwrap();
    let options = format!("--expect {}", list.display());
    let (mut whole, _) = ran(&store, &options);
    assert_eq!(whole["completeness"]["all_fill"], 2);
    let paths: Vec<String> = (1..=3)
        .map(|number| {
            let path = store.beside(&number.to_string());
            fs::write(&path, ran(&store, &format!("{options} --part {number}/3")).0.to_string()).unwrap();
            path.display().to_string()
        })
        .collect();
    let mut merged = parsed_fault(&format!("merge --json {}", paths.join(" ")));
    for report in [&mut whole, &mut merged] {
        for name in ["seconds", "plan", "parts", "lacking"] {
            report.as_object_mut().unwrap().remove(name);
        }
    }
    assert_eq!(merged, whole);
    // Other expectations are other work.
    let other = store.beside("other");
    fs::write(&other, ran(&store, "--expect all --part 2/3").0.to_string()).unwrap();
    assert_names(&misused(&format!("merge {} {}", paths[0], other.display())), &["same work"]);
}

/// A V3 array `a/sh` of 8×4 uint8 in shards of 2×4, each of eight inner chunks of one element; only the index is at the end.
/// `stored` says for each shard which of its inner chunks are there.
fn sharded(shape: &str, stored: &[&[u64]]) -> Store {
    let document = Document::v3().shaped(shape, "[2, 4]").sharded("[1, 1]", r#"["bytes"]"#);
    let store = Store::named("s.zarr").group("").group("a").array("a/sh", &document);
    for (row, inner) in stored.iter().enumerate() {
        let mut shard: Vec<u8> = (1..=inner.len()).map(|number| number.try_into().unwrap()).collect();
        for number in 0..8_u64 {
            let entry = match inner.iter().position(|own| *own == number) {
                Some(place) => [place as u64, 1],
                None => [u64::MAX; 2],
            };
            shard.extend(entry.iter().flat_map(|own| own.to_le_bytes()));
        }
        store.write(&format!("a/sh/c/{row}/0"), shard);
    }
    store
}

const FULL: &[u64] = &[0, 1, 2, 3, 4, 5, 6, 7];

#[test]
fn a_missing_inner_chunk_of_a_stored_shard_is_a_fault_where_it_is_expected() {
    let store = sharded("[6, 4]", &[FULL, &[0, 1, 3, 4, 5, 7], FULL]);
    let (report, status) = ran(&store, "--expect all");
    assert_eq!(status, Some(1));
    assert_eq!(each(&report["faults"], "key"), ["c/1/0", "c/1/0"]);
    assert_has(
        &report["faults"][0],
        &json!({"chunk": [1, 0], "inner": [[0, 2]], "stage": "store", "rule": "chunk-missing",
            "message": "inner chunk (0, 2) of the shard (1, 0): expected a stored chunk (--expect), found none"}),
    );
    assert_eq!(report["faults"][1]["inner"], json!([[1, 2]]));
    assert_has(&report["completeness"], &json!({"present": 3, "absent": 0, "inner_absent": 2}));
    assert_eq!(report["completeness"]["inner_may_be_missing"], 0);
    for (list, inner) in [
        ("a/sh[1, 0][0, 2]\na/sh[1, 0][1, 2]", vec![]),
        ("a/sh[1][:, 2]", vec![]),
        ("a/sh/c/1/0", vec![]),
        ("a/sh[0:2][0]", vec![json!([[1, 2]])]),
        ("a/sh[2, 0][0, 2]", vec![json!([[0, 2]]), json!([[1, 2]])]),
    ] {
        let (report, status) = listed(&store, list);
        let found: Vec<Value> =
            report["faults"].as_array().unwrap().iter().map(|fault| fault["inner"].clone()).collect();
        assert_eq!((found.len(), status), (inner.len(), Some(i32::from(!inner.is_empty()))), "{list}");
        assert_eq!(found, inner, "{list}");
    }
    let (report, _) = listed(&store, "a/sh[1, 0][2, 0]\na/sh[9][0]\na/sh[1, 0][0][0]");
    assert_eq!(each(&report["notes"], "rule"), ["expect-line", "expect-line", "expect-line"]);
}

#[test]
fn a_shard_that_lacks_inner_chunks_among_full_ones_is_doubtful_and_a_finding_of_the_doctor_alone() {
    let store = sharded("[6, 4]", &[FULL, &[0, 1, 3, 4, 5, 7], FULL]);
    let (report, status) = ran(&store, "");
    assert_eq!((status, &report["faults"]), (Some(0), &json!([])));
    let note = &report["notes"][0];
    assert_has(
        note,
        &json!({"rule": "shard-partly-filled", "severity": "note", "key": "c/1/0", "chunks": 1}),
    );
    let said = "lacks 2 of 8 inner chunks, while 2 other shards are full: parallel writers that overwrote each other";
    assert_names(note["message"].as_str().unwrap(), &[said]);
    let path = store.path("");
    let array = path.join("a/sh");
    assert_names(&text(&format!("check {}", path.display())), &[said, "[shard-partly-filled]"]);
    let (_, doctor) = faulty(&format!("doctor {}", path.display()));
    let doctor = String::from_utf8(doctor).unwrap();
    let found = "possible  the shard lacks 2 of 8 inner chunks, which read as the fill value";
    let why = "2 other shards are full: parallel writers that overwrote each other look like this";
    assert_names(&doctor, &["chunk (1, 0)  key c/1/0", found, why]);
    assert!(!doctor.contains("partly filled"), "{doctor}");
    assert_names(&text(&format!("chunks {}", array.display())), &["partly     c/1/0: ", said]);
    let chunks = parsed(&format!("chunks --json {}", array.display()));
    assert_has(&chunks["notes"][0], &json!({"note": "partly filled", "key": "c/1/0"}));
    // It is a fault where the user says so.
    let run =
        zarrscope(&format!("verify {} --fail-on shard-partly-filled", path.display())).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
}

#[test]
fn sparse_arrays_and_what_lies_past_the_array_are_not_doubtful() {
    // Half of the shards lack some; of the last shard the second row lies past the array.
    for (shape, stored) in
        [("[8, 4]", vec![FULL, &[0, 1], &[3, 4], FULL]), ("[5, 4]", vec![FULL, FULL, &[0, 1, 2, 3]])]
    {
        let store = sharded(shape, &stored);
        let (report, status) = ran(&store, "");
        assert_eq!((status, report.get("notes")), (Some(0), None), "{shape}");
        let path = store.path("");
        assert_names(&text(&format!("check {} --fail-on warning", path.display())), &["no findings"]);
        assert!(!text(&format!("doctor {}", path.display())).contains("partly"));
        let (_, status) = ran(&store, "--expect all");
        assert_eq!(status, Some(i32::from(shape == "[8, 4]")), "{shape}");
    }
}

#[test]
fn what_is_there_is_written_as_what_is_expected() {
    let store = sharded("[10, 8]", &[FULL, &[0, 1, 3, 4, 5, 7], FULL]);
    let array = store.path("a/sh");
    let list = store.beside("list.txt");
    let write = format!("--write-expect {}", list.display());
    let (report, status) = ran(&store, &write);
    assert_eq!((status, &report["faults"]), (Some(0), &json!([])));
    let written = fs::read_to_string(&list).unwrap();
    let lines: Vec<&str> = written.lines().skip(1).collect();
    assert_eq!(
        lines,
        ["a/sh/c/0/1", "a/sh/c/1/1", "a/sh/c/2/1", "a/sh[3:5, 0:2]", "a/sh[1, 0][0, 2]", "a/sh[1, 0][1, 2]"]
    );
    let expect = format!("--expect {}", list.display());
    let (report, status) = ran(&store, &expect);
    assert_eq!((status, report["faults"].as_array().unwrap().len()), (Some(0), 0));
    assert_has(&report["completeness"], &json!({"present": 3, "absent": 0, "may_be_missing": 7}));
    assert_has(&report["completeness"], &json!({"inner_absent": 0, "inner_may_be_missing": 2}));
    assert!(!report["notes"].to_string().contains("expect-line"), "{}", report["notes"]);
    // An inner chunk that is lost later is found, and so is a chunk.
    let shard = array.join("c/2/0");
    let mut bytes = fs::read(&shard).unwrap();
    bytes[8 + 16 * 5..8 + 16 * 6].fill(0xff);
    fs::write(&shard, bytes).unwrap();
    fs::remove_file(array.join("c/0/0")).unwrap();
    let (report, status) = ran(&store, &expect);
    assert_eq!((status, each(&report["faults"], "key")), (Some(1), vec!["c/0/0", "c/2/0"]));
    assert_eq!(report["faults"][1]["inner"], json!([[1, 1]]));
    // Nothing is written into a store, nor by parts, which do not see everything.
    let store = store.path("");
    let within = store.join("list.txt");
    let message = misused(&format!("verify {} --write-expect {}", store.display(), within.display()));
    assert!(message.contains("store") && !within.exists(), "{message}");
    misused(&format!("verify {} --part 1/2 {write}", store.display()));
}

#[test]
fn a_fault_in_an_inner_chunk_has_it_and_its_byte_in_json() {
    let run = zarrscope("verify broken.zarr --json").output().unwrap();
    assert_schema("verify --json", &run.stdout);
    let report: Value = serde_json::from_slice(&run.stdout).unwrap();
    let faults = report["faults"].as_array().unwrap();
    let of = |name: &str| {
        faults
            .iter()
            .find(|fault| fault["array"].as_str().unwrap().ends_with(name))
            .unwrap_or_else(|| panic!("{name}"))
    };
    let index = of("/bad_shard_index");
    assert_names(index["message"].as_str().unwrap(), &["inner chunk"]);
    assert_eq!(index["inner"].as_array().unwrap().len(), 1, "{index}");
    assert_eq!(of("/wrong_length").get("inner"), None);
    assert!(faults.iter().any(|fault| fault["byte"].is_u64()), "{faults:#?}");
}
