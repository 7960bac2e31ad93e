//! Chunks with false lengths, checksums and indexes.

use std::fs::{self, File};
use std::path::PathBuf;

use crate::document::Document;
use crate::store::{CHUNK, DOCUMENT, Hostile, SOUND};

/// The largest 64-bit number, which marks a missing inner chunk in the index of a shard.
const NONE: u64 = u64::MAX;
/// The index of a shard cannot be read, so that `chunks` cannot count what is in it.
const INDEX: &str = "0011111";
/// Texts have no raw form: the last digit.
const TEXT: &str = "00000002";
const FAULTY_TEXT: &str = "00011112";

/// Every such store.
pub fn all() -> Vec<Hostile> {
    [huge(), plain(), blosc(), shards(), texts(), without_a_file()].into_iter().flatten().collect()
}

/// An array of eight bytes with one more codec; `after` stands behind `bytes`.
pub fn coded(
    name: &str,
    after: &[&str],
    bytes: Vec<u8>,
    status: &'static str,
    stage: &'static str,
) -> Hostile {
    let after: Vec<String> = after.iter().map(|codec| format!(", {codec}")).collect();
    let document = Document::v3().with("codecs", format!("[{{\"name\": \"bytes\"}}{}]", after.concat()));
    Hostile::new(name, status, stage, move |node| document.write(node, &bytes))
}

const GZIPPED: &str = r#"["bytes", {"name": "gzip", "configuration": {"level": 1}}]"#;

/// Files of zeros that take no room on the disk, nor in the memory of this test.
fn huge() -> Vec<Hostile> {
    let long = |path: PathBuf, nbytes| File::create(path).unwrap().set_len(nbytes).unwrap();
    vec![
        Hostile::new("a chunk that is as long as is read", CHUNK, "bytes", move |node| {
            Document::v3().write(node, &[]);
            long(node.join("c/0"), (64 << 20) + 8);
        }),
        Hostile::new("a chunk that is too long to be read", CHUNK, "store", move |node| {
            Document::v3().write(node, &[]);
            long(node.join("c/0"), (64 << 20) + 9);
        }),
        Hostile::new("a chunk of gzip that is too long to be read", CHUNK, "store", move |node| {
            Document::v3().with("codecs", GZIPPED).write(node, &[]);
            long(node.join("c/0"), 300 << 20);
        }),
        Hostile::new("a chunk of 4 TiB", CHUNK, "store", move |node| {
            Document::v3().write(node, &[]);
            long(node.join("c/0"), 4 << 40);
        }),
        Hostile::new("a document of 4 TiB", DOCUMENT, "metadata", move |node| {
            long(node.join("zarr.json"), 4 << 40);
        }),
    ]
}

