//! The seeds of the mutants: the sample stores, chunks of other writers, and bytes written by hand.

use std::fs;
use std::path::{Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine};
use walkdir::WalkDir;
use zarrscope::codec::Trace;
use zarrscope::hierarchy::Hierarchy;
use zarrscope::metadata::Elements;
use zarrscope::pipeline::Array;

use crate::repository::repository;
use crate::targets::chains::ROWS;

/// The longest file that becomes a seed: longer ones reach no further code, and mutate slowly.
const LONGEST: u64 = 6 << 10;

/// The files of the stores in the repository, in the same order in every run.
fn files(wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let stores = ["sample-data", "tests/corpus", "tests/doctor", "tests/plausible"];
    let all = stores.iter().flat_map(|store| WalkDir::new(repository(store)).sort_by_file_name());
    all.map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file() && entry.metadata().unwrap().len() <= LONGEST)
        .filter(|entry| wanted(&entry.file_name().to_string_lossy()))
        .map(walkdir::DirEntry::into_path)
        .collect()
}

fn documents(names: &[&str]) -> Vec<Vec<u8>> {
    let mut all: Vec<_> =
        files(|name| names.contains(&name)).iter().map(|path| fs::read(path).unwrap()).collect();
    all.sort();
    all.dedup();
    all
}

/// The seeds of a target.
pub fn of(target: &str) -> Vec<Vec<u8>> {
    match target {
        "document_v3" => documents(&["zarr.json"]),
        "document_v2" => v2(),
        "data_type" => DATA_TYPES.iter().map(|parts| joined(parts)).collect(),
        "chunk_key" => CHUNK_KEYS.iter().map(|parts| joined(parts)).collect(),
        "consolidated" => consolidated(),
        "zip" => archives(),
        "references" => references(),
        #[cfg(feature = "icechunk")]
        "icechunk" => repositories(),
        "list" => LISTS.iter().map(|list| list.as_bytes().to_vec()).collect(),
        "configuration" => configurations(),
        "kept" => KEPT.iter().map(|kept| kept.as_bytes().to_vec()).collect(),
        "expected" => vec![b"tas/c/0/3 # late\ntas[0:10, 3]\n[2:, 3]\ntas[0, 1][3:]\n".to_vec()],
        "address" => ADDRESSES.iter().map(|address| address.as_bytes().to_vec()).collect(),
        "array" => arrays(),
        "screen" => arrays()
            .into_iter()
            .map(|array| [&[8, 1, 9, 30, 4, 50, 17, 3, 60][..], &array].concat())
            .collect(),
        "codec" => chunks(""),
        group => chunks(group),
    }
}

/// The parts of a seed, with a NUL between them.
fn joined(parts: &[&str]) -> Vec<u8> {
    parts.join("\0").into_bytes()
}

