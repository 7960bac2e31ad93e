//! Repositories of Icechunk that are made to do harm: a file of a few kilobytes has hundreds of megabytes of tables.

use std::fs;
use std::path::{Path, PathBuf};

use flatbuffers::{FlatBufferBuilder, ForwardsUOffset, UnionWIPOffset, WIPOffset};
use icechunk_format::SnapshotId;
use icechunk_format::flatbuffers::generated::{self, ObjectId8, ObjectId12};

use crate::repository::repository;
use crate::run::run;

const MIB: usize = 1 << 20;
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

    fn snapshot(&self, number: u8, parent: Option<u8>, message: &str) {
        let mut builder = FlatBufferBuilder::new();
        let parent = parent.map(id);
        let nodes: Vec<WIPOffset<generated::NodeSnapshot<'_>>> = vec![group(&mut builder)];
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

    fn run(&self, words: &str, below: &str) -> crate::run::Ran {
        let words: Vec<&str> = words.split(' ').collect();
        run(&words, &Path::new("r").join(below), self.directory.path())
    }
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
        id: Some(&ObjectId8::new(&[7; 8])),
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
        made.snapshot(number, number.checked_sub(1), &message);
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