fn plain() -> Vec<Hostile> {
    let crc = r#"{"name": "crc32c"}"#;
    let zstd = r#"{"name": "zstd", "configuration": {"level": 1, "checksum": true}}"#;
    let frame = zstd::encode_all([7_u8; 8].as_slice(), 1).unwrap();
    let gzip = r#"{"name": "gzip", "configuration": {"level": 1}}"#;
    vec![
        coded("an empty chunk", &[], Vec::new(), CHUNK, "bytes"),
        coded("a byte too few", &[], vec![1; 7], CHUNK, "bytes"),
        coded("a byte too many", &[], vec![1; 9], CHUNK, "bytes"),
        coded("an empty chunk with a checksum", &[crc], Vec::new(), CHUNK, "crc32c"),
        coded("a wrong checksum", &[crc], vec![1; 12], CHUNK, "crc32c"),
        coded("an empty frame", &[zstd], Vec::new(), CHUNK, "zstd"),
        coded("a frame with something behind it", &[zstd], [frame, vec![0; 5]].concat(), CHUNK, "zstd"),
        coded("an empty gzip", &[gzip], Vec::new(), CHUNK, "gzip"),
        coded(
            "a gzip of its header",
            &[gzip],
            vec![0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 3, 0xff, 0xff],
            CHUNK,
            "gzip",
        ),
        coded(
            "an unknown codec",
            &[r#"{"name": "evil\u001b[2J\u202e"}"#],
            vec![1; 8],
            CHUNK,
            "evil\u{1b}[2J\u{202e}",
        ),
    ]
}

/// A Blosc header: flags, size of an element, and three lengths.
fn header(flags: u8, typesize: u8, lengths: [u32; 3]) -> Vec<u8> {
    let lengths = lengths.iter().flat_map(|length| length.to_le_bytes());
    [2, 1, flags, typesize].into_iter().chain(lengths).collect()
}

fn blosc() -> Vec<Hostile> {
    let blosc = r#"{"name": "blosc", "configuration": {"cname": "zstd", "clevel": 1, "shuffle": "noshuffle", "typesize": 1, "blocksize": 0}}"#;
    let row = |name: &str, bytes: Vec<u8>| coded(name, &[blosc], bytes, CHUNK, "blosc");
    let with =
        |flags, typesize, lengths, rest: &[u8]| [header(flags, typesize, lengths), rest.to_vec()].concat();
    vec![
        row("a Blosc header cut short", vec![2, 1, 2]),
        row("a Blosc header of 4 GiB", with(0x02, 1, [u32::MAX; 3], &[0; 64])),
        row("a Blosc of 1 GiB in 2 bytes", with(0x02, 1, [1 << 30, 1 << 30, 18], &[0; 2])),
        row("a Blosc of 1 GiB in blocks of a byte", with(0x80, 1, [1 << 30, 1, 24], &[0; 8])),
        row("Blosc blocks of no bytes", with(0x80, 1, [8, 0, 24], &[0; 8])),
        row("a Blosc with elements of no bytes", with(0x80, 0, [8, 8, 24], &[0; 8])),
        row("a Blosc block behind the end", with(0x80, 1, [8, 8, 24], &[0xf0, 0xff, 0xff, 0x7f, 0, 0, 0, 0])),
        row(
            "a Blosc block before the beginning",
            with(0x80, 1, [8, 8, 24], &[0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
        ),
        row("a Blosc block of its own header", with(0x80, 1, [8, 8, 24], &[0, 0, 0, 0, 0, 0, 0, 0])),
        row("a Blosc block of a negative length", with(0x80, 1, [8, 8, 24], &[20, 0, 0, 0, 0, 0, 0, 0x80])),
        row("a Blosc of an unknown compressor", with(0xe0, 1, [8, 8, 24], &[20, 0, 0, 0, 0, 0, 0, 0])),
        row("a Blosc of an unknown version", [vec![99, 99], vec![0xff; 40]].concat()),
    ]
}

/// Two inner chunks of four bytes, and the index behind them.
fn shard(name: &str, entries: &[[u64; 2]], status: &'static str) -> Hostile {
    shard_of(name, (1..=8).chain(self::entries(entries)).collect(), 4, status)
}

/// The index of a shard.
fn entries(entries: &[[u64; 2]]) -> Vec<u8> {
    entries.iter().flatten().flat_map(|word| word.to_le_bytes()).collect()
}

/// A shard of two shards, with what lies between its first four bytes and its index.
fn nested(name: &str, outer: &[[u64; 2]], between: Vec<u8>) -> Hostile {
    let index = r#""index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]"#;
    let inside = format!(
        r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [2], "codecs": [{{"name": "bytes"}}], {index}}}}}"#
    );
    let codecs = format!(
        r#"[{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [4], "codecs": [{inside}], {index}}}}}]"#
    );
    let document = Document::v3().with("codecs", codecs);
    let lead = if between.is_empty() { 8 } else { 4 };
    let bytes = [vec![1; lead], between, entries(outer)].concat();
    Hostile::new(name, CHUNK, "sharding_indexed", move |node| document.write(node, &bytes))
}

fn shard_of(name: &str, bytes: Vec<u8>, edge: u64, status: &'static str) -> Hostile {
    let codecs = format!(
        r#"[{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [{edge}], "codecs": [{{"name": "bytes"}}],
        "index_codecs": [{{"name": "bytes", "configuration": {{"endian": "little"}}}}], "index_location": "end"}}}}]"#
    );
    let document = Document::v3().with("codecs", codecs);
    Hostile::new(name, status, "sharding_indexed", move |node| document.write(node, &bytes))
}

