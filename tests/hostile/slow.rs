//! Stores that are small and ask for very much work. A command that takes longer than `run` waits is ended by a signal,
//! so that its exit status is missing.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::DeflateEncoder;

use crate::document::Document;
use crate::store::{CHUNK, DOCUMENT, Hostile, SOUND};

/// Every such store.
pub fn all() -> Vec<Hostile> {
    let mut stores = vec![scalar_map(), conditional(), dimensions()];
    stores.extend(nested_shards());
    stores
}

/// Every element is looked for in the map.
fn scalar_map() -> Hostile {
    const SIZE: u32 = 1 << 16;
    let entries: Vec<String> = (0..60_000).map(|n| format!("[{}, {n}]", 500_000 + n)).collect();
    let codecs = format!(
        r#"[{{"name": "cast_value", "configuration": {{"data_type": "int32", "scalar_map": {{"decode": [{}]}}}}}},
        {{"name": "bytes", "configuration": {{"endian": "little"}}}}]"#,
        entries.join(", ")
    );
    let document = Document::v3().shaped(&format!("[{SIZE}]"), &format!("[{SIZE}]"));
    let document = document.with("data_type", "\"float32\"").with("codecs", codecs);
    let bytes: Vec<u8> = (0..SIZE).flat_map(u32::to_le_bytes).collect();
    Hostile::new("a scalar map of 60 000 entries", SOUND, "", move |node| document.write(node, &bytes))
}

/// Each codec goes through all bytes of the chunk.
fn conditional() -> Hostile {
    let list = vec![r#""crc32c""#; 100_000].join(", ");
    let codecs = format!(
        r#"[{{"name": "bytes"}}, {{"name": "conditional", "configuration": {{"codecs": [{list}]}}}}]"#
    );
    let document = Document::v3().with("codecs", codecs);
    let made = Hostile::new("a conditional of 100 000 codecs", DOCUMENT, "metadata", move |node| {
        document.write(node, &[255; 12_508]);
    });
    made.at("/codecs")
}

/// Of what lies beside the chunks, somebody has to find out whether it leads to some.
fn dimensions() -> Hostile {
    let ones = format!("[{}]", vec!["1"; 50_000].join(", "));
    let document = Document::v3().shaped(&ones, &ones);
    // The chunk has more coordinates than an argument may have bytes.
    // No file system takes the key, so the chunk is missing, in lists of names and when it is opened.
    Hostile::new("50 000 dimensions with files beside the chunks", "000-000", "", move |node| {
        fs::write(node.join("zarr.json"), document.text()).unwrap();
        fs::create_dir_all(node.join("c/0/0")).unwrap();
        for number in 1..=20 {
            fs::write(node.join(format!("c/0/0/{number}")), [7]).unwrap();
        }
    })
}

/// Shards in shards of `levels`, from the inside out, in a chunk of 128 MiB. All entries of an index are the same, so that
/// every inner chunk is there.
fn nested(name: &str, levels: &[u64], leaf: &[u8]) -> Hostile {
    const SIZE: u64 = 128 << 20;
    let index = r#""index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]"#;
    let mut codecs = r#"{"name": "bytes"}"#.to_owned();
    let mut bytes = leaf.to_vec();
    for (level, edge) in levels.iter().enumerate() {
        codecs = format!(
            r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [{edge}], "codecs": [{codecs}], {index}}}}}"#
        );
        let entry = [0_u64.to_le_bytes(), (bytes.len() as u64).to_le_bytes()].concat();
        let count = levels.get(level + 1).unwrap_or(&SIZE) / edge;
        bytes.extend(entry.repeat(usize::try_from(count).unwrap()));
    }
    let size = format!("[{SIZE}]");
    let document = Document::v3().shaped(&size, &size).with("codecs", format!("[{codecs}]"));
    Hostile::new(name, CHUNK, "sharding_indexed", move |node| document.write(node, &bytes))
}

fn nested_shards() -> Vec<Hostile> {
    vec![
        nested("128 million inner chunks of a byte", &[1, 1 << 7, 1 << 14, 1 << 21], &[7]),
        nested(
            "128 million inner chunks in seven levels",
            &[1, 1 << 4, 1 << 8, 1 << 12, 1 << 16, 1 << 20, 1 << 24],
            &[7],
        ),
        nested("128 million inner chunks that are broken", &[1, 1 << 7, 1 << 14, 1 << 21], &[7, 7]),
    ]
}

/// An archive of groups in groups, in which each document has very many values, and deflates to almost nothing.
pub fn archive(path: &Path) {
    let text = format!(
        r#"{{"zarr_format": 3, "node_type": "group", "attributes": {{"a": [{}]}}}}"#,
        vec!["{}"; 150_000].join(",")
    );
    let members: Vec<String> = (0..20).map(|level| format!("{}zarr.json", "g/".repeat(level))).collect();
    zip(path, &members, &text);
}

/// An archive of arrays beside each other and in groups in groups, each with a long text.
pub fn arrays(path: &Path) {
    let text = format!(r#"{{"long_name": "{}"}}"#, "x".repeat(8 << 20));
    let text = Document::v3().with("attributes", text).text();
    let members: Vec<String> = (0..30).map(|at| format!("{}a{at}/zarr.json", "g/".repeat(at / 4))).collect();
    zip(path, &members, &text);
}

/// Writes an archive; its members have the same text.
fn zip(path: &Path, members: &[String], text: &str) {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).unwrap();
    let packed = &encoder.finish().unwrap();
    let of = [crc32fast::hash(text.as_bytes()), u32::try_from(text.len()).unwrap()];
    let (mut bytes, mut list) = (Vec::new(), Vec::new());
    for name in members {
        let start = u32::try_from(bytes.len()).unwrap();
        // Version, flags, method 8, time and date; then CRC-32, the lengths, and the length of the name.
        let mut about = [20_u16, 0, 8, 0, 33].iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        about.extend(
            [of[0], u32::try_from(packed.len()).unwrap(), of[1]].iter().flat_map(|word| word.to_le_bytes()),
        );
        about.extend([u16::try_from(name.len()).unwrap(), 0].iter().flat_map(|word| word.to_le_bytes()));
        bytes.extend([b"PK\x03\x04", about.as_slice(), name.as_bytes(), packed].concat());
        list.extend(
            [b"PK\x01\x02\x14\0", about.as_slice(), &[0; 10], &start.to_le_bytes(), name.as_bytes()].concat(),
        );
    }
    let count = u16::try_from(members.len()).unwrap().to_le_bytes();
    let (nbytes, start) = (u32::try_from(list.len()).unwrap(), u32::try_from(bytes.len()).unwrap());
    let end = [
        b"PK\x05\x06\0\0\0\0".as_slice(),
        &count,
        &count,
        &nbytes.to_le_bytes(),
        &start.to_le_bytes(),
        &[0; 2],
    ];
    fs::write(path, [bytes, list, end.concat()].concat()).unwrap();
}
