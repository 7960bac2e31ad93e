//! The stores: many nodes, many files, many chunks, large chunks, large shards.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use zarrscope::codec::{Chain, DecodeOptions, Trace};
use zarrscope::metadata::{ArrayRepresentation, CodecMetadata, DataType, Elements, Json};

/// Links that one file may have.
const LINKS: usize = 50_000;
/// The edge of a large chunk: 256 MiB of float32.
const EDGE: u64 = 8192;

/// Where the stores are.
pub struct Stores {
    /// A group of 100 000 arrays.
    pub group: PathBuf,
    /// An array with 1 000 000 chunks in one directory.
    pub files: PathBuf,
    /// An array of 10^12 chunks, a hundred of which are stored.
    pub grid: PathBuf,
    /// An array of chunks of 256 MiB.
    pub chunk: PathBuf,
    /// An array of shards of 256 MiB.
    pub shard: PathBuf,
    /// An array of 8192×8192 float32 in chunks of 1 MiB, zstd.
    pub plane: PathBuf,
}

impl Stores {
    /// Makes the stores that are not there from an earlier run.
    pub fn make() -> Self {
        let root = std::env::temp_dir().join("zarrscope-benches");
        let store = |name: &str, make: fn(&Path)| {
            let path = root.join(name);
            if !path.is_dir() {
                eprintln!("making {}", path.display());
                let unfinished = root.join(format!("{name}.unfinished"));
                let _ = fs::remove_dir_all(&unfinished);
                fs::create_dir_all(&unfinished).expect("a directory");
                make(&unfinished);
                fs::rename(&unfinished, &path).expect("a directory that is made");
            }
            path
        };
        Self {
            group: store("group", group),
            files: store("files", files),
            grid: store("grid", grid),
            chunk: store("chunk", chunk),
            shard: store("shard", shard),
            plane: store("plane", plane),
        }
    }
}

fn document(shape: [u64; 2], chunk: [u64; 2], data_type: &str, codecs: &Value) -> Value {
    json!({
        "zarr_format": 3, "node_type": "array", "shape": shape, "data_type": data_type, "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "."}}, "codecs": codecs,
    })
}

fn write(directory: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    fs::write(directory.join(name), bytes).expect("a file that can be written");
}

/// Gives one file many names: thousands of small files would take gigabytes.
fn link(directory: &Path, bytes: &[u8], names: impl Iterator<Item = String>) {
    let names: Vec<String> = names.collect();
    for names in names.chunks(LINKS) {
        let mut names = names.iter().map(|name| directory.join(name));
        let first = names.next().expect("a name");
        fs::write(&first, bytes).expect("a file that can be written");
        names.for_each(|name| fs::hard_link(&first, name).expect("a link"));
    }
}

fn group(directory: &Path) {
    write(directory, "zarr.json", r#"{"zarr_format": 3, "node_type": "group"}"#);
    let names: Vec<String> = (0..100_000).map(|index| format!("array-{index}")).collect();
    names.iter().for_each(|name| fs::create_dir(directory.join(name)).expect("a directory"));
    let array = document([100, 100], [100, 100], "float32", &json!([BYTES]));
    link(directory, array.to_string().as_bytes(), names.iter().map(|name| format!("{name}/zarr.json")));
}

const BYTES: &str = "bytes";

fn files(directory: &Path) {
    let array = document([1000, 1000], [1, 1], "uint8", &json!([BYTES]));
    write(directory, "zarr.json", array.to_string());
    let keys = (0..1000).flat_map(|row| (0..1000).map(move |column| format!("c.{row}.{column}")));
    link(directory, &[7], keys);
}

fn grid(directory: &Path) {
    let array = document([1_000_000; 2], [1, 1], "uint8", &json!([BYTES]));
    write(directory, "zarr.json", array.to_string());
    link(directory, &[7], (0..100).map(|index| format!("c.{0}.{0}", index * 10_000)));
}

fn little() -> Value {
    json!({"name": "bytes", "configuration": {"endian": "little"}})
}

fn chunk(directory: &Path) {
    let codecs = json!([little(), {"name": "zstd", "configuration": {"level": 1, "checksum": true}}]);
    large(directory, &codecs);
}

fn shard(directory: &Path) {
    let zstd = json!({"name": "zstd", "configuration": {"level": 1, "checksum": false}});
    let sharding = json!({"name": "sharding_indexed", "configuration": {
        "chunk_shape": [256, 256], "codecs": [little(), zstd],
        "index_codecs": [little(), {"name": "crc32c"}], "index_location": "end",
    }});
    large(directory, &json!([sharding]));
}

/// The edge of a chunk of 1 MiB of float32.
const SMALL_EDGE: u64 = 512;

fn plane(directory: &Path) {
    let codecs = json!([little(), {"name": "zstd", "configuration": {"level": 3, "checksum": false}}]);
    let array = document([EDGE; 2], [SMALL_EDGE; 2], "float32", &codecs);
    write(directory, "zarr.json", array.to_string());
    let (data_type, chain) = float32_chain(&codecs, SMALL_EDGE);
    let chunks = noise(3);
    for (index, bytes) in chunks.chunks_exact((SMALL_EDGE * SMALL_EDGE * 4) as usize).enumerate() {
        let key = format!("c.{}.{}", index / 16, index % 16);
        write(directory, &key, encoded(&chain, Elements::new(data_type.clone(), bytes.to_vec())));
    }
}

/// An array of four large chunks, two of which are stored.
fn large(directory: &Path, codecs: &Value) {
    let array = document([EDGE * 2; 2], [EDGE; 2], "float32", codecs);
    write(directory, "zarr.json", array.to_string());
    let (data_type, chain) = float32_chain(codecs, EDGE);
    for (key, seed) in [("c.0.0", 1), ("c.0.1", 2)] {
        write(directory, key, encoded(&chain, Elements::new(data_type.clone(), noise(seed))));
    }
}

/// The chain of square chunks of float32.
fn float32_chain(codecs: &Value, edge: u64) -> (DataType, Chain) {
    let codecs = Json::at(codecs, "/codecs".into()).list("codecs", CodecMetadata::read).expect("codecs");
    let data_type = DataType::from_name("float32").expect("a data type");
    let representation =
        ArrayRepresentation { shape: vec![edge; 2], data_type: data_type.clone(), fill_value: None };
    (data_type, Chain::build(&codecs, "/codecs", representation).expect("a chain"))
}

fn encoded(chain: &Chain, elements: Elements) -> Vec<u8> {
    let options = DecodeOptions { max_chunk_bytes: 1 << 30, ..DecodeOptions::default() };
    let trace = Trace::record_encoding(chain, &elements, &options, 0);
    trace.stored.expect("a chunk that can be encoded")
}

/// A slow wave with noise upon it, like measurements: it compresses to about four fifths.
fn noise(mut seed: u64) -> Vec<u8> {
    let element = |index: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let noise = (seed >> 45) as f32 / (1 << 19) as f32;
        ((index % EDGE) as f32 / 500.0).sin() * 10.0 + noise
    };
    (0..EDGE * EDGE).map(element).flat_map(f32::to_le_bytes).collect()
}
