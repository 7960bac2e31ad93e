//! Repositories of Icechunk that are made to do harm: a file of a few kilobytes has hundreds of megabytes of tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use flatbuffers::{FlatBufferBuilder, ForwardsUOffset, UnionWIPOffset, WIPOffset};
use icechunk_format::SnapshotId;
use icechunk_format::flatbuffers::generated::{self, ObjectId8, ObjectId12};

use crate::document::Document;
use crate::repository::repository;
use crate::run::run;

const MIB: usize = 1 << 20;
const NODE: [u8; 8] = [7; 8];
const CHUNKS: u32 = 4000;
/// A file as it is, and its tables while they grow.
const ONE_FILE: u64 = 160 << 20;

fn id(number: u8) -> ObjectId12 {
    ObjectId12::new(&[number; 12])
}

fn name(number: u8) -> String {
    SnapshotId::new([number; 12]).to_string()
}

/// A repository in version 1 of the format, which has no list of its snapshots.
struct Repository {
    directory: tempfile::TempDir,
}

impl Repository {
    fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    fn file(&self, name: &str) -> PathBuf {
        let file = self.directory.path().join("r").join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        file
    }

    fn branch(&self, name: &str, text: &str) {
        fs::write(self.file(&format!("refs/branch.{name}/ref.json")), text).unwrap();
    }

    fn leads(&self, branch: &str, snapshot: u8) {
        self.branch(branch, &format!(r#"{{"snapshot": "{}"}}"#, name(snapshot)));
    }

    /// With the header of a file that Icechunk wrote.
    fn write(&self, folder: &str, number: u8, tables: &[u8]) {
        let sound = repository("tests/icechunk/plain1.icechunk").join(folder);
        let sound = fs::read(fs::read_dir(sound).unwrap().next().unwrap().unwrap().path()).unwrap();
        let frame = zstd::stream::encode_all(tables, 1).unwrap();
        let file = self.file(&format!("{folder}/{}", name(number)));
        fs::write(file, [&sound[..39], &frame].concat()).unwrap();
    }

    /// With an array of elements that are chunks of their own, if it has any manifests.
    fn snapshot(&self, number: u8, parent: Option<u8>, message: &str, manifests: &[u8]) {
        let mut builder = FlatBufferBuilder::new();
        let parent = parent.map(id);
        let mut nodes = vec![group(&mut builder)];
        if !manifests.is_empty() {
            nodes.push(array(&mut builder, manifests));
        }
        let snapshot = generated::SnapshotArgs {
            id: Some(&id(number)),
            parent_id: parent.as_ref(),
            nodes: Some(builder.create_vector(&nodes)),
            flushed_at: u64::from(number),
            message: Some(builder.create_string(message)),
            metadata: Some(builder.create_vector::<ForwardsUOffset<generated::MetadataItem<'_>>>(&[])),
            manifest_files: Some(builder.create_vector::<generated::ManifestFileInfo>(&[])),
            ..Default::default()
        };
        let snapshot = generated::Snapshot::create(&mut builder, &snapshot);
        builder.finish(snapshot, None);
        self.write("snapshots", number, builder.finished_data());
    }

    /// Of the array above, with a row for each of these chunks.
    fn manifest(&self, number: u8, chunks: &[(Vec<u32>, InManifest)]) {
        let mut builder = FlatBufferBuilder::new();
        let mut refs = Vec::new();
        for (chunk, place) in chunks {
            let index = builder.create_vector(chunk);
            let mut row = generated::ChunkRefArgs { index: Some(index), length: 1, ..Default::default() };
            match place {
                InManifest::Inline(nbytes) => row.inline = Some(builder.create_vector(&vec![7u8; *nbytes])),
                InManifest::Location(text) => row.location = Some(builder.create_string(text)),
            }
            refs.push(generated::ChunkRef::create(&mut builder, &row));
        }
        let refs = builder.create_vector(&refs);
        let node_id = ObjectId8::new(&NODE);
        let rows = generated::ArrayManifestArgs { node_id: Some(&node_id), refs: Some(refs), extra: None };
        let rows = generated::ArrayManifest::create(&mut builder, &rows);
        let manifest = generated::ManifestArgs {
            id: Some(&id(number)),
            arrays: Some(builder.create_vector(&[rows])),
            ..Default::default()
        };
        let manifest = generated::Manifest::create(&mut builder, &manifest);
        builder.finish(manifest, None);
        self.write("manifests", number, builder.finished_data());
    }

    fn run(&self, words: &str, below: &str) -> crate::run::Ran {
        let words: Vec<&str> = words.split(' ').collect();
        run(&words, &Path::new("r").join(below), self.directory.path())
    }
}

enum InManifest {
    Inline(usize),
    Location(String),
}

fn array<'b>(
    builder: &mut FlatBufferBuilder<'b>,
    manifests: &[u8],
) -> WIPOffset<generated::NodeSnapshot<'b>> {
    let mut refs = Vec::new();
    for number in manifests {
        let extents = builder.create_vector(&[generated::ChunkIndexRange::new(0, CHUNKS)]);
        let part = generated::ManifestRefArgs { object_id: Some(&id(*number)), extents: Some(extents) };
        refs.push(generated::ManifestRef::create(builder, &part));
    }
    let shape = builder.create_vector(&[generated::DimensionShape::new(u64::from(CHUNKS), 1)]);
    let refs = builder.create_vector(&refs);
    let data =
        generated::ArrayNodeDataArgs { shape: Some(shape), manifests: Some(refs), ..Default::default() };
    let data = generated::ArrayNodeData::create(builder, &data).as_union_value();
    let document = Document::v3().shaped(&format!("[{CHUNKS}]"), "[1]").text();
    node(builder, "/a", &document, generated::NodeData::Array, data)
}

fn group<'b>(builder: &mut FlatBufferBuilder<'b>) -> WIPOffset<generated::NodeSnapshot<'b>> {
    let data = generated::GroupNodeData::create(builder, &generated::GroupNodeDataArgs {});
    node(
        builder,
        "/",
        r#"{"zarr_format": 3, "node_type": "group"}"#,
        generated::NodeData::Group,
        data.as_union_value(),
    )
}