fn shards() -> Vec<Hostile> {
    let huge = Document::v3()
        .with("shape", "[1099511627776]")
        .with("chunk_grid", r#"{"name": "regular", "configuration": {"chunk_shape": [1099511627776]}}"#)
        .with("codecs", r#"[{"name": "sharding_indexed", "configuration": {"chunk_shape": [1], "codecs": [{"name": "bytes"}], "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}]"#);
    let many = Document::v3()
        .with("shape", "[4096]")
        .with("chunk_grid", r#"{"name": "regular", "configuration": {"chunk_shape": [4096]}}"#)
        .with("codecs", r#"[{"name": "sharding_indexed", "configuration": {"chunk_shape": [1], "codecs": ["bytes", {"name": "gzip", "configuration": {"level": 1}}], "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}]"#);
    vec![
        shard("a sound shard", &[[0, 4], [4, 4]], SOUND),
        shard("a shard without inner chunks", &[[NONE, NONE], [NONE, NONE]], SOUND),
        shard("an inner chunk that overflows", &[[0, 4], [NONE - 1, 4]], CHUNK),
        shard("an inner chunk of 2^64 bytes", &[[0, 4], [4, NONE - 1]], CHUNK),
        shard("an inner chunk that is half missing", &[[0, 4], [NONE, 4]], CHUNK),
        shard("an inner chunk behind the end", &[[0, 4], [1000, 4]], CHUNK),
        shard("an inner chunk of 2^63 bytes at 2^63", &[[0, 4], [1 << 63, 1 << 63]], CHUNK),
        shard("two inner chunks of the same bytes", &[[0, 4], [0, 4]], SOUND),
        shard("inner chunks that overlap", &[[0, 4], [2, 4]], SOUND),
        shard("an inner chunk of all the file and the index", &[[0, 4], [0, 40]], CHUNK),
        shard("an inner chunk of no bytes", &[[0, 4], [4, 0]], CHUNK),
        nested("a shard in a shard that is the shard around it", &[[0, 40], [0, 40]], Vec::new()),
        nested("a shard in a shard that holds itself", &[[0, 36], [0, 36]], entries(&[[0, 36], [0, 36]])),
        Hostile::new("inner chunks that lie on each other", CHUNK, "sharding_indexed", move |node| {
            let bytes = [vec![0; 1 << 20], entries(&vec![[0, 1 << 20]; 4096])].concat();
            many.write(node, &bytes);
        }),
        shard_of("an empty shard", Vec::new(), 4, INDEX),
        shard_of("a shard shorter than its index", vec![0; 31], 4, INDEX),
        Hostile::new("an index of 16 TiB", INDEX, "sharding_indexed", move |node| huge.write(node, &[0; 64])),
    ]
}

/// Text of variable length: a count, then a length and the bytes of each.
fn texts() -> Vec<Hostile> {
    let document = Document::v3()
        .with("data_type", "\"string\"")
        .with("fill_value", "\"\"")
        .with("shape", "[1]")
        .with("chunk_grid", r#"{"name": "regular", "configuration": {"chunk_shape": [1]}}"#)
        .with("codecs", r#"[{"name": "vlen-utf8"}]"#);
    let row = |name: &str, lengths: [u32; 2], text: &[u8], status| {
        let lengths = lengths.iter().flat_map(|length| length.to_le_bytes());
        let (bytes, document): (Vec<u8>, _) =
            (lengths.chain(text.iter().copied()).collect(), document.clone());
        Hostile::new(name, status, "vlen-utf8", move |node| document.write(node, &bytes))
    };
    vec![
        row(
            "a text that controls terminals",
            [1, 13],
            "\u{1b}[2J\u{9b}J\u{202e}\u{7}\r\u{7f}".as_bytes(),
            TEXT,
        ),
        row("a text longer than its chunk", [1, 1000], b"text", FAULTY_TEXT),
        row("a text of 4 GiB", [1, u32::MAX], b"text", FAULTY_TEXT),
        row("4 294 967 295 texts", [u32::MAX, 4], b"text", FAULTY_TEXT),
        row("no texts", [0, 4], b"text", FAULTY_TEXT),
        row("a text that is no UTF-8", [1, 4], b"a\xff\xfe\x80", FAULTY_TEXT),
        // As in numcodecs, bytes after the last element are ignored.
        row("a text with something behind it", [1, 2], b"text", TEXT),
        row("half a character", [1, 1], "é".as_bytes(), FAULTY_TEXT),
    ]
}

/// Nothing is stored, and the document is sound.
fn without_a_file() -> Vec<Hostile> {
    let row = |name: &str, document: Document, status| {
        Hostile::new(name, status, "", move |node| {
            fs::write(node.join("zarr.json"), document.text()).unwrap();
        })
    };
    let text = Document::v3().with("data_type", "\"string\"").with("codecs", r#"[{"name": "vlen-utf8"}]"#);
    vec![
        row("a fill value that controls terminals", text.with("fill_value", r#""\u009b2J\u202e""#), TEXT),
        row(
            "bare NaN in attributes",
            Document::v3().with("attributes", r#"{"a": NaN, "b": [Infinity, -Infinity]}"#),
            SOUND,
        ),
        row(
            "control in attributes",
            Document::v3().with("attributes", r#"{"\u001b[2J": "\u202e\u0007\u009b\u007f"}"#),
            SOUND,
        ),
        row(
            "control in names of dimensions",
            Document::v3().with("dimension_names", r#"["x\u001b[2J\u202e\u009b"]"#),
            SOUND,
        ),
        row("of two members the last", Document::v3().with("shape\": \"nothing\", \"shape", "[8]"), SOUND),
        row(
            "something not to be understood",
            Document::v3().with("more", r#"{"must_understand": false}"#),
            SOUND,
        ),
        row("no elements", Document::v3().with("shape", "[0]"), "0002000"),
    ]
}
