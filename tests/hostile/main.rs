//! Stores that are made to do harm: every command reports what is wrong, and takes little memory.
//!
//! The explorer on them stands in `screens.rs`, which is a program of its own.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../fixtures/document.rs"]
mod document;
#[path = "../fixtures/plain.rs"]
mod plain;
#[path = "../fixtures/repository.rs"]
mod repository;
#[path = "../fixtures/schema.rs"]
mod schema;
#[path = "../fixtures/store.rs"]
mod stores;

mod bombs;
mod changes;
mod chunks;
mod commands;
mod documents;
mod documents_v2;
mod files;
mod groups;
mod growth;
#[cfg(feature = "icechunk")]
mod icechunk;
mod meaning;
mod references;
mod run;
mod sizes;
mod slow;
mod store;

use std::io::Write;
use std::path::Path;

use flate2::{Compression, write::GzEncoder};

use commands::obey;

#[test]
fn there_are_more_than_two_hundred_of_them() {
    let groups = [
        documents::all(),
        documents::large(),
        documents_v2::all(),
        chunks::all(),
        bombs::all(),
        files::all(),
        sizes::all(),
        slow::all(),
    ];
    let count = groups.iter().map(Vec::len).sum::<usize>();
    println!("{count} stores");
    assert!(count > 200, "{count}");
}

#[test]
fn hostile_documents_are_faults_of_the_metadata() {
    obey(&documents::all());
    obey(&documents::large());
}

#[test]
fn hostile_chunks_are_faults_of_a_codec() {
    obey(&chunks::all());
}

#[test]
fn a_bomb_is_stopped_before_it_takes_the_memory() {
    obey(&bombs::all());
}

#[test]
fn hostile_documents_of_version_2_are_faults_of_the_metadata() {
    obey(&documents_v2::all());
}

#[test]
fn what_stands_in_the_place_of_files_is_reported_and_never_waited_for() {
    obey(&files::all());
}

#[test]
fn sizes_beyond_all_numbers_and_copies_that_lie_are_reported() {
    obey(&sizes::all());
}

#[test]
fn small_stores_that_ask_for_much_work_are_done_soon() {
    obey(&slow::all());
}

#[test]
fn documents_above_a_node_take_no_memory_while_it_is_looked_at() {
    let directory = tempfile::tempdir().unwrap();
    slow::archive(&directory.path().join("t.zip"));
    for command in ["info", "tree", "verify", "doctor"] {
        let ran = run::run(&[command], Path::new("t.zip"), directory.path());
        assert_eq!(ran.status, Some(0), "{command}: {}", String::from_utf8_lossy(&ran.stderr));
        assert!(ran.peak < 256 << 20, "{command}: {} MiB of memory", ran.peak >> 20);
    }
}

#[test]
fn arrays_that_are_looked_at_one_by_one_are_not_in_memory_together() {
    let directory = tempfile::tempdir().unwrap();
    slow::arrays(&directory.path().join("t.zip"));
    for command in ["report", "doctor", "check", "advise", "tree", "verify"] {
        let ran = run::run(&[command], Path::new("t.zip"), directory.path());
        assert_eq!(ran.status, Some(0), "{command}: {}", String::from_utf8_lossy(&ran.stderr));
        assert!(ran.peak < 256 << 20, "{command}: {} MiB of memory", ran.peak >> 20);
    }
}

#[test]
fn a_chain_in_which_each_codec_gives_more_is_stopped() {
    let directory = tempfile::tempdir().unwrap();
    let store = directory.path().join("a.zarr");
    std::fs::create_dir(&store).unwrap();
    document::Document::v3().shaped("[1000000]", "[1000000]").write(&store, &vec![7; 1_000_000]);
    let chain = format!(r#"["bytes"{}]"#, r#", "numcodecs.base64""#.repeat(60));
    let ran = run::run(&["try", "--json", "--codecs", &chain], Path::new("a.zarr"), directory.path());
    let stdout = String::from_utf8_lossy(&ran.stdout);
    assert!(stdout.contains("numcodecs.base64: expected at most 33048576 bytes to come out"), "{stdout}");
    assert!(ran.status == Some(0) && ran.peak < 256 << 20, "{} MiB", ran.peak >> 20);
}

/// Eight chunks of 36 MiB, of numbers and of texts. One thread for each would take eight times what one takes. They are so
/// large that glibc gives each back when it is freed (up to 32 MiB, it keeps what the thread may need again).
#[test]
fn threads_share_the_memory_that_chunks_may_take() {
    const SIZE: u32 = 36 << 20;
    let gzip = |bytes: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    let one_text =
        [1_u32.to_le_bytes().to_vec(), (SIZE - 8).to_le_bytes().to_vec(), vec![b'a'; SIZE as usize - 8]];
    let codec = r#"{"name": "gzip", "configuration": {"level": 1}}"#;
    let numbers = document::Document::v3()
        .shaped(&format!("[{SIZE}]"), &format!("[{}]", SIZE / 8))
        .with("data_type", "\"uint64\"")
        .with(
            "codecs",
            format!(r#"[{{"name": "bytes", "configuration": {{"endian": "little"}}}}, {codec}]"#),
        );
    let texts = document::Document::v3()
        .shaped("[8]", "[1]")
        .with("data_type", "\"string\"")
        .with("fill_value", "\"\"")
        .with("codecs", format!(r#"["vlen-utf8", {codec}]"#));
    let directory = tempfile::tempdir().unwrap();
    // At most two chunks at once. How long a text is shows when it is decoded, so that there is more for a while.
    for (name, document, chunk, most) in [
        ("numbers", numbers, gzip(&vec![7; SIZE as usize]), 160 << 20),
        ("texts", texts, gzip(&one_text.concat()), 256 << 20),
    ] {
        let store = directory.path().join(name);
        std::fs::create_dir(&store).unwrap();
        document.write(&store, &chunk);
        for number in 1..8 {
            std::fs::write(store.join(format!("c/{number}")), &chunk).unwrap();
        }
        let commands: &[&str] = if name == "texts" { &["verify"] } else { &["verify", "stats"] };
        for command in commands {
            let arguments = [command, "--threads", "8", "--max-chunk-bytes", "37748736"];
            let ran = run::run(&arguments, Path::new(name), directory.path());
            assert_eq!(ran.status, Some(0), "{command} {name}: {}", String::from_utf8_lossy(&ran.stderr));
            assert!(ran.peak < most, "{command} {name}: {} MiB of memory", ran.peak >> 20);
        }
    }
}