fn node<'b>(
    builder: &mut FlatBufferBuilder<'b>,
    path: &str,
    document: &str,
    kind: generated::NodeData,
    data: WIPOffset<UnionWIPOffset>,
) -> WIPOffset<generated::NodeSnapshot<'b>> {
    let node = generated::NodeSnapshotArgs {
        id: Some(&ObjectId8::new(&NODE)),
        path: Some(builder.create_string(path)),
        user_data: Some(builder.create_vector(document.as_bytes())),
        node_data_type: kind,
        node_data: Some(data),
        extra: None,
    };
    generated::NodeSnapshot::create(builder, &node)
}

#[test]
fn of_long_messages_only_the_beginning_is_kept_and_the_history_has_an_end() {
    let made = Repository::new();
    let message = "é".repeat(16 * MIB);
    for number in 1..=40 {
        made.snapshot(number, number.checked_sub(1), &message, &[]);
    }
    made.leads("main", 40);
    for (words, said) in [
        ("info", "the history is cut: no more than 1073741824 bytes of snapshots are read"),
        ("info --json", r#""is_cut": true"#),
    ] {
        let ran = made.run(words, "");
        let stdout = String::from_utf8_lossy(&ran.stdout);
        assert_eq!(ran.status, Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
        assert!(stdout.contains(said), "{words}: {said}");
        assert!(stdout.contains(&name(40)) && !stdout.contains(&name(1)), "{words}");
        assert!(ran.stdout.len() < 256 << 10, "{words}: {} bytes", ran.stdout.len());
        assert!(ran.peak < ONE_FILE, "{words}: {} MiB", ran.peak >> 20);
    }
}

#[test]
fn a_large_chunk_in_a_manifest_is_not_kept() {
    let made = Repository::new();
    let numbers: Vec<u8> = (1..=12).collect();
    for number in &numbers {
        let chunk = u32::from(*number);
        made.manifest(
            *number,
            &[(vec![chunk], InManifest::Inline(1)), (vec![100 + chunk], InManifest::Inline(16 * MIB))],
        );
    }
    made.snapshot(1, None, "", &numbers);
    made.leads("main", 1);
    let ran = made.run("tree", "");
    assert!(String::from_utf8_lossy(&ran.stdout).contains("24 chunks stored"));
    assert!(ran.status == Some(0) && ran.peak < ONE_FILE, "{} MiB", ran.peak >> 20);
    assert_eq!(made.run("trace --chunk 12", "branch.main/a").status, Some(0));
    let ran = made.run("trace --chunk 112", "branch.main/a");
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert!(
        stderr.contains("found 16777216 bytes in the manifest itself, where 1048576 are read"),
        "{stderr}"
    );
    assert!(ran.status == Some(1) && ran.peak < ONE_FILE, "{} MiB", ran.peak >> 20);
}

#[test]
fn what_all_manifests_of_an_array_say_has_an_end() {
    let numbers: Vec<u8> = (1..=20).collect();
    let of = |place: fn(u32) -> InManifest, each: u32| {
        let made = Repository::new();
        for number in &numbers {
            let first = (u32::from(*number) - 1) * each;
            let chunks: Vec<_> = (first..first + each).map(|chunk| (vec![chunk], place(chunk))).collect();
            made.manifest(*number, &chunks);
        }
        made.snapshot(1, None, "", &numbers);
        made.leads("main", 1);
        made
    };
    let inline = of(|_| InManifest::Inline(MIB), 1);
    let locations = of(|chunk| InManifest::Location(format!("file:///{chunk}{}", "x".repeat(100_000))), 10);
    let many = of(|_| InManifest::Inline(1), 100);
    let bytes = "at most 8388608 bytes of keys, inline chunks and locations (--max-reference-bytes)";
    let count = "at most 1900 chunks (--max-references)";
    for (made, option, said) in [
        (&inline, "--max-reference-bytes 8388608", bytes),
        (&locations, "--max-reference-bytes 8388608", bytes),
        (&many, "--max-references 1900", count),
    ] {
        for command in ["tree", "chunks --json", "verify"] {
            let below = if command.starts_with("chunks") { "branch.main/a" } else { "" };
            let ran = made.run(&format!("{command} {option}"), below);
            let stderr = String::from_utf8_lossy(&ran.stderr);
            assert!(stderr.contains(said), "{command}: {stderr}");
            assert!(ran.status == Some(1) && ran.peak < ONE_FILE, "{command}: {} MiB", ran.peak >> 20);
        }
    }
    // One that alone says too much.
    let one = Repository::new();
    let chunks: Vec<_> =
        (0..3).map(|first| (vec![u32::MAX - first; 500_000], InManifest::Inline(1))).collect();
    one.manifest(1, &chunks);
    one.snapshot(1, None, "", &[1]);
    one.leads("main", 1);
    let ran = one.run("tree --max-reference-bytes 8388608", "");
    let stderr = String::from_utf8_lossy(&ran.stderr);
    let said = "more than 8388608 bytes of keys, inline chunks and locations (--max-reference-bytes)";
    assert!(stderr.contains(said), "{stderr}");
    assert!(ran.status == Some(1) && ran.peak < ONE_FILE, "{} MiB", ran.peak >> 20);
}

#[test]
fn a_branch_that_cannot_be_read_hides_no_other() {
    let made = Repository::new();
    made.manifest(1, &[(vec![0], InManifest::Inline(1))]);
    made.snapshot(1, None, "first", &[1]);
    made.leads("main", 1);
    for (name, text) in [
        ("cut", ""),
        ("deep", &"[".repeat(60_000)),
        ("long", &" ".repeat(70_000)),
        ("number", r#"{"snapshot": 1e400}"#),
        ("away", r#"{"snapshot": "../../../../etc/passwd"}"#),
        ("control", "{\"snapshot\": \"\u{1b}[31m\"}"),
    ] {
        made.branch(name, text);
    }
    fs::create_dir_all(made.file("refs/branch.directory/ref.json")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", made.file("refs/branch.zeros/ref.json")).unwrap();
    let fifo = |file: PathBuf| assert!(Command::new("mkfifo").arg(file).status().unwrap().success());
    fifo(made.file("refs/branch.fifo/ref.json"));
    made.leads("waits", 2);
    fifo(made.file(&format!("snapshots/{}", name(2))));
    for command in ["tree", "verify", "check", "info", "info --json"] {
        let ran = made.run(command, "");
        let all = [ran.stdout, ran.stderr].concat();
        let all = String::from_utf8_lossy(&all);
        for name in
            ["cut", "deep", "long", "number", "away", "control", "directory", "zeros", "fifo", "waits"]
        {
            assert!(all.contains(&format!("branch.{name}")), "{command}: no {name} in {all}");
        }
        assert!(!all.contains("panicked") && !all.contains('\u{1b}'), "{command}: {all}");
        let is_sound = all.contains("branch.main") || ["verify", "check"].contains(&command);
        assert!(is_sound, "{command}: {all}");
        assert_eq!(ran.status, Some(i32::from(!command.starts_with("info"))), "{command}: {all}");
    }
    assert_eq!(made.run("trace --chunk 0", "branch.main/a").status, Some(0));
    assert_eq!(made.run("info", "branch.fifo").status, Some(1));
}