/// Data types, each with an element or with configurations of codecs.
const DATA_TYPES: &[[&str; 2]] = &[
    [r#""bool""#, "true"],
    [r#""int8""#, "-128"],
    [r#""uint64""#, "18446744073709551615"],
    [r#""float16""#, r#""0x7e01""#],
    [r#""float64""#, "1e-320"],
    [r#""float8_e4m3""#, r#""NaN""#],
    [r#""complex_float32""#, r#"[1, "-Infinity"]"#],
    [r#""r24""#, "[1, 2, 3]"],
    [r#""string""#, r#""caf\u00e9""#],
    [r#""bytes""#, r#""AQI=""#],
    [r#"{"name": "raw_bytes", "configuration": {"length_bytes": 2}}"#, r#""AQI=""#],
    [r#"{"name": "null_terminated_bytes", "configuration": {"length_bytes": 3}}"#, r#""YWI=""#],
    [r#"{"name": "fixed_length_utf32", "configuration": {"length_bytes": 8}}"#, r#""ab""#],
    [r#"{"name": "numpy.datetime64", "configuration": {"unit": "us", "scale_factor": 10}}"#, r#""NaT""#],
    [r#"{"name": "numpy.timedelta64", "configuration": {"unit": "Y", "scale_factor": 1}}"#, "-9"],
    [
        r#"{"name": "struct", "configuration": {"fields": [{"name": "a", "data_type": "int4"}]}}"#,
        r#"{"a": 1}"#,
    ],
    [r#"{"name": "structured", "configuration": {"fields": [["a", "int8"], ["b", "r8"]]}}"#, r#""AQI=""#],
    [r#""<f8""#, r#"{"offset": -10, "scale": 10, "dtype": "<f8", "astype": "<i2"}"#],
    [r#"">U3""#, r#""abc""#],
    [r#""<M8[10ns]""#, "5"],
    [r#"[["a", "<i4"], ["b", ">f8", [2, 3]]]"#, r#"{"a": 1, "b": [1, 2, 3, 4, 5, 6]}"#],
    [r#""int32""#, r#"{"order": [1, 0], "endian": "little", "level": 3}"#],
    [
        r#""int32""#,
        r#"{"chunk_shape": [1, 3], "codecs": ["bytes"], "index_codecs": ["bytes"], "index_location": "start"}"#,
    ],
    [
        r#""float32""#,
        r#"{"data_type": "uint8", "rounding": "towards-zero", "scalar_map": {"decode": [[0, "NaN"]]}}"#,
    ],
    [
        r#""float32""#,
        r#"{"mode": "expert", "minbits": 1, "maxbits": 100, "maxprec": 30, "minexp": -9, "rate": 8}"#,
    ],
    [r#""uint4""#, r#"{"padding_encoding": "first_byte", "first_bit": 1, "last_bit": 3, "shape": [[0, 1]]}"#],
    [
        r#""int16""#,
        r#"{"format": 3, "filters": [{"id": 3, "dist": 4}, {"id": 33}], "elementsize": 2, "location": "end"}"#,
    ],
    [r#""string""#, r#"{"labels": ["a", "b"], "dtype": "|O", "astype": "|u1", "digits": 3, "keepbits": 4}"#],
];

/// Chunk key encodings, each with a key and a chunk grid.
const CHUNK_KEYS: &[[&str; 3]] = &[
    [r#"{"name": "default"}"#, "c/1/2", r#"{"name": "regular", "configuration": {"chunk_shape": [3, 16]}}"#],
    [r#"{"name": "default", "configuration": {"separator": "."}}"#, "c.0.18446744073709551615", ""],
    [
        r#"{"name": "v2", "configuration": {"separator": "/"}}"#,
        "0/10/7",
        r#"{"name": "rectilinear", "configuration": {"kind": "inline", "chunk_shapes": [[[2, 3], 1], 4294967296]}}"#,
    ],
    [
        r#""v2""#,
        "0",
        r#"{"name": "rectilinear", "configuration": {"kind": "inline", "chunk_shapes": [7, [[1099511627776, 1]]]}}"#,
    ],
    [
        r#"{"name": "fanout", "configuration": {"max_children": 100}}"#,
        "c/1/12/34/0/05",
        r#"{"name": "zarrs.regular_bounded", "configuration": {"chunk_shape": [3, 1099511627775]}}"#,
    ],
    [
        r#"{"name": "suffix", "configuration": {"suffix": ".tif", "base_encoding": "v2"}}"#,
        "1.2.tif",
        r#"{"name": "regular", "configuration": {"chunk_shape": [1, 1]}, "must_understand": false}"#,
    ],
];

fn v2() -> Vec<Vec<u8>> {
    let attributes = b"\0{\"_ARRAY_DIMENSIONS\": [\"y\", \"x\"], \"units\": NaN}";
    let mut all = documents(&[".zgroup"]);
    all.extend(documents(&[".zarray"]).into_iter().map(|own| [&own[..], attributes].concat()));
    all
}

fn consolidated() -> Vec<Vec<u8>> {
    let inline = br#"{"zarr_format": 3, "node_type": "group", "consolidated_metadata": {"kind": "inline",
        "must_understand": false, "metadata": {"a": {"zarr_format": 3, "node_type": "group"}, "gone": {}}}}"#;
    let copies = br#"{"zarr_consolidated_format": 1, "metadata": {".zgroup": {"zarr_format": 2},
        "b/.zarray": {"shape": [1]}, "b/.zattrs": {}, "../x/.zgroup": 7}}"#;
    let mut all = vec![inline.to_vec(), [&inline[..], b"\0", copies].concat()];
    all.extend(documents(&[".zmetadata"]).into_iter().map(|copies| [&inline[..], b"\0", &copies].concat()));
    all
}

const LISTS: &[&str] = &[
    "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>b</Name>\
     <Contents><Key>a/c/0</Key><Size>3</Size></Contents><CommonPrefixes><Prefix>a/b/</Prefix></CommonPrefixes>\
     <IsTruncated>true</IsTruncated><NextContinuationToken>x&amp;</NextContinuationToken></ListBucketResult>",
    "<EnumerationResults><Blobs><Blob><Name>a</Name></Blob></Blobs><NextMarker/></EnumerationResults>",
    "<Error><Code>AccessDenied</Code><Message>no</Message></Error>",
];

const KEPT: &[&str] = &[
    r#"[{"store": "/a.zarr", "node": "x", "element": [1, 2], "borders": [30, null]}, {"store": "/b"}]"#,
    ":c 1,2\n:at 3\n\u{e9}\n",
];

const ADDRESSES: &[&str] = &[
    "https://user:secret@host:8080/a;token=x/b.zarr?sig=1#2",
    "s3://key:secret@bucket/a#1/b?x=1",
    "abfss://container@account.dfs.core.windows.net/a;b",
    "simplecache::http:/u:pa/ss@[::1]/x@y",
];

fn configurations() -> Vec<Vec<u8>> {
    let keys = zarrscope::explorer::key_entries();
    let commented = zarrscope::configuration::Configuration::commented_default(&keys);
    let own = "theme = \"light\"\n[limits]\nmax-nodes = 7\n[keys]\nleft = [\"h\", \"C-x\"]\n";
    vec![own.into(), commented.replace("\n# ", "\n").into_bytes(), commented.into_bytes()]
}

fn references() -> Vec<Vec<u8>> {
    let rules = br#"{"version": 1, "templates": {"u": "data", "f": "{{c}}"}, "gen": [{"key": "a/{{i}}.{{j}}",
        "url": "{{u}}.nc", "offset": "{{(i + 1) * 8 // 2 % 7}}", "length": "2",
        "dimensions": {"i": {"start": 4, "stop": -1, "step": -3}, "j": [0, 10]}}],
        "refs": {".zgroup": "{\"zarr_format\": 2}", "a/0.0": ["{{u}}.nc", 1, 2], "b/0": "base64:AAE=", "c": ["data.nc"],
        "a/.zarray": {"zarr_format": 2, "shape": [8, 8], "chunks": [2, 2], "dtype": "|u1", "compressor": null,
        "fill_value": 0, "filters": null, "order": "C"}}}"#;
    let mut all = vec![rules.to_vec()];
    for entry in WalkDir::new(repository("tests/references")).sort_by_file_name() {
        let path = entry.unwrap().into_path();
        if path.extension().is_some_and(|extension| extension == "json") {
            all.extend(fs::read(path).ok().filter(|text| text.len() as u64 <= 4 * LONGEST));
        }
    }
    all
}

#[cfg(feature = "icechunk")]
fn repositories() -> Vec<Vec<u8>> {
    let files = (0_u8..).zip(crate::targets::icechunk::FILES.iter());
    files.map(|(number, (_, bytes))| [&[number][..], bytes].concat()).collect()
}

/// Archives of a small store: stored, deflated, and with a comment.
fn archives() -> Vec<Vec<u8>> {
    use std::io::{Cursor, Write};
    use zip::write::SimpleFileOptions;
    let document = br#"{"zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint8",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
        "chunk_key_encoding": {"name": "default"}, "fill_value": 0, "codecs": ["bytes"]}"#;
    let members: [(&str, &[u8]); 3] = [("zarr.json", document), ("c/0", &[1, 2]), ("c/1", &[3])];
    let methods = [zip::CompressionMethod::Stored, zip::CompressionMethod::Deflated];
    let archive = |method| {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in members {
            writer.start_file(name, SimpleFileOptions::default().compression_method(method)).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.set_comment("a comment").unwrap();
        writer.finish().unwrap().into_inner()
    };
    methods.map(archive).to_vec()
}

/// Every small array with its first chunk that is stored.
fn arrays() -> Vec<Vec<u8>> {
    let documents = files(|name| name == "zarr.json" || name == ".zarray");
    let mut all: Vec<Vec<u8>> = documents.iter().filter_map(|path| array(path)).collect();
    all.sort();
    all.dedup();
    all
}

fn array(document: &Path) -> Option<Vec<u8>> {
    let chunk = fs::read(stored(document)?).ok().filter(|chunk| chunk.len() as u64 <= LONGEST);
    Some([&fs::read(document).unwrap()[..], b"\0", &chunk.unwrap_or_default()].concat())
}

/// Where the first chunk of an array is.
fn stored(document: &Path) -> Option<PathBuf> {
    let directory = document.parent()?;
    let hierarchy = Hierarchy::open(directory).ok()?;
    let array = Array::open(&hierarchy, "").ok()?;
    Some(directory.join(array.chunk_key(&vec![0; array.metadata.shape.len()])))
}

/// Chunks for the chains of a group: those that other writers made with such a codec, and those that encoding gives.
fn chunks(group: &str) -> Vec<Vec<u8>> {
    let rows = ROWS.iter().filter(|row| group.is_empty() || row.group == group);
    let mut all = Vec::new();
    let foreign = foreign(group);
    for (number, row) in (0_u8..).zip(rows) {
        let chain = &row.chain;
        let nbytes = usize::try_from(chain.decoded().nbytes().unwrap()).unwrap();
        let seeds: [&[u8]; 3] = [b"\0", b"\x01\0", b"\x07\x01\x09\0\0\x01\0\x02"];
        for pattern in seeds.iter().filter(|_| !chain.decoded().data_type.is_variable()) {
            let bytes = pattern.iter().copied().cycle().take(nbytes).collect();
            let elements = Elements::new(chain.decoded().data_type.clone(), bytes);
            let options = zarrscope::codec::DecodeOptions::default();
            let encoded = Trace::record_encoding(chain, &elements, &options, 0).stored;
            all.extend(encoded.map(|encoded| [&[number][..], &encoded].concat()));
        }
        if group == "conditional" {
            all.push([&[number, 0][..], &[7; 24]].concat());
            all.push([&[number, 1, 0][..], b"123456789\x83\x92\x06\xe3"].concat());
        }
        all.push(vec![number, 0, 0, 0, 1, 6, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, b'a', b'b', 0xff, 0xff]);
        let few = if group.is_empty() { 2 } else { usize::MAX };
        all.extend(foreign.iter().take(few).map(|chunk| [&[number][..], chunk].concat()));
    }
    all
}

/// Chunks whose document names a codec.
fn foreign(group: &str) -> Vec<Vec<u8>> {
    let word = if group == "conditional" { "gzip" } else { group };
    let mut all: Vec<Vec<u8>> = files(|name| name == "zarr.json" || name == ".zarray")
        .iter()
        .filter(|path| fs::read_to_string(path).is_ok_and(|text| text.contains(word)))
        .filter_map(|path| fs::read(stored(path)?).ok())
        .filter(|chunk| chunk.len() as u64 <= LONGEST)
        .collect();
    if group == "images" {
        let text = fs::read_to_string(repository("tests/values/imagecodecs.json")).unwrap();
        let rows: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
        let stored = rows.iter().map(|row| BASE64_STANDARD.decode(row["stored"].as_str().unwrap()).unwrap());
        all.extend(stored.filter(|stored| stored.len() < 1000).step_by(3));
    }
    if group == "blosc" {
        let made = WalkDir::new(repository("tests/blosc")).sort_by_file_name();
        all.extend(
            made.into_iter()
                .map(Result::unwrap)
                .filter(|entry| entry.path().extension().is_some_and(|it| it == "blosc"))
                .map(|entry| fs::read(entry.path()).unwrap())
                .filter(|chunk| chunk.len() as u64 <= LONGEST),
        );
    }
    all.sort();
    all.dedup();
    all
}
