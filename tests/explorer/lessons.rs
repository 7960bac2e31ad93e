//! The lessons: every answer is true, every question has one, and the keys of the tour lead to the answers.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;

use zarrscope::codec::{DecodeOptions, Outcome, Value};
use zarrscope::hierarchy::{Hierarchy, NodeKind};
use zarrscope::metadata::{Elements, GroupOrArray};
use zarrscope::pipeline::{Array, ChunkAddress, ChunkTrace, State, StoredPlace};

use crate::array;
use crate::explorer::Explorer;
use crate::program;
use crate::repository::repository;

fn readme() -> String {
    fs::read_to_string(repository("sample-data/lessons/README.md")).unwrap()
}

/// A numbered paragraph of a part of the README, on one line.
fn numbered(part: &str, lesson: usize) -> String {
    let readme = readme();
    let (_, part) = readme.split_once(&format!("## {part}\n")).unwrap();
    let part = part.split("\n## ").next().unwrap();
    let (_, own) = part.split_once(&format!("\n{lesson}. ")).unwrap();
    let end = own.find(&format!("\n{}. ", lesson + 1)).unwrap_or(own.len());
    own[..end].split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The names of the stores, in order.
fn stores() -> Vec<String> {
    let entries = fs::read_dir(repository("sample-data/lessons")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name != "README.md");
    names.sort();
    names
}

fn open(path: &str) -> Array {
    array::open(&repository("sample-data/lessons").join(path)).unwrap()
}

fn trace(path: &str, coords: &[u64]) -> ChunkTrace {
    open(path).trace(&coords.into(), &DecodeOptions::default(), usize::MAX).unwrap()
}

fn texts(elements: &Elements) -> Vec<String> {
    elements.iter().map(|scalar| scalar.to_string()).collect()
}

/// Fails where the answer of the README lacks one of the parts.
fn answered(lesson: usize, parts: &[&str]) {
    let answer = numbered("Answers", lesson);
    for part in parts {
        assert!(answer.contains(part), "no {part:?} in {answer}");
    }
}

#[test]
fn every_store_teaches_and_asks_what_the_tour_says() {
    let stores = stores();
    assert_eq!(stores.len(), 10);
    for (index, store) in stores.iter().enumerate() {
        let hierarchy = Hierarchy::open(&repository("sample-data/lessons").join(store)).unwrap();
        let NodeKind::Document(document) = hierarchy.describe("").kind else { panic!("{store}") };
        let Ok(GroupOrArray::Group(group)) = &document.node else { panic!("{store}") };
        let attributes = group.attributes.as_ref().unwrap();
        assert_eq!(
            attributes["question"].as_str(),
            Some(numbered("Questions", index + 1).as_str()),
            "{store}"
        );
        assert!(attributes["lesson"].as_str().unwrap().ends_with('.'), "{store}");
        assert!(readme().contains(&format!("| {} | `{store}` |", index + 1)), "{store}");
    }
}

#[test]
fn the_keys_of_the_tour_show_what_is_asked_for() {
    // What has to be on the screen, for each lesson.
    let shown = [
        "key c.0.0  12 B",
        "[5, 9] = 60",
        "key 1.0 ",
        "key c.1.0  24 B",
        "00 01 01 00 12 34",
        "01 04 02 05 03 06",
        "20 25 255 35",
        "✗ crc32c: expected the checksum",
        "3 stored, 1 missing",
        "[5, 2] = 283.5",
    ];
    let readme = readme();
    for (index, (store, shown)) in stores().iter().zip(shown).enumerate() {
        let row = readme.lines().find(|line| line.starts_with(&format!("| {} |", index + 1))).unwrap();
        let keys = row.split('`').nth(3).unwrap().replace('⏎', "\n").replace('⇥', "\t");
        let screen = Explorer::sample(&format!("lessons/{store}"), (110, 30)).keys(&keys).screen();
        // The tour does not quote the spacing of bytes and words.
        let close = |text: &str| text.replace(' ', "");
        assert!(close(&screen).contains(&close(shown)), "no {shown:?} on\n{screen}");
    }
}

#[test]
fn the_commands_of_the_tour_run() {
    let rows = readme();
    let rows = rows.lines().filter(|line| line.starts_with("| ") && line.contains(".zarr`"));
    let commands: Vec<String> = rows.map(|row| row.split('`').nth(5).unwrap().to_owned()).collect();
    assert_eq!(commands.len(), 10);
    for (index, command) in commands.iter().enumerate() {
        let (code, _, _) = program::run("sample-data/lessons", command.strip_prefix("zarrscope ").unwrap());
        // The eighth lesson is about a fault.
        assert_eq!(code, Some(i32::from(index == 7)), "{command}");
    }
}

#[test]
fn lesson_1_a_key_and_its_bytes() {
    let trace = trace("01-plain.zarr/numbers", &[0, 0]);
    assert_eq!((trace.key.as_str(), trace.state), ("c.0.0", State::Stored(12)));
    assert_eq!(trace.trace.stored.unwrap(), (1..=12).collect::<Vec<u8>>());
    answered(1, &["`c.0.0`", "12 bytes"]);
}

#[test]
fn lesson_2_an_element_in_its_chunk_and_an_overhang() {
    let grid = open("02-chunks.zarr/heights").metadata.chunk_grid;
    assert_eq!(grid.locate(&[5, 9]), Some((vec![1, 2], vec![2, 1])));
    assert_eq!(grid.used(&[2, 2]), Some(vec![6..7, 8..10]));
    answered(2, &["chunk (1, 2), at (2, 1)", "2 elements"]);
}

#[test]
fn lesson_3_one_chunk_three_keys() {
    for (array, key) in [("default", "c/1/0"), ("dots", "c.1.0"), ("v2", "1.0")] {
        let trace = trace(&format!("03-keys.zarr/{array}"), &[1, 0]);
        assert_eq!((trace.key.as_str(), trace.state), (key, State::Stored(4)));
        answered(3, &[&format!("`{array}`: `{key}`")]);
    }
}

#[test]
fn lesson_4_missing_and_stored() {
    assert_eq!(trace("04-missing.zarr/rain", &[0, 1]).state, State::Missing);
    let stored = trace("04-missing.zarr/rain", &[1, 0]);
    assert_eq!(stored.state, State::Stored(24));
    assert_eq!(texts(stored.trace.result().unwrap()), ["-1.0"; 6]);
    answered(4, &["(1, 0) is stored, in 24 bytes", "(0, 1) is missing"]);
}

#[test]
fn lesson_5_the_order_of_bytes() {
    let [big, little] = ["big", "little"].map(|array| trace(&format!("05-endian.zarr/{array}"), &[0]));
    assert_eq!(big.trace.stored.as_ref().unwrap()[4..6], [0x12, 0x34]);
    assert!(!little.trace.stored.as_ref().unwrap().windows(2).any(|pair| pair == [0x12, 0x34]));
    for trace in [big, little] {
        assert_eq!(texts(trace.trace.result().unwrap())[2], "4660");
    }
    answered(5, &["`big`", "4660", "34 12"]);
}

#[test]
fn lesson_6_the_order_of_dimensions() {
    let trace = trace("06-transpose.zarr/table", &[0, 0]);
    assert_eq!(trace.trace.stored.as_ref().unwrap()[1], 4);
    // Element (1, 0) of (2, 3) is number 3.
    assert_eq!(texts(trace.trace.result().unwrap())[3], "4");
    answered(6, &["(1, 0), which is 4"]);
}

#[test]
fn lesson_7_floats_in_a_byte() {
    let trace = trace("07-packed.zarr/celsius", &[0, 0]);
    let stored = trace.trace.stored.as_ref().unwrap();
    let values = texts(trace.trace.result().unwrap());
    assert_eq!((stored.len(), values.len()), (12, 12));
    assert_eq!((stored[7], values[7].as_str()), (35, "23.5"));
    assert_eq!((stored[6], values[6].as_str()), (255, "NaN"));
    answered(7, &["35 for 23.5", "255 for NaN", "1 byte instead of 4"]);
}

#[test]
fn lesson_8_a_checksum_that_does_not_match() {
    let damaged = trace("08-checksum.zarr/damaged", &[1, 0]);
    assert_eq!(damaged.trace.fault.as_ref().unwrap().stage.codec.name, "crc32c");
    let rest: Vec<&str> =
        damaged.trace.stages[1..].iter().map(|stage| stage.info.codec.name.as_str()).collect();
    assert_eq!(rest, ["zstd", "bytes"]);
    assert!(damaged.trace.stages[1..].iter().all(|stage| stage.outcome == Outcome::NotReached));
    for (array, coords) in [("damaged", [0, 0]), ("sound", [0, 0]), ("sound", [1, 0])] {
        assert!(trace(&format!("08-checksum.zarr/{array}"), &coords).trace.fault.is_none());
    }
    answered(8, &["Chunk (1, 0)", "`crc32c` says so", "`zstd` and `bytes` are not reached"]);
}

#[test]
fn lesson_9_the_index_of_a_shard() {
    let (array, options) = (open("09-sharded.zarr/map"), DecodeOptions::default());
    assert_eq!(array.count_inner(&[0, 0], &options).unwrap(), Some((3, 1)));
    let last = array.locate(&ChunkAddress { chunk: vec![0, 0], inner: vec![vec![1, 1]] }, &options).unwrap();
    assert_eq!(last.place, StoredPlace::Range(64..96));
    let file = fs::read(repository("sample-data/lessons/09-sharded.zarr/map/c.0.0")).unwrap();
    assert_eq!(file.len(), 96 + 68);
    // The first entry of the index: 32 bytes at byte 0.
    assert_eq!(file[96..112], [0, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0]);
    answered(9, &["3 of 4", "68 bytes", "byte 96"]);
}

#[test]
fn lesson_10_the_long_way_of_one_element() {
    let array = open("10-everything.zarr/sea");
    let probe = array.probe(&[5, 2], &DecodeOptions::default()).unwrap().unwrap();
    assert_eq!((&probe.trace.address.chunk, &probe.shards[0].inner), (&vec![1, 0], &vec![0, 0]));
    assert_eq!(probe.shards[0].within, [1, 2]);
    assert_eq!(probe.value.as_deref(), Some("283.5"));
    let trace = trace("10-everything.zarr/sea", &[1, 0]);
    let Outcome::Decoded(_, Some(stored)) = &trace.trace.stages[0].outcome else { panic!("{trace:?}") };
    let Value::Array(stored) = stored.as_ref() else { panic!("{stored:?}") };
    // Element (1, 2) of (4, 8) is number 10.
    assert_eq!(texts(stored)[10], "1050");
    assert_eq!(texts(trace.trace.result().unwrap())[10], "283.5");
    answered(10, &["shard (1, 0), inner chunk (0, 0), there at (1, 2)", "1050 / 100 + 273 = 283.5"]);
}
